"""Compiled functions: one trace a signature, then one entry in what the caller records."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dusk import ops
from dusk.array import as_handle, scalar
from dusk.graph import Graph
from dusk.record import Handle, assign, local, record
from dusk.record.flush import Entry
from dusk.tracing.trace import LookedAt, Trace, trace
from dusk.transform.pipeline import optimise
from dusk.tree import flatten, unflatten

_GUARDED = (int, float, complex, str, bool, bytes, type(None))
_MOST_SIGNATURES = 64


class Compiled:
    """A function compiled for each signature it is called with; see `dusk.compile`."""

    def __init__(self, function: Callable[..., Any], *, math: str | None = None) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        self._math = math
        self._traces: dict[Any, Trace | LookedAt] = {}
        self._last: Trace | LookedAt | None = None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        leaves, structure = flatten((args, kwargs))
        key, arrays = _signature(leaves, structure)
        key = (key, self._guards())
        found = self._traces.get(key)
        if found is None:
            found = self._trace(key, leaves, structure)
        self._last = found
        if isinstance(found, LookedAt):
            return self._function(*args, **kwargs)
        return _call(found, arrays)

    def _guards(self) -> tuple[Any, ...]:
        """The Python values a function captures: a change of one is another signature."""
        code = getattr(self._function, "__code__", None)
        if code is None:
            return ()
        cells = getattr(self._function, "__closure__", None) or ()
        names = self._function.__globals__
        values = [c.cell_contents for c in cells if _filled(c)] + [names[n] for n in code.co_names if n in names]
        return tuple((type(v), v) for v in values if isinstance(v, _GUARDED) and not isinstance(v, Handle))

    def _trace(self, key: Any, leaves: Sequence[Any], structure: Any) -> Trace | LookedAt:
        positions: list[int] = []  # of each leaf among the distinct arrays, -1 for a Python value
        seen: list[Handle] = []
        for leaf in leaves:
            if _is_array(leaf):
                handle = as_handle(leaf)
                at = next((i for i, h in enumerate(seen) if h is handle), len(seen))
                if at == len(seen):
                    seen.append(handle)
                positions.append(at)
            else:
                positions.append(-1)

        def place(placeholders: Sequence[Handle]) -> tuple[Any, Any]:
            filled = [x if at < 0 else placeholders[at] for x, at in zip(leaves, positions, strict=True)]
            return unflatten(structure, filled)

        if len(self._traces) >= _MOST_SIGNATURES:
            self._traces.pop(next(iter(self._traces)))
        found: Trace | LookedAt
        try:
            found = trace(self._function, place, [h.type for h in seen], [type(h) for h in seen])
        except LookedAt as looked:
            found = looked
        self._traces[key] = found
        return found

    # --- what was compiled
    @property
    def graph(self) -> Graph:
        """The graph of the signature called last (ValueError: not called yet, or it runs imperatively)."""
        return self._traced().graph

    def _traced(self) -> Trace:
        if isinstance(self._last, LookedAt):
            raise ValueError(f"this signature runs imperatively: {self.explain()}")
        if self._last is None:
            raise ValueError("call the compiled function first: it is compiled for the types it meets")
        return self._last

    @property
    def program(self) -> Any:
        """The program of the signature called last."""
        entry = Entry(tuple(range(len(self.graph.outputs))), self.graph, ())
        return entry.build(self._math)

    def memory(self) -> Any:
        """What the program of the signature called last needs, in bytes."""
        return self.program.memory

    def explain(self) -> str:
        """What became of the signature called last, in words."""
        if self._last is None:
            return "not called yet"
        if isinstance(self._last, LookedAt):
            return f"runs imperatively: a value is looked at while tracing, at {self._last.where}"
        graph = optimise(self.graph)
        return f"compiled: {len(self.graph.nodes)} nodes recorded, {len(graph.nodes)} after optimising"


def _filled(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018 - raises when empty
    except ValueError:
        return False
    return True


def _is_array(leaf: Any) -> bool:
    return isinstance(leaf, Handle | np.ndarray | np.number)


def _signature(leaves: Sequence[Any], structure: Any) -> tuple[Any, list[Handle]]:
    """What a call is known by: structure, types, which arrays are the same, Python values; and its arrays, each once."""
    key: list[Any] = [structure]
    arrays: list[Handle] = []
    at: dict[int, int] = {}
    for leaf in leaves:
        if isinstance(leaf, Handle):
            handle = leaf
        elif isinstance(leaf, np.ndarray | np.number):
            handle = as_handle(leaf)
        else:
            key.append((type(leaf), leaf if not isinstance(leaf, float) else repr(leaf)))
            continue
        same = at.get(id(handle))
        if same is None:
            at[id(handle)] = len(arrays)
            arrays.append(handle)
            owner = handle.owner
            key.append(handle.type.code if type(handle) is not scalar else (handle.type.code,))
            if owner is not None:
                same = at.setdefault(id(owner), len(arrays) - 1)
                if same != len(arrays) - 1:
                    key.append(("view of", same, tuple((op, tuple(p.items())) for op, p in handle.spec)))
        else:
            key.append(("=", same))
    return tuple(key), arrays


def _call(found: Trace, arrays: Sequence[Handle]) -> Any:
    """One call of a trace: an entry in what this thread records."""
    made = record(ops.call, [*arrays, *found.captured], {"graph": found.graph})
    handles = made if isinstance(made, tuple) else (made,)
    count = len(handles) - len(found.written)
    for position, value in zip(found.written, handles[count:], strict=True):
        target = arrays[position] if position < found.count else found.captured[position - found.count]
        _rebind(target, value)
    if found.structure is None and found.results[0] is not None:
        return handles[0]
    leaves = [
        constant if at is None else handles[at] for at, constant in zip(found.results, found.constants, strict=True)
    ]
    return unflatten(found.structure, leaves)


def _rebind(target: Handle, value: Handle) -> None:
    """Let a cell take a value that is pending in this thread, without recording anything."""
    context = local.context
    buffer = target.buffer
    if target.owner is not None or (buffer is not None and buffer.pins):
        assign(target, value)
        return
    handles = context.handles
    if target.epoch == context.epoch:
        handles[target.slot] = None
        context.moved[target.slot] = value.slot
    handles[value.slot] = target
    target.slot, target.epoch, target.buffer = value.slot, context.epoch, None
    target.version += 1
    value.epoch = -1


def compile_function(function: Callable[..., Any], *, math: str | None = None) -> Compiled:
    """The compiled form of a function of arrays (and trees of them)."""
    return Compiled(function, math=math)


