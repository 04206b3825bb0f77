"""Programs as libraries of C: one shared object that needs the C library only, and the header that declares it."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from dusk.backends.collected import LOOP, Collector, Processor, processor
from dusk.backends.loop_code import LOOP_APART
from dusk.compiler.host import Host
from dusk.compiler.program import Program
from dusk.config import config
from dusk.errors import NativeUnavailable
from dusk.files import write_atomically
from dusk.formats.library_code import main_text, public
from dusk.formats.library_header import header
from dusk.graph import TOKEN
from dusk.graph.provenance import describe
from dusk.tracing.described import Description

_LINKERS = ("cc", "gcc", "clang", "ld")
_SUFFIX = ".dylib" if sys.platform == "darwin" else ".so"


def export(compiled: Any, path: Any, cpu: str | None = None) -> Path:
    """Write a compiled function, for the signature called last, as a library of C: `libNAME.so` and `NAME.h`.

    `path` ends in NAME. Arguments are inputs, in place where the function writes to them; captured arrays, as weights
    are, go into the library with the values they have now, and each context has its own, to be read and written by
    name. The header says all of it. `cpu` is "host" for this processor, or "x86-64-v2", "x86-64-v3" (by default),
    "x86-64-v4" on x86, "generic" (by default) on ARM. Runs are of one thread; contexts are independent of each other.

    Gives the library's path. NativeUnavailable: part of the function has no native code (it is named, with its line),
    or there is no linker: then the object file is left there, and the message says what links it. ValueError: the
    function was not called yet.
    """
    told = compiled.described()
    path = Path(path)
    name = re.sub(r"\W", "_", path.name.removesuffix(_SUFFIX).removeprefix("lib"))
    if not re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII):
        raise ValueError(f"{path.name!r} names no library: take letters, digits and _, the first a letter")
    content = [state.value() for state in told.states]
    made = object_code(told, name, content, processor(cpu))
    folder = path.parent
    write_atomically(folder / f"{name}.h", [header(told, name).encode()])
    return _linked(made, folder, name)


def object_code(told: Description, name: str, content: list[Any], wanted: Processor) -> bytes:
    """The object file of a library (NativeUnavailable: what it lacks native code for is named)."""
    collector = Collector(wanted.target)
    program = _program(told, collector)
    main = main_text(told, program, collector, name, content)
    generator = wanted.generator
    llvm = generator.llvm
    modules = {**collector.modules}
    whole = llvm.parse_assembly("")
    whole.triple = generator.machine(2).triple
    whole.data_layout = str(generator.machine(2).target_data)
    parts = [(text.text, [own], text.optimised) for own, text in modules.items()]
    if f"@{LOOP} =" in main:
        parts.append((LOOP_APART, [LOOP, "dusk_interrupted"], False))
    elif "@dusk_interrupted =" in main:
        parts.append((LOOP_APART, ["dusk_interrupted"], False))
    for text, names, optimised in (*parts, (main, public(name), False)):
        module = llvm.parse_assembly(text)
        module.triple, module.data_layout = whole.triple, whole.data_layout
        if optimised:
            generator.optimise(module, generator.machine(3))
        _hide(module, names)
        whole.link_in(module)
    _hide(whole, public(name))
    return bytes(generator.machine(2).emit_object(whole))


def _hide(module: Any, names: list[str]) -> None:
    """Make all that a module defines, but what bears these names, known to nobody else."""
    for one in (*module.functions, *module.global_variables):
        if not one.is_declaration and one.name not in names:
            one.linkage = "internal"


def _program(told: Description, collector: Collector) -> Program:
    entry = told.entry
    program: Program = entry.builder()(_building(collector, entry.memory), config.math)
    if TOKEN in program.types or TOKEN in program.output_types:
        raise NativeUnavailable("this function orders effects, which a library does not have")
    for segment in program.tables.segments:
        if isinstance(segment, Host):
            flow: Any = program.flow
            node = flow.nodes[segment.nodes[0]]
            raise NativeUnavailable(
                f"{node.op.name}, from {describe(node.origin)}, has no native code: it cannot be part of a library. "
                "Write it by other ops, or export the parts before and after it"
            )
    return program


def _building(collector: Collector, memory: int | None) -> Any:
    def build(graph: Any, donate: Any = (), into: Any = None) -> Program:
        return collector.build(memory, graph, donate, into)

    return build


def _linked(made: bytes, folder: Path, name: str) -> Path:
    library, part = folder / f"lib{name}{_SUFFIX}", folder / f"{name}.o"
    write_atomically(part, [made])
    words = ["-shared", "-o", str(library), str(part), "-lm"]
    command = _linker()
    if command is None:
        told = " ".join(("cc", *words))
        raise NativeUnavailable(
            f"there is no linker here; {part} and {name}.h are written. On a machine that has one:\n{told}"
        )
    whole = [*command, *words]
    done = subprocess.run(whole, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NativeUnavailable(f"linking failed; {part} is left:\n{' '.join(whole)}\n{done.stderr.strip()}")
    part.unlink()
    return library


def _linker() -> list[str] | None:
    """What links a library, as far as its arguments: $CC, a compiler of C, a linker, or that of Zig's package."""
    given = os.environ.get("CC", "").split()
    if given and shutil.which(given[0]):
        return given
    for name in _LINKERS:
        found = shutil.which(name)
        if found is not None:
            return [found]
    if importlib.util.find_spec("ziglang") is None:
        return None
    return [sys.executable, "-m", "ziglang", "cc"]
