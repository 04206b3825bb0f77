"""An explanation as one HTML page: no script, no address, nothing to load; all that folds folds with the keyboard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dusk.backends import calibrate
from dusk.graph import Graph
from dusk.reports.drawing import svg_of
from dusk.reports.explanation import Explanation, ProgramView, Work, roofline
from dusk.reports.figures import roof, timeline
from dusk.reports.markup import Markup, element, folded, joined, table
from dusk.reports.plans import Plan, StepView
from dusk.reports.sides import Fired, PassView
from dusk.reports.style import STYLE
from dusk.reports.text import places
from dusk.reports.web import source_line, told, web_of

MOST_DRAWN = 600  # boxes of a drawing
CONTEXT = 2  # lines alike that are shown around those that differ
MOST_IR = 60_000  # characters of a kernel's IR
MOST_LINES = 4000  # of all passes of one program, beyond which they are only listed

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_SIGNS = {"same": ("", ""), "changed": ("~", "~"), "gone": ("−", ""), "new": ("", "+")}


def page(found: Explanation) -> str:
    """The whole document.

    >>> import dusk.numpy as np
    >>> from dusk import reports
    >>> reports.page(reports.explain(lambda x: x + 1, np.ones(3)))[:15]
    '<!DOCTYPE html>'
    """
    ids = [f"program-{n}" for n in range(1, len(found.programs) + 1)]
    title = f"{found.subject}, as Dusk runs it"
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("style", Markup(STYLE)),
    )
    links = [("Overview", "overview"), *([("Lines", "lines")] if found.rows else [])]
    links += [(f"{n}. {view.name}", at) for n, (view, at) in enumerate(zip(found.programs, ids, strict=True), 1)]
    nav = element("nav", element("ul", *(element("li", _link(*link)) for link in links)), aria_label="contents")
    parts = [_overview(found, ids)]
    if found.rows:
        parts.append(_lines(found))
    for n, (view, at) in enumerate(zip(found.programs, ids, strict=True), 1):
        parts.append(_program(n, view, at))
    skip = element("a", "Skip to the contents", href="#main", class_="skip")
    header = element("header", element("h1", title), nav)
    body = element("body", skip, header, element("main", *parts, id="main"))
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}\n"


def _link(text: str, at: str) -> Markup:
    return element("a", text, href=f"#{at}")


def _overview(found: Explanation, ids: list[str]) -> Markup:
    speeds = calibrate.shown()
    measured = "as measured on this machine" if speeds["measured"] else "defaults, nothing was measured yet"
    machine = (
        f"Speeds of one thread that plans go by ({measured}): {speeds['flops_s']:.3g} operations, "
        f"{speeds['product_s']:.3g} operations in products, {speeds['bytes_s']:.3g} bytes of memory a second."
    )
    rows: list[list[object]] = []
    for n, (view, at) in enumerate(zip(found.programs, ids, strict=True), 1):
        plan = view.plan
        peak = f"{plan.program.report.peak:,}" if plan is not None else ""
        steps = len(plan.steps) if plan is not None else ""
        fired = sum(len(p.fired) for p in view.passes)
        sizes = len(view.graph.nodes), len(view.optimised.nodes)
        ran = (f"{view.runs:,}", f"{view.bodies:,}", f"{view.seconds:.4f}") if view.runs else ("", "", "")
        rows.append([_link(f"{n}. {view.name}", at), *ran, *sizes, fired, steps, peak])
    heads = (
        "program",
        "runs",
        "op by op",
        "seconds",
        "nodes recorded",
        "after passes",
        "rules fired",
        "steps",
        "bytes at most",
    )
    took = [element("p", f"It took {found.seconds:.3f} s while it was watched.")] if found.seconds else []
    notes = [element("p", note) for note in found.notes]
    parts = [*took, *([table(heads, rows, range(1, 9), "programs")] if rows else []), *notes]
    if found.changes:
        parts += [element("h3", "What would matter most"), element("ol", *(element("li", c) for c in found.changes))]
    return element("section", element("h2", "Overview"), *parts, element("p", machine), id="overview")


def _lines(found: Explanation) -> Markup:
    rows: list[list[object]] = []
    for row in found.rows:
        code = element("code", source_line(row.file, row.line))
        numbers = f"{row.count:,}", f"{row.seconds:.6f}"
        rows.append([row.where, code, row.function, row.runs, row.differentiable, *numbers])
    heads = ("line", "", "function", "runs", "gradient", "count", "seconds")
    about = (
        "How what each line calls runs: natively (op by op until that pays), by a library, as NumPy's code on Dusk's "
        "functions, or in NumPy."
    )
    shown = table(heads, rows, (5, 6), "lines")
    return element("section", element("h2", "Lines"), element("p", about), shown, id="lines")


def _program(number: int, view: ProgramView, at: str) -> Markup:
    fired = sum(len(p.fired) for p in view.passes)
    parts = [
        element("h2", f"{number}. {view.name}"),
        folded("Graph, after all passes", _drawing(view.optimised), opened=True),
        folded("Graph, as it was recorded", _drawing(view.graph), _text_of(view.graph)),
        folded(f"Passes: {sum(p.changed for p in view.passes)} changed it, {fired} rules fired", *_passes(view)),
    ]
    if view.plan is None:
        parts.append(element("p", f"No kernels and no plan of memory: {view.why}."))
    else:
        works = roofline(view.plan)
        steps = view.plan.steps
        parts += [
            folded(f"Kernels: {len(steps)} steps", *_kernels(view.plan, works), opened=True),
            folded("Roofline", _scrolled(roof(works), "roofline"), _roofline(works)),
            folded("Memory", _scrolled(timeline(view.plan), "memory"), *_memory(view.plan)),
        ]
    return element("section", *parts, id=at)


def _scrolled(figure: object, label: str) -> Markup:
    return element("div", figure, class_="wide", tabindex=0, role="region", aria_label=label)


def _drawing(graph: Graph) -> Markup:
    web = web_of(graph)
    boxes = len(web.boxes)
    if boxes > MOST_DRAWN:
        return element("p", f"{boxes:,} boxes are too many to draw here: dusk.reports.svg draws them.")
    return _scrolled(Markup(svg_of(web)), "drawing of the graph")


def _text_of(graph: Graph) -> Markup:
    return folded("As text", element("pre", str(graph), tabindex=0))


def _passes(view: ProgramView) -> Iterator[Markup]:
    yield element("p", "Before on the left, after on the right. ~ changed, − gone, + new; values keep their names.")
    room = MOST_LINES
    for p in view.passes:
        name = f"{p.number}. {p.name}"
        if not p.changed:
            yield element("p", f"{name}: changed nothing", class_="idle")
            continue
        rows = list(_sides(p))
        room -= len(rows)
        shown = _side_table(rows) if room > 0 else element("p", "Too long to be shown here.")
        about = f"{name}: {len(p.fired)} rules, {len(p.before)} lines become {len(p.after)}"
        yield folded(about, _fired(p.fired), shown)


def _fired(fired: tuple[Fired, ...]) -> Markup:
    if not fired:
        return Markup("")
    rows: list[list[object]] = []
    for rule, times in Counter(fired).items():
        lines = "\n".join(told(rule.origin))
        rows.append([rule.rule, rule.op, element("code", lines), times if times > 1 else ""])
    return table(("rule", "at", "your line", "times"), rows, (3,), "rules that fired")


def _sides(p: PassView) -> Iterator[tuple[str, str, str]]:
    """Pairs of lines, of those alike only some around the others, and ("left out", how many, "")."""
    pairs = list(p.pairs())
    changed = (i for i, (kind, _, _) in enumerate(pairs) if kind != "same")
    near = {j for i in changed for j in range(i - CONTEXT, i + CONTEXT + 1)}
    skipped = 0
    for i, pair in enumerate(pairs):
        if i not in near:
            skipped += 1
            continue
        if skipped:
            yield "left out", str(skipped), ""
        skipped = 0
        yield pair
    if skipped:
        yield "left out", str(skipped), ""


def _side_table(rows: list[tuple[str, str, str]]) -> Markup:
    made: list[Markup] = []
    for kind, a, b in rows:
        if kind == "left out":
            made.append(element("tr", element("td", f"{a} lines alike", colspan=4), class_="left-out"))
            continue
        signs = _SIGNS[kind]
        cells = (element("td", signs[0]), element("td", a), element("td", signs[1]), element("td", b))
        made.append(element("tr", *cells, class_=kind))
    inside = element("table", element("tbody", *made), class_="sides")
    return element("div", inside, class_="wide", tabindex=0, role="region", aria_label="before and after")


def _kernels(plan: Plan, works: list[Work]) -> Iterator[Markup]:
    by_name = {work.step: work for work in works}
    yield from _steps(plan.steps, "", by_name)


def _steps(steps: tuple[StepView, ...], before: str, works: dict[str, Work]) -> Iterator[Markup]:
    for step in steps:
        name = f"{before}{step.number}"
        work = works[name]
        head = f"{name}. {step.kind}: {', '.join(step.ops)}"
        about = f"{step.flops:,.0f} operations, {step.nbytes:,.0f} bytes"
        if work.bound:
            about += f", at least {work.seconds * 1e6:.3g} µs by {work.bound}"
        else:
            about = "runs in NumPy: the bodies of its ops are called"
        parts: list[object] = [
            element("p", element("b", "reads "), ", ".join(step.reads) or "nothing", element("b", "; stores "),
                    ", ".join(step.stores) or "nothing"),
            element("pre", "\n".join(told(step.origin)), tabindex=0) if step.origin else "",
        ]  # fmt: skip
        if step.kernel:
            parts.append(folded("Kernel", element("pre", step.kernel, tabindex=0), opened=True))
            parts.append(folded("LLVM IR", element("pre", _shortened(step.ir()), tabindex=0)))
        for k, inner in enumerate(step.inner):
            parts += _steps(inner, f"{name}{'abc'[k]}.", works)
        yield folded(joined([head, element("span", about, class_="faint")], " "), *parts)


def _shortened(ir: str) -> str:
    if len(ir) <= MOST_IR:
        return ir
    kept = ir[:MOST_IR].rpartition("\n")[0]
    return f"{kept}\n; ... {ir.count(chr(10)) - kept.count(chr(10)):,} more lines"


def _roofline(works: list[Work]) -> Markup:
    rows = [
        [w.step, w.kind, ", ".join(w.ops), f"{w.flops:,.0f}", f"{w.nbytes:,.0f}", f"{w.intensity:.3g}",
         f"{w.seconds * 1e6:.3g}" if w.bound else "", w.bound or "NumPy"]
        for w in works
    ]  # fmt: skip
    heads = ("step", "kind", "ops", "operations", "bytes", "operations a byte", "µs at least", "bound by")
    return table(heads, rows, (3, 4, 5, 6), "steps and their bounds")


def _memory(plan: Plan) -> Iterator[Markup]:
    report = plan.program.report
    yield element("pre", str(report), tabindex=0)
    kinds = {plan.names[v]: plan.flow.types[v] for v in range(len(plan.flow.types))}
    rows = [[name, str(kinds[name]), where] for name, where in places(plan).items() if not where.startswith("in step")]
    yield folded("Where values lie", table(("value", "type", "place"), rows, (), "places of values"))
