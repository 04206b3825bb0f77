"""Rows for ops that are loops: scans, recurrent networks."""

from __future__ import annotations

import functools
import itertools
from typing import Any

import numpy as np

import sample_rows
from dusk import ops
from dusk.graph import TensorType, trace
from sample_rows import N, f, i, row

FLAT = (TensorType((2, 3), np.float64),) * 2 + (TensorType((3, 3), np.float64),)


def _rounds(h: Any, xs: Any, w: Any) -> Any:
    left = []
    for x in xs:
        left.append(h * x)
        h = np.tanh(x + h @ w)
    return h, np.stack(left)


ROUND = trace(lambda h, x, w: (ops.tanh(ops.add(x, ops.matmul(h, w))), ops.multiply(h, x)), *FLAT)
row(
    ops.scan,
    f(2, 3),
    f(5, 2, 3),
    f(3, 3),
    body=ROUND,
    length=5,
    sources=("carry", "each", "same"),
    grad=True,
    rest={"rtol": 1e-10},
    expect=lambda h, xs, w, **_: _rounds(h, xs, w),
)

def _counted(h: Any, k: Any, xs: Any, ys: Any, z0: Any, z1: Any, z2: Any, w: Any) -> Any:
    left = [h, h, h]
    for t in (2, 1, 0):
        left[t] = h * ys[2 - t] * k
        h, k = h * w + xs[t] + (z0, z1, z2)[t], k + 1
    return h, k, np.stack(left), np.stack([w * 2] * 3)


COUNTED = trace(
    lambda h, k, x, y, z, w: (
        ops.add(ops.multiply(h, w), ops.add(x, z)),
        ops.add(k, 1),
        ops.multiply(ops.multiply(h, y), ops.astype(k, dtype=np.dtype(np.float64))),
        ops.multiply(w, 2.0),
    ),
    FLAT[0], TensorType((), np.int64), *FLAT[:1] * 3, FLAT[0],
)  # fmt: skip
row(
    ops.scan,
    f(2, 3),
    i(),
    f(3, 2, 3),
    f(3, 2, 3),
    f(2, 3),
    f(2, 3),
    f(2, 3),
    f(2, 3),
    body=COUNTED,
    length=3,
    sources=("carry", "carry", "each", "back", "list", "same"),
    reverse=True,
    grad=(0, 2, 3, 4, 5, 6, 7),
    expect=lambda *xs, **_: _counted(*xs),
    rest={"rtol": 1e-10},
)
# -- loops of unknown length, branches ----------------------------------------------------------------------
NUMBER, VECTOR = TensorType((), np.float64), TensorType((3,), np.float64)


def _halved(x: Any, w: Any) -> Any:
    n = 0
    while abs(x).max() > 0.2:
        x, n = np.sin(x) * w, n + 1
    return x, n


row(
    ops.while_loop,
    f(3),
    i(),
    f(3),
    test=trace(
        lambda x, n, w: ops.less(0.2, ops.max_(ops.absolute(x), axis=(0,), keepdims=False)),
        VECTOR, TensorType((), np.int64), VECTOR,
    ),
    body=trace(
        lambda x, n, w: (ops.multiply(ops.sin(x), ops.multiply(ops.tanh(w), 0.9)), ops.add(n, 1)),
        VECTOR, TensorType((), np.int64), VECTOR,
    ),
    carries=2,
    grad=(0, 2),
    expect=lambda x, n, w, **_: (lambda found: (found[0], n + found[1]))(_halved(x, np.tanh(w) * 0.9)),
    rest={"rtol": 1e-10},
)  # fmt: skip
row(
    ops.cond,
    sample_rows.b(),
    f(3),
    f(),
    then=trace(lambda x, c: (ops.multiply(x, c), c), VECTOR, NUMBER),
    other=trace(lambda x, c: (ops.sin(x), ops.multiply(c, c)), VECTOR, NUMBER),
    grad=(1, 2),
    expect=lambda flag, x, c, **_: (x * c, c) if flag else (np.sin(x), c * c),
)
# -- recurrent networks ------------------------------------------------------------------------------------


def _logistic(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def _lstm_step(x: Any, h: Any, c: Any, w: Any, u: Any, b: Any = 0, d: Any = 0) -> Any:
    i, f, g, o = np.split(x @ w.T + b + h @ u.T + d, 4, axis=1)
    c = _logistic(f) * c + _logistic(i) * np.tanh(g)
    return _logistic(o) * np.tanh(c), c


def _gru_step(x: Any, h: Any, w: Any, u: Any, b: Any = 0, d: Any = 0) -> Any:
    (xr, xz, xn), (hr, hz, hn) = np.split(x @ w.T + b, 3, axis=1), np.split(h @ u.T + d, 3, axis=1)
    z = _logistic(xz + hz)
    return ((1 - z) * np.tanh(xn + _logistic(xr + hr) * hn) + z * h,)


def _rnn_step(x: Any, h: Any, w: Any, u: Any, b: Any = 0, d: Any = 0) -> Any:
    return (np.tanh(x @ w.T + b + h @ u.T + d),)


def _relu_step(x: Any, h: Any, w: Any, u: Any, b: Any = 0, d: Any = 0) -> Any:
    return (np.maximum(x @ w.T + b + h @ u.T + d, 0),)


def _by_steps(step: Any, states: int) -> Any:
    """Each sequence of a batch by itself, only as long as it is."""

    def run(x: Any, *rest: Any, reverse: bool = False) -> Any:
        first, weights = rest[:states], list(rest[states:])
        lengths = weights.pop() if weights[-1].dtype.kind == "i" else [len(x)] * x.shape[1]
        hidden = first[0].shape[1]
        out, last = np.zeros((*x.shape[:2], hidden)), [np.array(s) for s in first]
        for b, n in enumerate(lengths):
            state = tuple(s[b : b + 1] for s in first)
            for t in reversed(range(n)) if reverse else range(n):
                state = step(x[t, b : b + 1], *state, *weights)
                out[t, b] = state[0][0]
            for whole, s in zip(last, state, strict=True):
                whole[b] = s[0]
        return (out, *last)

    return run


def _alone(step: Any, *xs: Any) -> Any:
    made = step(*xs)
    return made if len(made) > 1 else made[0]


for one, many, step, gates, states in (
    (ops.rnn_cell, ops.rnn, _rnn_step, 1, 1),
    (ops.rnn_relu_cell, ops.rnn_relu, _relu_step, 1, 1),
    (ops.lstm_cell, ops.lstm, _lstm_step, 4, 2),
    (ops.gru_cell, ops.gru, _gru_step, 3, 1),
):
    weights = f(2 * gates, 3), f(2 * gates, 2)
    biases = (f(2 * gates),) * 2
    every = tuple(range(5 + states))
    alone = functools.partial(_alone, step)
    row(one, f(N, 3), *[f(N, 2)] * states, *weights, *biases, grad=True, expect=alone)
    row(one, f(N, 3), *[f(N, 2)] * states, *weights, expect=alone)
    row(many, f(3, N, 3), *[f(N, 2)] * states, *weights, *biases, grad=True, expect=_by_steps(step, states))
    row(many, f(3, 2, 3), *[f(2, 2)] * states, *weights, reverse=True, expect=_by_steps(step, states))
    row(many, f(3, 3, 3), *[f(3, 2)] * states, *weights, *biases, i(3, values=[3, 0, 2]), grad=every, reverse=True,
        expect=_by_steps(step, states))  # fmt: skip
    row(many, f(3, 3, 3), *[f(3, 2)] * states, *weights, *biases, i(3, values=[1, 2, 3]), grad=every,
        expect=_by_steps(step, states))  # fmt: skip


def _of_all_paths(log_probs: Any, targets: Any, steps: Any, labels: Any, blank: int) -> Any:
    """By trying every path: what is left of one after repeats and then blanks are taken out is its target."""
    losses: list[float] = []
    for b, (n, k) in enumerate(zip(steps, labels, strict=True)):
        total = 0.0
        for path in itertools.product(range(log_probs.shape[2]), repeat=n):
            kept = [c for i, c in enumerate(path) if c != blank and (i == 0 or c != path[i - 1])]
            if kept == list(targets[b, :k]):
                total += np.exp(sum(log_probs[t, b, c] for t, c in enumerate(path)))
        losses.append(-np.log(total) if total else np.inf)
    return np.array(losses)


PADDED = {0: [[1, 1, 2], [2, 1, -1], [1, 0, 0], [0, 9, 9]], 2: [[0, 0, 1], [1, 0, 1], [1, 2, 2], [3, 3, 3]]}
for blank, targets in PADDED.items():
    row(ops.ctc_loss, f(5, 4, 3, low=-2, high=0), i(4, 3, values=targets), i(4, values=[5, 4, 1, 3]),
        i(4, values=[3, 2, 1, 0]), grad=(0,), blank=blank, rest={"rtol": 1e-10},
        expect=lambda *xs, blank: _of_all_paths(*xs, blank))  # fmt: skip
row(ops.ctc_loss, f(3, 2, 3, low=-2, high=0), i(2, 3, values=[[1, 1, 2], [2, 1, 2]]), i(2, values=[3, 3]),
    i(2, values=[3, 3]), expect=lambda *xs, **words: _of_all_paths(*xs, 0))  # fmt: skip
