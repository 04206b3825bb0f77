"""Monitors give what the values inside were, whatever the program does with its memory."""

from typing import Any

import numpy
import pytest

import dusk.numpy as np
from dusk import data, nn, optim, train

X = numpy.random.default_rng(1).normal(size=(32, 300)).astype("f4")
Y = numpy.arange(32) % 3


class Deep(nn.Module):
    """Layers whose temporaries share memory; one of them is called twice."""

    def __init__(self) -> None:
        self.first, self.again, self.last = nn.Linear(300), nn.Linear(300), nn.Linear(3)

    def forward(self, x: Any) -> Any:
        x = nn.relu(self.first(x))
        for _ in range(2):
            x = np.tanh(self.again(x)) + x
        return self.last(x)


@pytest.mark.parametrize("compile", [False, True], ids=["lines", "compiled"])
def test_what_is_seen_is_what_was_computed(compile: bool) -> None:
    nn.seed(2)
    model = Deep()
    wanted: list[dict[str, Any]] = []

    class ByHand(train.Callback):
        """The same, in NumPy, from the weights before each update."""

        def __init__(self) -> None:
            self.weights: dict[str, Any] = {}

        def on_begin(self, run: Any) -> None:
            run.model.complete(lambda: run.model(X[:8]))
            self.on_batch(run)

        def on_batch(self, run: Any) -> None:
            if self.weights:
                w, x = self.weights, X[8 * (run.step - 1) % 32 :][:8]
                first = x @ w["first.weight"] + w["first.bias"]
                h = numpy.maximum(first, 0)
                once = h @ w["again.weight"] + w["again.bias"]
                h = numpy.tanh(once) + h
                twice = h @ w["again.weight"] + w["again.bias"]
                wanted.append({"outputs.first": first, "outputs.again": once, "outputs.again#2": twice})
            self.weights = {k: numpy.array(v) for k, v in run.model.parameters().items()}

    statistics = {"mean": np.mean, "range": lambda x: x.max() - x.min()}
    monitor = train.Monitor("outputs.first", "outputs.again*", "parameters.*.bias", every=2, statistics=statistics)
    other = train.Monitor("gradients.*", statistics=["norm", "zeros"])
    train.fit(
        model, data.batches(X, Y, size=8), loss=nn.cross_entropy, optimiser=optim.SGD(0.1), epochs=2,
        callbacks=[ByHand(), monitor, other], compile=compile,
    )  # fmt: skip
    assert [row["step"] for row in monitor.rows] == [2, 4, 6, 8] and len(other.rows) == 8
    for row in monitor.rows:
        for name, value in wanted[row["step"] - 1].items():
            assert row[f"{name}/mean"] == pytest.approx(value.mean(), rel=1e-3, abs=1e-5)
            assert row[f"{name}/range"] == pytest.approx(numpy.ptp(value), rel=1e-3)
    assert set(monitor.rows[0]) == {"step"} | {
        f"{name}/{s}"
        for name in ("outputs.first", "outputs.again", "outputs.again#2", *(f"parameters.{n}.bias" for n in LAYERS))
        for s in statistics
    }
    assert all(row["gradients.first.weight/norm"] > 0 for row in other.rows)


LAYERS = ("first", "again", "last")


def test_names_that_match_nothing_and_unknown_statistics_are_told() -> None:
    with pytest.raises(ValueError, match="no statistic is called 'median'; there are mean"):
        train.Monitor(statistics=["median"])
    monitor = train.Monitor("outputs.nothing")
    with pytest.raises(ValueError, match=r"nothing matches 'outputs.nothing': names are"):
        monitor.note(1, monitor.value_and_grad(lambda m, x: m(x).sum())(nn.Linear(2), np.ones((1, 2)))[2])
