"""Symbolic programs: expressions of named variables, compiled for the types they are called with.

Every op is here by its name (`dusk.symbol.tanh`), and every layer (`dusk.symbol.FullyConnected`), which makes the
variables of its parameters itself, named after it.
"""

from __future__ import annotations

from importlib import import_module as _import
from typing import TYPE_CHECKING, Any

from dusk.graph import op as _op
from dusk.symbol import control
from dusk.symbol.compiled import SymbolFunction, compile
from dusk.symbol.expression import Constant, Group, Symbol, Variable
from dusk.symbol.files import load, save
from dusk.symbol.naming import AttrScope, NameManager, Prefix
from dusk.tracing.blocks import Symbols as _Symbols

if TYPE_CHECKING:
    from dusk.symbol.executor import Executor
    from dusk.symbol.functions import Session, Shared, assign, function, placeholder, shared
    from dusk.symbol.module import SymbolModule

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


_HOMES = {
    **dict.fromkeys(("Session", "Shared", "assign", "function", "placeholder", "shared"), "functions"),
    "Executor": "executor",
    "SymbolModule": "module",
}


def __getattr__(name: str) -> Any:  # who compiles functions imports no layers
    if name in _HOMES:
        return getattr(_import(f"{__name__}.{_HOMES[name]}"), name)
    found = _op.REGISTRY.get(name)
    if found is None and not name.startswith("_"):
        found = _import(f"{__name__}.layers").LAYERS.get(name)
    if found is None:
        raise AttributeError(f"module 'dusk.symbol' has no attribute {name!r}, and no op or layer is named so")
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES, *_op.REGISTRY, *_import(f"{__name__}.layers").LAYERS})
