"""A grey image: contrast by its histogram, smoothing, edges, a threshold, and what it counts."""

SIZES = 16, 512


def main(np, n):
    y, x = np.mgrid[0:n, 0:n] / n
    rng = np.random.default_rng(1)
    image = 0.5 + 0.3 * np.sin(12.0 * x) * np.cos(9.0 * y) + 0.05 * rng.standard_normal((n, n))
    image = np.clip(image, 0.0, 1.0)
    counts, edges = np.histogram(image, bins=64, range=(0.0, 1.0))
    cdf = counts.cumsum() / counts.sum()
    equal = np.interp(image.ravel(), edges[:-1], cdf).reshape(image.shape)
    padded = np.pad(equal, 1, mode="edge")
    smooth = np.zeros_like(equal)
    for dy in range(3):
        for dx in range(3):
            smooth += padded[dy : dy + n, dx : dx + n] / 9.0
    gx = smooth[1:-1, 2:] - smooth[1:-1, :-2]
    gy = smooth[2:, 1:-1] - smooth[:-2, 1:-1]
    magnitude = np.sqrt(gx**2 + gy**2)
    edge = np.where(magnitude > magnitude.mean() + magnitude.std(), 1, 0)
    labels = np.where(smooth < 0.33, 0, np.where(smooth < 0.66, 1, 2))
    return smooth, edge, np.bincount(labels.ravel(), minlength=3), equal[labels == 2].mean()
