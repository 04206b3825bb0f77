"""Buffers: aligned memory of a device, taken from a pool and given back to it when nobody can see it any more.

Nothing here runs Python code when a buffer dies: its lease, a weak reference whose callback is the C method
`deque.append`, puts itself into `Pool._returned`, and the next allocation takes it from there. So a buffer may die in
any thread, inside the garbage collector and at interpreter exit, and a Ctrl-C that comes in meanwhile is not swallowed,
as it would be in `__del__`.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import sys
import threading
import weakref
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from sys import getrefcount, intern
from typing import Any

import numpy as np
from numpy.lib.array_utils import byte_bounds

from dusk.devices import DEFAULT_NAME

ALIGNMENT = 64
_ALONE = 2  # references to an array that only a list holds: the list's and getrefcount's own
CPU = DEFAULT_NAME  # by identity, native code compares it
LARGE = 1 << 20  # bytes of a new block, for which others are given back
WORTH = 1 << 16  # bytes of a block whose pages are given back one by one
PAGE = mmap.PAGESIZE


class Buffer:
    """`nbytes` bytes of memory at `address` on a device; made by `allocate` or `Buffer.foreign`.

    `owner` is None for memory of the pool, else the foreign object that keeps it alive. `pins` counts those outside
    who see the memory: while it is not 0, nothing may be planned into this memory but writes its owner asked for.
    `var` is the engine's, `block` (what holds the memory) and `exporter` are the pool's.
    """

    __slots__ = ("__weakref__", "address", "block", "device", "exporter", "nbytes", "owner", "pins", "var", "writable")

    address: int
    nbytes: int
    device: str
    owner: Any
    pins: int
    writable: bool
    var: Any
    block: Any
    exporter: Any

    @staticmethod
    def taken_over(made: list[np.ndarray[Any, Any]], others: int = 0) -> Buffer | None:
        """The memory of the one array in a list, as if it were the pool's, where nobody else can see it, and it lies in
        C order; else None. (In a list, so that no caller's name of it counts.) `others`: references to it that will not
        be used any more."""
        flags = made[0].flags
        usable = flags.owndata and flags.c_contiguous and flags.writeable
        del flags  # it holds the array
        if not usable or getrefcount(made[0]) > _ALONE + others:
            return None
        buffer = Buffer.foreign(made[0])
        buffer.owner, buffer.block = None, made[0]
        return buffer

    @staticmethod
    def foreign(array: np.ndarray[Any, Any], device: str = CPU) -> Buffer:
        """The memory `array` lies in, without a copy: from its lowest byte to its highest, whatever its strides."""
        low, high = byte_bounds(array)
        buffer = Buffer()
        buffer.address = low
        buffer.nbytes = high - low
        buffer.device = device
        buffer.owner = array
        buffer.writable = array.flags.writeable
        buffer.pins = 0
        buffer.var = None
        buffer.exporter = _exporter(_size_class(high - low))
        return buffer

    def array(self, dtype: Any, shape: tuple[int, ...], writable: bool = True) -> np.ndarray[Any, Any]:
        """A NumPy array over this memory, in C order, without a copy; it keeps the memory from being used again.

        Raises ValueError if the array would reach past the end, or is asked writable of memory that is not.
        """
        export = self.exporter.from_address(self.address)
        export.buffer = self
        if writable and not self.writable:
            raise ValueError("the memory of this buffer is read-only: ask for array(..., writable=False)")
        view = np.ndarray(shape, dtype, export)
        if not writable:
            view.flags.writeable = False
        if view.nbytes > self.nbytes:
            raise ValueError(f"an array of {view.nbytes} bytes does not fit into a buffer of {self.nbytes}")
        return view

    def pin(self) -> None:
        """Say that somebody outside sees this memory."""
        self.pins += 1

    def unpin(self) -> None:
        """Take back one `pin`. Raises ValueError if there is none."""
        if self.pins == 0:
            raise ValueError("unpin of a buffer that is not pinned")
        self.pins -= 1

    def __repr__(self) -> str:
        kind = "" if self.owner is None else ", foreign"
        return f"<Buffer of {self.nbytes} bytes at {self.address:#x} on {self.device}{kind}, {self.pins} pins>"


_exporters: dict[int, Any] = {}
_madvise: Any = None
if sys.platform == "linux":  # elsewhere the same advice may leave them where they are
    with suppress(OSError, AttributeError):
        _madvise = ctypes.CDLL(None).madvise
        _madvise.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int


def _exporter(size: int) -> Any:
    # NumPy takes memory only from an object with the buffer protocol, which 3.11 lets no Python class have; a ctypes
    # array has it, and an attribute of it keeps the buffer alive. One type a size class, so their number is bounded.
    kind = _exporters.get(size)
    if kind is None:
        kind = _exporters[size] = ctypes.c_char * size
    return kind


def _size_class(nbytes: int) -> int:
    """The size of the blocks that serve `nbytes`: four sizes an octave, each a multiple of the alignment."""
    last = nbytes - 1
    shift = last.bit_length() - 3
    if shift < 6:
        shift = 6
    return ((last >> shift) + 1) << shift if nbytes > 0 else ALIGNMENT


class _Block:
    """Memory from the system: `size` bytes at an aligned address."""

    __slots__ = ("address", "exporter", "memory", "size")

    def __init__(self, size: int) -> None:
        # NumPy's allocator asks for huge pages, and tracemalloc sees it
        self.memory = np.empty(size + ALIGNMENT, np.uint8)
        start = int(self.memory.__array_interface__["data"][0])
        self.address = start + -start % ALIGNMENT
        self.size = size
        self.exporter = _exporter(size)

    def leave(self) -> None:
        """Give its pages back to the system now: freed, what is small might stay in C's heap."""
        first, last = self.address + -self.address % PAGE, (self.address + self.size) // PAGE * PAGE
        if _madvise is not None and last - first >= WORTH:
            _madvise(first, last - first, mmap.MADV_DONTNEED)


class _Lease(weakref.ref[Buffer]):
    """A block in the hands of a buffer."""

    __slots__ = ("block", "nbytes")

    block: _Block
    nbytes: int

    __hash__ = object.__hash__
    __eq__ = object.__eq__


@dataclass(frozen=True, slots=True)
class PoolStats:
    """Counters of a pool: calls of `allocate`, those the pool served, bytes asked for and alive now and at most, and
    bytes taken from the system (alive, kept for later, and lost to rounding)."""

    allocations: int
    pool_hits: int
    bytes_live: int
    bytes_peak: int
    bytes_reserved: int


class Pool:
    """Memory of one device, with what was given back kept by size class, up to `limit` bytes, for as long as that saves
    asking the system for more.

    Safe under threads and re-entrant (the collector may run anything inside an allocation) without a lock: what is
    shared is touched by single calls into C, and the counters in statements without a call, between which CPython
    switches no thread.
    """

    def __init__(self, device: str, limit: int) -> None:
        self.device = device
        self.limit = limit
        self._free: dict[int, list[_Block]] = {}
        self._returned: deque[_Lease] = deque()
        self._give_back = self._returned.append
        self._leases: set[_Lease] = set()  # the collector calls back only for weak references it can still reach
        self._given: set[int] = set()  # sizes of which blocks went back to make room
        self._kept = 0
        self._allocations = 0
        self._hits = 0
        self._live = 0
        self._peak = 0

    def allocate(self, nbytes: int) -> Buffer:
        """A buffer of `nbytes` bytes at an address that is a multiple of 64, with anything in it.

        Raises MemoryError, after giving what the pool keeps back to the system.
        """
        last = nbytes - 1  # _size_class, inlined: this is the one hot function of the file
        shift = last.bit_length() - 3
        if shift < 6:
            shift = 6
        size = ((last >> shift) + 1) << shift if nbytes > 0 else ALIGNMENT
        if self._returned:
            self._collect()
        try:
            block = self._free[size].pop()
        except (KeyError, IndexError):
            block = self._new_block(size)
        else:
            self._kept -= size
            self._hits += 1
        buffer = Buffer()
        buffer.address = block.address
        buffer.nbytes = nbytes
        buffer.device = self.device
        buffer.owner = None
        buffer.writable = True
        buffer.pins = 0
        buffer.var = None
        buffer.block = block
        buffer.exporter = block.exporter
        lease = _Lease(buffer, self._give_back)
        lease.block = block
        lease.nbytes = nbytes
        self._leases.add(lease)
        self._allocations += 1
        live = self._live = self._live + nbytes
        if live > self._peak:
            self._peak = live
        return buffer

    def _new_block(self, size: int) -> _Block:
        if size >= LARGE and self._kept:
            self._make_room(size)
        try:
            return _Block(size)
        except MemoryError:
            self.trim()
            return _Block(size)

    def _collect(self) -> None:
        returned, free = self._returned, self._free
        while returned:
            try:
                lease = returned.pop()
            except IndexError:  # another thread was quicker
                return
            self._live -= lease.nbytes
            self._leases.discard(lease)
            block = lease.block
            size = block.size
            if self._kept + size > self.limit:
                self._empty()
                if size > self.limit:
                    continue
            try:
                free[size].append(block)
            except KeyError:
                free.setdefault(size, []).append(block)
            self._kept += size

    def _make_room(self, size: int) -> None:
        """Give as much of what is kept back as is about to be taken: of each size once, for one that is missed after
        that is of use again and again."""
        for other in sorted(self._free, reverse=True):
            if other < WORTH or size <= 0:
                return
            if other not in self._given and (blocks := self._free[other]):
                self._given.add(other)
                while blocks and size > 0:
                    with suppress(IndexError):
                        blocks.pop().leave()
                        self._kept -= other
                        size -= other

    def _empty(self) -> None:
        for blocks in list(self._free.values()):
            while blocks:
                with suppress(IndexError):
                    block = blocks.pop()
                    self._kept -= block.size
                    block.leave()

    def trim(self) -> None:
        """Give the memory that nobody holds back to the system."""
        self._collect()
        self._empty()

    def stats(self) -> PoolStats:
        """The counters now."""
        self._collect()
        reserved = self._kept + sum(lease.block.size for lease in list(self._leases))
        return PoolStats(self._allocations, self._hits, self._live, self._peak, reserved)

    def live(self) -> int:
        """Bytes asked for and alive now."""
        self._collect()
        return self._live

    def reset_peak(self) -> None:
        """Let `bytes_peak` start again from what is alive now."""
        self._collect()
        self._peak = self._live


def physical_memory() -> int:
    """The bytes of memory of this machine; 4 GiB where it does not say."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 1 << 32


_pools: dict[str, Pool] = {}
_new_pool = threading.Lock()


def pool(device: str = CPU) -> Pool:
    """The pool of a device's memory; it keeps up to a quarter of the machine's memory for later."""
    found = _pools.get(device)
    if found is None:
        with _new_pool:
            found = _pools.setdefault(device, Pool(intern(device), physical_memory() // 4))
    return found


def pools() -> list[Pool]:
    """The pools there are: of each device that was asked for memory."""
    return [*_pools.copy().values()]


def allocate(nbytes: int, device: str = CPU) -> Buffer:
    """A buffer of `nbytes` bytes from the pool of `device`; see `Pool.allocate`."""
    found = _pools.get(device)
    return (found or pool(device)).allocate(nbytes)
