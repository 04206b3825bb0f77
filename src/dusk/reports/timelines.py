"""What ran when: the tasks of the engine and the programs between them, recorded, told and drawn."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from html import escape
from typing import Any

from dusk import engine
from dusk.config import config
from dusk.engine import Span, Timeline
from dusk.graph import Graph
from dusk.graph.provenance import describe
from dusk.record.entry import Entry
from dusk.record.lengths import LengthEntry
from dusk.reports.text import columns
from dusk.reports.web import plain

WIDTH, LEFT, RIGHT = 1000.0, 110.0, 16.0
LANE, BAR, TOP = 34.0, 24.0, 26.0
MOST_DRAWN = 5000  # spans
COLOURS = 8
STYLE = """\
.dusk-timeline { --ink: #1b1f24; --faint: #57606a; --line: #d0d7de; --edge: #8c959f;
 --c0: #b6d4f0; --c1: #f5d0a9; --c2: #bfe3c0; --c3: #f2bcc1; --c4: #d6c7ee; --c5: #e4cfb4; --c6: #f3c6e2;
 --c7: #cfd3d8;
 font: 11px ui-monospace, Menlo, Consolas, monospace; }
.dusk-timeline text { fill: var(--faint); } .dusk-timeline .name { fill: var(--ink); }
.dusk-timeline line { stroke: var(--line); stroke-width: 0.7; } .dusk-timeline
 .bad { stroke: #cf222e; stroke-width: 2; }
.dusk-timeline path { fill: none; stroke: var(--edge); stroke-width: 0.8; opacity: 0.7; }
.c0 { fill: var(--c0); } .c1 { fill: var(--c1); } .c2 { fill: var(--c2); } .c3 { fill: var(--c3); }
.c4 { fill: var(--c4); } .c5 { fill: var(--c5); } .c6 { fill: var(--c6); } .c7 { fill: var(--c7); }
@media (prefers-color-scheme: dark) { .dusk-timeline { --ink: #e6edf3; --faint: #9da7b3; --line: #30363d;
 --edge: #6e7681;
 --c0: #1f4a73; --c1: #6b4519; --c2: #24542b; --c3: #6b2831; --c4: #463468; --c5: #54432c; --c6: #63284f;
 --c7: #40464d; } }
"""


@contextmanager
def timeline() -> Generator[Timeline]:
    """Record the tasks of the engine in use, and the programs that this process runs, for the length of a `with` block.

    A program is one span in the row of the thread that ran it, with how many ops it has, and the line of the last. What
    follows known paths by itself otherwise goes through Python meanwhile, which takes some microseconds a run.

    >>> import dusk, dusk.numpy as np
    >>> from dusk import reports
    >>> with reports.timeline() as seen:
    ...     x = np.tanh(np.ones(3))
    ...     dusk.eval(x)
    >>> [span.name for span in seen.spans]
    ['2 ops']
    """
    kinds: tuple[Any, ...] = (Entry, LengthEntry)
    before = [(kind, kind.run, kind.launch) for kind in kinds]
    running = threading.local()
    with engine.timeline() as seen, config.watching():
        for kind, run, _ in before:
            kind.run = _noted(run, seen, running)
            kind.launch = _nothing
        try:
            yield seen
            if not engine.current().in_task():
                engine.current().drain()  # what runs in tasks that are pending is to be seen too
        finally:
            for kind, run, launch in before:
                kind.run, kind.launch = run, launch


def _noted(run: Callable[..., Any], seen: Timeline, running: threading.local) -> Any:
    def noted(entry: Any, *args: Any, **named: Any) -> Any:
        if getattr(running, "now", False):  # an entry of lengths may run one of its own
            return run(entry, *args, **named)
        running.now = True
        began = time.perf_counter()
        try:
            return run(entry, *args, **named)
        finally:
            ended, running.now = time.perf_counter(), False
            name, where = _told((entry.own if isinstance(entry, LengthEntry) else entry).graph)
            seen.note(Span(name, seen.row_of_thread(), began, ended, began, where))

    return noted


def _nothing(*args: Any, **named: Any) -> None:
    """In place of what lets native code run programs by itself."""


def _told(graph: Graph) -> tuple[str, str]:
    nodes = graph.nodes
    where = describe(nodes[-1].origin) if nodes and nodes[-1].origin else ""
    return f"{len(nodes)} ops" if len(nodes) != 1 else nodes[0].op.name, where


def timeline_text(seen: Timeline) -> str:
    """A table of a timeline: for each row and name how often, seconds of all and of the longest, and how long tasks
    waited on average; then what part of the time each row was busy, and how long two rows were at once."""
    if not seen.spans:
        return "nothing ran"
    found: dict[tuple[str, str], list[Span]] = {}
    for span in seen.spans:
        found.setdefault((span.row, span.name), []).append(span)
    rows = [["row", "task", "times", "seconds", "longest", "waited", ""]]
    for (row, name), spans in sorted(found.items(), key=lambda item: -sum(span.seconds for span in item[1])):
        took = [span.seconds for span in spans]
        waits = [span.began - span.pushed for span in spans if span.number]
        waited = f"{sum(waits) / len(waits):.6f}" if waits else ""
        numbers = [f"{len(spans):,}", f"{sum(took):.6f}", f"{max(took):.6f}", waited]
        rows.append([row, plain(name), *numbers, plain(spans[0].where)])
    whole = _end(seen) - _start(seen)
    busy = ", ".join(f"{row} {seconds / whole if whole else 0:.0%}" for row, seconds in seen.busy().items())
    return f"{columns(rows)}\n{whole:.6f} s; busy: {busy}; two rows or more at once: {seen.overlap_s():.6f} s"


def timeline_svg(seen: Timeline) -> str:
    """A timeline as one SVG document: a lane for each device and thread, a bar for each task, lines from what it waited
    for; what is known of a task is its tooltip. Of many thousands of spans the first are drawn."""
    spans = sorted(seen.spans, key=lambda span: span.began)[:MOST_DRAWN]
    lanes = {row: at for at, row in enumerate(sorted({s.row for s in spans}, key=lambda row: (":" not in row, row)))}
    names = {name: at for at, name in enumerate(dict.fromkeys(span.name for span in spans))}
    first, last = (_start(seen), _end(seen)) if spans else (0.0, 1.0)
    unit = (WIDTH - LEFT - RIGHT) / max(last - first, 1e-9)
    height = TOP + LANE * max(len(lanes), 1) + 24
    parts: list[str] = []

    def x(seconds: float) -> float:
        return LEFT + (seconds - first) * unit

    def y(row: str) -> float:
        return TOP + LANE * lanes[row]

    for k in range(6):
        at = first + (last - first) * k / 5
        parts.append(f'<line x1="{x(at):.1f}" y1="{TOP - 6:.1f}" x2="{x(at):.1f}" y2="{height - 20:.1f}"/>')
        label = f"{1e3 * (at - first):.3g} ms"
        anchor = "end" if k == 5 else "middle"
        parts.append(f'<text x="{x(at):.1f}" y="{height - 6:.1f}" text-anchor="{anchor}">{label}</text>')
    for row in lanes:
        parts.append(f'<text class="name" x="{LEFT - 8}" y="{y(row) + BAR / 2 + 4:.1f}" text-anchor="end">{row}</text>')
    by_number = {span.number: span for span in spans if span.number}
    for span in spans:
        for number in span.after:
            source = by_number.get(number)
            if source is not None:
                start, end = y(source.row) + BAR / 2, y(span.row) + BAR / 2
                parts.append(f'<path d="M{x(source.ended):.1f} {start:.1f}L{x(span.began):.1f} {end:.1f}"/>')
    for span in spans:
        width = max(span.seconds * unit, 0.8)
        name = escape(plain(span.name))
        waited = f", waited {1e3 * (span.began - span.pushed):.3f} ms" if span.number else ""
        error = f", {span.error}" if span.error else ""
        tip = f"{span.name}: {1e3 * span.seconds:.3f} ms{waited}{error}\n{span.where}"
        bad = " bad" if span.error else ""
        parts.append(
            f'<rect class="c{names[span.name] % COLOURS}{bad}" x="{x(span.began):.1f}" y="{y(span.row):.1f}" '
            f'width="{width:.1f}" height="{BAR}" rx="2"><title>{escape(plain(tip))}</title></rect>'
        )
        if len(span.name) * 6.8 < width:
            middle = x(span.began) + width / 2
            parts.append(
                f'<text class="name" x="{middle:.1f}" y="{y(span.row) + BAR / 2 + 4:.1f}" '
                f'text-anchor="middle" pointer-events="none">{name}</text>'
            )
    size = f'viewBox="0 0 {WIDTH:.0f} {height:.0f}" width="{WIDTH:.0f}" height="{height:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="dusk-timeline" {size} role="img" aria-label="timeline">'
    return "\n".join([head, f"<style>{STYLE}</style>", *parts, "</svg>"]) + "\n"


def _start(seen: Timeline) -> float:
    return min(span.began for span in seen.spans)


def _end(seen: Timeline) -> float:
    return max(span.ended for span in seen.spans)
