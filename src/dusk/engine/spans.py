"""When tasks were pushed, began and ended, and where: a recording of an engine, saved as a Chrome trace."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from dusk.engine.buffer import pools
from dusk.engine.task import Task
from dusk.files import write_atomically

MOST = 1_000_000  # spans a timeline keeps


@dataclass(frozen=True, slots=True)
class Span:
    """One task that ran, or something else that took time; times are seconds of `time.perf_counter`.

    `row` is its device, else its thread. `number` counts the tasks of an engine in the order of their push, from 1 on;
    `after` are the numbers of those it had to wait for when it was pushed, `pusher` is that of the task that pushed it
    (0: none did). `away_s` are seconds in which it waited for other tasks. `error` is the type of what it raised.
    """

    name: str
    row: str
    began: float
    ended: float
    pushed: float = 0.0
    where: str = ""
    priority: int = 0
    number: int = 0
    pusher: int = 0
    after: tuple[int, ...] = ()
    away_s: float = 0.0
    error: str = ""

    @property
    def seconds(self) -> float:
        """From its beginning to its end."""
        return self.ended - self.began


@dataclass(slots=True)
class Timeline:
    """What an engine ran while it was recorded, in the order of the ends; made by `Engine.timeline`.

    `memory` holds (time, device, bytes alive), where that changed. Of more than a million spans, `dropped` were not
    kept.
    """

    spans: list[Span] = field(default_factory=lambda: list[Span]())
    memory: list[tuple[float, str, int]] = field(default_factory=lambda: list[tuple[float, str, int]]())
    started: float = field(default_factory=time.perf_counter)
    dropped: int = 0
    _threads: dict[int, str] = field(default_factory=lambda: dict[int, str]())
    _bytes: dict[str, int] = field(default_factory=lambda: dict[str, int]())

    def note(self, span: Span) -> None:
        """Add what took time without being a task."""
        if len(self.spans) < MOST:
            self.spans.append(span)
        else:
            self.dropped += 1

    def note_task(self, task: Task) -> None:
        """Add a task that ran on this thread just now."""
        row = task.device or self.row_of_thread()
        name = task.name or f"task at {os.path.basename(task.where)}"
        error = "" if task.failure is None else type(task.failure.error).__name__
        self.note(
            Span(
                name,
                row,
                task.began,
                task.ended,
                task.pushed,
                task.where,
                task.priority,
                task.sequence,
                task.pusher,
                task.after,
                task.away_s,
                error,
            )
        )
        for pool in pools():
            device, nbytes = pool.device, pool.live()
            if self._bytes.get(device) != nbytes:
                self._bytes[device] = nbytes
                self.memory.append((task.ended, device, nbytes))

    def row_of_thread(self) -> str:
        """The row of this thread: the main one's, or one of those numbered as they came."""
        me = threading.get_ident()
        row = self._threads.get(me)
        if row is None:
            main = me == threading.main_thread().ident
            others = sum(name != "main thread" for name in self._threads.values())
            row = self._threads[me] = "main thread" if main else f"thread {others + 1}"
        return row

    def busy(self) -> dict[str, float]:
        """Seconds of each row in which something of it ran."""
        rows: dict[str, list[Span]] = {}
        for span in self.spans:
            rows.setdefault(span.row, []).append(span)
        return {
            row: sum(end - begin for begin, end, now in _levels(spans) if now) for row, spans in sorted(rows.items())
        }

    def overlap_s(self) -> float:
        """Seconds in which tasks of two rows or more ran at once."""
        return sum(end - begin for begin, end, now in _levels(self.spans) if len(now) > 1)

    def save(self, path: Any) -> None:
        """Write it as a Chrome trace (JSON), which chrome://tracing and ui.perfetto.dev show.

        One row for each device and thread, a slice for each task with its line, arrows from what a task waited for and
        from who pushed it, and the bytes alive on each device. OSError: the file cannot be written.
        """
        text = json.dumps({"traceEvents": list(self.events()), "displayTimeUnit": "ms"}, separators=(",", ":"))
        write_atomically(path, [text.encode()])

    def events(self) -> Iterator[dict[str, Any]]:
        """The events of the Chrome trace: times in microseconds since the recording began."""
        rows = {row: at for at, row in enumerate(sorted({s.row for s in self.spans}, key=_device_first), 1)}
        yield {"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "dusk"}}
        for row, at in rows.items():
            yield {"ph": "M", "pid": 1, "tid": at, "name": "thread_name", "args": {"name": row}}
            yield {"ph": "M", "pid": 1, "tid": at, "name": "thread_sort_index", "args": {"sort_index": at}}
        by_number = {span.number: span for span in self.spans if span.number}
        arrows = 0
        for span in self.spans:
            here = {"pid": 1, "tid": rows[span.row]}
            told: dict[str, Any] = {"line": span.where, "priority": span.priority}
            if span.number:
                told |= {"task": span.number, "waited_us": self._us(span.began) - self._us(span.pushed)}
            if span.error:
                told["error"] = span.error
            yield {
                "ph": "X",
                "name": span.name,
                "cat": "task" if span.number else "run",
                "ts": self._us(span.began),
                "dur": round(1e6 * span.seconds, 3),
                "args": told,
                **here,
            }
            for kind, number in (*(("waits", n) for n in span.after), ("pushes", span.pusher)):
                source = by_number.get(number)
                if source is None:
                    continue
                arrows += 1
                leaves = span.pushed if kind == "pushes" else source.ended - min(source.seconds / 2, 1e-7)
                common: dict[str, Any] = {"name": kind, "cat": kind, "id": arrows, "pid": 1}
                yield {"ph": "s", "ts": self._us(leaves), "tid": rows[source.row], **common}
                yield {"ph": "f", "bp": "e", "ts": self._us(span.began), "tid": rows[span.row], **common}
        for when, device, nbytes in self.memory:
            yield {
                "ph": "C", "pid": 1, "name": f"bytes on {device}", "ts": self._us(when), "args": {"bytes": nbytes}
            }  # fmt: skip

    def _us(self, seconds: float) -> float:
        return round(1e6 * (seconds - self.started), 3)


def _device_first(row: str) -> tuple[bool, str]:
    return ":" not in row, row


def _levels(spans: list[Span]) -> Iterator[tuple[float, float, set[str]]]:
    """Stretches of time, each with the rows at which something runs."""
    edges: list[tuple[float, int, str]] = []
    for span in spans:
        edges += [(span.began, 1, span.row), (span.ended, -1, span.row)]
    edges.sort()
    running: dict[str, int] = {}
    before = 0.0
    for when, step, row in edges:
        if running and when > before:
            yield before, when, set(running)
        before = when
        running[row] = running.get(row, 0) + step
        if not running[row]:
            del running[row]
