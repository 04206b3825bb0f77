"""Layers over sequences, `data[steps, batch, ...]`: recurrent ones, whose parameters are one vector, and what ends
early."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy

import dusk.numpy as np
from dusk import ops, random
from dusk.array import as_handle
from dusk.nn import functional
from dusk.record import record, record_made
from dusk.symbol.layer import Known, layer

_GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}
_OPS: dict[str, Any] = {"rnn_relu": ops.rnn_relu, "rnn_tanh": ops.rnn, "lstm": ops.lstm, "gru": ops.gru}


def _weights(features: int, hidden: int, layers: int, ways: int, mode: str) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The shapes of weights of input and state, layer by layer, way by way."""
    rows = _GATES[mode] * hidden
    for number in range(layers):
        for _ in range(ways):
            yield (rows, hidden * ways if number else features), (rows, hidden)


def _recurrent_inputs(mode: str = "", use_sequence_length: bool = False, **_: Any) -> Collection[str]:
    return [*(["state_cell"] if mode == "lstm" else []), *(["sequence_length"] if use_sequence_length else [])]


def _recurrent_outputs(mode: str = "", state_outputs: bool = False, **_: Any) -> Sequence[str]:
    states = ["state", *(["state_cell"] if mode == "lstm" else [])] if state_outputs else []
    return ["output", *states]


def _recurrent_shapes(
    known: Known, state_size: int, num_layers: int, mode: str, bidirectional: bool, **_: Any
) -> Mapping[str, Any]:
    data, ways = known["data"], 1 + bidirectional
    if not data or mode not in _GATES:
        return {}
    state = (num_layers * ways, data[1], state_size)
    found: dict[str, Any] = {"state": state, "state_cell": state, "sequence_length": (data[1],)}
    if isinstance(data[2], int):
        sizes = [
            math.prod(w) + math.prod(u) + 2 * w[0] for w, u in _weights(data[2], state_size, num_layers, ways, mode)
        ]
        found["parameters"] = (sum(sizes),)
    return found


@layer(given=_recurrent_inputs, outputs=_recurrent_outputs, shapes=_recurrent_shapes)
def RNN(  # noqa: N802
    data: Any,
    parameters: Any,
    state: Any,
    state_cell: Any = None,
    sequence_length: Any = None,
    *,
    state_size: int,
    num_layers: int,
    mode: str,
    bidirectional: bool = False,
    p: float = 0.0,
    state_outputs: bool = False,
    projection_size: int | None = None,
    use_sequence_length: bool = False,
    lstm_state_clip_min: float | None = None,
    lstm_state_clip_max: float | None = None,
    lstm_state_clip_nan: bool = False,
    key: Any = None,
) -> Any:
    """`num_layers` recurrent layers ("rnn_relu", "rnn_tanh", "lstm", "gru") over `data[steps, batch, features]`, from
    `state[layers * ways, batch, state_size]` (and for lstm a cell of that shape): `[steps, batch, ways * state_size]`.

    `parameters` is one vector: of each layer and way the weights of the input, then of the state, as rows of gates
    (lstm: input, forget, candidate, output; gru: reset, update, new); then of each its two biases. While it trains, `p`
    of the values between layers are dropped out. `state_outputs` gives the last states as well.
    """
    if mode not in _GATES:
        raise ValueError(f"mode is {', '.join(_GATES)}, not {mode!r}")
    if projection_size is not None or lstm_state_clip_min is not None or lstm_state_clip_max is not None:
        raise ValueError(
            "RNN has no projections and clips no states: leave projection_size and lstm_state_clip_... out"
        )
    ways = 1 + bidirectional
    shapes = [*_weights(data.shape[2], state_size, num_layers, ways, mode)]
    total = sum(math.prod(w) + math.prod(u) + 2 * w[0] for w, u in shapes)
    if parameters.shape != (total,):
        raise ValueError(
            f"RNN of {data.shape} takes a vector of {total} parameters, not an array of {parameters.shape}"
        )
    begin = 0

    def taken(shape: tuple[int, ...]) -> Any:
        nonlocal begin
        begin += math.prod(shape)
        return as_handle(ops.reshape(parameters[begin - math.prod(shape) : begin], shape=shape))

    weights = [(taken(w), taken(u)) for w, u in shapes]
    biases = [(taken((w[0],)), taken((w[0],))) for w, _ in shapes]
    lengths = () if sequence_length is None else (ops.astype(sequence_length, dtype=numpy.dtype(numpy.int64)),)
    x, last = data, list[Sequence[Any]]()
    for number in range(num_layers):
        if number and p and key is not None:
            x = functional.dropout(x, random.fold_in(key, number), p)
        outputs: list[Any] = []
        for way in range(ways):
            at = number * ways + way
            states = [s[at] for s in (state, state_cell) if s is not None]
            operands = (as_handle(x), *map(as_handle, states), *weights[at], *biases[at], *lengths)
            out, *final = record(_OPS[mode], operands, {"reverse": True} if way else {}, as_array=True)
            outputs.append(out)
            last.append(final)
        x = outputs[0] if ways == 1 else np.concatenate(outputs, axis=-1)
    if not state_outputs:
        return x
    return (x, *(np.stack(list(column)) for column in zip(*last, strict=True)))


def _ends(use_sequence_length: bool = False, **_: Any) -> Collection[str]:
    return ("sequence_length",) if use_sequence_length else ()


def _lengths(known: Known, axis: int = 0, **_: Any) -> Mapping[str, Any]:
    data = known["data"]
    return {"sequence_length": (data[1 - axis],)} if data and axis in (0, 1) else {}


def _first_axis(axis: int) -> None:
    if axis not in (0, 1):
        raise ValueError(f"the steps of a sequence are axis 0 or 1, not {axis}")


def _against(lengths: Any, data: Any, axis: int) -> tuple[Any, Any]:
    """The numbers of steps and the lengths of sequences, as arrays against data."""
    rest = (1,) * (data.ndim - 2)
    steps = record_made(ops.iota, size=data.shape[axis])
    whole = ops.astype(lengths, dtype=numpy.dtype(numpy.int64))
    step = (-1, 1, *rest) if axis == 0 else (1, -1, *rest)
    batch = (1, -1, *rest) if axis == 0 else (-1, 1, *rest)
    return np.reshape(steps, step), np.reshape(whole, batch)


@layer(given=_ends, shapes=_lengths)
def SequenceLast(  # noqa: N802
    data: Any, sequence_length: Any = None, *, use_sequence_length: bool = False, axis: int = 0
) -> Any:
    """The last step of each sequence: of `data[steps, batch, ...]`, or with axis 1 of `data[batch, steps, ...]`."""
    _first_axis(axis)
    if sequence_length is None:
        return data[-1] if axis == 0 else data[:, -1]
    steps, lengths = _against(sequence_length, data, axis)
    return np.sum(np.where(steps == lengths - 1, data, 0), axis=axis)


@layer(given=_ends, shapes=_lengths)
def SequenceMask(  # noqa: N802
    data: Any, sequence_length: Any = None, *, use_sequence_length: bool = False, value: float = 0.0, axis: int = 0
) -> Any:
    """data with `value` in all steps after the end of their sequence."""
    _first_axis(axis)
    if sequence_length is None:
        return data
    steps, lengths = _against(sequence_length, data, axis)
    return np.where(steps < lengths, data, value)


@layer(given=_ends, shapes=_lengths)
def SequenceReverse(  # noqa: N802
    data: Any, sequence_length: Any = None, *, use_sequence_length: bool = False, axis: int = 0
) -> Any:
    """Each sequence from its end to its beginning; steps after its end stay where they are."""
    if axis != 0:
        raise ValueError(f"sequences are turned round along axis 0, not {axis}")
    if sequence_length is None:
        return np.flip(data, axis=0)
    steps, lengths = _against(sequence_length, data, 0)
    at = np.where(steps < lengths, lengths - 1 - steps, steps)
    return np.take_along_axis(data, np.broadcast_to(at, data.shape), axis=0)
