"""`kvstore.create("mpi")`: no servers; each worker keeps all values, and contributions are exchanged between all.

What workers ask for is given to each worker's copy of a server in the order of ranks, so all copies stay equal to the
bit, and equal to what servers would have made of it. A contribution travels when its value is pulled.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from concurrent.futures import Future
from typing import Any

import numpy as np

from dusk.errors import FormatError
from dusk.kvstore import messages as m
from dusk.kvstore.encoding import from_bytes, to_bytes
from dusk.kvstore.server import Server
from dusk.kvstore.stores import Unkept
from dusk.later import Later

MPI: Any = Later("mpi4py.MPI")


class AllToAll:
    """All workers of an MPI job, which ask for the same in the same order."""

    overlaps = False  # what is asked beside the computing comes in no order

    def __init__(self, communicator: Any) -> None:
        self.names: Sequence[str] = ["the copy of this worker"]
        self._all, self._server = communicator, Server(Unkept(), "this worker's copy")
        self._held: dict[str, list[m.Entry]] = {}

    def send(self, shard: int, token: Hashable, request: m.Request) -> Future[m.Answer]:
        """As `Transport.send`; answered when it returns."""
        try:
            reply = self._reply(request)
        except (OSError, RuntimeError, FormatError) as error:  # RuntimeError: MPI's
            reply = m.Refusal("OSError", f"the workers of this job do not reach each other: {error}")
        future: Future[m.Answer] = Future()
        future.set_result(m.Answer(1, reply))
        return future

    def _reply(self, request: m.Request) -> m.Reply:
        if isinstance(request, m.Push):
            for entry in request.entries:
                self._held.setdefault(entry.block, []).append(entry)
            return m.Ack()
        if isinstance(request, m.Pull):
            entries = [entry for name in request.names for entry in self._held.pop(name, [])]
            refused = self._exchanged(m.Push(request.rank, tuple(entries))) if self._any(entries) else None
            if isinstance(refused, m.Refusal):
                return refused
        elif not isinstance(request, m.Status):
            return self._exchanged(request)
        found = dict(self._server.deliver("own", request)).get("own")
        return (
            found.reply if found else m.Refusal("ValueError", f"worker {request.rank} pulls what not all have pushed")
        )

    def _any(self, entries: Sequence[m.Entry]) -> bool:
        mine = np.array([len(entries)], np.int64)
        counts = np.empty(self._all.size, np.int64)
        self._all.Allgather(mine, counts)
        return bool(counts.any())

    def _exchanged(self, request: m.Request) -> m.Reply:
        """What comes of the requests of all workers, in the order of ranks; the first refusal is everybody's."""
        own = np.frombuffer(b"".join(to_bytes(request)), np.uint8)
        sizes = np.empty(self._all.size, np.int64)
        self._all.Allgather(np.array([own.size], np.int64), sizes)
        data = np.empty(int(sizes.sum()), np.uint8)
        self._all.Allgatherv(own, [data, sizes])
        replies: dict[Hashable, m.Reply] = {}
        for rank, (given, _) in enumerate(from_bytes(data.data)):
            if type(given) is not type(request):
                here, there = type(request).__name__, type(given).__name__
                text = f"worker {rank} asks for {there} while worker {self._all.rank} asks for {here}"
                return m.Refusal("ValueError", f"{text}: workers of MPI do the same in the same order")
            replies |= {of: answer.reply for of, answer in self._server.deliver(rank, given)}
        for rank in range(self._all.size):
            reply = replies.get(rank)
            if isinstance(reply, m.Refusal):
                return m.Refusal(reply.kind, f"worker {rank}: {reply.text}")
        return replies.get(self._all.rank, m.Refusal("ValueError", "not all workers have come so far"))

    def close(self) -> None:
        """As `Transport.close`."""


def workers() -> Any:
    """The communicator of this job. ImportError: MPI's bindings are not installed."""
    try:
        return MPI.COMM_WORLD.Dup()  # what the program itself says to others does not get between
    except ImportError as error:
        raise ImportError(
            'kvstore.create("mpi") needs mpi4py and an MPI library: pip install "dusk[mpi]", and start workers with '
            "`mpiexec -n 4 python script.py`"
        ) from error
