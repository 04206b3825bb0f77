"""Does what `dusk.reports.amdahl` expects come out? `python scripts/gains.py` runs a function of two parts, one of
them op by op, and prints what is expected of compiling that beside what compiling it brings: medians of rounds in turn.
"""

import json
import statistics
import sys
import time

import numpy

import dusk
import dusk.numpy as np
from dusk import reports
from dusk.reports.gains import native_seconds

ROUNDS = 25
SIZES = (30_000, 150_000, 900_000)  # of the part that stays: the larger it is, the less the other one matters


def chain(x):
    for k in range(6):
        x = np.sqrt(x * x + k) - 0.5 * x
    return x.sum()


def measured(size):
    """Share of what is compiled, bound, expected gain, and gain, for one size."""
    rng = numpy.random.default_rng(0)
    fixed, x = rng.normal(size=size), np.array(rng.uniform(0.5, 1.5, 200_000))

    def work(part):
        for _ in range(3):
            numpy.sin(fixed)
        return part(x)

    with dusk.config.using(tier="interpreter", threads=1):
        found = reports.profile(work, chain, rounds=ROUNDS, warm=2, clock=time.process_time)
    with dusk.config.using(threads=1):
        gains = reports.amdahl(found, measure=lambda graph: native_seconds(graph, time.process_time))
    compiled = dusk.compile(chain)
    took = {"interpreter": [], "native": []}
    for _ in range(ROUNDS):
        for tier, part in (("interpreter", chain), ("native", compiled)):
            with dusk.config.using(tier=tier, threads=1):
                dusk.eval(part(x))
                start = time.process_time()
                dusk.eval(work(part))
                took[tier].append(time.process_time() - start)
    before, after = (statistics.median(took[tier]) for tier in took)
    share = sum(r.share for r in gains.regions if r.action == "fuse")
    return share, reports.bound_of(share), gains.together("fuse"), before / after


def main():
    rows = []
    for size in SIZES:
        share, bound, expected, met = measured(size)
        rows.append({"size": size, "share": share, "bound": bound, "expected": expected, "met": met})
        print(f"share {share:.1%}, at most {bound:.2f}x, expected {expected:.2f}x, came out {met:.2f}x"
              f" ({expected / met - 1:+.1%})", file=sys.stderr)  # fmt: skip
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
