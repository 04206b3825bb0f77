"""The page about the engine, and the examples of its docstrings, do what they say."""

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_examples_of_the_page_give_what_it_says() -> None:
    results = doctest.testfile(str(ROOT / "docs" / "engine.md"), module_relative=False)
    assert results.attempted > 15
    assert not results.failed


@pytest.mark.parametrize("name", sorted(path.stem for path in (ROOT / "src/dusk/engine").glob("[a-z]*.py")))
def test_the_examples_of_the_docstrings_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"dusk.engine.{name}")).failed == 0
