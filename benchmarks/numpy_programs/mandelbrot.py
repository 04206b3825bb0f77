"""Escape times of the Mandelbrot set: updates through a boolean mask."""

SIZES = 12, 300


def main(np, n):
    x = np.linspace(-2.0, 0.6, n)
    y = np.linspace(-1.2, 1.2, n)
    c = x[np.newaxis, :] + 1j * y[:, np.newaxis]
    z = np.zeros_like(c)
    count = np.zeros(c.shape, dtype=np.int64)
    for i in range(30):
        alive = np.abs(z) <= 2.0
        z[alive] = z[alive] ** 2 + c[alive]
        count[alive] = i
    return (count,)
