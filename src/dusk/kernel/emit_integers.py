"""Integer ops with NumPy's results: signs, division by zero, shifts out of range, wrapping."""

from __future__ import annotations

from collections.abc import Callable

from dusk.kernel.emit_code import Value, suffix, type_text
from dusk.kernel.math_lanes import per_lane_function

GCD = """define internal i64 @dusk.gcd(i64 %a, i64 %b) noinline {
entry:
 br label %loop
loop:
 %x = phi i64 [ %a, %entry ], [ %y, %step ]
 %y = phi i64 [ %b, %entry ], [ %r, %step ]
 %end = icmp eq i64 %y, 0
 br i1 %end, label %done, label %step
step:
 %r = urem i64 %x, %y
 br label %loop
done:
 ret i64 %x
}"""
POWER = """define internal i64 @dusk.power(i64 %a, i64 %b) noinline {
entry:
 br label %loop
loop:
 %x = phi i64 [ %a, %entry ], [ %square, %step ]
 %n = phi i64 [ %b, %entry ], [ %rest, %step ]
 %r = phi i64 [ 1, %entry ], [ %next, %step ]
 %end = icmp eq i64 %n, 0
 br i1 %end, label %done, label %step
step:
 %bit = and i64 %n, 1
 %odd = icmp ne i64 %bit, 0
 %product = mul i64 %r, %x
 %next = select i1 %odd, i64 %product, i64 %r
 %square = mul i64 %x, %x
 %rest = lshr i64 %n, 1
 br label %loop
done:
 ret i64 %r
}"""


def fitting(opcode: str) -> Callable[..., Value]:
    """Whether what an instruction makes of two integers does not wrap."""

    def emit(a: Value, b: Value, signed: bool) -> Value:
        name = f"llvm.{'s' if signed else 'u'}{opcode}.with.overflow.{suffix(a.elem, a.lanes)}"
        both = a.code.call(name, f"{{ {a.type}, {type_text('i1', a.lanes)} }}", 1, a, b)
        return ~a.code.value(f"extractvalue {both.type} {both.text}, 1", "i1", a.lanes)

    return emit


def _wide(x: Value, signed: bool) -> Value:
    return x if x.bits == 64 else x.convert("sext" if signed else "zext", "i64")


def _narrow(x: Value, like: Value) -> Value:
    return x if like.bits == 64 else x.convert("trunc", like.elem)


def _quotient(a: Value, b: Value, signed: bool) -> Value:
    """a / b towards zero for b that is not 0; the least integer over -1 is itself."""
    if a.lanes > 1 and a.bits <= 32:
        # no processor divides vectors of integers: double precision gives quotients of 32 bits exactly
        up = "sitofp" if signed else "uitofp"
        ratio = a.convert(up, "double") / b.convert(up, "double")
        result = ratio.convert("fptosi", "i32" if signed or a.bits < 32 else "i64")
        return result if result.bits == a.bits else result.convert("trunc", a.elem)
    return a.binary("sdiv" if signed else "udiv", b)


def _safe(a: Value, b: Value, signed: bool) -> tuple[Value, Value]:
    """Whether b is 0, and a divisor that never traps."""
    zero = b.compare("eq", 0)
    unsafe = zero
    if signed:
        unsafe = zero | (b.compare("eq", -1) & a.compare("eq", -(2 ** (a.bits - 1))))
    return zero, unsafe.select(b.like(1), b)


def floor_divide_integers(a: Value, b: Value, signed: bool) -> Value:
    """The quotient rounded down; 0 where b is 0."""
    zero, divisor = _safe(a, b, signed)
    q = _quotient(a, divisor, signed)
    if signed:
        r = a - q * divisor
        down = r.compare("ne", 0) & ((r ^ divisor).compare("slt", 0))
        q = down.select(q - 1, q)
    return zero.select(q.like(0), q)


def remainder_integers(a: Value, b: Value, signed: bool) -> Value:
    """What is left, with the sign of b; 0 where b is 0."""
    zero, divisor = _safe(a, b, signed)
    r = a - _quotient(a, divisor, signed) * divisor
    if signed:
        r = (r.compare("ne", 0) & (r ^ divisor).compare("slt", 0)).select(r + divisor, r)
    return zero.select(r.like(0), r)


def truncated_remainder(a: Value, b: Value, signed: bool) -> Value:
    """What is left, with the sign of a; 0 where b is 0."""
    zero, divisor = _safe(a, b, signed)
    r = a - _quotient(a, divisor, signed) * divisor
    return zero.select(r.like(0), r)


def index_floor_divide(a: Value, b: Value) -> Value:
    """a // b of positions (below 2**52, b not 0) in double precision: 64-bit division is slow everywhere."""
    ratio = a.convert("sitofp", "double") / b.convert("sitofp", "double")
    return ratio.call("floor").convert("fptosi", "i64")


def _is_inside(a: Value, b: Value) -> bool:
    """Whether b is a constant by which the bits of a can be shifted; then processors have one instruction for it."""
    number = b.text.removeprefix("splat (").removesuffix(")").split()[-1]
    return number.isdecimal() and int(number) < a.bits


def shift_left(a: Value, b: Value, signed: bool) -> Value:
    """a << b; 0 where b is negative or too large."""
    if _is_inside(a, b):
        return a << b
    inside = b.compare("ult", a.bits)
    return inside.select(a << inside.select(b, 0), 0)


def shift_right(a: Value, b: Value, signed: bool) -> Value:
    """a >> b; the sign of a where b is negative or too large."""
    if _is_inside(a, b):
        return a >> b if signed else a.shift_right(b)
    inside = b.compare("ult", a.bits)
    if signed:
        return a >> inside.select(b, a.bits - 1)
    return inside.select(a.shift_right(inside.select(b, 0)), 0)


def bitwise_count(a: Value, signed: bool) -> Value:
    """How many bits of the absolute value are set."""
    size = a.compare("slt", 0).select(-a, a) if signed else a
    return size.call("ctpop")


def _size(a: Value, signed: bool) -> Value:
    wide = _wide(a, signed)
    return wide.compare("slt", 0).select(-wide, wide) if signed else wide


def greatest_divisor(a: Value, b: Value, signed: bool) -> Value:
    """The greatest common divisor of the absolute values."""
    a.code.defined.setdefault("dusk.gcd", GCD)
    return _narrow(per_lane_function("dusk.gcd", _size(a, signed), _size(b, signed)), a)


def least_multiple(a: Value, b: Value, signed: bool) -> Value:
    """The least common multiple of the absolute values; 0 where either is 0."""
    x, y = _size(a, signed), _size(b, signed)
    a.code.defined.setdefault("dusk.gcd", GCD)
    divisor = per_lane_function("dusk.gcd", x, y)
    none = divisor.compare("eq", 0)
    multiple = x.binary("udiv", none.select(x.like(1), divisor)) * y
    return _narrow(none.select(x.like(0), multiple), a)


def integer_power(a: Value, b: Value, signed: bool) -> Value:
    """a**b, wrapping; 1 where b is negative."""
    a.code.defined.setdefault("dusk.power", POWER)
    exponent = _wide(b, signed)
    if signed:
        exponent = exponent.compare("slt", 0).select(exponent.like(0), exponent)
    return _narrow(per_lane_function("dusk.power", _wide(a, signed), exponent), a)
