"""Functions written in Python whose calls are followed by what they were given; single numbers looked at."""

from __future__ import annotations

import builtins
import gc
import inspect
import pickle
import sys
import threading
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk.record import Context, local, ready_handle
from dusk.record.follower import unfit

pytestmark = pytest.mark.usefixtures("own_trie")
native = pytest.mark.skipif(unfit is not None, reason=f"of the native follower: {unfit}")


def ready(*shape: int) -> Any:
    x = np.array(numpy.arange(1.0, numpy.prod(shape) + 1).reshape(shape))
    dusk.eval(x)
    return x


def entered(call: Callable[[], Any]) -> list[str]:
    """Functions of Dusk written in Python that a call ran through."""
    names: list[str] = []

    def note(frame: Any, event: str, argument: Any) -> None:
        if event == "call" and "dusk" in frame.f_code.co_filename.split("/"):
            names.append(frame.f_code.co_name)

    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(None)
    return names


x, y, v, cube = ready(3, 4), ready(3, 4), ready(3), ready(2, 3, 4)
CALLS: dict[str, Callable[[Any], Any]] = {
    "a method": lambda np: x.sum(axis=0),
    "a method, positional": lambda np: x.max(1),
    "a function": lambda np: np.mean(x, axis=(0, 1), keepdims=True),
    "a dtype": lambda np: np.sum(x, dtype=numpy.float32),
    "a dtype by name": lambda np: x.astype("float32"),
    "a pending operand": lambda np: (x * y).std(axis=1),
    "an operand twice": lambda np: np.outer(v, v),
    "a product": lambda np: np.dot(x.T, y),
    "a number among operands": lambda np: np.where(x > 3, y, 0.5),
    "a string": lambda np: np.einsum("ij,ij->i", x, y),
    "a slice": lambda np: x[1:].sum(axis=0),
    "a view": lambda np: np.reshape(x, (4, 3)) @ y,
    "a view of several steps": lambda np: cube.transpose(2, 0, 1) * 2,
    "a property": lambda np: x.T,
    "a new axis": lambda np: np.expand_dims(v, 1) * x,
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_gives_each_time_what_numpy_gives(name: str) -> None:
    call = CALLS[name]
    results: list[Any] = []
    for _ in range(4):
        results.append(call(np))
        if len(results) % 2:
            local.context.start() if name == "a property" else dusk.eval(results[-1])
    expected = on_numpys(call)
    for result in results:
        assert numpy.asarray(result).dtype == expected.dtype
        numpy.testing.assert_allclose(numpy.asarray(result), expected, rtol=1e-6)


def on_numpys(call: Any) -> Any:
    """A call on NumPy's arrays."""
    given = {"x": x, "y": y, "v": v, "cube": cube}
    names = {name: numpy.asarray(array) for name, array in given.items()}
    function = FunctionType(call.__code__, {"numpy": numpy, "__builtins__": builtins, **names})
    return numpy.asarray(function(numpy))


@native
@pytest.mark.parametrize("name", CALLS)
def test_a_call_met_before_enters_no_python(name: str) -> None:
    for _ in range(2):
        local.context.start()
        CALLS[name](np)
    local.context.start()
    assert entered(lambda: CALLS[name](np)) == []


def test_what_is_given_by_value_tells_calls_apart() -> None:
    for _ in range(3):
        for axis in (0, 1, None, -1, (0, 1)):
            for keepdims in (False, True):
                found = x.sum(axis=axis, keepdims=keepdims)
                numpy.testing.assert_array_equal(found, numpy.asarray(x).sum(axis=axis, keepdims=keepdims))
                local.context.start()
        for shape in ((4, 3), (12,), (2, 6), -1):
            assert x.reshape(shape).shape == numpy.zeros((3, 4)).reshape(shape).shape
        assert [x.transpose(*order).shape for order in ((), (0, 1), (1, 0))] == [(4, 3), (3, 4), (4, 3)]


def test_true_is_not_one() -> None:
    for axis in (0, 1):
        for _ in range(2):
            numpy.testing.assert_array_equal(x.sum(axis, keepdims=True), numpy.asarray(x).sum(axis, keepdims=True))
            local.context.start()
    for _ in range(2):
        with pytest.raises(TypeError):
            x.sum(1.0)


def test_numbers_among_operands_vary_without_another_path() -> None:
    mask, seen = x > 3, numpy.asarray(x)
    dusk.eval(mask)
    for _ in range(3):
        np.where(mask, x, 1.5).numpy()
    before = dusk.stats()["misses"]
    for i in range(5):
        numpy.testing.assert_array_equal(np.where(mask, x, 0.25 * i).numpy(), numpy.where(seen > 3, seen, 0.25 * i))
    assert dusk.stats()["misses"] == before


def test_lists_that_change_are_read_each_time() -> None:
    shape = [4, 3]
    for wanted in ([4, 3], [3, 4], [12, 1], [12, 1]):
        shape[:] = wanted
        assert x.reshape(shape).shape == tuple(wanted)
        assert np.broadcast_to(v[:1], shape).shape == tuple(wanted)


def test_what_is_written_to_an_output_is_written_each_time() -> None:
    for _ in range(3):
        out = np.zeros(4)
        assert np.sum(x, axis=0, out=out) is out
        numpy.testing.assert_array_equal(out, numpy.asarray(x).sum(axis=0))


def test_views_share_memory_and_copies_do_not() -> None:
    for _ in range(3):
        a = np.array(numpy.arange(6.0).reshape(2, 3))
        a.T[0] += 10.0
        a.reshape(6)[5] = -1.0
        part = a[:, ::2]
        part.reshape(4)[:] = 7.0  # NumPy copies here
        part.T[0] *= 2.0
        b = numpy.arange(6.0).reshape(2, 3)
        b.T[0] += 10.0
        b.reshape(6)[5] = -1.0
        part_b = b[:, ::2]
        part_b.reshape(4)[:] = 7.0
        part_b.T[0] *= 2.0
        numpy.testing.assert_array_equal(a, b)


def test_variables_of_gradients_have_views_of_their_own() -> None:
    def loss(a: Any) -> Any:
        return (a.T @ a.reshape(3, 4)).sum() + a.sum(axis=0).max()

    outside = x.T
    for _ in range(3):
        found = dusk.grad(loss)(x)
        parts = dusk.grad(lambda a: (a.reshape(2, 6).T ** 2).sum())(x[:, ::1])
        numpy.testing.assert_allclose(parts, 2 * numpy.asarray(x))
        ones = numpy.ones((4, 4))
        expected = numpy.asarray(x) @ (ones + ones.T)
        expected[:, 3] += 1
        numpy.testing.assert_allclose(found, expected)
        numpy.testing.assert_array_equal(outside, numpy.asarray(x).T)


def test_scalars_stay_scalars() -> None:
    for _ in range(3):
        total = x.sum()
        assert type(total.reshape(()) if total.shape else total) is type(total)
        assert total.T is not None and float(total.reshape(1)[0]) == float(total)
        zero_d = np.array(2.0)
        zero_d.reshape(())[...] = 3.0
        assert float(zero_d) == 3.0


def test_subclasses_use_what_they_override() -> None:
    class Own(np.ndarray):
        def sum(self, *args: Any, **named: Any) -> str:
            return "own"

    own = ready_handle(Own, v.type, v.buffer)
    for _ in range(3):
        assert x.sum() == numpy.asarray(x).sum()
        assert np.ndarray.sum(x, axis=0).shape == (4,)
        assert own.sum() == "own" and float(np.sum(own)) == 6.0 and float(own.max(axis=0)) == 3.0
        assert own.reshape(1, 3).T.shape == (3, 1)


def test_they_look_like_functions() -> None:
    assert np.sum.__name__ == "sum" and "see `numpy.sum`" in np.sum.__doc__
    assert list(inspect.signature(np.sum).parameters)[:3] == ["a", "axis", "dtype"]
    assert pickle.loads(pickle.dumps(np.sum)) is np.sum
    assert pickle.loads(pickle.dumps(np.ndarray.reshape)) is np.ndarray.reshape
    method = x.sum
    assert method() == x.sum() and "sum" in repr(np.sum)
    with pytest.raises(TypeError):
        np.sum()


def test_floating_point_errors_are_still_noticed() -> None:
    for _ in range(2):
        (x / 1.0).sum(axis=0)
    with np.errstate(all="raise"), pytest.raises(FloatingPointError):
        (x * 1e300).prod(axis=0).prod()


def test_what_is_learnt_is_let_go_with_its_path() -> None:
    steps = "".join(["ij,ij", "->i"])  # a string of its own
    before = sys.getrefcount(steps)
    for _ in range(3):
        local.context.start()
        np.einsum(steps, x, y)
    local.context.end()
    local.context = Context()
    gc.collect()
    assert sys.getrefcount(steps) <= before + 1  # what inference remembers


def test_views_learnt_are_bounded() -> None:
    for n in range(1, 200):
        a = np.zeros((n, 2))
        assert a.T.shape == (2, n) and a.reshape(-1).shape == (2 * n,)


NUMBERS = ("bool", "int8", "int32", "int64", "uint8", "uint64", "float16", "float32", "float64", "complex64")


@pytest.mark.parametrize("dtype", NUMBERS)
def test_a_single_number_is_pythons_own(dtype: str) -> None:
    given = numpy.array([3, 1, 0]).astype(dtype)
    for _ in range(3):
        a = np.array(given)
        largest = a.max() if dtype != "complex64" else a.sum()
        expected = given.max() if dtype != "complex64" else given.sum()
        assert type(largest.item()) is type(expected.item()) and largest.item() == expected.item()
        if dtype != "complex64":
            assert float(a.max()) == float(expected) and type(float(a.max())) is float
        assert a.item(1) == given.item(1) and a.reshape(3, 1).item(0, 0) == given.item(0)
        with pytest.raises((TypeError, ValueError)):
            a.item()
        with pytest.raises(TypeError):
            float(a)


@native
def test_a_loop_that_reads_a_number_enters_python_for_nothing() -> None:
    a = ready(16)

    def step() -> float:
        return float((a * 2.0).sum())

    with dusk.config.using(tier="native"):
        for _ in range(4):
            step()
        ran = entered(step)
    assert set(ran) <= {"allocate", "_collect"}, ran


def test_a_number_of_a_run_that_fails_raises_its_error() -> None:
    at = np.array([0, 7])
    with dusk.config.using(tier="native"):
        for i in (1, 7, 1, 7, 7, 1):
            at[1] = i
            found = v[at * 1].sum()
            if i == 1:
                assert float(found) == 3.0
            else:
                with pytest.raises(IndexError):
                    float(found)


def test_a_number_pending_in_another_thread_is_completed() -> None:
    made: list[Any] = []
    go, done = threading.Event(), threading.Event()

    def work() -> None:
        made.append(v.sum())
        go.set()
        done.wait()

    float(v.sum())
    worker = threading.Thread(target=work)
    worker.start()
    go.wait()
    assert float(made[0]) == 6.0 and made[0].item() == 6.0
    done.set()
    worker.join()


def test_a_number_taken_out_within_a_gradient_is_noticed() -> None:
    for _ in range(2):
        with pytest.raises(TypeError, match="took a number out"):
            dusk.grad(lambda a: float(a.sum()))(x)
    assert float(x.sum()) == 78.0


def test_numbers_seen_by_numpy_are_read_as_they_are() -> None:
    a = np.array(1.0)
    seen = a.numpy()
    for i in range(3):
        seen[...] = i
        assert float(a) == i and a.item() == i
        a += 0.5
        assert float(a) == i + 0.5 and seen == i + 0.5
