"""Names that nothing else has."""

from __future__ import annotations

import itertools
from collections.abc import Container


def unlike(wanted: str, *taken: Container[str], first: str | None = None) -> str:
    """A name that is in none of these: the one that is wanted (or `first`), or that with the next number after it.

    >>> unlike("add", {"add", "add_2"}, ["sub"])
    'add_3'
    """
    names = itertools.chain([first or wanted], (f"{wanted}_{number}" for number in itertools.count(2)))
    return next(name for name in names if not any(name in some for some in taken))
