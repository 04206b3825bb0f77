"""`dusk.compile`: functions traced into graphs, keyed by structure, types, aliasing and Python values; hot loops."""

from dusk.tracing.compiled import Compiled, compile_function
from dusk.tracing.outline import outlined, outlined_module

__all__ = ["Compiled", "compile_function", "outlined", "outlined_module"]
