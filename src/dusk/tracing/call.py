"""Calls of a trace: run at once where nothing is pending, else one entry in what the caller records."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from typing import Any, cast
from weakref import ref

from dusk import ops
from dusk.array import ndarray, scalar
from dusk.record import Handle, assign, local, ready_handle, record, run_pending, stats
from dusk.record.entry import Entry, Live
from dusk.record.lengths import LengthEntry, entry_for
from dusk.record.recorder import copy_of
from dusk.tracing.trace import Cell, Trace
from dusk.tree import unflatten

REFUSED = object()
"""In place of results: a check has failed, in a run that has written nothing."""
_HELD_BY_US = 4  # references to a cell's memory that are ours: its handle's, two lists', getrefcount's argument


def call(found: Trace, cells: Sequence[Handle]) -> Any:
    """The results of a trace on cells of arguments and captured arrays; cells that it writes are written.

    `REFUSED`: the function is to run as it was written.
    """
    if found.alone and not (local.context.history or local.context.trace):
        run_pending()
    if at_rest():
        buffers = [cell.buffer for cell in cells]
        if None not in buffers:
            return run(found, cells, buffers)
    context = local.context
    params = {"graph": found.inside, "recompute": True} if found.recompute else {"graph": found.inside}
    made = record(ops.call, cells, params)
    results = cast("tuple[Any, ...]", made if isinstance(made, tuple) else (made,))
    for position, value in zip(found.written, results[len(results) - len(found.written) :], strict=True):
        if not context.rebind(cells[position], value):
            assign(cells[position], value)
    return assemble(found, results, cells)


def at_rest() -> bool:
    """Whether this thread has nothing pending and records nothing but for later: a call may run at once."""
    context = local.context
    return context.node is context.root and not context.slow and not context.history


def run(found: Trace, cells: Sequence[Handle], buffers: list[Any]) -> Any:
    """Run the trace's program now, in place where cells that it writes have their memory to themselves."""
    written = found.written
    first = len(found.slots) - len(written)
    entry = found.program or in_place(found)
    # who looks at a cell's memory from outside, a NumPy view too, holds its buffer
    if written and max(map(sys.getrefcount, [buffers[p] for p in written])) > _HELD_BY_US:
        if any([buffers[p].pins for p in written]):
            entry = found.careful = found.careful or _alone(found)
        else:
            _leave(cells, buffers, written)
    try:
        made = entry.run(buffers)
    except (ArithmeticError, LookupError, ValueError):
        if found.again:
            return REFUSED
        raise
    entry.tally.runs += 1
    if made[first:] != [buffers[p] for p in written]:
        for position, buffer in zip(written, made[first:], strict=True):
            cell = cells[position]
            if buffers[position].pins:
                assign(cell, ready_handle(ndarray, cell.type, buffer))
            elif buffer is not buffers[position]:
                cell.buffer = buffer
    results = [
        ready_handle(scalar if is_scalar else ndarray, kind, buffer)
        for kind, is_scalar, buffer in zip(found.kinds, found.scalars, made[:first], strict=True)
    ]
    return assemble(found, results, cells)


def _leave(cells: Sequence[Handle], buffers: list[Any], written: Sequence[int]) -> None:
    """Have cells whose memory others hold as well (programs keep that of small results) go on in a copy of it."""
    for position in written:
        buffer = buffers[position]
        if sys.getrefcount(buffer) > _HELD_BY_US:
            kind = cells[position].type
            buffers[position] = cells[position].buffer = copy_of(buffer.array(kind.dtype, kind.shape, False))


def in_place(found: Trace) -> Entry | LengthEntry:
    """What runs a trace and leaves what it writes in the memory of the cells that it writes."""
    first = len(found.slots) - len(found.written)
    if found.program is None:
        stats.programs += 1
        written = tuple(found.written)
        into = {first + i: p for i, p in enumerate(written)}
        if found.optimised or found.memory is not None:
            found.program = _alone(found, written, into)
        else:
            live = Live(tuple(found.slots), (), written, into, True)
            found.program = entry_for(found.end, live, partial(_own, ref(found)))
        found.program.tally.programs += 1
    return found.program


def _own(owner: ref[Trace], _: Any, live: Live) -> Entry:
    found = owner()  # which holds what asks for this
    assert found is not None
    return _alone(found, live.donate, live.into)


def _alone(found: Trace, donate: tuple[int, ...] = (), into: dict[int, int] | None = None) -> Entry:
    """What runs a trace as it is, whatever is known of others that differ from it in lengths."""
    return Entry(found.graph, donate, into, optimised=found.optimised is not None, memory=found.memory)


def assemble(found: Trace, results: Sequence[Any], cells: Sequence[Handle]) -> Any:
    """The result of a call, put together from what its graph gives and the cells that it was called on."""
    if found.structure is None and found.results[0] is not None:
        return results[0]
    leaves = [
        results[at] if at is not None else cells[constant.position] if type(constant) is Cell else constant
        for at, constant in zip(found.results, found.constants, strict=True)
    ]
    return unflatten(found.structure, leaves)
