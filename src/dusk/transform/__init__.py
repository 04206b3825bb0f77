"""Graph to graph: gradients, and the passes of the pipeline."""

from dusk.transform.custom import register, unregister
from dusk.transform.pipeline import PIPELINE, optimise
from dusk.transform.rewriting import Options, Rule, Rules, rewrite

__all__ = ["PIPELINE", "Options", "Rule", "Rules", "optimise", "register", "rewrite", "unregister"]
