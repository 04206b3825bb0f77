"""The pages about symbols and about coming from other systems: what stands there runs and gives what it says."""

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["symbols.md", "coming_from.md"])
def test_the_examples_give_what_they_say(page: str, tier: str) -> None:
    found = doctest.testfile(str(DOCS / page), module_relative=False)
    assert found.attempted > 15
    assert found.failed == 0
