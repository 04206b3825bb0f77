"""Engines under many tasks, many threads and long chains, within bounds of time and memory."""

from __future__ import annotations

import threading
import time
import tracemalloc
from collections.abc import Callable

import pytest

from dusk.engine import Engine, PermutingEngine, SerialEngine, ThreadedEngine, allocate
from subprocess_script import FORKS, run_script

MANY = 100_000


def test_eight_threads_push_to_devices_and_wait() -> None:
    engine = ThreadedEngine(4)
    counts = [0] * 5
    running: set[str] = set()
    wrong: list[str] = []

    def client(number: int) -> None:
        for turn in range(400):
            at = (number + turn) % 5
            device = f"cpu:{turn % 3}"

            def add(at: int = at, device: str = device) -> None:
                if device in running:
                    wrong.append(device)
                running.add(device)
                before = counts[at]
                if before % 50 == 0:
                    time.sleep(0)
                counts[at] = before + 1
                running.discard(device)

            task = engine.push(add, reads=[(at + 1) % 5], writes=[at], priority=turn % 4, device=device)
            if turn % 40 == 0:
                task.wait()

    clients = [threading.Thread(target=client, args=(number,)) for number in range(8)]
    start = time.monotonic()
    for thread in clients:
        thread.start()
    for thread in clients:
        thread.join()
    engine.wait_all()
    engine.close()
    assert time.monotonic() - start < 30
    assert counts == [8 * 80] * 5
    assert not wrong


@pytest.mark.once
@pytest.mark.parametrize("device", [None, "cpu:1"])
def test_tasks_take_bounded_memory_and_leave_none(device: str | None) -> None:
    engine = ThreadedEngine(2)
    hold = threading.Event()
    buffers = [allocate(8) for _ in range(64)]
    tracemalloc.start()
    try:
        engine.push(lambda: hold.wait(60), writes=buffers)
        before = tracemalloc.get_traced_memory()[0]
        start = time.monotonic()
        for i in range(MANY // 8):  # as tracemalloc is slow: it grows with their number
            engine.push(int, (buffers[i % 64],), (buffers[(i + 1) % 64],), device=device)
        held = tracemalloc.get_traced_memory()[0] - before
        hold.set()
        engine.wait_all()
        assert time.monotonic() - start < 60
        left = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
        engine.close()
    assert held < 2000 * MANY // 8, held
    assert left < 200_000, left


def threaded() -> Engine:
    return ThreadedEngine(2)


def permuting() -> Engine:
    return PermutingEngine(1)


@pytest.mark.once
@pytest.mark.parametrize("make", [SerialEngine, permuting, threaded])
def test_a_long_chain_of_tasks(make: Callable[[], Engine]) -> None:
    engine = make()
    hold = threading.Event()
    count = 0

    def add() -> None:
        nonlocal count
        count += 1

    if isinstance(engine, ThreadedEngine):
        engine.push(hold.wait, writes=["x"])  # so that all the chain is there before it begins
    many = MANY if isinstance(engine, ThreadedEngine) else MANY // 5
    start = time.monotonic()
    for _ in range(many):
        engine.push(add, reads=["x"], writes=["x"])
    hold.set()
    engine.wait_for("x")
    assert time.monotonic() - start < 60
    assert count == many
    engine.close()


def test_a_chain_that_fails_at_its_head_fails_to_its_end() -> None:
    engine = ThreadedEngine(2)
    hold = threading.Event()

    def fail() -> None:
        hold.wait()
        raise ValueError("of the head")

    engine.push(fail, writes=["x"])
    for _ in range(MANY // 4):
        engine.push(int, reads=["x"], writes=["x"])
    hold.set()
    with pytest.raises(ValueError, match="of the head"):
        engine.wait_for("x")
    engine.close()


def test_many_readers_of_one_value_then_a_writer() -> None:
    engine = ThreadedEngine(2)
    seen: list[int] = []
    for _ in range(3):
        for _ in range(MANY // 10):
            engine.push(int, reads=["x"])
        engine.push(lambda: seen.append(engine.usage()[""].tasks), writes=["x"])
    engine.wait_all()
    engine.close()
    assert all(tasks >= (i + 1) * MANY // 10 for i, tasks in enumerate(seen))


def test_forks_exits_and_ctrl_c_find_devices_whole() -> None:
    done = run_script(
        """
        import os, signal, threading, time
        from dusk.engine import push, wait_all
        from dusk.config import config
        config.threads = 2
        counts = {"cpu:0": 0, "cpu:1": 0}
        def add(device):
            before = counts[device]
            time.sleep(1e-4)
            counts[device] = before + 1
        def some(n):
            for i in range(n):
                for device in counts:
                    push(lambda device=device: add(device), device=device, priority=i % 3)
        for turn in range(6):
            some(10)
            child = os.fork()
            ok = counts == {"cpu:0": 10 * turn + 10, "cpu:1": 10 * turn + 10}
            if child == 0:
                some(10)
                wait_all()
                os._exit(0 if ok and counts["cpu:1"] == 10 * turn + 20 else 1)
            assert ok and os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, (turn, counts)
        # a task of a device that forks: its child goes on with that device
        def fork():
            child = os.fork()
            if child == 0:
                code = 1
                try:
                    other = push(lambda: 0, device="cpu:1")
                    time.sleep(0.05)
                    early = other.done  # the device is at this task
                    code = 2 if early else other.wait()
                finally:
                    os._exit(code)
            return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert push(fork, device="cpu:1").wait() == 0
        pushed = dict(counts)
        for turn in range(20):
            killer = threading.Timer(0.002, os.kill, (os.getpid(), signal.SIGINT))
            try:
                killer.start()
                while True:
                    push(lambda: add("cpu:0"), device="cpu:0").wait()
                    pushed["cpu:0"] += 1
            except KeyboardInterrupt:
                pass
            killer.join()
        wait_all()
        assert pushed["cpu:0"] <= counts["cpu:0"] <= pushed["cpu:0"] + 20
        some(20)  # the interpreter ends with these pending, and finishes them
        push(lambda: print(counts["cpu:1"] - pushed["cpu:1"], flush=True), device="cpu:1", priority=-1)
        """,
        **FORKS,
    )
    assert done.stdout == "20\n"
