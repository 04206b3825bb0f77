"""Random programs in plain Python statements, over arrays, NumPy's scalars and numbers of Python's own."""

from __future__ import annotations

import linecache
import math
import random
from typing import Any

import numpy as np

MOST = 12  # lines of a block
HELPERS = """
def scaled(v, by):
    if v > by:
        return v - by
    return v * 2
"""


def function(seed: int) -> tuple[Any, str]:
    """A function of (x: floats, k: integers, n: a scalar, a, b: numbers of Python's own), and its source."""
    text = _Writer(random.Random(seed)).source()
    name = f"<random statements {seed}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    space: dict[str, Any] = {"math": math, "np": np}
    exec(compile(text, name, "exec"), space)
    return space["program"], text


def arguments(seed: int) -> list[Any]:
    """What such a function is given."""
    rng = np.random.default_rng(seed)
    kind = rng.choice(["float64", "float64", "float32"])
    whole = rng.choice(["int64", "int64", "int32", "int8"])
    x = rng.uniform(-2, 2, 9).round(2).astype(kind)
    k = rng.integers(-4, 9, 7).astype(whole)
    return [x, k, np.int64(rng.integers(1, 12)), int(rng.integers(-3, 8)), round(float(rng.uniform(-2, 2)), 1)]


class _Writer:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lines: list[str] = []
        self.counters: list[str] = []
        self.wholes = ["a", "p"]  # integers of Python's own
        self.floats = ["b", "q"]
        self.loops = 0
        self.names = 0

    def source(self) -> str:
        self.lines = HELPERS.strip().splitlines() + ["", "", "def program(x, k, n, a, b):", "    p = 1", "    q = 0.5"]
        self.lines += ["    r = x[0]", "    out = []"]
        self.loop(1, 3)
        self.block(1, self.rng.randint(1, 3), 3)
        left = ", ".join(self.rng.sample(["p", "q", "r", "a", "b", "x", "k", "p > 2"], 4))
        self.lines.append(f"    return {left}, *out")
        return "\n".join(self.lines) + "\n"

    def line(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def block(self, depth: int, size: int, deeper: int) -> None:
        for _ in range(size):
            kind = self.rng.random()
            if deeper and kind < 0.3:
                self.loop(depth, deeper)
            elif deeper and kind < 0.5:
                self.branch(depth, deeper)
            else:
                self.simple(depth)

    def loop(self, depth: int, deeper: int) -> None:
        self.names += 1
        i = f"i{self.names}"
        kind = self.rng.random()
        if kind < 0.3:
            ends = self.rng.choice(["9", "7", "n", "1, n", "8, 0, -1", "0, 40", "a, 6", "-3, 5", "len(x)"])
            self.line(depth, f"for {i} in range({ends}):")
        elif kind < 0.4:
            self.line(depth, f"for {i} in {self.rng.choice(['k', 'x'])}:")
            self.inside(depth + 1, deeper, None)
            return
        else:
            self.line(depth, f"{i} = {self.rng.choice(['0', '-2', 'n', 'p'])}")
            self.line(depth, f"while {i} < {self.rng.choice(['9', 'n', '6 + n', '20'])} and {self.condition()}:")
            self.line(depth + 1, f"{i} += {self.rng.choice(['1', '2', '1 + (p > 0)'])}")
        self.inside(depth + 1, deeper, i)

    def inside(self, depth: int, deeper: int, counter: str | None) -> None:
        if counter:
            self.counters.append(counter)
        self.loops += 1
        self.block(depth, self.rng.randint(1, 3), deeper - 1)
        if self.rng.random() < 0.25:
            self.line(depth, f"if {self.condition()}:")
            self.line(depth + 1, self.rng.choice(["break", "continue", "break", "return p, r", "raise ValueError(p)"]))
        self.loops -= 1
        if counter:
            self.counters.pop()

    def branch(self, depth: int, deeper: int) -> None:
        self.line(depth, f"if {self.condition()}:")
        self.block(depth + 1, self.rng.randint(1, 2), deeper - 1)
        if self.rng.random() < 0.6:
            self.line(depth, "else:")
            self.block(depth + 1, self.rng.randint(1, 2), deeper - 1)

    def simple(self, depth: int) -> None:
        rng = self.rng
        texts = [
            f"p = {self.whole()}",
            f"p += {self.whole()}",
            f"p {rng.choice(['-=', '*=', '//=', '%=', '^=', '|='])} {self.whole()}",
            f"q = {self.float()}",
            f"q {rng.choice(['+=', '*=', '-=', '/='])} {self.float()}",
            f"r = {self.strong()}",
            f"r {rng.choice(['+=', '-=', '*='])} {self.strong()}",
            f"x[{self.index(9)}] = {rng.choice([self.strong(), self.float()])}",
            f"x[{self.index(9)}] {rng.choice(['+=', '*=', '-='])} {self.strong()}",
            f"k[{self.index(7)}] = {rng.choice([self.whole(), f'k[{self.index(7)}]'])}",
            f"a, p = p, {self.whole()}",
            f"p = p if {self.condition()} else {self.whole()}",
        ]
        rare = [f"print('at', {len(self.lines)})", "out.append(p)", "x *= 0.5", f"r = scaled({self.strong()}, 0.5)"]
        self.line(depth, rng.choice(texts if rng.random() < 0.93 else rare))

    def index(self, n: int) -> str:
        inner = self.rng.choice(self.counters) if self.counters and self.rng.random() < 0.7 else self.whole(1)
        return f"({inner}) % {n}" if self.rng.random() < 0.85 else inner

    def condition(self, deep: int = 1) -> str:
        rng = self.rng
        if deep and rng.random() < 0.2:
            return f"{self.condition(0)} {rng.choice(['and', 'or'])} {self.condition(0)}"
        one = [f"{self.whole(1)} {rng.choice(['<', '>', '==', '!=', '<='])} {self.whole(1)}"]
        one += [f"{self.strong(1)} {rng.choice(['<', '>'])} {self.float(1)}", f"not {self.whole(1)} % 3"]
        return rng.choice(one)

    def whole(self, deep: int = 2) -> str:
        """An integer of Python's own."""
        rng = self.rng
        if not deep or rng.random() < 0.3:
            return rng.choice([*self.counters, *("a", "p"), str(rng.randint(-4, 9))])
        u, v = self.whole(deep - 1), self.whole(deep - 1)
        special = [
            f"abs({u})",
            f"-({u})",
            f"~({u})",
            f"max({u}, {v})",
            f"min({u}, {v})",
            f"int({self.float(deep - 1)})",
        ]
        special += [f"({u}) ** 2", f"({u}) << ({v}) % 5", f"({u}) >> 1", f"round({self.float(deep - 1)})"]
        special += [f"({u}) // ({v})", f"({u}) % ({v})", f"int({self.strong(deep - 1)})", f"({u}) << ({v})"]
        if rng.random() < 0.35:
            return rng.choice(special)
        return f"({u}) {rng.choice(['+', '-', '*', '+', '-', '&', '|', '//', '%'])} ({v})"

    def float(self, deep: int = 2) -> str:
        """A float of Python's own."""
        rng = self.rng
        if not deep or rng.random() < 0.3:
            return rng.choice(["b", "q", "0.5", "2.0", "-1.5"])
        u, v = self.float(deep - 1), self.float(deep - 1)
        special = [f"math.sqrt(abs({u}))", f"math.sqrt({u})", f"math.sin({u})", f"math.exp({u})", f"({u}) / 2"]
        special += [f"abs({u})", f"float({self.strong(deep - 1)})", f"({self.whole(deep - 1)}) / 4", f"({u}) ** 2"]
        special += [f"math.log({u})", f"({u}) / ({v})", f"({u}) // ({v})", f"({self.whole(1)}) / ({self.whole(1)})"]
        if rng.random() < 0.4:
            return rng.choice(special)
        return f"({u}) {rng.choice(['+', '-', '*'])} ({v})"

    def strong(self, deep: int = 2) -> str:
        """A scalar of NumPy's."""
        rng = self.rng
        if not deep or rng.random() < 0.4:
            return rng.choice(["r", f"x[{self.index(9)}]"])
        u = self.strong(deep - 1)
        other = rng.choice([self.float(1), self.whole(1), self.strong(deep - 1)])
        return f"({u}) {rng.choice(['+', '-', '*'])} ({other})"
