"""The native follower, loaded: the types of `portable.py` with the same methods, from the LLVM IR in `follower.ll`."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from ctypes import PYFUNCTYPE, c_size_t
from pathlib import Path
from typing import Any

from dusk.engine.buffer import Buffer
from dusk.errors import NativeUnavailable
from dusk.kernel import native
from dusk.record.follower import cpython
from dusk.record.follower.cpython import LONGLONG, OBJECT
from dusk.record.follower.operators import OPERATORS

_HERE = Path(__file__).parent
_HANDLE_SIZE, _SEGMENT_SIZE, _POSITION_SIZE, _FUNCTION_SIZE = 88, 176, 152, 32
_WEAK_AT = 80
_HANDLE_MEMBERS = (
    ("epoch", LONGLONG, 16),
    ("slot", LONGLONG, 24),
    ("type", OBJECT, 32),
    ("buffer", OBJECT, 40),
    ("owner", OBJECT, 48),
    ("spec", OBJECT, 56),
    ("version", LONGLONG, 64),
    ("seen", LONGLONG, 72),
)
_SEGMENT_MEMBERS = (
    ("epoch", LONGLONG, 16),
    ("history", LONGLONG, 24),
    ("slow", LONGLONG, 32),
    ("tracing", LONGLONG, 40),
    ("inside", LONGLONG, 48),
    ("node", OBJECT, 56),
    ("root", OBJECT, 64),
)
_POSITION_MEMBERS = (("cut", LONGLONG, 64), ("general", LONGLONG, 72))
_SEGMENT_METHODS = (
    *("reset", "take", "learn", "learn_slots", "alive", "donors", "inputs", "settle", "handle", "put", "moved"),
    *("alias", "rebind", "bound", "size", "activate"),
)
_FUNCTION_MEMBERS = (("op", OBJECT, 16), ("nin", LONGLONG, 24))
_RICH_COMPARE, _DEALLOC, _CALL = 67, 52, 50
_TYPE_SLOTS = dict(
    zip(
        OPERATORS,
        (7, 36, 29, 37, 12, 34, 33, 75, 8, 31, 38, 28, 35)  # BINARY
        + (14, 23, 18, 24, 16, 21, 20, 76, 15, 19, 25, 17, 22)  # in place
        + (30, 32, 6, 27),  # UNARY
        strict=False,
    )
)
"""The number of the type slot (`typeslots.h`) of each operator but comparisons, which share one."""


def sources_hash() -> str:
    """What the IR text says of the sources that it was made from."""
    digest = hashlib.sha256()
    for path in sorted([*_HERE.glob("*.h"), *_HERE.glob("*.c")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:32]


class Follower:
    """What was loaded: the classes to build on, and the functions that Python calls."""

    def __init__(self) -> None:
        text = (_HERE / "follower.ll").read_text()

        def address(name: str) -> int:
            return native.function(name, text)

        sizes = PYFUNCTYPE(c_size_t, c_size_t)(address("size_of"))
        if [sizes(i) for i in range(4)] != [_HANDLE_SIZE, _SEGMENT_SIZE, _POSITION_SIZE, _FUNCTION_SIZE]:
            raise NativeUnavailable("the follower's text and native.py differ in their layouts")
        slots = {number: address("nb_" + name) for name, number in _TYPE_SLOTS.items()}
        slots[_RICH_COMPARE] = address("tp_richcompare")
        self._dealloc = slots[_DEALLOC] = address("handle_dealloc")
        make = cpython.make_type
        self.Handle: Any = make("dusk.record.Handle", _HANDLE_SIZE, _HANDLE_MEMBERS, _WEAK_AT, slots, {})
        methods = {name: address("segment_" + name) for name in _SEGMENT_METHODS}
        ends = {_DEALLOC: address("segment_dealloc")}
        base: Any = make("dusk.record.Segment", _SEGMENT_SIZE, _SEGMENT_MEMBERS, 0, ends, methods)
        ends = {_DEALLOC: address("position_dealloc")}
        methods = {name: address("position_" + name) for name in ("yields", "unlink")}
        self.Position: Any = make("dusk.record.Position", _POSITION_SIZE, _POSITION_MEMBERS, 0, ends, methods)
        ends = {_DEALLOC: address("function_dealloc"), _CALL: address("function_call")}
        self.Function: Any = make("dusk.record.Function", _FUNCTION_SIZE, _FUNCTION_MEMBERS, 0, ends, {})
        if not cpython.is_plain(self.Handle, _HANDLE_SIZE, self._dealloc, _WEAK_AT):
            raise NativeUnavailable("the handle's type was not made as asked for")

        class Segment(base):
            __slots__ = ()

            def mend(self) -> None:
                """Nothing: a native step is done whole or not at all."""

        self.Segment = Segment
        self.follow = cpython.make_builtin("follow", address("m_follow"))
        self.follow_slots = cpython.make_builtin("follow_slots", address("m_follow_slots"))
        self.ready = cpython.make_builtin("ready", address("m_ready"))
        self._record = cpython.make_builtin("record", address("m_record"), keywords=True)
        self._configure = cpython.make_builtin("configure", address("m_configure"))
        self._general: Any = None
        cpython.kept.append(self)

    def adopt(self, cls: type) -> type:
        """Make a class of results of a subclass of `Handle`: its instances die in native code and are used again.

        A decorator, since no instance may exist before, for classes that add methods only (`__slots__ = ()`, no
        `__del__`), and for good: like their base they take no part in cycles. Raises TypeError for other classes.
        """
        stateful = cls.__basicsize__ != _HANDLE_SIZE or cls.__dictoffset__
        if not issubclass(cls, self.Handle) or stateful or hasattr(cls, "__del__"):
            raise TypeError(f"{cls.__name__} cannot be a class of handles: it has state or a finaliser of its own")
        cpython.leave_collector(cls, self.Handle, self._dealloc)
        return cls

    def record_with(self, general: Callable[..., Any]) -> Callable[..., Any]:
        """The function that records calls, given the one that does so for calls that cannot be followed."""
        self._general = general
        return self._record

    def configure(self, ops: Sequence[Any], generals: Sequence[Callable[..., Any]], classes: Any, local: Any) -> None:
        """Say what the operators are: for each of OPERATORS its op, and the function for calls not followed."""
        pins_at = cpython.offset_of(Buffer, "pins")
        made = classes.array, classes.scalar
        self._configure(
            tuple(ops),
            tuple(generals),
            self._general,
            *made,
            pins_at,
            (False, True),
            *("as_array", "into", (), "_call"),
        )


def load() -> Follower | str:
    """The native follower, or why there is none."""
    if os.environ.get("DUSK_FOLLOWER") == "portable":
        return "DUSK_FOLLOWER asks for the portable one"
    why = cpython.foreign() or cpython.misplaced()
    if why is not None:
        return why
    try:
        return Follower()
    except (NativeUnavailable, OSError) as error:
        return str(error)
