"""A scan as one step: its body is a program of its own, run round after round by native code that moves its slots.

What a round hands on needs no copy: it lies where the round left it, be that one part of a stack or one of two places
that take turns; what a round only updates stays in one place, into which it is copied before the first. The body's
arena and its table of slots are scratch of the step, the second of such places is wherever there is room. Where rows
go their own ways (see `shares`), threads run the rounds of a share of them each, with an arena and a table of slots of
their own.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from dusk.compiler.flow import Flow, Source, whole
from dusk.compiler.index import Place, row_major
from dusk.compiler.rules import axes, templates
from dusk.compiler.written import writes_around
from dusk.graph import Graph, Node
from dusk.graph.types import at_sizes, typical
from dusk.ops.scan import operands_of, scan

ALIGNMENT = 64
STRIDE, TURNS, LIST = range(3)  # kinds of entries; each is followed by six words
Where = tuple[int, int]  # a slot (-1: addresses are absolute) and a byte offset


@dataclass(slots=True)
class Loop:
    """What a scan's step is called with.

    `inputs[i]` are the sources of the body's input i; `outputs[o]` for each output of the body's program the value of
    the carry it is and the value it is stacked in (-1: none, or not needed); `handed[i]` the output that becomes carry
    i, in the same place if it is among `updated`; where it takes turns at two and is among `kept`, a round writes only
    a part of it, outside of which it is always the same. `body` is the blueprint, `sizes` those of named dimensions.
    """

    length: int
    reverse: bool
    sources: tuple[str, ...]
    inputs: tuple[tuple[Source, ...], ...]
    outputs: tuple[tuple[int, int], ...]
    handed: tuple[int, ...]
    updated: frozenset[int]
    kept: frozenset[int]
    body: Any
    seconds: float
    sizes: Mapping[str, int] | None = None
    accesses: tuple[Any, ...] = ()  # none that the planner may put in place of another

    def at(self, sizes: Mapping[str, int]) -> Loop:
        """The loop with numbers for named sizes."""
        inputs = tuple(tuple(_source_at(s, sizes) for s in given) for given in self.inputs)
        return replace(self, length=at_sizes(self.length, sizes), sizes=sizes, inputs=inputs)

    @property
    def turning(self) -> list[int]:
        """The body's outputs that need a second place: handed on, but not stacked."""
        return [o for o in self.handed if self.outputs[o][1] < 0 and o not in self.updated]


def _source_at(source: Source, sizes: Mapping[str, int]) -> Source:
    offset, strides = at_sizes((source.place.offset, source.place.strides), sizes)
    return Source(source.value, Place(offset, strides, source.place.rest))


def is_scan(node: Node) -> bool:
    """Whether a node is a scan."""
    return node.op is scan


def shared(node: Node) -> dict[int, int]:
    """The carries of a scan that its rounds leave, too: carry -> output of the scan that stacks it."""
    words = node.keywords
    carries = words["sources"].count("carry")
    outputs = words["body"].outputs
    return {c: outputs.index(outputs[c], carries) for c in range(carries) if outputs[c] in outputs[carries:]}


def _updates(body: Graph, c: int) -> bool:
    """Whether a round gives carry c by writing to parts of it."""
    v, steps = body.outputs[c], 0
    while v.node.op.update is not None:
        v, steps = v.node.inputs[0], steps + 1
    return steps > 0 and v == body.inputs[c]


def _adds_up(body: Graph, c: int) -> bool:
    """Whether a round gives carry c by doing something to each of its elements, which nobody else reads."""
    v, carry = body.outputs[c], body.inputs[c]
    users = [n for n in body.nodes if carry in n.inputs]
    if v.node.inputs.count(carry) != 1 or users != [v.node] or len(v.node.types) != 1 or carry.ndim == 0:
        return False
    found = templates(v.node.op, v.node.params, tuple(u.type for u in v.node.inputs), v.node.types)
    if found is None or found[0].kind != "map":
        return False
    k = v.node.inputs.index(carry)
    return all(at == axes(carry.ndim) for operand, at in found[0].reads if operand == k)


def source_of(flow: Flow, u: int) -> Source:
    """Where a round can read an operand: in memory where all of it lies together, in C order."""
    found, shape = flow.source(u), flow.types[u].shape
    steps = {a: s for a, (s, n) in enumerate(zip(row_major(shape), shape, strict=True)) if n != 1}
    met = {a: s for a, s in found.place.strides if shape[a] != 1}
    return found if not found.place.rest and met == steps else whole(u, shape)


def loop(flow: Flow, n: int, stored: set[int], decide: Callable[..., Any]) -> Loop | None:
    """The work of scan n, of whose outputs `stored` are in memory; None if the body needs more than kernels."""
    node = flow.nodes[n]
    words = node.keywords
    body, length, sources = words["body"], words["length"], words["sources"]
    carries = sources.count("carry")
    made = flow.made_by(n)
    unseen = {c: j for c, j in shared(node).items() if made[c] not in stored}
    outputs: list[tuple[int, int]] = []
    handed: list[int] = []
    values: list[Any] = []
    for c in range(carries):
        handed.append(len(outputs))
        outputs.append((-1, made[unseen[c]]) if c in unseen else (made[c], -1))
        values.append(body.outputs[c])
    for j in range(carries, len(body.outputs)):
        if j not in unseen.values():
            outputs.append((-1, made[j]))
            values.append(body.outputs[j])
    seen = [c for c in range(carries) if c not in unseen]
    kept = [c for c in seen if writes_around(body.outputs[c], body.inputs[c])]
    updated = [c for c in seen if c not in kept and _updates(body, c)]
    added = [c for c in seen if c not in kept and c not in updated and _adds_up(body, c)]

    def decided(updated: list[int]) -> Any:
        there = {handed[c]: c for c in updated}
        return decide(Graph(body.inputs, values), into=there, kept=[handed[c] for c in kept])

    blueprint = decided([*updated, *added])
    if added and any(copy.target.place in [("input", c) for c in added] for copy in blueprint.table.planner.copies):
        added, blueprint = [], decided(updated)  # it would be copied in every round
    updated += added
    if not blueprint.atomic:
        return None
    operands = flow.operands[n]
    inputs = tuple(tuple(source_of(flow, u) for u in operands[part]) for part in operands_of(sources, length))
    seconds = typical(length) * sum(step.seconds for step in blueprint.steps)
    return Loop(
        length,
        words.get("reverse", False),
        sources,
        inputs,
        tuple(outputs),
        tuple(handed),
        frozenset(handed[c] for c in updated),
        frozenset(handed[c] for c in kept),
        blueprint,
        seconds,
    )


@dataclass(frozen=True, slots=True)
class Shares:
    """How a loop is shared out: `count` threads have about equally many of its `rows` (0: of its rounds)."""

    rows: int = 1
    count: int = 1


@dataclass(slots=True)
class Scratch:
    """The step's scratch: the body's arena at 0, then its slots, as often as there are shares (every `share` bytes)."""

    slots: int
    share: int
    nbytes: int

    @staticmethod
    def of(arena: int, n_slots: int, shares: Shares) -> Scratch:
        """The scratch of a loop whose body has an arena and slots."""
        slots = _aligned(arena)
        share = _aligned(slots + 8 * n_slots)
        return Scratch(slots, share, share * shares.count)


def block(
    work: Loop,
    flow: Flow,
    inner: Any,
    pool: Any,
    scratch: Scratch,
    shares: Shares,
    turns: Mapping[int, Where],
    place: Callable[[Source], Where],
    at: Where,
    kept: list[Any],
) -> list[int]:
    """The words that `dusk_loop` reads; the step's parallel extent are its shares.

    `inner` has the body's tables, `pool` its constants, `at` where the scratch is, `turns` the second places of what
    takes turns; `place` gives where a source lies; `kept` gets the tables that the words point to.
    """
    entries: list[int] = []
    copies: list[int] = []

    def within(v: int) -> Where:
        return place(whole(v, flow.types[v].shape))

    def parts(at: Where, nbytes: int, late: int = 0, backwards: bool = False) -> tuple[int, int, int]:
        """Where the parts of a stack lie, round after round, each seen `late` rounds late: slot, offset, stride."""
        if work.reverse != backwards:
            return at[0], at[1] + (work.length - 1 + late) * nbytes, -nbytes
        return at[0], at[1] - late * nbytes, nbytes

    def turn(o: int, i: int) -> Where:
        """Where an output that takes turns lies after round i: the last round leaves it where it belongs."""
        here = within(work.outputs[o][0])
        return here if (work.length - 1 - i) % 2 == 0 else turns[o]

    for c, (source, given) in enumerate(zip(work.sources, work.inputs, strict=True)):
        first = place(given[0])
        if source == "carry":
            o = work.handed[c]
            stack = work.outputs[o][1]
            if o in work.updated:
                here = within(work.outputs[o][0])
                copies += (*first, *here, flow.nbytes(work.outputs[o][0]) // shares.rows)
                entries += (STRIDE, *here, *here, 0, 0)
            elif stack >= 0:
                entries += (STRIDE, *first, *parts(within(stack), flow.nbytes(stack) // work.length, late=1), 0)
            else:
                for there in (turn(o, 0), turn(o, 1)) if o in work.kept else ():
                    copies += (*first, *there, flow.nbytes(work.outputs[o][0]) // shares.rows)
                entries += (TURNS, *first, *turn(o, 0), *turn(o, 1))
        elif source == "list":
            table = array("q", [word for one in (given[::-1] if work.reverse else given) for word in place(one)])
            kept.append(table)
            entries += (LIST, table.buffer_info()[0], 0, 0, 0, 0, 0)
        elif source == "same":
            entries += (STRIDE, *first, *first, 0, 0)
        else:
            slot, offset, stride = parts(first, int(inner.spread.flow.nbytes(c)), backwards=source == "back")
            entries += (STRIDE, slot, offset, slot, offset, stride, 0)
    for o, (carry, stack) in enumerate(work.outputs):
        if stack >= 0:
            slot, offset, stride = parts(within(stack), flow.nbytes(stack) // work.length)
            entries += (STRIDE, slot, offset, slot, offset, stride, 0)
        elif o in work.updated:
            entries += (STRIDE, *within(carry), *within(carry), 0, 0)
        elif carry >= 0:
            entries += (TURNS, *turn(o, 0), *turn(o, 1), *turn(o, 0))
    entries += (STRIDE, *at, *at, 0, scratch.share)
    constants = (-1, int(pool.__array_interface__["data"][0]))
    entries += (STRIDE, *constants, *constants, 0, 0)
    words = (
        work.length,
        inner.args.ctypes.data,
        inner.rows.ctypes.data,
        len(inner.rows),
        len(entries) // 7,
        at[0],
        at[1] + scratch.slots,
        len(copies) // 5,
        shares.rows,
        shares.count,
        scratch.share,
    )
    return [*words, *copies, *entries]


def _aligned(n: int) -> int:
    return -(-n // ALIGNMENT) * ALIGNMENT
