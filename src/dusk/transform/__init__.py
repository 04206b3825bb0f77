"""Graph to graph: gradients, and the passes of the pipeline."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dusk.transform.custom import register, unregister
    from dusk.transform.pipeline import PIPELINE, optimise
    from dusk.transform.rewriting import Options, Rule, Rules, rewrite

__all__ = ["PIPELINE", "Options", "Rule", "Rules", "optimise", "register", "rewrite", "unregister"]

_HOMES = {"register": "custom", "unregister": "custom", "PIPELINE": "pipeline", "optimise": "pipeline"}


def __getattr__(name: str) -> Any:  # importing a gradient imports no passes
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'rewriting')}"), name)
