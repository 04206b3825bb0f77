"""Hot loops that are compiled as they run do what Python's own do, wherever that begins."""

from __future__ import annotations

import ast
import inspect
import io
import subprocess
import sys
import traceback
from contextlib import redirect_stdout
from types import SimpleNamespace
from typing import Any

import numpy
import pytest
from tests.tracing.hot_programs import PROGRAMS
from tests.tracing.programs import Writer, data
from tests.tracing.test_programs import outcome, same

import dusk
import dusk.numpy as np
from dusk.cli.run import leaves_of
from dusk.tracing import hot, outlined_module
from dusk.tracing.source import set_tree


@pytest.fixture
def soon(monkeypatch) -> None:
    """Loops are compiled after a few rounds."""
    for name, value in {"HOT": 7, "INNER": 1, "WORTH": 3}.items():
        monkeypatch.setattr(hot, name, value)


def ran(code: Any, space: dict[str, Any]) -> tuple[list[Any], str, Any]:
    """What a program leaves, what it prints, and the error that ends it, with its line."""
    out = io.StringIO()
    error = None
    try:
        with redirect_stdout(out):
            exec(code, space)
    except Exception as raised:
        frames = traceback.extract_tb(raised.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == "program.py"]
        error = type(raised), str(raised), lines
    space.pop("np")
    return [(path, type(x), x) for path, x in leaves_of(space)], out.getvalue(), error


def both(text: str, path: str = "program.py") -> tuple[Any, Any, hot.Loops | None]:
    plain = ran(compile(text, path, "exec"), {"np": numpy, "__name__": "program"})
    space: dict[str, Any] = {"np": np, "__name__": "program"}
    made = ran(outlined_module(text, path, space), space)
    return plain, made, space.get("_dusk_loops")


@pytest.mark.once
@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_do_what_they_do_in_python(name, soon) -> None:
    compiled, text = PROGRAMS[name]
    (want, printed, raised), (got, output, error), loops = both(text)
    assert output == printed
    assert error == raised
    assert [path for path, *_ in got] == [path for path, *_ in want]
    for (path, kind, a), (_, other, b) in zip(want, got, strict=True):
        assert other is kind, path
        if numpy.asarray(a).dtype == object:
            assert a == b, path
            continue
        numpy.testing.assert_allclose(b, a, rtol=1e-12, atol=0, err_msg=path)
        assert numpy.asarray(b).dtype == numpy.asarray(a).dtype, path
    runs = [loop for loop in loops.all if loop.runs] if loops else []
    assert len(runs) == compiled, loops.told()


def loaded(text: str, outline: bool) -> Any:
    """A module of a random program, as Python runs it, or with its hot loops compiled."""
    space: dict[str, Any] = {"__name__": "program"}
    exec(outlined_module(text, "program.py", space) if outline else compile(text, "program.py", "exec"), space)
    return SimpleNamespace(**space, loops=space.get("_dusk_loops"))


def check_random(seed: int) -> tuple[list[str], list[str]]:
    """What a random program does otherwise with its hot loops compiled, and what became of these."""
    text = Writer(seed).text()
    plain, other = loaded(text, False), loaded(text, True)
    wrong: list[str] = []
    samples = dict(zip(inspect.signature(plain.f).parameters, plain.SAMPLES, strict=False))
    for turn in range(3):
        mine = data(samples, 3 * seed + turn)
        theirs = [a.copy() if isinstance(a, numpy.ndarray) else a for a in mine]
        if seed % 3:
            theirs = [np.array(a) if isinstance(a, numpy.ndarray) else a for a in theirs]
        plain.G[:], other.G[:] = numpy.arange(5.0), numpy.arange(5.0)
        want, raised = outcome(plain.f, mine)
        got, error = outcome(other.f, theirs)
        if raised is not error:
            wrong.append(f"turn {turn}: {error} for {raised}")
        values = [*zip(want, got, strict=True)] if raised is None and error is None else []
        pairs = [*values, *zip(mine, theirs, strict=True), (plain.G, other.G)]
        found = [same(a, b, f"turn {turn}: value {i}") for i, (a, b) in enumerate(pairs)]
        wrong += [f for f in found if f]
    return wrong, other.loops.told() if other.loops else []


SEEDS = 40
"""More are run by hand: `check_random` on any seed tells what differs."""


@pytest.mark.once
@pytest.mark.filterwarnings("ignore")
def test_random_programs_do_what_they_do_in_python(soon) -> None:
    compiled = 0
    with numpy.errstate(all="ignore"):
        for seed in range(SEEDS):
            wrong, told = check_random(seed)
            assert not wrong, f"seed {seed}: {wrong}; {told}\n{Writer(seed).text()}"
            compiled += any(": compiled" in line for line in told)
    assert compiled >= SEEDS // 4


def test_loops_that_stay_pythons_are_told_with_the_reason() -> None:
    def watched(a, log):
        log.append(1)
        for i in range(len(a)):
            try:
                a[i] += 1
            except IndexError:
                break
        for name in ("x", "y"):
            log.append(name)

    compiled = dusk.compile(watched)
    compiled(np.zeros(3), Odd())
    first = watched.__code__.co_firstlineno
    assert f"{first + 2}: Python's: has a statement of Python's own, at line {first + 3}" in compiled.explain()
    assert f"{first + 7}: Python's: goes over no range and no array" in compiled.explain()


class Odd(list):
    """No key of a signature: what gets one runs as Python."""


@pytest.mark.once
def test_functions_of_one_text_read_their_own_globals(soon) -> None:
    text = "def f(n, log):\n    s = 0.0\n    for i in range(n):\n        s += scale\n    return s\n"
    made = []
    for scale in (1.0, 2.0):
        space: dict[str, Any] = {"scale": scale, "__name__": "program"}
        exec(compile(text, "program.py", "exec"), space)
        set_tree(space["f"], ast.parse(text).body[0])
        made.append(dusk.compile(space["f"]))
    assert [f(40, Odd()) for f in made] == [40.0, 80.0]
    assert all("1 runs" in f.explain() for f in made)


@pytest.mark.once
def test_asserts_that_python_leaves_out_leave_no_loop(tmp_path) -> None:
    text = (
        "import numpy as np\nfrom dusk.tracing import outlined_module, hot\nhot.HOT, hot.INNER, hot.WORTH = 7, 1, 3\n"
        "text = 's = 0\\nfor i in range(300):\\n    assert i < 200\\n    s += i\\n'\nspace = {}\n"
        "exec(outlined_module(text, 'p.py', space), space)\nprint(space['s'], space['_dusk_loops'].all[0].runs)\n"
    )
    path = tmp_path / "optimised.py"
    path.write_text(text)
    made = subprocess.run([sys.executable, "-O", str(path)], capture_output=True, text=True, check=True)
    assert made.stdout.split() == [str(sum(range(300))), "1"]
