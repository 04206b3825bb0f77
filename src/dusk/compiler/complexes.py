"""Complex numbers as pairs of floats, which is what kernels compute with.

A complex value of shape `s` lies in memory as floats of shape `(*s, 2)`. Here a graph becomes one of floats alone: what
ops of complex numbers do is written for their real and imaginary parts (`complex_rules`); parts that nobody needs do
not exist. The ops that have no rule are called by their bodies, on the same memory seen as complex numbers.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

import numpy as np

from dusk import ops
from dusk.compiler.complex_rules import RULES, Pair
from dusk.graph import CONSTANT, TOKEN, Graph, Node, Op, Value, constant, placeholder
from dusk.graph.provenance import building
from dusk.ops.convert import complex_dtype, real_dtype
from dusk.ops.join import window


def in_floats(graph: Graph) -> Graph:
    """The graph with floats for its complex numbers, inputs and outputs too."""
    if not any(is_complex(t) for n in (*graph.nodes, *(v.node for v in graph.inputs)) for t in n.types):
        return graph
    return _Floats(graph).made()


def is_complex(kind: Any) -> bool:
    """Whether values of a type are complex numbers."""
    return kind is not TOKEN and kind.dtype.kind == "c"


def as_floats(kind: Any) -> Any:
    """The type of the memory of a value, as floats if it is complex."""
    return kind.with_((*kind.shape, 2), real_dtype(kind.dtype)) if is_complex(kind) else kind


class _Floats:
    """Complex values by the parts they are computed as, by the floats they are in memory, or by both."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.whole: dict[Value, Value] = {}  # a value as it is in memory; of real ones, the value
        self.parts: dict[Value, Pair] = {}

    def made(self) -> Graph:
        inputs = [v if not is_complex(v.type) else placeholder(as_floats(v.type)) for v in self.graph.inputs]
        self.whole.update(zip(self.graph.inputs, inputs, strict=True))
        for node in self.graph.nodes:
            with building(node.origin):
                self.node(node)
        return Graph(inputs, [self.in_memory(v) for v in self.graph.outputs])

    def in_memory(self, v: Value) -> Value:
        found = self.whole.get(v)
        if found is None:
            with building(v.node.origin):
                parts = (ops.expand_dims(p, axis=v.ndim) for p in self.parts[v])
                found = self.whole[v] = ops.concatenate(*parts, axis=v.ndim)
        return found

    def pair(self, v: Value) -> Pair:
        found = self.parts.get(v)
        if found is None:
            whole, n = self.whole[v], v.ndim
            halves = (window(whole, n, i, 1) for i in range(2))
            re, im = (ops.squeeze(half, axis=(n,)) for half in halves)
            found = self.parts[v] = re, im
        return found

    def node(self, node: Node) -> None:
        if not any(is_complex(v.type) for v in (*node.inputs, *node.outputs)):
            self.whole.update(zip(node.outputs, node.reading(tuple([self.whole[v] for v in node.inputs])).outputs))
            return
        made = self.by_rule(node)
        if made is None:
            reads = [self.in_memory(v) for v in node.inputs]
            kinds = tuple(map(as_floats, node.types))
            if any(isinstance(value, Graph) for _, value in node.params):
                params = tuple((name, in_floats(p) if isinstance(p, Graph) else p) for name, p in node.params)
                found = Node(node.op, reads, params, kinds, node.origin).outputs
            else:
                seen = _through_memory(
                    node.op, *(tuple([is_complex(v.type) for v in vs]) for vs in (node.inputs, node.outputs))
                )
                found = Node(seen, reads, node.params, kinds, node.origin).outputs
            self.whole.update(zip(node.outputs, found, strict=True))
        elif isinstance(made, Value):
            self.whole[node.out] = made
        else:
            self.parts[node.out] = made

    def by_rule(self, node: Node) -> Any:
        if node.op is CONSTANT:
            array = node.params[0][1].array()
            return constant(array.real.copy()), constant(array.imag.copy())
        rule = RULES.get(node.op)
        if rule is None or len(node.types) != 1:
            return None
        given = [self.pair(v) if is_complex(v.type) else self.whole[v] for v in node.inputs]
        return rule(*given, **node.keywords)


@functools.lru_cache(maxsize=1024)
def _through_memory(op: Op, reads: tuple[bool, ...], gives: tuple[bool, ...]) -> Op:
    """An op whose body is called on floats seen as complex numbers, and its complex results seen as floats."""

    def body(*operands: Any, **params: Any) -> Any:
        seen = [as_complex(x) if c else x for x, c in zip(operands, reads, strict=True)]
        result: Any = op.body(*seen, **params)
        results = (result,) if len(gives) == 1 else result
        made = [_as_floats(r) if c else r for r, c in zip(results, gives, strict=True)]
        return made[0] if len(gives) == 1 else tuple(made)

    return replace(
        op, body=body, lower=None, contract=None, update=None, native=None, inline=None, view=None, fails=False
    )


def as_complex(x: Any) -> np.ndarray[Any, Any]:
    """Floats as the complex numbers they are in memory."""
    x = np.ascontiguousarray(x)
    return x.view(complex_dtype(x.dtype))[..., 0]


def _as_floats(x: Any) -> np.ndarray[Any, Any]:
    x = np.ascontiguousarray(np.asarray(x)[..., np.newaxis])
    return x.view(real_dtype(x.dtype))
