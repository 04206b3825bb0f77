"""The runner of step tables."""

from __future__ import annotations

import gc
import threading
import time

import pytest

from dusk.backends import pool, runtime, runtime_code
from dusk.config import config
from dusk.errors import NativeUnavailable
from native_steps import Table, needs_native

pytestmark = needs_native


@pytest.mark.parametrize("way", ["run", "run held", "bind", "bind held", "bind serial"])
def test_steps_run_in_order_with_their_own_arguments(way: str) -> None:
    table = Table(2).step("affine", 1, 3, 1).step("affine", 1, 5, 2).step("affine", 1, 2, -1)
    table.words[0] = 10
    slots, args, steps, n = table.addresses()
    if way.startswith("run"):
        assert runtime.run(slots, args, steps, n, release=way == "run") == 0
    else:
        call = runtime.bind(slots, args, steps, n, release="held" not in way, parallel="serial" not in way)
        gc.collect()
        assert call() == 0
    assert table.words[0] == ((10 * 3 + 1) * 5 + 2) * 2 - 1


def test_a_table_without_steps_is_fine() -> None:
    assert Table(1).run() == 0


@pytest.mark.parametrize("chunk", [100, 7])
def test_the_first_step_after_which_the_status_is_not_0_is_told_and_ends_the_program(chunk: int) -> None:
    table = Table(100).step("count", 1, extent=100, chunk=chunk)
    table.step("guard", 63, 5, extent=100, chunk=chunk).step("count", 1, extent=100, chunk=chunk)
    with config.using(threads=2):
        assert table.run() == 2
    assert table.status[0] == 5
    assert (table.words == 1).all()


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_each_index_of_an_extent_is_done_once_whatever_the_chunks(threads: int) -> None:
    with config.using(threads=threads):
        for extent, chunk in [(0, 1), (1, 1), (2, 1), (1000, 1), (1000, 7), (1000, 999), (1000, 1000), (1000, 5000)]:
            table = Table(1001).step("count", 1, extent=extent, chunk=chunk)
            for _ in range(20):
                assert table.run() == 0
            assert (table.words[:extent] == 20).all()
            assert (table.words[extent:] == 0).all()


def test_extents_may_change_between_calls() -> None:
    table = Table(100).step("count", 1, extent=10, chunk=3)
    call = runtime.bind(*table.addresses())
    call()
    table.steps_array[0, 2] = 100
    call()
    assert (table.words == [2] * 10 + [1] * 90).all()


@pytest.mark.parametrize("bound", [False, True])
def test_other_python_threads_go_on_meanwhile(bound: bool) -> None:
    table = Table(2).step("meet", 1, 2, 1 << 33)
    thread = threading.Thread(target=runtime.bind(*table.addresses()) if bound else table.run)
    thread.start()
    while table.words[0] == 0:
        time.sleep(0)
    table.words[0] = 2
    thread.join(20)
    assert not thread.is_alive()
    assert table.words[1] == 0


def test_where_native_code_cannot_be_built_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise NativeUnavailable("no")

    monkeypatch.setattr(runtime_code, "function", refuse)
    monkeypatch.setattr(runtime, "_runner", None)
    for use in (runtime.run_address, lambda: runtime.run(0, 0, 0, 0), lambda: runtime.bind(0, 0, 0, 0)):
        with pytest.raises(NativeUnavailable):
            use()


def test_where_builtins_cannot_be_linked_bind_still_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    function = runtime_code.function

    def refuse(name: str, text: str) -> int:
        if name.startswith("dusk_call"):
            raise NativeUnavailable("no such symbol")
        return function(name, text)

    monkeypatch.setattr(runtime_code, "function", refuse)
    monkeypatch.setattr(runtime, "_runner", None)
    table = Table(1).step("affine", 1, 1, 4)
    assert runtime.bind(*table.addresses())() == 0
    assert table.words[0] == 4


def test_what_functions_were_bound_to_outlives_a_thread_that_made_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    first = runtime._get()
    monkeypatch.setattr(runtime, "_runner", None)  # as a thread sees it that comes at the same time
    assert runtime._get() is not first
    assert any(kept is first for kept in runtime._forever)


def test_native_callers_get_the_runners_address() -> None:
    assert runtime.run_address() != 0
    assert pool.size() >= 1
