"""The examples are what they say: programs that know nothing of Dusk and give what they give under NumPy, and a
gradient derived by hand that is right."""

import ast
import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from subprocess_script import NOTICE

EXAMPLES = Path(__file__).parents[2] / "examples"
PROGRAMS = sorted((EXAMPLES / "numpy").glob("*.py"))
SMALLER = {
    "kmeans": ("POINTS, DIMENSIONS, K = 80_000", "POINTS, DIMENSIONS, K = 20_000"),
    "options": ("PATHS, STEPS = 200_000", "PATHS, STEPS = 50_000"),
    "wave2d": ("STEPS = 1600", "STEPS = 600"),
}


def load(name: str) -> ModuleType:
    path = EXAMPLES / "digits" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"digits_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_numpy_program_imports_numpy_and_the_standard_library_only(path: Path) -> None:
    imports = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {name.name for node in imports if isinstance(node, ast.Import) for name in node.names}
    assert all(isinstance(node, ast.Import) for node in imports)
    assert "numpy" in names
    assert names - {"numpy"} <= sys.stdlib_module_names


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_numpy_program_leaves_and_prints_under_dusk_what_it_does_under_numpy(path: Path, tmp_path: Path) -> None:
    large, small = SMALLER[path.stem]
    text = path.read_text()
    assert text.count(large) == 1
    (tmp_path / path.name).write_text(text.replace(large, small))
    done = subprocess.run(
        [sys.executable, "-m", "dusk.cli", "run", "--compare", "--json", path.name],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        check=False,
    )
    assert re.sub(NOTICE, "", done.stderr, count=1) == ""
    report = json.loads(done.stdout)
    assert (done.returncode, report["differences"]) == (0, [])
    assert report["arrays"] > 3
    assert report["printed_numbers"] > 10


def test_the_digits_are_split_into_four_fifths_and_one_fifth_of_different_images() -> None:
    digits = load("data").load()
    assert (digits.x_train.shape, digits.x_test.shape) == ((1437, 64), (360, 64))
    assert digits.x_train.min() == 0.0
    assert digits.x_train.max() == 1.0
    other = load("data").load(seed=1)
    assert not np.array_equal(digits.y_test, other.y_test)
    assert np.bincount(np.concatenate((digits.y_train, digits.y_test))).sum() == 1797


def test_the_gradient_by_hand_agrees_with_finite_differences() -> None:
    model = load("model")
    rng = np.random.default_rng(0)
    x, t = rng.random((7, 64)), np.eye(10)[rng.integers(0, 10, 7)]
    params = model.initial()
    value, gradients = model.loss_and_gradients(params, x, t)
    assert value == pytest.approx(model.loss(np, params, x, t), rel=1e-14)
    for w, g in zip(params, gradients):
        direction = rng.standard_normal(w.shape)
        direction /= np.abs(direction).max()
        slope = 0.0
        for sign in (1, -1):
            moved = [v + sign * 1e-5 * direction if v is w else v for v in params]
            slope += sign * model.loss(np, moved, x, t) / 2e-5
        assert (g * direction).sum() == pytest.approx(slope, rel=1e-6)
