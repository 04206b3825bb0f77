"""Index arithmetic: divisions that extents decide go away, and what is left means the same."""

from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dusk.compiler.index import bounds, exact, place, row_major, simplify, split, splits
from dusk.kernel import expr
from dusk.kernel.expr import Expr

A, B, C = (expr.axis(n) for n in range(3))
EXTENTS = {0: 4, 1: 6, 2: 5}


def value(e: Expr, point: Mapping[int, int]) -> int:
    """An index expression at a point."""
    if e.is_const:
        return e.data
    if e.kind == "axis":
        return point[e.data]
    a, b = (value(x, point) for x in e.args)
    table = {"add": a + b, "subtract": a - b, "multiply": a * b}
    return table[e.data] if e.data in table else a // b if e.data == "floor_divide" else a % b


@pytest.mark.parametrize(
    ("index", "simple"),
    [
        ((A * 6 + B) // 6, A),
        ((A * 6 + B) % 6, B),
        (((A * 6 + B) * 5 + C) // 30, A),
        ((((A * 6 + B) * 5 + C) // 5) % 6, B),
        ((A // 2) * 2 + A % 2, A),
        (((A + 3) // 2) * 2 + (A + 3) % 2, A + 3),
        ((B * 4 + 1) // 4, B),
        ((B * 4 + 5) % 4, expr.const(1)),
        (A % 4, A),
        (A // 4, expr.const(0)),
        (A // 2, A // 2),
        (expr.where(A < 0, A + 4, A), A),
        (expr.where(A >= 0, B, C), B),
        (expr.where(A - 4 < 0, B, C), B),
        (expr.where(A >= 4, B, C) + A, A + C),
        (expr.where(A < 1, B, C), expr.where(A < 1, B, C)),
    ],
)
def test_divisions_that_cancel_go_away(index: Expr, simple: Expr):
    assert simplify(index, EXTENTS) is simple


indices = st.recursive(
    st.sampled_from([A, B, C]),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda p: p[0] + p[1]),
        st.tuples(inner, st.integers(-3, 7)).map(lambda p: p[0] * p[1]),
        st.tuples(inner, st.integers(-9, 9)).map(lambda p: p[0] + p[1]),
        st.tuples(inner, st.integers(1, 8)).map(lambda p: p[0] // p[1]),
        st.tuples(inner, st.integers(1, 8)).map(lambda p: p[0] % p[1]),
    ),
    max_leaves=8,
)


@given(indices)
def test_a_simplified_index_means_the_same(index: Expr):
    simple = simplify(index, EXTENTS)
    reach = bounds(split(index, EXTENTS), EXTENTS)
    for i, j, k in np.ndindex(4, 6, 5):
        met = value(index, {0: i, 1: j, 2: k})
        assert value(simple, {0: i, 1: j, 2: k}) == met
        assert reach is None or reach[0] <= met <= reach[1]


def test_a_place_is_offset_and_strides():
    where = place((A + 1, B * 2, C), row_major((7, 12, 5)), EXTENTS)
    assert (where.offset, where.strides, where.rest) == (60, ((0, 60), (1, 10), (2, 1)), ())


def test_an_axis_that_is_divided_is_cut_where_the_division_ends():
    where = place((B // 3, B % 3), (10, 1), EXTENTS)
    assert splits([where], EXTENTS) == (1, 3)
    assert splits([place((B // 4, B % 4), (10, 1), EXTENTS)], EXTENTS) is None


@pytest.mark.parametrize(
    ("index", "whole"),
    [
        ((A, B, C), True),
        ((C, A, B), True),
        ((A * 6 + B, C), True),
        ((C * 4 + A, B), True),
        ((A, B), False),
        ((A, B, B), False),
        ((A + 1, B, C), False),
        ((B * 4 + C, A), False),
        ((A // 2, B, C), False),
    ],
)
def test_an_index_is_exact_when_it_meets_every_point_once(index: tuple[Expr, ...], whole: bool):
    assert exact(index, [4, 6, 5], range(3)) is whole
