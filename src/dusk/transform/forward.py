"""Forward mode: from tangents of a graph's values to tangents of what is made of them, by `jvp` rules or from `vjp`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from operator import attrgetter

from dusk.errors import GradientError
from dusk.graph import Node, Value, building, placeholder, topological
from dusk.ops import cond, scan, while_loop
from dusk.transform.autodiff import active_values, differentiable, gradients_within, no_gradient, still, zeros
from dusk.transform.scan_gradient import push
from dusk.transform.structured import push_cond, push_while

Tangents = Sequence[Value | None]
_PUSH = {scan: push, cond: push_cond, while_loop: push_while}


def tangents(outputs: Sequence[Value], wrt: Sequence[Value], given: Sequence[Value]) -> tuple[Value, ...]:
    """The derivative of each output along the direction in which each value of `wrt` moves as `given` says.

    An output that does not depend on `wrt` by differentiable steps gets zeros. GradientError names the op and the
    user's line where the path meets an op without a rule.
    """
    found = _tangents(outputs, wrt, given, ())
    return tuple(zeros(v.type) if t is None else t for v, t in zip(outputs, found, strict=True))


def _tangents(
    outputs: Sequence[Value], wrt: Sequence[Value], given: Tangents, stop: Collection[Value]
) -> list[Value | None]:
    order = sorted(topological(outputs, stop), key=attrgetter("number"))
    found = {v: t for v, t in zip(wrt, given, strict=True) if t is not None and differentiable(v.type)}
    active = active_values(order, set(found))
    for node in order:
        values = node.outputs
        met = [found.get(v) for v in node.inputs]
        if all(t is None for t in met) or not any(v in active and v not in found for v in values):
            continue
        with building(node.origin):
            for value, tangent in zip(values, _push(node, met), strict=True):
                if tangent is not None and value in active and value not in found:
                    if tangent.type != value.type:
                        raise GradientError(
                            f"the tangent of {node.op.name} has type {tangent.type} for an output of type {value.type}"
                        )
                    found[value] = tangent
    return [found.get(v) for v in outputs]


def _push(node: Node, given: Tangents) -> Tangents:
    """The tangents of a node's outputs."""
    op, inputs = node.op, node.inputs
    single = len(node.types) == 1
    if op.linear:
        moved = [
            v if not differentiable(v.type) else zeros(v.type) if t is None else t
            for v, t in zip(inputs, given, strict=True)
        ]
        pushed = op(*moved, **node.keywords)
        return (pushed,) if single else pushed
    if op.jvp is not None:
        pushed = op.jvp(given, node.out if single else node.outputs, *inputs, **node.keywords)
        if pushed is not NotImplemented:
            return (pushed,) if single else pushed
    if op.vjp is not None:
        return _transposed(node, given)
    if op.inline is not None:
        inner = op.inline(*inputs, **node.keywords)
        distinct = dict(zip(inputs, given, strict=True))
        values = (inner,) if isinstance(inner, Value) else tuple(inner)
        return _tangents(values, tuple(distinct), tuple(distinct.values()), frozenset(distinct))
    if op in _PUSH:
        return _PUSH[op](node, given, _tangents)
    raise no_gradient(node)


def _transposed(node: Node, given: Tangents) -> Tangents:
    """The tangents by the `vjp`: it is linear in the cotangents, and its gradient by these, along the tangents, is the
    jvp: it does not depend on what the cotangents are."""
    assert node.op.vjp is not None
    values = node.outputs
    cotangents = tuple(placeholder(v.type) for v in values)
    single = len(values) == 1
    received, out = (cotangents[0], node.out) if single else (cotangents, values)
    pulled = node.op.vjp(received, out, *node.inputs, **node.keywords)
    if pulled is NotImplemented or any(
        c is NotImplemented and t is not None for c, t in zip(pulled, given, strict=True)
    ):
        raise no_gradient(node)
    pairs = [(c, t) for c, t in zip(pulled, given, strict=True) if c is not None and t is not None]
    known = frozenset((*values, *node.inputs))
    found = gradients_within([c for c, _ in pairs], [t for _, t in pairs], cotangents, known)
    found = still(found, cotangents, known)
    return tuple(t if differentiable(v.type) else None for t, v in zip(found, values, strict=True))
