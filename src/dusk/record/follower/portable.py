"""The follower in Python: the reference for the native one, and what stands in where that cannot be loaded.

`Handle`, `Segment` and `Position` are what handles, contexts and trie nodes are made of; operators are in
`operators.py`. A segment changes in an order (leaves, scalars, results, last the node) that lets `mend` take back a
call that an interrupt cut short: what lies beyond the node's slots never happened.
"""

from __future__ import annotations

import itertools
import sys
import threading
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

import numpy as np

READY = -1
"""The epoch of a handle that is pending nowhere."""
SHORT = -1
"""In place of a thread's number: whoever is on the short path of an operator."""
ALIAS = -1
"""The `version` of an alias."""
COUNTERS = (
    *("calls", "misses", "flushes", "program_hits", "programs", "compiled", "instances", "generalisations"),
    *("interpreted", "native", "fallbacks", "at_once"),
)
NUMBERS = ("f4", "f8", "i1", "i2", "i4", "i8", "?", "u1", "u2", "u4", "u8", "c8", "c16", "f2")
"""The dtypes of which the native follower knows how their numbers are kept; others are number OTHER."""
OTHER = len(NUMBERS)
Number: Any = np.float64
"""The class of elements of float64."""
MOST_LAZY = 16
"""Elements of one pending value that are read lazily, before it is run."""
_HELD_BY_US = 2  # references to a dead handle: the segment's list's and getrefcount's own

_epochs = itertools.count(1)
_cells = threading.RLock()
"""Held while a call writes to a cell, which other threads may be writing to."""


class Handle:
    """A storage cell and its current value, or (with an `owner`) a view of another handle's cell.

    Pending: `epoch` is that of a thread's segment and `slot` the value's number in it. Ready: the epoch is another,
    and `buffer` holds the value, in C order. A view has no buffer of its own: `spec` says how it is read from
    the owner's value, and its pending value is good while the owner's `version` is still `seen`.
    """

    __slots__ = ("__weakref__", "buffer", "epoch", "owner", "seen", "slot", "spec", "type", "version")
    epoch: int
    slot: int
    type: Any
    buffer: Any
    owner: Any
    spec: Any
    version: int
    seen: int
    shape: tuple[int, ...]
    dtype: Any
    ndim: int

    def __init__(self) -> None:
        self.epoch, self.slot, self.version, self.seen = 0, 0, 0, 0
        self.type = self.buffer = self.owner = self.spec = None


class Position:
    """What a trie node is to the follower: whether the segment is cut before it, and what a step to it gives."""

    __slots__ = ("_classes", "_kinds", "age", "cut", "depth", "general", "launch", "trust")
    cut: Any
    general: Any
    depth: int
    age: int
    launch: Launch | None
    trust: int

    def __init__(self) -> None:
        self.cut = self.general = self.depth = self.age = self.trust = 0
        self.launch = None

    def yields(self, classes: tuple[type, ...], kinds: tuple[Any, ...]) -> None:
        """Say what a step to this node gives: one handle, or a tuple of several."""
        self._classes, self._kinds = classes, kinds

    def unlink(self) -> None:
        """Follow no more to this node."""


class Counts:
    """The counters of `stats.py`."""

    def __init__(self) -> None:
        for name in COUNTERS:
            setattr(self, name, 0)


class Launch:
    """The run of a program, bound natively to what it is given and to buffers for its outputs. (Here there are none:
    `Entry.run` does it, and says what happens.)"""

    def bind(self, *program: Any) -> None:
        """Say which program it runs: its free instances, the one that is bound, what calls and fails it, its table of
        addresses; of each input where it comes from, how a number is kept and in which cell; how many things are given;
        constants; of each output the input whose memory it is (or -1), the request for its own and how many of
        those are kept; the settings under which it was made; the address of a cell that counts the runs."""

    def serve(self, alive: Sequence[int], donors: Sequence[int], slots: Sequence[int]) -> None:
        """Say for which live set it is, and which slots get the outputs."""

    def drop(self) -> None:
        """Run no more."""


class Plan:
    """What a call of a compiled function was known by, and how its results are put together, for native code."""

    def bind(self, *call: Any) -> None:
        """Say what: the launch; structure of the arguments, whether some are named; captured places with structures;
        of all leaves the type or value expected, or which leaf it was before; the leaf of each input, the inputs
        written; classes and types of new results; structure of the result, where its leaves come from, and constants
        among them."""


class Caller:
    """A callable whose calls native code may do as its `plan` says, and whose class does all others in `_call`. (Here
    all.)"""

    plan: Plan | None
    _call: Callable[..., Any]

    def __call__(self, *args: Any, **options: Any) -> Any:
        return self._call(*args, **options)


class Followed:
    """A function written in Python, followed by what it is given (see `record/followed.py`; here none is)."""

    is_property: Any
    makes_views: Any
    _call: Callable[..., Any]

    def learn_view(self, args: Sequence[Any], named: dict[str, Any], view: Any) -> None:
        """This view of the first argument was all that a call gave."""


class Iterator:
    """Goes through the first axis of an array; what is written meanwhile is seen. `base` is for who made it."""

    index: int
    base: Any

    def start(self, array: Any) -> None:
        """Let it, a new one, go through an array."""
        self._of, self.index, self._n = array, 0, Iterator.extent(array, False)

    extent: Callable[[Any, bool], int]

    def __iter__(self) -> Iterator:
        return self

    def __next__(self) -> Any:
        if self.index >= self._n:
            raise StopIteration
        element = self._of[self.index]
        self.index += 1
        return element


class Function:
    """A function of `nin` operands that records `op`: calls that cannot be followed are `_call`'s, which subclasses
    define. (Here none can.) `numpy` does it for numbers."""

    op: Any
    nin: int
    numpy: Any
    _call: Callable[..., Any]

    def __call__(self, *args: Any, **options: Any) -> Any:
        return self._call(*args, **options)


class Segment:
    """What one thread has recorded and not yet run: the node reached, and by slot the handles that get the values.

    `inside` is the number of the thread that is in the midst of a call or a run of this segment (SHORT: its own, on the
    short path), or 0. `clock` counts runs.

    `slow` closes the short path; `history` counts the gradients under way (no segment ends meanwhile); while `tracing`,
    leaves are noted with the state they had.
    """

    __slots__ = (
        "_handles",
        "_leaves",
        "_moved",
        "_scalars",
        "_undo",
        "clock",
        "epoch",
        "history",
        "inside",
        "lock",
        "node",
        "root",
        "saved",
        "slow",
        "tracing",
        "write_back",
    )
    clock: int
    epoch: int
    history: int
    inside: int
    slow: Any
    tracing: Any
    node: Any
    root: Any
    lock: Any
    saved: dict[int, Any]
    write_back: list[tuple[Any, Any]]

    def __init__(self) -> None:
        self.clock = self.history = self.inside = self.slow = self.tracing = 0
        self.node = self.root = None
        self._handles: list[Any] = []
        self._leaves: list[tuple[int, Any]] = []
        self._scalars: list[Any] = []
        self.reset(READY)

    def activate(self) -> None:
        """Make this the calling thread's segment."""

    def reset(self, epoch: int) -> None:
        """Forget all that is pending and begin a segment of that epoch (0: of one that no segment had) at the root."""
        old = self._handles, self._leaves, self._scalars  # let go last: that may run anything, even record
        self.epoch = epoch or next(_epochs)  # first: with it all that was pending here is so no more
        self._undo: Any = None
        self._moved: dict[int, int] = {}
        self.node = self.root
        self._handles, self._leaves, self._scalars = [], [], []
        del old

    def take(self, child: Any, leaves: Sequence[Any], scalars: Sequence[Any], into: Any, version: int) -> Any:
        """Step to a child: bind new leaves and varying scalars; gives its result(s), or `into`, rebound to it.

        NotImplemented: another thread was quicker; a leaf is pending there now, or `into` is not of that version.
        """
        with _cells:
            epoch, handles = self.epoch, self._handles
            if not self.tracing:
                cells = leaves if into is None else (*leaves, into)
                if any([h.epoch != epoch and h.buffer is None for h in cells]):
                    return NotImplemented
                if into is not None and into.version != version:
                    return NotImplemented
            if into is not None:
                self._undo = (into, into.slot, into.epoch, into.buffer, into.version)
            for handle in leaves:
                state = handle.buffer
                if self.tracing:
                    state = (handle, handle.epoch, handle.slot, state, handle.version)
                slot = len(handles)
                self._leaves.append((slot, state))
                handles.append(handle)
                handle.slot, handle.epoch = slot, epoch
            self._scalars.extend(scalars)
            result = into
            if into is not None:
                slot = len(handles)
                if into.epoch == epoch:
                    handles[into.slot] = None
                    self._moved[into.slot] = slot
                handles.append(into)
                into.slot, into.epoch, into.buffer = slot, epoch, None
                into.version += 1
            else:
                made: list[Any] = []
                for cls, kind in zip(child._classes, child._kinds, strict=True):
                    handle = object.__new__(cls)
                    handle.epoch, handle.slot, handle.type = epoch, len(handles), kind
                    handle.buffer = handle.owner = handle.spec = None
                    handle.version = handle.seen = 0
                    handles.append(handle)
                    made.append(handle)
                result = made[0] if len(made) == 1 else tuple(made)
            self.node = child
            self._undo = None
            return result

    def mend(self) -> None:
        """Take back a call that was interrupted halfway."""
        node: Any = self.node
        n = 0 if node is None else node.nslots
        if len(self._handles) == n:
            return
        if self._undo is not None:
            cell, slot, epoch, buffer, version = self._undo
            cell.buffer, cell.slot, cell.epoch, cell.version = buffer, slot, epoch, version
            if epoch == self.epoch and slot < n:
                self._handles[slot] = cell
        for slot, handle in enumerate(self._handles[n:], n):
            if handle is not None and handle.epoch == self.epoch and handle.slot == slot:
                handle.epoch = READY
        del self._handles[n:]
        self._leaves = [leaf for leaf in self._leaves if leaf[0] < n]
        del self._scalars[node.scalars() if node is not None else 0 :]

    def learn(self, *call: Any) -> None:
        """Let calls like this one be followed without asking the recorder. (In Python they are known by their keys.)"""

    def learn_call(self, function: Followed, args: Sequence[Any], named: dict[str, Any], made: Any) -> None:
        """The call just recorded, which gave `made`, was all that this call of a function did."""

    def learn_slots(self, *call: Any) -> None:
        """As `learn`, for calls known by slots."""

    def alive(self, saved: dict[int, Any]) -> tuple[int, ...]:
        """The slots, but leaves and saved ones, whose handles somebody outside still holds."""
        handles, count = self._handles, sys.getrefcount
        leaves = {slot for slot, _ in self._leaves}
        return tuple(
            slot
            for slot in range(len(handles))
            if handles[slot] is not None
            and count(handles[slot]) > _HELD_BY_US
            and slot not in leaves
            and slot not in saved
        )

    def donors(self) -> tuple[int, ...]:
        """Positions among the leaves whose memory may be overwritten: rebound by an in-place call, held by nobody."""
        found: list[int] = []
        for position, (slot, buffer) in enumerate(self._leaves):
            # references: the leaves' tuple, this frame's name, getrefcount's argument
            if self._handles[slot] is None and buffer is not None and not buffer.pins and sys.getrefcount(buffer) <= 3:
                found.append(position)
        return tuple(found)

    def inputs(self) -> list[Any]:
        """Buffers of leaves, then varying scalars: what a run of the path is given."""
        return [*(buffer for _, buffer in self._leaves), *self._scalars]

    def settle(self, slots: Sequence[int], buffers: Sequence[Any]) -> None:
        """Give the handles of these slots that are still to get them their values."""
        for slot, buffer in zip(slots, buffers, strict=True):
            handle = self._handles[slot]
            if handle is not None and handle.slot == slot and handle.epoch == self.epoch:
                handle.buffer = buffer
                handle.epoch = READY

    def handle(self, slot: int) -> Any:
        """The handle that is to get a slot's value, or None."""
        return self._handles[slot]

    def put(self, slot: int, handle: Any) -> None:
        """Set the handle that is to get a slot's value (None: nobody)."""
        self._handles[slot] = handle

    def moved(self, slot: int) -> int:
        """The slot of the value that was written over this one, or 0."""
        return self._moved.get(slot, 0)

    def alias(self, made: Sequence[Any], originals: Sequence[Any]) -> tuple[int, ...] | None:
        """Turn pending handles into aliases: views of all that their originals see, whose present values are their own
        slots. This is how gradients name variables; views of an alias keep it as their owner. Gives the slots (None:
        another thread has run them)."""
        if any([handle.epoch != self.epoch for handle in made]):
            return None
        for handle, of in zip(made, originals, strict=True):
            handle.owner, handle.spec = (of, ()) if of.owner is None else (of.owner, of.spec)
            handle.version = ALIAS
            root = handle
            while root.owner is not None:
                root = root.owner
            handle.seen = root.version
            self._handles[handle.slot] = None
        return tuple([handle.slot for handle in made])

    def rebind(self, cell: Any, value: Any) -> bool:
        """Let a cell take the place of the handle of a value that is pending here. False: it has to be written to."""
        buffer = cell.buffer
        if value.epoch != self.epoch or cell.owner is not None:
            return False
        if (buffer is None and cell.epoch != self.epoch) or (buffer is not None and buffer.pins):
            return False
        if cell.epoch == self.epoch:
            self._handles[cell.slot] = None
            self._moved[cell.slot] = value.slot
        self._handles[value.slot] = cell
        cell.slot, cell.epoch, cell.buffer = value.slot, self.epoch, None
        cell.version += 1
        value.epoch = READY
        return True

    def bound(self) -> list[tuple[int, Any]]:
        """The leaves: slot, and buffer (while tracing: the handle and its state)."""
        return list(self._leaves)

    def launch(self) -> bool:
        """Run what is pending, if the node reached has a launch for the live set, and begin anew; whether it did."""
        return False


def follow(op: Any, args: Sequence[Any]) -> Any:
    """The results of a call without parameters that was recorded before, or None: `record` has to be asked."""
    return None


def follow_slots(op: Any, slots: tuple[int, ...]) -> Any:
    """The results of a call known by slots, if it was learnt; here it never is."""
    return None


def launched() -> bool:
    """Whether all that this thread has pending was run natively; else it is there as before, and `flush`'s."""
    return False


def leaves_of(tree: Any, structure: Any) -> Sequence[Any] | None:
    """The leaves of a tree of that structure (as `tree.flatten` gives it) with arrays and floats, or None: it may be
    another one."""
    return None


def record_with(general: Callable[..., Any]) -> Callable[..., Any]:
    """The function that records calls, given the one that does so for calls that cannot be followed."""
    return general


def enter(cls: type, method: bool = False) -> None:
    """Let calls of the instances of a subclass of `Function` or `Followed` enter native code at once; here: nothing."""


def stand_apart(cls: type) -> type:
    """Make a class of a subclass of `Handle` one whose instances `become` handles of another; a decorator."""
    return cls


def become(handle: Any, cls: type) -> None:
    """Make a handle one of another class."""
    handle.__class__ = cls


def adopt(cls: type) -> type:
    """Make a class of results of a subclass of `Handle` that adds methods only; a decorator."""
    return cls


def choose_by(*ways: Any) -> None:
    """Say what arrays that do not know their length are, so that they are followed (`masks.h`); here they are not."""


def do_at_once(most: int, restless: int) -> None:
    """Let what has no more elements than that be done at once, where it is at hand; here nothing is."""


def restless(code: Any, at: int) -> None:
    """Let more be done at once that is called there; here nothing is."""


def attribute(cls: type, name: str, kind: type, field: str, put: Callable[[Any, Any], None] | None = None) -> Any:
    """An attribute of a class of handles: a field of their types, which are of class `kind`."""
    return property(attrgetter(f"type.{field}"), put)
