"""Rules of users: rewrites added by name while a program runs."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, overload

from dusk.graph import Graph
from dusk.transform.pattern import rule_of
from dusk.transform.rewriting import EXACT, Options, Rule, Rules, rewrite

RULES = Rules("custom")
_Function = TypeVar("_Function", bound=Callable[..., tuple[Any, Any]])


def custom(graph: Graph, options: Options = EXACT) -> Graph:
    """Apply the rules that `register` added."""
    return rewrite(graph, RULES, options) if RULES.rules else graph


@overload
def register(function: _Function, *, relaxed: bool = False, when: Callable[..., bool] | None = None) -> _Function: ...
@overload
def register(*, relaxed: bool = False, when: Callable[..., bool] | None = None) -> Callable[[_Function], _Function]: ...
def register(function: Any = None, *, relaxed: bool = False, when: Callable[..., bool] | None = None) -> Any:
    """Add a rewrite rule, named after a function of variables that gives (pattern, replacement); also a decorator.

    It applies to what is compiled from now on, wherever the pattern is met and `when(variables...)` holds; a relaxed
    one under `math="relaxed"` only. The public name is `dusk.rewrite`. ValueError: the name is taken.

    >>> from dusk.ops import exp, multiply, add
    >>> @register
    ... def product_of_exponentials(x, y):
    ...     return multiply(exp(x), exp(y)), exp(add(x, y))
    >>> unregister("product_of_exponentials")
    """
    if function is None:
        return functools.partial(register, relaxed=relaxed, when=when)
    root, apply = rule_of(function, when)
    RULES.add(Rule(function.__name__, (root,), apply, relaxed))
    return function


def unregister(name: str) -> None:
    """Take a user's rule out again (KeyError: there is none of that name)."""
    RULES.remove(name)
