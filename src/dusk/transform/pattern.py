"""Patterns of nodes, written by calling ops on variables.

A rule is a function of pattern variables that gives what to look for and what to put there:

    def double_negative(x):
        return negative(negative(x)), x

A variable stands for any value (the same one wherever it appears) or, used as a parameter, for that parameter.
A number stands for a constant of that value, also one that was broadcast.
"""

from __future__ import annotations

import functools
import inspect
import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from dusk.graph import CONSTANT, Literal, Node, Op, TensorType, Value, constant
from dusk.graph.types import Shape
from dusk.ops import broadcast_to, reshape
from dusk.transform.laws import COMMUTATIVE


class Var:
    """Any value, or any parameter."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __dusk_apply__(self, op: Op, args: tuple[Any, ...], params: dict[str, Any]) -> Term:
        return Term(op, args, params)


class Term:
    """An op applied to patterns."""

    __slots__ = ("args", "op", "params", "roots")

    def __init__(self, op: Op, args: tuple[Any, ...], params: Mapping[str, Any]) -> None:
        self.op = op
        self.args = args
        self.params = {**defaults(op), **params}
        # by these ops of its operands most nodes are told not to match, at little cost
        self.roots = tuple(
            (i, (a.op,) if isinstance(a, Term) else (CONSTANT, broadcast_to))
            for i, a in enumerate(args)
            if not isinstance(a, Var)
        )

    def __dusk_apply__(self, op: Op, args: tuple[Any, ...], params: dict[str, Any]) -> Term:
        return Term(op, args, params)


@functools.cache
def defaults(op: Op) -> Mapping[str, Any]:
    """The op's parameters that have a default."""
    return {
        name: p.default
        for name, p in op.signature.parameters.items()
        if p.kind is inspect.Parameter.KEYWORD_ONLY and p.default is not inspect.Parameter.empty
    }


def param(node: Node, name: str) -> Any:
    """A parameter of a node, its default where the call did not give it."""
    for key, value in node.params:
        if key == name:
            return value
    return defaults(node.op)[name]


@functools.lru_cache(maxsize=4096)
def _number(literal: Literal) -> Any:
    array = literal.array()
    return array.reshape(()).item() if array.size == 1 and array.dtype.kind in "biufcV" else None


def number_of(value: Value) -> Any:
    """The Python number that every element of a value is known to be, else None."""
    node = value.node
    while node.op is broadcast_to:
        node = node.inputs[0].node
    return _number(node.params[0][1]) if node.op is CONSTANT else None


def uniform(number: Any, kind: TensorType) -> Value:
    """A value of a type all of whose elements are one number."""
    with np.errstate(all="ignore"):
        scalar = constant(np.asarray(number).astype(kind.dtype), device=kind.device)
    return copied(scalar, kind.shape)


def reshaped(x: Value, shape: Shape) -> Value:
    """A value in another shape; itself if that is its own."""
    return x if x.shape == shape else reshape(x, shape=shape)


def copied(x: Value, shape: Shape) -> Value:
    """A value broadcast to a shape; itself if that is its own."""
    return x if x.shape == shape else broadcast_to(x, shape=shape)


def same(a: Value, b: Value) -> bool:
    """Whether two values are one, or equal constants."""
    if a.node is b.node:
        return a.index == b.index
    return a.node.op is CONSTANT is b.node.op and a.node.params == b.node.params


def equals(met: Any, wanted: Any) -> bool:
    """Whether two numbers are the same one: 0.0 and -0.0 are not, nor are 1 and the complex 1."""
    if met is None or met != wanted or isinstance(met, complex) != isinstance(wanted, complex):
        return False
    return bool(met) or not isinstance(met, float) or math.copysign(1, met) == math.copysign(1, wanted)


def match(pattern: Any, value: Value, found: dict[str, Any]) -> bool:
    """Whether a value has the form of a pattern; `found` takes what the variables stand for."""
    if isinstance(pattern, Var):
        bound = found.setdefault(pattern.name, value)
        return bound is value or (isinstance(bound, Value) and same(bound, value))
    if isinstance(pattern, Term):
        return value.node.op is pattern.op and match_node(pattern, value.node, found)
    return equals(number_of(value), pattern)


def match_node(pattern: Term, node: Node, found: dict[str, Any]) -> bool:
    """Whether a node, whose op is the pattern's, has the pattern's form."""
    inputs = node.inputs
    if len(inputs) != len(pattern.args):
        return False
    for i, roots in pattern.roots:
        if inputs[i].node.op not in roots:
            return False
    for name, wanted in pattern.params.items():
        met = param(node, name)
        if isinstance(wanted, Var):
            if wanted.name in found and found[wanted.name] != met:
                return False
            found[wanted.name] = met
        elif met != wanted:
            return False
    return all(match(wanted, value, found) for wanted, value in zip(pattern.args, inputs, strict=True))


def orders(pattern: Any) -> Iterator[Any]:
    """A pattern with the operands of commutative ops in every order."""
    if not isinstance(pattern, Term):
        yield pattern
        return
    for args in itertools.product(*(tuple(orders(a)) for a in pattern.args)):
        yield Term(pattern.op, args, pattern.params)
        if pattern.op in COMMUTATIVE:
            yield Term(pattern.op, args[::-1], pattern.params)


def build(pattern: Any, found: Mapping[str, Any]) -> Any:
    """The value of a pattern whose variables stand for known values."""
    if isinstance(pattern, Var):
        return found[pattern.name]
    if isinstance(pattern, Term):
        params = {k: found[v.name] if isinstance(v, Var) else v for k, v in pattern.params.items()}
        return pattern.op(*(build(a, found) for a in pattern.args), **params)
    return pattern


def rule_of(
    function: Callable[..., tuple[Any, Any]], when: Callable[..., bool] | None = None
) -> tuple[Op, Callable[[Node], Value | None]]:
    """The root op and the node function of a rule written as a pattern; `when` takes the variables it names."""
    variables = [Var(name) for name in inspect.signature(function).parameters]
    pattern, replacement = function(*variables)
    if not isinstance(pattern, Term):
        raise TypeError(f"rule {function.__name__} must look for an op applied to something, not {pattern!r}")
    patterns = tuple(orders(pattern))
    asked = tuple(inspect.signature(when).parameters) if when is not None else ()

    def apply(node: Node) -> Value | None:
        for pattern in patterns:
            found: dict[str, Any] = {}
            if match_node(pattern, node, found) and (when is None or when(*(found[name] for name in asked))):
                new = build(replacement, found)
                return new if isinstance(new, Value) else uniform(new, node.types[0])
        return None

    return pattern.op, apply
