"""numpy.linalg on Dusk's arrays: LAPACK's functions (`dusk.numpy.solvers`), and what NumPy makes of them."""

from __future__ import annotations

from typing import Any

import numpy.linalg as _module

from dusk.numpy.composite import module_attribute as _module_attribute
from dusk.numpy.solvers import *  # noqa: F403

__all__: list[str] = []
__all__ += _module.__all__


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module 'dusk.numpy.linalg' has no attribute {name!r}")
    found = globals()[name] = _module_attribute(_module, name)
    return found
