"""The page about looking shows what happens."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "looking.md"


def test_examples_of_the_page_give_what_it_says() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False)
    assert results.attempted > 12 and not results.failed
