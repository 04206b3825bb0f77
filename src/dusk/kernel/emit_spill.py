"""Keep what an early pass over a row computed for later ones, in an output's row: softmax's exponentials once."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import replace as changed

from dusk.kernel.emit_plan import cost
from dusk.kernel.expr import Expr, load, replace, topological
from dusk.kernel.loops import Kernel, Reduction, Store, axes_of

WORTH = 15  # what a value must cost to be stored and loaded again


@functools.lru_cache(maxsize=256)
def spill(kernel: Kernel) -> Kernel:
    """`kernel`, with expensive values that passes share stored by the first of them where an output will be.

    From the last pass back: the row of the output holds the value stored last. So an operand that is read in a later
    pass than the first of these stores may not share the output's memory.
    """
    for number, store in enumerate(kernel.stores):
        if kernel.scans or not _holds(kernel, store):
            continue
        made, shared = kernel, _shared(kernel, store)
        while shared is not None:
            made = _stored(made, number, shared)
            shared = _shared(made, made.stores[number])
        if made is not kernel:
            return made
    return kernel


def _holds(kernel: Kernel, store: Store) -> bool:
    """Whether nothing but a store writes to an output, each element once, and nothing reads it."""
    if store.kind != "set" or store.guard is not None or not kernel.reductions:
        return False
    if any(not kernel.apart(store, a) for a in range(len(kernel.axes))):
        return False
    if sum(s.operand == store.operand for s in kernel.stores) > 1:
        return False
    read = any(e.kind == "load" and e.operand == store.operand for e in topological(kernel.roots()))
    return kernel.operands[store.operand].dtype.itemsize >= 4 and not read


def _shared(kernel: Kernel, store: Store) -> Expr | None:
    """The most expensive value under `store` that a reduction of an earlier pass has computed already."""
    dtype, last = store.value.dtype, rank(kernel, [store.value])
    known = {e for r in kernel.reductions if rank(kernel, [r.value]) < last for e in topological([r.value])}
    reduce = set(range(kernel.n_parallel, len(kernel.axes)))
    order = topological([store.value])
    varying: set[Expr] = set()  # what is the same along a row is not computed again
    for e in order:
        if (e.kind == "axis" and e.data in reduce) or not varying.isdisjoint(e.args):
            varying.add(e)
    costs = {
        e: cost(varying.intersection(topological([e])))
        for e in order
        if e in known and e.dtype == dtype and axes_of([e]) >= reduce
    }
    best = max(costs, key=lambda e: costs[e], default=None)
    return best if best is not None and costs[best] >= WORTH else None


def _stored(kernel: Kernel, number: int, shared: Expr) -> Kernel:
    """`kernel` with `shared` stored where store `number` will, and read from there until that has written."""
    store = kernel.stores[number]
    first, last = rank(kernel, [shared]), rank(kernel, [store.value])
    again = {shared: load(store.operand, store.index, shared.dtype)}

    def late(roots: Iterable[Expr]) -> bool:
        return first < rank(kernel, roots) <= last

    reductions = [Reduction(r.op, replace([r.value], again)[0]) if late([r.value]) else r for r in kernel.reductions]
    stores = [changed(s, value=replace([s.value], again)[0]) if late(s.roots()) else s for s in kernel.stores]
    stores.insert(number, Store(store.operand, store.index, shared))
    return changed(kernel, reductions=tuple(reductions), stores=tuple(stores), _memo={})


def rank(kernel: Kernel, roots: Iterable[Expr]) -> int:
    """How many passes over the reduce axes must be over before `roots` can be computed."""
    used = [int(e.data) for e in topological(roots) if e.kind == "reduced"]
    return max((1 + rank(kernel, [kernel.reductions[i].value]) for i in used), default=0)
