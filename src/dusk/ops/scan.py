"""A loop whose body is a graph: what one round hands on to the next, what each round gets, and what it leaves.

Rounds are numbered 0 ... length - 1 and done in that order, or with `reverse` from the last to the first. The body's
inputs are described by `sources`, one word each: `carry` (one operand, its value before the round done first; these
come first), `each` and `back` (one operand with a leading axis of `length`, of which every round gets the part of its
number, counted from the front or from the back), `list` (`length` operands, one a round) and `same` (one operand, the
same in every round). The body's outputs are the carries' new values, then what each round leaves: the op gives the
carries after the round done last, then what was left by all rounds, stacked along a leading axis by number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from dusk.graph.graph import Graph, tape_for
from dusk.graph.op import define
from dusk.graph.tape import Tape
from dusk.graph.types import Dim, TensorType

SOURCES = ("carry", "each", "back", "list", "same")


def operands_of(sources: Sequence[str], length: Any) -> Iterator[slice]:
    """For each input of a body, which of the scan's operands are its own."""
    at = 0
    for source in sources:
        count = length if source == "list" else 1
        yield slice(at, at + count)
        at += count


def _infer(*xs: TensorType, body: Graph, length: Any, sources: tuple[str, ...], reverse: bool = False) -> Any:
    carries = sources.count("carry")
    if "list" in sources if isinstance(length, Dim) else length < 1:
        raise ValueError(f"a scan of {length} rounds")
    if len(sources) != len(body.inputs) or not set(sources) <= set(SOURCES) or "carry" in sources[carries:]:
        raise ValueError(f"a body of {len(body.inputs)} inputs, described by {sources}")
    wanted: list[TensorType] = []
    count = 1 if isinstance(length, Dim) else length
    for source, value in zip(sources, body.inputs, strict=True):
        kind = value.type
        whole = kind.with_((length, *kind.shape)) if source in ("each", "back") else kind
        wanted += [whole] * (count if source == "list" else 1)
    if xs != tuple(wanted):
        raise TypeError(f"a scan over operands {xs} whose body takes {tuple(wanted)}")
    types = [v.type for v in body.outputs]
    if len(types) < carries or any(v.type != t for v, t in zip(body.inputs[:carries], types, strict=False)):
        raise TypeError("what a body hands on is not of the type that it takes")
    made = (*types[:carries], *(t.with_((length, *t.shape)) for t in types[carries:]))
    return made[0] if len(made) == 1 else made


@define(infer=_infer, several=True)
def scan(*xs: Any, body: Graph, length: int, sources: tuple[str, ...], reverse: bool = False) -> Any:
    """The carries after `length` rounds of a body, and what the rounds left, stacked."""
    carries = sources.count("carry")
    given = [xs[part] for part in operands_of(sources, length)]
    state: list[Any] = [g[0] for g in given[:carries]]
    left: list[list[Any]] = [[] for _ in body.outputs[carries:]]
    tape: Tape | None = None  # made once for all rounds
    for i in reversed(range(length)) if reverse else range(length):
        now: list[Any] = []
        for source, part in zip(sources[carries:], given[carries:], strict=True):
            at = i if source == "each" else length - 1 - i
            now.append(part[i] if source == "list" else part[0] if source == "same" else part[0][at])
        tape = tape or tape_for(body, [*state, *now])
        made = tape.run([*state, *now])
        state = made[:carries]
        for stack, value in zip(left, made[carries:], strict=True):
            stack.append(value)
    results = (*state, *(np.stack(some[::-1] if reverse else some) for some in left))
    return results[0] if len(results) == 1 else results
