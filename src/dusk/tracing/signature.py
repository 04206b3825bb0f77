"""What a call of a compiled function is known by, and the storage cells that it reads and writes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, cast

import numpy as np

from dusk.array import as_handle, ndarray, scalar, share
from dusk.record import Handle, cell_of
from dusk.record.recorder import at_hand

Met = dict[int, tuple[np.ndarray[Any, Any], Handle]]
"""NumPy arrays by identity, with the handle that stands for each."""


_INEXACT = (float, complex, np.inexact)


class UnfitError(TypeError):
    """Arguments for which nothing can be compiled; the text says why."""


def handle_of(array: np.ndarray[Any, Any]) -> Handle:
    """A NumPy array as a handle: on its own memory where that is in C order and may be written, else of a copy."""
    if array.flags.c_contiguous and array.flags.writeable:
        return share(array)
    return at_hand(array)


def is_array(leaf: Any) -> bool:
    """Whether a leaf is an input of the program."""
    return isinstance(leaf, Handle | np.ndarray | np.number)


def is_input(value: Any) -> bool:
    """Whether what is captured is an input of the program: a scalar of NumPy's is met as it is, and is a guard."""
    return isinstance(value, Handle | np.ndarray)


class Signature:
    """Leaf by leaf: types, which arrays share a cell, Python values; and the cells, each once.

    The first `arguments` of the `cells` are those of arguments, the others are of captured arrays. `met` has the NumPy
    arrays among the leaves; `handles` (if asked for) the handle of each leaf that is an array.
    """

    __slots__ = ("arguments", "at", "cells", "handles", "key", "met")

    def __init__(
        self, leaves: Sequence[Any], captured: Sequence[Any], handles: dict[int, Handle] | None = None
    ) -> None:
        self.cells: list[Handle] = []
        self.at: dict[int, int] = {}
        self.met: Met = {}
        self.handles = handles
        key = self._keys(leaves, is_array)
        self.arguments = len(self.cells)
        if captured:
            self.handles = None
            key += self._keys(captured, is_input)
        self.key = tuple(key)
        if len(self.met) > 1:
            self._refuse_overlaps()

    def _keys(self, leaves: Sequence[Any], is_array: Callable[[Any], bool]) -> list[Any]:
        key: list[Any] = []
        cells, at = self.cells, self.at
        plain = self.handles is None
        for i, leaf in enumerate(leaves):
            if type(leaf) is ndarray and leaf.owner is None:
                if plain:  # the usual case, in short
                    n = len(cells)
                    place = at.setdefault(id(leaf), n)
                    if place == n:
                        cells.append(leaf)
                        key.append(leaf.type.code)
                    else:
                        key.append(("=", place))
                    continue
                handle = leaf
            elif is_array(leaf):
                numpys = isinstance(leaf, np.ndarray)
                handle = self._numpy(cast("np.ndarray[Any, Any]", leaf)) if numpys else as_handle(leaf)
            else:
                kind = type(cast("object", leaf))
                exact = leaf if not issubclass(kind, _INEXACT) or (leaf and leaf == leaf) else repr(leaf)
                key.append((kind, exact))
                continue
            if self.handles is not None:
                self.handles[i] = handle
            if handle.owner is not None and (cell := cell_of(handle)) is not handle:
                key.append(tuple([(op, *params.items()) for op, params in handle.spec]))
                handle = cell
            elif type(handle) is scalar:
                key.append(scalar)
            place = at.get(id(handle))
            if place is None:
                at[id(handle)] = len(cells)
                cells.append(handle)
                key.append(handle.type.code)
            else:
                key.append(("=", place))
        return key

    def _numpy(self, array: np.ndarray[Any, Any]) -> Handle:
        met = self.met.get(id(array))
        if met is None:
            if type(array) is not np.ndarray or array.dtype.kind not in "biufcV" or array.dtype.names is not None:
                raise UnfitError(f"an argument is a {type(array).__name__} of dtype {array.dtype}")
            met = self.met[id(array)] = (array, handle_of(array))
        return met[1]

    def _refuse_overlaps(self) -> None:
        """Arrays that see the same memory in different ways: a write to one is a write to the other."""
        bounds = sorted(np.lib.array_utils.byte_bounds(array) for array, _ in self.met.values() if array.size)
        if any(after[0] < before[1] for before, after in pairwise(bounds)):
            raise UnfitError("NumPy arrays among the arguments and captured arrays overlap in memory")
