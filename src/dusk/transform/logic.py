"""Logic, choices and conversions that need not be made."""

from __future__ import annotations

from typing import Any

import numpy as np

from dusk.graph import Graph, Node, Value
from dusk.ops import (
    astype,
    bitwise_xor,
    equal,
    greater,
    greater_equal,
    invert,
    less,
    less_equal,
    logical_and,
    logical_not,
    logical_or,
    not_equal,
    where,
)
from dusk.transform.fold import FOLD
from dusk.transform.laws import keeps_every_value
from dusk.transform.pattern import number_of, same
from dusk.transform.rewriting import EXACT, Options, Result, Rules, rewrite

RULES = Rules("logic")
RULES.add(FOLD)  # so that what becomes constant here goes on being computed
_BOOL = np.dtype(bool)


def logic(graph: Graph, options: Options = EXACT) -> Graph:
    """Decide what is known, and leave out conversions that the next one undoes or makes needless."""
    return rewrite(graph, RULES, options)


exact = RULES.pattern()


def _is_bool(x: Value) -> bool:
    return x.dtype.kind == "b"


@exact
def and_true(x: Any):
    return logical_and(x, True), astype(x, dtype=_BOOL)


@exact
def or_false(x: Any):
    return logical_or(x, False), astype(x, dtype=_BOOL)


@exact
def and_false(x: Any):
    return logical_and(x, False), False


@exact
def or_true(x: Any):
    return logical_or(x, True), True


@exact
def invert_twice(x: Any):
    return invert(invert(x)), x


@RULES.pattern(when=_is_bool)
def not_not(x: Any):
    return logical_not(logical_not(x)), x


@exact
def not_equal_by_not(x: Any, y: Any):
    return logical_not(equal(x, y)), not_equal(x, y)


@exact
def equal_by_not(x: Any, y: Any):
    return logical_not(not_equal(x, y)), equal(x, y)


_OPPOSITE = {less: greater_equal, greater_equal: less, greater: less_equal, less_equal: greater}


@RULES.on(logical_not)
def not_of_comparison(node: Node) -> Result:
    """Of integers; with NaN both a comparison and its opposite are false."""
    inner = node.inputs[0].node
    opposite = _OPPOSITE.get(inner.op)
    return opposite(*inner.inputs) if opposite is not None and inner.inputs[0].dtype.kind in "biu" else None


@exact
def xor_itself(x: Any):
    return bitwise_xor(x, x), 0


@RULES.on(where)
def where_decided(node: Node) -> Result:
    condition, x, y = node.inputs
    decided = number_of(condition)
    if decided is not None:
        return x if decided else y
    if same(x, y):
        return x
    inner = condition.node
    return where(inner.inputs[0], y, x) if inner.op is logical_not else None


@exact
def where_same_first(c: Any, x: Any, y: Any, z: Any):
    return where(c, where(c, x, y), z), where(c, x, z)


@exact
def where_same_last(c: Any, x: Any, y: Any, z: Any):
    return where(c, x, where(c, y, z)), where(c, x, z)


@RULES.on(astype)
def conversion(node: Node) -> Result:
    """Nothing to convert, or on the way a dtype that holds every value."""
    x, dtype = node.inputs[0], node.types[0].dtype
    if x.dtype == dtype:
        return x
    source = x.node.inputs[0] if x.node.op is astype else None
    if source is None or not keeps_every_value(source.dtype, x.dtype):
        return None
    # out of range, floats and integers convert to an integer dtype in different ways
    alike = dtype.kind not in "iu" or (source.dtype.kind in "biu" and x.dtype.kind in "biu") or source.dtype == dtype
    return astype(source, dtype=dtype) if alike else None
