"""A compiled function beside the same function as it is written, which Python runs: what they give and leave."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

from dusk.array import is_array
from dusk.record import Handle, value_of
from dusk.testing.reference import differing, share
from dusk.tree import flatten, unflatten

Array = np.ndarray[Any, Any]


@dataclass
class Outcome:
    """What a call gave: leaves of its result and their structure, or an error; what it printed, and left in what it was
    given."""

    results: list[Any] = field(default_factory=list[Any])
    structure: Any = None
    error: Exception | None = None
    printed: str = ""
    left: list[Any] = field(default_factory=list[Any])


@dataclass(frozen=True)
class Difference:
    """Where two outcomes part: in what, at which index, `met` instead of `wanted`."""

    what: str
    index: tuple[int, ...]
    met: Any
    wanted: Any


def copied(args: Sequence[Any]) -> Any:
    """Arguments with arrays of their own."""
    leaves, structure = flatten(tuple(args))
    return unflatten(structure, [x.copy() if is_array(x) or isinstance(x, np.ndarray) else x for x in leaves])


def outcome(function: Callable[..., Any], args: Sequence[Any]) -> Outcome:
    """What a call with copies of the arguments gives."""
    given, made = copied(args), Outcome()
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        try:
            leaves, structure = flatten(function(*given))
            made.results = [_looked(leaf) for leaf in leaves]
            made.structure = structure
        except Exception as error:
            made.error = error
    made.printed = told.getvalue()
    made.left = [_looked(leaf) for leaf in flatten(given)[0]]
    return made


def _looked(leaf: Any) -> Any:
    """A leaf with its value at hand: numbers of any kind as arrays."""
    if isinstance(leaf, Handle):
        return np.array(value_of(leaf))
    return np.array(leaf) if isinstance(leaf, bool | int | float | complex | np.generic | np.ndarray) else leaf


def differences(wanted: Outcome, met: Outcome) -> Iterator[Difference]:
    """Where outcomes part. Numbers of Python's own may have become NumPy's scalars of their dtypes, floats may differ
    by rounding."""
    errors = [type(o.error).__name__ if o.error else "none" for o in (met, wanted)]
    if errors[0] != errors[1]:
        yield Difference("error", (), *errors)
    if met.printed != wanted.printed:
        yield Difference("print", (), met.printed, wanted.printed)
    if met.structure != wanted.structure:
        yield Difference("structure", (), met.structure, wanted.structure)
        return
    for what in ("results", "left"):
        for i, (a, b) in enumerate(zip(getattr(met, what), getattr(wanted, what), strict=True)):
            yield from _differing(f"{'result' if what == 'results' else 'argument'} {i}", a, b)


def _is_numeric(leaf: Any) -> bool:
    return isinstance(leaf, np.ndarray) and cast("Array", leaf).dtype.kind != "O"


def _differing(what: str, a: Any, b: Any) -> Iterator[Difference]:
    if not (_is_numeric(a) and _is_numeric(b)):
        if type(a) is not type(b) or bool(np.any(a != b)):
            yield Difference(what, (), a, b)
        return
    if (a.dtype, a.shape) != (b.dtype, b.shape):
        yield Difference(what, (), f"{a.dtype}{list(a.shape)}", f"{b.dtype}{list(b.shape)}")
        return
    index = differing(a, b, share(b, 0.75))
    if index is not None:
        yield Difference(what, index, a[index], b[index])
