"""What tests of the recorder share."""

from collections.abc import Iterator

import pytest

from dusk.record import Context, local


@pytest.fixture
def own_trie() -> Iterator[None]:
    """Nothing has been recorded before; what others have pending stays so when the test begins segments anew."""
    before = local.context
    local.context = Context()
    yield
    local.context.start()
    local.context = before
