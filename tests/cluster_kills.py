"""Workers and servers killed while they train: `python tests/cluster_kills.py [KILLS] [SEEDS] [MODE ...]` (20 5, all).

Each run kills that many processes with SIGKILL, one after the other: at named points between two steps, and at random
instants. `bsp`: the weights must be those of the run that nobody disturbed, bit by bit. `ssp`, `asp`: each worker adds
1 to a number of its own in every round, so a contribution that was lost is a 0, one that was applied twice a 2; and no
worker sees values older than the staleness allows. `broken` is `asp` with servers that take what they have had before:
it must be found.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from dusk import kvstore, optim
from dusk.kvstore import messages as m
from dusk.kvstore import shard as machine
from dusk.kvstore.cluster.actors import Shard, shard_name
from dusk.kvstore.cluster.group import dissolve, environment, gather
from dusk.kvstore.cluster.ranks import Process, Ranks, Tell
from dusk.kvstore.cluster.session import NAMESPACE, Session, ray, start

WORKERS, SERVERS, ROUNDS_A_KILL = 3, 2, 3
STALENESS = {"bsp": 0.0, "ssp": 2.0, "asp": float("inf"), "broken": float("inf")}
SERVER_POINTS = ("judged", "appended", "accepted", "answering")
WORKER_POINTS = ("pushed one", "pushed all", "pulled")
KEYS = ("a", "b", "c", "d")
FOLDER = "DUSK_TEST_KILLS"


def reached(who: str, point: str) -> None:
    """Die here, if that has been asked for."""
    armed = Path(os.environ[FOLDER], f"{who} {point}")
    if armed.exists():
        armed.unlink()
        os.kill(os.getpid(), signal.SIGKILL)


# --- what runs in servers
class KilledShard(Shard):
    """A server that dies at its points; under "broken" it takes contributions again."""

    def __init__(self, name: str, folder: str, vault: Any = None) -> None:
        if os.environ.get("DUSK_TEST_BROKEN"):
            machine.Shard._push = without_the_check(machine.Shard._push)
        self._name = name
        super().__init__(name, folder, vault)

    def point(self, name: str) -> None:
        reached(self._name, name)

    def _answers(self, token: Any, request: m.Request) -> Any:
        found = super()._answers(token, request)
        reached(self._name, "answering")
        if isinstance(request, m.Push):
            reached(self._name, "answering a push")
        return found


def without_the_check(judge: Callable[..., Any]) -> Callable[..., Any]:
    done: list[m.Push] = []

    def _push(self: Any, request: m.Push) -> Any:
        found = judge(self, request)
        if isinstance(found, m.Ack) and not any(request is other for other in done):
            done.append(request)  # it is judged a second time when it has been accepted
            return request
        if isinstance(found, m.Push):
            done.append(request)
        return found

    return _push


# --- what runs in workers
def work(mode: str, rounds: int) -> None:
    rank = int(os.environ["DUSK_RANK"])
    stop = functools.partial(reached, f"worker {rank}")
    update: Any = optim.Adam(0.05) if mode == "bsp" else "add"
    with kvstore.create("dist", staleness=STALENESS[mode], update=update, timeout_s=300.0) as kv:
        rng = np.random.default_rng(0)
        shape = (WORKERS, rounds)
        kv.init(list(KEYS), [rng.normal(size=(7, 5)) if mode == "bsp" else np.zeros(shape, np.int64) for _ in KEYS])
        values = [np.asarray(value) for value in kv.pull(list(KEYS))]
        oldest = 0
        for clock in kv.rounds(rounds):
            limit = Path(os.environ[FOLDER], "limit")
            while int(limit.read_text() or 0) <= clock:
                time.sleep(0.02)
            for i, (key, value) in enumerate(zip(KEYS, values)):
                kv.push(key, gradient(mode, rank, clock, i, value))
                stop("pushed one")
            stop("pushed all")
            values = [np.asarray(value) for value in kv.pull(list(KEYS))]
            stop("pulled")
            if mode != "bsp":
                oldest = max(oldest, *(age(value, rank, clock + 1) for value in values))
        kv.barrier()
        final = [np.asarray(value) for value in kv.pull(list(KEYS))]
        if mode == "bsp":
            print("found", hashlib.sha256(b"".join(value.tobytes() for value in final)).hexdigest())
        else:
            least, most = min(int(value.min()) for value in final), max(int(value.max()) for value in final)
            print("found", least, most, oldest)


def gradient(mode: str, rank: int, clock: int, number: int, value: Any) -> Any:
    if mode == "bsp":
        return 0.1 * value + np.random.default_rng((rank, clock, number)).normal(size=value.shape)
    mine = np.zeros(value.shape, value.dtype)
    mine[rank, clock] = 1
    return mine


def age(value: Any, rank: int, clock: int) -> int:
    """How many rounds a value is behind a worker that has contributed `clock` times; its own must all be there."""
    if not value[rank, :clock].all():
        raise AssertionError(f"worker {rank} does not see what it has contributed")
    return max(clock - int(np.argmin(row[:clock])) if not row[:clock].all() else 0 for row in value)


# --- what kills them
class Killer:
    """Kills one after the other, and lets the workers go some rounds further with each."""

    def __init__(self, folder: str, group: str, seed: int, kills: int, worker: Callable[[int], Process | None]) -> None:
        self.folder, self.group, self.kills, self.worker = Path(folder), group, kills, worker
        self.rng = random.Random(seed)
        self.told: list[str] = []
        self.over = False

    def points(self) -> Iterator[tuple[str, str]]:
        """Half of them named points, each of them as often as the others; half random instants. Servers that take what
        they have had are killed first where that will be sent again."""
        if os.environ.get("DUSK_TEST_BROKEN"):
            yield from [("server 0", "answering a push")] * self.kills
            return
        named = [(f"server {i}", p) for i in range(SERVERS) for p in SERVER_POINTS]
        named += [(f"worker {i}", p) for i in range(WORKERS) for p in WORKER_POINTS]
        anybody = [f"server {i}" for i in range(SERVERS)] + [f"worker {i}" for i in range(WORKERS)]
        self.rng.shuffle(named)
        places = itertools.cycle(named)
        for number in range(self.kills):
            yield next(places) if number % 2 == 0 else (self.rng.choice(anybody), "")

    def allow(self, rounds: int) -> None:
        new = self.folder / "limit.new"
        new.write_text(str(rounds))
        new.replace(self.folder / "limit")

    def run(self) -> None:
        for number, (who, point) in enumerate(self.points()):
            if point:
                armed = self.folder / f"{who} {point}"
                armed.touch()
                self.allow(ROUNDS_A_KILL * (number + 1))
                while armed.exists() and not self.over:
                    time.sleep(0.01)
            else:
                self.allow(ROUNDS_A_KILL * (number + 1))
                time.sleep(self.rng.random() * 0.3)
                while not self.kill(who) and not self.over:
                    time.sleep(0.05)
            if self.over:
                return
            self.told.append(f"{who} {point or 'at random'}")
        self.allow(1 << 30)

    def kill(self, who: str) -> bool:
        kind, number = who.split()
        try:
            if kind == "server":
                actor = ray.get_actor(shard_name(self.group, int(number)), namespace=NAMESPACE)
                os.kill(ray.get(actor.where.remote(), timeout=5)[1], signal.SIGKILL)
            else:
                process = self.worker(int(number))
                if process is None or process.code() is not None:
                    return False
                os.kill(process.pid, signal.SIGKILL)
        except (ray.exceptions.RayError, ray.exceptions.GetTimeoutError, ProcessLookupError):
            return False  # it is down already: it is killed when it is up
        return True


def run(session: Session, mode: str, kills: int, seed: int, rounds: int, group: str) -> tuple[set[str], list[str]]:
    """What the workers of one run found, and who was killed."""
    folder, found, processes = os.environ[FOLDER], set[str](), dict[int, Process]()
    for path in Path(folder).iterdir():
        path.unlink()

    def begin(rank: int, tell: Tell) -> Process:
        words = [sys.executable, __file__, "work", mode, str(rounds)]
        processes[rank] = Process(words, environment(session, group, rank, WORKERS, SERVERS), tell)
        return processes[rank]

    def tell(rank: int, line: str, is_error: bool) -> None:
        if line.startswith("found "):
            found.add(line.removeprefix("found "))
        elif "was killed" not in line:
            print(f"  [{rank}] {line}", file=sys.stderr)

    killer = Killer(folder, f"{group}/0", seed, kills, processes.get)
    killer.allow(0)
    directory = gather(f"{group}/0", WORKERS, SERVERS, stays=True, kind=KilledShard)
    thread = threading.Thread(target=killer.run)
    thread.start()
    ranks = Ranks(WORKERS, begin, tell, restarts=kills)
    code = ranks.run()
    killer.over = True
    thread.join()
    dissolve(directory)
    if code or len(killer.told) != kills:
        raise RuntimeError(f"{mode}, seed {seed}: status {code}, {len(killer.told)} of {kills} kills")
    return found, killer.told


def check(kills: int, seeds: int, modes: list[str]) -> bool:
    """Whether all held; prints what was found."""
    rounds, fine = ROUNDS_A_KILL * kills + 4, True
    with tempfile.TemporaryDirectory() as folder:
        os.environ[FOLDER] = folder
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(Path(__file__).parent), *sys.path]))
        for mode in modes:
            os.environ["DUSK_TEST_BROKEN"] = "1" if mode == "broken" else ""
            session = start(SERVERS + 1)
            try:
                undisturbed = run(session, mode, 0, 0, rounds, f"{mode}-whole")[0] if mode == "bsp" else set[str]()
                good = 0
                for seed in range(seeds):
                    began = time.monotonic()
                    found, told = run(session, mode, kills, seed, rounds, f"{mode}-{seed}")
                    if mode == "bsp":
                        good += len(found) == 1 and found == undisturbed
                        what = "the same bits" if found == undisturbed else f"{found} instead of {undisturbed}"
                    else:
                        numbers = zip(*[map(int, line.split()) for line in found])
                        least, most, oldest = [pick(of) for pick, of in zip((min, max, max), numbers)]
                        good += least == most == 1 and oldest <= STALENESS[mode]
                        what = f"lost: {least == 0}, doubled: {most > 1}, oldest {oldest}"
                    servers = sum(who.startswith("server") for who in told)
                    took = f"{time.monotonic() - began:.0f} s"
                    who = f"{len(told)} killed, {servers} of them servers"
                    print(f"{mode} seed {seed}: {who}: {what} ({took})", flush=True)
                print(f"{mode}: {good} of {seeds} as they must be", flush=True)
                fine &= good < seeds if mode == "broken" else good == seeds
            finally:
                session.close()
    return fine


if __name__ == "__main__":
    if sys.argv[1:2] == ["work"]:
        work(sys.argv[2], int(sys.argv[3]))
    else:
        asked = sys.argv[1:] + ["20", "5"][len(sys.argv) - 1 :]
        sys.path.insert(0, str(Path(__file__).parent))
        import cluster_kills  # servers know it by this name

        sys.exit(not cluster_kills.check(int(asked[0]), int(asked[1]), asked[2:] or list(STALENESS)))
