"""Triangular factors of a matrix, row by row, from products of growing pieces."""

SIZES = 8, 70


def main(np, n):
    rng = np.random.default_rng(4)
    matrix = rng.random((n, n)) + n * np.eye(n)
    a = matrix.copy()
    for i in range(n):
        for j in range(i):
            a[i, j] -= a[i, :j] @ a[:j, j]
            a[i, j] /= a[j, j]
        for j in range(i, n):
            a[i, j] -= a[i, :i] @ a[:i, j]
    lower = np.tril(a, -1) + np.eye(n)
    return a, np.abs(lower @ np.triu(a) - matrix).max() < 1e-9
