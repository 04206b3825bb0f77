"""Heat in two dimensions by alternating directions: a tridiagonal system a step, of all lines at once."""

SIZES = 8, 100


def main(np, n):
    u = np.random.default_rng(8).random((n, n))
    r = 0.4
    middle = 1.0 + 2.0 * r
    for _ in range(6):
        c = np.empty((n, n))
        d = np.empty((n, n))
        c[:, 0] = -r / middle
        d[:, 0] = u[:, 0] / middle
        for j in range(1, n):
            scale = 1.0 / (middle + r * c[:, j - 1])
            c[:, j] = -r * scale
            d[:, j] = (u[:, j] + r * d[:, j - 1]) * scale
        v = np.empty((n, n))
        v[:, n - 1] = d[:, n - 1]
        for j in range(n - 2, -1, -1):
            v[:, j] = d[:, j] - c[:, j] * v[:, j + 1]
        u = v.T
    return (u,)
