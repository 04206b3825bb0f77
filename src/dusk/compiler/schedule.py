"""The order of a program's steps, and which of them are worth splitting over threads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dusk.compiler.flow import Flow
from dusk.compiler.group import Group
from dusk.compiler.work import Nest
from dusk.graph.types import typical

SPLIT_S = 20e-6  # steps estimated below this run on one thread
FLOPS_S = 2e10  # simple operations a second of one thread, on vectors
BYTES_S = 1e10
PRODUCT_S = 8e10  # operations a second in contractions
READY = 64  # ready steps that are compared


@dataclass(slots=True)
class Step:
    """One call: of a native kernel, or of bodies (`work` is None). `reads` and `stores` are values in memory."""

    group: Group
    work: Any
    reads: frozenset[int]
    stores: tuple[int, ...]
    seconds: float = 0.0
    priority: float = 0.0


def estimate(work: Any) -> float:
    """Seconds a kernel takes on one thread."""
    fast = FLOPS_S if isinstance(work, Nest) else PRODUCT_S
    return max(work.flops / fast, typical(work.nbytes) / BYTES_S)


def order(flow: Flow, steps: Sequence[Step], into: Mapping[int, int]) -> list[Step]:
    """The steps in an order of execution: after what they read; of those that could be next, what frees most memory.

    `into` gives for an output the input whose memory it is put into, so that whoever reads that input goes first.
    Effects keep their order by their tokens. `priority` becomes the seconds of the longest chain a step begins.
    """
    maker = {v: i for i, s in enumerate(steps) for v in s.stores}
    needs = [{maker[v] for v in s.reads if v in maker} - {i} for i, s in enumerate(steps)]
    readers: dict[int, set[int]] = {}
    for i, s in enumerate(steps):
        for v in s.reads:
            readers.setdefault(v, set()).add(i)
    wishes: list[set[int]] = [set() for _ in steps]
    for i, s in enumerate(steps):
        written = [into[v] for v in s.stores if v in into]
        if s.group.base >= 0:
            written.append(s.group.base)
        for v in written:
            wishes[i] |= readers.get(v, set()) - {i}
    uses = {v: len(r) for v, r in readers.items()}
    done: list[Step] = []
    placed = [False] * len(steps)
    waiting = [len(n) for n in needs]
    after: list[list[int]] = [[] for _ in steps]
    for i, n in enumerate(needs):
        for j in n:
            after[j].append(i)
    ready = sorted((i for i, n in enumerate(waiting) if n == 0), key=lambda i: _position(steps[i]))
    kept = set(flow.inputs) | set(flow.outputs) | set(flow.literals)

    def gain(i: int) -> int:
        freed = sum(typical(flow.nbytes(v)) for v in steps[i].reads if v not in kept and uses[v] == 1)
        return freed - sum(typical(flow.nbytes(v)) for v in steps[i].stores if v not in kept)

    while ready:
        willing = [i for i in ready[:READY] if all(placed[j] for j in wishes[i])] or ready[:1]
        best = max(willing, key=lambda i: (gain(i), -_position(steps[i])))
        ready.remove(best)
        placed[best] = True
        done.append(steps[best])
        for v in steps[best].reads:
            uses[v] -= 1
        for j in after[best]:
            waiting[j] -= 1
            if waiting[j] == 0:
                ready.append(j)
    for s in reversed(done):
        follow = (steps[j].priority for v in s.stores for j in readers.get(v, ()))
        s.priority = s.seconds + max(follow, default=0.0)
    return done


def _position(step: Step) -> int:
    return max(step.stores, default=0)


def chunk(step: Step, extent: int, threads: int) -> int:
    """How much of a step's parallel extent one thread takes at a time; all of it where splitting does not pay."""
    if threads < 2 or extent < 2 or step.seconds < SPLIT_S or not step.work.kernel.splittable:
        return max(extent, 1)
    parts = min(4 * threads, int(step.seconds / (SPLIT_S / 4)), extent)
    size = -(-extent // max(parts, 1))
    return -(-size // 64) * 64 if extent >= 64 * parts else size
