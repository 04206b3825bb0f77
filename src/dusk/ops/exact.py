"""Where what NumPy makes of numbers is not what Python makes of its own: these have more digits than 64 bits, and raise
errors where NumPy goes on.

`checked` gives what NumPy made, or fails; it is written in `refuse`, which goes by a number: that of what is wrong.
"""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Any

import numpy as np

from dusk.graph.node import Value
from dusk.graph.op import Op, define
from dusk.ops.arithmetic import absolute
from dusk.ops.bounds import Range, between, is_within
from dusk.ops.broadcast import broadcast_to
from dusk.ops.convert import astype
from dusk.ops.exponential import power
from dusk.ops.logic import (
    equal,
    greater_equal,
    isfinite,
    isinf,
    isnan,
    less,
    less_equal,
    logical_and,
    logical_not,
    logical_or,
    right_shift,
)
from dusk.ops.movement import reshape
from dusk.ops.pointwise import keep, pointwise, together
from dusk.ops.select import where

EVERY: Range = (-(2**63), 2**63 - 1)
"""The bounds of what is not known of an integer."""
_EXACT = 2**53  # integers that floats hold
_NEAR = 9.2e18  # below 2 ** 63 whatever the last bits are

# --- whether 64 bits hold what Python makes of two integers


def _fits(name: str, function: np.ufunc) -> Op:
    def body(x: Any, y: Any) -> Any:
        info = np.iinfo(np.asarray(x).dtype)
        r = function(np.asarray(x, object), np.asarray(y, object))
        return np.asarray((info.min <= r) & (r <= info.max), bool)

    return define(
        name=f"{name}_fits",
        infer=lambda x, y: x.with_(dtype=np.dtype(np.bool_)),
        promote=together,
        broadcasts=True,
        lower=pointwise(f"{name}_fits"),
        nondiff=True,
        doc=f"Where {name} of two integers does not wrap.",
    )(body)


add_fits = _fits("add", np.add)
subtract_fits = _fits("subtract", np.subtract)
multiply_fits = _fits("multiply", np.multiply)

# --- what may be wrong
ZERO, LARGE, OUTSIDE, DOMAIN, BEYOND, NAN, SHIFT, OTHER = range(1, 9)
_ERRORS: dict[int, tuple[type[Exception], str]] = {
    ZERO: (ZeroDivisionError, "division by zero"),
    LARGE: (OverflowError, "an integer of Python's own has more than 64 bits"),
    OUTSIDE: (OverflowError, "Python integer out of bounds for the dtype it is brought to"),
    DOMAIN: (ValueError, "math domain error"),
    BEYOND: (OverflowError, "math range error"),
    NAN: (ValueError, "cannot convert float NaN to integer"),
    SHIFT: (ValueError, "negative shift count"),
    OTHER: (ValueError, "a power of this base and exponent is a number of another type in Python"),
}


def _error(code: int) -> Exception:
    kind, text = _ERRORS[code]
    return kind(text)


def _held(fits: Any) -> Any:
    return where(fits, 0, LARGE)


def _divisor(r: Any, x: Any, y: Any) -> Any:
    return where(equal(y, 0), ZERO, 0)


def _is_exact(x: Any) -> Any:
    """Whether a float holds an integer."""
    return logical_and(less_equal(x, _EXACT), greater_equal(x, -_EXACT))


def _quotient(r: Any, x: Any, y: Any) -> Any:
    fits = logical_not(logical_and(equal(y, -1), equal(x, EVERY[0])))
    return where(equal(y, 0), ZERO, _held(fits))


def _ratio(r: Any, x: Any, y: Any) -> Any:
    return where(equal(y, 0), ZERO, _held(logical_and(_is_exact(x), _is_exact(y))))


def _shifted(r: Any, x: Any, y: Any) -> Any:
    fits = logical_or(equal(x, 0), logical_and(less(y, 64), equal(right_shift(r, y), x)))
    return where(less(y, 0), SHIFT, _held(fits))


def _integer_power(r: Any, x: Any, y: Any) -> Any:
    size, exponent = absolute(astype(x, dtype=np.float64)), astype(y, dtype=np.float64)
    return where(less(y, 0), where(equal(x, 0), ZERO, OTHER), _held(less(power(size, exponent), _NEAR)))


def _float_power(r: Any, x: Any, y: Any) -> Any:
    fine = logical_or(isfinite(r), logical_not(logical_and(isfinite(x), isfinite(y))))
    return where(fine, 0, where(equal(x, 0), ZERO, where(isnan(r), OTHER, BEYOND)))


def _function(beyond: int) -> Callable[..., Any]:
    """A function of `math`: NaN comes of NaN only, what is infinite of what is (if not, `beyond` is wrong)."""

    def rule(r: Any, *xs: Any) -> Any:
        unknown, endless = (reduce(logical_or, map(of, xs)) for of in (isnan, isinf))
        fine = logical_or(isfinite(r), logical_or(unknown, logical_and(endless, logical_not(isnan(r)))))
        return where(fine, 0, where(isnan(r), DOMAIN, beyond))

    return rule


def _whole(r: Any, x: Any) -> Any:
    inside = logical_and(greater_equal(x, float(EVERY[0])), less(x, -float(EVERY[0])))
    return where(inside, 0, where(isnan(x), NAN, LARGE))


def _brought(r: Any, x: Any) -> Any:
    same = logical_and(equal(astype(r, dtype=np.int64), x), equal(less(r, 0), less(x, 0)))
    return where(same, 0, OUTSIDE)


_RULES: dict[tuple[str, str], Callable[..., Any]] = {
    ("add", "i"): lambda r, x, y: _held(add_fits(x, y)),
    ("subtract", "i"): lambda r, x, y: _held(subtract_fits(x, y)),
    ("multiply", "i"): lambda r, x, y: _held(multiply_fits(x, y)),
    ("negative", "i"): lambda r, x: where(equal(x, EVERY[0]), LARGE, 0),
    ("absolute", "i"): lambda r, x: where(equal(x, EVERY[0]), LARGE, 0),
    ("floor_divide", "i"): _quotient,
    ("remainder", "i"): _divisor,
    ("divide", "i"): _ratio,
    ("power", "i"): _integer_power,
    ("left_shift", "i"): _shifted,
    ("right_shift", "i"): lambda r, x, y: where(less(y, 0), SHIFT, 0),
    ("floor_divide", "f"): _divisor,
    ("remainder", "f"): _divisor,
    ("divide", "f"): _divisor,
    ("power", "f"): _float_power,
    ("divide", "c"): _divisor,
    ("math", "f"): _function(BEYOND),
    ("log", "f"): _function(DOMAIN),
    ("int", "f"): _whole,
    ("cast", "i"): _brought,
}
"""For what is done with numbers of a kind: which error it is (0: none), given the result and the operands."""


def kind_of(dtypes: Iterable[np.dtype[Any]]) -> str:
    """Of which kind numbers of these dtypes are together: integers, floats or complex."""
    kinds = {dtype.kind for dtype in dtypes}
    return "c" if "c" in kinds else "f" if "f" in kinds else "i"


def sure(name: str, kind: str, spans: Sequence[Range | None]) -> bool:
    """Whether the bounds of operands (None: not known) tell that Python makes the same of them as NumPy does."""
    if (name, kind) not in _RULES:
        return True
    last = spans[-1]
    if name in ("divide", "floor_divide", "remainder"):
        if last is None or last[0] <= 0 <= last[1]:
            return False
        if name == "divide" and kind == "i":
            return all(s is not None and is_within(s, (-_EXACT, _EXACT)) for s in spans)
        return name != "floor_divide" or kind != "i" or not last[0] <= -1 <= last[1]
    if name == "right_shift":
        return last is not None and last[0] >= 0
    known = [s for s in spans if s is not None]
    found = between(name, known) if len(known) == len(spans) and kind == "i" else None
    return found is not None and is_within(found, EVERY)


# --- the ops
def _batch_refuse(mapped: Any, x: Value, code: Value) -> Value:
    n = (x if mapped[0] == 0 else code).shape[0]
    return broadcast_to(reshape(x, shape=(-1,)), shape=(n,))


@define(
    infer=lambda x, code: x.with_(()),
    promote=keep,
    vjp=lambda g, out, x, code: (reshape(g, shape=(1,)), None),
    jvp=lambda tangents, out, x, code: None if tangents[0] is None else reshape(tangents[0], shape=()),
    batch=_batch_refuse,
    lower=lambda k, index, x, code: x((code(()),)),
    fails=True,
    error=_error,
)
def refuse(x: Any, code: Any) -> Any:
    """The only element of x, if the code is 0; else the error that has this number."""
    if code:
        raise _error(int(code))
    return np.reshape(x, ())


def _code(r: Any, xs: Sequence[Any], of: str) -> Any:
    return _RULES[of, kind_of(x.dtype for x in xs)](r, *xs)


def _batch_checked(mapped: Any, r: Value, *xs: Value, of: str) -> Value:
    n = next(v.shape[0] for m, v in zip(mapped, (r, *xs), strict=True) if m == 0)
    return r if mapped[0] == 0 else broadcast_to(r, shape=(n,))


@define(
    infer=lambda r, *xs, of: r,
    promote=keep,
    vjp=lambda g, out, r, *xs, of: (g, *(None for _ in xs)),
    jvp=lambda tangents, out, r, *xs, of: tangents[0],
    batch=_batch_checked,
    inline=lambda r, *xs, of: refuse(reshape(r, shape=(1,)), _code(r, xs, of)),
    fails=True,
)
def checked(r: Any, *xs: Any, of: str) -> Any:
    """r, which NumPy has made of numbers; an error where Python raises it, or makes something else of them.

    `of` is what was done: the name of an op, or "math", "log" (a function of `math`), "int", "cast". Mapped over an
    axis nothing is checked.
    """
    xs = tuple(map(np.asarray, xs))
    with np.errstate(all="ignore"):
        code = int(_code(np.asarray(r), xs, of))
    if code:
        raise _error(code)
    return r
