"""A vanilla RNN and an LSTM unrolled by a Python loop, batch 32, float32: loss, gradients and update."""

from collections.abc import Iterator
from typing import Any

import numpy

from benchmarks.workload import Form, Goal, Workload

BATCH = 32
STEPS = {"RNN": 1, "LSTM": 4}  # gates: columns of weights for each hidden unit


def data(kind: str, hidden: int, length: int) -> tuple[Any, ...]:
    rng = numpy.random.default_rng(0)

    def normal(*shape: int) -> Any:
        return rng.standard_normal(shape).astype("float32")

    width = STEPS[kind] * hidden
    params = {name: normal(hidden, width) * hidden**-0.5 for name in ("x", "h")} | {"b": normal(width) * 0.1}
    xs = [normal(BATCH, hidden) for _ in range(length)]
    return params, xs, normal(BATCH, hidden), numpy.zeros((BATCH, hidden), "float32")


def sigmoid(np: Any, x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def rnn_cell(np: Any, params: Any, state: Any, x: Any) -> Any:
    (h,) = state
    return (np.tanh(x @ params["x"] + h @ params["h"] + params["b"]),)


def lstm_cell(np: Any, params: Any, state: Any, x: Any) -> Any:
    h, c = state
    gates = x @ params["x"] + h @ params["h"] + params["b"]
    n = h.shape[1]
    i, f = sigmoid(np, gates[:, :n]), sigmoid(np, gates[:, n : 2 * n])
    g, o = np.tanh(gates[:, 2 * n : 3 * n]), sigmoid(np, gates[:, 3 * n :])
    c = f * c + i * g
    return o * np.tanh(c), c


CELLS = {"RNN": rnn_cell, "LSTM": lstm_cell}


def looped(kind: str) -> Any:
    def loss(np: Any, params: Any, xs: Any, y: Any, zeros: Any) -> Any:
        state = (zeros,) if kind == "RNN" else (zeros, zeros)
        for x in xs:
            state = CELLS[kind](np, params, state, x)
        return np.mean((state[0] - y) ** 2)

    return loss


def stacked(arguments: Any) -> Any:
    params, xs, *rest = arguments
    return params, numpy.stack(xs), *rest


def scanned(kind: str) -> Any:
    def loss(np: Any, params: Any, xs: Any, y: Any, zeros: Any) -> Any:
        import jax

        state = (zeros,) if kind == "RNN" else (zeros, zeros)
        state, _ = jax.lax.scan(lambda state, x: (CELLS[kind](np, params, state, x), None), state, xs)
        return np.mean((state[0] - y) ** 2)

    return loss


def module_layout(arguments: Any) -> Any:
    """Weights as nn.RNN and nn.LSTM hold them; their second bias is no parameter here, and 0."""
    params, xs, y, zeros = stacked(arguments)
    rows = {"x": numpy.ascontiguousarray(params["x"].T), "h": numpy.ascontiguousarray(params["h"].T), "b": params["b"]}
    return rows, xs, y, zeros[None], numpy.zeros_like(params["b"])


def usual_layout(parameters: list[Any]) -> list[Any]:
    b, h, x = parameters
    return [b, h.T, x.T]


def module(kind: str) -> Any:
    """What nn.RNN and nn.LSTM call."""

    def loss(torch: Any, params: Any, xs: Any, y: Any, zeros: Any, second: Any) -> Any:
        run, state = (torch.rnn_tanh, zeros) if kind == "RNN" else (torch.lstm, (zeros, zeros))
        weights = [params["x"], params["h"], params["b"], second]
        out = run(xs, state, weights, True, 1, 0.0, True, False, False)
        return torch.mean((out[1][0] - y) ** 2)

    return loss


def step(kind: str, hidden: int, length: int, goals: tuple[Goal, ...] = ()) -> Workload:
    """A training step; its memory: the inputs, and the weights read for each time step's products where no cache
    holds them is left out, as is what is kept for the way back."""
    width = STEPS[kind] * hidden
    return Workload(
        f"{kind} step, hidden {hidden}, {length} times",
        "step",
        looped(kind),
        lambda: data(kind, hidden, length),
        {
            f"torch nn.{kind}": Form(module(kind), module_layout, usual_layout),
            "jax scan": Form(scanned(kind), stacked),
            "jax": None,  # unrolled, it compiles for minutes, as torch.compile does
        },
        without=("torch compile", "Dusk symbol"),  # symbols do not slice
        flops=2.0 * BATCH * hidden * width * (5 * length - 2),  # of x and of the first h there is no gradient
        bytes=4.0 * BATCH * hidden * length * 2 + 4.0 * 6 * hidden * width,
        goals=goals,
    )


def workloads(all: bool) -> Iterator[Workload]:
    for kind in STEPS:
        for hidden, least in ((64, 2), (256, 1.2), (1024, 1.0)):
            for length in (32, 128):
                if all or hidden < 1024:
                    yield step(kind, hidden, length, (Goal("Dusk compiled", "best peer", least),))
