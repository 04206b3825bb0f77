"""What happens at floating-point errors: NumPy's settings.

Code of Dusk's own says nothing of them; what NumPy computes in its place warns as NumPy does. Who wants to be told
asks: in a block of `errstate` that asks for a warning, or wherever more than a warning is asked for (raise, call,
print, log), each call is NumPy's, at once.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, cast

import numpy as np

from dusk.record import local, run_pending

__all__ = ["errstate", "geterr", "geterrcall", "seterr", "seterrcall"]

_QUIET = ("ignore", "warn")


def _follow(quiet: tuple[str, ...] = _QUIET) -> None:
    """Let this thread's recorder know what NumPy's settings ask for, beside what is quiet."""
    context = local.context
    wanted = any(asked not in quiet for asked in np.geterr().values())
    if wanted != context.checked:
        context.check(wanted)


def _before(asked: dict[str, Any], quiet: tuple[str, ...] = _QUIET) -> None:
    """What was recorded under other settings runs under them; a trace ends where errors are to be noticed."""
    if any(value not in (None, *quiet) for name, value in asked.items() if name != "call"):
        context = local.context
        if context.trace is not None:
            context.trace(None)  # type: ignore[arg-type] # no value of ours is looked at
        if not context.checked:
            run_pending()


class errstate:  # noqa: N801 - NumPy's name
    """A block (or, as a decorator, a function) with its own settings; see `numpy.errstate`."""

    def __init__(self, **asked: Any) -> None:
        self._asked = asked
        self._numpy = np.errstate(**asked)

    def __enter__(self) -> None:
        self._checked = local.context.checked
        warns = "warn" in self._asked.values() or (self._checked and "warn" in np.geterr().values())
        quiet = ("ignore",) if warns else _QUIET
        _before(self._asked, quiet)
        self._numpy.__enter__()
        _follow(quiet)

    def __exit__(self, *error: Any) -> None:
        self._numpy.__exit__(*error)
        if self._checked != local.context.checked:
            local.context.check(self._checked)

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def inside(*args: Any, **kwargs: Any) -> Any:
            with errstate(**self._asked):
                return function(*args, **kwargs)

        return inside


def seterr(
    all: str | None = None,
    divide: str | None = None,
    over: str | None = None,
    under: str | None = None,
    invalid: str | None = None,
) -> dict[str, str]:
    """Settings for this thread from now on, giving those before; see `numpy.seterr`."""
    asked: dict[str, Any] = {"all": all, "divide": divide, "over": over, "under": under, "invalid": invalid}
    _before(asked)
    before = np.seterr(**asked)
    _follow()
    return cast("dict[str, str]", dict(before))


geterr, geterrcall, seterrcall = np.geterr, np.geterrcall, np.seterrcall
