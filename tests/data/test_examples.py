"""The examples in the docstrings of dusk.data give what they say."""

import doctest
import importlib
import pkgutil

import pytest

from dusk import data

MODULES = ["dusk.data", *(f"dusk.data.{module.name}" for module in pkgutil.iter_modules(data.__path__))]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_give_what_they_say(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
