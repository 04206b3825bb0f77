"""Attention of 8 heads, float32, forward and backward: as a formula, and as each framework has it."""

from collections.abc import Iterator
from typing import Any

import numpy

from benchmarks.workload import Form, Goal, Workload

HEADS = 8


def data(batch: int, length: int, width: int) -> tuple[Any, ...]:
    rng = numpy.random.default_rng(0)
    return ([rng.standard_normal((batch, HEADS, length, width)).astype("float32") for _ in range(3)],)


def formula(causal: bool) -> Any:
    def attention(np: Any, given: Any) -> Any:
        q, k, v = given
        s = q @ np.swapaxes(k, 2, 3) * q.shape[3] ** -0.5
        if causal:
            places = np.arange(s.shape[3])
            s = np.where(places[:, None] >= places, s, -numpy.inf)
        e = np.exp(s - np.max(s, axis=3, keepdims=True))
        return e @ v / np.sum(e, axis=3, keepdims=True)

    return attention


def op(causal: bool) -> Any:
    def attention(np: Any, given: Any) -> Any:
        return np.attention(*given, causal=causal)

    return attention


def library(causal: bool) -> Any:
    def attention(torch: Any, given: Any) -> Any:
        return torch.nn.functional.scaled_dot_product_attention(*given, is_causal=causal)

    return attention


def jax_library(causal: bool) -> Any:
    def attention(np: Any, given: Any) -> Any:
        import jax

        turned = (np.swapaxes(x, 1, 2) for x in given)
        return np.swapaxes(jax.nn.dot_product_attention(*turned, is_causal=causal), 1, 2)

    return attention


def both(batch: int, length: int, width: int, causal: bool) -> Iterator[Workload]:
    """Products: two forward, five more for the gradient, which makes the scores again; half of them where causal."""
    product = 2.0 * batch * HEADS * length * length * width * (0.5 if causal else 1)
    size = 4.0 * batch * HEADS * length * width
    name = f"attention{', causal' if causal else ''}, {length} times, heads of {width}"
    for kind, what, products, arrays in (("value", "forward", 2, 4), ("gradient", "gradient", 7, 7)):
        yield Workload(
            f"{name}, {what}",
            kind,
            formula(causal),
            lambda: data(batch, length, width),
            {
                "Dusk": Form(op(causal)),
                "torch": Form(library(causal)),
                "jax": Form(jax_library(causal)),
            },
            without=("torch compile", "Dusk symbol"),
            flops=products * product,
            bytes=arrays * size,
            goals=(Goal("Dusk compiled", "best peer", 1),),
        )


def workloads(all: bool) -> Iterator[Workload]:
    for causal in (False, True):
        yield from both(4, 1024, 64, causal)
        if all:
            yield from both(8, 1024, 32, causal)
            yield from both(1, 4096, 64, causal)
