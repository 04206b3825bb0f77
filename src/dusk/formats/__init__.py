"""Files of models and programs: Dusk's own, others', and the ways out of it."""

from __future__ import annotations

from dusk.formats.library import export

__all__ = ["export"]
