"""A log in files: where it lies for servers that end and are started again."""

from __future__ import annotations

import contextlib
import hashlib
import mmap
import os
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

from dusk.errors import FormatError
from dusk.files import UNFINISHED, sync_folder, write_atomically
from dusk.kvstore.encoding import end_of, from_bytes, to_bytes
from dusk.kvstore.messages import Record, Snapshot
from dusk.kvstore.stores import Fenced, Opened, Torn

SHORT = 1 << 20
"""Bytes of a log that is never long."""


class FileStore:
    """A log in a folder: for each epoch a snapshot of what was there, and a file of the records that follow it, whose
    name says after how many.

    An appended record is handed to the operating system before `append` returns: it outlives the process; with
    `durable=True` it is on the disk, and outlives the machine. A new epoch is claimed by making its file, before the
    older ones are read; who appends looks for newer claims afterwards: so a record that was acknowledged is always
    found, and what a fenced server left in its own file is never read.

    A file that a snapshot has made superfluous is written over by the next one: memory of the system's that is there
    already takes a seventh of the time. So that a log is not taken for what it was written over, its records name it,
    and its end is marked. Only files that this store has made, and nobody has read, are used so.
    """

    def __init__(self, folder: Any, durable: bool = False) -> None:
        self.folder, self.durable = Path(folder), durable
        self.folder.mkdir(parents=True, exist_ok=True)
        self._file: int | None = None
        self._start = 0
        self._begin(0, 0)

    def open(self) -> Opened:
        """As `Store.open`. FormatError: a file is damaged."""
        self.close()
        epoch = self._newest() + 1
        while True:
            try:
                os.close(os.open(self._path("epoch", epoch), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
                break
            except FileExistsError:
                epoch += 1
        self._begin(epoch, 0)
        return epoch, self._records(epoch)

    def append(self, epoch: int, record: Record) -> None:
        """As `Store.append`."""
        parts = to_bytes(record, self._log)
        self.check(epoch)
        if self._file is None:
            path = self._path("log", epoch, self._first)
            self._file = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
            self._sync_folder()
        try:
            _write(self._file, [*parts, end_of(self._log)], self._length)
            if self.durable:
                os.fdatasync(self._file)
        except OSError as error:
            with self._torn():
                os.ftruncate(self._file, self._length)
            raise OSError(error.errno, f"no record could be written: {error.strerror}", str(self.folder)) from error
        self._length += sum(map(len, parts))
        with self._torn():
            self.check(epoch)

    @staticmethod
    @contextlib.contextmanager
    def _torn() -> Generator[None]:
        """What fails here leaves it open whether there is a record."""
        try:
            yield
        except OSError as error:
            raise Torn(*error.args) from error

    def compact(self, epoch: int, snapshot: Snapshot) -> None:
        """As `Store.compact`."""
        self.check(epoch)
        parts, written = to_bytes(snapshot), self._path("snapshot", epoch)
        before, spare = self._path("before", epoch), self._path("spare", epoch)
        kept = self._file is not None and _kept(written, before)
        write_atomically(written, parts, self.durable, over=spare if spare.exists() else None)
        log, self._start = self._path("log", epoch, self._first), sum(map(len, parts))
        self._begin(epoch, snapshot.records)
        try:
            if kept:
                os.replace(before, spare)
            if self._file is not None:
                _write(self._file, [end_of(self._log)], 0)
                os.replace(log, self._path("log", epoch, self._first))
                self._sync_folder()
        except OSError:  # then the next record makes a new file
            self.close()
        for path in self.folder.iterdir():
            kind, of, *number = path.name.split(".")
            old = kind and (int(of) < epoch or (number and int(number[0]) != self._first))
            if old or (path.name.endswith(UNFINISHED) and f".{epoch}." not in path.name):
                with contextlib.suppress(FileNotFoundError):
                    path.unlink()

    def _begin(self, epoch: int, first: int) -> None:
        """Have a log begin after so many records."""
        self._length, self._first, self._log = 0, first, _name_of(epoch, first)

    def _sync_folder(self) -> None:
        if self.durable:
            sync_folder(self.folder)

    @property
    def is_long(self) -> bool:
        """Whether a snapshot would be much shorter."""
        return self._length > 4 * max(self._start, SHORT)

    def close(self) -> None:
        """Close the file that is written to."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _path(self, kind: str, *numbers: int) -> Path:
        return self.folder / ".".join([kind, *map(str, numbers)])

    def _epochs(self, kind: str) -> list[int]:
        return sorted(int(path.name.split(".")[1]) for path in self.folder.glob(f"{kind}.*"))

    def _newest(self) -> int:
        return max((0, *self._epochs("epoch")))

    def check(self, epoch: int) -> None:
        """As `Store.check`."""
        if self._newest() != epoch:
            raise Fenced(f"epoch {epoch} is over: a server of epoch {self._newest()} has taken over {self.folder}")

    def _records(self, before: int) -> list[Record]:
        """What the last epoch that has a snapshot holds; before the first snapshot there is nothing."""
        snapshots = [epoch for epoch in self._epochs("snapshot") if epoch < before]
        if not snapshots:
            return []
        epoch = snapshots[-1]
        path = self._path("snapshot", epoch)
        seen = _version(path)
        try:
            found = _read(path)
            if len(found) != 1 or not isinstance(found[0], Snapshot):
                raise FormatError(f"{path} is no snapshot")
            log, first = self._path("log", epoch, found[0].records), found[0].records
            found += _read(log, _name_of(epoch, first)) if log.exists() else []
        except (FileNotFoundError, FormatError):
            if seen is not None and _version(path) == seen:
                raise
        else:
            if _version(path) == seen:
                return found
        return self._records(before)  # its server was making another one just now, or one of an epoch between was


def _version(path: Path) -> tuple[int, int] | None:
    """What tells that a file has been replaced."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns


def _name_of(epoch: int, first: int) -> bytes:
    """What a log's records bear: 8 bytes that are nowhere else by chance."""
    return hashlib.blake2b(f"{epoch} {first}".encode(), digest_size=8).digest()


def _read(path: Path, log: bytes = b"") -> list[Any]:
    """The records in a file."""
    with open(path, "rb") as file:
        if not os.fstat(file.fileno()).st_size:
            return []
        data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    try:
        return [record for record, _ in from_bytes(data, log)]
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from None


def _kept(path: Path, name: Path) -> bool:
    """Whether a file has another name now, by which it stays when it is replaced."""
    with contextlib.suppress(OSError):  # it is not there, or files have one name on this system
        name.unlink(missing_ok=True)
        os.link(path, name)
        return True
    return False


def _write(file: int, parts: Iterable[Any], at: int) -> None:
    os.lseek(file, at, os.SEEK_SET)
    for part in parts:
        rest = memoryview(part)
        while len(rest):
            rest = rest[os.write(file, rest) :]
