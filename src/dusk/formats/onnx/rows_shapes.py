"""Rows of movement and of shapes: nothing is computed here, but it is put elsewhere."""

# Rows are written in NumPy's words on values of any kind.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dusk import ops
from dusk.formats.onnx.rows import Call, known, known_ints, known_number, row, writes


def axis_of(axis: int, ndim: int) -> int:
    """An axis counted from the front (ValueError: there is none)."""
    if not -ndim <= axis < max(ndim, 1):
        raise ValueError(f"axis {axis} of an array of {ndim}")
    return axis + ndim if axis < 0 else axis


def axes_of(axes: Any, ndim: int) -> tuple[int, ...]:
    """Axes counted from the front."""
    return tuple(axis_of(int(a), ndim) for a in axes)


@row("Shape")
def _(call: Call, x: Any) -> Any:
    n = x.ndim
    return np.asarray(x.shape[slice(call.get("start", 0), call.get("end", n))], np.int64)


@row("Size")
def _(call: Call, x: Any) -> Any:
    return np.asarray(math.prod(x.shape), np.int64)


@row("Reshape", known=(1,))
def _(call: Call, x: Any, shape: Any = None) -> Any:
    wanted = list(known_ints(call.get("shape") if shape is None else shape))
    if not call.get("allowzero", 0):
        wanted = [x.shape[i] if n == 0 else n for i, n in enumerate(wanted)]
    return x.reshape(tuple(wanted))


@writes(ops.reshape)
def _(w: Any, node: Any, x: str) -> str:
    return w.reshaped(x, node.types[0].shape)


@writes(ops.expand_dims)
def _(w: Any, node: Any, x: str) -> str:
    axes = node.keywords["axis"]
    return w.put("Unsqueeze", [x, w.ints(axes if isinstance(axes, tuple) else (axes,))])


@writes(ops.squeeze)
def _(w: Any, node: Any, x: str) -> str:
    axes = node.keywords.get("axis")
    if axes is None:
        return w.put("Squeeze", [x])
    return w.put("Squeeze", [x, w.ints(axes if isinstance(axes, tuple) else (axes,))])


@row("Flatten")
def _(call: Call, x: Any) -> Any:
    axis = call.get("axis", 1)
    axis += x.ndim if axis < 0 else 0
    return x.reshape((math.prod(x.shape[:axis]), math.prod(x.shape[axis:])))


@row("Transpose")
def _(call: Call, x: Any) -> Any:
    return call.np.transpose(x, call.get("perm"))


@writes(ops.transpose)
def _(w: Any, node: Any, x: str) -> str:
    n = len(node.types[0].shape)
    return w.put("Transpose", [x], perm=[a % n for a in node.keywords["axes"]])


@writes(ops.moveaxis)
def _(w: Any, node: Any, x: str) -> str:
    n = len(node.types[0].shape)
    marks = np.broadcast_to(0, range(n))  # axis i is of size i, and takes no memory
    return w.put(
        "Transpose", [x], perm=list(np.moveaxis(marks, node.keywords["source"], node.keywords["destination"]).shape)
    )


@row("Squeeze", known=(1,))
def _(call: Call, x: Any, axes: Any = None) -> Any:
    axes = call.get("axes") if axes is None else known_ints(axes)
    return call.np.squeeze(x, None if axes is None else tuple(axes))


@row("Unsqueeze", known=(1,))
def _(call: Call, x: Any, axes: Any = None) -> Any:
    axes = call.must("axes") if axes is None else known_ints(axes)
    return call.np.expand_dims(x, tuple(axes))


@row("Concat")
def _(call: Call, *xs: Any) -> Any:
    return call.np.concatenate(xs, axis=call.get("axis", 1))


@writes(ops.concatenate)
def _(w: Any, node: Any, *names: str) -> str:
    return w.put("Concat", names, axis=node.keywords.get("axis", 0))


@writes(ops.stack, exact=lambda node: False)
def _(w: Any, node: Any, *names: str) -> str:
    axis = node.keywords.get("axis", 0)
    return w.put("Concat", [w.put("Unsqueeze", [x, w.ints((axis,))]) for x in names], axis=axis)


@writes(ops.split)
def _(w: Any, node: Any, x: str) -> tuple[str, ...]:
    axis = node.keywords.get("axis", 0)
    return tuple(w.put("Split", [x, w.ints(t.shape[axis] for t in node.types)], len(node.types), axis=axis))


@row("Split", known=(1,))
def _(call: Call, x: Any, split: Any = None) -> Any:
    axis = axis_of(call.get("axis", 0), x.ndim)
    sizes = call.get("split") if split is None else known_ints(split)
    count = call.get("num_outputs", len(call.node.outputs))
    if sizes is None:
        each = -(-x.shape[axis] // count)
        sizes = [min(each, max(x.shape[axis] - i * each, 0)) for i in range(count)]
    if sum(sizes) != x.shape[axis] or min(sizes, default=0) < 0:
        raise ValueError(f"parts {list(sizes)} of an axis of {x.shape[axis]}")
    return tuple(parts(x, axis, sizes))


def parts(x: Any, axis: int, sizes: Any) -> list[Any]:
    """Parts of these sizes along an axis."""
    found, start = list[Any](), 0
    for size in sizes:
        found.append(x[(slice(None),) * axis + (slice(start, start + size),)])
        start += size
    return found


@writes(ops.broadcast_to)
def _(w: Any, node: Any, x: str) -> str:
    return w.put("Expand", [x, w.ints(node.types[0].shape)])


@writes(ops.tile)
def _(w: Any, node: Any, x: str) -> str:
    repeats, shape = node.keywords["repeats"], node.inputs[0].type.shape
    repeats = repeats if isinstance(repeats, tuple) else (repeats,)
    if len(repeats) > len(shape):
        x = w.reshaped(x, (1,) * (len(repeats) - len(shape)) + tuple(shape))
    return w.put("Tile", [x, w.ints((1,) * (len(shape) - len(repeats)) + tuple(repeats))])


@row("Tile", known=(1,))
def _(call: Call, x: Any, repeats: Any) -> Any:
    return call.np.tile(x, known_ints(repeats))


@row("Constant")
def _(call: Call) -> Any:
    for name, dtype in (("value", None), ("value_float", "f4"), ("value_int", "i8"), ("value_floats", "f4"),
                        ("value_ints", "i8"), ("value_string", object), ("value_strings", object)):  # fmt: skip
        value = call.get(name)
        if value is not None:
            return np.asarray(value, dtype)
    return call.must("sparse_value")


@row("ConstantOfShape", known=(0,))
def _(call: Call, shape: Any) -> Any:
    value = call.get("value", np.zeros(1, np.float32))
    return np.broadcast_to(value.reshape(()), known_ints(shape))  # which takes no memory, however large


@row("EyeLike")
def _(call: Call, x: Any) -> Any:
    rows, columns = x.shape
    return np.eye(rows, columns, call.get("k", 0)).astype(call.dtype("dtype", x.dtype))


@row("Range", known=(0, 1, 2))
def _(call: Call, start: Any, limit: Any, delta: Any) -> Any:
    dtype = start.dtype
    short = dtype.itemsize == 2 and dtype.kind not in "iu"
    first, last, step = (x.reshape(())[()].astype(np.float32 if short else dtype) for x in (start, limit, delta))
    count = max(math.ceil((last - first) / step), 0) if dtype.kind == "f" or short else max(
        -((int(first) - int(last)) // int(step)), 0)  # fmt: skip
    return (first + np.arange(count).astype(first.dtype) * step).astype(dtype)


@row("DepthToSpace")
def _(call: Call, x: Any) -> Any:
    n, c, h, w = x.shape
    b = call.must("blocksize")
    if call.get("mode", "DCR") == "DCR":
        x = x.reshape((n, b, b, c // (b * b), h, w)).transpose((0, 3, 4, 1, 5, 2))
    else:
        x = x.reshape((n, c // (b * b), b, b, h, w)).transpose((0, 1, 4, 2, 5, 3))
    return x.reshape((n, c // (b * b), h * b, w * b))


@row("SpaceToDepth")
def _(call: Call, x: Any) -> Any:
    n, c, h, w = x.shape
    b = call.must("blocksize")
    x = x.reshape((n, c, h // b, b, w // b, b))
    order = (0, 3, 5, 1, 2, 4) if call.get("mode", "DCR") == "DCR" else (0, 1, 3, 5, 2, 4)
    return x.transpose(order).reshape((n, c * b * b, h // b, w // b))


@row("Trilu", known=(1,))
def _(call: Call, x: Any, k: Any = None) -> Any:
    offset = known_number(k, 0)
    return (call.np.triu if call.get("upper", 1) else call.np.tril)(x, offset)


@writes(ops.tril, ops.triu, since=14)
def _(w: Any, node: Any, x: str) -> str:
    offset = w.constant(np.asarray(node.keywords.get("offset", 0), np.int64))
    return w.put("Trilu", [x, offset], upper=int(node.op is ops.triu))


@row("ReverseSequence", known=(1,))
def _(call: Call, x: Any, lengths: Any) -> Any:
    batch, time = call.get("batch_axis", 1), call.get("time_axis", 0)
    steps = np.arange(x.shape[time])
    ends = known(lengths)[:, None]
    places = np.where(steps < ends, ends - 1 - steps, steps)  # [batch, time]
    shape = [1] * x.ndim
    shape[batch], shape[time] = places.shape
    places = (places if batch < time else places.T).reshape(shape)
    return call.np.take_along_axis(x, np.broadcast_to(places, x.shape), axis=time)


@row("Compress", known=(1,))
def _(call: Call, x: Any, condition: Any) -> Any:
    axis = call.get("axis")
    places = np.flatnonzero(known(condition))
    return call.np.take(x.reshape(-1) if axis is None else x, places, axis=0 if axis is None else axis)


@row("NonZero", known=(0,))
def _(call: Call, x: Any) -> Any:
    return np.asarray(np.nonzero(np.atleast_1d(x) if x.ndim else x.reshape(1)), np.int64)


@writes(ops.one_hot)
def _(w: Any, node: Any, x: str) -> str:
    depth = w.constant(np.asarray(node.types[0].shape[-1], np.int64))
    return w.put("OneHot", [x, depth, w.constant(np.asarray([0, 1], node.types[0].dtype))])


@row("OneHot", known=(1,))
def _(call: Call, indices: Any, depth: Any, values: Any) -> Any:
    count = int(depth.reshape(-1)[0])
    axis = axis_of(call.get("axis", -1), indices.ndim + 1)
    places = call.np.expand_dims(indices.astype(np.int64), axis)
    places = call.np.where(places < 0, places + count, places)
    at = np.arange(count).reshape([count if i == axis else 1 for i in range(indices.ndim + 1)])
    return call.np.where(places == at, values[1], values[0])
