"""Windows that are written round after round: computed where they belong, and nothing is copied between rounds."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.graph_maker import NATIVE
from compiler.run_program import check
from compiler.stencil import neighbours, put, t, window
from dusk import ops
from dusk.backends.cpu import compile_native, machine
from dusk.compiler.assemble import decide
from dusk.compiler.written import without_a_copy
from dusk.graph import Dim, Graph, TensorType, evaluate, trace
from dusk.transform.pipeline import optimise

pytestmark = pytest.mark.skipif(not NATIVE, reason="no native code here")


def smoothed(u: Any) -> Any:
    """The sum of each element's neighbours, and a part of it itself."""
    return ops.add(window(u, 1, 1), ops.multiply(neighbours(u), 0.1))


def rounds(n: int) -> Any:
    def f(u: Any) -> Any:
        for _ in range(n):
            u = put(u, smoothed(u))
        return u

    return f


def drawn(graph: Graph) -> list[Any]:
    rng = np.random.default_rng(0)
    return [rng.normal(size=v.shape) for v in graph.inputs]


def steps_of(program: Any) -> list[str]:
    return [line.split(" ")[1] for line in str(program).splitlines()]


@pytest.mark.parametrize("n", [2, 3, 4, 5])
@pytest.mark.parametrize("given_up", [False, True])
def test_each_round_is_one_kernel_and_the_base_is_copied_once_or_twice(n: int, given_up: bool) -> None:
    graph = optimise(trace(rounds(n), t(8, 9)))
    into = {0: 0} if given_up else None
    program = compile_native(graph, (), into)
    assert steps_of(program) == ["update"] * n
    assert program.stats.native_steps <= n + 2
    arrays = drawn(graph)
    check(graph, arrays, evaluate(graph, arrays), into=into, program=program)


def test_who_else_needs_what_is_written_reads_it_there() -> None:
    def f(u: Any) -> Any:
        v = ops.sin(smoothed(u))
        return put(u, v), ops.sum_(ops.multiply(v, v), axis=0)

    graph = trace(f, t(8, 9))
    program = compile_native(graph)
    assert steps_of(program) == ["update", "loops"]
    arrays = drawn(graph)
    check(graph, arrays, evaluate(graph, arrays), program=program)


def test_what_is_asked_for_itself_is_there_too() -> None:
    def f(u: Any) -> Any:
        v = smoothed(u)
        w = put(u, v)
        return v, smoothed(put(u, smoothed(w))), w

    graph = trace(f, t(8, 9))
    arrays = drawn(graph)
    check(graph, arrays, evaluate(graph, arrays))


@st.composite
def programs(draw: Any) -> Graph:
    """Rounds that write windows of arrays, of the first one or of the last, from windows of any that were made."""
    count, steps = draw(st.integers(2, 9)), st.sampled_from([1, -1, 2])
    choices = [
        (*draw(st.tuples(*[st.integers(0, 9)] * 3)), draw(st.booleans()), draw(st.booleans()), draw(steps))
        for _ in range(count)
    ]
    wanted = draw(st.sets(st.integers(0, count), max_size=3))

    def f(x: Any, y: Any) -> Any:
        arrays, values = [x, y], [window(x, 1, 1)]
        for of, on, beside, inner, plain, step in choices:
            v = smoothed(arrays[of % len(arrays)]) if inner else window(arrays[of % len(arrays)], 0, 2)
            v = ops.multiply(v, values[beside % len(values)]) if plain else v
            start = 5 if step < 0 else 0 if step > 1 else 1
            if step > 1:
                v = ops.slice_(v, starts=(0, 0), sizes=(3, 6), steps=(1, 1))
            base = arrays[on % len(arrays)]
            arrays.append(ops.slice_set(base, v, starts=(start, 1), steps=(step, 1)))
            values += [v] if step != 2 else []
        return (*(arrays[i] for i in sorted(wanted)), arrays[-1], values[-1])

    return trace(f, t(7, 8), t(7, 8))


@settings(max_examples=60, deadline=None)
@given(programs(), st.sets(st.integers(0, 1)), st.booleans(), st.booleans())
def test_any_writes_give_what_the_bodies_give(graph: Graph, free: set[int], optimised: bool, left: bool) -> None:
    arrays = [0.1 * a for a in drawn(graph)]
    want = evaluate(graph, [a.copy() for a in arrays])
    graph = optimise(graph) if optimised else graph
    into = {len(graph.outputs) - 2: min(free)} if left and free else None
    check(graph, arrays, want, free, into)


@pytest.mark.parametrize(
    ("shape", "starts", "sizes", "steps"),
    [
        ((4000,), (1,), (3998,), (1,)),
        ((50, 60), (1, 2), (48, 57), (1, 1)),
        ((50, 60), (48, 58), (48, 57), (-1, -1)),
        ((50, 60), (0, 0), (50, 59), (1, 1)),
        ((50, 60), (3, 0), (47, 60), (1, 1)),
        ((19, 18, 20), (1, 0, 18), (18, 18, 19), (1, 1, -1)),
        ((59, 1, 60), (1, 0, 1), (57, 1, 59), (1, 1, 1)),
    ],
)
def test_of_the_base_only_what_is_not_written_is_copied(shape: Any, starts: Any, sizes: Any, steps: Any) -> None:
    graph = trace(lambda x, v: ops.slice_set(x, ops.sin(v), starts=starts, steps=steps), t(*shape), t(*sizes))
    program = compile_native(graph)
    inside = int(np.prod(sizes))
    assert program.stats.nbytes == 8 * 2 * inside + 8 * 2 * (int(np.prod(shape)) - inside)
    assert program.stats.native_steps > 1
    arrays = drawn(graph)
    check(graph, arrays, evaluate(graph, arrays), program=program)


@pytest.mark.parametrize("given_up", [False, True])
def test_rounds_of_a_loop_take_turns_at_two_places_and_copy_nothing(given_up: bool) -> None:
    graph = optimise(trace(rounds(12), t(50, 60)))
    (scan,) = graph.nodes
    assert scan.op is ops.scan
    into = {0: 0} if given_up else None
    program = compile_native(graph, (), into)
    assert program.stats.native_steps == 2 + given_up  # the loop, its body's one kernel, a copy to where it is wanted
    arrays = drawn(graph)
    check(graph, arrays, evaluate(graph, arrays), into=into, program=program)


@pytest.mark.parametrize("length", [1, 2, 5])
def test_nothing_lodges_where_a_loop_keeps_what_rounds_do_not_write(length: int) -> None:
    def round_(u: Any) -> Any:
        gone = ops.cumsum(ops.sin(ops.cumsum(u, axis=0)), axis=1)  # of which the first is no longer needed
        return put(u, ops.add(smoothed(ops.tanh(ops.cumsum(gone, axis=0))), smoothed(u)))

    body = trace(round_, t(50, 60))
    hosts = [place for *_, place in decide(body, machine, kept=[0]).table.planner.hosts()]
    assert ("output", 0) not in hosts
    graph = trace(lambda u: ops.scan(u, body=body, length=length, sources=("carry",)), t(50, 60))
    arrays = [1e-3 * a for a in drawn(graph)]
    assert check(graph, arrays, evaluate(graph, arrays)).stats.host_steps == 0


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_what_is_written_from_its_neighbours_is_left_where_that_takes_no_copy(n: int) -> None:
    graph = optimise(trace(rounds(n), t(100, 90)))
    free, left = without_a_copy(graph, (0,), {0: 0})
    assert left == ({} if n % 2 else {0: 0})
    assert free == ({0} if n > 1 else set())
    program = compile_native(graph, free, left)
    assert steps_of(program) == ["update"] * n
    arrays = drawn(graph)
    check(graph, arrays, evaluate(graph, arrays), free, left, program)


def test_what_is_written_from_what_was_there_stays_where_it_is() -> None:
    graph = trace(lambda u: put(u, ops.multiply(window(u, 1, 1), 2.0)), t(100, 90))
    assert without_a_copy(graph, (0,), {0: 0}) == ({0}, {0: 0})


def test_what_is_written_where_a_stored_condition_holds_waits_for_it() -> None:
    """The condition is stored in another order than what is written; both read the window where it was."""
    n = Dim("n")

    def f(x: Any, v: Any, start: Any) -> Any:
        turned = ops.transpose(
            ops.slice_(x, start, starts=(None, 0, 0), sizes=(n, 2, 7), steps=(1, 1, 1)), axes=(2, 1, 0)
        )
        chosen = ops.greater(turned, ops.broadcast_to(v, shape=turned.shape))
        new = ops.where(ops.invert(chosen), ops.broadcast_to(v, shape=turned.shape), turned)
        back = ops.transpose(new, axes=(2, 1, 0))
        return chosen, ops.slice_set(x, back, start, starts=(None, 0, 0), steps=(1, 1, 1))

    kinds = t(5, 2, 7), t(), TensorType((), np.dtype("int64"))
    blueprint = decide(trace(f, *kinds), machine, {0}, {1: 0})
    for size, start in ((3, 2), (1, 0)):
        n = size
        graph = trace(f, *kinds)
        arrays = [np.arange(70.0).reshape(5, 2, 7) % 11 - 4, np.array(2.0), np.array(start)]
        want = [np.asarray(v) for v in evaluate(graph, arrays)]
        check(graph, arrays, want, {0}, {1: 0}, program=blueprint.program({"n": size}))
