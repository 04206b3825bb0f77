"""Control flow whose course depends on what is computed: a branch, and a loop of a number of rounds not known before.

Their graphs take what they read as block arguments, so that a value that is one thing or another is an argument of a
block, as phi in SSA form is. What is known to go round a given number of times is a `scan`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.graph.graph import Graph, tape_for
from dusk.graph.op import define
from dusk.graph.types import TensorType
from dusk.ops.pointwise import keep


def _flag(kind: TensorType, what: str) -> None:
    if kind.shape != () or kind.dtype != np.bool_:
        raise TypeError(f"{what} is one bool, not {kind}")


def _block(graph: Graph, xs: tuple[TensorType, ...], what: str) -> tuple[TensorType, ...]:
    wanted = tuple([v.type for v in graph.inputs])
    if wanted != xs:
        raise TypeError(f"{what} takes {wanted}, and is given {xs}")
    return tuple([v.type for v in graph.outputs])


def _infer_cond(flag: TensorType, *xs: TensorType, then: Graph, other: Graph) -> Any:
    _flag(flag, "what a branch goes by")
    types, others = _block(then, xs, "the branch taken if true"), _block(other, xs, "the branch taken if false")
    if types != others:
        raise TypeError(f"one branch gives {types}, the other {others}")
    return types[0] if len(types) == 1 else types


@define(infer=_infer_cond, promote=keep, several=True)
def cond(flag: Any, *xs: Any, then: Graph, other: Graph) -> Any:
    """What one of two graphs gives for the operands: `then` if `flag` is true, else `other`; the other does not run."""
    branch = then if flag else other
    made = tape_for(branch, xs).run(xs)
    return made[0] if len(made) == 1 else tuple(made)


def _infer_while(*xs: TensorType, test: Graph, body: Graph, carries: int) -> Any:
    if not 0 < carries <= len(xs):
        raise ValueError(f"a loop of {len(xs)} operands carries {carries} of them")
    flags = _block(test, xs, "the test of a loop")
    if len(flags) != 1:
        raise TypeError(f"the test of a loop gives one bool, not {flags}")
    _flag(flags[0], "the test of a loop")
    types = _block(body, xs, "the body of a loop")
    if types != xs[:carries]:
        raise TypeError(f"the body of a loop carries {xs[:carries]} and hands on {types}")
    return types[0] if len(types) == 1 else types


@define(infer=_infer_while, promote=keep, several=True)
def while_loop(*xs: Any, test: Graph, body: Graph, carries: int) -> Any:
    """The first `carries` operands after as many rounds of `body` as begin with `test` true; the others stay.

    Test and body take all operands: the carries as the round before left them, the others the same in every round.
    """
    state, same = list(xs[:carries]), xs[carries:]
    ask = go = None  # made once for all rounds
    while True:
        given = [*state, *same]
        ask = ask or tape_for(test, given)
        if not ask.run(given)[0]:
            return state[0] if carries == 1 else tuple(state)
        go = go or tape_for(body, given)
        state = go.run(given)
