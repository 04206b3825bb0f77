"""Loops of unknown length and branches as native steps: what they give is what their bodies give."""

import os
import random
import signal
import threading
import time
from typing import Any

import numpy as np
import pytest

from compiler.graph_maker import NATIVE
from compiler.run_program import check, run
from dusk import ops
from dusk.backends.cpu import blueprint, compile_native
from dusk.graph import Dim, Graph, TensorType, Value, constant, evaluate, trace, verify
from dusk.transform.autodiff import gradients
from dusk.transform.pipeline import optimise
from random_control import arguments, control_graph
from subprocess_script import run_script

pytestmark = pytest.mark.skipif(not NATIVE, reason="needs native code")
SEEDS = int(os.environ.get("DUSK_RANDOM_CONTROL", "40"))


def _given_up(rng: random.Random, graph: Graph) -> tuple[list[int], dict[int, int]]:
    """Inputs that may be overwritten, and outputs that are to be left in some of them."""
    donate = [i for i in range(len(graph.inputs)) if rng.random() < 0.4]
    into: dict[int, int] = {}
    for o, v in enumerate(graph.outputs):
        fitting = [i for i in donate if graph.inputs[i].type == v.type and i not in into.values() and v.ndim]
        if fitting and rng.random() < 0.7:
            into[o] = rng.choice(fitting)
    return donate, into


def _native(graph: Graph, seed: int) -> None:
    given = arguments(np.random.default_rng(seed), graph)
    wanted = evaluate(graph, given)
    donate, into = _given_up(random.Random(seed), graph)
    for made in (graph, verify(optimise(graph))):
        for free in ((), donate):
            program = check(made, given, wanted, free, into if free else None, rtol=1e-7)
            assert not program.stats.host_steps


@pytest.mark.parametrize("seed", range(SEEDS))
@np.errstate(all="ignore")
def test_random_loops_and_branches_run_in_native_code(seed: int) -> None:
    graph = verify(control_graph(random.Random(seed)))
    _native(graph, seed)


@pytest.mark.parametrize("seed", range(0, SEEDS, 2))
@np.errstate(all="ignore")
def test_so_do_their_derivatives(seed: int) -> None:
    graph = control_graph(random.Random(seed), depth=2)
    outputs = [v for v in graph.outputs if v.dtype.kind == "f"]
    if not outputs:
        return
    wrt = [v for v in graph.inputs if v.dtype.kind == "f"]
    received: list[Any] = [constant(np.full(v.shape, 0.7)) for v in outputs]
    _native(Graph(graph.inputs, gradients(outputs, received, wrt)), seed)


F, COUNT, TABLE = (TensorType(shape, np.dtype(d)) for shape, d in (((), "f8"), ((), "i8"), ((20, 20), "f8")))


def counted(body: Any, *kinds: Any) -> Graph:
    """A graph of a loop of so many rounds as its first input says, which starts with the others."""
    types = (COUNT, *kinds, COUNT)
    test = trace(lambda n, *rest: ops.less(n, rest[-1]), *types)
    one = trace(lambda n, *rest: (ops.add(n, 1), *body(n, *rest[:-1])), *types)

    def whole(most: Value, *xs: Value) -> Any:
        return tuple(ops.while_loop(0, *xs, most, test=test, body=one, carries=len(types) - 1))

    return trace(whole, COUNT, *kinds)


@pytest.mark.parametrize("rounds", [0, 1, 2, 7])
@pytest.mark.parametrize("stays", [False, True])
def test_what_takes_turns_is_brought_where_it_belongs(rounds: int, stays: bool) -> None:
    def body(n: Value, x: Value, y: Value) -> tuple[Value, ...]:
        return ops.multiply(ops.matmul(x, x), 0.1), (y if stays else x)

    graph = counted(body, TABLE, TABLE)
    given = [np.array(rounds), *np.random.default_rng(0).uniform(-1, 1, (2, 20, 20))]
    program = check(graph, given, evaluate(graph, given))
    assert not program.stats.host_steps


def test_an_index_out_of_bounds_ends_a_loop_with_its_error() -> None:
    def body(n: Value, x: Value) -> tuple[Value, ...]:
        return (ops.gather(x, ops.broadcast_to(n, shape=(20,)), axes=(0,), at=0),)

    graph = counted(body, TensorType((20,), np.dtype("f8")))
    program = compile_native(graph)
    assert not program.stats.host_steps
    for rounds in (20, 21, 20):
        given = [np.array(rounds), np.arange(20.0)]
        if rounds == 20:
            check(graph, given, evaluate(graph, given), program=program)
        else:
            with pytest.raises(IndexError, match="index 20 is out of bounds for axis 0 with size 20") as caught:
                check(graph, given, [], program=program)
            assert "in gather" in caught.value.__notes__[0]


def _endless() -> Graph:
    return counted(lambda n, x: (ops.slice_set(x, ops.multiply(x, 0.5), starts=(0, 0), steps=(1, 1)),), TABLE)


def test_a_loop_without_end_ends_when_it_is_interrupted() -> None:
    program = compile_native(_endless(), donate=(1,))
    assert not program.undone, "what it writes to is another's: an interrupt leaves it half done"
    small = [np.array(3), np.ones((20, 20))]
    check(_endless(), small, evaluate(_endless(), small), (1,), program=program)
    run_script(
        """
        import signal, threading
        import dusk, dusk.numpy as np
        threading.Timer(1.0, signal.raise_signal, (signal.SIGINT,)).start()
        try:
            dusk.eval(dusk.while_loop(lambda s: s[0] > 0, lambda s: (s[0] + 1, s[1] * 0.5), (1, np.ones((20, 20)))))
        except KeyboardInterrupt:
            raise SystemExit(7)
        """,
        status=7,
    )


def test_what_a_handler_raises_ends_a_loop_too_and_other_threads_go_on() -> None:
    def ring(*_: Any) -> None:
        raise TimeoutError("enough")

    program, seen = compile_native(_endless()), [0]

    def count() -> None:
        while seen[0] >= 0:
            seen[0] += 1
            time.sleep(0.001)

    before = signal.signal(signal.SIGALRM, ring)
    other = threading.Thread(target=count)
    other.start()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(TimeoutError, match="enough"):
            run(program, [np.array(1 << 60), np.ones((20, 20))])
        assert seen[0] > 20
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        seen[0] = -(1 << 40)
        other.join()


def test_what_inner_loops_write_is_in_place_for_the_outer_ones() -> None:
    """Rounds of rounds that write to an array: nothing but the first copy of it is ever made."""
    row = {"starts": (None, 0), "steps": (1, 1)}

    def inner(n: Value, x: Value) -> tuple[Value, ...]:
        part = ops.slice_(x, n, sizes=(1, 20), **row)
        flag = ops.less(ops.reshape(ops.slice_(part, starts=(0, 3), sizes=(1, 1), steps=(1, 1)), shape=()), 0.5)
        then = trace(lambda x, n, v: ops.slice_set(x, ops.multiply(v, 2.0), n, **row), TABLE, COUNT, part.type)
        other = trace(lambda x, n, v: x, TABLE, COUNT, part.type)
        return (ops.cond(flag, x, n, part, then=then, other=other),)

    inside = counted(inner, TABLE)

    def outer(n: Value, x: Value) -> tuple[Value, ...]:
        found: Any = ops.call(n, x, graph=inside)
        return (found[1],)

    graph = optimise(counted(outer, TABLE))
    given = [np.array(9), np.random.default_rng(0).uniform(0, 1, (20, 20))]
    program = check(graph, given, evaluate(graph, given), (1,), {1: 1})
    assert not program.stats.host_steps
    copied: list[Any] = []

    def look(blueprint: Any) -> None:
        copied.extend(c for c in blueprint.table.planner.copies if blueprint.flow.nbytes(c.value) > 64)
        for step in blueprint.steps:
            for made, base in step.work.renewed.items() if hasattr(step.work, "renewed") else ():
                of = blueprint.table.planner.of
                assert blueprint.flow.nbytes(made) <= 64 or of[made] is of[base]
            for part in getattr(step.work, "programs", ()):
                look(part)

    look(blueprint(graph, (1,), {1: 1}))
    assert not copied


def test_a_long_loop_of_a_number_and_its_gradient_take_no_time() -> None:
    graph = counted(lambda n, x, w: (ops.sin(ops.add(ops.multiply(x, w), 0.1)), w), F, F)
    x, w = graph.inputs[1:]
    gradient = gradients((graph.outputs[1],), (constant(1.0, "float64"),), (w,))
    program = compile_native(optimise(Graph(graph.inputs, (graph.outputs[1], *gradient))))
    given = [np.array(100_000), np.array(0.3), np.array(1.1)]
    start = time.perf_counter()
    made, slope = run(program, given)
    took = time.perf_counter() - start
    x, found = 0.3, 0.0
    for _ in range(100_000):
        z = x * 1.1 + 0.1
        found = np.cos(z) * (x + 1.1 * found)
        x = np.sin(z)
    np.testing.assert_allclose([float(made), float(slope)], [x, found], rtol=1e-9)
    assert took < 2  # 0.06 s on a machine that has nothing else to do


@pytest.mark.parametrize("rounds", [0, 1, 6])
def test_loops_and_branches_of_named_sizes_serve_every_size(rounds: int) -> None:
    n = Dim("n")
    some = TensorType((n, 8), np.dtype("f8"))
    square = TensorType((8, 8), np.dtype("f8"))
    then = trace(lambda x, w: ops.matmul(x, w), some, square)
    other = trace(lambda x, w: ops.slice_set(x, ops.sin(x), starts=(0, 0), steps=(1, 1)), some, square)

    def body(k: Value, x: Value, y: Value, w: Value) -> tuple[Value, ...]:
        odd = ops.equal(ops.remainder(k, 2), 1)
        return ops.cond(odd, x, w, then=then, other=other), ops.multiply(ops.add(y, x), 0.5), w

    plan = blueprint(counted(body, some, some, square))
    for size in (3, 0, 5):
        rng = np.random.default_rng(size)
        given = [np.array(rounds), *(rng.uniform(-0.5, 0.5, s) for s in ((size, 8), (size, 8), (8, 8)))]
        program = plan.program({"n": size})
        assert not program.stats.host_steps
        check(plan.flow.graph, given, evaluate(counted(body, some, some, square), given), program=program)


def test_complex_numbers_go_round() -> None:
    """Mandelbrot's set, each number until it is far away."""
    z = TensorType((), np.dtype("c16"))

    def far(k: Value, x: Value, c: Value) -> Value:
        return ops.logical_and(ops.less(k, 50), ops.less(ops.absolute(x), 2.0))

    def one(k: Value, x: Value, c: Value) -> tuple[Value, ...]:
        return ops.add(k, 1), ops.add(ops.multiply(x, x), c)

    test, body = trace(far, COUNT, z, z), trace(one, COUNT, z, z)
    graph = trace(lambda c: tuple(ops.while_loop(0, c, c, test=test, body=body, carries=2)), z)
    for c in (0.3 + 0.5j, -1 + 0.1j, 1 + 1j, 5 + 0j):
        given = [np.array(c)]
        program = check(graph, given, evaluate(graph, given))
        assert not program.stats.host_steps


def test_a_loop_run_by_its_body_reads_what_lies_elsewhere() -> None:
    test = trace(lambda n, x: ops.less(n, 3), COUNT, TensorType((3,), np.dtype("f8")))

    def one(n: Value, x: Value) -> tuple[Value, ...]:  # a sort has no kernel: neither has the loop
        return ops.add(n, 1), ops.multiply(ops.gather(x, ops.argsort(x, axis=0, kind=None), axes=(0,), at=0), -2.0)

    body = trace(one, COUNT, TensorType((3,), np.dtype("f8")))

    def whole(x: Value) -> Any:
        part = ops.slice_(x, starts=(2,), sizes=(3,), steps=(1,))
        return tuple(ops.while_loop(0, part, test=test, body=body, carries=2))

    graph = trace(whole, TensorType((7,), np.dtype("f8")))
    given = [np.array([1.0, 5.0, 3.0, -2.0, 0.5, 9.0, 4.0])]
    program = check(graph, given, evaluate(graph, given))
    assert program.stats.host_steps == 1
