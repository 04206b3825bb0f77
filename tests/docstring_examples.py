"""NumPy's documentation examples, run in NumPy and in Dusk: `python tests/docstring_examples.py [NAME ...]`.

The examples of one docstring run in one namespace, in order, as they are read. An example counts where NumPy itself
prints the same twice (drawing without a seed does not) and raises nothing that comes of the machine. Dusk passes an
example when it prints what NumPy prints, or raises the same exception with the same message.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import sys
import tempfile
import traceback
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy

import dusk.numpy

PARTS = ("", "linalg", "fft", "random")
IMPORT = re.compile(r"^(\s*)import numpy(?:\.\w+)? as np\s*$", re.M)
LEFT_OUT = re.compile(
    r"matplotlib|plt\.|\binput\(|memmap|ctypes|f2py|distutils|show_config|show_runtime|info\(np|np\.empty|np\.ndarray\(|\bid\("
)


@dataclass
class Outcome:
    """What became of the examples of one docstring: how many count, and those that differ (source, NumPy's, ours)."""

    name: str
    counted: int = 0
    differing: list[tuple[str, str, str]] = field(default_factory=list)


def names() -> Iterator[tuple[str, Any]]:
    """Each public callable of NumPy's namespaces once, by its first name."""
    seen: set[int] = set()
    for part in PARTS:
        module = getattr(numpy, part) if part else numpy
        for name in sorted(getattr(module, "__all__", None) or dir(module)):
            found = getattr(module, name, None)
            if not name.startswith("_") and callable(found) and id(found) not in seen and found.__doc__:
                seen.add(id(found))
                yield f"{part}.{name}".lstrip("."), found


def examples(text: str, name: str) -> list[str]:
    """The sources of a docstring's examples."""
    try:
        found = doctest.DocTestParser().get_examples(text, name)
    except ValueError:
        return []
    return [IMPORT.sub(r"\1pass", e.source) for e in found]


def printed(source: str, space: dict[str, Any]) -> str:
    """What an example prints, or the exception it ends in; `np` is bound to `space["np"]`."""
    shown = io.StringIO()
    space["np"] = space["_np"]
    with contextlib.redirect_stdout(shown), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(compile(source, "<example>", "single"), space)
        except Exception as error:
            shown.write("".join(traceback.format_exception_only(error)).splitlines()[0])
    return re.sub(r"0x[0-9a-f]{6,}", "0x", shown.getvalue())


def run(sources: list[str], module: ModuleType) -> list[str]:
    """What each example prints, in an empty folder, with NumPy's settings as they are at the start."""
    space: dict[str, Any] = {"_np": module, "__name__": "example"}
    options, errors, state = numpy.get_printoptions(), numpy.geterr(), numpy.random.get_state()
    if module is not numpy:
        space["numpy"] = module
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            return [printed(source, space) for source in sources]
        finally:
            os.chdir(here)
            numpy.set_printoptions(**options)
            numpy.seterr(**errors)
            numpy.random.set_state(state)


def outcome(name: str, function: Any) -> Outcome:
    """Run one docstring's examples in NumPy twice and in Dusk once."""
    result = Outcome(name)
    sources = examples(function.__doc__, name)
    if not sources or any(LEFT_OUT.search(s) for s in sources):
        sources = [s for s in sources if not LEFT_OUT.search(s)]
    first, second, ours = run(sources, numpy), run(sources, numpy), run(sources, dusk.numpy)
    for source, a, b, c in zip(sources, first, second, ours, strict=True):
        if a == b:
            result.counted += 1
            if a != c:
                result.differing.append((source, a, c))
    return result


def main(wanted: list[str]) -> None:
    outcomes = [outcome(name, function) for name, function in names() if not wanted or name in wanted]
    for one in outcomes:
        for source, theirs, ours in one.differing:
            print(f"--- {one.name}\n{source.rstrip()}\nNumPy: {theirs.rstrip()}\nDusk:  {ours.rstrip()}")
    total, bad = sum(o.counted for o in outcomes), sum(len(o.differing) for o in outcomes)
    print(f"{total - bad} of {total} examples print the same ({100 * (total - bad) / max(total, 1):.2f} %)")


if __name__ == "__main__":
    main(sys.argv[1:])
