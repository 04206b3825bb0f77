"""A few stars drawn by each other: all pairs by broadcasting, step by step, and the energy of each."""

SIZES = 5, 25


def pull(np, where, mass, soft):
    x, y, z = where[:, 0:1], where[:, 1:2], where[:, 2:3]
    dx, dy, dz = x.T - x, y.T - y, z.T - z
    inverse = dx**2 + dy**2 + dz**2 + soft**2
    inverse[inverse > 0] = inverse[inverse > 0] ** -1.5
    return np.hstack(((dx * inverse) @ mass, (dy * inverse) @ mass, (dz * inverse) @ mass))


def main(np, n):
    rng = np.random.default_rng(9)
    mass = 20.0 * np.ones((n, 1)) / n
    where, speed = rng.standard_normal((n, 3)), rng.standard_normal((n, 3))
    speed -= np.mean(mass * speed, 0) / np.mean(mass)
    force, dt = pull(np, where, mass, 0.1), 0.01
    energy = np.zeros(40)
    for step in range(40):
        speed += force * dt / 2.0
        where += speed * dt
        force = pull(np, where, mass, 0.1)
        speed += force * dt / 2.0
        energy[step] = 0.5 * np.sum(mass * speed**2)
    return where, energy
