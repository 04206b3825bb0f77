"""The native follower, loaded: the types of `portable.py` with the same methods, from the LLVM IR in `follower.ll`."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from ctypes import PYFUNCTYPE, c_size_t
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from dusk.config import config
from dusk.engine.buffer import CPU, Buffer, allocate
from dusk.errors import NativeUnavailable
from dusk.kernel import native
from dusk.record.follower import cpython
from dusk.record.follower.cpython import CLEAR, DEALLOC, LONGLONG, OBJECT, TRAVERSE
from dusk.record.follower.operators import OPERATORS
from dusk.record.follower.portable import COUNTERS, NUMBERS

_HERE = Path(__file__).parent
_HANDLE_SIZE = 88
_SIZES = (_HANDLE_SIZE, 208, 208, 56, 112, 168, 144, 24, 128, 48, 232)
_WEAK_AT = 80
_HANDLE_MEMBERS = (
    ("epoch", LONGLONG, 16),
    ("slot", LONGLONG, 24),
    ("type", OBJECT, 32),
    ("buffer", OBJECT, 40),
    ("owner", OBJECT, 48),
    ("version", LONGLONG, 64),
    ("seen", LONGLONG, 72),
)
_SEGMENT_MEMBERS = (
    ("epoch", LONGLONG, 16),
    ("history", LONGLONG, 24),
    ("slow", LONGLONG, 32),
    ("tracing", LONGLONG, 40),
    ("inside", LONGLONG, 48),
    ("clock", LONGLONG, 56),
    ("node", OBJECT, 64),
    ("root", OBJECT, 72),
    ("lock", OBJECT, 80),
    ("saved", OBJECT, 88),
    ("write_back", OBJECT, 96),
)
_POSITION_MEMBERS = (
    ("cut", LONGLONG, 64),
    ("general", LONGLONG, 72),
    ("depth", LONGLONG, 80),
    ("age", LONGLONG, 88),
    ("launch", OBJECT, 96),
    ("trust", LONGLONG, 200),
)
_SEGMENT_METHODS = (
    *("reset", "take", "learn", "learn_slots", "alive", "donors", "inputs", "settle", "handle", "put", "moved"),
    *("alias", "rebind", "bound", "activate", "launch", "learn_call"),
)
_FUNCTION_MEMBERS = (("op", OBJECT, 24), ("nin", LONGLONG, 32), ("numpy", OBJECT, 40))
_ITERATOR_MEMBERS = (("index", LONGLONG, 24), ("base", OBJECT, 40))
_FOLLOWED_MEMBERS = (
    ("is_property", LONGLONG, 24),
    ("makes_views", LONGLONG, 32),
    ("makes", LONGLONG, 64),
    ("numpy", OBJECT, 72),
    ("shortcut", LONGLONG, 80),
    ("op", OBJECT, 88),
)
_ENTER_AT = 16
_COUNTS_MEMBERS = tuple((name, LONGLONG, 16 + 8 * i) for i, name in enumerate(COUNTERS))
_CALLER_MEMBERS = (("plan", OBJECT, 16),)
_GET_BUFFER, _RICH_COMPARE, _FLOAT, _HASH = 1, 67, 11, 59
_SUBSCRIPTS = {"mp_subscript": 5, "mp_ass_subscript": 3, "mp_length": 4, "sq_item": 44, "tp_iter": 62}
_DIES, _IS_CALLED, _IN_CYCLES = {DEALLOC: "dealloc"}, {50: "call"}, {TRAVERSE: "traverse", CLEAR: "clear"}
_NUMBER = {7: "add", 36: "sub", 29: "mul", 37: "truediv", 30: "neg", 6: "abs", _RICH_COMPARE: "compare", **_DIES}
_IS_MADE, _IS_METHOD, _GOES_ON = {65: "new"}, {54: "get"}, {62: "iter", 63: "next"}
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

_Members = Sequence[tuple[str, int, int]]
_Own = Mapping[int, str]
"""By number of the type slot: the functions of a type that are its own."""


def sources_hash(folder: Path = _HERE) -> str:
    """What the IR text in a folder says of the sources there that it was made from."""
    digest = hashlib.sha256()
    for path in sorted([*folder.glob("*.h"), *folder.glob("*.c")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:32]


class Follower:
    """What was loaded: the classes to build on, and the functions that Python calls."""

    def __init__(self) -> None:
        text = (_HERE / "follower.ll").read_text()

        def address(name: str) -> int:
            return native.function(name, text)

        sizes = PYFUNCTYPE(c_size_t, c_size_t)(address("size_of"))
        if tuple(sizes(i) for i in range(len(_SIZES))) != _SIZES:
            raise NativeUnavailable("the follower's text and native.py differ in their layouts")
        slots = {number: address("nb_" + name) for name, number in _TYPE_SLOTS.items()}
        slots[_RICH_COMPARE], slots[_GET_BUFFER] = address("tp_richcompare"), address("bf_getbuffer")
        slots |= {number: address(name) for name, number in _SUBSCRIPTS.items()}
        slots[_FLOAT], item = address("nb_float"), {"item": address("handle_item")}
        self._dealloc = slots[DEALLOC] = address("handle_dealloc")
        made = iter(_SIZES)

        def make(
            name: str, members: _Members = (), methods: Sequence[str] = (), own: _Own = _DIES, enter_at: int = 0
        ) -> Any:
            low = name.lower()
            ends = {slot: address(f"{low}_{end}") for slot, end in own.items()}
            entries = {method: address(f"{low}_{method}") for method in methods}
            return cpython.make_type("dusk.record." + name, next(made), members, 0, ends, entries, enter_at)

        self.Handle: Any = cpython.make_type("dusk.record.Handle", next(made), _HANDLE_MEMBERS, _WEAK_AT, slots, item)
        spec = cpython.make_getset(self.Handle, "spec", address("handle_get_spec"), address("handle_put_spec"))
        self.Handle.spec = spec
        base: Any = make("Segment", _SEGMENT_MEMBERS, _SEGMENT_METHODS)
        self.Position: Any = make("Position", _POSITION_MEMBERS, ("yields", "unlink"))
        self.Function: Any = make("Function", _FUNCTION_MEMBERS, (), _DIES | _IS_CALLED | _IS_MADE, _ENTER_AT)
        self.Counts: Any = make("Counts", _COUNTS_MEMBERS, own={})
        self.Launch: Any = make("Launch", methods=("bind", "serve", "drop"))
        self.Plan: Any = make("Plan", methods=("bind",), own=_DIES | _IN_CYCLES)
        self.Caller: Any = make("Caller", _CALLER_MEMBERS, own=_DIES | _IS_CALLED | _IN_CYCLES)
        own = _DIES | _IS_CALLED | _IS_MADE | _IS_METHOD
        self.Followed: Any = make("Followed", _FOLLOWED_MEMBERS, ("learn_view",), own, _ENTER_AT)
        self.Iterator: Any = make("Iterator", _ITERATOR_MEMBERS, ("start",), _DIES | _GOES_ON)
        self._window = make("Window")
        self.Number = self._number(address)
        if not cpython.is_plain(self.Handle, _HANDLE_SIZE, self._dealloc, _WEAK_AT):
            raise NativeUnavailable("the handle's type was not made as asked for")

        class Segment(base):
            __slots__ = ()

            def mend(self) -> None:
                """Nothing: a native step is done whole or not at all."""

        self.Segment = Segment
        self.follow = cpython.make_builtin("follow", address("m_follow"))
        self.follow_slots = cpython.make_builtin("follow_slots", address("m_follow_slots"))
        self.launched = cpython.make_builtin("launched", address("m_launched"))
        self.leaves_of = cpython.make_builtin("leaves_of", address("m_leaves_of"))
        self._record = cpython.make_builtin("record", address("m_record"), keywords=True)
        self.do_at_once = cpython.make_builtin("do_at_once", address("m_do_at_once"))
        self.restless = cpython.make_builtin("restless", address("m_restless"))
        self._configure = cpython.make_builtin("configure", address("m_configure"))
        self.choose_by = cpython.make_builtin("choose_by", address("m_choose_by"))
        self._general: Any = None
        self._attribute = address("handle_attribute"), address("handle_put_attribute")
        cpython.kept.append(self)

    def _number(self, address: Callable[[str], int]) -> Any:
        """The class of elements of float64: what `float64.h` does not do is NumPy's."""
        size: Any = np.float64.__basicsize__
        slots = {slot: address("number_" + name) for slot, name in _NUMBER.items()}
        slots[_HASH] = cpython.slot_of(np.float64, _HASH)  # is not inherited by who compares
        made: Any = cpython.make_type("numpy.float64", size, (), 0, slots, {}, base=np.float64)
        made.__doc__ = np.float64.__doc__
        if not cpython.is_plain(made, size, slots[DEALLOC], 0):
            raise NativeUnavailable("the class of numbers was not made as asked for")
        own = {_RICH_COMPARE: address("floatclass_compare"), _HASH: address("floatclass_hash")}
        asked = {"__instancecheck__": address("floatclass_has"), "__subclasscheck__": address("floatclass_holds")}
        size = type.__basicsize__
        above = cpython.make_type("dusk.record.FloatClass", size, (), 0, own, asked, base=type)
        # NumPy asks the class, and finds its own sooner than that there is none; `getattr` has a default, the class
        above.__array_ufunc__ = property(partial(getattr, np.ndarray, "__array_ufunc__"))
        cpython.change_class(made, above)
        return made

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

    def stand_apart(self, cls: type) -> type:
        """Make a class of a subclass of `Handle` one whose instances native code leaves to Python, until they `become`
        handles of another; a decorator."""
        cpython.leave_collector(cls, self.Handle, cpython.dealloc_of(cls))
        return cls

    def become(self, handle: Any, cls: type) -> None:
        """Make a handle of a class that stands apart one of an adopted class."""
        cpython.change_class(handle, cls)

    def enter(self, cls: type, method: bool = False) -> None:
        """Let calls of the instances of a subclass of `Function` or `Followed` that has no `__call__` of its own enter
        native code at once; with `method`, as methods too."""
        cpython.call_directly(cls, method)

    def attribute(
        self, cls: type, name: str, kind: type, field: str, put: Callable[[Any, Any], None] | None = None
    ) -> Any:
        """An attribute of a class of handles: a field of their types, which are of class `kind`."""
        return cpython.make_attribute(cls, name, *self._attribute, kind, field, put)

    def record_with(self, general: Callable[..., Any]) -> Callable[..., Any]:
        """The function that records calls, given the one that does so for calls that cannot be followed."""
        self._general = general
        return self._record

    def configure(
        self,
        ops: Sequence[Any],
        generals: Sequence[Callable[..., Any]],
        subscripts: Sequence[Any],
        numbers: Sequence[Callable[..., Any]],
        small: Sequence[Any],
        classes: Any,
        local: Any,
    ) -> None:
        """Say what the operators are: for each of OPERATORS its op, and the function for calls not followed; for
        subscripts the op, the functions that get and put, what is known of keys, and who says where elements lie and
        how many there are; for numbers those of
        `__float__` and `item`, and who shows the memory to Python's buffers; for what is done at once those of
        `at_once`."""
        # in the order that `m_configure` reads them in
        ones = (self._general, classes.array, classes.scalar, False, True, "as_array", "into", (), "_call", Buffer)
        ones += (classes.counts, config, "mode", allocate, 0, *subscripts, "starts", "sizes", "steps", "shape")
        ones += (np.generic, self.Number, self.Iterator, self._window, np.True_, np.False_)
        ones += (*numbers, "acquire", "release", np.dtype, *small, np.ndarray, CPU)
        ones += (*(np.dtype(name).type for name in NUMBERS), *map(np.dtype, NUMBERS))
        at = [cpython.offset_of(Buffer, name) for name in ("pins", "address", "owner")]
        at.append(cpython.offset_of(partial(object.__new__, classes.kind), "code"))
        at.append(cpython.offset_of(Buffer, "nbytes"))
        at += (cpython.offset_of(partial(object.__new__, classes.kind), "dtype"), *cpython.numpys())
        at += [cpython.offset_of(partial(object.__new__, classes.kind), name) for name in ("device", "shape", "weight")]
        at += (cpython.digits_after(), cpython.offset_of(Buffer, "device"))
        self._configure(tuple(ops), tuple(generals), (*ones, *at))


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
