"""Sides of branches and rounds of loops, traced into graphs of what they are given and what they capture; and the ops
that these become: recorded, and what captured arrays are written to then written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle, ndarray, scalar
from dusk.array.weak import PLAIN, is_pythons, weak
from dusk.graph import Graph, TensorType, Value, constant, placeholder
from dusk.graph.graph import splice
from dusk.graph.provenance import describe, here
from dusk.record import Handle, assign, intern, local, record, record_made, root_of, several
from dusk.record.views import is_alias, operands_of, read_view, steps_of, write_view
from dusk.tracing.calls import depth, read
from dusk.tracing.signature import handle_of
from dusk.tracing.trace import Cell, Imperative, SymbolMet, trace
from dusk.tree import Structure, flatten, unflatten

Function = Callable[..., Any]


class Symbols:
    """What makes branches and loops of symbols, and the class of these; `symbol.control` sets them."""

    kind: type[Any] = object
    made: Callable[..., Any]


def is_number(leaf: object) -> bool:
    """Whether a leaf takes part in what is computed: numbers and arrays do, all else is as it is."""
    return isinstance(leaf, (Handle, np.ndarray, np.generic, *PLAIN))


@dataclass
class Block:
    """A traced function: a graph of (arguments, captured) to (its results, what captured arrays are written).

    `weak[i]`: result i is a number of Python's own; `touched` are the arguments that it writes to in place.
    """

    graph: Graph
    structure: Structure
    results: int
    fixed: dict[int, Any]
    weak: list[bool]
    captured: list[Handle]
    written: list[int]
    touched: tuple[int, ...] = ()

    def giving(self, results: Sequence[Value]) -> Block:
        """The block with other results, which its graph has."""
        graph = Graph(self.graph.inputs, (*results, *self.graph.outputs[self.results :]))
        return replace(self, graph=graph, results=len(results))

    def counting(self, step: int) -> Block:
        """The block of a loop whose first input is its counter, with the next counter as its first result."""
        counter = cast("Value", ops.add(self.graph.inputs[0], step))
        graph = Graph(self.graph.inputs, (counter, *self.graph.outputs))
        return replace(self, graph=graph, results=self.results + 1)

    def over(self, kinds: Sequence[TensorType], captured: Sequence[Handle], written: Sequence[Handle]) -> Graph:
        """The graph over more that is captured, with more that is written: what it does not write stays as it is."""
        inputs = [placeholder(kind) for kind in (*kinds, *(c.type for c in captured))]
        at = {id(c): v for c, v in zip(captured, inputs[len(kinds) :], strict=True)}
        own = [at[id(c)] if id(c) in at else _seen(c, at[id(root_of(c))]) for c in self.captured]
        made = splice(self.graph, (*inputs[: len(kinds)], *own))
        at |= {id(self.captured[i]): v for i, v in zip(self.written, made[self.results :], strict=True)}
        return Graph(inputs, (*made[: self.results], *(at[id(c)] for c in written)))


def class_of(kind: TensorType, is_weak: bool = False) -> type[Handle]:
    """The class of placeholders of a type."""
    return weak if is_weak else ndarray if kind.shape else scalar


def adopting() -> Callable[[Any], Handle]:
    """What gives the arrays that a trace meets as handles, each once: as the trace around it does, if there is one."""
    outer = local.context
    met: dict[int, tuple[Any, Handle]] = {}

    def adopt(array: Any) -> Handle:
        made = outer.adopt(array) if outer.adopt is not None else handle_of(array)
        return met.setdefault(id(array), (array, made))[1]

    return adopt


def block(
    function: Function,
    place: Callable[[Sequence[Any]], Any],
    kinds: Sequence[Any],
    classes: Sequence[type[Handle]] | None = None,
) -> Block:
    """A function traced on placeholders of these types, which `place` puts into its arguments (Imperative)."""

    def watched(*args: Any) -> Any:
        result = read(function)(*args)
        seen.extend(flatten(result)[0])
        if Symbols.kind in set(map(type, seen)):
            raise SymbolMet
        return result

    seen: list[Any] = []
    interned = [intern(kind) for kind in kinds]
    given = classes if classes is not None else [class_of(kind) for kind in interned]
    depth.count += 1
    try:
        found = trace(watched, lambda given: (place(given), {}), interned, given, adopting())
    finally:
        depth.count -= 1
    graph = found.recorded
    if any(node.op.effect for node in graph.nodes):
        raise Imperative(f"calls that are to happen in order are in a branch or a loop, at {describe(here())}")
    n = sum(at is not None for at in found.results)
    written = {position: graph.outputs[n + i] for i, position in enumerate(found.written)}
    leaves: list[Any] = []
    for at, leaf in zip(found.results, found.constants, strict=True):
        if at is not None:
            leaves.append(graph.outputs[at])
        elif type(leaf) is Cell:
            leaves.append(written.get(leaf.position, graph.inputs[leaf.position]))
        else:
            leaves.append(leaf)
    values: list[Value] = []
    weakly: list[bool] = []
    fixed: dict[int, Any] = {}
    for i, leaf in enumerate(leaves):
        if isinstance(leaf, Value) or is_number(leaf):
            values.append(leaf if isinstance(leaf, Value) else constant(np.asarray(leaf)))
            weakly.append(is_pythons(seen[i]))
        else:
            fixed[i] = leaf
    first = len(interned)
    outside = [p - first for p in written if p >= first]
    outputs = [*values, *(written[first + p] for p in outside)]
    touched = tuple(p for p in written if p < first)
    whole = Graph(graph.inputs, outputs)
    return Block(whole, found.structure, len(values), fixed, weakly, list(found.captured), outside, touched)


def quietly(function: Function) -> Function:
    """A function whose errors end the trace: where it is a side or a round, it may never run."""

    def made(*args: Any) -> Any:
        try:
            return function(*args)
        except Exception as error:
            name = type(error).__name__
            raise Imperative(f"{name} in a loop or a branch ({error}), at {describe(here())}") from error

    return made


def _together(blocks: Sequence[Block]) -> tuple[list[Handle], list[Handle]]:
    """What blocks capture, each once, beginning with what of that they write; and that alone.

    A gradient's variable whose cell they write is that cell: its value is put there first, for derivatives to find it.
    """
    written = {id(b.captured[i]): b.captured[i] for b in blocks for i in b.written}
    captured = written | {id(c): c for b in blocks for c in b.captured}
    for c in [*captured.values()]:
        if is_alias(c) and id(root_of(c)) in written:
            write_view(c, read_view(c))
            del captured[id(c)]
    return [*captured.values()], [*written.values()]


def _seen(view: Handle, value: Value) -> Value:
    """What a view shows of a cell's value."""
    for op, params in steps_of(view):
        if operands_of(params):
            raise Imperative(f"a gradient's variable that lies at a place not known is written, at {describe(here())}")
        value = cast("Value", op(value, **params))
    return value


def flag_of(value: Any) -> Handle:
    """Whether a number is true, as one bool."""
    handle = as_handle(value)
    return handle if handle.type.dtype == np.bool_ else record(ops.not_equal, (handle, 0), {})


def branch(test: Any, operands: Sequence[Handle], sides: Sequence[Block]) -> Sequence[Handle]:
    """What one of two blocks gives for the operands; both give values of the same types."""
    captured, written = _together(sides)
    then, other = (side.over([x.type for x in operands], captured, written) for side in sides)
    made: tuple[Any, ...] = ()
    if then.outputs:
        made = several(record(ops.cond, (flag_of(test), *operands, *captured), {"then": then, "other": other}))
    _write(written, made[sides[0].results :])
    return made[: sides[0].results]


def loop(first: Sequence[Handle], test: Block, body: Block) -> Sequence[Handle]:
    """What `body` makes of what goes round, from `first` on, as long as `test` of it holds."""
    captured, written = _together((test, body))
    kinds = [x.type for x in first]
    going, asking = body.over(kinds, captured, written), test.over(kinds, captured, ())
    flag = asking.outputs[0]
    if flag.dtype != np.bool_:
        asking = Graph(asking.inputs, (cast("Value", ops.not_equal(flag, 0)),))
    params = {"test": asking, "body": going, "carries": len(going.outputs)}
    made = several(record(ops.while_loop, (*first, *captured), params))
    _write(written, made[body.results :])
    return made[: body.results]


def series(
    first: Sequence[Handle], each: Sequence[Handle], body: Block, length: int, reverse: bool = False
) -> Sequence[Handle]:
    """What goes round, from `first` on, after `length` rounds of `body`, which gets a part of `each` as well; then what
    else the rounds give, stacked."""
    captured, written = _together((body,))
    parts = [x.type.with_(x.shape[1:]) for x in each]
    whole = body.over([*(x.type for x in first), *parts], captured, written)
    n, m, rest = len(first), len(written), len(first) + len(each)
    inputs, outputs = whole.inputs, whole.outputs
    # what is carried comes first: what goes round, and what is written
    inputs = (*inputs[:n], *inputs[rest : rest + m], *inputs[n:rest], *inputs[rest + m :])
    outputs = (*outputs[:n], *outputs[body.results :], *outputs[n : body.results])
    if not outputs:
        return ()
    sources = ("carry",) * (n + m) + ("each",) * len(each) + ("same",) * (len(captured) - m)
    params = {"body": Graph(inputs, outputs), "length": length, "sources": sources, "reverse": reverse}
    made = several(record(ops.scan, (*first, *written, *each, *captured[m:]), params))
    _write(written, made[n : n + m])
    return [*made[:n], *made[n + m :]]


def numbered(first: Sequence[Handle], body: Block, over: range) -> Sequence[Handle]:
    """What goes round, from `first` on, after a round of `body` for each number of a range, its first input."""
    if not body.graph.outputs:
        return ()
    numbers = record_made(ops.iota, size=len(over), start=over.start, step=over.step)
    number, *others = body.graph.inputs
    inputs = (*others[: len(first)], number, *others[len(first) :])
    return series(first, (numbers,), replace(body, graph=Graph(inputs, body.graph.outputs)), len(over))


def _write(cells: Sequence[Handle], values: Sequence[Any]) -> None:
    """Give captured arrays what was written to them."""
    for cell, value in zip(cells, values, strict=True):
        if not local.context.rebind(cell, value):
            assign(cell, value)


def results(made: Sequence[Any], structure: Structure, fixed: dict[int, Any]) -> Any:
    """The tree of a structure with what was made, and what is fixed."""
    rest = iter(made)
    n = len(made) + len(fixed)
    return unflatten(structure, [fixed[i] if i in fixed else next(rest) for i in range(n)])
