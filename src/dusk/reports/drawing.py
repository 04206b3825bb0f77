"""Graphs drawn: as text for graphviz, and as one SVG that needs nothing else."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from html import escape
from typing import Any, Literal

from dusk.reports.layered import Layout, layered
from dusk.reports.subject import graph_of
from dusk.reports.web import Box, Web, web_of

CHARACTER, LINE = 7.0, 15.0  # of the font, in the drawing's units
PAD, MARGIN, TITLE = 8.0, 12.0, 24.0
View = Literal["ops", "bipartite"]
_SHAPES = {"input": "ellipse", "output": "ellipse", "constant": "note", "op": "box", "blob": "ellipse"}

STYLE = """\
.dusk-graph { --box: #fff; --ink: #1b1f24; --faint: #57606a; --edge: #8c959f; --op: #0969da; --input: #1a7f37;
 --output: #8250df; --constant: #9a6700; --blob: #1a7f37; font: 12px ui-monospace, Menlo, Consolas, monospace; }
.dusk-graph rect { fill: var(--box); stroke-width: 1.5; }
.dusk-graph text { fill: var(--faint); }
.dusk-graph .head { fill: var(--ink); font-weight: 600; }
.dusk-graph path { fill: none; stroke: var(--edge); stroke-width: 1.2; }
.dusk-graph .tip { fill: var(--edge); stroke: none; }
.dusk-graph .op rect { stroke: var(--op); } .dusk-graph .input rect { stroke: var(--input); }
.dusk-graph .output rect { stroke: var(--output); } .dusk-graph .constant rect { stroke: var(--constant); }
.dusk-graph .blob rect { stroke: var(--blob); stroke-dasharray: 4 3; }
@media (prefers-color-scheme: dark) { .dusk-graph { --box: #161b22; --ink: #e6edf3; --faint: #9da7b3; --edge: #6e7681;
 --op: #58a6ff; --input: #3fb950; --output: #bc8cff; --constant: #d29922; --blob: #3fb950; } }
"""


def dot(x: Any, *args: Any, view: View = "ops") -> str:
    """A graph in graphviz's language, with names, types, parameters and the user's lines.

    `x` is a graph, a compiled function or symbol, or a function with the arguments of a call. `view` is "ops", where
    values are arrows, or "bipartite", where values are boxes as well and every box says for how much it waits.

    >>> import dusk.numpy as np
    >>> from dusk import reports
    >>> print(reports.dot(lambda x: np.tanh(x), np.ones(3)).splitlines()[0])
    digraph dusk {
    """
    web = web_of(graph_of(x, *args), view == "bipartite")
    font = 'fontname="monospace" fontsize=10'
    lines = ["digraph dusk {", f"  node [{font}]; edge [{font}];", *_dot(web, "n", "  ")]
    return "\n".join([*lines, "}"]) + "\n"


def _dot(web: Web, prefix: str, indent: str) -> Iterator[str]:
    for i, box in enumerate(web.boxes):
        label = "\\n".join(map(_quoted, box.lines))
        tip = "\\n".join(map(_quoted, box.tip.splitlines()))
        yield f'{indent}{prefix}{i} [shape={_SHAPES[box.kind]} label="{label}" tooltip="{tip}"];'
    for source, target, name in web.arrows:
        label = f' [label="{_quoted(name)}"]' if name else ""
        yield f"{indent}{prefix}{source} -> {prefix}{target}{label};"
    for k, inner in enumerate(web.inner):
        yield f"{indent}subgraph cluster_{prefix}{k} {{"
        yield f'{indent}  label="{_quoted(inner.title)}";'
        yield from _dot(inner, f"{prefix}{k}_", indent + "  ")
        yield f"{indent}}}"


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def svg(x: Any, *args: Any, view: View = "ops", graphviz: bool = False) -> str:
    """A graph as one SVG document, in light or dark as the reader has it; what is known of a box is its tooltip.

    See `dot` for the arguments. With `graphviz` the program `dot` lays it out (FileNotFoundError: it is not installed).

    >>> import dusk.numpy as np
    >>> from dusk import reports
    >>> reports.svg(lambda x: np.tanh(x), np.ones(3))[:4]
    '<svg'
    """
    if graphviz:
        program = shutil.which("dot")
        if program is None:
            raise FileNotFoundError("graphviz's program dot is not installed: leave out graphviz=True")
        text = dot(x, *args, view=view)
        return subprocess.run([program, "-Tsvg"], input=text, capture_output=True, text=True, check=True).stdout
    return svg_of(web_of(graph_of(x, *args), view == "bipartite"))


def svg_of(web: Web) -> str:
    """The document of a web, the graphs within its nodes below it."""
    parts: list[str] = []
    height = width = MARGIN
    for depth, one in _each(web):
        sizes = [_size(box) for box in one.boxes]
        layout = layered(sizes, [(source, target) for source, target, _ in one.arrows])
        if depth:
            parts.append(f'<text class="head" x="{MARGIN}" y="{height + LINE:.0f}">{escape(one.title)}</text>')
            height += TITLE
        parts.append(f'<g transform="translate({MARGIN} {height:.1f})">')
        parts += _drawn(one, sizes, layout)
        parts.append("</g>")
        width = max(width, layout.width + MARGIN, len(one.title) * CHARACTER + MARGIN)
        height += layout.height + 2 * MARGIN
    size = f'viewBox="0 0 {width + MARGIN:.0f} {height:.0f}" width="{width + MARGIN:.0f}" height="{height:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="dusk-graph" {size} role="img" aria-label="graph">'
    return "\n".join([head, f"<style>{STYLE}</style>", *parts, "</svg>"]) + "\n"


def _each(web: Web, depth: int = 0) -> Iterator[tuple[int, Web]]:
    yield depth, web
    for inner in web.inner:
        yield from _each(inner, depth + 1)


def _size(box: Box) -> tuple[float, float]:
    return max(map(len, box.lines)) * CHARACTER * 1.04 + 2 * PAD, len(box.lines) * LINE + PAD


def _drawn(web: Web, sizes: list[tuple[float, float]], layout: Layout) -> Iterator[str]:
    for (_, _, name), way in zip(web.arrows, layout.ways, strict=True):
        x, y = way[-1]
        title = f"<title>{escape(name)}</title>" if name else ""
        yield f'<path d="{_curve(way)}">{title}</path>'
        yield f'<path class="tip" d="M{x:.1f} {y:.1f}l-3.5 -6h7z"/>'
    for box, (width, height), (x, y) in zip(web.boxes, sizes, layout.centres, strict=True):
        left, top = x - width / 2, y - height / 2
        round_ = min(height / 2, 14.0) if box.kind != "op" else 3.0
        yield f'<g class="{box.kind}"><title>{escape(box.tip)}</title>'
        yield f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{round_:.0f}"/>'
        for n, line in enumerate(box.lines):
            head = ' class="head"' if not n else ""
            at = f'x="{x:.1f}" y="{top + PAD / 2 + LINE * (n + 0.75):.1f}" text-anchor="middle"'
            yield f"<text{head} {at}>{escape(line)}</text>"
        yield "</g>"


def _curve(way: list[tuple[float, float]]) -> str:
    """A smooth way through points, upright at each."""
    (x, y), *rest = way
    parts = [f"M{x:.1f} {y:.1f}"]
    for x1, y1 in rest:
        middle = (y + y1) / 2
        parts.append(
            f"L{x1:.1f} {y1:.1f}" if x1 == x else f"C{x:.1f} {middle:.1f} {x1:.1f} {middle:.1f} {x1:.1f} {y1:.1f}"
        )
        x, y = x1, y1
    return "".join(parts)
