"""Assignments read all that they are given before they write, and of several values for one place the last one stays:
that in C order. NumPy does so but for those below, where it reads some of its own memory as it writes, or goes through
an index as that lies in memory; it is given copies."""

import numpy
import pytest

import dusk
import dusk.numpy as np


def copied(given):
    if isinstance(given, tuple):
        return tuple(copied(part) for part in given)
    return numpy.array(given, order="C") if isinstance(given, numpy.ndarray) else given


LINE = numpy.array([3.0, 1.0, 2.0, 5.0, 4.0, 0.0])
TABLE = numpy.arange(12).reshape(3, 4)
WRITES = {
    "steps": lambda m, x: (numpy.s_[::2], x[:3]),
    "mask, reversed": lambda m, x: (m.array([True, True, False] * 2), x[3::-1]),
    "mask of its own, reversed": lambda m, x: (x > 0.5, x[:5][::-1]),
    "mask, shifted": lambda m, x: (m.array([True] * 4 + [False] * 2), x[2:]),
    "indices, reversed": lambda m, x: ([0, 1, 2, 3, 4, 5], x[::-1]),
    "indices, shifted": lambda m, x: (m.array([1, 2, 3]), x[:3]),
    "repeated": lambda m, x: (m.array([1, 1, 0, 1]), m.array([9.0, 8.0, 7.0, 6.0])),
    "repeated, transposed": lambda m, x: (m.array(TABLE % 5).T, m.array(TABLE * 1.0).T),
    "repeated, transposed values": lambda m, x: (m.array(TABLE % 5), m.array(TABLE.reshape(4, 3) * 1.0).T),
    "repeated, both reversed": lambda m, x: (m.array(TABLE % 2)[::-1], m.array(TABLE * 1.0)[::-1]),
    "repeated, broadcast": lambda m, x: (m.broadcast_to(m.array([0, 1, 0, 2]), (3, 4)), m.array(TABLE * 1.0)[::-1]),
}


@pytest.mark.parametrize("state", ["at hand", "pending", "a view"])
@pytest.mark.parametrize("where", ["auto", "interpreter", "native"])
@pytest.mark.parametrize("name", WRITES)
def test_what_is_assigned_is_read_before_and_the_last_value_stays(name, where, state):
    expected = LINE.copy()
    key, value = WRITES[name](numpy, expected)
    expected[copied(key)] = copied(value)
    with dusk.config.using(tier=where):
        for _ in range(3):
            whole = np.array([LINE, LINE])
            x = whole[1] if state == "a view" else np.array(LINE)
            if state == "pending":
                x = x * 2 / 2
            else:
                dusk.eval(whole, x)
            key, value = WRITES[name](np, x)
            x[key] = value
            numpy.testing.assert_array_equal(numpy.asarray(x), expected)


@pytest.mark.parametrize("where", ["auto", "interpreter", "native"])
def test_an_index_that_is_written_to_is_read_before(where):
    expected = numpy.arange(10)
    expected[2:][expected[:-2].copy()] = 3
    flags = numpy.array([True, False, True])
    flags[flags.copy()] = [False, True]
    with dusk.config.using(tier=where):
        x, b = np.arange(10), np.array([True, False, True])
        x[2:][x[:-2]] = 3
        b[b] = np.array([False, True])
        assert x.tolist() == expected.tolist()
        assert b.tolist() == flags.tolist()


OUTSIDE = {
    "one index": lambda m, x, i: x[i([0, 5, -7, 9])],
    "the second of two": lambda m, x, i: m.ones((3, 4))[i([0, 2, 1]), i([9, -7, 8])],
    "both": lambda m, x, i: m.ones((3, 4))[i([0, 2, 7]), i([9, -7, 8])],
    "written": lambda m, x, i: x.__setitem__(i([0, 4, -7]), 2),
    "take": lambda m, x, i: m.take(x, i([0, 5, -7, 9])),
}


@pytest.mark.parametrize("where", ["auto", "interpreter", "native"])
@pytest.mark.parametrize("name", OUTSIDE)
def test_the_first_index_that_is_out_of_bounds_is_named(name, where):
    with pytest.raises(IndexError) as theirs:
        OUTSIDE[name](numpy, numpy.ones(3), numpy.array)
    with dusk.config.using(tier=where), pytest.raises(IndexError) as ours:
        OUTSIDE[name](np, np.ones(3), np.array)
    assert str(ours.value).startswith(str(theirs.value))
