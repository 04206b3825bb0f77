"""Layers that put elements elsewhere: join, cut, turn, pad and look up."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from dusk import ops
from dusk.numpy import concatenate, pad, repeat, take
from dusk.symbol.layer import Known, Sizes, layer
from dusk.symbol.layers_conv import Deconvolution


@layer()
def Concat(*data: Any, dim: int = 1) -> Any:  # noqa: N802
    """Arrays one after the other along an axis."""
    return concatenate(data, axis=dim)


@layer(elementwise=True)
def ElementWiseSum(*data: Any) -> Any:  # noqa: N802
    """The sum of arrays of one shape."""
    total = data[0]
    for more in data[1:]:
        total = ops.add(total, more)
    return total


_MOST_PARTS = 1 << 16


def _parts(num_outputs: int, **_: Any) -> Sequence[str]:
    if num_outputs > _MOST_PARTS:
        raise ValueError(f"SliceChannel gives {num_outputs} parts: {_MOST_PARTS} is the most")
    return ("output",) if num_outputs == 1 else [f"output{i}" for i in range(num_outputs)]


@layer(outputs=_parts)
def SliceChannel(data: Any, *, num_outputs: int, axis: int = 1, squeeze_axis: bool = False) -> Any:  # noqa: N802
    """`num_outputs` equal parts along an axis, which goes away with `squeeze_axis` if they are of length 1."""
    a = axis % data.ndim
    length = data.shape[a]
    if num_outputs < 1 or length % num_outputs or (squeeze_axis and length != num_outputs):
        raise ValueError(f"SliceChannel cuts axis {axis} of {data.shape} into no {num_outputs} equal parts")
    step = length // num_outputs
    cuts = [
        data[(slice(None),) * a + ((i,) if squeeze_axis else (slice(i * step, (i + 1) * step),))]
        for i in range(num_outputs)
    ]
    return cuts[0] if num_outputs == 1 else cuts


@layer()
def Reshape(  # noqa: N802
    data: Any, *, shape: Sizes = (), reverse: bool = False, target_shape: Sizes = (), keep_highest: bool = False
) -> Any:
    """data of another shape, in which 0 keeps a size, -1 is what is left over, -2 all sizes that are left, -3 the
    product of two sizes, and -4 begins a size that is split into the two that follow; with `reverse` from the last
    axis on.

    `target_shape` and `keep_highest` are the old form: there 0 is what is left over.
    """
    if not shape:
        wanted = (data.shape[0], *target_shape[1:]) if keep_highest else tuple(target_shape)
        wanted = tuple(-1 if n == 0 else n for n in wanted)
    elif reverse:
        wanted = tuple(reversed(_resolved(data.shape[::-1], shape[::-1], True)))
    else:
        wanted = _resolved(data.shape, shape, False)
    if wanted.count(-1) > 1:
        raise ValueError(f"Reshape of {data.shape} to {shape or target_shape}: one size at most is what is left over")
    if -1 in wanted:
        others = math.prod(n for n in wanted if n != -1)
        wanted = tuple(math.prod(data.shape) // max(others, 1) if n == -1 else n for n in wanted)
    return ops.reshape(data, shape=wanted)


def _resolved(sizes: Sequence[Any], codes: Sequence[int], backwards: bool) -> tuple[Any, ...]:
    """The sizes that codes mean, -1 being left as it is."""
    made: list[Any] = []
    at = 0

    def take(n: int) -> Sequence[Any]:
        nonlocal at
        if at + n > len(sizes):
            raise ValueError(f"Reshape of {tuple(sizes)} by {tuple(codes)}: there are too few sizes")
        at += n
        return sizes[at - n : at]

    steps = iter(codes)
    for code in steps:
        if code == -2:
            made += take(len(sizes) - at)
        elif code == -3:
            made.append(math.prod(take(2)))
        elif code == -4 and not backwards:
            made += _split(take(1)[0], steps, codes)
        elif code == 0:
            made += take(1)
        elif code <= -4:
            raise ValueError(f"Reshape knows no size {code}" + (" with reverse" if backwards else ""))
        else:
            at = min(at + 1, len(sizes))
            made.append(code)
    return tuple(made)


def _split(size: Any, steps: Iterator[int], codes: Sequence[int]) -> tuple[Any, Any]:
    first, second = next(steps, 0), next(steps, 0)
    first, second = (
        (size // max(second, 1) if first == -1 else first),
        (size // max(first, 1) if second == -1 else second),
    )
    if first < 1 or first * second != size:
        raise ValueError(f"Reshape by {tuple(codes)}: {size} is not {first} times {second}")
    return first, second


@layer()
def SwapAxis(data: Any, *, dim1: int = 0, dim2: int = 0) -> Any:  # noqa: N802
    """data with two axes in each other's place."""
    axes = list(range(data.ndim))
    axes[dim1], axes[dim2] = axes[dim2], axes[dim1]
    return ops.transpose(data, axes=tuple(axes))


@layer(elementwise=True)
def Cast(data: Any, *, dtype: str) -> Any:  # noqa: N802
    """data in another dtype."""
    return ops.astype(data, dtype=np.dtype(dtype))


def _table(known: Known, input_dim: int, output_dim: int, **_: Any) -> Mapping[str, Any]:
    return {"weight": (input_dim, output_dim)}


@layer(shapes=_table)
def Embedding(  # noqa: N802
    data: Any, weight: Any, *, input_dim: int, output_dim: int, dtype: str = "float32", sparse_grad: bool = False
) -> Any:
    """Rows of `weight[input_dim, output_dim]` by the numbers in `data[...]`: `[..., output_dim]`; numbers that there
    are not are the nearest that there are."""
    return take(weight, ops.astype(data, dtype=np.dtype(np.int64)), axis=0, mode="clip")


@layer()
def Crop(  # noqa: N802
    *data: Any, offset: Sizes = (0, 0), h_w: Sizes = (0, 0), center_crop: bool = False
) -> Any:
    """A part of `data[batch, channels, height, width]` of the size `h_w`, or of that of a second array: from `offset`
    on, or from the middle."""
    image = data[0]
    height, width = data[1].shape[2:] if len(data) > 1 else h_w
    y, x = ((image.shape[2] - height) // 2, (image.shape[3] - width) // 2) if center_crop else offset
    if min(y, x) < 0 or y + height > image.shape[2] or x + width > image.shape[3]:
        raise ValueError(f"Crop of {image.shape} to {height} by {width} from {y}, {x}: it is not that large")
    return image[:, :, y : y + height, x : x + width]


@layer()
def Pad(data: Any, *, mode: str, pad_width: Sizes, constant_value: float = 0.0) -> Any:  # noqa: N802
    """data with more elements before and after along each axis, as `pad_width` says (before, after, before, after,
    ...): `constant_value` ("constant"), those at the edge ("edge"), or those inside mirrored ("reflect")."""
    if len(pad_width) != 2 * data.ndim:
        raise ValueError(f"Pad of {data.shape} takes {2 * data.ndim} numbers, not pad_width {pad_width}")
    pairs = tuple(zip(pad_width[::2], pad_width[1::2], strict=True))
    if mode not in ("constant", "edge", "reflect"):
        raise ValueError(f"mode is constant, edge or reflect, not {mode!r}")
    return pad(data, pairs, mode, **({"constant_values": constant_value} if mode == "constant" else {}))


@layer()
def UpSampling(  # noqa: N802
    *data: Any,
    scale: int,
    sample_type: str,
    num_filter: int = 0,
    multi_input_mode: str = "concat",
    workspace: int = 512,
) -> Any:
    """Images `[batch, channels, height, width]`, `scale` times as large: each pixel again and again ("nearest"), or
    through a Deconvolution with the second array as its weight ("bilinear").

    Several images are brought to the size of the first, then put beside each other ("concat") or added ("sum").
    """
    if sample_type == "bilinear":
        image, weight = data
        return Deconvolution.function(
            image, weight, kernel=(2 * scale - scale % 2,) * 2, num_filter=num_filter, stride=(scale,) * 2,
            pad=(-(-(scale - 1) // 2),) * 2, num_group=num_filter,
        )  # fmt: skip
    if sample_type != "nearest" or multi_input_mode not in ("concat", "sum"):
        raise ValueError(f"UpSampling takes nearest or bilinear, concat or sum, not {sample_type}, {multi_input_mode}")
    height = data[0].shape[2] * scale
    larger = [_repeated(image, height // image.shape[2]) for image in data]
    if len(larger) == 1:
        return larger[0]
    return concatenate(larger, axis=1) if multi_input_mode == "concat" else ElementWiseSum.function(*larger)


def _repeated(image: Any, times: int) -> Any:
    return repeat(repeat(image, times, axis=2), times, axis=3)
