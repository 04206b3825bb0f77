"""Lowerings, computed point by point with NumPy, give what bodies give; views and updates say where elements stand."""

from typing import Any

import numpy as np
import pytest

from dusk import ops
from dusk.graph import Dim, Op, TensorType, evaluate
from dusk.graph.graph import specialise
from dusk.kernel import expr
from dusk.kernel.expr import Expr
from op_samples import SAMPLES, SIZE, Sample

Array = np.ndarray[Any, Any]
KINDS = "biuf"  # kernels compute no complex numbers


class Read:
    """An operand as lowerings see it; named sizes are run-time integers."""

    def __init__(self, place: int, kind: TensorType) -> None:
        self.place, self.dtype = place, kind.dtype
        self.shape = tuple(as_expr(d) for d in kind.shape)

    def __call__(self, index: Any, guard: Expr | None = None, other: Expr | None = None) -> Expr:
        assert len(index) == len(self.shape)
        assert guard is None or other is not None
        assert other is None or other.dtype == self.dtype
        return expr.load(self.place, index, self.dtype, guard, other)


class Scalars:
    """The namespace that lowerings are handed."""

    op, cast, where, const = (staticmethod(f) for f in (expr.op, expr.cast, expr.where, expr.const))

    def __init__(self, rank: int) -> None:
        self.rank = rank
        self.reduction: Any = None
        self.along: Any = None

    def reduce(self, op: str, operand: Read, axes: Any, index: Any, dtype: Any) -> Expr:
        assert all(0 <= a < len(operand.shape) for a in axes)
        assert len(index) == len(operand.shape) - len(axes)
        outer, inner = iter(index), iter(range(self.rank, self.rank + len(axes)))
        full = [expr.axis(next(inner)) if d in axes else next(outer) for d in range(len(operand.shape))]
        self.reduction = op, tuple(operand.shape[a] for a in axes), np.dtype(dtype)
        return operand(tuple(full))

    def scan(self, axis: int, start: Any, dtype: Any, step: Any) -> Expr:
        self.along = axis, start, np.dtype(dtype)
        return step(expr.carried(0, dtype))


def as_expr(size: Any) -> Any:
    """A size as lowerings see it."""
    if isinstance(size, tuple):
        return tuple(as_expr(s) for s in size)
    if not isinstance(size, Dim):
        return size
    total: Any = expr.const(0)
    for names, scale in size.terms:
        total = total + (expr.param(0) * scale if names else scale)
    return total


FUNCTIONS: dict[str, Any] = {
    "sigmoid": lambda x: ops.sigmoid.body(x),
    "erf": lambda x: ops.erf.body(x),
    "bitwise_count": lambda x: np.bitwise_count(x).astype(x.dtype),
    **{op.name: op.body for op in (ops.add_fits, ops.subtract_fits, ops.multiply_fits)},
}


def compute(root: Expr, index: list[Array], operands: list[Array], n: int, carried: Any = None) -> Array:
    """The value of an expression at every index at once; reading out of range is an error."""
    found: dict[Expr, Any] = {}
    for e in expr.topological([root]):
        args = [found[a] for a in e.args]
        if e.kind == "const":
            found[e] = np.asarray(e.data, e.dtype)
        elif e.kind == "axis":
            found[e] = index[e.data]
        elif e.kind == "param":
            found[e] = np.int64(n)
        elif e.kind == "carried":
            found[e] = carried
        elif e.kind == "load":
            found[e] = read(operands[e.operand], args, len(e.index))
        elif e.kind == "cast":
            found[e] = np.asarray(args[0]).astype(e.dtype)
        elif e.kind == "where":
            found[e] = np.where(*args)
        else:
            found[e] = FUNCTIONS.get(e.data, getattr(np, e.data, None))(*args)
        assert np.asarray(found[e]).dtype == e.dtype, f"{e} is {np.asarray(found[e]).dtype}"
    return found[root]


def read(x: Array, args: list[Any], rank: int) -> Array:
    index = np.broadcast_arrays(*args) if args else []
    if len(args) > rank:
        guard, other = index[rank], index[rank + 1]
        safe = tuple(np.where(guard, i, 0) for i in index[:rank])
        checked(safe, x.shape)
        return np.where(guard, x[safe], other) if x.size else other
    checked(tuple(index), x.shape)
    return x[tuple(index)]


def checked(index: tuple[Array, ...], shape: tuple[int, ...]) -> None:
    for i, size in zip(index, shape, strict=True):
        assert not i.size or (i.min() >= 0 and i.max() < max(size, 1))


def lowered(sample: Sample, named: bool, args: list[Array], shape: tuple[int, ...], number: int) -> Array:
    k = Scalars(len(shape))
    graph = sample.graph() if named else specialise(sample.graph(), {"n": SIZE})
    node = graph.nodes[-1]
    brought = [v.type for v in node.inputs]
    params = {key: as_expr(value) if named else value for key, value in node.keywords.items()}
    index = tuple(expr.axis(i) for i in range(len(shape)))
    assert sample.op.lower is not None
    root = sample.op.lower(k, index, *(Read(i, kind) for i, kind in enumerate(brought)), **params)
    root = root[number] if isinstance(root, tuple) else root
    operands = [np.broadcast_to(x.astype(kind.dtype), shape if sample.op.broadcast else x.shape)
                for x, kind in zip(args, brought, strict=True)]  # fmt: skip
    if k.reduction is None:
        points = list(np.indices(shape, np.int64))
        if k.along is not None:
            return run_along(k.along, root, points, operands)
        return np.broadcast_to(compute(root, points, operands, SIZE), shape)
    op, extents, dtype = k.reduction
    sizes = tuple(SIZE if isinstance(d, Expr) else d for d in extents)
    points = list(np.indices(shape + sizes, np.int64))
    values = np.broadcast_to(compute(root, points, operands, SIZE), shape + sizes)
    if op.startswith("arg"):
        return getattr(np, op)(values.reshape(*shape, -1), axis=-1)
    over = tuple(range(len(shape), values.ndim))
    return getattr(np, op)(values, axis=over).astype(dtype)


def run_along(along: Any, root: Expr, points: list[Array], operands: list[Array]) -> Array:
    """A scan: as often as there are positions, each takes what the one before has made."""
    axis, start, dtype = along
    before = np.full(points[0].shape, start, dtype)
    lines = np.moveaxis(before, axis, 0)
    for i in range(1, len(lines)):
        lines[i] = np.moveaxis(compute(root, points, operands, SIZE, before), axis, 0)[i - 1]
    return compute(root, points, operands, SIZE, before)


def native(sample: Sample) -> bool:
    graph = specialise(sample.graph(), {"n": SIZE})
    kinds = [v.type for v in (*graph.nodes[-1].inputs, *graph.outputs)]
    if sample.op.lower is None or not all(t.dtype.kind in KINDS and t.dtype != np.float16 for t in kinds):
        return False
    return not (sample.op is ops.power and kinds[0].dtype.kind == "i")  # whose body has to refuse negative exponents


@pytest.mark.parametrize("named", [False, True], ids=["numbers", "named"])
@pytest.mark.parametrize("sample", [s for s in SAMPLES if native(s)], ids=lambda s: s.name)
def test_a_lowering_computes_what_the_body_computes(sample: Sample, named: bool) -> None:
    args = sample.draw()
    with np.errstate(all="ignore"):
        results = evaluate(specialise(sample.graph(), {"n": SIZE}), args)
        outputs = [lowered(sample, named, args, np.shape(wanted), i) for i, wanted in enumerate(results)]
    for found, wanted in zip(outputs, results, strict=True):
        assert found.dtype == np.asarray(wanted).dtype
        np.testing.assert_allclose(found, wanted, rtol=1e-14)


def static(sample: Sample) -> Any:
    return specialise(sample.graph(), {"n": SIZE}).nodes[-1]


@pytest.mark.parametrize("sample", [s for s in SAMPLES if s.op.view], ids=lambda s: s.name)
def test_a_view_says_where_the_output_stands_in_its_operand(sample: Sample) -> None:
    node, args = static(sample), sample.draw()
    assert sample.op.view is not None
    said = sample.op.view(*(v.type for v in node.inputs), **node.keywords)
    if len(args) > 1:
        assert said is None
        return
    offset, strides = said
    x, wanted = args[0], sample.op.body(*args, **node.keywords)
    flat = np.ascontiguousarray(x).ravel()
    found = np.zeros_like(wanted)
    for index in np.ndindex(found.shape):
        found[index] = flat[offset + sum(i * s for i, s in zip(index, strides, strict=True))]
    np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("sample", [s for s in SAMPLES if s.op.update], ids=lambda s: s.name)
def test_an_update_says_where_each_element_of_its_second_operand_goes(sample: Sample) -> None:
    node, args = static(sample), sample.draw()
    values = args[1].astype(args[0].dtype)
    index = tuple(expr.axis(i) for i in range(values.ndim))
    reads = [Read(i, v.type) for i, v in enumerate(node.inputs)]
    assert sample.op.update is not None
    target, kind = sample.op.update(Scalars(0), index, *reads, **node.keywords)
    points = list(np.indices(values.shape, np.int64))
    places = [np.broadcast_to(compute(e, points, args, SIZE), values.shape) for e in target]
    found = args[0].copy()
    for i in np.ndindex(values.shape):
        where = tuple(int(p[i]) for p in places)
        found[where] = values[i] if kind == "set" else found[where] + values[i]
    np.testing.assert_array_equal(found, sample.op.body(*args, **node.keywords))


FAILING: list[tuple[Op, tuple[int, ...], list[int], bool]] = [
    (ops.gather, (3,), [2, -3], False),
    (ops.gather, (3,), [3], True),
    (ops.gather, (3,), [-4], True),
    (ops.scatter_set, (3,), [0, 3], True),
    (ops.scatter_add, (3,), [-4, 0], True),
]


@pytest.mark.parametrize(("op", "shape", "places", "fails"), FAILING, ids=lambda v: str(getattr(v, "name", v)))
def test_indices_out_of_bounds_raise_in_the_body_of_what_is_known_to_fail(
    op: Op, shape: tuple[int, ...], places: list[int], fails: bool
) -> None:
    args = [np.zeros(shape), *([np.ones(len(places))] if op.update else []), np.array(places)]
    params = {"axes": (0,), "at": 0}
    assert op.fails
    if not fails:
        op.body(*args, **params)
        return
    with pytest.raises(IndexError):
        op.body(*args, **params)
