"""MXNet's files: symbols (JSON), arrays (`.params`), and checkpoints of both."""

from __future__ import annotations

from dusk.formats.mxnet.checkpoint import load_checkpoint, load_symbol, save_checkpoint, save_symbol
from dusk.formats.mxnet.params import load_arrays, load_parameters, save_arrays, save_parameters
from dusk.formats.mxnet.symbol_json import dumps, loads

__all__ = [
    "dumps",
    "load_arrays",
    "load_checkpoint",
    "load_parameters",
    "load_symbol",
    "loads",
    "save_arrays",
    "save_checkpoint",
    "save_parameters",
    "save_symbol",
]
