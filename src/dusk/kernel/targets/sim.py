"""A grid of threads simulated on this processor: GPU code is run, and its races found, without a GPU.

What runs is the very IR text that PTX is made of. Intrinsics of the grid become functions of a small runtime; before
every access to memory stands a call that notes it. The threads of a block are coroutines (`swapcontext`), run one after
the other until each meets a barrier, a shuffle or its end; so a run is the same every time, in the order that `order`
gives. Blocks run one after the other; their shared memory holds NaN at first.

Two accesses to one place are a race where different threads make them between two barriers, one writes, and not both
are atomic; where the threads are of different blocks, barriers do not part them.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dusk.errors import NativeUnavailable, SimulationError
from dusk.kernel import native
from dusk.kernel.grid_threads import WARP
from dusk.kernel.targets.sim_text import ATOMIC, BARRIER, ENTRIES, READ, SHUFFLE, Word, host_text

STACK = 1 << 16
CONTEXT = 1 << 13  # bytes; more than any ucontext_t has
Log = NDArray[np.int64]
Order = Callable[[int], Sequence[int]]
Edit = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Race:
    """Accesses that nothing orders: of threads of one block, or of blocks."""

    threads: tuple[int, int]
    blocks: tuple[int, int]
    address: int
    shared: bool


def run(
    ir_text: str,
    name: str,
    arguments: Sequence[int],
    blocks: tuple[int, int],
    threads: int,
    order: Order = range,
) -> list[Race]:
    """Run function `name` of an IR text for a grid on `blocks` (x, y) of `threads`, and give the races that were seen.

    `order(n)` says in which order n threads take turns. Raises SimulationError where threads of a block part at a
    barrier, NativeUnavailable where there are no coroutines or no native code.
    """
    return _Grid(ir_text, name, arguments, blocks, threads, order).run()


def available() -> bool:
    """Whether this machine's C library has coroutines."""
    try:
        _c_library()
    except NativeUnavailable:
        return False
    return True


@functools.cache
def _c_library() -> Any:
    library = ctypes.CDLL(None)
    if not hasattr(library, "swapcontext"):
        raise NativeUnavailable("this C library has no coroutines (swapcontext)")
    return library


class _Grid:
    def __init__(
        self, ir_text: str, name: str, arguments: Sequence[int], blocks: tuple[int, int], threads: int, order: Order
    ) -> None:
        assert threads % WARP == 0, "blocks are whole warps"
        self.library, self.blocks, self.threads, self.order = _c_library(), blocks, threads, order
        text, shared_bytes = host_text(ir_text, name)
        cell = ctypes.CFUNCTYPE(ctypes.c_void_p)
        self.current = ctypes.c_void_p.from_address(cell(native.function("sim.cell", text))() or 0)
        self.enter = native.function("sim.enter", text)
        place = cell(native.function("sim.shared", text))() or 0
        self.shared = range(place, place + shared_bytes)
        self.state = np.zeros((threads, Word.ARGUMENTS + len(arguments)), np.int64)
        self.stacks = np.zeros((threads, STACK), np.uint8)
        self.contexts = np.zeros((threads + 1, CONTEXT), np.uint8)
        self.exchange = np.zeros((-(-threads // WARP), 2, WARP), np.int32)
        self.logs = np.zeros((threads, ENTRIES, 3), np.int64)
        state = self.state
        state[:, Word.TID_X] = range(threads)
        state[:, Word.NTID_X] = threads
        state[:, Word.NCTAID_X] = blocks[0]
        state[:, Word.ARGUMENTS :] = arguments
        for t in range(threads):
            state[t, Word.EXCHANGE] = self.exchange[t // WARP].ctypes.data
            state[t, Word.LOG] = self.logs[t].ctypes.data
            state[t, Word.CONTEXT] = self.contexts[t].ctypes.data
            state[t, Word.SCHEDULER] = self.contexts[threads].ctypes.data
        self.races: list[Race] = []
        self.seen: list[Log] = []  # accesses to global memory, of all blocks

    def run(self) -> list[Race]:
        for y in range(self.blocks[1]):
            for x in range(self.blocks[0]):
                self.block(x, y)
        whole = np.concatenate(self.seen) if self.seen else np.zeros((0, 5), np.int64)
        whole[:, 0], whole[:, 3] = whole[:, 4], 0  # blocks in place of threads; no barrier parts them
        self.races += [Race((-1, -1), pair, place, False) for pair, place in conflicts(whole)]
        return self.races

    def block(self, x: int, y: int) -> None:
        """Run one block to its end, and look at what its threads did."""
        state = self.state
        state[:, Word.CTAID_X], state[:, Word.CTAID_Y] = x, y
        state[:, [Word.EPOCH, Word.PARITY, Word.LOGGED]] = 0
        ctypes.memset(self.shared.start, 0xFF, len(self.shared))
        for t in range(self.threads):
            self.prepare(t)
        ready = list(self.order(self.threads))
        while ready:
            for t in ready:
                self.current.value = state[t].ctypes.data
                self.library.swapcontext(
                    ctypes.c_void_p(int(state[t, Word.SCHEDULER])), ctypes.c_void_p(int(state[t, Word.CONTEXT]))
                )
            ready = self.next_turn()
        self.examine(x + y * self.blocks[0])

    def prepare(self, t: int) -> None:
        """Make a coroutine that begins at the kernel's entry."""
        context = ctypes.c_void_p(int(self.state[t, Word.CONTEXT]))
        self.library.getcontext(context)
        # uc_flags, uc_link, uc_stack: start, flags, size
        words = self.contexts[t, :40].view(np.int64)
        words[1:5] = 0, self.stacks[t].ctypes.data, 0, STACK
        self.library.makecontext(context, ctypes.c_void_p(self.enter), 0)

    def next_turn(self) -> list[int]:
        """The threads that may go on."""
        why = self.state[:, Word.WHY]
        shuffling = why == SHUFFLE
        if shuffling.any():
            for first in range(0, self.threads, WARP):
                if 0 < shuffling[first : first + WARP].sum() < min(WARP, self.threads - first):
                    raise SimulationError(f"of threads {first} to {first + WARP - 1} only some shuffle")
            return [t for t in self.order(self.threads) if shuffling[t]]
        waiting = why == BARRIER
        if waiting.any() and not waiting.all():
            raise SimulationError(f"thread {int(np.argmin(waiting))} ended while others wait at a barrier")
        self.state[:, Word.EPOCH] += waiting
        return list(self.order(self.threads)) if waiting.any() else []

    def examine(self, block: int) -> None:
        counts = self.state[:, Word.LOGGED]
        if counts.max(initial=0) > ENTRIES:
            raise SimulationError(f"a thread made {counts.max()} accesses to memory: more than {ENTRIES} are not noted")
        parts: list[Log] = []
        for t in range(self.threads):
            log = self.logs[t, : counts[t]]
            parts.append(np.column_stack([np.full(len(log), t), log, np.full(len(log), block)]))
        whole = np.concatenate(parts)
        near = (whole[:, 1] >= self.shared.start) & (whole[:, 1] < self.shared.stop)
        for pair, place in conflicts(whole):
            self.races.append(Race(pair, (block, block), place, place in self.shared))
        self.seen.append(whole[~near])


def conflicts(log: Log, most: int = 10) -> list[tuple[tuple[int, int], int]]:
    """Pairs of threads and places of accesses that nothing orders.

    A row of `log` is a thread, an address, what was done (bytes, plus 256 times READ, WRITE or ATOMIC) and an epoch.
    """
    if not len(log):
        return []
    sizes, kinds = log[:, 2] & 255, log[:, 2] >> 8
    grain = int(np.gcd.reduce(np.concatenate([sizes, log[:, 1]])))
    repeats = sizes // grain
    rows = np.repeat(np.arange(len(log)), repeats)
    within = np.arange(len(rows)) - np.repeat(np.cumsum(repeats) - repeats, repeats)
    places = log[rows, 1] + within * grain
    order = np.lexsort((places, log[rows, 3]))
    rows, places = rows[order], places[order]
    epochs = log[rows, 3]
    starts = np.flatnonzero(np.r_[True, (places[1:] != places[:-1]) | (epochs[1:] != epochs[:-1])])
    who, did = log[rows, 0], kinds[rows]
    first, last = np.minimum.reduceat(who, starts), np.maximum.reduceat(who, starts)
    writes = np.maximum.reduceat((did != READ).astype(np.int8), starts)
    plain = np.maximum.reduceat((did != ATOMIC).astype(np.int8), starts)
    bad = np.flatnonzero((first != last) & (writes != 0) & (plain != 0))
    return [((int(first[i]), int(last[i])), int(places[starts[i]])) for i in bad[:most]]
