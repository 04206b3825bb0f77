"""What users hold, as the recorder sees it: a handle to a value that is ready, or pending in some thread's segment."""

from __future__ import annotations

import itertools
import threading
from typing import Any

import numpy as np

from dusk.engine.buffer import Buffer
from dusk.graph import TensorType

READY = -1
"""The epoch of a handle that is pending nowhere."""


class Kind(TensorType):
    """An interned type with a number (negative), so that keys of the trie compare by integer."""

    __slots__ = ("code",)
    code: int


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
                found = Kind(kind.shape, kind.dtype, kind.device)
                found.code = -next(_codes)
                _kinds[kind] = found
    return found


class Handle:
    """A storage cell and its current value, or (with an `owner`) a view of another handle's cell.

    Pending: `epoch` is that of a thread's segment and `slot` the value's number in it. Ready: the epoch is another,
    and `buffer` holds the value, in C order. A view has no buffer of its own: `spec` says how it is read from
    the owner's value, and its pending value is good while the owner's `version` is still `seen`.
    """

    __slots__ = ("__weakref__", "buffer", "epoch", "owner", "seen", "slot", "spec", "type", "version")
    epoch: int
    slot: int
    type: Kind
    buffer: Buffer | None
    owner: Handle | None
    spec: tuple[Any, ...]
    version: int
    seen: int

    @property
    def shape(self) -> tuple[int, ...]:
        return self.type.shape  # type: ignore[return-value]

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.type.dtype

    @property
    def ndim(self) -> int:
        return len(self.type.shape)


class Classes:
    """The classes that the array layer gives to new handles."""

    array: type[Handle] = Handle
    scalar: type[Handle] = Handle


def pending_handle(cls: type[Handle], epoch: int, slot: int, kind: Kind) -> Handle:
    """A new handle of a value that is yet to be computed."""
    handle: Handle = object.__new__(cls)
    handle.epoch = epoch
    handle.slot = slot
    handle.type = kind
    handle.buffer = None
    handle.owner = None
    handle.version = 0
    return handle


def ready_handle(cls: type[Handle], kind: Kind, buffer: Buffer) -> Handle:
    """A new handle of a value that exists."""
    handle = pending_handle(cls, READY, -1, kind)
    handle.buffer = buffer
    return handle
