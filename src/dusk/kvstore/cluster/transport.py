"""Requests and answers over Ray."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future
from typing import Any

from dusk.kvstore import messages as m
from dusk.kvstore.cluster.session import ray


class RayTransport:
    """Servers that are Ray's actors. `closing` is called when the worker closes it."""

    def __init__(self, names: Sequence[str], actors: Sequence[Any], closing: Callable[[], Any]) -> None:
        self.names, self._actors, self._closing = list(names), list(actors), closing
        self._process = secrets.token_hex(8)  # a worker that was started again is not who it was

    def send(self, shard: int, token: Hashable, request: m.Request) -> Future[m.Answer]:
        """As `Transport.send`."""
        asked: Future[m.Answer] = self._actors[shard].deliver.remote((self._process, token), request).future()
        answered: Future[m.Answer] = Future()
        asked.add_done_callback(lambda asked: self._pass_on(shard, asked, answered))
        return answered

    def _pass_on(self, shard: int, asked: Future[m.Answer], answered: Future[m.Answer]) -> None:
        error = asked.exception()
        if error is None:
            answered.set_result(asked.result())
        elif isinstance(error, ray.exceptions.ActorDiedError):  # else it is started again, and asked again
            why = str(error).strip().splitlines()[-1]
            text = f"{self.names[shard]} has ended, and is not started again: {why}"
            answered.set_result(m.Answer(m.INFINITE, m.Refusal("OSError", text)))
        else:
            answered.set_exception(ConnectionError(str(error).splitlines()[0]))

    def close(self) -> None:
        """As `Transport.close`."""
        self._closing()
