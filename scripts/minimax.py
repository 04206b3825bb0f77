"""Fit the polynomials of dusk.kernel's vector mathematics: weighted minimax by Lawson's iteration, coefficients rounded
one after the other (lowest degree first, the rest fitted again), error printed in bits. Needs mpmath.

    python scripts/minimax.py            all of them
    python scripts/minimax.py log32      one
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import mpmath as mp
import numpy as np

mp.mp.prec = 400
Function = Callable[[Any], Any]


class Fit(NamedTuple):
    """Fit `target(x)` on [low, high] by sum of c[k] * x**(step * k), error weighted by `weight(x)`."""

    target: Function
    weight: Function  # what one unit of error in the fit does to the relative error of the result
    low: Any
    high: Any
    count: int
    step: int = 1
    dtype: Any = np.float32


def lawson(f: Function, weight: Function, powers: list[int], low: Any, high: Any) -> list[Any]:
    """Coefficients of x**powers that minimise max |weight * (f - p)| on [low, high]: least squares, weighted anew.

    Remez' exchange would need a Chebyshev system, which is lost once low powers are fixed and 0 is inside.
    """
    n = len(powers)
    count = 6 * n + 10
    middle, half = (low + high) / 2, (high - low) / 2
    nodes = [middle - half * mp.cos(mp.pi * (2 * i + 1) / (2 * count)) for i in range(count)]
    rows = [[weight(x) * x**p for p in powers] for x in nodes]
    right = [weight(x) * f(x) for x in nodes]
    shares = [mp.mpf(1) / count] * count
    best: tuple[Any, list[Any]] = (mp.inf, [])
    for _ in range(40):
        normal = mp.matrix(n, n)
        moment = mp.matrix(n, 1)
        for i in range(n):
            moment[i] = mp.fsum(w * r[i] * y for w, r, y in zip(shares, rows, right))
            for j in range(n):
                normal[i, j] = mp.fsum(w * r[i] * r[j] for w, r in zip(shares, rows))
        solved = list(mp.lu_solve(normal, moment))
        errors = [abs(y - mp.fdot(r, solved)) for r, y in zip(rows, right)]
        if max(errors) < best[0]:
            best = (max(errors), solved)
        total = mp.fsum(w * e for w, e in zip(shares, errors))
        shares = [w * e / total + mp.mpf(10) ** -12 for w, e in zip(shares, errors)]
    return best[1]


def fit(job: Fit) -> tuple[list[float], float]:
    """The rounded coefficients of a fit, lowest degree first, and log2 of the weighted error they leave."""
    fixed: list[Any] = []
    powers = [job.step * k for k in range(job.count)]
    low, high = mp.mpf(job.low), mp.mpf(job.high)
    for k in range(job.count):

        def left(x: Any) -> Any:
            return job.target(x) - sum(c * x**p for c, p in zip(fixed, powers))

        coefficients = lawson(left, job.weight, powers[k:], low, high)
        fixed.append(mp.mpf(float(job.dtype(float(coefficients[0])))))
    grid = [low + (high - low) * i / 2000 for i in range(2001)]
    worst = max(abs(job.weight(x) * (job.target(x) - sum(c * x**p for c, p in zip(fixed, powers)))) for x in grid)
    return [float(c) for c in fixed], float(mp.log(worst, 2))


def _series(f: Function, small: Function) -> Function:
    """`f`, with its limit `small` near 0 where its formula would divide 0 by 0."""
    return lambda x: small(x) if abs(x) < mp.mpf(2) ** -60 else f(x)


def _exp_tail(x: Any) -> Any:  # (e^x - 1 - x) / x^2
    return (mp.expm1(x) - x) / x**2


def _exp2_tail(x: Any) -> Any:  # (2^x - 1) / x
    return mp.expm1(x * mp.log(2)) / x


def _log_tail(x: Any) -> Any:  # (log(1+x) - x + x^2/2) / x^3
    return (mp.log1p(x) - x + x**2 / 2) / x**3


def _atanh_tail(z: Any) -> Any:  # (2 atanh(s) - 2 s) / s^3 with z = s^2
    s = mp.sqrt(z)
    return (2 * mp.atanh(s) - 2 * s) / s**3


def _atanh_tail5(z: Any) -> Any:  # (2 atanh(s) - 2 s - 2/3 s^3) / s^5
    s = mp.sqrt(z)
    return (2 * mp.atanh(s) - 2 * s - 2 * s**3 / 3) / s**5


def _tail(f: Any) -> Any:  # (f(r) - r) / r^3 with z = r^2, of odd functions
    def tail(z: Any) -> Any:
        r = mp.sqrt(z)
        return (f(r) - r) / r**3

    return tail


def _cos_tail(z: Any) -> Any:  # (cos(r) - 1 + r^2/2) / r^4 with z = r^2
    return (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z**2


def _cosh_tail(z: Any) -> Any:  # (cosh(r) - 1) / r^2 with z = r^2
    return 2 * (mp.sinh(mp.sqrt(z) / 2)) ** 2 / z


def _cbrt_tail(h: Any) -> Any:  # ((1 - h)^(-1/3) - 1) / h
    return mp.expm1(-mp.log1p(-h) / 3) / h


def _log2_ratio(f: Any) -> Any:  # log2(1 + f) / f
    return mp.log1p(f) / mp.log(2) / f


def _erf_tail(z: Any) -> Any:  # erf(x)/x - 1 with z = x^2
    x = mp.sqrt(z)
    return mp.erf(x) / x - 1


def _root_erfc(t: Any, shift: Any) -> Any:
    return mp.sqrt(mp.erfc(t + shift))


def _log_erfc(t: Any, shift: Any) -> Any:
    return mp.log(mp.erfc(t + shift))


HALF_LN2 = mp.log(2) / 2 * mp.mpf("1.0001")
ROOT = mp.sqrt(2)
S_MAX = (ROOT - 1) / (ROOT + 1)
EIGHTH = mp.tan(mp.pi / 8) * mp.mpf("1.0001")
WIDE = mp.mpf("0.2312")  # how far s = (m - 1) / (m + 1) goes where m is only about between sqrt(1/2) and sqrt(2)
CUBE = mp.mpf("0.105")  # 1 - x y^3 of the first guess y
EPSILON = mp.mpf(2) ** -80
FLOOR = mp.mpf(1) / 16  # of the interval's half width: a weight of zero inside an interval would leave no alternation


def _square(x: Any) -> Any:
    return x**2 + (HALF_LN2 * FLOOR) ** 2


def _linear(x: Any) -> Any:
    return abs(x) + FLOOR / 2


ERF32, ERF64 = mp.mpf("0.96875"), mp.mpf(1)
JOBS: dict[str, Fit] = {
    "exp32": Fit(_series(_exp_tail, lambda x: mp.mpf(1) / 2 + x / 6), _square, -HALF_LN2, HALF_LN2, 5),
    "exp64": Fit(_series(_exp_tail, lambda x: mp.mpf(1) / 2 + x / 6), _square, -HALF_LN2, HALF_LN2, 10, 1, np.float64),
    "log32": Fit(_series(_log_tail, lambda x: mp.mpf(1) / 3 - x / 4), _square, 1 / ROOT - 1, ROOT - 1, 8),
    "log64": Fit(_series(_atanh_tail, lambda z: mp.mpf(2) / 3), lambda z: z + EPSILON, 0, S_MAX**2, 7, 1, np.float64),
    "pow64": Fit(
        _series(_atanh_tail5, lambda z: mp.mpf(2) / 5), lambda z: z**2 + EPSILON, 0, S_MAX**2, 8, 1, np.float64
    ),
    "log2_32wide": Fit(
        _series(_log2_ratio, lambda f: 1 / mp.log(2)), lambda f: mp.mpf(1), 1 / ROOT - 1, ROOT - 1, 13, 1, np.float64
    ),
    "exp2_32wide": Fit(
        _series(_exp2_tail, lambda x: mp.log(2)), _linear, -mp.mpf(1) / 2, mp.mpf(1) / 2, 7, 1, np.float64
    ),
    "sin32": Fit(_series(_tail(mp.sin), lambda z: -mp.mpf(1) / 6), lambda z: z + EPSILON, 0, (mp.pi / 4) ** 2, 3),
    "sin64": Fit(
        _series(_tail(mp.sin), lambda z: -mp.mpf(1) / 6), lambda z: z + EPSILON, 0, (mp.pi / 4) ** 2, 6, 1, np.float64
    ),
    "cos32": Fit(_series(_cos_tail, lambda z: mp.mpf(1) / 24), lambda z: z**2 + EPSILON, 0, (mp.pi / 4) ** 2, 3),
    "cos64": Fit(
        _series(_cos_tail, lambda z: mp.mpf(1) / 24), lambda z: z**2 + EPSILON, 0, (mp.pi / 4) ** 2, 6, 1, np.float64
    ),
    "tan32": Fit(_series(_tail(mp.tan), lambda z: mp.mpf(1) / 3), lambda z: z + EPSILON, 0, (mp.pi / 4) ** 2, 6),
    "tan64": Fit(
        _series(_tail(mp.tan), lambda z: mp.mpf(1) / 3), lambda z: z + EPSILON, 0, (mp.pi / 4) ** 2, 14, 1, np.float64
    ),
    "atan32": Fit(_series(_tail(mp.atan), lambda z: -mp.mpf(1) / 3), lambda z: z + EPSILON, 0, 1, 9),
    "atan64": Fit(
        _series(_tail(mp.atan), lambda z: -mp.mpf(1) / 3), lambda z: z + EPSILON, 0, EIGHTH**2, 11, 1, np.float64
    ),
    "asin32": Fit(_series(_tail(mp.asin), lambda z: mp.mpf(1) / 6), lambda z: z + EPSILON, 0, mp.mpf(1) / 4, 5),
    "asin64": Fit(
        _series(_tail(mp.asin), lambda z: mp.mpf(1) / 6), lambda z: z + EPSILON, 0, mp.mpf(1) / 4, 12, 1, np.float64
    ),
    "sinh32": Fit(_series(_tail(mp.sinh), lambda z: mp.mpf(1) / 6), lambda z: z + EPSILON, 0, HALF_LN2**2, 3),
    "sinh64": Fit(
        _series(_tail(mp.sinh), lambda z: mp.mpf(1) / 6), lambda z: z + EPSILON, 0, HALF_LN2**2, 5, 1, np.float64
    ),
    "cosh32": Fit(_series(_cosh_tail, lambda z: mp.mpf(1) / 2), lambda z: z + EPSILON, 0, HALF_LN2**2, 3),
    "cosh64": Fit(
        _series(_cosh_tail, lambda z: mp.mpf(1) / 2), lambda z: z + EPSILON, 0, HALF_LN2**2, 5, 1, np.float64
    ),
    "atanh32": Fit(_series(_atanh_tail, lambda z: mp.mpf(2) / 3), lambda z: z + EPSILON, 0, WIDE**2, 3),
    "atanh64": Fit(_series(_atanh_tail, lambda z: mp.mpf(2) / 3), lambda z: z + EPSILON, 0, WIDE**2, 8, 1, np.float64),
    "cbrt32": Fit(_series(_cbrt_tail, lambda h: mp.mpf(1) / 3), _linear, -CUBE, CUBE, 3),
    "cbrt64": Fit(_series(_cbrt_tail, lambda h: mp.mpf(1) / 3), _linear, -CUBE, CUBE, 6, 1, np.float64),
    "erf32": Fit(_series(_erf_tail, lambda z: 2 / mp.sqrt(mp.pi) - 1), lambda z: mp.mpf(1), 0, ERF32**2, 7),
    "erf64": Fit(
        _series(_erf_tail, lambda z: 2 / mp.sqrt(mp.pi) - 1), lambda z: mp.mpf(1), 0, ERF64**2, 13, 1, np.float64
    ),
    "erfc32": Fit(lambda t: _root_erfc(t, ERF32), lambda t: 2 * _root_erfc(t, ERF32), 0, 4 - ERF32, 11),
    "erfc64": Fit(lambda t: _log_erfc(t, ERF64), lambda t: mp.erfc(t + ERF64), 0, 6 - ERF64, 19, 1, np.float64),
}


def main(names: list[str]) -> None:
    for name in names or JOBS:
        job = JOBS[name]
        coefficients, bits = fit(job)
        print(f"{name}: 2^{bits:.2f}")
        for c in coefficients:
            print(f"    {c!r},")


if __name__ == "__main__":
    main(sys.argv[1:])
