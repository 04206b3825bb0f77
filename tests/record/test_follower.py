"""Both followers: what was recorded is followed, and what cannot be is left to the recorder, at any moment."""

from __future__ import annotations

import gc
import sys
import threading
import weakref
from collections.abc import Callable
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk.config import config
from dusk.engine.buffer import Buffer
from dusk.graph import TensorType
from dusk.ops import variables
from dusk.record import Context, Handle, intern, local, ready_handle, record
from dusk.record.follower import unfit

pytestmark = pytest.mark.usefixtures("own_trie")
native = pytest.mark.skipif(unfit is not None, reason=f"of the native follower: {unfit}")


def ready(*shape: int, value: float = 1.0) -> Any:
    x = np.array(numpy.full(shape or (3,), value))
    dusk.eval(x)
    return x


def missed(call: Callable[[], Any]) -> int:
    """How many calls were new to the trie; what was recorded is forgotten."""
    local.context.start()
    before = dusk.stats()["misses"]
    call()
    local.context.start()
    return dusk.stats()["misses"] - before


def entered(call: Callable[[], Any]) -> set[str]:
    """Names of the recorder's Python functions that a call ran through."""
    names: set[str] = set()

    def note(frame: Any, event: str, argument: Any) -> None:
        if event == "call" and "record" in frame.f_code.co_filename.split("dusk")[-1]:
            names.add(frame.f_code.co_name)

    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(None)
    return names


x, y, square = ready(), ready(value=2.0), ready(3, 3)
CALLS: dict[str, Callable[[], Any]] = {
    "two arrays": lambda: x * y,
    "an array twice": lambda: x * x,
    "a float": lambda: x * 2.5,
    "a float first": lambda: 2.5 - x,
    "an int": lambda: x + 7,
    "a matrix product": lambda: square @ x,
    "a power": lambda: x**2,
    "a comparison": lambda: (x < y) & (x >= 1.0),
    "a negation": lambda: abs(-x),
    "a chain": lambda: ((x + y) * x - 0.5) / y,
    "an element": lambda: x[1] * y,
    "in place": lambda: (x * 1).__iadd__(y),
    "in place, many": lambda: (x + y).__imul__(x).__isub__(3.0).__itruediv__(y),
    "a scalar": lambda: x.sum() * 2.0 - y.sum(),
    "a reduction": lambda: square.sum(axis=0),
    "two axes": lambda: square.mean(axis=(0, 1), keepdims=True),
    "a function": lambda: np.exp(np.maximum(x, y)),
    "a slice": lambda: x[1:] + x[:-1],
    "a view": lambda: square.T @ x,
    "a write": lambda: (x * 1).__setitem__(slice(1, 3), y[:2]),
    "many operands": lambda: np.concatenate([x, y, x, x * 2, y, x, y, x * 3, x, y]),
}


@pytest.mark.parametrize("name", CALLS)
def test_what_was_recorded_is_followed(name: str) -> None:
    call = CALLS[name]
    missed(call)
    assert missed(call) == 0


VIEWS = {"an element", "a slice", "a view", "a write"}  # their reads and writes are several calls, made in Python


@native
@pytest.mark.parametrize("name", [name for name in CALLS if name not in VIEWS])
def test_following_stays_out_of_the_recorder(name: str) -> None:
    call = CALLS[name]
    for _ in range(3):
        missed(call)
    ran = entered(call)
    assert not ran & {"record_anew", "general", "operator", "_find", "_miss", "_commit"}, ran


def test_other_operands_are_other_children() -> None:
    a, b, matrix = ready(), ready(), ready(1, 3)
    calls: list[Callable[[], Any]] = [
        lambda: a * b,
        lambda: a * a,
        lambda: a * matrix,
        lambda: matrix * a,
        lambda: b - a,
        lambda: a * 2,
        lambda: a * 2.0,
        lambda: a * True,
        lambda: 2 * a,
        lambda: np.power(a, 2),
        lambda: np.power(a, 3),
        lambda: np.multiply(a, 2.0, dtype="float32"),
        lambda: a.sum(axis=0),
        lambda: a.sum(axis=0, keepdims=True),
    ]
    assert [missed(call) > 0 for call in calls] == [True] * len(calls)
    assert [missed(call) for call in calls] == [0] * len(calls)
    assert missed(lambda: b * a) == missed(lambda: b * b) == 0


def test_results_without_dimensions_are_of_the_class_asked_for() -> None:
    a, b = ready().sum(), ready().sum()
    dusk.eval(a, b)
    for _ in range(4):
        for as_array in (False, True):
            made = record(np.add.op, (a, b), {}, as_array)
            assert type(made) is type(record(np.add.op, (a, b), {}, as_array=as_array))
            assert (type(made) is np.ndarray) == as_array
            local.context.start()


def test_a_scalar_is_a_constant_until_its_second_value() -> None:
    a = ready()
    seen: list[tuple[int, int, float]] = []
    for rate in (0.5, 0.5, 0.25, 0.1, 0.0, -0.0, 7.5):
        before = dusk.stats()
        value = (a * rate - 1.0).numpy()[0]
        after = dusk.stats()
        seen.append((after["misses"] - before["misses"], after["generalisations"] - before["generalisations"], value))
    assert seen == [(2, 0, -0.5), (0, 0, -0.5), (0, 1, -0.75), *((0, 0, r - 1) for r in (0.1, 0.0, -0.0, 7.5))]


def test_integers_that_a_small_type_cannot_hold_are_refused_every_time() -> None:
    a = np.ones(3, "uint8")
    dusk.eval(a)
    for value in (5, 5, 6, 120):
        numpy.testing.assert_array_equal(numpy.array(a + value), numpy.ones(3, "uint8") + value)
    for _ in range(2):
        with pytest.raises(OverflowError):
            dusk.eval(a + 2**40)


def test_a_call_that_fails_leaves_the_segment_as_it_was() -> None:
    a, b = ready(), ready(4)
    for _ in range(4):
        c = a * 2
        for bad in (lambda c=c: c + b, lambda c=c: c @ b, lambda c=c: c.__iadd__(b), lambda c=c: c.sum(axis=3)):
            with pytest.raises(ValueError, match=r"broadcast|matmul|axis"):
                bad()
        c += a
        numpy.testing.assert_array_equal(numpy.array(c * 2), [6, 6, 6])


def test_results_that_die_are_not_alive_and_what_was_written_over_neither() -> None:
    a = ready()
    for _ in range(3):
        local.context.start()
        kept, dead = a + 1, a * 2
        kept += dead
        del dead
        assert local.context.alive({}) == (kept.slot,)


def test_memory_seen_by_numpy_is_written_within_gradients_too() -> None:
    for written in (
        lambda c: c.__iadd__(1),
        lambda c: c.__setitem__(slice(None), c + 1),
        lambda c: np.add(c, 1, out=c),
    ):
        c = ready()
        seen = numpy.asarray(c)

        def loss(v: Any, c: Any = c, written: Any = written) -> Any:
            value = (c * v).sum()
            written(c)
            return value

        for i in range(5):
            dusk.grad(loss)(ready())
            dusk.wait()
            assert seen[0] == numpy.array(c)[0] == 2.0 + i


def test_memory_that_another_handle_sees_is_not_written_over(tier: str) -> None:
    for _ in range(4):
        a = ready()
        other = ready_handle(np.ndarray, a.type, a.buffer)
        a += 1
        a *= a
        numpy.testing.assert_array_equal(numpy.array([a, other]), [[4] * 3, [1] * 3])


def test_a_finaliser_may_record_while_a_segment_ends() -> None:
    a = ready()
    kept: list[Any] = []
    for _ in range(5):
        dying = a * 2 + 1
        weakref.finalize(dying, lambda: kept.append(a + 10))
        del dying
        assert float((a + 10).sum()) == 33.0
        numpy.testing.assert_array_equal(numpy.array(a * 2 - 7), [-5, -5, -5])
        numpy.testing.assert_array_equal(numpy.array(kept.pop()), [11, 11, 11])


class Memory:
    """Foreign memory that records when it dies."""

    def __init__(self, then: Callable[[], Any]) -> None:
        self.data = numpy.zeros(3)
        self.__array_interface__ = self.data.__array_interface__
        self.then = then

    def __del__(self) -> None:
        self.then()


def test_memory_that_records_when_it_is_written_over_finds_the_call_done() -> None:
    a = ready()
    kept: list[Any] = []

    def round_() -> tuple[Any, Any]:
        memory = numpy.asarray(Memory(lambda: kept.append(a * 5)))
        cell = ready_handle(np.ndarray, intern(TensorType((3,), numpy.dtype(float))), Buffer.foreign(memory))
        del memory
        return record(np.add.op, (a, 1.0), {}, as_array=True, into=cell), cell

    for i in range(5):
        result, cell = round_()
        assert result is cell
        assert len(kept) == i + 1
        later = a - 3
        numpy.testing.assert_array_equal([cell, kept[-1], later], [[2] * 3, [5] * 3, [-2] * 3])


@native
def test_a_collection_never_begins_halfway_through_a_call() -> None:
    """Before 3.12 any allocation of a tuple may begin one, and with it finalisers that record."""

    class Cycle:
        def __init__(self) -> None:
            self.me = self

        def __del__(self) -> None:
            kept.append(a * 3)

    a, b = ready(), ready(value=2.0)
    kept: list[Any] = []
    operands, none = (a, b), dict[str, Any]()
    missed(lambda: record(variables, operands, none))
    threshold = gc.get_threshold()
    try:
        for _ in range(4):
            gc.collect()
            gc.disable()
            gc.set_threshold(1)
            Cycle(), Cycle()
            drained = [tuple([i, i]) for i in range(3000)]  # no dead pair is left to be used again
            gc.enable()
            first, second = record(variables, operands, none)
            gc.disable()
            values = [first * 2, second * 2, *kept]
            dusk.eval(values)
            numpy.testing.assert_array_equal(numpy.array(values[:2]), [[2] * 3, [4] * 3])
            for value in values[2:]:
                numpy.testing.assert_array_equal(numpy.array(value), [3] * 3)
            kept.clear()
            del first, second, drained
    finally:
        gc.set_threshold(*threshold)
        gc.enable()


@native
def test_running_out_of_memory_takes_the_whole_call_back() -> None:
    testing = pytest.importorskip("_testcapi")
    a, b = ready(), ready(value=2.0)
    operands, none = (a, b), dict[str, Any]()
    calls: list[Callable[[], Any]] = [
        lambda: a * b,
        lambda: a * 0.25,
        lambda: np.maximum(a, b),
        lambda: record(variables, operands, none),
        lambda: square.sum(axis=0),
    ]
    with config.using(cut=10**6):
        for call in calls:
            missed(lambda: a * 0.5)  # the second of two values: it varies
            for _ in range(2):
                missed(call)
            emptied = [a * b for _ in range(5000)]  # takes all dead handles there are
            kept, failed = local.context, 0
            for at in range(1, 12):
                fresh = local.context = Context()  # tables have no room yet
                fresh.root = kept.root
                fresh.start()
                testing.set_nomemory(at, at + 1)
                try:
                    call()
                except MemoryError:
                    testing.remove_mem_hooks()
                    failed += 1
                    assert (fresh.bound(), fresh.inputs(), fresh.node is fresh.root) == ([], [], True)
                finally:
                    testing.remove_mem_hooks()
                numpy.testing.assert_array_equal(numpy.array(a * b), [2, 2, 2])
            local.context = kept
            assert failed > 1
            del emptied


def test_threads_record_apart_and_read_each_other() -> None:
    shared, found = ready(), dict[int, Any]()

    def work(n: int) -> None:
        value = shared * n
        for _ in range(200):
            value = value * 0.5 + shared
            value += n
        found[n] = value

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    for n in range(8):
        value = numpy.ones(3) * n
        for _ in range(200):
            value = value * 0.5 + 1
            value += n
        numpy.testing.assert_array_equal(numpy.array(found[n]), value)


def test_a_thread_that_takes_over_the_number_of_a_dead_one() -> None:
    a, left = ready(), list[Any]()
    for i in range(20):

        def work(i: int = i) -> None:
            value = a * 2 + i
            left.append(value)
            if i % 3 == 0:
                dusk.wait()
            left.append(value - 1)

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    for i in range(20):
        numpy.testing.assert_array_equal(numpy.array(left[2 * i : 2 * i + 2]), [[2 + i] * 3, [1 + i] * 3])


def test_a_view_sees_what_another_thread_wrote() -> None:
    for i in range(5):
        a = ready(4)
        view = a[1:]
        before = view * 3

        def work(a: Any = a) -> None:
            a += 1

        if i > 2:
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
        numpy.testing.assert_array_equal(numpy.array([before, view * 2]), [[3] * 3, [4 if i > 2 else 2] * 3])


def test_a_thread_that_is_locked_out_waits() -> None:
    a = ready()
    context = local.context
    for _ in range(2):
        missed(lambda: a + 4)
    before = entered(lambda: a + 4)
    context.start()
    context.stolen = context.slow = True
    try:
        assert "record_anew" in entered(lambda: a + 4)
    finally:
        context.stolen = False
        context.check(False)
    context.start()
    assert entered(lambda: a + 4) == before


def test_a_pruned_path_is_recorded_anew() -> None:
    a = ready()
    call = lambda: a * 11 - a  # noqa: E731
    for _ in range(2):
        missed(call)
    root = local.context.root
    for key, child in list(root.children.items()):
        child.unlink()
        del root.children[key]
    gc.collect()
    assert missed(call) == 2
    assert missed(call) == 0


def test_a_segment_may_be_pruned_under_what_is_pending() -> None:
    a = ready()
    for _ in range(4):
        b = a * 12 + a
        root = local.context.root
        for key, child in list(root.children.items()):
            child.unlink()
            del root.children[key]
        gc.collect()
        c = b * 2 - a
        numpy.testing.assert_array_equal(numpy.array([b, c]), [[13] * 3, [25] * 3])


def test_a_handle_of_no_class_of_ours_is_none_of_ours() -> None:
    assert isinstance(ready(), Handle)
    assert not isinstance(1.0, Handle)
