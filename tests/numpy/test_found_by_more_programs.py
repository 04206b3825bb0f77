"""What random programs found about orders, copies and writes, as the shortest programs that showed it."""

from __future__ import annotations

import numpy
import pytest

import dusk
import dusk.numpy as dnp
from dusk.errors import GradientError
from numpy_oracle import same, same_error

IN_ORDER = {
    "zeros": lambda np, n: np.zeros((n, n + 1), order="F"),
    "full": lambda np, n: np.full((n, n + 1), 2.0, order="F"),
    "full of many": lambda np, n: np.full((n, n + 1), np.ones(n + 1), order="F"),
    "ones like": lambda np, n: np.ones_like(np.zeros((n, n + 1)), order="F"),
    "full like": lambda np, n: np.full_like(np.zeros((n, n + 1)), 3, order="F"),
    "array": lambda np, n: np.array(np.zeros((n, n + 1)), order="F"),
    "array of lists": lambda np, n: np.array([[1, 2], [3, 4]], order="F"),
    "asarray": lambda np, n: np.asarray(np.zeros((n, n + 1)), order="F"),
    "astype": lambda np, n: np.zeros((n, n + 1)).astype("f4", order="F"),
    "astype of the same": lambda np, n: np.zeros((n, n + 1)).astype("f8", order="F", copy=False),
    "copy": lambda np, n: np.zeros((n, n + 1)).copy("F"),
    "of Fortran's": lambda np, n: np.asfortranarray(np.zeros((n, n + 1))),
}


@pytest.mark.parametrize("n", [3, 60])
@pytest.mark.parametrize("background", [True, False])
@pytest.mark.parametrize("name", IN_ORDER)
def test_an_order_that_is_asked_for_is_kept(name, background, n):
    with dusk.config.using(background=background):
        mine, theirs = IN_ORDER[name](dnp, n), IN_ORDER[name](numpy, n)
    assert mine.flags.f_contiguous and not mine.flags.c_contiguous
    assert mine.dtype == theirs.dtype
    numpy.testing.assert_array_equal(mine, theirs)


@pytest.mark.parametrize("shape", [(2, 0), (2, 0, 0), (2, 3, 0)])
def test_a_changing_index_of_nothing_is_no_error(tier, shape):
    x, y = dnp.zeros(shape), dnp.ones(shape)
    for i in (0, 1, 0, 1):
        assert float((x[i] * 2).sum()) == 0
        assert bool(dnp.all(x[i, ...] == y[i, ...]))
        assert not bool(dnp.any(x[i] != 1))
    with pytest.raises(IndexError):
        dnp.zeros((0, 3))[dnp.array([1, 2]) - 1].tolist()


def test_reciprocals_of_integers_are_integers(tier):
    x = dnp.array([1, 2, -1, 4])
    product = (x + 3) * dnp.reciprocal(x)
    assert product.dtype == numpy.int64
    assert product.tolist() == [4, 0, -2, 0]


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
def test_the_zero_next_to_zero_has_numpys_sign(tier, dtype):
    x, y = numpy.array([-0.0, 0.0, 1], dtype), numpy.array([0.0, -0.0, 1], dtype)
    expected = numpy.nextafter(x, y)
    found = numpy.asarray(dnp.nextafter(dnp.array(x) * 1, dnp.array(y)))
    numpy.testing.assert_array_equal(numpy.signbit(found), numpy.signbit(expected))


def test_rows_without_repetition_are_found(tier):
    same(lambda np: np.unique(np.array([[1, 2], [3, 4], [1, 2]]) * 1, axis=0))
    same(lambda np: np.unique(np.array([[1.5, 2], [3, 2], [1, 2]]).T * 1, axis=1, return_counts=True))


def test_the_array_of_flat_elements_is_a_view(tier):
    def program(np):
        x = np.arange(6.0).reshape(2, 3)
        line = np.asarray(x.flat)
        x += 1
        line[::2] *= 10
        return x, line

    same(program)


def test_what_is_copied_to_is_an_array(tier):
    same_error(lambda np: np.copyto(np.conjugate(np.array(3)), np.ones(2)))


@pytest.mark.parametrize("subscripts", ["ii->i", "ii", "ii->"])
@pytest.mark.parametrize("shape", [(1, 2), (2, 1), (2, 3)])
def test_the_diagonal_of_what_is_not_square_is_none(tier, subscripts, shape):
    same_error(lambda np: np.einsum(subscripts, np.ones(shape)))


@pytest.mark.parametrize("place", [2, -1, numpy.int64(1), numpy.array(1)])
def test_one_slice_that_is_taken_is_a_copy(tier, place):
    def program(np):
        x = np.arange(12.0).reshape(3, 4)
        function, method, part = np.take(x, place, axis=0), x.take(place, 1), np.take(x[::2, 1:], place % 2, axis=1)
        function[...] = 20
        method[::2] = 30
        x[1] = 40
        return x, function, method, part, np.take(x, place), np.take(x[0], place)

    same(program)


@pytest.mark.parametrize(
    "write",
    [
        lambda np, x: np.maximum.at(x, [0, 2], 5),
        lambda np, x: np.negative.at(x, slice(1, None)),
        lambda np, x: np.put(x, [7], [9], mode="wrap"),
        lambda np, x: np.divmod(x, np.int8(2), out=(x, np.zeros(4, "int8"))),
    ],
)
def test_compiled_functions_keep_what_numpy_writes_into_their_constants(tier, write):
    def program(np):
        x = np.array([3, -1, 4, 2], "int8")
        view = x[::-1]
        write(np, x)
        return x + view

    compiled = dusk.compile(lambda y: program(dnp) + y)
    for _ in range(3):
        numpy.testing.assert_array_equal(compiled(dnp.zeros(4, "int8")), program(numpy))


@pytest.mark.parametrize(
    "write",
    [
        lambda y: dnp.negative.at(y, [0]),
        lambda y: dnp.put(y, [5], [9.0], mode="wrap"),
        lambda y: dnp.modf(y, out=(y, dnp.zeros(3))),
        lambda y: dnp.random.default_rng(0).shuffle(y),
    ],
)
def test_slopes_of_what_numpy_writes_are_refused(write):
    def f(x):
        y = x * 1.5
        write(y)
        return (y * y).sum()

    with pytest.raises(GradientError):
        dusk.grad(f)(dnp.array([1.0, 2.0, 3.0]))


def test_while_a_gradient_is_recorded_numpy_writes_what_it_writes_otherwise():
    def program(np):
        f, g, h = np.array([1.5, 2.5, -1.0]), np.zeros(3), np.zeros(3)
        np.modf(f, out=(f, g))
        np.random.default_rng(0).random(out=h)
        np.negative.at(h, [1])
        return f, g, h

    seen = []

    def f(x):
        seen.extend(map(numpy.array, program(dnp)))
        return (dnp.concatenate(program(dnp)) * x).sum()

    slopes = dusk.grad(f)(dnp.ones(9))
    numpy.testing.assert_array_equal(seen, program(numpy))
    numpy.testing.assert_array_equal(slopes, numpy.concatenate(program(numpy)))
