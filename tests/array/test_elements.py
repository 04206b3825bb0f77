"""Elements of computed arrays are read and written where they lie; whoever holds an older value keeps it."""

import threading
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as dnp
from numpy_oracle import same, same_error


def ready(np: Any) -> Any:
    a = np.arange(12.0).reshape(3, 4) * 1.5 if np is numpy else dnp.array(numpy.arange(12.0).reshape(3, 4) * 1.5)
    assert float(a[0, 0]) == 0
    return a


def relax(np: Any) -> Any:
    u = np.zeros((6, 6))
    u[0] = 1
    largest = float(u.sum())
    for i in range(1, 5):
        for j in range(1, 5):
            old = u[i, j]
            u[i, j] = 0.25 * (u[i + 1, j] + u[i - 1, j] + u[i, j + 1] + u[i, j - 1])
            largest = max(largest, abs(u[i, j] - old))
    return u, largest


def test_a_loop_over_elements_is_numpys_and_runs_nothing(tier: str) -> None:
    same(relax)
    before = dusk.stats()["flushes"]
    relax(dnp)
    assert dusk.stats()["flushes"] - before <= 2


def test_a_call_that_is_still_to_run_keeps_the_old_value(tier: str) -> None:
    def program(np: Any) -> Any:
        a = ready(np)
        row, double, copy = a[1], a * 2, a.copy()
        a[1, 2] = -1
        again = a * 2
        a[1, 2] += 5
        return a, row, double, copy, again

    for _ in range(3):
        same(program)


def test_copies_and_results_that_share_memory_are_left_alone(tier: str) -> None:
    def program(np: Any) -> Any:
        a = ready(np)
        copy, flat, same_values = a.copy(), a.flatten(), np.array(a)
        kept = [float(x.sum()) for x in (copy, flat, same_values)]
        a[0, 0] = 100
        flat[1] = 50
        return a, copy, flat, same_values, kept

    for _ in range(3):
        same(program)


def test_memory_shared_with_numpy_sees_the_write() -> None:
    a = ready(dnp)
    memory = numpy.asarray(a)
    a[0, 1] = 7
    assert memory[0, 1] == 7
    memory[0, 1] = 8
    assert a[0, 1] == 8


def test_views_see_the_write(tier: str) -> None:
    def program(np: Any) -> Any:
        a = ready(np)
        row, turned = a[1], a.T
        first = row[:3] + turned[:3, 0]
        a[1, 0] = 9
        row[1] = 10
        return a, row, turned, first, row[:3] + turned[:3, 0]

    for _ in range(3):
        same(program)


def test_values_are_cast_as_numpy_casts() -> None:
    def program(np: Any) -> Any:
        a = np.array([1, 2, 3])
        b, c = a.astype(np.uint8), a > 1
        int(b[0]) + int(c[0])
        a[0], a[-1] = 2.9, True
        b[0], c[0] = 255, 3.5
        return a, b, c

    same(program)


@pytest.mark.parametrize("value", [300, -1, 1j])
def test_values_that_do_not_fit_are_refused(value: Any) -> None:
    def program(np: Any) -> Any:
        a = np.array([1, 2, 3], np.uint8)
        int(a[0])
        a[1] = value

    same_error(program)


def test_indices_outside_are_numpys_errors() -> None:
    for key in ((3, 0), (0, -5), (0, 0, 0)):
        same_error(lambda np, key=key: ready(np)[key])
        same_error(lambda np, key=key: ready(np).__setitem__(key, 1.0))


def test_a_call_recorded_in_another_thread_keeps_the_old_value() -> None:
    a = ready(dnp)
    recorded, written = threading.Event(), threading.Event()
    found: list[Any] = []

    def other() -> None:
        double = a * 2
        recorded.set()
        written.wait(10)
        found.append(numpy.array(double))

    thread = threading.Thread(target=other)
    thread.start()
    recorded.wait(10)
    a[0, 1] = 100
    written.set()
    thread.join()
    assert found[0][0, 1] == 3


def test_gradients_flow_past_elements_written() -> None:
    def f(x: Any) -> Any:
        y = x * x
        y[0] = 5.0
        return y.sum()

    numpy.testing.assert_allclose(dusk.grad(f)(dnp.array([1.0, 2.0])), [0, 4])


def test_bodies_read_the_element_that_a_variable_chooses(tier: str) -> None:
    """Called with a view whose place in memory a value decides, an op without a kernel once read that value."""

    def program(np: Any) -> Any:
        x = np.arange(1.0, 9.0).reshape(4, 2)
        return [float(np.spacing(x[i])[1]) for _ in range(3) for i in range(4)]

    same(program)
