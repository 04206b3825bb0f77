"""Work done ahead by threads or by processes, delivered in the order in which it was asked for."""

from __future__ import annotations

import contextlib
import mmap
import multiprocessing
import os
import pickle
import queue
import signal
import tempfile
import threading
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from itertools import repeat
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from dusk.errors import WorkerError

__all__ = ["Processes", "ahead", "ordered"]

SHARED_FROM = 1 << 15  # bytes of arrays that go through shared memory; fewer are sent
LINE = 64  # bytes that arrays in shared memory are aligned to
_MEMORY = "/dev/shm"
_END: Any = object()


def ordered(
    function: Callable[[Any], Any], items: Iterable[Any], workers: int, most: int
) -> Generator[Any, None, None]:
    """`map(function, items)` by threads, which are up to `most` items ahead of who asks.

    When it is closed, nothing more is begun and what runs is waited for; at an interrupt, nothing is.
    """
    tasks: queue.SimpleQueue[tuple[Future[Any], Any] | None] = queue.SimpleQueue()

    def work() -> None:
        while (task := tasks.get()) is not None:
            future, item = task
            if future.set_running_or_notify_cancel():
                try:
                    result = function(item)
                except BaseException as error:
                    future.set_exception(error)
                else:
                    future.set_result(result)
                    del result
            del task, future, item

    threads = [threading.Thread(target=work, daemon=True, name=f"dusk-data-{k}") for k in range(workers)]
    waiting: deque[Future[Any]] = deque()
    interrupted = False
    try:
        for thread in threads:
            thread.start()
        following = iter(items)
        while True:
            waiting.append(Future())
            try:
                tasks.put((waiting[-1], next(following)))
            except StopIteration:
                waiting.pop()
                break
            except Exception as error:  # in its turn: what comes before it is delivered
                waiting[-1].set_exception(error)
                break
            if len(waiting) > most:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except KeyboardInterrupt:
        interrupted = True
        raise
    finally:
        for future in waiting:
            future.cancel()
        for _ in threads:
            tasks.put(None)
        if not interrupted:
            for thread in threads:
                thread.join()


def ahead(items: Iterator[Any], most: int) -> Iterator[Any]:
    """The same items, made by another thread while this one does something else."""

    def following(_: None) -> Any:
        return next(items, _END)

    made: Any
    with contextlib.closing(ordered(following, repeat(None), 1, most)) as made:
        for item in made:
            if item is _END:
                return
            yield item


class Block:
    """Memory that two processes see: a file without a name, in memory where the system has such a place."""

    def __init__(self, path: str, nbytes: int, *, create: bool) -> None:
        with open(path, "r+b") as file:
            if create:
                if hasattr(os, "posix_fallocate"):
                    os.posix_fallocate(file.fileno(), 0, nbytes)  # OSError now rather than a bus error later
                else:
                    file.truncate(nbytes)
            self.memory = mmap.mmap(file.fileno(), nbytes)
        self.path, self.nbytes = path, nbytes

    @classmethod
    def new(cls, nbytes: int) -> Block | None:
        """A block of that size; None where there is no room for it. `forget` it when the other side has opened it."""
        folder = _MEMORY if os.access(_MEMORY, os.W_OK) else None
        handle, path = tempfile.mkstemp(prefix="dusk-data-", dir=folder)
        os.close(handle)
        try:
            return cls(path, nbytes, create=True)
        except OSError:
            os.unlink(path)
            return None

    def forget(self) -> None:
        """Take the name away: the memory goes with the last process that has it open, however that ends."""
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.path)

    def write(self, buffers: list[memoryview]) -> None:
        """Lay buffers one after the other."""
        at = 0
        for buffer in buffers:
            self.memory[at : at + buffer.nbytes] = buffer
            at += _aligned(buffer.nbytes)

    def read(self, lengths: list[int], *, copies: bool) -> list[Any]:
        """The buffers written, as copies, or as views that are no longer right after the next `write`."""
        found: list[Any] = []
        at = 0
        whole = memoryview(self.memory)
        for nbytes in lengths:
            found.append(np.frombuffer(whole[at : at + nbytes], np.uint8))
            at += _aligned(nbytes)
        return [view.copy() for view in found] if copies else found


def _aligned(nbytes: int) -> int:
    return -(-nbytes // LINE) * LINE


def _apart(value: Any) -> tuple[bytes, list[memoryview]]:
    """A value pickled without its arrays' memory, and that."""
    buffers: list[pickle.PickleBuffer] = []
    text = pickle.dumps(value, protocol=5, buffer_callback=buffers.append)
    return text, [buffer.raw() for buffer in buffers]


def _total(buffers: list[memoryview]) -> int:
    return sum(_aligned(buffer.nbytes) for buffer in buffers)


def serve(connection: Connection, at: Any) -> None:
    """What a worker process does: take the function, then call it for each item until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent's to handle, which then closes the connection
    with contextlib.suppress(EOFError, OSError):
        try:
            text, path, lengths = connection.recv()
            shared = None if path is None else Block(path, sum(map(_aligned, lengths)), create=False)
            function = pickle.loads(text, buffers=shared.read(lengths, copies=False) if shared else None)
        except (EOFError, OSError):
            raise
        except BaseException as error:
            connection.send(("raised", *_told(error)))
            return
        connection.send(("ready",))
        block: Block | None = None
        while True:
            item = connection.recv()
            try:
                text, buffers = _apart(function(item, at))
                if _total(buffers) < SHARED_FROM:
                    connection.send(("sent", text, [bytes(b) for b in buffers]))
                    continue
                if block is None or _total(buffers) > block.nbytes:
                    connection.send(("needs", _total(buffers)))
                    path, nbytes = connection.recv()
                    block = None if path is None else Block(path, nbytes, create=False)
                    if block is None:
                        connection.send(("sent", text, [bytes(b) for b in buffers]))
                        continue
                block.write(buffers)
                connection.send(("shared", text, [b.nbytes for b in buffers]))
            except (EOFError, BrokenPipeError):
                raise
            except BaseException as error:
                connection.send(("raised", *_told(error)))


def _told(error: BaseException) -> tuple[bytes | None, str]:
    """An exception as it can be sent, and its traceback."""
    text = "".join(traceback.format_exception(error))
    try:
        pickled = pickle.dumps(error)
        pickle.loads(pickled)
    except Exception:
        return None, text
    return pickled, text


class Worker:
    """One process, and this side of its connection."""

    def __init__(self, context: Any, number: int) -> None:
        self.at = context.RawValue("q", -1)
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, self.at), name=f"dusk-data-{number}", daemon=True)
        self.process.start()
        theirs.close()
        self.block: Block | None = None

    def begin(self, message: Any) -> None:
        """Send what it is to call."""
        self._send(message)

    def wait(self) -> None:
        """Until it has what it is to call."""
        self._receive("its start")

    def call(self, item: Any) -> Any:
        """The function's result for an item; its exception, with the worker's traceback as a note; WorkerError."""
        self.at.value = -1
        self._send(item)
        while True:
            kind, *rest = self._receive(str(item))
            if kind == "needs":
                self.block = Block.new(max(rest[0], 2 * self.block.nbytes if self.block else 0))
                self._send((None, 0) if self.block is None else (self.block.path, self.block.nbytes))
                continue
            if self.block is not None:
                self.block.forget()
            text, parts = rest
            if kind == "shared":
                assert self.block is not None
                parts = self.block.read(parts, copies=True)
            else:
                parts = [bytearray(part) for part in parts]
            return pickle.loads(text, buffers=parts)

    def _send(self, message: Any) -> None:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # told when the answer does not come
            self.connection.send(message)

    def _receive(self, what: str) -> Any:
        try:
            answer = self.connection.recv()
        except (EOFError, OSError):
            raise self._gone(what) from None
        if answer[0] != "raised":
            return answer
        pickled, text = answer[1:]
        error = RuntimeError("an exception in a worker process that cannot be pickled")
        if pickled is not None:
            error = pickle.loads(pickled)
        error.add_note(f"in worker process {self.process.pid}:\n\n{text}")
        raise error

    def _gone(self, what: str) -> WorkerError:
        self.process.join()
        code = self.process.exitcode
        told = f"exit code {code}"
        if code is not None and code < 0:
            with contextlib.suppress(ValueError):
                told += f" ({signal.Signals(-code).name})"
        where = f"sample {self.at.value}, in {what}" if self.at.value >= 0 else what
        hint = ""
        if what == "its start":
            hint = (
                "; worker processes import the main module: what it runs must stand under "
                '`if __name__ == "__main__":`, or take kind="threads"'
            )
        return WorkerError(f"a worker process of a loader ended with {told} at {where}{hint}")

    def close(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()
        if self.block is not None:
            self.block.forget()


class Processes:
    """Processes that call one function `function(item, at)`; `at.value` says what a process is at, should it end.

    The function, and all that it holds, is pickled to each; the memory of its arrays is shared between all of them.
    TypeError: it cannot be pickled. Processes are started anew, never forked from a program that has threads.
    """

    def __init__(self, function: Callable[[Any, Any], Any], count: int) -> None:
        try:
            text, buffers = _apart(function)
        except Exception as error:
            raise TypeError(
                f"what worker processes are given must be pickled: {error}. Functions must stand at the top of a "
                'module (no lambda); or take kind="threads"'
            ) from error
        methods = multiprocessing.get_all_start_methods()
        context: Any = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        if context.get_start_method() == "forkserver":
            context.set_forkserver_preload(["dusk.data"])
        block = Block.new(_total(buffers)) if _total(buffers) >= SHARED_FROM else None
        self.workers: list[Worker] = []
        try:
            if block is None:
                text, lengths = pickle.dumps(function, protocol=5), []
            else:
                block.write(buffers)
                lengths = [b.nbytes for b in buffers]
            for number in range(count):
                self.workers.append(Worker(context, number))
            for worker in self.workers:
                worker.begin((text, block and block.path, lengths))
            for worker in self.workers:
                worker.wait()
        except BaseException:
            self.close()
            raise
        finally:
            if block is not None:
                block.forget()
        self.idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        for worker in self.workers:
            self.idle.put(worker)

    def __call__(self, item: Any) -> Any:
        """The result of a process that has nothing to do; called by as many threads as there are processes."""
        worker = self.idle.get()
        try:
            return worker.call(item)
        finally:
            self.idle.put(worker)

    def close(self) -> None:
        """End the processes; what they are at is lost."""
        for worker in self.workers:
            worker.process.kill()
        for worker in self.workers:
            worker.close()
