"""The examples in the docstrings do what they say."""

import doctest
import importlib
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "dusk" / "optim"


@pytest.mark.parametrize("name", sorted(path.stem for path in SOURCE.glob("[a-z]*.py")))
def test_the_examples_of_the_docstrings_hold(name: str) -> None:
    result = doctest.testmod(importlib.import_module(f"dusk.optim.{name}"))
    assert result.failed == 0


def test_the_examples_of_the_package_hold() -> None:
    assert doctest.testmod(importlib.import_module("dusk.optim")).failed == 0
