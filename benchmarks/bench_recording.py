"""What recording a call costs, in nanoseconds: following known paths of 100 calls, and at first sight of each; with the
native follower, and with the portable one. Two processes take turns; of many rounds the shortest counts.

Nothing is run.
"""

import gc
import json
import os
import subprocess
import sys
import time

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

    with dusk.config.using(cut=10 * CALLS):
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


def main():
    peers = [
        subprocess.Popen(
            [sys.executable, __file__, "serve"],
            env={**os.environ, "DUSK_FOLLOWER": name},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in FOLLOWERS
    ]
    least = [{}, {}]
    reasons = [None, None]
    for _ in range(ROUNDS):
        for i, peer in enumerate(peers):
            peer.stdin.write("\n")
            peer.stdin.flush()
            reasons[i], found = json.loads(peer.stdout.readline())
            for name, times in found.items():
                least[i][name] = [min(pair) for pair in zip(times, least[i].get(name, times), strict=True)]
    for peer in peers:
        peer.stdin.close()
        peer.wait()
    if reasons[0] is not None:
        print(f"no native follower: {reasons[0]}")
    heads = [f"{name}, {what}" for what in ("following", "first sight") for name in FOLLOWERS]
    print(f"{'ns a call':16}" + "".join(f"{head:>23}" for head in heads))
    for name in least[0]:
        print(f"{name:16}" + "".join(f"{least[i][name][k]:23.0f}" for k in (0, 1) for i in (0, 1)))


if __name__ == "__main__":
    serve() if sys.argv[1:] == ["serve"] else main()
