"""A path for all its lengths: the graph of several paths that differ in sizes and scalars only, sizes being named.

What a named size stands for is guessed from the sizes met so far: sizes that were always equal are one, numbers in
parameters are sizes of operands or linear in a size. A guess can be wrong; so a path is only taken for one of the
general one's if every size and number on it is what the general one says.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, cast

import numpy as np

from dusk.compiler.sizes import Sizes
from dusk.graph import Dim, Op, TensorType, Value, placeholder
from dusk.graph.node import bring
from dusk.graph.types import TOKEN, Size, exact_quotient
from dusk.record.trie import GENERAL, Barrier, Call, PathGraph, TrieNode, same_scalar

MOST_TRIES = 24  # readings of one call's parameters
Column = tuple[int, ...]  # what one number was on each path met


class NoGeneralError(Exception):
    """Paths that have no general one."""


class Reading(NamedTuple):
    """A path taken apart: what all lengths of it have in common, its sizes in order, and its scalars.

    0 and 1 are no lengths (what is empty or broadcast is another program): they belong to what is in common.
    """

    common: tuple[Any, ...]
    sizes: tuple[int, ...]
    scalars: tuple[Any, ...]


def read(path: Sequence[TrieNode]) -> Reading:
    """The reading of a path."""
    common: list[Any] = []
    sizes: list[int] = []
    scalars: list[Any] = []
    for node in path:
        call = node.call
        assert call is not None
        op = call.op
        common += (type(call), op, call.rebinds, call.classes, call.varying)
        for operand in call.operands:
            common.append(operand if type(operand) is int or operand is None else repr(operand))
        for _, kind in call.leaves:
            erased, met = _without_sizes(kind)
            common.append(erased)
            sizes += met
        for name, value in call.params:
            if name in op.dynamic:
                common.append(len(value))
            elif name in op.lengths:
                erased, met = _without(value)
                common.append(erased)
                sizes += met
            else:
                common += (type(value), repr(value) if type(value) is float else value)
        for kind in call.kinds:
            erased, met = _without_sizes(kind)
            common.append(erased)
            sizes += met
        if node.values is GENERAL:
            scalars += [GENERAL] * len(call.varying)
        elif node.values:
            scalars += node.values
    return Reading(tuple(common), tuple(sizes), tuple(scalars))


def _erased(value: Any, sizes: list[int]) -> Any:
    if type(value) is int and value > 1:
        sizes.append(value)
        return "size"
    return tuple([_erased(v, sizes) for v in cast("tuple[Any, ...]", value)]) if type(value) is tuple else value


@lru_cache(maxsize=4096)
def _without(value: Any) -> tuple[Any, tuple[int, ...]]:
    """A parameter of lengths without the sizes in it, and these."""
    sizes: list[int] = []
    return _erased(value, sizes), tuple(sizes)


@lru_cache(maxsize=4096)
def _without_sizes(kind: TensorType) -> tuple[Any, tuple[int, ...]]:
    erased, sizes = _without(kind.shape)
    return (erased, kind.dtype, kind.device), sizes


def _is_size(value: Any) -> bool:
    return type(value) is int and value > 1


class _Sizes:
    """The sizes met along the paths, and the names given to them."""

    def __init__(self, met: Sequence[tuple[int, ...]], units: Mapping[Column, int]) -> None:
        self.met = met
        self.units = units
        self.at: dict[str, tuple[int, int]] = {}  # where on the path a name's size is read, and what it is divided by
        self.known: dict[Column, Size] = {}
        self.forms: list[Size] = []

    def column(self, at: int) -> Column:
        return tuple([sizes[at] for sizes in self.met])

    def values(self, size: Size) -> Column:
        """What a size is on each path."""
        if isinstance(size, int):
            return (size,) * len(self.met)
        return tuple([size.value(self.bound(sizes)) for sizes in self.met])

    def bound(self, sizes: tuple[int, ...]) -> dict[str, int]:
        """What the names stand for on a path."""
        return {name: sizes[at] // unit for name, (at, unit) in self.at.items()}

    def name(self, at: int) -> Size:
        """A number, a size already named, or a new name for what was met at a place."""
        column = self.column(at)
        if len(set(column)) == 1:
            return column[0]
        if column not in self.known:
            name, unit = f"n{len(self.at)}", self.units.get(column, 1)
            self.at[name] = at, unit
            self.known[column] = Dim(name) * unit
        return self.known[column]

    def guesses(self, at: int, operands: Sequence[Any]) -> list[Size | None]:
        """What a number in a parameter may stand for, the likeliest first; None is a name of its own."""
        column = self.column(at)
        if len(set(column)) == 1:
            return [column[0]]
        found: list[Size | None] = [self.known[column]] if column in self.known else []
        totals = [kind.size for kind in operands]
        found += [total for total in totals if self.values(total) == column]
        for total in totals:
            quotients = {v // c if v % c == 0 else 0 for v, c in zip(self.values(total), column, strict=True)}
            if len(quotients) == 1 and isinstance(total, Dim):
                left = exact_quotient(total, quotients.pop())
                found += [] if left is None else [left]
        named = [(size, self.values(size)) for size in map(Dim, self.at)]
        found += [linear for size, met in named if (linear := _linear(size, met, column)) is not None]
        for (a, _), (b, _) in itertools.combinations_with_replacement(named, 2):
            found += [size for size in (a * b, a + b) if self.values(size) == column]
        return [*dict.fromkeys(found), None]


def _linear(size: Size, met: Column, wanted: Column) -> Size | None:
    """`a * size + b` that is what is wanted on every path, in whole numbers."""
    steps = [(x - met[0], y - wanted[0]) for x, y in zip(met, wanted, strict=True) if x != met[0]]
    slopes = {dy // dx if dy % dx == 0 else 0 for dx, dy in steps}
    if len(slopes) != 1 or 0 in slopes:
        return None
    slope = slopes.pop()
    found = size * slope + (wanted[0] - met[0] * slope)
    return found if all(x * slope + wanted[0] - met[0] * slope == y for x, y in zip(met, wanted, strict=True)) else None


class General(PathGraph):
    """The graph of the paths read so far, of which `path` is one; NoGeneralError where the ops' rules cannot follow.

    `scalars` are the inputs for those scalars (numbers in `free`) that were not always the same.
    """

    def __init__(self, path: Sequence[TrieNode], readings: Sequence[Reading]) -> None:
        self.constants = readings[-1].scalars
        same = (all(same_scalar(s, t[0]) for s in t) for t in zip(*(r.scalars for r in readings), strict=True))
        self.free = [i for i, held in enumerate(same) if not held or self.constants[i] is GENERAL]
        self._free = set(self.free)
        self._units: dict[Column, int] = {}
        while not self._walk(path, [r.sizes for r in readings]):
            pass
        self._forms = Sizes()
        self._numbers = np.array([self._forms.number(form) for form in self._sizes.forms], np.intp)

    def fit(self, reading: Reading) -> dict[str, int] | None:
        """What the names stand for on a path with the same in common; None if it is not one of these."""
        bound = self._sizes.bound(reading.sizes)
        if not np.array_equal(self._forms.at(bound)[self._numbers], np.array(reading.sizes, np.int64)):
            return None
        for i, scalar in enumerate(reading.scalars):
            if i not in self._free and not same_scalar(scalar, self.constants[i]):
                return None
        return bound

    def _walk(self, path: Sequence[TrieNode], met: Sequence[tuple[int, ...]]) -> bool:
        """Build all calls; False if a size turned out to be a multiple of another one, which is to be named instead."""
        self._sizes = _Sizes(met, self._units)
        self.values, self.leaves, self.scalars, self._met = {}, [], [], 0
        return all(map(self._step, path))

    def _step(self, node: TrieNode) -> bool:
        """One more call, with the first reading of its parameters that gives the types met."""
        call, sizes = node.call, self._sizes
        assert call is not None
        if isinstance(call, Barrier):
            raise NoGeneralError("where no derivative flows")
        for slot, kind in call.leaves:
            shape = [self._named_size() if _is_size(d) else d for d in kind.shape]
            self.values[slot] = placeholder(TensorType(shape, kind.dtype, kind.device))
            self.leaves.append((slot, self.values[slot]))
        varying: list[Any] = []
        for kind in call.varying:
            i, self._met = self._met, self._met + 1
            varying.append(placeholder(kind) if i in self._free else self.constants[i])
        self.scalars += [v for v in varying if isinstance(v, Value)]
        first = len(sizes.forms)
        lengths = [(name, value) for name, value in call.params if name in call.op.lengths]
        places = [first + i for i in range(sum(_count(value) for _, value in lengths))]
        operands = [self.values[o].type for o in call.operands if isinstance(o, int)]
        options = [sizes.guesses(at, operands) for at in places]
        for guess in itertools.islice(itertools.product(*options), MOST_TRIES):
            known, names = dict(sizes.known), dict(sizes.at)
            chosen = [sizes.name(at) if size is None else size for at, size in zip(places, guess, strict=True)]
            try:
                results = self._built(node, call, dict(lengths), chosen, varying)
            except Exception:  # the rules of the op do not take it so
                sizes.known, sizes.at = known, names
                del sizes.forms[first:]
                continue
            self.values.update(enumerate(results, node.first))
            return True
        end = first + len(places)
        if self._divided(range(end, end + sum(_count(kind.shape) for kind in call.kinds))):
            return False
        raise NoGeneralError(f"{call.op.name} of sizes that change")

    def _divided(self, places: range) -> bool:
        """Whether a size met at one of these places divides one that has a name, as its unit from now on."""
        sizes = self._sizes
        for column in map(sizes.column, places):
            for at, unit in sizes.at.values():
                whole = sizes.column(at)
                quotients = {w // c if w % c == 0 else 0 for w, c in zip(whole, column, strict=True)}
                by = quotients.pop() if len(quotients) == 1 else 0
                if by > unit and by % unit == 0 and len(set(column)) > 1:
                    self._units[whole] = by
                    return True
        return False

    def _named_size(self) -> Size:
        size = self._sizes.name(len(self._sizes.forms))
        self._sizes.forms.append(size)
        return size

    def _built(
        self, node: TrieNode, call: Call, lengths: dict[str, Any], chosen: Sequence[Size], varying: Sequence[Any]
    ) -> list[Value]:
        """The results of a call with these sizes in its parameters (NoGeneralError: of other types than met)."""
        sizes, rest = self._sizes, iter(chosen)
        sizes.forms += chosen
        for size in chosen:
            sizes.known.setdefault(sizes.values(size), size)
        params = tuple([(n, _filled(v, rest) if n in lengths else v) for n, v in call.params])
        raw: Any = (TOKEN,) * len(call.kinds)  # results as they come, to see what sizes they have
        given = call.op, params, call.operands, (), raw, call.classes, call.rebinds, call.dynamic, call.varying
        results = type(call)(*given).build(self.values, varying, node.origin)
        return [
            bring(v, self._type(call.op, v, kind), node.origin) for v, kind in zip(results, call.kinds, strict=True)
        ]

    def _type(self, op: Op, value: Value, met: TensorType) -> TensorType:
        """The type of a result: its own sizes where they were always what was met, else known ones."""
        sizes = self._sizes
        own = value.shape if value.ndim == met.ndim else (None,) * met.ndim
        shape: list[Size] = []
        for mine, d in zip(own, met.shape, strict=True):
            size: Size | None = d
            if _is_size(d):
                column = sizes.column(len(sizes.forms))
                if mine is not None and sizes.values(mine) == column:
                    size = mine
                else:
                    size = column[0] if len(set(column)) == 1 else sizes.known.get(column)
                if size is None or mine not in (None, 1, size):
                    raise NoGeneralError(f"{op.name} gives {value.type}, for which there are no names")
                sizes.known.setdefault(column, size)
                sizes.forms.append(size)
            elif mine not in (None, 1, d):
                raise NoGeneralError(f"{op.name} gives {value.type} where {met} was met")
            shape.append(size)
        return TensorType(shape, met.dtype, met.device)


def _count(value: Any) -> int:
    """How many numbers of a parameter are sizes."""
    return sum(map(_count, cast("tuple[Any, ...]", value))) if type(value) is tuple else int(_is_size(value))


def _filled(value: Any, sizes: Any) -> Any:
    """A parameter with other sizes."""
    if _is_size(value):
        return next(sizes)
    return tuple([_filled(v, sizes) for v in cast("tuple[Any, ...]", value)]) if type(value) is tuple else value
