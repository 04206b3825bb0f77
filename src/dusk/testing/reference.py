"""Values of nodes by the bodies of their ops, in their own and in extended precision; and what "equal" means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import numpy as np

from dusk.graph import Node, Value
from dusk.graph.node import PLACEHOLDER, topological
from dusk.graph.op import coercions
from dusk.transform.laws import limits

Array = np.ndarray[Any, Any]
_WIDE = {"f": np.longdouble, "V": np.longdouble, "c": np.clongdouble}
_ROUNDINGS = 16
"""How many units in the last place ops may differ by that are no sums."""


def widened(x: Any) -> Array:
    """An array in extended precision, if it holds inexact numbers."""
    array = np.asarray(x)
    wide = _WIDE.get(array.dtype.kind)
    return array if wide is None else array.astype(wide)


def results_of(node: Node, operands: Sequence[Any]) -> tuple[Any, ...]:
    """What a node's body makes of operands; the token that follows an effect is None."""
    read = operands[1:] if node.op.effect else operands
    with np.errstate(all="ignore"):
        made = node.op.body(*read, **node.keywords)
    results = cast("tuple[Any, ...]", made) if isinstance(made, tuple) else (made,)
    return (*results, None) if node.op.effect else results


def wide_results_of(node: Node, operands: Sequence[Any]) -> tuple[Any, ...]:
    """The same in extended precision; where a body knows only its own types, of operands rounded to them."""
    wide = [None if x is None else widened(x) for x in operands]
    kinds = {kind.dtype.kind for kind in (node.types[0], *(v.type for v in node.inputs)) if hasattr(kind, "dtype")}
    if node.op is coercions.cast and kinds <= {"f", "V"}:
        return (wide[0],)
    try:
        made = results_of(node, wide)
    except Exception:
        narrow = [None if x is None else x.astype(v.dtype) for x, v in zip(wide, node.inputs, strict=True)]
        made = results_of(node, narrow)
    return tuple(None if x is None else widened(x) for x in made)


class Values:
    """The values of all nodes over given inputs, each computed once."""

    def __init__(self, inputs: Mapping[Value, Any]) -> None:
        self.inputs = inputs
        self.plain: dict[Value, Any] = dict(inputs)
        self.wide: dict[Value, Any] = {v: widened(x) for v, x in inputs.items()}

    def compute(self, values: Iterable[Value]) -> None:
        """Find values, and all that they depend on."""
        for node in topological(values):
            if node.op is PLACEHOLDER or node.out in self.plain:
                continue
            plain = results_of(node, [self.plain[v] for v in node.inputs])
            wide = wide_results_of(node, [self.wide[v] for v in node.inputs])
            for value, x, y in zip(node.outputs, plain, wide, strict=True):
                self.plain[value], self.wide[value] = x, y

    def knows_inputs_of(self, values: Iterable[Value]) -> bool:
        """Whether values depend on these inputs only (those in inner graphs depend on others)."""
        return all(n.op is not PLACEHOLDER or n.out in self.inputs for n in topological(values))

    def noise(self, value: Value) -> float:
        """What rounding does to a value at most, where it is finite."""
        wide, plain = self.wide[value], widened(self.plain[value])
        if wide.dtype.kind not in "fc":
            return 0.0
        error = np.abs(wide - plain)
        return float(np.max(error, initial=0.0, where=np.isfinite(error)))


def tolerance(wanted: Array, dtype: np.dtype[Any]) -> Array:
    """What an op may be off by that is no sum: a few roundings of each element."""
    kind = limits(dtype)
    return _ROUNDINGS * float(kind.eps) * np.abs(wanted) + float(kind.smallest_subnormal)


def share(wanted: Array, digits: float) -> Any:
    """What the largest of the finite numbers may be off by that keep this share of their digits; 0 for exact ones."""
    if wanted.dtype.kind not in "fVc":
        return 0
    size = np.max(np.abs(wanted), initial=0, where=np.isfinite(wanted))
    return float(limits(wanted.dtype).eps) ** digits * size


def differing(met: Any, wanted: Any, allowed: Any, forgive: bool = False) -> tuple[int, ...] | None:
    """The first index at which arrays differ by more than is allowed; with `forgive`, not where `wanted` is NaN or
    infinite."""
    met, wanted = widened(met), widened(wanted)
    with np.errstate(all="ignore"):
        if wanted.dtype.kind not in "fc":
            fits = met == wanted
        else:
            off = ~(np.abs(met - wanted) <= allowed)
            fits = ~off | (met == wanted) | (np.isnan(met) & np.isnan(wanted))
            if forgive:
                fits |= ~np.isfinite(wanted)
    if met.shape != wanted.shape:
        return ()
    places = np.argwhere(~fits)
    return tuple(int(i) for i in places[0]) if len(places) else None


def ulps(met: Any, wanted: Any, dtype: np.dtype[Any]) -> float | None:
    """How many units in the last place numbers are apart; None for exact ones, and where one is not finite."""
    if dtype.kind not in "fVc":
        return None
    with np.errstate(all="ignore"):
        apart, size = np.abs(widened(met) - widened(wanted)), np.abs(widened(wanted))
        unit = np.maximum(2.0 ** np.floor(np.log2(size)) * float(limits(dtype).eps), limits(dtype).smallest_subnormal)
        count = float(apart / unit)
    return count if np.isfinite(count) else None
