"""The first call of the compiled 50-layer step, width 64: CPU time of all processes, import excluded.

Once with an empty cache folder, once in a second process that finds the compiled kernels there.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

CHILD = """
import json, os, resource, sys
sys.path.insert(0, sys.argv[1])
import bench_mlp, dusk.numpy as np
import llvmlite.binding  # what Dusk imports at the first compile
params, x, t = bench_mlp.data(64)
own, x, t = [np.array(p) for p in params], np.array(x), np.array(t)
def cpu_s():
    return sum(resource.getrusage(who).ru_utime + resource.getrusage(who).ru_stime
               for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
before = cpu_s()
bench_mlp.compiled(own, x, t)
print(json.dumps(cpu_s() - before))
"""


def first_call_s(cache):
    """CPU seconds of the first call in a fresh process with that cache folder."""
    words = [sys.executable, "-c", CHILD, str(Path(__file__).parent)]
    environment = {**os.environ, "DUSK_CACHE_DIR": cache}
    return json.loads(subprocess.run(words, env=environment, stdout=subprocess.PIPE, check=True, text=True).stdout)


def main():
    rows = []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as cache:
            rows.append((first_call_s(cache), first_call_s(cache)))
    print("first call of the compiled step, width 64, CPU seconds (minimum and median of 3)")
    for name, times in zip(("empty cache", "second process"), zip(*rows)):
        print(f"  {name:15} {min(times):.3f}  {sorted(times)[1]:.3f}")


if __name__ == "__main__":
    main()
