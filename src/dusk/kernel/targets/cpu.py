"""The processor this runs on, and others by name for tests."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import platform
import sys

from dusk.kernel import native
from dusk.kernel.targets import Target

AVX512 = frozenset({"+avx512f", "+avx512bw", "+avx512vl", "+avx512dq"})
AMX = frozenset({"+amx-tile", "+amx-bf16"})
ARCH_PRCTL, REQUEST_PERMISSION, TILE_DATA = 158, 0x1023, 18  # Linux on x86-64


@functools.cache
def host() -> Target:
    """The target of this machine. Raises NativeUnavailable without LLVM."""
    cpu, features = native.host()
    known = frozenset(features.split(","))
    return of_features(cpu, known if known >= AMX and _tiles_permitted() else known - AMX)


def of_features(name: str, features: frozenset[str]) -> Target:
    """The target that a set of LLVM's feature names (`+avx2`) allows."""
    if features >= AVX512:
        # LLVM prefers half registers on some processors: kernels say what they want
        bfloat16 = "tiles" if features >= AMX else "pairs" if "+avx512bf16" in features else ""
        return Target(name, 64, True, 64, True, '"prefer-vector-width"="512"', bfloat16, True)
    if "+avx2" in features and "+fma" in features:
        return Target(name, 32, False, 0, "+f16c" in features, streams=True)
    return Target(name, 16, False, 0, "+neon" in features)


def named(cpu: str) -> Target:
    """A target of x86-64 that this machine may be able to run, by LLVM's CPU name ("haswell"): for tests."""
    widths = {"x86-64-v2": 16, "haswell": 32, "skylake-avx512": 64, "cooperlake": 64, "sapphirerapids": 64}
    wide, bfloat16 = widths[cpu] == 64, {"cooperlake": "pairs", "sapphirerapids": "tiles"}.get(cpu, "")
    attributes = f'"target-cpu"="{cpu}"'
    return Target(cpu, widths[cpu], wide, 64 if wide else 0, widths[cpu] >= 32, attributes, bfloat16, widths[cpu] > 16)


@functools.cache
def _tiles_permitted() -> bool:
    """Ask the system for the registers of AMX, which it gives to those who ask: to all threads, for good."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return False
    with contextlib.suppress(OSError, AttributeError):
        return ctypes.CDLL(None).syscall(ARCH_PRCTL, REQUEST_PERMISSION, TILE_DATA) == 0
    return False
