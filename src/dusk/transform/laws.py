"""Laws of arithmetic that passes share: which ops commute and associate, and what does nothing."""

from __future__ import annotations

from typing import Any, cast

import ml_dtypes
import numpy as np

from dusk.graph import Node, Op
from dusk.ops import (
    add,
    bitwise_and,
    bitwise_or,
    bitwise_xor,
    equal,
    gcd,
    hypot,
    lcm,
    logaddexp,
    logical_and,
    logical_or,
    logical_xor,
    maximum,
    minimum,
    multiply,
    not_equal,
)

COMMUTATIVE: frozenset[Op] = frozenset(
    {
        add,
        multiply,
        equal,
        not_equal,
        logical_and,
        logical_or,
        logical_xor,
        bitwise_and,
        bitwise_or,
        bitwise_xor,
        gcd,
        lcm,
        hypot,
        logaddexp,
        maximum,
        minimum,
    }
)
"""Ops whose operands may change places."""

ASSOCIATIVE: frozenset[Op] = frozenset(
    {add, multiply, maximum, minimum, logical_and, logical_or, logical_xor, bitwise_and, bitwise_or, bitwise_xor}
)
"""Ops whose order of application is free, but for the rounding of floats."""

IDEMPOTENT: frozenset[Op] = frozenset({maximum, minimum, bitwise_and, bitwise_or})
"""Ops that give x for x and x."""


def commutes(node: Node) -> bool:
    """Whether swapping a node's operands leaves every bit as it is.

    The maximum of 0.0 and -0.0 is the first or the second of them, so on floats it does not.
    """
    return node.op in COMMUTATIVE and (node.op not in (maximum, minimum) or node.inputs[0].dtype.kind in "biu")


def limits(dtype: np.dtype[Any]) -> Any:
    """What `np.finfo` says of a float or complex dtype, bfloat16 and its kin included."""
    return cast("Any", ml_dtypes.finfo(dtype))


def keeps_every_value(source: np.dtype[Any], target: np.dtype[Any]) -> bool:
    """Whether each value of one dtype is a value of another (int64 to float64 is safe to NumPy, but rounds)."""
    if source == target or source.kind == "b":
        return True
    if target.kind == "b":
        return False
    if source.kind in "iu":
        bits = source.itemsize * 8 - (source.kind == "i")
        if target.kind in "iu":
            return np.can_cast(source, target)
        return bool(bits <= limits(target).nmant + 1 and bits < limits(target).maxexp)
    if target.kind in "iu" or (source.kind == "c" and target.kind != "c"):
        return False
    a, b = limits(source), limits(target)
    return bool(a.nmant <= b.nmant and a.maxexp <= b.maxexp and a.minexp >= b.minexp)


__all__ = ["ASSOCIATIVE", "COMMUTATIVE", "IDEMPOTENT", "commutes", "keeps_every_value", "limits"]
