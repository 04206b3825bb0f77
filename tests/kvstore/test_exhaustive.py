"""All states of small clusters: what has to hold in each holds, and would be found missing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dusk.kvstore import messages as m
from dusk.kvstore.server import Server
from dusk.kvstore.shard import Block, Shard
from dusk.kvstore.stores import MemoryStore
from kvstore_faults import (
    accepts_before_it_appends,
    answers_a_round_too_early,
    keeps_no_version_before,
    sees_no_other,
    takes_again_what_it_has,
)
from kvstore_states import MODELS, Model, Violation


@pytest.mark.once
@pytest.mark.parametrize(("name", "clocks", "faults"), [
    ("2 workers, without staleness", 2, 1),
    ("2 workers, staleness 1", 2, 1),
    ("2 workers that exchange, without staleness", 2, 1),
    ("2 workers that exchange, staleness 1", 2, 1),
    ("1 worker and 1 that joins, without staleness", 2, 0),
    ("1 worker and 1 that joins, staleness 1", 2, 0),
])  # fmt: skip
def test_in_no_state_is_anything_lost_doubled_or_stale_and_all_lead_to_the_end(
    name: str, clocks: int, faults: int
) -> None:
    counts = Model(clocks=clocks, faults=faults, **MODELS[name]).explore()
    assert counts["states"] > 1000
    assert counts["ends"] >= 1


# Planted faults: each is found.

_accept = Shard.accept


def lets_everybody_past(shard: Shard, record: m.Record) -> None:
    _accept(shard, record)
    if isinstance(record, m.Hold):
        shard._held = record.change, shard._held[1] - 1


def never_ends_a_change(shard: Shard, record: m.Record) -> None:
    held = shard._held
    _accept(shard, record)
    if isinstance(record, m.Members):
        shard._held = held


TWO, STALE, JOIN = "2 workers, without staleness", "2 workers, staleness 1", "1 worker and 1 that joins, staleness 1"
PLANTED: list[tuple[str, Any, str, Callable[..., Any]]] = [
    (STALE, Server, "_done", takes_again_what_it_has),
    (TWO, Block, "apply", keeps_no_version_before),
    (TWO, Server, "_done", accepts_before_it_appends),
    (TWO, MemoryStore, "check", sees_no_other),
    (TWO, Shard, "_pull", answers_a_round_too_early),
    (JOIN, Shard, "accept", lets_everybody_past),
    (JOIN, Shard, "accept", never_ends_a_change),
]


@pytest.mark.parametrize(("model", "owner", "name", "fault"), PLANTED, ids=[fault.__name__ for *_, fault in PLANTED])
def test_a_planted_fault_is_found(
    model: str, owner: Any, name: str, fault: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, fault)
    faults = 0 if model == JOIN else 2 if fault is accepts_before_it_appends else 1
    with pytest.raises(Violation):
        Model(clocks=2, faults=faults, **MODELS[model]).explore(200_000)
