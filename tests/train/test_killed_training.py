"""Trainings killed at random instants and taken up again end with the bits of one that nobody stopped."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "killed_training.py"


@pytest.mark.once
@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills forked processes")
def test_a_killed_training_goes_on_bit_by_bit() -> None:
    paths = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [sys.executable, SCRIPT, "2"], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": paths}
    )
    assert done.returncode == 0 and done.stdout.startswith("0 of 2 killed"), done.stdout + done.stderr
