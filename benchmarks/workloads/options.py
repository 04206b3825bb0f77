"""Black-Scholes prices of calls and puts, float32: a long chain of element-wise functions, forward and backward."""

from collections.abc import Iterator
from typing import Any

import numpy

from benchmarks.workload import Goal, Workload, both

RATE_OF_INTEREST, VOLATILITY = 0.02, 0.3


def black_scholes(np: Any, market: Any) -> Any:
    S, X, T = market
    r, v = RATE_OF_INTEREST, VOLATILITY
    root = v * np.sqrt(T)
    d1 = (np.log(S / X) + (r + v * v / 2) * T) / root
    d2 = d1 - root
    discounted = X * np.exp(-r * T)

    def normal(x: Any) -> Any:
        return 0.5 * (1 + np.erf(x * 0.7071067811865476))

    return S * normal(d1) - discounted * normal(d2), discounted * normal(-d2) - S * normal(-d1)


def market(n: int) -> tuple[Any, ...]:
    rng = numpy.random.default_rng(0)
    return ([rng.uniform(low, high, n).astype("float32") for low, high in ((5, 30), (1, 100), (0.25, 10))],)


def options(n: int) -> Iterator[Workload]:
    """Three arrays in and two out; the gradient three more, with two weights, and no results."""
    large = n >= 10**7
    goals = (Goal("Dusk compiled", "best peer", 3 if large else 1),)
    without = ("NumPy",) if large else ()  # 30 times slower, for seconds
    name = f"Black-Scholes 1e{len(str(n)) - 1}"
    yield from both(name, black_scholes, lambda: market(n), 20.0 * n, 32.0 * n, goals=goals, without=without)


def workloads(all: bool) -> Iterator[Workload]:
    yield from options(10**6)
    yield from (workload for workload in options(10**7) if all or workload.kind == "value")
