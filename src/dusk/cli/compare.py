"""`dusk run --compare`: the same program under NumPy and under Dusk, and whether both left and printed the same."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any, cast

import numpy as np

RUNNER = Path(__file__).with_name("run.py")
RTOL = {"float16": 1e-2, "float32": 1e-5, "complex64": 1e-5}
RTOL_DOUBLE = 1e-10
PRINTED_DIGIT = 1e-5

Array = np.ndarray[Any, Any]
Token = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Side:
    """One run of the program: exit status, times, what it printed and the arrays and numbers it left."""

    status: int
    seconds: float
    cpu_seconds: float
    text: str
    leaves: dict[str, Any]
    stats: object
    stabilised: list[str] = field(default_factory=list[str])

    @property
    def finished(self) -> bool:
        return self.status == 0


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that the two runs do not agree on: where, and what each side has."""

    where: str
    numpy: str
    dusk: str


@dataclass(slots=True)
class Verdict:
    """What was compared, how far it was apart, and where it differs.

    `largest_error` is relative: |a - b| over the larger of |a| and the root mean square of a's array.
    """

    arrays: int = 0
    numbers: int = 0
    printed_numbers: int = 0
    printed_tokens: int = 0
    largest_error: float = 0.0
    differences: list[Difference] = field(default_factory=list[Difference])

    @property
    def equal(self) -> bool:
        return not self.differences

    @property
    def comparable(self) -> bool:
        return not self.equal or self.arrays + self.numbers + self.printed_tokens > 0

    def differ(self, where: str, numpy: object, dusk: object) -> None:
        self.differences.append(Difference(where, str(numpy), str(dusk)))


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far numbers may be apart; `rtol` None means what their dtype allows."""

    rtol: float | None = None
    atol: float = 0.0

    def of(self, dtype: np.dtype[Any]) -> float:
        return self.rtol if self.rtol is not None else RTOL.get(dtype.name, RTOL_DOUBLE)


def run_side(target: str, program: str, arguments: list[str]) -> Side:
    """Run `program` in a process of its own with `target` in NumPy's place; stderr passes through, stdin is empty."""
    with tempfile.TemporaryDirectory(prefix="dusk-compare-") as name:
        folder = Path(name)
        # Sets and dicts of strings iterate in one order on both sides.
        environment = {"PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8", **os.environ}
        command = [sys.executable, str(RUNNER), target, name, program, *arguments]
        with open(folder / "stdout", "wb") as stdout:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=stdout, env=environment, check=False)
        text = (folder / "stdout").read_text("utf-8", errors="replace")
        if not (folder / "result.json").exists():
            return Side(done.returncode or 1, 0.0, 0.0, text, {}, None)
        facts = json.loads((folder / "result.json").read_text())
        with np.load(folder / "leaves.npz", allow_pickle=False) as arrays:
            leaves = {
                row[0]: arrays[str(i)] if row[1] == "array" else parsed(*row[1:])
                for i, row in enumerate(facts["leaves"])
            }
        status = facts["status"] or done.returncode
        return Side(status, facts["seconds"], facts["cpu_seconds"], text, leaves, facts["stats"], facts["stabilised"])


def parsed(kind: str, text: str) -> Any:
    """The value of a row of the runner's result."""
    kinds: dict[str, Callable[[str], Any]] = {
        "bool": lambda text: bool(int(text)),
        "int": lambda text: int(text, 16),
        "float": float,
        "complex": complex,
        "error": str,
    }
    return kinds[kind](text)


def compare(numpy: Side, dusk: Side, tolerance: Tolerance, ignore: set[str], ignore_line: str | None) -> Verdict:
    """Compare two finished runs: every leaf by name, then the printed text with its numbers."""
    verdict = Verdict()
    if not dusk.finished:
        verdict.differ("exit status", numpy.status, dusk.status)
        return verdict
    ours, theirs = (
        {path: value for path, value in side.leaves.items() if path.partition("[")[0] not in ignore}
        for side in (numpy, dusk)
    )
    for path in {**ours, **theirs}:
        if path not in ours or path not in theirs:
            verdict.differ(path, "there" if path in ours else "missing", "there" if path in theirs else "missing")
        else:
            compare_leaf(verdict, path, ours[path], theirs[path], tolerance)
    loosest = max((tolerance.of(np.asarray(value).dtype) for value in ours.values()), default=0.0)
    rtol = tolerance.rtol if tolerance.rtol is not None else max(loosest, RTOL_DOUBLE)
    compare_text(verdict, numpy.text, dusk.text, Tolerance(rtol, tolerance.atol), ignore_line)
    return verdict


def compare_leaf(verdict: Verdict, path: str, ours: Any, theirs: Any, tolerance: Tolerance) -> None:
    """Compare one array or number; integers, booleans, strings and dates exactly, floats within the tolerance."""
    if isinstance(ours, str) or isinstance(theirs, str):  # an array that could not be computed
        if not (isinstance(ours, str) and isinstance(theirs, str)):
            verdict.differ(path, ours, theirs)
        return
    if isinstance(ours, np.ndarray):
        verdict.arrays += 1
    else:
        verdict.numbers += 1
    if isinstance(ours, int) and isinstance(theirs, int):  # of any size: not every int has a dtype
        if ours != theirs or type(ours) is not type(theirs):
            verdict.differ(path, ours, theirs)
        return
    a, b = np.asarray(ours), np.asarray(theirs)
    if a.dtype != b.dtype or a.shape != b.shape:
        verdict.differ(path, f"{a.dtype}{list(a.shape)}", f"{b.dtype}{list(b.shape)}")
        return
    rtol = tolerance.of(a.dtype)
    errors = relative_errors(a, b, tolerance.atol)
    worst = float(errors.max(initial=0.0))
    verdict.largest_error = max(verdict.largest_error, worst)
    if worst > rtol:
        index = np.unravel_index(int(errors.argmax()), a.shape)
        where = path + (f"[{', '.join(map(str, index))}]" if index else "")
        count = int((errors > rtol).sum())
        verdict.differ(where, repr(a[index]), f"{b[index]!r} (off by {worst:.1e}; {count} of {a.size} differ)")


def relative_errors(a: Array, b: Array, atol: float) -> Array:
    """|a - b| / max(|a|, rms(a)) of each element; 0 where equal or both NaN or within `atol`, inf where never equal."""
    if a.dtype.kind not in "fc":
        equal = cast(Array, a == b)
        if a.dtype.kind in "mM":
            equal = equal | (np.isnat(a) & np.isnat(b))
        return np.where(equal, 0.0, np.inf)
    with np.errstate(all="ignore"):
        magnitude = cast(Array, np.abs(a)).astype(np.float64)
        finite = magnitude[np.isfinite(magnitude)]
        largest = float(finite.max(initial=0.0))
        scaled: Array = finite / (largest or 1.0)
        rms = largest * float(np.sqrt(np.dot(scaled, scaled) / max(scaled.size, 1)))
        distance = cast(Array, np.abs(a - b)).astype(np.float64)
        errors = distance / np.maximum(magnitude, rms)
    same = (a == b) | (np.isnan(a) & np.isnan(b)) | (distance <= atol)
    never = ~np.isfinite(a) | ~np.isfinite(b) | np.isnan(errors)
    return np.where(same, 0.0, np.where(never, np.inf, errors))


NUMBER = r"[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
TOKEN = re.compile(rf"(?<![\w.])(?:{NUMBER}|[-+]?(?:nan|inf)\b)|\S", re.IGNORECASE)


def compare_text(verdict: Verdict, ours: str, theirs: str, tolerance: Tolerance, ignore_line: str | None) -> None:
    """Compare what was printed: words exactly, white space not at all, numbers as numbers; at most one difference."""
    for mine, yours in zip_longest(tokens(ours, ignore_line), tokens(theirs, ignore_line)):
        if mine is None or yours is None or not same_token(mine[1], yours[1], tolerance):
            line = (mine or yours or (0, ""))[0]
            verdict.differ(f"printed line {line + 1}", printed_line(ours, mine), printed_line(theirs, yours))
            return
        verdict.printed_tokens += 1
        verdict.printed_numbers += is_number(mine[1])


def tokens(text: str, ignore_line: str | None) -> Iterator[Token]:
    """(line, token) of each number, and of each character that is neither white space nor part of a number."""
    for number, line in enumerate(text.splitlines()):
        if ignore_line is None or not re.search(ignore_line, line):
            for match in TOKEN.finditer(line):
                yield number, match.group()


def is_number(token: str) -> bool:
    return len(token) > 1 or token.isdigit()


def same_token(ours: str, theirs: str, tolerance: Tolerance) -> bool:
    """Equal text, or numbers within the tolerance, or a float's last printed digit apart where that is worth little."""
    if ours == theirs:
        return True
    if not (is_number(ours) and is_number(theirs)):
        return False
    if not (set(ours.lower()) & set(".en") and set(theirs.lower()) & set(".en")):  # integers
        return False
    a, b = float(ours), float(theirs)
    size = max(abs(a), abs(b))
    digit = max(last_digit(ours), last_digit(theirs))
    rounding = 1.01 * digit if digit <= PRINTED_DIGIT * size else 0.0
    return abs(a - b) <= max(tolerance.of(np.dtype(float)) * size, tolerance.atol, rounding)


def last_digit(number: str) -> float:
    """What one unit of the last printed digit is worth: 0.01 for "3.14", 1e-9 for "1.0e-8"."""
    mantissa, _, exponent = number.lower().partition("e")
    return 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))


def printed_line(text: str, token: Token | None) -> str:
    return text.splitlines()[token[0]].strip() if token else "(nothing)"
