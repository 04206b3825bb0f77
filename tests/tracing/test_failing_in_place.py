"""What is written in place although indices may be out of bounds: an error still leaves all as it was."""

from typing import Any

import numpy
import pytest
from numpy.testing import assert_array_equal

import dusk
import dusk.numpy as np
from dusk.config import config
from native_steps import needs_native


def trained() -> tuple[dict[str, Any], Any]:
    """A table of rows, a matrix, and a step that trains both on labels: three gathers, and their gradients."""
    rng = numpy.random.default_rng(0)
    params = {"table": np.array(rng.standard_normal((50, 40))), "weight": np.array(rng.standard_normal((40, 60)))}

    def loss(p: Any, words: Any, labels: Any) -> Any:
        z = np.tanh(p["table"][words]) @ p["weight"]
        return (np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(labels)), labels]).mean()

    @dusk.compile
    def step(words: Any, labels: Any) -> Any:
        value, gradients = dusk.value_and_grad(loss)(params, words, labels)
        for name, p in params.items():
            p -= 0.5 * gradients[name]
        return value

    return params, step


@needs_native
def test_a_step_with_labels_is_done_in_place_and_leaves_all_as_it_was_where_it_fails() -> None:
    params, step = trained()
    words, labels = np.array(numpy.arange(32) % 50), np.array(numpy.arange(32) % 60)
    dusk.wait()
    losses = [float(step(words, labels)) for _ in range(3)]
    assert losses[2] < losses[1] < losses[0]
    places = [id(p.buffer) for p in params.values()]
    step(words, labels)
    assert [id(p.buffer) for p in params.values()] == places
    assert step.memory().outputs == 8
    assert step.plan is not None
    before = {name: numpy.array(p) for name, p in params.items()}
    for bad in ((words + 40, labels), (words, labels + 40)):
        dusk.wait()
        with pytest.raises(IndexError):
            float(step(*bad))
        for name, p in params.items():
            assert_array_equal(numpy.array(p), before[name])
    assert float(step(words, labels)) < losses[2]


@needs_native
def test_an_index_that_follows_from_what_is_written_is_checked_before_it_is() -> None:
    w, x = np.arange(2000.0), np.arange(10.0)
    dusk.wait()

    @dusk.compile
    def step(by: Any) -> Any:
        w[...] = w + by
        return x[w[:3].astype(int)]

    assert_array_equal(numpy.array(step(np.array(2.0))), [2, 3, 4])
    with pytest.raises(IndexError):
        numpy.array(step(np.array(6.0)))
    assert_array_equal(numpy.array(w), numpy.arange(2000.0) + 2)


@needs_native
def test_a_scatter_into_what_it_writes_is_refused_whole() -> None:
    w = np.zeros(2000)
    dusk.wait()

    @dusk.compile
    def step(at: Any) -> None:
        w[at] += 1.0

    good, bad = np.array([1, 2]), np.array([3, 2000])
    dusk.wait()
    step(good)
    with pytest.raises(IndexError):
        step(bad)
    assert_array_equal(numpy.nonzero(numpy.array(w))[0], [1, 2])


@pytest.mark.parametrize("tier", ["interpreter", pytest.param("native", marks=needs_native)])
def test_what_a_failed_step_was_to_write_keeps_its_old_value_though_it_was_pending(tier: Any) -> None:
    @dusk.compile
    def step(w: Any, v: Any, at: Any) -> Any:
        g = np.take(w, at).sum()
        v *= 0.5
        w -= v * g
        return g

    good, bad = np.array([1, 2]), np.array([3, 2000])
    dusk.wait()
    with config.using(tier=tier):
        for _ in range(3):
            w, v = np.array(numpy.arange(2000.0)), np.ones(2000)  # at hand, and pending
            w += 1.0
            step(w, v, good)
            lost = step(w, v, bad)
            seen = np.exp(w).sum()  # of what was never there
            with pytest.raises(IndexError, match=r"in gather, from test_failing_in_place\.py"):
                float(lost)
            assert_array_equal(numpy.array(v), 0.5)
            assert_array_equal(numpy.array(w), numpy.arange(1.0, 2001.0) - 2.5)
            with pytest.raises(IndexError):
                float(seen)
            w += v
            assert_array_equal(numpy.array(w), numpy.arange(1.0, 2001.0) - 2.0)
