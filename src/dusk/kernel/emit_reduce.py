"""Accumulators: what they start from, how a value joins, how copies and lanes are brought together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk.kernel.emit_cast import register_type, rounded
from dusk.kernel.emit_code import FLOATS, Code, Value
from dusk.kernel.emit_floats import maximum, minimum
from dusk.kernel.loops import Reduction

Parts = list[Value]  # one value; for argmax and argmin the extreme and its position


def start(code: Code, reduction: Reduction, lanes: int) -> Parts:
    """The neutral element in every lane."""
    dtype = reduction.value.dtype
    elem = register_type(dtype)
    neutral: Any = {"sum": 0, "prod": 1, "any": False, "all": True}.get(reduction.op)
    if neutral is None:
        largest = reduction.op in ("min", "argmin")
        if elem in FLOATS:
            neutral = math.inf if largest else -math.inf
        elif elem == "i1":
            neutral = largest
        else:
            info = np.iinfo(dtype)
            neutral = _signed_literal(info.max if largest else info.min, info.bits)
    parts = [code.const(neutral, elem, lanes)]
    if reduction.op.startswith("arg"):
        parts.append(code.const(0, "i64", lanes))
    return parts


def _signed_literal(value: int, bits: int) -> int:
    return value - 2**bits if value >= 2 ** (bits - 1) else value


def join(reduction: Reduction, old: Parts, value: Value, position: Value | None, mask: Value | None) -> Parts:
    """The accumulator after one more value; lanes outside of the mask keep theirs."""
    if reduction.op.startswith("arg"):
        assert position is not None
        better = _beats(reduction, value, old[0])
        if mask is not None:
            better = better & mask
        return [better.select(value, old[0]), better.select(position, old[1])]
    new = _combine(reduction, old[0], value)
    return [new if mask is None else mask.select(new, old[0])]


def _combine(reduction: Reduction, a: Value, b: Value) -> Value:
    dtype, op = reduction.value.dtype, reduction.op
    if op in ("sum", "prod"):
        return rounded(a + b if op == "sum" else a * b, dtype)
    if a.elem == "i1":
        return a | b if op in ("any", "max") else a & b
    if a.elem in FLOATS:
        return maximum(a, b) if op == "max" else minimum(a, b)
    order = ("s" if dtype.kind == "i" else "u") + ("gt" if op == "max" else "lt")
    return a.compare(order, b).select(a, b)


def _beats(reduction: Reduction, value: Value, best: Value) -> Value:
    """Whether a later value takes the place of the best so far; the first NaN stays."""
    larger = reduction.op == "argmax"
    if value.elem in FLOATS:
        return value.compare("ugt" if larger else "ult", best) & ~best.is_nan()
    if value.elem == "i1":
        return value & ~best if larger else ~value & best
    signed = "s" if reduction.value.dtype.kind == "i" else "u"
    return value.compare(signed + ("gt" if larger else "lt"), best)


def merge(reduction: Reduction, a: Parts, b: Parts) -> Parts:
    """Two accumulators of disjoint positions as one."""
    if not reduction.op.startswith("arg"):
        return [_combine(reduction, a[0], b[0])]
    beaten = _beats(reduction, b[0], a[0])
    if a[0].elem in FLOATS:
        same = a[0].compare("oeq", b[0]) | (a[0].is_nan() & b[0].is_nan())
    else:
        same = a[0].compare("eq", b[0])
    take = beaten | (same & b[1].compare("slt", a[1]))
    return [take.select(b[0], a[0]), take.select(b[1], a[1])]


def merge_all(reduction: Reduction, copies: Sequence[Parts]) -> Parts:
    """All copies as one, pairwise."""
    level = list(copies)
    while len(level) > 1:
        level = [merge(reduction, a, b) for a, b in zip(level[::2], level[1::2], strict=False)] + level[
            len(level) & ~1 :
        ]
    return level[0]


def across(code: Code, reduction: Reduction, parts: Parts) -> Parts:
    """The lanes of an accumulator as one scalar, halves first."""
    lanes = parts[0].lanes
    while lanes > 1:
        half = lanes // 2
        if half == 1:
            low, high = [code.lane(p, 0) for p in parts], [code.lane(p, 1) for p in parts]
        else:
            low = [code.shuffle(p, range(half)) for p in parts]
            high = [code.shuffle(p, range(half, lanes)) for p in parts]
        parts = merge(reduction, low, high)
        lanes = half
    return parts
