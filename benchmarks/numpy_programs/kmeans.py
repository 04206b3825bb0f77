"""k-means (Lloyd's algorithm) until the assignment no longer changes."""

SIZES = 30, 20000


def main(np, n):
    rng = np.random.default_rng(11)
    k = 8
    centres = rng.uniform(-5.0, 5.0, (k, 2))
    points = centres[rng.integers(0, k, n)] + rng.standard_normal((n, 2))
    means = points[:k].copy()
    labels = np.zeros(n, dtype=np.int64)
    for _ in range(30):
        distances = np.sqrt(((points[:, None, :] - means[None, :, :]) ** 2).sum(axis=2))
        new = distances.argmin(axis=1)
        if (new == labels).all():
            break
        labels = new
        for j in range(k):
            members = points[labels == j]
            if len(members) > 0:
                means[j] = members.mean(axis=0)
    return means, labels
