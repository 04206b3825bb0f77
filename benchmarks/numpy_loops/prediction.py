"""Linear prediction: Levinson's recursion on a signal's autocorrelation, by vectors that grow."""

SIZES = 6, 400


def main(np, n):
    rng = np.random.default_rng(13)
    signal = rng.standard_normal(4 * n)
    r = np.array([signal[: 4 * n - lag] @ signal[lag:] for lag in range(n + 1)]) / (4 * n)
    weights = np.zeros(n)
    error = r[0]
    for k in range(n):
        reflected = (r[k + 1] - weights[:k] @ np.flip(r[1 : k + 1])) / error
        weights[:k] -= reflected * np.flip(weights[:k])
        weights[k] = reflected
        error *= 1.0 - reflected**2
    return weights, np.array([error])
