"""Layers and models: Python objects whose arrays are parameters (docs/decisions/0026)."""

from dusk.nn import functional, initialisers
from dusk.nn.functional import (
    binary_cross_entropy,
    cross_entropy,
    elu,
    gelu,
    hardsigmoid,
    hardswish,
    huber,
    l1,
    leaky_relu,
    log_softmax,
    mse,
    relu,
    sigmoid,
    silu,
    softmax,
    softplus,
    tanh,
)
from dusk.nn.hooks import hooked
from dusk.nn.initialisers import seed
from dusk.nn.layers import Conv1d, Conv2d, Conv3d, Dropout, Embedding, Flatten, Linear, Sequential
from dusk.nn.module import Module
from dusk.nn.recurrent import GRU, LSTM, RNN, GRUCell, LSTMCell, RNNCell

__all__ = [
    "GRU",
    "LSTM",
    "RNN",
    "Conv1d",
    "Conv2d",
    "Conv3d",
    "Dropout",
    "Embedding",
    "Flatten",
    "GRUCell",
    "LSTMCell",
    "Linear",
    "Module",
    "RNNCell",
    "Sequential",
    "binary_cross_entropy",
    "cross_entropy",
    "elu",
    "functional",
    "gelu",
    "hardsigmoid",
    "hardswish",
    "hooked",
    "huber",
    "initialisers",
    "l1",
    "leaky_relu",
    "log_softmax",
    "mse",
    "relu",
    "seed",
    "sigmoid",
    "silu",
    "softmax",
    "softplus",
    "tanh",
]
