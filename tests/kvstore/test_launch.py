"""`dusk launch`: workers as processes, restarted when they die, stopped together, told apart in what they write."""

import functools
import json
import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from dusk.cli import main
from dusk.kvstore.cluster.ranks import Process, Ranks, Tell

PROGRAM = str(Path(__file__).with_name("cluster_program.py"))
needs_ray = [
    pytest.mark.ray,
    pytest.mark.once,
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray (the dist extra) is not installed"),
]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


class Workers:
    """Processes that run a line of Python each, and what they write."""

    def __init__(self, source: str, **how: Any) -> None:
        self.lines: list[tuple[int, str, bool]] = []
        self.ranks = Ranks(2, functools.partial(self._start, source), lambda *line: self.lines.append(line), **how)

    @staticmethod
    def _start(source: str, rank: int, tell: Tell) -> Process:
        return Process([sys.executable, "-c", source, str(rank)], {"OF": f"rank {rank}"}, tell)


def test_workers_are_told_apart() -> None:
    workers = Workers("import os, sys; print(os.environ['OF']); print('e', file=sys.stderr)")
    assert workers.ranks.run() == 0
    assert sorted(workers.lines) == [(0, "e", True), (0, "rank 0", False), (1, "e", True), (1, "rank 1", False)]


def test_a_worker_that_was_killed_is_started_again(tmp_path: Path) -> None:
    source = f"""if True:
        import os, sys
        path = {str(tmp_path)!r} + "/" + sys.argv[1]
        count = os.path.getsize(path) if os.path.exists(path) else 0
        open(path, "a").write("x")
        if sys.argv[1] == "1" and count < 2: os.kill(os.getpid(), 9)
        print("done", count)"""
    workers = Workers(source)
    assert workers.ranks.run() == 0 and workers.ranks.restarts == 2
    assert (1, "done 2", False) in workers.lines and (0, "done 0", False) in workers.lines
    again = Workers(source.replace("< 2", "< 9"), restarts=3)
    assert again.ranks.run() == -signal.SIGKILL and again.ranks.restarts == 3


def test_an_error_of_one_stops_all_with_what_they_started() -> None:
    source = """if True:
        import subprocess, sys, time
        if sys.argv[1] == "1": time.sleep(0.5); sys.exit(7)
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        print(child.pid, flush=True); time.sleep(60)"""
    began = time.monotonic()
    workers = Workers(source)
    assert workers.ranks.run() == 7 and time.monotonic() - began < 20
    child = int(next(line for rank, line, _ in workers.lines if rank == 0))
    assert not os.path.exists(f"/proc/{child}") or "Z" in Path(f"/proc/{child}/stat").read_text().split()[2]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["-n", "0", PROGRAM], "at least one worker"),
        (["none.py"], "no file none.py"),
        (["--address", "nowhere", PROGRAM], "no address of a cluster"),
        (["--address", "127.0.0.1:9", PROGRAM], "no cluster answers at 127.0.0.1:9"),
    ],
)
def test_what_cannot_be_launched_is_an_error(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    if "--address" in words:
        pytest.importorskip("ray")
    assert main(["launch", *words]) == 1
    assert told in capsys.readouterr().err
    assert main(["launch", "--json", *words]) == 1
    assert told in json.loads(capsys.readouterr().out)["text"]


def launch(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dusk.cli", "launch", *words]
    return subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=200)


class TestOnRay:
    pytestmark = needs_ray

    def test_the_sums_are_the_same_whoever_is_killed(self, tmp_path: Path) -> None:
        plain = launch("-n", "2", "-s", "2", PROGRAM, "plain")
        assert plain.returncode == 0, plain.stderr
        killed = launch("-n", "2", "-s", "2", "--json", PROGRAM, f"killed:{tmp_path}/once")
        report = json.loads(killed.stdout)
        assert report["ok"] and report["codes"] == [0, 0] and report["restarts"] == 1
        assert "[1] was killed (SIGKILL): started again" in killed.stderr
        lines = sorted(plain.stdout.splitlines())
        assert [line.split()[:4] for line in lines] == [["[0]", "0", "2", "6"], ["[1]", "1", "2", "6"]]
        assert sorted(line for line in killed.stderr.splitlines() if " 2 6 " in line) == lines

    def test_an_error_of_one_is_the_error_of_all(self) -> None:
        done = launch("-n", "2", PROGRAM, "raises")
        assert done.returncode == 1 and "[1] ValueError: this worker's own fault" in done.stderr
        assert "worker 1 ended with status 1: all workers were stopped" in done.stderr

    def test_an_interrupt_stops_all(self) -> None:
        command = [sys.executable, "-m", "dusk.cli", "launch", "-n", "2", PROGRAM, "waits"]
        pipes: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        with subprocess.Popen(command, env=ENVIRONMENT, **pipes) as one:
            assert one.stdout is not None and "waiting" in one.stdout.readline()
            one.send_signal(signal.SIGINT)
            _, told = one.communicate(timeout=60)
        assert one.returncode == 130 and "interrupted" in told
