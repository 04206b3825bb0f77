"""Groups that are alike are lowered once: the layers of a network differ in what they read, not in what they do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from dusk.compiler.flow import Flow
from dusk.compiler.group import Group
from dusk.compiler.product import Product
from dusk.compiler.work import Nest

Work = TypeVar("Work", Nest, Product)


class Repeats:
    """The work of the groups met so far, by what they compute; values of a group are numbered as they occur in it."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.known: dict[Any, tuple[Any, dict[int, int]]] = {}

    def find(self, group: Group, lower: Callable[[], Any]) -> Any:
        """The work of a group: that of an equal one on other values, or what `lower()` gives."""
        key, numbers = self.signature(group)
        found = self.known.get(key)
        if found is None:
            work = lower()
            if isinstance(work, Nest | Product) and not work.checks:
                self.known[key] = work, numbers
            return work
        work, before = found
        values = dict(zip(before, numbers, strict=True))
        return renamed(work, values)

    def signature(self, group: Group) -> tuple[Any, dict[int, int]]:
        """What a group computes, with its values as numbers; and the number of each value."""
        flow = self.flow
        numbers: dict[int, int] = {}

        def number(v: int) -> int:
            return numbers.setdefault(v, len(numbers))

        nodes = tuple(
            (id(flow.rule(v)), tuple(map(number, flow.operands[flow.maker[v]])), number(v))
            for v in sorted(group.members)
        )
        sources = tuple((number(s.value), *s[1:]) for s in group.sources)
        stores = tuple((number(v), group.at.get(v)) for v in group.stores)
        leaves = tuple((flow.types[v], flow.literals.get(v)) for v in numbers if v not in group.members)
        product = tuple(group.demand[group.product]) if group.product >= 0 else ()
        own = (group.kind, tuple(group.extents), tuple(group.reduced), numbers.get(group.base), product)
        return (own, nodes, sources, stores, leaves), numbers


def renamed(work: Work, values: dict[int, int]) -> Work:
    """The same work on other values."""

    def rename(access: Any) -> Any:
        return replace(access, value=values.get(access.value, access.value))

    accesses = tuple(map(rename, work.accesses))
    if isinstance(work, Product):
        return replace(work, accesses=accesses, sides=tuple(map(rename, work.sides)))
    return replace(work, accesses=accesses)
