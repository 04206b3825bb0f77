"""Rows of steps of optimisers (ai.onnx.preview.training)."""

# Rows are written in NumPy's words on values of any kind.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dusk.array import as_handle
from dusk.formats.onnx.rows import Call, row
from dusk.gradients import vjp

_DOMAIN = "ai.onnx.preview.training"


def _groups(xs: Sequence[Any], kinds: int) -> list[tuple[Any, ...]]:
    """Variables, gradients and so on, one after the other, as one tuple for each variable."""
    n = len(xs) // kinds
    return list(zip(*(xs[k * n : (k + 1) * n] for k in range(kinds))))


def _results(made: list[tuple[Any, ...]]) -> tuple[Any, ...]:
    return tuple(part for kind in zip(*made) for part in kind)


@row("Adagrad", domain=_DOMAIN, known=(0, 1))
def _(call: Call, rate: Any, step: Any, *xs: Any) -> Any:
    r = rate / (1 + step * call.get("decay_factor", 0.0))
    made: list[tuple[Any, ...]] = []
    for x, g, h in _groups(xs, 3):
        g = call.get("norm_coefficient", 0.0) * x + g
        h = h + g * g
        made.append(((x - r * g / (call.np.sqrt(h) + call.get("epsilon", 1e-6))).astype(x.dtype), h))
    return _results(made)


@row("Gradient", domain=_DOMAIN)
def _(call: Call, *values: Any) -> Any:
    """Of y by xs, in the graph that the node is in; xs and zs have these values there."""
    xs, y = call.must("xs"), call.must("y")
    names = [*xs, *call.get("zs", [])]
    found, pull = vjp(lambda *given: call.again(dict(zip(names, given)), y), *(as_handle(v) for v in values))
    return tuple(pull(as_handle(call.np.ones(found.shape, found.dtype)))[: len(xs)])


@row("Momentum", domain=_DOMAIN, known=(0, 1))
def _(call: Call, rate: Any, step: Any, *xs: Any) -> Any:
    alpha, beta = call.must("alpha"), call.must("beta") if step > 0 else 1.0
    made: list[tuple[Any, ...]] = []
    for x, g, v in _groups(xs, 3):
        g = call.get("norm_coefficient", 0.0) * x + g
        v = alpha * v + beta * g
        by = g + alpha * v if call.must("mode") == "nesterov" else v
        made.append(((x - rate * by).astype(x.dtype), v))
    return _results(made)


@row("Adam", domain=_DOMAIN, known=(0, 1))
def _(call: Call, rate: Any, step: Any, *xs: Any) -> Any:
    alpha, beta = call.get("alpha", 0.9), call.get("beta", 0.999)
    r = rate * (1 - beta**step) ** 0.5 / (1 - alpha**step) if step > 0 else rate
    made: list[tuple[Any, ...]] = []
    for x, g, v, h in _groups(xs, 4):
        g = call.get("norm_coefficient", 0.0) * x + g
        v = alpha * v + (1 - alpha) * g
        h = beta * h + (1 - beta) * g * g
        x = x - r * v / (call.np.sqrt(h) + call.get("epsilon", 1e-6))
        made.append((((1 - call.get("norm_coefficient_post", 0.0)) * x).astype(x.dtype), v, h))
    return _results(made)
