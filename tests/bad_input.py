"""Every function of NumPy's with operands that are wrong: what NumPy says to them, and what Dusk says.

Run as a program (in a process of its own, so that a crash is seen, its memory limited, so that no huge array is made in
earnest), it prints what differs, a line each: `python tests/bad_input.py TIER EACH FIRST`.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import re
import resource
import sys
import traceback
import warnings
from collections.abc import Iterator
from typing import Any

import numpy

import dusk
import dusk.numpy as dnp
import numpy_samples

WRONG: dict[str, str] = {
    "other shape": "np.ones((4, 7))",
    "one longer": "np.ones(6)",
    "no dimensions": "np.array(2.5)",
    "five dimensions": "np.ones((1, 2, 1, 2, 1))",
    "nothing": "np.zeros(0)",
    "rows of nothing": "np.zeros((3, 0))",
    "no rows": "np.zeros((0, 3))",
    "text": "'abc'",
    "array of text": "numpy.array(['a', 'b', 'c'])",
    "array of objects": "numpy.array([None, 1, 'a'], dtype=object)",
    "none": "None",
    "ragged": "[[1, 2], [3]]",
    "a dict": "{}",
    "NaN": "np.array([1.0, np.nan, 0.5, np.nan, 2.0])",
    "infinite": "np.array([np.inf, 1.0, -np.inf, 0.5, np.inf])",
    "complex": "np.array([1 + 2j, 0.5j, 1, 2, 3])",
    "bools": "np.array([True, False, True, True, False])",
    "integers": "np.array([5, -7, 100, 0, 2])",
    "huge": "np.broadcast_to(np.ones(1), (2**31 + 3,))",
    "too huge": "np.broadcast_to(np.ones(1), (2**31, 2**31))",
}
"""What stands in the place of an operand, as an expression."""
WORDS = ("axis=7", "axis=-9", "axis=1.5", "axis='x'", "axis=(0, 0)", "axis=(0, 1, 2, 3)", "out=3", "out='x'",
         "dtype='nope'", "keepdims='x'", "where=3.5", "colour=1", "out=np.zeros((9, 9))", "dtype='U3'")  # fmt: skip
"""Arguments by name that do not fit, added to a call."""
SHAPES = ("(2**31, 2**31)", "(-1,)", "(2**63,)", "(2**31, 2**31, 0)", "1.5", "'x'", "(2, 'x')", "None", "(2**62, 4)",
          "[2, [3]]")  # fmt: skip
MADE = ("zeros({})", "ones({})", "empty({})", "full({}, 1.0)", "broadcast_to(np.ones(1), {})",
        "ones(1).reshape({})", "resize(np.ones(3), {})", "indices({})", "random.default_rng(0).random({})",
        "tile(np.ones(3), {})")  # fmt: skip
ALIASED = tuple(
    f"(a := {a}, np.{f}, a)[-1]"
    for a in ("np.arange(12.0)", "np.arange(12.0).reshape(3, 4)[:, ::-1]", "np.arange(16.0).reshape(4, 4).T")
    for f in ("add(a[1:], a[:-1], out=a[1:])", "add(a[:-1], a[1:], out=a[1:])", "negative(a, out=a[::-1])",
              "multiply(a, a[::-1], out=a)", "cumsum(a, axis=0, out=a)", "add(a, 1, out=a[1:])", "exp(a, out=a[:0])",
              "add(a, a, out=a.reshape(-1))", "sum(a, axis=0, out=a[0])", "maximum(a[0], a, out=a)", "sqrt(a, out=a.T)",
              "matmul(a, a.T, out=a)", "take(a, [0, 1], axis=0, out=a[:2])", "clip(a, 1, 5, out=a[::-1])",
              "add.at(a, ([0, 0, 1],), a[:3])", "copyto(a[1:], a[:-1])", "where(a > 3, a, -a)",
              "add.reduce(a, out=a[0])", "concatenate([a, a], out=a)", "add(a, a, out=(a, a))", "dot(a, a.T, out=a)",
              "putmask(a, a > 2, a[::-1])")
)  # fmt: skip


EXCUSED = {
    r"nan(mean|std|var)\(.*(out=3|out='x')": "NumPy stumbles over an attribute; TypeError says what is wrong",
    r"nan(mean|std|var)\(.*dtype='U3'": "NumPy refuses, for the dtype is inexact; here NumPy itself takes it for text",
    r"fftshift\(v\) .*2\.5": "NumPy unpacks too few values; of a number nothing is shifted",
    r"fftfreq\(5, dtype=": "a parameter of the array API's",
    r"(poly|roots)\(v\) ": "NumPy's dispatcher refuses what its function takes",
    r"ravel\(m\) .*2\*\*31 \+ 3": "a view, until it is looked at",
    r"shape\(v\) .*2\*\*31": "no array is made",
    r"transpose\(m\) .*2\*\*31 \+ 3": "views are copied into compiled functions",
    r"split\(v, 5\) .*\[3\]\]": "NumPy asks the list for its shape",
    r"tile\(.*2\*\*63": "too big a number, or array",
    r"tile\(.*2\*\*31, 2\*\*31": "NumPy makes it axis by axis, and runs out of memory before it is too big",
    r"\.T, np\.dot\(a, a\.T, out=a": "arrays here have no order of memory",
}
"""What may differ, and why."""


def calls() -> Iterator[tuple[str, dict[str, str]]]:
    """Expressions, and what their operands are where they are not the usual ones."""
    for name in numpy_samples.names():
        text = None if name in numpy_samples.UNTRIED or name in SILENT else numpy_samples.expression(name)
        if text is None:
            continue
        operands = dict.fromkeys(re.findall(r"\b[vwmnijb]\b", text.partition("(")[2]))
        for operand, wrong in itertools.product(operands, WRONG.values()):
            if "2**31" in wrong and name not in LIGHT:
                continue
            yield text, {operand: wrong}
        for word in WORDS:
            if text.endswith(")") and word.partition("=")[0] + "=" not in text:
                yield f"{text[:-1]}{'' if text.endswith('()') else ', '}{word})", {}
    for form in MADE:
        for shape in SHAPES:
            yield "np." + form.format(shape), {}
    for text in ALIASED:
        yield text, {}


SILENT = {
    "set_printoptions", "setbufsize", "seterr", "seterrcall", "printoptions", "show_config", "array2string",
    "array_repr", "array_str", "get_printoptions", "nested_iters", "frompyfunc",
}  # fmt: skip
LIGHT = {"negative", "zeros_like", "ones_like", "exp", "cumsum", "sort", "copy", "ravel", "concatenate", "outer",
         "tile", "repeat", "shape", "transpose"}  # fmt: skip
"""Functions tried on more elements than memory has."""


def outcome(np: Any, text: str, operands: dict[str, str], compiled: bool = False) -> tuple[Any, str]:
    """The type of what a call raises, or of what it gives, and the text of it."""
    scope: dict[str, Any] = {"np": np, "numpy": numpy, **numpy_samples.data(np)}
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            for name, expression in operands.items():
                scope[name] = eval(expression, scope)
            found = _compiled(text, scope) if compiled else eval(text, scope)
            shape, dtype = getattr(found, "shape", None), getattr(found, "dtype", None)
            if hasattr(found, "__array__") and numpy.size(numpy.empty(0) if shape is None else shape) >= 0:
                numpy.asarray(found)
        return (shape, str(dtype)), ""
    except Exception as error:
        kind = type(error)
        while kind.__module__.startswith("numpy._"):
            kind = kind.__mro__[1]
        said = "; ".join((str(error), *getattr(error, "__notes__", ())))
        lines = {frame.filename for frame in traceback.extract_tb(error.__traceback__)}
        named = "<string>" in lines or (compiled and isinstance(error, MemoryError))  # of an argument copied
        if np is dnp and not named and not re.search(r"in \w+, from .*<string>:1", said):
            return AssertionError, f"names neither op nor line: {said}"
        return kind, said


def _compiled(text: str, scope: dict[str, Any]) -> Any:
    """What an expression gives as a compiled function of its operands."""
    arrays = {name: scope[name] for name in "vwmnijb" if isinstance(scope[name], dnp.ndarray)}
    return dusk.compile(lambda **given: eval(text, {**scope, **given}))(**arrays)


def main() -> int:
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    tier, each, first = (*sys.argv[1:], *("auto", "1", "0")[len(sys.argv) - 1 :])
    count = 0
    with dusk.config.using(tier=tier), numpy.errstate(all="ignore"):
        for text, operands in itertools.islice(calls(), int(first), None, int(each)):
            print(f"try {text} {operands}", file=sys.stderr, flush=True)
            theirs, expected = outcome(numpy, text, operands)
            count += 1
            if any(re.search(pattern, f"{text} {operands}") for pattern in EXCUSED):
                continue
            for time in ("first", "second", "third", "compiled"):
                ours, message = outcome(dnp, text, operands, time == "compiled")
                both = isinstance(ours, type) and isinstance(theirs, type)
                if ours != theirs and not (both and issubclass(ours, theirs)):
                    shown = [x.__name__ if isinstance(x, type) else x for x in (ours, theirs)]
                    print(f"{time}: {text} {operands}: {shown[0]} {message[:90]!r} for {shown[1]} {expected[:60]!r}")
                    break
    print(f"{count} calls")
    return 0


if __name__ == "__main__":
    sys.exit(main())
