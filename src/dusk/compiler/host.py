"""Host steps: the bodies of ops, called on NumPy views of what a program holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from dusk.compiler.flow import Flow, Source
from dusk.compiler.loop import finder
from dusk.compiler.memory import Place
from dusk.compiler.schedule import Step
from dusk.engine import Buffer
from dusk.graph.provenance import describe

Array = np.ndarray[Any, Any]
Find = Callable[[Flow, int], Source]


@dataclass(slots=True)
class Host:
    """Nodes whose bodies are called on views of the values they read."""

    step: Step
    nodes: list[int]


@dataclass(slots=True)
class Views:
    """Values as NumPy arrays, wherever they lie during a run."""

    flow: Flow
    places: Mapping[int, Place]
    arena: Buffer | None
    scalars: Sequence[Array | None]
    inputs: Sequence[Any]
    outputs: Sequence[Buffer]
    sources: dict[tuple[int, Find], Source]  # of values met in earlier runs

    def whole(self, v: int) -> Array:
        """A stored value."""
        literal = self.flow.literals.get(v)
        if literal is not None:
            return literal.array()
        kind = self.flow.types[v]
        where, at = self.places[v]
        if where == "arena":
            if self.arena is None or not kind.nbytes:
                return np.empty(kind.shape, kind.dtype)
            return np.ndarray(kind.shape, kind.dtype, self.arena.array(np.uint8, (self.arena.nbytes,)).data, at)
        if where == "output":
            return self.outputs[at].array(kind.dtype, kind.shape)
        given = self.inputs[at]
        if isinstance(given, Buffer):
            return given.array(kind.dtype, kind.shape, writable=given.writable)
        cell = self.scalars[at]
        assert cell is not None
        return cell if not kind.ndim else cell.reshape(1).view(kind.dtype)  # a complex number

    def view(self, v: int, find: Find) -> Array:
        """A value as a view of the one it is made from by moving: a copy of it need not be there yet."""
        source = self.sources.get((v, find))
        if source is None:
            source = self.sources[v, find] = find(self.flow, v)
        if source.value == v:
            return self.whole(v)
        base, kind = self.whole(source.value), self.flow.types[v]
        strides = [0] * kind.ndim
        for axis, step in source.place.strides:
            strides[axis] = step * kind.dtype.itemsize
        return np.lib.stride_tricks.as_strided(base.reshape(-1)[source.place.offset :], kind.shape, strides)


def run_bodies(flow: Flow, host: Host, views: Views) -> None:
    """Call the bodies, one after the other, and put results where the plan wants them.

    Their exceptions pass, with a note that names the user's line.
    """
    made: dict[int, Any] = {}
    group = host.step.group
    find = finder(group.kind)  # native code's, had it come to that: what it reads is there for it
    viewing = host.nodes if group.alone else [flow.maker[group.product]] if group.product >= 0 else []
    for n in host.nodes:
        node = flow.nodes[n]
        read = partial(views.view, find=find) if n in viewing else views.whole
        operands = [made[u] if u in made else read(u) for u in flow.operands[n] if flow.is_data(u)]
        try:
            result = node.op.body(*operands, **flow.keywords(n))
        except Exception as error:
            error.add_note(f"in {node.op.name}, from {describe(node.origin)}")
            raise
        values = [v for v in flow.made_by(n) if flow.is_data(v)]
        for v, r in zip(values, (result,) if len(values) == 1 else tuple(result), strict=True):
            made[v] = np.asarray(r)
    stored = [v for v in host.step.stores if flow.is_data(v)]
    if len(stored) > 1 or len(host.nodes) > 1:  # a result may be a view of what another one overwrites
        for v in stored:
            made[v] = np.array(made[v])
    for v in stored:
        np.copyto(views.whole(v), made[v], casting="unsafe")
