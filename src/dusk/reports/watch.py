"""What a program does while it runs, for `dusk run --report`: time by its lines, and what that time went into.

Everything is noted from outside: functions of the recorder are replaced while somebody watches, so that a program that
nobody watches pays nothing. Watched calls are followed as ever; only the runs themselves all go through Python. What
watching takes is not counted.
"""

from __future__ import annotations

import functools
import linecache
import os
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any

import numpy as np

from dusk.config import config
from dusk.graph import Graph
from dusk.graph.provenance import here
from dusk.numpy import composite, fallback
from dusk.record import Handle, flush, recorder, stats
from dusk.record.entry import Entry
from dusk.record.fallbacks import name_of
from dusk.record.lengths import LengthEntry
from dusk.tracing import compiled

Place = tuple[str, int]
UNKNOWN: Place = ("an unknown line", 0)
_COMPOSITE: CodeType = next(
    c for c in vars(composite)["_or_numpy"].__code__.co_consts if isinstance(c, CodeType) and c.co_name == "called"
)
_NUMPYS, _DUSKS = os.path.dirname(np.__file__), os.path.dirname(os.path.dirname(__file__))
_PEEKS = 3  # visits of a line at which the arrays that it names are looked for


@dataclass(slots=True)
class Spent:
    """What one line took: how often it was come to, its seconds, and those of them that went into the runs of programs
    (`run`, of which `small` in ones that end at once), NumPy's functions, copies, compiling."""

    visits: int = 0
    seconds: float = 0.0
    runs: int = 0
    run: float = 0.0
    small: float = 0.0
    numpy: float = 0.0
    copy: float = 0.0
    compile: float = 0.0
    arrays: bool = False


@dataclass(slots=True)
class Ran:
    """An entry that ran: how often and for how long, and how much of that by bodies of ops, one after the other."""

    entry: Any
    count: int = 0
    seconds: float = 0.0
    bodies: int = 0
    bodies_s: float = 0.0

    @property
    def graph(self) -> Graph:
        """What it runs."""
        return (self.entry.own if isinstance(self.entry, LengthEntry) else self.entry).graph


SMALL_S = 50e-6


@dataclass
class Watch:
    """All that was seen, by place; `mine` says which files are the program's own.

    With `only`, what is seen is by lines of these pieces of code: what they call counts as theirs.
    """

    mine: Callable[[str], bool]
    only: frozenset[CodeType] | None = None
    clock: Callable[[], float] = time.perf_counter
    lines: dict[Place, Spent] = field(default_factory=lambda: defaultdict[Place, Spent](Spent))
    entries: dict[int, Ran] = field(default_factory=dict[int, Ran])
    functions: Counter[tuple[Place, str]] = field(default_factory=Counter[tuple[Place, str]])
    function_s: dict[tuple[Place, str], float] = field(
        default_factory=lambda: defaultdict[tuple[Place, str], float](float)
    )
    composites: Counter[tuple[Place, str]] = field(default_factory=Counter[tuple[Place, str]])
    seconds: float = 0.0
    hidden: float = 0.0  # seconds that watching itself took
    _own: dict[CodeType, bool] = field(default_factory=dict[CodeType, bool])
    _at: Place | None = None
    _since: float = 0.0
    _inner: list[float] = field(default_factory=lambda: [0.0])
    _running: bool = False
    _thread: int = field(default_factory=threading.get_ident)

    def _elsewhere(self) -> bool:
        """Whether this is another thread than the one that is watched."""
        return threading.get_ident() != self._thread

    def now(self) -> float:
        """Seconds, without those of watching."""
        return self.clock() - self.hidden

    def place(self) -> Place:
        """The program's line that is being executed."""
        if self.only is None:
            return next(iter(here()), UNKNOWN)
        frame: FrameType | None = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
        while frame is not None and frame.f_code not in self.only:
            frame = frame.f_back
        return UNKNOWN if frame is None else (frame.f_code.co_filename, frame.f_lineno)

    # --- seconds of the program's own lines
    def owns(self, code: CodeType) -> bool:
        """Whether a piece of code is the program's."""
        found = self._own.get(code)
        if found is None:
            found = self._own[code] = self.mine(code.co_filename) if self.only is None else code in self.only
        return found

    def trace(self, frame: FrameType, event: str, argument: Any) -> Any:
        """What Python calls for each function that is entered."""
        start = self.clock()
        code = frame.f_code
        local = None
        if code is _COMPOSITE:
            caller = frame.f_back
            while caller is not None and caller.f_code.co_filename.startswith(_DUSKS):
                caller = caller.f_back
            if caller is not None and self.owns(caller.f_code):
                inside = frame.f_locals
                if getattr(inside["function"].__code__, "co_filename", "").startswith(_NUMPYS):
                    self.composites[(caller.f_code.co_filename, caller.f_lineno), name_of(inside["theirs"])] += 1
        elif self.owns(code):
            local = self.trace_line
        self.hidden += self.clock() - start
        return local

    def trace_line(self, frame: FrameType, event: str, argument: Any) -> Any:
        """What Python calls for each line of the program, and where a function of it ends."""
        start = self.clock()
        if event != "exception":
            self._leave(start - self.hidden)
            at: FrameType | None = frame
            if event == "return":
                at = frame.f_back
                while at is not None and not self.owns(at.f_code):
                    at = at.f_back
            self._at = None if at is None else (at.f_code.co_filename, at.f_lineno)
            if event == "line" and self._at is not None:
                spent = self.lines[self._at]
                spent.visits += 1
                if spent.visits <= _PEEKS and not spent.arrays:
                    spent.arrays = _names_arrays(frame)
        self.hidden += self.clock() - start
        return self.trace_line

    def _leave(self, now: float) -> None:
        if self._at is not None:
            self.lines[self._at].seconds += now - self._since
        self._since = now

    # --- what they went into
    def timed(self, what: str, place: Place, call: Callable[[], Any]) -> Any:
        """Make a call, and count its seconds, without those of timed calls inside of it, as spent on `what` there."""
        start = self.now()
        self._inner.append(0.0)
        try:
            return call()
        finally:
            whole = self.now() - start
            mine = whole - self._inner.pop()
            self._inner[-1] += whole
            spent = self.lines[place]
            setattr(spent, what, getattr(spent, what) + mine)

    def as_timed(self, what: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """A function, timed."""

        def wrap(real: Callable[..., Any]) -> Callable[..., Any]:
            def timed(*args: Any, **named: Any) -> Any:
                call = functools.partial(real, *args, **named)
                return call() if self._elsewhere() else self.timed(what, self.place(), call)

            return timed

        return wrap

    def run_numpy(self, real: Callable[..., Any]) -> Callable[..., Any]:
        """`fallback.run_numpy`: a call that runs in NumPy."""

        def run_numpy(function: Any, args: Any, kwargs: Any) -> Any:
            call = functools.partial(real, function, args, kwargs)
            if self._elsewhere():
                return call()
            place = self.place()
            key, before = (place, name_of(function)), self.lines[place].numpy
            try:
                return self.timed("numpy", place, call)
            finally:
                self.functions[key] += 1
                self.function_s[key] += self.lines[place].numpy - before

        return run_numpy

    def entry_run(self, real: Callable[..., Any]) -> Callable[..., Any]:
        """`Entry.run`: the run of a program, natively or by bodies. (An entry of lengths may run one of its own.)"""

        def run(entry: Any, *args: Any, **named: Any) -> Any:
            call = functools.partial(real, entry, *args, **named)
            if self._elsewhere() or self._running:
                return call()
            place = self.place()
            spent = self.lines[place]
            before, self._running, interpreted = spent.run, True, stats.interpreted
            try:
                return self.timed("run", place, call)
            finally:
                self._running = False
                took = spent.run - before
                ran = self.entries.setdefault(id(entry), Ran(entry))
                ran.count += 1
                ran.seconds += took
                if stats.interpreted > interpreted:
                    ran.bodies += 1
                    ran.bodies_s += took
                spent.runs += 1
                spent.small += min(took, SMALL_S)

        return run

    def hide(self, real: Callable[..., Any]) -> Callable[..., Any]:
        """`flush._run`: where it finds a native program, native code would have run that, and quickly."""

        def run(ctx: Any) -> None:
            if self._elsewhere():
                return real(ctx)
            start, inner, known = self.now(), self._inner[-1], (stats.program_hits, stats.native)
            real(ctx)
            if stats.program_hits > known[0] and stats.native > known[1]:
                self.hidden += max(self.now() - start - (self._inner[-1] - inner), 0.0)

        return run

    @contextmanager
    def watching(self) -> Generator[Watch, None, None]:
        """Watch this process."""
        replaced: list[tuple[Any, str, Callable[..., Any]]] = [
            (fallback, "run_numpy", self.run_numpy),
            (recorder, "copy_of", self.as_timed("copy")),
            (flush_module(), "_run", self.hide),
            (compiled, "plan_for", nothing),
            (Entry, "_finished", self.as_timed("compile")),
            (Entry, "_ready", self.as_timed("compile")),
            (Entry, "run", self.entry_run),
            (LengthEntry, "run", self.entry_run),
            (Entry, "launch", nothing),
            (LengthEntry, "launch", nothing),
        ]
        before = [(home, name, getattr(home, name)) for home, name, _ in replaced]
        for home, name, wrap in replaced:
            setattr(home, name, wrap(getattr(home, name)))
        start = self.now()
        sys.settrace(self.trace)
        try:
            with config.watching():
                yield self
        finally:
            sys.settrace(None)
            self._leave(self.now())
            self.seconds = self.now() - start
            for home, name, real in before:
                setattr(home, name, real)


def nothing(real: Callable[..., Any]) -> Callable[..., Any]:
    """In place of what lets native code run programs by itself."""

    def none(*args: Any, **named: Any) -> None:
        return None

    return none


def flush_module() -> Any:
    """The module whose name in the package is its function's."""
    return sys.modules[flush.__module__]


def _names_arrays(frame: FrameType) -> bool:
    """Whether the function that a frame runs, or the module, holds arrays by names that its line may use."""
    text = linecache.getline(frame.f_code.co_filename, frame.f_lineno)
    words = set("".join(c if c.isalnum() or c == "_" else " " for c in text).split())
    return any(isinstance(frame.f_locals.get(word, frame.f_globals.get(word)), Handle) for word in words)
