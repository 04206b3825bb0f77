"""Flow in a cavity whose lid moves: pressure by some rounds of relaxation in each step of time."""

SIZES = 7, 51


def main(np, n):
    h, dt, viscosity = 2.0 / (n - 1), 0.001, 0.1
    u, v, p = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n))
    source = np.zeros((n, n))
    for _ in range(20):
        ux = (u[1:-1, 2:] - u[1:-1, :-2]) / (2 * h)
        uy = (u[2:, 1:-1] - u[:-2, 1:-1]) / (2 * h)
        vx = (v[1:-1, 2:] - v[1:-1, :-2]) / (2 * h)
        vy = (v[2:, 1:-1] - v[:-2, 1:-1]) / (2 * h)
        source[1:-1, 1:-1] = (ux + vy) / dt - ux**2 - 2 * uy * vx - vy**2
        for _ in range(5):
            old = p.copy()
            p[1:-1, 1:-1] = 0.25 * (old[1:-1, 2:] + old[1:-1, :-2] + old[2:, 1:-1] + old[:-2, 1:-1])
            p[1:-1, 1:-1] -= 0.25 * h**2 * source[1:-1, 1:-1]
            p[:, -1] = p[:, -2]
            p[0, :] = p[1, :]
            p[:, 0] = p[:, 1]
            p[-1, :] = 0
        for w, slope in ((u, p[1:-1, 2:] - p[1:-1, :-2]), (v, p[2:, 1:-1] - p[:-2, 1:-1])):
            old = w.copy()
            spread = old[1:-1, 2:] + old[1:-1, :-2] + old[2:, 1:-1] + old[:-2, 1:-1] - 4 * old[1:-1, 1:-1]
            w[1:-1, 1:-1] = old[1:-1, 1:-1] - dt * slope / (2 * h) + viscosity * dt / h**2 * spread
            w[0, :] = 0
            w[:, 0] = 0
            w[:, -1] = 0
            w[-1, :] = 0
        u[-1, :] = 1
    return u, v, p
