"""Constant folding: what depends on constants alone is computed now, by the ops' own bodies."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

from dusk.graph import CONSTANT, Graph, Node, Op, TensorType, Value, constant
from dusk.ops import broadcast_to, host, while_loop
from dusk.transform.pattern import uniform
from dusk.transform.rewriting import EXACT, Options, Result, Rule, Rules, rewrite

LIMIT = 64 * 1024
"""Constants of more bytes are not made."""

GROWTH = 1024
"""Constants of at most so many bytes are made even where they are larger than what they are computed from."""


def fold(graph: Graph, options: Options = EXACT) -> Graph:
    """Replace nodes whose operands are all constants by constants of a bounded size.

    Element-wise ops on broadcast scalars stay broadcast scalars, whatever their size. What an op refuses to compute
    stays in the graph, to fail when it runs.
    """
    return rewrite(graph, RULES, options)


def _fold(node: Node) -> Result:
    for value in node.inputs:
        op = value.node.op
        if op is not CONSTANT and (op is not broadcast_to or value.node.inputs[0].node.op is not CONSTANT):
            return None
    if node.op is CONSTANT or node.op is broadcast_to or node.op is host or node.op.users or _endless(node):
        return None
    literals = [_literal(value) for value in node.inputs]
    if all(a.size == 1 for a in literals) and is_elementwise(node):
        results = _compute(node, [a.reshape(()) for a in literals])
        if results is None or any(r.shape or r.dtype != t.dtype for r, t in zip(results, node.types, strict=True)):
            return None
        return [uniform(r, t) for r, t in zip(results, node.types, strict=True)]
    return _whole(node, literals)


def _endless(node: Node) -> bool:
    """Whether a node is a loop of unknown length, or has one in it."""
    inner = (n for _, value in node.params if isinstance(value, Graph) for n in value.nodes)
    return node.op is while_loop or any(map(_endless, inner))


def _whole(node: Node, literals: list[Any]) -> Result:
    """The node's value as a constant of its full size."""
    types = (*(v.type for v in node.inputs), *node.types)
    if not all(isinstance(t, TensorType) and t.is_static() and _nbytes(t) <= LIMIT for t in types):
        return None
    made = sum(map(_nbytes, node.types))
    if made > max(sum(a.nbytes for a in literals), GROWTH):
        return None
    results = _compute(node, [np.broadcast_to(a, v.shape) for a, v in zip(literals, node.inputs, strict=True)])
    if results is None or any(
        r.dtype != t.dtype or r.shape != t.shape for r, t in zip(results, node.types, strict=True)
    ):
        return None
    return [constant(r, device=t.device) for r, t in zip(results, node.types, strict=True)]


def _nbytes(kind: TensorType) -> int:
    return math.prod(d for d in kind.shape if isinstance(d, int)) * kind.dtype.itemsize


def _literal(value: Value) -> np.ndarray[Any, Any]:
    node = value.node if value.node.op is CONSTANT else value.node.inputs[0].node
    return node.params[0][1].array()


def _compute(node: Node, operands: list[Any]) -> list[np.ndarray[Any, Any]] | None:
    try:
        with np.errstate(all="ignore"):
            result = node.op.body(*operands, **node.keywords)
    except Exception:  # the op will say so itself, on the user's line
        return None
    return [np.asarray(r) for r in ((result,) if len(node.types) == 1 else result)]


def is_elementwise(node: Node) -> bool:
    """Whether each element of a node depends on the elements of its operands at the same index only."""
    return _reads_in_place(node.op, len(node.inputs), node.params)


@functools.lru_cache(maxsize=4096)
def _reads_in_place(op: Op, operands: int, params: Any) -> bool:
    if isinstance(op.body, np.ufunc):
        return True
    if op.lower is None or not operands:
        return False
    index = (_Probe(),)
    reads: list[Any] = []
    try:
        op.lower(_Probe(), index, *(_Operand(reads) for _ in range(operands)), **dict(params))
    except Exception:  # a lowering that needs real shapes
        return False
    return all(met is index for met in reads)


class _Probe:
    """Stands for the kernel module and every expression while a lowering is watched; reductions give it away."""

    dtype = np.dtype(np.float64)

    def __getattr__(self, name: str) -> Any:
        if name == "reduce" or name.startswith("__"):
            raise AttributeError(name)
        return self._call

    def _call(self, *args: Any, **kwargs: Any) -> _Probe:
        return self


class _Operand:
    dtype = np.dtype(np.float64)

    def __init__(self, reads: list[Any]) -> None:
        self.reads = reads

    def __call__(self, index: Any) -> _Probe:
        self.reads.append(index)
        return _Probe()


FOLD = Rule("fold", (), _fold)
"""The rule itself, for passes that make new constants on their way."""

RULES = Rules("fold")
RULES.add(FOLD)
