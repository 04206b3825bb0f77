"""Every setting of Dusk in one table; each is also an environment variable read at import (`DUSK_TIER=native`).

And the policy: what may happen without being asked for.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the table: its default, the values it takes, and what it does."""

    default: Any
    parse: Callable[[str], Any]
    choices: tuple[Any, ...] | None
    doc: str


def _flag(text: str) -> bool:
    return text.strip().lower() in ("1", "true", "yes", "on")


SETTINGS: dict[str, Setting] = {
    "tier": Setting(
        "auto", str, ("auto", "interpreter", "native"), "which tier runs programs; forced tiers are for tests"
    ),
    "math": Setting("exact", str, ("exact", "relaxed"), "whether rewrites may change non-NaN results or hide NaN/Inf"),
    "reproducible": Setting(False, _flag, (False, True), "tier, kernel and reduction order depend on the graph alone"),
    "threads": Setting(0, int, None, "threads of the pool; 0 means one a core"),
    "cache_dir": Setting("", str, None, "folder of compiled kernels; empty means the user's cache folder"),
    "ties": Setting("split", str, ("split", "first"), "gradient of max/min at ties: split evenly, or all to the first"),
    "dump_dir": Setting("", str, None, "folder for failing kernels and dumped graphs; empty means a temporary one"),
    "verify": Setting(False, _flag, (False, True), "verify the graph after every pass"),
    "background": Setting(
        True, _flag, (False, True), "compile beside the program that goes on; else at the second visit, while it waits"
    ),
    "winograd": Setting(
        2, int, (0, 2, 4), "largest tiles of convolutions by Winograd's way: 4 is faster, and loses 3 bits; 0 is none"
    ),
    "cut": Setting(512, int, None, "pending calls after which a segment may be cut at its loop's start"),
}


_modes: dict[tuple[Any, ...], int] = {}
_watching: list[Callable[[], None]] = []


class Config:
    """The settings in force, as attributes; assignment checks names and values.

    >>> from dusk.config import config
    >>> with config.using(tier="interpreter"):
    ...     config.tier
    'interpreter'
    """

    tier: str
    math: str
    reproducible: bool
    threads: int
    cache_dir: str
    ties: str
    dump_dir: str
    verify: bool
    background: bool
    winograd: int
    cut: int
    mode: int
    """A number for all settings together: as long as it is the same, none has changed."""
    watched: bool = False
    """Whether somebody watches what runs: what was prepared to run by itself is of another mode."""
    refusals: int = 0
    """How many policies that refuse fallbacks are in force, in all threads."""
    placings: int = 0
    """How many `with` blocks that say another device than the first one are entered, in all threads."""

    def __init__(self) -> None:
        for name, setting in SETTINGS.items():
            text = os.environ.get("DUSK_" + name.upper())
            self._set(name, setting.default if text is None else setting.parse(text))
        self._note()

    def _set(self, name: str, value: Any) -> None:
        setting = SETTINGS.get(name)
        if setting is None:
            raise AttributeError(f"dusk.config has no setting {name!r}; it has {', '.join(SETTINGS)}")
        if setting.choices is not None and value not in setting.choices:
            raise ValueError(f"dusk.config.{name} = {value!r}: must be one of {', '.join(map(repr, setting.choices))}")
        object.__setattr__(self, name, value)

    def _note(self) -> None:
        values = (self.watched, self.placings > 0, *[getattr(self, name) for name in SETTINGS])
        object.__setattr__(self, "mode", _modes.setdefault(values, len(_modes)))
        for told in _watching:
            told()

    def refuse(self, policy: Policy, more: int) -> None:
        """Count the policies in force anywhere that refuse fallbacks."""
        if policy.fallback == "refuse":
            object.__setattr__(self, "refusals", self.refusals + more)
            for told in _watching:
                told()

    def place(self, more: int) -> None:
        """Count the `with` blocks in which arrays are made elsewhere: what was prepared to run by itself is of another
        mode there, and Python is asked where each array is to be made."""
        before = self.placings
        object.__setattr__(self, "placings", before + more)
        if (before > 0) != (self.placings > 0):
            self._note()  # which tells who watches

    @contextmanager
    def watching(self) -> Generator[None, None, None]:
        """For the length of a `with` block nothing runs by itself that was prepared before it."""
        self._watched(True)
        try:
            yield
        finally:
            self._watched(False)

    def _watched(self, watched: bool) -> None:
        object.__setattr__(self, "watched", watched)
        self._note()

    def watch(self, told: Callable[[], None]) -> None:
        """Have a function called now and whenever settings, or policies in force, have changed."""
        _watching.append(told)
        told()

    def __setattr__(self, name: str, value: Any) -> None:
        self._set(name, value)
        self._note()

    @contextmanager
    def using(self, **settings: Any) -> Generator[Config, None, None]:
        """Set the named settings for the length of a `with` block."""
        before = {name: getattr(self, name) for name in settings}
        for name, value in settings.items():
            setattr(self, name, value)
        try:
            yield self
        finally:
            for name, value in before.items():
                setattr(self, name, value)


config = Config()


RULES: dict[str, tuple[str, ...]] = {
    "fallback": ("allow", "refuse"),
    "transfer": ("transparent", "explicit", "exclusive"),
}
"""What a policy can say, and the values that each rule takes."""


@dataclass(frozen=True, slots=True)
class Policy:
    """The rules in force."""

    fallback: Literal["allow", "refuse"] = "allow"
    transfer: Literal["transparent", "explicit", "exclusive"] = "transparent"


_in_force: ContextVar[tuple[Policy, ...]] = ContextVar("policy", default=(Policy(),))


def policy_in_force() -> Policy:
    """The policy of the code that is running."""
    return _in_force.get()[-1]


class policy:  # noqa: N801 - reads as a statement
    """A context manager and decorator that says what may happen without being asked for.

    `fallback="refuse"`: a call that NumPy would have to do on the host raises PolicyError, which names the call, the
    user's line and what to write instead; "allow" (the default) lets it pass.
    `transfer="explicit"`: a call whose arrays lie on several devices raises PolicyError, which names the devices, the
    line and what to write instead; "exclusive" refuses any other copy to a device that was not asked for, too, and
    compiling what would run on the host; "transparent" (the default) makes the copies, which `dusk.stats()` counts.
    It holds for this thread (and task), for compiled functions called meanwhile too; the innermost says it. TypeError:
    there is no such rule; ValueError: it does not take this value.

    >>> import dusk, dusk.numpy as np
    >>> with dusk.policy(fallback="refuse"):
    ...     print(np.add(np.ones(2), 1))
    [2. 2.]
    """

    def __init__(self, **rules: Any) -> None:
        for name, value in rules.items():
            if name not in RULES:
                raise TypeError(f"dusk.policy has no rule {name!r}; it has {', '.join(RULES)}")
            if value not in RULES[name]:
                raise ValueError(f"dusk.policy({name}={value!r}): must be one of {', '.join(map(repr, RULES[name]))}")
        self.rules = rules

    def __enter__(self) -> Policy:
        outer = _in_force.get()
        inner = replace(outer[-1], **self.rules)
        _in_force.set((*outer, inner))
        config.refuse(inner, 1)
        return inner

    def __exit__(self, *exc: object) -> None:
        *outer, inner = _in_force.get()
        _in_force.set(tuple(outer))
        config.refuse(inner, -1)

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def under_policy(*args: Any, **kwargs: Any) -> Any:
            with self:
                return function(*args, **kwargs)

        return under_policy
