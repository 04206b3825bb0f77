"""The page about what differs from NumPy shows what happens."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "numpy.md"


def test_examples_of_the_page_give_what_it_says():
    results = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert results.attempted > 8
    assert not results.failed
