"""Trainings killed at random instants and taken up again: `python tests/killed_training.py [COUNT]` (20).

Each must end with the weights, the optimiser's state and the history of the run that nobody stopped, bit by bit.
"""

import hashlib
import os
import random
import signal
import sys
import tempfile
import time
import warnings
from typing import Any

import numpy

from dusk import data, nn, optim, train

SIZE = 256


def noisy(x: Any, rng: Any) -> Any:
    """Draws from both kinds of generators: the loader's own, and the global one."""
    return x + 0.01 * rng.normal(size=x.shape) + 0.01 * numpy.random.normal(size=x.shape)


class Tick(train.Callback):
    """Tells of each update."""

    def __init__(self, report: int) -> None:
        self.report = report

    def on_batch(self, run: Any) -> None:
        os.write(self.report, b".")


def training(folder: str, report: int) -> None:
    """Train to the end, and report what came of it."""
    nn.seed(3)
    numpy.random.seed(5)
    made = numpy.random.default_rng(7)
    x = made.normal(size=(SIZE, 12)).astype("f4")
    y = (x[:, 0] * x[:, 1] > 0).astype("i8")
    model = nn.Sequential(nn.Linear(32), nn.relu, nn.Dropout(0.2), nn.Linear(2))
    optimiser = optim.Adam(optim.cosine(1e-2, 400))
    stopping = train.EarlyStopping("validation_loss", patience=50)
    history = train.fit(
        model,
        data.batches(x, y, size=24, shuffle=True, seed=1, augment=noisy),
        loss=nn.cross_entropy,
        optimiser=optimiser,
        epochs=EPOCHS,
        validation=data.batches(x, y, size=64),
        metrics=[train.Accuracy()],
        callbacks=[stopping, train.LogRate(), Tick(report)],
        checkpoint=folder,
        every=5,
    )
    found = hashlib.sha256()
    for state in (model.state_dict(), optimiser.state_dict()):
        for name, value in sorted(state.items()):
            found.update(name.encode() + numpy.asarray(value).tobytes())
    rows = [{name: value for name, value in row.items() if name != "seconds"} for row in history]
    found.update(repr(rows).encode())
    os.write(report, found.hexdigest().encode())


EPOCHS = 8
UPDATES = EPOCHS * -(-SIZE // 24)


def run(folder: str, kill_after: float | None = None) -> str:
    """What a training in a process of its own reports; "" if it was killed, after so many updates."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reader)
            training(folder, writer)
            status = 0
        finally:
            os._exit(status)
    os.close(writer)
    with os.fdopen(reader, "rb", buffering=0) as report:
        if kill_after is not None:
            for _ in range(int(kill_after)):
                report.read(1)
            time.sleep(kill_after % 1 * 0.03)  # in a step, or in a checkpoint
            os.kill(child, signal.SIGKILL)
        said = report.readall().decode().strip(".")
    status = os.waitpid(child, 0)[1]
    if kill_after is None and status:
        raise RuntimeError("a training failed")
    return said


def different(count: int, seed: int = 0) -> tuple[int, int]:
    """In `count` kills: how many trainings ended otherwise, and how many were taken up from a checkpoint."""
    rng, bad, taken_up = random.Random(seed), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        expected = run(folder)
    for _ in range(count):
        with tempfile.TemporaryDirectory() as folder:
            done = run(folder, rng.uniform(0.0, UPDATES))
            with train.Checkpoints(folder) as saved:
                taken_up += bool(saved.steps) and not done
            bad += run(folder) != expected
    return bad, taken_up


if __name__ == "__main__":
    warnings.simplefilter("error")
    warnings.simplefilter("ignore", DeprecationWarning)  # of forks
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    bad, taken_up = different(count)
    print(f"{bad} of {count} killed trainings ended with other bits; {taken_up} were taken up from a checkpoint")
    sys.exit(bad != 0)
