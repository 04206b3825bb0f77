"""Attributes of symbols."""

from dusk.symbol import AttrScope

__all__ = ["AttrScope"]
