"""Bodies of ops called one after the other on numbered values: how graphs run without machine code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, cast

from dusk.graph.op import Op
from dusk.graph.provenance import Origin, describe


class Step(NamedTuple):
    """One call: values by number, keywords, and the number of the first of its `results`."""

    op: Op
    operands: tuple[int, ...]
    keywords: dict[str, Any]
    first: int
    results: int
    origin: Origin


class Tape:
    """Steps over values 0, 1, ... `size`: first come the arguments; -1, -2, ... are constants. A value is let go after
    its last use."""

    __slots__ = ("_calls", "_constants", "_outputs", "_size")

    def __init__(self, steps: Iterable[Step], outputs: Sequence[int], size: int, constants: Sequence[Any] = ()) -> None:
        self._outputs = outputs
        self._size = size
        self._constants = list(reversed(constants))
        done = bytearray(size) + b"\1" * len(constants)  # whether a later step needs a value
        for number in outputs:
            done[number] = 1
        calls: list[Any] = []
        for step in reversed(list(steps)):
            op, operands, keywords, first, count, _ = step
            last: list[int] = []
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
            read = operands[1:] if op.effect else operands
            calls.append((op.body, read, keywords, first, count, op.effect, last, step))
        calls.reverse()
        self._calls = calls

    def run(self, arguments: Sequence[Any]) -> list[Any]:
        """The outputs. An exception carries a note with the user's line."""
        values: list[Any] = [*arguments, *[None] * (self._size - len(arguments)), *self._constants]
        for body, read, keywords, first, count, effect, last, step in self._calls:
            try:
                result = body(*[values[i] for i in read], **keywords)
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
