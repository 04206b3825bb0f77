"""One process at a time: a lock that goes when its process does, however it ends."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class Lock:
    """A file that one holder has at a time (RuntimeError: it is another's)."""

    def __init__(self, path: Path) -> None:
        self._handle: int | None = None
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            if sys.platform == "win32":
                msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(handle)
            raise RuntimeError(
                f"{path.parent} is in use by another run, which holds {path.name}: give each run a folder of its own"
            ) from error
        self._handle = handle

    def release(self) -> None:
        """Let others have it."""
        if self._handle is not None:
            with contextlib.suppress(OSError):
                os.close(self._handle)
            self._handle = None
