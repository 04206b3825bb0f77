"""Movement of data that is not needed: chains of reshapes, transposes, broadcasts, slices; writes read back."""

from __future__ import annotations

from typing import Any

from dusk.graph import Graph, Node, Value
from dusk.ops import (
    broadcast_to,
    contract,
    getitem,
    max_,
    min_,
    prod,
    reshape,
    setitem,
    slice_,
    slice_set,
    sum_,
    transpose,
)
from dusk.transform.fold import FOLD, is_elementwise
from dusk.transform.pattern import copied, param, reshaped, same
from dusk.transform.rewriting import EXACT, Options, Result, Rules, rewrite

RULES = Rules("movement")
RULES.add(FOLD)  # so that what becomes constant here goes on being computed


def movement(graph: Graph, options: Options = EXACT) -> Graph:
    """Remove movement that ends where it began, join what follows on each other, and compute before copying.

    A window that was just written is the value written. A product of transposed operands reads them as they are.
    """
    return rewrite(graph, RULES, options)


@RULES.on(reshape, transpose, broadcast_to, getitem, slice_)
def of_one_element(node: Node) -> Result:
    """However copies of one element are moved, they are copies of it."""
    x = node.inputs[0].node
    if x.op is not broadcast_to or x.inputs[0].ndim or len(node.inputs) > 1:
        return None
    return broadcast_to(x.inputs[0], shape=node.types[0].shape)


@RULES.on(reshape, broadcast_to)
def to_the_same_shape(node: Node) -> Result:
    return node.inputs[0] if node.inputs[0].type == node.types[0] else None


@RULES.on(reshape)
def reshape_again(node: Node) -> Result:
    x = node.inputs[0].node
    return reshape(x.inputs[0], shape=node.types[0].shape) if x.op is reshape else None


@RULES.on(broadcast_to)
def broadcast_again(node: Node) -> Result:
    x = node.inputs[0].node
    return broadcast_to(x.inputs[0], shape=node.types[0].shape) if x.op is broadcast_to else None


@RULES.on(broadcast_to)
def broadcast_adds_leading_axes(node: Node) -> Result:
    """So a reshape that only adds them is not needed before it."""
    x = node.inputs[0].node
    if x.op is not reshape:
        return None
    source = x.inputs[0]
    added = len(x.types[0].shape) - source.ndim
    leading = added > 0 and x.types[0].shape == (1,) * added + source.shape
    return broadcast_to(source, shape=node.types[0].shape) if leading else None


@RULES.on(transpose)
def transposed(node: Node) -> Result:
    x, axes = node.inputs[0], param(node, "axes")
    if axes == tuple(range(x.ndim)):
        return x
    if x.node.op is transpose:
        inner, ndim = param(x.node, "axes"), x.ndim
        return transpose(x.node.inputs[0], axes=tuple(inner[a] % ndim for a in axes))
    if x.node.op is contract:
        a, b, out = param(x.node, "labels")
        return contract(*x.node.inputs, labels=(a, b, "".join(out[axis] for axis in axes)))
    return None


@RULES.on(contract)
def contract_of_transposed(node: Node) -> Result:
    """A product names its axes, so it needs nobody to put them in order."""
    labels, operands = list(param(node, "labels")), list(node.inputs)
    for i, x in enumerate(node.inputs):
        if x.node.op is transpose:
            names = {axis % x.ndim: name for axis, name in zip(param(x.node, "axes"), labels[i], strict=True)}
            labels[i] = "".join(names[axis] for axis in range(x.ndim))
            operands[i] = x.node.inputs[0]
    if operands == list(node.inputs):
        return None
    return contract(*operands, labels=tuple(labels))


@RULES.on(slice_)
def whole_window(node: Node) -> Result:
    x = node.inputs[0]
    whole = x.type == node.types[0] and len(node.inputs) == 1
    return x if whole and all(s == 1 for s in param(node, "steps")) else None


@RULES.on(getitem)
def whole_item(node: Node) -> Result:
    """Every element in order: at most a reshape."""
    x = node.inputs[0]
    whole = param(node, "sizes") == x.shape and len(node.inputs) == 1 and all(s == 1 for s in param(node, "steps"))
    return reshaped(x, node.types[0].shape) if whole else None


@RULES.on(slice_)
def window_of_window(node: Node) -> Result:
    x = node.inputs[0].node
    if x.op is not slice_ or len(node.inputs) + len(x.inputs) > 2:
        return None
    steps = param(x, "steps")
    starts = tuple(a + b * s for a, b, s in zip(param(x, "starts"), param(node, "starts"), steps, strict=True))
    by = tuple(a * b for a, b in zip(steps, param(node, "steps"), strict=True))
    return slice_(x.inputs[0], starts=starts, sizes=param(node, "sizes"), steps=by)


def _same_window(a: Node, b: Node, sizes: bool) -> bool:
    """Whether two nodes speak of the same elements of their first operand."""
    names = ("starts", "steps", "sizes") if sizes else ("starts", "steps")
    dynamic = [n.inputs[1 if n.op in (getitem, slice_) else 2 :] for n in (a, b)]
    return (
        all(param(a, name) == param(b, name) for name in names)
        and len(dynamic[0]) == len(dynamic[1])
        and all(same(v, w) for v, w in zip(*dynamic, strict=True))
    )


@RULES.on(getitem, slice_)
def read_what_was_written(node: Node) -> Result:
    x = node.inputs[0].node
    if (node.op, x.op) == (getitem, setitem) and _same_window(node, x, sizes=True):
        return reshaped(x.inputs[1], node.types[0].shape)
    written = (node.op, x.op) == (slice_, slice_set) and _same_window(node, x, sizes=False)
    return x.inputs[1] if written and x.inputs[1].type == node.types[0] else None


@RULES.on(setitem, slice_set)
def written_over(node: Node) -> Result:
    """What was written where this write goes is lost."""
    x, v = node.inputs[0].node, node.inputs[1]
    if x.op is not node.op or not _same_window(x, node, sizes=node.op is setitem) or x.inputs[1].shape != v.shape:
        return None
    return node.op(x.inputs[0], *node.inputs[1:], **node.keywords)


@RULES.on(setitem, slice_set)
def written_whole(node: Node) -> Result:
    """A write of every element, in order, leaves nothing of what was there."""
    x, v = node.inputs[0], node.inputs[1]
    size = param(node, "sizes") if node.op is setitem else v.shape
    whole = len(node.inputs) == 2 and size == x.shape and all(s == 1 for s in param(node, "steps"))
    return reshaped(v, x.shape) if whole else None


@RULES.on(sum_, prod, max_, min_)
def reduce_single(node: Node) -> Result:
    """Over no axis, or axes with one element: the element."""
    x = node.inputs[0]
    axes: Any = param(node, "axis")
    if (
        axes is None
        or isinstance(axes, int)
        or not all(x.shape[a] == 1 for a in axes)
        or x.dtype != node.types[0].dtype
    ):
        return None
    return reshaped(x, node.types[0].shape)


@RULES.anywhere
def compute_before_copying(node: Node) -> Result:
    """An element-wise op on operands that were all broadcast alike is computed once for each element they had."""
    sources: list[Value] = []
    shape: Any = ()
    for value in node.inputs:
        if value.node.op is not broadcast_to:
            return None
        source = value.node.inputs[0]
        if source.shape and shape and source.shape != shape:
            return None
        shape = source.shape or shape
        sources.append(source)
    if not sources or len(node.types) != 1 or not is_elementwise(node):
        return None
    operands = [copied(source, shape) for source in sources]
    return broadcast_to(node.op(*operands, **node.keywords), shape=node.types[0].shape)
