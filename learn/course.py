"""What the lessons share: the digits of scikit-learn, and pictures where there is a notebook to show them."""

import sys

import numpy
from sklearn.datasets import load_digits

SHADES = " .:-=+*#%@"


def digits(seed=0, held_back=360):
    """(x_train, y_train, x_test, y_test): images x[n, 64] in 0..1 and labels in 0..9, in an order drawn by the seed."""
    x, y = load_digits(return_X_y=True)
    order = numpy.random.default_rng(seed).permutation(len(x))
    x, y = x[order] / 16.0, y[order]
    return x[:-held_back], y[:-held_back], x[-held_back:], y[-held_back:]


def show(images, titles=(), width=8):
    """Show images [n, height, width] (or [n, 64]) side by side: as pictures in a notebook, as characters elsewhere."""
    images = [numpy.asarray(i, dtype=float) for i in images]
    images = [i.reshape(8, 8) if i.ndim == 1 else i for i in images]
    titles = [str(t) for t in titles] or [""] * len(images)
    if "ipykernel" in sys.modules:
        from matplotlib import pyplot

        _, axes = pyplot.subplots(1, len(images), figsize=(1.5 * len(images), 1.8), squeeze=False)
        for axis, image, title in zip(axes[0], images, titles):
            axis.imshow(image, cmap="gray")
            axis.set_title(title, fontsize=9)
            axis.axis("off")
        pyplot.show()
        return
    for first in range(0, len(images), width):
        group = images[first : first + width]
        print("   ".join(t[: 2 * i.shape[1]].ljust(2 * i.shape[1]) for t, i in zip(titles[first:], group)))
        low, high = min(i.min() for i in group), max(i.max() for i in group)
        scaled = [(i - low) / max(high - low, 1e-9) * (len(SHADES) - 1) for i in group]
        for row in range(max(i.shape[0] for i in group)):
            print("   ".join("".join(SHADES[int(v)] * 2 for v in i[row]) for i in scaled if row < i.shape[0]))


def table(rows, head):
    """Print rows of numbers and words under a head."""
    cells = [[f"{v:.4g}" if isinstance(v, float) else str(v) for v in row] for row in [head, *rows]]
    widths = [max(len(row[k]) for row in cells) for k in range(len(head))]
    for row in cells:
        print("  ".join(cell.rjust(width) for cell, width in zip(row, widths)))
