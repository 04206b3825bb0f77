"""Small arrays made, copied, cast, chosen from and asked about at once, as NumPy does it; nothing is recorded."""

from __future__ import annotations

import warnings

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dusk.numpy as np
from dusk.config import config
from dusk.record import by_numpy, stats
from dusk.record.follower import unfit

pytestmark = pytest.mark.skipif(unfit is not None, reason=f"no native follower: {unfit}")

DTYPES = ("f4", "f8", "i1", "i2", "i4", "i8", "?", "u1", "u2", "u4", "u8", "c8", "c16", "f2")
CLASSES = (float, int, bool, complex, numpy.float64, numpy.float32, numpy.int16, numpy.uint8, "f4", numpy.dtype("i4"))
VALUES = (0, 1, -3, 7, 255, 300, 2**40, 0.0, -0.0, 2.5, float("nan"), 1e300, True, False, 2j)
WAYS = (
    lambda x: x,
    lambda x: x[1:],
    lambda x: x[::-2],
    lambda x: x.reshape(2, -1).T,
    lambda x: x.reshape(-1, 2)[:, 1],
    lambda x: x[3:3],
    lambda x: x[4:5].reshape(()),
)


@pytest.fixture(autouse=True)
def usual_settings():
    with config.using(background=True, tier="auto", reproducible=False):
        yield


def outcome(call):
    """What a call gives, or the type of its error, with the warnings it gave."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            made = numpy.asarray(call())
        except Exception as error:
            return type(error)
    told = sorted({str(w.category) for w in said})
    return made.dtype, made.shape, made.tobytes(), told


def line(n, dtype, size=12):
    return n.asarray((numpy.arange(size) * 7 % 11 - 4).astype(dtype))


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(["zeros", "ones", "empty", "full"]),
    st.one_of(st.integers(-1, 9), st.lists(st.integers(0, 3), max_size=3), st.tuples(st.integers(0, 4), st.just(2))),
    st.sampled_from([None, *CLASSES]),
    st.sampled_from(VALUES),
    st.sampled_from(["positional", "named", "absent"]),
)
def test_what_is_made_of_sizes_is_numpys(name, sizes, dtype, value, way):
    args = (sizes, value) if name == "full" else (sizes,)
    args, named = ((*args, dtype), {}) if way == "positional" else (args, {"dtype": dtype} if way == "named" else {})
    theirs = "zeros" if name == "empty" else name
    expected = outcome(lambda: getattr(numpy, theirs)(*args, **named))
    for _ in range(2):
        assert outcome(lambda: getattr(np, name)(*args, **named)) == expected


def test_what_was_made_is_nobody_elses():
    zeros = [np.zeros(3) for _ in range(3)]
    zeros[0][1] = 5
    again = zeros[0].copy()
    again[0] = 7
    assert [z.tolist() for z in (*zeros, again)] == [[0, 5, 0], [0, 0, 0], [0, 0, 0], [7, 5, 0]]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_copies_and_casts_are_numpys(dtype, way):
    theirs, ours = way(line(numpy, dtype)), way(line(np, dtype))
    for _ in range(2):
        assert outcome(lambda: ours.copy()) == outcome(lambda: theirs.copy())
        assert outcome(lambda: np.array(ours)) == outcome(lambda: numpy.array(theirs))
        for to in (*CLASSES, *DTYPES):
            assert outcome(lambda to=to: ours.astype(to)) == outcome(lambda to=to: theirs.astype(to)), to


@pytest.mark.parametrize("value", [numpy.nan, numpy.inf, 1e300, -1e39, 1e19, -9.3e18, 9.2e18, -0.0, 1e-320, 2.0**63])
@pytest.mark.parametrize("to", ["i8", "i4", "f4", "?", "c8", "c16"])
def test_casts_of_what_does_not_fit_are_numpys_with_its_warnings(value, to):
    theirs = numpy.array([1.0, value])
    ours = np.array(theirs)
    for _ in range(2):
        assert outcome(lambda: ours.astype(to)) == outcome(lambda: theirs.astype(to))


KEYS = (
    [0, 2, -1, -12, 11, 3, 3],
    [],
    [12],
    [-13, 0],
    [5],
    [0, 1, 2**62],
    [[0, 1], [2, -1]],
)


@pytest.mark.parametrize("dtype", ["f8", "f4", "i8", "?", "c16", "u2"])
@pytest.mark.parametrize("kind", ["i8", "i4"])
@pytest.mark.parametrize("key", KEYS)
def test_elements_and_rows_that_integers_choose_are_numpys(key, kind, dtype):
    index = numpy.array(key, "i8").astype(kind)
    ways = (lambda x: x, lambda x: x[::-1], lambda x: x[2:], lambda x: x.reshape(6, 2), lambda x: x.reshape(2, 6).T)
    for way in ways:
        theirs, ours = way(line(numpy, dtype)), way(line(np, dtype))
        for held in (np.asarray(index), np.asarray(numpy.repeat(index, 2, axis=0))[::2]):
            for _ in range(2):
                assert outcome(lambda: ours[held]) == outcome(lambda: theirs[index])  # noqa: B023


@settings(max_examples=200, deadline=None)
@given(st.data(), st.sampled_from(["f8", "f4", "i8", "u1", "?", "c16"]), st.sampled_from(["integers", "a mask"]))
def test_writes_to_what_integers_or_a_mask_choose_are_numpys(data, dtype, kind):
    keys = st.lists(st.integers(-13, 12) if data.draw(st.integers(0, 4)) == 0 else st.integers(-12, 11), max_size=9)
    key = numpy.array(data.draw(keys), "i8")
    if kind == "a mask":
        key = numpy.array(data.draw(st.lists(st.booleans(), min_size=12, max_size=12)))
    chosen = int(key.sum()) if kind == "a mask" else len(key)
    values = [*VALUES, numpy.float64(1.5), numpy.int64(3), line(numpy, dtype, 1), line(numpy, "i4", chosen)]
    value = data.draw(st.sampled_from([*values, line(numpy, dtype, chosen), line(numpy, dtype, 2 * chosen)[::2], None]))
    results = []
    for n in (numpy, np):
        for every in (1, 2):
            x = n.repeat(line(n, dtype), every)[::every]
            given_ = n.asarray(value) if type(value) is numpy.ndarray else value
            if value is None:  # what is written lies in what is written to
                given_ = x[:chosen] if kind == "integers" else 0
            k = n.asarray(key)

            def put(x=x, k=k, given_=given_):
                x[k] = given_
                return x

            results.append((outcome(put), outcome(lambda x=x: x)))
    assert results[:2] == results[2:]


def test_masks_choose_what_numpys_do():
    for size in (1, 5, 40):
        theirs = numpy.sin(numpy.arange(3.0 * size))
        for mask in (theirs[:size] > 0, theirs[:size] > 2, theirs[:size] < 2):
            ours, held = np.asarray(theirs), np.asarray(mask)
            for _ in range(2):
                assert outcome(lambda: ours[:size][held]) == outcome(lambda: theirs[:size][mask])  # noqa: B023
                assert outcome(lambda: ours.reshape(size, 3)[held]) == outcome(lambda: theirs.reshape(size, 3)[mask])  # noqa: B023
                assert outcome(lambda: ours[::3][held]) == outcome(lambda: theirs[::3][mask])  # noqa: B023


def test_a_key_that_is_written_by_itself_is_numpys():
    results = []
    for n in (numpy, np):
        k = n.asarray(numpy.array([2, 0, 1, 0]))
        k[k] = n.asarray(numpy.array([3, 1, 2, 0]))
        m = n.asarray(numpy.array([True, False, True]))
        m[m] = False
        results.append((k.tolist(), m.tolist()))
    assert results[0] == results[1]


def test_nothing_of_it_is_recorded():
    x, k, m = line(np, "f8"), np.asarray(numpy.array([1, 3, -1])), line(np, "f8") > 0
    def all_of_it():
        y = x.copy()
        y[k] = 2.0
        y[k] = x[k]
        y[m] = 0
        return y[m], np.zeros(5), np.ones((2, 3), int), np.full(3, 2.5), np.array(y), y.astype(int), x.reshape(6, 2)[k]
    for _ in range(2):
        all_of_it()
    before, calls = stats.at_once, stats.calls
    all_of_it()
    assert stats.at_once - before >= 11
    assert stats.calls == calls


@pytest.mark.parametrize("shape", [(), (3,), (2, 0, 4)])
def test_attributes_are_those_of_numpys_arrays(shape):
    theirs, ours = numpy.zeros(shape, "f4"), np.zeros(shape, "f4")
    for name in ("shape", "size", "dtype", "ndim", "itemsize", "nbytes"):
        assert getattr(ours, name) == getattr(theirs, name)
        assert type(getattr(ours, name)) is type(getattr(theirs, name))
        with pytest.raises(AttributeError):
            delattr(ours, name)
    for name in ("size", "ndim", "itemsize", "nbytes"):
        with pytest.raises(AttributeError):
            setattr(ours, name, 3)


def test_shape_and_dtype_can_be_set():
    x = np.zeros(6)
    x.shape = 2, 3
    x.dtype = "i8"
    assert x.tolist() == [[0] * 3] * 2
    with pytest.raises(ValueError, match="reshape"):
        x.shape = 4


def test_what_gives_views_of_matrices_or_large_results_is_still_at_once_for_small_lines():
    called = []

    def theirs(x):
        called.append(x.shape)
        return x if x.ndim == 2 else numpy.outer(x, x)

    ours = by_numpy(lambda x: x if x.ndim == 2 else np.outer(x, x), theirs)
    small, matrix, large = line(np, "f8", 5), line(np, "f8").reshape(3, 4), np.arange(400.0)
    for _ in range(3):
        for x in (matrix, large, small):
            expected = x.numpy() if x.ndim == 2 else numpy.outer(x.numpy(), x.numpy())
            numpy.testing.assert_array_equal(ours(x).numpy(), expected)
    assert called == [(3, 4), (400,), (5,), (5,), (5,)]


@pytest.mark.parametrize("size", [3, 500])
def test_diagonal_matrices_are_numpys_after_diagonals_were_asked_for(size):
    x = numpy.arange(float(size))
    for _ in range(3):
        matrix = np.diag(np.asarray(x), 1)
        numpy.testing.assert_array_equal(matrix.numpy(), numpy.diag(x, 1))
        numpy.testing.assert_array_equal(np.diag(matrix, 1).numpy(), x)
        matrix[0, 1] = 7
        assert matrix[0, 1] == 7
