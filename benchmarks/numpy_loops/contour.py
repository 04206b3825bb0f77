"""How a matrix acts between two radii of the complex plane: systems solved along two circles."""

SIZES = 5, 40


def main(np, n):
    rng = np.random.default_rng(11)
    blocks = [rng.standard_normal((n, n)) + 1j * rng.standard_normal((n, n)) for _ in range(3)]
    given = rng.standard_normal((n, 6)) + 1j * rng.standard_normal((n, 6))
    zeroth, first = np.zeros((n, 6), dtype=np.complex128), np.zeros((n, 6), dtype=np.complex128)
    angles = np.arange(16) / 16
    for radius, sign in ((2.0, 1.0), (0.5, -1.0)):
        for z in radius * np.exp(2j * np.pi * angles):
            polynomial = np.zeros((n, n), dtype=np.complex128)
            for k, block in enumerate(blocks):
                polynomial += z**k * block
            solved = sign * np.linalg.solve(polynomial, given)
            zeroth += solved * z / 16
            first += solved * z * z / 16
    return zeroth, first
