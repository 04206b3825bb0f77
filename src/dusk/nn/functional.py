"""What layers compute, as functions of arrays."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Literal, TypeVar

import numpy as np

from dusk import ops, random
from dusk.array import as_handle, is_array, ndarray
from dusk.devices import beside
from dusk.record import record

Reduction = Literal["mean", "sum", "none"]
F = TypeVar("F", bound=Callable[..., Any])


def floating(x: Any, dtype: Any) -> Any:
    """An array in a layer's dtype: floats of other precisions and numbers that are none are converted."""
    if type(x) is not ndarray:
        x = as_handle(x)
    own = x.dtype
    return x if own is dtype or own == dtype else ops.astype(x, dtype=np.dtype(dtype))


def _unary(op: Any, doc: str) -> Callable[[Any], Any]:
    def function(x: Any) -> Any:
        if type(x) is ndarray:  # the usual case
            return record(op, (x,), {}, True)
        x = as_handle(x)
        return record(op, (x,), {}, as_array=is_array(x))

    function.__name__ = function.__qualname__ = op.name
    function.__doc__ = doc
    return function


relu = _unary(ops.relu, "max(x, 0), of x's shape; its gradient at 0 is 0.")
sigmoid = _unary(ops.sigmoid, "1 / (1 + exp(-x)), of x's shape.")
tanh = _unary(ops.tanh, "The hyperbolic tangent, of x's shape.")
softplus = _unary(ops.softplus, "log(1 + exp(x)), of x's shape, without overflow.")


silu = _unary(ops.silu, "x * sigmoid(x), of x's shape (Elfwing, Uchibe and Doya 2017), also called swish.")


def gelu(x: Any, approximate: bool = False) -> Any:
    """x times the normal distribution's cumulative function at x (Hendrycks and Gimpel 2016), exactly by erf, or
    `approximate`ly by tanh(sqrt(2 / pi) * (x + 0.044715 * x**3))."""
    x = as_handle(x)
    return record(ops.gelu, (x,), {"approximate": approximate}, as_array=is_array(x))


def leaky_relu(x: Any, slope: float = 0.01) -> Any:
    """x where it is positive, else slope * x."""
    x = as_handle(x)
    return ops.where(ops.greater(x, 0), x, ops.multiply(x, slope))


def elu(x: Any, alpha: float = 1.0) -> Any:
    """x where it is positive, else alpha * (exp(x) - 1) (Clevert, Unterthiner and Hochreiter 2015)."""
    x = as_handle(x)
    return ops.where(ops.greater(x, 0), x, ops.multiply(ops.expm1(ops.minimum(x, 0)), alpha))


def hardsigmoid(x: Any) -> Any:
    """clip(x / 6 + 1 / 2, 0, 1)."""
    return ops.minimum(ops.maximum(ops.add(ops.multiply(as_handle(x), 1 / 6), 0.5), 0), 1)


def hardswish(x: Any) -> Any:
    """x * hardsigmoid(x) (Howard and others 2019)."""
    x = as_handle(x)
    return ops.multiply(x, hardsigmoid(x))


def softmax(x: Any, axis: int = -1) -> Any:
    """exp(x) over its sum along an axis."""
    return record(ops.softmax, (as_handle(x),), {"axis": axis}, as_array=True)


def log_softmax(x: Any, axis: int = -1) -> Any:
    """The logarithm of softmax along an axis, without overflow."""
    return record(ops.log_softmax, (as_handle(x),), {"axis": axis}, as_array=True)


def _reduced(losses: Any, reduction: Reduction) -> Any:
    if reduction == "none":
        return losses
    if reduction not in ("mean", "sum"):
        raise ValueError(f"a loss's reduction is 'mean', 'sum' or 'none', not {reduction!r}")
    total = losses.sum()
    return total if reduction == "sum" else total / losses.size


def cross_entropy(
    scores: Any, labels: Any, axis: int = -1, smoothing: float = 0.0, reduction: Reduction = "mean"
) -> Any:
    """-log(softmax(scores)) at the labels: the loss of classification.

    `scores[..., classes]`, `labels[...]`: class numbers (integers), or probabilities of the scores' shape; `axis` is
    that of the classes. `smoothing` takes that share of each label's weight and spreads it over all classes. The mean
    over labels is a scalar; "sum", "none": one loss each label. Raises ValueError for shapes that do not fit.

    >>> import dusk, dusk.numpy as np
    >>> dusk.nn.cross_entropy(np.zeros((2, 10)), np.array([3, 7]))
    np.float64(2.302585092994046)
    """
    scores, labels = as_handle(scores), as_handle(labels)
    if smoothing:
        if labels.dtype.kind in "iu":
            labels = record(ops.one_hot, (labels,), {"depth": scores.shape[axis], "dtype": scores.dtype}, as_array=True)
            if axis % scores.ndim != scores.ndim - 1:
                labels = labels.swapaxes(axis, -1)
        labels = ops.add(ops.multiply(labels, 1.0 - smoothing), smoothing / scores.shape[axis])
    losses = record(ops.softmax_cross_entropy, (scores, labels), {"axis": axis}, as_array=scores.ndim > 1)
    return _reduced(losses, reduction)


def binary_cross_entropy(scores: Any, labels: Any, reduction: Reduction = "mean") -> Any:
    """The loss of yes or no: softplus(scores) - scores * labels, where sigmoid(scores) is the probability of 1.

    `scores` and `labels` (0 to 1) are of one shape.
    """
    scores = as_handle(scores)
    labels = floating(labels, scores.dtype)
    if scores.shape != labels.shape:
        raise ValueError(f"binary_cross_entropy of scores of shape {scores.shape} with labels of shape {labels.shape}")
    return _reduced(ops.subtract(softplus(scores), ops.multiply(scores, labels)), reduction)


def _paired(function: F) -> F:
    @functools.wraps(function)
    def checked(x: Any, y: Any, *args: Any, **kwargs: Any) -> Any:
        x, y = as_handle(x), as_handle(y)
        if x.shape != y.shape:
            raise ValueError(
                f"{function.__name__} of shapes {x.shape} and {y.shape}: they are to be equal, as what is broadcast "
                f"by mistake trains to nothing"
            )
        return function(x, y, *args, **kwargs)

    return checked  # type: ignore[return-value]


@_paired
def mse(x: Any, y: Any, reduction: Reduction = "mean") -> Any:
    """The mean of (x - y)**2, for x and y of one shape."""
    return _reduced(ops.square(ops.subtract(x, y)), reduction)


@_paired
def l1(x: Any, y: Any, reduction: Reduction = "mean") -> Any:
    """The mean of abs(x - y), for x and y of one shape."""
    return _reduced(ops.absolute(ops.subtract(x, y)), reduction)


@_paired
def huber(x: Any, y: Any, delta: float = 1.0, reduction: Reduction = "mean") -> Any:
    """The mean of d**2 / 2 where d = abs(x - y) is at most delta, and delta * (d - delta / 2) beyond (Huber 1964)."""
    d = ops.absolute(ops.subtract(x, y))
    near = ops.minimum(d, delta)
    return _reduced(ops.add(ops.multiply(ops.square(near), 0.5), ops.multiply(ops.subtract(d, near), delta)), reduction)


def ctc_loss(
    log_probs: Any,
    targets: Any,
    input_lengths: Any,
    target_lengths: Any,
    blank: int = 0,
    reduction: Reduction = "mean",
) -> Any:
    """-log p of sequences of labels, summed over all their alignments with steps and `blank`s in between (Graves and
    others 2006).

    `log_probs[steps, batch, classes]` as `log_softmax` gives them, `targets` int `[batch, labels]`, padded with
    anything; `input_lengths` and `target_lengths`, int `[batch]`, say how many steps and labels count. "mean" divides
    each loss by its number of labels first, as PyTorch does. A target that does not fit into its steps has an infinite
    loss, and no gradient. Raises ValueError for shapes that do not fit.

    >>> import dusk, dusk.numpy as np
    >>> float(dusk.nn.ctc_loss(np.log(np.full((2, 1, 2), 0.5)), [[1]], [2], [1]))  # three paths of four
    0.2876820724517809
    """
    operands = [as_handle(x) for x in (log_probs, targets, input_lengths, target_lengths)]
    losses = record(ops.ctc_loss, tuple(operands), {"blank": blank}, as_array=True)
    if reduction == "mean":
        losses = losses / ops.maximum(operands[3], 1).astype(losses.dtype)
    return _reduced(losses, reduction)


def embedding(indices: Any, weight: Any) -> Any:
    """Rows of `weight[count, features]` by integers `indices[...]`: an array [..., features]."""
    indices = as_handle(indices)
    if indices.dtype.kind not in "iu":
        raise TypeError(f"an embedding takes integers, not {indices.dtype}")
    return as_handle(weight)[indices]


def dropout(x: Any, key: Any, rate: float = 0.5) -> Any:
    """x with each element 0 with probability `rate`, else divided by 1 - rate (Srivastava and others 2014).

    The same `key` (of `dusk.random`) leaves the same elements.
    """
    x = as_handle(x)
    with beside(x.type.device):  # drawn where they are used
        kept = ops.greater_equal(random.uniform(key, x.shape, dtype=np.float32), np.float32(rate))
    return ops.where(kept, ops.divide(x, 1 - rate), 0)


def conv(
    x: Any, weight: Any, bias: Any = None, *, strides: Any = 1, padding: Any = 0, dilation: Any = 1, groups: int = 1
) -> Any:
    """The convolution of images `x[batch, channels, *sizes]` with `weight[out, channels / groups, *sizes]`, plus
    `bias[out]`.

    `strides`, `padding` and `dilation` are one number for all dimensions or one for each; padding also "same" (strides
    1: outputs are as large as inputs), "valid" (none), or pairs (before, after). Raises ValueError for shapes that do
    not fit.
    """
    x, weight = as_handle(x), as_handle(weight)
    n = weight.ndim - 2
    strides, dilation = numbers(strides, n, "strides"), numbers(dilation, n, "dilation")
    params = {
        "strides": strides,
        "padding": pads(padding, weight.shape[2:], strides, dilation),
        "dilation": dilation,
        "groups": groups,
    }
    return biased(record(ops.conv, (x, weight), params, as_array=True), bias)


def biased(images: Any, bias: Any) -> Any:
    """`images[batch, channels, *sizes]` plus `bias[channels]`, if there is one."""
    return images if bias is None else record(ops.bias_add, (images, as_handle(bias)), {}, as_array=True)


def numbers(given: Any, n: int, what: str) -> tuple[int, ...]:
    """One number for each of n dimensions."""
    found = (given,) * n if isinstance(given, int) else tuple(given)
    if len(found) != n:
        raise ValueError(f"{what} {given} for {n} dimensions: one number, or one for each")
    return found


def pads(given: Any, sizes: Any, strides: Any, dilation: Any) -> tuple[tuple[int, int], ...]:
    """Pairs (before, after) for each dimension."""
    n = len(sizes)
    if given == "valid":
        given = 0
    if given == "same":
        if any(s != 1 for s in strides):
            raise ValueError(f"padding 'same' with strides {strides}: give numbers instead")
        spans = [d * (k - 1) for k, d in zip(sizes, dilation, strict=True)]
        return tuple((span // 2, span - span // 2) for span in spans)
    if isinstance(given, int):
        return ((given, given),) * n
    found = tuple((p, p) if isinstance(p, int) else tuple(p) for p in given)
    if len(found) != n or any(len(p) != 2 for p in found):
        raise ValueError(f"padding {given} for {n} dimensions: 'same', 'valid', a number, numbers, or pairs")
    return found  # type: ignore[return-value]
