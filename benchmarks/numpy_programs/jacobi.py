"""Poisson's equation by Jacobi's iteration, tested for convergence every round."""

SIZES = 8, 192


def main(np, n):
    x = np.linspace(0.0, 1.0, n)
    f = np.sin(np.pi * x)[:, None] * np.cos(2.0 * np.pi * x)[None, :]
    h2 = (1.0 / (n - 1)) ** 2
    u = np.zeros((n, n))
    errors = []
    for _ in range(150):
        new = u.copy()
        new[1:-1, 1:-1] = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] + h2 * f[1:-1, 1:-1])
        error = np.sqrt(np.mean((new - u) ** 2))
        errors.append(error)
        u = new
        if error < 1e-9:
            break
    return u, np.array(errors)
