"""Recorded once, followed after: what steady loops cost, in counts."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk.config import config
from dusk.engine.buffer import pool
from dusk.kernel import native
from steady import assert_steady, counts


def network(layers: int = 3) -> tuple[list[Any], Any, Any]:
    rng = np.random.default_rng(0)
    return (
        [rng.standard_normal((4, 4)) for _ in range(layers)],
        rng.standard_normal((8, 4)),
        rng.standard_normal((8, 4)),
    )


def loss(weights: list[Any], x: Any, y: Any) -> Any:
    for w in weights:
        x = np.tanh(x @ w)
    return ((x - y) ** 2).mean()


def test_a_training_loop_is_steady_from_the_fourth_round_on(tier: str) -> None:
    weights, x, y = network()
    step = dusk.value_and_grad(loss)

    def round_(i: int) -> None:
        nonlocal weights
        value, gradients = step(weights, x, y)
        for w, g in zip(weights, gradients, strict=True):
            w -= 0.1 * g
        float(value)

    found = counts(round_, 8)
    assert_steady(found)
    assert all(r["flushes"] == 1 for r in found[3:])


def test_nothing_is_compiled_at_its_first_visit() -> None:
    with config.using(tier="auto"):
        a = np.arange(5.0)
        found = counts(lambda i: float((a * 1.25 + 0.75).sum()), 3)
    assert found[0]["compiled"] == 0
    assert found[0]["interpreted"] == 1
    assert sum(r["compiled"] for r in found) <= 1


@pytest.mark.parametrize("reads", [True, False])
def test_a_scalar_that_changes_becomes_an_input_at_its_second_value(reads: bool, tier: str) -> None:
    x = np.arange(4.0)

    def round_(i: int) -> None:
        nonlocal x
        x = x * (1 + 0.1 * i) + i
        if reads:
            float(x[0])
        else:
            dusk.wait()

    found = counts(round_, 7)
    assert_steady(found, 2)
    assert sum(r["generalisations"] for r in found) <= 2


def test_changing_scalars_give_the_right_values(tier: str) -> None:
    x, expected = np.arange(4.0), numpy.arange(4.0)
    for i in range(6):
        x, expected = (x + i) * (0.5 * i) - i / 3, (expected + i) * (0.5 * i) - i / 3
        numpy.testing.assert_array_equal(numpy.array(x), expected)


def test_zero_minus_zero_and_nan_are_told_apart(tier: str) -> None:
    x = np.ones(1)
    for value in (0.0, -0.0, 0.0, float("nan"), -0.0):
        found = numpy.array(x * value)
        numpy.testing.assert_array_equal(numpy.signbit(found), numpy.signbit(numpy.ones(1) * value))
        numpy.testing.assert_array_equal(found, numpy.ones(1) * value)


def test_int_float_and_bool_scalars_are_told_apart(tier: str) -> None:
    x = np.arange(3)
    for value in (2, 2.0, True, 2, numpy.float32(2), numpy.int8(2), 2.0):
        found = x * value
        expected = numpy.arange(3) * value
        assert found.dtype == expected.dtype
        numpy.testing.assert_array_equal(found.numpy(), expected)


def test_an_exponent_never_becomes_an_input() -> None:
    x = np.arange(4.0)
    for p in (2, 3, 2, 0.5, 3):
        numpy.testing.assert_array_equal(numpy.array(x**p), numpy.arange(4.0) ** p)
    assert sum(r["generalisations"] for r in counts(lambda i: dusk.eval(x ** (i % 3)), 6)) == 0


def test_a_slice_start_that_changes_becomes_an_input_at_its_second_value(tier: str) -> None:
    u = np.arange(40.0)
    found = counts(lambda i: float((u[i : i + 4] * 2).sum()), 8)
    assert_steady(found, 2)
    for i in range(8):
        assert float((u[i : i + 4] * 2).sum()) == (numpy.arange(40.0)[i : i + 4] * 2).sum()


def test_an_index_that_changes_becomes_an_input_at_its_second_value(tier: str) -> None:
    u = np.arange(40.0) * 1

    def round_(i: int) -> None:
        nonlocal u
        u = u + 1
        assert float(u[i] * u[-1 - i]) == (i + i + 1.0) * (39 - i + i + 1.0)

    assert_steady(counts(round_, 8), 2)


def test_a_write_at_a_changing_place_is_steady(tier: str) -> None:
    u, expected = np.zeros(40), numpy.zeros(40)

    def round_(i: int) -> None:
        u[i] = u[i + 1] + i
        u[2 * i : 2 * i + 3] += 1
        expected[i] = expected[i + 1] + i
        expected[2 * i : 2 * i + 3] += 1
        numpy.testing.assert_array_equal(numpy.array(u), expected)

    assert_steady(counts(round_, 9), 3)


@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", "c16", "i8", "i1", "u2", "?"])
def test_numbers_written_to_windows_are_followed_as_they_are(dtype: str, tier: str) -> None:
    """As numbers, not as arrays that take memory and a place among the inputs."""
    numbers = (0, 1.5, -0.0, True, numpy.float32(2.5), numpy.int16(-3), numpy.float64("inf"), 100)
    if dtype not in ("f8", "f4", "f2", "c16"):
        numbers = (0, 2, True, numpy.int16(3), numpy.int8(4), 100, numpy.uint8(7))

    def program(space: Any, i: int) -> Any:
        x = space.array((numpy.arange(60.0) % 7).reshape(6, 10).astype(dtype)) * space.ones((), dtype)
        with numpy.errstate(all="ignore"):
            for j, number in enumerate((*numbers, i)):
                x[j % 6, 1:-1] = number
                x[1:-1:2, j % 10] = number
                x.T[3:5] = number
                x[2][4:6] = number
        return x

    for i in range(4):
        before = dusk.stats()["misses"]
        found, expected = program(np, i), program(numpy, i)
        assert found.dtype == expected.dtype
        numpy.testing.assert_array_equal(numpy.asarray(found), expected)
        assert dusk.stats()["misses"] == before or i < 2


def test_a_changing_number_written_to_a_window_becomes_an_input(tier: str) -> None:
    x, expected = np.ones((40, 50)), numpy.ones((40, 50))

    def round_(i: int) -> None:
        for each in (x, expected):
            each += 1.0
            each[0, :] = 0
            each[1:-1, -1] = 0.5 * i
        x.sum()
        numpy.testing.assert_array_equal(numpy.asarray(x), expected)

    assert_steady(counts(round_, 8), 4)


def test_bounds_are_checked_at_each_call_of_a_changing_index() -> None:
    u = np.arange(4.0) + 0
    for i in range(4):
        float((u + 0)[i])
    with pytest.raises(IndexError):
        (u + 0)[4]


def test_a_length_that_changes_needs_no_compile_at_its_third_value(tier: str) -> None:
    u = np.arange(40.0)
    found = counts(lambda i: float((u[: i + 3] * 2 + 1).sum()), 9)
    assert [r["compiled"] for r in found[2:]] == [0] * 7 or not native.available()


def test_a_length_that_changes_has_the_right_values(tier: str) -> None:
    u = np.arange(40.0)
    for i in range(9):
        assert float((u[: i + 3] * 2 + 1).sum()) == (numpy.arange(40.0)[: i + 3] * 2 + 1).sum()


def test_a_batch_size_that_changes_needs_no_compile_at_its_third_value(tier: str) -> None:
    w = np.ones((3, 2))

    def round_(i: int) -> None:
        x = np.ones((i + 2, 3))
        assert np.tanh(x @ w).sum().item() == pytest.approx(
            numpy.tanh(numpy.ones((i + 2, 3)) @ numpy.ones((3, 2))).sum()
        )

    assert [r["compiled"] for r in counts(round_, 8)[2:]] == [0] * 6 or not native.available()


def test_a_loop_that_never_reads_is_cut_and_steady(tier: str) -> None:
    with config.using(cut=20):
        x = np.ones(3)

        def round_(i: int) -> None:
            nonlocal x
            for _ in range(50):
                x = x * 0.5 + 1

        found = counts(round_, 8)
        assert_steady(found)
        assert all(1 <= r["flushes"] <= 6 for r in found[3:])
        numpy.testing.assert_allclose(x, 2 * numpy.ones(3))


def test_a_loop_that_never_reads_and_writes_in_place_is_steady(tier: str) -> None:
    with config.using(cut=20):
        x, y = np.ones(3), np.zeros(3)

        def round_(i: int) -> None:
            for _ in range(50):
                nonlocal x
                x *= 0.5
                x += 1
                y[1:] = x[:-1]

        assert_steady(counts(round_, 8))
        numpy.testing.assert_allclose(y, [0, 2, 2])


def test_the_cut_comes_before_a_loop_that_is_one_long_body(tier: str) -> None:
    """A body longer than the bound is cut where it starts, never in the middle."""
    with config.using(cut=20):
        x = np.ones(3)

        def round_(i: int) -> None:
            nonlocal x
            for _ in range(4):
                y = x
                for _ in range(7):
                    y = np.sin(y) + y
                    y = y - np.cos(y) * 0.5
                x = y * 0.1

        found = counts(round_, 8)
        assert_steady(found, 4)  # four rounds of the body a round: segments chase its phase for a while


def test_a_loop_over_large_arrays_is_cut_after_few_rounds(tier: str) -> None:
    """So a branch that is rarely taken makes few programs, not one for each place it has in a long segment."""
    u, seen = np.zeros((500, 500)), []

    def round_(i: int) -> None:
        nonlocal u
        for step in range(30):
            u = u * 0.5 + step
            u[1:-1] += u[:-2] * 0.25 + u[2:] * 0.25
            if step % 10 == 9:
                seen.append((u**2).sum())

    found = counts(round_, 6)
    assert_steady(found, 4)
    assert sum(r["programs"] for r in found) <= 8
    expected = numpy.zeros((500, 500))
    for step in range(180):
        expected = expected * 0.5 + step % 30
        expected[1:-1] += expected[:-2] * 0.25 + expected[2:] * 0.25
    numpy.testing.assert_allclose(u, expected, rtol=1e-12)


def test_memory_is_constant_over_many_rounds(tier: str) -> None:
    with config.using(cut=30):
        x, history = np.ones(1000), []
        for _ in range(60):
            for _ in range(20):
                x = x * 0.99 + 0.5
            history.append(pool().stats().bytes_live)
        assert max(history[30:]) <= max(history[:30]), history


def test_memory_of_a_training_loop_is_constant(tier: str) -> None:
    weights, x, y = network()
    step = dusk.value_and_grad(loss)
    history: list[int] = []
    for _ in range(30):
        value, gradients = step(weights, x, y)
        for w, g in zip(weights, gradients, strict=True):
            w -= 0.1 * g
        float(value)
        history.append(pool().stats().bytes_live)
    assert len(set(history[5:])) == 1, history


def test_a_branch_taken_differently_is_another_child(tier: str) -> None:
    x = np.ones(3)

    def round_(i: int) -> None:
        nonlocal x
        y = x * 2
        y = y + 1 if i % 2 else y - 1
        x = y / 2
        float(x.sum())

    assert_steady(counts(round_, 10), 4)


def test_a_branch_on_a_value_is_steady(tier: str) -> None:
    x = np.ones(3)

    def round_(i: int) -> None:
        nonlocal x
        x = x + 2 if float(x.sum()) < 5 else x - 3
        dusk.wait()

    assert_steady(counts(round_, 12), 6)


def test_inner_loops_of_varying_length_need_a_bounded_number_of_programs(tier: str) -> None:
    with config.using(cut=24):
        rng = numpy.random.default_rng(1)
        x = np.ones(3)

        def round_(i: int) -> None:
            nonlocal x
            for _ in range(int(rng.integers(1, 61))):
                x = x * 0.5 + 1
            float(x[0])

        found = counts(round_, 400)
    assert sum(r["programs"] for r in found) <= 40
    assert sum(r["programs"] for r in found[200:]) <= 8


def test_a_dead_array_costs_nothing(tier: str) -> None:
    x = np.arange(1000.0)
    dusk.eval(x)

    def round_(i: int) -> None:
        dead = np.exp(x) * 2
        dead = dead @ dead
        alive = x + 1
        del dead
        dusk.eval(alive)

    round_(0)
    before = pool().stats()
    round_(1)
    assert pool().stats().bytes_live == before.bytes_live
    assert dusk.stats()["misses"] == dusk.stats()["misses"]


def test_a_segment_whose_arrays_all_died_runs_nothing(tier: str) -> None:
    x = np.arange(10.0)
    dusk.eval(x)
    before = dusk.stats()
    y = np.exp(x)
    del y
    dusk.wait()
    after = dusk.stats()
    assert after["native"] + after["interpreted"] == before["native"] + before["interpreted"]


def test_after_two_live_sets_one_program_serves_the_supersets(tier: str) -> None:
    x = np.arange(5.0)
    dusk.eval(x)

    def round_(keep: tuple[int, ...]) -> list[Any]:
        values = [x + 1, x * 2, x - 3, x / 4]
        kept = [values[i] for i in keep]
        del values
        dusk.wait()
        for i, v in zip(keep, kept, strict=True):
            numpy.testing.assert_array_equal(
                numpy.array(v),
                [lambda a: a + 1, lambda a: a * 2, lambda a: a - 3, lambda a: a / 4][i](numpy.arange(5.0)),
            )
        return kept

    before = dusk.stats()["programs"]
    for keep in [(0,), (1,), (0, 1, 2, 3), (0, 1), (2,), (1, 3), (0, 2), (3,), (0, 1, 2)]:
        round_(keep)
    assert dusk.stats()["programs"] - before <= 3


def test_compiled_calls_and_gradients_are_one_entry_each(tier: str) -> None:
    f = dusk.compile(lambda x: np.exp(x) * np.sin(x) + x)
    x = np.arange(3.0)
    f(x)
    dusk.wait()

    def round_(i: int) -> None:
        dusk.eval(f(x))

    found = counts(round_, 6)
    assert_steady(found, 2)
    assert found[-1]["calls"] <= 1


def test_history_is_not_kept_outside_gradients() -> None:
    from dusk.record.context import local

    x = np.arange(3.0)
    y = x * 2
    float(y[0])
    assert local.context.node is local.context.root
    assert local.context.history == 0


def test_history_ends_when_a_differentiated_function_raises() -> None:
    from dusk.record.context import local

    def f(x: Any) -> Any:
        raise KeyError("stop")

    with pytest.raises(KeyError):
        dusk.grad(f)(np.ones(2))
    assert local.context.history == 0


def test_children_of_a_node_are_bounded() -> None:
    """Above the cap the interpreter runs, and nothing grows."""
    from dusk.record.context import local

    x = np.ones(2)
    dusk.eval(x)
    for i in range(3000):
        y = np.reshape(np.ones(i + 1), (1, -1))
        del y
    dusk.wait()
    assert len(local.context.root.children) < 2500


def test_the_first_error_of_a_call_leaves_what_was_recorded(tier: str) -> None:
    x = np.arange(3.0)
    y = x + 1
    with pytest.raises(ValueError, match="broadcast"):
        y + np.ones(4)
    z = y * 2
    numpy.testing.assert_array_equal(numpy.array(z), [2, 4, 6])


def test_subclass_free_weak_references_work() -> None:
    import weakref

    x = np.arange(3.0) + 1
    ref = weakref.ref(x)
    assert ref() is x
    dusk.wait()  # until then the segment holds it
    del x
    assert ref() is None
