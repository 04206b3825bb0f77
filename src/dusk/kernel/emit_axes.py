"""Which axis runs along the lanes, and the order of the loops."""

from __future__ import annotations

from dusk.kernel.emit_address import Access, Term, factor
from dusk.kernel.expr import Expr, topological
from dusk.kernel.loops import Kernel, Store


def adding(kernel: Kernel, vector: int | None) -> list[Store]:
    """Stores that add where lanes along `vector`, the innermost axis, may meet: they can do so one after the other."""
    if vector is None or vector != len(kernel.axes) - 1 or kernel.axes[vector].kind != "parallel":
        return []
    found = [s for s in kernel.stores if s.kind == "add" and kernel.ordered(s) and not kernel.apart(s, vector)]
    read = {e.operand for e in topological(kernel.roots()) if e.kind == "load"} if found else set[int]()
    return [s for s in found if s.operand not in read]


def choose_vector(kernel: Kernel, accesses: dict[Expr | int, Access], work: int, in_turn: bool = False) -> int | None:
    """The axis most loads and stores run along with stride 1; None where scalar code is better. `in_turn`: lanes that
    add to one element can do so one after the other."""
    ordered = [s for s in kernel.stores if kernel.ordered(s)]
    if len({s.operand for s in ordered}) < len(ordered):
        return None
    best: tuple[float, int] | None = None
    last_reduce = max((a for a, x in enumerate(kernel.axes) if x.kind == "reduce"), default=-1)
    positional = any(r.op in ("argmax", "argmin") for r in kernel.reductions)
    for a, kind in enumerate(kernel.axes):
        added = adding(kernel, a) if in_turn else []
        if any(not kernel.apart(s, a) for s in ordered if s not in added):
            continue
        turns = {id(s) for s in added}
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
            if key in turns or (store and kind.kind == "reduce" and not moving):
                continue  # written lane by lane, or once the loop is over
            if not moving:
                score -= weight if store else 0.0
            elif [factor(kernel, access.operand, t) for t in moving] == [1] and not isinstance(
                moving[0].variable, Expr
            ):
                score += 2.0 * weight
            elif [factor(kernel, access.operand, t) for t in moving] == [2] and not isinstance(
                moving[0].variable, Expr
            ):
                score += 0.0 if store else 0.5 * weight
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


def transposed(kernel: Kernel, accesses: dict[Expr | int, Access], vector: int) -> tuple[int | None, list[Expr]]:
    """The axis that some operand runs along where the lanes run along another (None where there is none), and the loads
    of such operands that can be read tile by tile.

    Rows of such an operand are used again and again: blocks of both axes keep them near.
    """
    blocked: int | None = None
    tiled: list[Expr] = []
    if any(kernel.ordered(s) for s in kernel.stores):
        return blocked, tiled
    for key, access in accesses.items():
        along = {t.variable: factor(kernel, access.operand, t) for t in access.terms}
        if along.get(vector, 1) is not None or 1 not in along.values():
            continue
        axis = next((a for a, step in along.items() if step == 1 and isinstance(a, int)), None)
        if axis is None or blocked not in (None, axis):
            continue
        blocked = axis
        known = all(not isinstance(v, Expr) or not _axes(v) for v in along)
        if isinstance(key, Expr) and key.guard is None and known:
            tiled.append(key)
    return blocked, tiled


def _axes(root: Expr) -> bool:
    """Whether an expression differs from point to point."""
    return any(e.kind in ("axis", "reduced") for e in topological([root]))
