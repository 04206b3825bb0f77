"""Messages by memory that both sides see: what is read is what was written, and nobody writes where another reads."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from concurrent.futures import Future
from typing import Any

import numpy as np
import pytest

from dusk.errors import FormatError
from dusk.kvstore import messages as m
from dusk.kvstore.cluster.shared import Attached, Letter, Memory, Place, letter_of


def can_be_made() -> bool:
    try:
        os.close(os.memfd_create("test", os.MFD_ALLOW_SEALING))
        os.listdir("/proc/self/fd")
    except (OSError, AttributeError):
        return False
    return True


pytestmark = pytest.mark.skipif(not can_be_made(), reason="no files in memory that others can open on this system")

LARGE = 1 << 15
GIVEN = np.arange(LARGE, dtype=np.float32)


def exchange(value: Any = GIVEN, room: int | None = None) -> m.Exchange:
    room = value.nbytes if room is None else room
    push = m.Push(0, (m.Entry("w", 3, value), m.Entry("b", 3, np.ones(3))))
    return m.Exchange(push, m.Pull(0, ("w", "b"), (4, 4), None, room))


def told(reply: Any) -> Future[Any]:
    made: Future[Any] = Future()
    if isinstance(reply, Exception):
        made.set_exception(reply)
    else:
        made.set_result(reply)
    return made


def values(value: Any) -> m.Answer:
    return m.Answer(2, m.Values((value, np.zeros(3)), (4, 4), 4, (0, 1)))


def test_a_request_and_its_reply_are_read_as_they_were_written() -> None:
    memory, server = Memory(), Attached()
    letter = letter_of(exchange(), memory)
    assert letter is not None
    there, back = letter.places
    read = server.read(there)
    assert isinstance(read, m.Exchange) and read.pull == exchange().pull
    assert np.array_equal(read.push.entries[0].payload, GIVEN) and read.push.entries[1].payload.tolist() == [1, 1, 1]
    nbytes = server.answered(values(-GIVEN), back)
    assert isinstance(nbytes, int)
    found = letter.answer(told(nbytes))
    assert found is not None
    reply: Any = found.result().reply
    assert reply.versions == (4, 4) and np.array_equal(reply.values[0], -GIVEN)


def test_what_a_server_has_read_is_its_own() -> None:
    memory, server = Memory(), Attached()
    first = Letter(memory, exchange(), 0)
    read: Any = server.read(first.places[0])
    del first
    Letter(memory, exchange(-GIVEN), 0)
    assert np.array_equal(read.push.entries[0].payload, GIVEN)


def test_a_place_is_used_again_when_nobody_refers_to_it() -> None:
    memory, server = Memory(), Attached()
    letter = Letter(memory, exchange(), 1 << 18)
    places = letter.places
    found = letter.answer(told(server.answered(values(GIVEN), places[1])))
    assert found is not None
    value: Any = found.result().reply.values[0]
    del letter, found
    other = Letter(memory, exchange(), 1 << 18)
    assert other.places[0] == places[0], "the request has been answered"
    assert other.places[1] != places[1], "somebody has the reply"
    server.answered(values(-GIVEN), other.places[1])
    assert np.array_equal(value, GIVEN)
    del value, other
    gc.collect()
    leases = [memory.lease(1 << 18) for _ in range(2)]
    assert places[1] in [lease.place for lease in leases]


@pytest.mark.parametrize("reply", [ConnectionError("it has ended"), 100], ids=["failed", "damaged"])
def test_memory_of_what_failed_is_never_used_again(reply: Any) -> None:
    memory, server = Memory(), Attached()
    letter = Letter(memory, exchange(), 1 << 18)
    place = letter.places[1]
    found = letter.answer(told(reply))
    assert found is not None and isinstance(found.exception(), ConnectionError | FormatError)
    del letter, found
    other = Letter(memory, exchange(), 1 << 18)
    assert other.places[1] is not None and place is not None and other.places[1].secret != place.secret
    there = other.places[1]
    server.answered(values(GIVEN), place)  # the server was only slow
    assert not any(memory.lease(1 << 18).bytes[: 1 << 10]) and there.at


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_memory_that_was_given_up_is_freed() -> None:
    gc.collect()
    before, memory = files(), Memory()
    for size in (16, 17, 18, 19, 16):
        letters = [Letter(memory, exchange(), 1 << size) for _ in range(3)]
        for letter in letters:
            letter.answer(told(ConnectionError("it has ended")))
    del letters, letter
    gc.collect()
    assert files() == before


def test_what_does_not_fit_is_told_otherwise() -> None:
    memory, server = Memory(), Attached()
    letter = Letter(memory, exchange(), 1 << 16)
    answer = values(GIVEN)
    assert server.answered(answer, letter.places[1]) is answer
    refusal = m.Answer(1, m.Refusal("ValueError", "no"))
    assert server.answered(refusal, letter.places[1]) is refusal
    found = letter.answer(told(refusal))
    assert found is not None and found.result() is refusal


def test_memory_that_is_not_to_be_seen_is_no_error() -> None:
    memory, server = Memory(), Attached()
    place = Letter(memory, exchange(), 0).places[0]
    assert server.read(place._replace(secret=b"x" * 32)) is None
    assert server.read(place._replace(file=10**6)) is None
    assert server.read(place._replace(process=2**22 + 1)) is None
    with tempfile.TemporaryFile() as file:
        file.write(b"x" * 4096)
        file.flush()
        assert server.read(Place(os.getpid(), file.fileno(), b"x" * 32, 0, 100)) is None
    assert Letter(memory, exchange(), 0).answer(told(None)) is None


@pytest.mark.parametrize(("at", "nbytes"), [(1 << 40, 100), (0, 1 << 40), (-100, 100), (0, -5), (0, 100)])
def test_hostile_places_are_refused(at: int, nbytes: int) -> None:
    memory, server = Memory(), Attached()
    place = Letter(memory, exchange(), 0).places[0]
    assert server.read(place._replace(at=at, nbytes=nbytes)) is None
    with pytest.raises(FormatError):
        server.read(place._replace(at=place.at + 8))
    answer = values(GIVEN)
    assert server.answered(answer, place._replace(at=1 << 40)) is answer


def test_small_messages_go_otherwise() -> None:
    memory = Memory()
    assert letter_of(exchange(np.ones(3)), memory) is None
    assert letter_of(m.Status(0), memory) is None
    assert letter_of(m.Pull(0, ("w",), (0,), None, 1 << 20), memory) is not None
    assert letter_of(m.Init(0, ("w",), ("f",), (GIVEN,), (0,), ("add",)), memory) is not None


def test_where_there_is_no_such_memory_messages_go_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> int:
        raise OSError(28, "no space")

    monkeypatch.setattr(os, "memfd_create", full)
    assert letter_of(exchange(), Memory()) is None
    monkeypatch.delattr(os, "memfd_create")
    assert letter_of(exchange(), Memory()) is None


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_memory_ends_with_who_has_it() -> None:
    gc.collect()
    before = files()
    memory = Memory()
    letters = [Letter(memory, exchange(np.zeros(1 << 22)), 0) for _ in range(4)]
    assert files() > before
    del letters, memory
    gc.collect()
    assert files() == before


def files() -> int:
    return len([1 for name in os.listdir("/proc/self/fd") if "memfd" in _link(name)])


def _link(name: str) -> str:
    try:
        return os.readlink(f"/proc/self/fd/{name}")
    except OSError:
        return ""
