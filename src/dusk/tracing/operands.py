"""What branches and loops are given: trees, taken apart into what takes part in what is computed, and all else."""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle
from dusk.array.weak import as_weak, is_pythons, weak
from dusk.graph import TensorType
from dusk.graph.provenance import describe, here
from dusk.record import Handle, local, record
from dusk.tracing.blocks import Symbols, class_of, is_number
from dusk.tracing.trace import SymbolMet
from dusk.tree import flatten, unflatten

T = TypeVar("T")


class Parts(Generic[T]):
    """A tree taken apart: its `parts`, which are those leaves that `takes` takes, as `made` makes them; all else is
    `fixed`."""

    def __init__(self, tree: Any, takes: Callable[[Any], bool], made: Callable[[Any], T]) -> None:
        leaves, self.structure = flatten(tree)
        self.at: list[int] = [i for i, leaf in enumerate(leaves) if takes(leaf)]
        self.parts: list[T] = [made(leaves[i]) for i in self.at]
        taken = set(self.at)
        self.fixed: dict[int, Any] = {i: leaf for i, leaf in enumerate(leaves) if i not in taken}
        self.n = len(leaves)
        self.leaves = leaves

    def filled(self, values: Sequence[Any]) -> Any:
        """The tree with other values in place of the parts."""
        leaves: list[Any] = [None] * self.n
        for i, leaf in self.fixed.items():
            leaves[i] = leaf
        for i, value in zip(self.at, values, strict=True):
            leaves[i] = value
        return unflatten(self.structure, leaves)


def no_symbols(*leaves: Any) -> None:
    """SymbolMet, if there are symbols among leaves."""
    if Symbols.kind in set(map(type, leaves)):
        raise SymbolMet


class Leaves(Parts[Handle]):
    """A tree taken apart: its numbers and arrays as handles. `weak`: those that are Python's own numbers."""

    def __init__(self, tree: Any) -> None:
        super().__init__(tree, is_number, as_handle)
        if self.fixed:
            no_symbols(*self.fixed.values())
        self.weak = [is_pythons(self.leaves[i]) for i in self.at]
        self.handles: list[Handle] = self.parts

    @property
    def kinds(self) -> list[Any]:
        """The types of the handles."""
        return [handle.type for handle in self.handles]

    @property
    def classes(self) -> list[type[Handle]]:
        """The classes of placeholders for them."""
        return [class_of(kind, is_weak) for kind, is_weak in zip(self.kinds, self.weak, strict=True)]

    @property
    def key(self) -> Any:
        """What trees of this kind have in common (TypeError: it cannot be known)."""
        for leaf in self.fixed.values():
            if leaf is not None and type(leaf) is not str:
                raise TypeError(f"a {type(cast('object', leaf)).__name__} in a tree of arrays")
        return self.structure, tuple(self.weak), tuple(self.at), tuple(self.fixed.values())

    def of(self, handles: Sequence[Handle]) -> Leaves:
        """The tree with other handles."""
        made = copy.copy(self)
        made.weak, made.leaves = list(self.weak), []
        made.handles = made.parts = [as_weak(h) if w else h for h, w in zip(handles, self.weak, strict=True)]
        return made

    def after(self, made: Sequence[Any]) -> list[Any]:
        """What has come of the handles: numbers of Python's own are such still while tracing."""
        tracing = local.context.trace is not None
        return [as_weak(m) if w and tracing else m for m, w in zip(made, self.weak, strict=True)]

    def follow(self, handed: Sequence[tuple[TensorType, bool]]) -> bool:
        """Bring Python's own numbers to what is handed on in their place, if that is no less; whether one has changed.

        What is handed on is told by type, and whether it is Python's own.
        """
        changed = False
        for i, (kind, is_weak) in enumerate(handed):
            own: Any = self.handles[i].type
            same = is_weak and kind.dtype == own.dtype
            if not self.weak[i] or same or kind.shape != () or rank(kind) < rank(own):
                continue
            if kind.dtype != own.dtype:
                self.handles[i] = record(ops.astype, (self.handles[i],), {"dtype": kind.dtype})
            self.weak[i], changed = is_weak, True
        return changed


def rank(kind: TensorType) -> int:
    """Where numbers of a type stand among bools, integers, floats and complex numbers."""
    return {"b": 0, "i": 1, "u": 1, "c": 3}.get(kind.dtype.kind, 2)


def whole(number: Any) -> Any:
    """An end of a range as an integer of Python's own, be it traced (TypeError: it is no integer)."""
    if type(number) is weak and number.dtype == np.int64:
        return number
    if isinstance(number, Handle) and local.context.trace is not None:
        if number.shape != () or number.dtype.kind not in "iu":
            raise TypeError(f"a range of {number.type} cannot be gone through (called at {describe(here())})")
        return as_weak(record(ops.astype, (number,), {"dtype": np.dtype(np.int64)}))
    return operator.index(cast("Any", number))
