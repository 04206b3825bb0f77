"""Writes docs/coverage.md, how each function of NumPy runs here: `python tests/coverage_page.py`, `make coverage`."""

from __future__ import annotations

import functools
import warnings
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy

import dusk
import dusk.numpy as dnp
import numpy_samples

PAGE = Path(__file__).parent.parent / "docs" / "coverage.md"
HEAD = """# Coverage of NumPy

Written by `make coverage` (tests/coverage_page.py); a test holds it true. Each function is called once as the last
column says (`tests/numpy_samples.py`), on vectors `v`, `w`, matrices `m`, `n`, integers `i`, `j` and bools `b`.

- **runs**: *native*: Dusk's own, of its ops; *composite*: NumPy's own Python code, on Dusk's functions; *host*: calls
  NumPy on the values, at least in part; *NumPy's*: NumPy's own function, which is given no arrays or only their types.
- **gradient**: the gradient of its results by the operands exists (–: no operand is a float, or no result depends
  smoothly on one).
- **compiled**: a compiled function that calls it is one program (no: it looks at values, and runs call by call).

Functions whose results' shapes depend on values (`nonzero`, `unique`, ...) look at them, as masks in subscripts do.
Draws of `numpy.random` (all names exist) are NumPy's own numbers, drawn at the call. Methods of arrays (and attributes
that compute something) and of universal functions are the last rows; those that write are judged by what they wrote.
"""


@dataclass(frozen=True)
class Row:
    """How one function runs."""

    name: str
    runs: str
    gradient: str
    compiled: str
    tried: str


def find(name: str) -> Any:
    """A function of `dusk.numpy`, by its dotted name; methods of universal functions are those of one."""
    return functools.reduce(getattr, name.replace("ufunc.", "multiply.").split("."), dnp)


def floats(result: Any) -> list[Any]:
    """The float arrays of a result, in a row."""
    if isinstance(result, tuple | list):
        return [x for part in result for x in floats(part)]
    return [result] if getattr(getattr(result, "dtype", None), "kind", "") in ("f", "c") else []


def total(result: Any) -> Any:
    """A number that depends on all floats of a result (0.0: there are none)."""
    parts = [(abs(x) ** 2 if x.dtype.kind == "c" else x * x).sum() for x in floats(result)]
    return sum(parts[1:], parts[0]) if parts else 0.0


def used(name: str) -> list[str]:
    """The float operands that a function's call names."""
    text = numpy_samples.expression(name) or ""
    text = text if name.startswith("ndarray.") else text.partition("(")[2]
    words = set("".join(c if c.isalnum() else " " for c in text).split())
    return [x for x in ("v", "w", "m", "n") if x in words]


def gradient(name: str) -> str:
    """Whether the gradient of a call's results exists."""
    data, operands = numpy_samples.data(dnp), used(name)
    if not operands or not floats(numpy_samples.call(name, dnp)):
        return "–"

    def loss(*given: Any) -> Any:
        return total(numpy_samples.call(name, dnp, **dict(zip(operands, given, strict=True))))

    try:
        found = dusk.grad(loss, tuple(range(len(operands))))(*[data[x] for x in operands])
        values = [numpy.asarray(g) for g in found]
    except (dusk.errors.GradientError, TypeError):
        return "no"
    if not all(numpy.isfinite(g).all() for g in values):
        return "no"
    return "yes" if any(g.any() for g in values) else "–"


def compiled(name: str) -> str:
    """Whether a compiled function that makes the call is one program."""
    data = numpy_samples.data(dnp)
    f = dusk.compile(lambda given: floats(numpy_samples.call(name, dnp, **given)) or numpy_samples.call(name, dnp))
    try:
        f(data)
        return "yes" if f.explain().startswith("compiled") else "no"
    except Exception:
        return "no"


def row(name: str) -> Row:
    """How a function runs: its call is tried."""
    function, text = find(name), numpy_samples.expression(name)
    theirs = functools.reduce(getattr, name.replace("ufunc.", "multiply.").split("."), numpy)
    if text is None or name in numpy_samples.UNTRIED:
        runs = "NumPy's" if function is theirs else "host"
        return Row(name, runs, "–", "no", numpy_samples.UNTRIED.get(name, ""))
    if function is theirs:
        return Row(name, "NumPy's", "–", "yes", text)
    data = numpy_samples.data(dnp)
    before = dusk.stats()["fallbacks"]
    dusk.eval(numpy_samples.call(name, dnp, **data))
    host = dusk.stats()["fallbacks"] > before
    function = function if isinstance(function, FunctionType) else getattr(function, "__wrapped__", function)
    code = getattr(getattr(function, "__code__", None), "co_qualname", "")
    runs = "host" if host else "composite" if code.startswith("_or_numpy") and _is_theirs(function) else "native"
    return Row(name, runs, gradient(name), compiled(name), text)


def _is_theirs(function: Any) -> bool:
    """Whether a function's code is NumPy's own."""
    inside = [cell.cell_contents for cell in function.__closure__ or ()]
    return any(getattr(getattr(f, "__code__", None), "co_filename", "").startswith(_NUMPY) for f in inside)


_NUMPY = str(Path(numpy.__file__).parent)


def rows() -> list[Row]:
    """The whole page."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [row(name) for name in numpy_samples.names()]


def page(table: list[Row]) -> str:
    """The text of the page."""
    counts = Counter(r.runs for r in table)
    smooth = sum(r.gradient == "yes" for r in table)
    lines = [f"{len(table)} functions: " + ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items()))]
    lines[0] += f"; {smooth} with gradients, {sum(r.compiled == 'yes' for r in table)} compiled.\n"
    lines += ["| function | runs | gradient | compiled | tried |", "|---|---|---|---|---|"]
    lines += [
        f"| {r.name} | {r.runs} | {r.gradient} | {r.compiled} | `{r.tried}` |".replace("``", "") for r in table
    ]
    return HEAD + "\n" + "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(rows()), encoding="utf-8")
