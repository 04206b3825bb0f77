"""The pictures that training leaves: the loss curve and the images that were misread."""

import matplotlib
import numpy as np

matplotlib.use("Agg")

from matplotlib import pyplot as plt


def loss_curve(path, losses, window=22):
    """Loss by step, and its running mean over `window` steps, as a PNG file."""
    losses = np.asarray(losses)
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    axes.semilogy(losses, color="0.8", linewidth=0.8, label="each step")
    if len(losses) >= window:
        mean = np.convolve(losses, np.ones(window) / window, mode="valid")
        axes.semilogy(np.arange(window - 1, len(losses)), mean, color="C0", label=f"mean of {window} steps")
    axes.set(xlabel="step", ylabel="cross-entropy (nats)", title="Training loss")
    axes.legend()
    save(figure, path)


def misread(path, images, labels, guesses, columns=6, most=24):
    """A sheet of the images x[n, 64] that were taken for another digit, at most `most`, as a PNG file."""
    shown = min(len(images), most)
    rows = max(1, -(-shown // columns))
    figure, grid = plt.subplots(rows, columns, figsize=(columns * 1.2, rows * 1.5), squeeze=False, layout="constrained")
    for axes in grid.flat:
        axes.axis("off")
    for axes, image, label, guess in zip(grid.flat, images[:shown], labels, guesses):
        axes.imshow(np.reshape(image, (8, 8)), cmap="gray_r", vmin=0.0, vmax=1.0)
        axes.set_title(f"{label} read as {guess}", fontsize=8)
    figure.suptitle(f"{len(images)} test images misread")
    save(figure, path)


def save(figure, path):
    figure.savefig(path, dpi=120)
    plt.close(figure)
