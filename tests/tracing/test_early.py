"""Calls that are begun: what they give can be read one by one."""

import threading
from typing import Any

import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
from dusk.engine import ThreadedEngine, push, using
from dusk.tree import flatten


def loss(weights: Any, x: Any) -> Any:
    for w in weights:
        x = dnp.tanh(x @ w)
    return (x * x).mean()


def network(layers: int, size: int = 8) -> tuple[list[Any], Any]:
    rng = np.random.default_rng(0)
    weights = [dnp.array(rng.standard_normal((size, size))) for _ in range(layers)]
    return weights, dnp.array(rng.standard_normal((4, size)))


@pytest.mark.usefixtures("tier")
def test_a_call_that_was_begun_gives_what_the_call_gives() -> None:
    step = dusk.compile(dusk.value_and_grad(loss))
    for _ in range(3):
        started = step.start(*network(3))
        for a, b in zip(flatten(started.wait())[0], flatten(step(*network(3)))[0], strict=True):
            assert type(a) is type(b)
            np.testing.assert_array_equal(a, b)
        assert started.wait() is started.wait()


def test_gradients_are_there_from_the_last_layer_on_before_the_first() -> None:
    step = dusk.compile(dusk.value_and_grad(loss))
    weights, x = network(6, 256)
    step.start(weights, x).wait()
    seen: list[int] = []
    with using(ThreadedEngine(1)):  # who reads a gradient goes before all that is still to be computed
        go_on = threading.Event()
        push(lambda: go_on.wait(20), writes=[x.buffer])
        started = step.start(weights, x)
        for i, out in enumerate(started.outputs):
            push(lambda i=i: seen.append(i), reads=[out], priority=10**9)
        go_on.set()
        started.wait()
        dusk.engine.wait_all()
    gradients = [i for i in seen if i]
    assert gradients[:4] == [6, 5, 4, 3]
    assert {*gradients[4:]} == {1, 2}, "nothing but these two is left"


@pytest.mark.usefixtures("tier")
def test_arrays_that_are_written_to_are_written_when_all_is_there() -> None:
    @dusk.compile
    def step(w: Any, x: Any) -> Any:
        w -= x
        return w.sum()

    w = dnp.ones(3)
    started = step.start(w, dnp.ones(3))
    np.testing.assert_array_equal(w, np.ones(3))
    assert float(started.wait()) == 0.0
    np.testing.assert_array_equal(w, np.zeros(3))


def test_what_is_written_to_meanwhile_is_read_as_it_was() -> None:
    square = dusk.compile(lambda x: (x @ x).sum())
    x = dnp.full((300, 300), 1.0)
    for _ in range(3):
        x[...] = 1.0
        dusk.eval(x)
        started = square.start(x)
        x *= 2
        dusk.eval(x)
        assert float(started.wait()) == 300.0**3


def test_what_fails_is_raised_by_who_reads_it_and_by_who_waits() -> None:
    started = dusk.compile(lambda x: (x + 1, dnp.linalg.inv(x))).start(dnp.zeros((100, 100)))
    good, bad = (push(lambda: 1, reads=[out]) for out in started.outputs)
    assert good.wait() == 1
    for wait in (bad.wait, started.wait):
        with pytest.raises(np.linalg.LinAlgError):
            wait()


def test_what_looks_at_values_cannot_be_begun() -> None:
    with pytest.raises(ValueError, match="imperatively"):
        dusk.compile(lambda x: x * float(x)).start(dnp.float64(2.0))
