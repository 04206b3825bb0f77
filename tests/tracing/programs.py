"""Random programs in plain Python, as text: functions of arrays, NumPy's scalars and Python's numbers.

Every expression is made with a sample of what it gives, so that names mostly keep their types, as what is to be
compiled has to. SAMPLES of a program are arguments of the types that it takes; `data` makes others.
"""

from __future__ import annotations

import math
import random
from typing import Any

import numpy
from tests.tracing.program_head import HEAD

DTYPES = ("f8", "f8", "f4", "i8", "i4", "i1")
def kind(value: Any) -> Any:
    """What a value is to a name that keeps its type."""
    if isinstance(value, numpy.ndarray):
        return value.dtype.str, value.shape
    return type(value)


class Writer:
    """One program. `names` are those in scope, with a sample of each."""

    def __init__(self, seed: int, wild: float = 0.02) -> None:
        self.r = random.Random(seed)
        self.wild = wild  # how often types change, names may be unset, indices are outside
        self.lines: list[str] = []
        self.count = 0
        self.names: dict[str, Any] = {}
        self.maybe: dict[str, Any] = {}  # set on some ways only
        self.steady: set[str] = set()  # counters, which nothing else assigns
        self.loops = 0
        self.budget = self.r.randint(4, 18)
        self.early = self.r.random() < 0.35
        self.result: list[str] = []

    def new(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}{self.count}"

    def put(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    # --- the function
    def text(self) -> str:
        for name, dtype in zip(("x", "y"), self.r.choices(DTYPES, k=2), strict=True):
            self.names[name] = numpy.ones(5, dtype)
        self.names["A"] = numpy.ones((4, 5), self.r.choice(DTYPES[:4]))
        self.names |= {"n": numpy.int64(2), "s": numpy.float64(1.5), "t": numpy.float32(0.5), "p": 3, "q": 0.75}
        parameters = dict(self.names)
        self.names["G"] = numpy.ones(5)
        self.put(0, f"def f({', '.join(parameters)}, d=2):")
        self.names["d"] = 2
        start: list[tuple[str, Any]] = [
            ("0", 0),
            ("0.0", 0.0),
            ("1", 1),
            ("s", numpy.float64(1.5)),
            ("t", numpy.float32(1)),
        ]
        for text, sample in self.r.sample(start, 4):
            name = self.new("v")
            self.put(1, f"{name} = {text}")
            self.names[name] = sample
            self.result.append(name)
        self.result = self.result[:2]
        if self.r.random() < 0.15:
            self.local_function(1)
        while self.budget > 0:
            self.statement(1)
        shown = (
            self.result
            if self.early
            else [n for n in self.names if n not in ("G", "d") and not callable(self.names[n])]
        )
        self.put(1, f"return {', '.join(shown)}")
        shown = ", ".join(
            f"numpy.ones({v.shape}, {v.dtype.str!r})" if numpy.ndim(v) else repr(v) for v in parameters.values()
        )
        return HEAD + "\n".join(self.lines) + "\n\n\nSAMPLES = [" + shown.replace("np.", "numpy.") + "]\n"

    def local_function(self, depth: int) -> None:
        name, own = self.new("g"), self.scalar()
        if self.r.random() < 0.5:
            self.put(depth, f"{name} = lambda u, w={self.small()}: u * 2 if u > {own} else u + w")
        else:
            self.put(depth, f"def {name}(u):")
            self.put(depth + 1, f"if u > {own}:")
            self.put(depth + 2, "return u + 1")
            self.put(depth + 1, "return u * 2")
        self.names[name] = lambda u: u * 2

    # --- expressions: text and a sample
    def of(self, test: Any) -> str | None:
        found = [name for name, value in self.names.items() if test(value)]
        return self.r.choice(found) if found else None

    def scalar(self) -> str:
        if self.maybe and self.r.random() < self.wild:
            return self.r.choice(list(self.maybe))
        return self.of(lambda v: numpy.ndim(v) == 0 and not callable(v)) or "1"

    def small(self) -> str:
        return self.r.choice(("1", "2", "3", "0.5", "-1", "1.25", "5"))

    def integer(self) -> str:
        found = [n for n, v in self.names.items() if isinstance(v, int | numpy.integer) and not isinstance(v, bool)]
        return self.r.choice(found) if found else "1"

    def index(self, size: int) -> str:
        """An index that is mostly inside."""
        roll = self.r.random()
        if roll < self.wild / 4:
            return str(size)
        if roll < 0.25:
            return str(self.r.randrange(-size, size))
        i = self.integer()
        if i in self.steady and self.r.random() < 0.6:
            return self.r.choice((i, f"{i} - 1", f"-1 - {i}", i))
        return self.r.choice((f"{i} % {size}", f"-1 - {i} % {size}", f"({i} + 1) % {size}", f"abs({i}) % {size}"))

    def element(self, writable: bool = False) -> tuple[str, Any] | None:
        name = self.of(lambda v: isinstance(v, numpy.ndarray) and v.ndim)
        if name is None:
            return None
        z = self.names[name]
        keys = [self.index(size) for size in z.shape]
        sample = z[(0,) * z.ndim]
        if len(keys) == 2 and self.r.random() < 0.3:
            return f"{name}[{keys[0]}][{keys[1]}]", sample
        return f"{name}[{', '.join(keys)}]", sample

    def value(self, depth: int = 2) -> tuple[str, Any]:
        text = self._value(depth)
        try:
            return text, self.sample(text)
        except Exception:
            return "1", 1

    def sample(self, text: str) -> Any:
        with numpy.errstate(all="ignore"):
            return eval(text, {"math": math, "numpy": numpy, **_HELPERS}, {**self.maybe, **self.names, **_COUNT})

    def fits(self, a: str, b: str) -> bool:
        """Whether either of two expressions may stand for the other, without another type."""
        if self.r.random() < self.wild:
            return True
        try:
            x, y = self.sample(a), self.sample(b)
        except Exception:
            return False
        return kind(x) == kind(y) or any(isinstance(x, a) and type(y) is b for a, b in _BESIDE)

    def _value(self, depth: int) -> str:
        r = self.r
        if depth <= 0 or r.random() < 0.2:
            roll = r.random()
            found = self.element() if roll < 0.4 else None
            return found[0] if found else self.small() if roll > 0.8 else self.scalar()
        a, b = self._value(depth - 1), self._value(depth - 1)
        roll = r.random()
        if roll < 0.5:
            return f"({a} {r.choice('+-*+-')} {b})"
        if roll < 0.57:
            return f"({a} {r.choice(('//', '%'))} {r.choice(('3', '-2', '5', '2.5', b))})"
        if roll < 0.62:
            return f"({a} / {r.choice(('2', '-3.0', b))})"
        if roll < 0.7:
            return f"{r.choice(('min', 'max'))}({a}, {b if self.fits(a, b) else a})"
        if roll < 0.76:
            return f"abs({a})"
        if roll < 0.8:
            return f"{r.choice(('int', 'float', 'round'))}({a})"
        if roll < 0.83:
            return f"math.{r.choice(('floor', 'ceil', 'fabs', 'trunc'))}({a})"
        if roll < 0.86:
            return f"math.sqrt(abs({a}))"
        if roll < 0.91:
            return f"({a} if {self.test(1)} else {b if self.fits(a, b) else a})"
        if roll < 0.94:
            name = self.of(callable)
            if name is None and not self.fits(f"{a} - {b}", a):
                b = a
            return f"{name}({a})" if name else f"pick({a}, {b})"
        if roll < 0.96:
            return f"rounds({a}, {r.choice(('3', self.integer()))})"
        if roll < 0.98:
            return f"sum([{self.small()} * c for c in ({a}, {b})])"
        z = self.of(lambda v: isinstance(v, numpy.ndarray) and v.ndim == 1)
        return f"early({z}, {a})" if z and r.random() < 0.5 else f"-{a}"

    def test(self, depth: int = 2) -> str:
        r = self.r
        roll = r.random()
        if depth > 0 and roll < 0.15:
            return f"({self.test(depth - 1)} {r.choice(('and', 'or'))} {self.test(depth - 1)})"
        if depth > 0 and roll < 0.22:
            return f"not {self.test(depth - 1)}"
        a, b = self.value(1)[0], self.value(1)[0]
        if roll < 0.32:
            return f"{a} {r.choice(('<', '<='))} {b} {r.choice(('<', '<=', '!='))} {self.value(0)[0]}"
        if roll < 0.36:
            return a
        return f"{a} {r.choice(('<', '>', '<=', '>=', '==', '!='))} {b}"

    def like(self, sample: Any) -> str | None:
        """An expression of the type of a sample."""
        for _ in range(8):
            text, made = self.value()
            if kind(made) == kind(sample):
                return text
        return None

    # --- statements
    def statement(self, depth: int) -> None:
        self.budget -= 1
        r = self.r
        if depth < 5 and r.random() < 0.42:
            return r.choices((self.branch, self.counted, self.through, self.until), (5, 4, 1, 2))[0](depth)
        choice = r.choices(
            (self.assign, self.augment, self.write, self.write, self.fresh, self.alias, self.row, self.rebind,
             self.swap, self.whole, self.leave, self.helper),
            (5, 5, 6, 3, 2, 1.2, 1.5, 1.5, 1, 1, 4, 0.7),
        )[0]  # fmt: skip
        return choice(depth)

    def assign(self, depth: int) -> None:
        names = [
            n
            for n, v in self.names.items()
            if n[0] in "vnst" and n not in self.steady and numpy.ndim(v) == 0 and not callable(v)
        ]
        name = self.r.choice(names)
        if self.r.random() < self.wild:
            self.put(depth, f"{name} = {self.value()[0]}")
            return
        text = self.like(self.names[name]) or f"{name} + 1"
        self.put(depth, f"{name} = {self.bounded(text, self.names[name])}")

    def bounded(self, text: str, sample: Any) -> str:
        if isinstance(sample, int) and "*" in text:
            return f"({text}) % 97"
        return text

    def fresh(self, depth: int) -> None:
        name = self.new("v")
        text, sample = self.value()
        self.put(depth, f"{name} = {self.bounded(text, sample)}")
        self.names[name] = sample

    def augment(self, depth: int) -> None:
        names = [
            n
            for n, v in self.names.items()
            if n[0] in "vnst" and n not in self.steady and numpy.ndim(v) == 0 and not callable(v)
        ]
        name = self.r.choice(names)
        sample = self.names[name]
        text = self.like(sample) or "1"
        op = self.r.choice(("+", "-", "+", "*") if not isinstance(sample, int) else ("+", "-", "//", "%"))
        self.put(depth, f"{name} {op}= {self.r.choice(('2', '3')) if op in '//%' else text}")

    def right(self, sample: Any) -> str:
        text, made = self.value()
        if sample.dtype.kind == "i" and not (
            isinstance(made, int) or getattr(made, "dtype", sample.dtype).kind in "ib"
        ):
            text = self.integer()
        return text

    def write(self, depth: int) -> None:
        found = self.element()
        if found is None:
            return
        text, sample = found
        value = self.right(sample)
        if sample.dtype.kind == "i":
            value = f"({value}) % 50"
        self.put(depth, f"{text} {self.r.choice(('=', '=', '+=', '-='))} {value}")

    def helper(self, depth: int) -> None:
        z = self.of(lambda v: isinstance(v, numpy.ndarray) and v.ndim == 1)
        if z:
            self.put(depth, f"bump({z}, {self.index(len(self.names[z]))})")

    def alias(self, depth: int) -> None:
        name = self.of(lambda v: isinstance(v, numpy.ndarray))
        old = [n for n, v in self.names.items() if n[0] == "z" and kind(v) == kind(self.names[name])]
        mine = self.r.choice(old) if old and self.r.random() < 0.5 else self.new("z")
        self.put(depth, f"{mine} = {name}")
        self.names[mine] = self.names[name]

    def row(self, depth: int) -> None:
        name = self.of(lambda v: isinstance(v, numpy.ndarray) and v.ndim == 2)
        if name is None:
            return
        mine = self.new("z")
        key = self.r.choice((self.index(4), self.index(4), ":, 0", "1:3", "-1"))
        self.put(depth, f"{mine} = {name}[{key}]")
        z = self.names[name]
        self.names[mine] = z[:, 0] if key == ":, 0" else z[1:3] if key == "1:3" else z[0]

    def rebind(self, depth: int) -> None:
        name = self.of(lambda v: isinstance(v, numpy.ndarray))
        if name == "G" or name is None:
            return
        z = self.names[name]
        other = self.of(lambda v: kind(v) == kind(z))
        self.put(
            depth,
            self.r.choice(
                (
                    f"{name} = {name} * 1",
                    f"{name} = {name} + {other}",
                    f"{name} = {other}",
                    f"{name} = -{name}",
                    f"{name} = {name}.copy()",
                )
            ),
        )

    def whole(self, depth: int) -> None:
        name = self.of(lambda v: isinstance(v, numpy.ndarray))
        if name is None:
            return
        z = self.names[name]
        other = self.of(lambda v: kind(v) == kind(z))
        self.put(
            depth,
            self.r.choice(
                (f"{name} += 1", f"{name} -= {other}", f"{name}[:] = {other}", f"{name}[1:] = 2", f"{name}[0] = 1")
            ),
        )

    def swap(self, depth: int) -> None:
        name = self.of(lambda v: isinstance(v, numpy.ndarray) and v.ndim == 1)
        if name is None:
            return
        size = len(self.names[name])
        a, b = f"{name}[{self.index(size)}]", f"{name}[{self.index(size)}]"
        self.put(depth, f"{a}, {b} = {b}, {a}")

    def leave(self, depth: int) -> None:
        if not self.loops:
            return self.assign(depth)
        if self.r.random() < 0.6:
            self.put(depth, f"if {self.test()}:")
            depth += 1
            if self.r.random() < 0.3:
                self.assign(depth)
        else:
            return self.assign(depth)
        if self.early and self.r.random() < 0.4:
            self.put(depth, f"return {', '.join(self.result)}")
        else:
            self.put(depth, self.r.choice(("break", "continue")))

    def block(self, depth: int, most: int = 4) -> dict[str, Any]:
        """Statements; gives the names that they leave."""
        before, maybe = dict(self.names), dict(self.maybe)
        for _ in range(self.r.randint(1, most)):
            if self.budget > 0:
                self.statement(depth)
        self.put(depth, "pass")
        left, self.names, self.maybe = self.names, before, maybe
        return left

    def branch(self, depth: int) -> None:
        self.put(depth, f"if {self.test()}:")
        sides = [self.block(depth + 1)]
        while self.r.random() < 0.25:
            self.put(depth, f"elif {self.test()}:")
            sides.append(self.block(depth + 1))
        if self.r.random() < 0.5:
            self.put(depth, "else:")
            shared = [n for n in sides[0] if n not in self.names and n[0] == "v"]
            if shared and self.r.random() < 0.5:  # set on both sides
                text = self.like(sides[0][shared[0]])
                if text and len(sides) == 1:
                    self.put(depth + 1, f"{shared[0]} = {text}")
                    self.block(depth + 1)
                    self.names[shared[0]] = sides[0][shared[0]]
                    return
            sides.append(self.block(depth + 1))
        for side in sides:
            self.maybe |= {n: v for n, v in side.items() if n not in self.names and not callable(v)}

    def counted(self, depth: int) -> None:
        r = self.r
        name = (
            r.choice([n for n in ("i", "j", "k", "i") if n not in self.steady] or [self.new("i")])
            if r.random() < 0.9
            else r.choice("ij")
        )
        i = self.integer()
        ends = r.choice(
            (
                str(r.randint(0, 9)),
                f"{i} % 6",
                "len(x)",
                f"1, {i} % 7",
                f"{i} % 5, -1, -1",
                "4, -1, -2",
                f"{i}, {i} + 4",
                "min(n, 4)",
                "n",
                "p",
                f"0, {r.randint(20, 40)}, 7",
                "70 if p > 50 else 3",
            )
        )
        self.put(depth, f"for {name} in range({ends}):")
        self.inside(depth, name, 1)

    def through(self, depth: int) -> None:
        name = self.of(lambda v: isinstance(v, numpy.ndarray))
        item = self.new("e")
        self.put(depth, f"for {item} in {name}:")
        self.inside(depth, item, self.names[name][0])

    def inside(self, depth: int, name: str, sample: Any) -> None:
        before = {*self.steady}
        self.steady.add(name)
        own = dict(self.names)
        self.names[name] = sample
        self.loops += 1
        left = self.block(depth + 1)
        self.loops -= 1
        self.steady = before
        self.names = own
        self.maybe |= {n: v for n, v in left.items() if n not in own and not callable(v)}

    def until(self, depth: int) -> None:
        r = self.r
        counter = self.new("w")
        self.put(depth, f"{counter} = 0")
        self.names[counter] = 0
        self.steady.add(counter)
        limit = r.choice((str(r.randint(1, 9)), f"{self.integer()} % 6"))
        if r.random() < 0.4:
            self.put(depth, "while True:")
            self.put(depth + 1, f"if {counter} >= {limit}{r.choice(('', f' or {self.test(1)}'))}:")
            self.put(depth + 2, "break")
        else:
            both = [f"{counter} < {limit}", self.test(1)]
            r.shuffle(both)
            self.put(depth, f"while {' and '.join(both) if r.random() < 0.6 else f'{counter} < {limit}'}:")
        self.put(depth + 1, f"{counter} += 1")
        self.loops += 1
        left = self.block(depth + 1)
        self.loops -= 1
        self.maybe |= {n: v for n, v in left.items() if n not in self.names and not callable(v)}


_BESIDE = ((numpy.floating, float), (numpy.integer, int))
_COUNT = {name: 1 for name in "ijk"}
_HELPERS: dict[str, Any] = {}
exec(HEAD, _HELPERS)


def data(parameters: dict[str, Any], seed: int) -> list[Any]:
    """Arguments of the types of some samples: small numbers that floats hold exactly."""
    r = numpy.random.default_rng(seed)
    made: list[Any] = []
    for sample in parameters.values():
        value = r.integers(-8, 9, numpy.shape(sample))
        if isinstance(sample, float) or getattr(sample, "dtype", numpy.dtype("i8")).kind == "f":
            value = value / 4
        if isinstance(sample, numpy.ndarray):
            made.append(numpy.asarray(value).astype(sample.dtype))
        elif isinstance(sample, numpy.generic):
            made.append(sample.dtype.type(value))
        else:
            made.append(type(sample)(value))
    return made
