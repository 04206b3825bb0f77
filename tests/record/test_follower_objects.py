"""Handles are good Python objects: references, the collector, weak references, subclasses, foreign operands."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
import weakref
from collections.abc import Callable
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk.engine.buffer import pool
from dusk.record import Context, adopt, local, ready_handle
from dusk.record.follower import Handle, unfit

pytestmark = pytest.mark.usefixtures("own_trie")
native = pytest.mark.skipif(unfit is not None, reason=f"of the native follower: {unfit}")
SCALAR: Any = type(np.ones(2).sum())


def ready(*shape: int, cls: Any = np.ndarray) -> Any:
    x = np.array(numpy.ones(shape or (3,)))
    dusk.eval(x)
    return x if cls is np.ndarray else ready_handle(cls, x.type, x.buffer)


def step(x: Any, w: Any, rate: float = 0.5) -> Any:
    """Leaves met once and twice, results that die at once, scalars, keywords, views, calls in place."""
    h = np.tanh(w @ x + x)
    v = w * 1
    v += h
    v[1:] -= rate
    return (h - 2.0 * x).sum(axis=0) * v[0, 1:].sum()


def test_thousands_of_steps_under_the_collector_leave_nothing_behind() -> None:
    x, w = ready(), ready(3, 3)
    watched = (x, w, x.type, w.type, x.buffer, w.buffer, np.ndarray, SCALAR, local.context, np.add.op)
    threshold = gc.get_threshold()

    def steps(n: int) -> None:
        for i in range(n):
            cycle: list[Any] = [step(x, w, i % 5 / 4)]
            cycle.append(cycle)
            if i % 3:
                local.context.start()
        local.context.start()

    gc.set_threshold(50)
    try:
        counts: list[list[int]] = []
        for n in (5000, 3000, 3000):  # first until as many dead handles are kept for later as ever are
            steps(n)
            gc.collect()
            counts.append([sys.getallocatedblocks(), *(sys.getrefcount(o) for o in watched)])
    finally:
        gc.set_threshold(*threshold)
    assert counts[1][1:] == counts[2][1:] == counts[0][1:]
    assert counts[2][0] - counts[1][0] < 100, "a leak of one object in thirty steps would show"


def test_thousands_of_runs_leave_nothing_behind() -> None:
    x, w = ready(), ready(3, 3)
    watched = (w, x.type, w.type, w.buffer, np.ndarray, SCALAR, local.context, np.add.op)

    def steps(n: int) -> None:
        nonlocal x
        for i in range(n):
            x = x * (i % 7 / 8) + 1
            x += step(x, w) * 0.0
            dusk.eval(x)

    counts: list[list[int]] = []
    for n in (200, 1000, 1000):
        steps(n)
        gc.collect()
        counts.append([sys.getallocatedblocks(), *(sys.getrefcount(o) for o in watched)])
    assert counts[1][1:] == counts[2][1:]
    assert counts[2][0] - counts[1][0] < 100


def test_references_of_results_are_exact() -> None:
    x = ready()
    for _ in range(4):
        y = x + x
        z = y
        assert sys.getrefcount(y) == 4, "two names, the segment, the argument"
        y += x
        assert y is z
        y *= 2.0
        assert y is z
        assert sys.getrefcount(y) == 4
        del z
        local.context.start()
        assert sys.getrefcount(y) == 2
        assert (sys.getrefcount(x), sys.getrefcount(x.buffer)) == (2, 2)


def test_a_segment_that_dies_lets_go_of_all_it_holds() -> None:
    x = ready()
    before = local.context
    for _ in range(3):
        context = local.context = Context()
        y = x * 2 + x
        gone = weakref.ref(y)
        del y
        assert gone() is not None
        local.context = before
        context.end()
        assert gone() is None
        gone, root = weakref.ref(context), context.root
        del context
        root.children.clear()  # they know their parent
        gc.collect()
        assert gone() is None
        assert sys.getrefcount(root) == 2
        assert (sys.getrefcount(x), sys.getrefcount(x.buffer)) == (2, 2)


def test_a_segment_that_dies_in_use_is_not_followed() -> None:
    x = ready()
    before = local.context
    for _ in range(3):
        context = Context()
        context.activate()
        context.end()
        del context
        gc.collect()
        numpy.testing.assert_array_equal(numpy.array(x * 2 + x), [3, 3, 3])
        before.activate()


def test_a_trace_that_is_over_lets_go_of_what_it_met() -> None:
    def traced() -> None:
        x = ready(100_000)
        assert float(dusk.compile(lambda v: (v * 2 + x).sum())(x)) == 300_000

    counts: list[int] = []
    for _ in range(4):
        traced()
        gc.collect()
        counts.append(pool().stats().bytes_live)
    assert max(counts) - min(counts) < 800_000, "not one of the arrays is left"


def test_a_path_that_is_pruned_gives_back_what_it_held() -> None:
    x, y = ready(7), ready(7)
    local.context.start()
    gc.collect()
    watched = (x.type, x.sum().type, np.ndarray, SCALAR, np.add.op)
    counts: list[list[int]] = []
    for i in range(4):
        for _ in range(2 * bool(i)):
            (x + y * x - 2.0 + x).sum(axis=0)
            x[1:3] + y[2:4]
            local.context.start()
        for key, child in list(local.context.root.children.items()):
            child.unlink()
            del local.context.root.children[key]
        del key, child
        gc.collect()
        counts.append([sys.getrefcount(o) for o in watched])
    assert counts[1:] == counts[1:2] * 3


def test_dead_handles_of_two_classes_serve_each_other() -> None:
    x = ready()
    counts: list[tuple[int, int]] = []
    for _ in range(6):
        for call, cls in ((lambda: x + x, np.ndarray), (lambda: x.sum(), SCALAR)):
            made = [call() for _ in range(50)]
            assert {type(m) for m in made} == {cls}
            assert all((m.owner, m.buffer, m.version) == (None, None, 0) for m in made)
            local.context.start()
        del made
        local.context.start()
        counts.append((sys.getrefcount(np.ndarray), sys.getrefcount(SCALAR)))
    assert counts[1:] == counts[:1] * 5


def test_weak_references_and_their_callbacks() -> None:
    x = ready()
    for _ in range(4):
        died: list[Any] = []
        y = x + x
        alive = weakref.ref(y, died.append)
        assert alive() is y
        slot = y.slot
        weakref.finalize(y, lambda slot=slot, died=died: died.append(slot in local.context.alive({})))
        del y
        assert alive() is not None, "the segment holds it"
        local.context.start()
        assert alive() is None
        assert died == [False, alive]
        z = x + x
        assert weakref.getweakrefcount(z) == 0
        local.context.start()


def test_a_subclass_with_a_dict_is_collected_through_a_cycle() -> None:
    class Named(np.ndarray):
        pass

    x = ready()
    count = sys.getrefcount(Named)
    for _ in range(10):
        named = ready(cls=Named)
        named.me = named
        gone, buffer = weakref.ref(named), weakref.ref(named.buffer)
        result = named * x + named
        assert type(result) is np.ndarray
        numpy.testing.assert_array_equal(numpy.array(result), [2, 2, 2])
        before = named
        named += x
        assert named is before
        numpy.testing.assert_array_equal(numpy.array(named), [2, 2, 2])
        del named, before, result
        local.context.start()
        gc.collect()
        assert gone() is None
        assert buffer() is None
    assert sys.getrefcount(Named) == count


def test_a_subclass_with_slots_and_one_that_overrides() -> None:
    class Slotted(np.ndarray):
        __slots__ = ("note",)

    class Own(np.ndarray):
        __slots__ = ()

        def __add__(self, other: Any) -> Any:
            return "own"

        def __rsub__(self, other: Any) -> Any:
            return "own, reflected"

        def __imul__(self, other: Any) -> Any:
            return super().__imul__(other)

    x = ready()
    counts = [sys.getrefcount(Slotted), sys.getrefcount(Own)]
    for _ in range(20):
        slotted, own = ready(cls=Slotted), ready(cls=Own)
        slotted.note = "here"
        numpy.testing.assert_array_equal(numpy.array(slotted - x * 3), [-2, -2, -2])
        assert own + x == "own"
        assert x - own == "own, reflected"
        numpy.testing.assert_array_equal(numpy.array(np.ndarray.__add__(own, x)), [2, 2, 2])
        before = own
        own *= x * 3
        assert own is before
        numpy.testing.assert_array_equal(numpy.array(own), [3, 3, 3])
    del slotted, own, before
    local.context.start()
    assert counts == [sys.getrefcount(Slotted), sys.getrefcount(Own)]


def test_methods_put_on_the_class_later() -> None:
    np.ndarray.seven = lambda self: 7
    try:
        assert (ready() + ready()).seven() == 7
    finally:
        del np.ndarray.seven


@native
def test_adoption_refuses_classes_with_state() -> None:
    class Stateful(Handle):
        pass

    class Final(Handle):
        __slots__ = ()

        def __del__(self) -> None: ...

    for cls in (Stateful, Final, int):
        with pytest.raises(TypeError, match="cannot be a class of handles"):
            adopt(cls)


def test_foreign_operands_get_their_turn() -> None:
    class Foreign:
        def __radd__(self, other: Any) -> Any:
            return "radd"

        def __rsub__(self, other: Any) -> Any:
            return NotImplemented

        def __lt__(self, other: Any) -> Any:
            return "less"

    x = ready()
    for _ in range(3):
        assert x + Foreign() == "radd"
        assert (x > Foreign()) == "less"
        y = x
        y += Foreign()
        assert y == "radd"
        calls: list[Callable[[], Any]] = [
            lambda: x - Foreign(),
            lambda: x - "text",
            lambda: "text" - x,
            lambda: x @ "text",
            lambda: pow(x, 2, 3),
            lambda: x << None,
            lambda: hash(x),
        ]
        for call in calls:
            with pytest.raises(TypeError):
                call()
        y = x
        with pytest.raises(TypeError):
            y @= "text"
        assert y is x
    assert Handle.__add__(x, Foreign()) == "radd"


def test_a_call_that_is_not_followed_leaves_no_references_behind() -> None:
    x, view = ready(), ready()[1:]
    watched: tuple[Any, ...] = (x, x.type, x.buffer, view, view.owner, None, NotImplemented)

    def miss() -> list[int]:
        for _ in range(1000):
            with pytest.raises(TypeError):
                x + "text"
            with pytest.raises(TypeError):
                view @ "text"
            with pytest.raises(ValueError, match="broadcast"):
                x + view
        return [sys.getrefcount(o) for o in watched]

    for _ in range(3):  # until what is remembered of types is full
        miss()
    counts, before = miss(), sys.getallocatedblocks()
    assert max(b - a for a, b in zip(counts, miss(), strict=True)) < 100
    assert sys.getallocatedblocks() - before < 100


def test_scalars_have_no_operators_in_place() -> None:
    x = ready()
    for _ in range(3):
        s = t = x.sum()
        s += 1.0
        assert s is not t
        assert (float(t), float(s)) == (3.0, 4.0)


def test_copies_and_pickles() -> None:
    x = ready()
    for make in (copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))):
        y = x * 2
        made = make(y)
        y += 1
        numpy.testing.assert_array_equal(numpy.array([made, y]), [[2] * 3, [3] * 3])
