"""Caffe's layers as layers of symbols: one table, read both ways. The first row that fits a layer is taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from dusk.errors import FormatError
from dusk.formats.caffe.schema import LAYER
from dusk.formats.caffe.translate import (
    Choice,
    Flip,
    Given,
    Maybe,
    Numbers,
    Only,
    Padded,
    Same,
    Shape,
    Spatial,
    Translation,
    Word,
)
from dusk.formats.protobuf import Message, Record
from dusk.symbol.layers import LAYERS

FILLERS = ("weight_filler", "bias_filler", "filler")
_IDLE = {"engine", "force_nd_im2col", "stable_prod_grad", "debug_info", *FILLERS}
"""Fields that say nothing of what is computed."""
DATA = {"Data", "ImageData", "HDF5Data", "MemoryData", "WindowData", "DummyData", "Input"}
"""Layers that are the inputs of a net."""


@dataclass(frozen=True)
class Row:
    """A layer of Caffe's, the layer of symbols that it is, the message of its settings, and how these are translated.

    `blobs`: which inputs are parameters, in the order of Caffe's blobs. `outputs`: it has as many as are asked for, and
    this parameter says how many.
    """

    type: str
    layer: str
    settings: str = ""
    translations: Sequence[Translation] = ()
    blobs: Sequence[str] = ()
    outputs: str = ""
    loss: bool = False

    def read(self, record: Record, tops: int) -> dict[str, Any] | None:
        """The parameters of a layer, None: another row is meant (FormatError: a setting that is not known)."""
        given = getattr(record, self.settings) if self.settings else None
        params: dict[str, Any] = {self.outputs: tops} if self.outputs else {}
        known = set(_IDLE)
        for translation in self.translations:
            found = translation.read(record.loss_param if isinstance(translation, Loss) else given or record)
            if found is None:
                return None
            params |= found
            known |= set(translation.fields)
        for field, _ in given.present() if given is not None else ():
            if field.name not in known:
                raise FormatError(
                    f"{given.where(field.name) if given else ''}: {self.type} layer {record.name!r}: "
                    f"{field.name} is not supported"
                )
        return params

    def write(self, params: Given) -> dict[str, Any] | None:
        """The settings of a layer of these parameters, by field; None: another row is meant, or none."""
        found: dict[str, Any] = {}
        known = {self.outputs}
        for translation in self.translations:
            made = translation.write(params)
            if made is None:
                return None
            if made:
                settings = "loss_param" if isinstance(translation, Loss) else self.settings
                fields = found.setdefault(settings, {})
                fields |= made if isinstance(translation, _EXPLICIT) else _unusual(LAYER, settings, made)
            known |= set(translation.params)
        usual = LAYERS[self.layer].params
        strange = [n for n, value in params.items() if n not in known and value != usual[n].default]
        return None if strange else found


@dataclass(frozen=True)
class Loss:
    """How a loss is normalised, and which labels it ignores; `usual` is the normalisation where none is given."""

    usual: str = "VALID"
    fields: Sequence[str] = ()
    params: Sequence[str] = ("ignore_label", "normalization")

    def read(self, record: Record) -> dict[str, Any] | None:
        normalization = record.normalization.name if record.has("normalization") else self.usual
        if record.has("normalize") and not record.has("normalization"):
            normalization = "VALID" if record.normalize else "BATCH_SIZE"
        ignored = record.ignore_label if record.has("ignore_label") else None
        return {"ignore_label": ignored, "normalization": normalization}

    def write(self, params: Given) -> dict[str, Any] | None:
        found: dict[str, Any] = {}
        if params["ignore_label"] is not None:
            found["ignore_label"] = params["ignore_label"]
        if params["normalization"] != self.usual:
            found["normalization"] = params["normalization"]
        return found


_POOLS = {"MAX": "max", "AVE": "avg"}
_WINDOW = (Spatial("kernel_size", "kernel", True), Spatial("stride", "stride", True))
_PAD = Spatial("pad", "pad", True)
_ROUND = Choice("round_mode", "pooling_convention", {"CEIL": "full", "FLOOR": "valid"})
_CONVOLUTION = (
    Same("num_output", "num_filter"), Flip("bias_term", "no_bias"), Spatial("kernel_size", "kernel"),
    Spatial("stride", "stride"), Spatial("pad", "pad"), Spatial("dilation", "dilate"),
    Same("group", "num_group"), Only({"axis": 1}, {}),
)  # fmt: skip
_AFFINE = (Same("power"), Same("scale"), Same("shift"))
_LOGS = (Same("base"), Same("scale"), Same("shift"))
_LRN = (Same("local_size", "nsize"), Same("alpha"), Same("beta"))
_WB = ("weight", "bias")


_EXPLICIT = (Maybe, Spatial, Loss)
"""What is written where it is given: that it is there says something."""


def _activation(type: str, act_type: str, settings: str = "", *more: Translation) -> Row:
    return Row(type, "Activation", settings, (Only({}, {"act_type": act_type}), *more))


ROWS = (
    Row("Convolution", "Convolution", "convolution_param", _CONVOLUTION, _WB),
    Row("Deconvolution", "Deconvolution", "convolution_param", _CONVOLUTION, _WB),
    Row("InnerProduct", "FullyConnected", "inner_product_param",
        (Same("num_output", "num_hidden"), Flip("bias_term", "no_bias"),
         Only({"axis": 1, "transpose": False}, {"flatten": True})), _WB),
    Row("InnerProduct", "InnerProduct", "inner_product_param",
        (Same("num_output"), Same("bias_term"), Same("axis"), Same("transpose")), _WB),
    Row("Pooling", "Pooling", "pooling_param",
        (Only({"global_pooling": True, "pad": 0, "stride": 1}, {"global_pool": True, "kernel": (1, 1)}),
         Choice("pool", "pool_type", _POOLS))),
    Row("Pooling", "Pooling", "pooling_param",
        (Only({"global_pooling": False}, {"global_pool": False}), Choice("pool", "pool_type", _POOLS), *_WINDOW, _PAD,
         Padded(), _ROUND)),
    Row("Pooling", "CaffePooling", "pooling_param",
        (Only({"global_pooling": False}, {}), Choice("pool", "pool", {"MAX": "MAX", "AVE": "AVE"}), *_WINDOW, _PAD,
         Word("round_mode"))),
    _activation("ReLU", "relu", "relu_param", Only({"negative_slope": 0.0}, {})),
    Row("ReLU", "LeakyReLU", "relu_param", (Only({}, {"act_type": "leaky"}), Same("negative_slope", "slope"))),
    _activation("Sigmoid", "sigmoid", "sigmoid_param"),
    _activation("TanH", "tanh", "tanh_param"),
    _activation("BNLL", "softrelu"),
    Row("ELU", "LeakyReLU", "elu_param", (Only({}, {"act_type": "elu"}), Same("alpha", "slope"))),
    Row("PReLU", "LeakyReLU", "prelu_param", (Only({"channel_shared": False}, {"act_type": "prelu"}),), ("gamma",)),
    Row("PReLU", "SharedPReLU", "prelu_param", (Only({"channel_shared": True}, {}),), ("weight",)),
    Row("Power", "Power", "power_param", _AFFINE),
    Row("Exp", "Exp", "exp_param", _LOGS),
    Row("Log", "Log", "log_param", _LOGS),
    Row("AbsVal", "AbsVal"),
    Row("Threshold", "Threshold", "threshold_param", (Same("threshold"),)),
    Row("Clip", "Clip", "clip_param", (Same("min"), Same("max"))),
    Row("Swish", "Swish", "swish_param", (Same("beta"),)),
    Row("LRN", "LRN", "lrn_param",
        (Only({"norm_region": "ACROSS_CHANNELS"}, {"within_channel": False}), *_LRN, Same("k", "knorm"))),
    Row("LRN", "LRN", "lrn_param",
        (Only({"norm_region": "WITHIN_CHANNEL", "k": 1.0}, {"within_channel": True, "knorm": 1.0}), *_LRN)),
    Row("Dropout", "Dropout", "dropout_param", (Same("dropout_ratio", "p"),)),
    Row("Softmax", "SoftmaxActivation", "softmax_param", (Only({"axis": 1}, {"mode": "channel"}),)),
    Row("Softmax", "CaffeSoftmax", "softmax_param", (Same("axis"),)),
    Row("Concat", "Concat", "concat_param", (Same("axis", "dim", "concat_dim"),)),
    Row("Slice", "SliceChannel", "slice_param",
        (Only({"slice_point": []}, {"squeeze_axis": False}), Same("axis", "axis", "slice_dim")), outputs="num_outputs"),
    Row("Slice", "Slice", "slice_param", (Same("slice_point"), Same("axis", "axis", "slice_dim")),
        outputs="num_outputs"),
    Row("Eltwise", "ElementWiseSum", "eltwise_param", (Only({"operation": "SUM", "coeff": []}, {}),)),
    Row("Eltwise", "Eltwise", "eltwise_param", (Word("operation"), Numbers("coeff"))),
    Row("Flatten", "Flatten", "flatten_param", (Only({"axis": 1, "end_axis": -1}, {}),)),
    Row("Flatten", "CaffeFlatten", "flatten_param", (Same("axis"), Same("end_axis"))),
    Row("Reshape", "Reshape", "reshape_param",
        (Only({"axis": 0, "num_axes": -1}, {"reverse": False}), Shape("shape"))),
    Row("Reshape", "CaffeReshape", "reshape_param", (Same("axis"), Same("num_axes"), Shape("shape"))),
    Row("MVN", "MVN", "mvn_param", (Same("normalize_variance"), Same("across_channels"), Same("eps"))),
    Row("SPP", "SPP", "spp_param", (Same("pyramid_height"), Choice("pool", "pool", {"MAX": "MAX", "AVE": "AVE"}))),
    Row("Reduction", "Reduction", "reduction_param", (Word("operation"), Same("axis"), Same("coeff"))),
    Row("Tile", "Tile", "tile_param", (Same("axis"), Same("tiles"))),
    Row("ArgMax", "ArgMax", "argmax_param", (Same("out_max_val"), Same("top_k"), Maybe("axis"))),
    Row("Embed", "Embed", "embed_param", (Same("num_output"), Same("input_dim"), Same("bias_term")), _WB),
    Row("Scale", "Scale", "scale_param", (Same("axis"), Same("num_axes"), Same("bias_term")), _WB),
    Row("Bias", "Bias", "bias_param", (Same("axis"), Same("num_axes")), ("bias",)),
    Row("BatchNorm", "CaffeBatchNorm", "batch_norm_param",
        (Maybe("use_global_stats"), Same("moving_average_fraction"), Same("eps")), ("mean", "variance", "factor")),
    Row("Crop", "CaffeCrop", "crop_param", (Same("axis"), Same("offset"))),
    Row("BatchReindex", "BatchReindex"),
    Row("SoftmaxWithLoss", "SoftmaxWithLoss", "softmax_param", (Same("axis"), Loss()), outputs="num_outputs",
        loss=True),
    Row("EuclideanLoss", "EuclideanLoss", loss=True),
    Row("SigmoidCrossEntropyLoss", "SigmoidCrossEntropyLoss", "", (Loss("BATCH_SIZE"),), loss=True),
    Row("HingeLoss", "HingeLoss", "hinge_loss_param", (Word("norm"),), loss=True),
    Row("MultinomialLogisticLoss", "MultinomialLogisticLoss", loss=True),
    Row("InfogainLoss", "InfogainLoss", "infogain_loss_param", (Same("axis"), Loss()), loss=True),
    Row("ContrastiveLoss", "ContrastiveLoss", "contrastive_loss_param", (Same("margin"), Same("legacy_version")),
        loss=True),
    Row("Accuracy", "Accuracy", "accuracy_param", (Same("top_k"), Same("axis"), Maybe("ignore_label"))),
)  # fmt: skip

TYPES = {row.type for row in ROWS}
_OF_TYPE: dict[str, list[Row]] = {}
_OF_LAYER: dict[str, list[Row]] = {}
for _row in ROWS:
    _OF_TYPE.setdefault(_row.type, []).append(_row)
    _OF_LAYER.setdefault(_row.layer, []).append(_row)


def read_layer(record: Record) -> tuple[Row, dict[str, Any]]:
    """The row of a layer, and the parameters that its settings mean (FormatError: it is not supported)."""
    for row in _OF_TYPE.get(record.type, ()):
        params = row.read(record, max(len(record.top), 1))
        if params is not None:
            return row, params
    rows = _OF_TYPE.get(record.type)
    if rows is None:
        raise FormatError(f"{record.where('type')}: layers of type {record.type!r} are not supported ({record.name!r})")
    given = getattr(record, rows[0].settings)
    settings = ", ".join(f"{field.name}: {_shown(value)}" for field, value in given.present())
    raise FormatError(f"{given.where()}: a {record.type} layer with {settings} is not supported ({record.name!r})")


def _shown(value: Any) -> str:
    return getattr(value, "name", None) or repr(value)


def write_layer(layer: str, params: Given) -> tuple[Row, Record] | None:
    """The row and the record of a layer of symbols, None: Caffe has none."""
    for row in _OF_LAYER.get(layer, ()):
        fields = row.write(params)
        if fields is not None:
            return row, _record(LAYER, {"type": row.type} | fields)
    return None


def _unusual(message: Message, settings: str, fields: Given) -> dict[str, Any]:
    """Fields without those that have their defaults."""
    by_name = cast("Message", message.by_name[settings].message).by_name
    return {
        name: value
        for name, value in fields.items()
        if by_name[name].repeated or by_name[name].message or by_name[name].checked(value) != by_name[name].default
    }


def _record(message: Message, fields: Given) -> Record:
    """A record of fields, in which dicts are records."""
    made = message()
    for name, value in fields.items():
        inner = message.by_name[name].message
        if inner is None:
            setattr(made, name, value)
        elif value:
            setattr(made, name, _record(inner, value))
    return made


def fillers(record: Record) -> Iterator[tuple[str, Record]]:
    """The fillers of a layer's parameters, by the name of the input (`weight`, `bias`)."""
    for field, value in record.present():
        if field.message is None or field.repeated or not field.name.endswith("_param"):
            continue
        for name in FILLERS:
            if name in value.message_.by_name and value.has(name):
                yield name.removesuffix("filler").removesuffix("_"), getattr(value, name)
