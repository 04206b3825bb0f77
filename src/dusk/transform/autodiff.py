"""Reverse mode: from a graph's values to values for their gradients, by the ops' `vjp` rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from operator import attrgetter

from dusk.errors import GradientError
from dusk.graph import Node, TensorType, Value, building, placeholder, topological
from dusk.graph.node import PLACEHOLDER
from dusk.graph.provenance import describe
from dusk.ops import cond, divide, negative, scan, sigmoid, softmax, while_loop
from dusk.transform.cancellation import exponentials_cancel
from dusk.transform.scan_gradient import plus, pull, zeros
from dusk.transform.stabilise import quotient_is_sigmoid, softmax_shifts_by_itself
from dusk.transform.structured import pull_cond, pull_while

_FEW = 16  # nodes of an op that is spelled out


def gradients(outputs: Sequence[Value], cotangents: Sequence[Value], wrt: Sequence[Value]) -> tuple[Value, ...]:
    """The sum over outputs of cotangent times derivative, for each value of `wrt`, as new values.

    Rules are written in ops, so what comes back can be differentiated again. A value of `wrt` the outputs do not
    depend on gets zeros. GradientError names the op and the user's line where the path meets an op without a rule.
    """
    return gradients_within(outputs, cotangents, wrt, ())


def gradients_within(
    outputs: Sequence[Value], cotangents: Sequence[Value], wrt: Sequence[Value], stop: Collection[Value]
) -> tuple[Value, ...]:
    """As `gradients`, not looking behind the values of `stop`."""
    order = sorted(topological(outputs, stop), key=attrgetter("number"))  # rounds of a loop stay rounds
    targets = set(wrt)
    active = active_values(order, targets)
    found: dict[Value, Value] = {}
    for output, cotangent in zip(outputs, cotangents, strict=True):
        if output in active:
            _accumulate(found, output, cotangent)
    for node in reversed(order):
        values = node.outputs
        if not any(v in found for v in values) or not any(v in active for v in node.inputs):
            continue
        with building(node.origin):
            received = [found[v] if v in found else zeros(v.type) for v in values]
            spelled = _spelled(node, targets)
            if spelled is None:
                pulled = zip(node.inputs, _pull(node, received, active, bool(stop)), strict=True)
            else:
                pulled = spelled(received[0])
            for value, cotangent in pulled:
                if cotangent is NotImplemented and value in active:
                    raise no_gradient(node)
                if cotangent is not None and value in active:
                    _check(node, value, cotangent)
                    _accumulate(found, value, cotangent)
        for value in values:
            if value not in targets:
                found.pop(value, None)
    return tuple(found[v] if v in found else zeros(v.type) for v in wrt)


def _spelled(node: Node, targets: Collection[Value]) -> Callable[[Value], Sequence[tuple[Value, Value]]] | None:
    """For an op that the user spelled out, a sigmoid or a softmax, its own rule: the result is all that this needs."""
    if node.op is not divide:
        return None
    whole = _whole(node)
    if whole is None:
        return None
    (x,), op, words = whole.node.inputs, whole.node.op, whole.node.keywords
    sign = 1
    while x.node.op is negative:
        x, sign = x.node.inputs[0], -sign
    if not _inside(node, x, targets):
        return None

    def pull(g: Value) -> Sequence[tuple[Value, Value]]:
        assert op.vjp is not None
        (cotangent,) = op.vjp(g, node.out, x, **words)
        return [(x, cotangent if sign > 0 else negative(cotangent))]

    return pull


def _whole(node: Node) -> Value | None:
    """A quotient as the big op that it is, if it is one."""
    for rule in (quotient_is_sigmoid, exponentials_cancel):
        found = rule(node)
        if isinstance(found, Value) and found.node.op is softmax:
            found = softmax_shifts_by_itself(found.node) or found
        if isinstance(found, Value) and found.node.op in (sigmoid, softmax):
            return found
    return None


def _inside(node: Node, x: Value, targets: Collection[Value]) -> bool:
    """Whether what lies between a node and x is few nodes, none of which is differentiated by."""
    seen: set[int] = set()
    pending = [v for v in node.inputs if v != x]
    while pending:
        v = pending.pop()
        if v in targets or v.node.op is PLACEHOLDER or len(seen) > _FEW:
            return False
        if id(v.node) not in seen:
            seen.add(id(v.node))
            pending += [u for u in v.node.inputs if u != x]
    return True


def differentiable(kind: object) -> bool:
    """Whether values of this type carry gradients (floats and complex numbers do)."""
    return isinstance(kind, TensorType) and kind.dtype.kind in "fcV"


def active_values(order: Sequence[Node], targets: set[Value]) -> set[Value]:
    """The values through which derivatives flow: those that depend on a target by differentiable steps."""
    active = {v for v in targets if differentiable(v.type)}
    for node in order:
        if not node.op.nondiff and any(v in active for v in node.inputs):
            active.update(v for v in node.outputs if differentiable(v.type))
    return active


def _pull(
    node: Node, received: Sequence[Value], active: Collection[Value], within: bool
) -> Sequence[Value | None]:
    """The cotangents of a node's inputs, by its own rule or through its smaller ops; `within`: it is in a loop."""
    op = node.op
    single = len(node.types) == 1
    if op.vjp is not None:
        out = node.out if single else node.outputs
        pulled = op.vjp(received[0] if single else tuple(received), out, *node.inputs, **node.keywords)
        return pulled if pulled is not NotImplemented else _transposed(node, received)
    if op.inline is not None:
        inputs = node.inputs if op.again is None else op.again(received, *node.inputs, **node.keywords)
        inner = op.inline(*inputs, **node.keywords)
        inner = (inner,) if isinstance(inner, Value) else tuple(inner)
        # the operands stand for themselves: what they depend on, or that two are one value, is not the op's matter
        distinct = tuple(dict.fromkeys(inputs))
        found = dict(zip(distinct, gradients_within(inner, received, distinct, frozenset(distinct)), strict=True))
        return [found.pop(value, None) for value in inputs]
    if op is scan:
        return pull(node, received, gradients_within, active)
    if op is while_loop:
        return pull_while(node, received, gradients_within, within)
    if op is cond:
        return pull_cond(node, received, gradients_within)
    raise no_gradient(node)


def _transposed(node: Node, received: Sequence[Value]) -> Sequence[Value | None]:
    """The cotangents by the `jvp` alone: it is linear in the tangents, and its gradient by these is the vjp."""
    single = len(node.types) == 1
    moving = [placeholder(v.type) if differentiable(v.type) else None for v in node.inputs]
    out = node.out if single else node.outputs
    pushed = NotImplemented if node.op.jvp is None else node.op.jvp(moving, out, *node.inputs, **node.keywords)
    if pushed is NotImplemented:
        raise no_gradient(node)
    wrt = [t for t in moving if t is not None]
    known = frozenset((*node.inputs, *node.outputs))
    found = iter(still(gradients_within((pushed,) if single else pushed, received, wrt, known), wrt, known))
    return [None if t is None else next(found) for t in moving]


def still(found: Sequence[Value], moving: Sequence[Value], known: Collection[Value]) -> tuple[Value, ...]:
    """Values that do not depend on what `moving` stand for, though a rule may ask whether they are 0, without them."""
    nodes = topological(found, known)
    if {u.node for u in moving}.isdisjoint(nodes):
        return tuple(found)
    fixed = {u: zeros(u.type) for u in moving}
    for node in nodes:
        if node.op is not PLACEHOLDER:
            copy = node.reading(tuple(fixed.get(v, v) for v in node.inputs))
            fixed.update(zip(node.outputs, copy.outputs, strict=True))
    return tuple(fixed.get(v, v) for v in found)


def no_gradient(node: Node) -> GradientError:
    """The error that says which call has no derivative, and where it is."""
    function = node.keywords.get("function")
    own = node.keywords.get("name", node.op.name)
    name = own if function is None else getattr(function, "__name__", repr(function))
    return GradientError(
        f"{name}, called at {describe(node.origin)}, has no gradient; "
        f"use dusk.stop_gradient on its input if none is meant, or give the op a vjp rule"
    )


def _check(node: Node, value: Value, cotangent: Value) -> None:
    if cotangent.type != value.type:
        raise GradientError(
            f"the gradient of {node.op.name} has type {cotangent.type} for an input of type {value.type}"
        )


def _accumulate(found: dict[Value, Value], value: Value, cotangent: Value) -> None:
    """Add to what is found for a value already."""
    before = found.get(value)
    found[value] = cotangent if before is None else plus(before, cotangent)
