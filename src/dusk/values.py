"""The functions of the top of the package that look at values and counters, and need nothing that compiles."""

from __future__ import annotations

from typing import Any

from dusk.engine import pool
from dusk.record import Handle, run_pending, value_of
from dusk.record import stats as _record_stats
from dusk.record.stats import Summary
from dusk.tree import flatten

__all__ = ["eval", "memory_in_use", "stats", "wait"]


def eval(*arrays: Any) -> None:
    """Compute arrays (or all arrays of trees) now."""
    for x in arrays:
        for leaf in (x,) if isinstance(x, Handle) else flatten(x)[0]:
            if isinstance(leaf, Handle) and (leaf.buffer is None or leaf.owner is not None):
                value_of(leaf)


def wait() -> None:
    """Run everything this thread has recorded, and wait for it."""
    run_pending()


def stats() -> Summary:
    """Counters of what recording, compiling and running did so far, by name; `.lines` has them by line of the program.

    `print(dusk.stats())` shows a table: what ran in NumPy, was copied, compiled, or found its program, and where."""
    return _record_stats.summary()


def memory_in_use() -> int:
    """Bytes of all arrays, and of what programs keep for themselves, that are alive now."""
    return pool().stats().bytes_live
