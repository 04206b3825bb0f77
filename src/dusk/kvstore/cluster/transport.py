"""Requests and answers over Ray."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future
from typing import Any

from dusk.kvstore import messages as m
from dusk.kvstore.cluster.session import ray
from dusk.kvstore.cluster.shared import Memory, letter_of

SILENT_S = 10.0
"""After how long a server that does not even say where it is counts as failed."""


class RayTransport:
    """Servers that are Ray's actors. `closing` is called when the worker closes it.

    Ray tells of servers that have died. One that is there and does nothing is found by asking it something that it can
    always answer, while other answers are awaited: those may rightly take for ever, as other workers do.

    What is large goes by memory, unless a server does not see it: it is on another machine.
    """

    copies = True  # what it sends, and hands on none of it

    def __init__(
        self, names: Sequence[str], actors: Sequence[Any], closing: Callable[[], Any], silent_s: float = SILENT_S
    ) -> None:
        self.names, self._actors, self._closing, self._silent_s = list(names), list(actors), closing, silent_s
        self._process = secrets.token_hex(8)  # a worker that was started again is not who it was
        self._awaited: list[set[Future[m.Answer]]] = [set() for _ in actors]
        self._memory, self._near = Memory(), [True] * len(actors)
        self._lock = threading.Lock()
        self._closed = threading.Event()
        threading.Thread(target=self._watch, name="dusk-servers", daemon=True).start()

    def send(self, shard: int, token: Hashable, request: m.Request) -> Future[m.Answer]:
        """As `Transport.send`."""
        answered: Future[m.Answer] = Future()
        with self._lock:
            self._awaited[shard].add(answered)
        try:
            self._ask(shard, (self._process, token), request, answered)
        except BaseException:
            with self._lock:
                self._awaited[shard].discard(answered)
            raise
        return answered

    def _ask(self, shard: int, token: Hashable, request: m.Request, answered: Future[m.Answer]) -> None:
        letter = letter_of(request, self._memory) if self._near[shard] else None
        if letter is None:
            asked: Future[m.Answer] = self._actors[shard].deliver.remote(token, request).future()
            asked.add_done_callback(lambda asked: self._pass_on(shard, asked, answered))
            return

        def told(told: Future[int | m.Answer | None]) -> None:
            found = letter.answer(told)
            if found is None:
                self._near[shard] = False
                self._ask(shard, token, request, answered)
            else:
                self._pass_on(shard, found, answered)

        self._actors[shard].deliver_by_memory.remote(token, *letter.places).future().add_done_callback(told)

    def _pass_on(self, shard: int, asked: Future[m.Answer], answered: Future[m.Answer]) -> None:
        with self._lock:
            if answered not in self._awaited[shard]:  # it took too long
                return
            self._awaited[shard].remove(answered)
        error = asked.exception()
        if error is None:
            answered.set_result(asked.result())
        elif isinstance(error, ray.exceptions.ActorDiedError):  # else it is started again, and asked again
            why = str(error).strip().splitlines()[-1]
            text = f"{self.names[shard]} has ended, and is not started again: {why}"
            answered.set_result(m.Answer(m.INFINITE, m.Refusal("OSError", text)))
        else:
            answered.set_exception(ConnectionError(str(error).splitlines()[0]))

    def _watch(self) -> None:
        pings: dict[int, tuple[Future[Any], float]] = {}
        while not self._closed.wait(self._silent_s / 10):
            for shard, actor in enumerate(self._actors):
                with self._lock:
                    awaited = bool(self._awaited[shard])
                if shard not in pings and awaited:
                    pings[shard] = actor.where.remote().future(), time.monotonic()
                elif shard in pings:
                    ping, since = pings[shard]
                    if ping.done():  # an error, too: those who wait are told it themselves
                        del pings[shard]
                    elif time.monotonic() - since > self._silent_s:
                        self._fail(shard)

    def _fail(self, shard: int) -> None:
        with self._lock:
            failed = list(self._awaited[shard])
            self._awaited[shard].clear()
        for answered in failed:
            answered.set_exception(ConnectionError(f"it is there, but has said nothing for {self._silent_s:.0f} s"))

    def close(self) -> None:
        """As `Transport.close`."""
        self._closed.set()
        self._closing()
