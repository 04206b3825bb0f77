"""The functions of control flow as Python's own statements over NumPy: what Dusk's are compared with."""

from __future__ import annotations

from typing import Any

import numpy as np


def cond(pred: Any, true_fun: Any, false_fun: Any, *operands: Any) -> Any:
    return (true_fun if pred else false_fun)(*operands)


def switch(index: Any, branches: Any, *operands: Any) -> Any:
    return branches[min(max(int(index), 0), len(branches) - 1)](*operands)


def while_loop(cond_fun: Any, body_fun: Any, state: Any) -> Any:
    while cond_fun(state):
        state = body_fun(state)
    return state


def fori_loop(lower: Any, upper: Any, body_fun: Any, state: Any) -> Any:
    for i in range(int(lower), int(upper)):
        state = body_fun(i, state)
    return state


def scan(f: Any, init: Any, xs: Any = None, length: Any = None, reverse: bool = False) -> Any:
    rounds = len(leaves(xs)[0]) if leaves(xs) else length
    left: list[Any] = []
    for i in reversed(range(rounds)) if reverse else range(rounds):
        init, y = f(init, mapped(lambda *x: x[0][i], xs))  # noqa: B023
        left.append(y)
    return init, mapped(lambda *column: np.stack(column), *left[:: -1 if reverse else 1])


def vmap(f: Any, in_axes: Any = 0) -> Any:
    def over(*args: Any) -> Any:
        axes = in_axes if isinstance(in_axes, tuple) else (in_axes,) * len(args)
        size = next(leaves(x)[0].shape[a] for x, a in zip(args, axes, strict=True) if a is not None)

        def part(x: Any, axis: Any, i: int) -> Any:
            return x if axis is None else mapped(lambda *leaf: np.take(leaf[0], i, axis), x)

        made = [f(*[part(x, a, i) for x, a in zip(args, axes, strict=True)]) for i in range(size)]
        return mapped(lambda *column: np.stack(column), *made)

    return over


def stop_gradient(x: Any) -> Any:
    return x


def leaves(tree: Any) -> list[Any]:
    if isinstance(tree, dict):
        return [leaf for key in tree for leaf in leaves(tree[key])]
    if isinstance(tree, tuple | list):
        return [leaf for part in tree for leaf in leaves(part)]
    return [] if tree is None else [tree]


def mapped(f: Any, *trees: Any) -> Any:
    first = trees[0]
    if isinstance(first, dict):
        return {key: mapped(f, *[tree[key] for tree in trees]) for key in first}
    if isinstance(first, tuple | list):
        return type(first)(mapped(f, *parts) for parts in zip(*trees, strict=True))
    return None if first is None else f(*trees)
