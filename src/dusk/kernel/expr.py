"""Scalar expressions: the immutable, hash-consed DAG that every kernel computes at one point of its iteration space.

An `Expr` has a kind, a NumPy dtype, arguments (Exprs) and static data. Equal expressions are one object, so `==` and
`hash` are identity. Index arithmetic is int64 and folds constants as it is built.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike

from dusk.graph.types import Dim
from dusk.kernel.signatures import OPS, in_domain

INT64 = np.dtype(np.int64)
BOOL = np.dtype(np.bool_)
CALLED = frozenset(
    map(np.dtype, ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8"))
)  # what C takes as numbers


class Expr:
    """One node of the DAG; made by the functions of this module, never directly."""

    __slots__ = ("__weakref__", "args", "data", "dtype", "kind")

    kind: str
    dtype: np.dtype[Any]
    args: tuple[Expr, ...]
    data: Any

    def __repr__(self) -> str:
        return text_of(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _intern, (self.kind, self.dtype, self.args, self.data)

    @property
    def is_const(self) -> bool:
        """Whether this is a constant; its value is `data`."""
        return self.kind == "const"

    @property
    def _rank(self) -> int:
        return int(self.data[1])

    # A load's arguments are its index, then its guard and other where it has them.
    @property
    def operand(self) -> int:
        """The operand a load reads."""
        return int(self.data[0])

    @property
    def index(self) -> tuple[Expr, ...]:
        """The index of a load, one Expr a dimension of the operand."""
        return self.args[: self._rank]

    @property
    def guard(self) -> Expr | None:
        """The guard of a load: where it is false, nothing is read."""
        return self.args[self._rank] if len(self.args) > self._rank else None

    @property
    def other(self) -> Expr | None:
        """The value of a guarded load where its guard is false."""
        return self.args[self._rank + 1] if len(self.args) > self._rank else None

    def _with(self, name: str, other: Any, swap: bool = False) -> Expr:
        right = other if isinstance(other, Expr) else const(other, self.dtype)
        return op(name, right, self) if swap else op(name, self, right)

    def __add__(self, other: Any) -> Expr:
        return self._with("add", other)

    def __radd__(self, other: Any) -> Expr:
        return self._with("add", other, swap=True)

    def __sub__(self, other: Any) -> Expr:
        return self._with("subtract", other)

    def __rsub__(self, other: Any) -> Expr:
        return self._with("subtract", other, swap=True)

    def __mul__(self, other: Any) -> Expr:
        return self._with("multiply", other)

    def __rmul__(self, other: Any) -> Expr:
        return self._with("multiply", other, swap=True)

    def __truediv__(self, other: Any) -> Expr:
        return self._with("divide", other)

    def __rtruediv__(self, other: Any) -> Expr:
        return self._with("divide", other, swap=True)

    def __floordiv__(self, other: Any) -> Expr:
        return self._with("floor_divide", other)

    def __rfloordiv__(self, other: Any) -> Expr:
        return self._with("floor_divide", other, swap=True)

    def __mod__(self, other: Any) -> Expr:
        return self._with("remainder", other)

    def __rmod__(self, other: Any) -> Expr:
        return self._with("remainder", other, swap=True)

    def __neg__(self) -> Expr:
        return op("negative", self)

    def __and__(self, other: Any) -> Expr:
        return self._with("bitwise_and", other)

    def __or__(self, other: Any) -> Expr:
        return self._with("bitwise_or", other)

    def __xor__(self, other: Any) -> Expr:
        return self._with("bitwise_xor", other)

    def __invert__(self) -> Expr:
        return op("invert", self)

    def __lt__(self, other: Any) -> Expr:
        return self._with("less", other)

    def __le__(self, other: Any) -> Expr:
        return self._with("less_equal", other)

    def __gt__(self, other: Any) -> Expr:
        return self._with("greater", other)

    def __ge__(self, other: Any) -> Expr:
        return self._with("greater_equal", other)

    def eq(self, other: Any) -> Expr:
        """`self == other` as an Expr (`==` itself compares identity)."""
        return self._with("equal", other)

    def ne(self, other: Any) -> Expr:
        """`self != other` as an Expr."""
        return self._with("not_equal", other)


# Weak references without callbacks: a Ctrl-C that came while Python runs one would be swallowed.
_interned: dict[tuple[Any, ...], weakref.ref[Expr]] = {}
_lock = threading.RLock()
_LEAST = 1 << 14


class _Room:
    """How many expressions are remembered before those nobody holds are looked for."""

    limit = _LEAST


def _intern(kind: str, dtype: np.dtype[Any], args: tuple[Expr, ...], data: Any) -> Expr:
    # repr tells 0.0 from -0.0 and finds NaN again, which equality does not
    key = (kind, dtype, args, repr(data) if kind == "const" else data)
    reference = _interned.get(key)
    found = None if reference is None else reference()
    if found is not None:
        return found
    with _lock:
        reference = _interned.get(key)
        found = None if reference is None else reference()
        if found is None:
            found = Expr()
            found.kind, found.dtype, found.args, found.data = kind, dtype, args, data
            _interned[key] = weakref.ref(found)
            if len(_interned) > _Room.limit:
                _forget_dead()
    return found


def _forget_dead() -> None:
    """Drop what nobody holds; parents go first, as they hold their operands."""
    before = len(_interned) + 1
    while len(_interned) < before:
        before = len(_interned)
        for key in [k for k, reference in _interned.items() if reference() is None]:
            del _interned[key]
    _Room.limit = max(_LEAST, 2 * len(_interned))


def const(value: Any, dtype: DTypeLike = INT64) -> Expr:
    """A constant, rounded to `dtype`; a named size is an int64 of kind "size", which no kernel has: it is a parameter.

    Raises OverflowError for an integer out of its range.
    """
    dtype = np.dtype(dtype)
    if isinstance(value, Dim):
        return cast(_intern("size", INT64, (), value), dtype)
    if dtype.kind == "b":
        value = bool(value)
    elif dtype.kind in "iu":
        value = int(value)
        info = np.iinfo(dtype)
        if not info.min <= value <= info.max:
            raise OverflowError(f"{value} does not fit {dtype}")
    elif dtype.kind == "c":
        value = complex(value)
    else:
        with np.errstate(over="ignore", under="ignore"):
            value = float(np.asarray(value, np.float64).astype(dtype))
    return _intern("const", dtype, (), value)


def axis(number: int) -> Expr:
    """The position along axis `number` of the kernel (int64)."""
    return _intern("axis", INT64, (), number)


def param(number: int) -> Expr:
    """Run-time integer `number` of the kernel (int64)."""
    return _intern("param", INT64, (), number)


def reduced(number: int, dtype: DTypeLike) -> Expr:
    """The finished value of reduction `number`, whose dtype is `dtype` (int64 for argmax and argmin)."""
    return _intern("reduced", np.dtype(dtype), (), number)


def carried(number: int, dtype: DTypeLike) -> Expr:
    """The value that scan `number` had at the point before this one along the reduce axes."""
    return _intern("carried", np.dtype(dtype), (), number)


def variable(number: int, dtype: DTypeLike) -> Expr:
    """Variable `number` of a procedure."""
    return _intern("variable", np.dtype(dtype), (), number)


def load(
    operand: int, index: Sequence[Expr | int], dtype: DTypeLike, guard: Expr | None = None, other: Expr | None = None
) -> Expr:
    """The element of operand `operand` (of dtype `dtype`) at `index`; where `guard` is false `other` (0 by default)."""
    dtype = np.dtype(dtype)
    args = tuple(_index(i) for i in index)
    if guard is not None and guard.is_const:
        if not guard.data:
            return other if other is not None else const(0, dtype)
        guard = None
    if guard is not None:
        args += (guard, other if other is not None else const(0, dtype))
    return _intern("load", dtype, args, (operand, len(index)))


def cast(x: Expr, dtype: DTypeLike) -> Expr:
    """`x` converted as NumPy's `astype` converts."""
    dtype = np.dtype(dtype)
    if x.dtype == dtype:
        return x
    if x.is_const and dtype.kind in "biuf" and np.isfinite(x.data):
        with np.errstate(all="ignore"):
            return const(np.asarray(x.data, x.dtype).astype(dtype).item(), dtype)
    return _intern("cast", dtype, (x,), None)


def where(condition: Expr, x: Expr, y: Expr) -> Expr:
    """`x` where `condition` (bool) holds, else `y`. Both are computed: guard loads that must not happen."""
    if condition.is_const:
        return x if condition.data else y
    if x is y:
        return x
    return _intern("where", x.dtype, (condition, x, y), None)


def op(name: str, *args: Expr) -> Expr:
    """NumPy's function `name` of operands of one dtype (plus sigmoid and erf).

    Raises TypeError for an unknown op, a wrong number of operands, or dtypes it is not defined on.
    """
    signature = OPS.get(name)
    if signature is None:
        raise TypeError(f"kernels know no op {name!r}")
    if len(args) != signature.arity:
        raise TypeError(f"{name} takes {signature.arity} operands, not {len(args)}")
    dtype = args[0].dtype
    if any(a.dtype != dtype for a in args) or not in_domain(dtype, signature.domain):
        raise TypeError(f"{name} is not defined on {', '.join(str(a.dtype) for a in args)}")
    if dtype in (INT64, BOOL):
        folded = _fold(name, args)
        if folded is not None:
            return folded
    return _intern("op", BOOL if signature.result == "bool" else dtype, args, name)


def call(address: Expr, args: Sequence[Expr], dtype: DTypeLike) -> Expr:
    """What the C function at an address (int64) gives for numbers of the arguments' dtypes; its result is of `dtype`.

    Called for each point, maybe more often: it must depend on its arguments only. Raises TypeError for dtypes that no
    C function takes.
    """
    dtype = np.dtype(dtype)
    if address.dtype != INT64 or not all(d in CALLED for d in (dtype, *(a.dtype for a in args))):
        raise TypeError(f"no call of {', '.join(str(a.dtype) for a in args)} giving {dtype}")
    return _intern("call", dtype, (address, *args), None)


def _index(i: Expr | int) -> Expr:
    return i if isinstance(i, Expr) else const(i)


_FOLDS: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "floor_divide": lambda a, b: a // b if b else 0,
    "remainder": lambda a, b: a % b if b else 0,
    "maximum": max,
    "minimum": min,
    "less": lambda a, b: a < b,
    "less_equal": lambda a, b: a <= b,
    "greater": lambda a, b: a > b,
    "greater_equal": lambda a, b: a >= b,
    "equal": lambda a, b: a == b,
    "not_equal": lambda a, b: a != b,
}
_CONNECTIVES = {"logical_and": True, "bitwise_and": True, "logical_or": False, "bitwise_or": False}


def _fold(name: str, args: tuple[Expr, ...]) -> Expr | None:
    """Index arithmetic and conditions with constants: the simpler form, or None."""
    if len(args) == 1:
        x = args[0]
        if name == "negative" and x.is_const:
            return const(_wrap(-x.data))
        if name in ("logical_not", "invert") and x.dtype == BOOL and x.is_const:
            return const(not x.data, BOOL)
        return None
    x, y = args
    if x.dtype == BOOL:
        if name in _CONNECTIVES:
            for this, that in ((x, y), (y, x)):
                if this.is_const:
                    return that if this.data == _CONNECTIVES[name] else this
        return None
    if x.is_const and y.is_const:
        if name not in _FOLDS:
            return None
        value = _FOLDS[name](x.data, y.data)
        return const(value, BOOL) if isinstance(value, bool) else const(_wrap(value))
    if x.is_const and name in ("add", "multiply"):
        x, y = y, x
    if not y.is_const:
        return const(0) if name == "subtract" and x is y else None
    return _fold_right(name, x, y.data)


def _fold_right(name: str, x: Expr, c: int) -> Expr | None:
    if name == "subtract" and c != -(2**63):
        return op("add", x, const(-c))
    if (name in ("add", "left_shift", "right_shift") and c == 0) or (name in ("multiply", "floor_divide") and c == 1):
        return x
    if (name == "multiply" and c == 0) or (name == "remainder" and c == 1):
        return const(0)
    inner_const = x.args[1].data if x.kind == "op" and len(x.args) == 2 and x.args[1].is_const else None
    if name in ("add", "multiply"):
        if inner_const is not None and x.data == name:
            return op(name, x.args[0], const(_wrap(_FOLDS[name](inner_const, c))))
        return _intern("op", INT64, (x, const(c)), name)
    return None


def _wrap(value: int) -> int:
    return (value + 2**63) % 2**64 - 2**63


class Affine(NamedTuple):
    """`const + sum(axes[i] * axis(i)) + sum(c * e for c, e in rest)`; no expression of `rest` is affine itself."""

    const: int
    axes: dict[int, int]
    rest: tuple[tuple[int, Expr], ...]


def affine(x: Expr) -> Affine:
    """An int64 expression split into its constant, its static coefficients of axes, and what is left."""
    total, axes, rest = 0, dict[int, int](), dict[Expr, int]()
    pending = [(1, x)]
    while pending:
        scale, e = pending.pop()
        name = e.data if e.kind == "op" else None
        if e.is_const:
            total += scale * e.data
        elif e.kind == "axis":
            axes[e.data] = axes.get(e.data, 0) + scale
        elif name == "add":
            pending += ((scale, e.args[1]), (scale, e.args[0]))
        elif name == "subtract":
            pending += ((-scale, e.args[1]), (scale, e.args[0]))
        elif name == "negative":
            pending.append((-scale, e.args[0]))
        elif name == "multiply" and e.args[1].is_const:
            pending.append((scale * e.args[1].data, e.args[0]))
        else:
            rest[e] = rest.get(e, 0) + scale
    return Affine(total, {a: c for a, c in axes.items() if c}, tuple((c, e) for e, c in rest.items() if c))


def topological(roots: Iterable[Expr]) -> list[Expr]:
    """Every expression under `roots` once, arguments before users; no recursion, so any depth will do."""
    order: list[Expr] = []
    seen: set[Expr] = set()
    for root in roots:
        stack = [(root, False)]
        while stack:
            e, ready = stack.pop()
            if ready:
                order.append(e)
            elif e not in seen:
                seen.add(e)
                stack.append((e, True))
                stack.extend((a, False) for a in reversed(e.args))
    return order


def replace(roots: Sequence[Expr], mapping: Mapping[Expr, Expr]) -> list[Expr]:
    """`roots` with every expression that is a key of `mapping` exchanged, rebuilt (and folded) above it."""
    new: dict[Expr, Expr] = dict(mapping)
    for e in topological(roots):
        if e not in new:
            new[e] = rebuild(e, [new[a] for a in e.args])
    return [new[root] for root in roots]


def rebuild(e: Expr, args: Sequence[Expr]) -> Expr:
    """`e` with other arguments."""
    if not args or all(a is b for a, b in zip(args, e.args, strict=True)):
        return e
    if e.kind == "op":
        return op(e.data, *args)
    if e.kind == "cast":
        return cast(args[0], e.dtype)
    if e.kind == "where":
        return where(*args)
    if e.kind == "call":
        return call(args[0], args[1:], e.dtype)
    operand, rank = e.data
    return load(operand, args[:rank], e.dtype, *args[rank:])


def text_of(root: Expr) -> str:
    """One expression in prefix form, shared parts repeated; for messages."""
    text: dict[Expr, str] = {}
    for e in topological([root]):
        line = head_of(e) + (f"({', '.join(text[a] for a in e.args)})" if e.args else "")
        text[e] = line if len(line) <= 2000 else line[:2000] + "..."
    return text[root]


def head_of(e: Expr) -> str:
    """What `e` is without its arguments: `add`, `axis0`, `3:int64`, `load2` ..."""
    if e.kind == "const":
        return f"{e.data!r}:{e.dtype}"
    if e.kind == "op":
        return e.data
    if e.kind == "cast":
        return str(e.dtype)
    if e.kind == "load":
        return f"load{e.data[0]}"
    return e.kind if e.data is None else f"{e.kind}{e.data}"
