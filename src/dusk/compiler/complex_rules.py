"""What ops of complex numbers do, written for real and imaginary parts by NumPy's formulas (see `complexes`)."""

# Rules are called with pairs or values, as their operands are.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dusk import ops
from dusk.graph import Op, Value
from dusk.ops.convert import real_dtype
from dusk.transform.pattern import number_of

Pair = tuple[Value, Value]
Rule = Callable[..., Any]
"""`rule(*operands, **params)`: operands are pairs where they are complex; gives a pair, or a value if that is real."""


def _parts(x: Any) -> Pair:
    """The parts of an operand; the imaginary one of a real operand is 0."""
    return x if isinstance(x, tuple) else (x, ops.fill(x, 0.0))


def _each(op: Op) -> Rule:
    """Of ops that do to both parts what they do to numbers."""

    def rule(*operands: Any, **params: Any) -> Any:
        if isinstance(dtype := params.get("dtype"), np.dtype) and dtype.kind == "c":
            params["dtype"] = real_dtype(dtype)
        re, im = ([x[i] if isinstance(x, tuple) else x for x in operands] for i in range(2))
        return op(*re, **params), op(*im, **params)

    return rule


def _multiply(x: Any, y: Any) -> Pair:
    (a, b), (c, d) = _parts(x), _parts(y)
    re = ops.subtract(ops.multiply(a, c), ops.multiply(b, d))
    return re, ops.add(ops.multiply(a, d), ops.multiply(b, c))


def _chain_product(g: Any, d: Any, *, both: bool = False) -> Pair:
    cut = _is_zero(g) if not both else ops.logical_or(_is_zero(g), _is_zero(d))
    re, im = _multiply(g, d)
    return ops.where(cut, 0.0, re), ops.where(cut, 0.0, im)


def _is_zero(x: Any) -> Value:
    a, b = _parts(x)
    return ops.logical_and(ops.equal(a, 0.0), ops.equal(b, 0.0))


def _divide(x: Any, y: Any) -> Pair:
    """Smith's algorithm (Communications of the ACM 5, 1962), as NumPy has it."""
    (a, b), (c, d) = _parts(x), _parts(y)
    wide = ops.greater_equal(ops.absolute(c), ops.absolute(d))
    long, short = ops.where(wide, c, d), ops.where(wide, d, c)
    zero = ops.equal(long, 0.0)
    ratio = ops.where(zero, 0.0, ops.divide(short, long))
    scale = ops.divide(1.0, ops.where(zero, ops.absolute(long), ops.add(long, ops.multiply(short, ratio))))
    p, q = ops.where(wide, a, b), ops.where(wide, b, a)
    re = ops.multiply(ops.add(p, ops.multiply(q, ratio)), scale)
    tail = ops.multiply(p, ratio)
    im = ops.where(wide, ops.subtract(q, tail), ops.subtract(tail, q))
    return re, ops.multiply(im, scale)


def _reciprocal(x: Pair) -> Pair:
    one = ops.fill(x[0], 1.0)
    return _divide((one, ops.fill(one, 0.0)), x)


def _square(x: Pair) -> Pair:
    a, b = x
    twice = ops.multiply(a, b)
    return ops.subtract(ops.multiply(a, a), ops.multiply(b, b)), ops.add(twice, twice)


def _power(x: Any, y: Any) -> Any:
    """Small whole powers, by products; others are left to NumPy."""
    exponent, rest = map(number_of, _parts(y))
    if rest != 0 or exponent not in range(1, 65):
        return None
    n, made, factor = int(exponent), None, _parts(x)
    while n:
        if n & 1:
            made = factor if made is None else _multiply(made, factor)
        n >>= 1
        factor = _square(factor) if n else factor
    return made


def _hypot(x: Pair) -> Value:
    return ops.hypot(*x)


def _exp(x: Pair) -> Pair:
    a, b = x
    size, real, odd = ops.exp(a), ops.equal(b, 0.0), ops.logical_not(ops.isfinite(b))
    gone, grown = (ops.logical_and(ops.equal(a, end), odd) for end in (-np.inf, np.inf))
    re = ops.where(gone, 0.0, ops.where(grown, np.inf, ops.multiply(size, ops.cos(b))))
    return ops.where(real, size, re), ops.where(real, b, ops.where(gone, 0.0, ops.multiply(size, ops.sin(b))))


def _log(x: Pair) -> Pair:
    """Near the unit circle by `log1p` of the square's distance from 1, which keeps its digits."""
    a, b = (ops.absolute(p) for p in x)
    long, short = ops.maximum(a, b), ops.minimum(a, b)
    near = ops.logical_and(ops.greater(long, 0.7), ops.less(long, 1.4))
    apart = ops.multiply(ops.subtract(long, 1.0), ops.add(long, 1.0))
    close = ops.multiply(0.5, ops.log1p(ops.add(apart, ops.multiply(short, short))))
    return ops.where(near, close, ops.log(_hypot(x))), ops.arctan2(x[1], x[0])


def _sqrt(x: Pair) -> Pair:
    """By the half of |x| + |re x|, halved before it can overflow."""
    a, b = x
    size = ops.absolute(a)
    quarter = ops.hypot(ops.multiply(a, 0.25), ops.multiply(b, 0.25))
    t = ops.multiply(2.0, ops.sqrt(ops.multiply(0.5, ops.add(ops.multiply(size, 0.25), quarter))))
    zero = ops.equal(t, 0.0)
    rest = ops.where(zero, 0.0, ops.multiply(0.5, ops.divide(ops.absolute(b), t)))
    right, endless = ops.greater_equal(a, 0.0), ops.isinf(b)
    re = ops.where(endless, np.inf, ops.where(right, t, rest))
    im = ops.where(endless, b, ops.copysign(ops.where(right, rest, t), b))
    return re, im


def _sin(x: Pair) -> Pair:
    im, re = _sinh((ops.negative(x[1]), x[0]))
    return re, ops.negative(im)


def _cos(x: Pair) -> Pair:
    return _cosh((ops.negative(x[1]), x[0]))


def _sinh(x: Pair) -> Pair:
    """Of 0, infinities and NaN as Annex G of the C standard has it."""
    a, b = x
    keeps = ops.logical_and(ops.logical_not(ops.isfinite(b)), ops.logical_or(ops.equal(a, 0.0), ops.isinf(a)))
    re = ops.where(keeps, ops.where(ops.isinf(a), np.inf, a), ops.multiply(ops.sinh(a), ops.cos(b)))
    return re, ops.where(ops.equal(b, 0.0), b, ops.multiply(ops.cosh(a), ops.sin(b)))


def _cosh(x: Pair) -> Pair:
    """Of 0, infinities and NaN as Annex G of the C standard has it."""
    a, b = x
    odd = ops.logical_not(ops.isfinite(b))
    re = ops.where(ops.logical_and(odd, ops.isinf(a)), np.inf, ops.multiply(ops.cosh(a), ops.cos(b)))
    im = ops.where(ops.logical_and(odd, ops.equal(a, 0.0)), a, ops.multiply(ops.sinh(a), ops.sin(b)))
    return re, ops.where(ops.equal(b, 0.0), ops.multiply(ops.copysign(1.0, a), b), im)


def _over_parts(op: Op, combine: Op) -> Rule:
    """Of tests: what an op says of the real and of the imaginary parts, combined."""

    def rule(*operands: Any) -> Value:
        return combine(*(op(*part) for part in zip(*map(_parts, operands), strict=True)))

    return rule


def _of_truth(op: Op) -> Rule:
    def rule(*operands: Any) -> Value:
        return op(*(ops.logical_not(_is_zero(x)) if isinstance(x, tuple) else x for x in operands))

    return rule


def _astype(x: Any, *, dtype: Any) -> Any:
    if dtype.kind == "b":
        return ops.logical_not(_is_zero(x))
    if dtype.kind != "c":
        return ops.astype(x[0], dtype=dtype)
    re, im = _parts(x) if isinstance(x, tuple) else (x, None)
    re = ops.astype(re, dtype=real_dtype(dtype))
    return re, ops.fill(re, 0.0) if im is None else ops.astype(im, dtype=real_dtype(dtype))


def _with_part(x: Pair, v: Value, *, imaginary: bool) -> Pair:
    return (x[0], v) if imaginary else (v, x[1])


def _full(*, shape: Any, value: Any, dtype: Any, device: str = "cpu:0") -> Any:
    if not isinstance(value, int | float | complex):
        return None
    number, words = complex(value), {"shape": shape, "dtype": real_dtype(np.dtype(dtype)), "device": device}
    return ops.build(ops.full, value=number.real, **words), ops.build(ops.full, value=number.imag, **words)


def _after(x: Any, *others: Any) -> Any:
    waited = [p for o in others for p in (o if isinstance(o, tuple) else (o,))]
    return tuple(ops.after(p, *waited) for p in x) if isinstance(x, tuple) else ops.after(x, *waited)


def _contract(x: Any, y: Any, **params: Any) -> Pair:
    (a, b), (c, d) = _parts(x), _parts(y)
    re = ops.subtract(ops.contract(a, c, **params), ops.contract(b, d, **params))
    return re, ops.add(ops.contract(a, d, **params), ops.contract(b, c, **params))


_MOVING = (
    *(ops.identity, ops.stop_gradient, ops.reshape, ops.transpose, ops.expand_dims, ops.squeeze, ops.broadcast_to),
    *(ops.diagonal, ops.slice_, ops.slice_set, ops.concatenate, ops.roll, ops.gather, ops.scatter_set, ops.scatter_add),
)

RULES: dict[Op, Rule] = {
    **{op: _each(op) for op in (*_MOVING, ops.where, ops.add, ops.subtract, ops.negative, ops.positive)},
    **{op: _each(op) for op in (ops.sum_, ops.cumsum)},
    **{op: _over_parts(op, ops.logical_or) for op in (ops.not_equal, ops.isnan, ops.isinf)},
    **{op: _over_parts(op, ops.logical_and) for op in (ops.equal, ops.isfinite)},
    **{op: _of_truth(op) for op in (ops.logical_and, ops.logical_or, ops.logical_xor, ops.logical_not)},
    ops.real: lambda x: x[0],
    ops.imag: lambda x: x[1],
    ops.conjugate: lambda x: (x[0], ops.negative(x[1])),
    ops.with_part: _with_part,
    ops.astype: _astype,
    ops.full: _full,
    ops.after: _after,
    ops.contract: _contract,
    ops.multiply: _multiply,
    ops.chain_product: _chain_product,
    ops.divide: _divide,
    ops.reciprocal: _reciprocal,
    ops.square: _square,
    ops.power: _power,
    ops.absolute: _hypot,
    ops.exp: _exp,
    ops.log: _log,
    ops.sqrt: _sqrt,
    ops.sin: _sin,
    ops.cos: _cos,
    ops.sinh: _sinh,
    ops.cosh: _cosh,
}
"""By op; a rule that gives None leaves its call to the body."""
