"""Programs: one native call, numbers as arguments, errors with the user's line, bodies where there is no kernel."""

import threading
from typing import Any

import numpy as np
import pytest

from compiler.graph_maker import NATIVE, called
from compiler.kernel_oracle import Oracle
from compiler.run_program import buffer, check, run
from dusk import ops
from dusk.backends.cpu import machine
from dusk.backends.reference import ReferenceProgram
from dusk.compiler.assemble import build, decide
from dusk.compiler.lower import STREAMED
from dusk.compiler.program import Program
from dusk.compiler.table import totals
from dusk.engine import allocate
from dusk.errors import NativeUnavailable
from dusk.graph import TOKEN, Dim, Graph, Node, TensorType, evaluate, ordered, placeholder, trace
from dusk.kernel import native


def t(*shape: int, dtype: str = "float64") -> TensorType:
    return TensorType(shape, dtype)


def program_of(graph: Graph, **options: Any) -> Program:
    return build(graph, machine if NATIVE else Oracle(), **options)


def test_a_whole_program_is_one_native_call():
    def f(x: Any, w: Any) -> Any:
        for _ in range(5):
            x = ops.softmax(ops.matmul(x, w), axis=1)
        return x, ops.sum_(x)

    graph = trace(f, t(6, 4), t(4, 4))
    program = program_of(graph)
    assert (program.stats.native_calls, program.stats.host_steps) == (1, 0)
    rng = np.random.default_rng(0)
    arrays = [rng.normal(size=(6, 4)), rng.normal(size=(4, 4))]
    check(graph, arrays, evaluate(graph, arrays), program=program)
    assert program.stats.runs == 2


@pytest.mark.parametrize("late", [0, 1])
def test_an_operand_that_is_read_late_does_not_give_its_memory_to_what_passes_hand_on(late: int):
    def f(*given: Any) -> Any:
        operands = [called(x, axis=0) for x in given]  # each dies in the kernel
        e = ops.exp(operands[0])
        share = ops.divide(e, ops.sum_(e, axis=1, keepdims=True))
        return ops.sum_(ops.multiply(share, operands[late]), axis=1), ops.add(share, operands[late])

    graph = trace(f, t(9, 40), t(9, 40))
    arrays = [np.random.default_rng(n).normal(size=(9, 40)) for n in range(2)]
    check(graph, arrays, evaluate(graph, arrays), program=program_of(graph))


def test_numbers_are_given_as_they_are_and_change_from_run_to_run():
    graph = trace(
        lambda x, s, k: ops.add(ops.multiply(x, s), ops.astype(k, dtype=np.dtype("f8"))), t(3), t(), t(dtype="int64")
    )
    program = program_of(graph)
    x = np.arange(3.0)
    for s, k in ((2.0, 1), (-0.0, 5), (np.float64(0.5), np.int64(-7))):
        (out,) = program.run([buffer(x), s, k])
        np.testing.assert_array_equal(out.array("f8", (3,)), x * s + k)
    (out,) = program.run([buffer(x), buffer(np.array(3.0)), 2])
    np.testing.assert_array_equal(out.array("f8", (3,)), x * 3 + 2)


def test_wrong_arguments_are_refused():
    program = program_of(trace(lambda x: ops.negative(x), t(3)))
    with pytest.raises(ValueError, match="1 inputs was given 2"):
        program.run([1.0, 2.0])
    with pytest.raises(TypeError, match="given as a Buffer"):
        program.run([1.0])


def test_named_sizes_are_refused():
    with pytest.raises(ValueError, match="static shapes"):
        build(trace(lambda x: ops.negative(x), TensorType((Dim("n"),), "float64")), Oracle())


def test_outputs_are_written_where_the_caller_wants_them_and_nothing_is_allocated():
    program = program_of(trace(lambda x: called(ops.negative(x), axis=0), t(3)))
    mine = allocate(24)
    made = program.run([buffer(np.arange(3.0))], [mine])
    assert made[0] is mine
    np.testing.assert_array_equal(mine.array("f8", (3,)), [0, -1, -3])


def lined(line: int) -> Graph:
    """A gather that stands at some line of the user's program."""
    x, index = placeholder(t(5)), placeholder(t(4, dtype="int64"))
    node = ops.gather(x, index, axes=(0,), at=0).node
    there = Node(node.op, node.inputs, node.params, node.types, (("model.py", line),))
    return Graph([x, index], [ops.multiply(there.out, 2.0)])


@pytest.mark.parametrize("bad", [5, -6])
def test_an_index_out_of_bounds_is_an_error_at_the_users_line(bad: int):
    program = program_of(lined(17))
    x = np.arange(5.0)
    with pytest.raises(IndexError, match=f"index {bad} is out of bounds for axis 0 with size 5") as caught:
        run(program, [x, np.array([0, bad, 1, 2])])
    assert "model.py:17" in "".join(caught.value.__notes__)
    (out,) = run(program, [x, np.array([0, -5, 4, -1])])
    np.testing.assert_array_equal(out, [0, 0, 8, 8])


def test_an_index_of_what_is_not_read_is_no_error():
    def f(x: Any, index: Any) -> Any:
        return ops.gather(ops.concatenate(x, x, axis=0), index, axes=(0,), at=0)

    graph = trace(f, t(4), t(3, dtype="int64"))
    arrays = [np.arange(4.0), np.array([7, -8, 0])]
    check(graph, arrays, evaluate(graph, arrays), program=program_of(graph))


def test_a_window_at_a_run_time_start_is_read_and_written():
    def f(x: Any, start: Any) -> Any:
        window = ops.slice_(x, start, starts=(None, 0), sizes=(2, 3), steps=(1, 1))
        return window, ops.slice_set(x, ops.negative(window), start, starts=(None, 0), steps=(1, 1))

    graph = trace(f, t(5, 3), t(dtype="int64"))
    program = program_of(graph)
    x = np.arange(15.0).reshape(5, 3)
    for start in (0, 2, 3):
        arrays = [x, np.array(start)]
        check(graph, arrays, evaluate(graph, arrays), program=program)


def test_bodies_run_in_order_between_native_calls_and_their_errors_name_the_line():
    calls: list[float] = []

    def seen(x: Any) -> Any:
        calls.append(float(x.sum()))
        if x.sum() > 100:
            raise ArithmeticError("too much")
        return x

    def f(x: Any) -> Any:
        return ops.add(ops.host(ops.multiply(x, 2.0), function=seen, types=(t(3),)), 1.0)

    graph = trace(f, t(3))
    program = program_of(graph)
    assert (program.stats.native_calls, program.stats.host_steps) == (2, 1)
    (out,) = run(program, [np.ones(3)])
    np.testing.assert_array_equal(out, [3, 3, 3])
    assert calls == [6.0]
    with pytest.raises(ArithmeticError, match="too much") as caught:
        run(program, [np.full(3, 100.0)])
    assert "in host" in "".join(caught.value.__notes__)


def test_what_kernels_do_not_compute_runs_its_body():
    graph = trace(lambda a, b: ops.multiply(ops.tan(a), b), t(4, dtype="complex128"), t(4, dtype="complex128"))
    program = program_of(graph)
    assert (program.stats.native_steps, program.stats.host_steps) == (1, 1)
    arrays = [np.arange(4) * 1j, np.ones(4) + 0j]
    check(graph, arrays, evaluate(graph, arrays), program=program)


class Broken(Oracle):
    """A machine that cannot build some kernels."""

    def __init__(self, broken: set[int]) -> None:
        super().__init__()
        self.broken, self.asked = broken, 0

    def address(self, work: Any) -> int:
        self.asked += 1
        if self.asked - 1 in self.broken:
            raise NativeUnavailable("no such luck")
        return super().address(work)


@pytest.mark.parametrize("broken", [{0}, {1}, {2}, {0, 1, 2, 3, 4}])
def test_bodies_take_over_from_a_kernel_that_cannot_be_built(broken: set[int]):
    def f(x: Any, w: Any) -> Any:
        hidden = ops.tanh(ops.matmul(ops.transpose(x, axes=(1, 0)), w))
        shares = ops.softmax(hidden, axis=1)
        return ops.slice_set(
            hidden, ops.slice_(shares, starts=(0, 0), sizes=(2, 2), steps=(1, 1)), starts=(1, 1), steps=(1, 1)
        ), shares

    graph = trace(f, t(4, 6), t(4, 4))
    failed = totals.failed
    program = build(graph, Broken(broken))
    assert program.stats.host_steps == totals.failed - failed > 0
    rng = np.random.default_rng(0)
    arrays = [rng.normal(size=(4, 6)), rng.normal(size=(4, 4))]
    check(graph, arrays, evaluate(graph, arrays), program=program)


def test_a_program_runs_in_several_threads_at_once():
    def f(x: Any) -> Any:
        for _ in range(4):
            x = called(ops.add(x, 1.0), axis=0)
        return x

    graph = trace(f, t(200))
    program = program_of(graph)
    wrong: list[int] = []

    def work(number: int) -> None:
        x = np.full(200, float(number))
        (want,) = evaluate(graph, [x])
        for _ in range(20):
            (got,) = run(program, [x])
            if not np.array_equal(got, want):
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.skipif(not NATIVE, reason="counts machine code")
def test_other_sizes_need_no_new_machine_code():
    def f(x: Any, w: Any, b: Any, index: Any) -> Any:
        z = ops.tanh(ops.add(ops.matmul(x, w), b))
        shares = ops.softmax(z, axis=1)
        picked = ops.gather(ops.mean(shares, axis=0), index, axes=(0,), at=0)
        return (
            shares,
            picked,
            ops.pad(z, widths=((1, 2), (3, 0))),
            ops.slice_(z, starts=(1, 2), sizes=(2, 2), steps=(1, 1)),
        )

    def shaped(n: int, m: int, k: int) -> Graph:
        return trace(f, t(n, m), t(m, k), t(k), t(2 * k, dtype="int64"))

    program_of(shaped(7, 5, 6))
    before = native.stats.compiles + native.stats.disk_hits
    for n, m, k in ((9, 4, 5), (31, 17, 65), (130, 64, 48)):
        graph = shaped(n, m, k)
        program = program_of(graph)
        rng = np.random.default_rng(n)
        arrays = [*(rng.normal(size=v.shape) for v in graph.inputs[:3]), rng.integers(-k, k, 2 * k)]
        check(graph, arrays, evaluate(graph, arrays), program=program)
    assert native.stats.compiles + native.stats.disk_hits == before


def test_a_chain_of_thousands_of_nodes_compiles_without_recursion():
    x = placeholder(t(3))
    v = x
    for i in range(5000):
        v = ops.add(v, 1.0) if i % 3 else ops.multiply(v, 0.5)
    graph = Graph([x], [v])
    program = program_of(graph)
    assert program.stats.kernels <= 6
    arrays = [np.ones(3)]
    check(graph, arrays, evaluate(graph, arrays), program=program)


def test_effects_keep_their_order():
    log: list[str] = []

    def note(name: str) -> Any:
        def body(x: Any) -> Any:
            log.append(name)
            return x

        return body

    token, x = placeholder(TOKEN), placeholder(t(2))
    first, after = ordered(ops.host_ordered, token, x, function=note("first"), types=(t(2),))
    _, after = ordered(ops.host_ordered, after, ops.add(first, 1.0), function=note("second"), types=(t(2),))
    third, after = ordered(ops.host_ordered, after, x, function=note("third"), types=(t(2),))
    graph = Graph([token, x], [third, after])
    for program in (program_of(graph), ReferenceProgram(graph)):
        log.clear()
        out, none = program.run([None, buffer(np.ones(2))])
        np.testing.assert_array_equal(out.array("f8", (2,)), [1, 1])
        assert (log, none) == (["first", "second", "third"], None)


def test_a_window_that_ends_outside_is_padding_where_its_rule_says_so():
    def f(v: Any, start: Any) -> Any:
        empty = ops.build(ops.full, shape=(6, 2), value=0.0, dtype=np.dtype("f8"))
        return ops.slice_set(empty, v, start, starts=(None, 0), steps=(1, 1))

    graph = trace(f, t(3, 2), t(dtype="int64"))
    program = program_of(graph)
    for start in range(4):
        arrays = [np.arange(1.0, 7).reshape(3, 2), np.array(start)]
        check(graph, arrays, evaluate(graph, arrays), program=program)


@pytest.mark.parametrize("op", [ops.gather, ops.scatter_add])
def test_one_index_for_all_points_is_checked_too(op: Any):
    def f(x: Any, i: Any) -> Any:
        return op(
            x,
            *([] if op is ops.gather else [ops.slice_(x, starts=(0, 0), sizes=(1, 3), steps=(1, 1))]),
            ops.reshape(i, shape=(1,)),
            axes=(0,),
            at=0,
        )

    graph = trace(f, t(4, 3), t(dtype="int64"))
    program = program_of(graph)
    x = np.arange(12.0).reshape(4, 3)
    for good in (0, 3, -4):
        check(graph, [x, np.array(good)], evaluate(graph, [x, np.array(good)]), program=program)
    for bad in (4, -5):
        with pytest.raises(IndexError, match=f"index {bad} is out of bounds"):
            run(program, [x, np.array(bad)])


@pytest.mark.skipif(not NATIVE, reason="needs native code")
def test_only_outputs_larger_than_caches_are_stored_past_them():
    def both(x: Any) -> Any:
        return ops.add(x, x), ops.max_(x, axis=1)

    for rows, past in ((STREAMED // 4096 - 1, False), (STREAMED // 4096, True)):
        steps = decide(trace(both, t(rows, 1024, dtype="float32")), machine).steps
        streams = sorted(s.streams for step in steps for s in step.work.kernel.stores)
        assert streams == [False, past]


def test_small_results_are_where_they_are_said_to_be_after_a_run_into_others():
    graph = trace(lambda x: tuple(ops.add(x, float(i)) for i in range(10)), t(3))
    program = program_of(graph)
    x = np.zeros(3)
    run(program, [x])
    others = [np.empty(3) for _ in graph.outputs]
    run(program, [x + 10], [buffer(o) for o in others])  # as native code does, too
    again = run(program, [x + 20])
    np.testing.assert_array_equal(again, [x + 20 + i for i in range(10)])
    np.testing.assert_array_equal(others, [x + 10 + i for i in range(10)])


def test_what_is_known_before_the_last_check_is_not_left_in_an_inputs_memory():
    def f(mean: Any, w: Any, x: Any, i: Any) -> Any:
        mean = ops.sum_(x, axis=1)  # is needed to find out whether i is within it
        return mean, ops.multiply(w, 2.0), ops.take(mean, i, axis=0)

    graph = trace(f, t(4), t(9), t(4, 4), t(3, dtype="int64"))
    options: Any = {"donate": (0, 1), "into": {0: 0, 1: 1}}
    on = machine if NATIVE else Oracle()
    assert not decide(graph, on, **options).undone
    program = decide(graph, on, **options).careful().program()
    assert program.undone
    assert program.aliases == {1: 1}
    w, x = np.arange(9.0), np.arange(16.0).reshape(4, 4)
    given = [np.ones(4), w.copy(), x, np.array([0, 4, 1])]
    with pytest.raises(IndexError, match="index 4 is out of bounds"):
        run(program, given)
    np.testing.assert_array_equal(given[0], np.ones(4))
    np.testing.assert_array_equal(given[1], w)
    given[3][1] = 3
    mean, twice, taken = run(program, given)
    np.testing.assert_array_equal(given[0], np.ones(4))
    np.testing.assert_array_equal(mean, x.sum(1))
    np.testing.assert_array_equal(twice, 2 * w)
    assert twice.ctypes.data == given[1].ctypes.data
    np.testing.assert_array_equal(taken, x.sum(1)[[0, 3, 1]])


def test_what_may_fail_first_leaves_all_in_place():
    graph = trace(lambda a, i: (ops.add(a, 1.0), ops.take(a, i, axis=0)), t(4), t(2, dtype="int64"))
    decided = decide(graph, machine if NATIVE else Oracle(), (0,), {0: 0})
    assert decided.careful() is decided
    assert decided.program().aliases == {0: 0}
