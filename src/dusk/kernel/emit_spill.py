"""Keep what an early pass over a row computed for a later one, in the output itself: softmax's exponentials once."""

from __future__ import annotations

from dataclasses import replace as changed

from dusk.kernel.emit_plan import cost
from dusk.kernel.expr import Expr, load, replace, topological
from dusk.kernel.loops import Kernel, Store, axes_of

WORTH = 15  # what a value must cost to be stored and loaded again


def spill(kernel: Kernel) -> Kernel:
    """`kernel`, with an expensive value that a reduction and a later store share stored in between by the former.

    The output may share memory with an operand that is read at the same positions, so nothing but the output may be
    read along the reduce axes afterwards.
    """
    if kernel.scans:
        return kernel
    for number, store in enumerate(kernel.stores):
        shared = _shared(kernel, store)
        if shared is None:
            continue
        again = load(store.operand, store.index, shared.dtype)
        early = Store(store.operand, store.index, shared)
        late = changed(store, value=replace([store.value], {shared: again})[0])
        stores = (*kernel.stores[:number], early, late, *kernel.stores[number + 1 :])
        if not _reads_after(kernel, stores, shared, again):
            return changed(kernel, stores=stores, _memo={})
    return kernel


def _shared(kernel: Kernel, store: Store) -> Expr | None:
    """The most expensive value under `store` that a reduction of an earlier pass has computed already."""
    if store.kind != "set" or store.guard is not None or not kernel.reductions:
        return None
    if any(not kernel.apart(store, a) for a in range(len(kernel.axes))):
        return None
    if sum(s.operand == store.operand for s in kernel.stores) > 1:
        return None
    dtype = kernel.operands[store.operand].dtype
    if dtype.itemsize < 4 or any(e.kind == "load" and e.operand == store.operand for e in topological(kernel.roots())):
        return None
    last = rank(kernel, store.value)
    known = {e for r in kernel.reductions if rank(kernel, r.value) < last for e in topological([r.value])}
    reduce = set(range(kernel.n_parallel, len(kernel.axes)))
    found = [e for e in topological([store.value]) if e in known and e.dtype == dtype and axes_of([e]) >= reduce]
    best = max(found, key=lambda e: cost(topological([e])), default=None)
    return best if best is not None and cost(topological([best])) >= WORTH else None


def rank(kernel: Kernel, root: Expr) -> int:
    """How many passes over the reduce axes must be over before `root` can be computed."""
    used = [int(e.data) for e in topological([root]) if e.kind == "reduced"]
    return max((1 + rank(kernel, kernel.reductions[i].value) for i in used), default=0)


def _reads_after(kernel: Kernel, stores: tuple[Store, ...], shared: Expr, again: Expr) -> bool:
    """Whether anything but the output is read along the reduce axes in passes after that of `shared`."""
    when = rank(kernel, shared)
    roots = [r.value for r in kernel.reductions] + [e for s in stores for e in s.roots()]
    for root in roots:
        if rank(kernel, root) <= when and root is not again:
            continue
        for e in topological([root]):
            if e.kind == "load" and e is not again and any(a >= kernel.n_parallel for a in axes_of([e])):
                return True
    return False
