"""Kernels to addresses, and a way to run one on NumPy arrays."""

from __future__ import annotations

import ctypes
import functools
import hashlib
import itertools
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dusk.errors import GraphError, NativeUnavailable
from dusk.kernel import native, replay
from dusk.kernel.codegen import OPTIMISED
from dusk.kernel.emit import VERSION, emit
from dusk.kernel.foreign import Call as ForeignCall
from dusk.kernel.foreign import emit_call
from dusk.kernel.loops import Kernel
from dusk.kernel.procedure import Procedure, emit_procedure
from dusk.kernel.targets import Target, cpu

Array = NDArray[Any]
STEP = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
_texts: dict[tuple[str, Target], str] = {}
_lock = threading.Lock()


def ir_text(kernel: Kernel, target: Target | None = None) -> str:
    """The IR of a kernel for a target (the host by default); written once.

    Raises NotImplementedError for what kernels lack, GraphError for a kernel that breaks a rule.
    """
    target = cpu.host() if target is None else target
    key = (kernel.text(), target)
    text = _texts.get(key)
    if text is None:
        text = _emitted(kernel, target)
        with _lock:
            _texts[key] = text
    return text


def _emitted(kernel: Kernel, target: Target) -> str:
    if isinstance(kernel, ForeignCall):
        return emit_call(kernel)
    return emit_procedure(kernel, target) if isinstance(kernel, Procedure) else emit(kernel, target)


def build(kernel: Kernel, target: Target | None = None) -> int:
    """The address of a kernel's native function, `void(void** slots, int64* args, int64 lo, int64 hi)`.

    Raises NativeUnavailable where native code cannot be built (what there is of it is dumped), NotImplementedError for
    what kernels lack. Where an object is known nothing is emitted.
    """
    target = cpu.host() if target is None else target
    content = f"{target} {emitter()}\n{kernel.text()}"
    level = OPTIMISED if isinstance(kernel, Procedure) else 2
    return native.function_of(kernel.name, content, lambda: _made(kernel, target), level)


def _made(kernel: Kernel, target: Target) -> str:
    try:
        return ir_text(kernel, target)
    except (NotImplementedError, GraphError):
        raise
    except Exception as error:  # a fault of the emitter: whoever asked has another way to compute
        where = replay.dump(kernel.name, kernel.text(), f"{type(error).__name__}: {error}")
        raise NativeUnavailable(f"{kernel.name} cannot be emitted: {error!r}; dumped in {where}") from error


@functools.cache
def emitter() -> str:
    """What identifies the emitter: its version, and its files' sizes and times, so that no stale object is taken."""
    files = sorted(Path(__file__).parent.glob("**/*.py"))
    stamps = [(f.name, s.st_size, s.st_mtime_ns) for f in files for s in [f.stat()]]
    return f"{VERSION} {hashlib.blake2b(repr(stamps).encode(), digest_size=8).hexdigest()}"


def run_kernel(
    kernel: Kernel,
    arrays: Sequence[Array],
    extents: Sequence[int],
    params: Sequence[int] = (),
    *,
    target: Target | None = None,
    splits: Sequence[int] = (),
) -> NDArray[np.int64]:
    """Run a kernel on one array an operand (as many dimensions as it has strides), writing into them.

    `splits` cuts the parallel extent: [0, s0), [s0, s1) ... are run one after the other. Gives the status cell.
    """
    step, call = STEP(build(kernel, target)), Call(kernel, arrays, extents, params)
    marks = [0, *splits, kernel.parallel_extent(extents)]
    for lo, hi in itertools.pairwise(marks):
        step(*call.pointers, lo, hi)
    return call.status


class Call:
    """What a kernel is called with: the addresses of its slots and its block of arguments, and the status cell.

    Raises ValueError for arrays that do not fit the operands.
    """

    def __init__(self, kernel: Kernel, arrays: Sequence[Array], extents: Sequence[int], params: Sequence[int]) -> None:
        self.status = np.zeros(8, np.int64)
        addresses = (self.status.ctypes.data, *(a.ctypes.data for a in arrays))
        self._slots = (ctypes.c_void_p * len(addresses))(*addresses)
        self._block = np.array(kernel.args(extents, _bindings(kernel, arrays), params), np.int64)
        self._arrays = arrays
        self.pointers = ctypes.addressof(self._slots), self._block.ctypes.data


def _bindings(kernel: Kernel, arrays: Sequence[Array]) -> list[tuple[int, int, list[int]]]:
    bindings: list[tuple[int, int, list[int]]] = []
    for k, (array, operand) in enumerate(zip(arrays, kernel.operands, strict=True)):
        if array.dtype != operand.dtype or array.ndim != len(operand.strides):
            raise ValueError(f"operand {k} is {operand.dtype} of {len(operand.strides)} dimensions, not {array.dtype}")
        steps = [s // array.itemsize for s in array.strides]
        fixed = [s if given is None else given for s, given in zip(steps, operand.strides, strict=True)]
        bindings.append((k + 1, 0, fixed))
    return bindings
