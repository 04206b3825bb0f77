"""The folder of compiled code: it is bounded, is this user's alone, and does without room."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from dusk.config import config
from dusk.kernel import disk
from subprocess_script import run_script

KEYS = [bytes([i] * 20) for i in range(6)]
POSIX = pytest.mark.skipif(not hasattr(os, "getuid"), reason="POSIX permissions")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(disk, "_told", False)
    with config.using(cache_dir=str(tmp_path)):
        yield tmp_path / "kernels"


def age(path: Path, days: float) -> None:
    then = time.time() - days * disk.DAY_S
    os.utime(path, (then, then))


def path_of(folder: Path, key: bytes) -> Path:
    return folder / f"{key.hex()}.o"


def kept(folder: Path) -> list[bytes]:
    return [key for key in KEYS if path_of(folder, key).exists()]


def test_what_was_used_longest_ago_goes_once_a_day(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for key in KEYS[:5]:
        disk.write(key, ".o", b"x" * 1000)
    monkeypatch.setattr(disk, "MOST", 3 * path_of(folder, KEYS[0]).stat().st_size)
    for days, key in enumerate(KEYS[:5], 2):
        age(path_of(folder, key), days)
    (folder / "left.o.1.1.tmp").write_bytes(b"x")
    age(folder / "left.o.1.1.tmp", 2)
    assert disk.read(KEYS[4], ".o") == b"x" * 1000  # used: no longer the oldest
    disk.write(KEYS[5], ".o", b"x" * 1000)
    assert kept(folder) == KEYS  # there was a look at them today
    age(folder.with_name("kernels.pruned"), 1.1)
    disk.write(KEYS[5], ".o", b"x" * 1000)
    assert kept(folder) == [KEYS[0], KEYS[4], KEYS[5]]
    assert len(list(folder.iterdir())) == 3
    assert time.time() - folder.with_name("kernels.pruned").stat().st_mtime < 60


@POSIX
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_folder_that_others_may_write_is_not_used_and_that_is_said_once(
    folder: Path, mode: int, caplog: pytest.LogCaptureFixture
) -> None:
    folder.mkdir()
    folder.chmod(mode)
    disk.write(KEYS[0], ".o", b"x")
    assert disk.read(KEYS[0], ".o") is None
    assert not list(folder.iterdir())
    (record,) = caplog.records
    assert "not this user's alone" in record.getMessage()


@POSIX
@pytest.mark.parametrize("mode", [0o666, 0o620])
def test_a_file_that_others_may_write_is_as_good_as_damaged(folder: Path, mode: int) -> None:
    before = os.umask(0)
    try:
        disk.write(KEYS[0], ".o", b"x")
    finally:
        os.umask(before)
    assert disk.read(KEYS[0], ".o") == b"x"
    path_of(folder, KEYS[0]).chmod(mode)
    assert disk.read(KEYS[0], ".o") == b""


@POSIX
def test_what_somebody_else_owns_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk.write(KEYS[0], ".o", b"x")
    user = os.getuid()
    monkeypatch.setattr(disk.os, "getuid", lambda: user + 1)
    assert disk.folder() is None
    assert disk.read(KEYS[0], ".o") is None


def test_no_room_is_said_once_and_leaves_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(disk.os, "replace", full)
    for key in KEYS:
        disk.write(key, ".o", b"x")
        assert disk.read(key, ".o") is None
    assert not list(folder.iterdir())
    (record,) = caplog.records
    assert "No space left on device" in record.getMessage()


@POSIX
def test_a_program_runs_where_files_have_no_room(tmp_path: Path) -> None:
    done = run_script(
        """
        import logging, resource, signal
        logging.getLogger("dusk").addHandler(logging.NullHandler())
        import numpy, dusk.numpy as np, dusk
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        x = np.arange(1000.0)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))  # as if the disk were full after 100 bytes
        step = dusk.compile(lambda x: np.tanh(x) * 2 + 1)
        assert numpy.allclose(numpy.asarray(step(x)), numpy.tanh(numpy.arange(1000.0)) * 2 + 1)
        print("fine")
        """,
        DUSK_CACHE_DIR=str(tmp_path),
    )
    assert done.stdout == "fine\n"
    assert not list((tmp_path / "kernels").glob("*.tmp"))
