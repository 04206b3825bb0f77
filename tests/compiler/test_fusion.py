"""What becomes one kernel: chains, broadcasts, reductions and epilogues, forward and backward."""

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from compiler.graph_maker import NATIVE, called
from compiler.kernel_oracle import Oracle
from compiler.run_program import check
from dusk import ops
from dusk.backends.cpu import machine
from dusk.compiler import flow
from dusk.compiler.assemble import build
from dusk.compiler.program import Program
from dusk.engine import Buffer
from dusk.graph import Graph, TensorType, constant, evaluate, trace
from dusk.transform.autodiff import gradients

F32 = "float32"


def t(*shape: int, dtype: Any = F32) -> TensorType:
    return TensorType(shape, dtype)


def drawn(graph: Graph, seed: int = 0) -> list[Any]:
    rng = np.random.default_rng(seed)
    return [
        rng.normal(size=v.shape).astype(v.dtype)
        if v.dtype.kind in "fV"
        else rng.integers(-2, 3, v.shape).astype(v.dtype)
        for v in graph.inputs
    ]


def compiled(function: Any, *types: TensorType, into: Any = None) -> Program:
    """The program on the oracle machine, held to the bodies."""
    graph = trace(function, *types)
    program = build(graph, Oracle(), (), into)
    arrays = drawn(graph)
    want = evaluate(graph, [a.copy() for a in arrays])
    return check(graph, arrays, want, (), into, program, rtol=1e-5)


def chain(a: Any, b: Any) -> Any:
    return ops.tanh(ops.add(ops.multiply(a, b), 1.0))


def test_a_chain_of_elementwise_ops_is_one_kernel_that_moves_each_operand_once():
    program = compiled(chain, t(6, 4), t(6, 4))
    assert program.stats.native_steps == 1
    assert program.stats.nbytes == 3 * 6 * 4 * 4


def test_the_gradient_of_a_chain_is_one_kernel():
    def both(a: Any, b: Any) -> Any:
        return gradients([chain(a, b)], [constant(np.ones((6, 4), F32))], [a, b])

    program = compiled(both, t(6, 4), t(6, 4))
    assert program.stats.native_steps == 1
    assert [step.split(";")[0] for step in str(program).splitlines()] == [str(program).split(";")[0]]


def test_two_results_over_one_space_are_stored_by_one_kernel():
    def f(a: Any, b: Any) -> Any:
        shared = ops.exp(ops.multiply(a, b))
        return ops.add(shared, a), ops.subtract(shared, b)

    assert compiled(f, t(5, 3), t(5, 3)).stats.native_steps == 1


def test_a_result_that_another_kernel_needs_is_stored_on_the_way():
    def f(a: Any) -> Any:
        shared = ops.exp(a)
        return ops.multiply(shared, 2.0), called(shared, axis=0)

    program = compiled(f, t(5, 3))
    assert (program.stats.native_steps, program.stats.host_steps) == (1, 1)


def backward_sum(x: Any, axis: int) -> Any:
    return ops.flip(ops.cumsum(ops.flip(x, axis=axis), axis=axis), axis=axis)


def test_what_a_scan_reads_and_what_reads_it_belong_to_its_kernel():
    def f(a: Any, b: Any) -> Any:
        return ops.multiply(ops.exp(ops.cumsum(ops.multiply(a, b), axis=0)), 2.0)

    program = compiled(f, t(6, 4), t(6, 4))
    assert program.stats.native_steps == 1
    assert program.stats.nbytes == 3 * 6 * 4 * 4


@pytest.mark.parametrize("axis", [0, 1])
def test_a_scan_may_go_against_the_axis_of_its_users(axis: int):
    program = compiled(lambda a: ops.add(backward_sum(ops.add(a, 1.0), axis), a), t(6, 4))
    assert program.stats.native_steps == 1
    assert program.stats.nbytes == 2 * 6 * 4 * 4


def test_scans_in_opposite_directions_are_kernels_of_their_own():
    def f(a: Any) -> Any:
        return ops.add(backward_sum(a, 0), ops.cumsum(a, axis=0))

    assert compiled(f, t(6, 4)).stats.native_steps == 2


def test_running_sums_that_wait_for_themselves_wait_together():
    def f(a: Any, zero: Any) -> Any:
        joined = ops.concatenate(zero, a), ops.concatenate(zero, ops.square(a), a)
        return ops.cumsum(joined[0], axis=0), ops.cumsum(joined[1], axis=0)

    assert compiled(f, t(40), t(1)).stats.native_steps == 2  # one is longer

    def g(a: Any, zero: Any) -> Any:
        joined = ops.concatenate(zero, a), ops.concatenate(zero, ops.square(a))
        return ops.cumsum(joined[0], axis=0), ops.cumsum(joined[1], axis=0)

    assert compiled(g, t(40), t(1)).stats.native_steps == 1


def test_much_work_stays_out_of_a_scan_that_lanes_cannot_share():
    def f(a: Any, axis: int) -> Any:
        return ops.exp(ops.cumsum(ops.exp(a), axis=axis))

    assert compiled(lambda a: f(a, 0), t(6, 4)).stats.native_steps == 1
    assert compiled(lambda a: f(a, 1), t(6, 4)).stats.native_steps == 3


def test_a_scan_of_a_softmax_and_the_sum_of_a_scan_are_right():
    def f(a: Any) -> Any:
        return ops.cumsum(ops.softmax(a, axis=0), axis=0), ops.sum_(ops.cumprod(a, axis=0), axis=0)

    assert compiled(f, t(6, 4)).stats.host_steps == 0


def test_the_gradient_of_a_running_product_calls_no_body():
    def both(a: Any) -> Any:
        return gradients([ops.cumprod(a, axis=0)], [constant(np.ones((6, 4), F32))], [a])

    assert compiled(both, t(6, 4)).stats.host_steps == 0


def test_broadcasts_cost_no_kernel_and_no_memory():
    program = compiled(lambda a, b: ops.multiply(ops.add(a, b), ops.expand_dims(b, axis=0)), t(6, 4), t(4))
    assert program.stats.native_steps == 1
    assert program.report.temporaries == 0


@pytest.mark.parametrize("axis", [0, 1, (0, 1)])
def test_producers_and_epilogue_of_a_reduction_are_its_kernel(axis: Any):
    def f(a: Any) -> Any:
        return ops.sqrt(ops.add(ops.sum_(ops.square(a), axis=axis), 1.0))

    assert compiled(f, t(6, 4)).stats.native_steps == 1


def test_softmax_is_one_kernel_and_its_gradient_another_of_one():
    assert compiled(lambda a: ops.softmax(a, axis=1), t(6, 8)).stats.native_steps == 1

    def backward(a: Any, g: Any) -> Any:
        return gradients([ops.softmax(a, axis=1)], [g], [a])[0]

    assert compiled(backward, t(6, 8), t(6, 8)).stats.native_steps == 1


def test_layer_normalisation_is_one_kernel():
    def f(a: Any) -> Any:
        mean = ops.mean(a, axis=1, keepdims=True)
        centred = ops.subtract(a, mean)
        variance = ops.mean(ops.square(centred), axis=1, keepdims=True)
        return ops.divide(centred, ops.sqrt(ops.add(variance, 1e-5)))

    assert compiled(f, t(6, 8)).stats.native_steps == 1


def test_reshapes_and_transposes_between_elementwise_ops_cost_nothing():
    def f(a: Any) -> Any:
        moved = ops.transpose(ops.reshape(ops.multiply(a, 2.0), shape=(4, 3, 2)), axes=(2, 0, 1))
        return ops.add(moved, 1.0)

    assert compiled(f, t(12, 2)).stats.native_steps == 1
    program = compiled(lambda a: ops.add(ops.reshape(a, shape=(24,)), 1.0), t(12, 2))
    assert program.stats.native_steps == 1


@pytest.mark.parametrize(("rows", "steps"), [(64, 2), (8, 1)])
def test_what_lanes_would_read_across_its_order_over_and_over_is_turned_round_first(rows: int, steps: int):
    def f(a: Any, b: Any) -> Any:
        return ops.add(a, ops.transpose(b, axes=(1, 0)))

    assert compiled(f, t(rows, 3, 8), t(8, 3)).stats.native_steps == steps


def test_a_stencil_reads_its_windows_in_place():
    def f(u: Any) -> Any:
        def at(i: int, j: int) -> Any:
            return ops.slice_(u, starts=(i, j), sizes=(4, 4), steps=(1, 1))

        return ops.add(ops.add(at(0, 1), at(2, 1)), ops.add(at(1, 0), at(1, 2)))

    program = compiled(f, t(6, 6))
    assert program.stats.native_steps == 1


def test_what_would_be_computed_many_times_over_is_stored_instead():
    def f(a: Any, b: Any) -> Any:
        return ops.add(b, ops.broadcast_to(ops.exp(a), shape=(6, 4)))

    assert compiled(f, t(4), t(6, 4)).stats.native_steps == 2


def test_bias_activation_and_residual_are_the_epilogue_of_a_product():
    def f(x: Any, w: Any, b: Any, r: Any) -> Any:
        return ops.add(ops.maximum(ops.add(ops.matmul(x, w), b), 0.0), r)

    program = compiled(f, t(6, 4), t(4, 5), t(5), t(6, 5))
    assert program.stats.native_steps == 1
    assert program.report.temporaries == 0


def test_a_product_that_others_need_too_is_stored_beside_its_epilogue():
    def f(x: Any, w: Any) -> Any:
        z = ops.matmul(x, w)
        return ops.maximum(z, 0.0), z

    assert compiled(f, t(6, 4), t(4, 5)).stats.native_steps == 1


def test_a_training_step_of_a_layer_is_a_kernel_a_product_and_updates_in_place():
    def step(x: Any, w: Any, b: Any, rate: Any) -> Any:
        out = ops.tanh(ops.add(ops.matmul(x, w), b))
        loss = ops.mean(ops.square(out))
        grads = gradients([loss], [constant(np.float32(1))], [w, b])
        return loss, *(ops.subtract(p, ops.multiply(rate, g)) for p, g in zip((w, b), grads, strict=True))

    program = compiled(step, t(6, 4), t(4, 5), t(5), t(), into={1: 1, 2: 2})
    lines = str(program).splitlines()
    assert sum(" contract " in line for line in lines) == 2
    assert sum("in input 1" in line and "contract" in line for line in lines) == 1
    assert program.stats.host_steps == 0
    assert program.stats.native_steps <= 4


@pytest.mark.parametrize(
    ("labels", "shapes"),
    [
        (("bhtd", "bhsd", "bhts"), ((2, 2, 3, 4), (2, 2, 5, 4))),
        (("bthd", "bshd", "bhts"), ((2, 3, 2, 4), (2, 5, 2, 4))),
        (("xay", "ykz", "xkaz"), ((2, 2, 3), (3, 2, 5))),
        (("abk", "kc", "bca"), ((2, 4, 3), (3, 5))),
        (("kam", "kan", "amn"), ((3, 2, 4), (3, 2, 5))),
        (("mk", "nk", "nm"), ((4, 3), (5, 3))),
    ],
)
def test_products_of_any_labels_give_what_einsum_gives(labels: Any, shapes: Any):
    compiled(lambda a, b: ops.add(ops.contract(a, b, labels=labels), 1.0), *(t(*s) for s in shapes))


@pytest.mark.parametrize("shapes", [((5, 3), (3,)), ((3,), (3, 5)), ((3,), (3,)), ((3, 0), (0, 4)), ((0, 3), (3, 4))])
def test_thin_products_are_loops(shapes: Any):
    compiled(lambda a, b: ops.add(ops.matmul(a, b), 1.0), *(t(*s) for s in shapes))


def test_equal_layers_share_their_kernels():
    def f(x: Any, *ws: Any) -> Any:
        for w in ws:
            x = ops.tanh(ops.matmul(x, w))
        return x

    graph = trace(f, t(6, 4), *[t(4, 4)] * 20)
    assert build(graph, Oracle()).stats.native_steps == 20
    works = Oracle()
    build(graph, works)
    assert len({w.contraction for w in works.works}) == 1


def test_floats_are_never_reassociated():
    values = np.array([1e16, 1.0, -1e16, 3.0], "float64")
    graph = trace(lambda a, b, c: ops.add(ops.add(a, b), c), *[t(dtype="float64")] * 3)
    arrays = [np.array(v) for v in values[:3]]
    program = build(graph, Oracle())
    check(graph, arrays, evaluate(graph, arrays), program=program, rtol=0)


@pytest.mark.parametrize("name", ["sum_", "max_", "min_", "prod"])
@pytest.mark.parametrize("options", [{}, {"axis": (0, 1)}, {"axis": 1}, {"axis": (1, 2), "keepdims": True}])
def test_long_reductions_are_made_in_two_steps_that_threads_can_share(name: str, options: Any):
    graph = trace(lambda a: getattr(ops, name)(ops.multiply(a, 1.0), **options), t(2, 640, 128, dtype="float64"))
    program = build(graph, machine if NATIVE else Oracle())
    rng = np.random.default_rng(0)
    arrays = [1 + rng.normal(size=(2, 640, 128)) * (1e-3 if name == "prod" else 1)]
    check(graph, arrays, evaluate(graph, arrays), program=program)
    few = graph.outputs[0].type.size <= 4
    assert program.stats.native_steps == (2 if few else 1)


@pytest.mark.parametrize(
    ("shape", "axes", "steps"),
    [
        ((32, 9, 21, 16), (0, 1, 2), 2),
        ((4000, 20), 0, 2),
        ((20, 64, 64), (1, 2), 1),
        ((8, 16, 32, 32), (0, 2, 3), 1),
    ],
)
def test_sums_of_all_that_is_above_a_few_columns_are_made_in_parts(shape: Any, axes: Any, steps: int):
    graph = trace(lambda a: (ops.sum_(a, axis=axes), ops.sum_(ops.square(a), axis=axes)), t(*shape))
    program = build(graph, machine if NATIVE else Oracle())
    assert program.stats.native_steps == (steps if steps == 1 else 3)
    if NATIVE:
        array = np.random.default_rng(0).normal(1, 1, shape).astype(F32)
        total, squares = program.run([Buffer.foreign(array)]), (array.astype(float) ** 2).sum(axes)
        np.testing.assert_allclose(total[1].array(F32, squares.shape), squares, rtol=2e-6)  # in order: 1e-5


@pytest.fixture
def tall(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums over rows of small matrices are made as those of large ones are."""
    for name, value in {"LONG": 1, "TALL": 1, "WIDE": 1, "FEW": 1, "RUN": 2}.items():
        monkeypatch.setattr(flow, name, value)


def test_a_sum_over_rows_goes_by_them_once_with_all_else_that_does(tall: None):
    def f(a: Any, b: Any) -> Any:
        scaled = ops.divide(ops.multiply(a, b), ops.sum_(ops.square(a), axis=1, keepdims=True))
        return ops.exp(scaled), ops.sum_(scaled, axis=0), ops.sum_(b, axis=0, keepdims=True), ops.max_(b, axis=1)

    program = compiled(f, t(32, 8), t(32, 8))
    assert program.stats.native_steps == 3
    assert program.stats.nbytes == 4 * (3 * 32 * 8 + 32 + 2 * (2 * 16 + 1) * 8)


@pytest.mark.parametrize(("shape", "axes"), [((48, 5), 0), ((16, 3, 4), (0, 1)), ((5, 6, 7), 0), ((80, 2, 3), 0)])
def test_sums_over_rows_are_right_alone_and_beside_what_follows_them(tall: None, shape: Any, axes: Any):
    def f(a: Any) -> Any:
        total = ops.sum_(a, axis=axes)
        return ops.exp(total), ops.subtract(a, ops.multiply(total, 0.1)), ops.sum_(ops.exp(a), axis=axes)

    compiled(f, t(*shape))


def test_the_sum_over_rows_of_a_product_follows_its_epilogue(tall: None):
    def f(a: Any, b: Any) -> Any:
        x = ops.tanh(ops.matmul(a, b))
        return x, ops.sum_(x, axis=0), ops.sum_(ops.cumsum(x, axis=0), axis=0), ops.sum_(ops.flip(x, axis=0), axis=0)

    compiled(f, t(32, 8), t(8, 6))


def test_kernels_over_one_space_that_read_the_same_array_are_one():
    def f(a: Any, b: Any) -> Any:
        moments = ops.sum_(a, axis=1), ops.sum_(ops.square(a), axis=1), ops.max_(a, axis=1)
        return *moments, ops.multiply(b, 2.0), ops.exp(b)

    program = compiled(f, t(6, 8), t(6, 8))
    assert program.stats.native_steps == 2
    assert program.stats.nbytes == 4 * (6 * 8 + 3 * 6 + 3 * 6 * 8)


def test_kernels_that_wait_for_each_other_stay_apart():
    def f(a: Any) -> Any:
        return ops.add(a, 1.0), ops.multiply(a, called(ops.add(a, 1.0), axis=0))

    assert compiled(f, t(6, 8)).stats.native_steps == 2


def test_what_a_merged_kernel_stores_is_stored_where_it_belongs():
    def f(a: Any) -> Any:
        turned = ops.flip(a, axis=0)
        return ops.add(ops.pad(turned, widths=((1, -1), (0, 0))), a), turned

    compiled(f, t(4, 3))


@pytest.mark.parametrize("dtype", ["int8", "uint16", "bool"])
def test_a_product_reads_what_is_only_widened_as_it_was_before(dtype: Any):
    def wide(x: Any) -> Any:
        return ops.astype(x, dtype=np.dtype(F32))

    def across(a: Any, b: Any) -> Any:  # axes of one role that memory does not go through in one go: a copy is made
        return ops.contract(wide(a), ops.transpose(wide(b), axes=(2, 0, 1)), labels=("mk", "xyk", "mxy"))

    program = compiled(lambda a, b: ops.matmul(wide(a), wide(b)), t(9, 5, dtype=dtype), t(5, 7, dtype=dtype))
    assert program.stats.native_steps == 1
    program = compiled(lambda a, b: ops.matmul(ops.transpose(wide(a), axes=(1, 0)), b), t(5, 9, dtype=dtype), t(5, 7))
    assert program.stats.native_steps == 1
    compiled(across, t(6, 5, dtype=dtype), t(4, 5, 3, dtype=dtype))


def test_a_product_does_not_read_twice_converted_or_narrowed_operands_as_they_were():
    def twice(a: Any, b: Any) -> Any:
        return ops.matmul(ops.astype(ops.astype(a, dtype=np.dtype("uint16")), dtype=np.dtype(F32)), b)

    compiled(lambda a, b: twice(ops.subtract(a, a.type.dtype.type(2)), b), t(9, 5, dtype="int8"), t(5, 7))
    compiled(twice, t(9, 5, dtype="int8"), t(5, 7))
    program = compiled(
        lambda a, b: ops.matmul(ops.astype(a, dtype=np.dtype(F32)), b), t(9, 5, dtype="float64"), t(5, 7)
    )
    assert program.stats.native_steps == 2


@pytest.mark.skipif(not NATIVE, reason="the oracle reads what ctypes knows")
def test_a_product_of_bfloat16_converts_it_while_it_is_packed():
    kind = np.dtype(ml_dtypes.bfloat16)
    graph = trace(lambda a, b: ops.matmul(a, b), t(70, 130, dtype=kind), t(130, 90, dtype=kind))
    arrays = drawn(graph)
    program = check(graph, arrays, evaluate(graph, arrays), rtol=1e-5)
    assert program.stats.native_steps == 1


def test_of_two_operands_that_are_summed_in_different_orders_the_small_one_is_copied():
    labels = ("tbh", "btv", "hv")
    program = compiled(lambda x, g: ops.contract(x, g, labels=labels), t(5, 4, 3), t(4, 5, 40))
    (copied,) = [line for line in str(program).splitlines() if "pack" in line]
    assert "reads %0;" in copied


def test_an_array_scaled_by_few_numbers_is_made_again_rather_than_kept():
    def scaled(x: Any, a: Any, w: Any) -> Any:
        y = ops.add(ops.multiply(x, ops.broadcast_to(a, shape=(64, 32))), ops.broadcast_to(a, shape=(64, 32)))
        relu = ops.relu(y)
        mask = ops.greater(y, 0)
        return ops.pad(relu, widths=((1, 1), (0, 0))), ops.multiply(ops.astype(mask, dtype=np.float32), w)

    program = compiled(scaled, t(64, 32), t(32), t(64, 32))
    assert program.stats.native_steps == 2
    whole = 4 * 64 * 32  # x is read twice, w once, both results are written: nothing in between
    assert 5 * whole <= program.stats.nbytes < 5.5 * whole


def test_sums_over_rows_are_not_made_where_something_that_rows_read_lies(tall: None):
    def f(a: Any, c: Any) -> Any:
        few = ops.softmax(c, axis=1)
        scaled = ops.multiply(a, ops.broadcast_to(ops.reshape(few, shape=(16, 1, 8)), shape=(16, 4, 8)))
        return scaled, ops.sum_(scaled, axis=(0, 1))

    compiled(f, t(16, 4, 8), t(16, 8))
    if NATIVE:
        graph = trace(f, t(16, 4, 8), t(16, 8))
        arrays = drawn(graph)
        check(graph, arrays, evaluate(graph, arrays), program=build(graph, machine), rtol=1e-5)
