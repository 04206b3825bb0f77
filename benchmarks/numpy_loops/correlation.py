"""The correlations of all pairs of columns, one column with all later ones at a time."""

SIZES = 7, 360


def main(np, n):
    rng = np.random.default_rng(5)
    data = rng.standard_normal((n + 100, n)).cumsum(axis=1)
    data -= data.mean(axis=0)
    spread = data.std(axis=0)
    spread[spread <= 0.1] = 1.0
    data /= np.sqrt(n + 100.0) * spread
    found = np.eye(n)
    for i in range(n - 1):
        found[i + 1 :, i] = found[i, i + 1 :] = data[:, i] @ data[:, i + 1 :]
    return (found,)
