"""Nets as older versions of Caffe wrote them, as the newest one does; and which layers a phase has."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from dusk.errors import FormatError
from dusk.formats.caffe.schema import BLOB_SHAPE, LAYER, MESSAGES, PARAM, LayerType, Phase
from dusk.formats.protobuf import Record

_WORDS = {
    "ABSVAL": "AbsVal", "ARGMAX": "ArgMax", "BNLL": "BNLL", "HDF5_DATA": "HDF5Data", "HDF5_OUTPUT": "HDF5Output",
    "LRN": "LRN", "MVN": "MVN", "RELU": "ReLU", "SOFTMAX_LOSS": "SoftmaxWithLoss", "TANH": "TanH", "IM2COL": "Im2col",
}  # fmt: skip
TYPES = {kind: _WORDS.get(kind.name, "".join(word.title() for word in kind.name.split("_"))) for kind in LayerType}
"""What layers of the older generation are called now."""

_MOVED = ("scale", "mean_file", "crop_size", "mirror")  # from settings of data layers to those of transformations


def upgraded(net: Record) -> list[Record]:
    """The layers of a net, all of the newest generation (FormatError: it has layers of both)."""
    if net.has("layer") and net.has("layers"):
        raise FormatError(f"{net.where('layers')}: a net has `layer` or (as in old files) `layers`, not both")
    layers = [_from_first(old) for old in net.layers] if net.has("layers") else [record.copy() for record in net.layer]
    for record in layers:
        _move_transformations(record)
    if net.has("input"):
        layers.insert(0, _input_layer(net))
    return layers


def _input_layer(net: Record) -> Record:
    """The layer that the inputs of a net are."""
    made = Record(LAYER, {"name": "input", "type": "Input", "top": list(net.input)}, net.source_, net.line_)
    shapes = [list(shape.dim) for shape in net.input_shape]
    dims = list(net.input_dim)
    if (dims and shapes) or len(dims) % 4:
        raise FormatError(
            f"{net.where('input_dim')}: shapes of inputs are `input_shape`, or four numbers `input_dim` for each input"
        )
    shapes += [dims[i : i + 4] for i in range(0, len(dims), 4)]
    if len(shapes) not in (0, len(net.input)):
        raise FormatError(f"{net.where('input')}: {len(net.input)} inputs have {len(shapes)} shapes")
    if shapes:
        made.input_param = MESSAGES["InputParameter"](shape=[BLOB_SHAPE(dim=shape) for shape in shapes])
    return made


def _from_first(old: Record) -> Record:
    """A layer of the older generation as one of the newer."""
    if old.type not in TYPES or old.type == LayerType.NONE:
        raise FormatError(f"{old.where('type')}: the layer {old.name!r} is of no type that is known: {old.type}")
    made = Record(LAYER, {"type": TYPES[old.type]}, old.source_, old.line_)
    object.__setattr__(made, "lines_", old.lines_)
    for field, value in old.present():
        if field.name not in ("type", "blobs_lr", "weight_decay", "param", "blob_share_mode"):
            setattr(made, field.name, value)
    specs: list[Any] = []
    for i in range(max(len(old.blobs_lr), len(old.weight_decay), len(old.param))):
        given = {"lr_mult": old.blobs_lr, "decay_mult": old.weight_decay, "name": old.param}
        specs.append(PARAM(**{name: values[i] for name, values in given.items() if i < len(values)}))
    made.param = specs
    return made


def _move_transformations(record: Record) -> None:
    for settings in ("data_param", "image_data_param", "window_data_param"):
        if not record.has(settings):
            continue
        old = getattr(record, settings)
        moved = [name for name in _MOVED if old.has(name)]
        if moved and not record.has("transform_param"):
            record.transform_param = MESSAGES["TransformationParameter"]()
        for name in moved:
            setattr(record.transform_param, name, getattr(old, name))
            delattr(old, name)


def in_phase(record: Record, phase: Phase, level: int = 0, stages: Collection[str] = ()) -> bool:
    """Whether a layer is there in a phase, at a level, for stages (FormatError: it has rules of both kinds)."""
    if record.include and record.exclude:
        raise FormatError(f"{record.where()}: the layer {record.name!r} has rules `include` or `exclude`, not both")
    if record.include:
        return any(_meets(rule, phase, level, stages) for rule in record.include)
    return not any(_meets(rule, phase, level, stages) for rule in record.exclude)


def _meets(rule: Record, phase: Phase, level: int, stages: Collection[str]) -> bool:
    return (
        (not rule.has("phase") or rule.phase == phase)
        and (not rule.has("min_level") or level >= rule.min_level)
        and (not rule.has("max_level") or level <= rule.max_level)
        and all(stage in stages for stage in rule.stage)
        and not any(stage in stages for stage in rule.not_stage)
    )
