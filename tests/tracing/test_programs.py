"""Random programs in plain Python do under `dusk.compile` what NumPy's arrays do in them."""

from __future__ import annotations

import importlib.util
import inspect
from typing import Any

import numpy
import pytest
from tests.tracing.programs import Writer, data

import dusk
import dusk.numpy as np
from dusk.config import config


def load(path: Any, name: str) -> Any:
    """A module of its own from a file."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def outcome(f: Any, args: Any) -> Any:
    """What a function gives, computed, or the type of what it raises."""
    try:
        made = f(*args)
        dusk.eval(made)
        return made, None
    except Exception as error:
        return None, type(error)


def same(want: Any, got: Any, what: str) -> str | None:
    """How two values differ, if they do."""
    a, b = numpy.asarray(want), numpy.asarray(got)
    if a.shape != b.shape:
        return f"{what}: shape {b.shape}, not {a.shape}"
    if isinstance(want, numpy.generic | numpy.ndarray) and a.dtype != b.dtype:
        return f"{what}: {b.dtype}, not {a.dtype}"
    near = {"rtol": 1e-4, "atol": 1e-4} if "f4" in (a.dtype.str[1:], b.dtype.str[1:]) else {"rtol": 1e-9, "atol": 1e-9}
    if not numpy.allclose(b, a, equal_nan=True, **near):
        return f"{what}: {b.tolist()}, not {a.tolist()}"
    return None


def check(path: Any, seed: int, tiers: Any) -> tuple[list[str], list[str]]:
    """What a program does otherwise under `dusk.compile`, and what became of it in each run."""
    wrong: list[str] = []
    notes: list[str] = []
    plain, other = load(path, f"plain_{seed}"), load(path, f"other_{seed}")
    samples = dict(zip(inspect.signature(plain.f).parameters, plain.SAMPLES, strict=False))
    for tier in tiers:
        compiled = dusk.compile(other.f)
        for turn in range(3):
            mine = data(samples, 3 * seed + turn)
            theirs = [a.copy() if isinstance(a, numpy.ndarray) else a for a in mine]
            if seed % 3:
                theirs = [np.array(a) if isinstance(a, numpy.ndarray) else a for a in theirs]
            if seed % 11 == 0 and mine[0].dtype == mine[1].dtype:  # one array twice
                mine[1], theirs[1] = mine[0], theirs[0]
            plain.G[:], other.G[:] = numpy.arange(5.0), numpy.arange(5.0)
            want, raised = outcome(plain.f, mine)
            with config.using(tier=tier):
                got, error = outcome(compiled, theirs)
            where = f"{tier}, turn {turn}"
            notes.append(compiled.explain())
            if raised is OverflowError or (raised is IndexError and error is None):
                continue  # small integers wrap; what nobody reads is not checked
            if raised is not error:
                wrong.append(f"{where}: {error} for {raised}")
            elif raised is None:
                pairs = [*zip(want, got, strict=True), *zip(mine, theirs, strict=True), (plain.G, other.G)]
                found = [same(a, b, f"{where}: value {i}") for i, (a, b) in enumerate(pairs)]
                wrong += [f for f in found if f]
    return wrong, notes


SEEDS = 12
"""More are run by hand: `check` on any seed tells what differs."""


@pytest.mark.filterwarnings("ignore")
def test_random_programs_do_what_they_do_in_python(tmp_path) -> None:
    compiled = 0
    with numpy.errstate(all="ignore"):
        for seed in range(SEEDS):
            path = tmp_path / f"program_{seed}.py"
            path.write_text(Writer(seed).text())
            wrong, notes = check(path, seed, ("interpreter", "native") if seed % 4 == 0 else ("interpreter",))
            assert not wrong, f"seed {seed}: {wrong}; {notes[0]}\n{path.read_text()}"
            compiled += notes[0].startswith("compiled")
    assert compiled >= 0.7 * SEEDS
