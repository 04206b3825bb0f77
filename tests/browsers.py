"""A browser without a window, for tests of pages: what it makes of a document, and what that looks like."""

from __future__ import annotations

import os
import re
import shutil
import struct
import subprocess
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
_TOLD = re.compile(r":CONSOLE:.*")


class Picture(NamedTuple):
    """Pixels of three bytes, row by row."""

    width: int
    height: int
    rows: list[bytes]

    @property
    def colours(self) -> int:
        """How many different ones there are."""
        return len({row[i : i + 3] for row in self.rows for i in range(0, len(row), 3)})

    @property
    def brightness(self) -> float:
        """The mean of all bytes, from 0 to 1."""
        return sum(map(sum, self.rows)) / (255 * 3 * self.width * self.height)


def browser() -> str:
    """The program; where there is none the test is skipped."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("no Chromium is installed: apt-get install chromium")
    return found


def look(page: Path, folder: Path, *words: str, size: tuple[int, int] = (1280, 1000)) -> tuple[str, Picture]:
    """The document as the browser has it after loading a page, without a network, and a picture of it.

    Fails where the browser has something to complain of.
    """
    program = browser()
    folder.mkdir(exist_ok=True)
    common = [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage",
              "--no-first-run", "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={folder / 'profile'}",
              f"--blink-settings={','.join(words)}",
              "--enable-logging=stderr", f"--window-size={size[0]},{size[1]}"]  # fmt: skip
    shot = folder / "shot.png"
    address = page.resolve().as_uri()
    environment = {**os.environ, "HOME": str(folder)}
    settings: dict[str, Any] = {"env": environment, "capture_output": True, "text": True, "timeout": 120, "check": True}
    ways = "--dump-dom", f"--screenshot={shot}"
    results = [subprocess.run([*common, way, address], **settings) for way in ways]
    for done in results:
        assert not (found := _TOLD.findall(done.stderr)), found
    return results[0].stdout, decoded(shot.read_bytes())


def decoded(png: bytes) -> Picture:
    """The pixels of a PNG of 8 bits a channel, with or without transparency."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    channels = {2: 3, 6: 4}[kind]
    assert depth == 8
    data, at = b"", 8
    while at < len(png):
        (length,), name = struct.unpack(">I", png[at : at + 4]), png[at + 4 : at + 8]
        data += png[at + 8 : at + 8 + length] if name == b"IDAT" else b""
        at += length + 12
    raw, stride = zlib.decompress(data), width * channels
    rows: list[bytes] = []
    before = bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        row = _unfiltered(raw[start], bytearray(raw[start + 1 : start + 1 + stride]), before, channels)
        kept = row if channels == 3 else bytearray(b for i, b in enumerate(row) if i % 4 != 3)
        rows.append(bytes(kept))
        before = row
    return Picture(width, height, rows)


def _unfiltered(kind: int, row: bytearray, above: bytearray, step: int) -> bytearray:
    if kind == 0:
        return row
    for i in range(len(row)):
        left, up, corner = (row[i - step], above[i], above[i - step]) if i >= step else (0, above[i], 0)
        if kind == 4:
            guess = left + up - corner
            near = sorted((left, up, corner), key=lambda v: abs(guess - v))[0]
            nearest = near if abs(guess - near) < abs(guess - left) else left
            add = up if abs(guess - up) < abs(guess - nearest) else nearest
        else:
            add = {1: left, 2: up, 3: (left + up) // 2}[kind]
        row[i] = (row[i] + add) & 255
    return row
