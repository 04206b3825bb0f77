"""Rows of convolutions and poolings."""

# Rows are written in NumPy's words on values of any kind.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from dusk import ops
from dusk.formats.onnx.rows import Call, known_ints, row, writes
from dusk.formats.onnx.rows_convert import centred, quantised
from dusk.formats.onnx.rows_shapes import parts

Pairs = tuple[tuple[int, int], ...]


class Window:
    """How a window goes over the last axes of an image, by the attributes of a node."""

    def __init__(self, call: Call, shape: Sequence[int], size: Sequence[int]) -> None:
        n = len(size)
        self.size = tuple(size)
        self.strides = tuple(call.get("strides", (1,) * n))
        self.dilation = tuple(call.get("dilations", (1,) * n))
        if len(shape) != n or {len(self.strides), len(self.dilation)} != {n}:
            raise ValueError(f"a window of {n} dimensions, strides {self.strides}, dilations {self.dilation}")
        self.padding = self._padding(call, shape)

    def _padding(self, call: Call, shape: Sequence[int]) -> Pairs:
        how, n = call.get("auto_pad", "NOTSET"), len(self.size)
        if how in ("NOTSET", ""):
            pads = call.get("pads", (0,) * (2 * n))
            return tuple(zip(pads[:n], pads[n:], strict=True))
        if how == "VALID":
            return ((0, 0),) * n
        found: list[tuple[int, int]] = []
        for m, k, s, d in zip(shape, self.size, self.strides, self.dilation):
            total = max((-(-m // s) - 1) * s + d * (k - 1) + 1 - m, 0)
            low = total // 2 if how == "SAME_UPPER" else total - total // 2
            found.append((low, total - low))
        return tuple(found)

    def places(self, shape: Sequence[int], ceil: bool) -> list[int]:
        """How many windows there are along each axis."""
        found: list[int] = []
        for m, k, s, d, (low, high) in zip(shape, self.size, self.strides, self.dilation, self.padding):
            room = m + low + high - d * (k - 1) - 1
            count = (room + (s - 1 if ceil else 0)) // s + 1
            found.append(count - 1 if ceil and (count - 1) * s >= m + low else count)
        return found

    def under(self, np_: ModuleType, x: Any, fill: Any, ceil: bool) -> Any:
        """What lies in the windows: x[..., *sizes] as [..., *places, all of a window]."""
        lead = x.ndim - len(self.size)
        places = self.places(x.shape[lead:], ceil)
        widths = [(0, 0)] * lead
        for (low, high), p, s, d, k, m in zip(
            self.padding, places, self.strides, self.dilation, self.size, x.shape[lead:]
        ):
            widths.append((low, max(high, (p - 1) * s + d * (k - 1) + 1 - m - low)))
        x = np_.pad(x, widths, constant_values=fill)
        shifted: list[Any] = []
        for at in itertools.product(*map(range, self.size)):
            keys = [slice(a * d, a * d + (p - 1) * s + 1, s)
                    for a, d, p, s in zip(at, self.dilation, places, self.strides)]  # fmt: skip
            shifted.append(x[(..., *keys)])
        return np_.stack(shifted, axis=-1)

    def counts(self, shape: Sequence[int], ceil: bool, padded: bool) -> Any:
        """How many pixels lie in each window, with those of the padding or without."""
        found = np.ones((), np.int64)
        for p, m, k, s, d, (low, high) in zip(
            self.places(shape, ceil), shape, self.size, self.strides, self.dilation, self.padding
        ):
            at = np.arange(p)[:, None] * s + np.arange(k) * d - low
            first, end = (-low, m + high) if padded else (0, m)
            found = found[..., None] * ((at >= first) & (at < end)).sum(1)
        return found


def _conv(call: Call, x: Any, w: Any) -> Any:
    window = Window(call, x.shape[2:], call.get("kernel_shape") or w.shape[2:])
    return ops.conv(
        x, w, strides=window.strides, padding=window.padding, dilation=window.dilation, groups=call.get("group", 1)
    )


@row("Conv")
def _(call: Call, x: Any, w: Any, b: Any = None) -> Any:
    return biased(_conv(call, x, w), b)


def biased(x: Any, b: Any) -> Any:
    """x[batch, channels, ...] plus b[channels], if there is one."""
    return x if b is None else ops.bias_add(x, b)


def of_channels(v: Any, ndim: int) -> Any:
    """Numbers of the channels as they are broadcast to [batch, channels, *sizes]."""
    return v.reshape((-1,) + (1,) * (ndim - 2))


def _window_of(node: Any) -> dict[str, Any]:
    """The attributes of a window that goes over an image."""
    given = node.keywords
    pads = [p[0] for p in given["padding"]] + [p[1] for p in given["padding"]]
    found: dict[str, Any] = {"strides": list(given["strides"]), "pads": pads}
    if given.get("dilation"):
        found["dilations"] = list(given["dilation"])
    return found


@writes(ops.conv)
def _(w: Any, node: Any, x: str, weight: str) -> str:
    return w.put("Conv", [x, weight], **_window_of(node), group=node.keywords.get("groups", 1))


@writes(ops.bias_add)
def _(w: Any, node: Any, x: str, b: str) -> str:
    if w.extend(node.inputs[0], ("Conv", "ConvTranspose"), b):  # the bias of the layer before, which nobody else reads
        return x
    return w.put("Add", [x, w.reshaped(b, (-1,) + (1,) * (node.types[0].ndim - 2))])


@writes(ops.conv_transpose)
def _(w: Any, node: Any, x: str, weight: str) -> str:
    extra = node.keywords["output_padding"]
    return w.put("ConvTranspose", [x, weight], **_window_of(node), group=node.keywords.get("groups", 1),
                 **({"output_padding": list(extra)} if any(extra) else {}))  # fmt: skip


def _of_images(w: Any, node: Any, x: str, name: str, since: int, **attributes: Any) -> str:
    """A pooling over the last axes, of which ONNX wants a batch and channels before."""
    size, shape = node.keywords["size"], node.inputs[0].type.shape
    ceil = bool(node.keywords.get("ceil_mode"))
    w.refuse(ceil and w.version < since, node, f"ceil_mode before version {since}")
    lead = len(shape) - len(size)
    x = x if lead == 2 else w.reshaped(x, (1, math.prod(shape[:lead]), *shape[lead:]))
    attributes |= {"ceil_mode": int(ceil)} if "ceil_mode" in node.keywords and w.version >= since else {}
    found = w.put(name, [x], kernel_shape=list(size), **_window_of(node), **attributes)
    return found if lead == 2 else w.reshaped(found, node.types[0].shape)


@writes(ops.max_pool)
def _(w: Any, node: Any, x: str) -> str:
    return _of_images(w, node, x, "MaxPool", 10)


@writes(ops.avg_pool)
def _(w: Any, node: Any, x: str) -> str:
    counts = "count_include_pad" in node.keywords or any(map(any, node.keywords["padding"]))
    attributes = {"count_include_pad": int(node.keywords.get("count_include_pad", True))} if counts else {}
    return _of_images(w, node, x, "AveragePool", 10, **attributes)


@row("ConvInteger")
def _(call: Call, x: Any, w: Any, x_zero: Any = None, w_zero: Any = None) -> Any:
    return _whole_conv(call, centred(x, x_zero), centred(w, w_zero, 0))


def _whole_conv(call: Call, x: Any, w: Any) -> Any:
    """A convolution of int32, exact: by floats of 64 bits, which hold all sums of these."""
    wide = np.dtype("float64")
    return ops.astype(_conv(call, ops.astype(x, dtype=wide), ops.astype(w, dtype=wide)), dtype=np.dtype("int32"))


@row("QLinearConv", known=(1, 2, 4, 5, 6, 7))
def _(call: Call, x: Any, xs: Any, xz: Any, w: Any, ws: Any, wz: Any, scale: Any, zero: Any, b: Any = None) -> Any:
    found = biased(_whole_conv(call, centred(x, xz), centred(w, wz, 0)), b)
    by = np.asarray(xs * ws / scale, np.float32)
    by = of_channels(by, found.ndim) if by.size > 1 else by.reshape(())
    return quantised(ops.multiply(ops.astype(found, dtype=np.dtype("float32")), by), np.float32(1), zero, zero.dtype)


@row("ConvTranspose")
def _(call: Call, x: Any, w: Any, b: Any = None) -> Any:
    n = x.ndim - 2
    size, groups = w.shape[2:], call.get("group", 1)
    strides, dilation = tuple(call.get("strides", (1,) * n)), tuple(call.get("dilations", (1,) * n))
    extra = tuple(call.get("output_padding", (0,) * n))
    whole = [(m - 1) * s + d * (k - 1) + 1 for m, k, s, d in zip(x.shape[2:], size, strides, dilation)]
    how, wanted = call.get("auto_pad", "NOTSET"), call.get("output_shape")
    if wanted is None and how in ("SAME_UPPER", "SAME_LOWER"):
        wanted = [m * s for m, s in zip(x.shape[2:], strides)]
    if wanted is not None:
        totals = [have + e - out for have, e, out in zip(whole, extra, wanted[-n:])]
        extra = tuple(e - min(t, 0) for t, e in zip(totals, extra))  # more than there is: zeros after it
        totals = [max(t, 0) for t in totals]
        lows = [t // 2 if how == "SAME_UPPER" else t - t // 2 for t in totals]
        highs = [t - low for t, low in zip(totals, lows)]
    else:
        pads = call.get("pads", (0,) * (2 * n))
        lows, highs = pads[:n], pads[n:]
    padding = tuple(zip(lows, highs, strict=True))
    found = ops.conv_transpose(
        x, w, strides=strides, padding=padding, output_padding=extra, dilation=dilation, groups=groups
    )
    return biased(found, b)


@row("MaxPool")
def _(call: Call, x: Any) -> Any:
    window = Window(call, x.shape[2:], call.must("kernel_shape"))
    ceil = bool(call.get("ceil_mode", 0))
    if not call.wants(1):
        return ops.max_pool(
            x, size=window.size, strides=window.strides, padding=window.padding,
            **({} if call.get("ceil_mode") is None else {"ceil_mode": ceil}),
            **({} if set(window.dilation) == {1} else {"dilation": window.dilation}),
        )  # fmt: skip
    least = np.iinfo(x.dtype).min if x.dtype.kind in "iu" else -np.inf
    under = window.under(call.np, x, least, ceil)
    best = call.np.argmax(under, axis=-1)[..., None]
    pixels = np.arange(math.prod(x.shape[2:])).reshape(x.shape[2:], order="F" if call.get("storage_order", 0) else "C")
    whole = np.arange(x.shape[0] * x.shape[1]).reshape(x.shape[:2] + (1,) * (x.ndim - 2)) * pixels.size + pixels
    places = window.under(np, whole, -1, ceil)
    return (call.np.take_along_axis(under, best, axis=-1)[..., 0],
            call.np.take_along_axis(call.np.asarray(places), best, axis=-1)[..., 0])  # fmt: skip


@row("MaxUnpool", known=(2,))
def _(call: Call, x: Any, places: Any, shape: Any = None) -> Any:
    size = call.must("kernel_shape")
    n = len(size)
    strides, pads = call.get("strides", (1,) * n), call.get("pads", (0,) * (2 * n))
    made = [(m - 1) * s + k - pads[i] - pads[n + i] for i, (m, s, k) in enumerate(zip(x.shape[2:], strides, size))]
    out = call.np.zeros(math.prod((*x.shape[:2], *made)), x.dtype)
    out[places.reshape(-1)] = x.reshape(-1)
    out = out.reshape((*x.shape[:2], *made))
    if shape is None:
        return out
    return call.np.pad(out, [(0, wanted - have) for wanted, have in zip(known_ints(shape), out.shape)])


@row("AveragePool")
def _(call: Call, x: Any) -> Any:
    window = Window(call, x.shape[2:], call.must("kernel_shape"))
    ceil, all_count = bool(call.get("ceil_mode", 0)), bool(call.get("count_include_pad", 0))
    if set(window.dilation) == {1}:
        counts = call.get("count_include_pad") is not None or any(map(any, window.padding))
        return ops.avg_pool(
            x, size=window.size, strides=window.strides, padding=window.padding,
            **({} if call.get("ceil_mode") is None else {"ceil_mode": ceil}),
            **({"count_include_pad": all_count} if counts else {}),
        )  # fmt: skip
    counts = window.counts(x.shape[2:], ceil, all_count).astype(x.dtype)
    return ops.divide(call.np.sum(window.under(call.np, x, 0, ceil), axis=-1), counts)


@row("LpPool")
def _(call: Call, x: Any) -> Any:
    window, p = Window(call, x.shape[2:], call.must("kernel_shape")), call.get("p", 2)
    under = call.np.abs(window.under(call.np, x, 0, bool(call.get("ceil_mode", 0))))
    return call.np.sum(under**p, axis=-1) ** (1.0 / p)


def _over_all(name: str, op: Any) -> None:
    @row(name)
    def _(call: Call, x: Any) -> Any:
        return op(call, x, axis=tuple(range(2, x.ndim)), keepdims=True)


_over_all("GlobalAveragePool", lambda call, x, **where: call.np.mean(x, **where))
_over_all("GlobalMaxPool", lambda call, x, **where: call.np.max(x, **where))


@row("GlobalLpPool")
def _(call: Call, x: Any) -> Any:
    p = call.get("p", 2)
    return call.np.sum(call.np.abs(x) ** p, axis=tuple(range(2, x.ndim)), keepdims=True) ** (1.0 / p)


@row("CausalConvWithState")
def _(call: Call, x: Any, w: Any, b: Any = None, past: Any = None) -> Any:
    batch, channels, _ = x.shape
    k = w.shape[2]
    before = call.np.zeros((batch, channels, k - 1), x.dtype) if past is None else past
    whole = call.np.concatenate([before, x], axis=2)
    y = biased(ops.conv(whole, w, strides=(1,), padding=((0, 0),), dilation=(1,), groups=channels), b)
    if call.get("activation", "none") in ("silu", "swish"):
        y = ops.silu(y)
    return y, parts(whole, 2, (whole.shape[2] - k + 1, k - 1))[1]
