"""Random histories of a kvstore: what has to hold in each holds, and would be found missing."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import pytest

from dusk.kvstore import messages as m
from dusk.kvstore.file_store import FileStore
from dusk.kvstore.server import Answers, Server
from dusk.kvstore.shard import Block, Shard
from dusk.kvstore.stores import MemoryStore
from kvstore_faults import (
    accepts_before_it_appends,
    answers_a_round_too_early,
    keeps_no_version_before,
    sees_no_other,
    takes_again_what_it_has,
)
from kvstore_histories import several, tried

HISTORIES = 500


@pytest.mark.parametrize("first", [0, *(pytest.param(n * HISTORIES, marks=pytest.mark.once) for n in (1, 2, 3))])
def test_in_random_histories_each_contribution_counts_once_and_nothing_is_stale(first: int) -> None:
    total, wrong = several(first, HISTORIES)
    assert wrong == {}
    met = ("again", "lost", "repeated", "serial", "servers stopped", "takeovers", "workers stopped")
    assert all(total[name] > HISTORIES / 10 for name in met), total


# Faults that are planted in the machines: each is found.

_done, _accept = Server._done, Shard.accept


def acknowledges_before_it_appends(server: Server, request: m.Request) -> m.Reply | None:
    found = _done(server, request)
    return m.Ack() if isinstance(found, m.Refusal) else found


def changes_a_round_that_somebody_knows(shard: Shard, record: m.Record) -> None:
    _accept(shard, record)
    if isinstance(record, m.Hold):
        latest = max((clock for block in shard.blocks.values() for clock in block.taken.values()), default=0)
        shard._held = record.change, max(latest, shard._eras[-1][0], 1)


def forgets_who_waits(server: Server, token: Hashable, request: m.Request) -> Answers:
    answers: Answers = []
    server._serve(token, request, answers)
    return answers


PLANTED: list[tuple[Any, str, Callable[..., Any]]] = [
    (Server, "_done", takes_again_what_it_has),
    (Block, "apply", keeps_no_version_before),
    (Server, "_done", accepts_before_it_appends),
    (Server, "_done", acknowledges_before_it_appends),
    (MemoryStore, "check", sees_no_other),
    (FileStore, "check", sees_no_other),
    (Shard, "_pull", answers_a_round_too_early),
    (Shard, "accept", changes_a_round_that_somebody_knows),
    (Server, "deliver", forgets_who_waits),
]


@pytest.mark.parametrize(("owner", "name", "fault"), PLANTED, ids=[f"{o.__name__}-{f.__name__}" for o, _, f in PLANTED])
def test_a_planted_fault_is_found(
    owner: Any, name: str, fault: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, fault)
    if owner is FileStore:
        monkeypatch.setattr("kvstore_histories.FILES", 1.0)
    assert any(tried(seed)[2] for seed in range(HISTORIES)), "no history shows it"
