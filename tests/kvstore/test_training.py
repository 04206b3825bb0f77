"""Models trained by several workers, as one worker trains them."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
from dusk import data, kvstore, nn, optim, train
from dusk.kvstore import KVStore
from dusk.kvstore.server import Server
from dusk.kvstore.stores import MemoryStore
from dusk.kvstore.training import SharedOptimiser
from dusk.kvstore.transport import Direct

rng = np.random.default_rng(0)
X = rng.normal(size=(96, 10))
Y = X @ rng.normal(size=(10, 3))
EPOCHS = 3


def model(*between: Any) -> nn.Module:
    nn.seed(0)
    made = nn.Sequential(nn.Linear(16), *between, nn.relu, nn.Linear(3))
    with made.evaluating():
        made(dnp.array(X[:1]))  # here, as all threads draw from one stream
    return made


def fitted(kv: KVStore | None, made: nn.Module, stop: int = -1) -> dict[str, np.ndarray[Any, Any]]:
    batches = data.batches(X, Y, size=32, shuffle=True, seed=1)

    class Stop(train.Callback):
        def on_batch(self, run: Any) -> None:
            if run.step == stop:
                raise InterruptedError

    train.fit(
        made, batches, loss=nn.mse, optimiser=optim.Adam(1e-2), epochs=EPOCHS, kvstore=kv, progress=False,
        callbacks=[Stop()],
    )  # fmt: skip
    return {name: np.array(array) for name, array in made.arrays().items()}


def by(
    count: int,
    *between: type[nn.Module],
    transport: Direct | None = None,
    staleness: float = 0,
    stop: int = -1,
) -> list[Any]:
    transport = transport or Direct([Server(MemoryStore(), f"server {i}") for i in range(2)])
    found: list[Any] = [None] * count
    models = [model(*[kind() for kind in between]) for _ in range(count)]

    def run(rank: int) -> None:
        try:
            found[rank] = fitted(KVStore(transport, rank, range(count), staleness=staleness), models[rank], stop)
        except InterruptedError:
            found[rank] = "stopped"

    threads = [threading.Thread(target=run, args=(rank,), daemon=True) for rank in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(100)
    assert all(one is not None for one in found)
    return found


def close(a: Any, b: Any) -> bool:
    return a.keys() == b.keys() and all(np.allclose(a[name], b[name], rtol=1e-4, atol=1e-6) for name in a)


def equal(a: Any, b: Any) -> bool:
    return a.keys() == b.keys() and all(np.array_equal(a[name], b[name]) for name in a)


def test_one_worker_gets_the_bits_it_gets_alone() -> None:
    assert equal(fitted(None, model()), fitted(kvstore.create(), model()))


@pytest.mark.parametrize("count", [2, 4])
def test_several_workers_give_what_one_gives(count: int) -> None:
    first, *others = by(count)
    assert close(first, fitted(None, model())) and all(equal(first, other) for other in others)


@pytest.mark.parametrize("between", [[], [nn.BatchNorm], [nn.Dropout]])
def test_gradients_sent_as_they_come_give_the_same_bits(
    between: list[type[nn.Module]], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = by(2, *between)
    monkeypatch.setattr("dusk.train.step.APART", 0)
    monkeypatch.setattr("dusk.kvstore.training.TOGETHER", 100)
    apart: list[int] = []
    with_started = SharedOptimiser.update_with

    def counted(*args: Any) -> Any:
        apart.append(len(args[3]))
        return with_started(*args)

    monkeypatch.setattr(SharedOptimiser, "update_with", counted)
    for one, other in zip(by(2, *between), whole, strict=True):
        assert close(one, other)
    assert len(apart) == 2 * EPOCHS * 3 and min(apart) >= 4


def test_running_means_are_those_of_all_workers() -> None:
    first, second = by(2, nn.BatchNorm)
    assert equal(first, second)
    alone = fitted(kvstore.create(), model(nn.BatchNorm()))
    assert np.allclose(first["layers.1.mean"], alone["layers.1.mean"], atol=0.1)


def test_workers_draw_differently_and_again_the_same() -> None:
    runs = [by(2, nn.Dropout) for _ in range(2)]
    assert equal(runs[0][0], runs[1][0])
    assert not np.array_equal(runs[0][0]["layers.1.key"], runs[0][1]["layers.1.key"])


def test_workers_that_were_stopped_go_on_to_the_same_bits() -> None:
    transport = Direct([Server(MemoryStore(), "server")])
    assert by(2, transport=transport, stop=4) == ["stopped"] * 2
    assert by(2, transport=transport, stop=7) == ["stopped"] * 2
    assert equal(by(2, transport=transport)[0], by(2)[0])


def test_a_loop_of_ones_own_is_that_of_a_worker_by_one_line() -> None:
    w = {"w": dnp.array(rng.normal(size=(10, 3)))}
    start = {"w": dnp.array(np.array(w["w"]))}
    step = dusk.compile(dusk.value_and_grad(lambda w, x, y: ((x @ w["w"] - y) ** 2).mean()))
    for parameters, optimiser in ((w, optim.SGD(0.1)), (start, kvstore.create().optimiser(optim.SGD(0.1)))):
        for first in range(0, 96, 32):
            _, gradients = step(parameters, dnp.array(X[first : first + 32]), dnp.array(Y[first : first + 32]))
            optimiser.update(parameters, gradients)
    assert np.array_equal(w["w"], start["w"])


def test_asynchronous_workers_end_nearby() -> None:
    for staleness in (2, float("inf")):
        for found in by(2, staleness=staleness):
            assert np.isfinite(found["layers.0.weight"]).all()


def test_what_the_servers_do_is_not_asked_of_fit() -> None:
    with pytest.raises(ValueError, match="leave out checkpoint"):
        train.fit(
            model(), data.batches(X, Y, size=32), loss=nn.mse, optimiser=optim.SGD(0.1), accumulate=2,
            kvstore=kvstore.create(),
        )  # fmt: skip
