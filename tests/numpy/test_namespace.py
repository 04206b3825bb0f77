"""NumPy's rules in `dusk.numpy`: values, dtypes, shapes and errors are NumPy's."""

import doctest
import importlib
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as dnp
from dusk.errors import PolicyError
from numpy_oracle import equal, same, same_error


def data(np: Any) -> tuple[Any, Any]:
    return np.arange(12.0).reshape(3, 4) / 3 - 1, np.array([[1, 5, 2, 0], [7, 3, 3, 1], [4, 4, 9, 2]])


EXPRESSIONS = {
    "arithmetic": lambda np, a, b: [a + b, a - b, a * b, b / 3, b // 2, b % 3, -a, abs(a), +b, b**2, 2 - b],
    "comparison": lambda np, a, b: [a < b, a >= 0, b == 3, b != 3, np.equal(b, b.T.T)],
    "bits": lambda np, a, b: [b & 3, b | 8, b ^ 1, ~b, b << 2, b >> 1, (a > 0) & (b > 2), ~(a > 0)],
    "rounding": lambda np, a, b: [
        np.floor(a),
        np.ceil(a),
        np.trunc(a),
        np.rint(a),
        np.round(a, 1),
        a.round(2),
        np.sign(a),
        np.fix(a),
    ],
    "extrema": lambda np, a, b: [
        np.maximum(a, 0),
        np.minimum(a, b),
        np.fmax(a, 0.5),
        np.clip(a, 0, 1),
        a.clip(max=1),
        a.max(),
        a.min(axis=0),
    ],
    "sums": lambda np, a, b: [
        b.sum(),
        b.sum(axis=0),
        b.sum(axis=(0, 1)),
        b.sum(axis=-1, keepdims=True),
        b.prod(axis=1),
        b.any(),
        b.all(axis=0),
    ],
    "where and initial": lambda np, a, b: [
        b.sum(where=b > 2),
        b.max(initial=100),
        b.min(axis=0, where=b > 1, initial=50),
        b.prod(where=b < 4),
    ],
    "positions": lambda np, a, b: [b.argmax(), b.argmin(axis=0), b.argmax(axis=1, keepdims=True), np.argmax(a)],
    "running": lambda np, a, b: [np.cumsum(b), np.cumsum(b, axis=1), np.cumprod(b, axis=0), b.cumsum(0)],
    "sum dtypes": lambda np, a, b: [
        b.astype(np.int8).sum(),
        (b > 2).sum(),
        b.astype(np.uint8).prod(),
        b.sum(dtype=float),
        b.astype(np.float32).sum(),
    ],
    "where": lambda np, a, b: [np.where(a > 0, a, b), np.where(b > 2), np.where(b, 1, 0), np.nonzero(b > 2)],
    "shapes": lambda np, a, b: [
        a.reshape(2, -1),
        a.T,
        a.ravel(),
        np.expand_dims(a, 1),
        a[None],
        a.swapaxes(0, 1),
        np.moveaxis(a[None], 0, 2),
    ],
    "joins": lambda np, a, b: [
        np.concatenate([a, a]),
        np.stack([a, a], 1),
        np.vstack([a, a[0]]),
        np.hstack([a, a]),
        np.column_stack([a[0], a[1]]),
    ],
    "splits": lambda np, a, b: [np.split(b, 2, 1), np.array_split(b, 3, axis=1), np.split(b, [1], 0)],
    "moves": lambda np, a, b: [
        np.flip(b),
        np.flip(b, 0),
        np.roll(b, 2),
        np.roll(b, (1, -1), (0, 1)),
        np.pad(b, 1),
        np.pad(b, ((1, 0), (0, 2))),
    ],
    "repeats": lambda np, a, b: [
        np.repeat(b, 2),
        np.repeat(b, 2, axis=0),
        np.tile(b, (2, 1)),
        np.broadcast_to(b[0], (2, 4)),
    ],
    "takes": lambda np, a, b: [
        np.take(b, [0, 5]),
        np.take(b, [1, 0], axis=1),
        b[[0, 2], [1, 1]],
        b[b > 2],
        b[:, [True, False, True, False]],
        b[..., -1],
    ],
    "mixed keys": lambda np, a, b: [
        b[1:, [0, 1]],
        b[[0, 1], 1:],
        b[None, [0], :, None],
        b[[[0], [1]], [1, 2]],
        b[b.sum(1) > 10, ::2],
        b[()],
    ],
    "creation": lambda np, a, b: [
        np.zeros(2),
        np.ones((2, 1), int),
        np.full(2, 7),
        np.full((1,), 2.5, np.float32),
        np.eye(2),
        np.arange(3),
        np.arange(1, 2, 0.3),
        np.linspace(0, 1, 5),
    ],
    "likes": lambda np, a, b: [
        np.zeros_like(b),
        np.ones_like(a, dtype=int),
        np.full_like(b, 2.7),
        np.empty_like(a).shape,
        np.zeros_like(a, shape=(2,)),
    ],
    "order": lambda np, a, b: [
        np.sort(b),
        np.sort(b, axis=0),
        np.argsort(b, axis=1, kind="stable"),
        np.unique(b),
        np.searchsorted([1, 3, 5], b),
    ],
    "sets and bins": lambda np, a, b: [
        np.bincount(b.ravel()),
        np.histogram(b, bins=3),
        np.in1d(b, [1]) if hasattr(np, "in1d") else np.isin(b, [1]),
        np.isin(b, [1, 9]),
    ],
    "predicates": lambda np, a, b: [
        np.isnan(a),
        np.isfinite(a),
        np.isclose(a, b),
        np.allclose(a, a),
        np.array_equal(a, b),
        np.signbit(a),
    ],
    "logic": lambda np, a, b: [np.logical_and(a > 0, b), np.logical_not(b), np.logical_xor(b, a), np.logical_or(b, 0)],
    "out": lambda np, a, b: [
        np.add(a, 1, out=np.empty((3, 4))),
        np.sum(b, axis=0, out=np.empty(4, int)),
        np.exp(np.zeros(2), np.ones(2)),
    ],
    "ufunc where": lambda np, a, b: [
        np.add(b, 1, out=np.zeros((3, 4), int), where=b > 2),
        np.sqrt(b, where=b > 0, out=np.ones((3, 4))),
    ],
    "ufunc methods": lambda np, a, b: [
        np.add.reduce(b),
        np.add.accumulate(b, axis=1),
        np.multiply.outer(b[0], b[1]),
        np.maximum.reduce(b, axis=1),
        np.add.reduceat(b[0], [0, 2]),
    ],
    "divmod": lambda np, a, b: [np.divmod(b, 3), divmod(b, 3), np.modf(a), np.frexp(a), np.fmod(b, 3)],
    "casts": lambda np, a, b: [
        a.astype(int),
        b.astype(np.float32),
        b.astype(bool),
        a.astype("complex64"),
        (a > 0).astype(np.uint8),
        b.view(np.uint64),
    ],
    "complex": lambda np, a, b: [(a + 1j).real, (a * 1j).imag, np.conj(a + 2j), (a + 1j) * (b - 1j), np.abs(b + 0j)],
    "matrix": lambda np, a, b: [
        b @ b.T,
        np.dot(b, b[0]),
        np.matmul(b[None], b.T),
        np.outer(b[0], b[1]),
        np.tensordot(b, b, ([0, 1], [0, 1])),
        np.einsum("ij,kj->ik", b, b),
        np.vdot(b, b),
        np.inner(b, b),
        np.trace(b),
        np.diag(b),
        np.diag(b[0]),
    ],
    "differences": lambda np, a, b: [np.diff(b), np.diff(b, axis=0), np.ediff1d(b), np.gradient(b.astype(float))],
    "triangles": lambda np, a, b: [np.tril(b), np.triu(b, 1), np.meshgrid(b[0], b[1]), np.indices((2, 2))],
    "apply": lambda np, a, b: [
        np.apply_along_axis(lambda r: r.sum(), 1, b),
        np.vectorize(lambda v: v + 1)(b),
        np.piecewise(a, [a < 0, a >= 0], [-1, 1]),
        np.select([b > 5, b > 2], [b, -b]),
    ],
    "attributes": lambda np, a, b: [
        a.shape,
        a.ndim,
        a.size,
        a.dtype,
        a.itemsize,
        a.nbytes,
        len(a),
        a.tolist(),
        b.item(2),
        b[0].tolist(),
    ],
    "statistics": lambda np, a, b: [
        np.median(b),
        np.percentile(b, 30),
        np.ptp(b),
        np.count_nonzero(b),
        b.astype(float).max(axis=(0, 1)),
    ],
    "methods": lambda np, a, b: [
        b.dot(b.T),
        b.take([1]),
        b.repeat(2),
        b.nonzero(),
        b.diagonal(),
        b.trace(),
        b.flatten(),
        b.squeeze(),
        b.transpose(1, 0),
        b.compress([True, False, True], axis=0),
        b.choose([0] * 10) if False else b.searchsorted if False else 0,
    ],
}


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
    from dusk.numpy import fallback

    fallback._reported.discard("kaiser")
    fallback._reported.discard("interp")
    before = dusk.stats()["fallbacks"]
    with caplog.at_level("INFO", "dusk.fallback"):
        for _ in range(3):
            dnp.interp(dnp.ones(2), dnp.arange(3.0), dnp.arange(3.0))
    assert dusk.stats()["fallbacks"] == before + 3
    lines = [r.getMessage() for r in caplog.records if "interp" in r.getMessage()]
    assert len(lines) == 1
    assert "test_namespace.py" in lines[0]


def test_fallbacks_are_refused_by_policy() -> None:
    with dusk.policy(fallback="refuse"):
        with pytest.raises(PolicyError, match=r"interp.*test_namespace\.py"):
            dnp.interp(dnp.ones(2), dnp.arange(3.0), dnp.arange(3.0))
        dusk.eval(dnp.exp(dnp.ones(2)) @ dnp.ones(2))
    dnp.interp(dnp.ones(2), dnp.arange(3.0), dnp.arange(3.0))

    @dusk.policy(fallback="refuse")
    def strict() -> Any:
        return dnp.unwrap(dnp.ones(2))

    with pytest.raises(PolicyError):
        strict()
    with pytest.raises(ValueError, match="fallback"):
        dusk.policy(fallback="maybe")


def test_policies_nest() -> None:
    with dusk.policy(fallback="refuse"), dusk.policy(fallback="allow"):
        dnp.unwrap(dnp.ones(2))
    with dusk.policy(fallback="refuse"), dusk.policy(transfer="explicit"), pytest.raises(PolicyError):
        dnp.unwrap(dnp.ones(2))


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
    "module", ["dusk.front", "dusk.config", "dusk.gradients.reverse", "dusk.symbol.expression", "dusk.symbol.compiled"]
)
def test_examples_in_docstrings(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted
    assert not result.failed
