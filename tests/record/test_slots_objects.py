"""Native handles are good Python objects: references, the collector, weak references, subclasses, exceptions."""

from __future__ import annotations

import gc
import sys
import weakref
from typing import Any

import pytest

from slots_recorder import EXP, MATRIX, VECTOR, Array, Kind, Recorder, Scalar, context, leaf, recorder, slots, step

__all__ = ["recorder"]


def test_thirty_thousand_steps_under_the_collector_leave_nothing_behind(recorder: Recorder) -> None:
    x, w = leaf(), leaf()
    watched = (MATRIX, Array, x._buffer, w._buffer, recorder)
    threshold = gc.get_threshold()

    def steps(n: int) -> None:
        for i in range(n):
            cycle: list[Any] = [step(x, w)]
            cycle.append(cycle)
            if i % 3:
                slots.reset()
        slots.reset()

    gc.set_threshold(50)
    try:
        counts: list[list[int]] = []
        for n in (1000, 15000, 15000):
            steps(n)
            gc.collect()
            free = slots._state.free_count
            references = [sys.getrefcount(o) for o in watched]
            counts.append([sys.getallocatedblocks(), free, recorder.misses, *references])
    finally:
        gc.set_threshold(*threshold)
    assert counts[1][1:] == counts[2][1:]
    assert counts[2][2] == counts[0][2]
    assert counts[2][0] - counts[1][0] < 100, "a leak of one object in a hundred steps would show"


def test_references_of_results_are_exact(recorder: Recorder) -> None:
    x = leaf()
    for _ in range(3):
        y = x + x
        z = y
        assert sys.getrefcount(y) == 3
        y += x
        assert y is z
        assert sys.getrefcount(y) == 3
        del y, z
        slots.reset()
    counts = [sys.getrefcount(x), sys.getrefcount(x._buffer)]
    assert counts == [2, 2]


def test_the_free_list_is_bounded(recorder: Recorder) -> None:
    handles = [leaf() for _ in range(6000)]
    del handles
    assert slots._state.free_count == 4096


def test_results_of_two_classes_share_the_free_list(recorder: Recorder) -> None:
    x = leaf()
    counts: list[tuple[int, int]] = []
    for _ in range(6):
        recorder.out_class = Array
        y = x + x
        recorder.out_class = Scalar
        z = x - x
        assert (type(y), type(z)) == (Array, Scalar)
        s = z
        s += z
        assert s is not z, "an immutable class has no in-place operators"
        del y, z, s
        slots.reset()
        counts.append((sys.getrefcount(Array), sys.getrefcount(Scalar)))
    assert sum(counts[1]) == sum(counts[-1])
    x - x
    slots.reset()
    recorder.out_class = Array
    x * x
    slots.reset()
    before = sys.getrefcount(Array), sys.getrefcount(Scalar)
    s = x - x
    assert type(s) is Scalar
    assert (sys.getrefcount(Array), sys.getrefcount(Scalar)) == (before[0] - 1, before[1] + 1), "retyped from an Array"


def test_weak_references_and_their_callbacks(recorder: Recorder) -> None:
    x = leaf()
    for _ in range(3):
        died: list[Any] = []
        y = x + x
        alive = weakref.ref(y, died.append)
        assert alive() is y
        slot = y._tag - context().tag
        weakref.finalize(y, lambda s=slot, d=died: d.append(dict(context().living()).get(s)))
        del y
        assert alive() is None
        assert died == [None, alive], "a callback must not meet the dying"
        slots.reset()
        z = x + x
        assert weakref.getweakrefcount(z) == 0
        slots.reset()
    assert recorder.misses == 1


def test_a_callback_may_record(recorder: Recorder) -> None:
    x = leaf()
    made: list[Any] = []
    for _ in range(3):
        y = x + x
        weakref.finalize(y, lambda: made.append(x * x))
        del y
        assert dict(context().living()) == {made[-1]._tag - context().tag: made[-1]}
        slots.reset()
    assert recorder.misses == 2


def test_a_subclass_with_a_dict_is_collected_through_a_cycle(recorder: Recorder) -> None:
    class Named(Array):
        pass

    x = leaf()
    gc.collect()
    taken = [x + x for _ in range(100)]
    free = slots._state.free_count
    count = sys.getrefcount(Named)
    for _ in range(10):
        named = leaf(cls=Named)
        named.me = named
        gone = weakref.ref(named)
        buffer = weakref.ref(named._buffer)
        del named
        gc.collect()
        assert gone() is None
        assert buffer() is None
    assert sys.getrefcount(Named) == count
    assert slots._state.free_count == free, "only results' classes are kept for the next results"
    del taken
    named = leaf(cls=Named)
    assert named + named == "a subclass"
    assert named.kind is MATRIX


def test_a_subclass_with_slots_and_one_that_overrides(recorder: Recorder) -> None:
    class Slotted(Array):
        __slots__ = ("note",)

    class Own(Array):
        __slots__ = ()

        def __add__(self, other: Any) -> Any:
            return "own"

        def __iadd__(self, other: Any) -> Any:
            return super().__iadd__(other)

    x, own = leaf(), leaf(cls=Own)
    counts = [sys.getrefcount(Slotted), sys.getrefcount(Own)]
    for _ in range(20):
        slotted = leaf(cls=Slotted)
        slotted.note = "here"
        assert slotted - x == "a subclass" == own - x
        assert own + x == "own"
        assert Array.__add__(own, x) == "a subclass"
    del slotted
    assert counts == [sys.getrefcount(Slotted), sys.getrefcount(Own)]
    own += x
    assert own == "a subclass"


def test_methods_put_on_the_class_later(recorder: Recorder) -> None:
    Array.__len__ = lambda self: 7
    try:
        assert len(leaf() + leaf()) == 7
    finally:
        del Array.__len__


def test_adoption_refuses_classes_with_state(recorder: Recorder) -> None:
    class Stateful(slots.Handle):
        pass

    class Final(slots.Handle):
        __slots__ = ()

        def __del__(self) -> None: ...

    for cls in (Stateful, Final, int):
        with pytest.raises(TypeError, match="cannot be a class of handles"):
            slots.adopt(cls)


def test_foreign_operands_get_their_turn(recorder: Recorder) -> None:
    class Foreign:
        foreign = True

        def __radd__(self, other: Any) -> Any:
            return "radd"

        def __rsub__(self, other: Any) -> Any:
            return NotImplemented

    x = leaf()
    assert x + Foreign() == "radd"
    y = x
    y += Foreign()
    assert y == "radd"
    for bad in (Foreign(), "text"):
        with pytest.raises(TypeError, match="unsupported operand"):
            x - bad
    with pytest.raises(TypeError):
        pow(x, 2, 3)
    with pytest.raises(TypeError):
        x @= "text"


def test_operands_keep_their_sides(recorder: Recorder) -> None:
    x = leaf()
    seen: list[Any] = []
    slots.on_miss(lambda op, *a: seen.append((slots.operators[op], *a)))
    2.0 - x
    x**2
    abs(x)
    assert seen == [("subtract", 2.0, x), ("power", x, 2), ("absolute", x)]


def test_an_error_in_the_miss_function_reaches_the_user_and_leaves_the_path(recorder: Recorder) -> None:
    x, w, other = leaf(), leaf(), leaf(VECTOR)
    counts: list[int] = []
    for _ in range(3):
        h = x @ w
        with pytest.raises(ValueError, match="shapes differ"):
            h + other
        h + x
        slots.reset()
        counts.append(recorder.misses)
    assert counts == [3, 4, 5], "the two good calls are followed, before and after the error"
    step(x, w)
    slots.reset()
    before = recorder.misses
    x @ w
    with pytest.raises(ValueError, match="shapes differ"):
        x + other
    slots.reset()
    step(x, w)
    assert recorder.misses == before + 1, "an abandoned segment is forgotten"


def test_a_miss_leaves_no_references_behind(recorder: Recorder) -> None:
    x = leaf()
    slots.follow(EXP, x)
    slots.reset()
    watched = (recorder, x, x._type, x._buffer)
    view = leaf()
    view._owner = x

    def miss() -> list[int]:
        for _ in range(1000):
            assert slots.follow(10**6, view, "text") is NotImplemented
        return [sys.getrefcount(o) for o in watched]

    counts, before = miss(), sys.getallocatedblocks()
    assert miss() == counts
    assert sys.getallocatedblocks() - before < 100


def test_nodes_own_what_they_name(recorder: Recorder) -> None:
    x, kind, name, payload = leaf(), Kind("type"), Kind("constant"), Kind("payload")
    gone = [weakref.ref(o) for o in (kind, name, payload)]
    slots.extend(payload, kind, Array, 0, EXP, x, name)
    node = slots.here()
    assert slots.position() is payload
    slots.reset()
    del kind, name, payload
    gc.collect()
    assert all(r() for r in gone)
    slots.prune(node)
    assert not any(r() for r in gone)


def test_without_a_miss_function_operators_are_not_implemented() -> None:
    slots.on_miss(None)
    with pytest.raises(TypeError, match="unsupported operand"):
        leaf() + leaf()


def test_what_was_recorded_is_followed_without_a_miss(recorder: Recorder) -> None:
    x, w = leaf(), leaf()
    counts: list[int] = []
    tags: list[list[int]] = []
    for _ in range(4):
        loss = step(x, w)
        counts.append(recorder.misses)
        tags.append([h._tag - context().tag for h in (x, w, loss)])
        slots.reset()
    assert counts == [10, 10, 10, 10]
    assert tags[1:] == tags[:1] * 3
