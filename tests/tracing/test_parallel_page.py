"""docs/parallel.md: its examples do what they say."""

import doctest
from pathlib import Path

import pytest

import dusk
from dusk.kernel import native

PAGE = Path(__file__).parents[2] / "docs" / "parallel.md"


@pytest.mark.skipif(not native.available(), reason="shows native programs")
def test_the_pages_examples_do_what_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dusk.backends.placement.cores_for", lambda n: n)  # whatever this machine has
    with dusk.config.using(tier="native"):
        failed, tried = doctest.testfile(str(PAGE), module_relative=False, verbose=False)
    assert tried >= 25
    assert failed == 0
