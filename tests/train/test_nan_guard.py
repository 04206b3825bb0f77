"""A loss that is no number: the op and the line that made it so, and nothing updated by it."""

from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk import data, nn, optim, train
from dusk.errors import NanError

X = numpy.abs(numpy.random.default_rng(1).normal(size=(24, 4))).astype("f4") + 0.1
BAD = X.copy()
BAD[17, 2] = 0.0


class Logs(nn.Module):
    def __init__(self) -> None:
        self.drop, self.linear = nn.Dropout(0.5), nn.Linear(1)

    def forward(self, x: Any) -> Any:
        y = np.log(x)  # LOG
        z = y * 0.0  # TIMES
        return self.linear(self.drop(x)) + z.sum(-1, keepdims=True)


def line(mark: str) -> int:
    with open(__file__) as file:
        return next(i for i, text in enumerate(file, 1) if text.rstrip().endswith(f"# {mark}"))


@pytest.mark.parametrize("compile", [False, True], ids=["lines", "compiled"])
@pytest.mark.parametrize("accumulate", [1, 2])
def test_the_first_nan_is_found_before_the_update(compile: bool, accumulate: int) -> None:
    nn.seed(1)
    model = Logs()
    seen: list[dict[str, Any]] = []

    class Keep(train.Callback):
        def on_batch(self, run: Any) -> None:
            seen.append({k: numpy.array(v) for k, v in run.model.state_dict().items()})

    with pytest.raises(NanError) as caught:
        train.fit(
            model, data.batches(BAD, BAD[:, :1], size=8), loss=nn.mse, optimiser=optim.SGD(0.01), nan_guard=True,
            compile=compile, accumulate=accumulate, callbacks=[Keep()],
        )  # fmt: skip
    said = str(caught.value)
    assert f"a NaN was made by multiply at test_nan_guard.py:{line('TIMES')} of float32[8, 4], " in said
    assert "1 of 32 elements" in said
    assert f"before that an infinity was made by log at test_nan_guard.py:{line('LOG')}" in said
    assert len(seen) == 2 // accumulate
    assert all(numpy.array_equal(v, seen[-1][k]) for k, v in model.state_dict().items())  # also the dropout's key


def test_gradients_are_guarded_too() -> None:
    class Root(nn.Module):
        def build(self, x: Any) -> None:
            self.weight = np.zeros(4)

        def forward(self, x: Any) -> Any:
            return np.sqrt((x * self.weight).sum(-1))  # ROOT

    with pytest.raises(NanError, match=rf"made by \w+ at test_nan_guard.py:.*{line('ROOT')}"):
        train.fit(Root(), [(X, X[:, 0])], loss=nn.mse, optimiser=optim.SGD(0.1), nan_guard=True)


def test_a_loop_of_ones_own() -> None:
    def f(x: Any) -> Any:
        return np.where(x > 0, np.log(x), 0.0).sum() + np.sqrt(x - 5).sum()  # BOTH

    x = np.array([1.0, 0.0, 9.0])
    with pytest.raises(NanError, match=rf"made by sqrt at test_nan_guard.py:{line('BOTH')} of float64\[3\]: 2 of 3"):
        train.nan_guard(dusk.value_and_grad(f)(x), dusk.value_and_grad(f), x)
    train.nan_guard(np.ones(3), f, x)  # nothing is the matter
    with pytest.raises(NanError, match=r"was given has NaN already: float64\[2\], 1 of 2 elements"):
        train.nan_guard(np.nan, lambda x: (x * 2).sum(), np.array([1.0, np.nan]))

    def looks(x: Any) -> Any:
        return np.log(x) if x[0].item() < 0 else x

    x = np.array([-1.0, 2.0])
    with pytest.raises(NanError, match="invalid value"):
        train.nan_guard(looks(x), looks, x)
