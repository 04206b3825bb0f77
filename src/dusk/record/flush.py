"""Running a segment: which handles are alive, the program for them, and what they hold afterwards."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from threading import get_ident
from typing import Any

import numpy as np

from dusk import ops
from dusk.backends import reference
from dusk.config import config
from dusk.engine.buffer import Buffer
from dusk.engine.ledger import Ledger
from dusk.graph import Graph, Op
from dusk.graph.op import Params
from dusk.record.bodies import bodies_of
from dusk.record.context import Context, let_in, lock_out
from dusk.record.entry import Entry, Live
from dusk.record.follower.portable import SHORT
from dusk.record.handle import READY, Handle
from dusk.record.lengths import LengthEntry, entry_for
from dusk.record.stats import stats
from dusk.record.trie import PathGraph, TrieNode

Key = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""What chooses among the programs of a path: the slots alive, the leaves that may be overwritten, the slots saved."""

_MOST_CALLED = 100_000  # bodies, which take as long as to compile a program
_MOST_VARIANTS = 2  # live sets with a program of their own; further ones share a more general program


def flush(ctx: Context) -> None:
    """Run what a context has recorded; its live handles are ready afterwards, and it starts anew at the root."""
    me = get_ident()
    if ctx.inside in (me, SHORT):
        return  # a finaliser's read, in the midst of a call
    with ctx.lock:  # another thread may be at it
        ctx.mend()
        if ctx.node is not ctx.root:
            ctx.inside = me
            try:
                _run(ctx)
            finally:
                ctx.inside = 0


def peek(ctx: Context, slot: int) -> Buffer:
    """The value of a slot, for who cannot wait for the run that is under way; nothing changes."""
    return _alone(ctx, slot, PathGraph(ctx.node), reference.ReferenceProgram)


def _alone(ctx: Context, slot: int, path: PathGraph, program: Callable[[Graph], Any]) -> Buffer:
    """The value of a slot by a program for it alone."""
    saved = dict(ctx.saved)
    graph = path.graph((slot,), tuple(saved))
    return program(graph).run([*ctx.inputs(), *saved.values()])[0]


def _run(ctx: Context) -> None:
    plain = not (ctx.saved or ctx.write_back or ctx.slow)
    epoch, entry, node = ctx.epoch, None, ctx.node
    ledger: Ledger | None = None
    try:
        if plain and ctx.launch():
            return
        ledger = Ledger()
        stats.calls += node.depth
        alive = ctx.alive(ctx.saved)
        if alive:
            donors = _donors(ctx)
            entry = _entry(ctx, alive, donors)
            buffers = entry.run(_inputs(ctx), ledger, ctx.checked)
            entry.tally.runs += 1
            _settle(ctx, epoch, entry, buffers)
            if plain:
                node.launch = entry.launch(alive, donors)
        else:
            _hand_out(ctx, (), ())
            ctx.start()
    except KeyboardInterrupt:
        # not begun: it stays pending; done: memory was written, so the handles have to learn of it
        if entry is not None and ledger is not None and ledger.completed():
            _settle(ctx, epoch, entry, ledger.outputs)
        raise
    except Exception as error:
        if ctx.epoch != epoch:
            raise
        try:
            _fail(ctx, error, ctx.alive(ctx.saved))
        finally:
            ctx.start()
        raise late(error) from None


def _settle(ctx: Context, epoch: int, entry: Entry | LengthEntry, buffers: Sequence[Buffer]) -> None:
    """Hand out what a run gave and begin a new segment; can be done again where an interrupt cut it short."""
    if ctx.epoch == epoch:
        _hand_out(ctx, entry.outputs, buffers)
    ctx.start()


def flush_other(ctx: Context, handle: Handle) -> Buffer | None:
    """Complete another thread's segment (or, while it records a gradient, one value of it); gives a handle's buffer."""
    lock_out(ctx)
    try:
        if ctx.history and handle.epoch == ctx.epoch:
            return read_within(ctx, handle)
        flush(ctx)
        return handle.buffer
    finally:
        let_in(ctx)


def _donors(ctx: Context) -> tuple[int, ...]:
    """Positions among the leaves whose memory may be overwritten."""
    return () if ctx.saved or ctx.write_back else ctx.donors()


def _destinations(ctx: Context, outputs: Sequence[int], donors: Sequence[int]) -> dict[int, int]:
    """For outputs (by position) that are written over a donated leaf: the leaf in whose memory they are to be left."""
    at = {slot: i for i, slot in enumerate(outputs)}
    found: dict[int, int] = {}
    leaves = ctx.bound()
    for position in donors:
        slot = leaves[position][0]
        while ctx.moved(slot):
            slot = ctx.moved(slot)
        if slot in at:
            found[at[slot]] = position
    return found


def _inputs(ctx: Context) -> list[Any]:
    return [*ctx.inputs(), *ctx.saved.values()] if ctx.saved else ctx.inputs()


def _entry(ctx: Context, alive: tuple[int, ...], donors: tuple[int, ...]) -> Entry | LengthEntry:
    """The program of the path for a live set: its own, or one that computes more."""
    node = ctx.node
    key = (alive, donors, tuple(ctx.saved))
    stats.flushes += 1
    entry = node.programs.get(key)
    if entry is not None:
        stats.program_hits += 1
    else:
        entry = _variant(ctx, key)
    ctx.clock += 1
    ctx.memory.used(node, entry, ctx.root, ctx.clock)
    return entry


def _variant(ctx: Context, key: Key) -> Entry | LengthEntry:
    """A program for a live set that is met first: one that computes more, where there are several, or a new one."""
    node = ctx.node
    alive, donors, saved = key
    outputs = alive
    variants = [e for (_, d, s), e in node.programs.items() if d == donors and s == saved]
    if len(variants) >= _MOST_VARIANTS:
        wanted = set(alive)
        for other in variants:
            if wanted <= set(other.outputs):
                stats.program_hits += 1
                node.keep(key, other)
                return other
        outputs = tuple(sorted(wanted.union(*(e.outputs for e in variants))))
    into = _destinations(ctx, outputs, donors)
    entry = entry_for(node, Live(outputs, saved, donors, into, _asked(node)), _own)
    stats.programs += 1
    entry.tally.programs += 1
    node.keep(key, entry)
    return entry


def _own(node: TrieNode, live: Live) -> Entry:
    """What runs a path as if there were no others like it."""

    def graph() -> Graph:
        return PathGraph.of(node, live.outputs, live.saved)

    plain = not (live.asked or live.saved or node.moves)
    bodies = bodies_of(node, live.outputs) if plain and config.tier != "native" else None
    made = graph if bodies else graph()
    return Entry(made, live.donate, live.into, live.outputs, live.asked, bodies, node.depth, nbytes=node.weight)


def _asked(node: TrieNode) -> bool:
    """Whether a path is to be compiled at once, since it calls something compiled, or bodies take long for it."""
    return any(n.call is not None and n.call.op is ops.call for n in node.path()) or _loops(node)


def _loops(node: TrieNode) -> bool:
    """Whether a path has loops that bodies take long for."""
    calls = [n.call for n in node.path() if n.call is not None]
    calls = [call for call in calls if any(isinstance(value, Graph) for _, value in call.params)]
    return any(_called(call.op, call.params) > _MOST_CALLED for call in calls)


def _called(op: Op, params: Params) -> float:
    """How many bodies a call comes to, where it calls them."""
    found = 1.0
    for _, value in params:
        if isinstance(value, Graph):
            found += sum(_called(node.op, node.params) for node in value.nodes)
    return math.inf if op is ops.while_loop else found * (dict(params)["length"] if op is ops.scan else 1)


def _hand_out(ctx: Context, outputs: Sequence[int], buffers: Sequence[Buffer]) -> None:
    """Give each live handle its value; cells whose memory was exported get it in that memory."""
    ctx.settle(outputs, buffers)
    for handle, memory in ctx.write_back:
        if handle.buffer is not None and handle.buffer is not memory:
            np.copyto(memory.array(handle.dtype, handle.shape), handle.buffer.array(handle.dtype, handle.shape))
            handle.buffer = memory
    if ctx.saved:
        ctx.settle(tuple(ctx.saved), tuple(ctx.saved.values()))


def late(error: Exception) -> Exception:
    """An error that surfaces after its call, with what its notes tell (the line that recorded it) in its message.

    Each raise needs one of its own: a traceback on the error that a handle keeps would keep the handle.
    """
    notes = "; ".join(getattr(error, "__notes__", ()))
    try:
        return type(error)(f"{error} ({notes})" if notes else str(error))
    except TypeError:
        return error


def _fail(ctx: Context, error: Exception, alive: Sequence[int]) -> None:
    """A program raised: values that can still be computed are, the others keep the error, cells their old value."""
    path, leaves = PathGraph(ctx.node, tolerant=True), dict(ctx.bound())
    written = {later: earlier for earlier in range(ctx.node.nslots) if (later := ctx.moved(earlier))}
    program = Entry if _loops(ctx.node) else reference.ReferenceProgram

    def salvaged(slot: int) -> Buffer | None:
        """The value of a slot or, where that cannot be, the last one before it of the cell that is in it."""
        while slot not in leaves:
            try:
                return _alone(ctx, slot, path, program)
            except Exception:
                if slot not in written:
                    return None
            slot = written[slot]
        return leaves[slot]

    found = {slot: salvaged(slot) for slot in alive}
    for slot, buffer in found.items():
        handle = ctx.handle(slot)
        if handle is not None:
            handle.epoch, handle.buffer = READY, buffer
            if buffer is None:
                handle.spec = late(error)


def read_within(ctx: Context, handle: Handle) -> Buffer:
    """The value of a pending handle while a gradient is being recorded: the path stays, what was computed is kept."""
    ctx.mend()
    return read_slot(ctx, handle.slot)


def read_slot(ctx: Context, slot: int) -> Buffer:
    """As `read_within`, for a value known by its slot."""
    if slot not in ctx.saved:
        wanted = sorted({slot, *_worth_keeping(ctx)} - set(ctx.saved))
        entry = ctx.node.programs.get(("within", tuple(wanted), tuple(ctx.saved)))
        if entry is None:
            entry = Entry(PathGraph.of(ctx.node, wanted, tuple(ctx.saved)), asked=_asked(ctx.node))
            ctx.node.keep(("within", tuple(wanted), tuple(ctx.saved)), entry)
        buffers = entry.run(_inputs(ctx), None, ctx.checked)
        ctx.saved.update(zip(wanted, buffers, strict=True))
    return ctx.saved[slot]


def _worth_keeping(ctx: Context) -> list[int]:
    """Values of the path that cost more to compute again than to keep: what does not lower to one scalar expression."""
    found: list[int] = []
    for node in ctx.node.path():
        call = node.call
        assert call is not None
        if call.op.lower is None and call.op.name != "gradients":
            found += [node.first + i for i in range(len(call.kinds))]
    return found
