"""What the CPU takes from the C library, for processors that have none: remainders, and sines of large arguments."""

from __future__ import annotations

import functools

from dusk.kernel.emit_code import Code, Value
from dusk.kernel.math_lanes import per_lane_function

WORDS = 20  # of 2 / pi: enough for the largest double
HALF_PI, HALF_PI_LOW = 1.5707963267948966, 6.123233995736766e-17
FMOD = """define internal double @dusk.fmod(double %a, double %b) noinline {
entry:
 %abits = bitcast double %a to i64
 %bbits = bitcast double %b to i64
 %x = and i64 %abits, 9223372036854775807
 %y = and i64 %bbits, 9223372036854775807
 %zero = icmp eq i64 %y, 0
 %endless = icmp uge i64 %x, 9218868437227405312
 %none = icmp ugt i64 %y, 9218868437227405312
 %bad1 = or i1 %zero, %endless
 %bad = or i1 %bad1, %none
 br i1 %bad, label %undefined, label %defined
undefined:
 ret double 0x7FF8000000000000
defined:
 %less = icmp ult i64 %x, %y
 br i1 %less, label %same, label %divide
same:
 ret double %a
divide:
 %xlz = call i64 @llvm.ctlz.i64(i64 %x, i1 false)
 %ylz = call i64 @llvm.ctlz.i64(i64 %y, i1 false)
 %xup = sub i64 %xlz, 11
 %yup = sub i64 %ylz, 11
 %xsmall = icmp sgt i64 %xup, 0
 %ysmall = icmp sgt i64 %yup, 0
 %xby = select i1 %xsmall, i64 %xup, i64 0
 %yby = select i1 %ysmall, i64 %yup, i64 0
 %xf = and i64 %x, 4503599627370495
 %yf = and i64 %y, 4503599627370495
 %xn = or i64 %xf, 4503599627370496
 %yn = or i64 %yf, 4503599627370496
 %xs = shl i64 %x, %xby
 %ys = shl i64 %y, %yby
 %xe = lshr i64 %x, 52
 %ye = lshr i64 %y, 52
 %xd = sub i64 1, %xby
 %yd = sub i64 1, %yby
 %xdenormal = icmp eq i64 %xe, 0
 %ydenormal = icmp eq i64 %ye, 0
 %xm = select i1 %xdenormal, i64 %xs, i64 %xn
 %ym = select i1 %ydenormal, i64 %ys, i64 %yn
 %ex = select i1 %xdenormal, i64 %xd, i64 %xe
 %ey = select i1 %ydenormal, i64 %yd, i64 %ye
 %steps = sub i64 %ex, %ey
 br label %loop
loop:
 %i = phi i64 [ %steps, %divide ], [ %left, %again ]
 %r = phi i64 [ %xm, %divide ], [ %twice, %again ]
 %d = sub i64 %r, %ym
 %fits = icmp uge i64 %r, %ym
 %rest = select i1 %fits, i64 %d, i64 %r
 %last = icmp eq i64 %i, 0
 br i1 %last, label %done, label %again
again:
 %twice = shl i64 %rest, 1
 %left = sub i64 %i, 1
 br label %loop
done:
 %whole = icmp eq i64 %rest, 0
 %lz = call i64 @llvm.ctlz.i64(i64 %rest, i1 false)
 %up = sub i64 %lz, 11
 %e = sub i64 %ey, %up
 %bynormal = icmp sgt i64 %e, 0
 %shift = select i1 %whole, i64 0, i64 %up
 %m = shl i64 %rest, %shift
 %mf = and i64 %m, 4503599627370495
 %epart = shl i64 %e, 52
 %normal = or i64 %mf, %epart
 %down = sub i64 1, %e
 %by = select i1 %bynormal, i64 0, i64 %down
 %bymasked = and i64 %by, 63
 %denormal = lshr i64 %m, %bymasked
 %some = select i1 %bynormal, i64 %normal, i64 %denormal
 %size = select i1 %whole, i64 0, i64 %some
 %sign = and i64 %abits, -9223372036854775808
 %bits = or i64 %size, %sign
 %result = bitcast i64 %bits to double
 ret double %result
}"""


def fmod(a: Value, b: Value) -> Value:
    """What is left of a / b towards zero, exactly."""
    code = a.code
    code.declared.setdefault("llvm.ctlz.i64", "declare i64 @llvm.ctlz.i64(i64, i1)")
    code.defined.setdefault("dusk.fmod", FMOD)
    return in_double("dusk.fmod", a, b)


def in_double(name: str, *args: Value) -> Value:
    """A function of doubles, of each lane."""
    if args[0].elem == "double":
        return per_lane_function(name, *args)
    return per_lane_function(name, *(a.convert("fpext", "double") for a in args)).convert("fptrunc", args[0].elem)


@functools.cache
def two_over_pi() -> str:
    """The definition of a table: a word of zeros, then the bits of 2 / pi, the first ones first."""
    bits = 64 * WORDS
    one = 1 << (bits + 64)

    def arctan_inverse(n: int) -> int:
        total, term, k = 0, one // n, 1
        while term:
            total += term // k if k % 4 == 1 else -(term // k)
            term //= n * n
            k += 2
        return total

    pi = 4 * (4 * arctan_inverse(5) - arctan_inverse(239))
    value = (2 * one << bits) // pi
    words = [0, *((value >> (bits - 64 * (k + 1))) & (2**64 - 1) for k in range(WORDS))]
    return f"@dusk.pi = private constant [{len(words)} x i64] [{', '.join(f'i64 {w}' for w in words)}]"


def turns_of(x: Value) -> tuple[Value, Value]:
    """n and r with x = n pi / 2 + r and |r| <= pi / 4 up to whole turns, for a scalar double x of 2**16 and more.

    x is m 2**e with an integer m: bits of 2 / pi that would give whole turns are left out, the next 190 are multiplied.
    """
    code: Code = x.code
    code.declared.setdefault("llvm.ctlz.i64", "declare i64 @llvm.ctlz.i64(i64, i1)")
    code.defined.setdefault("dusk.pi", two_over_pi())
    bits = x.as_int()
    m = (bits & (2**52 - 1)) | 2**52
    # of bit 2**1 of the product's factor: the table starts with 2**63
    first = (bits.shift_right(52) & 2047) - (1075 - 62)
    first = first.compare("slt", 0).select(first.like(0), first)  # of lanes that are done otherwise: any place will do
    start, within = first.shift_right(6), first & 63
    window: Value | None = None
    for k in range(4):
        pointer = code.value(f"getelementptr i64, ptr @dusk.pi, i64 {(start + k).text}", "ptr", 1)
        word = code.value(f"load i64, ptr {pointer.text}", "i64", 1).convert("zext", "i256")
        window = word if window is None else (window << 64) | word
    assert window is not None
    product = (window << within.convert("zext", "i256")) * m.convert("zext", "i256")
    half = code.const(1 << 253, "i256")
    n = (product + half).shift_right(254).convert("trunc", "i64")
    rest = product << 2  # of a quarter turn, as a signed fraction
    negative = rest.compare("slt", 0)
    size = negative.select(-rest, rest)
    high = size.shift_right(192).convert("trunc", "i64")
    # the nearest that a double comes to a multiple of pi / 2 leaves more than 2**-64 of it
    name = "llvm.ctlz.i64"
    lead = code.value(f"call i64 @{name}(i64 {high.text}, i1 false)", "i64", 1)
    top = (size << lead.convert("zext", "i256")).shift_right(128)
    whole = top.shift_right(75).convert("trunc", "i64").convert("sitofp", "double")
    tail = (top.shift_right(12).convert("trunc", "i64") & (2**63 - 1)).convert("sitofp", "double") * 2.0**-63
    r = whole.fma(HALF_PI, whole * HALF_PI_LOW + tail * HALF_PI) * 2.0**-53
    r = r * ((1023 - lead) << 52).as_float()
    return n, negative.select(-r, r)
