"""The ordinary NumPy programs that are measured give what they give under NumPy."""

import sys
from pathlib import Path

import numpy
import pytest

import dusk.numpy

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from benchmarks import programs


@pytest.mark.parametrize("name", programs.FOLDERS)
def test_a_program_gives_what_it_gives_under_numpy(tier: str, name: str) -> None:
    n = programs.program(name).SIZES[0]
    expected, _ = programs.run(name, numpy, n)
    for _ in range(3):
        assert programs.differ(programs.run(name, dusk.numpy, n)[0], expected) == ""


def test_there_are_twelve_of_each() -> None:
    assert len(programs.FOLDERS) == 24
