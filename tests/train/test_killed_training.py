"""Trainings killed at random instants and taken up again end with the bits of one that nobody stopped."""

import os
from pathlib import Path

import pytest

from subprocess_script import run_program

SCRIPT = Path(__file__).parents[1] / "killed_training.py"


@pytest.mark.once
@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills forked processes")
def test_a_killed_training_goes_on_bit_by_bit() -> None:
    assert run_program(SCRIPT, "2").startswith("0 of 2 killed")
