"""`dusk launch -n WORKERS -s SERVERS SCRIPT`: run a script in several processes that share parameters.

In the script, dusk.kvstore.create("dist") is the worker of its process; its `rank` says which. Alone, without this
command, the same script is the only worker.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dusk.later import Later

cluster: Any = Later("dusk.kvstore.cluster.launching")

OPTIONS: dict[str, dict[str, Any]] = {
    "--workers": {"metavar": "N", "type": int, "default": 1, "help": "processes that run the script"},
    "--servers": {"metavar": "N", "type": int, "default": 1, "help": "processes that keep the parameters"},
    "--address": {
        "metavar": "HOST:PORT",
        "help": "a cluster of Ray's to run on, of which this machine is a node; else one is started here, which only "
        "this machine reaches",
    },
    "--restarts": {
        "metavar": "N",
        "type": int,
        "default": 3,
        "help": "how often workers that were killed are restarted",
    },
    "--folder": {"metavar": "PATH", "help": "where servers keep what they have; a later launch goes on from there"},
    "--json": {"action": "store_true", "help": "print one JSON object at the end"},
}
_EPILOG = """\
A worker that a signal or the loss of its machine ended is started again, and goes on at its clock; one that ends with
an error ends all. Exit status: 0, or that of the first worker that failed; 130 after Ctrl-C.
"""


def main(words: Sequence[str]) -> int:
    """`dusk launch`: the exit status."""
    parser = argparse.ArgumentParser(
        prog="dusk launch", description=__doc__, epilog=_EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    short = {"--workers": "-n", "--servers": "-s"}
    for name, settings in OPTIONS.items():
        parser.add_argument(*filter(None, (short.get(name), name)), **settings)
    parser.add_argument("script", metavar="SCRIPT")
    parser.add_argument("arguments", metavar="ARGUMENTS", nargs=argparse.REMAINDER)
    options = parser.parse_args(list(words))
    since = time.perf_counter()
    try:
        if options.workers < 1 or options.servers < 1:
            raise ValueError("a launch has at least one worker (-n) and one server (-s)")
        if not Path(options.script).is_file():
            raise FileNotFoundError(f"there is no file {options.script}")
        report: dict[str, Any] = _run(options)
    except KeyboardInterrupt:
        report = {"ok": False, "status": 130, "error": "KeyboardInterrupt", "text": "interrupted"}
    except (OSError, ValueError, ImportError) as error:
        report = {"ok": False, "status": 1, "error": type(error).__name__, "text": str(error)}
    report["seconds"] = round(time.perf_counter() - since, 3)
    if options.json:
        print(json.dumps(report), flush=True)
    elif "text" in report:
        print(f"dusk launch: {report['text']}", file=sys.stderr)
    return report["status"]


def _run(options: argparse.Namespace) -> dict[str, Any]:
    lock = threading.Lock()

    def tell(rank: int, line: str, is_error: bool) -> None:
        with lock:
            print(f"[{rank}] {line}", file=sys.stderr if is_error or options.json else sys.stdout, flush=True)

    words = [sys.executable, os.path.abspath(options.script), *options.arguments]
    ranks = cluster.launch(
        words, tell, workers=options.workers, servers=options.servers, address=options.address,
        restarts=options.restarts, folder=options.folder, group=f"launch-{secrets.token_hex(4)}",
    )  # fmt: skip
    status = next((code for code in ranks.codes.values() if code), 0)
    codes = [ranks.codes.get(rank) for rank in range(options.workers)]
    report = {"ok": not status, "status": 128 - status if status < 0 else status, "restarts": ranks.restarts}
    if status:
        which = next(rank for rank, code in ranks.codes.items() if code)
        what = f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"
        report["text"] = f"worker {which} {what}: all workers were stopped"
    return {**report, "codes": codes}
