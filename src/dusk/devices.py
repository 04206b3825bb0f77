"""Devices: where arrays lie and programs run, and which of them code asks for."""

from __future__ import annotations

import os
from contextvars import ContextVar
from dataclasses import dataclass
from sys import intern
from typing import Any

MOST = 1024  # logical devices of the processor: each has memory and a queue of its own


@dataclass(frozen=True, slots=True)
class Device:
    """A device: its kind (`"cpu"`, `"cuda"`) and its number; `cpu(1)`, and as text `cpu:1`.

    As a context manager, arrays that are made inside lie on it (the innermost says it, for this thread and task).
    """

    kind: str
    index: int = 0

    @property
    def name(self) -> str:
        """The name that types of arrays have it under: `cpu:1`."""
        return intern(f"{self.kind}:{self.index}")

    def __repr__(self) -> str:
        return f"{self.kind}({self.index})"

    def __str__(self) -> str:
        return self.name

    def __enter__(self) -> Device:
        _in_force.set((*_in_force.get(), self))
        return self

    def __exit__(self, *exc: object) -> None:
        _in_force.set(_in_force.get()[:-1])


_in_force: ContextVar[tuple[Device, ...]] = ContextVar("device", default=())
DEFAULT = Device("cpu", 0)


def cpu(index: int = 0) -> Device:
    """A logical device of this machine's processor, with a queue and memory of its own: any number from 0 on.

    They share its cores, so what runs on several of them at once overlaps as far as cores go round; what they are for
    is placing and parallelism that can be tried anywhere. ValueError: a number that is none.

    >>> cpu(1)
    cpu(1)
    """
    if not 0 <= index < MOST:
        raise ValueError(f"cpu({index}): logical devices of the processor are numbered from 0 to {MOST - 1}")
    return Device("cpu", index)


def cuda(index: int = 0) -> Device:
    """A CUDA device. RuntimeError: there is none of that number, or Dusk cannot run programs on it."""
    found = sorted(name for name in os.listdir("/dev") if name[6:].isdigit() and name.startswith("nvidia"))
    met = f"this machine has {len(found)} of them" if found else "this machine has none"
    raise RuntimeError(
        f"cuda({index}): Dusk runs programs on CUDA devices only in tests of generated code so far ({met}); "
        "use dusk.cpu(i), of which there are as many as are asked for"
    )


def as_device(given: Any) -> Device:
    """A device by what names it: itself, `"cpu:1"`, `"cpu"` (ValueError, TypeError: it names none).

    >>> as_device("cpu:2")
    cpu(2)
    """
    if isinstance(given, Device):
        return given
    if not isinstance(given, str):
        raise TypeError(f"a device is dusk.cpu(i), or its name as 'cpu:1', not {given!r}")
    kind, _, index = given.partition(":")
    makers = {"cpu": cpu, "cuda": cuda}
    if kind not in makers or not (index or "0").isdecimal():
        raise ValueError(f"no device is named {given!r}; write 'cpu:0', or dusk.cpu(0)")
    return makers[kind](int(index or 0))


def current() -> Device:
    """The device that arrays are made on where nothing else is said: that of the innermost `with`, else `cpu(0)`."""
    inner = _in_force.get()
    return inner[-1] if inner else DEFAULT
