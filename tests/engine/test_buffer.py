"""Buffers and the pool they come from."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import random
import sys
import threading
import weakref

import ml_dtypes
import numpy as np
import pytest

from dusk.engine import Buffer, Pool, allocate, pool
from dusk.engine.buffer import ALIGNMENT, _size_class  # pyright: ignore[reportPrivateUsage]
from subprocess_script import run_script

MIB = 1 << 20


@pytest.fixture
def fresh() -> Pool:
    return Pool("cpu:0", 64 * MIB)


@pytest.mark.parametrize("nbytes", [0, 1, 63, 64, 65, 4096, 4097, 1_000_003])
def test_memory_is_aligned_and_all_of_it_is_usable(fresh: Pool, nbytes: int) -> None:
    buffer = fresh.allocate(nbytes)
    assert buffer.address % ALIGNMENT == 0
    assert buffer.nbytes == nbytes
    ctypes.memset(buffer.address, 0xA5, nbytes)
    assert (buffer.array(np.uint8, (nbytes,)) == 0xA5).all()


def test_size_classes_are_close_fits() -> None:
    for nbytes in [*range(1, 5000), *(random.Random(0).randrange(1 << 40) for _ in range(2000))]:
        size = _size_class(nbytes)
        assert size % ALIGNMENT == 0
        assert nbytes <= size <= max(nbytes * 1.25, nbytes + ALIGNMENT - 1)
        assert _size_class(size) == size
    for nbytes in range(5000):
        assert Pool("cpu:0", MIB).allocate(nbytes).block.size == _size_class(nbytes)


def test_memory_is_used_again_only_when_nobody_sees_it(fresh: Pool) -> None:
    buffer = fresh.allocate(1000)
    address = buffer.address
    view = buffer.array(np.float64, (5, 5))
    corner = view[1:, 1:].T
    corner[...] = 7.0
    del buffer, view
    others = [fresh.allocate(1000) for _ in range(20)]
    for other in others:
        other.array(np.float64, (125,))[...] = 1.0
    assert address not in {other.address for other in others}
    assert (corner == 7.0).all()
    del corner
    assert fresh.allocate(1000).address == address


def test_steady_state_takes_nothing_from_the_system(fresh: Pool) -> None:
    def step() -> None:
        held = [fresh.allocate(nbytes) for nbytes in (100, 5000, 70_000, 100)]
        held[1].array(np.float32, (1250,))

    step()
    before = fresh.stats()
    for _ in range(1000):
        step()
    after = fresh.stats()
    assert after.pool_hits - before.pool_hits == after.allocations - before.allocations == 4000
    assert after.bytes_reserved == before.bytes_reserved
    assert after.bytes_peak == before.bytes_peak == 75_200
    assert after.bytes_live == 0


def test_counters_are_in_bytes_asked_for(fresh: Pool) -> None:
    first, second = fresh.allocate(100), fresh.allocate(1000)
    assert fresh.stats().bytes_live == 1100
    del first
    assert fresh.stats().bytes_live == 1000
    assert fresh.stats().bytes_peak == 1100
    fresh.reset_peak()
    assert fresh.stats().bytes_peak == 1000
    del second
    assert fresh.stats().bytes_live == 0


def test_what_is_kept_is_bounded() -> None:
    small = Pool("cpu:0", MIB)
    held = [small.allocate(100_000) for _ in range(50)]
    large = small.allocate(2 * MIB)
    del held
    assert small.stats().bytes_reserved <= 3.5 * MIB
    del large
    assert small.stats().bytes_reserved <= MIB
    small.trim()
    assert small.stats().bytes_reserved == 0


def test_what_nobody_comes_back_for_goes_before_more_is_taken(fresh: Pool) -> None:
    held = [fresh.allocate(MIB) for _ in range(20)]
    del held
    large = fresh.allocate(16 * MIB)
    assert fresh.stats().bytes_reserved == 20 * MIB
    del large
    assert fresh.stats().bytes_reserved == 20 * MIB


def test_sizes_in_turn_are_kept_side_by_side(fresh: Pool) -> None:
    def turn() -> None:
        for size in (3, 5, 8):
            fresh.allocate(size * MIB)

    for _ in range(4):
        turn()
    before = fresh.stats()
    turn()
    after = fresh.stats()
    assert after.pool_hits - before.pool_hits == 3
    assert after.bytes_reserved == 16 * MIB


def test_memory_of_garbage_cycles_returns_to_the_pool(fresh: Pool) -> None:
    gc.collect()
    gc.disable()
    try:
        cycle: list[object] = [fresh.allocate(3000)]
        cycle.append(cycle)
        del cycle
        assert fresh.stats().bytes_live == 3000
        gc.collect()
        assert fresh.stats().bytes_live == 0
    finally:
        gc.enable()
    hits = fresh.stats().pool_hits
    fresh.allocate(3000)
    assert fresh.stats().pool_hits == hits + 1


def test_sixteen_threads_never_share_memory_and_lose_none() -> None:
    shared = Pool("cpu:0", 64 * MIB)
    failures: list[str] = []
    passed_on: list[tuple[Buffer, int]] = []

    def hammer(number: int) -> None:
        chance = random.Random(number)
        held: list[tuple[Buffer, int]] = []
        for turn in range(600):
            buffer = shared.allocate(chance.choice((64, 500, 512, 3000)))
            mark = number * 1000 + turn
            buffer.array(np.int64, (8,))[...] = mark
            held.append((buffer, mark))
            del buffer
            if chance.random() < 0.5:
                passed_on.append(held.pop(chance.randrange(len(held))))
            if chance.random() < 0.3 and passed_on:
                with contextlib.suppress(IndexError):
                    held.append(passed_on.pop())  # dies in another thread than it was made in
            while len(held) > 5:
                buffer, mark = held.pop(chance.randrange(len(held)))
                if not (buffer.array(np.int64, (8,)) == mark).all():
                    failures.append(f"{buffer} of thread {mark // 1000} was written by another")

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=hammer, args=(number,)) for number in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not failures
    stats = shared.stats()
    assert stats.bytes_live == sum(buffer.nbytes for buffer, _ in passed_on)
    passed_on.clear()
    stats = shared.stats()
    assert stats.bytes_live == 0
    assert stats.allocations == 16 * 600
    assert stats.bytes_reserved == shared._kept  # pyright: ignore[reportPrivateUsage]
    shared.trim()
    assert shared.stats().bytes_reserved == 0


def test_views_have_the_dtype_shape_and_rights_asked_for(fresh: Pool) -> None:
    buffer = fresh.allocate(24)
    assert buffer.array(np.float32, (2, 3)).flags.c_contiguous
    assert buffer.array(np.dtype(ml_dtypes.bfloat16), (12,)).dtype == ml_dtypes.bfloat16
    assert buffer.array(np.float64, ()).shape == ()
    assert buffer.array(np.float64, (0, 9)).size == 0
    fixed = buffer.array(np.uint8, (24,), writable=False)
    assert not fixed.flags.writeable
    del buffer
    assert fixed.shape == (24,)


def test_a_view_past_the_end_is_refused(fresh: Pool) -> None:
    buffer = fresh.allocate(65)  # its block has 128
    with pytest.raises(ValueError, match="does not fit"):
        buffer.array(np.uint8, (66,))
    with pytest.raises((ValueError, TypeError)):
        buffer.array(np.uint8, (1 << 20,))


def test_foreign_memory_is_not_copied_and_is_kept_alive() -> None:
    array = np.arange(12.0).reshape(3, 4)
    buffer = Buffer.foreign(array)
    assert buffer.owner is array
    assert buffer.nbytes == 96
    view = buffer.array(np.float64, (3, 4))
    view[1, 1] = -1.0
    assert array[1, 1] == -1.0
    gone = weakref.ref(array)
    del array, buffer
    assert gone() is not None
    assert view[2, 3] == 11.0
    del view
    assert gone() is None


def test_foreign_memory_of_a_strided_array_spans_it() -> None:
    base = np.arange(100.0)
    buffer = Buffer.foreign(base[80:20:-3])
    assert buffer.address == base[23:].ctypes.data
    assert (buffer.array(np.float64, (58,)) == base[23:81]).all()


def test_read_only_foreign_memory_stays_read_only() -> None:
    buffer = Buffer.foreign(np.frombuffer(b"12345678", np.uint8))
    with pytest.raises(ValueError, match="read-only"):
        buffer.array(np.uint8, (8,))
    assert buffer.array(np.uint8, (8,), writable=False)[0] == ord("1")


def test_pins_are_counted() -> None:
    buffer = allocate(8)
    assert buffer.pins == 0
    buffer.pin()
    buffer.pin()
    buffer.unpin()
    assert buffer.pins == 1
    buffer.unpin()
    with pytest.raises(ValueError, match="not pinned"):
        buffer.unpin()


def test_memory_that_cannot_be_had_raises_after_what_is_kept_was_given_back(fresh: Pool) -> None:
    del [fresh.allocate(MIB)][0]
    assert fresh.stats().bytes_reserved >= MIB
    with pytest.raises(MemoryError):
        fresh.allocate(1 << 60)
    assert fresh.stats().bytes_reserved == 0


def test_each_device_has_its_own_pool() -> None:
    assert pool("cpu:1") is pool("cpu:1")
    assert pool("cpu:1") is not pool()
    assert allocate(10, "cpu:1").device == "cpu:1"


def test_the_interpreter_ends_cleanly_with_buffers_and_views_alive() -> None:
    done = run_script(
        """
        import builtins, sys
        import numpy as np
        from dusk.engine import allocate

        class Late:
            def __del__(self):
                print("late", self.view[7], file=self.sys.stdout, flush=True)

        late = Late()
        late.sys = sys
        late.view = allocate(80).array(np.int64, (10,))
        late.view[...] = 3
        late.cycle = late
        builtins.late = late      # outlives every module
        sys.modules["kept"] = [allocate(100) for _ in range(10)]
        """
    )
    assert done.stdout == "late 3\n"
