"""Running a piece of Python in a process of its own, for what would disturb the tests: forks, signals, exits."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

from dusk.kernel import native

NOTICE = r"no native code, programs run in NumPy: .*\n"
FORKS = {"PYTHONWARNINGS": "ignore::DeprecationWarning"}
"""For `run_script`: since 3.12 Python warns of every fork of a process with threads."""


def run_program(path: Path, *words: str) -> str:
    """What a program prints that is run with the paths of this process; it must end well."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, path, *words], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run_script(
    source: str, timeout_s: float = 60.0, status: int = 0, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run `source` with the paths of this process; it must end with `status` and nothing on its standard error.

    Where native code cannot be built, it may say so, once.
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(source)],
        capture_output=True,
        text=True,
        timeout=timeout_s,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **environment},
        check=False,
    )
    assert done.returncode == status, f"status {done.returncode}\n{done.stdout}\n{done.stderr}"
    said = done.stderr if native.available() else re.sub(NOTICE, "", done.stderr, count=1)
    assert not said, done.stderr
    return done
