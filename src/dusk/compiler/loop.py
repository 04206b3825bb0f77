"""Loops and branches as one step: their bodies are programs of their own, run by native code that moves their slots.

A scan has one body, run round after round. The body of a while is run as long as the program of its test gives true; of
a branch's two, one is run, once, by a flag that is there before.

What a round hands on needs no copy: it lies where the round left it, be that one part of a stack or one of two places
that take turns (and where it is not known before which will be the last, it is brought from the other one at the end);
what a round only updates stays in one place, into which it is copied before the first, if it does not lie there
already. The bodies' arena and their tables of slots are scratch of the step, the second of such places is wherever
there is room. Where rows go their own ways (see `shares`), threads run the rounds of a share of them each, with an
arena and a table of slots of their own.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dusk.compiler.flow import Flow, Source, as_stored, whole
from dusk.compiler.index import Place, row_major
from dusk.compiler.rules import axes, templates
from dusk.compiler.written import writes_around
from dusk.graph import Graph, Node, Value
from dusk.graph.types import at_sizes, typical
from dusk.ops import cond, while_loop
from dusk.ops.scan import operands_of, scan

ALIGNMENT = 64
STRIDE, TURNS, LIST = range(3)  # kinds of entries; each is followed by six words
ROUNDS = 64  # that a while is taken to go
FOREVER = 1 << 62
LITTLE = 64  # bytes of what a while hands on that are sooner copied than taken in turns
ROUND_S, LOOK_S = 2e-8, 2e-2  # what a round takes at least; after about what time a while asks whether to go on
HEAD = 16  # words before the copies
Where = tuple[int, int]  # a slot (-1: addresses are absolute) and a byte offset


@dataclass(slots=True)
class Loop:
    """What the step of a scan, a while or a branch is called with.

    `inputs[i]` are the sources of the body's input i; `outputs[o]` for each output of the body's program the value of
    the carry it is and the value it is stacked in (-1: none, or not needed); `handed[i]` the output that becomes carry
    i, in the same place if it is among `updated`; where it takes turns at two and is among `kept`, a round writes only
    a part of it, outside of which it is always the same. `body` is the blueprint, `sizes` those of named dimensions.

    A while has a `test` of the same inputs, whose only output says whether there is a round (`length` is but a guess).
    A branch goes one round, of `body` if its `flag` is true, else of `other`, which is placed as `body` is; what it
    hands on is what it writes in place.
    """

    length: int
    reverse: bool
    sources: tuple[str, ...]
    inputs: tuple[tuple[Source, ...], ...]
    outputs: tuple[tuple[int, int], ...]
    handed: Mapping[int, int]
    updated: frozenset[int]
    kept: frozenset[int]
    body: Any
    seconds: float
    test: Any = None
    other: Any = None
    flag: Source | None = None
    sizes: Mapping[str, int] | None = None
    accesses: tuple[Any, ...] = ()  # see `renews` for what the planner may put in place of another

    def at(self, sizes: Mapping[str, int]) -> Loop:
        """The loop with numbers for named sizes."""
        inputs = tuple(tuple(_source_at(s, sizes) for s in given) for given in self.inputs)
        flag = self.flag and _source_at(self.flag, sizes)
        return replace(self, length=at_sizes(self.length, sizes), sizes=sizes, inputs=inputs, flag=flag)

    @property
    def programs(self) -> list[Any]:
        """The blueprints: of the body, then of the other side or of the test."""
        return [p for p in (self.body, self.other, self.test) if p is not None]

    @property
    def turning(self) -> list[int]:
        """The body's outputs that need a second place: handed on, but not stacked."""
        return [o for o in self.handed.values() if self.outputs[o][1] < 0 and o not in self.updated]

    @property
    def renewed(self) -> dict[int, int]:
        """The values that are made in place of others, if these are not needed afterwards: value -> the other."""
        given = [s.value for some in (*self.inputs, (self.flag,)) for s in some if s is not None]
        found = {self.outputs[o][0]: self.inputs[c][0] for c, o in self.handed.items() if o in self.updated}
        return {v: s.value for v, s in found.items() if s.place.offset == 0 and given.count(s.value) == 1}

    @property
    def round_s(self) -> float:
        """About the seconds of a round, apart from what its steps cost beside their work."""
        return sum(step.seconds for program in self.programs for step in program.steps)


def _source_at(source: Source, sizes: Mapping[str, int]) -> Source:
    offset, strides = at_sizes((source.place.offset, source.place.strides), sizes)
    return Source(source.value, Place(offset, strides, source.place.rest))


def is_loop(node: Node) -> bool:
    """Whether a node is a loop or a branch."""
    return node.op in (scan, while_loop, cond)


def shared(node: Node) -> dict[int, int]:
    """The carries of a scan that its rounds leave, too: carry -> output of the scan that stacks it."""
    if node.op is not scan:
        return {}
    words = node.keywords
    carries = words["sources"].count("carry")
    outputs = words["body"].outputs
    return {c: outputs.index(outputs[c], carries) for c in range(carries) if outputs[c] in outputs[carries:]}


# --- what is written where something else lies
def _base(v: Value) -> Value:
    """What v is made from by writing to parts of it."""
    while True:
        node = v.node
        k = 0 if node.op.update is not None else _renewed(node, v.index) if is_loop(node) else -1
        if k < 0:
            return v
        v = node.inputs[k]


def _renewed(node: Node, o: int) -> int:
    """The operand of a loop or a branch that is written over to make output o; -1: none is."""
    words = node.keywords
    if node.op is cond:
        sides = [(words[name], words[name].outputs[o]) for name in ("then", "other")]
        then, other = ({j for j, x in enumerate(side.inputs) if _writes_over(side, v, x)} for side, v in sides)
        return 1 + min(then & other) if then & other else -1
    body = words["body"]
    if node.op is scan and (o >= words["sources"].count("carry") or o in shared(node)):
        return -1
    v, x = body.outputs[o], body.inputs[o]
    return o if _is_little(node, o) or (v != x and not writes_around(v, x) and _writes_over(body, v, x)) else -1


def _is_little(node: Node, c: int) -> bool:
    """Whether what a while hands on is so little that it is copied."""
    return node.op is while_loop and typical(node.types[c].nbytes) <= LITTLE


def _writes_over(body: Graph, v: Value, x: Value) -> bool:
    """Whether v is input x, written to at most."""
    return _base(v) == x or _adds_up(body, v, x)


def _adds_up(body: Graph, v: Value, x: Value) -> bool:
    """Whether v is made by doing something to each element of input x, which nobody else reads."""
    if v.node.inputs.count(x) != 1 or len(v.node.types) != 1 or x.ndim == 0 or is_loop(v.node):
        return False
    if [n for n in body.nodes if x in n.inputs] != [v.node]:
        return False
    found = templates(v.node.op, v.node.params, tuple(u.type for u in v.node.inputs), v.node.types)
    if found is None or found[0].kind != "map":
        return False
    k = v.node.inputs.index(x)
    return all(at == axes(x.ndim) for operand, at in found[0].reads if operand == k)


# --- loops as work
def source_of(flow: Flow, u: int) -> Source:
    """Where a round can read an operand: in memory where all of it lies together, in C order."""
    found, shape = flow.source(u), flow.types[u].shape
    if found.place == as_stored(shape):
        return found
    steps = {a: s for a, (s, n) in enumerate(zip(row_major(shape), shape, strict=True)) if n != 1}
    met = {a: s for a, s in found.place.strides if shape[a] != 1}
    return found if not found.place.rest and met == steps else whole(u, shape)


def finder(kind: str) -> Callable[[Flow, int], Source]:
    """How a group of a kind finds the operands that it reads as they lie: as views, but for native code's one node."""
    return source_of if kind in ("loop", "call", "procedure") else Flow.source


def loop(flow: Flow, n: int, stored: set[int], decide: Callable[..., Any]) -> Loop | None:
    """The work of loop or branch n, of whose outputs `stored` are in memory; None if it needs more than kernels."""
    op = flow.nodes[n].op
    found = _branch(flow, n, decide) if op is cond else _rounds(flow, n, stored, decide)
    if not all(program.atomic for program in found.programs):
        return None
    found.seconds = typical(found.length) * found.round_s
    return found


def _branch(flow: Flow, n: int, decide: Callable[..., Any]) -> Loop:
    """A branch: what is written over is carried, by one round."""
    node = flow.nodes[n]
    made, (flag, *operands) = flow.made_by(n), flow.operands[n]
    handed: dict[int, int] = {}
    for o in range(len(node.types)):
        j = _renewed(node, o) - 1
        if j >= 0:
            handed.setdefault(j, o)
    into = {o: j for j, o in handed.items()}
    then, other = (decide(node.keywords[side], into=into) for side in ("then", "other"))
    return Loop(
        1,
        False,
        tuple("carry" if j in handed else "same" for j in range(len(operands))),
        tuple((source_of(flow, u),) for u in operands),
        tuple((v, -1) for v in made),
        handed,
        frozenset(handed.values()),
        frozenset(),
        then,
        0.0,
        other=other,
        flag=source_of(flow, flag),
    )


def _rounds(flow: Flow, n: int, stored: set[int], decide: Callable[..., Any]) -> Loop:
    """A scan or a while."""
    node = flow.nodes[n]
    words = node.keywords
    body, test = words["body"], words.get("test")
    if test is None:
        length, sources = words["length"], words["sources"]
        carries = sources.count("carry")
    else:
        length, carries = ROUNDS, words["carries"]
        sources = ("carry",) * carries + ("same",) * (len(body.inputs) - carries)
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
    ends = {c: (body.outputs[c], body.inputs[c]) for c in range(carries) if c not in unseen}
    little = [c for c in ends if _is_little(node, c)]
    kept = [c for c in ends if c not in little and writes_around(*ends[c])]
    others = [c for c, (v, x) in ends.items() if v != x and c not in (*little, *kept)]
    updated = [c for c in others if _base(ends[c][0]) == ends[c][1]]
    added = [c for c in others if c not in updated and _adds_up(body, *ends[c])]
    updated += little

    def decided(updated: list[int]) -> Any:
        there = {handed[c]: c for c in updated}
        return decide(Graph(body.inputs, values), into=there, kept=[handed[c] for c in kept])

    blueprint = decided([*updated, *added])
    if added and any(copy.target.place in [("input", c) for c in added] for copy in blueprint.table.planner.copies):
        added, blueprint = [], decided(updated)  # it would be copied in every round
    operands = flow.operands[n]
    return Loop(
        length,
        words.get("reverse", False),
        sources,
        tuple(tuple(source_of(flow, u) for u in operands[part]) for part in operands_of(sources, length)),
        tuple(outputs),
        dict(enumerate(handed)),
        frozenset(handed[c] for c in (*updated, *added)),
        frozenset(handed[c] for c in kept),
        blueprint,
        0.0,
        test=None if test is None else decide(test),
    )


@dataclass(frozen=True, slots=True)
class Shares:
    """How a loop is shared out: `count` threads have about equally many of its `rows` (0: of its rounds)."""

    rows: int = 1
    count: int = 1


@dataclass(slots=True)
class Scratch:
    """The step's scratch: the arena of the programs at 0, then the slots of each, then what a test gives, as often as
    there are shares (every `share` bytes)."""

    slots: list[int]
    flag: int
    share: int
    nbytes: int

    @staticmethod
    def of(arena: int, n_slots: Sequence[int], shares: Shares) -> Scratch:
        """The scratch of a loop whose programs have at most such an arena, and so many slots each."""
        slots: list[int] = []
        end = _aligned(arena)
        for n in n_slots:
            slots.append(end)
            end = _aligned(end + 8 * n)
        share = end + ALIGNMENT
        return Scratch(slots, end, share, share * shares.count)


def block(
    work: Loop,
    flow: Flow,
    inner: Sequence[Any],
    pools: Sequence[Any],
    scratch: Scratch,
    shares: Shares,
    turns: Mapping[int, Where],
    place: Callable[[Source], Where],
    at: Where,
    check: int,
    kept: list[Any],
) -> list[int]:
    """The words that `dusk_loop` reads; the step's parallel extent are its shares.

    `inner` has the tables of the programs, `pools` their constants, `at` where the scratch is, `turns` the second
    places of what takes turns; `place` gives where a source lies; `check` is the number of the check that tells of
    interrupts; `kept` gets the tables that the words point to.
    """
    reads: list[int] = []
    writes: list[int] = []
    copies: list[int] = []
    brought: list[int] = []
    last = work.length - 1 if work.test is None else 0

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
        return here if (last - i) % 2 == 0 else turns[o]

    for c, (source, given) in enumerate(zip(work.sources, work.inputs, strict=True)):
        first = place(given[0])
        if source == "carry":
            o = work.handed[c]
            value, stack = work.outputs[o]
            if o in work.updated:
                here = within(value)
                copies += (*first, *here, flow.nbytes(value) // shares.rows) if first != here else ()
                reads += _still(here)
            elif stack >= 0:
                reads += (STRIDE, *first, *parts(within(stack), flow.nbytes(stack) // work.length, late=1), 0)
            else:
                for there in (turn(o, 0), turn(o, 1)) if o in work.kept else ():
                    copies += (*first, *there, flow.nbytes(value) // shares.rows)
                reads += (TURNS, *first, *turn(o, 0), *turn(o, 1))
                brought += (*first, *turns[o], *within(value), flow.nbytes(value)) if work.test is not None else ()
        elif source == "list":
            table = array("q", [word for one in (given[::-1] if work.reverse else given) for word in place(one)])
            kept.append(table)
            reads += (LIST, table.buffer_info()[0], 0, 0, 0, 0, 0)
        elif source == "same":
            reads += _still(first)
        else:
            slot, offset, stride = parts(first, int(inner[0].spread.flow.nbytes(c)), backwards=source == "back")
            reads += (STRIDE, slot, offset, slot, offset, stride, 0)
    for o, (carry, stack) in enumerate(work.outputs):
        if stack >= 0:
            slot, offset, stride = parts(within(stack), flow.nbytes(stack) // work.length)
            writes += (STRIDE, slot, offset, slot, offset, stride, 0)
        elif carry >= 0:
            turning = o in work.handed.values() and o not in work.updated
            writes += (TURNS, *turn(o, 0), *turn(o, 1), *turn(o, 0)) if turning else _still(within(carry))
    told = (at[0], at[1] + scratch.flag)
    starts: list[int] = []
    bodies: list[int] = []
    for k, (program, pool) in enumerate(zip(inner, pools, strict=True)):
        entries = [*reads, *(writes if k == 0 or work.test is None else _still(told))]
        entries += [*_still(at, scratch.share), *_still((-1, int(pool.__array_interface__["data"][0])))]
        starts.append(HEAD + len(copies) + len(brought) + len(bodies))
        bodies += (program.args.ctypes.data, program.rows.ctypes.data, len(program.rows), len(entries) // 7)
        moves = any(_moves(entries[i : i + 7]) for i in range(0, len(entries), 7))
        bodies += (int(moves), scratch.slots[k], *entries)
    words = (
        work.length if work.test is None else FOREVER,
        shares.rows,
        shares.count,
        scratch.share,
        *at,
        starts[-1] if work.test is not None else 0,
        starts[0],
        starts[-1] if work.other is not None else 0,
        int(len(starts) > 1),
        *(told if work.flag is None else place(work.flag)),
        0 if work.test is None else max(1, int(LOOK_S / (work.round_s + ROUND_S))),
        check,
        len(copies) // 5,
        len(brought) // 7,
    )
    return [*words, *copies, *brought, *bodies]


def _still(at: Where, share: int = 0) -> tuple[int, ...]:
    """The entry of what is at one place in all rounds, but for shares."""
    return STRIDE, *at, *at, 0, share


def _moves(entry: Sequence[int]) -> bool:
    """Whether an entry tells of another place in other rounds."""
    return entry[0] != STRIDE or entry[1:3] != entry[3:5] or entry[5] != 0


def _aligned(n: int) -> int:
    return -(-n // ALIGNMENT) * ALIGNMENT
