"""What is measured: a function of arrays written once, its data, what bounds it, and what is asked of Dusk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

RATE = 0.01  # of the plain gradient descent of every training step


@dataclass(frozen=True)
class Form:
    """A framework's own way to write a workload: its function, what it wants done to the data before, how the leaves of
    the first argument become what they were, and how it is run where not as its adapter would: then `call(adapter,
    style, workload, function, arguments)` is in place of that of the adapter; where arguments are not written in place,
    what it gives has `parameters()`."""

    function: Callable[..., Any]
    prepare: Callable[[Any], Any] = lambda arguments: arguments
    restore: Callable[[list[Any]], list[Any]] = lambda parameters: parameters
    call: Callable[..., Any] | None = None


@dataclass(frozen=True)
class Goal:
    """What is asked of a contender: to be `bound` times as fast as the best peer, or to reach that fraction of the
    physical limit (at least); to need `bound` in its unit, or `bound` times what another contender needs (at most)."""

    contender: str
    measure: Literal["best peer", "limit", "at most", "of"]
    bound: float
    other: str = ""


@dataclass(frozen=True)
class Workload:
    """`function(np, *data())` in terms of a namespace like NumPy's.

    Kinds: `value` wants its results; `gradient` also the gradient with respect to the first argument (a tree) for
    results weighted by ones drawn at random; `step` takes it for a loss, and updates the first argument in place.
    """

    name: str
    kind: Literal["value", "gradient", "step"]
    function: Callable[..., Any]
    data: Callable[[], tuple[Any, ...]]
    forms: Mapping[str, Form | None] = field(default_factory=dict)  # by framework and perhaps a label; None: not at all
    without: tuple[str, ...] = ()  # beginnings of names of contenders that have no part
    flops: float = 0  # of matrix products
    bytes: float = 0  # that must at least cross memory
    goals: tuple[Goal, ...] = ()
    tolerance: float = 1e-3  # of an error (see check.py)


def both(name: str, function: Any, data: Any, arrays: float, back: float, **rest: Any) -> Iterator[Workload]:
    """Forward, and the gradient; `arrays` and `back` are the bytes each must move."""
    yield Workload(f"{name}, forward", "value", function, data, bytes=arrays, **rest)
    yield Workload(f"{name}, gradient", "gradient", function, data, bytes=back, **rest)


def tree_map(function: Callable[[Any], Any], tree: Any) -> Any:
    """The same lists, tuples and dicts with every leaf replaced."""
    if isinstance(tree, dict):
        return {name: tree_map(function, tree[name]) for name in sorted(tree)}
    if isinstance(tree, list | tuple):
        return type(tree)(tree_map(function, part) for part in tree)
    return function(tree)


def leaves(tree: Any) -> list[Any]:
    """The leaves of lists, tuples and dicts (by their keys), in order."""
    if isinstance(tree, dict):
        tree = tuple(tree[name] for name in sorted(tree))
    return [leaf for part in tree for leaf in leaves(part)] if isinstance(tree, list | tuple) else [tree]


def rebuilt(tree: Any, found: list[Any]) -> Any:
    """A tree of that structure with these leaves."""
    rest = iter(found)
    return tree_map(lambda _: next(rest), tree)
