"""`dusk run --report`: what each line ran as, and the changes that would matter, of real little programs."""

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from dusk.cli.run import program_files
from dusk.kernel import native
from dusk.reports.watch import Watch

pytestmark = pytest.mark.once

SOURCE = Path(__file__).parents[2] / "src"


class Told:
    """A run of a program with --report --json."""

    def __init__(self, folder: Path, program: str, status: int = 0, form: str = "--json") -> None:
        (folder / "prog.py").write_text(textwrap.dedent(program).strip() + "\n")
        self.text = (folder / "prog.py").read_text().splitlines()
        words = ["--report", *([form] if form else []), "prog.py", "an argument"]
        command = [sys.executable, "-m", "dusk.cli", "run", *words]
        environment = {**os.environ, "PYTHONPATH": str(SOURCE), "COLUMNS": "120"}
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, check=False)
        assert done.returncode == status, done.stderr
        self.out, self.err = done.stdout, done.stderr
        self.found: dict[str, Any] = json.loads(self.err.splitlines()[-1]) if form else {}

    def number(self, mark: str) -> int:
        return next(i for i, line in enumerate(self.text, 1) if mark in line)

    def calls(self, mark: str) -> dict[str, tuple[str, str, int]]:
        """How the functions of the line with a mark ran: runs, differentiable, count."""
        at = self.number(mark)
        rows = [row for row in self.found["calls"] if row["line"] == at and row["file"].endswith("prog.py")]
        return {row["function"]: (row["runs"], row["differentiable"], row["count"]) for row in rows}

    def line(self, mark: str) -> dict[str, Any]:
        at = self.number(mark)
        (line,) = [x for x in self.found["lines"] if x["line"] == at and x["file"].endswith("prog.py")]
        return line

    def changes(self, mark: str) -> str:
        at = self.number(mark)
        return " ".join(c["what"] + ": " + c["instead"] for c in self.found["changes"] if c["line"] == at)


def test_calls_are_told_by_line_and_function_as_what_they_ran(tmp_path: Path) -> None:
    told = Told(
        tmp_path,
        """
        import numpy as np
        x = np.array([[3.0, 1.0, 2.0] * 2000, [1.0, 5.0, 0.5] * 2000])
        for _ in range(6):
            y = np.tanh(x) * 2.0  # ours
            n = np.argmax(y, axis=1)  # index
            text = np.array2string(y[0])  # theirs
            c = np.cov(y)  # both
            z = np.sort(y)  # library
        print(c.shape, n, z.sum())
        """,
    )
    assert told.out.startswith("(2, 2) [0 1] ")
    assert told.calls("ours") == {"tanh": ("native", "yes", 6), "multiply": ("native", "yes", 6)}
    assert told.calls("index") == {"argmax": ("native", "–", 6)}
    assert told.calls("theirs")["array2string"] == ("NumPy", "no", 6)
    assert told.calls("both")["cov"] == ("composite", "", 6)
    assert told.calls("library")["sort"][:2] == ("library", "yes")
    assert told.line("ours")["visits"] == 6
    assert told.line("theirs")["numpy"] > 0


def test_the_programs_output_status_and_arguments_are_its_own(tmp_path: Path) -> None:
    told = Told(tmp_path, "import sys, numpy as np\nprint(sys.argv[1], np.ones(2).sum())\nsys.exit(7)", status=7)
    assert told.out == "an argument 2.0\n"
    told = Told(tmp_path, "import numpy as np\nprint(np.ones(2))\nraise KeyError('gone')", status=1)
    assert "KeyError: 'gone'" in told.err
    assert told.out == "[1. 1.]\n"
    assert told.calls("print")


def test_copies_and_their_bytes_are_told_by_line(tmp_path: Path) -> None:
    told = Told(
        tmp_path,
        """
        import numpy as np
        rows = [[float(i)] * 100 for i in range(100)]
        total = np.zeros((100, 100))
        for _ in range(30):
            total += np.array(rows)  # comes in
        print(total.sum())
        """,
    )
    line = told.line("comes in")
    assert (line["copies"], line["copied_bytes"]) == (30, 30 * 80_000)
    assert line["copy"] > 0


def test_copies_between_devices_are_told_by_line(tmp_path: Path) -> None:
    told = Told(
        tmp_path,
        """
        import dusk, numpy as np
        here, there = np.ones(1000), dusk.numpy.zeros(1000, device="cpu:1")
        for _ in range(3):
            print((here * there).sum())  # goes there
        """,
    )
    line = told.line("goes there")
    assert (line["transfers"], line["transfer_bytes"]) == (3, 24_000)
    assert [text.partition(": ")[2] for text in told.found["moves"]] == ["multiply 3 times, 24,000 bytes"]


def test_the_change_for_what_runs_in_numpy_says_what_to_write(tmp_path: Path) -> None:
    told = Told(
        tmp_path,
        """
        import numpy as np
        x = np.arange(2_000_000.0)
        for _ in range(20):
            y = np.array2string(x[:3000], threshold=4000)  # slow
            z = np.bmat([[x.reshape(1000, 2000)] * 2])  # known
        print(y[1], z[0, 0])
        """,
    )
    assert {c["line"] for c in told.found["changes"][:2]} == {told.number("slow"), told.number("known")}
    assert "array2string runs in NumPy, 20 times" in told.changes("slow")
    assert "np.block(parts)" in told.changes("known")
    seconds = [c["seconds"] for c in told.found["changes"]]
    assert seconds == sorted(seconds, reverse=True)
    bounds = [1 / (1 - s / told.found["seconds"]) for s in seconds]
    assert [c["bound"] for c in told.found["changes"]] == pytest.approx(bounds)
    assert len(seconds) <= 5


def test_the_change_for_a_loop_over_elements_is_one_expression(tmp_path: Path) -> None:
    told = Told(
        tmp_path,
        """
        import numpy as np
        a, plain = np.zeros(20_000), [0.0] * 20_000
        for i in range(1, 20_000):
            a[i] = a[i - 1] * 0.5 + 1.0  # element
            plain[i] = plain[i - 1] * 0.5 + 1.0  # list
        print(a[-1])
        """,
    )
    assert "a loop over small parts: 19,999 times" in told.changes("element")
    assert not told.changes("# list")


@pytest.mark.skipif(not native.available(), reason="programs are compiled")
def test_the_change_for_many_reads_is_to_look_less_often(tmp_path: Path) -> None:
    told = Told(
        tmp_path,
        """
        import numpy as np
        x = np.ones(5000)
        for _ in range(3000):
            x = x * 0.999
            if float(x.sum()) < 1e-12:  # looked at
                break
        print(x[0])
        """,
    )
    assert told.line("looked at")["runs"] == 3000
    assert "looked at 3,000 times" in told.changes("looked at")


def test_the_report_is_a_table_with_the_changes_below(tmp_path: Path) -> None:
    told = Told(
        tmp_path,
        """
        import numpy as np
        for _ in range(50):
            text = np.array2string(np.arange(900.0))  # theirs
        print(len(text) > 1)
        """,
        form="",
    )
    assert told.out == "True\n"
    rows = [line for line in told.err.splitlines() if "array2string" in line and "NumPy" in line]
    assert any("no" in row and "50" in row for row in rows)
    assert "1. prog.py:3: array2string runs in NumPy, 50 times:" in told.err
    assert "Write numpy.array2string on NumPy's own arrays" in told.err


def test_watching_leaves_everything_as_it_was() -> None:
    from dusk.numpy import fallback
    from dusk.record import recorder
    from dusk.record.entry import Entry

    before = (fallback.run_numpy, recorder.copy_of, Entry.run, Entry.launch, sys.gettrace())
    with Watch(program_files()).watching():
        assert Entry.run is not before[2]
    assert (fallback.run_numpy, recorder.copy_of, Entry.run, Entry.launch, sys.gettrace()) == before
