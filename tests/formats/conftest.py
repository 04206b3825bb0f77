"""What tests of files measure is what reading takes, not a collection of what all tests before have left."""

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def without_collections() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()
