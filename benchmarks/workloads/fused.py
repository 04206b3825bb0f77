"""Element-wise chains and rows: Black-Scholes, GELU, softmax and layer norm, float32, forward and backward."""

from collections.abc import Iterator
from typing import Any, Literal

import numpy

from benchmarks.workload import Form, Goal, Workload

SHAPE = (4096, 1024)
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


def gelu(np: Any, x: Any) -> Any:
    return 0.5 * x * (1 + np.erf(x * 0.7071067811865476))


def softmax(np: Any, x: Any) -> Any:
    e = np.exp(x - np.max(x, axis=1, keepdims=True))
    return e / np.sum(e, axis=1, keepdims=True)


def layer_norm(np: Any, given: Any) -> Any:
    x, scale, shift = given
    centred = x - np.mean(x, axis=1, keepdims=True)
    variance = np.mean(centred * centred, axis=1, keepdims=True)
    return centred / np.sqrt(variance + 1e-5) * scale + shift


def torch_layer_norm(torch: Any, given: Any) -> Any:
    x, scale, shift = given
    return torch.nn.functional.layer_norm(x, (x.shape[1],), scale, shift)


def jax_softmax(np: Any, x: Any) -> Any:
    import jax

    return jax.nn.softmax(x, 1)


FORMS = {
    "gelu": {
        "torch": Form(lambda torch, x: torch.nn.functional.gelu(x)),
    },
    "softmax": {"torch": Form(lambda torch, x: torch.softmax(x, 1)), "jax": Form(jax_softmax)},
    "layer_norm": {"torch": Form(torch_layer_norm)},
}


def matrix(shape: tuple[int, int]) -> tuple[Any, ...]:
    return (numpy.random.default_rng(0).standard_normal(shape).astype("float32"),)


def normed(shape: tuple[int, int]) -> tuple[Any, ...]:
    rng = numpy.random.default_rng(0)
    scale, shift = (rng.standard_normal(shape[1]).astype("float32") for _ in range(2))
    return ((*matrix(shape), scale, shift),)


def both(name: str, function: Any, data: Any, arrays: float, back: float, **rest: Any) -> Iterator[Workload]:
    """Forward, and the gradient; `arrays` and `back` are the bytes each must move."""
    kinds: tuple[tuple[str, Literal["value", "gradient"], float], ...]
    kinds = (("forward", "value", arrays), ("gradient", "gradient", back))
    for word, kind, size in kinds:
        yield Workload(f"{name}, {word}", kind, function, data, bytes=size, **rest)


def options(n: int) -> Iterator[Workload]:
    """Three arrays in and two out; the gradient three more, with two weights, and no results."""
    large = n >= 10**7
    goals = (Goal("Dusk compiled", "best peer", 3 if large else 1),)
    without = ("NumPy",) if large else ()  # 30 times slower, for seconds
    name = f"Black-Scholes 1e{len(str(n)) - 1}"
    yield from both(name, black_scholes, lambda: market(n), 20.0 * n, 32.0 * n, goals=goals, without=without)


def rows(shape: tuple[int, int]) -> Iterator[Workload]:
    """One array in and one out; the gradient reads two and writes one."""
    size = 4.0 * shape[0] * shape[1]
    goals = (Goal("Dusk compiled", "best peer", 1), Goal("Dusk compiled", "limit", 0.85))
    where = f"{shape[0]}x{shape[1]}"
    for name, function, data in (
        ("gelu", gelu, lambda: matrix(shape)),
        ("softmax", softmax, lambda: matrix(shape)),
        ("layer_norm", layer_norm, lambda: normed(shape)),
    ):
        yield from both(f"{name} {where}", function, data, 2 * size, 3 * size, goals=goals, forms=FORMS[name])


def workloads(all: bool) -> Iterator[Workload]:
    yield from options(10**6)
    yield from (workload for workload in options(10**7) if all or workload.kind == "value")
    yield from rows(SHAPE)
