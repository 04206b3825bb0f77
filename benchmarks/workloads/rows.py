"""GELU, softmax and layer norm of a matrix's rows, float32, forward and backward."""

from collections.abc import Iterator
from typing import Any

import numpy

from benchmarks.workload import Form, Goal, Workload, both


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
    yield from rows((4096, 1024))
