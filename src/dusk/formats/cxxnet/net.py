"""cxxnet's nets as symbols. Images are `[batch, channels, height, width]`, flat nodes `[batch, n]`.

A layer's settings are those for all layers, then its own. Its weights are named after it (`fc1_weight`), or after its
number where it has no name (`layer3_weight`); what it learns from is `<name>_label`.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from dusk.errors import FormatError
from dusk.formats.cxxnet.conf import Conf, Layer
from dusk.formats.cxxnet.layers import LOSSES, TYPES
from dusk.symbol.expression import Group, Symbol, Variable
from dusk.symbol.layers import layers_basic, layers_cxxnet

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
        Step(conf, net, layer, number, made).build()
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


class Step:
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
        found = self.pair() if self.type.startswith("pairtest-") else self.one(self.name)
        outputs = [found] * len(layer.outputs) if self.type == "split" else [found]
        if len(outputs) != len(layer.outputs):
            self.fail(f"it makes one node, not {len(layer.outputs)}")
        flat = self.flat or self.type in ("flatten", "fullc")
        for node, symbol in zip(layer.outputs, outputs, strict=True):
            net.nodes[node] = symbol
            net.flat.add(node) if flat else net.flat.discard(node)

    def one(self, name: str) -> Symbol:
        """A layer of the type."""
        maker = TYPES.get(self.type)
        if maker is None:
            self.fail(f"the layer type {self.type!r} is not known here; there are {', '.join(TYPES)}")
        if self.type in LOSSES and self.layer.inputs != self.layer.outputs:
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
            tag = _TAGS.get(self.type, _USUAL_TAGS).get(weight.name.removeprefix(name + "_"))
            if tag is not None:
                self.net.weights[weight.name] = Weight(self.owner, tag, self.settings)
        return symbol

    def pair(self) -> Symbol:
        """Two layers on one input: the first goes on, the second gets its gradient too, and both are compared."""
        kinds = self.type.split("-")[1:]
        if len(kinds) != 2 or self.layer.shared is not None:
            self.fail("two layers are compared by pairtest-master-slave, which is not shared")
        ours, theirs = self.name, f"{self.name}_slave"
        master = self.part("master", kinds[0], self.x).one(ours)
        slave = self.part("slave", kinds[1], layers_basic.BlockGrad(self.x)).one(theirs)
        weights = self.net.weights
        pairs = [(n.replace(theirs, ours, 1), n) for n in weights if n.startswith(f"{theirs}_")]
        if any(n not in weights for n, _ in pairs):
            self.fail("the two layers have different weights")
        self.net.pairs.append(Pair(ours, (master, slave), pairs))
        self.flat = self.flat or kinds[0] in ("flatten", "fullc")
        return layers_cxxnet.PairTest(master, slave)

    def part(self, role: str, kind: str, x: Symbol) -> Step:
        """One of two layers that are compared: of its own type, with the settings of both and those of its role."""
        made = copy.copy(self)
        made.type, made.inputs = kind, [x]
        own = {k.removeprefix(role + ":"): v for k, v in self.settings.items() if k.startswith(role + ":")}
        both = {k: v for k, v in self.settings.items() if not k.startswith(("master:", "slave:"))}
        made.settings = {**both, **own}
        if kind in LOSSES:
            made.fail("loss layers are not compared")
        return made

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


_TAGS: dict[str, dict[str, str]] = {
    "prelu": {"gamma": "bias"},
    "batch_norm": {"gamma": "gamma", "beta": "beta"},
    "batch_norm_no_ma": {"gamma": "gamma", "beta": "beta"},
}
"""cxxnet's tags of weights, by type and by their names here."""
_USUAL_TAGS = {"weight": "wmat", "bias": "bias"}
