"""The first calls of the 50-layer step, width 64: CPU time of all processes, import excluded.

Once with an empty cache folder, once in a second process that finds the kernels there; compiled when asked to (the
first call), and in the background (as many imperative steps as it takes until one runs natively).
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

CHILD = """
import json, os, resource, sys, time
sys.path.insert(0, sys.argv[1])
import bench_mlp, dusk, dusk.numpy as np
import llvmlite.binding  # what Dusk imports at the first compile
from dusk.kernel import server
params, x, t = bench_mlp.data(64)
own, x, t = [np.array(p) for p in params], np.array(x), np.array(t)
def cpu_s():
    own = sum(resource.getrusage(who).ru_utime + resource.getrusage(who).ru_stime
              for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    if not server.process():
        return own
    words = open(f"/proc/{server.process()}/stat").read().rpartition(")")[2].split()  # nobody's child
    return own + sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")
wall, cpu, steps = time.perf_counter(), cpu_s(), 0
if sys.argv[2] == "compiled":
    bench_mlp.compiled(own, x, t)
else:
    while not dusk.stats()["native"]:
        bench_mlp.imperative(own, x, t)
        steps += 1
print(json.dumps([cpu_s() - cpu, time.perf_counter() - wall, steps]))
"""


def first_calls(style, cache):
    """CPU and wall seconds, and imperative steps, in a fresh process with that cache folder."""
    words = [sys.executable, "-c", CHILD, str(Path(__file__).parent), style]
    environment = {**os.environ, "DUSK_CACHE_DIR": cache}
    return json.loads(subprocess.run(words, env=environment, stdout=subprocess.PIPE, check=True, text=True).stdout)


def main():
    rows = {}
    for _ in range(3):
        for style in ("compiled", "imperative"):
            with tempfile.TemporaryDirectory() as cache:
                for which in ("empty cache", "second process"):
                    rows.setdefault((style, which), []).append(first_calls(style, cache))
    print("first call of the compiled step, and imperative steps until native, width 64 (minima and medians of 3)")
    for (style, which), found in rows.items():
        cpu, wall, steps = (sorted(column) for column in zip(*found))
        after = f"  {steps[1]} steps" if steps[1] else ""
        print(f"  {style:10} {which:15} CPU {cpu[0]:.3f} {cpu[1]:.3f}  wall {wall[0]:.3f} {wall[1]:.3f}{after}")


if __name__ == "__main__":
    main()
