"""Files of models and programs: Dusk's own, others', and the ways out of it."""

from __future__ import annotations

from dusk.formats.library import export
from dusk.formats.loaded import Loaded
from dusk.formats.loading import load
from dusk.formats.saved import save

__all__ = ["Loaded", "export", "load", "save"]
