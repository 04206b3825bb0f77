"""Processes killed at random instants while they save leave no unreadable checkpoint."""

import os
from pathlib import Path

import pytest

from subprocess_script import run_program

SCRIPT = Path(__file__).parents[1] / "killed_saves.py"


@pytest.mark.once
@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills forked processes")
def test_a_kill_while_saving_leaves_a_readable_checkpoint() -> None:
    assert run_program(SCRIPT, "8").startswith("0 of 8 kills")
