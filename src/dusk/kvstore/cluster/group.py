"""`kvstore.create("dist")`: this worker's side of a group of workers and servers on Ray."""

from __future__ import annotations

import contextlib
import os
import secrets
from typing import Any

from dusk.kvstore.cluster.actors import VERSION, Directory, Shard, actor, alive, shard_name
from dusk.kvstore.cluster.session import NAMESPACE, Session, join, present, ray, start
from dusk.kvstore.cluster.transport import RayTransport
from dusk.kvstore.kvstore import KVStore

_made: dict[tuple[str, int], int] = {}


def environment(session: Session, group: str, rank: int, workers: int, servers: int) -> dict[str, str]:
    """What tells a process which worker it is: what `create` reads."""
    return session.environment(
        {"DUSK_GROUP": group, "DUSK_RANK": str(rank), "DUSK_WORKERS": str(workers), "DUSK_SERVERS": str(servers)}
    )


def gather(
    group: str, workers: int, servers: int, folder: Any = None, *, stays: bool = False, kind: type[Shard] = Shard
) -> Any:
    """The directory of a group, with its servers; they are started if they are not there. They end when all workers
    have left, or if the group `stays`, by `dissolve`.

    ValueError: they are there, and of another form.
    """
    asked = {
        "version": VERSION, "workers": workers, "servers": servers, "stays": stays,
        "folder": folder and os.path.abspath(folder),
    }  # fmt: skip
    directory = actor(Directory, group, alive()[0], group, asked, kind)
    found: dict[str, Any] = ray.get(directory.agree.remote())
    for name in ("version", "workers", "servers"):
        if asked[name] != found[name]:
            raise ValueError(f"group {group!r} has {name}={found[name]}, and this worker {name}={asked[name]}")
    return directory


def dissolve(directory: Any) -> None:
    """End the servers of a group."""
    with contextlib.suppress(ray.exceptions.RayError):
        ray.get(directory.end.remote(), timeout=10.0)
        ray.kill(directory)


def create(
    *,
    address: str | None = None,
    group: str | None = None,
    rank: int | None = None,
    workers: int | None = None,
    servers: int | None = None,
    folder: Any = None,
    **settings: Any,
) -> KVStore:
    """See `dusk.kvstore.create`."""
    rank = int(os.environ.get("DUSK_RANK", "0")) if rank is None else rank
    workers = int(os.environ.get("DUSK_WORKERS", "1")) if workers is None else workers
    servers = int(os.environ.get("DUSK_SERVERS", "0")) or servers or 1
    address = address or os.environ.get("DUSK_ADDRESS")
    session = join(address) if address is not None else present() or start(servers + 1)
    group = group or os.environ.get("DUSK_GROUP") or (f"alone-{secrets.token_hex(4)}" if workers == 1 else "dusk")
    number = _made[group, rank] = _made.get((group, rank), -1) + 1  # programs that make several make them in one order
    group = f"{group}/{number}"
    directory = gather(group, workers, servers, folder)

    def closing() -> None:
        if session.own:
            dissolve(directory)
            session.close()
        else:
            with contextlib.suppress(ray.exceptions.RayError):  # who is not told, ends with the cluster
                ray.get(directory.leave.remote(rank), timeout=10.0)

    actors = [ray.get_actor(shard_name(group, i), namespace=NAMESPACE) for i in range(servers)]
    transport = RayTransport([f"server {i} of {session.address}" for i in range(servers)], actors, closing)
    return KVStore(transport, rank, range(workers), **settings)
