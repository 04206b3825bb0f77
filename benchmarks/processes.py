"""What needs a process of its own: the CPU time of a first call, the most memory a step holds, and what was planned.

`python -m benchmarks.processes first|memory|planned|allocated WORKLOAD CONTENDER DATA` is one such process, which
prints a number.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy

from benchmarks import frameworks
from benchmarks.page import Row, Table
from benchmarks.workload import Goal, Workload, leaves, rebuilt, tree_map
from benchmarks.workloads import find, mlp, models, recurrent

ROOT = Path(__file__).resolve().parents[1]
# What frameworks import at their first compile: the import is not the call's.
LATE = {"Dusk": ("llvmlite.binding",), "torch": ("torch._dynamo", "torch._inductor.compile_fx"), "jax": ("jax.lax",)}
STEPS = models.LENET_STEP, models.RESNET_STEP, models.GPT_STEP
FIRST_CALLS = (
    (mlp.step(64), ("Dusk compiled", "Dusk imperative", "jax jit", "torch compile")),
    (recurrent.step("RNN", 64, 128), ("Dusk compiled", "jax jit scan")),
    (recurrent.step("LSTM", 64, 128), ("Dusk compiled", "jax jit scan")),
    *((step, ("Dusk compiled", "jax jit")) for step in STEPS),
)
LESS = Goal("Dusk compiled", "of", 0.6, "torch eager")
MEMORY = (
    (mlp.step(1024, 1024), ("Dusk compiled", "torch eager", "NumPy by hand"), replace(LESS, bound=0.65)),
    (mlp.forward(1024, 1024), ("Dusk compiled", "torch eager"), Goal("Dusk compiled", "limit", 1.0)),
    *((step, ("Dusk compiled", "Dusk imperative", "torch eager"), LESS) for step in STEPS),
)


def cpu_seconds() -> float:
    """Of this process, the children it waited for, and Dusk's compile server, which is nobody's child."""
    own = 0.0
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        usage = resource.getrusage(who)
        own += usage.ru_utime + usage.ru_stime
    server = sys.modules.get("dusk.kernel.server")
    if server is None or not server.process():
        return own
    words = Path(f"/proc/{server.process()}/stat").read_text().rpartition(")")[2].split()
    return own + sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")


def first(workload: Workload, contender: str) -> float:
    """CPU seconds of the first call; of an imperative step: of as many as it takes until native code runs."""
    call = frameworks.contender(workload, contender).call
    stats = sys.modules["dusk"].stats if contender == "Dusk imperative" else lambda: {"native": 1}
    before = cpu_seconds()
    call()
    while not stats()["native"]:
        call()
    return cpu_seconds() - before


def resident(name: str) -> float:
    """`VmRSS` (now) or `VmHWM` (the most so far) in MiB."""
    fields = (line.split() for line in Path("/proc/self/status").read_text().splitlines())
    return next(int(words[1]) for words in fields if words[0] == f"{name}:") / 1024


def memory(workload: Workload, contender: str) -> float:
    """MiB held at most by the data and two steps, over what a framework holds that has taken a tiny step."""
    frameworks.contender(mlp.step(8, 4), contender).call()
    before = resident("VmRSS")
    call = frameworks.contender(workload, contender).call  # which drops the data as NumPy arrays
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5")  # the most so far is now what there is
    for _ in range(2):
        call()
    return resident("VmHWM") - before


def planned(workload: Workload, contender: str) -> float:
    """MiB that a compiled function of Dusk says it needs."""
    call = frameworks.contender(workload, contender).call
    call()
    report = call.compiled.memory()  # type: ignore[attr-defined]
    return (report.peak + report.padding) / 2**20


def allocated(workload: Workload, contender: str) -> float:
    """MiB that Dusk really holds at most while such a function runs: arrays, and what programs keep for themselves."""
    engine = importlib.import_module("dusk.engine")
    before = engine.pool().stats().bytes_live
    call = frameworks.contender(workload, contender).call
    for _ in range(3):
        call()
    gc.collect()
    engine.pool().reset_peak()
    call()
    return (engine.pool().stats().bytes_peak - before) / 2**20


KINDS: dict[str, Callable[[Workload, str], float]] = {
    "first": first,
    "memory": memory,
    "planned": planned,
    "allocated": allocated,
}


def child(kind: str, workload: Workload, contender: str, data: str = "", cache: str = "") -> float:
    """The number such a process prints; raises RuntimeError with its last line where it fails."""
    environment = dict(os.environ)
    if cache:
        environment |= {
            "DUSK_CACHE_DIR": f"{cache}/dusk",
            "TORCHINDUCTOR_CACHE_DIR": f"{cache}/torch",
            "TORCHINDUCTOR_COMPILE_THREADS": "1",  # in its own process, whose CPU time can be asked for
            "JAX_COMPILATION_CACHE_DIR": f"{cache}/jax",
            "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
            "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
        }
    words = [sys.executable, "-m", "benchmarks.processes", kind, workload.name, contender, data]
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["no output"])[-1])
    return float(json.loads(done.stdout.splitlines()[-1]))


def gathered(unit: str, found: dict[str, list[float] | str]) -> list[Row]:
    return [
        Row(name, unit, failed=got) if isinstance(got, str) else Row(name, unit, min(got), float(numpy.median(got)))
        for name, got in found.items()
    ]


def there(contenders: tuple[str, ...]) -> list[str]:
    installed = frameworks.installed()
    return [name for name in contenders if name.split()[0] in installed]


def first_calls(all: bool, only: str) -> Iterator[Table]:
    """CPU seconds with an empty cache, and in a second process that finds what the first left there."""
    for workload, contenders in FIRST_CALLS:
        if only not in workload.name:
            continue
        found: dict[str, Any] = {}
        for number in range(5 if all else 3):
            for name in there(contenders):
                if name.startswith("torch") and number:
                    continue  # one is long enough
                with tempfile.TemporaryDirectory() as cache:
                    for which in ("empty cache", "second process"):
                        try:
                            found.setdefault(f"{name}, {which}", []).append(child("first", workload, name, cache=cache))
                        except RuntimeError as error:
                            found[f"{name}, {which}"] = str(error)
        goals = [] if workload in STEPS else [Goal("Dusk compiled, empty cache", "at most", 2.0)]
        if workload.name.startswith("MLP"):
            goals = [
                Goal("Dusk compiled, empty cache", "of", 0.3, "jax jit, empty cache"),
                Goal("Dusk compiled, empty cache", "of", 0.03, "torch compile, empty cache"),
                Goal("Dusk compiled, second process", "of", 0.1, "jax jit, empty cache"),
            ]
        yield Table(f"First call, CPU: {workload.name}", gathered("CPU s", found), goals=goals)


def peaks(all: bool, only: str) -> Iterator[Table]:
    """MiB, with the weights and two activations for a limit of the forward pass; of models also what was planned."""
    for workload, contenders, goal in MEMORY:
        if only not in workload.name:
            continue
        data = workload.data()
        found: dict[str, Any] = {}
        with tempfile.TemporaryDirectory() as folder:
            files = [f"{folder}/{number}.npy" for number in range(len(leaves(data)))]
            for file, leaf in zip(files, leaves(data), strict=True):
                numpy.save(file, leaf)
            kept = json.dumps(rebuilt(data, files))
            runs = {name: ("memory", name) for name in there(contenders)}
            if workload in STEPS:
                runs |= {f"Dusk compiled, {kind}": (kind, "Dusk compiled") for kind in ("planned", "allocated")}
            for row, (kind, name) in runs.items():
                try:
                    found[row] = [child(kind, workload, name, kept) for _ in range(3 if all else 1)]
                except RuntimeError as error:
                    found[row] = str(error)
        goals, limit = [goal], None
        if goal.measure == "limit":
            params, x = data
            limit = (sum(p.nbytes for p in leaves(params)) + 2 * x.nbytes) / 2**20
        if workload in STEPS:
            goals.append(Goal("Dusk compiled, allocated", "of", 1.01, "Dusk compiled, planned"))
        what = "weights and two activations"
        yield Table(f"Peak memory: {workload.name}", gathered("MiB", found), limit, what, goals)


if __name__ == "__main__":
    kind, name, contender, kept = sys.argv[1:]
    workload = find(name)
    if kept:  # in files: made here, the data would leave holes in this process's memory
        workload = replace(
            workload, data=lambda: tuple(tree_map(lambda file: numpy.load(file, mmap_mode="r"), json.loads(kept)))
        )
    for module in LATE.get(contender.split()[0], ()) if kind == "first" else ():
        importlib.import_module(module)
    print(json.dumps(KINDS[kind](workload, contender)))
