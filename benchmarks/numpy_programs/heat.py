"""Heat flow in a plate: explicit finite differences on slices."""

SIZES = 8, 256


def main(np, n):
    u = np.zeros((n, n))
    u[0, :] = 100.0
    u[:, -1] = 25.0
    u[n // 4 : n // 2, n // 4 : n // 2] = 60.0
    alpha, dt = 0.2, 1.0
    energy = []
    for step in range(100):
        lap = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4.0 * u[1:-1, 1:-1]
        u[1:-1, 1:-1] += alpha * dt * lap
        if step % 20 == 0:
            energy.append(float(u.sum()))
    return u, np.array(energy)
