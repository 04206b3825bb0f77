"""Rows of movement and of shapes: nothing is computed here, but it is put elsewhere."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dusk import ops
from dusk.formats.onnx.rows import Call, known, known_ints, row, writes


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
    return w.put("Transpose", [x], perm=list(np.moveaxis(marks, node.keywords["source"], node.keywords["destination"]).shape))


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


def _window(w: Any, node: Any, x: str, starts: Any, sizes: Any, steps: Any) -> str:
    """A window, of which only the axes are named that it cuts."""
    shape = node.inputs[0].type.shape
    cut = [a for a, n in enumerate(shape) if (starts[a], sizes[a], steps[a]) != (0, n, 1)]
    if not cut:
        return x
    first = [starts[a] for a in cut]
    ends = [starts[a] + steps[a] * sizes[a] for a in cut]
    ends = [e if e >= 0 else -(1 << 62) for e in ends]  # backwards to the first
    return w.put("Slice", [x, w.ints(first), w.ints(ends), w.ints(cut), w.ints(steps[a] for a in cut)])


@writes(ops.slice_)
def _(w: Any, node: Any, x: str, *dynamic: str) -> str:
    w.refuse(bool(dynamic), node, "starts that are computed")
    return _window(w, node, x, *(node.keywords[k] for k in ("starts", "sizes", "steps")))


def _is_gathered(node: Any) -> bool:
    """Whether a subscript takes one place along one axis, and all of the others."""
    sizes, whole, cut = node.keywords["sizes"], node.inputs[0].type.shape, node.keywords["steps"]
    single = [a for a, n in enumerate(sizes) if (n, cut[a]) != (whole[a], 1)]
    return len(single) == 1 and node.keywords["shape"] == sizes[: single[0]] + sizes[single[0] + 1 :]


@writes(ops.getitem, exact=lambda node: node.keywords["shape"] == node.keywords["sizes"] or _is_gathered(node))
def _(w: Any, node: Any, x: str, *dynamic: str) -> str:
    w.refuse(bool(dynamic), node, "starts that are computed")
    starts, sizes, steps, shape = (node.keywords[k] for k in ("starts", "sizes", "steps", "shape"))
    if _is_gathered(node):
        axis = next(a for a, n in enumerate(node.inputs[0].type.shape) if sizes[a] != n)
        return w.put("Gather", [x, w.constant(np.asarray(starts[axis], np.int64))], axis=axis)
    found = _window(w, node, x, starts, sizes, steps)
    return found if tuple(shape) == tuple(sizes) else w.reshaped(found, shape)


@writes(ops.flip)
def _(w: Any, node: Any, x: str) -> str:
    shape = node.types[0].shape
    axes = node.keywords.get("axis")
    axes = range(len(shape)) if axes is None else axes if isinstance(axes, tuple) else (axes,)
    n = len(list(axes))
    return w.put("Slice", [x, w.ints((-1,) * n), w.ints((-(1 << 62),) * n), w.ints(axes), w.ints((-1,) * n)])


@row("Slice", since=10, known=(1, 2, 3, 4))
def _(call: Call, x: Any, starts: Any, ends: Any, axes: Any = None, steps: Any = None) -> Any:
    first, last = known_ints(starts), known_ints(ends)
    return _sliced(x, first, last, None if axes is None else known_ints(axes),
                   (1,) * len(first) if steps is None else known_ints(steps))  # fmt: skip


@row("Slice")
def _(call: Call, x: Any) -> Any:
    first = tuple(call.must("starts"))
    return _sliced(x, first, tuple(call.must("ends")), call.get("axes"), (1,) * len(first))


def _sliced(x: Any, starts: Any, ends: Any, axes: Any, steps: Any) -> Any:
    keys = [slice(None)] * x.ndim
    for start, end, axis, step in zip(starts, ends, range(len(starts)) if axes is None else axes, steps):
        at = axis_of(axis, x.ndim)
        n = x.shape[at]
        keys[at] = slice(start, None if step < 0 and end < -n else end, step)
    return x[tuple(keys)]


@row("Expand", known=(1,))
def _(call: Call, x: Any, shape: Any) -> Any:
    return call.np.broadcast_to(x, np.broadcast_shapes(x.shape, known_ints(shape)))


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


@writes(ops.pad)
def _(w: Any, node: Any, x: str) -> str:
    widths = node.keywords["widths"]
    fill = w.number(node.keywords.get("value", 0), node)
    return w.put("Pad", [x, w.ints([p[0] for p in widths] + [p[1] for p in widths]), fill])


@writes(ops.extend)
def _(w: Any, node: Any, x: str) -> str:
    mode, widths = node.keywords["mode"], node.keywords["widths"]
    w.refuse(mode not in _MODES, node, f"the mode {mode!r}")
    return w.put("Pad", [x, w.ints([p[0] for p in widths] + [p[1] for p in widths])], mode=mode)


_MODES = {"reflect": "reflect", "edge": "edge", "wrap": "wrap"}


@row("Pad", known=(1, 2, 3))
def _(call: Call, x: Any, pads: Any = None, value: Any = None, axes: Any = None) -> Any:
    counts = known_ints(call.get("pads", call.get("paddings")) if pads is None else pads)
    fill = call.get("value", 0.0) if value is None else value.reshape(())[()]
    chosen = range(x.ndim) if axes is None else axes_of(known_ints(axes), x.ndim)
    n, keys, widths = len(chosen), [slice(None)] * x.ndim, [(0, 0)] * x.ndim
    for i, axis in enumerate(chosen):
        low, high, size = counts[i], counts[n + i], x.shape[axis]
        keys[axis] = slice(max(-low, 0), size - max(-high, 0))
        widths[axis] = (max(low, 0), max(high, 0))
    if any(k != slice(None) for k in keys):
        x = x[tuple(keys)]
    mode = call.get("mode", "constant")
    if mode == "constant":
        return call.np.pad(x, widths, mode="constant", constant_values=fill)
    return call.np.pad(x, widths, mode=_MODES[mode])


@row("CenterCropPad", known=(1,))
def _(call: Call, x: Any, shape: Any) -> Any:
    axes = axes_of(call.get("axes", range(x.ndim)), x.ndim)
    keys, widths = [slice(None)] * x.ndim, [(0, 0)] * x.ndim
    for axis, wanted in zip(axes, known_ints(shape)):
        size = x.shape[axis]
        if wanted < size:
            low = (size - wanted) // 2
            keys[axis] = slice(low, low + wanted)
        else:
            low = (wanted - size) // 2
            widths[axis] = (low, wanted - size - low)
    return call.np.pad(x[tuple(keys)], widths)


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
    offset = 0 if k is None else int(k.reshape(()))
    return (call.np.triu if call.get("upper", 1) else call.np.tril)(x, offset)


@writes(ops.tril, ops.triu)
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


