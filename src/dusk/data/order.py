"""Which samples are in which batch of an epoch: a function of the seed and the epoch, and of nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, cast

import numpy as np
import numpy.typing as npt

__all__ = ["Buckets", "Epoch", "Last", "Order", "boundaries_of", "draws", "permutation"]

Indices = npt.NDArray[np.intp]
Last = Literal["keep", "drop", "pad", "roll"]
"""What becomes of an epoch's last samples where they do not fill a batch: a short batch, nothing, a batch that is
filled up from the epoch's beginning, or the beginning of the next epoch."""

MOST_LENGTHS = 512  # that boundaries are chosen among


def draws(count: int, *seeds: int) -> npt.NDArray[np.uint64]:
    """Random words by the numbers that they are seeded with, the same in every version of NumPy."""
    return np.random.PCG64(np.random.SeedSequence(seeds)).random_raw(count)


def permutation(n: int, *seeds: int) -> Indices:
    """The numbers below `n` in a random order."""
    return np.argsort(draws(n, *seeds), kind="stable")


@dataclass(frozen=True)
class Epoch:
    """The batches of one epoch: batch `k` has the samples `indices[edges[k] : edges[k + 1]]`."""

    indices: Indices
    edges: Indices

    def __len__(self) -> int:
        return len(self.edges) - 1

    def __getitem__(self, k: int) -> Indices:
        return self.indices[self.edges[k] : self.edges[k + 1]]


@dataclass(frozen=True)
class Order:
    """Batches of `size` of `n` samples; of every `part[1]`-th one from `part[0]` on, where the data are shared out."""

    n: int
    size: int
    shuffle: bool = False
    seed: int = 0
    last: Last = "keep"
    part: tuple[int, int] = (0, 1)
    groups: Indices | None = None
    """The group of each sample: the samples of a batch are of one group."""

    def __post_init__(self) -> None:
        if self.last == "roll" and self.groups is not None:
            raise ValueError('last="roll" is not for buckets, whose last batches are several: "keep", "drop" or "pad"')
        if self.last in ("drop", "roll") and self.count < self.size:
            raise ValueError(
                f"{self.count} samples do not fill one batch of {self.size}, and last={self.last!r} delivers full "
                'batches only: take a smaller size, or last="keep"'
            )

    @property
    def count(self) -> int:
        """How many samples an epoch has."""
        return len(range(self.part[0], self.n, self.part[1]))

    def epoch(self, number: int) -> Epoch:
        """The batches of an epoch, numbered from 0."""
        if self.groups is not None:
            return self._grouped(number, self.groups)
        indices = self._samples(number)
        if self.last == "roll":  # one endless row of epochs, cut where an epoch's end is passed
            first = number * self.count % self.size
            if first:
                indices = np.concatenate([self._samples(number - 1)[-first:], indices])
        return self._cut([indices])

    def _samples(self, epoch: int) -> Indices:
        every = permutation(self.n, self.seed, epoch) if self.shuffle else np.arange(self.n)
        return every if self.part == (0, 1) else every[self.part[0] :: self.part[1]]

    def _grouped(self, number: int, groups: Indices) -> Epoch:
        samples = self._samples(number)
        samples = samples[np.argsort(groups[samples], kind="stable")]
        made = self._cut(np.split(samples, np.flatnonzero(np.diff(groups[samples])) + 1))
        if not self.shuffle:
            return made
        batches = [made[k] for k in permutation(len(made), self.seed, number, 1)]
        return Epoch(np.concatenate(batches), _edges([len(b) for b in batches]))

    def _cut(self, groups: Sequence[Indices]) -> Epoch:
        """The batches of each group."""
        lengths: list[int] = []
        kept: list[Indices] = []
        for group in groups:
            whole, rest = divmod(len(group), self.size)
            if rest and self.last == "pad":
                group, whole, rest = np.resize(group, (whole + 1) * self.size), whole + 1, 0
            lengths += [self.size] * whole
            if rest and self.last == "keep":
                lengths.append(rest)
            elif rest:
                group = group[: whole * self.size]
            kept.append(group)
        return Epoch(np.concatenate(kept), _edges(lengths))


def _edges(lengths: Sequence[int]) -> Indices:
    return np.concatenate([[0], np.cumsum(lengths, dtype=np.intp)]).astype(np.intp)


@dataclass(frozen=True)
class Buckets:
    """Samples by length: those of a bucket are longer than the boundary before, and not longer than its own.

    `boundaries` are the buckets' lengths, or how many there may be: they are then chosen so that least is padded.
    ValueError: a sample is longer than the last of the boundaries.

    >>> Buckets([3, 9, 4, 10, 2], 2).boundaries
    (4, 10)
    """

    lengths: Any
    boundaries: int | Sequence[int] = 8

    def __post_init__(self) -> None:
        lengths = np.asarray(self.lengths, np.intp)
        chosen = self.boundaries
        bounds = boundaries_of(lengths, chosen) if isinstance(chosen, int) else tuple(sorted(chosen))
        longest = int(lengths.max(initial=0))
        if not bounds or longest > bounds[-1]:
            raise ValueError(f"sample {int(lengths.argmax())} has length {longest}, beyond the boundaries {bounds}")
        object.__setattr__(self, "lengths", lengths)
        object.__setattr__(self, "boundaries", bounds)

    @property
    def groups(self) -> Indices:
        """The number of each sample's bucket."""
        return np.searchsorted(np.asarray(self.boundaries, np.intp), cast("Indices", self.lengths))


def boundaries_of(lengths: Any, count: int) -> tuple[int, ...]:
    """At most `count` lengths such that padding each of `lengths` to the next of them adds least.

    The best last bucket of the lengths up to the j-th one is found for 1, 2, ... buckets (dynamic programming).
    """
    if count < 1:
        raise ValueError(f"there are at least 1 bucket, not {count}")
    values, counts = np.unique(np.asarray(lengths, np.intp), return_counts=True)
    if len(values) > MOST_LENGTHS:
        kept = np.unique(np.linspace(0, len(values) - 1, MOST_LENGTHS).astype(np.intp))
        counts = np.diff(np.concatenate([[0], np.cumsum(counts)[kept]]))
        values = values[kept]
    before = np.concatenate([[0], np.cumsum(counts)])  # samples of the first j lengths
    costs = np.where(np.arange(len(values) + 1) > 0, np.inf, 0.0)
    starts: list[Indices] = []
    # from[i, j]: one bucket of the lengths i..j, all padded to the j-th
    single = np.where(
        np.arange(len(values))[:, None] <= np.arange(len(values)), (before[1:] - before[:-1, None]) * values, np.inf
    )
    for _ in range(min(count, len(values))):
        total = costs[:-1, None] + single
        start = total.argmin(axis=0)
        costs = np.concatenate([[np.inf], total[start, np.arange(len(values))]])
        starts.append(start)
    bounds: list[int] = []
    end = len(values)
    for start in reversed(starts):
        bounds.append(int(values[end - 1]))
        end = int(start[end - 1])
        if end == 0:
            break
    assert all(a > b for a, b in pairwise(bounds))
    return tuple(reversed(bounds))
