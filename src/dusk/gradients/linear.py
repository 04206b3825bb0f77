"""Derivatives as linear functions: `vjp` takes cotangents of results back, `jvp` tangents of arguments forward."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle
from dusk.gradients.reverse import no_array, variables_of
from dusk.graph import Graph
from dusk.graph.provenance import describe, here
from dusk.record import Handle, Kind, linearised, local, record, run_pending, several
from dusk.record.left import tell_left
from dusk.tracing.calls import read
from dusk.tree import Structure, flatten, unflatten


def vjp(function: Callable[..., Any], *primals: Any, has_aux: bool = False) -> Any:
    """A function's result at `primals`, and the function that takes a cotangent of it back to cotangents of these.

    `primals` and the result are arrays, numbers, or trees of them. `pull(cotangent)`, for a cotangent of the result's
    structure and shapes, gives a tuple: for each primal the sum over results of cotangent times derivative, in its own
    structure, shapes and dtypes. It may be called any number of times, at any time, and be differentiated. With
    `has_aux` the function gives a pair, whose second part comes back as it is: `(result, pull, aux)`.
    Raises TypeError for primals and results that cannot be differentiated, and cotangents of another structure;
    ValueError for cotangents of other shapes; GradientError for an op without gradient.

    >>> import dusk, dusk.numpy as np
    >>> y, pull = dusk.vjp(lambda x: x**2, np.array([1.0, 2.0]))
    >>> y, pull(np.array([1.0, 10.0]))
    (array([1., 4.]), (array([ 2., 40.]),))
    """
    at = _derived(function, primals, has_aux, forward=False)

    def pull(cotangent: Any) -> tuple[Any, ...]:
        given = at.results.fitted(cotangent, "cotangent")
        return at.primals.tree(at.along(given))

    return (at.result, pull, at.aux) if has_aux else (at.result, pull)


def jvp(function: Callable[..., Any], primals: Sequence[Any], tangents: Sequence[Any], has_aux: bool = False) -> Any:
    """A function's result at `primals`, and the derivative of it along `tangents`: one sweep, forward.

    `primals` are the arguments, arrays, numbers or trees of them; `tangents` has the same structure and shapes, and
    says in which direction each moves. The derivative has the structure and shapes of the result (zeros where this is
    of integers). With `has_aux`: `(result, tangent, aux)`. Raises as `vjp`.

    >>> import dusk, dusk.numpy as np
    >>> dusk.jvp(np.sin, (0.0,), (2.0,))
    (np.float64(0.0), np.float64(2.0))
    """
    if not isinstance(cast("Any", primals), list | tuple) or not isinstance(cast("Any", tangents), list | tuple):
        raise TypeError("jvp takes the arguments, and their tangents, each as a tuple")
    at = _derived(function, tuple(primals), has_aux, forward=True)
    tangent = at.results.tree(at.along(at.primals.fitted(tuple(tangents), "tangent")))
    return (at.result, tangent, at.aux) if has_aux else (at.result, tangent)


class Leaves(NamedTuple):
    """The structure of a tree of arrays, and their types."""

    structure: Structure
    kinds: tuple[Kind, ...]

    def tree(self, found: Sequence[Any]) -> Any:
        """A tree of it, with zeros for what carries no derivative."""
        rest = iter(found)
        return unflatten(
            self.structure,
            [
                next(rest) if k.dtype.kind in "fcV" else as_handle(np.zeros(cast("Any", k.shape), k.dtype))
                for k in self.kinds
            ],
        )

    def fitted(self, given: Any, what: str) -> list[Handle]:
        """What is given for those that carry derivatives (TypeError, ValueError: it is not of this structure)."""
        if self.structure is None:
            leaves = [given]
        else:
            leaves, structure = flatten(given)
            if structure != self.structure:
                raise TypeError(f"the {what} is not of the structure of what it belongs to (at {describe(here())})")
        pairs = zip(leaves, self.kinds, strict=True)
        return [_fitted(leaf, kind, what) for leaf, kind in pairs if kind.dtype.kind in "fcV"]


def _fitted(value: Any, kind: Kind, what: str) -> Handle:
    handle = as_handle(value)
    if handle.shape != kind.shape:
        raise ValueError(f"a {what} has shape {handle.shape} where {kind.shape} belongs (at {describe(here())})")
    if handle.dtype != kind.dtype:
        if handle.dtype.kind == "c":
            raise TypeError(f"a {what} has dtype {handle.dtype} where {kind.dtype} belongs (at {describe(here())})")
        handle = record(ops.astype, (handle,), {"dtype": kind.dtype})
    return handle


class Derived(NamedTuple):
    """A function's result at a point and its derivative there: a graph of the (co)tangents and the values kept."""

    result: Any
    aux: Any
    primals: Leaves
    results: Leaves
    graph: Graph
    kept: tuple[Handle, ...]

    def along(self, given: Sequence[Handle]) -> tuple[Any, ...]:
        """The derivative at cotangents of results, or tangents of primals."""
        if not self.graph.outputs:
            return ()
        return several(record(ops.call, (*given, *self.kept), {"graph": self.graph}))


def _derived(function: Callable[..., Any], primals: tuple[Any, ...], has_aux: bool, forward: bool) -> Derived:
    """Record a function as it runs, then derive its derivative from what was recorded."""
    leaves, structure = flatten(primals)
    context = local.context
    history, taken = context.history, context.taken
    context.taken = None
    try:
        inside, slots, foreign = variables_of(context, leaves)
        kinds = tuple([cast("Kind", handle.type) for handle in inside])
        result = read(function)(*unflatten(structure, inside))
        result, aux = result if has_aux else (result, None)
        found, shape = flatten(result)
        if context.taken is not None and any(not isinstance(leaf, Handle) for leaf in found):
            raise TypeError(no_array(next(leaf for leaf in found if not isinstance(leaf, Handle)), context.taken))
        outputs = [_output(leaf) for leaf in found]
        if context.left:
            tell_left(context, slots, outputs)
        made = tuple([cast("Kind", handle.type) for handle in outputs])
        graph, kept = linearised([h for h in outputs if h.dtype.kind in "fcV"], slots, forward)
    finally:
        context.history, context.taken = history, taken
    if foreign and not history:
        run_pending()  # NumPy's memory is read and written before this returns
    return Derived(unflatten(shape, outputs), aux, Leaves(structure, kinds), Leaves(shape, made), graph, kept)


def _output(leaf: Any) -> Any:
    try:
        return as_handle(leaf)
    except TypeError:
        raise TypeError(
            f"the differentiated function gave {type(leaf).__name__}, not an array, a number or a tree of them "
            f"(called at {describe(here())})"
        ) from None
