"""Copies between devices: which a call makes, which of them the policy refuses, and what was copied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dusk.config import policy_in_force
from dusk.errors import PolicyError
from dusk.graph import Graph, Op, TensorType
from dusk.graph.graph import rebuild, splice
from dusk.graph.node import Node, Value
from dusk.graph.provenance import Origin, describe, here
from dusk.later import Later
from dusk.ops.control import call, variables
from dusk.ops.transfer import transfer as TRANSFER
from dusk.record.stats import stats

if TYPE_CHECKING:
    from dusk.transform import cse as merging
else:
    merging = Later("dusk.transform.cse")


class Move(NamedTuple):
    """A copy of an array to another device: for a call of which op, of how many bytes, from where to where; whether
    somebody asked for it, and the user's line."""

    op: str
    nbytes: int
    source: str
    target: str
    asked: bool
    line: Origin


def brought(kinds: Sequence[Any], wanted: Sequence[Any]) -> bool:
    """Whether a call of operands of these types brings one that has dimensions to another device."""
    return any(
        isinstance(kind, TensorType) and kind.shape != () and kind.device != to.device
        for kind, to in zip(kinds, wanted, strict=True)
    )


def refuse_mixed(op: Op, kinds: Sequence[Any], target: TensorType | None = None) -> None:
    """PolicyError where the policy refuses that a call brings arrays to another device; `target`: it writes there."""
    rule = policy_in_force().transfer
    if rule != "transparent":
        met = [kind for kind in kinds if isinstance(kind, TensorType)]
        places = [kind.device for kind in (*met, target) if kind is not None and kind.shape]
        called = f"{op.name}({', '.join(map(str, met))})"
        into = "" if target is None else f", written to {target},"
        raise PolicyError(_refused(called + into, places, here(), rule))


def bring_mask(op: Op, kind: TensorType, mask: Any) -> None:
    """A mask of an array that lies elsewhere is looked at: refused where the policy says so, or counted."""
    refuse_mixed(op, (kind, mask))
    stats.transferred(op.name, mask.nbytes, False, here())


def refuse_moves(moves: Sequence[Move]) -> None:
    """PolicyError where the policy refuses what makes these copies."""
    rule = policy_in_force().transfer if moves else "transparent"
    move = next((move for move in moves if not move.asked), None)
    if move is not None and rule != "transparent":
        raise PolicyError(_refused(move.op, (move.target, move.source), move.line, rule))


def refuse_host_array(op: Op, array: np.ndarray[Any, Any], device: str) -> None:
    """PolicyError where the policy refuses that a call takes an array of NumPy's to a device."""
    rule = policy_in_force().transfer
    if rule == "exclusive":
        raise PolicyError(
            f"{op.name} of {device} and an array of NumPy's of {array.nbytes} bytes, called at {describe(here())}, "
            f"copies it to that device, which the policy refuses; write dusk.numpy.asarray(x, device={device!r}), or "
            "allow this one: with dusk.policy(transfer='transparent')"
        )


def _refused(call: str, devices: Sequence[str], line: Origin, rule: str) -> str:
    places = list(dict.fromkeys(devices))
    return (
        f"{call} of arrays on {' and '.join(places)}, called at {describe(line)}, copies between devices, which the "
        f"policy refuses (transfer={rule!r}); write x.to_device({places[0]!r}) for what is elsewhere, or allow this "
        "one: with dusk.policy(transfer='transparent')"
    )


def moves_of(graph: Graph) -> list[Move]:
    """The copies of arrays with dimensions that a run of a graph makes, those inside called graphs included."""
    return [move for move, _ in _moves(graph)]


def has_moves(graph: Graph) -> bool:
    """Whether there are any."""
    return next(_moves(graph), None) is not None


def _moves(graph: Graph) -> Iterator[tuple[Move, Node]]:
    users: dict[Value, Node] | None = None
    for node in graph.nodes:
        if node.op is TRANSFER:
            (x,) = node.inputs
            if x.type.shape == () or x.type.device == node.out.type.device:
                continue
            if users is None:
                users = {value: user for user in reversed(graph.nodes) for value in user.inputs}
            asked = node.keywords.get("asked", True)
            name = "to_device" if asked else users[node.out].op.name if node.out in users else "assignment"
            sizes: Any = x.type.nbytes
            nbytes = sizes if isinstance(sizes, int) else 0
            yield Move(name, nbytes, x.type.device, node.out.type.device, asked, node.origin), node
        for _, value in node.params:
            if isinstance(value, Graph):
                yield from _moves(value)


def made_once(graph: Graph) -> Graph:
    """The graph with one copy of each value on each device, however many calls bring it there."""
    known: dict[tuple[Value, str], Value] = {}
    found: dict[Value, Value] = {v: v for v in graph.inputs}
    for node in graph.nodes:
        operands = tuple([found[v] for v in node.inputs])
        made = node.reading(operands).outputs
        if node.op is TRANSFER:
            made = (known.setdefault((operands[0], node.out.type.device), made[0]),)
        found.update(zip(node.outputs, made, strict=True))
    return Graph(graph.inputs, [found[v] for v in graph.outputs])


def simplified(graph: Graph) -> Graph:
    """The graph with what it calls written out and nothing computed, or copied, twice: what is counted of it is what
    runs, whichever tier does it."""

    def written_out(node: Node, operands: tuple[Value, ...]) -> Sequence[Value] | None:
        if not _is_wrapped(node):
            return None
        return operands if node.op is variables else splice(node.keywords["graph"], operands)

    while any(map(_is_wrapped, graph.nodes)):
        graph = rebuild(graph, written_out)
    return made_once(merging.cse(graph))


def _is_wrapped(node: Node) -> bool:
    return node.op is variables or (node.op is call and not node.keywords.get("apart"))


def count(moves: Sequence[Move]) -> None:
    """Count copies that a run has made."""
    for move in moves:
        stats.transferred(move.op, move.nbytes, move.asked, move.line)
