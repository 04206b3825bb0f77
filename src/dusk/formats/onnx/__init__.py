"""Models as ONNX files: `load` gives a module, `save` writes one (docs/decisions/0034)."""

from dusk.formats.onnx.load import load, loads
from dusk.formats.onnx.model import Model
from dusk.formats.onnx.save import save

__all__ = ["Model", "load", "loads", "save"]
