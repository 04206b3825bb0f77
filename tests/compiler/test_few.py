"""Reductions of few elements are written out: no loop, and lanes along another axis."""

import numpy as np
import pytest

from compiler.run_program import check
from dusk import ops
from dusk.backends.cpu import compile_native
from dusk.compiler.rules import FEW, templates
from dusk.graph import TensorType, evaluate, trace
from dusk.kernel import native

native_only = pytest.mark.skipif(not native.available(), reason="native code cannot be built here")
RNG = np.random.default_rng(5)


def sample(shape, dtype):
    if dtype == "bool":
        return RNG.integers(0, 2, shape).astype(bool)
    x = (RNG.standard_normal(shape) * 8).astype(dtype)
    if x.dtype.kind == "f":
        x.reshape(-1)[::7] = np.nan
        x.reshape(-1)[1::5] = -0.0
    return x


CASES = [(op, d) for op in (ops.sum_, ops.prod, ops.max_, ops.min_) for d in ("float64", "float32", "int32", "uint8")]
CASES += [(op, "bool") for op in (ops.any_, ops.all_, ops.sum_)] + [(ops.sum_, "float16"), (ops.mean, "float32")]


@native_only
@pytest.mark.parametrize(("op", "dtype"), CASES, ids=lambda c: getattr(c, "name", c))
@pytest.mark.parametrize("n", range(1, 6))
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_what_few_elements_give(op, dtype, n, axis):
    shape = [9, 17]
    shape.insert(axis, n)
    x = sample(tuple(shape), dtype)
    graph = trace(lambda x: op(x, axis=(axis,)), TensorType(x.shape, x.dtype))
    check(graph, [x], evaluate(graph, [x]), rtol={"float32": 1e-6, "float16": 2e-2}.get(dtype, 1e-12))


@native_only
def test_one_kernel_goes_on_from_them():
    x = RNG.standard_normal((50, 3))

    def pull(x):
        return ops.power(ops.add(ops.sum_(ops.square(x), axis=(1,)), 0.1), -1.5)

    graph = trace(pull, TensorType((50, 3), "f8"))
    assert compile_native(graph).stats.native_steps == 1
    check(graph, [x], evaluate(graph, [x]))


def test_how_few():
    def kind(n):
        x, y = TensorType((5, n), np.dtype("f8")), TensorType((5,), np.dtype("f8"))
        found = templates(ops.sum_, (("axis", (1,)), ("dtype", None), ("keepdims", False)), (x,), (y,))
        return found[0].kind

    assert [kind(n) for n in (2, FEW, FEW + 1)] == ["map", "map", "reduce"]
    x, y = TensorType((5, 3), np.dtype("f8")), TensorType((5,), np.dtype("i8"))
    params = (("axis", 1), ("keepdims", False))
    assert templates(ops.argmax, params, (x,), (y,))[0].kind == "reduce"
