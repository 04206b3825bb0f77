"""Caffe's nets, weights and solvers."""

from dusk.formats.caffe.net import Net, Parameter, load, parse
from dusk.formats.caffe.weights import fitted, load_weights, save_weights
from dusk.formats.caffe.write import save, to_text

__all__ = ["Net", "Parameter", "fitted", "load", "load_weights", "parse", "save", "save_weights", "to_text"]
