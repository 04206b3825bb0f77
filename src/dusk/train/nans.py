"""Where a NaN comes from: a function's graph run op by op, and followed back from what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import numpy as np

from dusk.errors import NanError
from dusk.graph import PLACEHOLDER, TOKEN, Graph, Value
from dusk.graph.graph import bind_sizes, is_static, specialise
from dusk.graph.provenance import describe
from dusk.numpy import errstate
from dusk.record import Handle, value_of
from dusk.tracing.compiled import Compiled
from dusk.tracing.trace import Imperative
from dusk.transform.inline import inline
from dusk.tree import flatten

__all__ = ["nan_guard"]

_Bad = Callable[[Any], bool]


def nan_guard(value: Any, function: Callable[..., Any], *args: Any) -> None:
    """Raise NanError if a value (an array, or a tree of them) that `function(*args)` gave is not finite.

    It names the op that made the first NaN (or else infinity), and the user's line: the function is recorded once more,
    and computed op by op. Nothing is written to, so nothing that the function reads may have been changed since: ask
    between the gradients and the update.

    >>> import dusk, dusk.numpy as np
    >>> from dusk import train
    >>> x = np.array([1.0, 0.0])
    >>> f = lambda x: (x / x).sum()
    >>> try:
    ...     train.nan_guard(f(x), f, x)
    ... except dusk.errors.NanError as error:
    ...     print(str(error).partition(" at ")[0])
    a NaN was made by divide
    """
    if not is_finite(value):
        raise NanError(explained(function, *args))


def is_finite(value: Any) -> bool:
    """Whether all floats of a tree are finite."""
    leaves = [np.asarray(leaf) for leaf in flatten(value)[0] if isinstance(leaf, Handle | np.ndarray | float)]
    return all(bool(np.isfinite(leaf).all()) for leaf in leaves if leaf.dtype.kind in "fcV")


def explained(function: Callable[..., Any], *args: Any) -> str:
    """In words, which op makes the first NaN of what a function gives."""
    found, cells = Compiled(function).traced(*args)
    if isinstance(found, Imperative):
        return _raised(function, args) or f"a result is not finite; which op made it cannot be told: {found.reason}"
    graph = inline(found.recorded)
    arguments = [np.array(value_of(cell)) for cell in cells]
    if not is_static(graph):
        graph = specialise(graph, bind_sizes([v.type for v in graph.inputs], [x.shape for x in arguments]))
    values = _values(graph, arguments)
    for bad, what in ((_nan, "NaN"), (_infinite, "infinity")):
        for output in graph.outputs:
            if bad(values.get(output)):
                return _origin(output, values, bad, what)
    return "a result was not finite, but all values are when the ops run one by one: it was an overflow on the way"


def _raised(function: Callable[..., Any], args: Sequence[Any]) -> str:
    """Where NumPy would notice, of what cannot be traced."""
    try:
        with errstate(invalid="raise", divide="raise"):
            function(*args)
    except FloatingPointError as error:
        return f"a NaN or infinity was made: {'; '.join([str(error), *getattr(error, '__notes__', ())])}"
    return ""


def _values(graph: Graph, arguments: Sequence[Any]) -> dict[Value, Any]:
    values: dict[Value, Any] = dict(zip(graph.inputs, arguments, strict=True))
    with np.errstate(all="ignore"):
        for node in graph.nodes:
            operands = [values.get(v) for v in node.inputs]
            made = node.op.body(*(operands[1:] if node.op.effect else operands), **node.keywords)
            results = cast("tuple[Any, ...]", made) if isinstance(made, tuple) else (made,)
            for value, result in zip(node.outputs, results, strict=False):
                if value.type is not TOKEN:
                    values[value] = np.array(result)
    return values


def _origin(value: Value, values: Mapping[Value, Any], bad: _Bad, what: str) -> str:
    """The op that made something bad of operands that were not."""
    while (before := next((v for v in value.node.inputs if bad(values.get(v))), None)) is not None:
        value = before
    node, made = value.node, values[value]
    operands = [values[v] for v in node.inputs if v in values]
    count = int((np.isnan(made) if bad is _nan else np.isinf(made)).sum())
    many = f"{count} of {made.size} elements" if made.ndim else "a number"
    if node.op is PLACEHOLDER:
        kind = f"{made.dtype}{list(made.shape)}"
        return f"an array that the function was given has {what} already: {kind}, {many}"
    kinds = ", ".join(f"{x.dtype}{list(x.shape)}" for x in operands)
    line = f"{'an' if what[0] == 'i' else 'a'} {what} was made by {node.op.name} at {describe(node.origin)} of {kinds}"
    infinite = next((v for v in node.inputs if bad is _nan and _infinite(values.get(v))), None)
    further = "" if infinite is None else f"; before that {_origin(infinite, values, _infinite, 'infinity')}"
    return f"{line}: {many}{further}"


def _nan(x: Any) -> bool:
    return x is not None and x.dtype.kind in "fcV" and bool(np.isnan(x).any())


def _infinite(x: Any) -> bool:
    return x is not None and x.dtype.kind in "fcV" and bool(np.isinf(x).any())
