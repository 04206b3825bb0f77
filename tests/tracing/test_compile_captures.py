"""Arrays and values that a compiled function captures: read anew at each call, written, and guards."""

from typing import Any

import numpy
import pytest
from numpy.testing import assert_array_equal

import dusk
import dusk.numpy as np
from counted import Counted
from dusk.kernel import native


def test_captured_arrays_are_read_anew_at_each_call(tier: str) -> None:
    w = np.ones(3)
    body = Counted(lambda x: x * w)
    f = dusk.compile(body)
    f(np.ones(3))
    w += 4
    assert_array_equal(numpy.array(f(np.ones(3))), [5, 5, 5])
    w[0] = 0
    assert_array_equal(numpy.array(f(np.ones(3))), [0, 5, 5])
    assert body.runs == 1


def test_a_captured_numpy_array_is_read_anew() -> None:
    w = numpy.ones(3)
    f = dusk.compile(lambda x: x * w)
    f(np.ones(3))
    w += 4
    assert_array_equal(numpy.array(f(np.ones(3))), [5, 5, 5])


def test_a_captured_scalar_of_numpys_is_a_guard() -> None:
    k = numpy.float64(3.0)
    body = Counted(lambda x: x * k)
    f = dusk.compile(body)
    for k in (numpy.float64(3.0), numpy.float64(4.0), numpy.float32(4.0), numpy.float64("nan"), numpy.float64("nan")):
        assert_array_equal(numpy.array(f(np.ones(3))), numpy.full(3, k))
    assert body.runs == 4


def test_a_captured_class_is_a_guard() -> None:
    kind: Any = numpy.int64
    f = dusk.compile(lambda x: x.astype(kind))
    for kind in (numpy.int64, numpy.float32, numpy.int64):
        assert f(np.ones(3)).dtype == kind


def test_an_argument_that_is_captured_too_is_compiled_unless_it_is_written() -> None:
    x = np.arange(3.0)
    f = dusk.compile(lambda y: x * 2 + y)
    assert_array_equal(numpy.array(f(x)), [0, 3, 6])
    assert_array_equal(numpy.array(f(np.ones(3))), [1, 3, 5])
    assert f.explain().startswith("compiled")

    def written(y: Any) -> Any:
        y += 1
        return x * y

    g = dusk.compile(written)
    assert_array_equal(numpy.array(g(x)), [1, 4, 9])
    assert_array_equal(numpy.array(x), [1, 2, 3])
    assert "also captured" in g.explain()


def test_a_captured_name_bound_to_another_array_is_followed() -> None:
    w = np.ones(3)
    f = dusk.compile(lambda x: x * w)
    f(np.ones(3))
    w = np.ones(3) * 9
    assert_array_equal(numpy.array(f(np.ones(3))), [9, 9, 9])


def test_captured_python_values_are_guards(tier: str) -> None:
    scale = 2.0
    body = Counted(lambda x: x * scale)
    f = dusk.compile(lambda x: body(x) + scale)
    assert_array_equal(numpy.array(f(np.ones(2))), [4, 4])
    scale = 5.0
    assert_array_equal(numpy.array(f(np.ones(2))), [10, 10])
    scale = 2.0
    assert_array_equal(numpy.array(f(np.ones(2))), [4, 4])
    assert body.runs == 2


FACTOR = 3


def test_global_python_values_are_guards(monkeypatch: pytest.MonkeyPatch) -> None:
    f = dusk.compile(lambda x: x * FACTOR)
    assert float(f(np.ones(1))[0]) == 3
    monkeypatch.setitem(globals(), "FACTOR", 4)
    assert float(f(np.ones(1))[0]) == 4


def test_default_arguments_and_attributes_are_guards() -> None:
    class Model:
        rate = 2.0

        def __call__(self, x: Any) -> Any:
            return x * self.rate

    model = Model()
    f = dusk.compile(lambda x: model(x))
    assert float(f(np.ones(1))[0]) == 2
    model.rate = 7.0
    assert float(f(np.ones(1))[0]) == 7


def test_writes_to_captured_arrays_reach_the_caller(tier: str) -> None:
    count = np.zeros(2)

    @dusk.compile
    def f(x: Any) -> Any:
        nonlocal count
        count += 1
        count[0] += x[0]
        return x * count

    for i in range(1, 5):
        assert_array_equal(numpy.array(f(np.ones(2))), [2 * i, i])
        assert_array_equal(numpy.array(count), [2 * i, i])


@pytest.mark.skipif(not native.available(), reason="no native code here")
def test_small_results_of_another_program_are_written_in_place_like_any_array() -> None:
    # so many that the program keeps their memory
    made = dusk.compile(lambda: [np.arange(4.0) + k for k in range(12)])
    arrays, x = made(), np.ones(4)
    dusk.wait()

    @dusk.compile
    def step(x: Any) -> None:
        for a in arrays:
            a += x

    step(x)
    places = [id(a.buffer) for a in arrays]
    for _ in range(2):
        step(x)
    assert [id(a.buffer) for a in arrays] == places
    assert_array_equal(numpy.array(arrays), numpy.arange(4.0) + numpy.arange(12.0)[:, None] + 3)
    assert step.plan is not None


def test_who_holds_the_memory_of_a_written_array_keeps_what_it_saw(tier: str) -> None:
    w = np.ones(3)
    dusk.wait()
    held = w.buffer

    @dusk.compile
    def step(x: Any) -> None:
        w[...] = w + x

    for _ in range(3):
        step(np.ones(3))
        dusk.wait()
    assert_array_equal(held.array(numpy.float64, (3,)), [1, 1, 1])
    assert_array_equal(numpy.array(w), [4, 4, 4])
