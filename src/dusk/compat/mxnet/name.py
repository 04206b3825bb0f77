"""Names of symbols."""

from dusk.symbol import NameManager, Prefix

__all__ = ["NameManager", "Prefix"]
