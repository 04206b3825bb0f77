"""Types of values: shape (with named sizes), dtype, device."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, Union, cast

import numpy as np

Monomial = tuple[str, ...]
Size = Union[int, "Dim"]
Shape = tuple[Size, ...]


class Dim:
    """A size known by name only: a polynomial of names with integer coefficients.

    Arithmetic that ends in a plain number gives an `int`; two sizes are equal when their polynomials are. Names
    stand for sizes of at least 1. Named sizes have no order (`nonnegative` tells what is known of one).

    >>> n = Dim("n")
    >>> (n + 1) * 2, (n * 4) // 2, n - n
    (2*n + 2, 2*n, 0)
    """

    __slots__ = ("_hash", "terms")
    terms: tuple[tuple[Monomial, int], ...]

    def __init__(self, name: str | Mapping[Monomial, int]) -> None:
        terms = {(name,): 1} if isinstance(name, str) else name
        self.terms = tuple(sorted((m, c) for m, c in terms.items() if c))
        self._hash = hash(self.terms)

    @staticmethod
    def _of(terms: Mapping[Monomial, int]) -> Size:
        kept = {m: c for m, c in terms.items() if c}
        if not kept:
            return 0
        if len(kept) == 1 and () in kept:
            return kept[()]
        return Dim(kept)

    @staticmethod
    def _terms(size: Size) -> dict[Monomial, int]:
        return dict(size.terms) if isinstance(size, Dim) else {(): int(size)}

    def __add__(self, other: Any) -> Size:
        if not isinstance(other, Dim | int):
            return NotImplemented  # an index expression knows how to add a size
        out = dict(self.terms)
        for m, c in Dim._terms(other).items():
            out[m] = out.get(m, 0) + c
        return Dim._of(out)

    def __mul__(self, other: Any) -> Size:
        if not isinstance(other, Dim | int):
            return NotImplemented
        out: dict[Monomial, int] = {}
        for m1, c1 in self.terms:
            for m2, c2 in Dim._terms(other).items():
                m = tuple(sorted(m1 + m2))
                out[m] = out.get(m, 0) + c1 * c2
        return Dim._of(out)

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self) -> Size:
        return self * -1

    def __sub__(self, other: Any) -> Size:
        return self + (-other) if isinstance(other, Dim | int) else NotImplemented

    def __rsub__(self, other: Any) -> Size:
        return -self + other if isinstance(other, int) else NotImplemented

    def __floordiv__(self, other: Any) -> Size:
        if not isinstance(other, Dim | int):
            return NotImplemented
        found = exact_quotient(self, other)
        return Dim._quotient(self, other) if found is None else found

    def __rfloordiv__(self, other: Any) -> Size:
        return Dim._quotient(other, self) if isinstance(other, int) else NotImplemented

    @staticmethod
    def _quotient(a: Size, b: Size) -> Dim:
        name = f"({a})//({b})"
        _QUOTIENTS[name] = (a, b)
        return Dim(name)

    def __mod__(self, other: Any) -> Size:
        return self - (self // other) * other if isinstance(other, Dim | int) else NotImplemented

    def _exact(self, other: Dim) -> Size | None:
        """self / other when other is a single term that divides every term of self."""
        if len(other.terms) != 1:
            return 1 if self == other else None
        names, coefficient = other.terms[0]
        out: dict[Monomial, int] = {}
        for m, c in self.terms:
            left = list(m)
            for name in names:
                if name not in left:
                    return None
                left.remove(name)
            if c % coefficient:
                return None
            out[tuple(left)] = c // coefficient
        return Dim._of(out)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dim) and self.terms == other.terms

    def __hash__(self) -> int:
        return self._hash

    def names(self) -> set[str]:
        """The names this size depends on."""
        return {name for monomial, _ in self.terms for name in monomial}

    def single(self) -> tuple[str, int] | None:
        """The name that this size is a multiple of, and which multiple; None: it is more than that."""
        if len(self.terms) != 1:
            return None
        ((monomial, factor),) = self.terms
        return (monomial[0], factor) if len(monomial) == 1 else None

    def value(self, sizes: Mapping[str, int]) -> int:
        """The number this size stands for, given the names' sizes (KeyError: a name is missing)."""
        return sum(c * math.prod(size_of_name(name, sizes) for name in m) for m, c in self.terms)

    def __repr__(self) -> str:
        parts: list[str] = []
        for m, c in sorted(self.terms, key=lambda term: (-len(term[0]), term[0])):
            body = "*".join(m)
            parts.append(str(c) if not m else body if c == 1 else f"{c}*{body}")
        return " + ".join(parts)


_QUOTIENTS: dict[str, tuple[Size, Size]] = {}


def size_of_name(name: str, sizes: Mapping[str, int]) -> int:
    """What a name stands for, which may be that of a quotient (KeyError: it is missing)."""
    if name in _QUOTIENTS:
        a, b = (size_value(part, sizes) for part in _QUOTIENTS[name])
        return a // b
    return sizes[name]


def size_value(size: Size, sizes: Mapping[str, int]) -> int:
    """A size as a number, given the sizes of its names."""
    return size.value(sizes) if isinstance(size, Dim) else size


_SAME: dict[str, np.dtype[Any]] = {
    char: np.dtype(np.dtype(char).str) for char in "bBhHiIlLqQ" if np.dtype(np.dtype(char).str).char != char
}
"""Of NumPy's dtypes that equal another one the usual one: which a type was met with first is not to be seen."""


class TensorType:
    """What is known of a value before it is computed: `shape`, `dtype` and `device`.

    >>> TensorType((Dim("n"), 3), "float32")
    float32[n, 3]
    """

    __slots__ = ("_hash", "device", "dtype", "shape")
    shape: Shape
    dtype: np.dtype[Any]
    device: str

    def __init__(self, shape: Iterable[Size], dtype: Any, device: str = "cpu:0") -> None:
        self.shape = tuple(shape)
        met: np.dtype[Any] = np.dtype(dtype)
        self.dtype = _SAME.get(met.char, met)
        self.device = device
        self._hash = hash((self.shape, self.dtype, device))

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> Size:
        """The number of elements."""
        return product(self.shape)

    @property
    def nbytes(self) -> Size:
        return self.size * self.dtype.itemsize

    def with_(self, shape: Iterable[Size] | None = None, dtype: Any = None) -> TensorType:
        """This type with another shape or dtype."""
        return TensorType(self.shape if shape is None else shape, self.dtype if dtype is None else dtype, self.device)

    def on(self, device: str) -> TensorType:
        """This type on a device."""
        return self if self.device == device else TensorType(self.shape, self.dtype, device)

    def is_static(self) -> bool:
        """Whether every dimension is a number."""
        return all(isinstance(d, int) for d in self.shape)

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, TensorType)
            and self._hash == other._hash
            and self.shape == other.shape
            and self.dtype == other.dtype
            and self.device == other.device
        )

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        place = "" if self.device == "cpu:0" else f"@{self.device}"
        return f"{dtype_name(self.dtype)}[{', '.join(map(str, self.shape))}]{place}"


class TokenType:
    """The type of an ordered effect: a value that carries no data, only "before me"."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "token"


TOKEN = TokenType()
Type = TensorType | TokenType


def dtype_name(dtype: np.dtype[Any]) -> str:
    """The name used in text forms and messages (`float32`, `bool`, `bfloat16`)."""
    return dtype.name


def exact_quotient(size: Size, by: Size) -> Size | None:
    """`size / by` where that is known to leave nothing, else None."""
    if isinstance(by, Dim):
        return size._exact(by) if isinstance(size, Dim) else 0 if size == 0 else None  # pyright: ignore[reportPrivateUsage]
    if isinstance(size, Dim):
        terms = size.terms if by else ()
        if not terms or any(c % by for _, c in terms):
            return None
        return Dim._of({m: c // by for m, c in terms})  # pyright: ignore[reportPrivateUsage]
    return size // by if by and size % by == 0 else None


def nonnegative(size: Size) -> bool:
    """Whether a size is known to be 0 or more, whatever its names stand for."""
    if isinstance(size, int):
        return size >= 0
    # with each name written as 1 + t, t >= 0: no coefficient is negative
    total: dict[Monomial, int] = {}
    for names, c in size.terms:
        if any(name in _QUOTIENTS for name in names):
            return False
        parts: list[Monomial] = [()]
        for name in names:
            parts += [(*part, name) for part in parts]
        for part in parts:
            key = tuple(sorted(part))
            total[key] = total.get(key, 0) + c
    return all(c >= 0 for c in total.values())


TYPICAL = 1000


def typical(size: Size) -> int:
    """A number to judge costs by where a size may be a named one: all names are taken to be the same, rather large."""
    if isinstance(size, int):
        return size
    return sum(c * math.prod(_typical(name) for name in m) for m, c in size.terms)


def _typical(name: str) -> int:
    if name not in _QUOTIENTS:
        return TYPICAL
    a, b = map(typical, _QUOTIENTS[name])
    return a // max(b, 1)


def at_sizes(value: Any, sizes: Mapping[str, int]) -> Any:
    """A size, a type, or a parameter made of them, with numbers for the names."""
    if isinstance(value, Dim):
        return value.value(sizes)
    if isinstance(value, tuple):
        return tuple(at_sizes(v, sizes) for v in cast("tuple[Any, ...]", value))
    if isinstance(value, TensorType) and not value.is_static():
        return value.with_(shape=at_sizes(value.shape, sizes))
    return value


def product(sizes: Iterable[Size]) -> Size:
    """The product of sizes, named ones included."""
    total: Size = 1
    for size in sizes:
        total = total * size
    return total


def total(sizes: Iterable[Size]) -> Size:
    """The sum of sizes, named ones included."""
    found: Size = 0
    for size in sizes:
        found = found + size
    return found


def broadcast(*shapes: Shape) -> Shape:
    """The common shape of operands by NumPy's rule (ValueError when there is none).

    A named size matches itself and 1; two different sizes of which one is named do not match.
    """
    rank = max((len(s) for s in shapes), default=0)
    out: list[Size] = [1] * rank
    for shape in shapes:
        for i, size in enumerate(shape, rank - len(shape)):
            if out[i] == 1:
                out[i] = size
            elif size not in (1, out[i]):
                listed = " ".join(str(s).replace(" ", "") for s in shapes)
                raise ValueError(f"operands could not be broadcast together with shapes {listed}")
    return tuple(out)
