"""The processor this runs on, and others by name for tests."""

from __future__ import annotations

import functools

from dusk.kernel import native
from dusk.kernel.targets import Target

AVX512 = frozenset({"+avx512f", "+avx512bw", "+avx512vl", "+avx512dq"})


@functools.cache
def host() -> Target:
    """The target of this machine. Raises NativeUnavailable without LLVM."""
    cpu, features = native.host()
    return of_features(cpu, frozenset(features.split(",")))


def of_features(name: str, features: frozenset[str]) -> Target:
    """The target that a set of LLVM's feature names (`+avx2`) allows."""
    if features >= AVX512:
        # LLVM prefers half registers on some processors: kernels say what they want
        return Target(name, 64, True, 64, True, '"prefer-vector-width"="512"')
    if "+avx2" in features and "+fma" in features:
        return Target(name, 32, False, 0, "+f16c" in features)
    return Target(name, 16, False, 0, "+neon" in features)


def named(cpu: str) -> Target:
    """A target of x86-64 that this machine can run, by LLVM's CPU name ("haswell", "x86-64-v2"): for tests."""
    widths = {"x86-64-v2": 16, "haswell": 32, "skylake-avx512": 64}
    wide = widths[cpu] == 64
    return Target(cpu, widths[cpu], wide, 64 if wide else 0, widths[cpu] >= 32, f'"target-cpu"="{cpu}"')
