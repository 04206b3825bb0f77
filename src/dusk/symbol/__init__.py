"""Symbolic programs: expressions of named variables, compiled for the types they are called with.

Every op is here by its name (`dusk.symbol.tanh`), and every layer (`dusk.symbol.FullyConnected`), which makes the
variables of its parameters itself, named after it.
"""

from __future__ import annotations

from typing import Any

from dusk.graph import op as _op
from dusk.symbol import control
from dusk.symbol.compiled import SymbolFunction, compile
from dusk.symbol.executor import Executor
from dusk.symbol.expression import Constant, Group, Symbol, Variable
from dusk.symbol.files import load, save
from dusk.symbol.functions import Session, Shared, assign, function, placeholder, shared
from dusk.symbol.layers import LAYERS as _LAYERS
from dusk.symbol.module import SymbolModule
from dusk.symbol.naming import AttrScope, NameManager, Prefix
from dusk.tracing.blocks import Symbols as _Symbols

__all__ = [
    "AttrScope",
    "Constant",
    "Executor",
    "Group",
    "NameManager",
    "Prefix",
    "Session",
    "Shared",
    "Symbol",
    "SymbolFunction",
    "SymbolModule",
    "Variable",
    "assign",
    "compile",
    "function",
    "load",
    "placeholder",
    "save",
    "shared",
]


_Symbols.kind, _Symbols.made = Symbol, control.of_symbols


def __getattr__(name: str) -> Any:
    found = _LAYERS.get(name) or _op.REGISTRY.get(name)
    if found is None:
        raise AttributeError(f"module 'dusk.symbol' has no attribute {name!r}, and no op or layer is named so")
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_op.REGISTRY, *_LAYERS})
