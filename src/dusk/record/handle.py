"""What users hold, as the recorder sees it: a handle to a value that is ready, or pending in some thread's segment."""

from __future__ import annotations

import itertools
import math
import sys
import threading
from typing import Any, cast

from dusk.devices import DEFAULT_NAME
from dusk.engine.buffer import Buffer
from dusk.graph import TensorType
from dusk.record import follower
from dusk.record.follower import Handle
from dusk.record.follower.portable import READY
from dusk.record.stats import Stats, stats


class Kind(TensorType):
    """An interned type, of numbers only, with a number of its own (negative): keys of the trie compare by it."""

    __slots__ = ("axes", "code", "count", "itemsize", "weight")
    axes: int
    code: int
    count: int  # elements
    itemsize: int
    weight: int  # bytes


class Elsewhere:
    """Whether there was ever an array that is not on the first device."""

    met = False


_kinds: dict[TensorType, Kind] = {}
_codes = itertools.count(2)
_lock = threading.Lock()
_MOST_KINDS = 1 << 16


def intern(kind: TensorType) -> Kind:
    """The one `Kind` of a type. The table is bounded: after a clearing, old kinds stay valid but match no new ones."""
    found = _kinds.get(kind)
    if found is None:
        with _lock:
            found = _kinds.get(kind)
            if found is None:
                if len(_kinds) >= _MOST_KINDS:
                    _kinds.clear()
                _check(cast("Any", kind.shape), kind)
                found = Kind(kind.shape, kind.dtype, kind.device)
                found.code = -next(_codes)
                found.weight, found.axes = int(cast("int", found.nbytes)), len(found.shape)
                found.itemsize = found.dtype.itemsize
                found.count = int(cast("int", found.size))
                Elsewhere.met = Elsewhere.met or found.device != DEFAULT_NAME
                _kinds[kind] = found
    return found


def _check(shape: tuple[int, ...], kind: TensorType) -> None:
    """ValueError: no array of NumPy's has that type (one of no elements must fit, too, but for its sizes 0)."""
    if any(n < 0 for n in shape):
        raise ValueError(f"all elements of a shape must be non-negative, not {shape}")
    if math.prod(n for n in shape if n) * kind.dtype.itemsize > sys.maxsize:
        raise ValueError(f"array is too big: {kind} has more bytes than there are addresses")


# What every handle says of its type, be it native or not (without a frame of Python's).
for _name, _field in {"shape": "shape", "dtype": "dtype", "ndim": "axes"}.items():
    setattr(Handle, _name, follower.attribute(Handle, _name, Kind, _field))


class Classes:
    """The classes that the array layer gives to new handles."""

    array: type[Handle] = Handle
    scalar: type[Handle] = Handle
    selected: Any = None  # handles that record calls their own way: `array/selected.py`, `array/weak.py`
    weak: Any = None
    counts: Stats = stats
    kind: type[Kind] = Kind


def pending_handle(cls: type[Handle], epoch: int, slot: int, kind: Kind) -> Handle:
    """A new handle of a value that is yet to be computed."""
    handle: Handle = object.__new__(cls)
    handle.epoch = epoch
    handle.slot = slot
    handle.type = kind
    handle.buffer = handle.owner = handle.spec = None
    handle.version = handle.seen = 0
    return handle


def ready_handle(cls: type[Handle], kind: Kind, buffer: Buffer) -> Handle:
    """A new handle of a value that exists."""
    handle = pending_handle(cls, READY, -1, kind)
    handle.buffer = buffer
    return handle
