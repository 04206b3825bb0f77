"""Nodes that are groups of their own: what computes them, and what they read."""

from __future__ import annotations

from dusk.compiler.flow import Flow, Source
from dusk.compiler.foreign import is_call
from dusk.compiler.loop import finder, is_loop
from dusk.compiler.procedure import procedure


def kind_of(flow: Flow, n: int) -> str:
    """How node n is computed, which no kernel of loops does."""
    if procedure(flow, n) is not None:
        return "procedure"
    return "loop" if is_loop(flow.nodes[n]) else "call" if is_call(flow.nodes[n]) else "host"


def sources(flow: Flow, n: int, kind: str) -> list[Source]:
    """Where what node n reads lies; a procedure computes counters itself."""
    found = [finder(kind)(flow, u) for u in flow.operands[n] if flow.is_data(u)]
    work = procedure(flow, n) if kind == "procedure" else None
    read = None if work is None else {a.value for a in work.accesses if not a.writes}
    return found if read is None else [source for source in found if source.value in read]
