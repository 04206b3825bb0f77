"""What MXNet's ops are here: a layer, an op of one or two arrays, or an op with a number. One row each, read both ways.

The first name of a row is the one that is written; all of them are read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from dusk.graph import Op
from dusk.graph.op import REGISTRY
from dusk.symbol.expression import Constant, Symbol
from dusk.symbol.layer import Layer, sizes
from dusk.symbol.layers import LAYERS

_LAYERS = """
FullyConnected _npx_fully_connected
Flatten flatten _npx_batch_flatten
Activation _npx_activation
BlockGrad stop_gradient
SoftmaxOutput Softmax
Convolution Convolution_v1 _npx_convolution
Deconvolution _npx_deconvolution
Pooling Pooling_v1 _npx_pooling
BatchNorm BatchNorm_v1 CuDNNBatchNorm _npx_batch_norm
LRN
InstanceNorm _npx_instance_norm
GroupNorm _npx_group_norm
LayerNorm _npx_layer_norm
L2Normalization
Dropout _npx_dropout
LeakyReLU _npx_leaky_relu
SoftmaxActivation
Concat concat
ElementWiseSum add_n
SliceChannel split
Reshape reshape
SwapAxis swapaxes SwapAxes _npi_swapaxes
Cast cast amp_cast _npx_cast _npi_cast
Embedding _npx_embedding
Crop
Pad pad
UpSampling
LinearRegressionOutput
LogisticRegressionOutput
MAERegressionOutput
SVMOutput
MakeLoss make_loss
RNN _npx_rnn
SequenceLast
SequenceMask _npx_sequence_mask
SequenceReverse
BilinearSampler
GridGenerator
SpatialTransformer
ROIPooling _npx_roi_pooling
mxnet_sum sum_axis
mxnet_softmax _npx_softmax
mxnet_log_softmax _npx_log_softmax
mxnet_topk _npx_topk
mxnet_one_hot _npx_one_hot
mxnet_smooth_l1 _npx_smooth_l1
mxnet_gather_nd _npx_gather_nd
mxnet_batch_dot _npx_batch_dot
mxnet_reshape_like _npx_reshape_like
mxnet_clip _npi_clip
mxnet_expand_dims _npi_expand_dims
mxnet_tile _npi_tile
mxnet_max max_axis
mxnet_min min_axis
mxnet_slice crop
mxnet_reverse flip
mxnet_pick choose_element_0index _npx_pick
mxnet_broadcast_axis broadcast_axes
mxnet_cumsum _np_cumsum
mxnet__linalg_gemm linalg_gemm
mxnet__linalg_gemm2 linalg_gemm2
mxnet_broadcast_equal _equal _Equal
mxnet_broadcast_not_equal _not_equal _Not_Equal
mxnet_broadcast_greater _greater _Greater
mxnet_broadcast_greater_equal _greater_equal _Greater_Equal
mxnet_broadcast_lesser _lesser _Lesser
mxnet_broadcast_lesser_equal _lesser_equal _Lesser_Equal
mxnet_broadcast_logical_and _logical_and _Logical_And
mxnet_broadcast_logical_or _logical_or _Logical_Or
mxnet_broadcast_logical_xor _logical_xor _Logical_Xor
mxnet__equal_scalar _EqualScalar
mxnet__not_equal_scalar _NotEqualScalar
mxnet__greater_scalar _GreaterScalar
mxnet__greater_equal_scalar _GreaterEqualScalar
mxnet__lesser_scalar _LesserScalar
mxnet__lesser_equal_scalar _LesserEqualScalar
mxnet__logical_and_scalar _LogicalAndScalar
mxnet__logical_or_scalar _LogicalOrScalar
mxnet__logical_xor_scalar _LogicalXorScalar
"""
"""Layers, each with its other names; those that begin with mxnet_ are written without that, and are here if they have
others."""

_UNARY = """
identity _copy identity
absolute abs _npi_absolute _npi_abs
negative negative _npi_negative
sign sign _npi_sign
rint rint _npi_rint
ceil ceil _npi_ceil
floor floor _npi_floor
trunc trunc fix _npi_trunc _npi_fix
square square _npi_square
sqrt sqrt _npi_sqrt
cbrt cbrt _npi_cbrt
reciprocal reciprocal _npi_reciprocal
exp exp _npi_exp
expm1 expm1 _npi_expm1
log log _npi_log
log2 log2 _npi_log2
log10 log10 _npi_log10
log1p log1p _npi_log1p
sin sin _npi_sin
cos cos _npi_cos
tan tan _npi_tan
sinh sinh _npi_sinh
cosh cosh _npi_cosh
tanh tanh _npi_tanh
arcsin arcsin _npi_arcsin
arccos arccos _npi_arccos
arctan arctan _npi_arctan
arcsinh arcsinh _npi_arcsinh
arccosh arccosh _npi_arccosh
arctanh arctanh _npi_arctanh
rad2deg degrees _npi_degrees
deg2rad radians _npi_radians
relu relu _npx_relu
sigmoid sigmoid _npx_sigmoid
erf erf _npx_erf
"""
"""Ops of one array: Dusk's name, then MXNet's."""

_BINARY = """
add broadcast_add elemwise_add broadcast_plus _plus _Plus _add _grad_add _npi_add
subtract broadcast_sub elemwise_sub broadcast_minus _minus _Minus _sub _npi_subtract
multiply broadcast_mul elemwise_mul _mul _Mul _npi_multiply
divide broadcast_div elemwise_div _div _Div _npi_true_divide
remainder broadcast_mod _mod _Mod _npi_mod
power broadcast_power _power _Power _npi_power
maximum broadcast_maximum _maximum _Maximum _npi_maximum
minimum broadcast_minimum _minimum _Minimum _npi_minimum
hypot broadcast_hypot _hypot _Hypot _npi_hypot
"""
"""Ops of two arrays: Dusk's name, then MXNet's."""

_SCALAR = """
add _plus_scalar _PlusScalar _npi_add_scalar | _plus_scalar
subtract _minus_scalar _MinusScalar _npi_subtract_scalar | _rminus_scalar _RMinusScalar _npi_rsubtract_scalar
multiply _mul_scalar _MulScalar _npi_multiply_scalar | _mul_scalar
divide _div_scalar _DivScalar _npi_true_divide_scalar | _rdiv_scalar _RDivScalar _npi_rtrue_divide_scalar
remainder _mod_scalar _ModScalar _npi_mod_scalar | _rmod_scalar _RModScalar _npi_rmod_scalar
power _power_scalar _PowerScalar _npi_power_scalar | _rpower_scalar _RPowerScalar _npi_rpower_scalar
maximum _maximum_scalar _MaximumScalar _npi_maximum_scalar | _maximum_scalar
minimum _minimum_scalar _MinimumScalar _npi_minimum_scalar | _minimum_scalar
hypot _hypot_scalar _HypotScalar | _hypot_scalar
"""
"""Ops of an array and a number: Dusk's name, MXNet's with the number second, and with the number first."""

_DIRECT: dict[str, dict[str, str]] = {
    "sum": {"axis": "axes", "keepdims": "flag"}, "mean": {"axis": "axes", "keepdims": "flag"},
    "prod": {"axis": "axes", "keepdims": "flag"}, "max": {"axis": "axes", "keepdims": "flag"},
    "min": {"axis": "axes", "keepdims": "flag"}, "softmax": {"axis": "axes"}, "log_softmax": {"axis": "axes"},
    "transpose": {"axes": "axes"},
}  # fmt: skip
"""Ops that are the same in Dusk as long as nothing else is said: their parameters, and of which kind."""

SWAPPED = "__number_first__"
"""The attribute of an op with a number that MXNet has in one order only, where the number comes first."""

REFUSED = {
    "Custom": "its code is a Python class, which the file does not hold",
    "_Native": "its code is in the memory of the process that wrote it",
    "_NDArray": "its code is in the memory of the process that wrote it",
    "_foreach": "loops are not read: write it with dusk.scan",
    "_while_loop": "loops are not read: write it with dusk.while_loop",
    "_cond": "branches are not read: write it with dusk.cond",
    "_CachedOp": "it calls a graph that the file does not hold",
}
IGNORED = {
    "workspace", "cudnn_tune", "cudnn_off", "cudnn_algo_verbose", "num_args", "no_trigger", "lazy_update", "ctx",
    "cast_f16", "infer_range", "use_length", "stype", "forward_stype", "weight_is_f16", "name",
}  # fmt: skip
"""Parameters that say how something is computed, not what."""


def _rows(table: str) -> list[list[str]]:
    return [line.split() for line in table.strip().splitlines()]


def _written(layer: str) -> str:
    return layer.removeprefix("mxnet_")


LAYER_OF = {_written(name): name for name in LAYERS if name.startswith("mxnet_")}
"""Layers by MXNet's names."""
for _row in _rows(_LAYERS):
    LAYER_OF.update({_written(name): _row[0] for name in _row})
OP_OF = {name: op for table in (_UNARY, _BINARY) for op, *names in _rows(table) for name in names}
"""Ops of one or two arrays by MXNet's names."""
_NAME_OF = {op: name for table in (_UNARY, _BINARY) for op, name, *_ in _rows(table)}
_OF_TWO = {op for op, *_ in _rows(_BINARY)}
_WITH_NUMBER: dict[str, tuple[str, bool]] = {}
_NUMBER_NAME: dict[tuple[str, bool], str] = {}
for _line in _SCALAR.strip().splitlines():
    _after, _before = (part.split() for part in _line.split("|"))
    for _first, _names in ((True, _before), (False, _after[1:])):
        _WITH_NUMBER.update({name: (_after[0], _first) for name in _names})
        _NUMBER_NAME[_after[0], _first] = _names[0]
_IN_ONE_ORDER = {name for (op, first), name in _NUMBER_NAME.items() if first and _NUMBER_NAME[op, False] == name}


def known() -> list[str]:
    """All names of MXNet's ops that are read."""
    return sorted({*LAYER_OF, *OP_OF, *_WITH_NUMBER, *_DIRECT})


def settings_of(layer: Layer, params: Mapping[str, str]) -> dict[str, Any]:
    """A layer's parameters for texts (TypeError, ValueError: they do not fit)."""
    return layer.settings({k: v for k, v in params.items() if k in layer.params or k not in IGNORED})


def made(
    kind: str, inputs: Sequence[Symbol], params: Mapping[str, str], name: str, hidden: dict[str, str]
) -> Symbol | None:
    """An op that is no layer, None for one that is, or is not known (ValueError: inputs or parameters do not fit)."""
    kind = _written(LAYER_OF.get(kind, kind))
    direct = _direct(kind, params)
    if direct is not None:
        _expect(kind, inputs, 1)
        return _op(REGISTRY[kind], inputs, direct, name, hidden)
    if kind in OP_OF:
        op = OP_OF[kind]
        _expect(kind, inputs, 2 if op in _OF_TWO else 1)
        return _op(REGISTRY[op], inputs, {}, name, hidden)
    if kind not in _WITH_NUMBER:
        return None
    op, first = _WITH_NUMBER[kind]
    _expect(kind, inputs, 1)
    number = Constant(_number(params.get("scalar", "")))
    if kind in _IN_ONE_ORDER:
        first = hidden.pop(SWAPPED, "") == "True"
    return _op(REGISTRY[op], (number, *inputs) if first else (*inputs, number), {}, name, hidden)


def _direct(kind: str, params: Mapping[str, str]) -> dict[str, Any] | None:
    """The parameters of an op that Dusk has the same, None where it has none: if more is said, or if no axes are, which
    MXNet takes for all (ValueError: they are no axes or flags)."""
    kinds = _DIRECT.get(kind)
    if kinds is None or any(key not in kinds for key in params) or (kind == "transpose" and not params):
        return None
    found = {key: _CONVERTERS[kinds[key]](value) for key, value in params.items()}
    return None if () in found.values() or None in found.values() else found


def _op(op: Op, inputs: Sequence[Symbol], params: Mapping[str, Any], name: str, hidden: Mapping[str, str]) -> Symbol:
    return Symbol("op", inputs, op, tuple(sorted(params.items())), name=name, attributes=hidden)


def _expect(kind: str, inputs: Sequence[Symbol], n: int) -> None:
    if len(inputs) != n:
        raise ValueError(f"{kind} reads {n} array(s), not {len(inputs)}")


def _number(text: str) -> int | float:
    if len(text) > 40:
        raise ValueError(f"the number {text[:40]}...")
    return int(text) if re.fullmatch(r"-?\d{1,18}", text) else float(text)


def _axes_of(text: str) -> int | tuple[int, ...] | None:
    if text == "None":
        return None
    found = sizes(text)
    return found[0] if re.fullmatch(r"\s*-?\d+\s*", text) else found


def _flag(text: str) -> bool:
    if text not in ("True", "False", "0", "1"):
        raise ValueError(f"{text!r} is not True or False")
    return text in ("True", "1")


_CONVERTERS: dict[str, Any] = {"axes": _axes_of, "flag": _flag}


def written(symbol: Symbol) -> tuple[str, dict[str, str], list[Symbol]]:
    """An op or a layer as MXNet has it: its name, its parameters as texts, and what it reads.

    ValueError: MXNet has no such op.
    """
    inputs = list(symbol.inputs)
    if symbol.layer is not None:
        layer, params = symbol.layer, dict(symbol.params)
        name = _written(layer.name)
        if LAYER_OF.get(name) != layer.name:
            raise ValueError(f"MXNet has no {layer.name}")
        texts = {k: str(v) for k, v in params.items() if v != layer.params[k].default}
        if layer.variadic:
            texts["num_args"] = str(len(inputs))
        return name, texts, inputs
    assert symbol.op is not None
    op, params = symbol.op.name, dict(symbol.params)
    texts = {k: str(v) for k, v in params.items()}
    if _direct(op, texts) is not None:
        return op, texts, inputs
    numbers = [i for i, s in enumerate(inputs) if s.kind == "constant" and isinstance(s.params[0][1], int | float)]
    if len(numbers) == 1 and len(inputs) == 2 and not params and (op, numbers[0] == 0) in _NUMBER_NAME:
        texts = {"scalar": str(inputs.pop(numbers[0]).params[0][1])}
        name = _NUMBER_NAME[op, numbers[0] == 0]
        if numbers[0] == 0 and name in _IN_ONE_ORDER:
            texts[SWAPPED] = "True"
        return name, texts, inputs
    if op not in _NAME_OF or params:
        said = ", ".join(f"{k}={v}" for k, v in params.items())
        raise ValueError(f"MXNet has no op {op}({said})")
    return _NAME_OF[op], {}, inputs
