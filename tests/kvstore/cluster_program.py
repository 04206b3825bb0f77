"""A program for tests of launches: `cluster_program.py WHAT`, run by each worker."""

import os
import signal
import sys
import time

import numpy as np

from dusk import kvstore

ROUNDS = 6


def train(what: str) -> None:
    kv = kvstore.create("dist", timeout_s=20.0)
    kv.init(["w", "b"], [np.zeros((3, 2)), np.zeros(2)])
    for clock in kv.rounds(ROUNDS):
        kv.push("w", np.full((3, 2), (kv.rank + 1) * 0.1 ** clock))
        if what.startswith("killed:") and kv.rank == 1 and clock == 3:
            path = what.partition(":")[2]
            if not os.path.exists(path):
                open(path, "x").close()
                os.kill(os.getpid(), signal.SIGKILL)
        if what == "raises" and kv.rank == 1 and clock == 2:
            raise ValueError("this worker's own fault")
        if what == "waits" and clock == 2:
            print("waiting", flush=True)
            time.sleep(60)
        kv.push("b", np.array([kv.rank + 1.0, clock]))
        w, b = kv.pull(["w", "b"])
    print(kv.rank, kv.num_workers, kv.clock, os.environ["DUSK_THREADS"], np.asarray(w).tobytes().hex(), b)
    kv.close()


if __name__ == "__main__":
    train(sys.argv[1])
