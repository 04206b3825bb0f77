"""Addresses as sums of terms: what the loops move, what the lanes move, what only the data knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dusk.kernel.expr import Affine, Expr, affine
from dusk.kernel.loops import Kernel


class Term(NamedTuple):
    """Part of an address: a variable (an axis' number or an Expr) times a stride a dimension, in elements."""

    variable: int | Expr | None  # None: the constant 1
    factors: tuple[tuple[int, int], ...]  # (coefficient, dimension of the operand)


class Access(NamedTuple):
    """The address of a load or store, as terms."""

    operand: int
    terms: tuple[Term, ...]

    def atoms(self) -> list[Expr]:
        """What must be computed before the address."""
        return [t.variable for t in self.terms if isinstance(t.variable, Expr)]


def access_of(kernel: Kernel, operand: int, index: Sequence[Expr]) -> Access:
    """The address of `operand[index]`."""
    collected: dict[int | Expr | None, list[tuple[int, int]]] = {}
    for d, (stride, i) in enumerate(zip(kernel.operands[operand].strides, index, strict=True)):
        if stride == 0:
            continue
        parts: Affine = affine(i)
        if parts.const:
            collected.setdefault(None, []).append((parts.const, d))
        for a, c in parts.axes.items():
            collected.setdefault(a, []).append((c, d))
        for c, e in parts.rest:
            collected.setdefault(e, []).append((c, d))
    return Access(operand, tuple(Term(v, tuple(f)) for v, f in collected.items()))


def factor(kernel: Kernel, operand: int, term: Term) -> int | None:
    """What a term's variable is multiplied with, in elements; None where only the run knows."""
    total = 0
    for c, d in term.factors:
        stride = kernel.operands[operand].strides[d]
        if stride is None:
            return None
        total += c * stride
    return total
