"""What a cluster costs on this machine: `python -m benchmarks.cluster`.

Bytes: 16 MB contributed to two servers and pulled from them, against Ray's own cost of the same bytes to two actors
and back. Training: two workers and two servers; each worker computes layer by layer, contributes each gradient as soon
as it is there, and asks for the values of a layer at once, so that most of it goes on beside the computing. Computing
alone, communication alone and both are measured in turn in the same processes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from dusk import kvstore
from dusk.kvstore.cluster.session import ray, start

NBYTES, LAYERS, ROUNDS, TIMES, RATIO = 16 << 20, 8, 4, 7, 5.0


class Echo:
    """Ray's own cost: takes an array, gives one of its own."""

    def __init__(self, size: int) -> None:
        self.value = np.ones(size, np.float32)

    def swap(self, array: Any) -> Any:
        """The array that was given last."""
        del array
        return self.value


def bytes_there_and_back() -> dict[str, float]:
    """Seconds of each way, the least of several, in turn."""
    session = start(4)
    size = NBYTES // 4
    echoes = [ray.remote(Echo).options(num_cpus=0).remote(size // 2) for _ in range(2)]
    with kvstore.create("dist", servers=2, update="add") as kv:
        kv.init(["a", "b"], [np.zeros(size // 2, np.float32)] * 2)
        gradient = np.ones(size // 2, np.float32)

        def by_ray() -> None:
            for made in ray.get([echo.swap.remote(gradient) for echo in echoes]):
                np.array(made)  # what a caller may write to, as pull gives

        def by_dusk() -> None:
            for value in kv.pushpull(["a", "b"], [gradient, gradient]):
                np.asarray(value)

        def in_two_calls() -> None:
            kv.push(["a", "b"], [gradient, gradient])
            for value in kv.pull(["a", "b"]):
                np.asarray(value)

        ways = {"ray": by_ray, "pushpull": by_dusk, "push, then pull": in_two_calls}
        found: dict[str, list[float]] = {name: [] for name in ways}
        for number in range(4 * TIMES):
            for name, way in ways.items():
                began = time.perf_counter()
                way()
                if number >= TIMES:
                    found[name].append(time.perf_counter() - began)
    session.close()
    picks = {"min": min, "median": np.median}
    return {f"{name} ({kind})": float(pick(times)) for name, times in found.items() for kind, pick in picks.items()}


def work(kind: str) -> None:
    """One of two workers: "cpu" computes here, "device" waits as for a device that computes."""
    kv = kvstore.create("dist", update="add")
    shape = (NBYTES // 4 // LAYERS,)
    names, gradient = [str(i) for i in range(LAYERS)], np.ones(shape, np.float32)
    kv.init(names, [np.zeros(shape, np.float32)] * LAYERS)
    waiting: dict[str, Callable[[], Any]] = {}
    matrix = np.ones((192, 192), np.float32)

    def compute(units: float) -> None:
        if kind == "device":
            time.sleep(units)
        else:
            for _ in range(round(units)):
                matrix @ matrix

    def rounds(units: float, communicate: bool) -> float:
        """Seconds of a round in which each layer is computed twice, forwards and backwards."""
        kv.barrier()
        began = time.perf_counter()
        for _ in range(ROUNDS):
            for name in names:
                if name in waiting:
                    waiting.pop(name)()
                compute(units)
            for name in reversed(names):
                compute(2 * units)
                if communicate:
                    waiting[name] = kv.exchange([name], (), lambda: [gradient], -int(name))
        for values in waiting.values():
            values()
        waiting.clear()
        return (time.perf_counter() - began) / ROUNDS

    for _ in range(3):
        rounds(0, True)
    alone = min(rounds(0, True) for _ in range(TIMES))
    parts = 3 * LAYERS
    one = 1.0 if kind == "device" else min(rounds(40, False) for _ in range(3)) / (40 * parts)
    units = RATIO * alone / parts / one
    found: dict[str, list[float]] = {"computing": [], "both": [], "communication": []}
    for _ in range(TIMES):
        found["computing"].append(rounds(units, False))
        found["both"].append(rounds(units, True))
        found["communication"].append(rounds(0, True))
    print(json.dumps({name: min(times) for name, times in found.items()}), flush=True)
    kv.close()


def launched(program: str, workers: int, servers: int, *words: str, **variables: str) -> list[dict[str, Any]]:
    """The JSON objects that worker processes of a program print."""
    command = [sys.executable, "-m", "dusk.cli", "launch", "-n", f"{workers}", "-s", f"{servers}", program, *words]
    environment = {**os.environ, **variables, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return [json.loads(line.split("] ", 1)[1]) for line in done.stdout.splitlines() if line.endswith("}")]


def training(kind: str) -> tuple[float, float, dict[str, float]]:
    """Efficiency, the share of communication that was hidden, and the seconds of a round of the slower worker."""
    single = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "DUSK_THREADS"), "1")
    rows = launched(__file__, 2, 2, "work", kind, **single)
    seconds = {name: max(row[name] for row in rows) for name in rows[0]}
    waited = seconds["both"] - seconds["computing"]
    return seconds["computing"] / seconds["both"], 1 - waited / seconds["communication"], seconds


def main() -> None:
    """Print all figures."""
    found = bytes_there_and_back()
    milliseconds = ", ".join(f"{name} {1e3 * value:.1f} ms" for name, value in found.items())
    named = ("pushpull", "push, then pull")
    ratios = " and ".join(f"{found[f'{name} (min)'] / found['ray (min)']:.2f}" for name in named)
    print(f"16 MB to two servers and back: {ratios} of Ray's own cost ({milliseconds})")
    for kind in ("device", "cpu"):
        efficiency, hidden, seconds = training(kind)
        parts = ", ".join(f"{name} {1e3 * value:.0f} ms" for name, value in seconds.items())
        print(f"two workers, computing on {kind}: efficiency {efficiency:.2f}, {hidden:.0%} hidden ({parts})")


if __name__ == "__main__":
    if sys.argv[1:2] == ["work"]:
        work(sys.argv[2])
    else:
        main()
