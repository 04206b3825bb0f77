"""A cxxnet net with its weights, updaters and metrics: one update, one prediction; saved and read by name."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import numpy as np

from dusk.errors import FormatError
from dusk.formats.cxxnet.conf import Conf
from dusk.formats.cxxnet.iterators import Batch
from dusk.formats.cxxnet.net import Net, Weight, net_of
from dusk.formats.cxxnet.updaters import Updater
from dusk.random import fold_in, key
from dusk.symbol.executor import Executor
from dusk.symbol.expression import Symbol
from dusk.train import checkpoint

Array = np.ndarray[Any, Any]

_METRIC = re.compile(r"metric(?:\[([^,\]]+)(?:,([^\]]+))?\])?")
_VECTOR = re.compile(r"label_vec\[(\d{1,9}),(\d{1,9})\)")
_TOLERANCE = 1e-5


class Trainer:
    """A net that learns. FormatError: the settings do not fit each other, with what and where.

    `differences` are what `pairtest` layers found since it was last emptied: layer, what is compared, the relative
    difference.
    """

    def __init__(self, conf: Conf) -> None:
        self.conf = conf
        self.net: Net = net_of(conf)
        self.batch = conf.whole("batch_size", 100, 1)
        self.period = conf.whole("update_period", 1, 1)
        self.seed = conf.whole("seed", 0)
        self.ranges = _label_ranges(conf)
        self.metrics = _metrics(conf, self.ranges)
        for name, target in self.net.labels.items():
            if target not in self.ranges:
                raise FormatError(f"{conf.path}: {name} has the target {target}, which no label_vec names")
        self.run: Executor = self._bound()
        self._nodes: dict[int, Executor] = {}
        self.updaters = {name: Updater(weight) for name, weight in self.net.weights.items()}
        self._initialise()
        self.updates = self._gathered = 0
        self.differences: list[tuple[str, str, float]] = []

    def _bound(self) -> Executor:
        net = self.net
        known: dict[str, Any] = {"data": (self.batch, *net.input_shape)}
        known |= {name: (self.batch, self._width(net.labels[name])) for name in net.wide}
        try:
            return net.symbol.simple_bind(grad_req=dict.fromkeys(net.weights, "add"), **known)
        except ValueError as error:
            raise FormatError(f"{self.conf.path}: {error}") from error

    def _width(self, target: str) -> int:
        begin, end = self.ranges[target]
        return end - begin

    def _initialise(self) -> None:
        random = np.random.default_rng(self.seed)
        run = self.run
        start: dict[str, Array] = {}
        for name, weight in self.net.weights.items():
            start[name] = _start(random, weight, run.arg_dict[name].shape, self.conf)
        for pair in self.net.pairs:
            start.update({slave: start[master] for master, slave in pair.weights})
        run.copy_params_from(start)

    # --- running
    def _fed(self, batch: Batch) -> dict[str, Array]:
        found = {"data": batch.data}
        for name, target in self.net.labels.items():
            begin, end = self.ranges[target]
            if batch.labels.shape[1] < end:
                raise FormatError(
                    f"{self.conf.path}: samples have {batch.labels.shape[1]} label(s), the target {target} is of those "
                    f"from {begin} to {end - 1}"
                )
            label = batch.labels[:, begin:end]
            if name not in self.net.wide and label.shape[1] != 1:
                raise FormatError(f"{self.conf.path}: {name} is one label, the target {target} has {label.shape[1]}")
            found[name] = label if name in self.net.wide else label[:, 0]
        return found

    def update(self, batch: Batch) -> Array:
        """Learn from a batch (of `update_period` ones, at the last of them); the scores of the first output."""
        self.run.key = fold_in(key(self.seed), self.updates * self.period + self._gathered)
        outputs = self.run.forward(is_train=True, **self._fed(batch))
        self.run.backward()
        self._compare(outputs)
        self._gathered += 1
        if self._gathered >= self.period:  # a model may have waited for more than are needed now
            for name, updater in self.updaters.items():
                weight = self.run.arg_dict[name]
                weight[...] = updater(weight, self.run.grad_dict[name], self.updates)
                self.run.grad_dict[name][...] = 0
            self.updates += 1
            self._gathered = 0
        return outputs[0].numpy()

    def scores(self, batch: Batch, node: Symbol | None = None) -> Array:
        """The scores of a batch, of the samples that count; or the values of a node."""
        run = self.run if node is None else self._inner(node)
        return run.forward(is_train=False, data=batch.data)[0].numpy()[: batch.real]

    def _inner(self, node: Symbol) -> Executor:
        """What gives the values of a node, on the arrays of the net."""
        if id(node) not in self._nodes:
            arguments = {n: self.run.arg_dict[n] for n in node.list_arguments()}
            states = {n: self.run.aux_dict[n] for n in node.list_auxiliary_states()}
            self._nodes[id(node)] = node.bind(
                args={**arguments, "data": self.run.arg_dict["data"]}, grad_req="null", aux_states=states
            )
        return self._nodes[id(node)]

    def node(self, name: str) -> Symbol:
        """The value of a node by its name, or by its distance from the top: `top[-1]` (FormatError: there is none)."""
        found = re.fullmatch(r"top(?:\[-(\d{1,6})\])?", name)
        if found:
            layers = [layer for layer in self.conf.layers if layer.outputs[0] not in layer.inputs]
            back = int(found[1] or 1)
            if 1 <= back <= len(layers):
                return self.net.nodes[layers[-back].outputs[0]]
        elif name in self.conf.nodes:
            return self.net.nodes[self.conf.nodes.index(name)]
        elif name == "0":
            return self.net.nodes[0]
        raise FormatError(f"{self.conf.path}: no node is named {name[:40]!r}: there are {', '.join(self.conf.nodes)}")

    def evaluate(self, name: str, pairs: Iterable[tuple[Array, Batch]]) -> dict[str, float]:
        """The metrics over scores and their batches, as `test-error`."""
        total = dict.fromkeys(self.metrics, 0.0)
        count = 0
        for scores, batch in pairs:
            count += batch.real
            for metric in self.metrics:
                begin, end = self.ranges[metric[1]]
                labels = batch.labels[: batch.real, begin:end]
                total[metric] += float(_measured(metric[0], _flat(scores[: batch.real]), labels).sum())
        shown = {(kind, label): kind + ("" if label == "label" else f"[{label}]") for kind, label in self.metrics}
        return {f"{name}-{shown[metric]}": value / max(count, 1) for metric, value in total.items()}

    # --- comparing
    def _compare(self, outputs: Sequence[Any]) -> None:
        made = outputs[len(self.net.outputs) + len(self.net.losses) :]
        for i, pair in enumerate(self.net.pairs):
            rows = [("output", made[2 * i], made[2 * i + 1])]
            grads = self.run.grad_dict
            rows += [(f"gradient of {master}", grads[master], grads[slave]) for master, slave in pair.weights]
            arrays = self.run.arg_dict
            rows += [(master, arrays[master], arrays[slave]) for master, slave in pair.weights]
            for what, master, slave in rows:
                size = float(np.abs(master.numpy()).sum())
                away = float(np.abs(master.numpy() - slave.numpy()).sum())
                found = away / size if size else (math.inf if away else 0.0)
                if not found <= _TOLERANCE:
                    self.differences.append((pair.name, what, found))

    # --- files
    def save(self, path: Any) -> None:
        """Write weights, states, what updaters remember, the count of updates and gradients that wait for one to one
        file."""
        memory = {name: updater.memory for name, updater in self.updaters.items()}
        weights = {name: self.run.arg_dict[name] for name in self.net.weights}
        state = {"weights": weights, "states": self.run.aux_dict, "memory": memory, "updates": self.updates}
        if self._gathered:
            state |= {"gathered": self._gathered, "gradients": {name: self.run.grad_dict[name] for name in weights}}
        checkpoint.save(path, {"cxxnet": 1, **state})

    def load(self, path: Any, only: Sequence[str] | None = None) -> list[str]:
        """Read them again; with `only` layers of these names alone, and no more than their weights and states. Gives
        the names that were read. FormatError: the file is another net's, or damaged."""
        found = checkpoint.load(path)
        if found.get("cxxnet") != 1:
            raise FormatError(f"{path} is no model of a net of cxxnet's")
        taken: list[str] = []
        for part, own in (("weights", self.run.arg_dict), ("states", self.run.aux_dict)):
            given = cast("Mapping[str, Any]", found.get(part, {}))
            for name, array in given.items():
                if only is not None and not name.startswith(tuple(layer + "_" for layer in only)):
                    continue
                if name not in own or own[name].shape != array.shape:
                    if only is not None:
                        continue
                    raise FormatError(
                        f"{path} has {name} of shape {array.shape}, which the net of {self.conf.path} has not"
                    )
                own[name][...] = array
                taken.append(name)
        if only is None:
            try:
                self._go_on(found)
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                raise FormatError(f"{path} is damaged: what training goes on from is not whole ({error!r})") from error
        return taken

    def _go_on(self, found: Mapping[str, Any]) -> None:
        """Take what updaters remember, the count of updates, and gradients that wait for one."""
        for name, updater in self.updaters.items():
            updater.memory = list(found["memory"].get(name, []))
        self.updates, self._gathered = int(found["updates"]), int(found.get("gathered", 0))
        for name in self.net.weights:
            self.run.grad_dict[name][...] = found["gradients"][name] if self._gathered else 0


def _label_ranges(conf: Conf) -> dict[str, tuple[int, int]]:
    """Which labels of a sample each target is: `label_vec[0,3) = name`."""
    found: dict[str, tuple[int, int]] = {}
    for name, value, line in conf.globals:
        if name.startswith("label_vec"):
            match = _VECTOR.fullmatch(name)
            if match is None or int(match[1]) >= int(match[2]):
                raise conf.bad(f"write label_vec[from,to) = name, not {name[:40]}", line)
            found[value] = (int(match[1]), int(match[2]))
    width = conf.whole("label_width", 1, 1)
    return found or {"label": (0, width)}


def _metrics(conf: Conf, ranges: Mapping[str, Any]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for name, value, line in conf.globals:
        match = _METRIC.fullmatch(name)
        if match is None:
            continue
        if value not in ("error", "rmse", "logloss") and not re.fullmatch(r"rec@[1-9]\d{0,4}", value):
            raise conf.bad(f"metric is error, rmse, logloss or rec@n, not {value[:40]}", line)
        target = match[1] or next(iter(ranges))
        if target not in ranges:
            raise conf.bad(f"{name}: no target is named {target}: there are {', '.join(ranges)}", line)
        found.append((value, target))
    return found


def _flat(scores: Array) -> Array:
    return scores.reshape(len(scores), -1)


def _measured(kind: str, scores: Array, labels: Array) -> Array:
    """A metric of each sample."""
    several = labels.shape[1] != 1
    if several and labels.shape != scores.shape and not kind.startswith("rec"):
        raise FormatError(f"metric {kind} of {scores.shape[1]} scores for {labels.shape[1]} labels")
    if kind == "rmse":
        return ((scores - labels) ** 2).sum(axis=1)
    if kind.startswith("rec"):
        best = np.argsort(-scores, axis=1, kind="stable")[:, : int(kind[4:])]
        return (labels[:, :, None] == best[:, None]).any(axis=2).mean(axis=1)
    if kind == "error":
        if not several and scores.shape[1] > 1:
            return (scores.argmax(axis=1) != labels[:, 0]).astype(float)
        return ((scores > 0) != labels).mean(axis=1)
    bounded = np.clip(scores.astype(np.float64), 1e-15, 1 - 1e-15)
    if not several and scores.shape[1] > 1:
        return -np.log(bounded[np.arange(len(labels)), labels[:, 0].astype(int)])
    return -(labels * np.log(bounded) + (1 - labels) * np.log(1 - bounded)).mean(axis=1)


def _start(random: np.random.Generator, weight: Weight, shape: tuple[int, ...], conf: Conf) -> Array:
    """What a weight begins with."""

    def number(name: str, default: float) -> float:
        try:
            return float(weight.settings.get(name, default))
        except ValueError:
            raise conf.bad(f"{name} is a number, not {weight.settings[name][:40]!r}", weight.layer.line) from None

    kind = weight.settings.get("random_type", "gaussian")
    if weight.layer.type.endswith("prelu"):
        return np.full(shape, number("init_slope", 0.25), np.float32)
    if weight.tag != "wmat":
        gamma = weight.tag == "gamma"
        return np.full(shape, number("init_slope", 1.0) if gamma else number("init_bias", 0.0), np.float32)
    fan_in, hidden = math.prod(shape[1:]), shape[0]
    match kind:
        case "gaussian":
            made = random.normal(0, number("init_sigma", 0.01), shape)
        case "uniform" | "xavier":
            groups = int(number("ngroup", 1)) if len(shape) == 4 else 1
            bound = number("init_uniform", -1.0)
            bound = bound if bound > 0 else math.sqrt(3 / (fan_in + hidden // max(groups, 1)))
            made = random.uniform(-bound, bound, shape)
        case "kaiming":
            made = random.normal(
                0, math.sqrt(2 / (hidden if len(shape) == 2 else hidden * math.prod(shape[2:]))), shape
            )
        case _:
            raise conf.bad(f"random_type is gaussian, uniform, xavier or kaiming, not {kind[:40]}", weight.layer.line)
    return made.astype(np.float32)
