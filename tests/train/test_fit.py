"""`fit` is the loop that one would write; what it saves, stops and tells."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk import data, nn, optim, train

RNG = numpy.random.default_rng(1)
X = RNG.normal(size=(40, 6)).astype("f4")
Y = (X[:, 0] > 0).astype("i8")


def model_of(seed: int = 0) -> nn.Module:
    nn.seed(seed)
    return nn.Sequential(nn.Linear(8), nn.tanh, nn.Linear(2))


def batches(**options: Any) -> data.Loader:
    return data.batches(X, Y, size=8, **options)


def weights(model: nn.Module) -> list[Any]:
    return [numpy.array(x) for x in model.parameters().values()]


def same(a: nn.Module, b: nn.Module) -> bool:
    return all(x.tobytes() == y.tobytes() for x, y in zip(weights(a), weights(b), strict=True))


def fit(model: nn.Module, source: Any = None, **options: Any) -> train.History:
    given = {"loss": nn.cross_entropy, "optimiser": optim.SGD(0.1, momentum=0.9), **options}
    return train.fit(model, batches() if source is None else source, **given)


def objective(model: Any, x: Any, y: Any) -> Any:
    return nn.cross_entropy(model(x), y)


@pytest.mark.parametrize("compile", [False, True], ids=["lines", "compiled"])
@pytest.mark.parametrize("accumulate", [1, 2])
def test_it_is_the_loop_one_would_write(compile: bool, accumulate: int) -> None:
    model, own = model_of(), model_of()
    model(X[:1])
    own(X[:1])
    own.load_state_dict(model.state_dict())
    optimiser = optim.SGD(0.1, momentum=0.9)
    history = fit(model, epochs=2, metrics=[train.Accuracy()], compile=compile, accumulate=accumulate)
    for _ in range(2):
        losses, kept = [], []
        for i, (x, y) in enumerate(batches()):
            loss, gradients = dusk.value_and_grad(objective)(own, np.array(x), np.array(y))
            losses.append(float(loss))
            kept.append(gradients)
            if len(kept) == accumulate or i == 4:
                optimiser.update(own, {name: sum(g[name] for g in kept) / len(kept) for name in gradients})
                kept = []
    for a, b in zip(weights(model), weights(own), strict=True):
        numpy.testing.assert_allclose(a, b, rtol=2e-5, atol=1e-6)
    assert history["loss"][1] == pytest.approx(numpy.mean(losses), rel=1e-5)
    assert history["epoch"] == [1, 2] and 0 <= history["accuracy"][1] <= 1


def test_evaluation_and_prediction_are_without_dropout_and_change_nothing() -> None:
    nn.seed(1)
    model = nn.Sequential(nn.Linear(8), nn.Dropout(0.5), nn.Linear(2))
    found = train.predict(model, data.batches(X, size=16))
    expected = model.eval()(X)
    model.train()
    numpy.testing.assert_allclose(found, expected, rtol=1e-5)
    before = {k: numpy.array(v) for k, v in model.state_dict().items()}
    results = train.evaluate(model, batches(), loss=nn.cross_entropy, metrics=[train.Accuracy(), train.F1(2)])
    right = numpy.asarray(expected).argmax(1) == Y
    assert results["accuracy"] == pytest.approx(right.mean())
    assert results["loss"] == pytest.approx(float(nn.cross_entropy(expected, Y)), rel=1e-5)
    assert all(numpy.array_equal(before[k], v) for k, v in model.state_dict().items())
    assert model.training and all(m.training for _, m in model.modules())
    assert train.evaluate(model, batches(), metrics=[train.Accuracy()]) == {"accuracy": results["accuracy"]}


class StoppedError(Exception):
    """What ends a run in the middle."""


class StopAt(train.Callback):
    """Raises after so many updates."""

    def __init__(self, step: int, error: type[BaseException] = StoppedError) -> None:
        self.step, self.error = step, error

    def on_batch(self, run: Any) -> None:
        if run.step == self.step:
            raise self.error


class Once:
    """A source without a state of its own."""

    def __iter__(self) -> Iterator[Any]:
        for start in range(0, 40, 8):
            yield X[start : start + 8], Y[start : start + 8]


@pytest.mark.parametrize("source", [lambda: batches(shuffle=True), Once], ids=["loader", "iterable"])
@pytest.mark.parametrize(("at", "options"), [(7, {"accumulate": 1}), (4, {"accumulate": 2}), (5, {"nan_guard": True})])
def test_a_run_that_was_stopped_goes_on_bit_by_bit(source: Any, at: int, options: Any, tmp_path: Path) -> None:
    given = {"epochs": 3, "every": 2, "metrics": [train.Accuracy()], "validation": batches(), **options}
    whole = model_of()
    expected = fit(whole, source(), callbacks=[StopAt(-1)], checkpoint=tmp_path / "whole", **given)
    with pytest.raises(StoppedError):
        fit(model_of(), source(), callbacks=[StopAt(at)], checkpoint=tmp_path / "a", **given)
    again = model_of(5)
    found = fit(again, source(), callbacks=[StopAt(-1)], checkpoint=tmp_path / "a", **given)
    assert same(whole, again)
    assert [{**row, "seconds": 0} for row in found] == [{**row, "seconds": 0} for row in expected]
    assert len(fit(model_of(6), source(), callbacks=[StopAt(-1)], checkpoint=tmp_path / "a", **given)) == 3  # is done


def test_an_interrupt_leaves_the_last_whole_checkpoint_and_the_folder_free(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        fit(model_of(), callbacks=[StopAt(5, KeyboardInterrupt)], checkpoint=tmp_path, every=2)
    with train.Checkpoints(tmp_path) as saved:
        assert saved.steps == [2, 4] and saved.newest() is not None
        with pytest.raises(RuntimeError, match="in use by another run"):
            fit(model_of(), checkpoint=tmp_path)


def test_what_does_not_go_on_is_told(tmp_path: Path) -> None:
    fit(model_of(), checkpoint=tmp_path)
    with pytest.raises(FileExistsError, match=r"up to step 5 .* resume=True"):
        fit(model_of(), checkpoint=tmp_path, resume=False)
    with pytest.raises(ValueError, match=r"layers.0.weight is of shape \(6, 3\), given is \(6, 8\)"):
        fit(nn.Sequential(nn.Linear(3), nn.tanh, nn.Linear(2)), checkpoint=tmp_path, epochs=2)
    with pytest.raises(ValueError, match="a run with metrics"):
        fit(model_of(), checkpoint=tmp_path, epochs=2, metrics=[train.Accuracy()])


def test_early_stopping_goes_back_to_the_best_weights() -> None:
    seen = []

    class Losses(train.Callback):
        def on_epoch(self, run: Any) -> None:
            run.row["validation_loss"] = [3.0, 1.0, 2.0, float("nan"), 0.5][run.epoch - 1]
            seen.append([numpy.array(x) for x in run.model.parameters().values()])

    model = model_of()
    history = fit(model, epochs=9, callbacks=[Losses(), train.EarlyStopping(patience=2)])
    assert len(history) == 4 and history.stopped == "validation_loss was best in epoch 2: 1"
    assert all(numpy.array_equal(a, b) for a, b in zip(weights(model), seen[1], strict=True))
    with pytest.raises(KeyError, match="an epoch has epoch, loss, seconds"):
        fit(model_of(), callbacks=[train.EarlyStopping()])


def test_logs_have_epochs_and_what_monitors_saw(tmp_path: Path) -> None:
    monitor = train.Monitor("gradients.layers.2.bias", every=2, statistics=["norm"])
    logs = [tmp_path / "a.csv", str(tmp_path / "a.jsonl"), tmp_path / "board"]
    options = {"log": logs, "callbacks": [train.LogRate(), monitor], "checkpoint": tmp_path / "c"}
    fit(model_of(), epochs=2, **options)
    table = (tmp_path / "a.csv").read_text().splitlines()
    assert table[0] == "step,gradients.layers.2.bias/norm,loss,seconds,rate"
    assert [line.split(",")[0] for line in table[1:]] == ["2", "4", "5", "6", "8", "10", "10"]
    fit(model_of(), epochs=3, **options)
    table = (tmp_path / "a.csv").read_text().splitlines()
    assert [line.split(",")[0] for line in table[8:]] == ["12", "14", "15"] and len(monitor.rows) == 7
    assert len((tmp_path / "a.jsonl").read_text().splitlines()) == 10
    assert len(list((tmp_path / "board").iterdir())) == 2


def test_progress_and_output_are_silent_here(capfd: pytest.CaptureFixture[str]) -> None:
    fit(model_of())
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"loss": None}, TypeError, "say what to make small"),
        ({"epochs": 0}, ValueError, "epochs=0"),
        ({"data": []}, ValueError, "no batches: list gave none"),
        ({"data": iter([(X, Y)]), "epochs": 2}, ValueError, "gives its batches once"),
        ({"data": [X]}, ValueError, r"a batch is \(\*inputs, target\)"),
        ({"metrics": [train.Accuracy(), train.Accuracy()]}, ValueError, "told apart by name"),
        ({"loss": None, "objective": objective, "metrics": [train.Accuracy()]}, ValueError, "give a pair"),
    ],
)
def test_what_cannot_be_trained_is_told(options: Any, error: type[Exception], said: str) -> None:
    source = options.pop("data", None)
    with pytest.raises(error, match=said):
        fit(model_of(), source, **options)
