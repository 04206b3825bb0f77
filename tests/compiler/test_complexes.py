"""Complex numbers in kernels: each rule of `compiler/complex_rules.py` gives what the op's body gives."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.run_program import buffer, check, run
from dusk import ops
from dusk.backends.cpu import compile_native
from dusk.compiler.complex_rules import RULES
from dusk.compiler.complexes import in_floats
from dusk.graph import TensorType, evaluate, trace
from dusk.kernel import native

pytestmark = pytest.mark.skipif(not native.available(), reason="native code cannot be built here")

RNG = np.random.default_rng(3)
SPECIAL = np.array([0.0, -0.0, 1.0, -1.0, 0.5, np.inf, -np.inf, np.nan, 1e-200, 1e200, 3.0, -2.5])


def numbers(shape=(40,), dtype=np.complex128, scale=1.0):
    return ((RNG.standard_normal(shape) + 1j * RNG.standard_normal(shape)) * scale).astype(dtype)


def kind(array):
    return TensorType(array.shape, array.dtype)


def native_like_numpy(function, *arrays, rtol=1e-13, host=0):
    """Run a graph natively, with so many calls of bodies, and compare with its bodies."""
    graph = trace(function, *map(kind, arrays))
    with np.errstate(all="ignore"):
        program = compile_native(graph)
        check(graph, list(arrays), evaluate(graph, list(arrays)), program=program, rtol=rtol)
    assert program.stats.host_steps == host
    assert list(program.types) == [kind(a) for a in arrays]


UNARY = [ops.conjugate, ops.negative, ops.positive, ops.absolute, ops.square, ops.reciprocal, ops.exp, ops.log]
UNARY += [ops.sqrt, ops.sin, ops.cos, ops.sinh, ops.cosh, ops.real, ops.imag, ops.isnan, ops.isinf, ops.isfinite]
UNARY += [ops.logical_not, ops.identity]
BINARY = [ops.add, ops.subtract, ops.multiply, ops.divide, ops.equal, ops.not_equal, ops.chain_product]
BINARY += [ops.logical_and, ops.logical_or, ops.logical_xor]


@pytest.mark.parametrize("op", UNARY, ids=lambda op: op.name)
@pytest.mark.parametrize("dtype", [np.complex128, np.complex64])
def test_unary(op, dtype):
    native_like_numpy(op, numbers(dtype=dtype), rtol=1e-13 if dtype == np.complex128 else 3e-6)


@pytest.mark.parametrize("op", BINARY, ids=lambda op: op.name)
def test_binary(op):
    x, y = numbers((7, 5)), numbers((7, 5), scale=3.0)
    x[2], y[3] = y[2], 0
    native_like_numpy(op, x, y)


EXACT = [ops.conjugate, ops.negative, ops.absolute, ops.real, ops.imag, ops.isnan, ops.isinf, ops.isfinite, ops.sqrt]
EXACT += [ops.logical_not, ops.exp, ops.sinh, ops.cosh]


@pytest.mark.parametrize("op", EXACT, ids=lambda op: op.name)
def test_unusual_numbers(op):
    """NaN and infinite parts, zeros of either sign, in all pairs."""
    re, im = np.meshgrid(SPECIAL, SPECIAL)
    x = np.empty(re.size, np.complex128)
    x.real, x.imag = re.ravel(), im.ravel()
    if op is ops.sqrt:  # of infinite numbers some parts may have either sign, or be NaN
        x = x[np.isfinite(x)]
    if op in (ops.exp, ops.sinh, ops.cosh):  # beside numbers so large that sines of them are a matter of taste
        x = x[~(np.abs(x.imag) == 1e200)]
    graph = trace(op, kind(x))
    with np.errstate(all="ignore"):
        (theirs,) = evaluate(graph, [x])
        (mine,) = run(compile_native(graph), [x])
    for part in (np.real, np.imag):
        np.testing.assert_allclose(part(mine), part(theirs), rtol=1e-14, atol=0, equal_nan=True)


@pytest.mark.parametrize("op", [ops.equal, ops.not_equal, ops.divide, ops.multiply], ids=lambda op: op.name)
def test_pairs_of_unusual_numbers(op):
    finite = np.array([0.0, -0.0, 1.0, -2.5, 1e150, 1e-150])
    re, im = (a.ravel() for a in np.meshgrid(finite, finite))
    x = re + 1j * im
    a, b = (m.ravel() for m in np.meshgrid(x, x))
    native_like_numpy(op, a, b)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 7, 12])
def test_whole_powers_are_products(n):
    native_like_numpy(lambda x: ops.power(x, complex(n)), numbers(), rtol=1e-12)


@pytest.mark.parametrize("n", [-1.5, 0.5, 1 + 1j])
def test_other_powers_are_numpys(n):
    native_like_numpy(lambda x: ops.power(x, n), numbers(), host=1)


def test_log_keeps_its_digits_near_the_unit_circle():
    turn = np.exp(1j * np.linspace(0, 6, 50)) * (1 + np.linspace(-1e-9, 1e-9, 50))
    native_like_numpy(ops.log, turn)


def test_places():
    x, y = numbers((4, 6)), numbers((4, 6))
    i = np.array([3, -1, 0])

    def beside(x, y):
        return ops.concatenate(ops.transpose(x, axes=(1, 0)), ops.reshape(y, shape=(6, 4)), axis=1)

    def added(x, y, i):
        return ops.scatter_add(x, ops.gather(y, i, axes=(0,), at=0), i, axes=(0,), at=0)

    native_like_numpy(beside, x, y)
    native_like_numpy(lambda x, i: ops.gather(x, i, axes=(0,), at=0), x, i)
    native_like_numpy(added, x, y, i)
    native_like_numpy(ops.diagonal, numbers((4, 4)))
    native_like_numpy(lambda x: ops.cumsum(x, axis=1), x)
    native_like_numpy(lambda x: ops.multiply(ops.sum_(x, axis=(0,), keepdims=True), x), x)
    native_like_numpy(lambda x: ops.sum_(x), x)
    native_like_numpy(lambda x, y: ops.where(ops.greater(ops.real(x), 0.0), x, y), x, y)
    native_like_numpy(lambda x: ops.add(ops.fill(x, 2 - 1j), x), x)
    native_like_numpy(lambda x, v: ops.with_part(x, v, imaginary=True), x, y.real.copy())


def test_casts():
    native_like_numpy(lambda x: ops.astype(x, dtype=np.dtype("complex64")), numbers(), rtol=1e-6)
    native_like_numpy(lambda x: ops.multiply(ops.astype(x, dtype=np.dtype("complex128")), 1j), np.arange(5.0))
    native_like_numpy(lambda x: ops.astype(x, dtype=np.dtype("complex128")), np.arange(5))
    native_like_numpy(lambda x: ops.astype(x, dtype=np.dtype(bool)), np.array([0, 1, 1j, 0]))
    native_like_numpy(lambda x: ops.astype(x, dtype=np.dtype("int64")), np.array([2.5 + 1j, -3.5]))


def test_products():
    native_like_numpy(ops.matmul, numbers((9, 7)), numbers((7, 8)), rtol=1e-12)
    native_like_numpy(lambda a, b: ops.vdot(a, b), numbers((30,)), numbers((30,)), rtol=1e-12)


def test_bodies_see_complex_numbers():
    native_like_numpy(lambda x, y: ops.multiply(ops.tan(ops.add(x, y)), y), numbers(), numbers(), host=1)


def test_outputs_that_are_inputs_and_constants():
    x = numbers((3,))
    native_like_numpy(lambda x: (x, ops.multiply(x, 2.0), x, ops.fill(x, 1j)), x)


def test_numbers_of_no_dimensions():
    graph = trace(lambda z, s: ops.multiply(z, s), TensorType((4,), np.complex128), TensorType((), np.complex128))
    program = compile_native(graph)
    z = numbers((4,))
    (out,) = program.run([buffer(z), 2 - 1j])
    assert np.allclose(out.array(np.dtype(np.complex128), (4,)), z * (2 - 1j))


def test_rounds_of_complex_numbers():
    x = numbers((5,), scale=0.4)
    body = trace(lambda z, c: (ops.add(ops.square(z), c), ops.absolute(z)), kind(x), kind(x))
    native_like_numpy(lambda z, c: ops.scan(z, c, body=body, length=6, sources=("carry", "same")), x, x)


def test_the_graph_of_floats_is_one():
    x = numbers((5, 2))
    graph = in_floats(trace(lambda a: ops.exp(ops.divide(a, ops.conjugate(a))), kind(x)))
    assert not any(t.dtype.kind == "c" for n in graph.nodes for t in n.types)
    assert graph.outputs[0].type == TensorType((5, 2, 2), np.float64)


def test_every_rule_is_tested_here():
    moves = {"stop_gradient", "expand_dims", "squeeze", "broadcast_to", "slice", "slice_set", "scatter_set", "after"}
    text = Path(__file__).read_text()
    assert {op.name for op in RULES if f"ops.{op.name}" not in text} <= moves | {"sum", "full", "contract", "roll"}


STEPS = (
    lambda x, y: (ops.multiply(x, y), x),
    lambda x, y: (ops.add(x, ops.conjugate(y)), y),
    lambda x, y: (ops.divide(x, ops.add(ops.absolute(y), 1.0)), y),
    lambda x, y: (y, ops.subtract(x, 1j)),
    lambda x, y: (ops.where(ops.less(ops.real(x), ops.imag(y)), x, y), x),
    lambda x, y: (ops.astype(ops.real(x), dtype=x.dtype), y),
    lambda x, y: (ops.reshape(ops.reshape(x, shape=(*x.shape, 1)), shape=x.shape), y),
    lambda x, y: (ops.exp(ops.multiply(x, 0.1)), y),
    lambda x, y: (x, ops.sqrt(y)),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(STEPS), min_size=2, max_size=7), st.integers(1, 33))
def test_random_chains(steps, n):
    def chain(x, y):
        for step in steps:
            x, y = step(x, y)
        return x, y, ops.sum_(x)

    native_like_numpy(chain, numbers((n,), scale=0.5), numbers((n,), scale=0.5), rtol=1e-10)
