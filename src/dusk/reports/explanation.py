"""What became of a function, a graph or a whole program: everything that `dusk explain` tells, as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from dusk.backends import calibrate
from dusk.errors import NativeUnavailable
from dusk.graph import Graph
from dusk.graph.provenance import Origin, describe
from dusk.reports.plans import Plan, StepView, passes_of, plan_of
from dusk.reports.rows import Row
from dusk.reports.sides import PassView, passes_over
from dusk.reports.subject import graph_of

SHOWN = 8  # programs of a run that are told of in full, those that took longest


@dataclass(frozen=True)
class ProgramView:
    """One program: the graph as it was recorded, every pass over it, its plan (None, and `why`: there is none), how
    often it ran and for how long, and how often not as a program but op by op, because it was not compiled yet."""

    name: str
    graph: Graph
    passes: Sequence[PassView]
    plan: Plan | None
    why: str = ""
    runs: int = 0
    seconds: float = 0.0
    bodies: int = 0

    @property
    def optimised(self) -> Graph:
        """The graph after all passes."""
        return self.passes[-1].graph if self.passes else self.graph

    @property
    def lines(self) -> Origin:
        """The user's lines that it computes."""
        return tuple(dict.fromkeys(at for node in self.graph.nodes for at in node.origin))

    def as_json(self) -> dict[str, Any]:
        """Plain dicts and lists."""
        told: dict[str, Any] = {
            "name": self.name,
            "runs": self.runs,
            "seconds": self.seconds,
            "op_by_op": self.bodies,
            "recorded": str(self.graph),
            "optimised": str(self.optimised),
            "passes": [
                {"number": p.number, "name": p.name, "changed": p.changed, "fired": [_fired(f) for f in p.fired]}
                for p in self.passes
            ],
            "why": self.why,
        }
        if self.plan is not None:
            held = [h._asdict() | {"values": [self.plan.names[v] for v in h.values]} for h in self.plan.held]
            told |= {
                "steps": [asdict(work) for work in roofline(self.plan)],
                "memory": held,
                "report": asdict(self.plan.program.report),
            }
        return told


def _fired(rule: Any) -> dict[str, Any]:
    return {"rule": rule.rule, "op": rule.op, "lines": [list(at) for at in rule.origin]}


@dataclass(frozen=True, slots=True)
class Work:
    """A step beside what the machine can do: operations, bytes, operations a byte, the seconds that it takes at least
    on one thread, and what decides that ("memory" or "arithmetic"; "" of steps in NumPy)."""

    step: str
    kind: str
    ops: tuple[str, ...]
    flops: float
    nbytes: float
    intensity: float
    seconds: float
    bound: str


@dataclass
class Explanation:
    """All that is told; `rows` are what ran on which line, `changes` what would matter most, the first first, `notes`
    what else is to be known."""

    subject: str
    programs: list[ProgramView]
    rows: list[Row] = field(default_factory=list[Row])
    seconds: float = 0.0
    notes: list[str] = field(default_factory=list[str])
    changes: list[str] = field(default_factory=list[str])

    def as_json(self) -> dict[str, Any]:
        """Plain dicts and lists."""
        return {
            "subject": self.subject,
            "seconds": self.seconds,
            "costs": calibrate.shown(),
            "notes": self.notes,
            "changes": self.changes,
            "calls": [asdict(row) for row in self.rows],
            "programs": [program.as_json() for program in self.programs],
        }


def explain(x: Any, *args: Any) -> Explanation:
    """What becomes of a graph, a compiled function, or a function of these arguments; `dusk.reports.page` makes a page
    of it.

    >>> import dusk.numpy as np
    >>> from dusk import reports
    >>> found = reports.explain(lambda x: np.tanh(x) ** 2, np.ones(3))
    >>> [rule.rule for p in found.programs[0].passes for rule in p.fired]
    ['decompose.inline', 'strength.power_two']
    """
    graph = graph_of(x, *args)
    name = getattr(x, "__name__", "") or type(x).__name__
    program = None if isinstance(x, Graph) else getattr(x, "program", None)
    into = getattr(program, "aliases", None)
    return Explanation(name, [view(name, graph, (), into, passes=passes_of(x), budget=getattr(x, "budget", None))])


def view(
    name: str,
    graph: Graph,
    donate: Iterable[int] = (),
    into: Mapping[int, int] | None = None,
    runs: int = 0,
    seconds: float = 0.0,
    passes: Mapping[str, Any] | None = None,
    budget: int | None = None,
) -> ProgramView:
    """A graph with its passes (see `optimise`) and its plan."""
    done = list(passes_over(graph, **(passes or {})))
    try:
        found, why = plan_of(done[-1].graph if done else graph, donate, into, budget), ""
        _ = found.program  # kernels are built here: whoever asks for them later is not to be surprised
    except (NativeUnavailable, NotImplementedError, OverflowError) as error:
        found, why = None, str(error)
    return ProgramView(name, graph, done, found, why, runs, seconds)


def of_run(subject: str, entries: Iterable[Any], rows: Iterable[Row], seconds: float) -> Explanation:
    """What a watched run did: `entries` are what ran (see `dusk.reports.watch.Ran`), the longest first."""
    found = sorted(entries, key=lambda ran: -ran.seconds)
    views: list[ProgramView] = []
    notes: list[str] = []
    for ran in found[:SHOWN]:
        entry = getattr(ran.entry, "own", ran.entry)
        first = next((at for node in ran.graph.nodes for at in node.origin[:1]), None)
        name = f"{describe((first,) if first else ())}, {len(ran.graph.nodes)} nodes"
        shown = view(name, ran.graph, entry.donate, entry.into, ran.count, ran.seconds)
        views.append(replace(shown, bodies=ran.bodies))
    if len(found) > SHOWN:
        rest = sum(ran.seconds for ran in found[SHOWN:])
        notes.append(f"{len(found) - SHOWN} further programs, which took {rest:.3f} s together, are not shown.")
    if not found:
        notes.append("Nothing ran through Dusk: the program made no graph.")
    return Explanation(subject, views, sorted(rows, key=lambda row: -row.seconds), seconds, notes)


def roofline(plan: Plan) -> list[Work]:
    """Every step beside the speeds of `dusk.costs()`."""
    return list(_works(plan.steps, ""))


def _works(steps: Iterable[StepView], before: str) -> Iterator[Work]:
    speeds = calibrate.shown()
    for step in steps:
        name = f"{before}{step.number}"
        product = step.kind == "contract"
        rate = float(speeds["product_s" if product else "flops_s"])
        arithmetic, memory = step.flops / rate, step.nbytes / float(speeds["bytes_s"])
        host = step.kind == "host"
        bound = "" if host else "memory" if memory >= arithmetic else "arithmetic"
        intensity = step.flops / step.nbytes if step.nbytes else 0.0
        seconds = 0.0 if host else max(arithmetic, memory)
        yield Work(name, step.kind, step.ops, step.flops, step.nbytes, intensity, seconds, bound)
        for k, inner in enumerate(step.inner):
            yield from _works(inner, f"{name}{'abc'[k]}.")
