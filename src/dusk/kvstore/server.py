"""A shard with its log and those who wait for it: the whole of a server but for the network."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Any

from dusk.kvstore import messages as m
from dusk.kvstore.shard import Shard
from dusk.kvstore.stores import Store, Torn

Answers = list[tuple[Hashable, m.Answer]]


class Server:
    """Serves requests one after the other. What it acknowledges is in its log.

    `point(name)` is called between the steps of a request ("judged", "appended", "accepted"), for tests that stop a
    server there.
    """

    def __init__(self, store: Store, name: str = "shard", point: Callable[[str], Any] = lambda name: None) -> None:
        self.name, self._store, self._point = name, store, point
        self._waiting: dict[int | None, dict[Hashable, m.Request]] = {}  # by the ranks of workers
        self._moved: list[int | None] = []  # whose requests have changed something
        self._open()

    def _open(self) -> None:
        self.epoch, records = self._store.open()
        self.shard = Shard(records)
        self._store.compact(self.epoch, self.shard.snapshot())

    def deliver(self, token: Hashable, request: m.Request) -> Answers:
        """The answers that a request brings about: its own, if it does not have to wait, and others' who waited for it.

        `token` says whose it is; one that is sent again has the same. Raises Fenced, where another server has taken
        over: this one is to end.
        """
        self._waiting.get(_rank(request), {}).pop(token, None)
        answers: Answers = []
        shard, turns = self.shard, self.shard.turns
        self._moved = []
        self._serve(token, request, answers)
        while self._moved:  # what was accepted may be what others wait for
            everybody = self.shard is not shard or shard.turns != turns
            ranks = self._waiting if everybody else dict.fromkeys(self._moved)
            shard, turns, self._moved = self.shard, self.shard.turns, []
            for waiting in [self._waiting.pop(rank, {}) for rank in list(ranks)]:
                for other, asked in waiting.items():
                    self._serve(other, asked, answers)
        return answers

    def _serve(self, token: Hashable, request: m.Request, answers: Answers) -> None:
        found = self._done(request.push if isinstance(request, m.Exchange) else request)
        if isinstance(request, m.Exchange) and isinstance(found, m.Ack):
            request = request.pull
            found = self._done(request)
        if found is None:
            self._waiting.setdefault(_rank(request), {})[token] = request
        else:
            answers.append((token, m.Answer(self.epoch, found)))

    def _done(self, request: m.Single) -> m.Reply | None:
        """The reply to a request, after what it wants to be done; None: it has to wait."""
        found = self._judged(request)
        if isinstance(request, m.Push) and isinstance(found, m.Ack | m.Push):
            new = len(found.entries) if isinstance(found, m.Push) else 0
            self.shard.counts["again"] += len(request.entries) - new
        if isinstance(found, m.Record):
            self._point("judged")
            try:
                self._store.append(self.epoch, found)
            except OSError as error:
                if isinstance(error, Torn):
                    self._open()
                    self._moved.append(None)
                text = f"{self.name} cannot keep what it is given, and has taken nothing: {error}"
                return m.Refusal("OSError", text, again=True)
            self._point("appended")
            self.shard.accept(found)
            self._moved.append(_rank(found))
            self._point("accepted")
            if self._store.is_long:
                with suppress(OSError):  # the log will do, too
                    self._store.compact(self.epoch, self.shard.snapshot())
            found = self._judged(request)
        return None if isinstance(found, m.Record) else found

    def _judged(self, request: m.Single) -> m.Reply | m.Record | None:
        try:
            if isinstance(request, m.Status):  # who begins with what an old server knows begins in the past
                self._store.check(self.epoch)
            return self.shard.judge(request)
        except OSError as error:
            return m.Refusal("OSError", f"{self.name} cannot look at its log: {error}", again=True)
        except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
            return m.Refusal("ValueError", f"{self.name} cannot read {type(request).__name__}: {error!r}")


def _rank(request: m.Request | m.Record) -> int | None:
    """Whose request it is, if it is anybody's."""
    return getattr(request, "rank", None)
