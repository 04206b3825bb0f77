"""A long noisy series: moving averages, volatility, drawdown, outliers."""

SIZES = 100, 500000


def main(np, n):
    t = np.arange(n) / n
    rng = np.random.default_rng(9)
    series = np.sin(20.0 * t) + 0.3 * rng.standard_normal(n)
    window = 25
    sums = np.cumsum(np.concatenate((np.zeros(1), series)))
    moving = (sums[window:] - sums[:-window]) / window
    squares = np.cumsum(np.concatenate((np.zeros(1), series**2)))
    variance = (squares[window:] - squares[:-window]) / window - moving**2
    deviation = np.sqrt(np.maximum(variance, 0.0))
    level = np.cumsum(series) / np.arange(1, n + 1)
    drawdown = np.maximum.accumulate(level) - level
    z = (series[window - 1 :] - moving) / (deviation + 1e-9)
    outliers = np.where(np.abs(z) > 2.5)[0]
    clipped = np.clip(series, moving.min(), moving.max())
    return moving, deviation, drawdown.max(), outliers, clipped.mean(), np.diff(moving).std()
