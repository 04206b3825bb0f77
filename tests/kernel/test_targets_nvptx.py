"""GPU kernels as PTX: it assembles, reads and writes 128 bits at once, and needs no memory of a thread's own."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from contraction_run import plain as plain_product
from dusk.kernel import expr as k
from dusk.kernel.grid_kernel import emit_grid
from dusk.kernel.grid_product import product_text
from dusk.kernel.loops import Axis, Kernel, Operand, Reduction, Store
from dusk.kernel.targets import nvptx

pytestmark = pytest.mark.skipif(not nvptx.available(), reason="this LLVM makes no PTX, or there is none")
PARALLEL, ROW = Axis("parallel"), k.axis(0)


def ptx(kernel: Kernel) -> str:
    """The PTX of a kernel, which keeps all that a thread has in registers."""
    text = nvptx.ptx(emit_grid(kernel, nvptx.SM90).text)
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


def assembler() -> str | None:
    """NVIDIA's assembler, of a toolkit or of the wheel nvidia-cuda-nvcc-cu12."""
    found = importlib.util.find_spec("nvidia")
    folders = [Path(p, "cuda_nvcc", "bin") for p in (found.submodule_search_locations or [])] if found else []
    return shutil.which("ptxas") or next((str(f / "ptxas") for f in folders if (f / "ptxas").exists()), None)


def softmax() -> Kernel:
    x = k.load(0, (ROW, k.axis(1)), "f4")
    e = k.op("exp", x - k.reduced(0, "f4"))
    operands = (Operand(np.dtype("f4"), (None, 1)),) * 2
    store = Store(1, (ROW, k.axis(1)), e / k.reduced(1, "f4"))
    return Kernel((PARALLEL, Axis("reduce")), operands, (Reduction("max", x), Reduction("sum", e)), (store,))


def rows(dtype: str = "f8") -> Kernel:
    """Sums over two axes of three."""
    x = k.load(0, (ROW, k.axis(1), k.axis(2)), dtype)
    operands = (Operand(np.dtype(dtype), (None, None, 1)), Operand(np.dtype(dtype), (1,)))
    axes = (PARALLEL, Axis("reduce"), Axis("reduce"))
    return Kernel(axes, operands, (Reduction("sum", x),), (Store(1, (ROW,), k.reduced(0, dtype)),))


def total() -> Kernel:
    operands = (Operand(np.dtype("f4"), (1,)), Operand(np.dtype("f4"), ()))
    sum_ = Reduction("sum", k.load(0, (ROW,), "f4"))
    return Kernel((Axis("reduce"),), operands, (sum_,), (Store(1, (), k.reduced(0, "f4")),))


@pytest.mark.skipif(assembler() is None, reason="needs ptxas, which the wheel nvidia-cuda-nvcc-cu12 holds")
@pytest.mark.parametrize("name", ["elements", "softmax", "rows", "total", "product"])
def test_machine_code_spills_no_register(name: str, tmp_path: Path) -> None:
    if name == "product":
        text = product_text(plain_product("f4"), nvptx.SM90)
    else:
        text = emit_grid(
            {"elements": plain("f4"), "softmax": softmax(), "rows": rows(), "total": total()}[name], nvptx.SM90
        ).text
    source = tmp_path / "kernel.ptx"
    source.write_text(nvptx.ptx(text))
    command = [str(assembler()), "-arch=sm_90", "-v", str(source), "-o", str(tmp_path / "kernel.cubin")]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    used = re.findall(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", told)
    assert used
    assert set(used) == {("0", "0", "0")}
