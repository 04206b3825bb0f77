"""Caffe's nets, weights and solvers."""

from dusk.formats.caffe.build import load
from dusk.formats.caffe.data import read_arrays
from dusk.formats.caffe.fillers import initial
from dusk.formats.caffe.net import Net, Parameter, parse, read_text
from dusk.formats.caffe.rules import rate_of
from dusk.formats.caffe.solver import Training, parse_solver, train
from dusk.formats.caffe.weights import fitted, load_weights, save_weights
from dusk.formats.caffe.write import save, to_text

__all__ = [
    "Net",
    "Parameter",
    "Training",
    "fitted",
    "initial",
    "load",
    "load_weights",
    "parse",
    "parse_solver",
    "rate_of",
    "read_arrays",
    "read_text",
    "save",
    "save_weights",
    "to_text",
    "train",
]
