"""Kepler's equation for many orbits by Newton's iteration, until the largest step is small."""

SIZES = 20, 200000


def main(np, n):
    mean = np.linspace(0.0, 2.0 * np.pi, n)
    eccentricity = 0.1 + 0.8 * np.linspace(0.0, 1.0, n) ** 2
    anomaly = mean + eccentricity * np.sin(mean)
    step = np.ones(n)
    iterations = 0
    while np.max(np.abs(step)) > 1e-12 and iterations < 50:
        step = (anomaly - eccentricity * np.sin(anomaly) - mean) / (1.0 - eccentricity * np.cos(anomaly))
        anomaly = anomaly - step
        iterations += 1
    radius = 1.0 - eccentricity * np.cos(anomaly)
    return anomaly, radius
