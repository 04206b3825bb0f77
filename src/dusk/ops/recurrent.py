"""Recurrent networks: cells, and whole sequences as one loop.

Gates, their order and their formulas are PyTorch's: an LSTM has rows of weights for i, f, g, o (Hochreiter and
Schmidhuber 1997, with forget gates), a GRU for r, z, n (Cho et al. 2014, the candidate's hidden product inside of the
reset gate). What a cell takes of x is one product over all steps before the loop.

    rnn   h' = tanh(x W' + b + h U' + d)     (or relu)
    lstm  c' = sigmoid(f) c + sigmoid(i) tanh(g),  h' = sigmoid(o) tanh(c')   of i, f, g, o = x W' + b + h U' + d
    gru   h' = (1 - z) n + z h,  n = tanh(x Wn' + bn + r (h Un' + dn)),  r, z = sigmoid(x W' + b + h U' + d)
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from dusk.graph.graph import Graph, trace
from dusk.graph.node import Value
from dusk.graph.op import Op, define
from dusk.graph.types import Dim, TensorType
from dusk.ops.arithmetic import add, subtract
from dusk.ops.contract import contract
from dusk.ops.create import build, iota
from dusk.ops.exponential import relu, sigmoid
from dusk.ops.join import window
from dusk.ops.logic import less
from dusk.ops.movement import expand_dims
from dusk.ops.pointwise import Kind, common, multiply
from dusk.ops.scan import scan
from dusk.ops.select import where
from dusk.ops.trigonometric import tanh

States = tuple[Any, ...]
Step = Callable[..., States]


class Cell(NamedTuple):
    """A kind of cell: how many gates and states it has, and a step in ops: step(a, u, *states), where `a` is what x
    gives to the gates and `u` what h gives. Where `folds`, they only meet as their sum."""

    gates: int
    states: int
    step: Step
    folds: bool = True


def _gates(a: Any, n: int) -> list[Any]:
    width = a.shape[-1] // n
    return [window(a, a.ndim - 1, k * width, width) for k in range(n)]


def _rnn(activation: Any) -> Step:
    def step(a: Value, u: Value, h: Value) -> States:
        return (activation(add(a, u)),)

    return step


def _lstm(a: Value, u: Value, h: Value, c: Value) -> States:
    i, f, g, o = _gates(add(a, u), 4)
    c = add(multiply(sigmoid(f), c), multiply(sigmoid(i), tanh(g)))
    return multiply(sigmoid(o), tanh(c)), c


def _gru(a: Value, u: Value, h: Value) -> States:
    (ar, az, an), (ur, uz, un) = _gates(a, 3), _gates(u, 3)
    r, z = sigmoid(add(ar, ur)), sigmoid(add(az, uz))
    n = tanh(add(an, multiply(r, un)))
    return (add(n, multiply(z, subtract(h, n))),)


CELLS = {
    "tanh": Cell(1, 1, _rnn(tanh)),
    "relu": Cell(1, 1, _rnn(relu)),
    "lstm": Cell(4, 2, _lstm),
    "gru": Cell(3, 1, _gru, folds=False),
}


def _sigmoid(x: Any) -> Any:
    return sigmoid.body(x)


def _numpy_step(kind: str, a: Any, u: Any, *states: Any) -> States:
    """A step in NumPy: the reference."""
    h = states[0]
    if kind == "lstm":
        i, f, g, o = np.split(a + u, 4, axis=-1)
        c = _sigmoid(f) * states[1] + _sigmoid(i) * np.tanh(g)
        return _sigmoid(o) * np.tanh(c), c
    if kind == "gru":
        (ar, az, an), (ur, uz, un) = np.split(a, 3, axis=-1), np.split(u, 3, axis=-1)
        n, z = np.tanh(an + _sigmoid(ar + ur) * un), _sigmoid(az + uz)
        return (n + z * (h - n),)
    return (np.tanh(a + u) if kind == "tanh" else np.where(a + u > 0, a + u, np.zeros((), a.dtype)),)


# -- operands: x, states, weights of x and of h, two biases or none, lengths if any -----------------------


class _Operands(NamedTuple):
    x: Any
    states: tuple[Any, ...]
    w: Any
    u: Any
    biases: tuple[Any, ...]
    lengths: Any


def _sorted(cell: Cell, xs: Sequence[Any], dtypes: Sequence[np.dtype[Any]]) -> _Operands:
    """Operands by their names; ValueError: too few or too many."""
    n, rest = 3 + cell.states, list(xs[3 + cell.states :])
    lengths = rest.pop() if rest and dtypes[-1].kind in "iu" else None
    if len(xs) < n or len(rest) not in (0, 2):
        raise ValueError(f"{len(xs)} operands: expected x, {cell.states} state(s), weights of x and of h, "
                         "two biases or none, and lengths (integers), if any")  # fmt: skip
    return _Operands(xs[0], tuple(xs[1 : n - 2]), xs[n - 2], xs[n - 1], tuple(rest), lengths)


def _promote(*kinds: Kind, **params: Any) -> tuple[np.dtype[Any], ...]:
    last = common(kinds[-1])
    counted = last.kind in "iu" and len(kinds) > 1
    floats = kinds[:-1] if counted else kinds
    dtype = np.result_type(common(*floats), np.float16)
    return (*(dtype for _ in floats), *((last,) if counted else ()))


def _fit(cell: Cell, xs: Sequence[TensorType], steps: bool) -> _Operands:
    """The types of operands, which are to fit each other (ValueError)."""
    o = _sorted(cell, xs, [t.dtype for t in xs])
    lead = 2 if steps else 1
    if o.x.ndim != lead + 1 or o.u.ndim != 2:
        raise ValueError(f"x of shape {o.x.shape} and weights of h of shape {o.u.shape}: expected "
                         f"{'(steps, batch, features)' if steps else '(batch, features)'} and "
                         f"({cell.gates} * hidden, hidden)")  # fmt: skip
    hidden, batch = o.u.shape[1], o.x.shape[lead - 1]
    wanted = {
        "a state": [(s, (batch, hidden)) for s in o.states],
        "weights of x": [(o.w, (cell.gates * hidden, o.x.shape[-1]))],
        "weights of h": [(o.u, (cell.gates * hidden, hidden))],
        "a bias": [(b, (cell.gates * hidden,)) for b in o.biases],
        "lengths": [(o.lengths, (batch,))] if o.lengths is not None else [],
    }
    for name, pairs in wanted.items():
        for met, shape in pairs:
            if met.shape != shape:
                raise ValueError(f"{name} of shape {met.shape}, expected {shape}: x is {o.x.shape}, weights of h are "
                                 f"{o.u.shape}, for {cell.gates} gate(s)")  # fmt: skip
    if steps and not isinstance(o.x.shape[0], Dim) and o.x.shape[0] < 1:
        raise ValueError("a sequence of 0 steps")
    if o.lengths is not None and not steps:
        raise ValueError("lengths are for sequences, not for a single step")
    return o


def _from_x(cell: Cell, o: _Operands, labels: tuple[str, str, str]) -> Value:
    """What x gives to the gates, with all biases that can be added at once."""
    a = contract(o.x, o.w, labels=labels)
    if not o.biases:
        return a
    b, d = o.biases
    return add(a, add(b, d) if cell.folds else b)


def _from_h(cell: Cell, h: Value, u: Value, rest: Sequence[Value]) -> Value:
    made = contract(h, u, labels=("bh", "gh", "bg"))
    return made if cell.folds or not rest else add(made, rest[0])


@functools.lru_cache(maxsize=256)
def _round(kind: str, masked: bool, biased: bool, *types: TensorType) -> Graph:
    """The body of a sequence's scan: (*states, a, mask?, u, d?) -> (*states, output)."""
    cell = CELLS[kind]

    def body(*xs: Value) -> tuple[Value, ...]:
        states, rest = xs[: cell.states], list(xs[cell.states :])
        a, mask = rest.pop(0), rest.pop(0) if masked else None
        made = cell.step(a, _from_h(cell, states[0], rest[0], rest[1:]), *states)
        if mask is None:
            return (*made, made[0])
        there = expand_dims(mask, axis=-1)
        return (*(where(there, new, old) for new, old in zip(made, states, strict=True)), where(there, made[0], 0))

    return trace(body, *types)


def _sequence(kind: str, doc: str) -> Op:
    cell = CELLS[kind]

    def infer(*xs: TensorType, reverse: bool = False) -> Any:
        o = _fit(cell, xs, steps=True)
        t, b = o.x.shape[:2]
        return (o.states[0].with_((t, b, o.u.shape[1])), *o.states)

    def inline(*xs: Value, reverse: bool = False) -> Any:
        o = _sorted(cell, xs, [v.dtype for v in xs])
        a = _from_x(cell, o, ("tbf", "gf", "tbg"))
        length = o.x.shape[0]
        operands, sources = [*o.states, a], ["carry"] * cell.states + ["each"]
        if o.lengths is not None:
            steps = expand_dims(build(iota, size=length), axis=1)
            operands.append(less(steps, expand_dims(o.lengths, axis=0)))
            sources.append("each")
        fixed = [o.u, *(() if cell.folds else o.biases[1:])]
        types = [v.type.with_(v.shape[1:]) if s == "each" else v.type for v, s in zip(operands, sources, strict=True)]
        body = _round(kind, o.lengths is not None, bool(o.biases), *types, *(v.type for v in fixed))
        words: dict[str, Any] = {"reverse": True} if reverse else {}
        sources += ["same"] * len(fixed)
        *last, out = scan(*operands, *fixed, body=body, length=length, sources=tuple(sources), **words)
        return (out, *last)

    def run(*xs: Any, reverse: bool = False) -> Any:
        o = _sorted(cell, xs, [np.asarray(v).dtype for v in xs])
        b, d = o.biases or (0, 0)
        a = o.x @ o.w.T + b
        states: tuple[Any, ...] = o.states
        out = np.zeros((*a.shape[:2], o.u.shape[1]), a.dtype)
        for t in reversed(range(len(a))) if reverse else range(len(a)):
            made = _numpy_step(kind, a[t], states[0] @ o.u.T + d, *states)
            there: Any = np.ones((a.shape[1], 1), bool) if o.lengths is None else (t < o.lengths)[:, None]
            states = tuple(where.body(there, new, old) for new, old in zip(made, states, strict=True))
            out[t] = np.where(there, made[0], 0)
        return (out, *states)

    name = {"tanh": "rnn", "relu": "rnn_relu"}.get(kind, kind)
    return define(name=name, doc=doc, infer=infer, promote=_promote, inline=inline, loops=True)(run)


def _cell(kind: str, doc: str) -> Op:
    cell = CELLS[kind]

    def infer(*xs: TensorType) -> Any:
        states = _fit(cell, xs, steps=False).states
        return states[0] if cell.states == 1 else states

    def inline(*xs: Value) -> Any:
        o = _sorted(cell, xs, [v.dtype for v in xs])
        a = _from_x(cell, o, ("bf", "gf", "bg"))
        made = cell.step(a, _from_h(cell, o.states[0], o.u, o.biases[1:]), *o.states)
        return made[0] if cell.states == 1 else made

    def run(*xs: Any) -> Any:
        o = _sorted(cell, xs, [np.asarray(v).dtype for v in xs])
        b, d = o.biases or (0, 0)
        made = _numpy_step(kind, o.x @ o.w.T + b, o.states[0] @ o.u.T + d, *o.states)
        return made[0] if cell.states == 1 else made

    name = {"tanh": "rnn", "relu": "rnn_relu"}.get(kind, kind) + "_cell"
    return define(name=name, doc=doc, infer=infer, promote=_promote, inline=inline)(run)


_OF_STEPS = """over x[steps, batch, features], from states [batch, hidden]: outputs[steps, batch, hidden], then the
last states.

Operands: x, states, weights of x [gates * hidden, features] and of h [gates * hidden, hidden], then two biases
[gates * hidden] or none, then `lengths` int[batch], if any: a sequence's states stay what they are at its end, outputs
after it are 0. With `reverse` from the last step to the first, so each sequence from its own end."""
_OF_ONE = """of x[batch, features] and states [batch, hidden]: the new states.

Operands: x, states, weights of x [gates * hidden, features] and of h [gates * hidden, hidden], then two biases
[gates * hidden] or none."""

rnn = _sequence("tanh", f"A recurrent layer, h' = tanh(x W' + b + h U' + d), {_OF_STEPS}")
rnn_relu = _sequence("relu", f"A recurrent layer, h' = relu(x W' + b + h U' + d), {_OF_STEPS}")
lstm = _sequence("lstm", f"A layer of long short-term memory, with states h and c, {_OF_STEPS}")
gru = _sequence("gru", f"A layer of gated recurrent units {_OF_STEPS}")
rnn_cell = _cell("tanh", f"tanh(x W' + b + h U' + d) {_OF_ONE}")
rnn_relu_cell = _cell("relu", f"relu(x W' + b + h U' + d) {_OF_ONE}")
lstm_cell = _cell("lstm", f"A step of long short-term memory, with states h and c, {_OF_ONE}")
gru_cell = _cell("gru", f"A step of gated recurrent units {_OF_ONE}")

__all__ = ["gru", "gru_cell", "lstm", "lstm_cell", "rnn", "rnn_cell", "rnn_relu", "rnn_relu_cell"]
