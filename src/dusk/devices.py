"""Devices: where arrays lie and programs run, and which of them code asks for."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from contextvars import ContextVar
from sys import intern
from typing import Any

from dusk.config import config

MOST = 1024  # logical devices of the processor: each has memory and a queue of its own


class Device(str):
    """A device: its kind (`"cpu"`, `"cuda"`) and its number; `cpu(1)`, and as text `cpu:1` (`cpu` for the first one).

    As a context manager or a decorator, arrays that are made inside lie on it (the innermost says it, for this thread
    and task).

    >>> cpu(1), str(cpu(1)), cpu(1) == "cpu:1", cpu(0) == "cpu"
    (cpu(1), 'cpu:1', True, True)
    """

    __slots__ = ("index", "kind", "name")  # pyright: ignore[reportIncompatibleMethodOverride] - nobody searches it
    kind: str
    index: int
    name: str
    """What types of arrays have it under: `cpu:0`, `cpu:1`."""

    def __new__(cls, kind: str, index: int = 0) -> Device:
        name = intern(f"{kind}:{index}")
        made = super().__new__(cls, "cpu" if name == DEFAULT_NAME else name)
        made.kind, made.index, made.name = kind, index, name
        return made

    def __getnewargs__(self) -> Any:
        return self.kind, self.index

    def __repr__(self) -> str:
        return f"{self.kind}({self.index})"

    def __enter__(self) -> Device:
        _Entered.ever = True
        _in_force.set((*_in_force.get(), self))
        if self.name != DEFAULT_NAME:
            config.place(1)
        return self

    def __exit__(self, *exc: object) -> None:
        *outer, _ = _in_force.get()
        _in_force.set(tuple(outer))
        if self.name != DEFAULT_NAME:
            config.place(-1)

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def on_device(*args: Any, **kwargs: Any) -> Any:
            with self:
                return function(*args, **kwargs)

        return on_device


class _Entered:
    """Whether any block that says a device was ever entered: most programs are spared looking for one."""

    ever = False


DEFAULT_NAME = intern("cpu:0")
_in_force: ContextVar[tuple[Device, ...]] = ContextVar("device", default=())
DEFAULT = Device("cpu", 0)


def cpu(index: int = 0) -> Device:
    """A logical device of this machine's processor, with a queue and memory of its own: any number from 0 on.

    They share its cores, so what runs on several of them at once overlaps as far as cores go round; what they are for
    is placing and parallelism that can be tried anywhere. ValueError: a number that is none.

    >>> with cpu(1):
    ...     current()
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


_named: dict[str, Device] = {}


def named(name: str) -> Device:
    """The device of that name, which types of arrays have it under."""
    found = _named.get(name)
    return _named.setdefault(name, as_device(name)) if found is None else found


def as_device(given: Any) -> Device:
    """A device by what names it: itself, `"cpu:1"`, `"cpu"` (ValueError, TypeError: it names none).

    Like all devices it is a context manager and a decorator: arrays that are made inside lie on it.

    >>> as_device("cpu:2")
    cpu(2)
    """
    if isinstance(given, Device):
        return given
    if not isinstance(given, str):
        raise TypeError(f"a device is dusk.cpu(i), or its name as 'cpu:1', not {given!r}")
    kind, colon, index = given.partition(":")
    makers = {"cpu": cpu, "cuda": cuda}
    if kind not in makers or (colon and not (index.isascii() and index.isdecimal() and len(index) < 9)):
        raise ValueError(f"Device not understood: no device is named {given!r}; write 'cpu:0', or dusk.cpu(0)")
    return makers[kind](int(index or 0))


def current() -> Device:
    """The device that arrays are made on where nothing else is said: that of the innermost `with`, else `cpu(0)`."""
    inner = _in_force.get()
    return inner[-1] if inner else DEFAULT


device, current_device = as_device, current
"""The names under which the package offers them."""


def in_force() -> str:
    """The name of that device."""
    if not _Entered.ever:
        return DEFAULT_NAME
    inner = _in_force.get()
    return inner[-1].name if inner else DEFAULT_NAME


def said() -> str:
    """The name of the device that a `with` block says; "": none does."""
    inner = _in_force.get()
    return inner[-1].name if inner else ""


class beside:  # noqa: N801 - reads as a statement
    """For the length of a `with` block of Dusk's own code, what it makes lies on a device by name."""

    def __init__(self, device: str) -> None:
        self.device = as_device(device)

    def __enter__(self) -> None:
        if self.device.name != DEFAULT_NAME:
            _Entered.ever = True
        self.before = _in_force.set((*_in_force.get(), self.device))

    def __exit__(self, *exc: object) -> None:
        _in_force.reset(self.before)
