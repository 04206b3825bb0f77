"""What one thread has recorded and not yet run: its segment, a path in a trie."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable
from typing import Any

from dusk.engine.buffer import Buffer
from dusk.record.bounds import Memory
from dusk.record.handle import READY, Handle
from dusk.record.trie import GENERAL, TrieNode

_epochs = itertools.count(1)
_by_epoch: dict[int, Context] = {}


class Context:
    """A segment: the node reached, the handle of each slot, the buffers of leaves, the values of run-time scalars.

    The order in which a call changes them (leaf bindings, new handles, last the node) lets `repair` undo a call that an
    interrupt cut short: what lies beyond the node's slots never happened.
    """

    __slots__ = (
        "adopt",
        "busy",
        "checked",
        "epoch",
        "handles",
        "history",
        "leaves",
        "lock",
        "memory",
        "moved",
        "node",
        "root",
        "saved",
        "scalars",
        "slow",
        "stolen",
        "trace",
        "undo",
        "write_back",
    )

    def __init__(self, trace: Callable[[Handle], Any] | None = None) -> None:
        self.root = TrieNode(None, None, 0, None, ())
        self.memory = Memory()
        self.trace = trace  # while tracing a function: what a read does (it raises)
        self.adopt: Callable[[Any], Handle] | None = None  # while tracing: gives a NumPy array as an input of the trace
        self.history = 0  # gradient transformations under way: reads keep the path
        self.lock = threading.RLock()
        self.busy = False
        self.stolen = False  # another thread is at work on this segment
        self.checked = False  # floating-point errors are to be noticed: calls run at once, in NumPy
        self.slow = trace is not None  # stolen, tracing or checked: the short path of operators is closed
        self.epoch = READY
        self.start()

    def start(self) -> None:
        """Begin a new segment at the root."""
        _by_epoch.pop(self.epoch, None)
        self.epoch = next(_epochs)  # first: with it all that was pending here is so no more
        self.undo: Any = None  # the cell that an in-place call is about to write, and what it was
        self.handles: list[Handle | None] = []
        self.leaves: list[tuple[int, Any]] = []  # slot, buffer (while tracing: the handle)
        self.scalars: list[Any] = []
        self.saved: dict[int, Buffer] = {}
        self.moved: dict[int, int] = {}  # from the slot of a cell's value to that of the value written over it
        self.write_back: list[tuple[Handle, Buffer]] = []
        self.node = self.root
        _by_epoch[self.epoch] = self

    def check(self, checked: bool) -> None:
        """Begin or end to notice floating-point errors at each call."""
        self.checked = checked
        self.slow = self.stolen or checked or self.trace is not None

    def repair(self) -> None:
        """Forget a call that was interrupted halfway."""
        n = self.node.nslots
        if self.undo is not None:
            cell, slot, epoch, buffer, version = self.undo
            cell.buffer, cell.slot, cell.epoch, cell.version = buffer, slot, epoch, version
            if epoch == self.epoch and slot < n:
                self.handles[slot] = cell
        for slot, handle in enumerate(self.handles[n:], n):
            if handle is not None and handle.epoch == self.epoch and handle.slot == slot:
                handle.epoch = READY
        del self.handles[n:]
        self.leaves = [leaf for leaf in self.leaves if leaf[0] < n]
        del self.scalars[_count_scalars(self.node) :]


def _count_scalars(node: TrieNode) -> int:
    return sum(len(n.call.varying) for n in node.path() if n.values is GENERAL and n.call is not None)


class Local(threading.local):
    """The current context of each thread."""

    context: Context

    def __init__(self) -> None:
        self.context = Context()


local = Local()


def owner_of(handle: Handle) -> Context | None:
    """The context in which a handle is pending, if any."""
    return _by_epoch.get(handle.epoch)


def lock_out(ctx: Context, timeout_s: float = 60.0) -> None:
    """Keep a thread from recording into its segment (it notices at its next call), and wait until it is out."""
    ctx.lock.acquire()
    ctx.stolen = ctx.slow = True
    deadline = time.monotonic() + timeout_s
    while ctx.busy and time.monotonic() < deadline:
        time.sleep(0)


def let_in(ctx: Context) -> None:
    """Undo `lock_out`."""
    ctx.stolen = False
    ctx.check(ctx.checked)
    ctx.lock.release()
