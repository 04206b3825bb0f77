"""C functions on whole buffers as steps."""

from __future__ import annotations

from typing import Any

from dusk.compiler.flow import Flow
from dusk.compiler.loop import source_of
from dusk.compiler.work import Access, Failure, Nest
from dusk.graph import Node, TensorType
from dusk.graph.types import Size

WORK = 16.0  # operations an element, for want of anything better


def is_call(node: Node) -> bool:
    """Whether a node is computed by a C function."""
    return node.op.native is not None


def call(flow: Flow, n: int) -> Nest:
    """The work of node n: a call on its operands, each whole and in C order."""
    node = flow.nodes[n]
    assert node.op.native is not None
    kinds = [flow.types[u] for u in flow.operands[n]]
    kernel, params = node.op.native(*kinds, **flow.keywords(n))
    sources = [source_of(flow, u) for u in flow.operands[n]]
    accesses = [
        Access(s.value, s.place.offset * kind.dtype.itemsize, (), ()) for s, kind in zip(sources, kinds, strict=True)
    ]
    accesses += [Access(v, 0, (), (), writes=True) for v in flow.made_by(n)]
    made: list[TensorType] = [flow.types[v] for v in flow.made_by(n)]
    nbytes: Size = 0
    elements: Size = 0
    for kind in made:
        elements = elements + kind.size
    for v in (*flow.operands[n], *flow.made_by(n)):
        nbytes = nbytes + flow.nbytes(v)
    checks: tuple[Any, ...] = ()
    if kernel.result and kernel.into < 0:
        checks, params = (Failure(node.origin, node.op.name),), (*params, 0)
    return Nest(kernel, (elements,), tuple(accesses), tuple(params), checks, WORK, nbytes)
