"""What rounds of a loop cost, in counts, and that this settles."""

from collections.abc import Callable
from typing import Any

import dusk


def counts(step: Callable[[int], Any], rounds: int) -> list[dict[str, int]]:
    """What each of some rounds added to the counters."""
    dusk.wait()
    found: list[dict[str, int]] = []
    before = dusk.stats()
    for i in range(rounds):
        step(i)
        after = dusk.stats()
        found.append({k: after[k] - before[k] for k in after})
        before = after
    return found


def assert_steady(found: list[dict[str, int]], start: int = 3) -> None:
    """From a round on (counted from 0): no call is new, every program is found, none is compiled."""
    for i, round_ in enumerate(found[start:], start):
        for name in ("misses", "programs", "compiled", "generalisations"):
            assert round_[name] == 0, f"round {i}: {name} {round_[name]} in {[r[name] for r in found]}"
        assert round_["program_hits"] == round_["flushes"], f"round {i}: {round_}"
