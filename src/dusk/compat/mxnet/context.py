"""Where arrays are."""

from __future__ import annotations

from typing import Any, cast

from dusk.devices import MOST, Device, beside, current
from dusk.graph.provenance import describe, here

__all__ = ["Context", "cpu", "cpu_pinned", "current_context", "gpu", "num_gpus"]


class Context(Device):
    """A device: `cpu(0)`; within a `with` block arrays are made on it.

    >>> from dusk.compat import mxnet as mx
    >>> with mx.cpu(1):
    ...     mx.nd.zeros((2,)).context
    cpu(1)
    """

    __slots__ = ()

    def __new__(cls, device_type: Any, device_id: int = 0) -> Context:
        if isinstance(device_type, Device):
            device_type, device_id = device_type.kind, device_type.index
        if device_type in ("gpu", "cuda"):
            gpu(device_id)
        if device_type not in ("cpu", "cpu_pinned", "cpu_shared") or not 0 <= device_id < MOST:
            raise ValueError(f"Context({device_type!r}, {device_id}) at {describe(here())}: there is no such device")
        return cast("Context", super().__new__(cls, "cpu", device_id))

    @property
    def device_type(self) -> str:
        """`cpu`."""
        return self.kind

    @property
    def device_id(self) -> int:
        """Its number."""
        return self.index

    def empty_cache(self) -> None:
        """Nothing: memory goes back where it saves something."""


def cpu(device_id: int = 0) -> Context:
    """A processor: as many as are asked for, which share its cores."""
    return Context("cpu", device_id)


cpu_pinned = cpu


def gpu(device_id: int = 0) -> Context:
    """A GPU, of which there is none (RuntimeError)."""
    raise RuntimeError(
        f"gpu({device_id}) at {describe(here())}: no GPU is to be had here; write cpu(), or `gpu() if num_gpus() else "
        f"cpu()`"
    )


def num_gpus() -> int:
    """How many GPUs there are."""
    return 0


def current_context() -> Context:
    """Where new arrays are."""
    return Context(current())


def on(ctx: Any) -> beside:
    """For the length of a `with` block, what is made lies on a context, if one is named."""
    return beside(current() if ctx is None else ctx)
