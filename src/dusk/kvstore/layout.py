"""Which rows of which key lie on which shard, and which go together in one message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

Array = np.ndarray[Any, Any]
Item = TypeVar("Item")

LARGEST = 4 << 20
"""Bytes of a block, and of a message of several: with less, what each message costs begins to count; with more, they do
not follow each other closely enough."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Rows [first, last) of a key, as a block of a shard; of an array without dimensions all of it."""

    block: str
    shard: int
    first: int
    last: int

    def of(self, array: Array) -> Array:
        """These rows of an array."""
        return array[self.first : self.last] if array.ndim else array


class Layout:
    """Places keys on shards, in the order in which they come: each block where the fewest bytes are, so that all who
    name the same keys in the same order place them alike."""

    def __init__(self, shards: int, largest: int = LARGEST) -> None:
        self._nbytes = [0] * shards
        self.largest = largest
        self.pieces: dict[str, tuple[Piece, ...]] = {}

    def place(self, key: str, array: Array, whole: bool = False) -> tuple[Piece, ...]:
        """The pieces of a new key; one piece if it has to stay `whole`."""
        rows = len(array) if array.ndim else 1
        if whole or array.nbytes <= self.largest or rows < 2:
            spans = [(0, rows)]
        else:
            count = min(rows, -(-array.nbytes // self.largest))
            edges = [rows * i // count for i in range(count + 1)]
            spans = list(pairwise(edges))
        found: list[Piece] = []
        for number, (first, last) in enumerate(spans):
            shard = self._nbytes.index(min(self._nbytes))
            self._nbytes[shard] += array.nbytes * (last - first) // max(rows, 1) + 1
            found.append(Piece(f"{key}:{number}" if len(spans) > 1 else key, shard, first, last))
        self.pieces[key] = tuple(found)
        return self.pieces[key]


def together(items: Iterable[tuple[int, int, Item]], largest: int = LARGEST) -> Iterator[tuple[int, Sequence[Item]]]:
    """Items of (shard, bytes, item) as messages: those of a shard together, up to so many bytes, in their order."""
    open_: dict[int, tuple[int, list[Item]]] = {}
    for shard, nbytes, item in items:
        filled, group = open_.get(shard, (0, []))
        if group and filled + nbytes > largest:
            yield shard, group
            filled, group = 0, []
        group.append(item)
        open_[shard] = filled + nbytes, group
    for shard, (_, group) in open_.items():
        yield shard, group
