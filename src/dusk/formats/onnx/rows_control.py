"""Rows of branches and loops, of sequences and of values that may be missing."""

# Rows are written in NumPy's words on values of any kind.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from dusk.formats.onnx.rows import Call, known, known_ints, known_number, numpy_of, row
from dusk.formats.onnx.rows_shapes import axis_of, parts


@row("If", known=(0,))
def _(call: Call, condition: Any) -> Any:
    return tuple(call.run(call.must("then_branch" if known_number(condition) else "else_branch"), []))


@row("Loop", known=(0, 1))
def _(call: Call, most: Any = None, condition: Any = None, *carried: Any) -> Any:
    body, values = call.must("body"), list(carried)
    collected: list[list[Any]] = [[] for _ in range(len(body.outputs) - 1 - len(values))]
    count, goes_on = known_number(most, math.inf), bool(known_number(condition, True))
    for i in itertools.count():
        if not goes_on or i >= count:
            break
        found = call.run(body, [np.asarray(i, np.int64), np.asarray(goes_on), *values])
        goes_on = bool(known(found[0]).reshape(()))
        values = found[1 : 1 + len(values)]
        for into, value in zip(collected, found[1 + len(values) :]):
            into.append(value)
    return *values, *(_stacked(part, 0) for part in collected)


def _stacked(rounds: list[Any], axis: int) -> Any:
    """What the rounds of a loop have left, along a new axis."""
    if not rounds:
        return np.zeros((0,), np.float32)
    return numpy_of(rounds).stack(rounds, axis=axis)


@row("Scan", since=9)
def _(call: Call, *inputs: Any) -> Any:
    body, n = call.must("body"), call.must("num_scan_inputs")
    return _scanned(call, body, list(inputs[: len(inputs) - n]), list(inputs[len(inputs) - n :]), call.get)


@row("Scan", known=(0,))
def _(call: Call, lengths: Any, *inputs: Any) -> Any:
    """Of version 8: each of a batch by itself, of its own length."""
    body, n = call.must("body"), call.must("num_scan_inputs")
    states, scanned = inputs[: len(inputs) - n], inputs[len(inputs) - n :]
    turned = {"scan_input_directions": call.get("directions")}
    made: list[Any] = []
    for i in range(inputs[0].shape[0]):
        steps = scanned[0].shape[1] if lengths is None else int(lengths[i])
        made.append(_scanned(call, body, [s[i] for s in states], [x[i][:steps] for x in scanned],
                             lambda name, default=None: turned.get(name) or default))  # fmt: skip
    return tuple(_stacked(list(part), 0) for part in zip(*made))


def _scanned(call: Call, body: Any, states: list[Any], scanned: list[Any], get: Any) -> tuple[Any, ...]:
    n, outputs = len(scanned), len(body.outputs) - len(states)
    axes = [axis_of(a, x.ndim) for a, x in zip(get("scan_input_axes", [0] * n), scanned)]
    back = get("scan_input_directions", [0] * n)
    collected: list[list[Any]] = [[] for _ in range(outputs)]
    steps = scanned[0].shape[axes[0]]
    for t in range(steps):
        rows = [x[(slice(None),) * a + (steps - 1 - t if b else t,)] for x, a, b in zip(scanned, axes, back)]
        found = call.run(body, [*states, *rows])
        states = found[: len(states)]
        for into, value in zip(collected, found[len(states) :]):
            into.append(value)
    into_axes, turned = get("scan_output_axes", [0] * outputs), get("scan_output_directions", [0] * outputs)
    stacked = [_stacked(part[::-1] if b else part, a) for part, a, b in zip(collected, into_axes, turned)]
    return *states, *stacked


# --- sequences
@row("SequenceConstruct")
def _(call: Call, *xs: Any) -> Any:
    return [*xs]


@row("SequenceEmpty")
def _(call: Call) -> Any:
    return list[Any]()


@row("SequenceLength")
def _(call: Call, sequence: Any) -> Any:
    return np.asarray(len(sequence), np.int64)


@row("SequenceAt", known=(1,))
def _(call: Call, sequence: Any, place: Any) -> Any:
    return sequence[known_number(place)]


@row("SequenceInsert", known=(2,))
def _(call: Call, sequence: Any, x: Any, place: Any = None) -> Any:
    at = known_number(place, len(sequence))
    if not -len(sequence) <= at <= len(sequence):
        raise ValueError(f"place {at} of a sequence of {len(sequence)}")
    return [*sequence[:at], x, *sequence[at:]]


@row("SequenceErase", known=(1,))
def _(call: Call, sequence: Any, place: Any = None) -> Any:
    left = list(sequence)
    left.pop(known_number(place, -1))
    return left


@row("ConcatFromSequence")
def _(call: Call, sequence: Any) -> Any:
    np_ = numpy_of(sequence)
    return (np_.stack if call.get("new_axis", 0) else np_.concatenate)(sequence, axis=call.must("axis"))


@row("SplitToSequence", known=(1,))
def _(call: Call, x: Any, split: Any = None) -> Any:
    axis = axis_of(call.get("axis", 0), x.ndim)
    size = x.shape[axis]
    each = (1,) if split is None else known_ints(split)
    if split is not None and split.ndim:
        found = parts(x, axis, each)
    else:
        found = parts(x, axis, [min(each[0], size - start) for start in range(0, size, each[0])])
    if split is None and not call.get("keepdims", 1):
        found = [call.np.squeeze(part, axis) for part in found]
    return found


@row("SequenceMap")
def _(call: Call, first: Any, *others: Any) -> Any:
    body = call.must("body")
    rounds = [
        call.run(body, [x, *(other[i] if isinstance(other, list) else other for other in others)])
        for i, x in enumerate(first)
    ]
    return tuple([list(part) for part in zip(*rounds)] or [list[Any]() for _ in body.outputs])


# --- what may be missing
@row("Optional")
def _(call: Call, x: Any = None) -> Any:
    return x


@row("OptionalHasElement")
def _(call: Call, x: Any = None) -> Any:
    return np.asarray(x is not None)


@row("OptionalGetElement")
def _(call: Call, x: Any) -> Any:
    if x is None:
        raise ValueError("the element of an optional that has none")
    return x
