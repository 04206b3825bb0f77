"""What runs on Ray: servers, the logs of those that may be lost with their machine, and a directory of both.

A server whose node is the cluster's head keeps its log in a file there: Ray itself does not outlive that machine. The
log of any other lies with a vault on the head. So a server that a cut link leaves behind can append nothing, and
acknowledges nothing; when the link is mended, its epoch is over.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

from dusk.kvstore import messages as m
from dusk.kvstore.cluster.session import NAMESPACE, ray
from dusk.kvstore.cluster.shared import Attached, Place
from dusk.kvstore.file_store import FileStore
from dusk.kvstore.server import Server
from dusk.kvstore.stores import Fenced, Opened, Store

VERSION = 1
"""Of what workers, servers and directories say to each other."""
A_LITTLE = 0.001
"""CPUs that actors ask for: of one that asks for none, Ray forgets on which node it is wanted."""
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # of mallopt(3)
_OPTIONS: dict[str, Any] = {
    "num_cpus": A_LITTLE, "max_restarts": -1, "max_task_retries": 0, "lifetime": "detached", "namespace": NAMESPACE,
    "get_if_exists": True, "max_concurrency": 10_000,
}  # fmt: skip


class Vault:
    """A log for a server on another machine. Whoever has not opened it since this process began, is fenced."""

    def __init__(self, folder: str) -> None:
        self._store, self._epoch = FileStore(folder), 0

    async def open(self) -> Opened:
        """As `Store.open`."""
        self._epoch, records = self._store.open()
        return self._epoch, records

    async def append(self, epoch: int, record: m.Record) -> bool:
        """As `Store.append`; whether it `is_long` now."""
        await self.check(epoch)
        self._store.append(epoch, record)
        return self._store.is_long

    async def compact(self, epoch: int, snapshot: m.Snapshot) -> None:
        """As `Store.compact`."""
        await self.check(epoch)
        self._store.compact(epoch, snapshot)

    async def check(self, epoch: int) -> None:
        """As `Store.check`."""
        if epoch != self._epoch:
            raise Fenced(f"epoch {epoch} is over: {self._epoch} has begun")


class Kept:
    """The store of a server whose log is in a vault."""

    def __init__(self, vault: Any, timeout_s: float = 60.0) -> None:
        self._vault, self._timeout_s, self.is_long = vault, timeout_s, False

    def open(self) -> Opened:
        """As `Store.open`."""
        until = time.monotonic() + self._timeout_s
        while True:
            try:
                epoch, records = ray.get(self._vault.open.remote(), timeout=self._timeout_s)
                return epoch, cast("list[m.Record]", records)
            except ray.exceptions.ActorUnavailableError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)

    def append(self, epoch: int, record: m.Record) -> None:
        """As `Store.append`."""
        self.is_long = self._done(self._vault.append.remote(epoch, record))

    def compact(self, epoch: int, snapshot: m.Snapshot) -> None:
        """As `Store.compact`."""
        self._done(self._vault.compact.remote(epoch, snapshot))
        self.is_long = False

    def check(self, epoch: int) -> None:
        """As `Store.check`."""
        self._done(self._vault.check.remote(epoch))

    @staticmethod
    def _done(ref: Any) -> Any:
        try:
            return ray.get(ref)
        except ray.exceptions.RayTaskError as error:
            raise (error.cause if isinstance(error.cause, Fenced | OSError) else error) from None
        except ray.exceptions.RayError as error:  # perhaps it was done: only the log itself can tell
            raise Fenced(f"the vault does not answer: {error}") from error


def _keep_memory() -> None:
    """Have this process use memory again that it has given back: fresh pages for arrays of some megabytes, filled with
    zeros by the system, take longer than what is done with the arrays."""
    with contextlib.suppress(OSError, AttributeError):  # glibc's
        libc = ctypes.CDLL(None)
        libc.mallopt(_MMAP_THRESHOLD, 32 << 20)
        libc.mallopt(_TRIM_THRESHOLD, (1 << 31) - 1)


class Shard:
    """A server: requests are served one after the other, as they come; those that wait keep nobody else waiting."""

    def __init__(self, name: str, folder: str, vault: Any = None) -> None:
        _keep_memory()
        store: Store = FileStore(folder) if vault is None else Kept(vault)
        self._server = Server(store, name, self.point)
        self._thread = ThreadPoolExecutor(1)
        self._futures: dict[Hashable, list[asyncio.Future[m.Answer]]] = {}
        self._attached = Attached()

    def point(self, name: str) -> None:
        """Called between the steps of each request; tests stop servers here."""

    async def deliver(self, token: Hashable, request: m.Request) -> m.Answer:
        """The answer to a request, whenever it comes."""
        loop = asyncio.get_running_loop()
        mine: asyncio.Future[m.Answer] = loop.create_future()
        self._futures.setdefault(token, []).append(mine)
        for of, answer in await loop.run_in_executor(self._thread, self._answers, token, request):
            for future in self._futures.pop(of, ()):  # several, if it was sent again meanwhile
                future.set_result(answer)
        return await mine

    async def deliver_by_memory(self, token: Hashable, there: Place, back: Place | None) -> int | m.Answer | None:
        """As `deliver`, of a request that is in a worker's memory, to which the reply belongs as well (see
        `Attached.answered`). None: that memory is not to be seen from here."""
        request = self._attached.read(there)
        return None if request is None else self._attached.answered(await self.deliver(token, request), back)

    def _answers(self, token: Hashable, request: m.Request) -> list[tuple[Hashable, m.Answer]]:
        try:
            return self._server.deliver(token, request)
        except Fenced:
            os._exit(1)  # Ray starts it anew, if it is not the one that has been replaced

    async def where(self) -> tuple[str, int, int]:
        """The node, the process and the epoch of this server."""
        return ray.get_runtime_context().get_node_id(), os.getpid(), self._server.epoch


class Directory:
    """What a group of workers agrees about: its servers, and which workers still need them."""

    def __init__(self, group: str, settings: Mapping[str, Any], kind: type[Shard] = Shard) -> None:
        self.settings = dict(settings)
        self._gone = set[int]()
        self._temporary = "" if self.settings["folder"] else tempfile.mkdtemp(prefix="dusk-servers-")
        folder = Path(self.settings["folder"] or self._temporary)
        nodes = alive()
        self._actors: list[Any] = []
        for number in range(self.settings["servers"]):
            node, at = nodes[number % len(nodes)], str(folder / f"server{number}")
            vault = None
            if node != nodes[0]:
                vault = actor(Vault, f"{group}/vault{number}", nodes[0], at)
                self._actors.append(vault)
            self._actors.append(actor(kind, shard_name(group, number), node, f"server {number}", at, vault))

    async def agree(self) -> dict[str, Any]:
        """The settings of the group."""
        return self.settings

    async def leave(self, rank: int) -> None:
        """A worker is done. When all are, so are the servers."""
        self._gone.add(rank)
        if not self.settings["stays"] and self._gone.issuperset(range(self.settings["workers"])):
            threading.Thread(target=self._end_soon, daemon=True).start()

    async def end(self) -> None:
        """End all servers, and forget what they had, unless a folder was named for it."""
        for one in self._actors:
            ray.kill(one)
        if self._temporary:
            shutil.rmtree(self._temporary, ignore_errors=True)

    def _end_soon(self) -> None:
        time.sleep(0.5)  # the last worker's answers are on their way
        asyncio.run(self.end())
        ray.kill(ray.get_runtime_context().current_actor)


def alive() -> list[str]:
    """The nodes there are, by their ids, the head first."""
    found = [node for node in ray.nodes() if node["Alive"]]
    found.sort(key=lambda node: ("node:__internal_head__" not in node["Resources"], node["NodeManagerAddress"]))
    return [str(node["NodeID"]) for node in found]


def shard_name(group: str, number: int) -> str:
    """What a server is called among Ray's actors."""
    return f"{group}/server{number}"


def actor(kind: type[Any], name: str, node: str, *arguments: Any) -> Any:
    """An actor of this name, made on a node if it is not there; if the node is lost, another takes its place, but for
    the head, whose files no other has."""
    strategy = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(node, soft=node != alive()[0])
    return ray.remote(kind).options(name=name, scheduling_strategy=strategy, **_OPTIONS).remote(*arguments)
