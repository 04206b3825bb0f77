"""Rows of elements at places that other arrays name."""

# Rows are written in NumPy's words on values of any kind.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dusk import ops
from dusk.formats.onnx.rows import Call, known, known_ints, known_number, row, writes
from dusk.formats.onnx.rows_shapes import axis_of
from dusk.record import Handle


@row("Gather")
def _(call: Call, x: Any, places: Any) -> Any:
    at = (slice(None),) * axis_of(call.get("axis", 0), x.ndim)
    if not isinstance(places, Handle) and places.ndim == 0:
        return x[(*at, int(places))]
    return x[(*at, _whole(places))]


@writes(ops.take)
def _(w: Any, node: Any, x: str, places: str) -> str:
    return w.put("Gather", [x, places], axis=node.keywords["axis"])


@writes(ops.take_along_axis)
def _(w: Any, node: Any, x: str, places: str) -> str:
    return w.put("GatherElements", [x, places], axis=node.keywords["axis"])


def _is_led(node: Any) -> bool:
    """Whether places name the first axes, in order, and their axes come first."""
    axes = node.keywords["axes"]
    return tuple(axes) == tuple(range(len(axes))) and node.keywords["at"] == 0


def _points(w: Any, places: Any) -> str:
    return w.put("Concat", [w.put("Unsqueeze", [p, w.ints((-1,))]) for p in places], axis=-1)


@writes(ops.gather)
def _(w: Any, node: Any, x: str, *places: str) -> str:
    axes = node.keywords["axes"]
    if len(axes) == 1 and node.keywords["at"] == axes[0]:
        return w.put("Gather", [x, places[0]], axis=axes[0])
    w.refuse(not _is_led(node), node, "places along axes that are not the first")
    return w.put("GatherND", [x, _points(w, places)])


@writes(ops.scatter_set, ops.scatter_add)
def _(w: Any, node: Any, x: str, v: str, *places: str) -> str:
    w.refuse(not _is_led(node), node, "places along axes that are not the first")
    w.refuse(node.op is ops.scatter_add and w.version < 16, node, "a version before 16")
    how = {"reduction": "add"} if node.op is ops.scatter_add else {}
    return w.put("ScatterND", [x, _points(w, places), v], **how)


def _whole(places: Any) -> Any:
    return places if places.dtype == np.int64 else places.astype(np.int64)


def grid_but(shape: Any, axis: int) -> list[Any]:
    """Places of all axes, to be broadcast, with None at the axis."""
    n = len(shape)
    return [None if i == axis else np.arange(size).reshape([size if j == i else 1 for j in range(n)])
            for i, size in enumerate(shape)]  # fmt: skip


@row("GatherElements")
def _(call: Call, x: Any, places: Any) -> Any:
    axis = axis_of(call.get("axis", 0), x.ndim)
    keys = grid_but(places.shape, axis)
    keys[axis] = _whole(places)
    return x[tuple(keys)]


@row("GatherND")
def _(call: Call, x: Any, places: Any) -> Any:
    lead = call.get("batch_dims", 0)
    n = places.shape[-1]
    places = _whole(places)
    batch = [np.arange(size).reshape([size if j == i else 1 for j in range(places.ndim - 1)])
             for i, size in enumerate(x.shape[:lead])]  # fmt: skip
    return x[(*batch, *(places[..., k] for k in range(n)))]


def _scattered(call: Call, x: Any, keys: Any, updates: Any) -> Any:
    """x with updates combined into it, one after the other."""
    how = call.get("reduction", "none")
    if how in ("none", "add") and any(isinstance(v, Handle) for v in (x, updates)):
        scatter = ops.scatter_set if how == "none" else ops.scatter_add
        return scatter(x, updates, *call.np.broadcast_arrays(*keys), axes=tuple(range(len(keys))), at=0)
    out = np.array(known(x))
    keys = tuple(known(k) for k in keys)
    if how == "none":
        out[keys] = known(updates)
    else:
        {"add": np.add, "mul": np.multiply, "max": np.maximum, "min": np.minimum}[how].at(out, keys, known(updates))
    return out


def _elements(call: Call, x: Any, places: Any, updates: Any) -> Any:
    axis = axis_of(call.get("axis", 0), x.ndim)
    keys = grid_but(places.shape, axis)
    keys[axis] = _whole(places)
    return _scattered(call, x, tuple(keys), updates)


row("ScatterElements")(_elements)
row("Scatter")(_elements)


@row("ScatterND")
def _(call: Call, x: Any, places: Any, updates: Any) -> Any:
    places = _whole(places)
    return _scattered(call, x, tuple(places[..., k] for k in range(places.shape[-1])), updates)


@row("TensorScatter", known=(2,))
def _(call: Call, cache: Any, update: Any, starts: Any = None) -> Any:
    axis = axis_of(call.get("axis", -2), cache.ndim)
    batch, steps, most = cache.shape[0], update.shape[axis], cache.shape[axis]
    first = np.zeros(batch, np.int64) if starts is None else known(starts)
    places = first[:, None] + np.arange(steps)
    if call.get("mode", "linear") == "circular":
        places = places % most
    elif places.size and (places.max() >= most or places.min() < 0):
        raise ValueError(f"places {places.min()} to {places.max()} of a cache of {most}")
    keys = grid_but(update.shape, axis)
    keys[axis] = places.reshape([batch, *(steps if i == axis else 1 for i in range(1, cache.ndim))])
    return _scattered(call, cache, tuple(keys), update)


@row("TopK", known=(1,))
def _(call: Call, x: Any, k: Any = None) -> Any:
    count = call.must("k") if k is None else known_number(k)
    axis = axis_of(call.get("axis", -1), x.ndim)
    order = _order(call, x, axis, bool(call.get("largest", 1)))
    order = order[(slice(None),) * axis + (slice(0, count),)]
    return call.np.take_along_axis(x, order, axis=axis), order


def _order(call: Call, x: Any, axis: int, largest: bool) -> Any:
    """Places of elements in their order; equals keep theirs."""
    if not largest:
        return call.np.argsort(x, axis=axis, kind="stable")
    last = x.shape[axis] - 1
    back = call.np.flip(call.np.argsort(call.np.flip(x, axis), axis=axis, kind="stable"), axis)
    return last - back


@writes(ops.argsort)
def _(w: Any, node: Any, x: str) -> str:
    return _sorted(w, node, x)[1]


@writes(ops.sort)
def _(w: Any, node: Any, x: str) -> str:
    return _sorted(w, node, x)[0]


def _sorted(w: Any, node: Any, x: str) -> Any:
    axis = node.keywords["axis"]
    count = w.ints((node.inputs[0].type.shape[axis],))
    return w.put("TopK", [x, count], 2, axis=axis, largest=0)


@row("Unique", known=(0,))
def _(call: Call, x: Any) -> Any:
    axis = call.get("axis")
    found, first, inverse, counts = np.unique(x, True, True, True, axis=axis)
    inverse = inverse.reshape(-1)
    if not call.get("sorted", 1):
        order = np.argsort(first, kind="stable")
        rank = np.argsort(order, kind="stable")
        found = np.take(found, order, axis=0 if axis is None else axis)
        first, counts, inverse = first[order], counts[order], rank[inverse]
    return found, *(part.astype(np.int64) for part in (first, inverse, counts))


@row("NonMaxSuppression", known=(0, 1, 2, 3, 4))
def _(call: Call, boxes: Any, scores: Any, most: Any = None, overlap: Any = None, least: Any = None) -> Any:
    limit, shared, floor = known_number(most, 0), known_number(overlap, 0.0), known_number(least, -math.inf)
    found: list[tuple[int, int, int]] = []
    for image in range(boxes.shape[0]):
        low, high = _corners(boxes[image], bool(call.get("center_point_box", 0)))
        for kind in range(scores.shape[1]):
            found += [(image, kind, place) for place in _kept(scores[image, kind], low, high, limit, shared, floor)]
    return np.asarray(found, np.int64).reshape(-1, 3)


def _corners(boxes: Any, centred: bool) -> tuple[Any, Any]:
    if centred:
        middle, half = boxes[:, :2], boxes[:, 2:] / 2
        return middle - half, middle + half
    return np.minimum(boxes[:, :2], boxes[:, 2:]), np.maximum(boxes[:, :2], boxes[:, 2:])


def _kept(scores: Any, low: Any, high: Any, limit: int, shared: float, floor: float) -> list[int]:
    """Places of boxes, best first, that do not overlap with better ones by more than that share of both."""
    chosen: list[int] = []
    areas = np.prod(high - low, axis=1)
    for place in np.argsort(-scores, kind="stable"):
        if len(chosen) >= limit or not scores[place] > floor:
            break
        both = np.prod(np.maximum(np.minimum(high[place], high[chosen]) - np.maximum(low[place], low[chosen]), 0), 1)
        if not np.any(both > shared * (areas[place] + areas[chosen] - both)):
            chosen.append(int(place))
    return chosen


@row("ArrayFeatureExtractor", domain="ai.onnx.ml")
def _(call: Call, x: Any, places: Any) -> Any:
    found = call.np.take(x, known_ints(places), axis=-1)
    return found.reshape((1, -1)) if x.ndim == 1 else found
