"""Random programs over NumPy's surface, written statement by statement while NumPy runs them on several rounds of data.

What a program computes is known, then, before Dusk sees it: what it looks at (`see`), in which order, and how exact
that is. A value is *exact* if IEEE arithmetic says what it is: Dusk has to give it bit by bit. Transcendental
functions, sums whose rounding hangs on their order and what was computed from them have a tolerance, and nothing
jumps on their account: no comparison, no rounding, no cast to integers.
"""

from __future__ import annotations

import random
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

ROUNDS = 3
LIMIT = 3000
"""No array has more elements."""
FLOATS = ("float64", "float32", "float16", "complex128", "complex64")
DTYPES = ("float64",) * 7 + ("float32",) * 4 + ("int64",) * 4 + ("int32",) * 2 + (
    "bool", "bool", "int8", "int16", "uint8", "uint8", "uint16", "uint32", "uint64", "float16", "complex128",
    "complex64"
)  # fmt: skip
NAME = re.compile(r"\b[vx]\d+\b")


@dataclass
class Seen:
    """What NumPy has where a program looks: a value or an exception, and how far Dusk's may be off."""

    value: Any
    tolerance: float = 0.0


@dataclass
class Program:
    """A function `program(np, numpy, see, x0, ...)`, its statements, and what NumPy sees in each round."""

    seed: int
    lines: list[str]
    inputs: list[list[np.ndarray]]
    seen: list[list[Seen]]
    writes: bool
    """Whether it writes through a view."""
    names: list[str] = field(default_factory=list)
    """What each look is called."""

    @property
    def source(self) -> str:
        names = ", ".join(f"x{i}" for i in range(len(self.inputs[0])))
        body = "\n".join("    " + line for text in self.lines for line in text.split("\n"))
        return f"def program(np, numpy, see, {names}):\n{body or '    pass'}\n"


@dataclass
class Statement:
    """A line of a program (or a block), before it is tried.

    `kind`: "exact"; "ring", exact on small dyadic numbers only; "smooth", inexact; "rough": exact, of exact operands.
    `target`: the variable written to. `needs`: what has to hold of the operands, in each round.
    """

    text: str
    kind: str = "exact"
    target: str | None = None
    needs: Callable[[dict[str, Any]], bool] | None = None


class Writer:
    """Writes one program. `scopes` are its variables under NumPy, one dict a round."""

    def __init__(self, seed: int, kinds: list[tuple[float, Callable[[Writer], Statement | None]]]) -> None:
        self.seed = seed
        self.rng = random.Random(seed)
        self.data = np.random.default_rng(seed)
        self.kinds = kinds
        self.lines: list[str] = []
        self.names: list[str] = []
        self.seen: list[list[Seen]] = [[] for _ in range(ROUNDS)]
        self.scopes: list[dict[str, Any]] = [{"np": np, "numpy": np, "apart": apart} for _ in range(ROUNDS)]
        self.off: dict[int, tuple[float, float]] = {}
        """By the id of the array whose memory it is: eps and scale of what is inexact."""
        self.odd: set[int] = set()
        """The ids of memory in which NumPy has put something new in an order of its own."""
        self.kept: list[Any] = []
        self.fresh = 0
        self.wrote = False
        sizes = (1, 2, 3, 4, 5, 7, 16, 17, 33)
        self.n, self.m, self.k = self.rng.choice(sizes), self.rng.choice(sizes[:6]), self.rng.choice(sizes[1:5])

    # -- what there is --------------------------------------------------------------------------------------

    @property
    def scope(self) -> dict[str, Any]:
        return self.scopes[0]

    def root(self, name: str) -> Any:
        return root(self.scope[name])

    def exact(self, name: str) -> bool:
        return id(self.root(name)) not in self.off

    def plain(self, name: str) -> bool:
        """Whether Dusk sees views of it where NumPy does: NumPy also chooses orders of memory for what it makes."""
        return all(
            isinstance(s[name], np.ndarray) and (r := root(s[name])).flags.c_contiguous and id(r) not in self.odd
            for s in self.scopes
        )

    def arrays(self, kinds: str = "biufc", least: int = 0, most: int = 9, exact: bool = False,
               where: Callable[[Any], bool] | None = None) -> list[str]:  # fmt: skip
        return [
            n for n, v in self.scope.items()
            if isinstance(v, np.ndarray | np.generic) and v.dtype.kind in kinds and least <= v.ndim <= most
            and (not exact or self.exact(n)) and (where is None or where(v))
        ]  # fmt: skip

    def pick(self, kinds: str = "biufc", least: int = 0, most: int = 9, exact: bool = False,
             where: Callable[[Any], bool] | None = None) -> str | None:  # fmt: skip
        names = self.arrays(kinds, least, most, exact, where)
        if len(names) > 4 and self.rng.random() < 0.5:
            names = names[-4:]
        return self.rng.choice(names) if names else None

    def writable(self, kinds: str = "biufc", least: int = 0, most: int = 9) -> str | None:
        def written(v: Any) -> bool:  # what is repeated by steps of 0 is written under protest
            return isinstance(v, np.ndarray) and (0 not in v.strides or v.size < 2) and v.flags.writeable

        return self.pick(kinds, least, most, where=written)

    def fitting(self, shape: tuple[int, ...], kinds: str = "biufc", exact: bool = False) -> str | None:
        """A variable that broadcasts to a shape."""

        def fits(v: Any) -> bool:
            return v.ndim <= len(shape) and all(a in (1, b) for a, b in zip(v.shape[::-1], shape[::-1], strict=False))

        return self.pick(kinds, exact=exact, where=fits)

    def new(self) -> str:
        self.fresh += 1
        return f"v{self.fresh}"

    # -- trying ------------------------------------------------------------------------------------------------

    def add(self, statement: Statement | None) -> bool:
        """Try a statement in all rounds; keep it if it says the same in each, and its result is known well enough."""
        if statement is None:
            return False
        used = {n for n in NAME.findall(statement.text) if n in self.scope}
        spoilt = [self.off[id(self.root(n))] for n in used if not self.exact(n)]
        if spoilt and statement.kind == "rough":
            return False
        if statement.target and spoilt and self.scope[statement.target].dtype.kind in "biu":
            return False
        if not all(self._allowed(statement, s, used) for s in self.scopes):
            return False
        inexact = statement.kind == "smooth" or (
            statement.kind == "ring" and not all(dyadic(s[n]) for s in self.scopes for n in used)
        )
        wide = any(s[n].dtype.kind in "iu" and not between(s[n], -(2**20), 2**20) for s in self.scopes for n in used)
        before = set(self.scope)
        memory = {id(root(v)) for s in self.scopes for v in s.values()}
        sums = statement.kind == "ring" or re.search("max|min|clip", statement.text) is not None
        floats = [self.scope[n] for n in used if self.scope[n].dtype.kind in "fc"]
        small = {1: np.float16, 2: np.float32}  # what functions make of small integers
        floats += [np.zeros(1, small[self.scope[n].itemsize]) for n in used
                   if self.scope[n].dtype.kind in "biu" and self.scope[n].itemsize < 4]  # fmt: skip
        code = compile(statement.text, f"<{self.seed}>", "exec")
        errors = []
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            for scope in self.scopes:
                try:
                    exec(code, scope)
                    errors.append(None)
                except Exception as error:
                    errors.append(error)
        made = sorted(set().union(*self.scopes) - before - {"__builtins__"})
        failed = any(errors)
        if failed:
            for scope in self.scopes:
                for name in made:
                    scope.pop(name, None)
            if statement.target is None and self.rng.random() < 0.85:
                return False
            made = []
            for e, seen in zip(errors, self.seen, strict=True):
                seen.append(Seen(e))
            self.names.append("error")
            inner = statement.text.replace("\n", "\n    ")
            self.lines.append(f"try:\n    {inner}\n    see(None)\nexcept Exception as e:\n    see(e)")
        else:
            for name in made:
                if NAME.fullmatch(name) is None:
                    for scope in self.scopes:
                        scope.pop(name, None)
            made = [n for n in made if NAME.fullmatch(n)]
            kinds = (np.ndarray, np.generic)
            if any(not isinstance(s[n], kinds) or s[n].size > LIMIT or s[n].dtype.kind not in "biufc"
                   for s in self.scopes for n in made):  # fmt: skip
                self._forget(made)
                return False
            if (inexact or spoilt) and any(self.scope[n].dtype.kind in "biu" for n in made):
                self._forget(made)
                return False
            self.lines.append(statement.text)
            new = [v for s in self.scopes for n in made if id(root(v := s[n])) not in memory]
            self.kept += map(root, new)
            self.odd |= {id(root(v)) for v in new if isinstance(v, np.ndarray) and not v.flags.c_contiguous}
        inexact |= wide and statement.kind == "ring" and any(self.scope[n].dtype.kind in "fc" for n in made)
        for name in made if sums else ():  # a zero's sign hangs on the order of a sum; of two, either is the larger
            value = self.scope[name]
            inexact |= value.dtype.kind in "fc" and any(bool(np.any(s[name] == 0)) for s in self.scopes)
        if sums and statement.target and self.scope[statement.target].dtype.kind in "fc":
            inexact |= any(bool(np.any(s[statement.target] == 0)) for s in self.scopes)
        if statement.target:
            through = re.match(rf".*\b{statement.target}(\.\w+)*\[.*\]", statement.text, re.DOTALL) is not None
            self.wrote |= through or self.root(statement.target) is not self.scope[statement.target]
        if inexact or spoilt:
            changed = [*made, statement.target] if statement.target else made
            self._spoil([n for n in changed if n], spoilt, floats)
        return True

    def _allowed(self, statement: Statement, scope: dict[str, Any], used: set[str]) -> bool:
        """Casts of floats to integers are NumPy's own only where the number fits."""
        if statement.needs is not None and not statement.needs(scope):
            return False
        if re.search("fmin|fmax|nanmin|nanmax", statement.text) and any(signalling(scope[n]) for n in used):
            return False
        if statement.target and scope[statement.target].dtype.kind in "iu":
            low = 0 if scope[statement.target].dtype.kind == "u" else -8
            return all(v.dtype.kind in "biu" or between(v, low, 8) for v in (scope[n] for n in used))
        return True

    def _forget(self, names: list[str]) -> None:
        for scope in self.scopes:
            for name in names:
                scope.pop(name, None)

    def _spoil(self, names: list[str], spoilt: list[tuple[float, float]], floats: list[Any]) -> None:
        """Note how far off what was made or written may be; what may be anything is looked at no more."""
        for name in names:
            root = self.root(name)
            values = [s[name] for s in self.scopes]
            own = [np.finfo(v.dtype).eps for v in [*floats, values[0]] if v.dtype.kind in "fc"]
            eps = max([1e-16, *own, *(e for e, _ in spoilt)])
            scale = max([1.0, *(s for _, s in spoilt), *(largest(v) for v in values), *(largest(v) for v in floats)])
            if not scale < 1e4 * (1 if eps > 1e-10 else 100):
                for n in [n for n in self.arrays() if self.root(n) is root]:
                    self._forget([n])
                continue
            self.kept.append(root)
            self.off[id(root)] = (eps, scale)

    def see(self, name: str) -> None:
        """Look at a variable."""
        e, scale = self.off.get(id(self.root(name)), (0.0, 0.0))
        for seen, scope in zip(self.seen, self.scopes, strict=True):
            value = scope[name]
            seen.append(Seen(value if isinstance(value, np.generic) else value.copy(), 512 * e * scale))
        self.lines.append(f"see({name})")
        self.names.append(name)

    # -- the whole ---------------------------------------------------------------------------------------------

    def inputs(self) -> list[list[np.ndarray]]:
        n, m, k = self.n, self.m, self.k
        shapes = ((n,), (m, n), (m, n), (m, m), (n, m), (m, 1), (k, m, n), (k, 1, m), (), (1,), (m,), (0, m), (0,))
        weights = (6, 6, 6, 4, 3, 2, 3, 1, 1, 1, 3, 0.4, 0.4)
        chosen = self.rng.choices(shapes, weights, k=self.rng.randrange(2, 5))
        special = self.rng.random() < 0.25
        out = []
        for shape in chosen:
            dtype = np.dtype(self.rng.choice(DTYPES))
            out.append([numbers(self.data, shape, dtype, special) for _ in range(ROUNDS)])
        return [list(row) for row in zip(*out, strict=True)]

    def write(self, length: int) -> Program:
        inputs = self.inputs()
        for scope, row in zip(self.scopes, inputs, strict=True):
            scope.update({f"x{i}": np.array(x) for i, x in enumerate(row)})
        weights, makers = zip(*self.kinds, strict=True)
        for _ in range(length * 6):
            if len(self.lines) >= length:
                break
            before = len(self.lines)
            maker = self.rng.choices(makers, weights)[0]
            self.add(maker(self))
            if len(self.lines) > before and self.rng.random() < 0.12:
                name = self.pick()
                if name:
                    self.see(name)
        for name in self.arrays():
            self.see(name)
        return Program(self.seed, self.lines, inputs, self.seen, self.wrote, self.names)


def apart(namespace: Any, given: Any) -> Any:
    """What is given; for NumPy itself with copies, in C order, of all that is an array."""
    if isinstance(given, tuple):
        return tuple(apart(namespace, part) for part in given)
    return np.array(given, order="C") if namespace is np and isinstance(given, np.ndarray) else given


def root(value: Any) -> Any:
    """The array whose memory a view looks at."""
    while isinstance(value, np.ndarray):
        base = value.base if isinstance(value.base, np.ndarray) else getattr(value.base, "base", None)  # of windows
        if not isinstance(base, np.ndarray):
            break
        value = base
    return value


def numbers(data: Any, shape: tuple[int, ...], dtype: np.dtype, special: bool) -> np.ndarray:
    """Small dyadic numbers, or small integers; `special`: some of the largest, NaN, infinities, -0.0 among them."""
    if dtype.kind == "b":
        return np.array(data.integers(0, 2, shape), bool)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        x = np.array(data.integers(0 if dtype.kind == "u" else -5, 7, shape)).astype(dtype)
        if special and x.size:
            x[np.array(data.random(shape) < 0.2)] = data.choice(np.array([info.min, info.max, info.max - 1], dtype))
        return x
    x = np.array(data.integers(-8, 9, shape)) / 4
    if dtype.kind == "c":
        x = x + 1j * data.integers(-8, 9, shape) / 4
    x = np.array(x).astype(dtype)
    if special and x.size:
        x[np.array(data.random(shape) < 0.2)] = data.choice(np.array([np.nan, np.inf, -np.inf, -0.0, 1e4, 0.1]))
    return x


def largest(v: Any) -> float:
    """The largest magnitude; infinite if it has what is not finite."""
    if v.size == 0 or v.dtype.kind not in "fciu":
        return 1.0
    with np.errstate(all="ignore"):
        x = float(np.max(np.abs(v.astype(complex))))
    return x if np.isfinite(x) else np.inf


def between(v: Any, low: float, high: float) -> bool:
    with np.errstate(all="ignore"):
        return bool(np.all((v.real >= low) & (v.real <= high)))


def signalling(v: Any) -> bool:
    """Whether it has a signalling NaN, as NumPy's sort makes of float16's: of such and a number, its fmin gives NaN."""
    if v.dtype.kind not in "fc":
        return False
    flat = np.array(v, order="C").reshape(-1)
    flat = flat.view(flat.real.dtype)
    quiet = flat.view(f"u{flat.itemsize}") >> (np.finfo(flat.dtype).nmant - 1) & 1
    return bool(np.any(np.isnan(flat) & (quiet == 0)))


def dyadic(v: Any) -> bool:
    """Whether products and sums of such numbers round nowhere, in whatever order."""
    if v.dtype.kind in "biu" or v.size == 0:
        return True
    width = v.dtype.itemsize // (1 + (v.dtype.kind == "c"))
    grain, limit, count = {2: (2, 4, 12), 4: (4, 8, 200), 8: (64, 64, LIMIT)}[width]
    parts = (v.real, v.imag) if v.dtype.kind == "c" else (v,)
    with np.errstate(all="ignore"):
        return v.size <= count and all(
            bool(np.all((np.abs(p) <= limit) & (p * grain == np.floor(p * grain)))) for p in parts
        )


def close(mine: Any, seen: Seen) -> bool:
    """Whether a value of Dusk's is what NumPy has: type, dtype, shape, bits (or as near as it has to be)."""
    theirs = seen.value
    if isinstance(theirs, Exception) or theirs is None or isinstance(mine, Exception):
        return mine is theirs or (isinstance(theirs, Exception) and isinstance(mine, public(type(theirs))))
    value, scalar = mine
    if value.shape != theirs.shape or value.dtype != theirs.dtype or scalar != isinstance(theirs, np.generic):
        return False
    with np.errstate(all="ignore"):
        if not seen.tolerance:
            same = (value == theirs) | ((value != value) & (theirs != theirs))
            if theirs.dtype.kind == "f":
                same &= (np.signbit(value) == np.signbit(theirs)) | (theirs != theirs)
            return bool(np.all(same))
        return bool(np.allclose(value, theirs, rtol=0, atol=seen.tolerance, equal_nan=True))


def public(kind: type) -> type:
    """A type of exceptions; for NumPy's private ones, that which they are made from."""
    while kind.__module__.startswith("numpy._"):
        kind = kind.__mro__[1]
    return kind
