"""`dusk train FILE`: train what a file says: a solver of Caffe's, or settings of cxxnet's, of which other tasks too."""

from __future__ import annotations

import argparse
import functools
import io
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dusk.cli.words import JSON, Options, failed, parser_of
from dusk.errors import DuskError, FormatError
from dusk.formats import caffe
from dusk.formats.cxxnet.tasks import run_task

OPTIONS: Options = {
    "--data": {
        "metavar": "PATH",
        "help": "for a solver: arrays by the names of the data layers' tops (.npz), or a folder with train.npz and "
        "test.npz, or with MNIST's files",
    },
    "--test-data": {"metavar": "PATH", "help": "for a solver: what it is tested on (the folder's, or --data)"},
    "--weights": {"metavar": "FILE", "help": "for a solver: a .caffemodel to begin with"},
    "--resume": {"metavar": "FILE", "help": "for a solver: a .solverstate to go on from"},
    "--json": {**JSON, "help": "print one JSON object at the end, and no lines before it"},
}

_EPILOG = """\
Words NAME=VALUE are settings for cxxnet, before those in the file: dusk train net.conf task=pred model_in=0003.model.
Exit status: 1 if a file is damaged, has what is not supported, or cannot be read or written.
"""


def main(words: Sequence[str]) -> int:
    """`dusk train`: 0, or 1 where a file does not fit."""
    parser = parser_of("train", OPTIONS, description=__doc__, epilog=_EPILOG)
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("settings", metavar="NAME=VALUE", nargs="*")
    options = parser.parse_args(list(words))
    since = time.perf_counter()
    try:
        found = (_cxxnet if options.file.endswith(".conf") else _caffe)(options)
    except (DuskError, OSError, ValueError, TypeError) as error:
        return failed("train", error, options.json)
    seconds = time.perf_counter() - since
    if options.json:
        print(json.dumps({"ok": True, "seconds": round(seconds, 3), **found}))
    else:
        print(f"{found['task']}: done in {seconds:.1f} s")
    return 0


def _tell(options: argparse.Namespace) -> Any:
    return functools.partial(print, flush=True, file=io.StringIO() if options.json else None)


def _caffe(options: argparse.Namespace) -> dict[str, Any]:
    if options.settings:
        raise FormatError(f"{options.settings[0]}: settings by words are for cxxnet's files")
    data: dict[str, Any] = caffe.read_arrays(options.data) if options.data else {}
    test: dict[str, Any] | None = None
    if options.test_data or (options.data and Path(options.data).is_dir()):
        test = caffe.read_arrays(options.test_data or options.data, "test")
    done = caffe.train(options.file, data, test, weights=options.weights, resume=options.resume, log=_tell(options))
    return {
        "task": "train",
        "iteration": done.iteration,
        "history": [{"iteration": at, "loss": loss, "rate": rate} for at, loss, rate in done.history],
        "tests": [{"iteration": at, "net": i, "outputs": means} for at, i, means in done.tests],
        "snapshots": [str(path) for path in done.snapshots],
    }


def _cxxnet(options: argparse.Namespace) -> dict[str, Any]:
    settings: dict[str, str] = {}
    for word in options.settings:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise FormatError(f"{word}: write NAME=VALUE")
        settings[name] = value
    done = run_task(options.file, settings, _tell(options))
    pairs = [
        {"round": n, "layer": layer, "what": what, "difference": float(d)} for n, layer, what, d in done.differences
    ]
    return {"task": done.task, "rounds": done.rounds, "files": list(map(str, done.files)), "pairtest": pairs}
