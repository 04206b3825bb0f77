"""What has no rule here runs in NumPy itself: counted, and reported once with the user's line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.array import export, is_numeric, taken_over
from dusk.devices import DEFAULT_NAME, beside, in_force, said
from dusk.graph import CONSTANT, Literal, TensorType
from dusk.record import Classes, Door, Handle, assign, leaf, local, record, value_of
from dusk.record.fallbacks import note, refuse_taken
from dusk.record.handle import Elsewhere
from dusk.tree import flatten, unflatten

NOTHING: Mapping[str, Any] = MappingProxyType({})
NO_VALUE: Any = getattr(np, "_NoValue")  # noqa: B009
"""What NumPy's own Python code gives for a keyword that was left out."""


class HostCall:
    """A NumPy function with its arguments that are not arrays: what a `host` node calls."""

    def __init__(self, function: Callable[..., Any], structure: Any, leaves: Sequence[Any]) -> None:
        self.function, self.structure, self.leaves = function, structure, leaves

    def __call__(self, *arrays: Any) -> Any:
        rest = iter(arrays)
        args, kwargs = unflatten(self.structure, [next(rest) if isinstance(x, Handle) else x for x in self.leaves])
        return self.function(*args, **kwargs)

    def __repr__(self) -> str:
        return getattr(self.function, "__name__", "a NumPy function")


def call_numpy(function: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Call a NumPy function on the values of Dusk arrays, now; arrays among its results become Dusk arrays.

    What it writes to (`out=`) is written in place. While a gradient is recorded the call becomes a node
    without a rule, so that a gradient through it is refused with this line.
    Raises PolicyError where fallbacks are refused.
    """
    note(function, kwargs)
    place = elsewhere(args, kwargs)
    if place:
        refuse_taken(function, place)
    return run_numpy(function, args, kwargs)


def elsewhere(args: Sequence[Any], kwargs: Mapping[str, Any] = NOTHING) -> str:
    """The device of the first array with dimensions among arguments, by name; "" if that is the first one."""
    if not Elsewhere.met:
        return ""
    leaves = flatten((list(args), dict(kwargs)))[0]
    arrays = (x for x in leaves if isinstance(x, Handle) and type(x) is not Classes.selected and x.type.shape)
    place = next((x.type.device for x in arrays), DEFAULT_NAME)
    return "" if place == DEFAULT_NAME else place


def run_numpy(function: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """As `call_numpy`, for what NumPy is the right place for: not counted, never refused."""
    place = elsewhere(args, kwargs)
    if place and place != said():
        with beside(place):  # what is made of arrays lies where they do
            return run_numpy(function, args, kwargs)
    context = local.context
    out = kwargs.get("out")
    leaves, structure = flatten((list(args), dict(kwargs)))
    if context.trace is not None and context.history and any(isinstance(x, Handle) for x in leaves):
        context.trace(None)  # type: ignore[arg-type]
    plain = [_shown(x, bool(context.history)) if isinstance(x, Handle) else x for x in leaves]
    new_args, new_kwargs = unflatten(structure, plain)
    apart = context.trace is not None or bool(context.history)
    before = list(map(_bytes, plain)) if apart else []
    result = function(*new_args, **new_kwargs)
    # what was shown is no array's memory: what was written there is recorded
    wrote = apart and _carry_over(function, (args, kwargs), [*zip(leaves, plain, before, strict=True)])
    for given, array in zip(leaves, plain, strict=True):
        if result is array and isinstance(given, Handle):
            return given
    if out is not None and (wrote or not context.history):
        return _written(result, [*zip(plain, leaves, strict=True)])
    handles = [x for x in leaves if isinstance(x, Handle)]
    if context.history and any(x.dtype.kind in "fc" for x in handles):
        several = isinstance(result, tuple | list)
        types = _types_of(cast("Sequence[object]", result) if several else (result,))
        if types is not None:
            host = _Written(function, result) if wrote else HostCall(function, structure, leaves)
            values = record(ops.host, handles, {"function": host, "types": types})
            return _like(result, values if len(types) > 1 else (values,)) if several else values
    made = [result]
    del result
    taken = taken_over(made)
    return wrap(made[0]) if taken is None else taken


def _bytes(x: Any) -> bytes | None:
    return cast("Any", x).tobytes() if isinstance(x, np.ndarray) else None


def _carry_over(function: Callable[..., Any], call: tuple[Any, Any], shown: Sequence[tuple[Any, Any, Any]]) -> bool:
    """Record, as values of a call's arrays, what the function has written into the memory they were `shown` in: each
    leaf, its memory, and what that held before. While a gradient is recorded they have no rule, and `out` counts as
    written whatever is there. Returns whether any was."""
    args, kwargs = call
    own = set(map(id, flatten(kwargs.get("out"))[0]))
    operands = flatten([list(args), {k: v for k, v in kwargs.items() if k != "out"}])[0]
    handles = [x for x in operands if isinstance(x, Handle)]
    wrote = False
    for given, array, old in shown:
        if not isinstance(given, Handle) or old is None or (id(given) not in own and _bytes(array) == old):
            continue
        wrote, value, types = True, array.copy(), _types_of((array,))
        if local.context.history and types is not None and any(x.dtype.kind in "fc" for x in handles):
            value = record(ops.host, handles, {"function": _Written(function, value), "types": types})
        assign(given, value)
    return wrote


class _Written:
    """What a NumPy function has written, in the place of its call."""

    def __init__(self, function: Callable[..., Any], value: np.ndarray[Any, Any]) -> None:
        self.function, self.value = function, value

    def __call__(self, *_: Any) -> Any:
        return self.value

    def __repr__(self) -> str:
        return getattr(self.function, "__name__", "a NumPy function")


def _shown(x: Handle, copied: bool) -> Any:
    """What NumPy is given for an array: its memory, or where that is to stay apart its value; scalars are scalars."""
    return value_of(x)[()] if type(x) is Classes.scalar else value_of(x).copy() if copied else export(x)


def _written(result: Any, given: Sequence[tuple[Any, Any]]) -> Any:
    """What NumPy gave for `out=`: where that is one of the arrays shown to it, or several, what they were shown for."""
    if isinstance(result, tuple):
        return tuple([_written(part, given) for part in cast("tuple[Any, ...]", result)])
    found = [leaf for shown, leaf in given if shown is result]
    return found[0] if found else wrap(result)


def run_plainly(function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any] = NOTHING) -> Any:
    """As `run_numpy` where nothing is traced or differentiated, for functions that neither write to nor keep what they
    are given; what has names is no array."""
    place = elsewhere(args, kwargs)
    if place and place != said():
        with beside(place):
            return run_plainly(function, args, kwargs)
    made = [function(*[value_of(x) if isinstance(x, Handle) else x for x in args], **kwargs)]
    taken = taken_over(made)
    return wrap(made[0]) if taken is None else taken


def _types_of(results: Sequence[object]) -> tuple[TensorType, ...] | None:
    """The types of what a function gave, if it is numbers and a gradient could flow into some of them."""
    if not all(isinstance(result, np.ndarray | np.generic) for result in results):
        return None
    kinds = tuple(TensorType(result.shape, result.dtype) for result in cast("Sequence[np.ndarray[Any, Any]]", results))
    return kinds if all(is_numeric(k.dtype) for k in kinds) and any(k.dtype.kind in "fc" for k in kinds) else None


def _like(sequence: Any, values: Sequence[Any]) -> Any:
    """Values in a tuple or list of the kind of `sequence`; named tuples keep their names."""
    kind = cast("Callable[..., Any]", type(sequence))
    return kind(*values) if hasattr(kind, "_fields") else kind(values)


def wrap(result: object) -> Any:
    """NumPy arrays (also inside tuples, lists and dicts) as Dusk arrays; anything else as it is."""
    if type(result) is np.ndarray and is_numeric(result.dtype):
        if local.context.trace is not None:
            return record(CONSTANT, (), {"value": Literal(result, in_force())}, as_array=True)
        return leaf(result)
    if isinstance(result, tuple | list):
        return _like(result, [wrap(r) for r in cast("list[object]", result)])
    return result


Door.wrap = staticmethod(wrap)  # type: ignore[assignment]


def fallback(function: Callable[..., Any]) -> Callable[..., Any]:
    """A NumPy function as a function of Dusk arrays."""

    def called(*args: Any, **kwargs: Any) -> Any:
        return call_numpy(function, args, kwargs)

    called.__name__ = called.__qualname__ = getattr(function, "__name__", "function")
    called.__doc__ = function.__doc__
    cast("Any", called).__wrapped__ = function
    return called
