"""A group: the values that one kernel computes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dusk.compiler.flow import Source
from dusk.compiler.index import Index
from dusk.compiler.parts import cut
from dusk.graph.types import Size
from dusk.kernel import expr
from dusk.kernel.expr import Expr


class Group:
    """Values computed by one kernel over axes of `extents`, of which `reduced` are reduced over.

    `demand[v]` lists the indices at which the group needs value v; those in `members` it computes itself, the others
    it reads. `stores` are written to memory; `product` is the contraction whose epilogue the others are; an update
    writes what it stores first into the memory of `base`; `along` is the axis, the reduced one, that scans go along.
    `folded` is over how many of its outer axes it stores sums, added up as their points go by.
    `parts` are axes whose parts are stored one by one (see `parts`), and how long these are.
    `sources` is what is needed in memory as it lies, `after` what has to be there before, though it is not read.
    """

    def __init__(self, kind: str, extents: Iterable[Size]) -> None:
        self.kind = kind
        self.extents = list(extents)
        self.reduced: list[int] = []
        self.members: set[int] = set()
        self.demand: dict[int, list[Index]] = {}
        self.debt: dict[int, float] = {}
        self.stores: list[int] = []
        self.at: dict[int, Index] = {}  # of what is stored, the index it is stored at
        self.reads: set[int] = set()
        self.sources: list[Source] = []
        self.after: set[int] = set()
        self.product = self.base = self.along = -1
        self.cost = 0.0
        self.folded = 0
        self.parts: dict[int, int] = {}
        self.merged: Group | None = None

    @property
    def written(self) -> int:
        """The update whose values are written into the memory of `base`; -1 if there is none."""
        return self.stores[0] if self.base >= 0 else -1

    @property
    def parallel(self) -> list[int]:
        """The axes that are not reduced over."""
        axes = range(len(self.extents))
        return [a for a in axes if a not in self.reduced] if self.reduced else list(axes)

    @property
    def order(self) -> list[int]:
        """The axes as loops, outermost first."""
        return self.parallel + self.reduced

    @property
    def spans(self) -> list[Size]:
        """How many points of each axis are gone through one after the other."""
        return self.extents if self.sums else [self.parts.get(a, n) for a, n in enumerate(self.extents)]

    def cut(self, value: Expr, index: Index) -> None:
        """Note along which axis it will be cut for a value computed at `index`."""
        if self.kind == "loops" and value.kind == "load" and value.guard is not None:
            at = dict(zip(map(expr.axis, range(len(index))), index, strict=True))
            found = cut(expr.replace([value], at), dict(enumerate(self.extents)))
            self.parts |= [found] if found else []

    @property
    def alone(self) -> bool:
        """Whether it is one node that no kernel of loops computes."""
        return self.kind in ("host", "loop", "call", "procedure")

    @property
    def sums(self) -> bool:
        """Whether it adds up, which the epilogue of a contraction cannot."""
        return bool(self.folded or self.reduced)

    @property
    def serial(self) -> bool:
        """Whether a scan goes along the axis that memory goes along: its steps are done one by one, not in lanes."""
        return self.along >= 0 and all(n == 1 for n in self.extents[self.along + 1 :])

    def __repr__(self) -> str:
        over = f" and {[self.extents[a] for a in self.reduced]}" if self.reduced else ""
        return f"<{self.kind} over {[self.extents[a] for a in self.parallel]}{over}, stores {self.stores}>"


def final(g: Group) -> Group:
    """The group that does what g did before it was merged."""
    while g.merged is not None:
        g = g.merged
    return g


def live(groups: Iterable[Group]) -> list[Group]:
    """Groups as they are after merging, each once."""
    return list(dict.fromkeys(map(final, groups)))


def across(g: Group, v: int, reads: Sequence[Index]) -> bool:
    """Whether lanes of g go along the last axis of v, which goes along another axis of the only operand it reads."""
    lanes = max((a for a, size in enumerate(g.extents) if size != 1), default=-1)
    for index in g.demand[v]:
        if len(reads) == 1 and index and index[-1] == expr.axis(lanes):
            return expr.axis(len(index) - 1) in reads[0][:-1]
    return False
