"""MXNet's files: arrays (`.params`)."""

from __future__ import annotations

from dusk.formats.mxnet.params import load_arrays, load_parameters, save_arrays, save_parameters

__all__ = ["load_arrays", "load_parameters", "save_arrays", "save_parameters"]
