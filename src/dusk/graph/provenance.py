"""Where in the user's program a node comes from."""

from __future__ import annotations

import os
import sys
from types import FrameType

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep

Origin = tuple[tuple[str, int], ...]
"""Lines (file, number) that a node came from; rewriting joins them."""

NOWHERE: Origin = ()


def user_frame(depth: int = 1) -> FrameType | None:
    """The innermost frame of the call stack that is not Dusk's own."""
    frame: FrameType | None = sys._getframe(depth)  # pyright: ignore[reportPrivateUsage]
    while frame is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame = frame.f_back
    return frame


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
