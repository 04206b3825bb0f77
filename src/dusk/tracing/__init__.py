"""`dusk.compile`: functions traced into graphs, keyed by structure, types, aliasing and Python values."""

from dusk.tracing.compiled import Compiled, compile_function

__all__ = ["Compiled", "compile_function"]
