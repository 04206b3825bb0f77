"""An Asian option by Monte Carlo: paths of a geometric Brownian motion, accumulated step by step."""

SIZES = 50, 100000


def main(np, n):
    rng = np.random.default_rng(2024)
    s0, strike, rate, sigma, years, steps = 100.0, 105.0, 0.03, 0.25, 1.0, 24
    dt = years / steps
    log_price = np.full(n, np.log(s0))
    total = np.zeros(n)
    highest = np.full(n, s0)
    for _ in range(steps):
        shock = rng.standard_normal(n)
        log_price += (rate - 0.5 * sigma**2) * dt + sigma * np.sqrt(dt) * shock
        price = np.exp(log_price)
        total += price
        highest = np.maximum(highest, price)
    payoff = np.exp(-rate * years) * np.maximum(total / steps - strike, 0.0)
    error = payoff.std(ddof=1) / np.sqrt(n)
    return payoff.mean(), error, highest.mean(), np.percentile(total / steps, [5, 50, 95])
