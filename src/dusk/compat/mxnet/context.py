"""Where arrays are."""

from __future__ import annotations

from typing import Self

from dusk.graph.provenance import describe, here

__all__ = ["Context", "cpu", "cpu_pinned", "current_context", "gpu", "num_gpus"]


class Context:
    """A device: `cpu(0)`. All that this machine's processor has are the same memory and the same threads."""

    def __init__(self, device_type: str, device_id: int = 0) -> None:
        self.device_type, self.device_id = device_type, device_id

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Context) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        return f"{self.device_type}({self.device_id})"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def cpu(device_id: int = 0) -> Context:
    """A processor."""
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
    return cpu()
