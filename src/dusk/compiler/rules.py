"""What a node computes, read off its op's rules: a scalar expression over the index of its output and its operands."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

import numpy as np

from dusk.compiler.index import varies
from dusk.graph import CONSTANT, TOKEN, Op, TensorType
from dusk.graph.types import Size, product, typical
from dusk.kernel import expr
from dusk.kernel.expr import BOOL, Expr
from dusk.kernel.signatures import OPS

Index = tuple[Expr, ...]
Read = tuple[int, Index]
Labels = tuple[Any, ...]

_COMPUTED = frozenset(map(np.dtype, ("bool", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8")))
COMBINED = {
    "sum": "add",
    "prod": "multiply",
    "max": "maximum",
    "min": "minimum",
    "any": "logical_or",
    "all": "logical_and",
}
CHEAP = 3.0  # operations that cost less than a store and a load
FEW = 4  # elements whose reduction is written out: lanes go along another axis, and nobody waits for a loop to end
_MULTIPLIED = frozenset(map(np.dtype, ("f4", "f8", "i4", "i8")))


def computable(dtype: np.dtype[Any]) -> bool:
    """Whether kernels compute with a dtype; everything else runs the op's body."""
    return dtype in _COMPUTED or _is_bfloat16(dtype)


def sum_dtype(dtype: np.dtype[Any]) -> np.dtype[Any] | None:
    """The dtype in which contractions of a dtype add (and sums of short floats); None where there are none."""
    if dtype.str[1:] == "f2" or _is_bfloat16(dtype):
        return np.dtype(np.float32)
    return dtype if dtype in _MULTIPLIED else None


def _is_bfloat16(dtype: np.dtype[Any]) -> bool:
    return dtype.kind == "V" and dtype.name == "bfloat16"  # NumPy knows it by name only


@dataclass(frozen=True, slots=True)
class Template:
    """One output of a node as an expression: `axis(i)` is index i of the output, `load(k, ...)` reads operand k.

    "map": `value` at every index. "reduce": `reduction` of `value` over further axes, numbered after the output's,
    of `extents`. "scan": `value` at every index, made from the one before along output axis `along`, which is
    `carried(0)`; the first is made from `start`. "update": the output is operand 0 with `value` put ("set") or added
    ("add") at `target`, for every index of operand 1. "contract": the product of the two operands along `labels`
    (a, b, out). "fold": `value` at every index of operand 0, added up at `target`. `chosen` tells of reads which
    dimensions of their index data decides.
    """

    kind: Literal["map", "reduce", "fold", "scan", "update", "contract"]
    value: Expr
    order: tuple[Expr, ...]
    reads: tuple[Read, ...]
    cost: float
    reduction: str = ""
    extents: tuple[Size, ...] = ()
    target: Index = ()
    store: Literal["set", "add"] = "set"
    labels: tuple[Labels, ...] = ()
    along: int = -1
    start: Expr | None = None
    chosen: Mapping[Expr, tuple[int, ...]] = field(default_factory=dict[Expr, tuple[int, ...]])

    @property
    def moves(self) -> bool:
        """Whether this only reads one element of one operand, always, at a place that no value decides."""
        return self.kind == "map" and self.value.kind == "load" and self.value.guard is None and len(self.reads) == 1

    @property
    def widens(self) -> bool:
        """Whether this only converts an element to a dtype that takes more memory, and so holds it exactly."""
        of = self.value.args[0] if self.kind == "map" and self.value.kind == "cast" else self.value
        return (
            of is not self.value
            and of.kind == "load"
            and of.guard is None
            and (of.dtype.itemsize < self.value.dtype.itemsize)
        )


@dataclass(frozen=True, slots=True)
class Reduce:
    """What `Scalars.reduce` gives: a reduction as the whole value of an output."""

    op: str
    value: Expr
    extents: tuple[Size, ...]


@dataclass(frozen=True, slots=True)
class Running:
    """What `Scalars.scan` gives: a value made from the one before along an axis, as the whole value of an output."""

    axis: int
    start: Expr
    value: Expr

    @property
    def dtype(self) -> np.dtype[Any]:
        """That of the output."""
        return self.value.dtype


@dataclass(frozen=True, slots=True)
class Fold:
    """What `Scalars.fold` gives: the values of an operand added up at `target`, as the whole value of an output."""

    value: Expr
    target: Index


class Operand:
    """An operand as a `lower` rule sees it: called with an index it is its value there."""

    __slots__ = ("dtype", "ndim", "number", "shape")

    def __init__(self, number: int, kind: TensorType) -> None:
        self.number = number
        self.shape: tuple[Any, ...] = kind.shape
        self.ndim = kind.ndim
        self.dtype = kind.dtype

    def __call__(self, index: Sequence[Expr | int], guard: Expr | None = None, other: Expr | None = None) -> Expr:
        return expr.load(self.number, tuple(index), self.dtype, guard, other)


class Scalars:
    """The `k` of `lower` rules: scalar expressions, and as the whole of a rule (of an output of `rank`) reductions and
    scans."""

    def __init__(self, rank: int) -> None:
        self.rank = rank

    op = staticmethod(expr.op)
    cast = staticmethod(expr.cast)
    where = staticmethod(expr.where)
    const = staticmethod(expr.const)
    call = staticmethod(expr.call)

    def reduce(
        self, op: str, operand: Any, axes: Sequence[int] | None, index: Sequence[Expr], dtype: Any = None
    ) -> Reduce:
        """`op` of `operand` (cast to `dtype`) over `axes`; `index` is the output's, with or without those axes."""
        rank = len(operand.shape)
        over = set(range(rank)) if axes is None else {a % rank for a in axes}
        kept = [e for d, e in enumerate(index) if d not in over] if len(index) == rank and over else list(index)
        inner = iter(expr.axis(self.rank + j) for j in range(len(over)))
        outer = iter(kept)
        at = tuple(next(inner) if d in over else next(outer) for d in range(rank))
        value = operand(at)
        if dtype is not None and not op.startswith("arg"):
            value = expr.cast(value, dtype)
        return Reduce(op, value, tuple(operand.shape[d] for d in sorted(over)))

    def fold(self, operand: Any, target: Callable[[Index], Index]) -> Fold:
        """The sums of all elements of `operand` that have one `target`, which is given their index."""
        at = axes(len(operand.shape))
        return Fold(operand(at), target(at))

    def scan(self, axis: int, start: Any, dtype: Any, step: Callable[[Expr], Expr]) -> Running:
        """`step(y)`, y being the value of the output before along `axis`, and at first `start`."""
        return Running(axis, expr.const(start, dtype), step(expr.carried(0, dtype)))


def axes(rank: int, first: int = 0) -> Index:
    """The index of the point the axes are at."""
    return tuple(expr.axis(i) for i in range(first, first + rank))


def weight(e: Expr) -> float:
    """The price of one scalar operation, in additions."""
    if e.kind in ("cast", "where"):
        return 1.0
    if e.kind == "call":
        return 24.0
    if e.kind != "op" or e.data in ("positive",):
        return 0.0
    signature = OPS[e.data]
    if e.data in ("power", "floor_divide", "remainder", "fmod") or signature.domain == "float":
        return 4.0 if e.data in ("divide", "sqrt", "copysign", "fabs") else 12.0
    return 1.0


@functools.lru_cache(maxsize=16384)
def templates(
    op: Op, params: tuple[Any, ...], inputs: tuple[Any, ...], outputs: tuple[Any, ...]
) -> tuple[Template, ...] | None:
    """The templates of a node's outputs; None where only the op's body can compute it."""
    if op.effect or op is CONSTANT or any(t is TOKEN or not computable(t.dtype) for t in (*inputs, *outputs)):
        return None
    keywords = dict(params)
    operands = [Operand(i, t) for i, t in enumerate(inputs)]
    try:
        if op.contract is not None and len(outputs) == 1:
            return (_product(op.contract(*inputs, **keywords), inputs, outputs[0]),)
        if op.update is not None:
            return (_update(op, operands, keywords),)
        if op.lower is None:
            return None
        return _lowered(op, operands, keywords, outputs)
    except (TypeError, NotImplementedError, OverflowError):
        return None  # the rule needs something that kernels do not have


@functools.lru_cache(maxsize=4096)
def pure(op: Op, params: tuple[Any, ...], inputs: tuple[Any, ...], outputs: tuple[Any, ...]) -> Template | None:
    """The template of an update as a map over its whole output; None where there is none."""
    if op.lower is None or templates(op, params, inputs, outputs) is None:
        return None
    made = _lowered(op, [Operand(i, t) for i, t in enumerate(inputs)], dict(params), outputs)
    return None if made is None else made[0]


def _lowered(
    op: Op, operands: list[Operand], keywords: dict[str, Any], outputs: tuple[Any, ...]
) -> tuple[Template, ...] | None:
    assert op.lower is not None
    rank = outputs[0].ndim
    if any(t.ndim != rank for t in outputs):
        return None
    result = op.lower(Scalars(rank), axes(rank), *operands, **keywords)
    if result is None:
        return None
    results = cast("tuple[Any, ...]", result) if isinstance(result, tuple) else (result,)
    made: list[Template] = []
    for value, kind in zip(results, outputs, strict=True):
        if isinstance(value, Reduce):
            found = expr.INT64 if value.op.startswith("arg") else value.value.dtype
            if found != kind.dtype:
                return None
            if all(n == 1 for n in value.extents):
                made.append(_template("map", _only(value, rank)))
                continue
            each = value.value
            if value.op in ("sum", "prod") and found.kind not in "iu":
                each = expr.cast(each, sum_dtype(found) or found)
            if value.op in COMBINED and product(value.extents) in range(1, FEW + 1):
                made.append(_template("map", expr.cast(_written_out(value.op, each, value.extents, rank), found)))
                continue
            made.append(_template("reduce", each, reduction=value.op, extents=value.extents))
        elif isinstance(value, Fold):
            made.append(_template("fold", value.value, value.target))
        elif value.dtype != kind.dtype:
            return None
        elif isinstance(value, Running):
            first = expr.replace([value.value], {expr.carried(0, kind.dtype): value.start})[0]
            one = kind.shape[value.axis] == 1
            running = _template("scan", value.value, along=value.axis, start=value.start)
            made.append(_template("map", first) if one else running)
        else:
            made.append(_template("map", value))
    return tuple(made)


def _written_out(op: str, value: Expr, extents: Sequence[Any], rank: int) -> Expr:
    """A reduction of few elements as one expression, first to last."""
    found: Expr | None = None
    for point in itertools.product(*map(range, extents)):
        at = {expr.axis(rank + j): expr.const(i) for j, i in enumerate(point)}
        (one,) = expr.replace([value], at)
        found = one if found is None else expr.op(COMBINED[op], found, one)
    assert found is not None
    return found


def _only(reduction: Reduce, rank: int) -> Expr:
    """A reduction of one element."""
    if reduction.op.startswith("arg"):
        return expr.const(0)
    return _written_out(reduction.op, reduction.value, reduction.extents, rank)


def _update(op: Op, operands: list[Operand], keywords: dict[str, Any]) -> Template:
    assert op.update is not None
    index = axes(operands[1].ndim)
    target, store = op.update(Scalars(len(index)), index, *operands, **keywords)
    target = tuple(e if isinstance(e, Expr) else expr.const(e) for e in target)
    return _template("update", operands[1](index), target=target, store=store)


def _template(kind: Any, value: Expr, target: Index = (), **rest: Any) -> Template:
    order = tuple(expr.topological([value, *target]))
    loads = [e for e in order if e.kind == "load"]
    reads = tuple((e.operand, e.index) for e in loads)
    chosen = {e: dims for e in loads if (dims := tuple(d for d, i in enumerate(e.index) if varies(i)))}
    return Template(kind, value, order, reads, sum(map(weight, order)), target=target, chosen=chosen, **rest)


def _product(labels: Any, inputs: tuple[TensorType, ...], output: TensorType) -> Template:
    """A product of two operands: a contraction where the kernel for it pays, else a reduction, or a plain product."""
    a, b, out = (tuple(part) for part in labels)
    sizes: dict[Any, Size] = {}
    for part, kind in ((a, inputs[0]), (b, inputs[1])):
        for label, size in zip(part, kind.shape, strict=True):
            sizes[label] = size if size != 1 else sizes.get(label, 1)
    wide = sum_dtype(output.dtype)
    summed = [x for x in dict.fromkeys((*a, *b)) if x not in out]
    rows = [x for x in a if x in out and x not in b]
    columns = [x for x in b if x in out and x not in a]
    depth = [x for x in summed if x in a and x in b]
    at = {label: expr.axis(i) for i, label in enumerate((*out, *summed))}
    loads = [
        expr.load(
            k,
            tuple(at[x] if size != 1 else expr.const(0) for x, size in zip(part, kind.shape, strict=True)),
            kind.dtype,
        )
        for k, (part, kind) in enumerate(zip((a, b), inputs, strict=True))
    ]
    big = all(typical(product(sizes[x] for x in side)) > 1 for side in (rows, columns)) and len(depth) == len(summed)
    if big and depth and wide is not None and loads[0].dtype == loads[1].dtype == output.dtype:
        return _template(
            "contract", expr.op("multiply", *loads), labels=(a, b, out), extents=tuple(sizes[x] for x in summed)
        )
    loads = [expr.cast(e, output.dtype) for e in loads]
    if summed:
        loads = [expr.cast(e, wide or output.dtype) for e in loads]
    value = expr.op("logical_and" if output.dtype == BOOL else "multiply", *loads)
    if all(sizes[x] == 1 for x in summed):
        value = expr.replace([value], {at[x]: expr.const(0) for x in summed})[0]
        return _template("map", expr.cast(value, output.dtype))
    reduction = "any" if output.dtype == BOOL else "sum"
    return _template("reduce", value, reduction=reduction, extents=tuple(sizes[x] for x in summed))
