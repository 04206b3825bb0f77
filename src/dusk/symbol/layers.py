"""All layers: their modules, one family each, register them."""

from dusk.symbol import (
    layers_basic,
    layers_caffe,
    layers_conv,
    layers_cxxnet,
    layers_losses,
    layers_math,
    layers_move,
    layers_norm,
    layers_output,
    layers_sequence,
    layers_spatial,
    layers_steps,
    layers_tensor,
)
from dusk.symbol.layer import LAYERS

__all__ = [
    "LAYERS",
    "layers_basic",
    "layers_caffe",
    "layers_conv",
    "layers_cxxnet",
    "layers_losses",
    "layers_math",
    "layers_move",
    "layers_norm",
    "layers_output",
    "layers_sequence",
    "layers_spatial",
    "layers_steps",
    "layers_tensor",
]
