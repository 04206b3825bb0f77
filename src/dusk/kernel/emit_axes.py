"""Which axis runs along the lanes, and the order of the loops."""

from __future__ import annotations

from dusk.kernel.emit_address import Access, Term, factor
from dusk.kernel.expr import Expr
from dusk.kernel.loops import Kernel


def choose_vector(kernel: Kernel, accesses: dict[Expr | int, Access], work: int) -> int | None:
    """The axis most loads and stores run along with stride 1; None where scalar code is better."""
    ordered = [s for s in kernel.stores if kernel.ordered(s)]
    if len({s.operand for s in ordered}) < len(ordered):
        return None
    best: tuple[float, int] | None = None
    last_reduce = max((a for a, x in enumerate(kernel.axes) if x.kind == "reduce"), default=-1)
    positional = any(r.op in ("argmax", "argmin") for r in kernel.reductions)
    for a, kind in enumerate(kernel.axes):
        if any(not kernel.apart(s, a) for s in ordered):
            continue
        meeting = any(s.kind != "sum" for s in ordered)
        if kind.kind == "reduce" and ((positional and a != last_reduce) or meeting or kernel.scans):
            continue
        score = -0.5 if kind.kind == "reduce" else 0.0
        for key, access in accesses.items():
            store = isinstance(key, int)
            # what is done once a row counts for little beside what is done at each of its points
            often = all(x.kind == "parallel" for x in kernel.axes) or any(
                _moves(t, r, accesses) for t in access.terms for r in range(kernel.n_parallel, len(kernel.axes))
            )
            weight = 1.0 if often else 0.05
            moving = [t for t in access.terms if _moves(t, a, accesses)]
            if store and kind.kind == "reduce" and not moving:
                continue  # written once the loop is over
            if not moving:
                score -= weight if store else 0.0
            elif [factor(kernel, access.operand, t) for t in moving] == [1] and not isinstance(
                moving[0].variable, Expr
            ):
                score += 2.0 * weight
            else:
                score -= (2.5 if store else 1.5) * weight
        if best is None or (score, a) > best:
            best = (score, a)
    # gathering every element costs more than lanes save, unless there is much to compute
    if best is None or (best[0] < -0.5 and work < 25 and kernel.axes[best[1]].kind == "parallel"):
        return None
    return best[1]


def _moves(term: Term, a: int, accesses: dict[Expr | int, Access]) -> bool:
    if isinstance(term.variable, Expr):
        return any(e.kind == "axis" and e.data == a for e in _under(term.variable, accesses))
    return term.variable == a


def _under(root: Expr, accesses: dict[Expr | int, Access]) -> list[Expr]:
    seen: dict[Expr, None] = {}
    stack = [root]
    while stack:
        e = stack.pop()
        if e not in seen:
            seen[e] = None
            stack.extend(e.args)
    return list(seen)


def loop_order(kernel: Kernel, vector: int | None) -> tuple[list[int], list[int]]:
    parallel = [a for a in range(kernel.n_parallel) if a != vector]
    reduce = [a for a in range(kernel.n_parallel, len(kernel.axes)) if a != vector]
    if vector is not None:
        (parallel if kernel.axes[vector].kind == "parallel" else reduce).append(vector)
    return parallel, reduce


def transposed(kernel: Kernel, accesses: dict[Expr | int, Access], vector: int | None) -> int | None:
    """The axis that some operand runs along where the lanes run along another; None where there is none.

    Rows of such an operand are used again and again: blocks of both axes keep them near.
    """
    if vector is None or any(kernel.ordered(s) for s in kernel.stores):
        return None
    for access in accesses.values():
        along = {t.variable: factor(kernel, access.operand, t) for t in access.terms if isinstance(t.variable, int)}
        if along.get(vector, 1) is None and 1 in along.values():
            return next(a for a, step in along.items() if step == 1)
    return None
