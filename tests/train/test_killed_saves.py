"""Processes killed at random instants while they save leave no unreadable checkpoint."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "killed_saves.py"


@pytest.mark.once
@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills forked processes")
def test_a_kill_while_saving_leaves_a_readable_checkpoint() -> None:
    paths = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [sys.executable, SCRIPT, "8"], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": paths}
    )
    assert done.returncode == 0 and done.stdout.startswith("0 of 8 kills"), done.stdout + done.stderr
