"""The order of a program's steps, and which of them are worth splitting over threads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

import numpy as np

from dusk.compiler.checks import checkers
from dusk.compiler.flow import Flow
from dusk.compiler.group import Group
from dusk.compiler.loop import Loop
from dusk.compiler.work import Nest
from dusk.graph.types import typical
from dusk.kernel.costs import DEFAULTS

Array = np.ndarray[Any, Any]


@dataclass(slots=True)
class Step:
    """One call: of a native kernel, or of bodies (`work` is None). `reads` and `stores` are values in memory."""

    group: Group
    work: Any
    reads: frozenset[int]
    stores: tuple[int, ...]
    seconds: float = 0.0


def estimate(work: Any) -> float:
    """Seconds a kernel takes on one thread of any machine: what programs look like must not depend on this one's."""
    fast = DEFAULTS.flops_s if isinstance(work, Nest) else DEFAULTS.product_s
    return max(work.flops / fast, typical(work.nbytes) / DEFAULTS.bytes_s)


def order(flow: Flow, steps: Sequence[Step], into: Mapping[int, int]) -> list[Step]:
    """The steps in an order of execution that holds little memory: the best of a few.

    Of orders with one peak, that is the one that holds less on the way, then the graph's own.

    `into` gives for an output the input whose memory it is put into, so that whoever reads that input goes first, and
    whoever may fail.
    Effects keep their order by their tokens.
    """
    web = _Web(flow, steps, into)
    tried = [web.in_order(), web.forwards(), web.backwards()]
    return [steps[i] for i in min(tried, key=web.peak)]


class _Web:
    """Steps by number, what each waits for, and the bytes of what they store and read.

    `needs[i]` are the steps that make what step i reads; `wishes[i]` those that read what it writes over, which
    should, but need not, go before it. Values that live all the time (inputs, outputs, constants) weigh nothing.
    """

    def __init__(self, flow: Flow, steps: Sequence[Step], into: Mapping[int, int]) -> None:
        self.n = len(steps)
        kept = {*flow.inputs, *flow.outputs, *flow.literals}
        maker = {v: i for i, s in enumerate(steps) for v in s.stores}
        self.needs = [{maker[v] for v in s.reads if v in maker} - {i} for i, s in enumerate(steps)]
        self.position = [max(s.stores, default=0) for s in steps]
        readers: dict[int, set[int]] = {}
        for i, s in enumerate(steps):
            for v in s.reads:
                readers.setdefault(v, set()).add(i)
        self.wishes: list[set[int]] = []
        first = checkers(flow, steps) if into else set[int]()
        for i, s in enumerate(steps):
            over = [into[v] for v in s.stores if v in into] + [s.group.base] * (s.group.base >= 0)
            over += s.work.renewed.values() if isinstance(s.work, Loop) else ()
            wished = first if into.keys() & set(s.stores) else set[int]()
            self.wishes.append(wished.union(*(readers.get(v, ()) for v in over)) - {i})
        self.nbytes = {v: 0 if v in kept else typical(flow.nbytes(v)) for s in steps for v in (*s.reads, *s.stores)}
        self.reads = [[v for v in s.reads if self.nbytes[v]] for s in steps]
        self.stores = [[v for v in s.stores if self.nbytes[v]] for s in steps]
        self.readers = {v: r for v, r in readers.items() if self.nbytes[v]}
        self.scratch = [0 if isinstance(s.work, Nest | Loop | None) else s.work.plan.workspace for s in steps]
        self.over = [_overwritable(s, flow.nbytes) for s in steps]

    def in_order(self) -> list[int]:
        """The graph's own order."""
        return self._listed(self.needs, self.wishes, self.position, lambda i: 0, lambda i: ())

    def forwards(self) -> list[int]:
        """From the beginning on: of those that could be next, what frees most memory."""
        uses = {v: len(r) for v, r in self.readers.items()}

        def gain(i: int) -> int:
            freed = sum(self.nbytes[v] for v in self.reads[i] if uses[v] == 1)
            return freed - sum(self.nbytes[v] for v in self.stores[i])

        def place(i: int) -> list[int]:
            left: list[int] = []
            for v in self.reads[i]:
                uses[v] -= 1
                if uses[v] == 1:
                    left += self.readers[v]
            return left

        return self._listed(self.needs, self.wishes, self.position, gain, place)

    def backwards(self) -> list[int]:
        """From the end on: of those whose users are all there, what has most to store and least to keep for it."""
        alive: set[int] = set()

        def gain(i: int) -> int:
            kept = sum(self.nbytes[v] for v in self.reads[i] if v not in alive)
            return sum(self.nbytes[v] for v in self.stores[i]) - kept

        def place(i: int) -> list[int]:
            fresh = [v for v in self.reads[i] if v not in alive]
            alive.update(fresh)
            return [j for v in fresh for j in self.readers[v]]

        level = [0] * self.n  # the longest way from the beginning: what is made last is used first
        for i in self.in_order():
            level[i] = 1 + max((level[j] for j in self.needs[i]), default=0)
        late = [-(level[i] * self.n + i) for i in range(self.n)]
        return self._listed(_turned(self.needs), _turned(self.wishes), late, gain, place)[::-1]

    def _listed(
        self,
        needs: Sequence[set[int]],
        wishes: Sequence[set[int]],
        position: Sequence[int],
        gain: Callable[[int], int],
        place: Callable[[int], Iterable[int]],
    ) -> list[int]:
        """All steps, each after what it needs: among those that are ready, and whose wishes are granted, the one with
        the highest gain, then the lowest position. `place(i)` is told of each, and gives those whose gains it raises.
        """
        after, asked = _turned(needs), _turned(wishes)
        waiting, wishing = [len(n) for n in needs], [len(w) for w in wishes]
        placed, done = [False] * self.n, list[int]()
        ready: list[tuple[int, int, int]] = []  # an entry whose gain has risen since stands again, further ahead
        stuck: list[tuple[int, int, int]] = []

        def offer(i: int) -> None:
            if not waiting[i] and not placed[i]:
                heappush(stuck if wishing[i] else ready, (0 if wishing[i] else -gain(i), position[i], i))

        for i in range(self.n):
            offer(i)
        while len(done) < self.n:
            i = heappop(ready)[-1] if ready else heappop(stuck)[-1]
            if placed[i]:
                continue
            placed[i] = True
            done.append(i)
            raised = set(place(i))
            for j in after[i]:
                waiting[j] -= 1
            for j in asked[i]:
                wishing[j] -= 1
            for j in raised | after[i] | asked[i]:
                offer(j)
        return done

    def peak(self, order: Sequence[int]) -> tuple[int, int]:
        """About the bytes held at most, and the sum over steps of those held after each.

        What is computed element by element may lie where an operand died.
        """
        uses = {v: len(r) for v, r in self.readers.items()}
        held = most = total = 0
        for i in order:
            freed = [v for v in self.reads[i] if uses[v] == 1]
            for v in self.reads[i]:
                uses[v] -= 1
            made = sum(self.nbytes[v] for v in self.stores[i])
            shared = sum(self.nbytes[v] for v in freed if v in self.over[i])
            most = max(most, held + made - min(made, shared) + self.scratch[i])
            freed += [v for v in self.stores[i] if v not in uses]
            held += made - sum(self.nbytes[v] for v in freed)
            total += held
        return most, total


def _overwritable(step: Step, nbytes: Callable[[int], Any]) -> set[int]:
    """The values that a step reads where it stands, and that are as large as one it stores."""
    if step.work is None:
        return set()
    whole = {s.value for s in step.group.sources}
    sizes = set(map(nbytes, step.stores))
    return {v for v in step.reads if v not in whole and nbytes(v) in sizes}


def _turned(edges: Sequence[set[int]]) -> list[set[int]]:
    """The same edges, from their ends."""
    found: list[set[int]] = [set() for _ in edges]
    for i, others in enumerate(edges):
        for j in others:
            found[j].add(i)
    return found


def chunks(extent: Array, seconds: Array, apart: Array, threads: int, split_s: float) -> Array:
    """How much of each step's parallel extent one thread takes at a time; all of it where splitting does not pay.

    All are arrays over steps; `apart`: whether parts of the step may be done at once. Steps estimated below `split_s`
    run on one thread.
    """
    whole = np.maximum(extent, 1)
    if threads < 2:
        return whole
    parts = np.minimum(np.minimum(4 * threads, (seconds / (split_s / 4)).astype(np.int64)), extent)
    part = -(-extent // np.maximum(parts, 1))
    size = np.where(extent >= 64 * parts, -(-part // 64) * 64, part)
    return np.where(apart & (extent >= 2) & (seconds >= split_s), size, whole)
