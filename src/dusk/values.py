"""The functions of the top of the package that look at values and counters, and need nothing that compiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dusk.devices import DEFAULT, Device, as_device
from dusk.engine import available_cores, pool, pools
from dusk.engine.buffer import physical_memory
from dusk.record import Handle, run_pending, value_of
from dusk.record import stats as _record_stats
from dusk.record.stats import Summary
from dusk.tree import flatten

__all__ = ["DeviceInfo", "eval", "list_devices", "memory_in_use", "stats", "wait"]


def eval(*arrays: Any) -> None:
    """Compute arrays (or all arrays of trees) now."""
    for x in arrays:
        for leaf in (x,) if isinstance(x, Handle) else flatten(x)[0]:
            if isinstance(leaf, Handle) and (leaf.buffer is None or leaf.owner is not None):
                value_of(leaf)


def wait() -> None:
    """Run everything this thread has recorded, and wait for it."""
    run_pending()


def stats() -> Summary:
    """Counters of what recording, compiling and running did so far, by name; `.lines` has them by line of the program.

    `print(dusk.stats())` shows a table: what ran in NumPy, was copied, compiled, or found its program, and where."""
    return _record_stats.summary()


def memory_in_use() -> int:
    """Bytes of all arrays, and of what programs keep for themselves, that are alive now."""
    return sum(each.stats().bytes_live for each in pools())


@dataclass(frozen=True, slots=True)
class DeviceInfo:
    """What there is to know of a device: the cores that it runs on and the bytes of its memory, both of which logical
    devices of one processor share; bytes of arrays on it that are alive, and that its pool has from the system."""

    device: Device
    cores: int
    memory: int
    bytes_live: int
    bytes_reserved: int


def list_devices() -> list[DeviceInfo]:
    """The devices that arrays were made on so far, `cpu(0)` first.

    There are as many `dusk.cpu(i)` as are asked for: one is listed from its first array on.

    >>> import dusk
    >>> dusk.list_devices()[0].device
    cpu(0)
    """
    memory = physical_memory()
    pool(DEFAULT.name)
    found: list[DeviceInfo] = []
    for each in sorted(pools(), key=lambda each: _number(each.device)):
        held = each.stats()
        device = as_device(each.device)
        found.append(DeviceInfo(device, available_cores(), memory, held.bytes_live, held.bytes_reserved))
    return found


def _number(name: str) -> tuple[str, int]:
    device = as_device(name)
    return device.kind, device.index
