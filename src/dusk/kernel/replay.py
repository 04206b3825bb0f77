"""Dumps of a kernel that failed: its IR, its inputs, and a script that replays it without Dusk."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dusk.config import config

SCRIPT = '''"""Replays a kernel that failed. Run: python replay.py  (needs numpy and llvmlite). Why it failed:

{reason}
"""
import ctypes
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np

here = Path(__file__).parent
llvm.initialize_native_target()
llvm.initialize_native_asmprinter()
module = llvm.parse_assembly((here / "kernel.ll").read_text())
module.verify()
target = llvm.Target.from_triple(llvm.get_process_triple())
machine = target.create_target_machine(
    cpu=llvm.get_host_cpu_name(),
    features=llvm.get_host_cpu_features().flatten(),
    opt={level},
    reloc="pic",
    codemodel="small",
)
linker = llvm.create_lljit_compiler(machine, use_jit_link=True)
code = machine.emit_object(module)
library = llvm.JITLibraryBuilder().add_object_img(code).export_symbol({name!r}).add_current_process().link(linker, "k")
print("built", {name!r})
if (here / "inputs.npz").exists():
    saved = np.load(here / "inputs.npz")
    slots = [saved[f"slot{{k}}"] for k in range(len(saved.files) - 2)]
    args, (lo, hi) = saved["args"], map(int, saved["range"])
    table = (ctypes.c_void_p * len(slots))(*(s.ctypes.data for s in slots))
    step = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
    step(library[{name!r}])(table, args.ctypes.data, lo, hi)
    print("status", slots[0].view(np.int64)[:4])
    for k, slot in enumerate(slots):
        print("slot", k, slot.dtype, slot[:8])
'''

_folder = ""


def dump(
    name: str,
    ir_text: str,
    reason: str,
    level: int = 2,
    slots: Sequence[NDArray[Any]] = (),
    args: Sequence[int] = (),
    span: tuple[int, int] = (0, 1),
) -> Path | None:
    """Write `kernel.ll`, `replay.py` and, where `slots` are given, `inputs.npz` into a folder of `config.dump_dir`.

    `slots` are the buffers in slot order, slot 0 the status cell, 1-D each; `args` the step's block; `span` is (lo,
    hi). Gives the folder, or None where it cannot be written.
    """
    global _folder
    with contextlib.suppress(OSError):
        if not config.dump_dir and not _folder:
            _folder = tempfile.mkdtemp(prefix="dusk-")
        folder = Path(config.dump_dir or _folder, f"{name}-{os.getpid()}")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "kernel.ll").write_text(ir_text)
        text = reason.replace("\\", "/").replace('"""', "'''")
        (folder / "replay.py").write_text(SCRIPT.format(reason=text, level=level, name=name))
        if len(slots):
            saved: dict[str, Any] = {f"slot{k}": np.ascontiguousarray(s).reshape(-1) for k, s in enumerate(slots)}
            np.savez(folder / "inputs.npz", args=np.array(args, np.int64), range=np.array(span, np.int64), **saved)
        return folder
    return None
