"""The memory plan: exact sums known before a run, in place only where nobody looks, sharing of what died."""

from typing import Any

import numpy as np
import pytest

from compiler.graph_maker import called
from compiler.kernel_oracle import Oracle
from compiler.run_program import buffer, check, run
from dusk import ops
from dusk.compiler.assemble import build
from dusk.compiler.program import Program
from dusk.engine import pool
from dusk.graph import Graph, TensorType, evaluate, trace


def t(*shape: int, dtype: str = "float64") -> TensorType:
    return TensorType(shape, dtype)


def planned(graph: Graph, donate: Any = (), into: Any = None) -> Program:
    return build(graph, Oracle(), donate, into)


def places(program: Program) -> list[str]:
    """Where each step puts what it stores."""
    return [line.split("; ")[1].split(" in ")[-1] for line in str(program).splitlines()]


def test_the_founding_programs_arithmetic():
    # B = A * 2 is an argument here; C = B * A; D = C + 1: four arrays of 80 bytes one by one, three with C in D's place
    graph = trace(lambda a, b: ops.add(ops.multiply(b, a), 1.0), t(10), t(10))
    report = planned(graph).report
    assert report.imperative == 320
    assert report.peak == report.unfused == 240
    assert (report.arguments, report.outputs, report.temporaries, report.padding) == (160, 80, 0, 0)


@pytest.mark.parametrize("layers", [3, 10, 40])
def test_a_forward_pass_of_any_depth_needs_one_temporary_beside_its_output(layers: int):
    def forward(x: Any, *ws: Any) -> Any:
        for w in ws:
            x = ops.tanh(ops.matmul(x, w))
        return x

    graph = trace(forward, t(8, 4), *[t(4, 4)] * layers)
    report = planned(graph).report
    held = report.arguments + report.outputs
    assert report.temporaries == 8 * 4 * 8
    assert report.unfused == held + 2 * 8 * 4 * 8
    assert report.imperative == report.arguments + 2 * layers * 8 * 4 * 8


def test_temporaries_of_different_sizes_share_the_arena():
    def f(a: Any) -> Any:
        big = called(a, axis=0)
        small = called(ops.sum_(big, axis=1), axis=0)
        return called(ops.broadcast_to(small, shape=(16, 16)), axis=1)

    program = planned(trace(f, t(16, 16)))
    assert program.tables.arena == program.report.temporaries + program.report.padding
    assert program.report.temporaries < 2 * 16 * 16 * 8 + 2 * 16 * 8


def test_the_planned_bytes_are_those_that_a_program_takes():
    graph = trace(lambda a: called(called(called(a, axis=0), axis=0), axis=0), t(50))
    before = pool().stats().bytes_live
    program = planned(graph)
    outputs = program.run([buffer(np.ones(50))])
    report = program.report
    assert pool().stats().bytes_live - before == report.temporaries + report.padding + report.outputs
    again = pool().stats().allocations
    program.run([buffer(np.ones(50))], outputs)
    assert pool().stats().allocations == again


def test_a_donated_input_is_updated_in_place():
    graph = trace(lambda p, g: ops.subtract(p, ops.multiply(g, 0.1)), t(5), t(5))
    program = planned(graph, into={0: 0})
    assert places(program) == ["input 0"]
    arrays = [np.arange(5.0), np.ones(5)]
    check(graph, arrays, evaluate(graph, arrays), into={0: 0}, program=program)


def test_an_input_that_is_not_donated_is_never_written():
    graph = trace(
        lambda a: ops.slice_set(
            a, ops.build(ops.full, shape=(2,), value=7.0, dtype=np.dtype("f8")), starts=(1,), steps=(1,)
        ),
        t(5),
    )
    program = planned(graph)
    arrays = [np.arange(5.0)]
    check(graph, arrays, evaluate(graph, arrays), program=program)


def test_windows_are_written_in_place_while_nobody_needs_the_old_value():
    def f(u: Any) -> Any:
        for _ in range(3):
            inner = ops.slice_(u, starts=(1,), sizes=(4,), steps=(1,))
            u = ops.slice_set(u, ops.multiply(inner, 2.0), starts=(1,), steps=(1,))
        return u

    graph = trace(f, t(6))
    program = planned(graph, into={0: 0})
    assert places(program) == ["input 0"] * 3
    assert program.stats.native_steps == 3
    assert program.report.temporaries == 0
    check(graph, [np.arange(6.0)], evaluate(graph, [np.arange(6.0)]), into={0: 0}, program=program)


def test_a_window_written_from_its_neighbours_waits_for_them():
    def f(u: Any) -> Any:
        new = ops.add(
            ops.slice_(u, starts=(0,), sizes=(4,), steps=(1,)), ops.slice_(u, starts=(2,), sizes=(4,), steps=(1,))
        )
        return ops.slice_set(u, new, starts=(1,), steps=(1,))

    graph = trace(f, t(6))
    program = planned(graph, into={0: 0})
    assert places(program) == ["arena+0", "input 0"]
    check(graph, [np.arange(6.0)], evaluate(graph, [np.arange(6.0)]), into={0: 0}, program=program)


def test_the_old_value_is_copied_where_somebody_else_needs_it():
    def f(u: Any) -> Any:
        new = ops.slice_set(u, ops.slice_(u, starts=(0,), sizes=(2,), steps=(1,)), starts=(3,), steps=(1,))
        return new, called(u, axis=0)

    graph = trace(f, t(6))
    check(graph, [np.arange(6.0)], evaluate(graph, [np.arange(6.0)]), program=planned(graph, into={0: 0}), into={0: 0})


def test_readers_of_a_donated_input_come_before_its_update():
    def f(p: Any, g: Any) -> Any:
        return ops.subtract(p, g), called(p, axis=0)

    graph = trace(f, t(5), t(5))
    program = planned(graph, into={0: 0})
    assert places(program)[-1] == "input 0"
    arrays = [np.arange(5.0), np.ones(5)]
    check(graph, arrays, evaluate(graph, arrays), into={0: 0}, program=program)


def test_two_inputs_may_change_places():
    graph = trace(lambda a, b: (b, a), t(4), t(4))
    arrays = [np.arange(4.0), np.ones(4)]
    check(graph, arrays, evaluate(graph, arrays), into={0: 0, 1: 1}, program=planned(graph, into={0: 0, 1: 1}))


def test_outputs_that_are_inputs_or_equal_have_memory_of_their_own():
    graph = trace(lambda a: (a, a, ops.reshape(a, shape=(4,)), ops.negative(a)), t(2, 2))
    array = np.arange(4.0).reshape(2, 2)
    program = planned(graph)
    outputs = run(program, [array])
    assert len({o.ctypes.data for o in outputs} | {array.ctypes.data}) == 5
    check(graph, [array], evaluate(graph, [array]), program=program)


def test_an_output_that_does_not_fit_an_input_is_refused():
    graph = trace(lambda a: ops.sum_(a, axis=0), t(4, 2))
    with pytest.raises(ValueError, match="memory of input 0"):
        planned(graph, into={0: 0})


@pytest.mark.parametrize("last", [0, 1])
def test_what_a_later_pass_reads_is_not_written_over_in_an_earlier_one(last):
    def f(x: Any) -> Any:
        doubled = ops.multiply(x, 2.0)
        return doubled, ops.subtract(x, ops.max_(doubled, axis=(1,), keepdims=True))

    graph, into = trace(f, t(4, 6)), {last: 0}
    program = planned(graph, into=into)
    assert len(places(program)) == 1
    assert "input" not in str(program)
    x = np.random.default_rng(0).normal(size=(4, 6))
    check(graph, [x], evaluate(graph, [x]), program=program, into=into)
