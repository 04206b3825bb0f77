"""GPU kernels as PTX: it assembles, reads and writes 128 bits at once, and needs no memory of a thread's own."""

from __future__ import annotations

import re

import numpy as np
import pytest

from dusk.kernel import expr as k
from dusk.kernel.grid import emit_grid
from dusk.kernel.loops import Axis, Kernel, Operand, Store
from dusk.kernel.targets import nvptx

pytestmark = pytest.mark.skipif(not nvptx.available(), reason="this LLVM makes no PTX, or there is none")
PARALLEL, ROW = Axis("parallel"), k.axis(0)


def ptx(kernel: Kernel) -> str:
    """The PTX of a kernel, which keeps all that a thread has in registers."""
    text = nvptx.ptx(emit_grid(kernel, nvptx.SM90))
    assert ".version 8.0" in text
    assert ".target sm_90" in text
    assert ".local" not in text
    return text


def plain(dtype: str) -> Kernel:
    x = k.load(0, (ROW,), dtype)
    operands = (Operand(np.dtype(dtype), (1,)),) * 2
    return Kernel((PARALLEL,), operands, (), (Store(1, (ROW,), x + x),))


@pytest.mark.parametrize(
    ("dtype", "width"), [("float32", "v4.b32"), ("int32", "v4.b32"), ("float64", "v2.b64"), ("int64", "v2.b64")]
)
def test_neighbours_are_read_and_written_at_once(dtype: str, width: str) -> None:
    text = ptx(plain(dtype))
    assert len(re.findall(rf"ld\.global\.{width}", text)) == 1
    assert len(re.findall(rf"st\.global\.{width}", text)) == 1


def test_no_access_is_to_unknown_memory() -> None:
    text = ptx(plain("float32"))
    assert not re.search(r"\b(ld|st)\.(v\d\.)?[bfu]\d+", text)


def test_divisions_and_sums_are_rounded_as_the_cpus() -> None:
    x, y = k.load(0, (ROW,), "float32"), k.load(0, (ROW,), "float32")
    text = ptx(Kernel((PARALLEL,), (Operand(np.dtype("f4"), (1,)),) * 2, (), (Store(1, (ROW,), x * y + x / y),)))
    assert "div.rn.f32" in text
    assert "fma" not in text
    assert "ftz" not in text
