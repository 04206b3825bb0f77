"""Small arrays and single numbers (`small_programs`), by NumPy and by `dusk.numpy`: many times in turns within one
process, and the first and the second time in a fresh one.

`python -m benchmarks.small NAMESPACE` is such a process; it prints the seconds of the two rounds through all pieces.
"""

import importlib
import math
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy

from benchmarks.page import Row, Table
from benchmarks.small_programs import PIECES
from benchmarks.workload import Goal

ROOT = Path(__file__).resolve().parents[1]
NAMESPACES = {"NumPy": "numpy", "Dusk": "dusk.numpy"}
SECONDS = 0.15  # of the turns of one piece
TURN = 2e-4  # seconds of a turn, about
COLD_RUNS = 5


def differ(mine, reference):
    """What is wrong with a number found, or with one of several."""
    mine, reference = numpy.asarray(mine), numpy.asarray(reference)
    return "" if numpy.allclose(mine, reference, rtol=1e-9) else f"{mine} is not {reference}"


def per_call(call, times):
    start = time.perf_counter()
    for _ in range(times):
        call()
    return (time.perf_counter() - start) / times


def piece(name):
    """Least and median microseconds of a piece, in turns."""
    calls = {label: PIECES[name](importlib.import_module(module)) for label, module in NAMESPACES.items()}
    failed = differ(calls["Dusk"](), calls["NumPy"]())
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS / 3:
        calls["Dusk"]()
    turns = max(1, int(TURN / min(per_call(call, 3) for call in calls.values())))
    found = {label: [] for label in calls}
    while time.perf_counter() - start < SECONDS or len(found["Dusk"]) < 5:
        for label, call in calls.items():
            found[label].append(per_call(call, turns) * 1e6)
    rows = [
        Row(label, "us", min(times), statistics.median(times), failed if label == "Dusk" else "")
        for label, times in found.items()
    ]
    return Table(f"Small: {name}", rows, goals=[Goal("Dusk", "of", 1 / 0.9, "NumPy")])


def cold(namespace):
    """Milliseconds of the first and the second round through all pieces in a process of its own."""
    words = [sys.executable, "-m", "benchmarks.small", NAMESPACES[namespace]]
    text = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [float(word) * 1e3 for word in text.split()]


def rounds():
    """The table of cold processes."""
    firsts = {label: [] for label in NAMESPACES}
    for _ in range(COLD_RUNS):
        for label in NAMESPACES:
            firsts[label].append(cold(label))
    rows, goals = [], []
    for i, what in enumerate(("first round", "second round")):
        for label, found in firsts.items():
            times = [pair[i] for pair in found]
            rows.append(Row(f"{label}, {what}", "ms", min(times), statistics.median(times)))
        goals.append(Goal(f"Dusk, {what}", "of", 2.0, f"NumPy, {what}"))
    return Table("Small: all of these once, in a fresh process", rows, goals=goals)


def measured(all, only):
    """A table a piece, one of cold processes; last the mean of all ratios, and the worst of them."""
    found = []
    for name in PIECES:
        if only not in f"Small: {name}":
            continue
        made = piece(name)
        mine, theirs = made.row("Dusk"), made.row("NumPy")
        if mine is not None and theirs is not None:
            found.append(theirs.least / mine.least)
        yield made
    if not only:
        yield rounds()
    if found:
        mean = math.exp(statistics.fmean(map(math.log, found)))
        rows = [Row("Dusk", "x NumPy", mean, mean), Row("Dusk, the slowest", "x NumPy", min(found), min(found))]
        yield Table("Small, geometric mean (wanted: none below 0.9; first rounds: none below 0.5)", rows)


if __name__ == "__main__":
    namespace = importlib.import_module(sys.argv[1])
    calls = None
    for _ in range(2):
        start = time.perf_counter()
        if calls is None:
            calls = [make(namespace) for make in PIECES.values()]
        for call in calls:
            call()
        print(time.perf_counter() - start)
