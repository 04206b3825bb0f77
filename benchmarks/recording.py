"""What recording a call costs, in nanoseconds: following known paths of 100 calls, and at first sight of each; with the
native follower, and with the portable one. Two processes take turns; of many rounds the shortest counts.

Nothing is run.
"""

import gc
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.page import Row, Table

ROOT = Path(__file__).resolve().parents[1]

CALLS = 100
ROUNDS = 60
FOLLOWERS = ("native", "portable")


def paths():
    """By name: a path of CALLS calls (two a round where a view is read), and its operands."""
    import numpy

    import dusk.numpy as np

    x, y, short, square = (np.array(numpy.ones(shape)) for shape in (16, 16, 14, (4, 4)))

    def products(x, y):
        for _ in range(CALLS):
            x = x * y

    def scaled(x, y):
        for _ in range(CALLS):
            x = x * 1.5

    def in_place(x, y):
        x = x * y
        for _ in range(CALLS - 1):
            x += y

    def functions(x, y):
        exp = np.exp
        for _ in range(CALLS):
            x = exp(x)

    def sums(x, y):
        for _ in range(CALLS):
            x.sum(axis=0)

    def views(x, y):
        for _ in range(CALLS // 2):
            x[1:-1] * y

    return {
        "x * y": (products, x, y),
        "x * 1.5": (scaled, x, y),
        "x += y": (in_place, x, y),
        "np.exp(x)": (functions, x, y),
        "x.sum(axis=0)": (sums, square, y),
        "x[1:-1] * y": (views, x, short),
    }


def serve():
    """For each line of standard input, one round: nanoseconds a call of each path, followed and at first sight."""
    import dusk
    from dusk.record import local, run_pending
    from dusk.record.follower import unfit

    ways = paths()
    run_pending()

    def timed(path, x, y):
        local.context.start()
        start = time.perf_counter_ns()
        path(x, y)
        spent = time.perf_counter_ns() - start
        local.context.start()
        return spent / CALLS

    with dusk.config.using(cut=10 * CALLS, background=False):  # or all would be done at once
        for _ in sys.stdin:
            found = {}
            for name, way in ways.items():
                firsts = []
                gc.collect()
                gc.disable()  # as timeit does: the last path goes later, not while the next is timed
                for _ in range(3):
                    root = local.context.root
                    for child in root.children.values():
                        child.unlink()
                    root.children.clear()
                    firsts.append(timed(*way))
                gc.enable()
                timed(*way)
                found[name] = (min(timed(*way) for _ in range(5)), min(firsts))
            print(json.dumps([unfit, found]), flush=True)


def recorded(all, only):
    """The table: nanoseconds a call, least and median of the rounds."""
    peers = [
        subprocess.Popen(
            [sys.executable, "-m", "benchmarks.recording"],
            cwd=ROOT,
            env={**os.environ, "DUSK_FOLLOWER": name},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in FOLLOWERS
    ]
    rounds = {}
    unfit = None
    for _ in range(ROUNDS):
        for peer, follower in zip(peers, FOLLOWERS):
            peer.stdin.write("\n")
            peer.stdin.flush()
            reason, found = json.loads(peer.stdout.readline())
            if follower == "native":
                unfit = reason
            for name, times in found.items():
                for what, spent in zip(("following", "first sight"), times):
                    rounds.setdefault(f"Dusk {name}: {follower}, {what}", []).append(spent)
    for peer in peers:
        peer.stdin.close()
        peer.wait()
    rows = [Row(name, "ns", min(times), statistics.median(times)) for name, times in rounds.items()]
    what = "Recording a call" + (f" (no native follower: {unfit})" if unfit is not None else "")
    yield Table(what, rows)


if __name__ == "__main__":
    serve()
