"""Where segments end: at the head of the outermost loop, and nowhere amid."""

import numpy

import dusk
import dusk.numpy as np
from dusk.config import config
from dusk.record import run_pending, stats
from steady import assert_steady, counts


def test_a_function_called_twice_is_no_loop(tier: str) -> None:
    """Large results do not end the segment in the midst of an expression."""
    x = np.linspace(0.0, 1.0, 1 << 20)

    def square(y: np.ndarray) -> np.ndarray:
        y = y + 1
        y = y * 2
        return y * y

    def round_(i: int) -> None:
        float((square(x) + square(x + 3) - square(x * 5)).sum())

    assert all(r["flushes"] == 1 for r in counts(round_, 4))


def test_a_loop_begun_from_another_place_is_cut_all_the_same(tier: str) -> None:
    """Though what is pending began where the callers were others."""

    def loop(x: np.ndarray) -> np.ndarray:
        for _ in range(401):
            x = x * 0.5 + 1
        return x

    with config.using(cut=20):
        x, found = np.ones(3), []
        x = loop(x)
        for i in range(4):
            before = dusk.stats()
            x = loop(x + i) if i % 2 else loop(x)
            found.append(dusk.stats()["misses"] - before["misses"])
        assert max(found) < 400, found


def test_updates_by_large_gradients_belong_to_the_segment_of_the_gradients(tier: str) -> None:
    weights = [np.ones((1 << 18,)) * (i + 1) for i in range(12)]
    step = dusk.value_and_grad(lambda ws: sum((w * w).sum() for w in ws))

    def round_(i: int) -> None:
        value, gradients = step(weights)
        for w, g in zip(weights, gradients, strict=True):
            scaled = g * 0.1
            w -= scaled
        float(value)

    assert all(r["flushes"] == 1 for r in counts(round_, 4))


def test_a_training_loop_over_large_weights_that_never_reads_is_cut(tier: str) -> None:
    weights = [np.ones((1 << 18,)) for _ in range(12)]
    step = dusk.value_and_grad(lambda ws: sum((w * w).sum() for w in ws))

    def round_(i: int) -> None:
        for _ in range(4):
            _, gradients = step(weights)
            for w, g in zip(weights, gradients, strict=True):
                w -= g * 0.1

    found = counts(round_, 6)
    assert_steady(found, 4)
    assert all(r["flushes"] >= 1 for r in found), found  # amid the round
    numpy.testing.assert_allclose(weights[0], 0.8**24)


def test_a_loop_of_one_statement_whose_results_are_dropped_is_not_recorded_anew() -> None:
    x, w = np.array(numpy.ones((8, 34, 34, 3))), np.array(numpy.ones((20, 20, 3, 16)))

    def windows(rounds: int) -> None:
        for _ in range(rounds):
            x[:, 3:5, 3:5, :, np.newaxis] * w[np.newaxis, :2, :2]

    windows(3000)
    before = stats.misses
    windows(3000)
    assert stats.misses - before < 100
    run_pending()
