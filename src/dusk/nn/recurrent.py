"""Recurrent layers over whole sequences, and cells for single steps; weights, gates and their order are PyTorch's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from dusk import ops
from dusk.array import as_handle
from dusk.graph import Op
from dusk.graph.op import expand
from dusk.nn import functional
from dusk.nn.initialisers import Start, parameter
from dusk.nn.layers import Dropout, positive
from dusk.nn.module import Module
from dusk.numpy import concatenate, stack, zeros
from dusk.record import record


class _Weights(Module):
    """What layers and cells have in common: the weights of units that look at inputs and at their own state."""

    gates: ClassVar[int] = 1
    states: ClassVar[int] = 1

    def __init__(self, hidden: int, bias: bool, initialise: Start, dtype: Any) -> None:
        self.hidden, self.with_bias = positive("hidden", hidden), bias
        self.initialise, self.dtype = initialise, np.dtype(dtype)

    def make(self, features: int, suffix: str = "") -> None:
        """The weights of one layer in one direction."""
        rows, hidden = self.gates * self.hidden, self.hidden
        shapes = {"weight_ih": (rows, features), "weight_hh": (rows, hidden)}
        shapes |= {"bias_ih": (rows,), "bias_hh": (rows,)} if self.with_bias else {}
        for name, shape in shapes.items():
            fan_in = hidden if self.initialise == "fan_in" else shape[-1]  # that one is 1 / sqrt(hidden) for all
            start = self.initialise if name.startswith("weight") else "fan_in"
            setattr(self, name + suffix, parameter(start, shape, fan_in, rows, self.dtype))

    def taken(self, suffix: str = "") -> list[Any]:
        """Those weights, as ops take them."""
        names = ("weight_ih", "weight_hh", *(("bias_ih", "bias_hh") if self.with_bias else ()))
        return [getattr(self, name + suffix) for name in names]

    def parts(self, state: Any, shape: tuple[int, ...]) -> list[Any]:
        """A state as a list of arrays of a shape; zeros where none is given."""
        if state is None:
            return [zeros(shape, self.dtype)] * self.states
        given = [state] if self.states == 1 else [*state]
        found = [functional.floating(s, self.dtype) for s in given]
        if len(found) != self.states or any(s.shape != shape for s in found):
            met = ", ".join(str(s.shape) for s in found)
            raise ValueError(f"{type(self).__name__}: a state of shape(s) {met}, expected {self.states} of {shape}")
        return found


class _Recurrent(_Weights):
    """Sequences `x[batch, steps, features]` to outputs `[batch, steps, hidden]` and the last state.

    `layers` of them, each on the outputs of the one before, with `dropout` in between while training; `bidirectional`:
    in both directions, outputs side by side (`[batch, steps, 2 * hidden]`). `batch_first=False`: steps come first, in
    x and outputs. `layer(x, state=None, lengths=None)`: the state to begin with (default: zeros) is as the one that
    comes back, `[layers * directions, batch, hidden]`, of an LSTM a pair of these (h, c). `lengths`, integers
    `[batch]`, say where sequences end: states are those at their ends, outputs after them 0, and the way back begins
    there. Weights `[gates * hidden, features]` begin uniform in ±1 / sqrt(hidden).

    Raises ValueError for shapes that do not fit.
    """

    op: ClassVar[Op]

    def __init__(
        self,
        hidden: int,
        *,
        layers: int = 1,
        bidirectional: bool = False,
        dropout: float = 0.0,
        batch_first: bool = True,
        bias: bool = True,
        initialise: Start = "fan_in",
        dtype: Any = np.float32,
    ) -> None:
        super().__init__(hidden, bias, initialise, dtype)
        self.layers, self.bidirectional, self.batch_first = positive("layers", layers), bidirectional, batch_first
        self.dropout = Dropout(dropout) if dropout else None

    @property
    def suffixes(self) -> list[str]:
        """What the names of weights end with: for each layer its directions."""
        ways = ("", "_reverse") if self.bidirectional else ("",)
        return [f"_l{layer}{way}" for layer in range(self.layers) for way in ways]

    def build(self, x: Any, state: Any = None, lengths: Any = None) -> None:
        shape = np.shape(x)
        if len(shape) != 3:
            order = "batch, steps" if self.batch_first else "steps, batch"
            raise ValueError(f"{type(self).__name__} takes x[{order}, features], not an array of shape {shape}")
        for suffix in self.suffixes:
            first = suffix.startswith("_l0")
            self.make(shape[-1] if first else self.hidden * (1 + self.bidirectional), suffix)

    def forward(self, x: Any, state: Any = None, lengths: Any = None) -> Any:
        x = functional.floating(x, self.dtype)
        if x.ndim != 3:
            raise ValueError(f"{type(self).__name__} takes three axes, not an array of shape {x.shape}")
        if self.batch_first:
            x = x.swapaxes(0, 1)
        batch, ends = x.shape[1], () if lengths is None else (_lengths(lengths, x.shape[1]),)
        given = None if state is None else self.parts(state, (len(self.suffixes), batch, self.hidden))
        last: list[Sequence[Any]] = []
        for layer in range(self.layers):
            if layer and self.dropout is not None:
                x = self.dropout(x)
            outputs: list[Any] = []
            for suffix in [s for s in self.suffixes if s.split("_")[1] == f"l{layer}"]:
                at = len(last)
                first = self.parts(None, (batch, self.hidden)) if given is None else [s[at] for s in given]
                reverse = suffix.endswith("_reverse")
                operands = (x, *first, *self.taken(suffix), *ends)
                output, *states = record(self.op, operands, {"reverse": reverse}, as_array=True)
                outputs.append(output)
                last.append(states)
            x = outputs[0] if len(outputs) == 1 else concatenate(outputs, axis=-1)
        whole = [stack(column) for column in zip(*last, strict=True)]
        return x.swapaxes(0, 1) if self.batch_first else x, whole[0] if len(whole) == 1 else tuple(whole)


class LSTM(_Recurrent):
    """Long short-term memory (Hochreiter and Schmidhuber 1997; gates i, f, g, o).

    >>> import dusk.numpy as np
    >>> from dusk import nn
    >>> outputs, (h, c) = nn.LSTM(8)(np.zeros((2, 5, 3)))
    >>> outputs.shape, h.shape, c.shape
    ((2, 5, 8), (1, 2, 8), (1, 2, 8))
    """

    gates, states, op = 4, 2, ops.lstm


class GRU(_Recurrent):
    """Gated recurrent units (Cho and others 2014; gates r, z, n).

    >>> import dusk.numpy as np
    >>> from dusk import nn
    >>> outputs, h = nn.GRU(8, layers=2, bidirectional=True)(np.zeros((2, 5, 3)), lengths=[5, 3])
    >>> outputs.shape, h.shape
    ((2, 5, 16), (4, 2, 8))
    """

    gates, op = 3, ops.gru


class RNN(_Recurrent):
    """h' = tanh(W x + b + U h + d) (Elman 1990), or with relu.

    >>> import dusk.numpy as np
    >>> from dusk import nn
    >>> outputs, h = nn.RNN(8, activation="relu")(np.zeros((2, 5, 3)))
    >>> outputs.shape, h.shape
    ((2, 5, 8), (1, 2, 8))
    """

    def __init__(self, hidden: int, *, activation: str = "tanh", **rest: Any) -> None:
        super().__init__(hidden, **rest)
        self.activation = activation
        self.op = _activated(activation, ops.rnn, ops.rnn_relu)  # type: ignore[misc]


class _Cell(_Weights):
    """One step: `cell(x[batch, features], state=None)` gives the new state `[batch, hidden]`, of an LSTM (h, c)."""

    op: ClassVar[Op]

    def __init__(
        self, hidden: int, *, bias: bool = True, initialise: Start = "fan_in", dtype: Any = np.float32
    ) -> None:
        super().__init__(hidden, bias, initialise, dtype)

    def build(self, x: Any, state: Any = None) -> None:
        if np.ndim(x) != 2:
            raise ValueError(f"{type(self).__name__} takes x[batch, features], not an array of shape {np.shape(x)}")
        self.make(np.shape(x)[1])

    def forward(self, x: Any, state: Any = None) -> Any:
        x = functional.floating(x, self.dtype)
        first = self.parts(state, (x.shape[0], self.hidden))
        operands = (x, *first, *self.taken())
        expand(self.op, tuple(v.type for v in operands), ())  # whose errors name the operands
        # in smaller ops, of which a gradient keeps what it needs; steps of a loop become rounds of one all the same
        return self.op.inline(*operands)  # type: ignore[misc]


class LSTMCell(_Cell):
    """A step of long short-term memory: `cell(x[batch, features], (h, c))` gives (h, c), each `[batch, hidden]`."""

    gates, states, op = 4, 2, ops.lstm_cell


class GRUCell(_Cell):
    """A step of gated recurrent units: `cell(x[batch, features], h[batch, hidden])` gives h."""

    gates, op = 3, ops.gru_cell


class RNNCell(_Cell):
    """A step of h' = tanh(W x + b + U h + d), or with relu: `cell(x[batch, features], h[batch, hidden])` gives h."""

    def __init__(self, hidden: int, *, activation: str = "tanh", **rest: Any) -> None:
        super().__init__(hidden, **rest)
        self.activation = activation
        self.op = _activated(activation, ops.rnn_cell, ops.rnn_relu_cell)  # type: ignore[misc]


def _activated(name: str, tanh: Op, relu: Op) -> Op:
    if name not in ("tanh", "relu"):
        raise ValueError(f"an RNN's activation is 'tanh' or 'relu', not {name!r}")
    return tanh if name == "tanh" else relu


def _lengths(given: Any, batch: int) -> Any:
    found = as_handle(given)
    if found.dtype.kind not in "iu" or found.shape != (batch,):
        raise ValueError(f"lengths are integers [batch], not {found.dtype} of shape {found.shape} for batch {batch}")
    return found
