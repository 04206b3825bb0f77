"""Checkpoints: a symbol and its arrays in two files."""

from __future__ import annotations

from typing import Any

from dusk.formats.mxnet.checkpoint import load_checkpoint, save_checkpoint
from dusk.formats.mxnet.params import load_parameters

__all__ = ["load_checkpoint", "load_params", "save_checkpoint"]


def load_params(prefix: str, epoch: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Arguments and states of `prefix-0001.params`, by name."""
    return load_parameters(f"{prefix}-{epoch:04d}.params")
