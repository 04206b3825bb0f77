"""The native hit path follows what was recorded, and gives up where it must."""

from __future__ import annotations

import ctypes
import random
import sys
import threading
import weakref
from typing import Any

import pytest

from dusk.record.slots import CAPACITY, IN_PLACE, Node
from slots_recorder import (
    EXP,
    MATRIX,
    OPS,
    VECTOR,
    Array,
    Kind,
    Position,
    Recorder,
    context,
    leaf,
    recorder,
    slots,
    step,
)

__all__ = ["recorder"]


def test_a_flush_finds_leaves_scalars_and_the_living(recorder: Recorder) -> None:
    for _ in range(2):
        x, w = leaf(), leaf()
        loss = step(x, w)
        now = context()
        assert [now.pointers[1], now.pointers[2]] == [x._pointer, w._pointer]
        assert [now.buffers[1], now.buffers[2]] == [id(x._buffer), id(w._buffer)]
        assert dict(now.living()) == {loss._tag - now.tag: loss, w._tag - now.tag: w}
        values = [ctypes.c_double(2.0), ctypes.c_int64(3), ctypes.c_double(0.5)]
        assert [now.scalars[i] for i in range(3)] == [int.from_bytes(bytes(v), sys.byteorder) for v in values]
        slots.reset()
        assert not now.living()
        assert not any(now.buffers)
    assert recorder.misses == 10


def test_slots_count_leaves_in_the_order_met_then_the_result(recorder: Recorder) -> None:
    for _ in range(2):
        x, y, z = leaf(), leaf(), leaf()
        out = slots.follow(EXP, x, y, x, z)
        late = z + x
        assert [h._tag - context().tag for h in (x, y, z, out, late)] == [1, 2, 3, 4, 5]
        assert list(context().pointers[1:4]) == [x._pointer, y._pointer, z._pointer]
        slots.reset()
    assert recorder.misses == 2


def test_scalars_are_numbered_along_the_path(recorder: Recorder) -> None:
    x = leaf()
    for _ in range(2):
        x * 9
        slots.follow(EXP, x, 7, 8, 6)
        x * 5
        assert list(context().scalars[:5]) == [9, 7, 8, 6, 5]
        slots.reset()
    assert recorder.misses == 3


def test_a_value_written_in_place_is_no_longer_alive(recorder: Recorder) -> None:
    x = leaf()
    for _ in range(2):
        y = x + x
        y += x
        y += x
        assert context().living() == [(4, y)]
        slots.reset()


def test_a_leaf_that_dies_before_the_flush_keeps_its_buffer(recorder: Recorder) -> None:
    x = leaf()
    seen = weakref.ref(x._buffer)
    y = x + x
    del x
    assert seen() is not None
    slots.reset()
    assert seen() is None
    assert y._pointer == 0


def test_a_scalar_is_a_constant_until_its_second_value(recorder: Recorder) -> None:
    x, w = leaf(), leaf()
    counts: list[int] = []
    for rate in (0.5, 0.5, 0.25, 0.1, 0.0, -0.0, float("nan")):
        step(x, w, rate)
        counts.append(recorder.misses)
        slots.reset()
    assert counts == [10, 10, 11, 11, 11, 11, 11]


def test_zeros_of_both_signs_and_numbers_of_other_types_are_told_apart(recorder: Recorder) -> None:
    x = leaf()
    seen: list[tuple[int, ...]] = []
    for value in (0.0, -0.0, 0, False, 0.0, -0.0, 0, False):
        before = recorder.misses
        x * value
        seen.append((recorder.misses - before, context().scalars[0]))
        slots.reset()
    assert [m for m, _ in seen] == [1, 1, 1, 1, 0, 0, 0, 0]
    for big in (2**80, 2**81, -1):
        before = recorder.misses
        x @ big
        slots.reset()
        assert recorder.misses == before + 1, "integers beyond 64 bits are told apart"


def test_the_same_operand_twice_is_not_two_operands(recorder: Recorder) -> None:
    x, y = leaf(), leaf()
    for a, b, missed in ((x, x, 1), (x, y, 1), (y, y, 0), (y, x, 0)):
        before = recorder.misses
        a * b
        assert recorder.misses - before == missed
        slots.reset()


def test_another_type_or_another_order_is_another_child(recorder: Recorder) -> None:
    x, y, z = leaf(), leaf(), leaf(VECTOR)
    x + y
    y - x
    slots.reset()
    x + y
    before = recorder.misses
    x - y
    assert recorder.misses == before + 1
    z + z
    assert recorder.misses == before + 2


def reference_misses(program: list[list[tuple[Any, ...]]]) -> int:
    """Misses of a follower made of dicts, for programs as `run` takes them."""
    root: dict[Any, Any] = {}
    misses = 0
    for segment in program:
        node, slot_of, count = root, dict[int, int](), 1
        for op, operands, out in segment:
            keys: list[Any] = [op]
            for x in operands:
                if isinstance(x, float):
                    keys.append(float)
                elif x in slot_of:
                    keys.append(slot_of[x])
                else:
                    keys.append("leaf")
                    slot_of[x] = count
                    count += 1
            slot_of[out] = count
            count += 1
            key, values = tuple(keys), [x for x in operands if isinstance(x, float)]
            child = node.get(key)
            if child is None:
                child = node[key] = {"values": values}
                misses += 1
            elif child["values"] not in (values, None):
                child["values"] = None
                misses += 1
            node = child
    return misses


def run(program: list[list[tuple[Any, ...]]], count: int) -> None:
    for segment in program:
        names: list[Any] = [leaf() for _ in range(count)]
        for op, operands, out in segment:
            given = [x if isinstance(x, float) else names[x] for x in operands]
            result = slots.follow(op, *given)
            if out < len(names):
                assert result is names[out]
            else:
                names.append(result)
        slots.reset()


@pytest.mark.parametrize("seed", range(40))
def test_misses_are_those_of_a_follower_made_of_dicts(seed: int, recorder: Recorder) -> None:
    rng = random.Random(seed)
    add, update = OPS["add"], OPS["inplace_add"]
    variants: list[list[tuple[Any, ...]]] = []
    for _ in range(3):
        count, segment = 4, list[tuple[Any, ...]]()
        for _ in range(rng.randint(3, 12)):
            op = rng.choice((add, update, EXP, EXP + 1))
            operands: list[Any] = [rng.randrange(count)]
            operands += [rng.choice((rng.randrange(count), rng.choice((0.5, 2.0)))) for _ in range(rng.randint(1, 3))]
            given = operands if op == EXP + 1 else operands[:2]
            segment.append((op, tuple(given), operands[0] if op == update else count))
            count += op != update
        variants.append(segment)
    program = [rng.choice(variants) for _ in range(12)]
    run(program, 4)
    assert recorder.misses == reference_misses(program)


def test_views_and_empty_handles_are_not_followed(recorder: Recorder) -> None:
    x, view, empty = leaf(), leaf(), Array()
    x + x
    slots.reset()
    view._owner = x
    empty._type = MATRIX
    untyped = leaf()
    untyped._type = None
    for odd in (view, empty):
        before = recorder.misses
        assert odd + odd is None
        assert x + x
        slots.reset()
        assert recorder.misses == before + 1, "nor where a plain handle would be"
        before = recorder.misses
        with pytest.raises(ValueError, match="cannot be followed"):
            odd * odd
        assert recorder.misses == before + 1
    with pytest.raises(ValueError, match="cannot be followed"):
        slots.extend(None, MATRIX, Array, IN_PLACE, 1, 2.0, x)
    del view._owner
    slots.reset()
    assert view._type is MATRIX
    assert (view + view)._pointer == 0
    count = sys.getrefcount(x)
    view._owner = x
    del view, odd
    assert sys.getrefcount(x) == count
    new = Array()
    new._pointer = 8
    with pytest.raises(ValueError, match="cannot be followed"):
        new + new


def test_another_thread_misses_until_it_has_a_context(recorder: Recorder) -> None:
    x, w = leaf(), leaf()
    step(x, w)
    slots.reset()
    step(x, w)
    slots.reset()
    found: list[Any] = []

    def work() -> None:
        found.append((x + x, slots.position(), slots.here(), slots.reset()))
        mine = slots.attach(Position())
        a, b = leaf(), leaf()
        before = recorder.misses
        for _ in range(3):
            step(a, b)
            slots.reset()
            found.append(recorder.misses - before)
        slots.detach(mine)

    for _ in range(2):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert found == [("no context", None, None, None), 10, 10, 10] * 2
    before = recorder.misses
    step(x, w)
    assert recorder.misses == before


def test_what_is_pending_in_a_thread_is_a_miss_in_another_and_may_die_there(recorder: Recorder) -> None:
    x = leaf()
    pending = [x + x]
    changed = leaf()
    changed += x
    here = context()
    errors: list[str] = []

    def work() -> None:
        mine = slots.attach(Position())
        ready = leaf()
        ready + ready
        slots.reset()
        for value in (pending[0], changed):
            if value + value is None:
                slots.reset()
                errors.append("missed")
            try:
                value * value
            except ValueError as error:
                errors.append("refused" if "pending in another" in str(error) else str(error))
        assert len(here.living()) == 2
        pending.clear()
        assert len(here.living()) == 1
        slots.detach(mine)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert errors == ["missed", "refused"] * 2
    assert here.living() == [(changed._tag - here.tag, changed)]


def test_a_context_can_be_locked_out(recorder: Recorder) -> None:
    x = leaf()
    x + x
    slots.reset()
    now = context()
    me, now.thread = now.thread, 0
    assert x + x == "no context"
    now.thread = me
    before = recorder.misses
    x + x
    assert recorder.misses == before


def test_pruning_forgets_a_path_and_frees_it(recorder: Recorder) -> None:
    x, w = leaf(), leaf()
    kind = Kind("gone")
    step(x, w)
    slots.reset()
    y = leaf(kind)
    held = sys.getrefcount(kind)
    y + y
    first = slots.here()
    y * y
    slots.reset()
    assert sys.getrefcount(kind) > held
    node = slots.position()
    slots.prune(first)
    node.children.clear()
    assert sys.getrefcount(kind) == held
    before = recorder.misses
    step(x, w)
    assert recorder.misses == before, "the sibling is still there"


def test_a_segment_has_an_end(recorder: Recorder) -> None:
    x = leaf()
    y = x + x
    for _ in range(CAPACITY - 10):
        y = y + x
    for _ in range(CAPACITY - context().living()[-1][0] - 5):
        y = y + x
    with pytest.raises(ValueError, match="at most"):
        y + x
    slots.reset()
    x + x
    assert Node.from_address(slots.here()).out_slot == 2


def test_bad_calls_of_the_builtins_are_refused(recorder: Recorder) -> None:
    x = leaf()
    for call in (slots.follow, slots.take):
        for bad in ((), (1,), (1, x, x, x, x, x), ("op", x)):
            with pytest.raises(TypeError):
                call(*bad)
        with pytest.raises((ValueError, OverflowError)):
            call(-5, x)
    assert slots.take(77, x) is None
    for bad in ((Array, 0, 1), (int, 0, 1, x), (x, 0, 1, x), (Array, None, 1, x)):
        with pytest.raises(TypeError):
            slots.extend(None, MATRIX, *bad)
    with pytest.raises(ValueError, match="flags"):
        slots.extend(None, MATRIX, Array, 6, 1, x)
    with pytest.raises(ValueError, match="already"):
        slots.attach()
    x + x
    with pytest.raises(ValueError, match="number"):
        slots.generalise(slots.here(), 0)
