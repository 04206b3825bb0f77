"""Bodies of ops called one after the other on numbered values: how graphs run without machine code.

Temporaries are overwritten where nobody reads them any more, and results that are asked for are computed where they are
to lie, as far as the bodies can be told where to compute: those that are NumPy's universal functions, and `Op.into`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple, cast

import numpy as np

from dusk.graph.op import Op
from dusk.graph.provenance import Origin, describe


class Step(NamedTuple):
    """One call: values by number, keywords, the number of the first of its results, and their types."""

    op: Op
    operands: tuple[int, ...]
    keywords: dict[str, Any]
    first: int
    types: Sequence[Any]
    origin: Origin


class Tape:
    """Steps over values 0, 1, ... `size`: first come the arguments; -1, -2, ... are constants. A value is let go after
    its last use.

    `placed` are the outputs (by position) that can be computed in memory that the caller has for them.
    """

    __slots__ = ("_calls", "_constants", "_outputs", "_places", "_size")

    def __init__(self, steps: Iterable[Step], outputs: Sequence[int], size: int, constants: Sequence[Any] = ()) -> None:
        self._outputs = outputs
        self._size = size
        self._constants = list(reversed(constants))
        done = bytearray(size) + b"\1" * len(constants)  # whether a later step needs a value
        for number in outputs:
            done[number] = 1
        needed: list[tuple[Step, list[int]]] = []  # with the values that are let go afterwards
        for step in reversed(list(steps)):
            op, operands, _, first, types, _ = step
            last: list[int] = []
            count = len(types)
            if count == 1 and done[first]:
                pass
            elif op.effect or any(done[first : first + count]):
                last = [i for i in range(first, first + count) if not done[i]]
            else:
                continue  # nobody needs it
            for i in operands:
                if not done[i]:
                    done[i] = 1
                    last.append(i)
            needed.append((step, last))
        memory = _Memory()
        calls: list[Any] = []
        for step, last in reversed(needed):
            op, operands, keywords, first, types, _ = step
            told = memory.step(step, last)
            body = op.body if told is None or op.into is None else op.into
            read = operands[1:] if op.effect else operands
            calls.append((body, _reader(read), keywords, first, len(types), op.effect, last, told, step))
        self._calls = calls
        self._places = memory.places(outputs)

    @property
    def placed(self) -> Iterable[int]:
        return self._places

    def run(self, arguments: Sequence[Any], memory: Mapping[int, Any] | None = None) -> list[Any]:
        """The outputs; those that `memory` has arrays for, among `placed`, are these arrays.

        An exception carries a note with the user's line.
        """
        values: list[Any] = [*arguments, *[None] * (self._size - len(arguments)), *self._constants]
        for position, array in (memory or {}).items():
            values[self._places[position]] = array
        for body, given, keywords, first, count, effect, last, told, step in self._calls:
            try:
                if told is not None:
                    result = body(*given(values), out=values[told], **keywords)
                elif keywords:
                    result = body(*given(values), **keywords)
                else:
                    result = body(*given(values))
            except Exception as error:
                error.add_note(f"in {step.op.name}, from {describe(step.origin)}")
                raise
            if count == 1 and not effect:
                values[first] = result[0] if type(result) is tuple else result
            else:
                results = cast("tuple[Any, ...]", result) if isinstance(result, tuple) else (result,)
                values[first : first + count] = (*results, None) if effect else results  # None is the token
            for i in last:
                values[i] = None
        return [values[i] for i in self._outputs]


def _reader(numbers: Sequence[int]) -> Callable[[list[Any]], Sequence[Any]]:
    """What gives the values of these numbers."""
    if len(numbers) > 1:
        return itemgetter(*numbers)
    return itemgetter(slice(numbers[0], numbers[0] + 1 or None) if numbers else slice(0))


class _Memory:
    """Who lies where, step by step: the values that a body was told to compute into memory of their own, and all that
    may be views of them."""

    def __init__(self) -> None:
        self._own: dict[int, tuple[int, Any]] = {}  # values that are the whole of their memory: which, and the type
        self._seen: dict[int, frozenset[int]] = {}  # the memory that a value may be a view of
        self._live: defaultdict[int, int] = defaultdict(int)  # how many values see a memory

    def step(self, step: Step, last: Sequence[int]) -> int | None:
        """Where to tell a step to compute: the number of a value that it may overwrite, or its own (which may have been
        given memory); None: it cannot be told."""
        op, operands, _, first, types, _ = step
        told = None
        kind = types[0]
        plain = _plain(op)
        if len(types) == 1 and not op.effect and (plain or op.into is not None) and kind.shape:
            told = first
            own = first, kind
            for i in operands:
                if i in last and i in self._own:
                    memory, of = self._own[i]
                    if self._live[memory] == 1 and (of is kind or of == kind):
                        told, own = i, self._own[i]
                        break
            self._own[first] = own
            self._see(first, frozenset(own[:1]))
        elif not plain:
            seen = self._seen.get(operands[0], _NOTHING) if operands else _NOTHING
            for i in operands[1:]:
                seen |= self._seen.get(i, _NOTHING)
            for i in range(first, first + len(types)):
                self._see(i, seen)
            if op.host or op.effect or op.users:
                for memory in seen:
                    self._live[memory] += 1  # the user's function may keep what it was given
        for i in last:
            for memory in self._seen.get(i, ()):
                self._live[memory] -= 1
        return told

    def _see(self, number: int, seen: frozenset[int]) -> None:
        if seen:
            self._seen[number] = seen
            for memory in seen:
                self._live[memory] += 1

    def places(self, outputs: Sequence[int]) -> dict[int, int]:
        """For outputs (by position) with memory of their own: the value that is computed there first."""
        numbers = {number: i for i, number in reversed(list(enumerate(outputs)))}
        return {i: self._own[number][0] for number, i in numbers.items() if number in self._own}


_NOTHING = frozenset[int]()


def _plain(op: Op) -> bool:
    """Whether the body of an op is a universal function: its result is a view of nothing."""
    return isinstance(op.body, np.ufunc) and op.body.nout == 1
