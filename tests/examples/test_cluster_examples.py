"""The examples of several workers, by one worker in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.ray,
    pytest.mark.once,
    pytest.mark.skipif(find_spec("ray") is None, reason="needs Ray: pip install 'dusk[dist]'"),
]
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("program", "told"),
    [
        (["read_digits.py", "--epochs=1"], "worker 0 of 1: test accuracy"),
        (["write_letters.py", "--steps=20"], "step 20"),
    ],
)
def test_a_program_that_nobody_launched_is_one_worker(program: list[str], told: str) -> None:
    name, *options = program
    found = subprocess.run(
        [sys.executable, ROOT / "examples" / "cluster" / name, *options], capture_output=True, text=True, timeout=200
    )
    assert found.returncode == 0, found.stderr
    assert told in found.stdout and not found.stderr
