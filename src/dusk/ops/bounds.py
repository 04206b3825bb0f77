"""Integers between bounds: what a dtype holds, and between which bounds lies what an op gives of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

Range = tuple[int, int]
_WIDE = 64  # bits that are shifted in, or an exponent: no result with more of them fits


def every_of(dtype: np.dtype[Any]) -> Range | None:
    """The bounds of all that a dtype holds; None for what is no integer."""
    if dtype.kind == "b":
        return 0, 1
    if dtype.kind not in "iu":
        return None
    info = np.iinfo(dtype)
    return int(info.min), int(info.max)


def is_within(span: Range, other: Range) -> bool:
    """Whether bounds lie within others."""
    return other[0] <= span[0] and span[1] <= other[1]


def holds(dtype: np.dtype[Any], span: Range) -> bool:
    """Whether a dtype holds all integers between bounds."""
    every = every_of(dtype)
    return every is not None and is_within(span, every)


def join(a: Range | None, b: Range | None) -> Range | None:
    """The bounds of what is one or the other."""
    return None if a is None or b is None else (min(a[0], b[0]), max(a[1], b[1]))


def between(name: str, spans: Sequence[Range]) -> Range | None:
    """The bounds of the op `name` of operands between bounds, if its result never wraps, as Python's integers never do;
    None: nothing is known."""
    (a, b), *rest = spans
    if not rest:
        if name == "negative":
            return -b, -a
        if name == "absolute":
            return (0 if a <= 0 <= b else min(abs(a), abs(b))), max(abs(a), abs(b))
        if name == "invert":
            return ~b, ~a
        if name == "logical_not" and a == b:
            return int(not a), int(not a)
        return (a, b) if name == "positive" else None
    (c, d) = rest[0]
    if name == "add":
        return a + c, b + d
    if name == "subtract":
        return a - d, b - c
    if name == "multiply":
        corners = (a * c, a * d, b * c, b * d)
        return min(corners), max(corners)
    if name in ("maximum", "fmax"):
        return max(a, c), max(b, d)
    if name in ("minimum", "fmin"):
        return min(a, c), min(b, d)
    if name == "floor_divide" and c > 0:
        return min(a // c, a // d), max(b // c, b // d)
    if name == "remainder" and c > 0:
        return (a, b) if a >= 0 and b < c else (0, min(b, d - 1) if a >= 0 else d - 1)
    if name == "bitwise_and" and (c >= 0 or a >= 0):
        return 0, d if a < 0 else b if c < 0 else min(b, d)
    if name == "right_shift" and c >= 0 and d < _WIDE:
        return min(a >> c, a >> d), max(b >> c, b >> d)
    if name == "left_shift" and c >= 0 and d < _WIDE:
        return min(a << c, a << d), max(b << c, b << d)
    if name == "power" and c >= 0 and d < _WIDE:
        most = max(abs(a), abs(b)) ** d
        return (a**c, b**d) if a > 0 else (-most, max(most, 1))
    return _of_comparison(name, a, b, c, d)


def _of_comparison(name: str, a: int, b: int, c: int, d: int) -> Range | None:
    if name in ("greater", "greater_equal"):
        a, b, c, d, name = c, d, a, b, {"greater": "less", "greater_equal": "less_equal"}[name]
    always = never = False
    if name == "less":
        always, never = b < c, a >= d
    elif name == "less_equal":
        always, never = b <= c, a > d
    elif name in ("equal", "not_equal"):
        always, never = a == b == c == d, b < c or d < a
        if name == "not_equal":
            always, never = never, always
    elif name == "logical_and":
        always, never = a > 0 and c > 0, (a, b) == (0, 0) or (c, d) == (0, 0)
    elif name == "logical_or":
        always, never = a > 0 or c > 0, (a, b) == (0, 0) == (c, d)
    else:
        return None
    return (1, 1) if always else (0, 0) if never else (0, 1)
