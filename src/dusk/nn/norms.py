"""Layers that normalise."""

from __future__ import annotations

from typing import Any

import numpy as np

from dusk import ops
from dusk.nn import functional
from dusk.nn.initialisers import parameter
from dusk.nn.module import Module
from dusk.record import record


class _Affine(Module):
    """What normalising layers have in common: a scale that begins with 1 and a shift that begins with 0."""

    weight: Any
    bias: Any

    def __init__(self, eps: float, affine: bool, bias: bool, dtype: Any) -> None:
        self.eps, self.affine, self.with_bias, self.dtype = eps, affine, affine and bias, np.dtype(dtype)

    def make(self, shape: tuple[int, ...]) -> None:
        """The scale and the shift."""
        if self.affine:
            self.weight = parameter("ones", shape, 1, 1, self.dtype)
        if self.with_bias:
            self.bias = parameter("zeros", shape, 1, 1, self.dtype)

    def taken(self) -> tuple[Any, ...]:
        """Those, as ops take them."""
        if not self.affine:
            return ()
        return (self.weight, self.bias) if self.with_bias else (self.weight,)


class BatchNorm(_Affine):
    """Each channel of `x[batch, channels, ...]` less its mean over its spread, times `weight[channels]`, plus
    `bias[channels]` (Ioffe and Szegedy 2015).

    While training these are the batch's own, of which `mean[channels]` and `variance[channels]` take a share of
    `momentum` (the variance over one sample less, as PyTorch has it); in evaluation they are these. They are state.
    """

    state = ("mean", "variance")
    mean: Any
    variance: Any

    def __init__(
        self, *, momentum: float = 0.1, eps: float = 1e-5, affine: bool = True, dtype: Any = np.float32
    ) -> None:
        super().__init__(eps, affine, True, dtype)
        self.momentum = momentum

    def build(self, x: Any) -> None:
        if np.ndim(x) < 2:
            raise ValueError(f"BatchNorm takes x[batch, channels, ...], not an array of shape {np.shape(x)}")
        shape = (np.shape(x)[1],)
        self.make(shape)
        self.mean = parameter("zeros", shape, 1, 1, self.dtype)
        self.variance = parameter("ones", shape, 1, 1, self.dtype)

    def forward(self, x: Any) -> Any:
        x = functional.floating(x, self.dtype)
        if not self.training:
            given = (x, self.mean, self.variance, *self.taken())
            return record(ops.batch_norm_by, given, {"eps": self.eps}, as_array=True)
        n = x.size // x.shape[1]
        if n < 2:
            raise ValueError(f"BatchNorm of x of shape {x.shape}: one number a channel has no spread to train with")
        out, mean, variance = record(ops.batch_norm, (x, *self.taken()), {"eps": self.eps}, as_array=True)
        mean, variance = ops.stop_gradient(mean), ops.stop_gradient(variance)
        self.mean += self.momentum * (mean - self.mean)
        self.variance += self.momentum * (variance * (n / (n - 1)) - self.variance)
        return out


class LayerNorm(_Affine):
    """`x` less its mean over its spread along its last axes, times `weight`, plus `bias` (Ba, Kiros and Hinton 2016).

    `axes` says how many of the last axes are normalised together; scale and shift are of their shape.
    """

    def __init__(
        self, axes: int = 1, *, eps: float = 1e-5, affine: bool = True, bias: bool = True, dtype: Any = np.float32
    ) -> None:
        super().__init__(eps, affine, bias, dtype)
        self.axes = axes

    def build(self, x: Any) -> None:
        if np.ndim(x) < self.axes:
            raise ValueError(f"LayerNorm of {self.axes} axes takes no array of shape {np.shape(x)}")
        self.make(np.shape(x)[np.ndim(x) - self.axes :])

    def forward(self, x: Any) -> Any:
        x = functional.floating(x, self.dtype)
        axis = tuple(range(-self.axes, 0))
        return record(ops.layer_norm, (x, *self.taken()), {"axis": axis, "eps": self.eps}, as_array=True)


class RMSNorm(_Affine):
    """`x` over the root of its mean square along its last axis, times `weight` (Zhang and Sennrich 2019)."""

    def __init__(self, *, eps: float = 1e-6, affine: bool = True, dtype: Any = np.float32) -> None:
        super().__init__(eps, affine, False, dtype)

    def build(self, x: Any) -> None:
        self.make(np.shape(x)[-1:])

    def forward(self, x: Any) -> Any:
        x = functional.floating(x, self.dtype)
        return record(ops.rms_norm, (x, *self.taken()), {"axis": -1, "eps": self.eps}, as_array=True)


class GroupNorm(_Affine):
    """Each of `groups` of channels of `x[batch, channels, *sizes]`, in each sample, less its mean over its spread,
    times `weight[channels]`, plus `bias[channels]` (Wu and He 2018). As many groups as channels: instance norm."""

    def __init__(self, groups: int, *, eps: float = 1e-5, affine: bool = True, dtype: Any = np.float32) -> None:
        super().__init__(eps, affine, True, dtype)
        self.groups = groups

    def build(self, x: Any) -> None:
        if np.ndim(x) < 2 or np.shape(x)[1] % self.groups:
            raise ValueError(f"GroupNorm in {self.groups} groups takes no array of shape {np.shape(x)}")
        self.make((np.shape(x)[1],))

    def forward(self, x: Any) -> Any:
        x = functional.floating(x, self.dtype)
        params = {"groups": self.groups, "eps": self.eps}
        return record(ops.group_norm, (x, *self.taken()), params, as_array=True)
