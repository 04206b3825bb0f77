"""NumPy's rules in `dusk.numpy`: values, dtypes, shapes and errors are NumPy's."""

import doctest
import importlib
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as dnp
from dusk import ops
from dusk.errors import PolicyError
from numpy_expressions import EXPRESSIONS, data
from numpy_oracle import equal, same, same_error


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_results_are_numpys(name: str, tier: str) -> None:
    for _ in range(2):
        same(lambda np: EXPRESSIONS[name](np, *data(np)))


CLOSE = {
    "exponentials": lambda np, a, b: [
        np.exp(a),
        np.expm1(a),
        np.log(b + 1),
        np.log1p(b),
        np.exp2(a),
        np.log2(b + 1),
        np.log10(b + 1),
        np.sqrt(b),
        np.cbrt(b),
        np.logaddexp(a, b),
    ],
    "circular": lambda np, a, b: [
        np.sin(a),
        np.cos(a),
        np.tan(a),
        np.arctan2(a, b),
        np.arctan(a),
        np.hypot(a, b),
        np.deg2rad(b),
    ],
    "hyperbolic": lambda np, a, b: [np.sinh(a), np.cosh(a), np.tanh(a), np.arcsinh(a), np.arctanh(a / 9)],
    "statistics": lambda np, a, b: [
        a.mean(),
        b.mean(axis=0),
        a.var(),
        a.std(axis=1, ddof=1),
        np.mean(b, dtype=np.float32),
        np.average(a, weights=b),
        a.sum(),
        np.linalg.norm(a),
    ],
    "powers": lambda np, a, b: [np.abs(a) ** 0.5, b**2.5, np.power(2.0, a), np.float_power(b, 2), np.reciprocal(a + 9)],
}


@pytest.mark.parametrize("name", CLOSE)
def test_rounded_results_are_close_to_numpys(name: str, tier: str) -> None:
    for _ in range(2):
        same(lambda np: CLOSE[name](np, *data(np)), exact=False)


KINDS = [
    "bool",
    "int8",
    "uint8",
    "int32",
    "int64",
    "uint64",
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
]


@pytest.mark.parametrize("second", [*KINDS, "int", "float", "complex", "pybool"])
@pytest.mark.parametrize("first", KINDS)
def test_promotion_is_nep_50(first: str, second: str) -> None:
    scalars = {"int": 3, "float": 2.5, "complex": 1j, "pybool": True}

    def program(np: Any) -> Any:
        x = np.ones(2, first)
        y = scalars[second] if second in scalars else np.ones(2, second)
        found = [x + y, x * y, y * x]
        if second not in scalars:
            found += [x + y[0], np.where(x, x, y), np.concatenate([x, y]), x.sum() + y.sum()]
        return found

    same(program)


@pytest.mark.parametrize(
    "name",
    [
        "exp",
        "sqrt",
        "sin",
        "square",
        "negative",
        "floor",
        "absolute",
        "sign",
        "logical_not",
        "isnan",
        "reciprocal",
        "arctan",
        "conjugate",
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_unary_dtypes_are_numpys(name: str, kind: str) -> None:
    try:
        expected = getattr(numpy, name)(numpy.ones(2, kind))
    except TypeError:
        with pytest.raises(TypeError):
            getattr(dnp, name)(dnp.ones(2, kind))
        return
    equal(getattr(dnp, name)(dnp.ones(2, kind)), expected, exact=False)


@pytest.mark.parametrize("name", ["sum", "prod", "mean", "max", "argmax", "any", "cumsum", "var", "std"])
@pytest.mark.parametrize("kind", KINDS)
def test_reduction_dtypes_are_numpys(name: str, kind: str) -> None:
    same(
        lambda np: [getattr(np, name)(np.ones((2, 3), kind)), getattr(np, name)(np.ones((2, 3), kind), axis=0)],
        exact=False,
    )


def test_out_of_range_python_integers_are_refused_as_by_numpy() -> None:
    same_error(lambda np: np.ones(2, np.uint8) + 300)
    same_error(lambda np: np.ones(2, np.uint8) + (-1))
    same_error(lambda np: np.array([300], np.uint8))


def test_integers_wrap_as_numpys(tier: str) -> None:
    same(
        lambda np: [
            np.array([200], np.uint8) + np.array([100], np.uint8),
            np.array([127], np.int8) + np.int8(1),
            np.array([2**62]) * 4,
            np.array([-128], np.int8) // -1,
        ]
    )


def test_integer_division_by_zero_is_zero(tier: str) -> None:
    same(
        lambda np: [
            np.array([5, -5]) // np.array([0, 0]),
            np.array([5]) % np.array([0]),
            np.array([5, -7]) // np.array([-2, 2]),
            np.array([5, -7]) % np.array([-2, 2]),
        ]
    )


def test_float64_is_the_default(tier: str) -> None:
    same(
        lambda np: [
            np.zeros(1),
            np.ones(1),
            np.array([1.5]),
            np.array([1]),
            np.array([True]),
            np.array([1, 2.0]),
            np.array([1j]),
            np.linspace(0, 1, 2),
            np.array(3),
        ]
    )


@pytest.mark.parametrize("shape", [(), (0,), (2, 0, 3), (1,), (1, 1)])
def test_zero_d_and_empty_arrays(shape: tuple[int, ...], tier: str) -> None:
    def program(np: Any) -> Any:
        x = np.ones(shape)
        return [
            x + 1,
            x * x,
            -x,
            np.exp(x),
            x.sum(),
            x.sum(keepdims=True),
            x.reshape(-1),
            x.T,
            x > 0,
            np.where(x > 0, x, 0),
            x.copy(),
            x.astype(int),
            x.prod(),
            x.any(),
            x.all(),
            x.size,
            x[...],
        ]

    same(program)


def test_reductions_of_nothing(tier: str) -> None:
    same(
        lambda np: [
            np.zeros((0, 3)).sum(axis=0),
            np.zeros((0, 3)).prod(axis=0),
            np.zeros((3, 0)).sum(),
            np.zeros((3, 0)).max(axis=0),
            np.zeros((3, 0)) @ np.zeros((0, 2)),
        ]
    )
    same_error(lambda np: np.zeros(0).max())
    same_error(lambda np: np.zeros((0, 3)).argmin(axis=0))


def test_nan_and_infinity(tier: str) -> None:
    def program(np: Any) -> Any:
        x = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0])
        return [
            x.max(),
            x.min(),
            np.maximum(x, 0),
            np.minimum(x, 0),
            np.fmax(x, 0),
            x.argmax(),
            x == x,
            np.sign(x),
            x.sum(),
            1 / x,
            x - x,
            np.sqrt(x),
            x * 0,
            np.signbit((x * -1)[1:]),
            np.clip(x, -1, 1),
            x > 0,
        ]

    same(program)


def test_printing_is_numpys() -> None:
    for make in (
        lambda np: np.arange(6.0).reshape(2, 3) / 7,
        lambda np: np.zeros((0, 2)),
        lambda np: np.array(1.5),
        lambda np: np.arange(2000),
        lambda np: np.array([True]),
    ):
        assert repr(make(dnp)) == repr(make(numpy))
        assert str(make(dnp)) == str(make(numpy))
    with numpy.printoptions(precision=2):
        assert str(dnp.ones(2) / 3) == str(numpy.ones(2) / 3)


def test_iteration_and_unpacking(tier: str) -> None:
    same(
        lambda np: [
            list(np.arange(3.0)),
            list(np.ones((2, 2))),
            max(np.array([1, 5, 2])),
            sum(np.arange(4)),
            3 in np.arange(4),
            9 in np.arange(4),
        ]
    )
    a, (b, c) = dnp.array([[1.0, 2.0], [3.0, 4.0]])
    assert (float(a[1]), float(b), float(c)) == (2, 3, 4)
    assert [i for i, _ in enumerate(dnp.ones(3))] == [0, 1, 2]
    assert [float(x) + float(y) for x, y in zip(dnp.ones(2), dnp.arange(2.0), strict=True)] == [1, 2]


def test_ambiguous_truth_is_numpys_error() -> None:
    same_error(lambda np: bool(np.ones(2)))
    same_error(lambda np: float(np.ones(2)))
    same_error(lambda np: [1, 2][np.ones(2)])
    same_error(lambda np: bool(np.zeros(0)))


def test_operators_with_lists_and_numpy_arrays(tier: str) -> None:
    same(
        lambda np: [
            np.ones(3) + [1, 2, 3],
            [1, 2, 3] * np.ones(3),
            np.ones(3) - numpy.arange(3),
            numpy.arange(3) - np.ones(3),
            (1, 2, 3) / np.ones(3),
            numpy.float32(2) * np.ones(3, np.float32),
            np.ones(3) == [1, 2, 1],
        ]
    )


def test_operators_with_strangers_are_pythons() -> None:
    class Stranger:
        def __radd__(self, other: Any) -> str:
            return "mine"

        __array_ufunc__ = None

    assert dnp.ones(2) + Stranger() == "mine"
    for bad in (None, object(), "text", {}):
        with pytest.raises(TypeError):
            dnp.ones(2) - bad  # type: ignore[operator]


def test_random_streams_are_numpys() -> None:
    def program(np: Any) -> Any:
        np.random.seed(7)
        rng, old = np.random.default_rng(3), np.random.RandomState(4)
        order = np.arange(6)
        np.random.shuffle(order)
        rng.shuffle(order)
        return [
            np.random.rand(3), np.random.randn(2, 2), np.random.randint(0, 9, 4),
            np.random.normal(1, 2, 3), np.random.uniform(), np.random.choice(5, 3),
            np.random.permutation(5), rng.normal(size=3), rng.integers(0, 10, 4), rng.random((2, 2)),
            rng.choice([1.0, 2.0, 3.0], 2), rng.permutation(4),
            rng.standard_normal(2, dtype=np.float32), old.rand(2), order, rng.uniform(0, 1),
            rng.multivariate_normal([0, 0], [[1, 0], [0, 1]]),
        ]  # fmt: skip

    same(program)


def test_random_into_out() -> None:
    out = dnp.zeros(3)
    dnp.random.default_rng(1).random(out=out)
    numpy.testing.assert_array_equal(numpy.array(out), numpy.random.default_rng(1).random(3))


def test_shuffle_writes_a_dusk_view() -> None:
    def program(np: Any) -> Any:
        a = np.arange(12).reshape(3, 4)
        np.random.default_rng(2).shuffle(a[1])
        np.random.default_rng(2).shuffle(a.T)
        return a

    same(program)


def test_linalg_and_fft_are_numpys() -> None:
    def program(np: Any) -> Any:
        a = np.array([[4.0, 1.0], [1.0, 3.0]])
        return [
            np.linalg.inv(a),
            np.linalg.solve(a, np.ones(2)),
            np.linalg.det(a),
            np.linalg.cholesky(a),
            np.linalg.norm(a),
            tuple(np.linalg.eigh(a)),
            np.fft.fft(np.arange(4.0)),
            np.fft.rfft(np.ones(4)).real,
            np.linalg.matrix_power(a, 3),
        ]

    same(program, exact=False)


def test_fallbacks_are_counted_and_reported_once(caplog: pytest.LogCaptureFixture) -> None:
    from dusk.record import fallbacks

    fallbacks._reported.discard("byteswap")
    before = dusk.stats()["fallbacks"]
    with caplog.at_level("INFO", "dusk.fallback"):
        for _ in range(3):
            dnp.ones(2).byteswap()
    assert dusk.stats()["fallbacks"] == before + 3
    lines = [r.getMessage() for r in caplog.records if "byteswap" in r.getMessage()]
    assert len(lines) == 1
    assert "test_namespace.py" in lines[0]


def test_fallbacks_are_refused_by_policy() -> None:
    with dusk.policy(fallback="refuse"):
        with pytest.raises(PolicyError, match=r"byteswap.*test_namespace\.py"):
            dnp.ones(2).byteswap()
        dusk.eval(dnp.exp(dnp.ones(2)) @ dnp.ones(2))
    dnp.ones(2).byteswap()

    @dusk.policy(fallback="refuse")
    def strict() -> Any:
        return dnp.ones(2).byteswap()

    with pytest.raises(PolicyError):
        strict()
    with pytest.raises(ValueError, match="fallback"):
        dusk.policy(fallback="maybe")


def test_policies_nest() -> None:
    with dusk.policy(fallback="refuse"), dusk.policy(fallback="allow"):
        dnp.ones(2).byteswap()


def test_fallbacks_write_where_numpy_writes() -> None:
    def program(np: Any) -> Any:
        a = np.zeros(4)
        np.add.at(a, [0, 0, 1], 1)
        np.put(a, [3], 9)
        np.fill_diagonal(b := np.zeros((2, 2)), 5)
        np.copyto(a[1:3], [7, 8])
        np.place(b, b == 0, [1])
        np.putmask(a, a > 8, -1)
        np.median([1.0, 2.0, 4.0], out=(c := np.zeros(())))
        return a, b, c

    same(program)


def test_every_name_of_numpy_is_there() -> None:
    missing = [name for name in numpy.__all__ if not hasattr(dnp, name)]
    assert not missing
    with pytest.raises(AttributeError):
        dnp.no_such_function


def test_every_method_of_numpys_array_is_there() -> None:
    ours = set(dir(dnp.ones(2)))
    missing = [n for n in dir(numpy.ndarray) if not n.startswith("_") and n not in ours]
    assert not missing


def test_array_api_namespace() -> None:
    assert dnp.ones(2).__array_namespace__() is dnp
    assert hasattr(dnp, "astype")
    assert hasattr(dnp, "matrix_transpose")


@pytest.mark.parametrize(
    "module",
    ["dusk.front", "dusk.config", "dusk.symbol.expression", "dusk.symbol.compiled"]
    + [f"dusk.gradients.{name}" for name in ("reverse", "linear", "matrices", "autograd", "custom", "vmap")],
)
def test_examples_in_docstrings(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted
    assert not result.failed


def test_special_functions_of_scipy_and_ops_stay_in_dusk(tier: str) -> None:
    special = pytest.importorskip("scipy.special")
    x = numpy.linspace(-3, 3, 50)
    before = dusk.stats()["fallbacks"]
    for name in ("erf", "expit"):
        got = getattr(special, name)(dnp.array(x))
        assert isinstance(got, dnp.ndarray)
        assert numpy.allclose(numpy.asarray(got), getattr(special, name)(x), rtol=1e-14)
    gradient = numpy.asarray(dusk.grad(lambda a: ops.erf(a).sum())(x))
    assert numpy.allclose(gradient, 2 / numpy.sqrt(numpy.pi) * numpy.exp(-x * x))
    assert dusk.stats()["fallbacks"] == before
