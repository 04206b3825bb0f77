"""What importing Dusk costs."""

import os
import subprocess
import sys
import time

import pytest

ROUNDS = 7
OPTIONAL = ("scipy", "rich", "opt_einsum", "matplotlib", "sklearn", "pandas", "torch", "jax")


def seconds(statement: str) -> float:
    """How long a fresh process takes to run a statement."""
    began = time.perf_counter()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    subprocess.run([sys.executable, "-c", statement], check=True, env=environment)
    return time.perf_counter() - began


@pytest.mark.once
def test_importing_dusk_takes_at_most_twice_as_long_as_importing_numpy() -> None:
    rounds = [(seconds("import dusk"), seconds("import numpy")) for _ in range(ROUNDS)]
    ours, theirs = (min(times) for times in zip(*rounds, strict=True))
    assert ours <= 2 * theirs


def test_what_is_optional_is_not_imported() -> None:
    source = f"import sys, dusk.numpy; print([name for name in {OPTIONAL} if name in sys.modules])"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", source], check=True, env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"
