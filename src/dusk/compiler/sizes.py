"""The sizes that a program needs as numbers, each once: at other lengths all of them are worked out in one go."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from dusk.graph.types import Dim, Size, size_of_name

Numbers = np.ndarray[Any, np.dtype[np.int64]]


class Sizes:
    """Sizes by number.

    >>> sizes, n = Sizes(), Dim("n")
    >>> [sizes.number(size) for size in (n * 4, 7, n * 4)]
    [0, 1, 0]
    >>> sizes.at({"n": 5}).tolist()
    [20, 7]
    """

    def __init__(self) -> None:
        self._numbers: dict[Size, int] = {}
        self._terms: tuple[Numbers, Numbers, Numbers] | None = None  # coefficients, monomials, where each size begins
        self._monomials: dict[tuple[str, ...], int] = {}

    def number(self, size: Size) -> int:
        """The number of a size."""
        found = self._numbers.setdefault(size, len(self._numbers))
        if found == len(self._numbers) - 1:
            self._terms = None
        return found

    def at(self, sizes: Mapping[str, int]) -> Numbers:
        """All sizes by number, given the sizes of their names."""
        if not sizes or not self._numbers:
            return np.fromiter(self._numbers, np.int64, len(self._numbers))
        factors, which, first = self._terms or self._written()
        values = [math.prod(size_of_name(name, sizes) for name in names) for names in self._monomials]
        return np.add.reduceat(factors * np.array(values, np.int64)[which], first)

    def _written(self) -> tuple[Numbers, Numbers, Numbers]:
        factors: list[int] = []
        which: list[int] = []
        first: list[int] = []
        for size in self._numbers:
            first.append(len(factors))
            for names, factor in size.terms if isinstance(size, Dim) else (((), size),):
                factors.append(factor)
                which.append(self._monomials.setdefault(names, len(self._monomials)))
        self._terms = np.array(factors, np.int64), np.array(which, np.intp), np.array(first, np.intp)
        return self._terms
