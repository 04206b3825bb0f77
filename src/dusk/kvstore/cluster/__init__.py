"""Workers and servers as processes on one or many machines, on Ray."""

from __future__ import annotations

from dusk.kvstore.cluster.group import create

__all__ = ["create"]
