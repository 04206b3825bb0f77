"""Large results of NumPy's own functions are taken over where they lie, when nobody else can see them."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import dusk.numpy as np
from dusk.numpy.fallback import run_numpy

LARGE = 1 << 14  # bytes
MANY = LARGE // 8


def address(x: Any) -> int:
    return int(numpy.asarray(x).__array_interface__["data"][0])


def test_a_large_result_is_not_copied() -> None:
    seen: list[int] = []

    def made() -> Any:
        result = numpy.arange(float(MANY))
        seen.append(address(result))
        return result

    x = run_numpy(made, (), {})
    assert isinstance(x, np.ndarray) and address(x) == seen[0]
    y = x + 1.0
    x[0] = 7.0
    assert (float(y[0]), float(x[0]), float(x[MANY - 1])) == (1.0, 7.0, MANY - 1.0)


def test_memory_that_was_taken_over_and_shown_is_seen_to_change() -> None:
    x = run_numpy(lambda: numpy.zeros(MANY), (), {})
    shown = numpy.asarray(x)
    x += 1.0
    assert shown[0] == shown[-1] == 1.0
    del x
    assert shown.sum() == MANY


kept = numpy.zeros(2 * MANY)
square = numpy.zeros((MANY, 2))


@pytest.mark.parametrize("held", [lambda: kept, lambda: kept[:MANY], lambda: square.T, lambda: [kept][0].view("i8")])
def test_what_somebody_holds_is_copied(held: Any) -> None:
    x = run_numpy(held, (), {})
    x[...] = 1
    assert kept.sum() == square.sum() == 0.0


def test_an_argument_that_comes_back_is_copied() -> None:
    mine = numpy.zeros(MANY)
    x = run_numpy(lambda given: given, (mine,), {})
    x += 1.0
    assert mine.sum() == 0.0


def test_a_transposed_result_keeps_its_values() -> None:
    x = run_numpy(lambda: numpy.asfortranarray(numpy.arange(2.0 * MANY).reshape(2, MANY)), (), {})
    assert x[0].tolist() == list(range(MANY))
