"""Worker processes by rank: started, listened to, started again if something kills them, and stopped together."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from dusk.kvstore.cluster.actors import A_LITTLE
from dusk.kvstore.cluster.session import ray

Tell = Callable[[str, bool], Any]
"""Takes a line that a process has written, and whether it was written to its stderr."""
LOST = -int(signal.SIGKILL)
STOP_S = 5.0


class Worker(Protocol):
    """A process that works."""

    def wait(self) -> int:
        """Its exit status, when it has ended; -N if signal N killed it."""
        ...

    def stop(self) -> None:
        """End it: as told to, or after some seconds whatever it does."""
        ...


class Process:
    """A process on this machine."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str], tell: Tell) -> None:
        self._process = subprocess.Popen(
            words, env={**os.environ, **environment, "PYTHONUNBUFFERED": "1"}, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", start_new_session=True,
        )  # fmt: skip
        streams = (self._process.stdout, False), (self._process.stderr, True)
        self._readers = [threading.Thread(target=self._read, args=(*of, tell), daemon=True) for of in streams]
        for reader in self._readers:
            reader.start()

    @property
    def pid(self) -> int:
        """Its number, and that of its group."""
        return self._process.pid

    def code(self) -> int | None:
        """Its exit status; None if it has not ended."""
        return self._process.poll()

    @staticmethod
    def _read(stream: Any, is_error: bool, tell: Tell) -> None:
        with stream:
            for line in stream:
                tell(line.rstrip("\n"), is_error)

    def wait(self) -> int:
        """As `Worker.wait`."""
        code = self._process.wait()
        for reader in self._readers:
            reader.join(1.0)  # what it has started may hold the other end
        return code

    def stop(self) -> None:
        """As `Worker.stop`, with all that it has started."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self._process.pid, number)
                self._process.wait(STOP_S)
            except ProcessLookupError:
                return
            except subprocess.TimeoutExpired:
                continue


class Runner:
    """An actor that has a process on its node, and says what it says."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str], folder: str) -> None:
        os.chdir(folder)
        self._told: list[tuple[str, bool]] = []
        self._code: int | None = None
        self._process = Process(words, environment, lambda line, is_error: self._told.append((line, is_error)))
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        self._code = self._process.wait()

    async def told(self) -> tuple[list[tuple[str, bool]], int | None]:
        """What the process has written since, and its exit status; waits until there is something."""
        while True:
            code, told = self._code, list(self._told)
            del self._told[: len(told)]
            if told or code is not None:
                return told, code
            await asyncio.sleep(0.05)

    async def stop(self) -> None:
        """End the process."""
        await asyncio.to_thread(self._process.stop)


class Away:
    """A process on a node of the cluster; if the node is lost, it counts as killed."""

    def __init__(self, node: str, words: Sequence[str], environment: Mapping[str, str], tell: Tell) -> None:
        strategy = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(node, soft=True)
        options = ray.remote(Runner).options(num_cpus=A_LITTLE, max_concurrency=10, scheduling_strategy=strategy)
        self._runner, self._tell = options.remote(list(words), dict(environment), os.getcwd()), tell

    def wait(self) -> int:
        """As `Worker.wait`."""
        while True:
            try:
                told, code = ray.get(self._runner.told.remote())
            except ray.exceptions.RayTaskError:
                raise
            except ray.exceptions.RayError:
                return LOST
            for line, is_error in told:
                self._tell(line, is_error)
            if code is not None:
                ray.kill(self._runner)
                return code

    def stop(self) -> None:
        """As `Worker.stop`."""
        try:
            ray.get(self._runner.stop.remote(), timeout=3 * STOP_S)
        except ray.exceptions.RayError:  # it is gone already
            return


class Ranks:
    """Processes of ranks 0 to `count` - 1, made by `start(rank, tell)`.

    One that a signal kills is started again, up to `restarts` times in all: it goes on where it was. One that ends with
    another status than 0 ends all. `tell(rank, line, is_error)` is given what they write.
    """

    def __init__(
        self, count: int, start: Callable[[int, Tell], Worker], tell: Callable[[int, str, bool], Any], restarts: int = 3
    ) -> None:
        self.codes: dict[int, int] = {}
        self.restarts = 0
        self._count, self._start, self._tell, self._allowed = count, start, tell, restarts
        self._workers: dict[int, Worker] = {}
        self._stopping = False
        self._lock = threading.Lock()

    def run(self) -> int:
        """Until all have ended: 0, or the first other status. KeyboardInterrupt: all have been stopped."""
        threads = [threading.Thread(target=self._keep, args=(rank,), daemon=True) for rank in range(self._count)]
        for thread in threads:
            thread.start()
        try:
            while any(thread.is_alive() for thread in threads):
                time.sleep(0.05)
                if any(self.codes.values()):
                    self.stop()
        except BaseException:
            self.stop()
            raise
        return next((code for code in self.codes.values() if code), 0)

    def stop(self) -> None:
        """End all of them."""
        with self._lock:
            self._stopping, workers = True, list(self._workers.values())
        stops = [threading.Thread(target=worker.stop) for worker in workers]
        for stop in stops:
            stop.start()
        for stop in stops:
            stop.join()

    def _keep(self, rank: int) -> None:
        while True:
            with self._lock:
                if self._stopping:
                    return
                self._workers[rank] = worker = self._start(
                    rank, lambda line, is_error: self._tell(rank, line, is_error)
                )
            code = worker.wait()
            with self._lock:
                del self._workers[rank]
                again = code < 0 and not self._stopping and self.restarts < self._allowed
                self.restarts += again
                if not again:
                    if not self._stopping:
                        self.codes[rank] = code
                    return
            self._tell(rank, f"was killed ({signal.Signals(-code).name}): started again", True)
