"""Processes killed while they save: `python tests/killed_saves.py [COUNT]` (1,000).

None may leave a folder without a readable newest checkpoint, nor lose one that it has reported as saved.
"""

import os
import random
import signal
import sys
import tempfile
import time
import warnings

import numpy

from dusk import train


def saving(folder: str, report: int) -> None:
    """Save checkpoint after checkpoint, and report each."""
    with train.Checkpoints(folder, keep=2) as checkpoints:
        found = checkpoints.newest()
        step = found[0] if found else 0
        os.write(report, b"ready\n")
        while True:
            step += 1
            checkpoints.save(step, {"w": numpy.full(100_000, step), "deep": {"step": step}})
            os.write(report, b"%d\n" % step)


def bad_kills(count: int, folder: str, seed: int = 0) -> tuple[int, int]:
    """In `count` kills: how often nothing readable, or less than was reported, was found; how many were amid a save."""
    rng, bad, amid = random.Random(seed), 0, 0
    for _ in range(count):
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            saving(folder, writer)
        os.close(writer)
        with os.fdopen(reader) as reports:
            assert reports.readline() == "ready\n"
            time.sleep(rng.uniform(0.0, 0.02))
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            said = reports.read().split("\n")[:-1]
        amid += any(name.endswith(".unfinished") for name in os.listdir(folder))
        with train.Checkpoints(folder, keep=2) as checkpoints:
            found = checkpoints.newest()
        step, state = found or (0, {"w": numpy.zeros(1), "deep": {"step": 0}})
        whole = state["deep"]["step"] == step and bool((state["w"] == step).all())
        bad += not whole or step < (int(said[-1]) if said else 0)
    return bad, amid


if __name__ == "__main__":
    warnings.simplefilter("error")
    warnings.simplefilter("ignore", DeprecationWarning)  # of forks
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with tempfile.TemporaryDirectory() as folder:
        bad, amid = bad_kills(count, folder)
    print(f"{bad} of {count} kills, {amid} of them amid writing a file, left an unreadable or lost checkpoint")
    sys.exit(bad != 0)
