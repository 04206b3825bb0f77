"""Symbolic programs: expressions of named variables, compiled for the types they are called with."""

from __future__ import annotations

from typing import Any

from dusk.graph import op as _op
from dusk.symbol import control
from dusk.symbol.compiled import SymbolFunction, compile
from dusk.symbol.expression import Constant, Group, Symbol, Variable
from dusk.symbol.files import load, save
from dusk.tracing.blocks import Symbols as _Symbols

__all__ = ["Constant", "Group", "Symbol", "SymbolFunction", "Variable", "compile", "load", "save"]


_Symbols.kind, _Symbols.made = Symbol, control.of_symbols


def __getattr__(name: str) -> Any:
    found = _op.REGISTRY.get(name)
    if found is None:
        raise AttributeError(f"module 'dusk.symbol' has no attribute {name!r}, and no op is named so")
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_op.REGISTRY})
