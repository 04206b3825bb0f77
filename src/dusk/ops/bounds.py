"""Between which bounds lies what an op gives of integers between bounds: of Python's integers, which never wrap."""

from __future__ import annotations

from collections.abc import Sequence

Range = tuple[int, int]
_WIDE = 64  # bits that are shifted in, or an exponent: no result with more of them fits


def between(name: str, spans: Sequence[Range]) -> Range | None:
    """The bounds of the op `name` of operands between bounds; None: nothing is known."""
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
