"""Conditions, branches and subscripts in functions that `source` has written anew (see `statements`).

What a loop or branch only changes in place is not carried: it is captured, and written. What it gives another value is
carried, with its type; Python's own numbers are carried as such (`array/weak.py`).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from dusk import ops
from dusk.array import scalar
from dusk.array.weak import KINDS, as_weak, held
from dusk.graph import Value
from dusk.graph.provenance import describe, here
from dusk.later import Later
from dusk.record import Handle, local, record
from dusk.record.views import root_of
from dusk.tracing.blocks import block, branch, flag_of, is_number, quietly
from dusk.tracing.calls import depth, met
from dusk.tracing.trace import Effect, Imperative
from dusk.tree import flatten, unflatten

if TYPE_CHECKING:
    from dusk.transform import scan_gradient
else:
    scan_gradient = Later("dusk.transform.scan_gradient")

slice_ = slice


class Unset:
    """In place of a name that has no value yet."""

    def __init__(self, name: str) -> None:
        self.name = name

    def used(self, *args: Any, **kwargs: Any) -> Any:
        raise UnboundLocalError(f"cannot access local variable {self.name!r} where it is not associated with a value")

    __bool__ = __iter__ = __len__ = __call__ = __getitem__ = __setitem__ = __index__ = __float__ = __array__ = used
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __neg__ = used
    __pow__ = __rpow__ = __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = __matmul__ = __rmatmul__ = used
    __lt__ = __le__ = __gt__ = __ge__ = __and__ = __or__ = __xor__ = __invert__ = __abs__ = __int__ = used


def defined(value: Any) -> Any:
    """A value that is returned (UnboundLocalError: it is not set)."""
    return value.used() if type(value) is Unset else value


# --- conditions
def known(value: Any, look: Callable[[Any], Any] = bool) -> Any:
    """What a value is looked at as, if that is known; None for what is traced."""
    context = local.context
    if not isinstance(value, Handle) or context.trace is None or value.shape != ():
        return look(value)  # of an array an error, or the end of the trace
    if value.epoch != context.epoch or value.owner is not None:
        return None
    try:
        return look(value)  # of constants alone
    except Imperative:
        return None


def flag(value: Any) -> Any:
    """Whether a value is true."""
    is_true = known(value)
    return is_true if is_true is not None else flag_of(value)


def and_(first: Any, second: Callable[[], Any]) -> Any:
    """`first and second()`."""
    is_true = known(first)
    if is_true is not None:
        return second() if is_true else first
    return _expression(first, second, lambda: first)


def or_(first: Any, second: Callable[[], Any]) -> Any:
    """`first or second()`."""
    is_true = known(first)
    if is_true is not None:
        return first if is_true else second()
    return _expression(first, lambda: first, second)


def not_(value: Any) -> Any:
    """`not value`."""
    is_true = known(value)
    return not is_true if is_true is not None else as_weak(record(ops.logical_not, (flag_of(value),), {}))


def choose(test: Any, then: Callable[[], Any], other: Callable[[], Any]) -> Any:
    """`then() if test else other()`."""
    is_true = known(test)
    if is_true is not None:
        return then() if is_true else other()
    return _expression(test, then, other)


def compare(operators: Sequence[str], first: Any, others: Sequence[Callable[[], Any]]) -> Any:
    """`first < second < third`, of as many."""
    value = others[0]()
    made = _COMPARISONS[operators[0]](first, value)
    if len(others) == 1:
        return made
    return and_(made, lambda: compare(operators[1:], value, others[1:]))


_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "Lt": operator.lt, "LtE": operator.le, "Gt": operator.gt, "GtE": operator.ge, "Eq": operator.eq,
    "NotEq": operator.ne, "Is": operator.is_, "IsNot": operator.is_not, "In": lambda a, b: a in b,
    "NotIn": lambda a, b: a not in b,
}  # fmt: skip


def _expression(test: Any, then: Callable[[], Any], other: Callable[[], Any]) -> Any:
    (made,) = _branch(test, lambda: (then(),), lambda: (other(),), ("",))
    return made


# --- branches
def if_(test: Any, then: Callable[..., Any], other: Callable[..., Any], given: tuple[Any, ...], names: Any) -> Any:
    """The names that an `if` assigns, after one of its sides."""
    is_true = known(test)
    if is_true is not None:
        return (then if is_true else other)(*given)
    return _branch(test, lambda: then(*given), lambda: other(*given), names, given)


def returned(test: Any, then: Callable[..., Any], other: Callable[..., Any], given: tuple[Any, ...]) -> Any:
    """What a function returns by one of two sides."""
    is_true = known(test)
    if is_true is not None:
        return (then if is_true else other)(*given)
    (made,) = _branch(test, lambda: (then(*given),), lambda: (other(*given),), ("the result",))
    return made


def pythons(value: Handle) -> Any:
    """A value as a number of Python's own: as one that is traced, or looked at."""
    if local.context.trace is not None:
        return as_weak(value)
    return KINDS[value.type.dtype.kind](value)


class _Fixed(NamedTuple):
    """A leaf that takes no part in what is computed."""

    leaf: Any


class _Part(NamedTuple):
    """A leaf of what a side gives; its value, if it takes part in what is computed, and whether that is a number of
    Python's own; and the array, if it is none that was made there."""

    leaf: Any
    value: Value | None = None
    weak: bool = False
    old: Handle | None = None


class _Side:
    """One side of a branch, traced: for each name what there is of it."""

    def __init__(self, function: Callable[[], Sequence[Any]]) -> None:
        trees: list[tuple[list[Any], Any]] = []
        old: list[Handle | None] = []

        def flat() -> list[Any]:
            trees[:] = [flatten(value) for value in function()]
            made = [adopted(leaf) for leaves, _ in trees for leaf in leaves]
            old[:] = [leaf if is_old(leaf) else None for leaf in made]
            return made

        self.block = block(quietly(flat), lambda _: (), (), ())
        values, weakly, olds = iter(self.block.graph.outputs), iter(self.block.weak), iter(old)
        self.structures = [structure for _, structure in trees]
        self.parts = [
            [_Part(x, next(values), next(weakly), next(olds)) if is_number(x) else _Part(x, old=next(olds)) for x in xs]
            for xs, _ in trees
        ]

    def like(self, other: _Side, names: Sequence[str]) -> None:
        """Fill names of our own that are not set here with zeros of what the other side gives: nobody reads those."""
        for k, theirs in enumerate(other.parts):
            if not names[k].startswith("_dusk_"):
                continue
            if self.structures[k] is None and type(self.parts[k][0].leaf) is Unset:
                self.structures[k], self.parts[k] = other.structures[k], self.parts[k] * len(theirs)
            if self.structures[k] == other.structures[k]:
                pairs = zip(self.parts[k], theirs, strict=True)
                self.parts[k] = [_unset_as(y) if type(x.leaf) is Unset else x for x, y in pairs]


def _unset_as(part: _Part) -> _Part:
    """What stands for a part that is not set on one side, where the other side has this."""
    return part if part.value is None else _Part(None, scan_gradient.zeros(part.value.type), part.weak)


def _branch(
    test: Any,
    then: Callable[[], Sequence[Any]],
    other: Callable[[], Sequence[Any]],
    names: Sequence[str],
    given: Sequence[Any] = (),
) -> tuple[Any, ...]:
    a, b = _Side(then), _Side(other)
    a.like(b, names)
    b.like(a, names)
    where = describe(here())
    before = {id(leaf) for leaf in flatten(tuple(given))[0] if is_number(leaf)}
    columns: tuple[list[Value], list[Value]] = ([], [])
    weakly: list[bool] = []
    olds: list[tuple[Handle | None, ...]] = []
    trees: list[list[Any]] = []  # of each name its leaves, numbers for those that the branch gives
    for k, name in enumerate(names):
        if a.structures[k] != b.structures[k]:
            raise Imperative(f"{name or 'a value'} is one thing or another by a branch at {where}")
        trees.append([])
        for x, y in zip(a.parts[k], b.parts[k], strict=True):
            if x.leaf is y.leaf and id(x.leaf) in before:  # if anything, it was written in place
                trees[k].append(_Fixed(x.leaf))
                continue
            if x.value is None or y.value is None:
                p, q = x.leaf, y.leaf
                if p is not q and (type(p) is not type(q) or type(p) is Unset or p != q):
                    raise Imperative(f"{name or 'a value'} is one thing or another by a branch at {where}")
                trees[k].append(_Fixed(p))
                continue
            u, v = x.value, y.value
            if u.dtype != v.dtype and x.weak != y.weak:  # a number of Python's own beside another
                strong, own = (v, u) if x.weak else (u, v)
                if np.can_cast(own.dtype, strong.dtype, "same_kind"):
                    u, v = (cast("Value", ops.astype(z, dtype=strong.dtype)) for z in (u, v))
            if u.type != v.type:
                raise Imperative(f"{name or 'a value'} is {u.type} or {v.type}, by a branch at {where}")
            trees[k].append(len(weakly))
            weakly.append(x.weak and y.weak)
            olds.append((x.old, y.old))
            for column, value in zip(columns, (u, v), strict=True):
                column.append(value)
    made = branch(test, (), [side.block.giving(column) for side, column in zip((a, b), columns, strict=True)])
    results = [pythons(m) if w else m for m, w in zip(made, weakly, strict=True)]
    for result, others in zip(results, olds, strict=True):
        only_read(result, others)
    return tuple(
        unflatten(structure, [at.leaf if type(at) is _Fixed else results[at] for at in tree])
        for structure, tree in zip(a.structures, trees, strict=True)
    )


# --- names of arrays
def is_old(value: Any) -> bool:
    """Whether an array was there before what is being traced, or may be one that was: then it has other names."""
    if not isinstance(value, Handle) or not value.shape:
        return False
    context = local.context
    new = value.owner is None and value.epoch == context.epoch and id(value) not in context.merged
    return not new or any(value is entry[0] for _, entry in context.bound())


def only_read(value: Any, others: Iterable[Handle | None]) -> None:
    """Have what may be one array or another only read from now on: what is written would have more than one target."""
    sources = [root_of(other) for other in others if other is not None]
    if sources and value.shape:
        local.context.merged.update((id(v), v) for v in (value, *sources))


# --- subscripts
def adopted(value: Any) -> Any:
    """A NumPy array as the trace's handle of it, or one on its memory; all else as it is."""
    if type(value) is not np.ndarray or value.dtype.kind not in "biufc" or local.context.trace is None:
        return value
    adopt = local.context.adopt
    return value if adopt is None else adopt(value)


def item(thing: Any, key: Any) -> Any:
    """`thing[key]`."""
    return adopted(adopted(thing)[key])


def store(thing: Any, key: Any, value: Any) -> None:
    """`thing[key] = value`."""
    thing = adopted(thing)
    ends = None if isinstance(thing, Handle) or not (depth.count or depth.rounds) else met(thing)
    if ends is Effect or (ends is not None and depth.count):
        raise ends(f"a {type(thing).__name__} is written to in a loop or a branch, at {describe(here())}")
    if isinstance(thing, Handle) and type(value) is scalar and thing.dtype.kind in "iu" and value.dtype.kind in "iu":
        value = held(value, thing.dtype)
    cast("Any", thing)[key] = value


_INPLACE = {
    "Add": "iadd", "Sub": "isub", "Mult": "imul", "Div": "itruediv", "FloorDiv": "ifloordiv", "Mod": "imod",
    "Pow": "ipow", "MatMult": "imatmul", "BitAnd": "iand", "BitOr": "ior", "BitXor": "ixor", "LShift": "ilshift",
    "RShift": "irshift",
}  # fmt: skip


def augment(thing: Any, key: Any, operation: str, value: Any) -> None:
    """`thing[key] += value`, or with another operation."""
    store(thing, key, getattr(operator, _INPLACE[operation])(item(thing, key), value))
