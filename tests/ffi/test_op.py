"""`dusk.op`: ops that users define, of Dusk's functions and of Python functions of NumPy arrays."""

from pathlib import Path
from typing import Any

import numpy
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import dusk
import dusk.numpy as np
from dusk import symbol
from dusk.config import config
from dusk.errors import GradientError
from dusk.kernel import native
from dusk.testing import check_grads

X = numpy.linspace(-2.0, 2.0, 5)


@dusk.op
def swish(x: Any, *, beta: float = 1.0) -> Any:
    """x times the sigmoid of beta x."""
    return x / (1 + np.exp(-beta * x))


@dusk.op(like="x", vjp=lambda g, out, x: g * cosine(x))
def sine(x: Any) -> Any:
    return numpy.sin(x)


@dusk.op(like=0, jvp=lambda tangents, out, x: -tangents[0] * sine(x), batch=True)
def cosine(x: Any) -> Any:
    return numpy.cos(x)


@dusk.op(
    infer=lambda x, *, n: [((n,), x.dtype), ((), numpy.int64)],
    vjp=lambda g, out, x, *, n: g[0][: x.shape[0]],
)
def padded(x: Any, *, n: int) -> Any:
    return numpy.concatenate([x, numpy.zeros(n - len(x), x.dtype)]), numpy.array(len(x))


def expected(x: Any, beta: float = 1.0) -> Any:
    return x / (1 + numpy.exp(-beta * x))


def test_a_composite_is_called_as_it_is_written(tier: str) -> None:
    x = np.array(X)
    for _ in range(3):
        assert_allclose(swish(x), expected(X))
        assert_allclose(swish(x, beta=2.0), expected(X, 2.0))
        assert_allclose(swish(X.tolist()), expected(X))
        assert isinstance(swish(2.0), float)
    assert swish(np.float32(2) * np.ones(3, "f4")).dtype == "f4"
    assert swish.name == "swish" and swish.__doc__ == "x times the sigmoid of beta x."


def test_a_composite_is_one_node_and_becomes_what_it_is_made_of() -> None:
    f = dusk.compile(lambda x: swish(x) * 2)
    assert_allclose(f(np.array(X)), 2 * expected(X))
    assert "swish" in [node.op.name for node in f.graph.nodes]
    if native.available():
        assert (f.program.stats.native_steps, f.program.stats.host_steps) == (1, 0)


def test_a_composite_has_the_derivatives_of_what_it_is_made_of(tier: str) -> None:
    check_grads(swish, [X], order=2, modes=("rev", "fwd"))
    assert_allclose(dusk.vmap(swish)(np.array(X)), expected(X))


def test_a_composite_takes_derivatives_of_its_own(tier: str) -> None:
    @dusk.op(vjp=lambda g, out, x, y: (g * 100, None))
    def product(x: Any, y: Any) -> Any:
        return x * y

    x = np.array(X)
    gx, gy = dusk.grad(lambda x, y: product(x, y).sum(), (0, 1))(x, 2 * x)
    assert_allclose(gx, 100 + 0 * X)
    assert_allclose(gy, 0 * X)
    assert_allclose(dusk.compile(dusk.grad(lambda x: product(x, 3.0).sum()))(x), 100 + 0 * X)


def test_a_function_of_numpy_arrays_is_called_on_values(tier: str) -> None:
    x = np.array(X)
    for _ in range(3):
        assert_allclose(sine(x), numpy.sin(X))
        assert_allclose(sine(x * 2) + 1, numpy.sin(2 * X) + 1)
        y, n = padded(x, n=7)
        assert_allclose(y, [*X, 0, 0])
        assert n == 5
    assert isinstance(sine(1.0), float)


@pytest.mark.parametrize("f", [sine, cosine, lambda x: padded(sine(x), n=9)[0] * 3])
def test_functions_of_numpy_arrays_are_differentiated_by_their_rules(f: Any, tier: str) -> None:
    check_grads(f, [X], order=2, modes=("rev", "fwd"))
    assert_allclose(dusk.grad(dusk.grad(dusk.grad(sine)))(0.5), -numpy.cos(0.5))


def test_a_function_of_numpy_arrays_is_a_step_of_a_compiled_function() -> None:
    f = dusk.compile(lambda x: sine(x * 2) * 2 + 1)
    assert_allclose(f(np.array(X)), numpy.sin(2 * X) * 2 + 1)
    assert_allclose(f(np.array(X + 1)), numpy.sin(2 * X + 2) * 2 + 1)
    if native.available():
        assert f.program.stats.host_steps == 1
    g = dusk.compile(dusk.grad(lambda x: (sine(x) ** 2).sum()))
    assert_allclose(g(np.array(X)), numpy.sin(2 * X), atol=1e-12)


def test_ops_are_mapped(tier: str) -> None:
    calls: list[Any] = []

    @dusk.op(like=0, batch=lambda axes, x, y: one(x, y if axes[1] == 0 else y[None]))
    def one(x: Any, y: Any) -> Any:
        calls.append(x.shape)
        return x + y

    a = np.array(numpy.arange(12.0).reshape(4, 3))
    assert_allclose(dusk.vmap(sine)(a), numpy.sin(numpy.arange(12.0).reshape(4, 3)))
    assert_allclose(dusk.vmap(cosine)(a), numpy.cos(numpy.arange(12.0).reshape(4, 3)))
    assert_allclose(dusk.vmap(one, (0, None))(a, a[0]), numpy.asarray(a) + numpy.asarray(a[0]))
    assert calls == [(4, 3)]


def test_ops_are_found_by_name_in_symbols_and_their_files(tmp_path: Path) -> None:
    a = symbol.Variable("a")
    for expression in (symbol.sine(a) * 2 + swish(a), (symbol.sine(a) * 2 + swish(a)).grad(a)):
        expression.save(tmp_path / "s")
        again = symbol.load(tmp_path / "s")
        found = [symbol.compile(e)(a=X) for e in (expression, again)]
        assert_array_equal(*found)
    assert_allclose(found[0], 2 * numpy.cos(X) + dusk.grad(lambda x: expected_of(x).sum())(np.array(X)))


def expected_of(x: Any) -> Any:
    return x / (1 + np.exp(-x))


def test_ordered_functions_are_called_in_order_whether_they_are_used_or_not() -> None:
    told: list[float] = []

    @dusk.op(like=0, ordered=True)
    def tell(x: Any) -> Any:
        told.append(float(x.sum()))
        return x

    tell(np.array(X))
    assert told == [0.0]

    @dusk.compile
    def f(x: Any) -> Any:
        tell(x + 1)
        tell(x + 2)
        return x * 2

    for _ in range(2):
        f(np.array(X))
    assert told == [0.0, 5.0, 10.0, 5.0, 10.0]


def test_loops_over_lengths_and_numbers_find_their_way(tier: str) -> None:
    for n in (3, 4, 5, 6, 7, 8):
        x = numpy.arange(float(n))
        assert_allclose(sine(np.array(x) * n) + swish(np.array(x)), numpy.sin(x * n) + expected(x))


def test_wrong_results_are_refused_at_the_call_naming_the_op() -> None:
    @dusk.op(like=0)
    def shorter(x: Any) -> Any:
        return x[1:]

    @dusk.op(like=0)
    def wider(x: Any) -> Any:
        return x.astype("f8")

    @dusk.op(infer=lambda x: [((), x.dtype)] * 2)
    def fewer(x: Any) -> Any:
        return x.sum()

    with pytest.raises(ValueError, match=r"shorter gave shape \(4,\) where \(5,\) was declared"):
        shorter(X)
    with pytest.raises(TypeError, match="wider gave dtype float64 where float32 was declared"):
        wider(X.astype("f4"))
    with pytest.raises(TypeError, match="fewer gave 1 results where 2 were declared"):
        fewer(X)
    with pytest.raises(ValueError, match="shorter gave shape"):
        dusk.compile(lambda x: shorter(x) + 1)(np.array(X))


def test_a_function_may_not_write_to_what_it_is_given() -> None:
    @dusk.op(like=0)
    def writes(x: Any) -> Any:
        x[0] = 7
        return x

    x = np.array(X)
    with pytest.raises(ValueError, match="read-only"):
        writes(x)
    with pytest.raises(ValueError, match="read-only"):
        dusk.compile(lambda x: writes(x * 1.0) + 1)(x)
    assert_array_equal(x, X)


def test_what_a_function_raises_names_the_line_of_the_call() -> None:
    @dusk.op(like=0)
    def fails(x: Any) -> Any:
        raise KeyError("me")

    with pytest.raises(KeyError, match="me"):
        fails(X)
    with pytest.raises(KeyError, match="me") as caught:
        dusk.compile(lambda x: fails(x) + 1)(np.array(X))
    assert any("in fails, from test_op.py:" in note for note in caught.value.__notes__)


def test_a_missing_derivative_names_op_and_line() -> None:
    @dusk.op(like=0)
    def opaque(x: Any) -> Any:
        return x * 2

    with pytest.raises(GradientError, match=r"opaque, called at test_op.py:\d+, has no gradient"):
        dusk.grad(lambda x: opaque(x).sum())(np.array(X))
    with pytest.raises(GradientError, match="opaque"):
        dusk.jvp(opaque, (np.array(X),), (np.array(X),))


def test_wrong_rules_are_refused() -> None:
    @dusk.op(like=0, vjp=lambda g, out, x, y: g)
    def two(x: Any, y: Any) -> Any:
        return x * y

    @dusk.op(like=0, vjp=lambda g, out, x: g[1:])
    def shorter(x: Any) -> Any:
        return x * 2

    outside = np.array(X)

    @dusk.op(like=0, vjp=lambda g, out, x: g * outside)
    def captures(x: Any) -> Any:
        return x * 2

    x = np.array(X)
    with pytest.raises(TypeError, match="the vjp of two gave 1 cotangents for 2 arguments"):
        numpy.asarray(dusk.grad(lambda x: two(x, x).sum())(x))
    with pytest.raises(ValueError, match=r"a cotangent of shorter has shape \(4,\).* of shorter, called at test_op"):
        numpy.asarray(dusk.grad(lambda x: shorter(x).sum())(x))
    with pytest.raises(GradientError, match="the vjp of captures reads an array that is none of its arguments"):
        numpy.asarray(dusk.grad(lambda x: captures(x).sum())(x))


def test_wrong_definitions_are_refused() -> None:
    with pytest.raises(ValueError, match="'sin' exists already"):
        dusk.op(lambda x: x, name="sin")
    with pytest.raises(TypeError, match="both say what it gives"):
        dusk.op(like=0, infer=lambda x: x)(lambda x: x)
    with pytest.raises(TypeError, match="neither ordered"):
        dusk.op(ordered=True)(lambda x: x)
    with pytest.raises(TypeError, match="is no argument"):
        dusk.op(like="z")(lambda x: x)
    looks = dusk.op(name="looks")(lambda x: x if x.sum() > 0 else -x)
    with pytest.raises(TypeError, match=r"looks cannot be traced: a value is looked at .* like= or infer="):
        looks(np.array(X))
    with pytest.raises(TypeError, match=r"swish\(\) got an unexpected keyword argument 'gamma'"):
        swish(np.array(X), gamma=2)
    with pytest.raises(TypeError, match=r"swish\(\) too many positional arguments"):
        swish(np.array(X), 2)


def test_an_op_may_be_defined_anew() -> None:
    found: list[Any] = []
    for factor in (2, 3):

        @dusk.op(like=0, vjp=lambda g, out, x: g * 10)
        def again(x: Any, factor: int = factor) -> Any:
            return x * factor

        found.append(again)
    with config.using(verify=True):
        assert [float(dusk.compile(lambda x, f=f: f(x) + 1)(2.0)) for f in found] == [5.0, 7.0]
    assert dusk.symbol.again is found[1].op
