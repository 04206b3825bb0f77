"""The Thomas algorithm for a tridiagonal system, then its residual."""

SIZES = 7, 20000


def main(np, n):
    lower = np.full(n, -1.0)
    diagonal = np.linspace(2.5, 3.5, n)
    upper = np.full(n, -1.2)
    d = np.sin(np.linspace(0.0, 6.0, n))
    c_prime = np.zeros(n)
    d_prime = np.zeros(n)
    c_prime[0] = upper[0] / diagonal[0]
    d_prime[0] = d[0] / diagonal[0]
    for i in range(1, n):
        m = diagonal[i] - lower[i] * c_prime[i - 1]
        c_prime[i] = upper[i] / m
        d_prime[i] = (d[i] - lower[i] * d_prime[i - 1]) / m
    x = np.zeros(n)
    x[-1] = d_prime[-1]
    for i in range(n - 2, -1, -1):
        x[i] = d_prime[i] - c_prime[i] * x[i + 1]
    residual = diagonal * x - d
    residual[1:] += lower[1:] * x[:-1]
    residual[:-1] += upper[:-1] * x[1:]
    return x, np.abs(residual).max() < 1e-10
