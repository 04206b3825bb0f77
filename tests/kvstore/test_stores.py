"""Logs: what was acknowledged is there, whatever happened; who was replaced can append no more."""

from __future__ import annotations

import errno
import os
import random
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dusk.errors import FormatError
from dusk.kvstore import file_store
from dusk.kvstore import messages as m
from dusk.kvstore.file_store import FileStore
from dusk.kvstore.server import Server
from dusk.kvstore.stores import Fenced, MemoryStore, Replicated

CONFIGURE = m.Configure((0,), 0)
INIT = m.Init(0, ("w",), ("float64[3]",), (np.zeros(3),), (0,), ("add",))


def push(clock: int) -> m.Push:
    return m.Push(0, (m.Entry("w", clock, np.full(3, 2.0**clock)),))


def server(store: Any) -> Server:
    made = Server(store, "server 0")
    for request in (CONFIGURE, INIT):
        ((_, answer),) = made.deliver("t", request)
        assert isinstance(answer.reply, m.Ack)
    return made


def value(of: Server) -> float:
    return float(of.shard.blocks["w"].value[0])


STORES = [lambda path: MemoryStore(), FileStore, lambda path: Replicated([FileStore(path / "a"), MemoryStore()])]


@pytest.mark.parametrize("make", STORES)
def test_what_was_acknowledged_is_found_again(make: Any, tmp_path: Path) -> None:
    store = make(tmp_path)
    first = server(store)
    for clock in range(5):
        first.deliver("t", push(clock))
    again = Server(store)
    assert again.epoch > first.epoch and value(again) == 31
    again.deliver("t", push(4))
    again.deliver("t", push(5))
    assert value(again) == 63 and value(Server(store)) == 63


@pytest.mark.parametrize("make", STORES)
def test_a_server_that_was_replaced_takes_nothing_more(make: Any, tmp_path: Path) -> None:
    store = make(tmp_path)
    old = server(store)
    other = FileStore(tmp_path) if isinstance(store, FileStore) else store
    new = Server(other)
    if isinstance(store, Replicated):  # each server has its own view of the places
        old._store = Replicated(store.stores)
        old._store._epochs = [1, 1]
    with pytest.raises(Fenced, match="epoch 1 is over"):
        old.deliver("t", push(0))
    new.deliver("t", push(0))
    assert value(Server(FileStore(tmp_path) if isinstance(store, FileStore) else store)) == 1


def test_a_log_that_grows_long_becomes_a_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dusk.kvstore.file_store.SHORT", 100)
    store = FileStore(tmp_path)
    one = server(store)
    for clock in range(50):
        one.deliver("t", push(clock))
        assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 8000
    assert value(Server(FileStore(tmp_path))) == 2.0**50 - 1


def test_wherever_a_log_was_cut_off_all_whole_records_are_found(tmp_path: Path) -> None:
    one = server(FileStore(tmp_path / "whole"))
    for clock in range(3):
        one.deliver("t", push(clock))
    (log,) = (tmp_path / "whole").glob("log.*")
    data, sums = log.read_bytes(), set[float]()
    for length in range(0, len(data), 7):
        cut = tmp_path / f"cut{length}"
        shutil.copytree(tmp_path / "whole", cut)
        (cut / log.name).write_bytes(data[:length] + bytes(length % 3 * 40))
        found = Server(FileStore(cut)).shard
        sums.add(float(found.blocks["w"].value[0]) if found.blocks else -1.0)
    assert sums == {-1.0, 0.0, 1.0, 3.0, 7.0}


def test_wherever_a_log_is_damaged_it_is_refused(tmp_path: Path) -> None:
    one = server(FileStore(tmp_path / "whole"))
    for clock in range(3):
        one.deliver("t", push(clock))
    (log,) = (tmp_path / "whole").glob("log.*")
    whole = log.read_bytes()
    for at in range(0, len(whole) - 32, 5):  # where the mark of its end begins
        damaged = tmp_path / f"damaged{at}"
        shutil.copytree(tmp_path / "whole", damaged)
        data = bytearray(whole)
        data[at] ^= 1
        (damaged / log.name).write_bytes(data)
        with pytest.raises(FormatError, match="damaged"):
            Server(FileStore(damaged))


def test_logs_written_over_others_hold_what_they_should(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dusk.kvstore.file_store.SHORT", 400)
    one = server(FileStore(tmp_path / "0"))
    names, inodes = set[str](), set[int]()
    for clock in range(40):
        one.deliver("t", push(clock))
        for path in (tmp_path / "0").glob("log.*"):
            names.add(path.name)
            inodes.add(path.stat().st_ino)
        shutil.copytree(tmp_path / "0", tmp_path / "copy")  # as a server that was killed leaves it
        assert value(Server(FileStore(tmp_path / "copy"))) == 2.0 ** (clock + 1) - 1
        shutil.rmtree(tmp_path / "copy")
    assert len(names) > 3 and len(inodes) < len(names)


def test_a_record_half_written_over_another_log_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dusk.kvstore.file_store.SHORT", 400)
    one = server(FileStore(tmp_path / "whole"))
    store: Any = one._store
    clock = 0
    while not (store._first > 2 and store._length > 100):
        one.deliver("t", push(clock))
        clock += 1
    before = store._length
    (log,) = (tmp_path / "whole").glob("log.*")
    old = log.read_bytes()
    one.deliver("t", push(clock))
    new = log.read_bytes()
    assert store._length > before and len(old) >= store._length, "there is no old record behind: choose another length"
    for written in range(32, store._length - before, 9):
        cut = tmp_path / f"cut{written}"
        shutil.copytree(tmp_path / "whole", cut)
        (cut / log.name).write_bytes(new[: before + written] + old[before + written :])
        assert value(Server(FileStore(cut))) == 2.0**clock - 1


def test_a_server_that_makes_a_snapshot_while_another_reads_hides_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = file_store._read
    for compacts_at in range(4):
        folder = tmp_path / f"{compacts_at}"
        old = server(FileStore(folder))
        old.deliver("t", push(0))
        old._store.compact(old.epoch, old.shard.snapshot())
        old.deliver("t", push(1))
        reads = iter(range(100))

        def reading(path: Path, *log: bytes, reads: Any = reads, at: int = compacts_at, old: Server = old) -> Any:
            turn = next(reads)
            if (2 * turn) == at:
                compacting(old)
            found = read(path, *log)
            if (2 * turn + 1) == at:
                compacting(old)
            return found

        def compacting(old: Server) -> None:  # one that has looked at its epoch just before
            with monkeypatch.context() as patch:
                patch.setattr(FileStore, "check", lambda *_: None)
                old._store.compact(old.epoch, old.shard.snapshot())

        monkeypatch.setattr(file_store, "_read", reading)
        assert value(Server(FileStore(folder))) == 3, compacts_at
        monkeypatch.setattr(file_store, "_read", read)


def test_a_snapshot_without_its_log_in_the_same_file_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = server(FileStore(tmp_path))
    one.deliver("t", push(0))
    one._store.compact(one.epoch, one.shard.snapshot())
    one.deliver("t", push(1))
    replace = os.replace

    def broken(origin: Any, target: Any) -> None:
        if "log" in str(target):
            raise OSError(errno.EIO, "broken")
        replace(origin, target)

    monkeypatch.setattr(os, "replace", broken)
    one._store.compact(one.epoch, one.shard.snapshot())
    monkeypatch.undo()
    one.deliver("t", push(2))
    assert value(Server(FileStore(tmp_path))) == 7


def test_what_a_server_that_was_killed_was_writing_is_in_nobodys_way(tmp_path: Path) -> None:
    one = server(FileStore(tmp_path))
    one.deliver("t", push(0))
    (tmp_path / ".snapshot.1.123.0a1b2c3d.unfinished").write_bytes(b"half")
    again = Server(FileStore(tmp_path))
    assert value(again) == 1 and not list(tmp_path.glob(".*"))


def test_a_record_that_cannot_be_taken_back_has_the_log_opened_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = server(FileStore(tmp_path))
    epoch = one.epoch

    def broken(*_: Any) -> None:
        raise OSError(errno.EIO, "broken")

    write = os.write
    monkeypatch.setattr(os, "write", lambda file, data: broken() if len(data) == 24 else write(file, data))
    monkeypatch.setattr(os, "ftruncate", broken)
    ((_, answer),) = one.deliver("t", push(0))
    assert isinstance(answer.reply, m.Refusal) and answer.reply.again and one.epoch > epoch
    monkeypatch.undo()
    one.deliver("t", push(0))
    assert value(one) == 1 == value(Server(FileStore(tmp_path)))


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = server(FileStore(tmp_path))
    one.deliver("t", push(0))
    write = os.write

    def full(file: int, data: Any) -> int:
        if len(data) > 20:
            return write(file, data[:20])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", full)
    ((_, answer),) = one.deliver("t", push(1))
    assert isinstance(answer.reply, m.Refusal) and answer.reply.again
    assert "server 0 cannot keep what it is given" in answer.reply.text and "No space left" in answer.reply.text
    assert value(one) == 1
    monkeypatch.undo()
    ((_, answer),) = one.deliver("t", push(1))
    assert isinstance(answer.reply, m.Ack) and value(one) == 3 and value(Server(FileStore(tmp_path))) == 3


@pytest.mark.parametrize("call", ["open", "write", "fsync", "replace", "unlink", "ftruncate"])
def test_a_crash_at_any_call_loses_nothing_that_was_acknowledged(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dusk.kvstore.file_store.SHORT", 100)

    class Killed(BaseException):
        pass

    for seed in range(12):
        folder, rng, acknowledged = tmp_path / str(seed), random.Random(seed), 0
        one = server(FileStore(folder))
        for _ in range(6):
            left = rng.randrange(1, 8)
            real = getattr(os, call)

            def crash(*args: Any, real: Any = real, **kwargs: Any) -> Any:
                nonlocal left
                left -= 1
                if left == 0:
                    raise Killed
                return real(*args, **kwargs)

            monkeypatch.setattr(os, call, crash)
            try:
                for clock in range(acknowledged, acknowledged + 5):
                    one.deliver("t", push(clock))
                    acknowledged = clock + 1
            except Killed:
                pass
            monkeypatch.setattr(os, call, real)
            one = Server(FileStore(folder))
            found = value(one)
            assert found in (2.0**acknowledged - 1, 2.0 ** (acknowledged + 1) - 1)
            acknowledged = round(np.log2(found + 1))


def test_a_store_that_fails_after_another_has_taken_a_record_is_opened_anew(tmp_path: Path) -> None:
    class Full(MemoryStore):
        full = False

        def append(self, epoch: int, record: m.Record) -> None:
            if self.full:
                raise OSError(errno.ENOSPC, "no space")
            super().append(epoch, record)

    second = Full()
    one = server(Replicated([MemoryStore(), second]))
    one.deliver("t", push(0))
    second.full = True
    ((_, answer),) = one.deliver("t", push(1))
    assert isinstance(answer.reply, m.Refusal) and answer.reply.again
    second.full = False
    ((_, answer),) = one.deliver("t", push(1))
    assert isinstance(answer.reply, m.Ack) and value(one) == 3
    assert one.epoch > 1
