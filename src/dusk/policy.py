"""What may happen without being asked for: fallbacks to NumPy, copies between devices."""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextvars import ContextVar, Token
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Policy:
    """The rules in force in this thread."""

    fallback: Literal["allow", "refuse"] = "allow"
    transfer: Literal["transparent", "explicit", "exclusive"] = "transparent"


_current: ContextVar[Policy] = ContextVar("policy", default=Policy())  # noqa: B039 - frozen


def policy_in_force() -> Policy:
    """The policy of the code that is running."""
    return _current.get()


class policy:  # noqa: N801 - reads as a statement
    """A context manager and decorator that sets the policy.

    >>> import dusk, dusk.numpy as np
    >>> with dusk.policy(fallback="refuse"):
    ...     print(np.add(np.ones(2), 1))
    [2. 2.]
    """

    def __init__(self, **rules: Any) -> None:
        choices = {"fallback": ("allow", "refuse"), "transfer": ("transparent", "explicit", "exclusive")}
        for name, value in rules.items():
            if value not in choices.get(name, ()):
                raise ValueError(f"dusk.policy({name}={value!r}): must be one of {choices.get(name, tuple(choices))}")
        self.rules = rules
        self._tokens: list[Token[Policy]] = []

    def __enter__(self) -> Policy:
        now = _current.get()
        merged = Policy(self.rules.get("fallback", now.fallback), self.rules.get("transfer", now.transfer))
        self._tokens.append(_current.set(merged))
        return merged

    def __exit__(self, *exc: object) -> None:
        _current.reset(self._tokens.pop())

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def under_policy(*args: Any, **kwargs: Any) -> Any:
            with policy(**self.rules):
                return function(*args, **kwargs)

        return under_policy
