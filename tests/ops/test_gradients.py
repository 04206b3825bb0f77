"""Every gradient rule against differences of the body's values, first and second order."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dusk import ops
from dusk.config import config
from dusk.graph import Graph, TensorType, Value, constant, evaluate, parse, trace, verify
from dusk.graph.graph import specialise
from dusk.transform.autodiff import gradients
from op_samples import SAMPLES, SIZE, Sample

Array = np.ndarray[Any, Any]
STEP = 1e-6


def weights(outputs: Any, seed: int) -> list[Array]:
    rng = np.random.default_rng(seed)
    found: list[Array] = []
    for v in outputs:
        imaginary = 1j * rng.uniform(-1, 1, v.shape) if v.dtype.kind == "c" else 0
        found.append((rng.uniform(0.5, 1.5, v.shape) + imaginary).astype(v.dtype))
    return found


def differentiated(graph: Graph, by: tuple[int, ...], seed: int = 1) -> tuple[Graph, list[Array]]:
    """The gradient, by some inputs, of the outputs summed with fixed weights, as a graph of the same inputs."""
    chosen = [i for i, v in enumerate(graph.outputs) if v.dtype.kind in "fc"]
    outputs = [graph.outputs[i] for i in chosen]
    fixed = weights(outputs, seed)
    found = gradients(outputs, [constant(w) for w in fixed], [graph.inputs[i] for i in by])
    return verify(Graph(graph.inputs, found)), fixed


def total(graph: Graph, fixed: list[Array]) -> Callable[[list[Array]], float]:
    """The sum of the real part of outputs times weights."""

    def value(args: list[Array]) -> float:
        results = [r for r in evaluate(graph, args) if np.asarray(r).dtype.kind in "fc"]
        return float(sum(np.sum(r * w).real for r, w in zip(results, fixed, strict=True)))

    return value


def differences(function: Callable[[list[Array]], float], args: list[Array], k: int) -> Array:
    """df/dx of a real function by central differences; for complex x df/dRe - i df/dIm."""
    out = np.zeros_like(args[k])
    for place in np.ndindex(out.shape):
        for unit in (1, 1j) if out.dtype.kind == "c" else (1,):
            ends: list[float] = []
            for sign in (1, -1):
                moved = list(args)
                moved[k] = args[k].copy()
                moved[k][place] += sign * unit * STEP
                ends.append(function(moved))
            out[place] += (ends[0] - ends[1]) / (2 * STEP) * np.conj(unit)
    return out


def holds(graph: Graph, args: list[Array], by: tuple[int, ...], seed: int = 1) -> Graph:
    """Check a graph's gradient by differences; gives the graph of the gradient."""
    derived, fixed = differentiated(graph, by, seed)
    function = total(graph, fixed)
    for k, found in zip(by, evaluate(derived, args), strict=True):
        assert np.asarray(found).dtype == args[k].dtype
        np.testing.assert_allclose(found, differences(function, args, k), rtol=2e-6, atol=2e-7)
    return derived


@pytest.mark.parametrize("sample", [s for s in SAMPLES if s.grad], ids=lambda s: s.name)
def test_gradients_agree_with_differences_first_and_second_order(sample: Sample) -> None:
    args = sample.draw()
    graph = specialise(sample.graph(), {"n": SIZE})
    first = holds(graph, args, sample.grad)
    if sample.second and any(v.node.op.name != "constant" for v in first.outputs):
        holds(first, args, sample.grad, seed=2)


@pytest.mark.parametrize("sample", [s for s in SAMPLES if s.op.inline], ids=lambda s: s.name)
def test_the_smaller_ops_compute_the_same_and_have_the_same_gradient(sample: Sample) -> None:
    args = sample.draw()
    graph = specialise(sample.graph(), {"n": SIZE})
    inlined = verify(specialise(sample.inlined(), {"n": SIZE}))
    assert all(node.op is not sample.op for node in inlined.nodes)
    for a, b in zip(evaluate(graph, args), evaluate(inlined, args), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-14)
        assert np.asarray(a).dtype == np.asarray(b).dtype
    if not sample.grad:
        return
    for a, b in zip(*(evaluate(differentiated(g, sample.grad)[0], args) for g in (graph, inlined)), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("sample", [s for s in SAMPLES if s.grad and s.text], ids=lambda s: s.name)
def test_gradients_are_well_typed_where_a_size_has_a_name_and_print(sample: Sample) -> None:
    graph = sample.graph()
    chosen = [v for v in graph.outputs if v.dtype.kind in "fc"]
    seeds = [ops.fill(v, 1) for v in chosen]
    found = gradients(chosen, seeds, [graph.inputs[i] for i in sample.grad])
    derived = verify(Graph(graph.inputs, found))
    assert str(parse(str(derived))) == str(derived)
    verify(specialise(derived, {"n": SIZE}))


SAME = [
    s
    for s in SAMPLES
    if s.op is not ops.call and len(s.grad) == len(s.args) > 1 and len({(a.shape, a.dtype) for a in s.args}) == 1
]


@pytest.mark.parametrize("sample", SAME, ids=lambda s: s.name)
def test_operands_may_be_one_value_or_depend_on_each_other(sample: Sample) -> None:
    if sample.op is ops.call:
        pytest.skip("its graph's sizes have names")
    params, args = sample.static_params(), sample.draw()[:1]
    kind = TensorType(args[0].shape, args[0].dtype)
    smooth = trace(lambda x: sample.op(*[x] * len(sample.args), **params), kind)
    kinked = sample.op in (ops.maximum, ops.minimum, ops.fmax, ops.fmin, ops.remainder, ops.fmod)
    if not kinked:
        holds(smooth, args, (0,))
    holds(trace(lambda x: sample.op(x, *[ops.add(x, 0.1)] * (len(sample.args) - 1), **params), kind), args, (0,))


def gradient_at(function: Callable[[Value], Value], at: Any, order: int = 1) -> Any:
    """The gradient (or a higher derivative) of the sum of a function at a point."""
    point = np.asarray(at, float)
    graph = trace(function, TensorType(point.shape, point.dtype))
    for _ in range(order):
        seeds = [constant(np.ones(v.shape)) for v in graph.outputs]
        graph = Graph(graph.inputs, gradients(graph.outputs, seeds, graph.inputs))
    with np.errstate(all="ignore"):
        return evaluate(graph, [point])[0]


CUT_OFF: list[tuple[str, Any, list[float]]] = [
    ("sqrt", ops.sqrt, [-1, 0]),
    ("log", ops.log, [0, -1]),
    ("log1p", ops.log1p, [-1, -2]),
    ("reciprocal", ops.reciprocal, [0]),
    ("divide", lambda x: ops.divide(1.0, x), [0]),
    ("divided", lambda x: ops.divide(x, 0.0), [0, 1]),
    ("power", lambda x: ops.power(x, 0.5), [0, -1]),
    ("negative power", lambda x: ops.power(x, -1.0), [0]),
    ("exponent", lambda x: ops.power(0.0, x), [-1]),
    ("arcsin", ops.arcsin, [1, 2]),
    ("arccosh", ops.arccosh, [1, -3]),
    ("arctanh", ops.arctanh, [1, -3]),
    ("exp", ops.exp, [1e4]),
    ("sinh", ops.sinh, [1e4]),
    ("logaddexp", lambda x: ops.logaddexp(x, -np.inf), [-np.inf, np.nan]),
    ("multiply", lambda x: ops.multiply(x, ops.reciprocal(x)), [0]),
    ("hypot", lambda x: ops.hypot(x, x), [0]),
    ("arctan2", lambda x: ops.arctan2(x, x), [0]),
    ("sin", ops.sin, [np.inf]),
    ("absolute", ops.absolute, [np.nan]),
    ("prod", lambda x: ops.multiply(x, ops.prod(ops.stack(x, ops.reciprocal(x)), axis=0)), [0]),
    ("logsumexp", lambda x: ops.logsumexp(ops.stack(x, x), axis=0), [-np.inf]),
]


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize(("function", "points"), [c[1:] for c in CUT_OFF], ids=[c[0] for c in CUT_OFF])
def test_no_nan_comes_back_from_the_side_not_taken(function: Any, points: list[float], order: int) -> None:
    x = np.array([*points, *points])
    taken = np.zeros(len(x), bool)
    found = gradient_at(lambda v: ops.where(taken, function(v), ops.multiply(v, v)), x, order)
    np.testing.assert_array_equal(found, 2 * x if order == 1 else np.full_like(x, 2.0))


@pytest.mark.parametrize(("ties", "wanted"), [("split", [0.5, 0.5]), ("first", [1, 0])])
def test_ties_are_split_or_go_to_the_first(ties: str, wanted: list[float]) -> None:
    with config.using(ties=ties):
        np.testing.assert_array_equal(gradient_at(lambda v: ops.max_(v), [2, 2]), wanted)
        np.testing.assert_array_equal(gradient_at(lambda v: ops.min_(v, axis=0, keepdims=True), [2, 2]), wanted)
        for op in (ops.maximum, ops.minimum, ops.fmax, ops.fmin):
            pair = trace(lambda x, y, op=op: op(x, y), *[TensorType((), "f8")] * 2)
            found = gradients(pair.outputs, [constant(1.0)], pair.inputs)
            assert evaluate(Graph(pair.inputs, found), [np.float64(1), np.float64(1)]) == wanted


def test_all_to_the_first_over_several_axes_takes_the_first_in_order() -> None:
    with config.using(ties="first"):
        x = np.array([[[1, 3], [3, 0]], [[3, 3], [2, 3]]], float)
        found = gradient_at(lambda v: ops.max_(v, axis=(0, 2)), x)
    np.testing.assert_array_equal(found, [[[0, 1], [1, 0]], [[0, 0], [0, 0]]])


def test_all_to_the_first_follows_the_order_of_many_axes() -> None:
    x = np.zeros((2, 3, 4))
    x[0, 2, 3] = x[1, 0, 0] = 1
    with config.using(ties="first"):
        found = gradient_at(lambda v: ops.max_(v), x)
    assert found[0, 2, 3] == 1
    assert found.sum() == 1


def test_the_gradient_of_nan_extremes_is_zero_and_divides_by_nothing() -> None:
    graph = trace(ops.max_, TensorType((2,), np.float64))
    derived = Graph(graph.inputs, gradients(graph.outputs, [constant(1.0)], graph.inputs))
    with np.errstate(all="raise"):
        np.testing.assert_array_equal(evaluate(derived, [np.array([1, np.nan])])[0], [0, 0])


def test_what_is_infinite_behind_a_where_does_not_reach_the_side_not_taken() -> None:
    x = np.array([4.0, 9.0])
    found = gradient_at(lambda v: ops.sqrt(ops.where(np.array([True, False]), v, 0.0)), x)
    np.testing.assert_array_equal(found, [0.25, 0])


POINTS: list[tuple[str, Any, float, float]] = [
    ("0 ** y by y", lambda y: ops.power(0.0, y), 2.0, 0.0),
    ("x ** 0 by x at 0", lambda x: ops.power(x, 0.0), 0.0, 0.0),
    ("x ** 1 by x at 0", lambda x: ops.power(x, 1.0), 0.0, 1.0),
    ("x ** 2 by x at 0", lambda x: ops.power(x, 2.0), 0.0, 0.0),
    ("logaddexp of two -inf", lambda x: ops.logaddexp(x, -np.inf), -np.inf, 0.5),
    ("logaddexp of inf", lambda x: ops.logaddexp(x, 1.0), np.inf, 1.0),
    ("softplus far out", ops.softplus, 1000.0, 1.0),
    ("sigmoid far out", ops.sigmoid, -1000.0, 0.0),
    ("relu at 0", ops.relu, 0.0, 0.0),
    ("absolute at 0", ops.absolute, 0.0, 0.0),
]


@pytest.mark.parametrize(("function", "at", "wanted"), [p[1:] for p in POINTS], ids=[p[0] for p in POINTS])
def test_gradients_at_points_where_formulas_break(function: Any, at: float, wanted: float) -> None:
    assert gradient_at(function, at) == wanted


def test_of_values_written_twice_only_the_last_gets_the_gradient() -> None:
    places = np.array([0, 0, 1])
    found = gradient_at(lambda v: ops.scatter_set(np.zeros(3), v, places, axes=(0,), at=0), [5, 6, 7])
    np.testing.assert_array_equal(found, [0, 1, 1])


def test_integers_booleans_and_stopped_values_carry_no_gradient() -> None:
    def function(v: Value) -> Value:
        whole = ops.astype(ops.astype(v, dtype=np.dtype("int64")), dtype=np.dtype("float64"))
        return ops.add(ops.add(whole, ops.floor(v)), ops.multiply(ops.stop_gradient(v), v))

    np.testing.assert_array_equal(gradient_at(function, [1.5, 2.5]), [1.5, 2.5])


def test_cotangents_known_not_to_be_zero_need_no_guard() -> None:
    graph = trace(lambda x: ops.sum_(ops.exp(x)), TensorType((3,), "f8"))
    found = Graph(graph.inputs, gradients(graph.outputs, [constant(1.0)], graph.inputs))
    assert [n.op.name for n in found.nodes if n.op.name in ("multiply", "chain_product")] == ["multiply"]
