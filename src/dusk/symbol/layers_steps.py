"""Recurrent layers as Caffe has them: steps are the first axis, and a number for each says if its sequence goes on.

Source of the LSTM: Zaremba, Sutskever, "Learning to Execute" (2014), as Caffe's documentation of its layers cites it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any

import dusk.numpy as np
from dusk import ops
from dusk.symbol.layer import Known, layer, product
from dusk.tracing.control import scan

_LSTM_STATES, _RNN_STATES = ("hidden", "cell"), ("hidden",)


def _inputs(
    states: Sequence[str], others: Sequence[str], expose_hidden: bool = False, num_inputs: int = 2, **_: Any
) -> Collection[str]:
    given = [*states] if expose_hidden else []
    static = ["static", "static_weight"] if num_inputs > 2 + len(given) else []
    return ["weight", "bias", "recurrent_weight", *others, *given, *static]


def _shapes(gates: int, known: Known, num_output: int, **_: Any) -> Mapping[str, Any]:
    units, rows = num_output, gates * num_output
    found: dict[str, Any] = {"bias": (rows,), "recurrent_weight": (rows, units)}
    found |= {"output_weight": (units, units), "output_bias": (units,)}
    data, static = known["data"], known.get("static")
    if data:
        found |= {"weight": (rows, product(data[2:])), "cont": data[:2]}
        found |= {state: (1, data[1], units) for state in _LSTM_STATES}
    if static:
        found["static_weight"] = (rows, product(static[1:]))
    return found


def _outputs(states: Sequence[str], expose_hidden: bool = False, **_: Any) -> Sequence[str]:
    return ("output", *states) if expose_hidden else ("output",)


def _looked_at(data: Any, cont: Any, static: Any, weight: Any, bias: Any, static_weight: Any) -> tuple[Any, Any]:
    """What inputs come to, at all steps at once, and whether sequences go on: `[steps, batch, 1]`."""
    steps, batch = data.shape[:2]
    goes_on = cont.reshape((steps, batch, 1)).astype(data.dtype)
    out = np.matmul(data.reshape((steps, batch, math.prod(data.shape[2:]))), weight.T) + bias
    if static is None:
        return out, goes_on
    return out + np.matmul(static.reshape((batch, math.prod(static.shape[1:]))), static_weight.T), goes_on


def _start(state: Any, data: Any, units: int) -> Any:
    return np.zeros((data.shape[1], units), data.dtype) if state is None else state.reshape((data.shape[1], units))


@layer(given=partial(_inputs, _LSTM_STATES, ()), shapes=partial(_shapes, 4), outputs=partial(_outputs, _LSTM_STATES))
def CaffeLSTM(  # noqa: N802
    data: Any,
    cont: Any,
    static: Any = None,
    hidden: Any = None,
    cell: Any = None,
    weight: Any = None,
    bias: Any = None,
    static_weight: Any = None,
    recurrent_weight: Any = None,
    *,
    num_output: int,
    expose_hidden: bool = False,
    num_inputs: int = 2,
) -> Any:
    """The hidden states `[steps, batch, units]` of an LSTM over `data[steps, batch, ...]`.

    Where `cont[steps, batch]` is 0 a sequence begins, and nothing of the step before counts. `static[batch, ...]` is
    looked at in every step. With `expose_hidden` the states before are inputs, `[1, batch, units]`, and the last ones
    outputs. Rows of the weights are those of the input gate, the forget gate, the output gate, and the input.
    """
    n = num_output

    def step(carry: Any, given: Any) -> Any:
        (h, c), (x, on) = carry, given
        gates = x + np.matmul(h * on, recurrent_weight.T)
        into, keep, out = (ops.sigmoid(gates[:, i * n : (i + 1) * n]) for i in range(3))
        c = on * keep * c + into * np.tanh(gates[:, 3 * n :])
        h = out * np.tanh(c)
        return (h, c), h

    begin = (_start(hidden, data, n), _start(cell, data, n))
    (h, c), found = scan(step, begin, _looked_at(data, cont, static, weight, bias, static_weight))
    return [found, np.expand_dims(h, 0), np.expand_dims(c, 0)] if expose_hidden else found


@layer(
    given=partial(_inputs, _RNN_STATES, ("output_weight", "output_bias")),
    shapes=partial(_shapes, 1),
    outputs=partial(_outputs, _RNN_STATES),
)
def CaffeRNN(  # noqa: N802
    data: Any,
    cont: Any,
    static: Any = None,
    hidden: Any = None,
    weight: Any = None,
    bias: Any = None,
    static_weight: Any = None,
    recurrent_weight: Any = None,
    output_weight: Any = None,
    output_bias: Any = None,
    *,
    num_output: int,
    expose_hidden: bool = False,
    num_inputs: int = 2,
) -> Any:
    """`h = tanh(what is seen + recurrent_weight @ h)` over the steps of data, of which `tanh(output_weight @ h +
    output_bias)` is given; the inputs are as those of `CaffeLSTM`."""

    def step(h: Any, given: Any) -> Any:
        x, on = given
        h = np.tanh(x + np.matmul(h * on, recurrent_weight.T))
        return h, h

    seen = _looked_at(data, cont, static, weight, bias, static_weight)
    h, found = scan(step, _start(hidden, data, num_output), seen)
    out = np.tanh(np.matmul(found, output_weight.T) + output_bias)
    return [out, np.expand_dims(h, 0)] if expose_hidden else out
