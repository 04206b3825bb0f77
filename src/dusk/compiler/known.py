"""What a procedure knows values of a graph as: expressions of its variables, elements of memory, or formulas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dusk.graph import TensorType
from dusk.kernel import expr
from dusk.kernel.expr import Expr


@dataclass(slots=True)
class View:
    """An array: elements of an operand, `index` being where, `axis(i)` standing for the i-th of its own index."""

    operand: int
    index: tuple[Expr, ...]

    @staticmethod
    def whole(operand: int, kind: TensorType) -> View:
        """All of an operand of a type."""
        return View(operand, tuple(map(expr.axis, range(kind.ndim))))

    def at(self, index: Sequence[Expr]) -> tuple[Expr, ...]:
        """The operand's index of one of the array's own."""
        return tuple(expr.replace(self.index, {expr.axis(i): e for i, e in enumerate(index)}))


@dataclass(slots=True)
class Formula:
    """An array that is in no memory: the value of an element, `axis(i)` standing for the i-th of its index."""

    value: Expr

    def at(self, index: Sequence[Expr]) -> Expr:
        """The element at an index."""
        return expr.replace([self.value], {expr.axis(i): e for i, e in enumerate(index)})[0]


Known = Expr | View | Formula


def numbers_of(known: Iterable[Known]) -> list[Expr]:
    """The numbers among what is known."""
    return [e for e in known if isinstance(e, Expr)]


def neutral(reduction: str, dtype: Any) -> Expr:
    """What a reduction begins with."""
    if reduction in ("max", "min") and dtype.kind in "iu":
        info = np.iinfo(dtype)
        return expr.const(int(info.min if reduction == "max" else info.max), dtype)
    first = {"sum": 0, "prod": 1, "any": False, "all": True, "max": -np.inf, "min": np.inf}[reduction]
    return expr.const(first if dtype.kind != "b" else reduction in ("all", "min", "prod"), dtype)
