"""Files that are there whole or not at all, and texts that are no larger than they may be."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from dusk.errors import FormatError

UNFINISHED = ".unfinished"
"""How the names of files end that somebody is writing, or was."""


def read_text(path: Any, most: int, what: str) -> str:
    """The text of a file that is `what`, of at most so many bytes.

    FormatError: it is larger, or no text; OSError: it cannot be read.
    """
    source = Path(path)
    if (nbytes := source.stat().st_size) > most:
        raise FormatError(f"{path} has {nbytes} bytes: more than {what} may have")
    try:
        return source.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(f"{path} is not text: {error}") from error


def write_atomically(path: Any, parts: Iterable[Any], durable: bool = True, over: Any = None) -> None:
    """Write bytes, part after part, so that a reader, or a crash at any instant, sees the old file or the new one.
    `over`: a file of the same folder that nobody needs, to be written over and renamed.

    OSError: it could not be written, say because the disk is full; what was there is untouched.
    """
    target = Path(path)
    temporary = target.with_name(f".{target.name}.{os.getpid()}.{secrets.token_hex(4)}{UNFINISHED}")
    try:
        if over is not None:
            os.replace(over, temporary)
        with open(temporary, "xb" if over is None else "r+b") as file:
            for part in parts:
                file.write(part)
            file.truncate()
            file.flush()
            if durable:
                os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError):
            kept = "; the file that was there before is untouched" if target.exists() else ""
            raise OSError(error.errno, f"not saved: {error.strerror or error}{kept}", str(target)) from error
        raise
    if durable and os.name == "posix":  # the name is durable when its folder is
        sync_folder(target.parent)


def sync_folder(path: Any) -> None:
    """Have the names of a folder's files outlive the machine."""
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
