"""Rows of recurrent layers, whose gates and formulas are ONNX's."""

# Rows are written in NumPy's words on values of any kind.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dusk import ops
from dusk.formats.onnx.rows import Call, known_ints, row, writes
from dusk.formats.onnx.rows_activations import hard_sigmoid
from dusk.formats.onnx.rows_shapes import parts

Function = Callable[[Any], Any]
_ORDERS = {"lstm": (0, 2, 3, 1), "gru": (1, 0, 2), "rnn": (0,)}
"""Where Dusk's gates (i f g o; r z n) are among ONNX's (i o f c; z r h)."""


def _activation(name: str, alpha: float | None, beta: float | None) -> Function:
    first = {"leakyrelu": 0.01, "hardsigmoid": 0.2}.get(name, 1.0) if alpha is None else alpha
    second = (0.5 if name == "hardsigmoid" else 0.0 if name == "affine" else 1.0) if beta is None else beta
    table: dict[str, Function] = {
        "tanh": ops.tanh,
        "relu": ops.relu,
        "sigmoid": ops.sigmoid,
        "affine": lambda x: first * x + second,
        "leakyrelu": lambda x: ops.where(ops.less(x, 0), first * x, x),
        "thresholdedrelu": lambda x: ops.where(ops.greater(x, first), x, 0 * x),
        "scaledtanh": lambda x: first * ops.tanh(second * x),
        "hardsigmoid": lambda x: hard_sigmoid(x, first, second),
        "elu": lambda x: ops.where(ops.less(x, 0), first * ops.expm1(ops.minimum(x, 0)), x),
        "softsign": lambda x: x / (1 + ops.absolute(x)),
        "softplus": ops.softplus,
    }
    if name not in table:
        raise ValueError(f"an activation {name!r} is not known; there are {', '.join(table)}")
    return table[name]


class _Layer:
    """One direction of a recurrent layer over x[steps, batch, features]."""

    def __init__(self, call: Call, kind: str, names: Sequence[str], place: int, count: int) -> None:
        self.call, self.kind = call, kind
        each = len(names)
        given = [n.lower() for n in call.get("activations", list(names) * count)]
        alphas, betas = list(call.get("activation_alpha", ())), list(call.get("activation_beta", ()))
        alpha: list[Any] = (alphas + [None] * len(given))[: len(given)]
        beta: list[Any] = (betas + [None] * len(given))[: len(given)]
        own = slice(place * each, (place + 1) * each)
        self.names = given[own]
        self.functions = [_activation(*of) for of in zip(self.names, alpha[own], beta[own])]
        self.standard = self.names == [n.lower() for n in names]
        self.clip = call.get("clip")

    def bounded(self, x: Any) -> Any:
        return x if self.clip is None else ops.minimum(ops.maximum(x, -self.clip), self.clip)

    def run(
        self, x: Any, w: Any, u: Any, b: Any, states: list[Any], peepholes: Any, lengths: Any, reverse: bool
    ) -> Any:
        """Outputs[steps, batch, hidden], then the last states."""
        plain = self.kind != "gru" or self.call.get("linear_before_reset", 0)
        cells = {"lstm": ops.lstm, "gru": ops.gru, "rnn": ops.rnn}
        fits = self.clip is None and peepholes is None and plain and not self.call.get("input_forget", 0)
        if self.standard and fits:
            w, u = (self.ordered(v) for v in (w, u))
            biases = [] if b is None else [self.ordered(v) for v in parts(b, 0, (b.shape[0] // 2,) * 2)]
            ends = [] if lengths is None else [lengths]
            return cells[self.kind](x, *states, w, u, *biases, *ends, reverse=reverse)
        return self.steps(x, w, u, b, states, peepholes, lengths, reverse)

    def ordered(self, v: Any) -> Any:
        order = _ORDERS[self.kind]
        gates = parts(v, 0, (v.shape[0] // len(order),) * len(order))
        return self.call.np.concatenate([gates[k] for k in order], axis=0) if len(order) > 1 else v

    def steps(
        self, x: Any, w: Any, u: Any, b: Any, states: list[Any], peepholes: Any, lengths: Any, reverse: bool
    ) -> Any:
        """Step by step, for what is in no layer of Dusk's."""
        gates = len(_ORDERS[self.kind])
        hidden = u.shape[1]
        wb, ub = (None, None) if b is None else parts(b, 0, (gates * hidden,) * 2)
        outputs: list[Any] = [None] * x.shape[0]
        step = {"lstm": self.lstm, "gru": self.gru, "rnn": self.rnn}[self.kind]
        for t in reversed(range(x.shape[0])) if reverse else range(x.shape[0]):
            a = ops.matmul(x[t], w.T)
            after = step(a if wb is None else a + wb, u, ub, states, peepholes, hidden)
            if lengths is None:
                states, outputs[t] = after, after[0]
            else:
                runs = (np.asarray(t) < lengths)[:, None]
                outputs[t] = ops.where(runs, after[0], 0 * after[0])
                states = [ops.where(runs, new, old) for new, old in zip(after, states)]
        return (self.call.np.stack(outputs), *states)

    def rnn(self, a: Any, u: Any, ub: Any, states: list[Any], _: Any, hidden: int) -> list[Any]:
        total = a + ops.matmul(states[0], u.T)
        return [self.functions[0](self.bounded(total if ub is None else total + ub))]

    def lstm(self, a: Any, u: Any, ub: Any, states: list[Any], peepholes: Any, hidden: int) -> list[Any]:
        f, g, h = self.functions
        total = a + ops.matmul(states[0], u.T)
        i, o, forget, c = parts(total if ub is None else total + ub, 1, (hidden,) * 4)
        pi, po, pf = (0, 0, 0) if peepholes is None else parts(peepholes, 0, (hidden,) * 3)
        before = states[1]
        i = f(self.bounded(i + pi * before))
        forget = 1 - i if self.call.get("input_forget", 0) else f(self.bounded(forget + pf * before))
        cell = forget * before + i * g(self.bounded(c))
        return [f(self.bounded(o + po * cell)) * h(cell), cell]

    def gru(self, a: Any, u: Any, ub: Any, states: list[Any], _: Any, hidden: int) -> list[Any]:
        f, g = self.functions
        before = states[0]
        az, ar, ah = parts(a, 1, (hidden,) * 3)
        uz, ur, uh = parts(u, 0, (hidden,) * 3)
        bz, br, bh = (0, 0, 0) if ub is None else parts(ub, 0, (hidden,) * 3)
        z = f(self.bounded(az + ops.matmul(before, uz.T) + bz))
        r = f(self.bounded(ar + ops.matmul(before, ur.T) + br))
        if self.call.get("linear_before_reset", 0):
            new = g(self.bounded(ah + r * (ops.matmul(before, uh.T) + bh)))
        else:
            new = g(self.bounded(ah + ops.matmul(r * before, uh.T) + bh))
        return [(1 - z) * new + z * before]


def _layer(
    call: Call, kind: str, names: Sequence[str], x: Any, w: Any, u: Any, b: Any, lengths: Any, starts: list[Any],
    peepholes: Any,
) -> Any:  # fmt: skip
    np_ = call.np
    beside = call.get("layout", 0)
    x = x.swapaxes(0, 1) if beside else x
    count, hidden = w.shape[0], u.shape[2]
    shape = (x.shape[1], hidden)
    ends = None if lengths is None else np.asarray(known_ints(lengths), np.int64)
    if ends is not None and (ends == x.shape[0]).all():
        ends = None
    made: list[Any] = []
    for d in range(count):
        states = [np_.zeros(shape, x.dtype) if s is None else (s[:, d] if beside else s[d]) for s in starts]
        reverse = d == 1 or call.get("direction", "forward") == "reverse"
        layer = _Layer(call, kind, names, d, count)
        made.append(layer.run(x, w[d], u[d], None if b is None else b[d], states,
                              None if peepholes is None else peepholes[d], ends, reverse))  # fmt: skip
    y, *last = (np_.stack([m[k] for m in made], axis=1 if k == 0 else 0) for k in range(1 + len(starts)))
    if beside:
        return y.transpose((2, 0, 1, 3)), *(s.swapaxes(0, 1) for s in last)
    return y, *last


@writes(ops.lstm, ops.gru, ops.rnn, ops.rnn_relu, exact=lambda node: False)
def _(w: Any, node: Any, x: str, *names: str) -> tuple[str, ...]:
    kind, states = {ops.lstm: ("lstm", 2), ops.gru: ("gru", 1)}.get(node.op, ("rnn", 1))
    starts, (weights, hidden), rest = names[:states], names[states : states + 2], list(names[states + 2 :])
    ends = rest.pop() if node.inputs[-1].type.dtype.kind in "iu" else ""
    order, size = _ORDERS[kind], node.types[0].shape[2]
    places = [order.index(k) * size + i for k in range(len(order)) for i in range(size)]  # of ONNX's gates in Dusk's
    at = w.ints(places)

    def ordered(name: str) -> str:
        found = w.put("Gather", [name, at], axis=0) if kind != "rnn" else name
        return w.put("Unsqueeze", [found, w.ints((0,))])

    bias = w.put("Concat", [ordered(b) for b in rest], axis=1) if rest else ""
    ends = w.put("Cast", [ends], to=6) if ends else ""
    first = [w.put("Unsqueeze", [s, w.ints((0,))]) for s in starts]
    attributes: dict[str, Any] = {
        "hidden_size": size,
        "direction": "reverse" if node.keywords.get("reverse") else "forward",
    }
    attributes |= {"linear_before_reset": 1} if kind == "gru" else {}
    attributes |= {"activations": ["Relu"]} if node.op is ops.rnn_relu else {}
    y, *last = w.put(kind.upper(), [x, ordered(weights), ordered(hidden), bias, ends, *first], 1 + states, **attributes)
    return (w.put("Squeeze", [y, w.ints((1,))]), *(w.put("Squeeze", [s, w.ints((0,))]) for s in last))


@row("RNN", known=(4,))
def _(call: Call, x: Any, w: Any, u: Any, b: Any = None, lengths: Any = None, h: Any = None) -> Any:
    return _layer(call, "rnn", ("Tanh",), x, w, u, b, lengths, [h], None)


@row("GRU", known=(4,))
def _(call: Call, x: Any, w: Any, u: Any, b: Any = None, lengths: Any = None, h: Any = None) -> Any:
    return _layer(call, "gru", ("Sigmoid", "Tanh"), x, w, u, b, lengths, [h], None)


@row("LSTM", known=(4,))
def _(
    call: Call, x: Any, w: Any, u: Any, b: Any = None, lengths: Any = None, h: Any = None, c: Any = None, p: Any = None
) -> Any:
    return _layer(call, "lstm", ("Sigmoid", "Tanh", "Tanh"), x, w, u, b, lengths, [h, c], p)
