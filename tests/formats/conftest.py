"""Files are read within a time, of the processor."""

import pytest


@pytest.fixture(autouse=True)
def measured(without_collections: None) -> None:
    """All tests of files are."""
