"""Elements of float64 at hand are of a class of Dusk's below NumPy's, which computes by itself: NumPy is the oracle."""

import copy
import functools
import json
import math
import operator
import pickle
import struct
import threading
import warnings
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
from dusk.record.follower import Number, unfit
from numpy_oracle import same_class

COMPARISONS = ("lt", "le", "eq", "ne", "gt", "ge")
BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", *COMPARISONS, "and_", "matmul")
IN_PLACE = ("iadd", "isub", "imul", "itruediv", "ipow")
LEAST = 2.2250738585072014e-308
VALUES = [0.0, -0.0, 1.5, -3.0, 1e308, -1e-308, 5e-324, LEAST, math.inf, -math.inf, math.nan, -math.nan]
OTHERS: list[Any] = [
    *(2.5, 0.0, -1e-300, 1e300, math.inf, math.nan),
    *(3, 0, -7, 2**53, 2**53 + 1, -(2**53) - 1, 2**64, 10**400, True, False),
    *(np.float64(0.1), np.float64(0.0), np.float32(0.1), np.float16(2), np.longdouble(3), np.int64(-2)),
    *(np.uint64(2**63), np.int8(5), np.bool_(True), np.complex128(1 + 2j), 1j, 1e400 - 1j),
    *(np.array(2.0), np.array([1.0, 2.0]), np.array([[1, 2]]), np.array(["a"]), np.array([Fraction(1, 2)], object)),
    *(np.ma.masked_array([1.0, 2.0], [False, True]), np.datetime64("2020-01-01"), np.timedelta64(3, "s")),
    *(Decimal("1.5"), Fraction(1, 3), "ab", b"c", None, [1.0, 2.0], (3,), object, {}),
]


def element(value: float) -> Any:
    x = dnp.array([value, 1.0])
    x.tolist()
    return x[0]


def outcome(call: Callable[..., Any], *args: Any) -> tuple[Any, ...]:
    """What a call gives: the value to the bit, its class, the warnings, or the exception."""
    with warnings.catch_warnings(record=True) as met:
        warnings.simplefilter("always")
        try:
            made = call(*args)
        except Exception as error:
            return ("raises", type(error).__name__, str(error), [str(w.message) for w in met])
    shown: Any = repr(made)
    if isinstance(made, np.generic | np.ndarray) and np.asarray(made).dtype != object:
        shown = np.asarray(made).tobytes() if made.dtype.char != "g" else shown
    elif isinstance(made, float):
        shown = struct.pack("d", made)
    return shown, getattr(made, "dtype", None), Kind(made), [(w.category, str(w.message)) for w in met]


class Kind:
    def __init__(self, of: Any) -> None:
        self.of = of

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Kind) and same_class(self.of, other.of)

    def __repr__(self) -> str:
        return repr(type(self.of))

    __hash__ = None  # type: ignore[assignment]


def with_copies(other: Any) -> Any:
    return copy.deepcopy(other) if isinstance(other, list | np.ndarray) else other


@pytest.mark.parametrize("mode", ["warn", "raise"])
@pytest.mark.parametrize("name", [*BINARY, *IN_PLACE])
def test_operators_give_what_numpys_scalars_give(name: str, mode: Any) -> None:
    function = getattr(operator, name)
    with np.errstate(all=mode):
        for value in VALUES:
            ours, theirs = element(value), np.float64(value)
            for other in [*OTHERS, *VALUES]:
                if name == "imul" and isinstance(other, str | bytes | list | tuple):
                    continue  # a TypeError of Python's, which says something else of a class not made in C
                given = with_copies(other)
                assert outcome(function, ours, other) == outcome(function, theirs, given), (value, other)
                given = with_copies(other)
                assert outcome(function, other, ours) == outcome(function, given, theirs), (other, value)
            for second in VALUES:
                both = outcome(function, ours, element(second))
                assert both == outcome(function, theirs, np.float64(second)), (value, second)


@pytest.mark.parametrize("mode", ["warn", "raise"])
def test_results_at_the_ends_of_the_range_are_numpys(mode: Any) -> None:
    rng = np.random.default_rng(0)
    ends = [LEAST, *np.nextafter(LEAST, [0, 1]), 5e-324, 1.7976931348623157e308, LEAST / 2, LEAST * 2, 1.0]
    factors = [*(1 + rng.uniform(-4e-16, 4e-16, 8)), 0.5, 2.0, 0.9999999999999999, 2.0**52, 2.0**-52]
    bits = rng.integers(0, 2**64, (150, 2), np.uint64).view(np.float64).tolist()
    cases = [(float(end), float(f)) for end in ends for f in factors] + [(a, b) for a, b in bits]
    cases += [(a / b, b) for a, b in cases if b >= 1 or a <= 1]
    with np.errstate(all=mode):
        for a, b in cases:
            for name in ("add", "sub", "mul", "truediv", "lt", "eq"):
                f = getattr(operator, name)
                assert outcome(f, element(a), element(b)) == outcome(f, np.float64(a), np.float64(b)), (a, b)
                assert outcome(f, b, element(a)) == outcome(f, b, np.float64(a)), (a, b)


def test_what_else_is_asked_of_an_element_is_numpys() -> None:
    calls: list[Callable[[Any], Any]] = [
        *(operator.neg, operator.pos, abs, float, int, bool, hash, repr, str, round, complex, operator.invert),
        *(operator.index, lambda v: round(v, 1), lambda v: f"{v:.3f} {v!r:>30} {v}", lambda v: v**2, divmod_by_two),
        *(lambda v: divmod(v, 2), lambda v: pow(v, 2, 3), math.sqrt, math.floor, math.isnan, math.frexp, json.dumps),
        *(lambda v: struct.pack("d", v), lambda v: memoryview(v).format, lambda v: max(v, 2.0), lambda v: sum([v, v])),
        *(lambda v: [1.0, 2.0].index(v), lambda v: v in {v}, lambda v: sorted([v, 1.0, -v])),
        *(functools.singledispatch(lambda v: "any"), on_floats, copy.copy, copy.deepcopy, pickle.dumps, through_pickle),
        *(lambda v: v.nothing, lambda v: setattr(v, "nothing", 1), names_of, lambda v: hasattr(v, "__array_ufunc__")),
        # NumPy's functions and methods
        *(np.sin, np.sqrt, np.isfinite, np.array, np.asarray, np.atleast_1d, np.isscalar, np.signbit, np.float32),
        *(np.ndim, np.shape, lambda v: np.array([v, 2]), lambda v: np.array([v], "f4"), lambda v: np.full(2, v)),
        *(lambda v: np.float32(1) * v, lambda v: np.arange(3.0) * v, lambda v: np.arange(3, dtype="f4") * v),
        *(lambda v: v - np.arange(3), lambda v: v.dtype, lambda v: v.shape, lambda v: v.item(), lambda v: v.tobytes()),
        *(lambda v: v.astype("f4"), lambda v: v.real, lambda v: v.imag, lambda v: v[()], lambda v: v.hex()),
        *(lambda v: v.as_integer_ratio(), lambda v: v.is_integer(), lambda v: v.sum()),
        *(lambda v: np.result_type(v, np.float32(1)), lambda v: np.dtype(type(v)), lambda v: np.zeros(2, type(v))),
        *(lambda v: np.issubdtype(type(v), np.floating), lambda v: np.can_cast(type(v), "f4"), lambda v: type(v)(3)),
        # classes
        *(lambda v: isinstance(v, np.float64), lambda v: isinstance(v, float), lambda v: issubclass(float, type(v))),
        *(lambda v: isinstance(np.float64(1), type(v)), lambda v: isinstance(1.0, type(v))),
        *(lambda v: issubclass(np.float64, type(v)), lambda v: issubclass(type(v), np.float64)),
        *(lambda v: operator.eq(type(v), np.float64), lambda v: operator.eq(np.float64, type(v))),
        *(lambda v: operator.ne(type(v), np.float64), lambda v: type(v) in (int, float), lambda v: repr(type(v))),
        *(lambda v: {np.float64: 1}[type(v)], lambda v: {type(v): 1}[np.float64], lambda v: type(v).__doc__),
        *(lambda v: type(v).__qualname__, lambda v: type(v).__module__),
    ]
    for value in (1.5, -2.0, 0.0, math.inf, math.nan):
        ours, theirs = element(value), np.float64(value)
        for i, call in enumerate(calls):
            if call is hash and math.isnan(value):
                continue  # which depends on where the object lies
            with np.errstate(all="warn"):
                assert outcome(call, ours) == outcome(call, theirs), (value, i, call)


def divmod_by_two(v: Any) -> Any:
    return divmod(2, v)


def names_of(v: Any) -> list[str]:
    return sorted({*dir(v), "__module__"})  # which only classes not made in C have by themselves


def through_pickle(v: Any) -> Any:
    return pickle.loads(pickle.dumps(v))


@functools.singledispatch
def on_floats(v: Any) -> str:
    return "another"


@on_floats.register
def _(v: np.float64) -> str:
    return "np.float64"


@pytest.mark.skipif(unfit is not None, reason="elements are NumPy's without the native follower")
def test_numbers_stay_numbers_and_nobody_sees_it() -> None:
    v = element(1.5)
    assert type(v) is Number and type(v) is not np.float64
    for made in (v + v, v + 1, 2.0 - v, np.float64(2) * v, v / 3, -v, abs(v)):
        assert type(made) is Number
    assert (v < 2) is np.True_ and (v == 2.0) is np.False_
    assert type(pickle.loads(pickle.dumps(v))) is np.float64


def test_with_arrays_of_dusk_elements_are_operands_as_numpys_scalars_are() -> None:
    x = dnp.arange(1.0, 4.0)
    for kind in ("f8", "f4", "i4", "c16"):
        y = x.astype(kind)
        for name in (*BINARY[:-2], "pow"):
            function = getattr(operator, name)
            for one, other in ((element(1.5), y), (y, element(1.5))):
                given = [np.float64(1.5) if a is not y else np.asarray(y) for a in (one, other)]
                expected = outcome(function, *given)
                if expected[0] == "raises":
                    with pytest.raises(TypeError):
                        function(one, other)
                    continue
                found = function(one, other)
                assert type(found) is dnp.ndarray
                assert found.dtype == expected[1], (kind, name)
                np.testing.assert_allclose(found, function(*given), rtol=1e-6)
    assert type(dnp.sqrt(element(4.0))) is np.float64


def test_recorded_calls_take_elements_as_numpys_scalars() -> None:
    x, expected = dnp.ones(5, "f4"), np.ones(5, "f4")
    for i in range(8):
        x, expected = x * element(i + 1.0), expected * np.float64(i + 1.0)
        x, expected = element(2.0) - x, np.float64(2.0) - expected
        assert x.dtype == expected.dtype
    np.testing.assert_allclose(x, expected)
    big = dnp.ones(100_000) * element(3.0)
    assert float(big.sum()) == 300_000.0
    assert float(dusk.compile(lambda y, v: (y * v).sum())(dnp.ones(3), element(2.0))) == 6.0
    np.testing.assert_array_equal(dusk.grad(lambda y: (y * element(3.0)).sum())(dnp.ones(3)), [3.0] * 3)
    assert dusk.grad(lambda v: v * v * 2.0)(element(3.0)) == 12.0
    np.testing.assert_array_equal(dnp.full(3, element(2.5)), [2.5] * 3)
    np.testing.assert_array_equal(dnp.array([element(2.5), 1, np.float64(3)]), [2.5, 1.0, 3.0])


def test_a_class_below_that_of_elements_is_one_of_numpys_users() -> None:
    class Length(type(element(1.0))):  # type: ignore[misc]
        pass

    length = Length(2.0)
    assert length + element(1.0) == 3.0 and type(length + 1) is np.float64
    assert Length != np.float64 and not isinstance(np.float64(1.0), Length) and isinstance(length, Length)
    assert -length == -2.0 and abs(length) == 2.0 and length < 3 and len({Length, np.float64}) == 2


def test_threads_share_what_died() -> None:
    wrong: list[Any] = []

    def work(seed: int) -> None:
        x = dnp.arange(50.0) + seed
        x.tolist()
        for _ in range(200):
            total = 0.0
            for i in range(50):
                total = total + x[i] * 2.0
            if total != 2.0 * (1225 + 50 * seed):
                wrong.append(total)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong
