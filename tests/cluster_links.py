"""Hosts lost and links cut while a cluster trains: `python tests/cluster_links.py [bsp|asp] [WHAT ...]`.

Two hosts, each with a server and a worker; those of the second have their log and their other server behind the link.
`none`: nothing happens, `kill` ends all processes of the second host, `cut` cuts its link, and mends it when the
others have gone on. What the workers end with must be what one process computes, and must have gone over the link.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from cluster_hosts import Host, Hosts, missing
from dusk import kvstore
from dusk.kvstore.cluster.session import OWN, PLAIN

ROUNDS, AT = 60, 20  # rounds in all, and the one at which the second host is lost
SHAPE = (256, 256)  # of each of two keys, one on each server
PORT = 6379


def work(mode: str, folder: str) -> None:
    """What each worker does; its rounds are written down as they are done."""
    with kvstore.create("dist", staleness=0 if mode == "bsp" else float("inf"), update=update(mode)) as kv:
        kv.init(["a", "b"], [np.zeros(SHAPE)] * 2)
        for clock in kv.rounds(ROUNDS):
            for key in "ab":
                kv.push(key, gradient(mode, kv.rank, clock))
            values = kv.pull(["a", "b"])
            with open(f"{folder}/rounds", "a") as file:
                file.write(f"{kv.rank} {clock} {os.getpid()} {os.uname().nodename} {time.time()}\n")
            time.sleep(0.03)
        kv.barrier()
        values = [np.asarray(value) for value in kv.pull(["a", "b"])]
        print("found", digest(values))


def update(mode: str) -> Any:
    return (lambda value, total: value * 0.9 + total) if mode == "bsp" else "add"


def gradient(mode: str, rank: int, clock: int) -> Any:
    """With `asp` a number of its own for each contribution: one that is lost or doubled shows."""
    given = np.zeros(SHAPE)
    given[rank, clock] = 1.0 + 0.1 * rank * (mode == "bsp")
    return given


def digest(values: list[Any]) -> str:
    return hashlib.sha256(b"".join(value.tobytes() for value in values)).hexdigest()[:16]


def in_one_process(mode: str) -> str:
    """What the workers are to end with."""
    with kvstore.create("local", update=update(mode)) as kv:
        kv.init("a", np.zeros(SHAPE))
        for clock in range(ROUNDS):
            kv.push("a", [gradient(mode, rank, clock) for rank in range(2)])
        return digest([np.asarray(kv.pull("a"))] * 2)


@dataclass
class Seen:
    """What came of a run: what the workers found, bytes over the second host's link, and seconds from its loss until
    the launch knew, and until a round was done without it."""

    found: set[str] = field(default_factory=set[str])
    received: int = 0
    sent: int = 0
    rounds: int = 0  # while the bytes were counted
    known_s: float = 0.0
    on_s: float = 0.0
    late: int = 0  # rounds that the second host counted as done after its link was cut


def rounds(folder: str) -> list[tuple[int, int, int, str, float]]:
    path = Path(folder, "rounds")
    rows = [line.split() for line in path.read_text().splitlines()] if path.exists() else []
    return [(int(r), int(c), int(pid), host, float(at)) for r, c, pid, host, at in rows]


def started(host: Host, environment: dict[str, str], *words: str) -> None:
    ray = str(Path(sys.executable).with_name("ray"))
    limits = ["--num-cpus=2", "--object-store-memory=200000000", "--disable-usage-stats"]
    node = [ray, "start", f"--node-ip-address={host.address}", *limits, *words]
    done = host.run(node, env=environment, capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)


def run(mode: str, what: str) -> Seen:
    """One training on two hosts, the second of which is lost in the middle."""
    seen = Seen()
    paths = os.pathsep.join(filter(None, [str(Path(__file__).parent), *sys.path]))
    environment = {**os.environ, **PLAIN, **OWN, "RAY_AUTH_TOKEN": secrets.token_hex(32), "PYTHONPATH": paths}
    with tempfile.TemporaryDirectory() as folder, Hosts(2) as (first, second):
        address = f"{first.address}:{PORT}"
        started(first, environment, "--head", f"--port={PORT}", "--include-dashboard=false")
        started(second, environment, f"--address={address}")
        words = [sys.executable, "-m", "dusk.cli", "launch", "-n", "2", "-s", "2", "--address", address]
        with first.start(
            [*words, __file__, "work", mode, folder], env=environment, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as launch:  # fmt: skip
            lines: list[tuple[float, str]] = []
            assert launch.stderr is not None and launch.stdout is not None
            heard = threading.Thread(target=lambda: lines.extend((time.time(), line) for line in launch.stderr or ()))
            heard.start()
            waited(folder, launch, lambda done: min(done.values()) >= 4)
            before, at = second.nbytes(), sum(_clocks(folder).values())
            waited(folder, launch, lambda done: min(done.values()) >= AT)
            after, seen.rounds = second.nbytes(), (sum(_clocks(folder).values()) - at) // 2
            seen.received, seen.sent = after[0] - before[0], after[1] - before[1]
            lost = time.time()
            if what == "kill":
                second.kill()
            elif what == "cut":
                second.cut()
            if what != "none":
                waited(folder, launch, lambda done: done[1] > AT + 2, since=lost, host=first.name)
            if what == "cut":
                second.mend()
            seen.found = {line.split("found ")[1].strip() for line in launch.stdout if "found" in line}
            if launch.wait():
                raise RuntimeError("".join(line for _, line in lines))
            heard.join()
        if what != "none":
            seen.known_s = min(at for at, line in lines if "[1] was killed" in line) - lost
            mine = [row for row in rounds(folder) if row[4] > lost + 0.5]
            seen.on_s = min(row[4] for row in mine if row[3] == first.name and row[0] == 1) - lost
            seen.late = sum(row[3] == second.name for row in mine)
    return seen


def _clocks(folder: str, since: float = 0.0, host: str = "") -> dict[int, int]:
    done = {0: 0, 1: 0}
    for rank, clock, _, where, at in rounds(folder):
        if at >= since and host in where:
            done[rank] = max(done[rank], clock + 1)
    return done


def waited(folder: str, launch: subprocess.Popen[str], enough: Any, **which: Any) -> None:
    until = time.monotonic() + 90
    while not enough(_clocks(folder, **which)):
        if launch.poll() is not None or time.monotonic() > until:
            raise RuntimeError(f"the workers came to {_clocks(folder)}, and no further: {launch.poll()}")
        time.sleep(0.02)


def needed(rounds: int) -> int:
    """Bytes that so many rounds take over the link, in each direction: worker 0 contributes to server 1 and is given
    its values, as is worker 1 by server 0; what server 1 takes goes to its vault."""
    return rounds * int(np.prod(SHAPE)) * 8


if __name__ == "__main__":
    if sys.argv[1:2] == ["work"]:
        work(*sys.argv[2:4])
        sys.exit()
    if missing():
        sys.exit(missing())
    mode = sys.argv[1] if len(sys.argv) > 1 else "bsp"
    whole = {in_one_process(mode)}
    for what in sys.argv[2:] or ["none", "kill", "cut"]:
        seen = run(mode, what)
        one = needed(seen.rounds)
        same = "the same" if seen.found == whole else "other"
        times = f"known after {seen.known_s:.1f} s, on after {seen.on_s:.1f} s; {seen.late} late rounds"
        print(f"{mode} {what}: {same} bits; {times}; {seen.rounds} rounds took {seen.received / one:.2f} in and "
              f"{seen.sent / one:.2f} out, in units of what a worker gives a server", flush=True)  # fmt: skip
        # in: to server 1 and from server 0; out: to server 0, from server 1, and to its log what both gave it
        least = needed(seen.rounds - 1)  # of the first and the last round some may not have been counted
        carried = 2 * least <= seen.received < 3 * one and 4 * least <= seen.sent < 6 * one
        if seen.found != whole or seen.late or seen.known_s > 10 or not carried:
            sys.exit(1)
