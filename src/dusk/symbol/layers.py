"""All layers: their modules, one family each, register them."""

from dusk.symbol import layers_basic, layers_conv, layers_move, layers_norm
from dusk.symbol.layer import LAYERS

__all__ = ["LAYERS", "layers_basic", "layers_conv", "layers_move", "layers_norm"]
