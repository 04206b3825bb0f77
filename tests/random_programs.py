"""Random NumPy programs: source text of a function of a namespace, the host's numpy, and arrays.

A program is written statement by statement; each is tried on real arrays under NumPy as it is written, so that every
program is valid, stays finite and does not hang on the last bit of a transcendental function.
"""

import random
from dataclasses import dataclass

import numpy as np

DTYPES = ("float64", "float64", "float64", "float32", "int64", "int32", "bool")
UNARY = (
    "negative",
    "absolute",
    "sqrt(np.absolute",
    "tanh",
    "exp(-np.absolute",
    "sin",
    "cos",
    "floor",
    "square(np.tanh",
    "log1p(np.absolute",
    "sign",
)
BINARY = ("+", "-", "*")
FUNCTIONS = ("maximum", "minimum", "add", "subtract", "multiply")
REDUCTIONS = ("sum", "mean", "max", "min")
HEADROOM = 1e6


@dataclass
class Program:
    source: str
    inputs: list
    names: list
    statements: int


class Writer:
    """Writes one program; `values` are the arrays its variables hold at the current statement, under NumPy."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.data = np.random.default_rng(seed)
        self.lines = []
        self.scope = {"np": np, "numpy": np}
        self.indent = "    "
        self.count = 0
        self.fresh = 0

    def arrays(self, kinds="fiub", min_ndim=0):
        return [
            n
            for n, v in self.scope.items()
            if isinstance(v, np.ndarray) and v.dtype.kind in kinds and v.ndim >= min_ndim
        ]

    def pick(self, **want):
        names = self.arrays(**want)
        return self.rng.choice(names) if names else None

    def new(self):
        self.fresh += 1
        return f"v{self.fresh}"

    def window(self, name):
        """A random basic index of a variable, as text."""
        parts = []
        for n in self.scope[name].shape:
            kind = self.rng.random()
            if kind < 0.3 or n == 0:
                parts.append(":")
            elif kind < 0.5:
                parts.append(f"{self.rng.randrange(n)}:")
            elif kind < 0.65:
                parts.append(f":{-self.rng.randrange(1, n + 1)}" if n > 1 else ":")
            elif kind < 0.8:
                parts.append(f"::{self.rng.choice((2, -1, 3))}")
            elif kind < 0.9:
                parts.append(f"{self.rng.randrange(-n, n)}")
            else:
                parts.append("None, :")
        return ", ".join(parts) or "..."

    def expression(self):
        r = self.rng
        a = self.pick(kinds="fi")
        kind = r.random()
        if kind < 0.2:
            f = r.choice(UNARY)
            return f"np.{f}({a})" + ")" * f.count("(")
        if kind < 0.38:
            return f"{a} {r.choice(BINARY)} {self.pick(kinds='fi')}"
        if kind < 0.46:
            return f"{a} {r.choice(BINARY)} {r.choice((0.5, 2, -1.25, 3))}"
        if kind < 0.52:
            return f"np.{r.choice(FUNCTIONS)}({a}, {self.pick(kinds='fi')})"
        if kind < 0.57:
            return f"{a} / (1.5 + np.absolute({self.pick(kinds='fi')}))"
        if kind < 0.65:
            b = self.pick(kinds="fi", min_ndim=1)
            if b is None:
                return f"{a} + 1"
            axis = r.randrange(self.scope[b].ndim)
            return f"{b}.{r.choice(REDUCTIONS)}(axis={axis}, keepdims={r.random() < 0.5})"
        if kind < 0.69:
            b = self.pick(kinds="fi", min_ndim=2)
            return f"{b}.T" if b else f"{a} * 1"
        if kind < 0.73:
            return f"{a}.reshape(-1) * 1"  # view or copy: that depends on the memory order, which Dusk does not keep
        if kind < 0.81:
            b = self.pick(min_ndim=1)
            return f"{b}[{self.window(b)}]" if b else f"-{a}"
        if kind < 0.85:
            return f"np.where({a} > {r.choice((0, 0.5))}, {a}, {self.pick(kinds='fi')})"
        if kind < 0.89:
            b = self.pick(kinds="f", min_ndim=2)
            return f"{b} @ {b}.T" if b else f"{a} + 0.5"
        if kind < 0.91:
            return f"np.concatenate([{a}.ravel(), {self.pick()}.ravel()])"
        if kind < 0.93:
            return (
                f"{a}.astype({r.choice(('float32', 'float64', 'int64'))!r})"
                if r.random() < 0.5
                else f"np.cumsum({a}, axis=None)"
            )
        if kind < 0.96:
            b = self.pick(kinds="fi", min_ndim=1)
            if b is None or not self.scope[b].shape[0]:
                return f"abs({a})"
            n = self.scope[b].shape[0]
            return f"{b}[np.array({[r.randrange(-n, n) for _ in range(3)]})]"
        if kind < 0.98:
            return f"{a}[{a} > 0]"
        return f"({a} > {self.pick(kinds='fi')})"

    def statement(self):
        r = self.rng
        kind = r.random()
        if kind < 0.5:
            return f"{self.new()} = {self.expression()}"
        a = self.pick(kinds="fi")
        if kind < 0.62:
            b = self.pick(kinds="f", min_ndim=1)
            if b:
                value = r.choice(("0.5", "0.25", str(self.pick(kinds="fi"))))
                return f"{b}[{self.window(b)}] {r.choice(('+=', '*=', '-=', '='))} {value}"
        if kind < 0.70:
            return f"{self.pick(kinds='f')} {r.choice(('+=', '*=', '-='))} {r.choice(('0.75', str(a)))}"
        if kind < 0.75:
            b = self.pick(min_ndim=1)
            if b:
                name = self.new()
                return f"{name} = {b}[{self.window(b)}]"
        if kind < 0.79:
            b = self.pick(kinds="f")
            return f"{b}[{b} > 0.5] = {r.choice(('0.0', '-0.5'))}"
        if kind < 0.83:
            b = self.pick(kinds="f", min_ndim=1)
            if b and self.scope[b].shape[0]:
                n = self.scope[b].shape[0]
                return f"{b}[[{r.randrange(n)}, {r.randrange(-n, n)}]] = 0.125"
        if kind < 0.87:
            b = self.pick(kinds="f", min_ndim=1)
            if b:  # memory shared with NumPy, written from outside
                return f"numpy.asarray({b})[...] *= 0.5"
        if kind < 0.90:
            return f"np.multiply({a}, 0.5, out={self.pick(kinds='f')})"
        if kind < 0.94:
            b = self.pick()
            return f"{b}.shape = {r.choice(('-1', f'{b}.shape[::-1]', f'(1, *{b}.shape)'))}"
        return None

    def try_(self, text, indent=""):
        """Run a statement under NumPy; keep it if the arrays stay small and finite."""
        trial = self._forked()
        try:
            with np.errstate(all="raise"):
                exec(text, trial)
        except Exception:
            return False
        for v in trial.values():
            if isinstance(v, np.generic):
                return False
            if isinstance(v, np.ndarray) and (
                v.size > 400 or (v.dtype.kind in "fi" and v.size and not np.all(np.abs(v) < HEADROOM))
            ):
                return False
        with np.errstate(all="ignore"):
            exec(text, self.scope)
        return True

    def _forked(self):
        """A copy of the scope in which arrays that share memory still do."""
        plain = {k: v for k, v in self.scope.items() if isinstance(v, np.ndarray)}
        bases = {}
        out = {"np": np, "numpy": np}
        for k, v in plain.items():
            root = v
            while isinstance(root.base, np.ndarray):
                root = root.base
            if id(root) not in bases:
                bases[id(root)] = (root, root.copy(order="K"))
            old, new = bases[id(root)]
            if old.strides != new.strides:
                new = np.lib.stride_tricks.as_strided(np.array(old), old.shape, np.array(old).strides)
                bases[id(root)] = (old, new)
            offset = v.__array_interface__["data"][0] - old.__array_interface__["data"][0]
            try:
                out[k] = (
                    np.ndarray(v.shape, v.dtype, buffer=new, offset=offset, strides=v.strides) if v.size else v.copy()
                )
            except (ValueError, TypeError):
                out[k] = v.copy()
        return out

    def write(self, length):
        r = self.rng
        inputs = []
        for _ in range(r.randrange(2, 4)):
            shape = r.choice(((4,), (3, 4), (2, 3), (5,), (3, 1), (2, 3, 2), (4, 4)))
            dtype = r.choice(DTYPES[:-1])
            values = self.data.normal(size=shape) if dtype.startswith("f") else self.data.integers(-4, 5, shape)
            inputs.append(values.astype(dtype))
        names = [f"x{i}" for i in range(len(inputs))]
        self.scope.update({n: v.copy() for n, v in zip(names, inputs, strict=True)})
        tries = 0
        while self.count < length and tries < length * 12:
            tries += 1
            kind = r.random()
            if kind < 0.06:
                self.loop()
            elif kind < 0.12:
                self.branch()
            else:
                text = self.statement()
                if text and self.try_(text):
                    self.lines.append(self.indent + text)
                    self.count += 1
        kept = self.arrays()[-6:]
        results = sorted({*names, *kept})
        head = f"def program(np, numpy, {', '.join(names)}):\n"
        body = "\n".join(self.lines) + f"\n    return [{', '.join(results)}]\n"
        return Program(head + body, inputs, names, self.count)

    def loop(self):
        a = self.pick(kinds="f", min_ndim=1)
        if not a:
            return
        times = self.rng.randrange(2, 5)
        inner = [f"{a}[{self.window(a)}] *= 0.5 + 0.01 * i", f"{a} += np.tanh({a}) * 0.125"]
        text = f"for i in range({times}):\n    " + "\n    ".join(inner)
        if self.try_(text):
            self.scope.pop("i", None)
            self.lines += [self.indent + line for line in text.split("\n")]
            self.count += 2 * times

    def branch(self):
        a, b = self.pick(kinds="f"), self.pick(kinds="f")
        if not a:
            return
        limit = round(self.rng.uniform(-2, 2), 3)
        name = self.new()
        text = f"if float({a}.sum()) > {limit}:\n    {name} = {b} * 0.5\nelse:\n    {name} = {b} + 1.0"
        if abs(float(self.scope[a].sum()) - limit) > 1e-3 and self.try_(text):
            self.lines += [self.indent + line for line in text.split("\n")]
            self.count += 2


def write(seed, length=24):
    """The program of a seed, of about `length` statements."""
    return Writer(seed).write(length)


def changed(inputs, round_, seed):
    """The inputs of a later round: the same shapes and dtypes, other numbers."""
    rng = np.random.default_rng([seed, round_])
    if round_ == 0:
        return [x.copy() for x in inputs]
    return [
        (x * (1 + 0.01 * rng.standard_normal(x.shape))).astype(x.dtype) if x.dtype.kind == "f" else rng.permuted(x)
        for x in inputs
    ]


def resized(inputs, round_, seed):
    """As `changed`, with other lengths: what had one size has one size again; at times that is 1 or 0."""
    rng = np.random.default_rng([seed, 7, round_])
    sizes = sorted({n for x in inputs for n in x.shape if n > 1})
    lengths = {n: n + int(k) for n, k in zip(sizes, np.cumsum(rng.integers(0, 4, len(sizes))), strict=True)}
    if rng.random() < 0.15:
        lengths[int(rng.choice(sizes))] = int(rng.integers(0, 2))
    shapes = [tuple(lengths.get(n, n) for n in x.shape) for x in inputs] if round_ else [x.shape for x in inputs]
    return [
        (rng.standard_normal(shape) if x.dtype.kind == "f" else rng.integers(-4, 5, shape)).astype(x.dtype)
        for x, shape in zip(inputs, shapes, strict=True)
    ]
