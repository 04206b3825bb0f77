"""Rows that go along axes: sums and their like, running sums, softmax, losses, products."""

# Rows are written in NumPy's words on values of any kind.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import numpy as np

from dusk import ops
from dusk.formats.onnx.rows import Call, known_ints, known_number, row, writes
from dusk.formats.onnx.rows_shapes import axes_of, axis_of


def _axes(call: Call, x: Any, given: Any) -> tuple[int, ...]:
    axes = call.get("axes") if given is None else known_ints(given)
    if axes is None or len(axes) == 0:
        return () if call.get("noop_with_empty_axes", 0) else tuple(range(x.ndim))
    return axes_of(axes, x.ndim)


def _own(x: Any) -> dict[str, Any]:
    """How sums stay in the dtype of x, where they would not."""
    return {"dtype": x.dtype} if x.dtype.kind in "biu" and x.dtype.itemsize < 8 else {}


def _sum(x: Any, **where: Any) -> Any:
    return ops.sum_(x, **_own(x), **where)


def _mean(x: Any, **where: Any) -> Any:
    if x.dtype.kind == "f":
        return ops.mean(x, **where)
    count = int(np.prod([x.shape[a] for a in where["axis"]]))
    total = _sum(x, **where)
    return ops.floor_divide(total, count) if x.dtype.kind in "iu" else ops.divide(total, count)


def _logsumexp(x: Any, **where: Any) -> Any:
    if 0 in [x.shape[a] for a in where["axis"]]:
        return _log(_sum(x, **where))
    if x.dtype.kind == "f":
        return ops.logsumexp(x, **where)
    return ops.astype(ops.logsumexp(ops.astype(x, dtype=np.dtype("float64")), **where), dtype=x.dtype)


def _log(x: Any) -> Any:
    return ops.log(x) if x.dtype.kind == "f" else ops.astype(ops.log(x), dtype=x.dtype)


def _norm(x: Any, **where: Any) -> Any:
    return ops.astype(ops.sqrt(_sum(ops.square(x), **where)), dtype=x.dtype)


def _extreme(op: Any, empty: Any) -> Any:
    def reduce(x: Any, **where: Any) -> Any:
        if 0 in [x.shape[a] for a in where["axis"]]:
            left = ((a, n) for a, n in enumerate(x.shape) if where.get("keepdims") or a not in where["axis"])
            shape = tuple(1 if a in where["axis"] else n for a, n in left)
            return np.full(shape, empty(x.dtype), x.dtype)
        return op(x, **where)

    return reduce


def _lowest(dtype: Any) -> Any:
    return False if dtype.kind == "b" else -np.inf if dtype.kind not in "iu" else np.iinfo(dtype).min


def _highest(dtype: Any) -> Any:
    return True if dtype.kind == "b" else np.inf if dtype.kind not in "iu" else np.iinfo(dtype).max


def _reduction(name: str, function: Any, alone: Any = None) -> None:
    """`alone` is what becomes of an element where nothing is reduced."""

    @row(name, known=(1,))
    def _(call: Call, x: Any, given: Any = None) -> Any:
        axes = _axes(call, x, given)
        if not axes:
            return x if alone is None else alone(x)
        return function(x, axis=axes, **({"keepdims": True} if call.get("keepdims", 1) else {}))


_reduction("ReduceSum", _sum)
_reduction("ReduceMean", _mean)
_reduction("ReduceMax", _extreme(ops.max_, _lowest))
_reduction("ReduceMin", _extreme(ops.min_, _highest))
_reduction("ReduceProd", lambda x, **where: ops.prod(x, **_own(x), **where))
_reduction("ReduceL1", lambda x, **where: _sum(ops.absolute(x), **where), ops.absolute)
_reduction("ReduceL2", _norm, ops.absolute)
_reduction("ReduceLogSum", lambda x, **where: _log(_sum(x, **where)), _log)
_reduction("ReduceLogSumExp", _logsumexp)
_reduction("ReduceSumSquare", lambda x, **where: _sum(ops.square(x), **where), ops.square)


def _written(name: str, op: Any) -> None:
    @writes(op)
    def _(w: Any, node: Any, x: str) -> str:
        made = node.types[0].dtype
        x = w.cast(x, node.inputs[0], node) if made != node.inputs[0].type.dtype else x
        axes, n = node.keywords.get("axis"), node.inputs[0].type.ndim
        axes = tuple(range(n)) if axes is None else axes if isinstance(axes, tuple) else (axes,)
        keep = int(bool(node.keywords.get("keepdims", False)))
        if name in ("ReduceMax", "ReduceMin") and made.kind == "b":
            found = w.put(name, [w.put("Cast", [x], to=9 - 3), w.ints(axes)], keepdims=keep)
            return w.put("Cast", [found], to=9)
        if w.version < 18 and name != "ReduceSum":
            return w.put(name, [x], axes=list(axes), keepdims=keep)
        return w.put(name, [x, w.ints(axes)], keepdims=keep)


for _name, _op in {
    "ReduceSum": ops.sum_, "ReduceMean": ops.mean, "ReduceMax": ops.max_, "ReduceMin": ops.min_,
    "ReduceProd": ops.prod, "ReduceLogSumExp": ops.logsumexp,
}.items():  # fmt: skip
    _written(_name, _op)


@writes(ops.any_, ops.all_)
def _(w: Any, node: Any, x: str) -> str:
    n = node.inputs[0].type.ndim
    axes = node.keywords.get("axis")
    axes = tuple(range(n)) if axes is None else axes if isinstance(axes, tuple) else (axes,)
    whole = w.put("Cast", [w.put("Cast", [x], to=9)], to=6)
    keep, name = int(bool(node.keywords.get("keepdims", False))), "ReduceMax" if node.op is ops.any_ else "ReduceMin"
    found = w.put(name, [whole], axes=list(axes), keepdims=keep) if w.version < 18 else (
        w.put(name, [whole, w.ints(axes)], keepdims=keep))  # fmt: skip
    return w.put("Cast", [found], to=9)


@writes(ops.argmax, ops.argmin)
def _(w: Any, node: Any, x: str) -> str:
    axis, keep = node.keywords.get("axis"), int(bool(node.keywords.get("keepdims", False)))
    name = "ArgMax" if node.op is ops.argmax else "ArgMin"
    if axis is not None:
        return w.put(name, [x], axis=axis, keepdims=keep)
    w.refuse(bool(keep), node, "keepdims without an axis")
    return w.reshaped(w.put(name, [w.reshaped(x, (-1,))], axis=0, keepdims=0), ())


def _position(name: str, op: Any) -> None:
    @row(name)
    def _(call: Call, x: Any) -> Any:
        axis, keep = axis_of(call.get("axis", 0), x.ndim), bool(call.get("keepdims", 1))
        if not call.get("select_last_index", 0):
            return op(x, axis=axis, keepdims=keep)
        return ops.subtract(x.shape[axis] - 1, op(ops.flip(x, axis=axis), axis=axis, keepdims=keep))


_position("ArgMax", ops.argmax)
_position("ArgMin", ops.argmin)


def _running(name: str, op: Any, start: int) -> None:
    @row(name, known=(1,))
    def _(call: Call, x: Any, given: Any) -> Any:
        axis, back = axis_of(known_number(given), x.ndim), call.get("reverse", 0)
        x = ops.flip(x, axis=axis) if back else x
        if call.get("exclusive", 0):
            front = (slice(None),) * axis
            first = np.full([1 if i == axis else n for i, n in enumerate(x.shape)], start, x.dtype)
            x = call.np.concatenate([first, x[(*front, slice(0, -1))]], axis=axis)
        x = op(x, axis=axis, **_own(x))
        return ops.flip(x, axis=axis) if back else x


_running("CumSum", ops.cumsum, 0)
_running("CumProd", ops.cumprod, 1)


@writes(ops.cumsum)
def _(w: Any, node: Any, x: str) -> str:
    x = w.cast(x, node.inputs[0], node)
    return w.put("CumSum", [x, w.constant(np.asarray(node.keywords["axis"], np.int64))])


@writes(ops.softmax, ops.log_softmax, since=13)
def _(w: Any, node: Any, x: str) -> str:
    axis = node.keywords.get("axis", -1)
    axis = axis[0] if isinstance(axis, tuple) and len(axis) == 1 else axis
    if isinstance(axis, tuple):
        return w.inlined(node, x)
    return w.put("Softmax" if node.op is ops.softmax else "LogSoftmax", [x], axis=axis)


def _of_rows(name: str, op: Any) -> None:
    """Softmax and its like: along an axis, and before version 13 over all from an axis on."""

    @row(name, since=13)
    def _(call: Call, x: Any) -> Any:
        return op(x, axis=call.get("axis", -1))

    @row(name)
    def _(call: Call, x: Any) -> Any:
        axis = axis_of(call.get("axis", 1), x.ndim)
        return op(x, axis=tuple(range(axis, x.ndim)))


def _hardmax(x: Any, axis: Any) -> Any:
    shape = x.shape
    if isinstance(axis, tuple):
        x, axis = x.reshape((*shape[: axis[0]], -1)), -1
    places = ops.argmax(x, axis=axis, keepdims=True)
    axis = axis_of(axis, x.ndim)
    at = np.arange(x.shape[axis]).reshape([x.shape[axis] if i == axis else 1 for i in range(x.ndim)])
    return ops.astype(ops.equal(places, at), dtype=x.dtype).reshape(shape)


_of_rows("Softmax", ops.softmax)
_of_rows("LogSoftmax", ops.log_softmax)
_of_rows("Hardmax", _hardmax)


@row("LpNormalization")
def _(call: Call, x: Any) -> Any:
    axis = axis_of(call.get("axis", -1), x.ndim)
    size = ops.absolute(x) if call.get("p", 2) == 1 else ops.square(x)
    norm = ops.sum_(size, axis=axis, keepdims=True)
    norm = norm if call.get("p", 2) == 1 else ops.sqrt(norm)
    none = ops.equal(norm, 0)
    return ops.where(none, ops.multiply(x, 0), ops.divide(x, ops.where(none, ops.add(norm, 1), norm)))


def _loss(call: Call, logs: Any, target: Any, weight: Any) -> Any:
    """-weight[target] * log p of the target, reduced."""
    ignored, how = call.get("ignore_index"), call.get("reduction", "mean")
    places = target.astype(np.int64)
    left = None if ignored is None else call.np.equal(places, ignored)
    if left is not None:
        places = call.np.where(left, 0, places)
    found = call.np.take_along_axis(logs, call.np.expand_dims(places, 1), axis=1)
    found = ops.negative(call.np.squeeze(found, 1))
    share = None if weight is None else call.np.take(weight, places, axis=0)
    if left is not None:
        share = ops.astype(ops.logical_not(left), dtype=logs.dtype) if share is None else (
            ops.where(left, ops.multiply(share, 0), share))  # fmt: skip
    if share is not None:
        found = ops.multiply(found, share)
    if how == "none":
        return found
    total = call.np.sum(found)
    if how == "sum":
        return total
    return ops.divide(total, call.np.sum(share)) if share is not None else ops.divide(total, max(found.size, 1))


@row("NegativeLogLikelihoodLoss")
def _(call: Call, x: Any, target: Any, weight: Any = None) -> Any:
    return _loss(call, x, target, weight)


@row("SoftmaxCrossEntropyLoss")
def _(call: Call, x: Any, target: Any, weight: Any = None) -> Any:
    logs = ops.log_softmax(x, axis=1)
    return _loss(call, logs, target, weight), logs
