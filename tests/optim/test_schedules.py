"""Schedules: rates by step, the same for numbers and for arrays, and inside of an optimiser."""

from typing import Any

import numpy
import pytest
from numpy.testing import assert_allclose

import dusk
import dusk.numpy as np
from dusk import optim

CURVES: dict[str, tuple[Any, list[float]]] = {
    "constant": (optim.constant(0.5), [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]),
    "step": (optim.step(1.0, 3, 0.5), [1, 1, 1, 0.5, 0.5, 0.5, 0.25]),
    "multi_step": (optim.multi_step(1.0, [2, 5], 0.1), [1, 1, 0.1, 0.1, 0.1, 0.01, 0.01]),
    "exponential": (optim.exponential(2.0, 0.5), [2, 1, 0.5, 0.25, 0.125, 0.0625, 0.03125]),
    "polynomial": (optim.polynomial(1.0, 4, end=0.2, power=2.0), [1, 0.65, 0.4, 0.25, 0.2, 0.2, 0.2]),
    "cosine": (optim.cosine(1.0, 4, end=0.5), [1, 0.926777, 0.75, 0.573223, 0.5, 0.5, 0.5]),
    "restarts": (optim.cosine_restarts(1.0, 3), [1, 0.75, 0.25, 1, 0.75, 0.25, 1]),
    "longer restarts": (optim.cosine_restarts(1.0, 2, longer=2.0), [1, 0.5, 1, 0.853553, 0.5, 0.146447, 1]),
    "warmup": (optim.warmup(2.0, 4), [0, 0.5, 1, 1.5, 2, 2, 2]),
    "warmup before another": (
        optim.warmup(optim.exponential(1.0, 0.5), 2, start=0.5), [0.5, 0.75, 1, 0.5, 0.25, 0.125, 0.0625]
    ),
    "one cycle": (optim.one_cycle(1.0, 7, up=3 / 7), [0.04, 0.52, 1, 0.853554, 0.500002, 0.14645, 4e-6]),
}  # fmt: skip


@pytest.mark.parametrize("name", CURVES)
def test_rates_by_step_are_what_they_should_be(name: str) -> None:
    schedule, curve = CURVES[name]
    assert_allclose([float(schedule(t)) for t in range(7)], curve, atol=1e-6)
    assert_allclose([float(schedule(np.array(t))) for t in range(7)], curve, atol=1e-6)


@pytest.mark.parametrize("name", CURVES)
def test_an_optimiser_takes_its_rate_from_the_schedule(name: str) -> None:
    schedule, curve = CURVES[name]
    w, optimiser = np.array([0.0]), optim.SGD(schedule)
    for t in range(7):
        before = float(w[0])
        optimiser.update([w], [np.array([1.0])])
        assert before - float(w[0]) == pytest.approx(curve[t], abs=1e-6)
        assert float(optimiser.rate) == pytest.approx(curve[t], abs=1e-6)


def test_restarts_begin_where_their_periods_do_however_many_there_were() -> None:
    for steps, longer in ((10, 2.0), (7, 3.0), (1, 5.0)):
        begin, length = 0, steps
        for _ in range(12):
            rate = float(optim.cosine_restarts(1.0, steps, longer=longer)(begin))
            assert rate == pytest.approx(1.0)
            begin, length = begin + length, length * int(longer)


def test_a_rate_is_reduced_where_a_metric_does_not_become_better() -> None:
    schedule = optim.ReduceOnPlateau(1.0, factor=0.5, patience=1, least=0.2)
    w, optimiser = np.array([0.0]), optim.SGD(schedule)
    rates = []
    for metric in (3.0, 2.0, 2.0, 2.0, 2.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0):
        schedule.observe(metric)
        optimiser.update([w], [np.array([1.0])])
        rates.append(float(optimiser.rate))
    assert rates == [1, 1, 1, 0.5, 0.5, 0.5, 0.5, 0.25, 0.25, 0.2, 0.2, 0.2]
    again = optim.ReduceOnPlateau(9.0)
    again.load_state_dict(schedule.state_dict())
    assert float(again(0)) == 0.2


def test_a_metric_that_is_to_grow_may() -> None:
    schedule = optim.ReduceOnPlateau(1.0, patience=0, larger=True)
    for metric in (0.5, 0.6, 0.7):
        schedule.observe(np.array(metric))
    assert float(schedule(0)) == 1.0
    schedule.observe(0.7)
    assert float(schedule(0)) == 0.1


def test_a_schedule_in_python_that_looks_at_the_step_does_as_well() -> None:
    def halves(step: Any) -> float:
        return 1.0 if step < 2 else 0.5

    w, optimiser = np.array([0.0]), optim.SGD(halves)

    @dusk.compile
    def step(g: Any) -> None:
        optimiser.update([w], [g])

    for _ in range(4):
        step(np.array([1.0]))
    assert float(w[0]) == -3.0


def test_what_makes_no_schedule_is_refused() -> None:
    with pytest.raises(ValueError, match="steps of a schedule is a positive number of steps, not 0"):
        optim.cosine(1.0, 0)
    with pytest.raises(ValueError, match="longer by a factor of 1 or more, not 0"):
        optim.cosine_restarts(1.0, 5, longer=0)
    with pytest.raises(ValueError, match="cannot rise"):
        optim.one_cycle(1.0, 3)


def test_schedules_of_numpys_numbers_give_numpys_numbers() -> None:
    assert isinstance(optim.cosine(1.0, 5)(numpy.int64(2)), numpy.float64)
