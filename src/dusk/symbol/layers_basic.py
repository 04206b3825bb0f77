"""Layers that every net begins with: products, activations, losses whose output is the prediction."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle
from dusk.gradients import custom_gradient
from dusk.record import record
from dusk.symbol.layer import Key, Known, layer, product


def with_bias(no_bias: bool = False, **_: Any) -> Collection[str]:
    """The optional inputs of a layer that has a bias unless it is told otherwise."""
    return () if no_bias else ("bias",)


def _fully_connected(known: Known, num_hidden: int, flatten: bool, **_: Any) -> Mapping[str, Any]:
    found: dict[str, Any] = {"bias": (num_hidden,)}
    data = known["data"]
    if data:
        found["weight"] = (num_hidden, product(data[1:]) if flatten else data[-1])
    return found


@layer(given=with_bias, shapes=_fully_connected)
def FullyConnected(  # noqa: N802
    data: Any, weight: Any, bias: Any = None, *, num_hidden: int, no_bias: bool = False, flatten: bool = True
) -> Any:
    """`data[batch, ...]`, flattened to `[batch, features]`, times `weight[num_hidden, features]` transposed, plus
    `bias[num_hidden]`; unless `flatten`, of the last axis alone."""
    x = Flatten.function(data) if flatten and data.ndim != 2 else data
    out = ops.matmul(x, ops.transpose(weight, axes=(1, 0)))
    return out if bias is None else ops.add(out, bias)


@layer()
def Flatten(data: Any) -> Any:  # noqa: N802
    """`data[batch, ...]` as `[batch, everything else]`."""
    return ops.reshape(data, shape=(data.shape[0], math.prod(data.shape[1:])))


@layer()
def Part(data: Any, *, at: Key) -> Any:  # noqa: N802
    """`data[at]`, for subscripts of integers, slices, None and an Ellipsis."""
    return data[tuple([slice(*cast("Key", k)[1:]) if isinstance(k, tuple) else k for k in at])]


def softsign(x: Any) -> Any:
    """x / (1 + |x|)."""
    return ops.divide(x, ops.add(ops.absolute(x), 1))


_ACTIVATIONS = {
    "relu": ops.relu,
    "sigmoid": ops.sigmoid,
    "tanh": ops.tanh,
    "softrelu": ops.softplus,
    "softsign": softsign,
}


@layer(elementwise=True)
def Activation(data: Any, *, act_type: str) -> Any:  # noqa: N802
    """relu, sigmoid, tanh, softrelu (log(1 + exp(x))) or softsign (x / (1 + |x|)), element by element."""
    function = _ACTIVATIONS.get(act_type)
    if function is None:
        raise ValueError(f"act_type is one of {', '.join(_ACTIVATIONS)}, not {act_type!r}")
    return function(data)


@layer(elementwise=True)
def BlockGrad(data: Any) -> Any:  # noqa: N802
    """data, with no gradient."""
    return ops.stop_gradient(data)


def _labels(known: Known, multi_output: bool = False, preserve_shape: bool = False, **_: Any) -> Mapping[str, Any]:
    data = known["data"]
    if not data:
        return {}
    if known["label"] is not None and known["label"] == data:
        return {}
    if multi_output:
        return {"label": (data[0], *data[2:])}
    return {"label": data[:-1] if preserve_shape else data[:1]}


@layer(shapes=_labels)
def SoftmaxOutput(  # noqa: N802
    data: Any,
    label: Any,
    *,
    grad_scale: float = 1.0,
    ignore_label: float = -1.0,
    multi_output: bool = False,
    use_ignore: bool = False,
    preserve_shape: bool = False,
    normalization: str = "null",
    out_grad: bool = False,
    smooth_alpha: float = 0.0,
) -> Any:
    """softmax of `data[batch, classes]`, whose gradient is that of the cross entropy with `label[batch]`, whatever
    comes back: softmax - one_hot(label), times `grad_scale`.

    `multi_output`: classes are axis 1 of `data[batch, classes, ...]`; `preserve_shape`: the last axis; otherwise all
    axes but the first are classes. A label of data's shape is a distribution. `use_ignore`: labels equal to
    `ignore_label` have no gradient. `normalization` divides it by the batch size ("batch"), by the number of labels
    that are not ignored ("valid"), or not at all ("null"). `smooth_alpha` is taken from the label's weight and spread
    over the other classes. `out_grad`: what comes back is multiplied.
    """
    axis = 1 if multi_output else -1
    flat = not multi_output and not preserve_shape and data.ndim > 2

    def run(data: Any, label: Any) -> Any:
        x = Flatten.function(data) if flat else data
        out = record(ops.softmax, (as_handle(x),), {"axis": axis}, as_array=True)
        made = ops.reshape(out, shape=data.shape) if flat else out

        def pull(g: Any) -> Any:
            classes = x.shape[axis]
            if label.shape == x.shape:
                wanted, kept = label, None
            else:
                whole = ops.astype(label, dtype=np.dtype(np.int64))
                kept = ops.not_equal(label, ignore_label) if use_ignore else None
                wanted = record(ops.one_hot, (whole,), {"depth": classes, "dtype": x.dtype}, as_array=True)
                if smooth_alpha:
                    low = smooth_alpha / max(classes - 1, 1)
                    wanted = ops.add(ops.multiply(wanted, 1 - smooth_alpha - low), low)
                if axis == 1 and x.ndim > 2:
                    wanted = ops.moveaxis(wanted, source=(x.ndim - 1,), destination=(1,))
            back = ops.subtract(out, wanted)
            if kept is not None:
                back = ops.where(ops.expand_dims(kept, axis=(axis,)), back, 0)
            back = ops.multiply(back, grad_scale)
            if normalization == "batch":
                back = ops.divide(back, x.shape[0])
            elif normalization == "valid":
                count = (
                    math.prod(label.shape)
                    if kept is None
                    else ops.maximum(ops.sum_(ops.astype(kept, dtype=x.dtype)), 1)
                )
                back = ops.divide(back, count)
            if out_grad:
                back = ops.multiply(back, ops.reshape(g, shape=x.shape))
            return (ops.reshape(back, shape=data.shape) if flat else back), None

        return made, pull

    if normalization not in ("null", "batch", "valid"):
        raise ValueError(f"normalization is null, batch or valid, not {normalization!r}")
    return custom_gradient(run)(data, label)
