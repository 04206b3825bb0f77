"""Rows that cut, and that pad."""

# Rows are written in NumPy's words on values of any kind.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dusk import ops
from dusk.formats.onnx.rows import Call, known_ints, row, writes
from dusk.formats.onnx.rows_shapes import axes_of, axis_of


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


@writes(ops.roll, exact=lambda node: False)
def _(w: Any, node: Any, x: str) -> str:
    axis, size = node.keywords["axis"], node.types[0].shape[node.keywords["axis"]]
    cut = -node.keywords["shift"] % max(size, 1)
    ends = ((cut, size), (0, cut))
    parts = [w.put("Slice", [x, w.ints((low,)), w.ints((high,)), w.ints((axis,))]) for low, high in ends]
    return w.put("Concat", parts, axis=axis)


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


@writes(ops.pad)
def _(w: Any, node: Any, x: str) -> str:
    widths = node.keywords["widths"]
    fill = w.number(node.keywords.get("value", 0), node)
    return w.put("Pad", [x, w.ints([p[0] for p in widths] + [p[1] for p in widths]), fill])


@writes(ops.extend)
def _(w: Any, node: Any, x: str) -> str:
    mode, widths = node.keywords["mode"], node.keywords["widths"]
    w.refuse(mode not in _MODES or (mode == "wrap" and w.version < 19), node, f"the mode {mode!r}")
    return w.put("Pad", [x, w.ints([p[0] for p in widths] + [p[1] for p in widths])], mode=mode)


_MODES = ("reflect", "edge", "wrap")


@row("Pad", known=(1, 2, 3))
def _(call: Call, x: Any, pads: Any = None, value: Any = None, axes: Any = None) -> Any:
    counts = known_ints(call.get("pads", call.get("paddings")) if pads is None else pads)
    fill = call.get("value", 0.0) if value is None else value.reshape(())[()]
    chosen = range(x.ndim) if axes is None else axes_of(known_ints(axes), x.ndim)
    n, mode = len(chosen), call.get("mode", "constant")
    x, widths = framed(x, chosen, counts[:n], counts[n:])
    if mode == "constant":
        return call.np.pad(x, widths, mode=mode, constant_values=fill)
    if mode not in _MODES:
        raise ValueError(f"the mode {mode!r} is none of {', '.join(_MODES)}")
    return call.np.pad(x, widths, mode=mode)


def framed(x: Any, axes: Sequence[int], lows: Sequence[int], highs: Sequence[int]) -> tuple[Any, list[tuple[int, int]]]:
    """What becomes longer by so much at both ends of axes: x, cut where that is negative, and how it is padded then."""
    keys, widths = [slice(None)] * x.ndim, [(0, 0)] * x.ndim
    for axis, low, high in zip(axes, lows, highs, strict=True):
        keys[axis] = slice(max(-low, 0), x.shape[axis] - max(-high, 0))
        widths[axis] = (max(low, 0), max(high, 0))
    return x[tuple(keys)] if any(n < 0 for n in (*lows, *highs)) else x, widths


@row("CenterCropPad", known=(1,))
def _(call: Call, x: Any, shape: Any) -> Any:
    axes = axes_of(call.get("axes", range(x.ndim)), x.ndim)
    more = [wanted - x.shape[axis] for axis, wanted in zip(axes, known_ints(shape), strict=True)]
    lows = [n // 2 if n > 0 else -(-n // 2) for n in more]
    return call.np.pad(*framed(x, axes, lows, [n - low for n, low in zip(more, lows)]))
