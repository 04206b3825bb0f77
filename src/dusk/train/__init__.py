"""Training: checkpoints, metrics, logs, and `fit` for who does not write the loop."""

from dusk.train.checkpoint import Checkpoints, load, save

__all__ = ["Checkpoints", "load", "save"]
