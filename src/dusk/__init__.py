"""Dusk: NumPy that takes flight when a value is looked at."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

# at once, and by these names: importing a submodule binds its module here, and the objects are meant
from dusk.config import config
from dusk.policy import policy

if TYPE_CHECKING:
    from dusk import numpy, symbol
    from dusk.front import compile, eval, load, memory_in_use, memory_report, stats, wait
    from dusk.gradients import elementwise_grad, grad, stop_gradient, value_and_grad

__version__ = "0.1.0"

_WHERE = {
    "grad": "dusk.gradients",
    "value_and_grad": "dusk.gradients",
    "elementwise_grad": "dusk.gradients",
    "stop_gradient": "dusk.gradients",
    "compile": "dusk.front",
    "load": "dusk.front",
    "eval": "dusk.front",
    "wait": "dusk.front",
    "stats": "dusk.front",
    "memory_in_use": "dusk.front",
    "memory_report": "dusk.front",
}
_MODULES = ("numpy", "symbol", "errors")

__all__ = ["config", "policy", *_WHERE, *_MODULES]


def __getattr__(name: str) -> Any:
    if name in _WHERE:
        found = getattr(importlib.import_module(_WHERE[name]), name)
    elif name in _MODULES:
        return importlib.import_module(f"dusk.{name}")
    else:
        raise AttributeError(f"module 'dusk' has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
