"""What runs of programs count, and leave behind if they are interrupted."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Any

DONE = 7  # the word of the status cell that counts runs that came to their end


@dataclass(slots=True)
class Stats:
    """Counters of a program: `native_steps` and `host_steps` a run has, `kernels` that are different, `runs` that came
    to their end; `copies` from device to device and the bytes `copied`, of a run."""

    native_steps: int = 0
    host_steps: int = 0
    native_calls: int = 0
    kernels: int = 0
    runs: int = 0
    nbytes: float = 0.0
    flops: float = 0.0
    copies: int = 0
    copied: int = 0


class Ledger:
    """What a run leaves behind if a Ctrl-C takes its caller away: the outputs, and whether native code wrote them."""

    __slots__ = ("_before", "_status", "outputs")

    def __init__(self) -> None:
        self.outputs: list[Any] = []
        self._status: array[int] | None = None
        self._before = 0

    def open(self, status: array[int], outputs: list[Any]) -> None:
        """Called just before the first step."""
        self.outputs = outputs
        self._before = status[DONE]
        self._status = status

    def completed(self) -> bool:
        """Whether the native steps have been done to the end."""
        return self._status is not None and self._status[DONE] != self._before
