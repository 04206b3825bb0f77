"""`dusk train SOLVER.prototxt --data PATH`: train a net of Caffe's as its solver says."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dusk.errors import DuskError
from dusk.formats import caffe

OPTIONS: dict[str, dict[str, Any]] = {
    "--data": {"metavar": "PATH", "help": "arrays of the data layers' tops: an .npz file, or a folder (see below)"},
    "--test-data": {"metavar": "PATH", "help": "those of the nets that are tested; by default the folder's, or --data"},
    "--weights": {"metavar": "FILE", "help": "a .caffemodel to begin with: layers of the same names take it over"},
    "--resume": {"metavar": "FILE", "help": "a .solverstate to go on from"},
    "--json": {"action": "store_true", "help": "print one JSON object at the end, and nothing before"},
}
DESCRIPTION = """\
Train a net as a solver's prototxt says: rates, tests, snapshots are Caffe's. The net is looked for beside the solver,
and snapshots are written below its folder. --data stands in for the databases that the net names: an .npz file of
arrays named as the data layers' tops, or a folder with train.npz and test.npz, or with the four files of MNIST.
The exit status is 2 where a file cannot be read.
"""


def main(words: Sequence[str]) -> int:
    """`dusk train`; the exit status."""
    parser = argparse.ArgumentParser(
        prog="dusk train", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("solver", metavar="SOLVER.prototxt")
    for name, settings in OPTIONS.items():
        parser.add_argument(name, **settings)
    options = parser.parse_args(words)
    try:
        done = _trained(options)
    except (DuskError, OSError) as error:
        print(f"dusk train: {error}", file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps(_summary(done)))
    return 0


def _printed(text: str) -> None:
    print(text, flush=True)


def _trained(options: argparse.Namespace) -> caffe.Training:
    train: dict[str, Any] = caffe.read_arrays(options.data) if options.data else {}
    test: dict[str, Any] | None = None
    if options.test_data or (options.data and Path(options.data).is_dir()):
        test = caffe.read_arrays(options.test_data or options.data, "test")
    log = None if options.json else _printed
    return caffe.train(options.solver, train, test, weights=options.weights, resume=options.resume, log=log)


def _summary(done: caffe.Training) -> dict[str, Any]:
    """What a training came to."""
    return {
        "iteration": done.iteration,
        "history": [{"iteration": at, "loss": loss, "rate": rate} for at, loss, rate in done.history],
        "tests": [{"iteration": at, "net": i, "outputs": means} for at, i, means in done.tests],
        "snapshots": [str(path) for path in done.snapshots],
    }
