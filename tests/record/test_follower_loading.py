"""The native follower is loaded where it fits, and only there; elsewhere the portable one is in use, and says why."""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest

import dusk
from dusk.errors import NativeUnavailable
from dusk.kernel import native as compiler
from dusk.record import follower
from dusk.record.follower import cpython, native, portable
from subprocess_script import run_script

SOURCE = Path(dusk.__file__).parent
TEXTS = (SOURCE / "record" / "follower" / "follower.ll", SOURCE / "numpy" / "draws.ll", SOURCE / "numpy" / "twister.ll")


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.stem)
def test_the_texts_were_made_from_their_sources(text: Path) -> None:
    first = text.read_text().split("\n", 1)[0]
    assert native.sources_hash(text.parent) in first, "run `make follower`"


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.stem)
def test_the_texts_hold_nothing_of_the_machine_they_were_made_on(text: Path) -> None:
    content = text.read_text()
    for word in ("target triple", "target datalayout", "target-cpu", "attributes #", "!", "asm"):
        assert word not in content


def test_the_native_one_is_loaded_where_it_was_tested() -> None:
    fits = sys.implementation.name == "cpython" and cpython.TESTED[0] <= sys.version_info[:2] <= cpython.TESTED[1]
    if not fits:
        assert follower.unfit
    elif follower.unfit is not None:
        assert any(w in follower.unfit for w in ("lock", "debug", "no native code", "DUSK_FOLLOWER")), follower.unfit
    else:
        assert follower.Segment is not portable.Segment


def test_the_feature_test_refuses_what_it_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cpython.foreign() is None or follower.unfit is not None
    with monkeypatch.context() as m:
        m.setattr(sysconfig, "get_config_var", lambda name: 1)
        assert "lock" in str(cpython.foreign())
    with monkeypatch.context() as m:
        m.setattr(sys, "gettotalrefcount", lambda: 0, raising=False)
        assert "debug" in str(cpython.foreign())
    with monkeypatch.context() as m:
        m.setattr(cpython, "TESTED", ((3, 1), (3, 2)))
        assert "not tested" in str(cpython.foreign())
    if cpython.foreign() is not None:
        pytest.skip("no layout to look at")
    assert cpython.misplaced() is None
    with monkeypatch.context() as m:
        m.setattr(cpython, "_TYPE_OFFSETS", {52: 56})
        assert "slot 52" in str(cpython.misplaced())
    with monkeypatch.context() as m:
        m.setattr(cpython, "_TP_FLAGS", 160)
        assert "flags" in str(cpython.misplaced())


def test_whatever_does_not_fit_leaves_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> int:
        raise NativeUnavailable("no native code: planted")

    monkeypatch.delenv("DUSK_FOLLOWER", raising=False)
    monkeypatch.setattr(cpython, "foreign", lambda: None)
    monkeypatch.setattr(cpython, "misplaced", lambda: None)
    with monkeypatch.context() as m:
        m.setattr(compiler, "function", refuse)
        assert "planted" in str(native.load())
    with monkeypatch.context() as m:
        m.setattr(native, "_HANDLE_SIZE", native._HANDLE_SIZE + 8)
        assert not isinstance(native.load(), native.Follower)
    with monkeypatch.context() as m:
        m.setattr(native, "_HERE", native._HERE / "nowhere")
        assert "nowhere" in str(native.load())
    with monkeypatch.context() as m:
        m.setattr(cpython, "misplaced", lambda: "the size of object is not where it is expected")
        assert "size of object" in str(native.load())
    with monkeypatch.context() as m:
        m.setenv("DUSK_FOLLOWER", "portable")
        assert "DUSK_FOLLOWER" in str(native.load())


BROKEN = """
import sys
sys.gettotalrefcount = lambda: 0
import numpy, dusk.numpy as np
from dusk.record import follower
assert follower.unfit == "a debug build", follower.unfit
assert follower.Segment.__module__.endswith("portable")
for _ in range(3):
    x = np.arange(3.0)
    x += x[::-1] * 2
    assert numpy.array(x).tolist() == [4, 3, 2]
"""


def test_where_the_native_one_does_not_fit_the_portable_one_serves() -> None:
    run_script(BROKEN, DUSK_FOLLOWER="native")


EXIT = """
import sys, threading, weakref
import dusk.numpy as np


class Sub(np.ndarray):
    pass


class Late:
    def __del__(self):
        self.z = self.x + self.x


late, x = Late(), np.arange(3.0)
from dusk.record import ready_handle
s = ready_handle(Sub, x.type, np.ones(3).buffer)
s.me, s.y = s, x + x
late.x, late.me = x, late
weakref.finalize(s.y, print)
thread = threading.Thread(target=lambda: setattr(late, "w", x * 3))
thread.start()
thread.join()
sys.kept = (x, s, late)
"""


@pytest.mark.parametrize("which", ["native", "portable"])
def test_the_interpreter_exits_cleanly_with_handles_alive(which: str) -> None:
    run_script(EXIT, DUSK_FOLLOWER=which)
