"""The programs of elements are measured beside Numba, and their values held against NumPy's."""

import sys
from pathlib import Path

import pytest

from native_steps import needs_native

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from benchmarks import elements, page


@needs_native
@pytest.mark.parametrize("name", elements.PROGRAMS)
def test_contenders_have_the_same_values(name: str) -> None:
    table = elements.table(name, n=elements.PROGRAMS[name].small, seconds=0, firsts=0)
    assert [row.contender for row in table.rows] == elements.contenders()
    assert not any(row.failed for row in table.rows)
    assert len(page.text(table).splitlines()) == len(table.rows) + 2


@needs_native
@pytest.mark.parametrize("name", elements.DIFFERENTIATED)
def test_gradients_are_measured_beside_what_they_are_of(name: str) -> None:
    table = elements.gradient(name, elements.PROGRAMS[name].small, seconds=0)
    assert [row.contender for row in table.rows] == ["Dusk", "Dusk, gradient"]


@needs_native
def test_first_calls_are_those_of_a_process_of_its_own() -> None:
    assert 0 < elements.first("tridiagonal", "Dusk") < 60
