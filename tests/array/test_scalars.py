"""Where NumPy returns a scalar, Dusk returns a lazy scalar."""

import copy
import json
import math
import pickle
from typing import Any

import numpy
import pytest

import dusk.numpy as dnp
from dusk.record import Handle
from dusk.record.context import local
from numpy_oracle import equal, same, same_error


def half(np: Any) -> Any:
    return (np.arange(4.0) / 4).sum() / 3


def test_a_scalar_is_lazy() -> None:
    x = dnp.arange(4.0).sum() * 2
    assert isinstance(x, Handle)
    assert x.epoch == local.context.epoch
    assert x.buffer is None


@pytest.mark.parametrize(
    "make",
    [
        lambda np: np.arange(3.0).sum(),
        lambda np: np.arange(3.0)[1],
        lambda np: np.arange(3)[1],
        lambda np: np.array([True, False]).any(),
        lambda np: np.arange(3.0) @ np.arange(3.0),
        lambda np: np.ones(2, np.float32).mean(),
        lambda np: np.ones(2, complex).sum(),
        lambda np: np.arange(3.0).argmax(),
        lambda np: np.dot(np.arange(3), np.arange(3)),
        lambda np: np.exp(np.arange(3.0).sum()),
        lambda np: np.arange(3.0).sum() + 1,
        lambda np: -np.array(3.0),
        lambda np: np.array(3.0) + 1,
        lambda np: np.array(3.0)[()],
        lambda np: np.arange(3.0).sum() > 2,
        lambda np: np.maximum(np.arange(3.0).max(), 7),
        lambda np: np.arange(6.0).reshape(2, 3)[1, 2],
    ],
)
def test_scalars_where_numpy_gives_scalars(make: Any, tier: str) -> None:
    found, expected = same(make), make(numpy)
    assert dnp.asarray(found) is not found or isinstance(found, numpy.ndarray)
    for kind in (
        float,
        int,
        complex,
        bool,
        numpy.floating,
        numpy.integer,
        numpy.number,
        numpy.bool_,
        numpy.float64,
        numpy.ndarray,
    ):
        assert isinstance(found, kind) == isinstance(expected, kind), kind
    assert repr(found) == repr(expected)
    assert str(found) == str(expected)
    assert f"{found}" == f"{expected}"
    assert hash(found) == hash(expected)
    assert bool(found == expected)
    assert {found: 1}[expected] == 1
    assert {expected: 1}[found] == 1


@pytest.mark.parametrize(
    "make",
    [
        lambda np: np.array(3.0),
        lambda np: np.zeros(()),
        lambda np: np.arange(3.0)[1, ...],
        lambda np: np.arange(3.0).sum(keepdims=True).reshape(()),
        lambda np: np.asarray(np.arange(3.0).sum()),
    ],
)
def test_zero_d_arrays_stay_arrays(make: Any) -> None:
    found = same(make)
    assert isinstance(found, dnp.ndarray)
    assert not isinstance(found, float)
    with pytest.raises(TypeError):
        hash(found)


def test_a_scalar_is_immutable() -> None:
    def program(np: Any) -> Any:
        half(np)[()] = 1.0

    same_error(program)
    with pytest.raises((TypeError, ValueError, AttributeError)):
        half(dnp).fill(3)


def test_augmented_assignment_rebinds_a_scalar(tier: str) -> None:
    def program(np: Any) -> Any:
        s = half(np)
        t = s
        s += 1
        s *= 2
        t **= 2
        return s, t

    same(program)


def test_out_cannot_be_a_scalar() -> None:
    same_error(lambda np: np.add(np.ones(()), 1, out=np.float64(3)))
    with pytest.raises(TypeError):
        dnp.add(dnp.ones(3).sum(), 1, out=half(dnp))


def test_a_scalar_read_from_an_array_does_not_follow_it(tier: str) -> None:
    def program(np: Any) -> Any:
        a = np.arange(3.0)
        s = a[1]
        t = a.sum()
        a += 10
        return s, t, a

    same(program)


def test_scalars_print_as_numpy() -> None:
    for spec in ("", ".3f", "10.2e", "g", "%"):
        assert format(half(dnp), spec) == format(half(numpy), spec)
    assert "%.4f %s" % (half(dnp), half(dnp)) == "%.4f %s" % (half(numpy), half(numpy))  # noqa: UP031 - both styles
    assert f"{dnp.arange(3).sum():05d}" == "00003"


def test_scalars_work_where_python_wants_a_number() -> None:
    s, n = half(dnp), dnp.arange(4).sum()
    assert math.sqrt(s) == math.sqrt(half(numpy))
    assert list(range(n)) == [0, 1, 2, 3, 4, 5]
    assert [10, 20, 30, 40, 50, 60, 70][n] == 70
    assert "x" * n == "xxxxxx"
    assert round(s, 2) == round(half(numpy), 2)
    assert int(s) == 0
    assert divmod(n, 4) == (1, 2)
    assert complex(s) == complex(half(numpy))
    assert max(n, 3) == 6
    assert sorted([n, 2, 9]) == [2, 6, 9]
    assert json.dumps(s.item()) == json.dumps(half(numpy).item())
    assert s.is_integer() is False
    assert n.bit_length() == 3 if hasattr(numpy.int64(6), "bit_length") else True


def test_scalars_have_numpys_attributes() -> None:
    s = half(dnp)
    assert s.shape == ()
    assert s.ndim == 0
    assert s.size == 1
    assert s.dtype == numpy.float64
    assert s.item() == half(numpy).item()
    assert s.tolist() == half(numpy).tolist()
    assert s.real == half(numpy)
    assert type(s.astype(int).item()) is int
    assert s == s.T
    with pytest.raises(TypeError):
        len(s)
    with pytest.raises(TypeError):
        iter(s)


def test_scalars_copy_and_pickle() -> None:
    s = half(dnp)
    for twin in (copy.copy(s), copy.deepcopy(s), pickle.loads(pickle.dumps(s))):
        assert twin == half(numpy)
        assert isinstance(twin, float)
        assert hash(twin) == hash(half(numpy))


def test_comparison_with_foreign_objects_is_pythons() -> None:
    s = half(dnp)
    assert (s == None) is False  # noqa: E711 - what the operator gives
    assert s != "text"
    assert s not in ["a", None]


def test_scalars_keep_their_value_in_sets_and_dicts() -> None:
    values = {dnp.array([1.0, 2.0, 1.0])[i] for i in range(3)}
    assert values == {1.0, 2.0}


def test_scalar_if_and_boolean_operators() -> None:
    a = dnp.arange(3.0)
    assert (a.sum() > 2 and a.max() < 5) == True  # noqa: E712
    assert not (a.sum() > 5)
    assert (a.sum() > 2) is not True  # a lazy scalar as NumPy's np.True_ is not True
    assert isinstance(a.sum() > 2, numpy.bool_)


@pytest.mark.parametrize(
    "program",
    [
        lambda np: [0] * np.arange(4).argmax(),
        lambda np: np.arange(4).argmax() * [1, 2],
        lambda np: (1, 2) * np.arange(3).sum(),
        lambda np: "ab" * np.arange(3).sum(),
        lambda np: [1, 2] * np.array(2),
    ],
)
def test_an_integer_scalar_repeats_a_sequence_as_numpys_does(program: Any) -> None:
    found, expected = program(dnp), program(numpy)
    assert isinstance(found, numpy.ndarray | Handle) == isinstance(expected, numpy.ndarray)
    equal(found, expected)


def test_a_list_is_repeated_in_place_by_an_integer_scalar() -> None:
    places = [0]
    places *= dnp.arange(4).argmax()
    assert places == [0, 0, 0]


@pytest.mark.parametrize("program", [lambda np: [1] * np.arange(3.0).sum(), lambda np: np.ones(2).all() * [1, 2]])
def test_no_other_scalar_repeats_a_sequence(program: Any) -> None:
    same_error(program)


def test_isscalar_knows_lazy_scalars() -> None:
    same(lambda np: [np.isscalar(x) for x in (half(np), np.ones(3), np.array(1.0), 2.0, "a", [1])])
