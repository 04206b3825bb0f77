"""What a graph becomes: its steps in order, what each reads and stores, and where all that lies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dusk.backends import cpu
from dusk.compiler.assemble import Blueprint
from dusk.compiler.budget import fit, lean
from dusk.compiler.flow import Flow
from dusk.compiler.loop import Loop
from dusk.compiler.memory import Planner
from dusk.compiler.product import Product
from dusk.compiler.program import Program
from dusk.compiler.schedule import Step
from dusk.compiler.table import Held
from dusk.compiler.work import STATUS
from dusk.errors import NativeUnavailable
from dusk.graph import Graph
from dusk.graph.graph import is_static, specialise
from dusk.graph.provenance import Origin, join
from dusk.graph.text import value_names
from dusk.graph.types import Dim, TensorType, typical
from dusk.kernel import native
from dusk.kernel.build import ir_text
from dusk.reports.subject import graph_of
from dusk.tracing.compiled import Compiled
from dusk.transform.pipeline import optimise


@dataclass(frozen=True)
class StepView:
    """One step: `number` within its program, `kind` as the compiler calls it ("host": bodies of ops in NumPy), the
    names of ops it computes and the lines they are from, names of values that it reads and stores, estimated
    operations, bytes and seconds on one thread; the kernel as the code generator gets it; the steps of its bodies."""

    number: int
    kind: str
    ops: tuple[str, ...]
    origin: Origin
    reads: tuple[str, ...]
    stores: tuple[str, ...]
    flops: float
    nbytes: float
    seconds: float
    kernel: str
    inner: tuple[tuple[StepView, ...], ...]
    _work: Any = None

    def ir(self) -> str:
        """The LLVM IR of its kernel, of a product its epilogue's; empty where there is none."""
        if self._work is None or not self.kernel:
            return ""
        return self._work.contraction.ir() if isinstance(self._work, Product) else ir_text(self._work.kernel)


class Plan:
    """A graph of static sizes, optimised, fused, scheduled and laid out for this machine.

    `graph` is what is computed, `names` what its values are called by their numbers; values that the compiler adds
    have names like `%+14`.
    """

    def __init__(self, blueprint: Blueprint) -> None:
        self.blueprint = blueprint
        self.flow: Flow = blueprint.flow
        self.graph: Graph = self.flow.graph
        self.names = _names(self.flow)

    @cached_property
    def steps(self) -> tuple[StepView, ...]:
        """The steps in order."""
        return tuple(views(self.flow, self.blueprint.steps, self.names))

    @cached_property
    def program(self) -> Program:
        """The program itself: its kernels are built here."""
        return self.blueprint.program()

    @property
    def planner(self) -> Planner:
        """Who shares memory with whom."""
        return self.blueprint.table.planner

    @cached_property
    def held(self) -> list[Held]:
        """All memory, and when it is held."""
        table = self.blueprint.table
        return table.held(table.spread({}))


def plan(x: Any, *args: Any) -> Plan:
    """The plan of what `graph_of` takes; a compiled function's is as it runs. NativeUnavailable: there is no native
    code here."""
    graph = graph_of(x, *args)
    aliases: Mapping[int, int] = {}
    program = None if isinstance(x, Graph) else getattr(x, "program", None)
    if isinstance(program, Program):
        aliases = program.aliases
    return plan_of(optimise(graph, **passes_of(x)), (), aliases, getattr(x, "budget", None))


def passes_of(x: Any) -> Mapping[str, Any]:
    """What was asked of the passes over a compiled function."""
    return x.passes if isinstance(x, Compiled) else {}


def plan_of(
    graph: Graph, donate: Iterable[int] = (), into: Mapping[int, int] | None = None, budget: int | None = None
) -> Plan:
    """The plan of an optimised graph (of named sizes: where they are all typical ones) that holds so many bytes."""
    if not native.available():
        raise NativeUnavailable("native code cannot be built here, so there is no plan: programs run in NumPy")
    if not is_static(graph):
        graph = specialise(graph, {name: typical(Dim(name)) for name in _named(graph)})
    if budget is not None:
        return Plan(fit(graph, cpu.machine, donate, into, budget))
    return Plan(lean(graph, cpu.machine, donate, into).careful())


def _named(graph: Graph) -> set[str]:
    """The names of sizes that a graph's inputs have."""
    kinds = [v.type for v in graph.inputs if isinstance(v.type, TensorType)]
    return {name for kind in kinds for size in kind.shape if isinstance(size, Dim) for name in size.names()}


def _names(flow: Flow) -> dict[int, str]:
    """What the values of a flow are called in the text of its graph."""
    graph = flow.graph
    written = value_names(graph)
    ordered = [*graph.inputs, *(value for node in graph.nodes for value in node.outputs)]
    names = {number: written[value] for number, value in enumerate(ordered)}
    return {number: names.get(number, f"%+{number}") for number in range(len(flow.types))}


def views(flow: Flow, steps: Iterable[Step], names: Mapping[int, str]) -> Iterator[StepView]:
    """Steps as they are told."""
    for number, step in enumerate(steps):
        work = step.work
        nodes = [flow.nodes[n] for n in sorted({flow.maker[v] for v in step.group.members if flow.maker[v] >= 0})]
        kernel, inner = "", list[tuple[StepView, ...]]()
        if isinstance(work, Loop):
            inner = [tuple(views(body.flow, body.steps, _names(body.flow))) for body in work.programs]
        elif work is not None:
            kernel = work.contraction.text() if isinstance(work, Product) else work.kernel.text()
        yield StepView(
            number,
            "host" if work is None else step.group.kind,
            tuple(dict.fromkeys(node.op.name for node in nodes)),
            join(*(node.origin for node in nodes)),
            tuple(names[v] for v in sorted(step.reads) if v != STATUS),
            tuple(names[v] for v in step.stores),
            float(sum(s.flops for some in inner for s in some) * typical(work.length))
            if isinstance(work, Loop)
            else float(getattr(work, "flops", 0.0)),
            float(sum(s.nbytes for some in inner for s in some) * typical(work.length))
            if isinstance(work, Loop)
            else float(typical(getattr(work, "nbytes", 0))),
            step.seconds,
            kernel,
            tuple(inner),
            work,
        )
