"""What every engine promises: the order variables demand, and errors where values are read."""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable, Iterator
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dusk import engine as engines
from dusk.config import config
from dusk.engine import Engine, PermutingEngine, SerialEngine, ThreadedEngine, allocate

VARIABLES = 4
Step = tuple[tuple[int, ...], tuple[int, ...], int]


@pytest.fixture
def threaded() -> Iterator[ThreadedEngine]:
    engine = ThreadedEngine(4)
    yield engine
    engine.close()


@pytest.fixture(params=["threaded", "one thread", "serial", "permuting", "closed"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    if request.param in ("serial", "permuting"):
        yield SerialEngine() if request.param == "serial" else PermutingEngine(1)
        return
    engine = ThreadedEngine(1 if request.param == "one thread" else 3)
    if request.param == "closed":
        engine.close()
    yield engine
    engine.close()


def steps() -> st.SearchStrategy[list[Step]]:
    some = st.lists(st.integers(0, VARIABLES - 1), max_size=3).map(tuple)
    return st.lists(st.tuples(some, some, st.integers(-1, 1)), min_size=15, max_size=40)


def run(engine: Engine, program: list[Step], pause: Callable[[int], None] = lambda _: None) -> list[int]:
    """Values of the variables after a program in which each value depends on its step and on all that was read."""
    values = list(range(VARIABLES))
    variables = [allocate(8), allocate(8), "a name", ("a", "tuple")]

    def push(number: int, reads: tuple[int, ...], writes: tuple[int, ...], priority: int) -> None:
        def step() -> None:
            pause(number)
            seen = hash((number, *(values[i] for i in reads)))
            pause(number)
            for i in writes:
                values[i] = hash((seen, i))

        engine.push(step, [variables[i] for i in reads], [variables[i] for i in writes], priority=priority)

    for number, (reads, writes, priority) in enumerate(program):
        push(number, reads, writes, priority)
    engine.wait_all()
    return values


@given(steps(), st.integers(0, 1 << 30))
def test_every_legal_order_gives_the_values_of_the_serial_order(program: list[Step], seed: int) -> None:
    assert run(PermutingEngine(seed), program) == run(SerialEngine(), program)


@settings(max_examples=40)
@given(steps())
def test_threads_give_the_values_of_the_serial_order(program: list[Step]) -> None:
    engine = ThreadedEngine(4)
    try:
        result = run(engine, program, lambda number: time.sleep(1e-4 * (number * 7 % 3)))
        assert engine.idle
    finally:
        engine.close()
    assert result == run(SerialEngine(), program)


def test_a_writer_waits_for_readers_and_readers_do_not_wait_for_each_other(threaded: ThreadedEngine) -> None:
    both = threading.Barrier(2, timeout=10)
    gone: list[str] = []

    def read() -> None:
        both.wait()
        time.sleep(0.01)
        gone.append("read")

    threaded.push(read, reads=["x"])
    threaded.push(read, reads=["x"])
    threaded.push(lambda: gone.append("written"), writes=["x"])
    threaded.wait_all()
    assert gone == ["read", "read", "written"]


def test_the_permuting_engine_meets_every_order_and_the_same_one_for_a_seed() -> None:
    def order(seed: int) -> tuple[int, ...]:
        gone: list[int] = []
        engine = PermutingEngine(seed)
        for number in range(3):
            engine.push(lambda number=number: gone.append(number))
        engine.wait_all()
        return tuple(gone)

    assert {order(seed) for seed in range(200)} == set(permutations(range(3)))
    assert [order(seed) for seed in range(20)] == [order(seed) for seed in range(20)]


def test_the_permuting_engine_puts_off_only_so_much() -> None:
    engine = PermutingEngine(3)
    ran: list[int] = []
    for number in range(10_000):
        engine.push(lambda number=number: ran.append(number), writes=[number % 5])
        assert number - len(ran) < 40


def test_a_task_hands_back_what_its_function_returned(engine: Engine) -> None:
    task = engine.push(lambda: 42, writes=["x"])
    assert task.wait() == 42
    assert task.done
    assert task.wait() == 42
    engine.wait_for("x")
    engine.wait_for("never written")


def test_an_error_is_raised_where_the_value_is_read_with_the_line_of_the_push(engine: Engine) -> None:
    def fail() -> None:
        raise ZeroDivisionError("of the task")

    buffer = allocate(8)
    ran: list[int] = []
    bad = engine.push(fail, writes=[buffer])  # the line
    after = engine.push(lambda: ran.append(1), reads=[buffer], writes=["y"])
    last = engine.push(lambda: ran.append(2), reads=["y"], writes=["z"])
    aside = engine.push(lambda: ran.append(3), writes=["w"])
    for wait in (bad.wait, after.wait, last.wait, lambda: engine.wait_for(buffer), lambda: engine.wait_for("z")):
        with pytest.raises(ZeroDivisionError) as caught:
            wait()
        (note,) = caught.value.__notes__
        file, _, line = note.rpartition(":")
        assert file.endswith(__file__)
        with open(__file__) as source:
            assert source.readlines()[int(line) - 1].rstrip().endswith("# the line")
    aside.wait()
    assert ran == [3]
    engine.wait_all()  # who has seen it is not told again


def test_raising_a_kept_error_again_and_again_does_not_grow_its_traceback(engine: Engine) -> None:
    def fail() -> None:
        raise ValueError

    task = engine.push(fail)
    depths: set[int] = set()
    for _ in range(3):
        with pytest.raises(ValueError) as caught:  # noqa: PT011
            task.wait()
        depths.add(len(traceback.extract_tb(caught.value.__traceback__)))
        assert traceback.extract_tb(caught.value.__traceback__)[-1].name == "fail"
    assert len(depths) == 1


def test_writing_without_reading_makes_a_variable_good_again(engine: Engine) -> None:
    def fail() -> None:
        raise ValueError("old")

    engine.push(fail, writes=["x"])
    engine.push(lambda: None, reads=["x"], writes=["x"])  # in place: still no value
    with pytest.raises(ValueError, match="old"):
        engine.wait_for("x")
    engine.push(lambda: None, writes=["x"])
    engine.wait_for("x")


def test_an_error_nobody_saw_is_raised_by_wait_all_once(engine: Engine) -> None:
    def fail() -> None:
        raise ValueError("unseen")

    engine.push(fail, writes=["x"])
    with pytest.raises(ValueError, match="unseen"):
        engine.wait_all()
    engine.wait_all()


def test_an_unhashable_variable_is_an_error_of_the_push(engine: Engine) -> None:
    with pytest.raises(TypeError, match="unhashable"):
        engine.push(lambda: None, writes=[[]])  # pyright: ignore[reportArgumentType]
    assert engine.push(lambda: 1).wait() == 1


def test_tasks_push_tasks_and_wait_for_them(engine: Engine) -> None:
    def outer(depth: int) -> int:
        if depth == 0:
            return 0
        return 1 + engine.push(lambda: outer(depth - 1), writes=[("level", depth)]).wait()

    tasks = [engine.push(lambda: outer(6), writes=[("top", number)]) for number in range(5)]
    assert [task.wait() for task in tasks] == [6] * 5


def test_of_tasks_that_may_run_the_one_of_highest_priority_goes_first() -> None:
    engine = ThreadedEngine(1)
    hold = threading.Event()
    order: list[int] = []
    engine.push(hold.wait)
    for priority in (0, 5, -3, 5, 1):
        engine.push(lambda priority=priority: order.append(priority), priority=priority)
    hold.set()
    engine.close()
    assert order == [5, 5, 1, 0, -3]


def test_a_variable_is_waited_for_while_all_workers_are_at_something_else() -> None:
    engine = ThreadedEngine(1)
    hold = threading.Event()
    engine.push(lambda: None, writes=["x"]).wait()
    engine.push(lambda: hold.wait(20))
    start = time.monotonic()
    engine.wait_for("x")
    assert time.monotonic() - start < 10
    hold.set()
    engine.close()


@pytest.mark.parametrize("threads", [1, 3])
def test_no_more_tasks_run_at_once_than_the_setting_says(threads: int) -> None:
    now = most = 0
    lock = threading.Lock()

    def count() -> None:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        time.sleep(0.002)
        with lock:
            now -= 1

    with config.using(threads=threads):
        engine = ThreadedEngine()
        for _ in range(30):
            engine.push(count)
        engine.wait_all()
        alive = sum(thread.name == "dusk-engine" for thread in threading.enumerate())
        engine.close()
    assert most == threads
    assert alive >= threads
    assert sum(thread.name == "dusk-engine" for thread in threading.enumerate()) <= alive - threads


def test_a_burst_of_tasks_finds_as_many_workers_as_the_setting_says() -> None:
    engine = ThreadedEngine(6)
    all_six = threading.Barrier(6, timeout=10)
    engine.push(lambda: None).wait()  # one worker is there, and free
    for _ in range(6):
        engine.push(all_six.wait)
    engine.wait_all()
    engine.close()


def test_tasks_freed_by_one_run_side_by_side(threaded: ThreadedEngine) -> None:
    hold = threading.Event()
    both = threading.Barrier(2, timeout=10)
    threaded.push(hold.wait, writes=["x"])
    tasks = [threaded.push(both.wait, reads=["x"]) for _ in range(2)]
    time.sleep(0.05)  # the workers have looked at all that and sleep
    hold.set()
    while not all(task.done for task in tasks):  # waiting for them would wake the workers
        time.sleep(0.001)
    threaded.wait_all()


def test_where_no_thread_can_be_had_tasks_run_on_the_thread_that_pushes(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    engine = ThreadedEngine(2)
    ran: list[int] = []

    def outer() -> int:
        engine.push(lambda: ran.append(threading.get_ident())).wait()
        return engine.push(lambda: 7).wait() if engine.in_task() else 0

    assert engine.push(outer, writes=["x"]).wait() == 7
    engine.wait_for("x")
    engine.close()
    assert ran == [threading.get_ident()]


def test_nothing_is_kept_of_tasks_that_are_done(threaded: ThreadedEngine) -> None:
    for number in range(50):
        threaded.push(lambda: None, reads=[("r", number)], writes=[("w", number)])
    threaded.wait_all()
    assert not threaded._order._variables  # pyright: ignore[reportPrivateUsage]
    assert not threaded._order.active  # pyright: ignore[reportPrivateUsage]


def test_sixteen_threads_push_and_wait(threaded: ThreadedEngine) -> None:
    counts = [0] * 4
    wrong: list[int] = []

    def client(number: int) -> None:
        for turn in range(60):
            mine = (number + turn) % 4

            def add(mine: int = mine) -> None:
                before = counts[mine]
                time.sleep(0)
                counts[mine] = before + 1

            task = threaded.push(add, reads=[(mine + 1) % 4], writes=[mine])
            if turn % 5 == 0:
                task.wait()
                if not task.done:
                    wrong.append(turn)
            if turn % 7 == 0:
                threaded.wait_for(mine)

    clients = [threading.Thread(target=client, args=(number,)) for number in range(16)]
    for thread in clients:
        thread.start()
    for thread in clients:
        thread.join()
    threaded.wait_all()
    assert counts == [16 * 15] * 4
    assert not wrong


@pytest.mark.parametrize("seed", range(6))
def test_using_another_engine_leaves_nothing_behind_in_either(seed: int) -> None:
    done: list[str] = []
    engines.push(lambda: (time.sleep(0.02), done.append("before")), writes=["x"])
    before = engines.current()
    with engines.using(PermutingEngine(seed)) as permuting:
        assert engines.current() is permuting
        assert done == ["before"]
        engines.push(lambda: done.append("inside"), writes=["x"])
    assert done == ["before", "inside"]
    assert engines.current() is before
    engines.wait_for("x")
    engines.wait_all()


def test_draining_inside_a_task_is_refused(threaded: ThreadedEngine) -> None:
    with pytest.raises(RuntimeError, match="one of them"):
        threaded.push(threaded.wait_all).wait()
