"""Faults to plant in the machines of a kvstore: tests that look for faults have to find each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dusk.kvstore import messages as m
from dusk.kvstore.server import Server
from dusk.kvstore.shard import Block, Shard

_done, _apply, _pull = Server._done, Block.apply, Shard._pull


def takes_again_what_it_has(server: Server, request: m.Request) -> m.Reply | None:
    if isinstance(request, m.Push) and isinstance(server.shard.judge(request), m.Ack):
        server._store.append(server.epoch, request)
        server.shard.accept(request)
        server._moved.append(None)
    return _done(server, request)


def keeps_no_version_before(block: Block, contributions: Sequence[m.Payload]) -> None:
    _apply(block, contributions)
    block.before = block.value


def accepts_before_it_appends(server: Server, request: m.Request) -> m.Reply | None:
    found = server._judged(request)
    if isinstance(found, m.Record):
        server._point("judged")
        server.shard.accept(found)
        server._moved.append(None)
        server._point("accepted")
        try:
            server._store.append(server.epoch, found)
        except OSError as error:
            return m.Refusal("OSError", str(error), again=True)
        server._point("appended")
    return _done(server, request)


def sees_no_other(store: Any, epoch: int) -> None:
    """An old server that goes on appending."""


def answers_a_round_too_early(shard: Shard, request: m.Pull) -> Any:
    earlier = tuple([max(0, clock - 1) for clock in request.clocks])
    return _pull(shard, m.Pull(request.rank, request.names, earlier, request.rows))
