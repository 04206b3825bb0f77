"""What the array API asks for beyond NumPy, or where NumPy leaves it open."""

import pickle
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dusk.numpy as dnp
from numpy_oracle import equal, same, same_error


@given(st.data())
def test_equal_elements_keep_their_order_in_argsort(data: Any) -> None:
    kind = data.draw(st.sampled_from(["u1", "i2", "i4", "i8", "u8", "f2", "f4", "f8", "c8", "?"]))
    shape = data.draw(st.sampled_from([(), (1,), (7,), (60,), (3, 40), (5000,), (2, 2500), (2500, 2), (2, 2100, 2)]))
    rng = numpy.random.default_rng(data.draw(st.integers(0, 99)))
    x = numpy.array(rng.integers(0, data.draw(st.sampled_from([2, 40, 10**4])), shape)).astype(kind)
    if x.dtype.kind == "f":
        x[numpy.array(rng.random(shape)) < 0.1] = numpy.nan
        x[numpy.array(rng.random(shape)) < 0.1] = -0.0
    axis = data.draw(st.sampled_from([None, *range(-x.ndim, x.ndim)] if x.ndim else [None, 0, -1]))
    equal(dnp.argsort(dnp.array(x), axis), numpy.argsort(x, axis, stable=True))
    equal(dnp.argsort(dnp.array(x), axis, kind="heapsort"), numpy.argsort(x, axis, kind="heapsort"))


@pytest.mark.parametrize("kind", ["float16", "float32", "float64", "complex64", "complex128", "longdouble"])
def test_limits_are_numpys_scalars_and_count_as_pythons_floats(kind: str) -> None:
    ours, theirs = dnp.finfo(kind), numpy.finfo(kind)
    for name in ("eps", "max", "min", "smallest_normal", "tiny", "epsneg", "resolution", "smallest_subnormal"):
        found, expected = getattr(ours, name), getattr(theirs, name)
        assert isinstance(found, float)
        assert isinstance(found, type(expected))
        assert repr(found) == repr(expected) and found == expected
        equal(found * numpy.ones(2, "float16"), expected * numpy.ones(2, "float16"))
        assert (found * dnp.ones(2, "float16")).dtype == (expected * numpy.ones(2, "float16")).dtype
    assert isinstance(ours, numpy.finfo) and isinstance(ours, dnp.finfo)
    assert (str(ours), repr(ours), ours.dtype, ours.bits) == (str(theirs), repr(theirs), theirs.dtype, theirs.bits)
    assert dnp.finfo(dnp.ones(2, kind)).max == theirs.max if kind != "longdouble" else True
    assert pickle.loads(pickle.dumps(ours)).max == theirs.max


def test_limits_of_what_is_no_float_are_refused() -> None:
    same_error(lambda np: np.finfo(int))
    same_error(lambda np: np.finfo("float64").no_such_limit)


def test_clip_takes_its_limits_by_either_name() -> None:
    x = dnp.arange(6.0)
    for call in (
        lambda np, x: np.clip(x, 1, 3),
        lambda np, x: np.clip(x, a_min=1, a_max=3),
        lambda np, x: np.clip(x, min=1, max=3),
        lambda np, x: np.clip(x, None, 3),
        lambda np, x: np.clip(x, 1, None),
        lambda np, x: np.clip(x),
        lambda np, x: x.clip(1, 3),
        lambda np, x: x.clip(max=3),
    ):
        equal(call(dnp, x), call(numpy, numpy.arange(6.0)))
        equal(call(numpy, x), call(numpy, numpy.arange(6.0)))


def test_frequencies_have_the_dtype_asked_for() -> None:
    same(lambda np: [np.fft.fftfreq(5), np.fft.rfftfreq(6, 0.5), np.fft.fftfreq(4, d=2.0, device="cpu")])
    for name in ("fftfreq", "rfftfreq"):
        found = getattr(dnp.fft, name)(6, 0.5, dtype=dnp.float32)
        equal(found, getattr(numpy.fft, name)(6, 0.5).astype("float32"))


def test_values_without_repetitions_are_sorted() -> None:
    x = numpy.random.default_rng(0).integers(-500, 500, 2000)
    for unique in (dnp.unique_values, dnp.unique, lambda x: dnp.unique(x, sorted=False)):
        equal(unique(dnp.array(x)), numpy.unique(x))


def test_arrays_repeated_to_one_shape_come_in_a_list() -> None:
    assert type(dnp.broadcast_arrays(dnp.ones(2), 1.0)) is list
    assert type(dnp.meshgrid(dnp.ones(2), dnp.ones(3))) is list


ALONG = ["sum", "prod", "max", "min", "any", "all", "mean", "std", "argmax", "argmin", "cumsum", "cumprod", "ptp"]
ALONG += ["nansum", "nanmax", "sort", "argsort", "count_nonzero", "flip", "squeeze", "median", "add.reduce"]


@pytest.mark.parametrize("axis", [None, 0, -1, 1, (0,), ()], ids=str)
@pytest.mark.parametrize("name", [*ALONG, "add.accumulate", "take", "repeat", "argpartition", "partition"])
def test_of_a_number_axis_0_is_all_of_it_where_numpy_says_so(name: str, axis: Any) -> None:
    def call(np: Any) -> Any:
        function = np
        for part in name.split("."):
            function = getattr(function, part)
        return function(np.array(3.0), *[0] * (name in ("take", "repeat", "argpartition", "partition")), axis=axis)

    try:
        call(numpy)
    except (TypeError, ValueError) as error:
        with pytest.raises((TypeError, ValueError) if isinstance(axis, tuple) else type(error)):
            call(dnp)
    else:
        same(call)
