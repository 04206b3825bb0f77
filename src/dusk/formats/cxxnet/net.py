"""cxxnet's nets as symbols: one row a layer type. Images are `[batch, channels, height, width]`, flat nodes `[batch,
n]`.

A layer's settings are those for all layers, then its own. Its weights are named after it (`fc1_weight`), or after its
number where it has no name (`layer3_weight`); what it learns from is `<name>_label`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn, cast

from dusk.errors import FormatError
from dusk.formats.cxxnet.conf import Conf, Layer
from dusk.symbol.expression import Group, Symbol, Variable
from dusk.symbol.layers import (
    layers_basic,
    layers_caffe,
    layers_conv,
    layers_cxxnet,
    layers_move,
    layers_norm,
    layers_output,
)

_MOST = 1 << 31


@dataclass
class Weight:
    """A weight of a layer: cxxnet's tag of it (`wmat`, `bias`), and the layer whose settings it follows."""

    layer: Layer
    tag: str
    settings: Mapping[str, str]


@dataclass
class Pair:
    """Two layers that are compared: what they give, and the names of weights that belong together."""

    name: str
    outputs: tuple[Symbol, Symbol]
    weights: list[tuple[str, str]]


@dataclass
class Net:
    """A net: `outputs` are the values of loss layers (or of the last node), `losses` what they learn by where that is a
    value of its own; `nodes` the last value of each node, `labels` which target each label variable takes."""

    input_shape: tuple[int, ...]
    outputs: list[Symbol] = field(default_factory=list[Symbol])
    losses: list[Symbol] = field(default_factory=list[Symbol])
    nodes: dict[int, Symbol] = field(default_factory=dict[int, Symbol])
    labels: dict[str, str] = field(default_factory=dict[str, str])
    weights: dict[str, Weight] = field(default_factory=dict[str, Weight])
    pairs: list[Pair] = field(default_factory=list[Pair])
    flat: set[int] = field(default_factory=set[int])
    wide: set[str] = field(default_factory=set[str])  # labels of several numbers a sample

    @property
    def symbol(self) -> Group:
        """The outputs, then the losses, then what is compared."""
        compared = [layers_basic.BlockGrad(s) for pair in self.pairs for s in pair.outputs]
        return Group([*self.outputs, *self.losses, *compared])


def net_of(conf: Conf) -> Net:
    """The net of a settings file. FormatError: it has none, or a layer that is not known or does not fit, with its
    line.

    >>> from dusk.formats.cxxnet import net_of, parse_conf
    >>> net = net_of(parse_conf("netconfig=start\\nlayer[+1]=fullc:f\\nnhidden=3\\nnetconfig=end\\ninput_shape=1,1,5"))
    >>> net.symbol.infer_shape(data=(2, 5))[:2]
    ([(2, 5), (3, 5), (3,)], [(2, 3)])
    """
    if not conf.layers:
        raise FormatError(f"{conf.path} has no net: netconfig = start begins one")
    shape = _input_shape(conf)
    net = Net(shape)
    net.nodes[0] = Variable("data")
    if len(shape) == 1:
        net.flat.add(0)
    made: dict[int, list[Symbol]] = {}
    for number, layer in enumerate(conf.layers):
        step = _Step(conf, net, layer, number, made)
        step.build()
    if not net.outputs:
        net.outputs.append(net.nodes[conf.layers[-1].outputs[0]])
    return net


def _input_shape(conf: Conf) -> tuple[int, ...]:
    entry = conf.last("input_shape")
    if entry is None:
        raise FormatError(f"{conf.path} has no input_shape: write input_shape = channels,height,width")
    parts = entry.value.split(",")
    if len(parts) != 3 or not all(p.strip().isdecimal() and 0 < int(p.strip()[:12]) < _MOST for p in parts):
        raise conf.bad(f"input_shape is channels,height,width, not {entry.value[:40]}", entry.line)
    z, y, x = map(int, parts)
    return (x,) if z == y == 1 else (z, y, x)


class _Step:
    """A layer being made: its settings, and what it reads."""

    def __init__(self, conf: Conf, net: Net, layer: Layer, number: int, made: dict[int, list[Symbol]]) -> None:
        self.conf, self.net, self.layer, self.number, self.made = conf, net, layer, number, made
        owner = layer if layer.shared is None else conf.layers[layer.shared]
        self.name = owner.name or f"layer{number if layer.shared is None else layer.shared}"
        self.settings: dict[str, str] = {}
        self.lines: dict[str, int] = {}
        for entry in (*conf.globals, *owner.entries):
            self.settings[entry.name], self.lines[entry.name] = entry.value, entry.line
        self.type = owner.type
        self.owner = owner
        self.inputs = [net.nodes[n] for n in layer.inputs]
        self.flat = all(n in net.flat for n in layer.inputs)

    def fail(self, what: str, setting: str = "") -> NoReturn:
        raise self.conf.bad(f"{self.type}: {what}", self.lines.get(setting) or self.layer.line)

    def number_of(self, name: str, default: float | None = None) -> float:
        text = self.settings.get(name)
        if text is None:
            return self.fail(f"{name} is not set") if default is None else default
        try:
            return float(text)
        except ValueError:
            self.fail(f"{name} is a number, not {text[:40]!r}", name)

    def whole(self, name: str, default: int | None = None, least: int = 0) -> int:
        found = self.number_of(name, default)
        if found != found // 1 or not least <= found < _MOST:
            self.fail(f"{name} is a whole number from {least} on, not {self.settings.get(name, '')[:40]}", name)
        return int(found)

    def sizes(self, name: str, y: str, x: str, default: int | None = None, least: int = 0) -> tuple[int, int]:
        """One number for both axes, or one for each by its own name; what is set later goes before."""
        both = self.lines.get(name, -1)
        found = [self.whole(name if self.lines.get(word, -2) < both else word, default, least) for word in (y, x)]
        return found[0], found[1]

    @property
    def x(self) -> Symbol:
        if len(self.inputs) != 1:
            self.fail(f"it reads one node, not {len(self.inputs)}")
        return self.inputs[0]

    def build(self) -> None:
        """Make the layer, and let its nodes have what it gives."""
        layer, net = self.layer, self.net
        if self.type.startswith("pairtest-"):
            found: Any = self.pair()
        else:
            found = self.one(self.type, self.name)
        outputs = [found] * len(layer.outputs) if self.type == "split" else [found]
        if len(outputs) != len(layer.outputs):
            self.fail(f"it makes one node, not {len(layer.outputs)}")
        flat = self.flat or self.type in ("flatten", "fullc")
        for node, symbol in zip(layer.outputs, outputs, strict=True):
            net.nodes[node] = symbol
            net.flat.add(node) if flat else net.flat.discard(node)

    def one(self, kind: str, name: str) -> Symbol:
        """A layer of a type."""
        maker = _TYPES.get(kind)
        if maker is None:
            self.fail(f"the layer type {kind!r} is not known here; there are {', '.join(_TYPES)}")
        if kind in _LOSSES and self.layer.inputs != self.layer.outputs:
            self.fail("a loss layer reads and makes the same node: write layer[n->n]")
        return maker(self, name)

    def weighed(self, made: Any, name: str, *args: Any, **params: Any) -> Symbol:
        """A layer with weights, those of the layer it shares with where it does."""
        shared = self.layer.shared
        if shared is not None:
            return made(*args, *self.made[shared], name=f"{name}_shared{self.number}", **params)
        symbol: Symbol = made(*args, name=name, **params)
        weights = list(symbol.inputs[len(args) :])
        self.made[self.number] = weights
        for weight in weights:
            tag = _TAGS[self.type if self.type in _BIASED else ""].get(weight.name.removeprefix(name + "_"))
            if tag is not None:
                self.net.weights[weight.name] = Weight(self.owner, tag, self.settings)
        return symbol

    def pair(self) -> Symbol:
        """Two layers on one input: the first goes on, the second gets its gradient too, and both are compared."""
        parts = self.type.split("-")
        if len(parts) != 3 or self.layer.shared is not None:
            self.fail("two layers are compared by pairtest-master-slave, which is not shared")
        whole, kept = self.type, self.settings
        before = self.x
        found: list[Symbol] = []
        for role, kind, name in (("master", parts[1], self.name), ("slave", parts[2], f"{self.name}_slave")):
            others = ("master:", "slave:")
            own = {k.removeprefix(role + ":"): v for k, v in kept.items() if k.startswith(role + ":")}
            self.settings = {**{k: v for k, v in kept.items() if not k.startswith(others)}, **own}
            self.type = kind
            if kind in _LOSSES:
                self.fail("loss layers are not compared")
            self.inputs = [before if role == "master" else layers_basic.BlockGrad(before)]
            found.append(self.one(kind, name))
        self.type, self.settings = whole, kept
        mine, theirs = (list(self.net.weights), f"{self.name}_slave_")
        pairs = [(n.replace(theirs, f"{self.name}_", 1), n) for n in mine if n.startswith(theirs)]
        both = [(a, b) for a, b in pairs if a in self.net.weights]
        if len(both) != len(pairs):
            self.fail("the two layers have different weights")
        self.net.pairs.append(Pair(self.name, (found[0], found[1]), both))
        self.flat = self.flat or parts[1] in ("flatten", "fullc")
        return layers_cxxnet.PairTest(*found)

    def label(self, name: str, wide: bool) -> Symbol:
        """The variable of what a loss learns from."""
        self.net.labels[f"{name}_label"] = self.settings.get("target", "label")
        if wide:
            self.net.wide.add(f"{name}_label")
        return Variable(f"{name}_label")

    def scale(self) -> float:
        """By what gradients of a loss are scaled."""
        batch = self.whole("batch_size", 100, 1) * self.whole("update_period", 1, 1)
        return self.number_of("grad_scale", 1.0) / batch


_BIASED = ("prelu", "batch_norm", "batch_norm_no_ma")
_TAGS: dict[str, dict[str, str]] = {
    "": {"weight": "wmat", "bias": "bias"},
    "prelu": {"gamma": "bias"},
    "batch_norm": {"gamma": "gamma", "beta": "beta"},
    "batch_norm_no_ma": {"gamma": "gamma", "beta": "beta"},
}
"""cxxnet's tags of weights, by type and by their names here."""


def _fullc(step: _Step, name: str) -> Symbol:
    hidden = step.whole("nhidden", least=1)
    return step.weighed(
        layers_basic.FullyConnected, name, step.x, num_hidden=hidden, no_bias=bool(step.whole("no_bias", 0))
    )


def _conv(step: _Step, name: str) -> Symbol:
    kernel = step.sizes("kernel_size", "kernel_height", "kernel_width", least=1)
    return step.weighed(
        layers_conv.Convolution, name, step.x, kernel=kernel, num_filter=step.whole("nchannel", least=1),
        stride=(step.whole("stride", 1, 1),) * 2, pad=step.sizes("pad", "pad_y", "pad_x", 0),
        num_group=step.whole("ngroup", 1, 1), no_bias=bool(step.whole("no_bias", 0)),
    )  # fmt: skip


def _pool(kind: str) -> Callable[[_Step, str], Symbol]:
    def make(step: _Step, name: str) -> Symbol:
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


def _activation(kind: str) -> Callable[[_Step, str], Symbol]:
    return lambda step, name: layers_basic.Activation(step.x, act_type=kind, name=name)


def _xelu(step: _Step, name: str) -> Symbol:
    return layers_norm.LeakyReLU(step.x, slope=1 / step.number_of("b", 5.0), name=name)


def _prelu(step: _Step, name: str) -> Symbol:
    if step.number_of("random", 0.0):
        step.fail("random slopes are not known here", "random")
    return step.weighed(layers_norm.LeakyReLU, name, step.x, act_type="prelu")


def _insanity(step: _Step, name: str) -> Symbol:
    low, high = step.number_of("lb", 5.0), step.number_of("ub", 10.0)
    if not 0 < low <= high:
        step.fail(f"lb and ub are above 0 and in order, not {low} and {high}", "lb")
    if "calm_start" in step.settings or "calm_end" in step.settings:
        step.fail("bounds that move while it trains are not known here", "calm_start")
    return layers_cxxnet.Insanity(step.x, lb=low, ub=high, name=name)


def _batch_norm(step: _Step, name: str) -> Symbol:
    words = {"eps": step.number_of("eps", 1e-10), "momentum": step.number_of("bn_momentum", 0.9)}
    return step.weighed(layers_norm.BatchNorm, name, step.x, fix_gamma=False, **words)


def _batch_norm_no_ma(step: _Step, name: str) -> Symbol:
    return step.weighed(layers_cxxnet.BatchNormNoAverages, name, step.x, eps=step.number_of("eps", 1e-10))


def _bias(step: _Step, name: str) -> Symbol:
    if not step.flat:
        step.fail("it is added to flat nodes: write a flatten layer before it")
    return step.weighed(layers_caffe.Bias, name, step.x)


def _lrn(step: _Step, name: str) -> Symbol:
    return layers_norm.LRN(
        step.x, nsize=step.whole("local_size", 3, 1), alpha=step.number_of("alpha"), beta=step.number_of("beta"),
        knorm=step.number_of("knorm", 1.0), name=name,
    )  # fmt: skip


def _dropout(step: _Step, name: str) -> Symbol:
    rate = step.number_of("threshold", 0.0)
    if not 0 <= rate < 1:
        step.fail(f"threshold is from 0 to below 1, not {rate}", "threshold")
    return layers_norm.Dropout(step.x, p=rate, name=name)


def _concat(axis: int) -> Callable[[_Step, str], Symbol]:
    def make(step: _Step, name: str) -> Symbol:
        return layers_move.Concat(*step.inputs, dim=1 if step.flat else axis, name=name)

    return make


def _softmax(step: _Step, name: str) -> Symbol:
    label = step.label(name, wide=False)
    found = layers_basic.SoftmaxOutput(step.x, label, grad_scale=step.scale(), name=name)
    step.net.outputs.append(found)
    return found


def _lp_loss(step: _Step, name: str) -> Symbol:
    power, x = step.number_of("p", 2.0), cast("Any", step.x)
    away = abs(x - step.label(name, wide=True))
    step.net.losses.append(layers_output.MakeLoss(away**power, grad_scale=step.scale(), name=f"{name}_loss"))
    return _predicted(step, step.x)


def _multi_logistic(step: _Step, name: str) -> Symbol:
    x, label = cast("Any", step.x), step.label(name, wide=True)
    loss = layers_basic.Activation(x, act_type="softrelu") - x * label
    step.net.losses.append(layers_output.MakeLoss(loss, grad_scale=step.scale(), name=f"{name}_loss"))
    return _predicted(step, layers_basic.Activation(step.x, act_type="sigmoid", name=name))


def _predicted(step: _Step, value: Symbol) -> Symbol:
    step.net.outputs.append(layers_basic.BlockGrad(value))
    return value


_TYPES: dict[str, Callable[[_Step, str], Symbol]] = {
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
_LOSSES = ("softmax", "l2_loss", "lp_loss", "multi_logistic")
