"""`dusk run`: who sees the module that stands for NumPy, and that a program cannot tell how it was started."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"
STAND_IN = """
import numpy
from numpy import *
from numpy import linalg, random
NAME = "stand-in"
def late():
    import numpy
    return numpy.__name__
def __getattr__(name):
    return getattr(numpy, name)
"""

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    write("elsewhere/stand_in.py", STAND_IN)
    return write


@pytest.fixture
def dusk(tmp_path: Path) -> Run:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        folders = (SOURCE, tmp_path / "elsewhere", tmp_path / "site-packages")
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, folders))}
        command = [sys.executable, "-m", "dusk.cli", *words]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False)

    return run


SEES = """
import importlib
import numpy
import numpy as np
import numpy.random as nr
from numpy import NAME, linalg
from numpy import *
from numpy.random import default_rng
import numpy.testing as npt
from numpy.lib.stride_tricks import as_strided
def inside():
    import numpy.fft
    return numpy.NAME
class Body:
    import numpy
seen = [numpy.NAME, np.NAME, NAME, inside(), Body.numpy.NAME, importlib.import_module("numpy").NAME]
exec("import numpy as m; seen.append(m.NAME)")
space = {}
exec("import numpy as m", space)
seen += [space["m"].NAME, __import__("numpy").NAME, np.linalg is linalg, nr is np.random, np.late()]
npt.assert_allclose(as_strided(np.arange(3), (1,)), [0])
"""


def test_the_programs_own_modules_see_the_stand_in(write: Callable[[str, str], Path], dusk: Run) -> None:
    write("own.py", SEES)
    write("package/__init__.py", "")
    write("package/deep.py", "from . import other\n" + SEES)
    write("package/other.py", "")
    write("prog.py", SEES + "import own, package.deep\nprint(seen, seen == own.seen == package.deep.seen)\n")
    names = ["stand-in"] * 9
    done = dusk("run", "--module", "stand_in", "prog.py")
    assert (done.stdout, done.stderr) == (f"{[*names, True, True, 'numpy']} True\n", "")


def test_installed_packages_and_the_standard_library_keep_numpy(write: Callable[[str, str], Path], dusk: Run) -> None:
    write("site-packages/installed.py", "import numpy, importlib\nNAME = hasattr(numpy, 'NAME')\n"
          "def late():\n    return importlib.import_module('numpy').__name__\n")  # fmt: skip
    write("prog.py", "import installed, pickle, sys, numpy as np\n"
          "print(installed.NAME, installed.late(), hasattr(sys.modules['numpy'], 'NAME'))\n"
          "print(pickle.loads(pickle.dumps(np.arange(3))), np.arange(3).mean(), np.NAME)\n")  # fmt: skip
    done = dusk("run", "prog.py", "--module=stand_in")
    assert (done.stdout, done.stderr) == ("False numpy False\n[0 1 2] 1.0 stand-in\n", "")


def test_a_program_cannot_tell_how_it_was_started(
    write: Callable[[str, str], Path], dusk: Run, tmp_path: Path
) -> None:
    path = write(
        "folder/prog.py",
        "import pickle, sys, builtins\n"
        "from dataclasses import dataclass\n"
        "@dataclass\n"
        "class Point:\n"
        "    x: int\n"
        "if __name__ == '__main__':\n"
        "    print(sys.argv, sys.path[0], __file__, __spec__, __package__, __builtins__ is builtins)\n"
        "    print(pickle.loads(pickle.dumps(Point(3))), Point.__module__, Point.__annotations__)\n"
        "    print(sys.modules['__main__'].Point is Point, __doc__)\n",
    )
    words = ["folder/prog.py", "--n", "3", "--compare", "--", "-x"]
    plain = subprocess.run([sys.executable, *words], capture_output=True, text=True, cwd=tmp_path, check=True)
    done = dusk("run", "--module", "stand_in", *words)
    assert (done.stdout, done.stderr) == (plain.stdout, "")
    assert str(path) in done.stdout


def test_an_uncaught_exception_shows_the_programs_lines_only(
    write: Callable[[str, str], Path], dusk: Run, tmp_path: Path
) -> None:
    write("broken.py", "import numpy as np\nimport numpy.nowhere\n")
    write("prog.py", "import numpy as np\n\ndef f():\n    import broken\n\nf()\n")
    plain = subprocess.run([sys.executable, "prog.py"], capture_output=True, text=True, cwd=tmp_path, check=False)
    done = dusk("run", "prog.py", "--module", "stand_in")
    assert (done.returncode, done.stderr) == (1, plain.stderr)
    assert 'broken.py", line 2' in done.stderr


@pytest.mark.parametrize(
    ("text", "status", "stderr"),
    [
        ("import sys; sys.exit(3)", 3, ""),
        ("raise SystemExit", 0, ""),
        ("import sys; sys.exit('no more')", 1, "no more\n"),
        ("x = (", 1, "SyntaxError"),
        ("raise KeyboardInterrupt", 130, "KeyboardInterrupt"),
    ],
)
def test_the_exit_status_is_the_programs(
    text: str, status: int, stderr: str, write: Callable[[str, str], Path], dusk: Run
) -> None:
    write("prog.py", text)
    done = dusk("run", "prog.py", "--module", "stand_in")
    assert done.returncode == status
    assert stderr in done.stderr
    assert "cli" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [["run"], ["run", "nowhere.py"], ["run", "--new", "p.py"], ["run", __file__, "--module", "nowhere"], ["fly"], []],
)
def test_misuse_is_told_from_failure(words: list[str], dusk: Run) -> None:
    done = dusk(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert "usage: dusk" in done.stderr


LOOPS = """
import numpy as np
import part

def factors(A):
    n = len(A)
    for k in range(n):
        for i in range(k + 1, n):
            A[i, k] /= A[k, k]
            for j in range(k + 1, n):
                A[i, j] -= A[i, k] * A[k, j]
    return A

A = np.arange(12100.0).reshape(110, 110) % 11 + 100 * np.eye(110)
LU = factors(A.copy())
steps = part.collatz(20000)
print(LU[5, 7], steps, type(steps).__name__)
"""
PART = """
def collatz(most):
    steps = 0
    for first in range(1, most):
        n = first
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
    return steps
"""


@pytest.mark.once
def test_hot_loops_of_a_program_and_of_its_modules_are_compiled(write, dusk) -> None:
    write("prog.py", LOOPS)
    write("part.py", PART)
    compared = dusk("run", "prog.py", "--compare", "--json")
    assert compared.returncode == 0, compared.stdout + compared.stderr
    told = dusk("run", "prog.py", "--report", "--json")
    loops = json.loads(told.stderr.splitlines()[-1])["loops"]
    places = {(os.path.basename(t.split(":")[0]), int(t.split(":")[1])) for t in loops if "compiled" in t}
    assert places == {("prog.py", 7), ("part.py", 4)}, loops



@pytest.mark.once
@pytest.mark.parametrize("more", [(), ("--compare",), ("--report",)])
def test_hot_loops_are_compiled_however_a_program_is_run(more, write, dusk) -> None:
    watching = "import sys\nhot = sys.modules.get('dusk.tracing.hot')\n"
    counted = "if hot:\n    print(sum(loop.runs for loops in hot.Loops.every for loop in loops.all), 'compiled')\n"
    loop = "import numpy as np\ns = 0.0\nfor i in range(400000):\n    s += i % 7\nprint(s)\n"
    write("prog.py", watching + loop + counted)
    assert "1 compiled" in dusk("run", "prog.py", *more).stdout


@pytest.mark.once
def test_an_error_in_a_hot_loop_is_pythons_own(write, dusk) -> None:
    write("prog.py", "import numpy as np\na = np.zeros(900000)\nfor i in range(900001):\n    a[i] = 1 + i\n")
    made = dusk("run", "prog.py")
    assert made.returncode == 1
    assert 'prog.py", line 4, in <module>' in made.stderr
    assert "IndexError: index 900000 is out of bounds" in made.stderr
    assert "_dusk" not in made.stderr
