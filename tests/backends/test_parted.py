"""Programs in parts: the same bits in any order and beside each other, errors, interrupts, memory."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
from dusk import ops
from dusk.backends.parted import PartedProgram, compile, in_parts
from dusk.backends.reference import ReferenceProgram
from dusk.compiler.program import Program
from dusk.engine import Buffer, CheckingEngine, PermutingEngine, SerialEngine, ThreadedEngine, pool, push, using
from dusk.engine.ledger import Ledger
from dusk.errors import MemoryBudgetError
from dusk.graph import Graph, TensorType, evaluate, ordered, placeholder, trace
from dusk.graph.types import TOKEN
from dusk.kernel import native
from dusk.record import record
from dusk.transform.pipeline import optimise
from placed_graphs import drawn, scattered
from random_graphs import random_graph

Array = np.ndarray[Any, Any]
DEVICES = ["cpu:0", "cpu:1", "cpu:2"]
ENGINES: list[Callable[[], Any]] = [
    SerialEngine,
    lambda: ThreadedEngine(1),
    lambda: ThreadedEngine(3),
    *[lambda seed=seed: PermutingEngine(seed) for seed in range(20)],
    *[lambda seed=seed: CheckingEngine(seed) for seed in range(3)],
]


def to(x: Any, device: str) -> Any:
    return record(ops.transfer, (x,), {"device": device})


def buffers(graph: Graph, arrays: list[Array]) -> list[Buffer]:
    return [Buffer.foreign(np.atleast_1d(a), v.type.device) for a, v in zip(arrays, graph.inputs, strict=True)]


def arrays_of(program: Any, made: list[Any]) -> list[Array]:
    for b, t in zip(made, program.output_types, strict=True):
        assert b.device == t.device
    return [b.array(t.dtype, t.shape) for b, t in zip(made, program.output_types, strict=True)]


def same(program: Any, made: list[Any], want: list[Any]) -> None:
    for got, expected in zip(arrays_of(program, made), want, strict=True):
        np.testing.assert_array_equal(got, expected)
        assert np.array_equal(np.signbit(got), np.signbit(expected)) or np.isnan(got).any()


@pytest.mark.parametrize("seed", range(12))
def test_random_graphs_give_the_same_bits_in_parts_in_any_order(seed: int) -> None:
    rng = np.random.default_rng(seed)
    plain = random_graph(rng, 30, rounding=False)
    graph = scattered(plain, rng, DEVICES)
    arrays = drawn(plain, rng)
    with np.errstate(all="ignore"):
        want = evaluate(plain, arrays)
    program = in_parts(optimise(graph))
    given = buffers(graph, arrays)
    program.together = False
    same(program, program.run(given), want)
    for engine in ENGINES:
        with using(engine()):
            same(program, program.start(given).wait(), want)
    program.together = True
    same(program, program.run(given), want)


def test_the_same_program_may_run_in_several_threads_at_once() -> None:
    rng = np.random.default_rng(5)
    plain = random_graph(rng, 30, rounding=False)
    graph = scattered(plain, rng, DEVICES)
    program = in_parts(optimise(graph))
    program.together = True
    arrays = [drawn(plain, np.random.default_rng(i)) for i in range(4)]
    with np.errstate(all="ignore"):
        want = [evaluate(plain, some) for some in arrays]
    failed: list[BaseException] = []

    def work(i: int) -> None:
        try:
            for _ in range(10):
                same(program, program.run(buffers(graph, arrays[i])), want[i])
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


def at(x: Any, index: int) -> Any:
    """A value of a graph on another device."""
    return ops.transfer(x, device=f"cpu:{index}")


CHAIN = trace(lambda x: at(ops.exp(at(ops.sin(at(x, 1)), 2)), 0), TensorType((1000,), "float64"))


def test_copies_are_counted_and_so_are_steps() -> None:
    program = in_parts(CHAIN)
    assert (program.stats.copies, program.stats.copied) == (3, 3 * 8000)
    program.run(buffers(CHAIN, [np.zeros(1000)]))
    assert program.stats.runs == 1
    if native.available():
        assert program.stats.native_steps == 2
    assert program.stats.host_steps == (0 if native.available() else 2)
    assert "copy on cpu:1" in str(program)


@pytest.mark.parametrize("together", [False, True])
def test_values_between_parts_go_when_their_last_reader_has_run(together: bool) -> None:
    def steps(x: Any) -> Any:
        for i in range(10):
            x = ops.transfer(ops.sin(x), device=f"cpu:{11 + i % 2}")
        return ops.transfer(x, device="cpu:0")

    graph = trace(steps, TensorType((100_000,), "float64"))
    program = in_parts(graph)
    program.together = together
    given = buffers(graph, [np.ones(100_000)])
    program.run(given)
    for name in ("cpu:11", "cpu:12"):
        pool(name).reset_peak()
    with using(SerialEngine()):
        program.run(given)
    for name in ("cpu:11", "cpu:12"):
        stats = pool(name).stats()
        assert stats.bytes_peak <= 2 * 800_000, "what came, and what is made of it"
        assert stats.bytes_live == 0


@pytest.mark.parametrize("together", [False, True])
def test_an_error_of_a_part_is_that_of_the_first_that_fails(together: bool) -> None:
    kind = TensorType((2, 2), "float64")

    graph = trace(lambda a, b: ops.add(at(ops.inv(at(a, 1)), 0), ops.inv(b)), kind, kind)
    program = in_parts(optimise(graph))
    program.together = together
    with pytest.raises(np.linalg.LinAlgError) as caught:
        program.run(buffers(graph, [np.zeros((2, 2)), np.eye(2)]))
    assert any("in inv, from" in note for note in caught.value.__notes__)
    same(program, program.run(buffers(graph, [np.eye(2), np.eye(2)])), [2 * np.eye(2)])
    dusk.engine.wait_all()


def test_an_output_can_be_read_while_other_parts_go_on() -> None:
    go_on = threading.Event()

    def waits(x: Array) -> Array:
        assert go_on.wait(20)
        return x + 1

    kind = TensorType((3,), "float64", "cpu:1")
    plain = TensorType((3,), "float64")
    graph = trace(
        lambda x: (ops.exp(x), ops.host(ops.transfer(x, device="cpu:1"), function=waits, types=(kind,))), plain
    )
    program = in_parts(optimise(graph), marks=[0])
    seen: list[Array] = []
    with using(ThreadedEngine(4)):
        run = program.start(buffers(graph, [np.zeros(3)]))
        first = run.outputs[0]
        task = push(lambda: seen.append(first.array("float64", (3,)).copy()), reads=[first])
        task.wait()
        assert not run.tasks[-1].done
        go_on.set()
        run.wait()
    np.testing.assert_array_equal(seen[0], np.ones(3))
    same(program, run.outputs, [np.ones(3), np.ones(3)])


def test_a_task_that_reads_an_output_raises_what_its_part_raised() -> None:
    kind = TensorType((2, 2), "float64")
    graph = trace(lambda a: (ops.exp(a), ops.inv(ops.transfer(a, device="cpu:1"))), kind)
    program = in_parts(optimise(graph))
    run = program.start(buffers(graph, [np.zeros((2, 2))]))
    good, bad = (push(lambda: 1, reads=[out]) for out in run.outputs)
    assert good.wait() == 1
    with pytest.raises(np.linalg.LinAlgError):
        bad.wait()
    with pytest.raises(np.linalg.LinAlgError):
        run.wait()


def test_inputs_may_still_be_being_written() -> None:
    graph = trace(lambda x: ops.exp(ops.transfer(x, device="cpu:1")), TensorType((3,), "float64"))
    program = in_parts(graph)
    (given,) = buffers(graph, [np.ones(3)])
    array = given.array("float64", (3,))

    def write() -> None:
        time.sleep(0.02)
        array[:] = 0

    with using(ThreadedEngine(4)):
        push(write, writes=[given])
        run = program.start([given])
        push(lambda: array.fill(7), writes=[given])
        same(program, run.wait(), [np.ones(3)])


@contextmanager
def _interrupts() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("together", [False, True])
def test_an_interrupt_leaves_nothing_torn(together: bool) -> None:
    calls: list[str] = []

    def interrupted(x: Array) -> Array:
        calls.append("first")
        if len(calls) == 1:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.2)
        return x + 1

    def after(x: Array) -> Array:
        calls.append("second")
        return x

    kinds = [TensorType((3,), "float64", f"cpu:{i}") for i in (1, 2)]

    def two(x: Any) -> Any:
        first = ops.host(at(x, 1), function=interrupted, types=kinds[:1])
        return at(ops.host(at(first, 2), function=after, types=kinds[1:]), 0)

    program = in_parts(optimise(trace(two, TensorType((3,), "float64"))))
    program.together = together
    ledger = Ledger()
    given = [Buffer.foreign(np.zeros(3))]
    with _interrupts(), pytest.raises(KeyboardInterrupt):
        program.run(given, None, ledger)
    assert not ledger.completed()
    assert calls == ["first"], "what was not begun is left out"
    same(program, program.run(given, None, ledger), [np.ones(3)])
    assert ledger.completed()
    dusk.engine.wait_all()


def test_an_interrupt_of_what_was_recorded_leaves_it_pending() -> None:
    calls: list[int] = []

    def interrupted(x: Array) -> Array:
        calls.append(1)
        if len(calls) == 1:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.2)
        return x + 1

    kind = TensorType((3,), "float64", "cpu:1")
    with dusk.config.using(tier="native"):
        x = dnp.zeros(3)
        y = record(ops.host, (to(x, "cpu:1"),), {"function": interrupted, "types": (kind,)})
        z = to(y, "cpu:0") * 2
        with _interrupts(), pytest.raises(KeyboardInterrupt):
            dusk.eval(z)
        np.testing.assert_array_equal(z.numpy(), 2 * np.ones(3))


def test_effects_keep_their_order_over_devices() -> None:
    told: list[int] = []

    def tells(i: int) -> Callable[[Array], Array]:
        def tell(x: Array) -> Array:
            told.append(i)
            time.sleep(0.001 * (6 - i))
            return x

        return tell

    x = placeholder(TensorType((2,), "float64"))
    token = first = placeholder(TOKEN)
    made = []
    for i in range(6):
        there = ops.transfer(x, device=f"cpu:{i % 3}") if i % 3 else x
        kind = TensorType((2,), "float64", f"cpu:{i % 3}")
        y, token = ordered(ops.host_ordered, token, there, function=tells(i), types=(kind,))
        made.append(y)
    graph = Graph((x, first), (*made, token))
    program = in_parts(optimise(graph))
    given = [*buffers(Graph((x,), ()), [np.zeros(2)]), None]
    for engine in ENGINES[:12]:
        told.clear()
        with using(engine()):
            program.start(given).wait()
        assert told == [*range(6)]


def test_a_graph_on_one_other_device_is_one_program_of_its_memory() -> None:
    kind = TensorType((1000,), "float32", "cpu:9")
    graph = trace(lambda x: ops.multiply(ops.exp(x), 2.0), kind)
    program = compile(graph)
    assert isinstance(program, Program if native.available() else ReferenceProgram)
    before = pool("cpu:9").stats().bytes_live
    (made,) = program.run(buffers(graph, [np.zeros(1000, np.float32)]))
    assert made.device == "cpu:9"
    assert pool("cpu:9").stats().bytes_live == before + 4000
    np.testing.assert_array_equal(made.array("float32", (1000,)), np.full(1000, 2, np.float32))


def test_a_budget_is_kept_or_refused() -> None:
    with dusk.config.using(tier="native"):
        f = dusk.compile(lambda x: to(dnp.exp(to(x, "cpu:1")), "cpu:0"), memory="1MB")
        np.testing.assert_array_equal(f(dnp.zeros(10)).numpy(), np.ones(10))
        with pytest.raises(MemoryBudgetError, match="cpu:1"):
            f(dnp.zeros(100_000))


@pytest.mark.usefixtures("tier")
def test_what_is_recorded_and_compiled_runs_over_devices() -> None:
    x = dnp.arange(6.0)
    for _ in range(3):
        y = to(x, "cpu:1")
        y += 1
        z = to(y * 2, "cpu:2")
        assert (y.device, z.device) == ("cpu:1", "cpu:2")
        np.testing.assert_array_equal(z.numpy(), 2 * (np.arange(6.0) + 1))
    f = dusk.compile(lambda x, a: (to(dnp.sin(to(x, "cpu:1") * a), "cpu:0") * 3 + x, to(x, "cpu:2")))
    for _ in range(3):
        y, z = f(x, 2.0)
        np.testing.assert_allclose(y.numpy(), 3 * np.sin(np.arange(6.0) * 2) + np.arange(6.0), rtol=1e-12)
        np.testing.assert_array_equal(z.numpy(), x.numpy())
    g = dusk.grad(lambda x: (to(dnp.sin(to(x, "cpu:1") * 2), "cpu:0") * x).sum())
    at = np.arange(6.0)
    want = np.sin(2 * at) + 2 * at * np.cos(2 * at)
    np.testing.assert_allclose(g(x).numpy(), want, rtol=1e-12)
    np.testing.assert_allclose(dusk.compile(g)(x).numpy(), want, rtol=1e-12)


@pytest.mark.usefixtures("tier")
def test_what_is_written_to_reaches_the_caller() -> None:
    @dusk.compile
    def step(w: Any, g: Any) -> Any:
        w -= to(to(g, "cpu:1") * 0.5, "cpu:0")
        return w.sum()

    w = dnp.ones(4)
    for i in range(3):
        assert float(step(w, dnp.ones(4))) == 4 - 2 * (i + 1)
    np.testing.assert_array_equal(w.numpy(), np.full(4, -0.5))


def test_how_parts_run_follows_from_what_they_take() -> None:
    kind = TensorType((2,), "float64")

    def sleeps(x: Array) -> Array:
        time.sleep(0.1)
        return x

    def two(x: Any) -> Any:
        some = [ops.transfer(x, device=d) for d in ("cpu:1", "cpu:2")]
        made = [ops.host(y, function=sleeps, types=(y.type,)) for y in some]
        return tuple(ops.transfer(y, device="cpu:0") for y in made)

    program = in_parts(optimise(trace(two, kind)))
    assert isinstance(program, PartedProgram)
    assert not program.together, "nobody knows yet how long they sleep"
    given = buffers(Graph([placeholder(kind)], ()), [np.zeros(2)])
    for _ in range(2):
        program.run(given)
    assert program.together
    assert 0.1 < program.expected_s < 0.2


@pytest.mark.skipif(not native.available(), reason="a library is native code")
def test_a_function_of_several_devices_is_saved_and_exported(tmp_path: Path) -> None:
    f = dusk.compile(lambda x: to(dnp.exp(to(x, "cpu:1")) * 2, "cpu:0"))
    x = dnp.ones(3)
    want = np.asarray(f(x))
    f.save(tmp_path / "f.dusk")
    np.testing.assert_allclose(dusk.load(tmp_path / "f.dusk")(x), want, rtol=1e-14)
    names: dict[str, Any] = {}
    exec(f.to_numpy_source(), names)
    np.testing.assert_allclose(names["function"](np.ones(3)), want, rtol=1e-14)
    f.export(tmp_path / "halves")
    assert (tmp_path / "libhalves.so").exists()
