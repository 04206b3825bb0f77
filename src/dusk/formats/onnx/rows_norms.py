"""Rows of norms."""

# Rows are written in NumPy's words on values of any kind.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

import numpy as np

from dusk import ops
from dusk.formats.onnx.rows import Call, row, writes
from dusk.formats.onnx.rows_shapes import axes_of, axis_of


@row("BatchNormalization")
def _(call: Call, x: Any, scale: Any, shift: Any, mean: Any, var: Any) -> Any:
    eps = call.get("epsilon", 1e-5)
    if not call.get("training_mode", 0):
        return ops.batch_norm_by(x, mean, var, scale, shift, eps=eps)
    momentum, axes = call.get("momentum", 0.9), (0, *range(2, x.ndim))
    own_mean, own_var = call.np.mean(x, axis=axes), call.np.var(x, axis=axes)
    y = ops.batch_norm_by(x, own_mean, own_var, scale, shift, axis=1, eps=eps)
    return y, mean * momentum + own_mean * (1 - momentum), var * momentum + own_var * (1 - momentum)


@writes(ops.batch_norm_by, since=9)
def _(w: Any, node: Any, x: str, mean: str, var: str, *affine: str) -> Any:
    given, channels = node.keywords, node.inputs[1].type.shape[0]
    if given.get("axis", 1) != 1 or node.types[0].dtype != node.inputs[1].type.dtype:
        return w.inlined(node, x, mean, var, *affine)
    scale = affine[0] if affine else w.constant(np.ones(channels, node.types[0].dtype))
    shift = affine[1] if len(affine) > 1 else w.constant(np.zeros(channels, node.types[0].dtype))
    return w.put("BatchNormalization", [x, scale, shift, mean, var], epsilon=given.get("eps", 1e-5))


@writes(ops.layer_norm, since=17)
def _(w: Any, node: Any, x: str, *affine: str) -> Any:
    axis = _last_axes(node)
    if axis is None or not affine:
        return w.inlined(node, x, *affine)
    return w.put("LayerNormalization", [x, *affine], axis=axis, epsilon=node.keywords.get("eps", 1e-5))


@writes(ops.rms_norm, since=23)
def _(w: Any, node: Any, x: str, *affine: str) -> Any:
    axis = _last_axes(node)
    if axis is None or len(affine) != 1:
        return w.inlined(node, x, *affine)
    return w.put("RMSNormalization", [x, *affine], axis=axis, epsilon=node.keywords.get("eps", 1e-5))


def _last_axes(node: Any) -> int | None:
    """The first of the last axes, from the end, if those are normalised, and affine numbers are of their shape."""
    axes, n = node.keywords.get("axis", -1), node.types[0].ndim
    axes = sorted(a % n for a in (axes if isinstance(axes, tuple) else (axes,)))
    shapes = {v.type.shape for v in node.inputs[1:]}
    fits = axes == list(range(n - len(axes), n)) and shapes <= {tuple(node.types[0].shape[axes[0] :])}
    return -len(axes) if fits else None


@writes(ops.group_norm, since=21)
def _(w: Any, node: Any, x: str, *affine: str) -> Any:
    if len(affine) != 2:
        return w.inlined(node, x, *affine)
    return w.put(
        "GroupNormalization", [x, *affine], num_groups=node.keywords["groups"], epsilon=node.keywords.get("eps", 1e-5)
    )


@row("InstanceNormalization")
def _(call: Call, x: Any, scale: Any, shift: Any) -> Any:
    return _grouped(x, scale, shift, x.shape[1], call.get("epsilon", 1e-5))


def _grouped(x: Any, scale: Any, shift: Any, groups: int, eps: float) -> Any:
    return ops.group_norm(x, scale, shift, groups=groups, eps=eps)


@row("GroupNormalization", since=21)
def _(call: Call, x: Any, scale: Any, shift: Any) -> Any:
    return _grouped(x, scale, shift, call.must("num_groups"), call.get("epsilon", 1e-5))


@row("GroupNormalization")
def _(call: Call, x: Any, scale: Any, shift: Any) -> Any:
    groups = call.must("num_groups")
    each = x.shape[1] // groups
    scale, shift = (call.np.repeat(v, each) for v in (scale, shift))
    return _grouped(x, scale, shift, groups, call.get("epsilon", 1e-5))


def _wide(call: Call, x: Any) -> Any:
    """x in the precision that means are made in."""
    dtype = call.dtype("stash_type", np.dtype("float32"))
    return ops.astype(x, dtype=dtype) if x.dtype.itemsize < dtype.itemsize else x


@row("LayerNormalization")
def _(call: Call, x: Any, scale: Any, shift: Any = None) -> Any:
    axes = tuple(range(axis_of(call.get("axis", -1), x.ndim) - x.ndim, 0))
    eps, dtype = call.get("epsilon", 1e-5), x.dtype
    if not call.wants(1) and not call.wants(2) and dtype.itemsize > 2:
        return ops.layer_norm(x, scale, *(() if shift is None else (shift,)), axis=axes, eps=eps)
    wide = _wide(call, x)
    mean = call.np.mean(wide, axis=axes, keepdims=True)
    rest = wide - mean
    spread = 1 / call.np.sqrt(call.np.mean(rest * rest, axis=axes, keepdims=True) + eps)
    y = ops.multiply(ops.astype(rest * spread, dtype=dtype), scale)
    return y if shift is None else ops.add(y, shift), mean, spread


@row("RMSNormalization")
def _(call: Call, x: Any, scale: Any) -> Any:
    axes = tuple(range(axis_of(call.get("axis", -1), x.ndim) - x.ndim, 0))
    axes = -1 if axes == (-1,) else axes
    eps = call.get("epsilon", 1e-5)
    if x.dtype.itemsize > 2 and x.dtype == scale.dtype:
        return ops.rms_norm(x, scale, axis=axes, eps=eps)
    found = ops.rms_norm(_wide(call, x), axis=axes, eps=eps)
    return ops.multiply(ops.astype(found, dtype=scale.dtype), scale)


@row("LRN")
def _(call: Call, x: Any) -> Any:
    size = call.must("size")
    low = (size - 1) // 2
    square = call.np.pad(x * x, [(0, 0), (low, size - 1 - low), *((0, 0),) * (x.ndim - 2)])
    total = sum(square[:, k : k + x.shape[1]] for k in range(size))
    return x / (call.get("bias", 1.0) + call.get("alpha", 1e-4) / size * total) ** call.get("beta", 0.75)


@row("MeanVarianceNormalization")
def _(call: Call, x: Any) -> Any:
    axes = axes_of(call.get("axes", (0, 2, 3)), x.ndim)
    rest = x - call.np.mean(x, axis=axes, keepdims=True)
    return rest / (call.np.sqrt(call.np.mean(rest * rest, axis=axes, keepdims=True)) + 1e-9)
