"""Layers that pool: one number of each window of an image."""

from __future__ import annotations

from typing import Any, ClassVar

from dusk import ops
from dusk.array import as_handle
from dusk.nn import functional
from dusk.nn.module import Module
from dusk.record import record


class _Pool(Module):
    """`x[batch, channels, *sizes]` to `[batch, channels, *places]`: one number of each window of `size` pixels.

    `size` and `strides` (as given: those of `size`) are one number for all dimensions or one for each; `padding` too,
    or pairs (before, after). With `ceil_mode` a last window that only begins in the image counts as well.
    """

    dimensions: ClassVar[int] = 0

    def __init__(self, size: Any, strides: Any = None, padding: Any = 0, *, ceil_mode: bool = False) -> None:
        n = self.dimensions
        self.size = functional.numbers(size, n, "size")
        self.strides = functional.numbers(size if strides is None else strides, n, "strides")
        self.padding = functional.pads(padding, self.size, self.strides, (1,) * n)
        self.ceil_mode = ceil_mode

    def _pooled(self, op: Any, x: Any, **more: Any) -> Any:
        x = as_handle(x)
        if x.ndim != self.dimensions + 2:
            name = type(self).__name__
            raise ValueError(f"{name} takes x[batch, channels, {self.dimensions} size(s)], not shape {x.shape}")
        params = {
            "size": self.size,
            "strides": self.strides,
            "padding": self.padding,
            "ceil_mode": self.ceil_mode,
            **more,
        }
        return record(op, (x,), params, as_array=True)


class _MaxPool(_Pool):
    __doc__ = _Pool.__doc__

    def forward(self, x: Any) -> Any:
        return self._pooled(ops.max_pool, x)


class _AvgPool(_Pool):
    __doc__ = _Pool.__doc__

    def __init__(
        self, size: Any, strides: Any = None, padding: Any = 0, *, ceil_mode: bool = False, count_padding: bool = True
    ) -> None:
        super().__init__(size, strides, padding, ceil_mode=ceil_mode)
        self.count_padding = count_padding

    def forward(self, x: Any) -> Any:
        return self._pooled(ops.avg_pool, x, count_include_pad=self.count_padding)


class MaxPool1d(_MaxPool):
    __doc__ = _Pool.__doc__
    dimensions = 1


class MaxPool2d(_MaxPool):
    __doc__ = _Pool.__doc__
    dimensions = 2


class MaxPool3d(_MaxPool):
    __doc__ = _Pool.__doc__
    dimensions = 3


class AvgPool1d(_AvgPool):
    __doc__ = _Pool.__doc__
    dimensions = 1


class AvgPool2d(_AvgPool):
    __doc__ = _Pool.__doc__
    dimensions = 2


class AvgPool3d(_AvgPool):
    __doc__ = _Pool.__doc__
    dimensions = 3


class AdaptiveAvgPool(Module):
    """Means of as many windows as are asked for: `x[batch, channels, *sizes]` to `[batch, channels, *places]`."""

    def __init__(self, *sizes: int) -> None:
        self.sizes = sizes

    def forward(self, x: Any) -> Any:
        return ops.adaptive_avg_pool(as_handle(x), self.sizes)


class GlobalAvgPool(Module):
    """The mean of each channel: `x[batch, channels, *sizes]` to `[batch, channels]`."""

    def forward(self, x: Any) -> Any:
        return ops.global_avg_pool(as_handle(x))


class GlobalMaxPool(Module):
    """The largest number of each channel: `x[batch, channels, *sizes]` to `[batch, channels]`."""

    def forward(self, x: Any) -> Any:
        return ops.global_max_pool(as_handle(x))
