"""Where kvstores come from."""

from __future__ import annotations

from typing import Any

from dusk.kvstore import cluster
from dusk.kvstore.cluster import mpi
from dusk.kvstore.file_store import FileStore
from dusk.kvstore.kvstore import KVStore
from dusk.kvstore.server import Server
from dusk.kvstore.stores import MemoryStore
from dusk.kvstore.transport import Direct
from dusk.kvstore.updates import ASSIGN, Update

_HERE = ("local", "device")


def create(
    kind: str = "local",
    *,
    staleness: float = 0,
    update: Update = ASSIGN,
    servers: int = 1,
    folder: Any = None,
    nans: str = "count",
    timeout_s: float = 60.0,
    **where: Any,
) -> KVStore:
    """A kvstore: `"local"` (or `"device"`, which is the same): values are kept in this process, by one worker.

    `staleness`: see `KVStore`. `update`: what becomes of a value by the sum of a round's contributions, see
    `KVStore.set_optimizer`. `servers`: how many there are to be. `folder`: where their logs lie, so that a program that
    was stopped goes on with the values it had (None: in memory). `nans`: what becomes of contributions that are not
    finite: "count" (they are applied, and counted), "skip" (they count as zero), "refuse" (NanError).

    `"dist"`: values are kept by server processes, for the workers that `dusk launch` has started, each of which calls
    this. A program that nobody launched is one worker with servers of its own. Without the command, workers say
    themselves who they are: `address="HOST:PORT"` of a cluster of Ray's (each machine has joined it with `ray start`),
    `group` (a name), `workers` (their number), `rank`. ImportError: Ray is not installed; ConnectionError: nobody is at
    the address, or it asks for a token, or a server has answered nothing for `timeout_s` seconds; ValueError: workers
    differ in what they ask for.

    `"mpi"`: the workers are the processes of `mpiexec`, there are no servers, and `staleness` is 0.

    >>> import dusk.numpy as np
    >>> from dusk import kvstore
    >>> kv = kvstore.create()
    >>> kv.init("w", np.zeros(2))
    >>> kv.push("w", [np.ones(2), np.ones(2) * 3])
    >>> kv.pull("w")
    array([4., 4.])
    """
    if kind == "dist":
        settings: dict[str, Any] = {"staleness": staleness, "update": update, "nans": nans, "timeout_s": timeout_s}
        return cluster.create(servers=servers, folder=folder, **where, **settings)
    if kind == "mpi":
        if staleness:
            raise ValueError(f'staleness={staleness}: kvstore.create("mpi") has none: its workers go on together')
        everybody = mpi.workers()
        return KVStore(mpi.AllToAll(everybody), everybody.rank, range(everybody.size), update=update, nans=nans)
    if where:
        raise TypeError(f'{", ".join(where)}: only kvstore.create("dist") takes that')
    if kind not in _HERE:
        raise ValueError(f"there is no kvstore {kind!r}; there are {', '.join(map(repr, (*_HERE, 'dist', 'mpi')))}")
    names = [f"server {i}" for i in range(servers)]
    stores = [MemoryStore() if folder is None else FileStore(f"{folder}/server{i}") for i in range(servers)]
    found = [Server(store, name) for store, name in zip(stores, names, strict=True)]
    return KVStore(Direct(found), staleness=staleness, update=update, nans=nans)
