"""cxxnet's types of layers: one row each, a function that makes the symbol."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from dusk.symbol.expression import Symbol
from dusk.symbol.layers import (
    layers_basic,
    layers_caffe,
    layers_conv,
    layers_cxxnet,
    layers_move,
    layers_norm,
    layers_output,
)

if TYPE_CHECKING:
    from dusk.formats.cxxnet.net import Step


def _fullc(step: Step, name: str) -> Symbol:
    hidden = step.whole("nhidden", least=1)
    return step.weighed(
        layers_basic.FullyConnected, name, step.x, num_hidden=hidden, no_bias=bool(step.whole("no_bias", 0))
    )


def _conv(step: Step, name: str) -> Symbol:
    kernel = step.sizes("kernel_size", "kernel_height", "kernel_width", least=1)
    return step.weighed(
        layers_conv.Convolution, name, step.x, kernel=kernel, num_filter=step.whole("nchannel", least=1),
        stride=(step.whole("stride", 1, 1),) * 2, pad=step.sizes("pad", "pad_y", "pad_x", 0),
        num_group=step.whole("ngroup", 1, 1), no_bias=bool(step.whole("no_bias", 0)),
    )  # fmt: skip


def _pool(kind: str) -> Callable[[Step, str], Symbol]:
    def make(step: Step, name: str) -> Symbol:
        kernel = step.sizes("kernel_size", "kernel_height", "kernel_width", least=1)
        stride = step.whole("stride", 1, 1)
        if min(kernel) < stride < max(kernel):
            step.fail(f"windows of {kernel} that are {stride} apart", "stride")
        # windows begin in the image: of those far apart there may be fewer
        convention = "same" if stride >= max(kernel) else "full"
        x = layers_basic.Activation(step.x, act_type="relu") if kind == "relu" else step.x
        words: dict[str, Any] = {
            "kernel": kernel, "stride": (stride,) * 2, "pad": step.sizes("pad", "pad_y", "pad_x", 0),
            "pooling_convention": convention, "name": name,
        }  # fmt: skip
        if kind == "avg":  # over all of a window, beyond the image too
            return layers_conv.Pooling(x, pool_type="sum", **words) * (1.0 / (kernel[0] * kernel[1]))
        return layers_conv.Pooling(x, pool_type="sum" if kind == "sum" else "max", **words)

    return make


def _activation(kind: str) -> Callable[[Step, str], Symbol]:
    return lambda step, name: layers_basic.Activation(step.x, act_type=kind, name=name)


def _xelu(step: Step, name: str) -> Symbol:
    return layers_norm.LeakyReLU(step.x, slope=1 / step.number_of("b", 5.0), name=name)


def _prelu(step: Step, name: str) -> Symbol:
    if step.number_of("random", 0.0):
        step.fail("random slopes are not known here", "random")
    return step.weighed(layers_norm.LeakyReLU, name, step.x, act_type="prelu")


def _insanity(step: Step, name: str) -> Symbol:
    low, high = step.number_of("lb", 5.0), step.number_of("ub", 10.0)
    if not 0 < low <= high:
        step.fail(f"lb and ub are above 0 and in order, not {low} and {high}", "lb")
    if "calm_start" in step.settings or "calm_end" in step.settings:
        step.fail("bounds that move while it trains are not known here", "calm_start")
    return layers_cxxnet.Insanity(step.x, lb=low, ub=high, name=name)


def _batch_norm(step: Step, name: str) -> Symbol:
    words = {"eps": step.number_of("eps", 1e-10), "momentum": step.number_of("bn_momentum", 0.9)}
    return step.weighed(layers_norm.BatchNorm, name, step.x, fix_gamma=False, **words)


def _batch_norm_no_ma(step: Step, name: str) -> Symbol:
    return step.weighed(layers_cxxnet.BatchNormNoAverages, name, step.x, eps=step.number_of("eps", 1e-10))


def _bias(step: Step, name: str) -> Symbol:
    if not step.flat:
        step.fail("it is added to flat nodes: write a flatten layer before it")
    return step.weighed(layers_caffe.Bias, name, step.x)


def _lrn(step: Step, name: str) -> Symbol:
    return layers_norm.LRN(
        step.x, nsize=step.whole("local_size", 3, 1), alpha=step.number_of("alpha"), beta=step.number_of("beta"),
        knorm=step.number_of("knorm", 1.0), name=name,
    )  # fmt: skip


def _dropout(step: Step, name: str) -> Symbol:
    rate = step.number_of("threshold", 0.0)
    if not 0 <= rate < 1:
        step.fail(f"threshold is from 0 to below 1, not {rate}", "threshold")
    return layers_norm.Dropout(step.x, p=rate, name=name)


def _concat(axis: int) -> Callable[[Step, str], Symbol]:
    def make(step: Step, name: str) -> Symbol:
        return layers_move.Concat(*step.inputs, dim=1 if step.flat else axis, name=name)

    return make


def _softmax(step: Step, name: str) -> Symbol:
    label = step.label(name, wide=False)
    found = layers_basic.SoftmaxOutput(step.x, label, grad_scale=step.scale(), name=name)
    step.net.outputs.append(found)
    return found


def _lp_loss(step: Step, name: str) -> Symbol:
    power, x = step.number_of("p", 2.0), cast("Any", step.x)
    away = abs(x - step.label(name, wide=True))
    step.net.losses.append(layers_output.MakeLoss(away**power, grad_scale=step.scale(), name=f"{name}_loss"))
    return _predicted(step, step.x)


def _multi_logistic(step: Step, name: str) -> Symbol:
    x, label = cast("Any", step.x), step.label(name, wide=True)
    loss = layers_basic.Activation(x, act_type="softrelu") - x * label
    step.net.losses.append(layers_output.MakeLoss(loss, grad_scale=step.scale(), name=f"{name}_loss"))
    return _predicted(step, layers_basic.Activation(step.x, act_type="sigmoid", name=name))


def _predicted(step: Step, value: Symbol) -> Symbol:
    step.net.outputs.append(layers_basic.BlockGrad(value))
    return value


TYPES: dict[str, Callable[[Step, str], Symbol]] = {
    "fullc": _fullc,
    "conv": _conv,
    "max_pooling": _pool("max"),
    "sum_pooling": _pool("sum"),
    "avg_pooling": _pool("avg"),
    "relu_max_pooling": _pool("relu"),
    "relu": _activation("relu"),
    "sigmoid": _activation("sigmoid"),
    "tanh": _activation("tanh"),
    "softplus": _activation("softrelu"),
    "xelu": _xelu,
    "prelu": _prelu,
    "batch_norm": _batch_norm,
    "batch_norm_no_ma": _batch_norm_no_ma,
    "insanity": _insanity,
    "rrelu": _insanity,
    "bias": _bias,
    "lrn": _lrn,
    "dropout": _dropout,
    "flatten": lambda step, name: layers_basic.Flatten(step.x, name=name),
    "split": lambda step, name: step.x,
    "concat": _concat(3),
    "ch_concat": _concat(1),
    "softmax": _softmax,
    "l2_loss": _lp_loss,
    "lp_loss": _lp_loss,
    "multi_logistic": _multi_logistic,
}
LOSSES = ("softmax", "l2_loss", "lp_loss", "multi_logistic")
