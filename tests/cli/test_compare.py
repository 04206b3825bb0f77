"""`dusk run --compare`: what counts as the same, and what is said where it is not."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dusk.cli.compare import Side, Tolerance, Verdict, compare, compare_text
from dusk.cli.run import leaves_of

pytestmark = pytest.mark.once

SOURCE = Path(__file__).parents[2] / "src"


def side(text: str = "", status: int = 0, **leaves: Any) -> Side:
    return Side(status, 1.0, 1.0, text, leaves, None)


def verdict(ours: Any, theirs: Any, **tolerance: float) -> Verdict:
    return compare(side(x=ours), side(x=theirs), Tolerance(**tolerance), set(), None)


NAN = float("nan")


@pytest.mark.parametrize(
    ("ours", "theirs", "equal"),
    [
        (1.0, 1.0 + 1e-11, True),
        (1.0, 1.0 + 1e-9, False),
        (np.float32([1, 2]), np.float32([1, 2.000002]), True),
        (np.float32([1, 2]), np.float32([1, 2.0002]), False),
        (np.array([1e6, 1e-9]), np.array([1e6, 2e-9]), True),  # noise beside the array's own size
        (np.array([1e-9]), np.array([2e-9]), False),
        (np.zeros(2), np.full(2, 1e-300), False),
        (np.array([NAN, np.inf, -np.inf]), np.array([NAN, np.inf, -np.inf]), True),
        (np.array([NAN, 1.0]), np.array([1.0, 1.0]), False),
        (np.array([1.0, np.inf]), np.array([1.0, -np.inf]), False),
        (np.array([1.0, np.inf]), np.array([1.0, 1e308]), False),
        (np.array([1 + 1j]), np.array([1 + (1 + 1e-12) * 1j]), True),
        (np.array([1 + 1j]), np.array([1 + 1.001j]), False),
        (np.array([10**15]), np.array([10**15 + 1]), False),
        (10**400, 10**400 + 1, False),
        (10**400, 10**400, True),
        (True, 1, False),
        (np.array([True]), np.array([False]), False),
        (np.array([1.0]), np.array([1], dtype=np.int64), False),
        (np.array([1.0]), np.array([[1.0]]), False),
        (np.array(1.5), 1.5, True),
        (np.array(["a"]), np.array(["b"]), False),
        (np.array(["2020-01-01", "NaT"], "M8[D]"), np.array(["2020-01-01", "NaT"], "M8[D]"), True),
        (np.zeros((0, 3)), np.zeros((0, 3)), True),
        (np.zeros(2), "IndexError: late", False),
    ],
)
def test_values_are_equal_within_what_their_dtype_allows(ours: Any, theirs: Any, equal: bool) -> None:
    assert verdict(ours, theirs).equal is equal


def test_a_difference_names_the_worst_element_and_how_many_differ() -> None:
    ours = np.ones((3, 4))
    theirs = ours.copy()
    theirs[1, 2], theirs[0, 0] = 3, 1.5
    (difference,) = verdict(ours, theirs).differences
    assert difference.where == "x[1, 2]"
    assert difference.dusk == "np.float64(3.0) (off by 2.0e+00; 2 of 12 differ)"


def test_tolerances_can_be_given() -> None:
    assert verdict(1.0, 1.001, rtol=1e-2).equal
    assert not verdict(1.0, 1.0 + 1e-11, rtol=0.0).equal
    assert verdict(0.0, 1e-17, atol=1e-15).equal


def test_a_name_on_one_side_is_a_difference_unless_ignored() -> None:
    ours, theirs = side(x=1, y=2.0), side(x=1, **{"z[0]": 3})
    assert [d.where for d in compare(ours, theirs, Tolerance(), set(), None).differences] == ["y", "z[0]"]
    assert compare(ours, theirs, Tolerance(), {"y", "z"}, None).equal


@pytest.mark.parametrize(
    ("ours", "theirs", "equal"),
    [
        ("loss 0.123456789", "loss 0.123456788", True),  # the last digit printed
        ("loss 0.12345", "loss 0.12346", False),  # which is worth too much here
        ("accuracy 0.97", "accuracy 0.98", False),
        ("1.0000000000001", "1.0", True),
        ("1.000001", "1.0", False),
        ("41 rounds", "42 rounds", False),
        ("100000000", "100000001", False),
        ("[ 0. -0.]", "[0.   0.]", True),
        ("[1.   2.5]", "[1.   2.5\n ]", True),
        ("nan inf", "nan  inf", True),
        ("nan", "1.0", False),
        ("x1 = 3", "x2 = 3", False),
        ("done", "Done", False),
        ("1.0", "1.0 2.0", False),
        ("3-4", "3-5", False),
        ("1e-8", "1.1e-8", False),
        ("<class 'numpy.ndarray'>", "<class 'dusk.ndarray'>", False),
    ],
)
def test_printed_numbers_are_numbers_and_words_are_words(ours: str, theirs: str, equal: bool) -> None:
    found = Verdict()
    compare_text(found, ours, theirs, Tolerance(), None)
    assert found.equal is equal


def test_printed_float32_numbers_may_be_as_far_apart_as_their_arrays() -> None:
    near = compare(side("1.2345678", x=np.float32(1)), side("1.2345701", x=np.float32(1)), Tolerance(), set(), None)
    assert near.equal
    assert not compare(side("1.2345678"), side("1.2345901"), Tolerance(), set(), None).equal


def test_printed_lines_can_be_ignored() -> None:
    assert compare(side("took 3 s\n1"), side("took 4 s\n1"), Tolerance(), set(), "^took").equal


class Lazy:
    """An array whose memory comes into being when it is looked at, or fails to."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray[Any, Any]:
        if self.value is None:
            raise IndexError("late")
        return np.asarray(self.value)


def test_leaves_are_the_arrays_and_numbers_at_any_depth() -> None:
    cyclic: list[Any] = [1]
    cyclic.append(cyclic)
    found = dict(leaves_of({
        "__file__": "x", "name": "text", "f": len, "Class": Lazy, "none": None,
        "a": np.arange(3), "n": 2**70, "flag": True, "lazy": Lazy([1.0]), "bad": Lazy(None),
        "deep": {"w": (np.ones(2), [4]), 3: 2.5},
        "losses": [1.0, Lazy(2.0), np.float64(3)], "mixed": [1, 2.0], "ragged": np.array([1, [2]], dtype=object),
        "cyclic": cyclic, "empty": [],
    }))  # fmt: skip
    arrays = {path: value.tolist() for path, value in found.items() if isinstance(value, np.ndarray)}
    assert arrays == {"a": [0, 1, 2], "lazy": [1.0], "deep['w'][0]": [1, 1], "losses": [1, 2, 3]}
    assert {path: value for path, value in found.items() if path not in arrays} == {
        "n": 2**70, "flag": True, "bad": "IndexError: late", "deep['w'][1][0]": 4, "deep[3]": 2.5, "mixed[0]": 1,
        "mixed[1]": 2.0, "ragged[0]": 1, "ragged[1][0]": 2, "cyclic[0]": 1,
    }  # fmt: skip


BIASED = """
from numpy import *
BIASED = True
def cumsum(x):
    return add.accumulate(x) * (1 + 1e-6)
"""


def run(folder: Path, text: str, *words: str) -> subprocess.CompletedProcess[str]:
    (folder / "prog.py").write_text(text)
    (folder / "biased.py").write_text(BIASED)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(SOURCE), str(folder)))}
    command = [sys.executable, "-m", "dusk.cli", "run", "--compare", "--module", "biased", "prog.py", *words]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, check=False)


def test_equal_programs_are_reported_with_both_times(tmp_path: Path) -> None:
    text = """
import numpy as np, sys
x = np.arange(4.0)
big, odd, empty = 2**80, [float("inf"), complex("nan")], {}
print("sum", x.sum(), set("ab") & {"a"}, sys.argv[1:], "Dusk loaded" if "dusk" in sys.modules else "", sep="\\n")
"""
    done = run(tmp_path, text, "--json", "-v")
    report = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert (report["equal"], report["arrays"], report["numbers"], report["printed_numbers"]) == (True, 1, 3, 1)
    assert report["numpy"]["seconds"] > 0
    assert report["dusk"]["seconds"] > 0


def test_stability_rewrites_are_listed_with_their_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUSK_TIER", "native")
    text = "import numpy as np\nx = np.arange(9.0)\ny = np.log(1 + np.exp(x))\nprint(y)\n"
    done = run(tmp_path, text, "--json", "--module", "dusk.numpy")
    assert json.loads(done.stdout)["stabilised"] == ["log_of_exponential at prog.py:3"]


def test_a_difference_is_named_and_the_exit_status_is_1(tmp_path: Path) -> None:
    done = run(tmp_path, "import numpy as np\nx = np.cumsum(np.ones(3))\nprint('x is', x[2])\n")
    assert done.returncode == 1
    assert "x[" in done.stdout
    assert "3 of 3 differ" in done.stdout
    assert "printed line 1: NumPy x is 3.0, Dusk x is 3.000002" in done.stdout


@pytest.mark.parametrize(
    ("text", "status", "stdout", "stderr"),
    [
        ("import numpy\nx = 1 / 0", 2, "", "fails under NumPy (exit status 1)"),
        ("name = 'x'", 2, "", "nothing"),
        ("import numpy\nx = 1\nif hasattr(numpy, 'BIASED'): raise RuntimeError('here')", 1, "status", "here"),
        ("import numpy, os\nx = 1\nif hasattr(numpy, 'BIASED'): os.abort()", 1, "NumPy 0, Dusk -6", ""),
    ],
)
def test_failures_are_told_apart(text: str, status: int, stdout: str, stderr: str, tmp_path: Path) -> None:
    done = run(tmp_path, text)
    assert done.returncode == status
    assert stdout in done.stdout
    assert stderr in done.stderr


def test_repeated_runs_are_compared_and_the_shortest_counts(tmp_path: Path) -> None:
    text = "import os\nn = os.path.getsize('n') if os.path.exists('n') else 0\nopen('n', 'a').write('x')\n"
    assert "n: NumPy 0, Dusk 1" in run(tmp_path, text).stdout
    done = run(tmp_path, text + "del n\nx = 1\n", "--repeat", "2", "--json")
    assert done.returncode == 0
    assert (tmp_path / "n").read_text() == 6 * "x"
