"""Nets of Caffe as symbols: layers become layers of symbols, in-place and shared blobs what they stand for.

Variables are named as MXNet names them (`conv1_weight`, `conv1_bias`), or as a shared parameter is; multipliers of
rates and decays, and fillers, are attributes of theirs. Symbols come from lines of the file: errors name those.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from dusk.errors import FormatError
from dusk.formats.caffe.layers import DATA, Row, fillers, read_layer
from dusk.formats.caffe.net import Net, Parameter, Shape, parse, read_text
from dusk.formats.caffe.schema import FILLER, Phase
from dusk.formats.caffe.upgrade import in_phase, upgraded
from dusk.formats.protobuf import Record, print_text
from dusk.graph.provenance import building, in_file, line_of
from dusk.symbol.expression import Group, Symbol, Variable
from dusk.symbol.layers import LAYERS

_USUAL_FILLERS = {"Scale": 1.0, "PReLU": 0.25}
"""What the first parameter of a layer is filled with where nothing is said; that of others is 0."""
_SPLIT, _SILENCE, _PARAMETER = "Split", "Silence", "Parameter"
_AUTOMATIC = "(automatic)"


def load(net: Any, phase: str = "TEST", *, level: int = 0, stages: Collection[str] = ()) -> Net:
    """A net of a file (or of its record, see `parse`) as it is in a phase: TRAIN or TEST.

    FormatError: it is damaged, or has what is not supported; with the file and the line.

    >>> from dusk.formats import caffe
    >>> text = '''
    ...     layer { name: "data" type: "Input" top: "data" input_param { shape { dim: 2 dim: 5 } } }
    ...     layer { name: "ip" type: "InnerProduct" bottom: "data" top: "ip" inner_product_param { num_output: 3 } }
    ...     layer { name: "relu" type: "ReLU" bottom: "ip" top: "ip" }'''
    >>> net = caffe.load(caffe.parse(text))
    >>> net.symbol.list_arguments(), net.shapes()["ip"]
    (['data', 'ip_weight', 'ip_bias'], (2, 3))
    """
    record = net if isinstance(net, Record) else parse(read_text(net), Path(net).name)
    if phase not in Phase.__members__:
        raise ValueError(f"a phase is TRAIN or TEST, not {phase!r}")
    layers = [r for r in upgraded(record) if in_phase(r, Phase[phase], level, stages)]
    if not layers:
        raise FormatError(f"{record.where()}: no layer is there in phase {phase}")
    made = Net(record.name, Phase[phase], layers)
    builder = _Builder(made)
    for layer in layers:
        builder.add(layer)
    builder.finish()
    return made


class _Builder:
    """Makes symbols of layers, one after the other."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.variables: dict[str, Symbol] = {}
        self.made_at: dict[str, str] = {}  # tops: where
        self.names: dict[str, str] = {}  # layers: where
        self.read: set[int] = set()  # symbols that layers have read
        self.order: dict[int, tuple[str, Symbol]] = {}

    def add(self, record: Record) -> None:
        """Take in a layer."""
        where = record.where()
        self.names.setdefault(record.name, where)
        bottoms = [self.bottom(record, name) for name in record.bottom]
        place = in_file(record.source_ or "net", record.line_)
        with building(line_of(place)):
            if record.type in DATA:
                self.inputs(record)
            elif record.type == _SILENCE:
                pass
            elif record.type == _SPLIT:
                for top in record.top:
                    self.top(record, top, bottoms[0])
            elif record.type == _PARAMETER:
                self.parameter_layer(record)
            else:
                self.layer(record, bottoms, place)

    def bottom(self, record: Record, name: str) -> Symbol:
        """The blob that a layer reads."""
        found = self.net.tops.get(name)
        if found is None:
            later = [r for r in self.net.layers if name in r.top]
            instead = f": it is made later, at {later[0].where()}" if later else ""
            raise FormatError(
                f"{record.where('bottom')}: the layer {record.name!r} reads the blob {name!r}, which no layer before "
                f"it makes{instead}"
            )
        self.read.add(id(found))
        return found

    def top(self, record: Record, name: str, symbol: Symbol) -> None:
        """Call a value by the name of a blob."""
        if name in self.net.tops and name not in record.bottom:
            raise FormatError(
                f"{record.where('top')}: the layer {record.name!r} makes the blob {name!r}, as does that at "
                f"{self.made_at[name]}"
            )
        self.net.tops[name] = symbol
        self.made_at[name] = record.where()
        self.order[id(symbol)] = (name, symbol)

    def inputs(self, record: Record) -> None:
        """A layer of data: its tops are what the net is fed."""
        shapes = _input_shapes(record)
        for i, top in enumerate(record.top):
            variable = Variable(top)
            variable.place = in_file(record.source_ or "net", record.line_)
            self.top(record, top, variable)
            self.net.inputs[top] = shapes[i] if i < len(shapes) else None
        self.net.sources.append(record)

    def variable(self, record: Record, place: int, given: str, aux: bool, filler: Record) -> Symbol:
        """The variable of a layer's parameter, which another layer may have made."""
        spec = record.param[place] if place < len(record.param) else None
        shared = spec.name if spec is not None else ""
        name = shared or f"{record.name}_{given}"
        known = self.variables.get(name)
        if known is not None and not shared:
            raise FormatError(
                f"{record.where('name')}: a layer with parameters is named {record.name!r}, as that at "
                f"{self.names[record.name]}"
            )
        self.net.blobs.setdefault(record.name, []).append(name)
        if known is not None:
            return known
        if name in self.net.inputs:
            raise FormatError(f"{record.where('param')}: a parameter is named {name!r}, as an input of the net")
        rates = (spec.lr_mult, spec.decay_mult) if spec is not None else (1.0, 1.0)
        self.net.parameters[name] = Parameter(name, record.name, filler, *rates, state=aux)
        attributes = {"__filler__": _one_line(filler)} if any(filler.present()) else {}
        made = Variable(
            name,
            attributes,
            lr_mult=rates[0] if rates[0] != 1.0 else None,
            wd_mult=rates[1] if rates[1] != 1.0 else None,
        )
        made.place = in_file(record.source_ or "net", record.line_)
        self.variables[name] = made
        return made

    def parameter_layer(self, record: Record) -> None:
        """A layer that is nothing but a parameter."""
        made = self.variable(record, 0, "weight", False, FILLER())
        self.net.parameters[made.name].shape = tuple(record.parameter_param.shape.dim)
        self.top(record, record.top[0] if record.top else record.name, made)

    def layer(self, record: Record, bottoms: list[Symbol], place: Any) -> None:
        """Any other layer."""
        row, given = read_layer(record)
        layer = LAYERS[row.layer]
        tops = list(record.top) or [_AUTOMATIC + record.name if row.loss else record.name]
        try:
            params = layer.settings(given)
        except (ValueError, TypeError) as error:
            raise FormatError(f"{record.where()}: layer {record.name!r}: {error}") from error
        self.check(record, row, params, len(bottoms), len(tops))
        inputs = [self.kept(record, i, s) for i, s in enumerate(bottoms)]
        if not layer.variadic:
            names = (*layer.inputs_of(params), *layer.aux)
            starts = dict(fillers(record))
            for i, name in enumerate(names[len(bottoms) :]):
                filler = starts.get(name.rpartition("_")[2]) or (starts.get("") if i == 0 else None)
                if filler is None:
                    value = _USUAL_FILLERS.get(row.type, 0.0) if i == 0 else 0.0
                    filler = FILLER(value=value) if value else FILLER()
                inputs.append(self.variable(record, i, name, name in layer.aux, filler))
        attributes = {"__top__": tops[0]} if len(tops) == 1 and tops[0] != record.name and record.top else {}
        weights = list(record.loss_weight)
        if weights and weights != [1.0 if row.loss else 0.0]:
            attributes["__loss_weight__"] = " ".join(map(repr, weights))
        made = layer.symbol(inputs, {}, params, record.name or tops[0], attributes)
        for i, (top, symbol) in enumerate(zip(tops, made.symbols, strict=True)):
            symbol.place = place
            for whole in symbol.inputs if symbol.kind == "part" else ():
                whole.place = place
            self.top(record, top, symbol)
            weight = weights[i] if i < len(weights) else float(row.loss and i == 0 and not weights)
            if weight:
                self.net.losses.append((top, symbol, weight))

    def kept(self, record: Record, place: int, symbol: Symbol) -> Symbol:
        """What a layer reads, without a gradient where the file says so."""
        flags = list(record.propagate_down)
        if flags and len(flags) != len(record.bottom):
            raise FormatError(
                f"{record.where('propagate_down')}: one is needed for each of {len(record.bottom)} bottoms"
            )
        if not flags or flags[place]:
            return symbol
        return LAYERS["BlockGrad"].symbol([symbol], {}, {}, f"{record.name}_bottom{place}").symbols[0]

    def check(self, record: Record, row: Row, params: Mapping[str, Any], bottoms: int, tops: int) -> None:
        """FormatError: a layer has not as many bottoms and tops as it takes."""
        layer = LAYERS[row.layer]
        outputs = len(layer.outputs_of(params))
        what = f"{record.where()}: {record.type} {record.name!r}"
        if any(params.get(name) == 0 for name in ("num_filter", "num_hidden", "num_output")):
            raise FormatError(f"{what} needs num_output, which is 1 or more")
        kernel = params.get("kernel", (1,))
        if not kernel or min(kernel) < 1:
            raise FormatError(f"{what} needs a kernel_size of 1 or more, not {kernel}")
        if min(params.get("stride") or (1,)) < 1:
            raise FormatError(f"{what} with a stride of {params['stride']}: it is 1 or more")
        if tops != outputs:
            raise FormatError(
                f"{record.where('top')}: {record.type} {record.name!r} with {tops} tops: {outputs} can be made"
            )
        if layer.variadic:
            least, most = 1, 1 << 20
        else:
            names = layer.inputs_of(params)
            least = sum(1 for name in names if name not in row.blobs and name != "infogain")
            most = len(names) if row.type in ("Scale", "Bias", "InfogainLoss") else least
        if not least <= bottoms <= most:
            raise FormatError(
                f"{record.where('bottom')}: {record.type} {record.name!r} with {bottoms} bottoms: "
                f"{least if least == most else f'{least} to {most}'} can be read"
            )

    def finish(self) -> None:
        """Find what the net gives: losses, and all that no layer reads."""
        found = {id(symbol): symbol for _, symbol, _ in self.net.losses}
        for top, symbol in self.order.values():
            if id(symbol) not in self.read and symbol.kind != "variable" and self.net.tops.get(top) is symbol:
                found[id(symbol)] = symbol
        if not found:
            raise FormatError(f"net {self.net.name!r} gives nothing: no layer makes a blob that is not read")
        self.net.symbol = Group([symbol for key, (_, symbol) in self.order.items() if key in found])


def _input_shapes(record: Record) -> list[Shape | None]:
    """The shapes of a data layer's tops, as far as the file has them."""
    match record.type:
        case "Input":
            shapes = [tuple(shape.dim) for shape in record.input_param.shape]
        case "DummyData":
            given = record.dummy_data_param
            old = zip(given.num, given.channels, given.height, given.width, strict=False)
            shapes = [tuple(shape.dim) for shape in given.shape] or [tuple(dims) for dims in old]
        case "MemoryData":
            p = record.memory_data_param
            return [(p.batch_size, p.channels, p.height, p.width), (p.batch_size,)]
        case _:
            settings = {"Data": "data_param", "ImageData": "image_data_param", "WindowData": "window_data_param"}
            p = getattr(record, settings.get(record.type, "hdf5_data_param"))
            crop = record.transform_param.crop_size or None
            batch = p.batch_size or None
            return [(batch, None, crop, crop), (batch,)]
    if len(shapes) == 1:
        shapes *= len(record.top)
    return list(_checked_shape(record, shape) for shape in shapes)


def _checked_shape(record: Record, shape: Sequence[int]) -> Shape:
    """A shape of a file (FormatError: it is none, or of more numbers than memory has)."""
    total = 1
    for n in shape:
        total *= max(int(n), 1)
    if any(n < 1 for n in shape) or total >= 1 << 31 or len(shape) > 32:
        raise FormatError(f"{record.where()}: {tuple(shape)[:8]} is no shape of a blob, in layer {record.name!r}")
    return tuple(int(n) for n in shape)


def _one_line(filler: Record) -> str:
    """A filler as a text of one line."""
    return " ".join(print_text(filler).split("\n")).strip()
