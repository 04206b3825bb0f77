"""Hooks see each op that is recorded, once, whatever else is done to record it quickly."""

from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np

X = numpy.random.default_rng(0).normal(size=(40, 40))


def forward(x: Any, small: Any) -> Any:
    y = np.tanh(x @ x.T)
    y += 1.0
    return y[1:3].sum() * small.sum()


OPS = ["transpose", "matmul", "tanh", "add", "getitem", "sum", "sum", "multiply"]


def test_each_op_is_seen_once_a_forward() -> None:
    x, small = np.array(X), np.ones(3)
    wanted = float(forward(x, small))
    for _ in range(4):  # from the second on the calls are followed
        names: list[str] = []
        with dusk.op_hook(lambda call, names=names: names.append(call.name)):
            got = forward(x, small)
        assert names == OPS
        assert float(got) == pytest.approx(wanted, rel=1e-12)
        misses = dusk.stats()["misses"]
        for _ in range(3):
            forward(x, small)
    assert dusk.stats()["misses"] == misses  # without hooks they are followed as before


def test_values_lines_and_shapes_are_there_when_asked_for() -> None:
    x, seen = np.array(X), []
    with dusk.op_hook(seen.append):
        y = np.exp(x)
        y *= 2.0
    assert [str(call).split(": ")[1] for call in seen] == [
        "exp(float64[40, 40]) -> float64[40, 40]",
        "multiply(float64[40, 40], 2.0) -> float64[40, 40]",
    ]
    assert all(call.line.startswith("test_op_hooks.py:") for call in seen)
    numpy.testing.assert_allclose(numpy.asarray(seen[0].inputs[0]), X)
    numpy.testing.assert_allclose(numpy.asarray(seen[1].outputs[0]), 2 * numpy.exp(X))


def test_gradients_are_the_same_though_hooks_look_at_all_on_the_way() -> None:
    x, sums = np.array(X), []
    f = dusk.value_and_grad(lambda x: np.sin(x * x).sum())
    value, gradient = f(x)
    with dusk.op_hook(lambda call: sums.append((call.name, call.gradient, float(np.sum(call.outputs[0]))))):
        again = f(x)
    assert [name for name, *_ in sums] == ["multiply", "sin", "sum", "gradients"]
    assert [last for _, last, _ in sums] == [False, False, False, True]
    assert sums[2][2] == pytest.approx(numpy.sin(X * X).sum())
    numpy.testing.assert_allclose(numpy.asarray(again[1]), 2 * X * numpy.cos(X * X))
    numpy.testing.assert_allclose(numpy.asarray(again[1]), numpy.asarray(gradient))
    assert float(again[0]) == pytest.approx(float(value))


def test_a_compiled_call_is_one_op_that_writes_what_it_writes() -> None:
    @dusk.compile
    def step(x: Any, w: Any) -> Any:
        w += x
        return (w * w).sum()

    x, w, names = np.array(X), np.zeros((40, 40)), []
    for i in range(3):
        with dusk.op_hook(lambda call: names.append(call.name)):
            got = step(x, w)
        assert float(got) == pytest.approx(((i + 1) ** 2 * X * X).sum())
    assert names == ["call"] * 3


def test_an_error_in_a_hook_is_raised_at_the_line_and_ends_nothing() -> None:
    def fail(call: Any) -> None:
        raise ZeroDivisionError(call.name)

    x = np.array(X)
    with pytest.raises(ZeroDivisionError, match="exp"), dusk.op_hook(fail):
        np.exp(x)
    with dusk.op_hook(lambda call: names.append(call.name)):
        names: list[str] = []
        np.exp(x)
    assert names == ["exp"]


def test_times_are_by_op_and_line_and_calls_are_printed(capsys: Any) -> None:
    times = dusk.OpTimes()
    with dusk.op_hook(times, dusk.print_op):
        y = np.array(X)
        for _ in range(3):
            y = np.exp(-y)
    assert {name: n for (name, _), n in times.calls.items()} == {"negative": 3, "exp": 3}
    assert all(s > 0 for s in times.seconds.values())
    assert str(times).count("\n") == 2
    assert capsys.readouterr().out.count("exp(float64[40, 40]) -> float64[40, 40]") == 3
