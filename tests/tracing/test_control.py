"""Branches and loops of functions: what they give by every route, their derivatives, and what they refuse."""

from __future__ import annotations

import signal
import threading
import time

import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
from dusk.kernel import native
from dusk.record.stats import stats
from dusk.testing import check_grads


def _newton(a):
    return dusk.while_loop(lambda x: abs(x * x - a) > 1e-12, lambda x: (x + a / x) / 2, 1.0)


@pytest.mark.parametrize("route", [lambda f: f, dusk.compile], ids=["imperative", "compiled"])
def test_a_loop_of_unknown_length(route) -> None:
    assert float(route(_newton)(dnp.float64(3.0))) == pytest.approx(3**0.5, rel=1e-15)
    assert float(route(dusk.grad(_newton))(dnp.float64(3.0))) == pytest.approx(0.5 / 3**0.5, rel=1e-12)


def test_only_the_side_taken_runs() -> None:
    def f(x):
        return dusk.cond(x[0] > 0, lambda: dnp.log(x).sum(), lambda: x[dnp.array([9])].sum())

    compiled = dusk.compile(f)
    assert float(compiled(dnp.ones(3))) == 0.0
    with pytest.raises(IndexError):
        float(compiled(-dnp.ones(3)))


def test_derivatives_of_branches() -> None:
    def f(x):
        return dusk.cond(x.sum() > 1, lambda: (x * x).sum(), lambda: dnp.sin(x).sum())

    for x in (np.array([0.1, 0.2]), np.array([1.5, 2.0])):
        check_grads(dusk.compile(f), (x,))


@pytest.mark.parametrize(("index", "expected"), [(-3, 3.0), (0, 3.0), (1, -3.0), (2, 9.0), (9, 9.0)])
def test_a_switch_takes_the_nearest_branch(index, expected) -> None:
    def f(i, x):
        return dusk.switch(i, [lambda x: x, lambda x: -x, lambda x: x * x], x)

    assert float(dusk.compile(f)(dnp.int64(index), 3.0)) == expected
    assert float(f(index, 3.0)) == expected


def test_arrays_that_are_captured_are_read_and_written() -> None:
    def f(x, n):
        total = dnp.zeros(3)

        def body(state):
            i, s = state
            total[:] = total + s
            total[i % 3] += 1
            return i + 1, s * x

        count, _ = dusk.while_loop(lambda state: state[0] < n, body, (0, x))
        return total, count

    expected, s = np.zeros(3), np.array([1.0, 2, 3])
    for i in range(4):
        expected += s
        expected[i % 3] += 1
        s = s * np.array([1.0, 2, 3])
    for route in (f, dusk.compile(f)):
        total, count = route(dnp.array([1.0, 2, 3]), dnp.int64(4))
        np.testing.assert_array_equal(np.asarray(total), expected)
        assert int(count) == 4


@pytest.mark.parametrize("length", [0, 1, 5])
@pytest.mark.parametrize("reverse", [False, True])
def test_a_scan_is_its_rounds(length, reverse) -> None:
    xs = np.arange(1.0, length + 1)
    total, left = 0.0, np.zeros(length)
    for i in reversed(range(length)) if reverse else range(length):
        left[i], total = total, total + xs[i]
    for route in (lambda f: f, dusk.compile):
        made = route(lambda x: dusk.scan(lambda c, y: (c + y, {"c": c}), 0.0, x, reverse=reverse))(dnp.array(xs))
        assert float(made[0]) == total
        np.testing.assert_array_equal(np.asarray(made[1]["c"]), left)


def test_loops_are_mapped_over_an_axis() -> None:
    def power(x, n):
        return dusk.fori_loop(0, n, lambda i, y: y * x, 1.0)

    found = dusk.vmap(power)(dnp.array([2.0, 3.0, 4.0]), dnp.array([1, 0, 3]))
    np.testing.assert_array_equal(np.asarray(found), [2.0, 1.0, 64.0])
    gradients = dusk.vmap(dusk.grad(power), (0, None))(dnp.array([2.0, 3.0]), dnp.int64(3))
    np.testing.assert_allclose(np.asarray(gradients), [12.0, 27.0], rtol=1e-14)


def test_a_function_that_cannot_be_traced_decides_by_values() -> None:
    seen = []

    def body(x):
        seen.append(float(x))
        return x * 2

    assert float(dusk.while_loop(lambda x: x < 5, body, dnp.float64(1.0))) == 8.0
    assert seen == [1.0, 2.0, 4.0]


def test_what_is_carried_keeps_its_type() -> None:
    with pytest.raises(TypeError, match=r"comes in as float64\[2\] \(loop at .*\) and is handed on as float64\[4\]"):
        dusk.while_loop(lambda x: x.sum() < 5, lambda x: dnp.concatenate([x, x]), dnp.ones(2))
    with pytest.raises(TypeError, match="structure"):
        dusk.while_loop(lambda x: x < 3, lambda x: (x, x), 1)
    with pytest.raises(TypeError, match=r"float32\[3\].*float64\[3\]"):
        dusk.compile(lambda x: dusk.cond(x > 0, lambda: dnp.ones(3, "f4"), lambda: dnp.ones(3)))(dnp.float64(1))
    with pytest.raises(ValueError, match="one length"):
        dusk.scan(lambda c, x: (c, x), 0.0)


@pytest.mark.parametrize("position", [-2, 0, 1])
def test_subscripts_known_only_when_the_trace_runs(position) -> None:
    def f(x, i):
        x[i, 1] = x[i, 0] * 2
        x[i] += 1
        x[i][2] = 77
        x[i, 3] -= 5
        x[i - 1] = x[i]
        row = x[i]
        x[i, 0] = 100
        row[1:3] *= 2
        return row + 0, x[-1, i], x[..., i], x[:, None, i], x[0][i]

    expected, found = np.arange(12.0).reshape(3, 4), dnp.arange(12.0).reshape(3, 4)
    want = f(expected, position)
    compiled = dusk.compile(f)
    got = compiled(found, dnp.sum(dnp.array([position])))
    assert compiled.explain().startswith("compiled")
    np.testing.assert_array_equal(np.asarray(found), expected)
    for a, b in zip(got, want, strict=True):
        np.testing.assert_array_equal(np.asarray(a), b)
        assert np.shape(a) == np.shape(b)


def test_subscripts_out_of_bounds_raise_when_it_runs() -> None:
    compiled = dusk.compile(lambda x, i: x[i] * 2)
    for shape in ((3,), (3, 2)):
        with pytest.raises(IndexError, match="3"):
            dusk.eval(compiled(dnp.ones(shape), dnp.sum(dnp.array([3]))))


def test_a_hundred_thousand_rounds_keep_a_thousand_states() -> None:
    from dusk.graph import TensorType
    from dusk.transform.structured import MOST_SAVED, saved_states

    assert saved_states([TensorType((), np.dtype("f8"))]) == MOST_SAVED == 1000
    assert saved_states([TensorType((1 << 20,), np.dtype("f8"))]) == 8
    assert saved_states([TensorType((1 << 10,), np.dtype("f8"))], within=True) == 32
    assert saved_states([TensorType((), np.dtype("f8"))], within=True) == MOST_SAVED


@pytest.mark.parametrize("route", [lambda f: f, dusk.compile, dusk.grad], ids=["imperative", "compiled", "gradient"])
def test_a_loop_is_compiled_before_its_first_run(route) -> None:
    if not native.available():
        pytest.skip("needs native code")

    def f(x):
        def body(state):
            i, y = state
            return i + 1, dnp.sin(y * 1.1 + 0.1)

        return dusk.cond(x > 0, lambda: dusk.while_loop(lambda s: s[0] < 100_000, body, (0, x))[1], lambda: x)

    before = stats.interpreted
    x = dnp.array([0.25])[0] + 0.05
    start = time.perf_counter()
    found = float(route(f)(x))
    assert time.perf_counter() - start < 5  # bodies take minutes
    assert stats.interpreted == before
    y, slope = 0.3, 1.0
    for _ in range(100_000):
        slope, y = slope * 1.1 * np.cos(y * 1.1 + 0.1), np.sin(y * 1.1 + 0.1)
    assert found == pytest.approx(slope if route is dusk.grad else y, rel=1e-9, abs=1e-300)


def test_a_loop_without_end_can_be_interrupted() -> None:
    if not native.available():
        pytest.skip("needs native code")

    def f(x):
        def body(i):
            x[i % 3] += 1.0
            return i + 1

        return dusk.while_loop(lambda i: i >= 0, body, 0)

    x = dnp.zeros(3)
    timer = threading.Timer(0.5, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        dusk.eval(dusk.compile(f)(x))
    timer.join()


def test_an_index_out_of_bounds_late_in_a_loop_is_told_soon() -> None:
    if not native.available():
        pytest.skip("needs native code")
    x, total = dnp.arange(100_000.0), dnp.zeros(2)

    def body(state):
        i, s = state
        total[0] = total[0] + x[i]
        return i + 1, s + x[i]

    start = time.perf_counter()
    with pytest.raises(IndexError, match="100000 is out of bounds"):
        float(dusk.while_loop(lambda state: state[0] <= 100_000, body, (0, 0.0))[1])
    assert time.perf_counter() - start < 5
    np.testing.assert_array_equal(np.asarray(total), [0, 0])


def test_a_loop_of_known_bounds_is_a_scan_unless_its_states_are_large() -> None:
    def f(x):
        return dusk.fori_loop(2, 1002, lambda i, y: dnp.sin(y) * i * 1e-3, x).sum()

    compiled = dusk.compile(f)
    compiled(dnp.ones(3))
    assert "scan(" in str(compiled.graph) and "while_loop(" not in str(compiled.graph)
    compiled(dnp.ones(10_000))  # 80 MB
    assert "while_loop(" in str(compiled.graph) and "scan(" not in str(compiled.graph)


def test_a_hundred_thousand_rounds_of_known_bounds_and_their_derivatives() -> None:
    def f(x):
        return dusk.fori_loop(0, 100_000, lambda i, y: y + x / (1 + y * y) * (i % 2), x)

    def plain(x):
        y, slope, bend = x, 1.0, 0.0
        for i in range(100_000):
            d = 1 + y * y
            k = i % 2
            # of y + x / d * k, by x, once and twice
            bend = bend + k * (
                -4 * y * slope / d**2 + x * (8 * y * y * slope**2 / d**3 - 2 * (slope**2 + y * bend) / d**2)
            )
            slope = slope + k * (1 / d - x * 2 * y * slope / d**2)
            y = y + x / d * k
        return y, slope, bend

    value, slope, bend = plain(0.7)
    for route in (lambda g: g, dusk.compile):
        assert float(route(f)(dnp.float64(0.7))) == pytest.approx(value, rel=1e-12)
        assert float(route(dusk.grad(f))(dnp.float64(0.7))) == pytest.approx(slope, rel=1e-10)
        assert float(route(dusk.grad(dusk.grad(f)))(dnp.float64(0.7))) == pytest.approx(bend, rel=1e-8)
    many = dusk.vmap(dusk.grad(f))(dnp.array([0.7, 0.9]))
    np.testing.assert_allclose(np.asarray(many), [slope, plain(0.9)[1]], rtol=1e-10)
