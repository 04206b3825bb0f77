"""An LSTM language model, float32: embedding, one layer, scores of all words at every step, their cross-entropy.

Dusk's form is made of `dusk.nn`'s modules, torch's of its own; jax scans.
"""

from collections.abc import Iterator
from typing import Any

import numpy

from benchmarks.workload import Form, Goal, Workload
from benchmarks.workloads.recurrent import lstm_cell

NAMES = ("embed.weight", "lstm.weight_ih_l0", "lstm.weight_hh_l0", "lstm.bias_ih_l0", "lstm.bias_hh_l0", "head.weight",
         "head.bias")  # fmt: skip


def data(words: int, hidden: int, batch: int, length: int) -> tuple[Any, ...]:
    """Parameters by the names of a Dusk model's, and words and those that follow, (batch, length)."""
    rng = numpy.random.default_rng(0)
    gates = 4 * hidden
    shapes = (words, hidden), (gates, hidden), (gates, hidden), (gates,), (gates,), (hidden, words), (words,)
    params = {
        name: (rng.standard_normal(shape) * hidden**-0.5).astype("float32")
        for name, shape in zip(NAMES, shapes, strict=True)
    }
    return params, *(rng.integers(0, words, (batch, length)) for _ in range(2))


def unrolled(np: Any, params: Any, x: Any, y: Any) -> Any:
    """Plain NumPy."""
    embed, w, u, b, d, head, bias = (params[name] for name in NAMES)
    cell = {"x": w.T, "h": u.T, "b": b + d}
    state = (np.zeros((x.shape[0], u.shape[1]), u.dtype),) * 2
    losses = []
    for t in range(x.shape[1]):
        state = lstm_cell(np, cell, state, embed[x[:, t]])
        scores = state[0] @ head + bias
        scores = scores - np.max(scores, axis=1, keepdims=True)
        right = np.take_along_axis(scores, y[:, t, None], axis=1)[:, 0]
        losses.append(np.mean(np.log(np.sum(np.exp(scores), axis=1)) - right))
    return sum(losses) / len(losses)


def modules(np: Any, params: Any, x: Any, y: Any) -> Any:
    """Dusk's modules, which hold the parameters meanwhile."""
    from dusk import nn

    (hidden, words), dtype = params["head.weight"].shape, params["head.weight"].dtype

    class Model(nn.Module):
        def __init__(self) -> None:
            self.embed, self.lstm, self.head = (
                kind(*sizes, dtype=dtype)
                for kind, *sizes in ((nn.Embedding, words, hidden), (nn.LSTM, hidden), (nn.Linear, words))
            )

        def forward(self, x: Any) -> Any:
            return self.head(self.lstm(self.embed(x))[0])

    key = (hidden, words, dtype)
    if key not in _models:
        _models[key] = Model()
        _models[key](numpy.zeros((1, 2), int))
    with _models[key].holding(params) as model:
        return nn.cross_entropy(model(x), y)


_models: dict[Any, Any] = {}


def torch_modules(torch: Any, params: Any, x: Any, y: Any) -> Any:
    """What nn.Embedding, nn.LSTM, nn.Linear and nn.CrossEntropyLoss call."""
    embed, *weights, head, bias = (params[name] for name in NAMES)
    F = torch.nn.functional
    zeros = embed.new_zeros(1, x.shape[0], head.shape[1])
    out, _, _ = torch.lstm(F.embedding(x, embed), (zeros, zeros), weights, True, 1, 0.0, True, False, True)
    return F.cross_entropy(F.linear(out, head, bias).flatten(0, 1), y.flatten())


def torch_layout(arguments: Any) -> Any:
    params, x, y = arguments
    return params | {"head.weight": numpy.ascontiguousarray(params["head.weight"].T)}, x, y


def usual_layout(parameters: list[Any]) -> list[Any]:
    at = sorted(NAMES).index("head.weight")
    return [p.T if i == at else p for i, p in enumerate(parameters)]


def scanned(np: Any, params: Any, x: Any, y: Any) -> Any:
    """jax: a scan over the steps, whose products of x are one before it."""
    import jax

    embed, w, u, b, d, head, bias = (params[name] for name in NAMES)

    def step(state: Any, a: Any) -> Any:
        h, c = state
        i, f, g, o = np.split(a + h @ u.T, 4, axis=1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * np.tanh(g)
        h = jax.nn.sigmoid(o) * np.tanh(c)
        return (h, c), h

    zeros = np.zeros((x.shape[0], u.shape[1]), u.dtype)
    _, hs = jax.lax.scan(step, (zeros, zeros), embed[x.T] @ w.T + (b + d))
    scores = jax.nn.log_softmax(hs @ head + bias)
    return -np.mean(np.take_along_axis(scores, y.T[..., None], axis=2))


def step(words: int, hidden: int, batch: int, length: int, goals: tuple[Goal, ...] = ()) -> Workload:
    """A training step. Its memory: scores and their gradients are written once and read twice, parameters are read
    twice and written once."""
    steps = batch * length
    products = steps * hidden * (4 * hidden + 4 * hidden + words)  # of x, of h, of all words
    scores, parameters = steps * words, 2 * words * hidden + 8 * hidden**2
    return Workload(
        f"LSTM language model step, hidden {hidden}, {words} words, {batch} x {length}",
        "step",
        unrolled,
        lambda: data(words, hidden, batch, length),
        {
            "Dusk": Form(modules),
            "Dusk unrolled": Form(unrolled),
            "torch": Form(torch_modules, torch_layout, usual_layout),
            "jax": Form(scanned),
        },
        without=("Dusk symbol",),  # a loop over an array's axis is none of a symbol's
        flops=6.0 * products,
        bytes=4.0 * (6 * scores + 3 * parameters),
        goals=goals,
    )


def workloads(all: bool) -> Iterator[Workload]:
    goals = Goal("Dusk compiled", "best peer", 1.3), Goal("Dusk imperative", "of", 1.15, "Dusk compiled")
    yield step(10000, 256, 32, 35, goals)
    if all:
        yield step(10000, 256, 20, 35, goals[:1])
        yield step(2000, 256, 32, 35, goals[:1])
