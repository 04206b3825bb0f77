"""What kernels may refuse: indices that are out of bounds. The caller's memory is written over once that is known."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, cast

from dusk.compiler.flow import Flow
from dusk.graph.types import TensorType


def checks(flow: Flow, step: Any) -> Iterator[Hashable]:
    """What a step checks; two that are equal find the same."""
    programs: Sequence[Any] = getattr(step.work, "programs", ())
    for program in programs:
        yield from ((id(program), key) for inner in program.steps for key in checks(program.flow, inner))
    if programs and step.work.test is not None:
        yield id(step.work)  # whether it is interrupted
    members: set[int] = step.group.members
    if step.group.kind == "procedure" and step.work is not None:
        yield from ((id(step.work), i) for i in range(len(step.work.checks)))
    for n in {flow.maker[v] for v in members}:
        node = flow.nodes[n] if n >= 0 else None
        if node is not None and node.op.fails:
            x, *others = flow.operands[n]
            kinds = cast("list[TensorType]", flow.types)
            yield tuple([v for v in others if kinds[v].dtype.kind in "iu"]), node.params, kinds[x].shape


def checkers(flow: Flow, steps: Sequence[Any]) -> set[int]:
    """The numbers of the steps that are the first in the graph to check something."""
    found: dict[Hashable, tuple[int, int]] = {}
    for i, step in enumerate(steps):
        at = max(step.stores, default=0), i
        for key in checks(flow, step):
            found[key] = min(found.get(key, at), at)
    return {i for _, i in found.values()}


def last_check(flow: Flow, steps: Sequence[Any]) -> int:
    """The number of the step after which nothing is checked that was not checked before; -1: nothing is."""
    found: dict[Hashable, int] = {}
    for i, step in enumerate(steps):
        for key in checks(flow, step):
            found.setdefault(key, i)
    return max(found.values(), default=-1)
