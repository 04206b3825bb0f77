"""Conditions, branches and subscripts in functions that `source` has written anew (see `statements`).

What a loop or branch only changes in place is not carried: it is captured, and written. What it gives another value is
carried, with its type; Python's own numbers are carried as such (`array/weak.py`).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle
from dusk.array.weak import KINDS, as_weak
from dusk.graph import Value
from dusk.graph.provenance import describe, here
from dusk.record import Handle, local, record, several
from dusk.record.context import merged
from dusk.record.views import root_of
from dusk.tracing.calls import depth
from dusk.tracing.control import block, is_number, quietly, together, write
from dusk.tracing.trace import Imperative
from dusk.transform.scan_gradient import zeros
from dusk.tree import flatten, unflatten

_PLAIN = (bool, int, float, complex)
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
def truth(value: Any) -> bool | None:
    """What a condition is, if that is known; None for what is traced."""
    if not isinstance(value, Handle):
        return bool(value)
    context = local.context
    if context.trace is None:
        return bool(value)
    if value.shape != ():
        return bool(value)  # an error, or the end of the trace
    if value.epoch == context.epoch and value.owner is None:
        try:
            return bool(value)  # of constants alone
        except Imperative:
            return None
    return None


def _flag(value: Any) -> Handle:
    handle = value if isinstance(value, Handle) else as_handle(value)
    return handle if handle.type.dtype == np.bool_ else record(ops.not_equal, (handle, 0), {})


def flag(value: Any) -> Any:
    """Whether a value is true."""
    known = truth(value)
    return known if known is not None else _flag(value)


def and_(first: Any, second: Callable[[], Any]) -> Any:
    """`first and second()`."""
    known = truth(first)
    if known is not None:
        return second() if known else first
    return _expression(first, second, lambda: first)


def or_(first: Any, second: Callable[[], Any]) -> Any:
    """`first or second()`."""
    known = truth(first)
    if known is not None:
        return first if known else second()
    return _expression(first, lambda: first, second)


def not_(value: Any) -> Any:
    """`not value`."""
    known = truth(value)
    return not known if known is not None else record(ops.logical_not, (_flag(value),), {})


def choose(test: Any, then: Callable[[], Any], other: Callable[[], Any]) -> Any:
    """`then() if test else other()`."""
    known = truth(test)
    if known is not None:
        return then() if known else other()
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
    known = truth(test)
    if known is not None:
        return (then if known else other)(*given)
    return _branch(test, lambda: then(*given), lambda: other(*given), names, given)


def returned(test: Any, then: Callable[..., Any], other: Callable[..., Any], given: tuple[Any, ...]) -> Any:
    """What a function returns by one of two sides."""
    known = truth(test)
    if known is not None:
        return (then if known else other)(*given)
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


class _Given(NamedTuple):
    """A value that a side gives, and whether it is a number of Python's own."""

    value: Value
    weak: bool


class _Side:
    """One side of a branch, traced: for each name what there is of it."""

    def __init__(self, function: Callable[[], Sequence[Any]], given: Sequence[Any]) -> None:
        parts: list[tuple[list[Any], Any]] = []
        before = {id(leaf) for leaf in flatten(tuple(given))[0] if is_number(leaf)}

        def flat() -> list[Any]:
            parts[:] = [flatten(value) for value in function()]
            leaves = [leaf for leaves, _ in parts for leaf in leaves]
            self.same.update(id(leaf) for leaf in leaves if id(leaf) in before)
            made = [adopted(leaf) for leaf in leaves]
            rest = iter(made)
            self.old = [[leaf if is_old(leaf) else None for leaf in (next(rest) for _ in part)] for part, _ in parts]
            return made

        self.old: list[list[Handle | None]] = []  # arrays that are not new here, in their places
        self.same: set[int] = set()  # ids of what is given and comes out as it is, if only written in place

        self.block = block(quietly(flat), lambda _: (), (), ())
        values = map(_Given, self.block.graph.outputs, self.block.weak)
        self.structures = [structure for _, structure in parts]
        self.leaves = [leaves for leaves, _ in parts]
        self.parts: list[list[Any]] = []
        for leaves in self.leaves:
            self.parts.append([next(values) if is_number(leaf) else leaf for leaf in leaves])

    def like(self, other: _Side, names: Sequence[str]) -> None:
        """Fill names of our own that are not set here with zeros of what the other side gives: nobody reads those."""
        for k, theirs in enumerate(other.parts):
            if not names[k].startswith("_dusk_"):
                continue
            if self.structures[k] is None and type(self.parts[k][0]) is Unset:
                self.structures[k], self.parts[k] = other.structures[k], self.parts[k] * len(theirs)
            if self.structures[k] == other.structures[k]:
                pairs = zip(self.parts[k], theirs, strict=True)
                self.parts[k] = [_zeros(y) if type(x) is Unset else x for x, y in pairs]


def _zeros(part: Any) -> Any:
    return part._replace(value=zeros(part.value.type)) if type(part) is _Given else part


def _branch(
    test: Any,
    then: Callable[[], Sequence[Any]],
    other: Callable[[], Sequence[Any]],
    names: Sequence[str],
    given: Sequence[Any] = (),
) -> tuple[Any, ...]:
    a, b = _Side(then, given), _Side(other, given)
    a.like(b, names)
    b.like(a, names)
    where = describe(here())
    pairs: list[tuple[Value, Value]] = []
    weakly: list[bool] = []
    trees: list[list[Any]] = []
    for k, name in enumerate(names):
        if a.structures[k] != b.structures[k]:
            raise Imperative(f"{name or 'a value'} is one thing or another by a branch at {where}")
        trees.append([])
        for at, (x, y) in enumerate(zip(a.parts[k], b.parts[k], strict=True)):
            leaf = a.leaves[k][min(at, len(a.leaves[k]) - 1)]
            if id(leaf) in a.same & b.same and leaf is b.leaves[k][min(at, len(b.leaves[k]) - 1)]:
                trees[k].append(_Fixed(leaf))
                continue
            if type(x) is not _Given or type(y) is not _Given:
                if x is not y and (type(x) is not type(y) or type(x) is Unset or x != y):
                    raise Imperative(f"{name or 'a value'} is one thing or another by a branch at {where}")
                trees[k].append(_Fixed(x))
                continue
            u, v, both = x.value, y.value, x.weak and y.weak
            if u.dtype != v.dtype and x.weak != y.weak:  # a number of Python's own beside another
                strong, own = (v, u) if x.weak else (u, v)
                if np.can_cast(own.dtype, strong.dtype, "same_kind"):
                    u, v = (cast("Value", ops.astype(z, dtype=strong.dtype)) for z in (u, v))
            if u.type != v.type:
                raise Imperative(f"{name or 'a value'} is {u.type} or {v.type}, by a branch at {where}")
            trees[k].append(len(pairs))
            pairs.append((u, v))
            weakly.append(both)
    columns = ([u for u, _ in pairs], [v for _, v in pairs])
    blocks = [side.block.giving(column) for side, column in zip((a, b), columns, strict=True)]
    captured, written = together(blocks)
    then_, other_ = (side.over((), captured, written) for side in blocks)
    made: tuple[Any, ...] = ()
    if then_.outputs:
        made = several(record(ops.cond, (_flag(test), *captured), {"then": then_, "other": other_}))
    write(written, made[len(pairs) :])
    results = [pythons(m) if w else m for m, w in zip(made, weakly, strict=False)]
    for k, tree in enumerate(trees):
        for at, place in enumerate(tree):
            if type(place) is int:
                only_read(results[place], [side.old[k][min(at, len(side.old[k]) - 1)] for side in (a, b)])
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
    new = value.owner is None and value.epoch == context.epoch and id(value) not in merged
    return not new or any(value is entry[0] for _, entry in context.bound())


def only_read(value: Any, others: Iterable[Handle | None]) -> None:
    """Have what may be one array or another only read from now on: what is written would have more than one target."""
    sources = [root_of(other) for other in others if other is not None]
    if sources and value.shape:
        merged.update((id(v), v) for v in (value, *sources))


# --- subscripts
def adopted(value: Any) -> Any:
    """A NumPy array as the trace's handle of it, or one on its memory; all else as it is."""
    if type(value) is not np.ndarray or value.dtype.kind not in "biufc" or local.context.trace is None:
        return value
    adopt = local.context.adopt
    return value if adopt is None else adopt(value)


def item(thing: Any, key: Any) -> Any:
    """`thing[key]`."""
    if type(thing) is np.ndarray and local.context.trace is not None:
        thing = adopted(thing)
    return adopted(thing[key])


def store(thing: Any, key: Any, value: Any) -> None:
    """`thing[key] = value`."""
    if type(thing) is np.ndarray and local.context.trace is not None:
        thing = adopted(thing)
    if depth.count and not isinstance(thing, Handle):
        raise Imperative(f"a {type(thing).__name__} is written to in a loop or a branch, at {describe(here())}")
    cast("Any", thing)[key] = value


_INPLACE = {
    "Add": "iadd", "Sub": "isub", "Mult": "imul", "Div": "itruediv", "FloorDiv": "ifloordiv", "Mod": "imod",
    "Pow": "ipow", "MatMult": "imatmul", "BitAnd": "iand", "BitOr": "ior", "BitXor": "ixor", "LShift": "ilshift",
    "RShift": "irshift",
}  # fmt: skip


def augment(thing: Any, key: Any, operation: str, value: Any) -> None:
    """`thing[key] += value`, or with another operation."""
    store(thing, key, getattr(operator, _INPLACE[operation])(item(thing, key), value))
