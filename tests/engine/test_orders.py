"""Other orders of the same tasks: equal results, orders that are run again, and lies that come to light."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dusk import engine as engines
from dusk.engine import (
    CheckingEngine,
    PermutingEngine,
    ReplayEngine,
    Schedule,
    SerialEngine,
    ThreadedEngine,
    allocate,
    fuzz,
    push,
    using,
    wait_all,
    wait_for,
    watch,
)
from dusk.errors import ScheduleError, UndeclaredError
from engine_orders import compare
from engine_programs import Run, random_steps, with_lie


def test_random_programs_equal_the_serial_engine_in_every_order() -> None:
    assert compare(range(40)) == 40 * 20


# -- running an order again ------------------------------------------------------------------------------------------


def ran(program: Callable[[], Any], engine: Any) -> tuple[Any, tuple[int, ...]]:
    with using(engine):
        result = program()
    return result, engine.schedule.choices


@pytest.mark.parametrize("seed", range(12))
def test_a_recorded_order_is_run_again(seed: int) -> None:
    program = Run(random_steps(seed))
    result, choices = ran(program, drawn := PermutingEngine(seed))
    again, same = ran(program, ReplayEngine(drawn.schedule))
    assert same == choices
    assert len(set(choices)) > 10
    np.testing.assert_equal(again, result)


def small(names: tuple[str, ...], reads: tuple[str, ...] = ()) -> Callable[[], list[str]]:
    def program() -> list[str]:
        order: list[str] = []
        for name in names:
            push(lambda name=name: order.append(name), reads=reads, writes=[name], name=name)
        wait_all()
        return order

    return program


def test_another_program_is_refused_and_still_comes_to_its_end() -> None:
    drawn = PermutingEngine(1)
    expected, _ = ran(small(("a", "b", "c")), drawn)
    for other, why in [
        (small(("a", "x", "c")), r"task 2 'x', pushed at .*test_orders.py:\d+, was 'b' with 0 reads and 1 writes"),
        (small(("a", "b", "c", "d")), r"task 4 'd', .* is more than the 3 that it had"),
        (small(("a", "b", "c"), ("z",)), "now it 'a' with 1 reads and 1 writes, waiting for none"),
    ]:
        engine = ReplayEngine(drawn.schedule)
        order: list[str] = []
        with using(engine), pytest.raises(ScheduleError, match=why):
            order = other()
        assert engine.idle
    assert ran(small(("a", "b", "c")), ReplayEngine(drawn.schedule))[0] == expected
    del order


def test_an_order_that_cannot_be_is_refused() -> None:
    def program() -> None:
        for _ in range(3):
            push(lambda: None, writes=["x"])
        wait_all()

    for choices in ((0, 2), (3,), (0, 0, 0, 3), (9,)):
        with using(ReplayEngine(Schedule(choices))), pytest.raises(ScheduleError, match="that cannot be now"):
            program()
    with using(ReplayEngine(Schedule((0, 1, 0)))) as engine:
        program()
    assert engine.idle


# -- lies ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["write", "read", "both"])
def test_a_lie_of_any_kind_is_found_and_named(kind: str) -> None:
    for seed in range(15):
        with pytest.raises(ScheduleError) as caught:
            fuzz(Run(with_lie(seed, kind), 8), 100)
        text = str(caught.value)
        assert "'step 502'" in text, (seed, text)
        assert "engine_programs.py" in text
        if kind == "write":
            assert isinstance(caught.value, UndeclaredError)
            assert "wrote variable" in text


@pytest.mark.parametrize("kind", ["write", "read", "both"])
def test_a_lie_is_found_by_orders_alone_and_told_with_the_two_tasks(kind: str) -> None:
    for seed in range(10):
        program = Run(with_lie(seed, kind), 8)
        with pytest.raises(ScheduleError, match="goes first") as caught:
            fuzz(program, 100, check=False)
        text = str(caught.value)
        assert "'step 501'" in text
        assert "'step 502'" in text
        # what it tells is true: that order gives another result, and again the same
        serial, bad, again = (
            _values(program, engine)
            for engine in (
                SerialEngine(),
                ReplayEngine(caught.value.schedule),
                ReplayEngine(caught.value.schedule),
            )
        )
        assert bad != serial
        assert bad == again


def _values(program: Run, engine: Any) -> list[Any]:
    with using(engine):
        return [x.tolist() if isinstance(x, np.ndarray) else x for x in program()]


def test_honest_programs_are_never_accused() -> None:
    for seed in range(30):  # engine_orders.py has thousands
        assert fuzz(Run(random_steps(seed)), 4) >= 2


def test_a_program_that_looks_without_waiting_is_found() -> None:
    def program() -> np.ndarray[Any, Any]:
        x = np.zeros(3)
        watch("x", x)
        push(lambda: np.add(x, 1, out=x), writes=["x"], name="add")
        return x.copy()  # the look

    with pytest.raises(ScheduleError, match=r"(?s)'add'.*the program itself"):
        fuzz(program, check=False)
    with pytest.raises(ScheduleError, match="the program itself"):
        fuzz(program)


def test_a_program_that_writes_what_a_pending_task_writes_is_found() -> None:
    def program() -> np.ndarray[Any, Any]:
        x = np.zeros(3)
        watch("x", x)
        push(lambda: np.add(x, 1, out=x), writes=["x"])
        x[1] = 7
        push(lambda: None)
        wait_for("x")
        return x

    with pytest.raises(UndeclaredError, match=r"itself, outside of tasks, wrote variable 'x' \(from byte 8"):
        fuzz(program)


def test_a_read_that_no_order_betrays_is_found_by_hiding_what_is_read() -> None:
    def program() -> Any:
        x, y = np.zeros(3), np.zeros(3)
        watch("x", x)
        push(lambda: x.fill(0), writes=["x"], name="fill")  # with what is there already
        push(lambda: np.add(x, 1, out=y), writes=["y"], name="reader")
        wait_all()
        return y

    assert fuzz(program, 30, check=False) > 1
    with pytest.raises(UndeclaredError, match=r"task \d 'reader', .* reads variable 'x', which task \d 'fill'"):
        fuzz(program, 30)


def test_who_waits_may_touch_without_declaring() -> None:
    def program() -> Any:
        x, y = np.zeros(3), np.zeros(3)
        watch("x", x)
        watch("y", y)

        def outer() -> None:
            push(lambda: np.add(x, 1, out=x), writes=["x"]).wait()
            y[:] = x  # x was waited for

        push(outer, writes=["y"])
        push(lambda: None, writes=["z"])
        wait_for("y")
        y[0] = 5
        push(lambda: np.multiply(y, 2, out=y), reads=["y"], writes=["y"])
        wait_all()
        return x, y

    assert fuzz(program, 50) > 3


def test_what_is_ordered_by_other_variables_may_be_read_undeclared() -> None:
    def program() -> Any:
        x, y = np.zeros(3), np.ones(3)
        watch("x", x)
        push(lambda: np.add(x, y, out=y), writes=["y"])  # reads x, which the next writes after reading y
        push(lambda: np.add(x, y, out=x), reads=["y"], writes=["x"])
        push(lambda: None)
        wait_all()
        return x, y

    assert fuzz(program, 50) > 1


def test_memory_that_variables_share_is_nobody_s_lie() -> None:
    def program() -> Any:
        x = np.arange(6.0)
        watch("all", x)
        watch("head", x[:3])
        watch("tail", x[3:])
        push(lambda: np.add(x[:3], 1, out=x[:3]), reads=["head"], writes=["head", "all"])
        push(lambda: np.add(x[3:], 1, out=x[3:]), reads=["tail"], writes=["tail", "all"])
        wait_all()
        return x

    assert fuzz(program, 20) >= 1


def test_a_task_that_lies_fails_under_the_checking_engine_with_its_line() -> None:
    engine = CheckingEngine(0)
    with using(engine):
        buffer = allocate(16)
        values = buffer.array(np.int64, (2,))
        values[:] = 3
        push(lambda: None, reads=[buffer])

        def lie() -> None:
            values[1] = 4

        bad = push(lie, writes=["y"], name="liar")  # the line
        with pytest.raises(UndeclaredError, match=r"task 2 'liar', pushed at .* wrote variable <Buffer of 16 b") as e:
            bad.wait()
        with pytest.raises(UndeclaredError):
            wait_for("y")
    assert "(from byte 8 of 16 on)" in str(e.value)
    assert engine.findings == [e.value]


def test_a_program_that_differs_by_itself_is_told_so() -> None:
    chance = np.random.default_rng(1)
    with pytest.raises(ScheduleError, match="under the serial engine differ already"):
        fuzz(lambda: chance.random(3))


def test_errors_of_programs_are_results() -> None:
    def fails() -> None:
        push(lambda: 1 // 0, writes=["x"])
        push(lambda: float("none"), writes=["y"])
        wait_all()

    assert fuzz(fails, 20) > 1


def test_the_engine_in_use_does_not_care_what_memory_is() -> None:
    engines.watch("x", np.zeros(2))
    assert ThreadedEngine(1).watch("x", np.zeros(2)) is None
