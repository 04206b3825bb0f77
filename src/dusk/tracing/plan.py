"""Plans: what a usual call of a compiled function takes, said once, so that native code can do the next one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from dusk.array import ndarray, scalar
from dusk.config import config
from dusk.record import Handle, Plan
from dusk.record.launch import launch_of
from dusk.tracing.captures import Captures
from dusk.tracing.trace import Cell, Trace
from dusk.tree import has_objects

_ARRAYS = (Handle, np.ndarray, np.generic)


def plan_of(found: Trace, structure: Any, named: bool, captures: Captures, leaves: Sequence[Any]) -> Plan | None:
    """The plan of a call like this one: its arrays are the program's inputs just as they are, and ready, and the
    program leaves what it writes where it was. None if that is not so, or there is no native code."""
    entry, places = found.program, captures.places()
    program = None if entry is None else entry.program
    if entry is None or program is None or places is None or not program.atomic or has_objects(found.structure):
        return None
    if found.again and program.refuses:
        return None
    reached = [*leaves, *(leaf for *_, below in places for leaf in below)]
    first: dict[int, int] = {}  # by identity: where an array is met first
    for i, leaf in enumerate(reached):
        if type(leaf) is ndarray:
            first.setdefault(id(leaf), i)
    order = _order(found, reached, [*first.values()])
    fresh = len(found.slots) - len(found.written)
    stays = all(program.aliases.get(fresh + i) == at for i, at in enumerate(found.written))
    if order is None or not stays:
        return None
    n = len(order)
    launch = launch_of(program, range(n), n, entry.tally, immutable=found.scalars)
    if launch is None:
        return None
    plan = Plan()
    constants = [None if type(constant) is Cell else constant for constant in found.constants]
    made = [(scalar if s else ndarray, kind) for s, kind in zip(found.scalars, found.kinds, strict=True)]
    plan.bind(
        launch,
        structure,
        named,
        tuple([(place, name, below) for place, name, below, _ in places]),
        tuple([_expected(leaf, i, first) for i, leaf in enumerate(reached)]),
        order,
        found.written,
        tuple(made),
        found.structure,
        [_source(at, constant, order) for at, constant in zip(found.results, found.constants, strict=True)],
        tuple(constants),
    )
    return plan


def _expected(leaf: Any, i: int, first: dict[int, int]) -> Any:
    """What a leaf is known by: an array's type, or the number of the leaf that is the same array; else itself."""
    if type(leaf) is not ndarray:
        return leaf
    return leaf.type if first[id(leaf)] == i else first[id(leaf)]


def _order(found: Trace, reached: Sequence[Any], at: Sequence[int]) -> list[int] | None:
    """For each input of the program the leaf that it is, if all arrays among the leaves (those at `at`) are cells."""
    arrays = [cast("Handle", reached[i]) for i in at]
    others = set(map(type, reached)) - {ndarray}
    if any(issubclass(kind, _ARRAYS) for kind in others):
        return None
    if any(array.owner is not None or array.buffer is None for array in arrays):
        return None
    sources = [source for source in found.sources if source is not None]
    if len(sources) < len(found.sources):
        return None
    return [at[source] for source in (*range(found.arguments), *sources)]


def _source(at: int | None, constant: Any, order: Sequence[int]) -> int:
    """Where a leaf of the result comes from: a result, or -1: a constant, or -2 - i: leaf i of the call."""
    if at is not None:
        return at
    return -2 - order[constant.position] if type(constant) is Cell else -1


def plan_for(found: Trace, *call: Any) -> Plan | None:
    """`plan_of`, made once for the settings in force and the program that there is."""
    key = config.mode, None if found.program is None else found.program.program
    if found.plan is None or found.plan[0] != key:
        made = plan_of(found, *call)
        found.plan = None if made is None else (key, made)
    return None if found.plan is None else found.plan[1]
