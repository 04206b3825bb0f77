"""Symbols as nets of Caffe: what `load` makes of the text has the structure that was written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dusk.errors import FormatError
from dusk.files import write_atomically
from dusk.formats.caffe.layers import Row, write_layer
from dusk.formats.caffe.net import Net
from dusk.formats.caffe.schema import BLOB_SHAPE, FILLER, LAYER, MESSAGES, NET, PARAM
from dusk.formats.protobuf import Record, parse_text, print_text
from dusk.graph.provenance import describe
from dusk.symbol.expression import Symbol, topological
from dusk.symbol.layers import LAYERS
from dusk.symbol.outputs import Outputs

Shapes = Mapping[str, Sequence[int | None] | None]
"""Shapes of inputs, as far as they are known."""


def to_record(net: Net | Outputs, name: str = "net", inputs: Shapes | None = None) -> Record:
    """The record of a net, or of a symbol; `inputs` are the shapes of its inputs, as far as they are known.

    Variables that no layer has as a parameter are inputs, too. FormatError: it has what Caffe has no layer for.
    """
    if isinstance(net, Net):
        return _Writer(net.name or name, net.inputs).written(net.symbol)
    return _Writer(name, inputs or {}).written(net)


def to_text(net: Net | Outputs, name: str = "net", inputs: Shapes | None = None) -> str:
    """The prototxt of a net, or of a symbol, see `to_record`.

    >>> from dusk.formats import caffe
    >>> from dusk.symbol import FullyConnected, Variable
    >>> print(caffe.to_text(FullyConnected(Variable("x"), num_hidden=3, name="ip"), inputs={"x": (2, 5)}))
    name: "net"
    layer {
      name: "x"
      type: "Input"
      top: "x"
      input_param {
        shape {
          dim: 2
          dim: 5
        }
      }
    }
    layer {
      name: "ip"
      type: "InnerProduct"
      bottom: "x"
      top: "ip"
      inner_product_param {
        num_output: 3
      }
    }
    <BLANKLINE>
    """
    return print_text(to_record(net, name, inputs))


def save(net: Net | Outputs, path: Any, name: str = "net", inputs: Any = None) -> None:
    """Write the prototxt of a net, or of a symbol, whole or not at all."""
    write_atomically(path, [to_text(net, name, inputs).encode()])


class _Writer:
    """Makes layers of symbols, each after what it reads."""

    def __init__(self, name: str, inputs: Shapes) -> None:
        self.net = NET(name=name)
        self.inputs = inputs
        self.tops: dict[tuple[int, int], str] = {}
        self.taken: set[str] = set()
        self.layers: set[str] = set()

    def written(self, outputs: Outputs) -> Record:
        """The net of symbols."""
        order = topological(outputs.symbols)
        rows = {id(s): self.row(s) for s in order if s.kind == "layer" and s.layer is not LAYERS["BlockGrad"]}
        parameters = self.parameters(order, rows)
        for symbol in order:
            if symbol.kind == "variable":
                if id(symbol) not in parameters:
                    self.input(symbol)
            elif symbol.kind == "layer":
                if id(symbol) in rows:
                    self.layer(symbol, *rows[id(symbol)], parameters)
            elif symbol.kind != "part":
                raise self.refused(symbol)
        return self.net

    def refused(self, symbol: Symbol) -> FormatError:
        what = symbol.layer.name if symbol.layer else symbol.op.name if symbol.op else symbol.kind
        settings = ", ".join(f"{name}={value!r}" for name, value in symbol.params)
        return FormatError(
            f"Caffe has no layer for {symbol.name!r}, {what}({settings}), made at {describe(symbol.origin)}"
        )

    def row(self, symbol: Symbol) -> tuple[Row, Record]:
        assert symbol.layer is not None
        found = write_layer(symbol.layer.name, dict(symbol.params))
        if found is None:
            raise self.refused(symbol)
        return found

    def parameters(self, order: Sequence[Symbol], rows: Mapping[int, tuple[Row, Record]]) -> dict[int, Symbol]:
        """The variables that are parameters of layers."""
        found: dict[int, Symbol] = {}
        for symbol in order:
            if id(symbol) not in rows or symbol.layer is None or symbol.layer.variadic:
                continue
            names = (*symbol.layer.inputs_of(dict(symbol.params)), *symbol.layer.aux)
            for name, given in zip(names, symbol.inputs, strict=True):
                blob = name in rows[id(symbol)][0].blobs or name == "infogain"
                if blob and given.kind == "variable" and given.name not in self.inputs:
                    found[id(given)] = given
        return found

    def top(self, name: str, fallback: str) -> str:
        """A name for a blob, that no other has."""
        for count in range(len(self.taken) + 2):
            chosen = name if count == 0 else fallback if count == 1 else f"{fallback}_{count}"
            if chosen not in self.taken:
                self.taken.add(chosen)
                return chosen
        raise AssertionError

    def input(self, symbol: Symbol) -> None:
        made = LAYER(name=symbol.name, type="Input", top=[self.top(symbol.name, symbol.name)])
        shape = self.inputs.get(symbol.name)
        if shape is not None and None not in shape:
            made.input_param = MESSAGES["InputParameter"](shape=[BLOB_SHAPE(dim=list(shape))])
        self.tops[id(symbol), 0] = made.top[0]
        self.layers.add(symbol.name)
        self.net.layer.append(made)

    def layer(self, symbol: Symbol, row: Row, made: Record, parameters: Mapping[int, Symbol]) -> None:
        layer = symbol.layer
        assert layer is not None
        name = symbol.name
        while name in self.layers:
            name += "_"
        self.layers.add(name)
        made.name = name
        blobs = [s for s in symbol.inputs if id(s) in parameters] if not layer.variadic else []
        bottoms = [s for s in symbol.inputs if id(s) not in parameters or layer.variadic]
        names = (*layer.inputs_of(dict(symbol.params), len(symbol.inputs)), *layer.aux)
        if [id(s) for s in (*bottoms, *blobs)] != [id(s) for s in symbol.inputs]:
            raise self.refused(symbol)
        stopped = [s.layer is LAYERS["BlockGrad"] for s in bottoms]
        made.bottom = [self.read(s.inputs[0] if stop else s) for s, stop in zip(bottoms, stopped, strict=True)]
        if any(stopped):
            made.propagate_down = [not stop for stop in stopped]
        outputs = len(layer.outputs_of(dict(symbol.params)))
        wanted = symbol.attributes.get("__top__", name)
        for i in range(outputs):
            own = name if outputs == 1 else f"{name}{i}"
            self.tops[id(symbol), i] = self.top(wanted if outputs == 1 else own, own)
            made.top.append(self.tops[id(symbol), i])
        weights = symbol.attributes.get("__loss_weight__")
        if weights:
            made.loss_weight = [float(word) for word in weights.split()]
        specs = [self.spec(s, f"{name}_{n}") for s, n in zip(blobs, names[len(bottoms) :], strict=False)]
        if any(any(spec.present()) for spec in specs):
            made.param = specs
        for s, n in zip(blobs, names[len(bottoms) :], strict=False):
            self.filler(made, row, s, n)
        self.net.layer.append(made)

    def read(self, symbol: Symbol) -> str:
        """The name of the blob that a value is."""
        if symbol.kind == "part":
            return self.tops[id(symbol.inputs[0]), symbol.position]
        return self.tops[id(symbol), 0]

    def spec(self, variable: Symbol, usual: str) -> Record:
        """How a parameter is shared, and learns."""
        made = PARAM()
        if variable.name != usual:
            made.name = variable.name
        for field, key in (("lr_mult", "lr_mult"), ("decay_mult", "wd_mult")):
            given = variable.attr(key)
            if given is not None and float(given) != 1.0:
                setattr(made, field, float(given))
        return made

    def filler(self, made: Record, row: Row, variable: Symbol, name: str) -> None:
        """How a parameter begins, where that is known."""
        text = variable.attr("filler")
        if text is None or not row.settings:
            return
        settings = getattr(made, row.settings)
        if settings.line_ < 0:
            settings = settings.message_()
            setattr(made, row.settings, settings)
        fields = settings.message_.by_name
        usual = f"{name.rpartition('_')[2]}_filler"
        field = usual if usual in fields else "filler"
        if field in fields:
            setattr(settings, field, parse_text(FILLER, text, "filler"))
