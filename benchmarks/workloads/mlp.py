"""A 50-layer perceptron, float32: loss, gradients and update; and forward only."""

from collections.abc import Iterator
from typing import Any

import numpy

from benchmarks.workload import RATE, Form, Goal, Workload

LAYERS = 50


def data(width: int, batch: int = 64) -> tuple[Any, ...]:
    rng = numpy.random.default_rng(0)
    scale = (2 / width) ** 0.5
    params = []
    for _ in range(LAYERS):
        # biases that are not 0: where a whole layer is off, max(0, 0) would be a tie, whose gradient Dusk splits
        bias = (rng.standard_normal(width) * 0.01).astype("float32")
        params += [(rng.standard_normal((width, width)) * scale).astype("float32"), bias]
    x = rng.standard_normal((batch, width)).astype("float32")
    t = numpy.eye(width, dtype="float32")[rng.integers(0, width, batch)]
    return params, x, t


def scores(np: Any, params: Any, x: Any) -> Any:
    h = x
    for i in range(0, len(params), 2):
        h = h @ params[i] + params[i + 1]
        if i < len(params) - 2:
            h = np.maximum(h, 0)
    return h


def loss(np: Any, params: Any, x: Any, t: Any) -> Any:
    h = scores(np, params, x)
    h = h - np.max(h, axis=1, keepdims=True)
    log_p = h - np.log(np.sum(np.exp(h), axis=1, keepdims=True))
    return -np.mean(np.sum(t * log_p, axis=1))


def by_hand(_: Any, params: Any, x: Any, t: Any) -> float:
    """One step in plain NumPy, updates in place."""
    h, kept = x, []
    for i in range(0, len(params), 2):
        kept.append(h)
        h = h @ params[i]
        h += params[i + 1]
        if i < len(params) - 2:
            numpy.maximum(h, 0, out=h)
    h -= h.max(axis=1, keepdims=True)
    e = numpy.exp(h)
    s = e.sum(axis=1, keepdims=True)
    loss = -(t * (h - numpy.log(s))).sum() / len(x)
    d = e / s
    d -= t
    d /= len(x)
    for i in range(len(params) - 2, -1, -2):
        gw = kept[i // 2].T @ d
        gb = d.sum(axis=0)
        if i:
            d = d @ params[i].T
            d *= kept[i // 2] > 0
        gw *= RATE
        gb *= RATE
        params[i] -= gw
        params[i + 1] -= gb
    return float(loss)


def torch_scores(torch: Any, params: Any, x: Any) -> Any:
    h = x
    for i in range(0, len(params), 2):
        h = torch.addmm(params[i + 1], h, params[i])
        if i < len(params) - 2:
            h = torch.relu(h)
    return h


def torch_loss(torch: Any, params: Any, x: Any, t: Any) -> Any:
    return -(t * torch.log_softmax(torch_scores(torch, params, x), 1)).sum() / len(x)


def step(width: int, batch: int = 64, goals: tuple[Goal, ...] = (), without: tuple[str, ...] = ()) -> Workload:
    """A training step; its memory: every weight is read forward and backward and written once."""
    return Workload(
        f"MLP step, width {width}" + (f", batch {batch}" if batch != 64 else ""),
        "step",
        loss,
        lambda: data(width, batch),
        {"NumPy": Form(by_hand), "torch": Form(torch_loss)},
        flops=(3 * LAYERS - 1) * 2.0 * batch * width * width,
        bytes=3 * 4.0 * LAYERS * width * width,
        goals=goals,
        without=without,
        tolerance=0.05,  # of units within rounding of 0 a few fall on the other side, and gradients jump
    )


def forward(width: int, batch: int) -> Workload:
    """The scores alone."""
    return Workload(
        f"MLP forward, width {width}, batch {batch}",
        "value",
        scores,
        lambda: data(width, batch)[:2],
        {"torch": Form(torch_scores)},
        flops=LAYERS * 2.0 * batch * width * width,
        bytes=4.0 * LAYERS * width * width,
    )


def workloads(all: bool) -> Iterator[Workload]:
    for width, least in ((16, 6), (64, 2), (256, 1.15), (1024, 1.1)):
        within = Goal("Dusk imperative", "of", 1.5 if width < 64 else 1.15, "Dusk compiled")
        without = () if all or width == 64 else ("torch compile",)  # slower than eager, and compiles for 20 s
        yield step(width, goals=(Goal("Dusk compiled", "best peer", least), within), without=without)
    if all:
        yield step(1024, 1024)
        yield forward(1024, 1024)
