"""Ops of shared libraries and of installed packages."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import dusk
import dusk.numpy as np
from dusk import symbol
from dusk.testing import check_grads

X = numpy.linspace(0.5, 2.0, 7)
SOURCE = """
#include <stdint.h>
const char dusk_ops[] =
    "double test_cube(double x) by test_cube_dx\\n"
    "double test_cube_dx(double x)\\n"
    "double test_mix(double x, double y) by test_second test_first\\n"
    "double test_first(double x, double y)\\n"
    "double test_second(double x, double y)\\n"
    "void test_reversed(const double *x, double *y, int64_t n) x[n] -> y[n]\\n";
double test_cube(double x) { return x * x * x; }
double test_cube_dx(double x) { return 3 * x * x; }
double test_mix(double x, double y) { return x * y; }
double test_first(double x, double y) { return x; }
double test_second(double x, double y) { return y; }
void test_reversed(const double *x, double *y, int64_t n) { for (int64_t i = 0; i < n; i++) y[i] = x[n - 1 - i]; }
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("no C compiler")
    folder = tmp_path_factory.mktemp("library")
    (folder / "ops.c").write_text(SOURCE)
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", folder / "ops.so", folder / "ops.c"], check=True)
    return folder / "ops.so"


def test_a_library_says_what_its_ops_are(path: Path, tier: str) -> None:
    ops = dusk.ffi.load(path)
    assert [op.name for op in ops][:2] == ["test_cube", "test_cube_dx"] and "test_mix" in dir(ops)
    assert_allclose(ops.test_cube(np.array(X)), X**3)
    assert_array_equal(ops.test_reversed(np.array(X)), X[::-1])
    assert_allclose(dusk.grad(lambda x: ops.test_cube(x).sum())(np.array(X)), 3 * X**2)
    check_grads(ops.test_mix, [X, X[::-1].copy()], order=1)
    assert_allclose(symbol.compile(symbol.test_cube(symbol.Variable("x")) + 1)(x=X), X**3 + 1)
    with pytest.raises(AttributeError, match="has no op 'cubes'; it has test_cube, test_cube_dx"):
        _ = ops.cubes


def test_any_library_will_do_with_declarations() -> None:
    libm = dusk.ffi.load(None, "double cbrt(double x)\nint abs(int x)\n")
    assert_allclose(libm.cbrt(X), numpy.cbrt(X))
    assert libm.abs(-3) == 3


def test_wrong_declarations_are_refused(path: Path) -> None:
    for text, error in {
        "double test_cube(double x) from test_cube_dx": "is not understood",
        "double missing(double x)": "has no function 'missing'",
        "double (double x)": "has no function ''",
        "double test_cube(double x) by a b": "1 arguments and 2 partial derivatives",
        "void test_reversed(const double *x, double *y, int64_t n)": "give shapes=",
    }.items():
        with pytest.raises(TypeError, match=error):
            dusk.ffi.load(path, text)
    with pytest.raises(OSError, match="nowhere"):
        dusk.ffi.load("nowhere.so")
    with pytest.raises(TypeError, match="does not declare its ops"):
        dusk.ffi.load(None)


def test_ops_of_installed_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tiny_ops.py").write_text(
        "import dusk, dusk.numpy as np\n\n@dusk.op\ndef tiny_square(x):\n    return x * x\n"
    )
    about = tmp_path / "tiny_ops-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tiny-ops\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[dusk.ops]\ntiny_square = tiny_ops:tiny_square\n")
    monkeypatch.syspath_prepend(tmp_path)
    found: dict[str, Any] = dusk.ffi.installed()
    assert_allclose(found["tiny_square"](np.array(X)), X**2)
    assert_allclose(symbol.compile(symbol.tiny_square(symbol.Variable("x")))(x=X), X**2)
