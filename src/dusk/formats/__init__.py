"""Files of models and programs: Dusk's own, others', and the ways out of it."""

from __future__ import annotations

from dusk.formats.library import export
from dusk.formats.loaded import Loaded
from dusk.formats.loading import load
from dusk.formats.matching import Difference, Matching, diff, match
from dusk.formats.numpy_source import numpy_source
from dusk.formats.saved import save

__all__ = ["Difference", "Loaded", "Matching", "diff", "export", "load", "match", "numpy_source", "save"]
