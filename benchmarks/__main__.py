"""Measure Dusk and its peers, and write docs/performance.md.

    python -m benchmarks                        every family, each in a process of its own, then the page
    python -m benchmarks mlp gemm               these families, then the page, with the others as last measured
    python -m benchmarks mlp --only "width 64"  workloads whose names hold that text: printed, not kept
    python -m benchmarks mlp --contender Dusk   likewise contenders
    python -m benchmarks conv --threads 1       on one thread instead of two; keeps nothing

What was measured is kept in build/benchmarks, one file a family; the page is written from what lies there. Those of
NumPy, Dusk, torch, jax and Numba take part that the interpreter this runs in has.
"""

from __future__ import annotations

import argparse
import datetime
import importlib.metadata
import os
import platform
import shutil
import subprocess
import sys
import time
from pathlib import Path

THREADS = 2
ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "build" / "benchmarks"
PAGE = ROOT / "docs" / "performance.md"


def hold_to(threads: int) -> None:
    """Hold this process and its children to so many threads: by the CPUs they may use, and by name. Before any import.
    """
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "DUSK_THREADS"):
        os.environ[name] = str(threads)


def processor() -> str:
    """The processor's name, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def versions() -> str:
    """Of Python and the frameworks; of this source the commit."""
    found = [f"Python {platform.python_version()}"]
    for name in ("numpy", "torch", "jax", "numba"):
        try:
            found.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            found.append(f"no {name}")
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return ", ".join([f"Dusk at {commit.stdout.strip() or 'no commit'}", *found])


def cpus_busy() -> float | None:
    """CPU seconds that processes other than this and its children have used since the machine began, if it tells."""
    try:
        fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    except OSError:
        return None
    idle = {3, 4}  # and waiting for a disk
    busy = sum(int(x) for i, x in enumerate(fields[:8]) if i not in idle) / os.sysconf("SC_CLK_TCK")
    return busy - sum(os.times()[:4])


def main() -> int:
    early = argparse.ArgumentParser(add_help=False)
    early.add_argument("--threads", type=int, default=THREADS)
    threads: int = early.parse_known_args()[0].threads
    hold_to(threads)
    from benchmarks import (
        elements,
        engine,
        foreign,
        measure,
        page,
        parts,
        processes,
        programs,
        recording,
        small,
        workloads,
    )

    separate = {"recording": recording.recorded, "first_call": processes.first_calls, "memory": processes.peaks}
    separate |= {
        "programs": programs.measured,
        "loops": programs.looping,
        "elements": elements.measured,
        "foreign": foreign.called,
        "small": small.measured,
        "engine": engine.measured,
        "parts": parts.measured,
    }
    families = (*workloads.FAMILIES, *separate)
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure Dusk and its peers.")
    parser.add_argument("families", nargs="*", metavar="FAMILY", help=", ".join(families))
    parser.add_argument("--all", action="store_true", help="the long workloads too")
    parser.add_argument("--only", default="", metavar="TEXT", help="workloads whose names hold TEXT; keeps nothing")
    parser.add_argument("--contender", default="", metavar="TEXT", help="contenders likewise; keeps nothing")
    parser.add_argument("--threads", type=int, default=THREADS, help=f"default {THREADS}; keeps nothing of others")
    parser.add_argument("--seconds", type=float, default=2.0, help="for the turns of one workload (default 2)")
    options = parser.parse_args()
    unknown = set(options.families) - set(families)
    if unknown:
        parser.error(f"no family {', '.join(unknown)}: there are {', '.join(families)}")
    if len(options.families) != 1:
        status = 0
        passed = [word for word in sys.argv[1:] if word not in options.families]
        if not options.families:
            shutil.rmtree(KEPT, ignore_errors=True)  # perhaps of another commit, or another layout
        for name in options.families or families:
            words = [sys.executable, "-m", "benchmarks", name, *passed]
            status |= subprocess.run(words, cwd=ROOT).returncode
        return status
    (name,) = options.families
    start, busy = time.perf_counter(), cpus_busy()
    if name in separate:
        measured = separate[name](options.all, options.only)
    else:
        chosen = (workload for workload in workloads.FAMILIES[name](options.all) if options.only in workload.name)
        measured = (measure.measure(workload, options.seconds, options.contender) for workload in chosen)
    tables = []
    for table in measured:
        tables.append(table)
        print(page.text(table), flush=True)
    spent = time.perf_counter() - start
    others = (cpus_busy() - busy) / spent if busy is not None else None
    machine = f"{processor()}, {THREADS} of {os.cpu_count()} CPUs"
    today = str(datetime.datetime.now(tz=datetime.UTC).date())
    if not options.only and not options.contender and threads == THREADS:
        page.Family(name, today, machine, versions(), others, spent, tables).save(KEPT)
        kept = [page.load(path) for path in (KEPT / f"{family}.json" for family in families) if path.exists()]
        PAGE.write_text("\n".join(page.lines(kept)) + "\n")
    return any(row.failed for table in tables for row in table.rows)


if __name__ == "__main__":
    sys.exit(main())
