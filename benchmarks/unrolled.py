"""How the compile time of an imperative RNN grows with the rounds of its Python loop: 10, 100 and 1,000, batch 32.

`python -m benchmarks.unrolled [HIDDEN...]` prints, for the forward pass and for a loss with its gradients, milliseconds
of CPU time of the first call less those of a later one, in fresh processes with empty caches that compile at first
sight: least of several; the parts that it comes from; and how many times 10 rounds' it is.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LENGTHS = 10, 100, 1000
BATCH = 32
WAYS = "forward", "gradient", "compiled gradient"
PARTS = "record", "graph", "key", "passes", "code"
REPEATS = 3


def first(way: str, hidden: int, length: int) -> dict[str, float]:
    """Milliseconds of the first call, of its parts, and of a later call."""
    import numpy

    import dusk
    import dusk.numpy as np
    from benchmarks.processes import cpu_seconds
    from benchmarks.workloads.recurrent import data, looped
    from dusk.backends import cpu, image
    from dusk.record import trie
    from dusk.transform import pipeline
    from dusk.tree import map_leaves

    params, xs, y, zeros = map_leaves(np.array, data("RNN", hidden, length))

    def loss(params: Any) -> Any:
        return looped("RNN")(np, params, xs, y, zeros)

    call = loss if way == "forward" else dusk.value_and_grad(loss)
    if way.startswith("compiled"):
        call = dusk.compile(call)
    spent = dict.fromkeys(PARTS, 0.0)

    def timed(holder: Any, name: str, part: str) -> None:
        function = getattr(holder, name)

        def made(*args: Any, **words: Any) -> Any:
            start = cpu_seconds()
            try:
                return function(*args, **words)
            finally:
                spent[part] += cpu_seconds() - start

        setattr(holder, name, made)

    timed(trie.PathGraph, "__init__", "graph")
    timed(image, "key_of", "key")
    timed(pipeline, "optimise", "passes")
    timed(cpu, "compile_native", "code")

    def run() -> float:
        start = cpu_seconds()
        made = call(params)
        recorded = cpu_seconds()
        dusk.eval(made)
        end = cpu_seconds()
        spent["record"] += recorded - start
        return end - start

    with dusk.config.using(tier="native"):
        whole = run()
        parts = dict(spent)
        later = min(run() for _ in range(5))
    loss_of = call(params) if way == "forward" else call(params)[0]
    assert numpy.isfinite(float(loss_of))
    return {name: seconds * 1e3 for name, seconds in {"first": whole, "later": later, **parts}.items()}


def child(way: str, hidden: int, length: int, modules: str) -> dict[str, float]:
    """`first`, in a process of its own with an empty cache; `modules` is a folder of Python's for compiled modules."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.unrolled", "--first", way, str(hidden), str(length)]
        paths = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
        environment = {**os.environ, "DUSK_CACHE_DIR": folder, "PYTHONPATH": paths, "PYTHONPYCACHEPREFIX": modules}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        text = subprocess.run(command, env=environment, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return json.loads(text)


def main(hiddens: list[int], modules: str) -> None:
    """The table."""
    print(f"{'':30} {'T':>5} {'compile':>9} {'ratio':>6} {'first':>8} {'later':>8}", *(f"{p:>8}" for p in PARTS))
    child(WAYS[0], 4, 4, modules)
    for way in WAYS:
        for hidden in hiddens:
            runs = [{length: child(way, hidden, length, modules) for length in LENGTHS} for _ in range(REPEATS)]
            short = 0.0
            for length in LENGTHS:
                best = min((run[length] for run in runs), key=lambda run: run["first"] - run["later"])
                compiling = best["first"] - best["later"]
                short = short or compiling
                parts = (f"{best[part]:8.1f}" for part in ("first", "later", *PARTS))
                name = f"{way}, hidden {hidden}"
                print(f"{name:30} {length:5} {compiling:9.1f} {compiling / short:6.2f}", *parts)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--first"]:
        print(json.dumps(first(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))))
    else:
        with tempfile.TemporaryDirectory() as modules:
            main([int(word) for word in sys.argv[1:]] or [64, 256], modules)
