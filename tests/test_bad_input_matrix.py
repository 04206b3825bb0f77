"""Wrong operands and arguments of every function: NumPy's exceptions, the first time and later; nothing crashes.

All of it: `python tests/bad_input.py`; here every twelfth call on each tier, each several times and in a compiled
function. What is raised names the line, and where it is raised later also the op.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.parametrize(("tier", "first"), [("interpreter", "3"), ("native", "6"), ("auto", "0")])
def test_what_numpy_refuses_is_refused_with_its_exception(tier, first):
    path = os.pathsep.join((str(HERE), str(HERE.parent / "src")))
    done = subprocess.run(
        [sys.executable, "-W", "ignore", HERE / "bad_input.py", tier, "12", first],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"ended with {done.returncode} at {done.stderr[-300:]}"
    said = [line for line in done.stdout.splitlines() if "DLASCL" not in line]  # LAPACK's own words about NaN
    assert said[-1].endswith(" calls") and int(said[-1].split()[0]) > 1200
    assert not said[:-1], "\n".join(said[:-1])
