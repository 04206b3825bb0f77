"""Pricing options by Monte Carlo: European, Asian (with a control variate), barrier and American (least squares).

Geometric Brownian motion, antithetic paths. The European price is checked against the formula of Black and Scholes.
"""

import math

import numpy as np

SPOT, STRIKE, RATE, VOLATILITY, YEARS = 100.0, 105.0, 0.03, 0.25, 1.0
PATHS, STEPS = 200_000, 50
rng = np.random.default_rng(2024)


def normal_cdf(x):
    return 0.5 * (1.0 + math.erf(x / math.sqrt(2.0)))


def black_scholes(sign):
    """The price of a European call (sign 1) or put (sign -1)."""
    deviation = VOLATILITY * math.sqrt(YEARS)
    d1 = (math.log(SPOT / STRIKE) + RATE * YEARS) / deviation + 0.5 * deviation
    today = STRIKE * math.exp(-RATE * YEARS)
    return sign * (SPOT * normal_cdf(sign * d1) - today * normal_cdf(sign * (d1 - deviation)))


def paths():
    """prices[step, path], step 0 being today; the second half mirrors the first."""
    dt = YEARS / STEPS
    z = rng.standard_normal((STEPS, PATHS // 2))
    moves = np.empty((STEPS + 1, PATHS))
    moves[0] = 0.0
    moves[1:, : PATHS // 2] = z
    moves[1:, PATHS // 2 :] = -z
    moves[1:] *= VOLATILITY * math.sqrt(dt)
    moves[1:] += (RATE - 0.5 * VOLATILITY**2) * dt
    return SPOT * np.exp(np.cumsum(moves, axis=0))


def estimate(name, values):
    """Mean and standard error; an antithetic pair counts as one draw."""
    pairs = 0.5 * (values[: PATHS // 2] + values[PATHS // 2 :])
    mean, error = pairs.mean(), pairs.std(ddof=1) / math.sqrt(len(pairs))
    print(f"{name:<28} {mean:10.6f} +- {error:.6f}")
    return float(mean), float(error)


def asian(prices):
    """Call on the average price; the geometric average, whose expectation is known, takes most of the noise away."""
    payoff = np.maximum(prices[1:].mean(axis=0) - STRIKE, 0.0)
    control = np.exp(np.log(prices[1:]).mean(axis=0))
    mean_log = math.log(SPOT) + (RATE - 0.5 * VOLATILITY**2) * YEARS * (STEPS + 1) / (2 * STEPS)
    var_log = VOLATILITY**2 * YEARS * (STEPS + 1) * (2 * STEPS + 1) / (6 * STEPS**2)
    expected = math.exp(mean_log + 0.5 * var_log)
    covariance = ((payoff - payoff.mean()) * (control - control.mean())).mean()
    return payoff - covariance / control.var() * (control - expected)


def up_and_out(prices, barrier):
    """Call that is worthless once the price has stood at or above the barrier."""
    alive = np.ones(PATHS, dtype=bool)
    for step in range(1, STEPS + 1):
        alive &= prices[step] < barrier
        if not alive.any():
            break
    payoff = np.maximum(prices[-1] - STRIKE, 0.0)
    payoff[~alive] = 0.0
    return payoff, alive.mean()


def american_put(prices):
    """Longstaff and Schwartz: on paths in the money, exercise where that beats the fitted value of waiting."""
    discount = math.exp(-RATE * YEARS / STEPS)
    value = np.maximum(STRIKE - prices[-1], 0.0)
    exercised = 0
    for step in range(STEPS - 1, 0, -1):
        value *= discount
        price = prices[step]
        inside = np.flatnonzero(price < STRIKE)
        if inside.size < 100:
            continue
        x = 5.0 * (price[inside] / STRIKE - 0.8)
        basis = np.stack([np.ones_like(x), x, x**2, x**3], axis=1)
        weights = np.linalg.solve(basis.T @ basis, basis.T @ value[inside])
        now = STRIKE - price[inside]
        better = now > basis @ weights
        value[inside[better]] = now[better]
        exercised += int(better.sum())
    return value * discount, exercised


prices = paths()
today = math.exp(-RATE * YEARS)

european = estimate("European call", today * np.maximum(prices[-1] - STRIKE, 0.0))
formula = black_scholes(1)
print(f"{'  by formula':<28} {formula:10.6f}")
if abs(european[0] - formula) > 4 * european[1]:
    print("  MORE THAN FOUR STANDARD ERRORS AWAY")

# Sensitivities along the same paths: d price / d spot and d price / d volatility.
above = prices[-1] > STRIKE
growth = np.log(prices[-1] / SPOT)
delta = estimate("  delta", today * above * prices[-1] / SPOT)
slope = (growth - (RATE + 0.5 * VOLATILITY**2) * YEARS) / VOLATILITY
vega = estimate("  vega", today * above * prices[-1] * slope)

asian_call = estimate("Asian call", today * asian(prices))
barrier_payoff, survival = up_and_out(prices, 140.0)
barrier_call = estimate("Up-and-out call, 140", today * barrier_payoff)
print(f"{'  paths that stay below':<28} {survival:10.6f}")
put_value, exercised = american_put(prices)
american = estimate("American put", put_value)
print(f"{'  European, by formula':<28} {black_scholes(-1):10.6f}")
print(f"quantiles of the final price: {np.round(np.quantile(prices[-1], [0.05, 0.5, 0.95]), 6)}")
