"""Modules that are imported when something of them is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Later:
    """A module by its name, as an attribute holds it: what compiles, for programs that compile nothing.

    >>> decimal = Later("decimal")
    >>> decimal.Decimal(1)
    Decimal('1')
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)  # which waits for another thread that is still at it
