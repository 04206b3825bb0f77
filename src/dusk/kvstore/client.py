"""A worker's side of the protocol, without a network or a clock: what is to be sent, and what has come back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from dusk import errors
from dusk.kvstore import messages as m

AGAIN_S = 0.05
"""After how long what failed is sent again at first; each time it is twice as long, up to `LONGEST_S`."""
LONGEST_S = 2.0


class Sending(NamedTuple):
    """A request to be sent to a shard; an answer comes with the same number."""

    shard: int
    number: int
    request: m.Request


@dataclass(slots=True, eq=False)
class Call:
    """A request under way: `reply`, or `error`, once there is one."""

    sending: Sending
    due_s: float  # when it is to be sent (again)
    wait_s: float = AGAIN_S
    failing_s: float | None = None  # since when it has failed
    reply: m.Reply | None = None
    error: Exception | None = None

    @property
    def done(self) -> bool:
        """Whether there is a reply or an error."""
        return self.reply is not None or self.error is not None

    def result(self) -> Any:
        """The reply; raises the error."""
        if self.error is not None:
            raise self.error
        return self.reply


class Client:
    """The requests of one worker: sent again until they are answered, by the newest server there is.

    `again_s`: after how long a request without an answer is sent again (None: only if the transport says that it
    failed). A request that has failed for `timeout_s` seconds without a break raises ConnectionError.
    """

    def __init__(self, names: Sequence[str], again_s: float | None = None, timeout_s: float = 60.0) -> None:
        self._names, self._again_s, self.timeout_s = list(names), again_s, timeout_s
        self.epochs = [0] * len(self._names)
        self._calls: dict[int, Call] = {}
        self._number = 0

    def ask(self, shard: int, request: m.Request, now_s: float) -> Call:
        """Have a request sent to a shard."""
        self._number += 1
        call = self._calls[self._number] = Call(Sending(shard, self._number, request), now_s)
        return call

    def drop(self, calls: Iterable[Call]) -> None:
        """Await no answer to these."""
        for call in calls:
            self._calls.pop(call.sending.number, None)

    def due(self, now_s: float) -> list[Sending]:
        """What is to be sent now."""
        found = [call for call in self._calls.values() if call.due_s <= now_s]
        for call in found:
            call.due_s = float("inf") if self._again_s is None else now_s + max(self._again_s, call.wait_s)
        return [call.sending for call in found]

    def next_s(self) -> float:
        """When `due` has something next."""
        return min((call.due_s for call in self._calls.values()), default=float("inf"))

    def answered(self, number: int, answer: m.Answer, now_s: float) -> Call | None:
        """An answer came: the call that it ends, if it does."""
        call = self._calls.get(number)
        if call is None:
            return None
        shard = call.sending.shard
        if answer.epoch < self.epochs[shard]:  # of a server that another one has taken the place of
            self.failed(number, ConnectionError("its server has been replaced"), now_s)
            return None
        self.epochs[shard] = answer.epoch
        reply = answer.reply
        if isinstance(reply, m.Refusal):
            error = _error(reply)
            if reply.again:
                return self.failed(number, error, now_s)
            call.error = error
        else:
            call.reply = reply
        del self._calls[number]
        return call

    def failed(self, number: int, error: Exception, now_s: float) -> Call | None:
        """A request could not be delivered, or not be done yet: the call, if that has gone on for too long."""
        call = self._calls.get(number)
        if call is None:
            return None
        if call.failing_s is None:
            call.failing_s = now_s
        if now_s - call.failing_s < self.timeout_s:
            call.due_s, call.wait_s = now_s + call.wait_s, min(2 * call.wait_s, LONGEST_S)
            return None
        what = type(call.sending.request).__name__.lower()
        kind = type(error) if isinstance(error, OSError) else ConnectionError
        call.error = kind(
            f"{self._names[call.sending.shard]} has not taken a {what} for {now_s - call.failing_s:.0f} s: {error}. "
            "What it had acknowledged is in its log: start it again, and the workers, which go on where they were"
        )
        del self._calls[number]
        return call


def _error(refusal: m.Refusal) -> Exception:
    kinds: dict[str, Any] = {"KeyError": KeyError, "OSError": OSError, "NanError": errors.NanError}
    return kinds.get(refusal.kind, ValueError)(refusal.text)
