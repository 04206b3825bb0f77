"""A small language for graphs that go through arrays element by element: statements in the order of a program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dusk import ops
from dusk.graph import Graph, TensorType, Value, placeholder
from dusk.graph.node import constant

INT, BOOL, FLOAT = (TensorType((), d) for d in (np.int64, np.bool_, np.float64))


def value(x: Any) -> Value:
    """A number as a value of a graph."""
    if isinstance(x, X):
        return x.value
    return x if isinstance(x, Value) else constant(x, np.int64 if type(x) is int else None)


class X:
    """A value with operators; of an array, elements can be read."""

    def __init__(self, value: Value) -> None:
        self.value = value

    def _with(self, op: Any, other: Any, swap: bool = False) -> X:
        a, b = (other, self) if swap else (self, other)
        return X(op(*(x.value if isinstance(x, X) else x for x in (a, b))))

    def __add__(self, other: Any) -> X:
        return self._with(ops.add, other)

    def __radd__(self, other: Any) -> X:
        return self._with(ops.add, other, swap=True)

    def __sub__(self, other: Any) -> X:
        return self._with(ops.subtract, other)

    def __rsub__(self, other: Any) -> X:
        return self._with(ops.subtract, other, swap=True)

    def __mul__(self, other: Any) -> X:
        return self._with(ops.multiply, other)

    def __rmul__(self, other: Any) -> X:
        return self._with(ops.multiply, other, swap=True)

    def __truediv__(self, other: Any) -> X:
        return self._with(ops.divide, other)

    def __floordiv__(self, other: Any) -> X:
        return self._with(ops.floor_divide, other)

    def __mod__(self, other: Any) -> X:
        return self._with(ops.remainder, other)

    def __lt__(self, other: Any) -> X:
        return self._with(ops.less, other)

    def __gt__(self, other: Any) -> X:
        return self._with(ops.greater, other)

    def same(self, other: Any) -> X:
        return self._with(ops.equal, other)

    def __and__(self, other: Any) -> X:
        return self._with(ops.logical_and, other)

    def __invert__(self) -> X:
        return X(ops.logical_not(self.value))

    def __getitem__(self, index: Any) -> X:
        index = index if isinstance(index, tuple) else (index,)
        return X(ops.gather(self.value, *map(value, index), axes=tuple(range(self.value.ndim)), at=0))


class Program:
    """A program being written: attributes are its variables, which loops and branches carry where they change."""

    def __init__(self, env: dict[str, Value]) -> None:
        self.__dict__["env"] = env

    def __getattr__(self, name: str) -> X:
        return X(self.env[name])

    def __setattr__(self, name: str, x: Any) -> None:
        self.env[name] = value(x)

    def put(self, name: str, x: Any, *index: Any) -> None:
        """`name[index] = x`"""
        array = self.env[name]
        axes = tuple(range(array.ndim))
        self.env[name] = ops.scatter_set(array, value(x), *map(value, index), axes=axes, at=0)

    def inside(self, body: Callable[[Program], Any]) -> tuple[dict[str, Value], dict[str, Value], Any]:
        """What a body gets and makes of it, and what it returns."""
        given = {name: placeholder(v.type, name) for name, v in self.env.items()}
        inner = Program(dict(given))
        left = body(inner)
        return given, inner.env, left

    def loop(self, test: Callable[[Program], X], body: Callable[[Program], Any]) -> None:
        """`while test: body`"""
        given, after, _ = self.inside(body)
        names = sorted(self.env, key=lambda name: after[name] == given[name])
        carries = sum(after[name] != given[name] for name in names)
        asked, _, flag = self.inside(test)
        self.left(
            names[:carries],
            ops.while_loop(
                *(self.env[name] for name in names),
                test=Graph([asked[name] for name in names], [flag.value]),
                body=Graph([given[name] for name in names], [after[name] for name in names[:carries]]),
                carries=carries,
            ),
        )

    def left(self, names: list[str], made: Any) -> None:
        self.env.update(zip(names, made if isinstance(made, tuple) else (made,), strict=True))

    def count(
        self,
        name: str,
        start: Any,
        end: Any,
        body: Callable[[Program], Any],
        going: Callable[[Program], X] | None = None,
        step: int = 1,
    ) -> None:
        """`for name in range(start, end, step): body`, with `going` as long as that holds."""
        outer = dict(self.env)
        self.__dict__["env"] = {name: value(start)} | {k: v for k, v in outer.items() if k != name}
        self.env[name + "_end"] = value(end)

        def once(p: Program) -> None:
            body(p)
            p.env[name] = ops.add(p.env[name], step)

        def test(p: Program) -> X:
            i, bound = X(p.env[name]), X(p.env[name + "_end"])
            more = i < bound if step > 0 else i > bound
            return more if going is None else going(p) & more

        self.loop(test, once)
        del self.env[name], self.env[name + "_end"]

    def rounds(self, name: str, length: int, body: Callable[[Program], Any]) -> None:
        """`for name in range(length): body`, as a scan."""
        self.env[name] = value(0)

        def once(p: Program) -> None:
            body(p)
            p.env[name] = ops.add(p.env[name], 1)

        given, after, _ = self.inside(once)
        names = sorted(self.env, key=lambda name: after[name] == given[name])
        carries = sum(after[name] != given[name] for name in names)
        body_graph = Graph([given[n] for n in names], [after[n] for n in names[:carries]])
        sources = ("carry",) * carries + ("same",) * (len(names) - carries)
        self.left(
            names[:carries], ops.scan(*(self.env[n] for n in names), body=body_graph, length=length, sources=sources)
        )
        del self.env[name]

    def when(
        self, flag: X, then: Callable[[Program], Any], other: Callable[[Program], Any] = lambda p: None
    ) -> None:
        """`if flag: then`, `else: other`"""
        sides = [self.inside(side)[:2] for side in (then, other)]
        names = [n for n in self.env if any(after[n] != given[n] for given, after in sides)]
        graphs = [Graph(given.values(), [after[n] for n in names]) for given, after in sides]
        self.left(names, ops.cond(flag.value, *self.env.values(), then=graphs[0], other=graphs[1]))


def program(kinds: dict[str, TensorType], body: Callable[[Program], Any], *outputs: str) -> Graph:
    """The graph of a program of these inputs; its outputs are variables."""
    env = {name: placeholder(kind, name) for name, kind in kinds.items()}
    inputs = list(env.values())
    made = Program(env)
    body(made)
    return Graph(inputs, [made.env[name] for name in outputs])


def floats(*shape: int) -> TensorType:
    return TensorType(shape, np.float64)


def ints(*shape: int) -> TensorType:
    return TensorType(shape, np.int64)
