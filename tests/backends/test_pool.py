"""The native thread pool."""

from __future__ import annotations

import ctypes
import os
import threading
import time
from collections.abc import Iterator

import pytest

from dusk.backends import place_code, pool, runtime, runtime_code
from dusk.config import config
from dusk.kernel import native
from native_steps import Table, needs_native
from subprocess_script import FORKS, run_script

pytestmark = [
    needs_native,
    pytest.mark.skipif(not runtime_code.system_calls(), reason="no futex here, so no pool"),
]


@pytest.fixture(autouse=True)
def stopped_after() -> Iterator[None]:
    yield
    pool.stop()


def workers() -> int:
    return sum(thread.name == "dusk-pool" for thread in threading.enumerate())


def gate() -> int:
    return ctypes.c_int64.from_address(pool._state + 8 * 16).value  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize("threads", [2, 4])
def test_as_many_threads_as_the_setting_says_take_part_in_a_region(threads: int) -> None:
    table = Table(2).step("meet", 1, threads, 1 << 33, extent=threads, chunk=1)
    with config.using(threads=threads):
        for _ in range(50):  # woken from their sleep, and met still spinning
            table.words[:] = 0
            assert table.run() == 0
            assert table.words.tolist() == [threads, 0]
            assert gate() == 0
        assert pool.size() == threads
        assert workers() == threads - 1


def test_the_number_of_threads_follows_the_setting() -> None:
    table = Table(500).step("count", 1, extent=500, chunk=3)
    for turn, threads in enumerate([3, 1, 2, 5, 5, 1]):
        with config.using(threads=threads):
            assert table.run() == 0
            assert pool.size() == threads
            assert workers() == threads - 1
        assert (table.words == turn + 1).all()
    assert pool.wanted() >= 1


def test_a_bound_program_sees_to_the_pool() -> None:
    table = Table(2).step("meet", 1, 3, 1 << 33, extent=3, chunk=1)
    call = runtime.bind(*table.addresses())
    with config.using(threads=3):
        assert call() == 0
    assert table.words.tolist() == [3, 0]


def test_the_pool_serves_the_runner_even_if_kernels_were_forgotten_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(2).step("meet", 1, 2, 1 << 28, extent=2, chunk=1)
    runtime_code._functions.cache_clear()  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(runtime, "_runner", None)
    monkeypatch.setattr(pool, "_entry", None)
    runtime.run_address()
    native.forget()
    with config.using(threads=2):
        assert table.run() == 0
    assert table.words.tolist() == [2, 0]


def test_many_short_regions_lose_nothing() -> None:
    table = Table(64)
    for chunk in (1, 5, 20, 33) * 250:
        table.step("count", 1, extent=64, chunk=chunk)
    with config.using(threads=4):
        for _ in range(20):
            assert table.run() == 0
    assert (table.words == 20_000).all()


def test_a_region_that_finds_the_pool_taken_runs_on_its_own_thread() -> None:
    outer = Table(2).step("meet", 1, 3, 1 << 33, extent=2, chunk=1)
    inner = Table(10).step("count", 1, extent=10, chunk=1)
    with config.using(threads=2):
        pool.start()
        thread = threading.Thread(target=outer.run)
        thread.start()
        while outer.words[0] < 2:  # both threads of the pool are in it
            pass
        assert inner.run() == 0
        assert (inner.words == 1).all()
        outer.words[0] = 3
        thread.join(20)
    assert not thread.is_alive()
    assert outer.words[1] == 0


def test_a_worker_that_wakes_after_the_region_is_over_touches_nothing() -> None:
    text = runtime_code.worker_text()
    worker = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(native.function("dusk_worker", text))
    late = Table(10).step("count", 1, extent=10, chunk=1)
    slots, args, _, _ = late.addresses()
    with config.using(threads=2):
        pool.start()
        state = pool._state  # pyright: ignore[reportPrivateUsage]
        words = (ctypes.c_int64 * runtime_code.STATE_WORDS).from_address(state)
        copy = (ctypes.c_int64 * runtime_code.STATE_WORDS)(*words)  # its system call and patience, and nobody in it
    copy[0], copy[8], copy[16] = 1, 0, 0  # a region came; all of it is left to do; but the gate is closed
    copy[32:37] = [int(late.steps_array[0, 0]), slots, args, 10, 1]
    thread = threading.Thread(target=worker, args=(ctypes.addressof(copy),), daemon=True)
    thread.start()
    time.sleep(0.02)
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(native.function("dusk_stop", text))(ctypes.addressof(copy))
    thread.join(20)
    assert not thread.is_alive()
    assert (late.words == 0).all()
    assert copy[8] == 0
    assert copy[16] == 0


def test_sixteen_threads_run_programs_while_the_pool_comes_and_goes() -> None:
    tables = [
        Table(300).step("count", 1, extent=300, chunk=11).step("count", 1, extent=300, chunk=300) for _ in range(16)
    ]

    def client(table: Table) -> None:
        for _ in range(100):
            table.run()

    with config.using(threads=3):
        clients = [threading.Thread(target=client, args=(table,)) for table in tables]
        for thread in clients:
            thread.start()
        for turn in range(20):
            pool.stop()
            config.threads = 2 + turn % 3
        for thread in clients:
            thread.join()
    for table in tables:
        assert (table.words == 200).all()


@pytest.mark.skipif(pool.available_cores() < 2, reason="needs two CPUs")
def test_who_is_woken_is_kept_off_the_callers_cpu_until_it_is_up() -> None:
    table = Table(2).step("meet", 1, 2, 1 << 33, extent=2, chunk=1)
    mine = os.sched_getaffinity(0)
    asleep, leave = threading.Event(), threading.Event()
    late = threading.Thread(target=lambda: (asleep.set(), leave.wait()))
    late.start()  # stands for a worker that does not get to run for a while
    try:
        asleep.wait()
        with config.using(threads=2):
            pool.start()
            state = pool._state  # pyright: ignore[reportPrivateUsage]
            words = (ctypes.c_int64 * runtime_code.STATE_WORDS).from_address(state)
            (worker,) = pool._threads  # pyright: ignore[reportPrivateUsage]
            while not words[place_code.TAKEN] or not words[24] & 0xFFFFFFFF:  # until the worker sleeps
                time.sleep(0.001)
            seat = place_code.FIRST_SEAT + place_code.SEAT_WORDS
            words[seat], words[place_code.TAKEN] = late.native_id or 0, 2
            for cpu in sorted(mine)[:2]:
                time.sleep(0.01)
                os.sched_setaffinity(0, {cpu})
                os.sched_setaffinity(late.native_id or 0, mine)
                words[seat + 1] = 0
                table.words[:] = 0
                assert table.run() == 0
                assert table.words.tolist() == [2, 0]
                assert words[seat + 1] == 1
                assert os.sched_getaffinity(late.native_id or 0) == mine - {cpu}
                assert os.sched_getaffinity(worker.native_id or 0) == mine  # it is up
    finally:
        os.sched_setaffinity(0, mine)
        leave.set()
        late.join()


@pytest.mark.skipif(pool.available_cores() < 2, reason="needs two CPUs")
def test_a_worker_stays_where_somebody_else_has_put_it() -> None:
    table = Table(2).step("meet", 1, 2, 1 << 33, extent=2, chunk=1)
    with config.using(threads=2):
        pool.start()
        (worker,) = pool._threads  # pyright: ignore[reportPrivateUsage]
        for cpu in sorted(os.sched_getaffinity(0))[:2]:
            os.sched_setaffinity(worker.native_id or 0, {cpu})
            for _ in range(5):
                time.sleep(0.005)
                table.words[:] = 0
                assert table.run() == 0
                assert os.sched_getaffinity(worker.native_id or 0) == {cpu}


def test_starting_again_does_nothing_and_stopping_twice_neither() -> None:
    with config.using(threads=3):
        pool.start()
        before = {thread.ident for thread in threading.enumerate()}
        pool.start()
        assert {thread.ident for thread in threading.enumerate()} == before
    pool.stop()
    pool.stop()
    assert workers() == 0
    assert pool.size() == 1


def test_a_forked_child_gets_a_pool_of_its_own() -> None:
    done = run_script(
        """
import os, threading, time
from native_steps import Table
from dusk.backends import pool
from dusk.config import config
config.threads = 2

def met():
    table = Table(2).step("meet", 1, 2, 1 << 33, extent=2, chunk=1)
    return table.run() == 0 and table.words.tolist() == [2, 0] and pool.size() == 2

assert met()
busy = True
def noise():
    table = Table(100).step("count", 1, extent=100, chunk=3)
    while busy:
        table.run()
thread = threading.Thread(target=noise, daemon=True)
for turn in range(20):
    if turn == 5:
        thread.start()    # forks in the middle of its regions
    child = os.fork()
    if child == 0:
        os._exit(0 if met() else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
busy = False
thread.join()
assert met()
print("fine")
""",
        **FORKS,
    )
    assert done.stdout == "fine\n"


@pytest.mark.parametrize("ending", ["", "sys.exit(3)", "pool.stop()", "atexit.register(run)", "os._exit(0)"])
def test_the_interpreter_ends_with_workers_parked_and_programs_running(ending: str) -> None:
    run_script(
        f"""
import atexit, os, sys, threading, time
def left():     # registered before Dusk's own, so called after it
    assert not any(thread.name in ("dusk-pool", "dusk-engine") for thread in threading.enumerate())
atexit.register(left)
from native_steps import Table
from dusk.backends import pool
from dusk.config import config
from dusk.engine import push
config.threads = 3
table = Table(1000).step("count", 1, extent=1000, chunk=10)
def run():
    assert table.run() == 0
def noise():
    while True:
        run()
run()
for _ in range(2):
    threading.Thread(target=noise, daemon=True).start()
for _ in range(20):
    push(run, writes=["x"])
time.sleep(0.01)
{ending}
""",
        status=3 if "3" in ending else 0,
    )


def test_ctrl_c_while_regions_run_is_met_at_once_and_the_pool_is_usable_after() -> None:
    done = run_script(
        """
import os, random, signal, threading, time
from native_steps import Table
from dusk.backends import pool
from dusk.config import config

chance = random.Random(5)
table = Table(1000).step("count", 1, extent=1000, chunk=10)
def send(after):
    global sent_at
    time.sleep(after)
    sent_at = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)
slowest = 0.0
for turn in range(100):
    sender = threading.Thread(target=send, args=(chance.random() * 0.005,))
    try:
        sender.start()
        while True:
            config.threads = 2 + turn % 2      # some come while the pool starts and stops
            table.run()
            if turn % 4 == 0:
                pool.stop()
    except KeyboardInterrupt:
        slowest = max(slowest, time.monotonic() - sent_at)
    sender.join()
assert slowest < 0.2, slowest
config.threads = 2
for turn in range(20):  # on a busy machine a thread may come late
    meeting = Table(2).step("meet", 1, 2, 1 << 33, extent=2, chunk=1)
    assert meeting.run() == 0
    if meeting.words.tolist() == [2, 0]:
        break
assert meeting.words.tolist() == [2, 0]
assert (table.words == table.words[0]).all()
print("fine")
"""
    )
    assert done.stdout == "fine\n"


def test_no_more_threads_to_be_had_costs_speed_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    table = Table(100).step("count", 1, extent=100, chunk=3)
    with config.using(threads=6):
        monkeypatch.setattr(threading.Thread, "start", refuse)
        assert table.run() == 0
    assert (table.words == 1).all()
