"""Layers that pool: windows, strides, padding, and what does not fit."""

import numpy
import pytest

import dusk.numpy as np
from dusk import nn


def test_windows_of_each_number_of_dimensions() -> None:
    x = numpy.arange(2 * 3 * 4 * 6, dtype="float32").reshape(2, 3, 4, 6)
    parts = x.reshape(2, 3, 2, 2, 3, 2)
    numpy.testing.assert_array_equal(nn.MaxPool2d(2)(x), parts.max((3, 5)))
    numpy.testing.assert_array_equal(nn.AvgPool2d(2)(x), parts.mean((3, 5)))
    numpy.testing.assert_array_equal(nn.MaxPool1d(2)(x[0]), x[0].reshape(3, 4, 3, 2).max(-1))
    numpy.testing.assert_array_equal(nn.AvgPool3d((3, 4, 6))(x[:, None]).reshape(2), x.mean((1, 2, 3)))
    numpy.testing.assert_array_equal(nn.GlobalAvgPool()(x), x.mean((2, 3)))
    numpy.testing.assert_array_equal(nn.GlobalMaxPool()(x), x.max((2, 3)))
    numpy.testing.assert_array_equal(nn.AdaptiveAvgPool(2, 3)(x), parts.mean((3, 5)))


def test_strides_and_padding() -> None:
    x = np.array([[[1.0, 2.0, 3.0, 4.0]]])
    numpy.testing.assert_array_equal(nn.MaxPool1d(3, 1, 1)(x), [[[2, 3, 4, 4]]])
    numpy.testing.assert_array_equal(nn.AvgPool1d(2, 2, 1)(x), [[[0.5, 2.5, 2]]])
    numpy.testing.assert_array_equal(nn.AvgPool1d(2, 2, 1, count_padding=False)(x), [[[1, 2.5, 4]]])
    numpy.testing.assert_array_equal(nn.MaxPool1d(3, 2, ceil_mode=True)(x), [[[3, 4]]])


def test_what_does_not_fit_is_said() -> None:
    with pytest.raises(ValueError, match="MaxPool2d takes x"):
        nn.MaxPool2d(2)(np.zeros((3, 4, 4)))
