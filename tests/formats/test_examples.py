"""The examples in the docstrings of dusk.formats give what they say."""

import doctest
import importlib
import pkgutil

import pytest

from dusk import formats

MODULES = ["dusk.formats", *(module.name for module in pkgutil.walk_packages(formats.__path__, "dusk.formats."))]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_give_what_they_say(name: str) -> None:
    module = importlib.import_module(name)
    users = {**vars(module), "__name__": "__main__"}  # what an example defines is the user's, and no code of Dusk's
    assert doctest.testmod(module, globs=users).failed == 0
