"""Wrong shapes, dtypes, axes and indices: NumPy's exception type, naming the op, the shapes met and the user's line."""

import operator
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as dnp
from numpy_oracle import same_error

CALLS: dict[str, tuple[Any, list[str]]] = {
    "add": (lambda np: np.ones(3) + np.ones(4), ["add", "3", "4"]),
    "in place": (lambda np: np.ones(3).__iadd__(np.ones((2, 3))), ["add", "(3,)", "(2, 3)"]),
    "in place cast": (lambda np: np.ones(3, int).__imul__(0.5), ["multiply", "float64", "int64"]),
    "matmul": (lambda np: np.ones((2, 3)) @ np.ones((4, 2)), ["matmul", "[2, 3]", "[4, 2]"]),
    "dot": (lambda np: np.dot(np.ones((2, 3)), np.ones(2)), ["dot", "[2, 3]", "[2]"]),
    "tensordot": (lambda np: np.tensordot(np.ones((2, 3)), np.ones((4, 2)), 1), ["tensordot"]),
    "einsum": (lambda np: np.einsum("ij,jk", np.ones((2, 3)), np.ones((2, 3))), ["einsum"]),
    "einsum text": (lambda np: np.einsum("ij->k", np.ones((2, 3))), ["einsum"]),
    "sum axis": (lambda np: np.ones((2, 3)).sum(axis=2), ["axis 2", "2"]),
    "sum axes": (lambda np: np.ones((2, 3)).sum(axis=(0, 0)), ["axis"]),
    "axis type": (lambda np: np.ones((2, 3)).sum(axis="x"), []),
    "where with one choice": (lambda np: np.where(np.ones(3) > 0, 2), ["both", "neither"]),
    "index": (lambda np: np.ones(3)[5], ["5", "axis 0", "3"]),
    "negative index": (lambda np: np.ones((2, 3))[0, -4], ["-4", "axis 1", "3"]),
    "too many": (lambda np: np.ones(3)[0, 0], ["1-dimensional", "2"]),
    "float index": (lambda np: np.ones(3)[1.5], []),
    "text index": (lambda np: np.ones(3)["a"], []),
    "float array index": (lambda np: np.ones(3)[np.ones(2)], []),
    "two ellipses": (lambda np: np.ones(3)[..., ...], ["ellipsis"]),
    "mask length": (lambda np: np.ones(3)[np.array([True, False])], ["3", "2"]),
    "index shapes": (lambda np: np.ones((3, 3))[[0, 1], [0, 1, 2]], ["(2,)", "(3,)"]),
    "ready array": (lambda np: np.ones(3)[[0, 7]], ["7", "3"]),
    "assign shape": (lambda np: np.ones(3).__setitem__(slice(None), [1, 2]), ["(2,)", "(3,)"]),
    "assign index": (lambda np: np.ones(3).__setitem__(4, 1), ["4", "3"]),
    "assign text": (lambda np: np.ones(3).__setitem__(0, "x"), []),
    "assign sequence": (lambda np: np.ones(3).__setitem__(0, [1, 2]), []),
    "reshape": (lambda np: np.ones(6).reshape(4, 2), ["6", "(4,2)"]),
    "reshape unknown": (lambda np: np.ones(6).reshape(-1, -1), []),
    "transpose": (lambda np: np.ones((2, 3)).transpose(0, 0), []),
    "transpose count": (lambda np: np.ones((2, 3)).transpose(0, 1, 2), []),
    "squeeze": (lambda np: np.ones((2, 3)).squeeze(0), []),
    "broadcast": (lambda np: np.broadcast_to(np.ones(3), (2, 2)), ["3", "2"]),
    "concatenate": (lambda np: np.concatenate([np.ones((2, 2)), np.ones((3, 3))]), ["concatenate"]),
    "concatenate none": (lambda np: np.concatenate([]), []),
    "concatenate ranks": (lambda np: np.concatenate([np.ones(2), np.ones((2, 2))]), []),
    "stack": (lambda np: np.stack([np.ones(2), np.ones(3)]), []),
    "split": (lambda np: np.split(np.ones(5), 2), []),
    "bits of floats": (lambda np: np.ones(3) & np.ones(3), ["bitwise_and", "float64"]),
    "invert float": (lambda np: ~np.ones(3), ["invert", "float64"]),
    "negative bool": (lambda np: -np.array([True]), []),
    "subtract bools": (lambda np: np.array([True]) - np.array([True]), []),
    "shift float": (lambda np: np.ones(2) << 1, []),
    "compare complex": (lambda np: np.floor(np.ones(2) * 1j), []),
    "argmax nothing": (lambda np: np.zeros(0).argmax(), []),
    "max nothing": (lambda np: np.zeros(0).max(), []),
    "argument count": (lambda np: np.add(np.ones(2)), []),
    "unknown keyword": (lambda np: np.exp(np.ones(2), colour=1), []),
    "out shape": (lambda np: np.add(np.ones(3), 1, out=np.zeros(2)), ["(2,)", "(3,)"]),
    "out type": (lambda np: np.add(np.ones(3), 1, out=np.zeros(3, int)), []),
    "out kind": (lambda np: np.add(np.ones(3), 1, out=[0, 0, 0]), []),
    "sum out shape": (lambda np: np.sum(np.ones((2, 3)), axis=0, out=np.zeros(2)), []),
    "negative size": (lambda np: np.ones(-1), []),
    "size type": (lambda np: np.zeros("x"), []),
    "unknown dtype": (lambda np: np.zeros(2, "nope"), []),
    "ragged": (lambda np: np.array([[1, 2], [3]]), []),
    "linspace": (lambda np: np.linspace(0, 1, -2), []),
    "read of many": (lambda np: float(np.ones(2)), []),
    "matrix of scalar": (lambda np: np.matmul(np.ones(2), 3.0), []),
    "inverse of vector": (lambda np: np.linalg.inv(np.ones(2)), []),
    "where shapes": (lambda np: np.where(np.ones(3) > 0, np.ones(2), 0), ["where", "3", "2"]),
    "take": (lambda np: np.take(np.ones(3), [9]), ["9", "3"]),
    "clip shapes": (lambda np: np.clip(np.ones(3), np.ones(2), 1), []),
    "swapaxes": (lambda np: np.swapaxes(np.ones((2, 2)), 0, 5), ["5"]),
    "expand": (lambda np: np.expand_dims(np.ones(2), 4), ["4"]),
    "roll": (lambda np: np.roll(np.ones(2), 1, 3), ["3"]),
    "flip": (lambda np: np.flip(np.ones(2), 3), ["3"]),
    "cast": (lambda np: np.ones(2).astype(int, casting="safe"), ["safe"]),
    "scalar item": (lambda np: operator.setitem(np.ones(2)[0], 0, 1), []),
    "call of array": (lambda np: np.ones(2)(), []),
    "len of zero-d": (lambda np: len(np.array(3.0)), []),
    "iterate zero-d": (lambda np: iter(np.array(3.0)), []),
    "unpack": (lambda np: (lambda a, b: 0)(*np.ones(3)), []),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_exception_is_numpys_and_says_what_was_met(name: str) -> None:
    call, words = CALLS[name]
    ours, theirs = same_error(call)
    for word in words:
        assert word in str(ours), f"{word!r} is not in {ours} (NumPy: {theirs})"


@pytest.mark.parametrize(
    "name", ["add", "matmul", "sum axis", "bits of floats", "where shapes", "concatenate", "in place"]
)
def test_the_users_line_is_on_the_traceback(name: str) -> None:
    with pytest.raises(Exception) as caught:  # noqa: PT011 - the type is the test above
        CALLS[name][0](dnp)
    assert any(entry.path.name == "test_bad_input.py" for entry in caught.traceback)


@pytest.mark.parametrize("name", CALLS)
def test_after_a_refused_call_arrays_are_what_they_were(name: str) -> None:
    a = dnp.arange(3.0)
    b = a * 2
    with pytest.raises(Exception):  # noqa: B017, PT011
        CALLS[name][0](dnp)
    a += b
    numpy.testing.assert_array_equal(numpy.array(a), [0, 3, 6])


def test_a_refused_write_writes_nothing() -> None:
    a = dnp.arange(3.0)
    for write in (
        lambda: a.__setitem__(slice(0, 2), [1, 2, 3]),
        lambda: a.__iadd__(dnp.ones(4)),
        lambda: a.__setitem__([0, 9], 1),
    ):
        with pytest.raises((ValueError, IndexError)):
            write()
    numpy.testing.assert_array_equal(numpy.array(a), [0, 1, 2])


def test_grad_of_something_not_differentiable_says_which_op_and_line() -> None:
    with pytest.raises(dusk.errors.GradientError, match=r"(?s)frexp.*test_bad_input\.py"):
        dusk.grad(lambda x: dnp.sort(dnp.frexp(x, casting="same_kind")[0]).sum())(dnp.ones(3)).tolist()


def test_settings_and_policies_check_names_and_values() -> None:
    with pytest.raises(AttributeError, match="tier"):
        dusk.config.tyre = "native"
    with pytest.raises(ValueError, match="native"):
        dusk.config.tier = "fast"
    with pytest.raises(ValueError, match="refuse"):
        dusk.policy(fallback="no")
