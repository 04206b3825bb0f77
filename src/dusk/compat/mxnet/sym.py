"""Symbols, as `mx.sym` has them."""

from __future__ import annotations

from typing import Any

from dusk.compat.mxnet.functions import function as _function
from dusk.formats.mxnet.symbol_json import loads as load_json
from dusk.symbol import Group, Symbol, Variable, load

__all__ = ["Group", "Symbol", "Variable", "load", "load_json", "var"]

var = Variable


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return _function(name)
