"""Errors of tasks: raised where a value is read or all is waited for, with the line of the push; a write ends them.

The cases are those of MXNet's tests of exceptions, with what users had asked of it in vain.
"""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator

import pytest

from dusk.engine import Buffer, CheckingEngine, Engine, PermutingEngine, SerialEngine, ThreadedEngine, allocate

MAKERS = {
    "threaded": lambda: ThreadedEngine(3),
    "one thread": lambda: ThreadedEngine(1),
    "serial": SerialEngine,
    "permuting": lambda: PermutingEngine(3),
    "checking": lambda: CheckingEngine(4),
}


@pytest.fixture(params=MAKERS)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    engine = MAKERS[request.param]()
    yield engine
    if isinstance(engine, ThreadedEngine):
        engine.close()


def fails(text: str) -> Callable[[], None]:
    def fail() -> None:
        raise ValueError(text)

    return fail


def test_a_push_does_not_raise_and_a_read_does(engine: Engine) -> None:
    engine.push(fails("of x"), writes=["x"])
    engine.push(lambda: None, reads=["x"], writes=["y"])
    with pytest.raises(ValueError, match="of x"):
        engine.wait_for("y")


def test_it_is_raised_at_each_wait_for_the_value_and_at_wait_all_only_unseen(engine: Engine) -> None:
    engine.push(fails("of x"), writes=["x"])
    for _ in range(2):
        with pytest.raises(ValueError, match="of x"):
            engine.wait_for("x")
    engine.wait_all()
    engine.push(fails("of y"), writes=["y"])
    with pytest.raises(ValueError, match="of y"):
        engine.wait_all()
    engine.wait_all()
    with pytest.raises(ValueError, match="of y"):  # there is still no value
        engine.wait_for("y")


def test_what_does_not_depend_on_it_goes_on(engine: Engine) -> None:
    engine.push(fails("of x"), writes=["x"])
    done = [engine.push(lambda i=i: i, reads=["z"], writes=[("other", i)]) for i in range(5)]
    assert [task.wait() for task in done] == list(range(5))
    engine.wait_for("z")
    with pytest.raises(ValueError, match="of x"):
        engine.wait_all()
    assert engine.push(lambda: 8, reads=["z"]).wait() == 8


def test_an_error_goes_down_a_chain_and_no_task_of_it_runs(engine: Engine) -> None:
    ran: list[int] = []
    engine.push(fails("at the head"), writes=[0])
    for i in range(30):
        engine.push(lambda i=i: ran.append(i), reads=[i], writes=[i + 1])
    with pytest.raises(ValueError, match="at the head"):
        engine.wait_for(30)
    engine.wait_all()
    assert ran == []


def test_a_write_that_reads_nothing_bad_is_a_value_again(engine: Engine) -> None:
    value = {"x": 0}
    engine.push(fails("of x"), writes=["x"])
    engine.push(lambda: value.update(x=1), reads=["x"], writes=["x"])
    engine.push(lambda: value.update(x=5), writes=["x"])
    engine.push(lambda: value.update(y=value["x"] + 1), reads=["x"], writes=["y"])
    engine.wait_for("y")
    assert value == {"x": 5, "y": 6}
    with pytest.raises(ValueError, match="of x"):
        engine.wait_all()  # nobody saw the first one


def test_of_several_errors_a_read_raises_its_own(engine: Engine) -> None:
    for name in "abc":
        engine.push(fails(name), writes=[name])
    both = engine.push(lambda: None, reads=["c", "b"])
    for name in "bca":
        with pytest.raises(ValueError, match=name):
            engine.wait_for(name)
    with pytest.raises(ValueError, match="c"):  # the first that it names
        both.wait()
    engine.wait_all()


def test_wait_all_tells_the_first_and_names_the_others_with_their_lines(engine: Engine) -> None:
    engine.push(fails("first"), writes=["a"], name="one")
    engine.push(lambda: None, reads=["a"], writes=["b"], name="follows")
    engine.push(lambda: 1 // 0, name="two")
    with pytest.raises(ValueError, match="first") as caught:
        engine.wait_all()
    own, other = caught.value.__notes__
    assert own.startswith("in task 'one' pushed at ")
    assert other.startswith("besides, ZeroDivisionError in task 'two' pushed at ")
    assert "test_errors.py:" in other
    engine.wait_all()


def test_of_thousands_of_errors_few_are_kept(engine: Engine) -> None:
    for i in range(1000):
        engine.push(fails(str(i)))
    with pytest.raises(ValueError, match=r"^0\n|^0$") as caught:
        engine.wait_all()
    assert len(caught.value.__notes__) < 12


def test_only_the_last_errors_keep_what_their_frames_hold(engine: Engine) -> None:
    alive: list[weakref.ref[Buffer]] = []

    def failing() -> Callable[[], None]:
        buffer = allocate(100)
        alive.append(weakref.ref(buffer))
        array = buffer.array("u1", (100,))

        def fail() -> None:
            array[200] = 1  # its frame holds the array, that the buffer, and that the error

        engine.push(fail, writes=[buffer])
        return lambda: engine.wait_for(buffer)

    first = failing()
    with pytest.raises(IndexError, match="out of bounds"):
        first()
    for _ in range(40):
        failing()
    with pytest.raises(IndexError):
        engine.wait_all()
    gc.collect()
    assert sum(ref() is not None for ref in alive) < 30
    engine.close()
    gc.collect()
    assert sum(ref() is not None for ref in alive) == 1
    with pytest.raises(IndexError, match=r"(?s)out of bounds.*raised at .*test_errors.py:\d+ in fail"):
        first()  # the line is kept


def test_an_error_of_a_task_that_writes_nothing_is_told(engine: Engine) -> None:
    task = engine.push(fails("of nothing"), reads=["x"])
    with pytest.raises(ValueError, match="of nothing"):
        engine.wait_all()
    with pytest.raises(ValueError, match="of nothing"):
        task.wait()
    engine.wait_for("x")  # reading does not spoil it


@pytest.mark.parametrize("make", [SerialEngine, lambda: PermutingEngine(3), lambda: CheckingEngine(4)])
def test_an_interrupt_of_a_task_on_this_thread_is_raised_once(make: Callable[[], Engine]) -> None:
    engine = make()

    def interrupted() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        engine.push(interrupted, writes=["x"]).wait()
    for _ in range(5):
        engine.push(lambda: None, reads=["x"], writes=["y"])
    engine.drain()
    assert engine.push(lambda: 3, writes=["x"]).wait() == 3


def test_an_error_within_a_task_that_is_waited_for_has_both_lines(engine: Engine) -> None:
    def outer() -> None:
        engine.push(fails("within"), writes=["inner"], name="inner").wait()

    task = engine.push(outer, writes=["x"], name="outer", device="cpu:1")
    with pytest.raises(ValueError, match="within") as caught:
        task.wait()
    assert [note.split(" pushed")[0] for note in caught.value.__notes__] == ["in task 'inner'", "in task 'outer'"]


@pytest.mark.parametrize("error", [SystemExit(3), GeneratorExit(), MemoryError(), RecursionError("deep")])
def test_no_kind_of_error_ends_a_worker(engine: Engine, error: BaseException) -> None:
    def fail() -> None:
        raise error

    bad = engine.push(fail, writes=["x"], device="cpu:1")
    with pytest.raises(type(error)):
        bad.wait()
    assert [engine.push(lambda i=i: i, device="cpu:1").wait() for i in range(4)] == [0, 1, 2, 3]
