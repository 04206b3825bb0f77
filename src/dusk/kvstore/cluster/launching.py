"""A script run by several workers, which is what `dusk launch` does."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from dusk.kvstore.cluster.actors import alive
from dusk.kvstore.cluster.group import dissolve, environment, gather
from dusk.kvstore.cluster.ranks import Away, Process, Ranks, Tell, Worker
from dusk.kvstore.cluster.session import join, start


def launch(
    words: Sequence[str],
    tell: Callable[[int, str, bool], Any],
    *,
    workers: int,
    servers: int,
    group: str,
    address: str | None = None,
    restarts: int = 3,
    folder: Any = None,
) -> Ranks:
    """Run a command as so many workers to its end; with an address, on the nodes of that cluster in turn.

    What came of it is in the result's `codes` and `restarts`. ConnectionError, ValueError: see `session.join`.
    """
    session = join(address) if address is not None else start(servers + 1)
    nodes = alive() if address is not None else []
    here = max(1, (os.cpu_count() or 1) // -(-workers // max(1, len(nodes))))
    directory = gather(f"{group}/0", workers, servers, folder, stays=True)

    def begin(rank: int, heard: Tell) -> Worker:
        variables = environment(session, group, rank, workers, servers)
        variables["DUSK_THREADS"] = os.environ.get("DUSK_THREADS", str(here))
        if not nodes:
            return Process(words, variables, heard)
        left = [node for node in alive() if node in nodes]
        return Away(left[rank % len(left)], words, variables, heard)

    ranks = Ranks(workers, begin, tell, restarts)
    try:
        ranks.run()
    finally:
        dissolve(directory)
        session.close()
    return ranks
