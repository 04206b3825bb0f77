"""Run a compiled graph on NumPy arrays and hold it to the bodies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from dusk.backends.cpu import compile_native
from dusk.engine import Buffer
from dusk.graph import Graph

Array = np.ndarray[Any, Any]


def buffer(a: Array) -> Buffer:
    """A buffer over an array in C order, without a copy (of nothing: over a byte)."""
    assert a.flags.c_contiguous
    return Buffer.foreign(a) if a.nbytes else Buffer.foreign(np.zeros(1, np.uint8))


def run(program: Any, arrays: Iterable[Array], outputs: Any = None) -> list[Array]:
    """The outputs as arrays."""
    made = program.run([buffer(a) for a in arrays], outputs)
    return [b.array(t.dtype, t.shape) for b, t in zip(made, program.output_types, strict=True)]


def check(
    graph: Graph,
    arrays: list[Array],
    want: list[Array],
    donate: Iterable[int] = (),
    into: Mapping[int, int] | None = None,
    program: Any = None,
    rtol: float = 1e-9,
) -> Any:
    """Compile (if need be) and run twice; outputs as wanted, inputs that were not given up as they were."""
    program = program or compile_native(graph, donate, into)
    free = {*donate, *(into or {}).values()}
    for _ in range(2):
        given = [np.array(a, order="C") for a in arrays]
        outputs = run(program, given)
        for got, expected in zip(outputs, want, strict=True):
            assert got.dtype == expected.dtype
            np.testing.assert_allclose(got, expected, rtol=rtol, atol=rtol, equal_nan=True)
        for i, (now, before) in enumerate(zip(given, arrays, strict=True)):
            if i not in free:
                np.testing.assert_array_equal(now, before)
        for i, j in program.aliases.items():  # what may fail late leaves what it was given as it was
            assert outputs[i].ctypes.data == given[j].ctypes.data
    return program
