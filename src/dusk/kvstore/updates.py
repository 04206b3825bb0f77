"""How blocks are updated: rules that travel as the text of a graph, which is parsed and verified, and no code."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

import dusk.numpy as dnp
from dusk.engine import Buffer
from dusk.errors import DuskError
from dusk.graph import TOKEN, Graph, TensorType
from dusk.graph.text import parse, print_graph
from dusk.ops.convert import wide
from dusk.record.entry import Entry
from dusk.tracing import compile_function
from dusk.tracing.trace import Trace

Array = np.ndarray[Any, Any]
States = tuple[Array, ...]
_LONGEST = 1 << 20  # characters of a rule's text

ASSIGN, ADD = "assign", "add"


class Alone(Protocol):
    """An optimiser that updates each parameter by itself, as those of `dusk.optim` do."""

    @property
    def slots(self) -> Mapping[str, float]:
        """What it keeps of each, and the numbers that is filled with at first."""
        ...

    def alone(self, name: str) -> Callable[..., tuple[Any, Any]]:
        """See `Optimiser.alone`."""
        ...


Update = Alone | str | Callable[..., Any]


class Rule:
    """What becomes of a block by the sum of contributions: `rule(value, total, updates, states)` gives the new value
    and states, where `updates` is the number of those before; nothing is written to."""

    def __init__(self, text: str) -> None:
        self.text = text

    def check(self, value: Array) -> None:
        """ValueError: it is no rule for such a block."""

    def start(self, value: Array) -> States:
        """The states before the first update."""
        return ()

    def __call__(self, value: Array, total: Array, updates: int, states: States) -> tuple[Array, States]:
        if self.text == ADD:
            return (value + total).astype(value.dtype, copy=False), ()
        return total.astype(value.dtype), ()  # a copy: it may be the worker's memory


class GraphRule(Rule):
    """A rule that is a graph of (value, total, updates, *states) to (value, *states), of one shape and dtype.

    ValueError: the text is none; of an op that calls Python, too.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        fills, _, rest = text.removeprefix("graph rule").partition("\n")
        try:
            self._fills = [float(fill) for fill in fills.split()]
            graph = parse(rest)
        except (DuskError, ValueError, KeyError, TypeError) as error:
            raise ValueError(f"an update rule cannot be read: {error}") from None
        if any(node.op.host or node.op.effect or node.op.users for node in graph.nodes):
            raise ValueError("an update rule has a call of Python in it: only Dusk's own ops can be sent")
        self._types = [value.type for value in graph.inputs]
        made = [value.type for value in graph.outputs]
        n = len(self._fills)
        if len(self._types) != 3 + n or made != [self._types[0], *self._types[3:]]:
            raise ValueError(f"an update rule of {n} states does not take or give what it must: {graph}"[:500])
        shape = self._types[0].shape
        self.splits = not any(
            any(u.type.shape == shape for u in node.inputs) and any(v.type.shape != shape for v in node.outputs)
            for node in graph.nodes
            if node.inputs and node.inputs[0].type is not TOKEN
        )
        self._entry = Entry(graph, asked=True)

    def check(self, value: Array) -> None:
        """ValueError: it is no rule for such a block."""
        dtypes = [value.dtype, wide(value.dtype), np.dtype(np.int64)]
        wanted = [(value.shape, dtypes[0]), (value.shape, dtypes[1]), ((), dtypes[2])]
        if [(t.shape, t.dtype) for t in self._types[:3]] != wanted:
            raise ValueError(f"the rule is for {self._types[0]}, the block is {value.dtype.name}{list(value.shape)}")

    def start(self, value: Array) -> States:
        """The states before the first update."""
        return tuple([np.full(t.shape, fill, t.dtype) for t, fill in zip(self._types[3:], self._fills, strict=True)])

    def __call__(self, value: Array, total: Array, updates: int, states: States) -> tuple[Array, States]:
        arrays = (value, total, np.array(updates, np.int64), *states)
        made = self._entry.run([_buffer(a, t) for a, t in zip(arrays, self._types, strict=True)])
        new, *kept = [b.array(t.dtype, t.shape) for b, t in zip(made, (self._types[0], *self._types[3:]), strict=True)]
        return new, tuple(kept)


def _buffer(array: Array, kind: TensorType) -> Buffer:
    if array.shape != kind.shape or array.dtype != kind.dtype:
        raise ValueError(f"an update rule of {kind} was given {array.dtype.name}{list(array.shape)}")
    return Buffer.foreign(np.asarray(array, order="C"))


@functools.lru_cache(maxsize=4096)
def rule_of(text: str) -> Rule:
    """The rule of a text: "assign" (the sum becomes the value), "add", or what `text_of` gives (ValueError: none)."""
    if text in (ASSIGN, ADD):
        return Rule(text)
    if not text.startswith("graph rule") or len(text) > _LONGEST:
        raise ValueError(f"an update rule is 'assign', 'add' or a graph as text, not {text[:60]!r}")
    return GraphRule(text)


def text_of(update: Update, name: str, shape: Sequence[int], dtype: Any) -> str:
    """The text of the rule by which a block of this shape and dtype is updated, that is a parameter of this name.

    `update` is "assign", "add", an optimiser, or a pure function of (value, sum of contributions) to the new value.
    ValueError: it cannot be traced as one graph.

    >>> text_of(lambda value, total: value - 0.5 * total, "w", (2,), "float32").splitlines()[-2].strip()
    'return %3'
    """
    if isinstance(update, str):
        return rule_of(update).text
    if not callable(update):
        fills, slots = list(update.slots.values()), list(update.slots)
        function = functools.partial(_of_optimiser, update.alone(name), slots)
    else:
        fills, slots, function = [], [], functools.partial(_of_function, update)
    dtype = np.dtype(dtype)
    kinds = [dtype, wide(dtype), *[wide(dtype)] * len(slots)]
    value, total, *states = [dnp.zeros(tuple(shape), kind) for kind in kinds]
    found, _ = compile_function(function).traced(value, total, dnp.array(np.int64(0)), *states)
    if not isinstance(found, Trace):
        raise ValueError(f"{update} cannot be sent as a graph: {found.reason}")
    return f"graph rule {' '.join(map(repr, fills))}\n{print_graph(_of_all(found.graph, 3 + len(slots)))}"


def _of_optimiser(rule: Any, slots: Sequence[str], value: Any, total: Any, steps: Any, *state: Any) -> Any:
    new, made = rule(value, total, dict(zip(slots, state, strict=True)), steps)
    return new.astype(value.dtype), *[made[slot] for slot in slots]


def _of_function(function: Callable[..., Any], value: Any, total: Any, steps: Any) -> Any:
    return function(value, total).astype(value.dtype)


def _of_all(graph: Graph, inputs: int) -> Graph:
    if len(graph.inputs) != inputs:
        raise ValueError("an update rule captures arrays: give numbers, which become part of it")
    return graph


def splits(text: str) -> bool:
    """Whether a rule does the same to rows of a block by themselves: it adds nothing up."""
    rule = rule_of(text)
    return not isinstance(rule, GraphRule) or rule.splits
