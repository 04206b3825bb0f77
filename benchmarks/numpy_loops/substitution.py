"""A triangular system solved by substitution, each step one product of what is known."""

SIZES = 9, 900


def main(np, n):
    rng = np.random.default_rng(3)
    lower = np.tril(rng.random((n, n))) / n + np.eye(n)
    right = rng.random(n)
    x = np.zeros(n)
    for i in range(n):
        x[i] = (right[i] - lower[i, :i] @ x[:i]) / lower[i, i]
    return x, np.abs(lower @ x - right).max() < 1e-9
