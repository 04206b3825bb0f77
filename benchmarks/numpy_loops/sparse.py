"""A sparse matrix by rows, and how often it must be applied until a vector points along its largest eigenvector."""

SIZES = 20, 1500


def main(np, n):
    rng = np.random.default_rng(6)
    counts = rng.integers(0, 6, n)
    starts = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(counts)))
    columns = rng.integers(0, n, int(starts[-1]))
    values = rng.random(int(starts[-1]))
    x = np.ones(n)
    for _ in range(2):
        y = np.empty(n)
        for row in range(n):
            inside = slice(starts[row], starts[row + 1])
            y[row] = values[inside] @ x[columns[inside]]
        x = (y + 0.1) / np.linalg.norm(y + 0.1)
    return (x,)
