"""How requests reach shards, and the loop that sees to it that each is answered: the same for every transport."""

from __future__ import annotations

import threading
import time
from collections.abc import Hashable, Iterable, Sequence
from concurrent.futures import Future
from typing import Any, Protocol

from dusk.kvstore import messages as m
from dusk.kvstore.client import Call, Client, Sending
from dusk.kvstore.server import Server
from dusk.kvstore.stores import Fenced


class Transport(Protocol):
    """A way to shards. One that `copies` hands nobody the arrays that it is given."""

    @property
    def names(self) -> Sequence[str]:
        """What the shards are called in errors."""
        ...

    def send(self, shard: int, token: Hashable, request: m.Request) -> Future[m.Answer]:
        """Take a request to a shard. The future has the answer, whenever it comes, or the error why it did not arrive
        (or why nobody knows): the same request is then sent again, under the same token."""
        ...

    def close(self) -> None:
        """Let go of what it holds."""
        ...


class Direct:
    """Servers in this process."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self.names = [server.name for server in servers]
        self._servers = [(server, threading.Lock()) for server in servers]
        self._futures: dict[Hashable, Future[m.Answer]] = {}

    def send(self, shard: int, token: Hashable, request: m.Request) -> Future[m.Answer]:
        """As `Transport.send`; what need not wait is answered at once."""
        server, lock = self._servers[shard]
        future: Future[m.Answer] = Future()
        try:
            with lock:
                self._futures[shard, token] = future
                answers = [(self._futures.pop((shard, of)), answer) for of, answer in server.deliver(token, request)]
        except Fenced as error:
            future.set_exception(error)
            return future
        for waiting, answer in answers:  # not under the lock: who is told may send the next request
            waiting.set_result(answer)
        return future

    def close(self) -> None:
        """As `Transport.close`."""


class Link:
    """A client on a transport: sends what is due, and hands out what comes back, whatever thread brings it."""

    def __init__(self, transport: Transport, client: Client, sender: Hashable) -> None:
        self.transport, self.client, self._sender = transport, client, sender
        self._changed = threading.Condition()
        self._timer: threading.Thread | None = None
        self._closed = False

    def ask(self, shard: int, request: m.Request) -> Call:
        """Send a request to a shard; returns at once."""
        with self._changed:
            if self._closed:
                raise RuntimeError("this kvstore has been closed")
            call = self.client.ask(shard, request, time.monotonic())
        self._send_due()
        return call

    def drop(self, calls: Iterable[Call]) -> None:
        """Await no answer to these."""
        with self._changed:
            self.client.drop(calls)

    def wait(self, calls: Iterable[Call]) -> list[Any]:
        """The replies, when all are there; raises the first error."""
        calls = list(calls)
        with self._changed:
            while not all([call.done or self._closed for call in calls]):
                self._changed.wait(1.0)  # a time limit, so that Ctrl-C is heard where waits cannot be interrupted
            if self._closed and not all(call.done for call in calls):
                raise RuntimeError("this kvstore was closed while somebody waited for it")
        return [call.result() for call in calls]

    def close(self) -> None:
        """Send nothing more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self.transport.close()

    def _send_due(self) -> None:
        with self._changed:
            due = [] if self._closed else self.client.due(time.monotonic())
        for sending in due:
            try:
                future = self.transport.send(sending.shard, (self._sender, sending.number), sending.request)
            except Exception as error:
                self._failed(sending, error)
            else:
                future.add_done_callback(lambda future, sending=sending: self._came(sending, future))

    def _came(self, sending: Sending, future: Future[m.Answer]) -> None:
        if future.cancelled():
            return
        error = future.exception()
        if error is not None:
            self._failed(sending, error if isinstance(error, Exception) else ConnectionError(str(error)))
            return
        with self._changed:
            self.client.answered(sending.number, future.result(), time.monotonic())
            self._changed.notify_all()
            self._see_to_time()

    def _failed(self, sending: Sending, error: Exception) -> None:
        with self._changed:
            self.client.failed(sending.number, error, time.monotonic())
            self._changed.notify_all()
            self._see_to_time()

    def _see_to_time(self) -> None:
        """Have a thread that sends again what failed; only then is there one."""
        if self._timer is None and self.client.next_s() < float("inf"):
            self._timer = threading.Thread(target=self._watch, name="dusk-kvstore", daemon=True)
            self._timer.start()

    def _watch(self) -> None:
        while True:
            with self._changed:
                if self._closed:
                    return
                left_s = self.client.next_s() - time.monotonic()
                if left_s > 0:
                    self._changed.wait(min(left_s, 1.0))
                    continue
            self._send_due()
