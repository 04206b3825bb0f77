"""Gravity among many bodies: all pairs by broadcasting, leapfrog in time."""

SIZES = 5, 200


def accelerations(np, position, mass, softening):
    delta = position[None, :, :] - position[:, None, :]
    distance2 = (delta**2).sum(axis=-1) + softening**2
    return (delta * (mass[None, :, None] * distance2[:, :, None] ** -1.5)).sum(axis=1)


def main(np, n):
    rng = np.random.default_rng(7)
    position = rng.standard_normal((n, 3))
    velocity = 0.1 * rng.standard_normal((n, 3))
    mass = rng.uniform(0.5, 1.5, n) / n
    velocity -= (mass[:, None] * velocity).sum(axis=0) / mass.sum()
    dt = 0.01
    acceleration = accelerations(np, position, mass, 0.1)
    energies = np.zeros(20)
    for step in range(20):
        velocity += 0.5 * dt * acceleration
        position += dt * velocity
        acceleration = accelerations(np, position, mass, 0.1)
        velocity += 0.5 * dt * acceleration
        energies[step] = 0.5 * np.sum(mass * np.sum(velocity**2, axis=1))
    return position, velocity, energies
