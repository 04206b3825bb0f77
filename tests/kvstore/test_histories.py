"""Random histories of a kvstore: what has to hold in each holds, and would be found missing."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import pytest
from tests.kvstore_histories import several, tried

from dusk.kvstore import messages as m
from dusk.kvstore.server import Answers, Server
from dusk.kvstore.shard import Block, Shard
from dusk.kvstore.stores import FileStore, MemoryStore

HISTORIES = 500


@pytest.mark.parametrize("first", [0, *(pytest.param(n * HISTORIES, marks=pytest.mark.once) for n in (1, 2, 3))])
def test_in_random_histories_each_contribution_counts_once_and_nothing_is_stale(first: int) -> None:
    total, wrong = several(first, HISTORIES)
    assert wrong == {}
    met = ("again", "lost", "repeated", "serial", "servers stopped", "takeovers", "workers stopped")
    assert all(total[name] > HISTORIES / 10 for name in met), total


# Faults that are planted in the machines: each is found.

_serve, _apply, _pull, _accept = Server._serve, Block.apply, Shard._pull, Shard.accept


def takes_again_what_it_has(server: Server, token: Hashable, request: m.Request, answers: Answers) -> None:
    if isinstance(request, m.Push) and isinstance(server.shard.judge(request), m.Ack):
        server._store.append(server.epoch, request)
        server.shard.accept(request)
        server._moved.append(None)
    _serve(server, token, request, answers)


def keeps_no_version_before(block: Block, contributions: Sequence[m.Payload]) -> None:
    _apply(block, contributions)
    block.before = block.value


def accepts_before_it_appends(server: Server, token: Hashable, request: m.Request, answers: Answers) -> None:
    found = server._judged(request)
    if isinstance(found, m.Record):
        server._point("judged")
        server.shard.accept(found)
        server._moved.append(None)
        server._point("accepted")
        try:
            server._store.append(server.epoch, found)
        except OSError as error:
            answers.append((token, m.Answer(server.epoch, m.Refusal("OSError", str(error), again=True))))
            return
        server._point("appended")
    _serve(server, token, request, answers)


def acknowledges_before_it_appends(server: Server, token: Hashable, request: m.Request, answers: Answers) -> None:
    before = len(answers)
    try:
        _serve(server, token, request, answers)
    finally:
        if len(answers) > before and isinstance(answers[-1][1].reply, m.Refusal):
            answers[-1] = token, m.Answer(server.epoch, m.Ack())


def sees_no_other(store: Any, epoch: int) -> None:
    """An old server that goes on appending."""


def answers_a_round_too_early(shard: Shard, request: m.Pull) -> Any:
    earlier = tuple([max(0, clock - 1) for clock in request.clocks])
    return _pull(shard, m.Pull(request.rank, request.names, earlier, request.rows))


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
    (Server, "_serve", takes_again_what_it_has),
    (Block, "apply", keeps_no_version_before),
    (Server, "_serve", accepts_before_it_appends),
    (Server, "_serve", acknowledges_before_it_appends),
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
        monkeypatch.setattr("tests.kvstore_histories.FILES", 1.0)
    assert any(tried(seed)[2] for seed in range(HISTORIES)), "no history shows it"
