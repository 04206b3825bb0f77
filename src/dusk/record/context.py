"""What one thread has recorded and not yet run: its segment, a path in a trie."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from dusk.engine.buffer import Buffer
from dusk.graph.provenance import Origin
from dusk.record.bounds import Memory
from dusk.record.follower import Segment
from dusk.record.handle import READY, Handle
from dusk.record.trie import TrieNode

_known: set[Context] = set()
"""The contexts in which something may be pending."""


class Context(Segment):
    """A thread's segment (see `follower.portable`), its trie, and who may use it how at the moment."""

    __slots__ = (
        "__weakref__",
        "adopt",
        "checked",
        "dead",
        "fresh",
        "hooks",
        "left",
        "memory",
        "merged",
        "stolen",
        "taken",
        "trace",
        "twins",
    )

    def __init__(self, trace: Callable[[Handle], Any] | None = None) -> None:
        super().__init__()
        self.root = TrieNode(None, None, 0, None)
        self.memory = Memory()
        self.trace = trace  # while tracing a function: what a read does (it raises)
        self.tracing = trace is not None
        self.adopt: Callable[[Any], Handle] | None = None  # while tracing: gives a NumPy array as an input of the trace
        # while tracing, by identity: arrays that by a branch are new or have other names, too; they are only read
        self.merged: dict[int, Handle] = {}
        self.fresh: dict[int, Any] = {}  # by identity, too: things that were made meanwhile
        self.twins: dict[int, tuple[Handle, Handle]] | None = None  # while tracing: gradients' variables met, as values
        self.lock = threading.RLock()
        self.dead = False  # its thread is gone
        self.stolen = False  # another thread is at work on this segment
        self.taken: Origin | None = None  # in a gradient: where a number was last taken out of an array
        self.left: list[Any] = []  # values that left it: see `left.py`
        self.checked = False  # floating-point errors are to be noticed: calls run at once, in NumPy
        self.hooks: tuple[Callable[[Any], object], ...] = ()  # what is told of each call: see `op_hooks.py`
        self.slow = trace is not None  # stolen, tracing, checked or with hooks: calls are not followed
        self.epoch = READY
        self.start()

    def start(self) -> None:
        """Begin a new segment at the root."""
        if self.dead:
            self.end()
            return
        self.saved: dict[int, Buffer] = {}
        self.write_back: list[tuple[Handle, Buffer]] = []
        _known.add(self)
        self.reset(0)

    def end(self) -> None:
        """Forget all that is pending, for good: nobody records here any more."""
        _known.discard(self)
        self.saved, self.write_back = {}, []
        self.reset(READY)

    def check(self, checked: bool) -> None:
        """Begin or end to notice floating-point errors at each call."""
        self.checked = checked
        self.slow = self.stolen or checked or bool(self.hooks) or self.trace is not None

    def hook(self, hooks: tuple[Callable[[Any], object], ...]) -> None:
        """Have these functions told of each call."""
        self.hooks = hooks
        self.check(self.checked)


class _Guard:
    """Goes with its thread, and takes what the thread's context remembers along, or leaves what is still pending."""

    __slots__ = ("context",)

    def __init__(self, context: Context) -> None:
        self.context = context

    def __del__(self) -> None:
        if sys is None or sys.is_finalizing():  # pyright: ignore[reportUnnecessaryComparison]
            return  # the interpreter is taking the modules' names
        context = self.context
        context.dead = True
        if context.node is context.root:
            context.end()


class _Threads(threading.local):
    """The current context of each thread."""

    context: Context | None = None
    guard: _Guard | None = None


class Local:
    """`context` is the calling thread's."""

    __slots__ = ("_threads",)

    def __init__(self) -> None:
        self._threads = _Threads()

    @property
    def context(self) -> Context:
        found = self._threads.context
        if found is None:
            found = self.context = Context()
            self._threads.guard = _Guard(found)
        return found

    @context.setter
    def context(self, context: Context) -> None:
        self._threads.context = context
        context.activate()


local = Local()


def owner_of(epoch: int) -> Context | None:
    """The context whose segment has this epoch, if any has."""
    return next((context for context in _known.copy() if context.epoch == epoch), None)


def lock_out(ctx: Context, timeout_s: float = 60.0) -> None:
    """Keep a thread from recording into its segment (it notices at its next call), and wait until it is out."""
    ctx.lock.acquire()
    ctx.stolen = ctx.slow = True
    deadline = time.monotonic() + timeout_s
    while ctx.inside not in (0, threading.get_ident()) and time.monotonic() < deadline:
        time.sleep(0)


def let_in(ctx: Context) -> None:
    """Undo `lock_out`."""
    ctx.stolen = False
    ctx.check(ctx.checked)
    ctx.lock.release()
