"""The digits that scikit-learn brings along: 1,797 images of 8 x 8 pixels, written by 43 people."""

from typing import NamedTuple

import numpy as np
from sklearn.datasets import load_digits


class Digits(NamedTuple):
    """Images x[n, 64] in 0..1, labels y[n] in 0..9; four fifths to learn from, one fifth to be asked about."""

    x_train: np.ndarray
    y_train: np.ndarray
    x_test: np.ndarray
    y_test: np.ndarray


def load(seed: int = 0) -> Digits:
    """The images in an order drawn with `seed`, split 80/20."""
    x, y = load_digits(return_X_y=True)
    order = np.random.default_rng(seed).permutation(len(x))
    x, y = x[order] / 16.0, y[order]
    cut = int(0.8 * len(x))
    return Digits(x[:cut], y[:cut], x[cut:], y[cut:])
