"""Derivatives of branches and of loops of unknown length, and both mapped over an axis.

The gradient of a branch is a branch by the same flag, in which what the taken side needs is computed once more.

The gradient of a loop is a loop the other way round. How often it goes round is counted first. The state before each
round is had again from states that were saved on the way to it: those of the rounds up to the one wanted are saved at
even distances in half of the places that are free, and a place is free again when its round is done. So memory is
bounded whatever the loop does, and of `n` saved states a loop of some n * n / 4 rounds goes forward three times.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dusk.graph import Graph, Node, TensorType, Value, constant, placeholder
from dusk.graph.graph import splice, trace
from dusk.graph.types import typical
from dusk.ops import (
    add,
    any_,
    broadcast_to,
    cond,
    equal,
    floor_divide,
    less,
    logical_and,
    maximum,
    multiply,
    reshape,
    slice_,
    slice_set,
    subtract,
    where,
    while_loop,
)
from dusk.transform.scan_gradient import moves, plus, zeros

Gradients = Callable[..., tuple[Value, ...]]
Tangents = Callable[..., Sequence[Value | None]]

MOST_SAVED, LEAST_SAVED = 1000, 8  # states of a loop
SAVED_BYTES = 1 << 26  # that they may take, if that is more than the least number
LEAST_WITHIN, BYTES_WITHIN = 32, 1 << 17  # of a loop within another: places are made in each of its rounds

COUNT = TensorType((), np.dtype(np.int64))


# --- branches
def pull_cond(node: Node, received: Sequence[Value], gradients: Gradients) -> list[Value | None]:
    """The cotangents of a branch's operands."""
    flag, *xs = node.inputs
    moving = [i for i, x in enumerate(xs) if moves(x)]
    given = [g for g, v in zip(received, node.outputs, strict=True) if moves(v)]

    def back(branch: Graph) -> Graph:
        outputs = [v for v in branch.outputs if moves(v)]
        received = [placeholder(v.type) for v in outputs]
        wrt = [branch.inputs[i] for i in moving]
        return Graph((*received, *branch.inputs), gradients(outputs, received, wrt, frozenset(branch.inputs)))

    words = node.keywords
    made = iter(_several(cond(flag, *given, *xs, then=back(words["then"]), other=back(words["other"]))))
    return [None, *(next(made) if moves(x) else None for x in xs)]


def push_cond(node: Node, given: Sequence[Value | None], tangents: Tangents) -> list[Value | None]:
    """The tangents of a branch's outputs."""
    flag, *xs = node.inputs
    moved = [i for i, t in enumerate(given[1:]) if t is not None]

    def along(branch: Graph) -> Graph:
        wrt = [branch.inputs[i] for i in moved]
        ahead = [placeholder(v.type) for v in wrt]
        found = tangents(branch.outputs, wrt, ahead, frozenset(branch.inputs))
        outputs = [zeros(v.type) if t is None else t for v, t in zip(branch.outputs, found, strict=True) if moves(v)]
        return Graph((*branch.inputs, *ahead), outputs)

    words = node.keywords
    ahead = [t for t in given[1:] if t is not None]
    made = iter(_several(cond(flag, *xs, *ahead, then=along(words["then"]), other=along(words["other"]))))
    return [next(made) if moves(v) else None for v in node.outputs]


# --- loops
def push_while(node: Node, given: Sequence[Value | None], tangents: Tangents) -> list[Value | None]:
    """The tangents of what a loop carries: the loop carries them, too."""
    words = node.keywords
    test, body, n = words["test"], words["body"], words["carries"]
    moved = [i for i, v in enumerate(node.inputs) if moves(v) and (i < n or given[i] is not None)]
    ahead = [placeholder(node.inputs[i].type) for i in moved]
    found = tangents(body.outputs, [body.inputs[i] for i in moved], ahead, frozenset(body.inputs))
    inner = [a for i, a in zip(moved, ahead, strict=True) if i < n]
    outer = [a for i, a in zip(moved, ahead, strict=True) if i >= n]
    inputs = (*body.inputs[:n], *inner, *body.inputs[n:], *outer)
    handed = [found[i] or zeros(v.type) for i, v in enumerate(body.outputs) if moves(v)]
    first = [given[i] or zeros(node.inputs[i].type) for i in moved]
    made: Any = while_loop(
        *node.inputs[:n],
        *first[: len(inner)],
        *node.inputs[n:],
        *first[len(inner) :],
        test=_reading(test, (*test.inputs[:n], *(placeholder(a.type) for a in inner), *test.inputs[n:]), outer),
        body=Graph(inputs, (*body.outputs, *handed)),
        carries=n + len(inner),
    )
    moved_on = iter(_several(made)[n:])
    return [next(moved_on) if moves(v) else None for v in node.outputs]


def pull_while(
    node: Node, received: Sequence[Value], gradients: Gradients, within: bool = False
) -> list[Value | None]:
    """The cotangents of what goes into a loop, which perhaps is within another one."""
    words = node.keywords
    body, n = words["body"], words["carries"]
    first, same = node.inputs[:n], node.inputs[n:]
    moving = [i for i, v in enumerate(node.inputs) if moves(v)]
    inner, outer = [i for i in moving if i < n], [i for i in moving if i >= n]
    back = _round_back(body, inner, moving, gradients)
    rounds = _rounds(node)
    saved = saved_states([v.type for v in first], within)
    steps = broadcast_to(constant(0, np.int64), shape=(saved + 1,))
    states = [_put(broadcast_to(zeros(v.type), shape=(saved + 1, *v.shape)), v, constant(0, np.int64)) for v in first]
    sums = [zeros(node.inputs[i].type) for i in outer]
    n_sums, n_inner = len(outer), len(inner)

    def more(left: Value, *rest: Value) -> Value:
        return less(0, left)

    def one(left: Value, top: Value, steps: Value, *rest: Value) -> tuple[Value, ...]:
        """The last round that is left: its state, and then its cotangents."""
        n_rest = n + n_inner + n_sums
        states, cotangents = rest[:n], rest[n : n + n_inner]
        sums, same = rest[n + n_inner : n_rest], rest[n_rest:]
        wanted = subtract(left, 1)
        begin = _get(steps, top)
        state = [_get(s, top) for s in states]
        free = floor_divide(add(subtract(saved - 1, top), 1), 2)
        gap = maximum(floor_divide(add(subtract(wanted, begin), free), add(free, 1)), 1)
        _, top, steps, *found = _forward(body, begin, wanted, gap, saved, (begin, top, steps, *state, *states), same)
        state, states = found[:n], tuple(found[n:])
        found = splice(back, (*cotangents, *state, *same))
        sums = [plus(s, g) for s, g in zip(sums, found[n_inner:], strict=True)]
        # the state of the round that is done is not needed again: its place is free
        top = where(equal(_get(steps, top), wanted), maximum(subtract(top, 1), 0), top)
        return wanted, top, steps, *states, *found[:n_inner], *sums

    cotangents = [received[i] for i in inner]
    operands = (rounds, constant(0, np.int64), steps, *states, *cotangents, *sums, *same)
    types = [v.type for v in operands]
    made = while_loop(*operands, test=trace(more, *types), body=trace(one, *types), carries=len(operands) - len(same))
    found = dict(zip((*inner, *outer), made[3 + n :], strict=True))
    return [found.get(i) for i in range(len(node.inputs))]


def saved_states(kinds: Sequence[TensorType], within: bool = False) -> int:
    """How many states of these types the gradient of a loop, perhaps within another one, saves at most."""
    nbytes = sum(typical(kind.nbytes) for kind in kinds)
    least, most = (LEAST_WITHIN, BYTES_WITHIN) if within else (LEAST_SAVED, SAVED_BYTES)
    return max(least, min(MOST_SAVED, int(most / max(nbytes, 1))))


def _round_back(body: Graph, inner: Sequence[int], moving: Sequence[int], gradients: Gradients) -> Graph:
    """A round's cotangents, of its outputs to its inputs."""
    received = [placeholder(body.outputs[i].type) for i in inner]
    outputs, wrt = [body.outputs[i] for i in inner], [body.inputs[i] for i in moving]
    return Graph((*received, *body.inputs), gradients(outputs, received, wrt, frozenset(body.inputs)))


def _rounds(node: Node) -> Value:
    """How often a loop goes round."""
    words = node.keywords
    n = words["carries"]
    types = [COUNT, *(v.type for v in node.inputs)]

    def on(count: Value, *xs: Value) -> tuple[Value, ...]:
        return add(count, 1), *splice(words["body"], xs)

    def more(count: Value, *xs: Value) -> Value:
        return splice(words["test"], xs)[0]

    test, body = trace(more, *types), trace(on, *types)
    return while_loop(constant(0, np.int64), *node.inputs, test=test, body=body, carries=n + 1)[0]


def _forward(
    body: Graph, begin: Value, wanted: Value, gap: Value, saved: int, given: Sequence[Value], same: Sequence[Value]
) -> Sequence[Value]:
    """The state before round `wanted`, from that before round `begin`; on the way, one in `gap` is saved.

    `given` are the round, the last place taken, the rounds of what is saved, the state, and what is saved.
    """
    n = len(body.outputs)
    operands = (*given, wanted, begin, gap, *same)
    types = [v.type for v in operands]

    def on(at: Value, top: Value, steps: Value, *rest: Value) -> tuple[Value, ...]:
        state, states, (_, begin, gap, *same) = rest[:n], rest[n : 2 * n], rest[2 * n :]
        state = splice(body, (*state, *same))
        at = add(at, 1)
        whole = floor_divide(subtract(at, begin), gap)
        keep = logical_and(equal(multiply(whole, gap), subtract(at, begin)), less(top, saved - 1))
        top = where(keep, add(top, 1), top)
        place = where(keep, top, saved)  # the last place is for what is not kept
        return at, top, _put(steps, at, place), *state, *(_put(s, v, place) for s, v in zip(states, state, strict=True))

    def more(at: Value, *rest: Value) -> Value:
        return less(at, rest[2 * n + 2])

    return while_loop(*operands, test=trace(more, *types), body=trace(on, *types), carries=len(given))


def _put(stack: Value, part: Value, at: Value) -> Value:
    """A stack with another part at a place."""
    rest = (0,) * part.ndim
    starts, steps = (None, *rest), (1,) * stack.ndim
    return slice_set(stack, reshape(part, shape=(1, *part.shape)), at, starts=starts, steps=steps)


def _get(stack: Value, at: Value) -> Value:
    """A part of a stack."""
    shape = stack.shape[1:]
    starts, sizes, steps = (None, *(0,) * len(shape)), (1, *shape), (1,) * stack.ndim
    return reshape(slice_(stack, at, starts=starts, sizes=sizes, steps=steps), shape=shape)


def _several(made: Any) -> Sequence[Value]:
    return (made,) if isinstance(made, Value) else made


def _reading(graph: Graph, inputs: Sequence[Value], more: Sequence[Value]) -> Graph:
    """The graph with inputs between and behind its own, which it does not read."""
    return Graph((*inputs, *(placeholder(v.type) for v in more)), graph.outputs)


# --- over an axis
Batched = Sequence[tuple[Value, bool]]
Over = Callable[[Graph, tuple[bool, ...], int], tuple[Graph, tuple[bool, ...]]]


def batch_cond(node: Node, given: Batched, size: int, over: Over) -> Batched:
    """A branch mapped over an axis: both sides where the flag has it, else one side as before."""
    words = node.keywords
    (flag, by_element), *xs = given
    values, mapped = [v for v, _ in xs], tuple([m for _, m in xs])
    then, has = over(words["then"], mapped, size)
    other, had = over(words["other"], mapped, size)
    flags = [by_element or a or b for a, b in zip(has, had, strict=True)]
    then, other = (
        Graph(g.inputs, [_spread(v, size) if f and not h else v for v, h, f in zip(g.outputs, of, flags, strict=True)])
        for g, of in ((then, has), (other, had))
    )
    if not by_element:
        return [*zip(_several(cond(flag, *values, then=then, other=other)), flags, strict=True)]
    sides = zip(splice(then, values), splice(other, values), strict=True)
    return [(where(_along(flag, a.ndim), a, b), True) for a, b in sides]


def batch_while(node: Node, given: Batched, size: int, over: Over) -> Batched:
    """A loop mapped over an axis: it goes on while one element's does; those that are done stay as they are."""
    words = node.keywords
    n = words["carries"]
    mapped = [m for _, m in given]
    while True:  # until what a round hands on has the axis where the next one takes it with the axis
        test, (by_element,) = over(words["test"], tuple(mapped), size)
        body, has = over(words["body"], tuple(mapped), size)
        now = [m or h or by_element for m, h in zip(mapped, has, strict=False)]
        if now == mapped[:n]:
            break
        mapped[:n] = now
    outputs = [_spread(v, size) if m and not h else v for v, h, m in zip(body.outputs, has, mapped, strict=False)]
    if by_element:
        (flags,) = splice(test, body.inputs)
        outputs = [where(_along(flags, v.ndim), v, x) for v, x in zip(outputs, body.inputs, strict=False)]
        test = Graph(test.inputs, (any_(test.outputs[0]),))
    values = [_spread(v, size) if m and not h else v for (v, h), m in zip(given, mapped, strict=True)]
    made = while_loop(*values, test=test, body=Graph(body.inputs, outputs), carries=n)
    return [*zip(_several(made), mapped, strict=False)]


def _spread(value: Value, size: int) -> Value:
    return broadcast_to(value, shape=(size, *value.shape))


def _along(flags: Value, ndim: int) -> Value:
    """One flag an element, for arrays of so many dimensions."""
    return reshape(flags, shape=(*flags.shape, *(1,) * (ndim - 1)))
