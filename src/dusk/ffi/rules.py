"""Rules that users write on arrays, as the rules of ops: traced once for each signature, and built where they apply."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle
from dusk.errors import GradientError
from dusk.gradients.custom import as_kind, rule_graph
from dusk.graph import Graph, TensorType, Value
from dusk.graph.graph import splice
from dusk.graph.graph import tape as graph_tape
from dusk.graph.op import Params, Rule, freeze
from dusk.graph.provenance import current_origin, describe
from dusk.ops.control import ZERO
from dusk.ops.pointwise import Kind, common
from dusk.record import Handle, intern, record

Array = np.ndarray[Any, Any]


def beside_arrays(*kinds: Kind, **params: Any) -> tuple[np.dtype[Any], ...]:
    """The promotion rule of users' ops: arrays are taken as they are, Python numbers as they would be next to them."""
    arrays = [k for k in kinds if not isinstance(k, type)]
    return tuple(common(k, *arrays) if isinstance(k, type) else k for k in kinds)


def _graph_of(function: Callable[..., Any], what: str, types: Sequence[TensorType]) -> Graph:
    """A function of arrays as a graph (GradientError: it cannot be traced, or reads arrays beside its arguments)."""
    need_static(what, types)
    try:
        graph, kept = rule_graph(what, function, [intern(kind) for kind in types])
    except Exception as error:
        if current_origin():
            error.add_note(f"in {what}, called at {describe(current_origin())}")
        raise
    if kept:
        raise GradientError(f"{what} reads an array that is none of its arguments: it would be what it is now for ever")
    return graph


def _each(made: Any) -> tuple[Any, ...]:
    return tuple(cast("Sequence[Any]", made)) if type(made) in (tuple, list) else (made,)


class Traced:
    """A function of arrays as the `inline`, `infer` and body of an op (TypeError: it cannot be traced)."""

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        self.name = name
        self._function = function
        self._of = functools.lru_cache(maxsize=256)(self._traced)

    def _traced(self, types: tuple[TensorType, ...], params: Params) -> tuple[Graph, bool]:
        single: list[bool] = []

        def made(*args: Handle) -> tuple[Handle, ...]:
            result = self._function(*args, **dict(params))
            single.append(type(result) not in (tuple, list))
            return tuple([record(ops.identity, (as_handle(r),), {}, as_array=True) for r in _each(result)])

        try:
            return _graph_of(made, self.name, types), single[0]
        except GradientError as error:
            raise TypeError(
                f"{error}; what is no function of Dusk arrays alone is declared with like= or infer="
            ) from None

    def infer(self, *types: TensorType, **params: Any) -> Any:
        """The types of the results."""
        graph, single = self._of(types, freeze(params))
        return graph.outputs[0].type if single else tuple([v.type for v in graph.outputs])

    def inline(self, *xs: Value, **params: Any) -> Any:
        """The function built of its smaller ops."""
        graph, single = self._of(tuple([v.type for v in xs]), freeze(params))
        made = splice(graph, xs)
        return made[0] if single else made

    def body(self, *xs: Array, **params: Any) -> Any:
        """The function computed by the bodies of its smaller ops."""
        graph, single = self._of(tuple([TensorType(x.shape, x.dtype) for x in xs]), freeze(params))
        made = self._run(graph, xs)
        return made[0] if single else tuple(made)

    @staticmethod
    def _run(graph: Graph, xs: Sequence[Array]) -> list[Any]:
        return tape_of(graph).run(xs)


@functools.lru_cache(maxsize=1024)
def tape_of(graph: Graph) -> Any:
    """The calls of bodies that a graph stands for."""
    return graph_tape(graph)


def vjp_rule(name: str, rule: Callable[..., Any]) -> Rule:
    """`rule(g, out, *inputs, **params)`, on arrays, as the `vjp` of an op: a cotangent an input, None: zeros."""
    what = f"the vjp of {name}"

    @functools.lru_cache(maxsize=256)
    def traced(types: tuple[TensorType, ...], count: int, single: bool, params: Params) -> tuple[Graph, list[int]]:
        at: list[int] = []
        kinds = [intern(kind) for kind in types[2 * count :]]

        def back(*given: Handle) -> tuple[Handle, ...]:
            g, out, inputs = given[:count], given[count : 2 * count], given[2 * count :]
            made = _each(rule(*((g[0], out[0]) if single else (g, out)), *inputs, **dict(params)))
            if len(made) != len(inputs):
                raise TypeError(f"{what} gave {len(made)} cotangents for {len(inputs)} arguments")
            found: list[Handle] = []
            for cotangent, kind in zip(made, kinds, strict=True):
                at.append(ZERO if cotangent is None else len(found))
                if cotangent is not None:
                    found.append(as_kind(cotangent, kind, f"a cotangent of {name}"))
            return tuple(found)

        return _graph_of(back, what, types), at

    def vjp(g: Any, out: Any, *inputs: Value, **params: Any) -> tuple[Value | None, ...]:
        single = isinstance(g, Value)
        given: tuple[Value, ...] = (g, out, *inputs) if single else (*g, *out, *inputs)
        graph, at = traced(tuple([v.type for v in given]), 1 if single else len(g), single, freeze(params))
        made = splice(graph, given)
        return tuple([None if i == ZERO else made[i] for i in at])

    return vjp


def jvp_rule(name: str, rule: Callable[..., Any]) -> Rule:
    """`rule(tangents, out, *inputs, **params)`, on arrays, as the `jvp` of an op; tangents of what stays are zeros."""
    what = f"the jvp of {name}"

    @functools.lru_cache(maxsize=256)
    def traced(types: tuple[TensorType, ...], count: int, single: bool, params: Params) -> Graph:
        arity = (len(types) - count) // 2
        kinds = [intern(kind) for kind in types[arity : arity + count]]

        def forth(*given: Handle) -> tuple[Handle, ...]:
            tangents, out, inputs = given[:arity], given[arity : arity + count], given[arity + count :]
            made = _each(rule(tangents, out[0] if single else out, *inputs, **dict(params)))
            if len(made) != count:
                raise TypeError(f"{what} gave {len(made)} tangents for {count} results")
            return tuple([as_kind(t, kind, f"a tangent of {name}") for t, kind in zip(made, kinds, strict=True)])

        return _graph_of(forth, what, types)

    def jvp(tangents: Sequence[Value | None], out: Any, *inputs: Value, **params: Any) -> Any:
        single = isinstance(out, Value)
        outs: tuple[Value, ...] = (out,) if single else out
        moved = [ops.fill(x, 0) if t is None else t for t, x in zip(tangents, inputs, strict=True)]
        given = (*moved, *outs, *inputs)
        graph = traced(tuple([v.type for v in given]), len(outs), single, freeze(params))
        made = splice(graph, given)
        return made[0] if single else made

    return jvp


def batch_rule(name: str, rule: Callable[..., Any]) -> Rule:
    """`rule(axes, *inputs, **params)`, on arrays, as the `batch` of an op; axes are 0 (mapped, in front) or None."""

    @functools.lru_cache(maxsize=256)
    def traced(axes: tuple[int | None, ...], types: tuple[TensorType, ...], params: Params) -> tuple[Graph, bool]:
        single: list[bool] = []

        def mapped(*inputs: Handle) -> tuple[Handle, ...]:
            made = rule(axes, *inputs, **dict(params))
            single.append(type(made) not in (tuple, list))
            return tuple([record(ops.identity, (as_handle(r),), {}, as_array=True) for r in _each(made)])

        return _graph_of(mapped, f"the batch rule of {name}", types), single[0]

    def batch(axes: tuple[int | None, ...], *inputs: Value, **params: Any) -> Any:
        graph, single = traced(axes, tuple([v.type for v in inputs]), freeze(params))
        made = splice(graph, inputs)
        return made[0] if single else made

    return batch


def infer_rule(function: Callable[..., Any], like: int | str | None, infer: Callable[..., Any] | None) -> Rule:
    """What a function of NumPy arrays gives: the type of its argument `like` (a place or a name), or what `infer` says
    of the arguments' types: one type or a list of them, each `(shape, dtype)` or anything that has both."""
    if like is not None:
        names = list(inspect.signature(function).parameters) if isinstance(like, str) else []
        if isinstance(like, str) and like not in names:
            raise TypeError(f"like={like!r} is no argument of {function}")
        place = names.index(like) if isinstance(like, str) else like

        def same(*types: TensorType, **params: Any) -> TensorType:
            return types[place]

        return same
    assert infer is not None

    def said(*types: TensorType, **params: Any) -> Any:
        need_static("a shape rule", types)
        return typed(infer(*types, **params), types)

    return said


def need_static(what: str, types: Sequence[TensorType]) -> None:
    """Raise NotImplementedError where sizes are named ones: `what` is asked for numbers."""
    if not all(kind.is_static() for kind in types):
        raise NotImplementedError(f"{what} of named sizes")


def typed(made: Any, types: Sequence[TensorType]) -> Any:
    """What a rule said of results as types; a list says it of several. `types` are those of the arguments."""
    device = types[0].device if types else "cpu:0"
    return tuple([_type(one, device) for one in cast("list[Any]", made)]) if type(made) is list else _type(made, device)


def _type(given: Any, device: str) -> TensorType:
    if isinstance(given, TensorType):
        return given
    shape, dtype = cast("tuple[Any, Any]", given) if type(given) is tuple else (given.shape, given.dtype)
    return TensorType(tuple(map(int, (shape,) if isinstance(shape, int) else shape)), np.dtype(dtype), device)


def checked(name: str, made: Any, wanted: Any) -> Any:
    """What a function gave, as arrays of the types it was declared to give (TypeError, ValueError: it is not)."""
    kinds = _each(wanted)
    several = wanted is not kinds[0] if kinds else True
    results: tuple[Any, ...] = _each(made) if several else (made,)
    if len(results) != len(kinds):
        raise TypeError(f"{name} gave {len(results)} results where {len(kinds)} were declared")
    found: list[Array] = []
    for result, kind in zip(results, kinds, strict=True):
        array: Array = np.asarray(result)
        exact = hasattr(result, "dtype")
        if array.dtype != kind.dtype:
            if exact or not np.can_cast(array.dtype, kind.dtype, "same_kind"):
                raise TypeError(f"{name} gave dtype {array.dtype} where {kind.dtype} was declared")
            array = array.astype(kind.dtype)
        if array.shape != kind.shape:
            raise ValueError(f"{name} gave shape {array.shape} where {kind.shape} was declared")
        found.append(array)
    return tuple(found) if several else found[0]
