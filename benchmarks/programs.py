"""The ordinary scripts of `numpy_programs` and `numpy_loops`, unmodified, by NumPy and by `dusk.numpy`: in turns within
one process, and the first run of a process.

`python -m benchmarks.programs NAME NAMESPACE` is such a process; it prints the seconds of the one run.
"""

import importlib
import math
import pkgutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy

from benchmarks import numpy_loops, numpy_programs
from benchmarks.page import Row, Table
from benchmarks.workload import Goal

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = {
    module.name: folder.__name__
    for folder in (numpy_programs, numpy_loops)
    for module in pkgutil.iter_modules(folder.__path__)
}
SECONDS = 2.0
ROUNDS = 5
COLD_RUNS = 3
NAMESPACES = {"NumPy": "numpy", "Dusk": "dusk.numpy"}


def program(name):
    return importlib.import_module(f"{FOLDERS[name]}.{name}")


def run(name, namespace, n):
    """The results as NumPy's arrays, and seconds."""
    main = program(name).main
    start = time.perf_counter()
    found = [numpy.asarray(result) for result in main(namespace, n)]
    return found, time.perf_counter() - start


def differ(mine, reference):
    """What is wrong with a result, or nothing: types, shapes, values (to rounding)."""
    for i, (x, y) in enumerate(zip(mine, reference, strict=True)):
        if x.dtype != y.dtype or x.shape != y.shape:
            return f"result {i} is {x.dtype}{x.shape}, not {y.dtype}{y.shape}"
        if not numpy.allclose(x, y, rtol=1e-6, atol=1e-9):
            return f"result {i} is wrong by {numpy.abs(x - y).max():.2g}"
    return ""


def cold(name, namespace):
    words = [sys.executable, "-m", "benchmarks.programs", name, NAMESPACES[namespace]]
    return float(subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout)


def table(name, least):
    """Least and median milliseconds of runs in turns, of cold ones too; and how wrong Dusk is, if it is."""
    n = program(name).SIZES[1]
    spaces = {label: importlib.import_module(module) for label, module in NAMESPACES.items()}
    reference, _ = run(name, numpy, n)
    failed = differ(run(name, spaces["Dusk"], n)[0], reference)
    times = {label: [] for label in spaces}
    firsts = {label: [] for label in spaces}
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS or len(times["Dusk"]) < ROUNDS:
        for label, space in spaces.items():
            times[label].append(run(name, space, n)[1] * 1e3)
    for _ in range(COLD_RUNS):
        for label in spaces:
            firsts[label].append(cold(name, label) * 1e3)
    rows = []
    for label in spaces:
        wrong = failed if label == "Dusk" else ""
        for what, found in ((label, times[label]), (f"{label}, first run", firsts[label])):
            rows.append(Row(what, "ms", min(found), statistics.median(found), wrong))
    goals = [Goal("Dusk", "of", least, "NumPy"), Goal("Dusk, first run", "of", 2.0, "NumPy, first run")]
    return Table(program(name).__doc__.rstrip("."), rows, goals=goals)


def measured(all, only):
    """The scripts of `numpy_programs`."""
    title = "Ordinary programs, geometric mean (wanted: 4, none below 0.9; first runs: none below 0.5)"
    return tables(numpy_programs, only, 1 / 0.9, title)


def looping(all, only):
    """The scripts of `numpy_loops`."""
    title = "Programs of many small or ever different calls, geometric mean (wanted: none below 1)"
    return tables(numpy_loops, only, 1.0, title)


def tables(folder, only, least, title):
    """A table a program; last the mean of all ratios, and the worst of them."""
    ratios = {"": [], ", first run": []}
    for name in sorted(name for name, of in FOLDERS.items() if of == folder.__name__):
        if only not in name:
            continue
        made = table(name, least)
        for what, found in ratios.items():
            mine, theirs = made.row("Dusk" + what), made.row("NumPy" + what)
            if mine is not None and theirs is not None:
                found.append(theirs.least / mine.least)
        yield made
    rows = []
    for what, found in ratios.items():
        if found:
            mean = math.exp(statistics.fmean(map(math.log, found)))
            rows += [Row("Dusk" + what, "x NumPy", mean, mean)]
            rows += [Row(f"Dusk{what}, the slowest", "x NumPy", min(found), min(found))]
    yield Table(title, rows)


if __name__ == "__main__":
    chosen, space = sys.argv[1:]
    print(run(chosen, importlib.import_module(space), program(chosen).SIZES[1])[1])
