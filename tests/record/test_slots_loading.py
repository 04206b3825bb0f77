"""The native hit path is loaded where it can be trusted, and nowhere else."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from typing import Any

import pytest

from dusk.errors import NativeUnavailable
from dusk.kernel import native
from dusk.record import slots, slots_cpython
from dusk.record.slots import load, unfit

PROGRAM = """
import sys
from dusk.record.slots import load

slots = load()
if slots is None:
    raise SystemExit


@slots.adopt
class A(slots.MutableHandle):
    __slots__ = ()


class Sub(A):
    pass


class Late:
    def __del__(self):
        self.z = self.x + self.x


kind = object()
slots.on_miss(lambda op, *a: slots.extend(None, kind, A, 0, op, *a))
context = slots.attach()
x, s, late = A(), Sub(), Late()
x._type, x._buffer, x._pointer = kind, kind, 1
s.me, s.y = s, x + x
late.x, late.me = x, late
sys.kept = (x, s)
"""


def test_the_hit_path_loads_on_the_interpreters_it_was_tested_with() -> None:
    first, last = slots_cpython.TESTED
    if sys.implementation.name != "cpython" or not first <= sys.version_info[:2] <= last:
        assert load() is None
    elif load() is None:
        assert any(word in str(unfit()) for word in ("lock", "debug", "native code")), unfit()
    else:
        assert unfit() is None


def test_the_interpreter_exits_cleanly_with_handles_alive() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_feature_test_refuses_what_it_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    if load() is None:
        pytest.skip(f"no native hit path: {unfit()}")
    with monkeypatch.context() as m:
        m.setattr(sysconfig, "get_config_var", lambda name: 1)
        assert "lock" in str(slots_cpython.foreign())
    with monkeypatch.context() as m:
        m.setattr(sys, "gettotalrefcount", lambda: 0, raising=False)
        assert "debug" in str(slots_cpython.foreign())
    with monkeypatch.context() as m:
        m.setattr(slots_cpython, "TESTED", ((3, 1), (3, 2)))
        assert "not tested" in str(slots_cpython.foreign())
    with monkeypatch.context() as m:
        m.setattr(slots_cpython, "_TYPE_OFFSETS", {52: 56})
        assert "slot 52" in str(slots_cpython.misplaced())
    with monkeypatch.context() as m:
        m.setattr(slots_cpython, "_TP_FLAGS", 160)
        assert "flags" in str(slots_cpython.misplaced())
    assert slots_cpython.foreign() is None
    assert slots_cpython.misplaced() is None


def test_where_native_code_cannot_be_built_there_is_no_hit_path(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> int:
        raise NativeUnavailable("no native code: planted")

    monkeypatch.setattr(slots_cpython, "foreign", lambda: None)
    monkeypatch.setattr(slots_cpython, "misplaced", lambda: None)
    monkeypatch.setattr(slots, "_loaded", None)
    monkeypatch.setattr(native, "function", refuse)
    assert load() is None
    assert "planted" in str(unfit())
