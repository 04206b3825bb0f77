"""Values are computed when they are looked at, and a call that fails fails at the call."""

import gc
import weakref
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np


def runs() -> int:
    s = dusk.stats()
    return s["interpreted"] + s["native"]


@pytest.fixture
def pending() -> Any:
    dusk.wait()
    x = np.arange(4.0)
    y = x * 2 + 1
    return y


LOOKS = {
    "print": lambda a: str(a),
    "repr": lambda a: repr(a),
    "float": lambda a: float(a.sum()),
    "int": lambda a: int(a.sum()),
    "if": lambda a: bool(a.sum() > 3),
    "index": lambda a: [0] * 100 + [a.astype(int).sum().__index__()],
    "asarray": lambda a: numpy.asarray(a),
    "array": lambda a: numpy.array(a),
    "numpy": lambda a: a.numpy(),
    "tolist": lambda a: a.tolist(),
    "item": lambda a: a[1].item(),
    "tobytes": lambda a: a.tobytes(),
    "format": lambda a: f"{a.sum():.3f}",
    "eval": lambda a: dusk.eval(a),
    "eval of a tree": lambda a: dusk.eval({"x": [a, 3]}),
    "wait": lambda a: dusk.wait(),
    "hash of a scalar": lambda a: hash(a.sum()),
    "contains": lambda a: 3.0 in a,
    "boolean mask": lambda a: a[a > 2],
    "linalg": lambda a: np.linalg.det(np.outer(a, a)),
}


@pytest.mark.parametrize("name", LOOKS)
def test_a_look_computes(name: str, pending: Any, tier: str) -> None:
    before = runs()
    LOOKS[name](pending)
    assert runs() > before
    assert pending.buffer is not None


QUIET = {
    "shape": lambda a: a.shape,
    "dtype": lambda a: a.dtype,
    "len": lambda a: len(a),
    "arithmetic": lambda a: np.exp(a + 1) @ a,
    "view": lambda a: a[1:][::-1],
    "reshape": lambda a: a.reshape(2, 2).T,
    "write": lambda a: a.__setitem__(slice(1, 3), 5),
    "in place": lambda a: a.__iadd__(1),
    "comparison": lambda a: a > 2,
    "element": lambda a: a[1],
    "reduction": lambda a: a.sum(),
    "isinstance": lambda a: isinstance(a.sum(), float),
    "integer-array index": lambda a: a[np.array([0, 1])],
    "iteration": lambda a: list(a),
    "unpacking": lambda a: (lambda p, q, r, s: p + q)(*a),
    "copy": lambda a: a.copy(),
    "where": lambda a: np.where(a > 1, a, 0),
}


@pytest.mark.parametrize("name", QUIET)
def test_what_is_no_look_computes_nothing(name: str, pending: Any) -> None:
    before = runs()
    QUIET[name](pending)
    assert runs() == before


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (lambda: np.ones(3) + np.ones(4), ValueError),
        (lambda: np.ones((2, 3)) @ np.ones(2), ValueError),
        (lambda: np.ones(3).sum(axis=1), numpy.exceptions.AxisError),
        (lambda: np.ones(3)[5], IndexError),
        (lambda: np.ones(3)[0, 0], IndexError),
        (lambda: np.ones(3).reshape(2, 2), ValueError),
        (lambda: np.ones(3) & 1, TypeError),
        (lambda: np.concatenate([np.ones((2, 2)), np.ones((3, 3))], 1), ValueError),
        (lambda: np.ones(3).__iadd__(np.ones((2, 3))), ValueError),
        (lambda: np.ones(3, int).__iadd__(1.5), TypeError),
    ],
)
def test_errors_of_shape_dtype_and_axis_are_raised_at_the_call(call: Any, kind: Any) -> None:
    dusk.wait()
    before = runs()
    with pytest.raises(kind):
        call()
    assert runs() == before


def test_pending_index_out_of_range_is_raised_at_the_first_read(tier: str) -> None:
    a = np.arange(3.0)
    i = np.arange(3) + 2
    bad = a[i]  # the call does not know yet
    with pytest.raises(IndexError) as caught:
        bad.tolist()
    assert "test_laziness.py" in str(caught.value), "the line that recorded it is named"
    numpy.testing.assert_array_equal(numpy.array(a), [0, 1, 2])
    with pytest.raises(IndexError, match=r"test_laziness\.py"):
        bad.tolist()
    kept = weakref.ref(bad)
    del bad, caught
    gc.collect()
    assert kept() is None, "an error does not keep the array that it is told by"


def test_pending_bad_write_leaves_the_old_value(tier: str) -> None:
    a = np.arange(3.0)
    a += 1
    dusk.eval(a)
    i = np.arange(2) + 2
    a[i] = 7
    with pytest.raises(IndexError, match=r"test_laziness\.py"):
        a.tolist()
    numpy.testing.assert_array_equal(numpy.array(a), [1, 2, 3])
    a[0] = 50
    numpy.testing.assert_array_equal(numpy.array(a), [50, 2, 3])


def test_a_bad_pending_index_leaves_other_arrays_well(tier: str) -> None:
    a = np.arange(3.0)
    good = a * 2
    bad = a[np.arange(2) + 5]
    later = good + 1
    with pytest.raises(IndexError):
        bad.tolist()
    numpy.testing.assert_array_equal(numpy.array(good), [0, 2, 4])
    numpy.testing.assert_array_equal(numpy.array(later), [1, 3, 5])


@pytest.mark.parametrize("index", [[0, 3], [-4], numpy.array([7]), [[0], [9]]])
def test_a_ready_index_out_of_range_is_raised_at_the_call(index: Any) -> None:
    a = np.arange(3.0)
    with pytest.raises(IndexError):
        a[index]
    with pytest.raises(IndexError):
        a[index] = 1
    ready = np.array(index)
    dusk.eval(ready)
    with pytest.raises(IndexError):
        a[ready]
    with pytest.raises(IndexError):
        np.take(a, ready)


def test_linalg_errors_can_be_caught_at_the_call() -> None:
    singular = np.zeros((2, 2))
    try:
        np.linalg.inv(singular)
    except np.linalg.LinAlgError:
        caught = True
    else:
        caught = False
    assert caught


def test_host_errors_are_raised_at_the_call() -> None:
    with pytest.raises(ValueError, match="empty"):
        np.convolve(np.array([]), np.ones(2))


def test_errstate_asking_to_raise_runs_at_once() -> None:
    a = np.zeros(2)
    with np.errstate(divide="raise"), pytest.raises(FloatingPointError):
        1 / a
    with np.errstate(all="raise"), pytest.raises(FloatingPointError):
        np.log(a)


def test_errstate_asking_to_call_calls() -> None:
    seen: list[str] = []
    with np.errstate(divide="call", call=lambda kind, flag: seen.append(kind)):
        1 / np.zeros(2)
    assert seen


def test_seterr_asking_to_raise_runs_at_once() -> None:
    before = np.seterr(invalid="raise")
    try:
        with pytest.raises(FloatingPointError):
            np.sqrt(np.array([-1.0]))
    finally:
        np.seterr(**before)


def test_native_code_issues_no_floating_point_warnings(tier: str) -> None:
    a = np.zeros(2)
    assert numpy.isinf(numpy.array(1 / a)).all()
    assert numpy.isnan(numpy.array(np.log(a - 1))).all()
    assert numpy.isinf(numpy.array(np.exp(a + 1000))).all()


def test_errstate_ignore_stays_lazy() -> None:
    with np.errstate(all="ignore"):
        y = 1 / np.zeros(2)
        assert y.buffer is None


def test_random_draws_happen_in_program_order_even_when_unused() -> None:
    np.random.seed(3)
    numpy_state = numpy.random.RandomState(3)
    np.random.rand(5)
    unused = np.random.randn(2) * 2
    del unused
    found = np.random.rand(3)
    numpy_state.rand(5)
    numpy_state.randn(2)
    numpy.testing.assert_array_equal(numpy.array(found), numpy_state.rand(3))


def test_errstate_asking_to_raise_notices_each_call_and_no_other(tier: str) -> None:
    before = 1 / np.zeros(2)  # recorded outside of the block: runs under its own settings
    with np.errstate(divide="raise"):
        a = np.zeros(2)
        a += 1
        with pytest.raises(FloatingPointError):
            1 / (a - 1)
        assert numpy.array(a * 2).tolist() == [2, 2]
        with np.errstate(all="ignore"):
            assert numpy.isinf(numpy.array(1 / (a - 1))).all()
    assert numpy.isinf(numpy.array(before)).all()
    assert (1 / np.zeros(2)).buffer is None


def test_errstate_decorates_and_reaches_gradients_and_compiled_functions() -> None:
    @np.errstate(divide="raise")
    def inverse(x: Any) -> Any:
        return (1 / x).sum()

    with pytest.raises(FloatingPointError):
        inverse(np.zeros(2))
    with pytest.raises(FloatingPointError):
        dusk.grad(inverse)(np.zeros(2))
    with pytest.raises(FloatingPointError):
        dusk.compile(inverse)(np.zeros(2))
    compiled = dusk.compile(lambda x: (1 / x).sum())
    assert numpy.isinf(compiled(np.zeros(2)))
    with np.errstate(all="raise"), pytest.raises(FloatingPointError):
        compiled(np.zeros(2))


def test_a_value_read_inside_a_gradient_outlives_all_else_that_was_recorded() -> None:
    kept: list[Any] = []

    def f(x: Any) -> Any:
        kept.append(np.sin(x))
        str(kept[0])
        return x.sum()

    dusk.grad(f)(np.ones(2))
    numpy.testing.assert_allclose(kept[0], numpy.sin(numpy.ones(2)))
