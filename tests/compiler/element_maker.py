"""Random programs over numbers and single elements of arrays, as graphs: loops, branches, reads and writes, nested."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dusk import ops
from dusk.graph import Graph, TensorType, Value, placeholder

INT, FLOAT, BOOL = (TensorType((), d) for d in (np.int64, np.float64, np.bool_))
Env = dict[str, Value]
ARRAYS = {"a": (5,), "b": (4, 3), "c": (3, 2, 2), "d": (5,), "k": (6,)}
TYPES = {name: TensorType(shape, np.int64 if name == "k" else np.float64) for name, shape in ARRAYS.items()}
TYPES |= {"i": INT, "j": INT, "x": FLOAT, "y": FLOAT, "f": BOOL}


class ElementMaker:
    """Writes one program, statement by statement, into an environment of named values.

    Where `wild`, indices may be out of bounds; values of an array that were written over are read only if `stale`;
    arrays are computed as a whole, handed from name to name, and parts of them moved, if `whole`.
    """

    def __init__(self, seed: int, wild: bool = False, stale: bool = False, whole: bool = False) -> None:
        self.rng = np.random.default_rng(seed)
        self.wild, self.stale, self.whole = wild, stale, whole
        self.names = list(TYPES)
        self.old: list[tuple[str, Value]] = []

    def pick(self, options: Any) -> Any:
        return options[int(self.rng.integers(len(options)))]

    def graph(self, size: int = 6, depth: int = 3) -> Graph:
        """A program of about `size` statements a block, loops and branches in loops and branches `depth` deep, whose
        outputs are all that it has changed; at top level there are loops only."""
        env = {name: placeholder(kind, name) for name, kind in TYPES.items()}
        inputs = list(env.values())
        while all(value in inputs for value in env.values()):
            for _ in range(int(self.rng.integers(1, 3))):
                self.pick([self.loop, self.loop, self.scan, self.branch])(env, size, depth)
        return Graph(inputs, [value for value in env.values() if value not in inputs])

    def arrays(self) -> list[np.ndarray[Any, Any]]:
        """Arguments for it."""
        rng = self.rng
        drawn = {
            "i": np.array(rng.integers(-3, 4)),
            "j": np.array(rng.integers(0, 3)),
            "x": np.array(rng.normal()),
            "y": np.array(rng.normal()),
            "f": np.array(rng.random() < 0.5),
            "k": rng.integers(-4, 4, (6,)),
        }
        return [drawn[name] if name in drawn else rng.normal(size=kind.shape) for name, kind in TYPES.items()]

    # --- statements

    def block(self, env: Env, size: int, depth: int) -> None:
        """Some statements."""
        for _ in range(int(self.rng.integers(1, size + 1))):
            deep = [self.loop, self.scan, self.branch] if depth > 0 else []
            deep += [self.arrays_as_such] * 2 if self.whole else []
            self.pick([self.number, self.number, self.write, self.write, self.read, *deep])(env, size, depth)

    def index(self, env: Env, extent: int) -> Value:
        """An index along an axis; counted from the end now and then."""
        i = self.pick([env["i"], env["j"], self.integer(env)])
        kind = self.rng.integers(8)
        if kind == 0:
            return ops.gather(env["k"], ops.remainder(i, 6), axes=(0,), at=0) if self.wild else ops.remainder(i, extent)
        if kind == 1:
            return ops.subtract(ops.remainder(i, extent), extent)
        if kind == 2:
            return ops.minimum(ops.maximum(i, -extent), extent - 1)
        if self.wild and kind == 3:
            return i
        return ops.remainder(i, extent)

    def integer(self, env: Env) -> Value:
        i, j = env["i"], env["j"]
        made: list[Callable[[], Value]] = [
            lambda: ops.add(i, int(self.rng.integers(-2, 3))),
            lambda: ops.subtract(i, j),
            lambda: ops.minimum(i, j),
            lambda: ops.floor_divide(i, int(self.rng.integers(1, 4))),
            lambda: ops.remainder(ops.multiply(i, 3), 7),
            lambda: ops.where(env["f"], i, j),
            lambda: ops.negative(j),
        ]
        return self.pick(made)()

    def real(self, env: Env) -> Value:
        x, y = env["x"], env["y"]
        made: list[Callable[[], Value]] = [
            lambda: ops.multiply(ops.add(x, y), 0.5),
            lambda: ops.sin(x),
            lambda: ops.subtract(x, y),
            lambda: ops.maximum(x, y),
            lambda: ops.exp(ops.negative(ops.absolute(x))),
            lambda: ops.where(env["f"], x, ops.tanh(y)),
            lambda: ops.sin(ops.astype(env["i"], dtype=np.dtype(np.float64))),
            lambda: ops.divide(x, ops.add(ops.square(y), 1.0)),
        ]
        return self.pick(made)()

    def flag(self, env: Env) -> Value:
        made: list[Callable[[], Value]] = [
            lambda: ops.less(env["x"], env["y"]),
            lambda: ops.less(env["i"], env["j"]),
            lambda: ops.logical_and(ops.logical_not(env["f"]), ops.greater(env["i"], 0)),
            lambda: ops.equal(ops.remainder(env["i"], 3), 1),
            lambda: ops.logical_or(env["f"], ops.less_equal(env["x"], 0.3)),
        ]
        return self.pick(made)()

    def number(self, env: Env, size: int, depth: int) -> None:
        name = self.pick("ijxyf")
        env[name] = {"i": self.integer, "j": self.integer, "f": self.flag}.get(name, self.real)(env)

    def element(self, env: Env, array: Value) -> Value:
        """An element of an array, in one of the ways there are."""
        axes = range(array.ndim)
        way = self.rng.integers(4)
        if way == 0 and not self.wild:
            at = [ops.remainder(self.index(env, n), n) for n in array.shape]
            return ops.getitem(
                array, *at, starts=(None,) * len(axes), sizes=(1,) * len(axes), steps=(1,) * len(axes), shape=()
            )
        if way == 1 and array.ndim > 1:  # a row, then an element of that
            array = ops.gather(array, self.index(env, array.shape[0]), axes=(0,), at=0)
            axes = range(array.ndim)
        if way == 2 and array.ndim == 2:
            array = ops.transpose(array, axes=(1, 0))
        return ops.gather(array, *(self.index(env, n) for n in array.shape), axes=tuple(axes), at=0)

    def read(self, env: Env, size: int, depth: int) -> None:
        array = self.pick("abck")
        value = env[array]
        known = [v for name, v in self.old if name == array]
        if self.stale and known and self.rng.random() < 0.5:
            value = self.pick(known)
        env[self.pick("ij") if array == "k" else self.pick("xy")] = self.element(env, value)

    def write(self, env: Env, size: int, depth: int) -> None:
        array = self.pick("abck")
        value, old = self.pick(["i", "j"] if array == "k" else ["x", "y"]), env[array]
        axes = range(old.ndim)
        way = self.rng.integers(4)
        if way == 0 and not self.wild:
            at = [ops.remainder(self.index(env, n), n) for n in old.shape]
            one = (1,) * len(axes)
            env[array] = ops.setitem(old, env[value], *at, starts=(None,) * len(axes), sizes=one, steps=one)
        else:
            put = ops.scatter_add if way == 1 else ops.scatter_set
            at = [self.index(env, n) for n in old.shape]
            env[array] = put(old, env[value], *at, axes=tuple(axes), at=0)
        if self.stale:
            self.old.append((array, old))

    def arrays_as_such(self, env: Env, size: int, depth: int) -> None:
        """Something with whole arrays, or with parts of them."""
        a, b, c, d, k = (env[name] for name in "abcdk")
        x, row, other = env["x"], ops.remainder(env["i"], 4), ops.remainder(env["j"], 4)

        def some() -> Value:
            at = ops.remainder(ops.slice_(k, starts=(1,), sizes=(5,), steps=(1,)), 5)
            return ops.gather(d, at, axes=(0,), at=0)

        def shifted() -> Value:
            window = ops.slice_(b, starts=(0, 0), sizes=(3, 3), steps=(1, 1))
            return ops.slice_set(b, window, starts=(1, 0), steps=(1, 1))

        def row_moved() -> Value:
            return ops.scatter_set(b, ops.gather(b, row, axes=(0,), at=0), other, axes=(0,), at=0)

        made: list[Callable[[], dict[str, Value]]] = [
            lambda: {"a": d, "d": a},
            lambda: {"d": a},
            lambda: {"a": ops.multiply(ops.add(a, d), 0.5)},
            lambda: {"d": ops.minimum(ops.sin(a), d)},
            lambda: {"a": ops.broadcast_to(x, shape=(5,))},
            lambda: {"a": some()},
            lambda: {"x": ops.tanh(ops.sum_(b, axis=None, keepdims=False))},
            lambda: {"d": ops.maximum(d, ops.broadcast_to(ops.max_(a, axis=0, keepdims=True), shape=(5,)))},
            lambda: {"b": shifted()},
            lambda: {"a": ops.flip(a, axis=0)},
            lambda: {"b": row_moved()},
            lambda: {"c": ops.add(c, ops.broadcast_to(ops.sum_(c, axis=1, keepdims=True), shape=(3, 2, 2)))},
        ]
        env.update(self.pick(made)())

    # --- loops and branches

    def inside(self, env: Env, make: Callable[[Env], None], more: dict[str, TensorType]) -> tuple[list[Value], Env]:
        """What `make` does to an environment of its own: its inputs, and the environment then."""
        inner = {name: placeholder(value.type, name) for name, value in env.items()}
        extra = {name: placeholder(kind, name) for name, kind in more.items()}
        inputs = [*extra.values(), *inner.values()]
        inner |= extra
        before, self.old = self.old, []
        make(inner)
        self.old = before
        return inputs, inner

    def loop(self, env: Env, size: int, depth: int) -> None:
        """A loop that counts to a bound, and may be left before."""
        first = self.pick([0, 1, env["j"]])
        bound = self.pick([3, 4, env["j"], ops.minimum(env["i"], 4), ops.add(ops.minimum(env["j"], 2), 2)])
        early = self.rng.random() < 0.4
        kinds = {"n": INT, "stop": BOOL, "end": INT}

        def body(inner: Env) -> None:
            hidden = {name: inner.pop(name) for name in kinds}
            if self.rng.random() < 0.7:
                inner["i"] = hidden["n"]
            self.block(inner, size, depth - 1)
            inner |= hidden
            inner["n"] = ops.add(hidden["n"], 1)
            if early:
                inner["stop"] = ops.logical_or(hidden["stop"], self.flag(inner))

        inputs, after = self.inside(env, body, kinds)
        named = dict(zip([*kinds, *env], inputs, strict=True))
        changed = [name for name in ("n", "stop", *env) if after[name] != named[name] or self.rng.random() < 0.2]
        same = [name for name in named if name not in changed]
        order = [named[name] for name in (*changed, *same)]
        tested = [placeholder(v.type) for v in order]
        of = dict(zip((*changed, *same), tested, strict=True))
        test = ops.less(of["n"], of["end"])
        test = ops.logical_and(ops.logical_not(of["stop"]), test) if early else test
        if self.whole and self.rng.random() < 0.3:
            grown = ops.less(ops.multiply(of["a"], 0.01), ops.minimum(of["d"], 5.0))
            test = ops.logical_and(test, ops.any_(grown, axis=None, keepdims=False))
        outer = {"n": ops.add(first, ops.multiply(env["i"], 0)), "stop": ops.less(1, ops.multiply(env["i"], 0))}
        outer = {**env, **outer, "end": ops.add(bound, ops.multiply(env["j"], 0))}
        made = ops.while_loop(
            *(outer[name] for name in (*changed, *same)),
            test=Graph(tested, [test]),
            body=Graph(order, [after[name] for name in changed]),
            carries=len(changed),
        )
        left = dict(zip(changed, made if isinstance(made, tuple) else (made,), strict=True))
        env.update((name, value) for name, value in left.items() if name in env)

    def scan(self, env: Env, size: int, depth: int) -> None:
        """A loop of a known number of rounds that each get an element."""
        length = int(self.rng.integers(1, 5))
        source = self.pick(["each", "back"])

        def body(inner: Env) -> None:
            inner["x"] = ops.add(inner["x"], inner.pop("part"))
            self.block(inner, size, depth - 1)

        inputs, after = self.inside(env, body, {"part": FLOAT})
        named = dict(zip(["part", *env], inputs, strict=True))
        changed = [name for name in env if after[name] != named[name]]
        same = [name for name in env if name not in changed]
        parts = ops.slice_(env["a"], starts=(0,), sizes=(length,), steps=(1,))
        made = ops.scan(
            *(env[name] for name in changed),
            parts,
            *(env[name] for name in same),
            body=Graph([named[name] for name in (*changed, "part", *same)], [after[name] for name in changed]),
            length=length,
            sources=("carry",) * len(changed) + (source,) + ("same",) * len(same),
            reverse=bool(self.rng.random() < 0.3),
        )
        env.update(zip(changed, made if isinstance(made, tuple) else (made,), strict=True))

    def branch(self, env: Env, size: int, depth: int) -> None:
        """One of two blocks."""
        flag = self.flag(env)
        sides = [self.inside(env, lambda inner: self.block(inner, size, depth - 1), {}) for _ in range(2)]
        changed = [
            name
            for at, name in enumerate(env)
            if any(after[name] != inputs[at] for inputs, after in sides) or self.rng.random() < 0.1
        ]
        if not changed:
            return
        then, other = (Graph(inputs, [after[name] for name in changed]) for inputs, after in sides)
        made = ops.cond(flag, *env.values(), then=then, other=other)
        env.update(zip(changed, made if isinstance(made, tuple) else (made,), strict=True))
