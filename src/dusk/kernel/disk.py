"""Compiled code on disk: a file for each key, in a folder that nobody else may write, of bounded size.

A file that is damaged or somebody else's is as good as none. A folder that cannot be written, or has no room left,
costs the cache, nothing else; that is said once. What was used longest ago goes first.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import logging
import os
import stat
import time
from pathlib import Path

from dusk.config import config

log = logging.getLogger("dusk")
MAGIC = b"DUSKOBJ1"
LARGEST = 64 << 20
MOST = 512 << 20  # bytes of all files after a look at them, which is taken once a day
DAY_S = 86400.0
_OTHERS = stat.S_IWGRP | stat.S_IWOTH
_serial = itertools.count()
_told = False


def folder() -> Path | None:
    """The folder of compiled code, made if need be; None where there is none that is safe to use."""
    base = config.cache_dir or os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    found = Path(base, "kernels") if config.cache_dir else Path(base, "dusk", "kernels")
    try:
        found.mkdir(mode=0o700, parents=True, exist_ok=True)
        about = found.stat()
    except OSError:
        return None
    if not _ours(about):
        _tell(f"{found} is not this user's alone")
        return None
    return found


def read(key: bytes, suffix: str) -> bytes | None:
    """What was written for a key; None if nothing was, empty if what is there is damaged or somebody else's."""
    place = folder()
    if place is None:
        return None
    try:
        # O_NONBLOCK: opening a pipe somebody left here must not hang
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
        handle = os.open(place / (key.hex() + suffix), flags)
    except OSError:
        return None
    try:
        about = os.fstat(handle)
        content = b""
        if stat.S_ISREG(about.st_mode) and about.st_size <= LARGEST and _ours(about):
            with os.fdopen(handle, "rb", closefd=False) as file:
                content = file.read(LARGEST)
            if time.time() - about.st_mtime > DAY_S:
                os.utime(place / (key.hex() + suffix))  # its time is when it was last used, to a day
    except OSError:
        content = b""
    finally:
        os.close(handle)
    head = len(MAGIC) + len(key) + 32
    if len(content) > head and content[:head] == _seal(key, content[head:]):
        return content[head:]
    return b""


def write(key: bytes, suffix: str, code: bytes) -> None:
    """Write down what belongs to a key, where that can be."""
    place = folder()
    if place is None:
        return
    path = place / (key.hex() + suffix)
    temporary = path.with_name(f"{path.name}.{os.getpid()}.{next(_serial)}.tmp")
    try:
        try:
            handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(_seal(key, code) + code)
            os.replace(temporary, path)
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink()
            raise
    except OSError as error:
        _tell(f"{place}: {error.strerror or error}")
        return
    _prune(place)


def _prune(place: Path) -> None:
    """Once a day: the files used longest ago go until the others have room, and what writers have left unfinished."""
    mark = place.with_name(f"{place.name}.pruned")
    now = time.time()
    with contextlib.suppress(OSError):
        if abs(now - mark.stat().st_mtime) < DAY_S:
            return
    with contextlib.suppress(OSError):
        mark.unlink(missing_ok=True)
        os.close(os.open(mark, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # first: others need not do it as well
        with os.scandir(place) as entries:
            files = [(e.stat(follow_symlinks=False), e.path) for e in entries if e.is_file(follow_symlinks=False)]
        room = MOST
        for about, path in sorted(files, key=lambda file: -file[0].st_mtime):
            left = path.endswith(".tmp") and now - about.st_mtime > DAY_S
            room -= 0 if left else about.st_size
            if left or room < 0:
                with contextlib.suppress(OSError):
                    os.unlink(path)


def _ours(about: os.stat_result) -> bool:
    """Whether only this user may have written something: code that others may write is code that they may run as us."""
    return not hasattr(os, "getuid") or (about.st_uid == os.getuid() and not about.st_mode & _OTHERS)


def _seal(key: bytes, code: bytes) -> bytes:
    return MAGIC + key + hashlib.blake2b(key + code, digest_size=32).digest()


def _tell(why: str) -> None:
    global _told
    if not _told:
        _told = True
        log.warning("compiled code is not kept for other processes: %s", why)
