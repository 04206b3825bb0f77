"""Where in the user's program a node comes from."""

from __future__ import annotations

import functools
import os
import sys
from types import CodeType, FrameType

import numpy as np

_INNER = tuple(os.path.dirname(os.path.abspath(f)) + os.sep for f in (os.path.dirname(__file__), np.__file__))
"""Where code is no user's: Dusk's own, and NumPy's, whose Python functions run on Dusk's arrays."""

Origin = tuple[tuple[str, int], ...]
"""Lines (file, number) that a node came from; rewriting joins them."""

NOWHERE: Origin = ()


def user_frame(depth: int = 1) -> FrameType | None:
    """The innermost frame of the call stack that is neither Dusk's nor NumPy's."""
    frame: FrameType | None = sys._getframe(depth)  # pyright: ignore[reportPrivateUsage]
    while frame is not None and frame.f_code.co_filename.startswith(_INNER):
        frame = frame.f_back
    return frame


Place = tuple[CodeType, int, int]
"""Where a frame was: its code, the offset of the instruction it was at (costs less than its line), and a hash of where
its next two callers were: a function that is called from two places is no loop."""


def place(depth: int = 1) -> Place | None:
    """Where the user's program is."""
    frame: FrameType | None = sys._getframe(depth)  # pyright: ignore[reportPrivateUsage]
    while frame is not None and frame.f_code.co_filename.startswith(_INNER):  # as `user_frame`, without the call
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


@functools.lru_cache(maxsize=65536)
def line_of(place: Place) -> Origin:
    """The line of a place."""
    code, at, _ = place
    for start, end, line in code.co_lines():
        if start <= at < end and line is not None:
            return ((code.co_filename, line),)
    return ((code.co_filename, code.co_firstlineno),)


def here(depth: int = 1) -> Origin:
    """The user's line that is being executed."""
    frame = user_frame(depth + 1)
    return NOWHERE if frame is None else ((frame.f_code.co_filename, frame.f_lineno),)


def join(*origins: Origin) -> Origin:
    """The lines of several nodes, each once, in order."""
    return tuple(dict.fromkeys(line for origin in origins for line in origin))


def describe(origin: Origin) -> str:
    """`file.py:12` (and further lines), for messages."""
    return ", ".join(f"{os.path.basename(name)}:{line}" for name, line in origin) or "an unknown line"
