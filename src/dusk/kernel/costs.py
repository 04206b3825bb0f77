"""What this machine's time goes by: speeds and the price of sharing work, measured once a host and kept on disk.

No result depends on them: they decide who does what and when, never in which order sums are made. Under
`config.reproducible` they are `DEFAULTS`, and so they are until somebody has measured (`backends/calibrate.py`).
"""

from __future__ import annotations

import functools
import platform
import struct
import sys
from dataclasses import astuple, dataclass, fields
from math import isfinite

from dusk.config import config
from dusk.engine import available_cores
from dusk.errors import NativeUnavailable
from dusk.kernel import native

FAR_OFF = 8.0  # a measured value is at most this many times the default, or one part in so many of it
HANDOFFS = 20.0  # for how many times what a handoff costs a step must run before it is shared


@dataclass(frozen=True, slots=True)
class Costs:
    """Of one thread: `flops_s` simple operations on vectors and `product_s` operations of float32 contractions a
    second, `bytes_s` bytes that go to and from memory a second. `handoff_s` is the time until another thread helps."""

    flops_s: float = 2e10
    product_s: float = 8e10
    bytes_s: float = 1e10
    handoff_s: float = 1e-6

    @property
    def split_s(self) -> float:
        """Seconds from which a step is worth splitting over threads."""
        return HANDOFFS * self.handoff_s

    @property
    def serial(self) -> float:
        """Operations of a contraction below which a second thread costs more than it brings."""
        return 1.25 * self.split_s * self.product_s


DEFAULTS = Costs()
_found: dict[tuple[str, str], Costs | None] = {}


def sane(costs: Costs) -> Costs:
    """The costs, each kept within reach of its default: what was measured while others had the machine may be wild."""

    def kept(value: float, default: float) -> float:
        return min(max(value, default / FAR_OFF), default * FAR_OFF) if isfinite(value) and value > 0 else default

    return Costs(*map(kept, astuple(costs), astuple(DEFAULTS)))


def in_force() -> Costs:
    """The costs that plans are made by now."""
    return (None if config.reproducible else measured()) or DEFAULTS


def measured() -> Costs | None:
    """What has been measured on a host like this one, by this process or another; None if nothing has."""
    key = _key()
    if key not in _found:
        _found[key] = _read(key[1])
    return _found[key]


def keep(costs: Costs) -> Costs:
    """Let costs that were measured be in force, here and, where the cache folder takes them, in later processes."""
    key = _key()
    _found[key] = costs = sane(costs)
    values = astuple(costs)
    native.store(key[1], struct.pack(f"<{len(values)}d", *values))
    return costs


def forget() -> None:
    """Forget what is in memory, as `native.forget` does."""
    _found.clear()


def _read(text: str) -> Costs | None:
    try:
        found = native.stored(text)
    except NativeUnavailable:
        return None
    n = len(fields(Costs))
    return None if found is None or len(found) != 8 * n else sane(Costs(*struct.unpack(f"<{n}d", found)))


def _key() -> tuple[str, str]:
    """The folder, and what the file in it is called by: the host, but for what `native` knows of it, and Dusk."""
    return config.cache_dir, f"costs {sys.modules['dusk'].__version__} {_model()} {available_cores()}"


@functools.cache
def _model() -> str:
    """The name of the processor's model, as Linux has it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            return next((line.partition(":")[2].strip() for line in file if line.startswith("model name")), "")
    except OSError:
        return platform.processor()
