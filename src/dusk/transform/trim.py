"""Loops and branches made smaller: what nobody reads leaves them, what is known goes into them.

A branch by a known flag becomes its side, a loop whose test is known to be false at once what it starts with. What both
sides of a branch give, and what every round of a loop hands on as it got it, is what they were given; what is given
twice, or handed on twice, is so once. Numbers that are known are written into the graphs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dusk.graph import CONSTANT, Graph, Node, Value, constant, evaluate, placeholder, rebuild
from dusk.graph.graph import splice
from dusk.graph.node import literal_of
from dusk.graph.op import freeze
from dusk.ops import cond, while_loop
from dusk.transform.cse import cse
from dusk.transform.rewriting import EXACT, Options, inside
from dusk.transform.unite import all_of, hand_on

KNOWN = 64  # nodes of a test on numbers that are known


def trim(graph: Graph, options: Options = EXACT) -> Graph:
    """Take out of loops of unknown length and of branches what need not be there, inside of graphs too."""
    if not any(isinstance(value, Graph) for node in graph.nodes for _, value in node.params):
        return graph
    read = _read(graph)
    return rebuild(graph, lambda node, operands: _trimmed(node, operands, read.get(node, set[int]()), options))


def _read(graph: Graph) -> dict[Node, set[int]]:
    """The outputs of each loop and branch that are read by what is read itself."""
    found: dict[Node, set[int]] = {}
    read = set(graph.outputs)
    for node in reversed(graph.nodes):
        if node.op is cond:
            found[node] = {j for j, v in enumerate(node.outputs) if v in read}
        elif node.op is while_loop:
            words = node.keywords
            asked = all_of(words["test"].outputs)
            carries = enumerate(zip(node.outputs, words["test"].inputs, strict=False))
            live = found[node] = {c for c, (v, x) in carries if v in read or x in asked}
            hand_on(words["body"], words["carries"], live)
            read.update(v for i, v in enumerate(node.inputs) if i in live or i >= len(node.types))
            continue
        read.update(node.inputs)
    return found


def _trimmed(node: Node, operands: tuple[Value, ...], read: set[int], options: Options) -> Sequence[Value]:
    node = inside(node, operands, lambda inner: trim(inner, options))
    if node.op is cond:
        return _branch(node, read)
    return _loop(node, read, options) if node.op is while_loop else node.outputs


def _branch(node: Node, read: set[int]) -> Sequence[Value]:
    words = node.keywords
    then, other = words["then"], words["other"]
    flag, *given = node.inputs
    known = literal_of(flag)
    if known is not None:
        return splice(then if known else other, given)
    found: dict[int, Value] = {}
    first: dict[tuple[Value, Value], int] = {}
    at = [{v: given[i] for i, v in enumerate(side.inputs)} for side in (then, other)]
    for o in range(len(node.types)):
        a, b = then.outputs[o], other.outputs[o]
        x, y = at[0].get(a), at[1].get(b)
        if x is not None and x == y:
            found[o] = x
        elif a.node.op is CONSTANT and b.node.op is CONSTANT and a.node.params == b.node.params:
            found[o] = a
        elif o in read:
            first.setdefault((a, b), o)
    kept = sorted(first.values())
    sides = [[side.outputs[o] for o in kept] for side in (then, other)]
    stand = _stand(given)
    used = [j for j in range(len(given)) if j not in stand]
    graphs = [_over(side, outputs, stand, used) for side, outputs in zip((then, other), sides, strict=True)]
    used, graphs = _used(graphs, used)
    made: Sequence[Value] = ()
    if len(kept) == len(node.types) and len(used) == len(given):
        made = node.outputs
    elif kept:
        inputs = (flag, *(given[j] for j in used))
        made = _made(node, inputs, {"other": graphs[1], "then": graphs[0]}, [v.type for v in graphs[0].outputs])
    new = {o: made[i] for i, o in enumerate(kept)}
    new |= {o: new[first[pair]] for o in read - found.keys() for pair in [(then.outputs[o], other.outputs[o])]}
    return [found.get(o) or new.get(o, v) for o, v in enumerate(node.outputs)]


def _loop(node: Node, read: set[int], options: Options) -> Sequence[Value]:
    words = node.keywords
    test, body, n = words["test"], words["body"], words["carries"]
    given = node.inputs
    if _false_at_once(test, given):
        return given[:n]
    stays = {c for c in range(n) if body.outputs[c] == body.inputs[c]}
    same = _same(node, [c for c in range(n) if c in read and c not in stays], options)
    carried = [c for c in range(n) if c in read and c not in stays and c not in same]
    fixed = [i for i in range(len(given)) if i >= n or i in stays]
    stand = _stand(given, fixed) | same
    used = [i for i in fixed if i not in stand]
    graphs = [
        _over(test, test.outputs, stand, [*carried, *used]),
        _over(body, [body.outputs[c] for c in carried], stand, [*carried, *used]),
    ]
    kept, graphs = _used(graphs, [*carried, *used], len(carried))
    if len(kept) == len(given) and len(carried) == n:
        return node.outputs
    made: Sequence[Value] = ()
    if carried:
        params = {"body": graphs[1], "carries": len(carried), "test": graphs[0]}
        made = _made(node, [given[i] for i in kept], params, [v.type for v in graphs[1].outputs])
    new = {c: given[c] for c in stays} | dict(zip(carried, made, strict=True))
    new |= {c: new[first] for c, first in same.items()}
    return [new.get(c, v) for c, v in enumerate(node.outputs)]


def _false_at_once(test: Graph, given: Sequence[Value]) -> bool:
    """Whether a loop's test is known to be false of what it starts with."""
    reads = all_of(test.outputs)
    known = [literal_of(x) is not None or v not in reads for v, x in zip(test.inputs, given, strict=True)]
    if not all(known) or len(test.nodes) > KNOWN or any(isinstance(p, Graph) for m in test.nodes for _, p in m.params):
        return False
    try:
        return not evaluate(Graph((), splice(test, given)), [])[0]
    except Exception:  # the loop will say so itself
        return False


def _stand(given: Sequence[Value], which: Sequence[int] | None = None) -> dict[int, Value | int]:
    """Of operands that are the same all the time, those that are known numbers or were met before: what stands for
    each, or which one."""
    stand: dict[int, Value | int] = {}
    first: dict[Value, int] = {}
    for i in range(len(given)) if which is None else which:
        number = literal_of(given[i])
        if number is not None and number.ndim == 0:
            stand[i] = constant(number)
        elif first.setdefault(given[i], i) != i:
            stand[i] = first[given[i]]
    return stand


def _same(node: Node, carries: Sequence[int], options: Options) -> dict[int, int]:
    """Carries that are always equal to another one: these begin and go on as that does."""
    body: Graph = node.keywords["body"]
    found: dict[int, int] = {}
    for i, c in enumerate(carries):
        for b in carries[:i]:
            u, v = (body.outputs[j].node for j in (b, c))
            if b in found or c in found or u.op is not v.op or not _equal(node.inputs[b], node.inputs[c]):
                continue
            (x, y) = splice(Graph(body.inputs, [body.outputs[b], body.outputs[c]]), _with(body.inputs, c, b))
            x, y = cse(Graph(body.inputs, (x, y)), options).outputs
            if x == y:
                found[c] = b
    return found


def _with(inputs: Sequence[Value], c: int, b: int) -> list[Value]:
    """The inputs, that of number b in place of that of number c."""
    return [inputs[b] if i == c else v for i, v in enumerate(inputs)]


def _equal(x: Value, y: Value) -> bool:
    return x.type == y.type and (x == y or (x.node.op is y.node.op is CONSTANT and x.node.params == y.node.params))


def _over(graph: Graph, outputs: Sequence[Value], stand: Mapping[int, Value | int], kept: Sequence[int]) -> Graph:
    """Outputs of a graph over those of its inputs that are kept; what stands for others is a value, or a number."""
    inputs = [placeholder(v.type) for v in graph.inputs]
    for i, other in stand.items():
        inputs[i] = other if isinstance(other, Value) else inputs[other]
    return Graph([inputs[i] for i in kept], splice(Graph(graph.inputs, outputs), inputs))


def _used(graphs: Sequence[Graph], kept: Sequence[int], carries: int = 0) -> tuple[list[int], list[Graph]]:
    """Which of the inputs of graphs are carries or are read, and the graphs with these."""
    reads = [all_of(g.outputs) for g in graphs]
    places = [k for k in range(len(kept)) if k < carries or any(g.inputs[k] in r for g, r in zip(graphs, reads))]
    return [kept[k] for k in places], [Graph([g.inputs[k] for k in places], g.outputs) for g in graphs]


def _made(node: Node, inputs: Sequence[Value], params: dict[str, Any], types: Sequence[Any]) -> Sequence[Value]:
    """What the op of a node gives for others; nobody need infer its types, and know its graphs by their text for it."""
    return Node(node.op, inputs, freeze(params), types, node.origin).outputs
