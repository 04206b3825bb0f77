"""What branches and loops are given: trees, taken apart into what takes part in what is computed, and all else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from dusk import ops
from dusk.array import as_handle
from dusk.array.weak import as_weak, is_pythons
from dusk.graph import TensorType
from dusk.record import Handle, local, record
from dusk.tracing.blocks import class_of, is_number
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


class Leaves(Parts[Handle]):
    """A tree taken apart: its numbers and arrays as handles. `weak`: those that are Python's own numbers."""

    def __init__(self, tree: Any) -> None:
        super().__init__(tree, is_number, as_handle)
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
