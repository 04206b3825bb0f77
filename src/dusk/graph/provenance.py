"""Where in the user's program a node comes from."""

from __future__ import annotations

import functools
import os
import sys
import threading
from bisect import bisect_right
from collections.abc import Generator
from contextlib import contextmanager
from types import CodeType, FrameType

import numpy as np

_INNER = tuple(os.path.dirname(os.path.abspath(f)) + os.sep for f in (os.path.dirname(__file__), np.__file__))
"""Where code is no user's: Dusk's own, and NumPy's, whose Python functions run on Dusk's arrays."""


class _Files(dict[str, bool]):
    """By the name of a file: whether code in it is no user's."""

    def __missing__(self, name: str) -> bool:
        if len(self) >= _MOST_FILES:
            self.clear()  # of code that was made of strings, each with a name of its own
        self[name] = inner = name.startswith(_INNER)
        return inner


_MOST_FILES = 4096
_is_inner = _Files()

Origin = tuple[tuple[str, int], ...]
"""Lines (file, number) that a node came from; rewriting joins them."""

NOWHERE: Origin = ()


def user_frame(depth: int = 1) -> FrameType | None:
    """The innermost frame of the call stack that is neither Dusk's nor NumPy's."""
    frame: FrameType | None = sys._getframe(depth)  # pyright: ignore[reportPrivateUsage]
    while frame is not None and _is_inner[frame.f_code.co_filename]:
        frame = frame.f_back
    return frame


Place = tuple[CodeType, int, int]
"""Where a frame was: its code, the offset of the instruction it was at (costs less than its line), and a hash of where
its next two callers were: a function that is called from two places is no loop."""


def place(depth: int = 1) -> Place | None:
    """Where the user's program is."""
    frame: FrameType | None = sys._getframe(depth)  # pyright: ignore[reportPrivateUsage]
    while frame is not None and _is_inner[frame.f_code.co_filename]:  # as `user_frame`, without the call
        frame = frame.f_back
    if frame is None:
        return None
    caller = frame.f_back
    if caller is None:
        return frame.f_code, frame.f_lasti, 0
    callers = id(caller.f_code) ^ caller.f_lasti
    if (further := caller.f_back) is not None:
        callers = callers * 31 + (id(further.f_code) ^ further.f_lasti)
    return frame.f_code, frame.f_lasti, callers


def in_file(name: str, line: int) -> Place:
    """A line of a file that is no Python, as a place: of what is made of it."""
    return _nothing.__code__.replace(co_filename=name, co_firstlineno=max(line, 1)), 0, hash((name, line))


def _nothing() -> None: ...


@functools.lru_cache(maxsize=65536)
def line_of(place: Place) -> Origin:
    """The line of a place."""
    code, at, _ = place
    starts, lines = _lines_of(code)
    line = lines[bisect_right(starts, at) - 1]
    return ((code.co_filename, code.co_firstlineno if line is None else line),)


@functools.lru_cache(maxsize=1024)
def _lines_of(code: CodeType) -> tuple[list[int], list[int | None]]:
    """The offsets at which the lines of a code begin, and the lines."""
    starts, _, lines = zip(*code.co_lines(), strict=True)
    return list(starts), list(lines)


class _Building(threading.local):
    origin: Origin = NOWHERE


_building = _Building()


def current_origin() -> Origin:
    """The lines given to nodes that rules build (see `building`)."""
    return _building.origin


@contextmanager
def building(origin: Origin) -> Generator[None]:
    """While rules run in this thread, or what was written before is built: nodes and errors come from these lines."""
    before, _building.origin = _building.origin, origin
    try:
        yield
    finally:
        _building.origin = before


def here(depth: int = 1) -> Origin:
    """The user's line that is being executed, or that what is being built comes from."""
    if _building.origin:
        return _building.origin
    frame = user_frame(depth + 1)
    return NOWHERE if frame is None else ((frame.f_code.co_filename, frame.f_lineno),)


def join(*origins: Origin) -> Origin:
    """The lines of several nodes, each once, in order."""
    return tuple(dict.fromkeys(line for origin in origins for line in origin))


def describe(origin: Origin) -> str:
    """`file.py:12` (and further lines), for messages."""
    return ", ".join(f"{os.path.basename(name)}:{line}" for name, line in origin) or "an unknown line"
