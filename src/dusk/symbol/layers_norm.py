"""Layers that normalise, and layers that drop or bend single elements."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from dusk import ops, random
from dusk.array import as_handle
from dusk.nn import functional
from dusk.numpy import repeat
from dusk.record import record, record_made
from dusk.symbol.layer import Known, Sizes, layer
from dusk.symbol.layers_basic import Flatten


def of_channels(known: Known, axis: int = 1, **_: Any) -> Mapping[str, Any]:
    """One number for each place along an axis."""
    data = known["data"]
    names = ("gamma", "beta", "moving_mean", "moving_var")
    return {name: (data[axis],) for name in names} if data and -len(data) <= axis < len(data) else {}


def _batch_norm_outputs(output_mean_var: bool = False, **_: Any) -> Sequence[str]:
    return ("output", "mean", "var") if output_mean_var else ("output",)


@layer(aux="moving_mean moving_var", shapes=of_channels, outputs=_batch_norm_outputs)
def BatchNorm(  # noqa: N802
    data: Any,
    gamma: Any,
    beta: Any,
    moving_mean: Any,
    moving_var: Any,
    *,
    eps: float = 1e-3,
    momentum: float = 0.9,
    fix_gamma: bool = True,
    use_global_stats: bool = False,
    output_mean_var: bool = False,
    axis: int = 1,
    cudnn_off: bool = False,
    min_calib_range: float | None = None,
    max_calib_range: float | None = None,
    train: bool = False,
) -> Any:
    """Each channel of `data[batch, channels, ...]` less its mean over its spread, times `gamma[channels]` (1 with
    `fix_gamma`), plus `beta[channels]`.

    While it trains mean and variance are the batch's own, of which the states take a share of `1 - momentum`;
    otherwise, and with `use_global_stats`, they are the states. `output_mean_var` gives the mean and one over the
    spread as well."""
    x = as_handle(data)
    scale = record_made(ops.full, shape=gamma.shape, value=1, dtype=gamma.dtype) if fix_gamma else gamma
    states = (moving_mean, moving_var)
    if train and not use_global_stats:
        params = {"axis": axis % x.ndim, "eps": eps}
        out, mean, var = record(ops.batch_norm, (x, as_handle(scale), as_handle(beta)), params, as_array=True)
        now = (ops.stop_gradient(mean), ops.stop_gradient(var))
        states = tuple(
            ops.add(ops.multiply(old, momentum), ops.multiply(new, 1 - momentum))
            for old, new in zip(states, now, strict=True)
        )
    else:
        mean, var = moving_mean, moving_var
        by = (x, *map(as_handle, (mean, var, scale, beta)))
        out = record(ops.batch_norm_by, by, {"axis": axis % x.ndim, "eps": eps}, as_array=True)
    if output_mean_var:
        return (out, mean, ops.reciprocal(ops.sqrt(ops.add(var, eps)))), states
    return out, states


@layer()
def LRN(  # noqa: N802
    data: Any,
    *,
    nsize: int,
    alpha: float = 1e-4,
    beta: float = 0.75,
    knorm: float = 2.0,
    within_channel: bool = False,
) -> Any:
    """`data[batch, channels, *sizes]` over (knorm + alpha * mean of squares) ** beta, the mean being that over `nsize`
    neighbouring channels, those beyond the first and the last being 0 (Krizhevsky and others 2012).

    `within_channel`: over squares of `nsize` pixels in the same channel instead.
    """
    n = data.ndim - 2
    size = (1,) + (nsize,) * n if within_channel else (nsize,) + (1,) * n
    pads = tuple(((k - 1) // 2, k // 2) for k in size)
    words = {"size": size, "strides": (1,) * (n + 1), "padding": pads}
    mean = record(ops.avg_pool, (as_handle(ops.square(data)),), words, as_array=True)
    return ops.multiply(data, ops.power(ops.add(ops.multiply(mean, alpha), knorm), -beta))


@layer(shapes=of_channels)
def InstanceNorm(data: Any, gamma: Any, beta: Any, *, eps: float = 1e-3) -> Any:  # noqa: N802
    """Each channel of each sample of `data[batch, channels, *sizes]` less its mean over its spread, times
    `gamma[channels]`, plus `beta[channels]`."""
    given = tuple(map(as_handle, (data, gamma, beta)))
    return ops.instance_norm(*given, eps=eps)


@layer(shapes=of_channels)
def GroupNorm(data: Any, gamma: Any, beta: Any, *, num_groups: int = 1, eps: float = 1e-5) -> Any:  # noqa: N802
    """Each of `num_groups` of channels of each sample of `data[batch, channels, *sizes]` less its mean over its spread,
    times gamma, plus beta, which are of one number for each channel or, as before MXNet 2, for each group."""
    channels = data.shape[1]
    gamma, beta = (x if x.shape[0] == channels else repeat(x, channels // num_groups) for x in (gamma, beta))
    given = tuple(map(as_handle, (data, gamma, beta)))
    return record(ops.group_norm, given, {"groups": num_groups, "eps": eps}, as_array=True)


@layer(shapes=of_channels)
def LayerNorm(  # noqa: N802
    data: Any, gamma: Any, beta: Any, *, axis: int = -1, eps: float = 1e-5, output_mean_var: bool = False
) -> Any:
    """data less its mean over its spread along an axis, times gamma, plus beta, each of one number for each place along
    that axis."""
    if output_mean_var:
        raise ValueError("LayerNorm gives no mean and variance: compute them with mean and var")
    given = tuple(map(as_handle, (data, gamma, beta)))
    last = axis in (-1, data.ndim - 1)
    if last:
        return record(ops.layer_norm, given, {"axis": (-1,), "eps": eps}, as_array=True)
    x, *affine = given
    x = ops.moveaxis(x, source=(axis,), destination=(x.ndim - 1,))
    out = record(ops.layer_norm, (x, *affine), {"axis": (-1,), "eps": eps}, as_array=True)
    return ops.moveaxis(out, source=(out.ndim - 1,), destination=(axis,))


@layer(elementwise=True)
def L2Normalization(data: Any, *, eps: float = 1e-10, mode: str = "instance") -> Any:  # noqa: N802
    """data over the root of the sum of its squares, of each sample ("instance"), along axis 1 ("channel") or along all
    axes from 2 on ("spatial")."""
    axes = {"instance": range(1, data.ndim), "channel": (1,), "spatial": range(2, data.ndim)}
    if mode not in axes:
        raise ValueError(f"mode is {', '.join(axes)}, not {mode!r}")
    total = ops.sum_(ops.square(data), axis=tuple(axes[mode]), keepdims=True)
    return ops.divide(data, ops.sqrt(ops.add(total, eps)))


@layer(elementwise=True)
def Dropout(  # noqa: N802
    data: Any,
    *,
    p: float = 0.5,
    mode: str = "training",
    axes: Sizes = (),
    cudnn_off: bool = False,
    key: Any = None,
) -> Any:
    """data with each element 0 with probability p, the others over 1 - p; data itself while nothing trains.

    Along `axes` all elements go the same way. `mode` "always" drops out whenever random numbers are at hand.
    """
    if not 0 <= p <= 1 or mode not in ("training", "always"):
        raise ValueError(f"Dropout takes p from 0 to 1 and mode training or always, not {p} and {mode!r}")
    if key is None or p == 0:
        return data
    if p == 1:
        return ops.multiply(data, 0)
    if not axes:
        return functional.dropout(data, key, p)
    shape = tuple(1 if i in axes or i - data.ndim in axes else n for i, n in enumerate(data.shape))
    kept = ops.greater_equal(random.uniform(key, shape, dtype="float32"), p)
    return ops.where(kept, ops.divide(data, 1 - p), 0)


def _bent(act_type: str = "leaky", **_: Any) -> Collection[str]:
    return ("gamma",) if act_type == "prelu" else ()


def _selu(x: Any) -> Any:
    return ops.multiply(functional.elu(x, 1.6732632423543772), 1.0507009873554805)


@layer(given=_bent, shapes=of_channels)
def LeakyReLU(  # noqa: N802
    data: Any,
    gamma: Any = None,
    *,
    act_type: str = "leaky",
    slope: float = 0.25,
    lower_bound: float = 0.125,
    upper_bound: float = 0.334,
    key: Any = None,
) -> Any:
    """data where it is positive; elsewhere `slope` times it ("leaky"), `gamma[channels]` times it ("prelu"), a random
    slope from `lower_bound` to `upper_bound` times it ("rrelu": their mean while nothing trains), `slope * (exp(x) -
    1)` ("elu"). Also "selu" and "gelu", which are as they are by definition."""
    match act_type:
        case "leaky":
            factor: Any = slope
        case "elu":
            return functional.elu(data, slope)
        case "selu":
            return _selu(data)
        case "gelu":
            return functional.gelu(data)
        case "prelu":
            shape = (1, gamma.shape[0], *(1,) * (data.ndim - 2)) if data.ndim > 1 else gamma.shape
            factor = ops.reshape(gamma, shape=shape)
        case "rrelu":
            factor = (lower_bound + upper_bound) / 2
            if key is not None:
                factor = random.uniform(key, data.shape, lower_bound, upper_bound, dtype=data.dtype)
        case _:
            raise ValueError(f"act_type is leaky, prelu, rrelu, elu, selu or gelu, not {act_type!r}")
    return functional.leaky_relu(data, factor)


@layer()
def SoftmaxActivation(data: Any, *, mode: str = "instance") -> Any:  # noqa: N802
    """softmax over all but the first axis ("instance"), or along axis 1 ("channel")."""
    if mode not in ("instance", "channel"):
        raise ValueError(f"mode is instance or channel, not {mode!r}")
    if mode == "channel":
        return functional.softmax(data, axis=1)
    return ops.reshape(functional.softmax(Flatten.function(data)), shape=data.shape)
