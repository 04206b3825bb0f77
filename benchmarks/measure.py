"""Contenders in turn within one process, their results held against each other, and the machine's own rates between
them."""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy

from benchmarks import check, frameworks
from benchmarks.frameworks import Contender
from benchmarks.page import Row, Table
from benchmarks.workload import Workload

THREADS = 2
REST = 0.01  # seconds in which this process must be idle before a turn
MOST_REST = 0.5  # seconds
TURN = 0.02  # seconds of calls in a turn
SHORT = 0.05  # seconds of a call before which a turn has one that does not count
LONG = 0.5  # seconds of calls after which none needs more warming
MOST_COPIED = 64 << 20  # bytes; more than any cache here
SIDE = 1024  # of the product that gives the rate of products


def copy(size: float) -> Callable[[], Any]:
    """Reads half of `size` bytes and writes the other half."""
    source, target = (numpy.zeros(max(1, int(size) // 8), "float32") + i for i in range(2))
    if source.nbytes < 1 << 20:
        return lambda: numpy.copyto(target, source)
    pool = ThreadPoolExecutor(THREADS)
    parts = list(zip(numpy.array_split(target, THREADS), numpy.array_split(source, THREADS), strict=True))
    return lambda: list(pool.map(lambda part: numpy.copyto(*part), parts))


def product() -> Callable[[], Any]:
    """A product by OpenBLAS, of `2 * SIDE**3` operations."""
    A = numpy.random.default_rng(0).standard_normal((SIDE, SIDE), dtype="float32")
    out = numpy.empty_like(A)
    return lambda: numpy.matmul(A, A, out=out)


def limit_of(workload: Workload, times: dict[str, list[float]]) -> tuple[float, str] | None:
    """The seconds the machine needs at the rates measured beside, and which rate that is."""
    bounds = []
    if "copy" in times:
        copied = min(workload.bytes, MOST_COPIED)
        seconds = min(times["copy"]) * workload.bytes / copied
        bounds.append((seconds, f"copying {workload.bytes / 1e6:.3g} MB at {workload.bytes / seconds / 1e9:.3g} GB/s"))
    if "product" in times:
        rate = 2.0 * SIDE**3 / min(times["product"])
        bounds.append((workload.flops / rate, f"{workload.flops / 1e9:.3g} GF at {rate / 1e9:.3g} GF/s"))
    return max(bounds, default=None)


def once(call: Callable[[], Any]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def warm(name: str, call: Callable[[], Any]) -> float:
    """Call it until it is steady; gives the seconds of the shortest call."""
    found, interpreted = list[float](), -1
    stop = time.perf_counter() + 10
    while time.perf_counter() < stop:
        found.append(once(call))
        steady = True
        if "Dusk" in name:  # until native code, compiled beside it, has taken over
            now = sys.modules["dusk"].stats()["interpreted"]
            steady, interpreted = now == interpreted, now
        if steady and (len(found) >= 5 or found[0] > LONG or sum(found[1:]) > LONG):
            break
    return min(found)


def rest() -> None:
    """Wait until the last contender's threads, which spin for more work (OpenBLAS's for 2**28 ticks), sleep."""
    stop, idle = time.perf_counter() + MOST_REST, 0
    while idle < 2 and time.perf_counter() < stop:
        before = time.process_time()
        time.sleep(REST)
        idle = idle + 1 if time.process_time() - before < REST / 10 else 0


def interleave(calls: dict[str, Callable[[], Any]], seconds: float) -> dict[str, list[float]]:
    """Seconds of each call, in turns of a few calls each for about `seconds` in all, three rounds at least; a contender
    that has used all of them by itself rests from then on."""
    least = {name: warm(name, call) for name, call in calls.items()}
    turns = {name: max(1, min(200, int(TURN / seconds))) for name, seconds in least.items()}
    times: dict[str, list[float]] = {name: [] for name in calls}
    start, rounds, shuffled = time.perf_counter(), 0, random.Random(0)
    while rounds < 3 or time.perf_counter() - start < seconds:
        rounds += 1
        gc.collect()
        for name in shuffled.sample(list(calls), len(calls)):  # so that nobody always comes after the same one
            call = calls[name]
            if sum(times[name]) > seconds and times[name]:
                continue
            rest()
            if least[name] < SHORT:
                call()  # wakes its threads, finds its data
            times[name] += [once(call) for _ in range(turns[name])]
    return times


def prepare(workload: Workload, names: Iterable[str]) -> tuple[dict[str, Callable[[], Any]], dict[str, str]]:
    """The contenders that run and are right, and why the others do not count."""
    ready: dict[str, Contender] = {}
    failed: dict[str, str] = {}
    for name in names:
        try:
            contender = frameworks.contender(workload, name)
            warm(name, contender.call)
        except Exception as error:  # another framework's, of any kind: its row says so
            failed[name] = f"{type(error).__name__}: {error}".splitlines()[0][:120]
            continue
        ready[name] = contender
    failed |= check.wrong(workload, ready)
    calls = {name: contender.call for name, contender in ready.items() if name not in failed}
    for name, call in calls.items():  # the check may have called it otherwise
        warm(name, call)
    return calls, failed


def measure(workload: Workload, seconds: float, only: str = "") -> Table:
    """The table of one workload: a row a contender."""
    there = frameworks.installed()
    names = [name for name, (of, *_) in frameworks.forms(workload).items() if of in there and only in name]
    calls, failed = prepare(workload, names)
    limits = {}
    if workload.bytes:
        limits["copy"] = copy(min(workload.bytes, MOST_COPIED))
    if workload.flops:
        limits["product"] = product()
    times = interleave(calls | limits, seconds)
    limit = limit_of(workload, times)
    rows = [Row(name, "s", min(times[name]), float(numpy.median(times[name]))) for name in calls]
    rows += [Row(name, "s", failed=reason) for name, reason in failed.items()]
    return Table(workload.name, rows, *(limit or (None, "")), goals=list(workload.goals))
