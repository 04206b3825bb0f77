"""Layers: modules with the arrays of one operation."""

from __future__ import annotations

import math
import operator
from typing import Any, ClassVar

import numpy as np

from dusk import ops, random
from dusk.array import as_handle
from dusk.nn import functional
from dusk.nn.initialisers import Start, key, parameter
from dusk.nn.module import Module
from dusk.record import record


class Sequential(Module):
    """Layers one after the other: modules, and functions of one array.

    >>> import dusk, dusk.numpy as np
    >>> from dusk import nn
    >>> model = nn.Sequential(nn.Linear(16), nn.relu, nn.Linear(3))
    >>> model(np.ones((5, 4))).shape
    (5, 3)
    """

    def __init__(self, *layers: Any) -> None:
        for i, layer in enumerate(layers):
            if not callable(layer):
                raise TypeError(f"layer {i} of a Sequential is a {type(layer).__name__}, which cannot be called")
        self.layers = [*layers]

    def forward(self, *inputs: Any) -> Any:
        x: Any = inputs[0] if len(inputs) == 1 else inputs
        for layer in self.layers:
            x = layer(x)
        return x

    def __getitem__(self, i: int) -> Any:
        return self.layers[i]

    def __len__(self) -> int:
        return len(self.layers)


class Linear(Module):
    """x @ weight + bias: `x[..., in]` to `[..., features]`.

    `weight[in, features]` begins uniform in ±1 / sqrt(in), as `bias[features]` does (`bias=False`: none).
    """

    weight: Any
    bias: Any

    def __init__(
        self, features: int, *, bias: bool = True, initialise: Start = "fan_in", dtype: Any = np.float32
    ) -> None:
        self.features, self.dtype, self.initialise = positive("features", features), np.dtype(dtype), initialise
        self.with_bias = bias

    def build(self, x: Any) -> None:
        n = np.shape(x)[-1] if np.ndim(x) else 0
        if not n:
            raise ValueError(f"Linear takes x[..., features in], not an array of shape {np.shape(x)}")
        self.weight = parameter(self.initialise, (n, self.features), n, self.features, self.dtype)
        if self.with_bias:
            self.bias = parameter("fan_in", (self.features,), n, self.features, self.dtype)

    def forward(self, x: Any) -> Any:
        x = functional.floating(x, self.dtype)
        try:
            out = x @ self.weight
        except ValueError:
            if x.shape[-1:] == self.weight.shape[:1]:
                raise
            met = f"Linear with weight of shape {self.weight.shape} meets inputs of shape {x.shape}"
            raise ValueError(met) from None
        return out + self.bias if self.with_bias else out


class _Conv(Module):
    """Convolution: `x[batch, channels in, *sizes]` to `[batch, channels, *places]`.

    `weight[channels, channels in / groups, *kernel]` begins uniform in ±1 / sqrt(its inputs), as `bias[channels]` does.
    `kernel`, `strides`, `padding` and `dilation` are one number for all dimensions or one for each; padding also
    "same", "valid", or pairs (before, after).
    """

    dimensions: ClassVar[int] = 0
    weight: Any
    bias: Any

    def __init__(
        self,
        channels: int,
        kernel: Any,
        *,
        strides: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        bias: bool = True,
        initialise: Start = "fan_in",
        dtype: Any = np.float32,
    ) -> None:
        n = self.dimensions
        self.channels, self.kernel = positive("channels", channels), functional.numbers(kernel, n, "kernel")
        self.strides = functional.numbers(strides, n, "strides")
        self.dilation = functional.numbers(dilation, n, "dilation")
        self.padding = functional.pads(padding, self.kernel, self.strides, self.dilation)
        self.groups, self.dtype, self.initialise = groups, np.dtype(dtype), initialise
        self.with_bias = bias

    def build(self, x: Any) -> None:
        shape = np.shape(x)
        if len(shape) != self.dimensions + 2:
            name = type(self).__name__
            raise ValueError(f"{name} takes x[batch, channels, {self.dimensions} size(s)], not shape {shape}")
        if shape[1] % self.groups:
            raise ValueError(f"{type(self).__name__}: {shape[1]} channels are not {self.groups} equal groups")
        made = self.shape_of(shape[1])
        fan_in, fan_out = math.prod(made[1:]), self.channels * math.prod(self.kernel) // self.groups
        self.weight = parameter(self.initialise, made, fan_in, fan_out, self.dtype)
        if self.with_bias:
            self.bias = parameter("fan_in", (self.channels,), fan_in, fan_out, self.dtype)

    def shape_of(self, n: int) -> tuple[int, ...]:
        """The weights' shape for n channels in."""
        return (self.channels, n // self.groups, *self.kernel)

    def forward(self, x: Any) -> Any:
        params = {
            "strides": self.strides,
            "padding": self.padding,
            "dilation": self.dilation,
            "groups": self.groups,
        }
        out = record(ops.conv, (functional.floating(x, self.dtype), self.weight), params, as_array=True)
        return functional.biased(out, self.bias) if self.with_bias else out


class Conv1d(_Conv):
    __doc__ = _Conv.__doc__
    dimensions = 1


class Conv2d(_Conv):
    __doc__ = _Conv.__doc__
    dimensions = 2


class Conv3d(_Conv):
    __doc__ = _Conv.__doc__
    dimensions = 3


class _ConvTranspose(_Conv):
    """Transposed convolution: `x[batch, channels in, *places]` to `[batch, channels, *sizes]`, the sizes that a
    convolution of these strides, padding and dilation has before it.

    `weight[channels in, channels / groups, *kernel]`; `output_padding` are pixels added after the last, where several
    sizes would do. All else as in convolution.
    """

    def __init__(self, channels: int, kernel: Any, *, output_padding: Any = 0, **more: Any) -> None:
        super().__init__(channels, kernel, **more)
        self.output_padding = functional.numbers(output_padding, self.dimensions, "output_padding")

    def shape_of(self, n: int) -> tuple[int, ...]:
        if self.channels % self.groups:
            raise ValueError(f"{type(self).__name__}: {self.channels} channels are not {self.groups} equal groups")
        return (n, self.channels // self.groups, *self.kernel)

    def forward(self, x: Any) -> Any:
        x = functional.floating(x, self.dtype)
        params = {
            "strides": self.strides,
            "padding": self.padding,
            "output_padding": self.output_padding,
            "dilation": self.dilation,
            "groups": self.groups,
        }
        out = record(ops.conv_transpose, (x, self.weight), params, as_array=True)
        return functional.biased(out, self.bias if self.with_bias else None)


class ConvTranspose1d(_ConvTranspose):
    __doc__ = _ConvTranspose.__doc__
    dimensions = 1


class ConvTranspose2d(_ConvTranspose):
    __doc__ = _ConvTranspose.__doc__
    dimensions = 2


class ConvTranspose3d(_ConvTranspose):
    __doc__ = _ConvTranspose.__doc__
    dimensions = 3


class Embedding(Module):
    """Rows of `weight[count, features]` by integers: `indices[...]` to `[..., features]`; normal at first."""

    def __init__(
        self, count: int, features: int, *, initialise: Start = "lecun_normal", dtype: Any = np.float32
    ) -> None:
        shape = positive("count", count), positive("features", features)
        self.weight = parameter(initialise, shape, 1, features, dtype)

    def forward(self, indices: Any) -> Any:
        return functional.embedding(indices, self.weight)


class Dropout(Module):
    """While training, each element becomes 0 with probability `rate`, the others are divided by 1 - rate
    (Srivastava and others 2014); nothing in evaluation.

    Its key is state: what is drawn goes on where a checkpoint left off.
    """

    state = ("key",)

    def __init__(self, rate: float = 0.5) -> None:
        if not 0 <= rate < 1:
            raise ValueError(f"Dropout's rate is at least 0 and below 1, not {rate}")
        self.rate, self.key = rate, key()

    def forward(self, x: Any) -> Any:
        if not self.training or not self.rate:
            return as_handle(x)
        now, after = random.split(self.key)
        self.key[...] = after
        return functional.dropout(x, now, self.rate)


class Flatten(Module):
    """`x[batch, ...]` as `[batch, everything else]`."""

    def forward(self, x: Any) -> Any:
        x = as_handle(x)
        return x.reshape((x.shape[0], math.prod(x.shape[1:])))


def positive(name: str, given: Any) -> int:
    """A number of at least 1 (ValueError)."""
    if not hasattr(given, "__index__") or operator.index(given) < 1:
        raise ValueError(f"{name} is a number of at least 1, not {given!r}")
    return operator.index(given)
