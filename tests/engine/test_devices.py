"""Devices as queues of an engine: one task at a time, in the order of a policy, and no thread held by waiting."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from dusk.engine import Engine, PermutingEngine, Policy, SerialEngine, Task, ThreadedEngine, by_push


@pytest.fixture
def engine() -> Iterator[ThreadedEngine]:
    engine = ThreadedEngine(4)
    yield engine
    engine.close()


class Counted:
    """How many of them run at once, by name."""

    def __init__(self) -> None:
        self.now: dict[str, int] = {}
        self.most: dict[str, int] = {}
        self.lock = threading.Lock()

    def task(self, name: str, seconds: float = 0.001) -> Callable[[], None]:
        def run() -> None:
            with self.lock:
                self.now[name] = self.now.get(name, 0) + 1
                self.most[name] = max(self.most.get(name, 0), self.now[name])
            time.sleep(seconds)
            with self.lock:
                self.now[name] -= 1

        return run


def test_tasks_of_one_device_run_one_at_a_time_and_devices_side_by_side(engine: ThreadedEngine) -> None:
    counted = Counted()
    both = threading.Barrier(2, timeout=10)
    for _ in range(20):
        for device in ("cpu:0", "cpu:1"):
            engine.push(counted.task(device), device=device)
    for device in ("cpu:0", "cpu:1"):
        engine.push(both.wait, device=device)
    engine.wait_all()
    assert counted.most == {"cpu:0": 1, "cpu:1": 1}


def test_a_queue_that_waits_holds_no_thread() -> None:
    engine = ThreadedEngine(2)
    hold = threading.Event()
    engine.push(hold.wait, device="cpu:1")
    for _ in range(10):
        engine.push(lambda: None, device="cpu:1", priority=9)
    done = [engine.push(lambda: 5), engine.push(lambda: 6, device="cpu:2")]
    assert [task.wait() for task in done] == [5, 6]
    assert engine.usage()["cpu:2"].tasks == 1
    hold.set()
    engine.close()
    assert engine.usage()["cpu:1"].tasks == 11


def test_of_a_device_s_tasks_the_one_of_highest_priority_goes_first(engine: ThreadedEngine) -> None:
    hold = threading.Event()
    order: list[int] = []
    engine.push(hold.wait, device="cpu:1")
    engine.push(lambda: None).wait()  # the device is at it
    for priority in (0, 5, -3, 5, 1):
        engine.push(lambda priority=priority: order.append(priority), priority=priority, device="cpu:1")
    engine.push(lambda: None).wait()
    hold.set()
    engine.wait_all()
    assert order == [5, 5, 1, 0, -3]


def test_a_task_that_waits_gives_its_device_to_others_and_gets_it_back(engine: ThreadedEngine) -> None:
    counted = Counted()
    now = 0

    def outer(depth: int) -> int:
        nonlocal now
        if depth == 0:
            return 0
        got = engine.push(lambda: outer(depth - 1), device="cpu:1").wait()
        now += 1
        assert now == 1  # nobody else of this device goes on meanwhile
        time.sleep(0.001)
        now -= 1
        return got + 1

    tasks = [engine.push(lambda: outer(3), device="cpu:1") for _ in range(5)]
    tasks += [engine.push(counted.task("x"), device="cpu:1") for _ in range(5)]
    assert [task.wait() for task in tasks[:5]] == [3] * 5
    engine.wait_all()
    assert counted.most == {"x": 1}
    usage = engine.usage()["cpu:1"]
    assert usage.tasks == 25
    assert 0.01 < usage.busy_s < 5


@pytest.mark.parametrize("make", [SerialEngine, lambda: PermutingEngine(2), lambda: ThreadedEngine(2)])
def test_an_engine_counts_what_its_devices_did(make: Callable[[], Engine]) -> None:
    engine = make()
    for number in range(6):
        engine.push(lambda: time.sleep(0.002), device="cpu:1" if number % 2 else None, writes=[number])
    engine.wait_all()
    usage = engine.usage()
    assert {name: used.tasks for name, used in usage.items()} == {"": 3, "cpu:1": 3}
    assert all(0.006 <= used.busy_s < 1 for used in usage.values())
    usage["cpu:1"].tasks = 0  # a copy
    assert engine.usage()["cpu:1"].tasks == 3


def order_under(engine: Engine, priorities: tuple[int, ...]) -> list[int]:
    """The order in which tasks ran that one task pushed before it was done."""
    order: list[int] = []

    def outer() -> None:
        for priority in priorities:
            engine.push(lambda priority=priority: order.append(priority), reads=["x"], priority=priority)

    engine.push(outer, writes=["x"])
    while not engine.idle:
        engine.wait_all()
    return order


def one_thread(policy: Policy) -> Engine:
    return ThreadedEngine(1, policy)


@pytest.mark.parametrize("make", [SerialEngine, one_thread])
def test_which_task_is_next_is_a_policy_of_the_engine(make: Callable[..., Engine]) -> None:
    def lowest(task: Task) -> float:
        return task.priority

    assert order_under(make(policy=lowest), (2, 0, 1)) == [0, 1, 2]
    assert order_under(make(policy=by_push), (2, 0, 1)) == [2, 0, 1]


def test_a_policy_that_fails_is_an_error_of_the_push(engine: ThreadedEngine) -> None:
    def none(task: Task) -> float:
        raise LookupError(f"no rank for {task.name}")

    engine = ThreadedEngine(1, none)
    with pytest.raises(LookupError, match="no rank for one"):
        engine.push(lambda: 1, name="one")
    assert engine.idle


def test_a_device_whose_task_fails_goes_on(engine: ThreadedEngine) -> None:
    def fail() -> None:
        raise ValueError("of the device")

    bad = engine.push(fail, device="cpu:1", writes=["x"])
    assert engine.push(lambda: 1, device="cpu:1").wait() == 1
    with pytest.raises(ValueError, match="of the device"):
        bad.wait()
