"""`dusk doctor [--json]`: what works on this machine, and what to do about what does not."""

from __future__ import annotations

import ctypes
import difflib
import importlib.metadata
import importlib.util
import json
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from dusk.backends import calibrate, pool
from dusk.cli.words import JSON, Options, parser_of
from dusk.config import SETTINGS, config
from dusk.engine import available_cores
from dusk.errors import NativeUnavailable
from dusk.kernel import codegen, disk, native, server

OK, WARN, FAIL = "ok", "warn", "fail"
TESTED = (3, 11), (3, 13)  # the oldest and the newest Python that is tested
CLOSE = 0.85  # how alike two names must be for one to be a misspelling of the other
ROOM = 256 << 20  # bytes below which a disk is nearly full
FEATURES = "avx512f", "avx2", "fma", "f16c", "neon", "sve", "asimd"
OPTIONAL = {
    "onnx": "models in ONNX files",
    "matplotlib": "plots of examples",
    "ray": "clusters",
    "mpi4py": "clusters over MPI",
    "sklearn": "data sets of examples",
    "scipy": "what is compared with it in tests",
    "torch": "arrays shared with PyTorch",
    "jax": "arrays shared with JAX",
}

OPTIONS: Options = {"--json": JSON}

_IR = """
define i64 @dusk_doctor(i64 %x) {
  %y = mul i64 %x, 6
  ret i64 %y
}
"""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: "ok", "warn" or "fail", what was found, and what to do where that is not well."""

    name: str
    state: str
    found: str
    do: str = ""


def main(words: Sequence[str]) -> int:
    """`dusk doctor`: 0, or 1 if something that Dusk needs does not work."""
    epilog = "Exit status: 1 if something that Dusk needs does not work."
    parser = parser_of("doctor", OPTIONS, description="Check what works on this machine.", epilog=epilog)
    options = parser.parse_args(words)
    found = list(examined())
    well = all(check.state != FAIL for check in found)
    if options.json:
        version = sys.modules["dusk"].__version__
        print(json.dumps({"dusk": version, "ok": well, "checks": [asdict(check) for check in found]}))
    else:
        show(found)
    return 0 if well else 1


def examined() -> Iterator[Check]:
    """Everything, in order. A check that breaks is one that failed."""
    for name, look in CHECKS.items():
        try:
            yield look(name)
        except Exception as error:
            yield Check(name, FAIL, f"{type(error).__name__}: {error}", "report this: the check itself broke")


def python(name: str) -> Check:
    """The interpreter."""
    version = sys.version_info[:2]
    found = f"{platform.python_version()} ({platform.python_implementation()}, {platform.machine()}, {sys.platform})"
    if platform.python_implementation() != "CPython" or version < TESTED[0]:
        return Check(name, FAIL, found, "use CPython 3.11 to 3.13")
    if version > TESTED[1]:
        return Check(name, WARN, found, "Dusk is tested with 3.11 to 3.13")
    return Check(name, OK, found)


def numpys(name: str) -> Check:
    """NumPy."""
    if int(np.__version__.split(".")[0]) < 2:
        return Check(name, FAIL, np.__version__, "pip install 'numpy>=2'")
    return Check(name, OK, np.__version__)


def llvm(name: str) -> Check:
    """LLVM, and the processor as it knows it."""
    try:
        cpu, _ = native.host()
    except NativeUnavailable as error:
        return Check(name, FAIL, str(error), "pip install 'llvmlite>=0.50,<0.51': until then everything runs in NumPy")
    return Check(name, OK, f"{codegen.host().version}, llvmlite {importlib.metadata.version('llvmlite')}, for {cpu}")


def code(name: str) -> Check:
    """Whether a function can be compiled, called, and found again on disk."""
    before = native.stats.compiles
    start = time.perf_counter()
    try:
        address = native.function("dusk_doctor", _IR)
    except NativeUnavailable as error:
        return Check(name, FAIL, f"cannot be built: {error}", "see LLVM")
    took = time.perf_counter() - start
    if ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(address)(7) != 42:
        return Check(name, FAIL, "a compiled function gives a wrong result", "report this")
    how = f"compiled in {took * 1e3:.1f} ms" if native.stats.compiles > before else "found on disk"
    hits = native.stats.disk_hits
    native.object_code(_IR)
    if native.stats.disk_hits == hits:
        return Check(name, WARN, f"{how}, but not kept on disk", "see the cache folder: each process compiles anew")
    return Check(name, OK, f"{how}, kept on disk")


def features(name: str) -> Check:
    """What of the processor kernels use."""
    try:
        has = set(native.host()[1].split(","))
    except NativeUnavailable:
        return Check(name, WARN, "unknown without LLVM", "see LLVM")
    found = [feature for feature in FEATURES if f"+{feature}" in has]
    if not found:
        return Check(name, WARN, "no wide vectors", "kernels will be slow; is this an emulated processor?")
    return Check(name, OK, ", ".join(found))


def threads(name: str) -> Check:
    """The threads that work is shared out over."""
    cores, wanted = available_cores(), pool.wanted()
    found = f"{wanted} of {cores} cores"
    if wanted > cores:
        return Check(name, WARN, found, f"set DUSK_THREADS to {cores} or less: threads wait for each other")
    return Check(name, OK, found)


def cache(name: str) -> Check:
    """The folder of compiled kernels."""
    folder = disk.folder()
    do = "set DUSK_CACHE_DIR to a folder that only you may write to"
    if folder is None:
        return Check(name, WARN, "there is none that is safe to use: kernels are compiled anew in each process", do)
    if not os.access(folder, os.W_OK):
        return Check(name, WARN, f"{folder} cannot be written", do)
    with os.scandir(folder) as entries:
        sizes = [entry.stat(follow_symlinks=False).st_size for entry in entries]
    free = shutil.disk_usage(folder).free
    found = f"{folder}: {len(sizes):,} files, {sum(sizes) / 1e6:.1f} MB, {free / 1e9:.1f} GB free"
    return Check(name, OK, found) if free >= ROOM else Check(name, WARN, found, "make room on that disk, or " + do)


def background(name: str) -> Check:
    """Whether another process can compile while this one goes on."""
    if not config.background:
        return Check(name, OK, "switched off (DUSK_BACKGROUND=0): programs wait for their compiler")
    try:
        generator = codegen.host()
    except Exception:
        return Check(name, WARN, "nothing to compile with", "see LLVM")
    start = time.perf_counter()
    made = server.object_code(_IR, 2, generator) if server.possible() else None
    if not made:
        do = "allow this process to start others; until then it compiles by itself, and waits for that"
        return Check(name, WARN, "no process that compiles can be started", do)
    return Check(name, OK, f"another process compiles, and answered after {(time.perf_counter() - start) * 1e3:.0f} ms")


def gpu(name: str) -> Check:
    """Graphics processors: whether there are any, and packages for them."""
    devices = sorted(path.name for path in Path("/dev").glob("nvidia[0-9]*")) if os.path.isdir("/dev") else []
    if not devices:
        return Check(name, OK, "none found: programs run on the processor")
    if importlib.util.find_spec("cuda") is None:
        return Check(name, WARN, f"{', '.join(devices)}, and no packages for it", "pip install 'dusk[cuda]'")
    return Check(name, OK, f"{', '.join(devices)}, with packages for it")


def packages(name: str) -> Check:
    """Optional packages: none of them is missed until something asks for it."""
    there = [package for package in OPTIONAL if importlib.util.find_spec(package) is not None]
    absent = [f"{package} ({OPTIONAL[package]})" for package in OPTIONAL if package not in there]
    return Check(name, OK, f"{', '.join(there) or 'none'}; not installed: {', '.join(absent) or 'none'}")


def settings(name: str) -> Check:
    """Settings that are not as they come, and environment variables that are none."""
    known = {"DUSK_" + setting.upper() for setting in SETTINGS}
    unknown = sorted(word for word in os.environ if word.startswith("DUSK_") and word not in known)
    changed = [f"{s}={getattr(config, s)!r}" for s in SETTINGS if getattr(config, s) != SETTINGS[s].default]
    found = ", ".join(changed) or "all as they come"
    near = {word: close[0] for word in unknown if (close := difflib.get_close_matches(word, known, 1, CLOSE))}
    if near:
        do = f"did you mean {', '.join(near.values())}?"
        return Check(name, WARN, f"{found}; {', '.join(near)}: no such setting", do)
    return Check(name, OK, found)


def speeds(name: str) -> Check:
    """What plans go by."""
    now = calibrate.shown()
    how = "measured" if now["measured"] else "defaults: the first heavy program measures them"
    told = f"{now['flops_s']:.2g} operations, {now['product_s']:.2g} in products, {now['bytes_s']:.2g} bytes a second"
    return Check(name, OK, f"{told} ({how})")


CHECKS: dict[str, Callable[[str], Check]] = {
    "Python": python,
    "NumPy": numpys,
    "LLVM": llvm,
    "native code": code,
    "CPU features": features,
    "threads": threads,
    "cache folder": cache,
    "background compiling": background,
    "GPU": gpu,
    "packages": packages,
    "settings": settings,
    "speeds": speeds,
}


def show(found: Sequence[Check]) -> None:
    """Print a table, then what to do."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    colours = {OK: "green", WARN: "yellow", FAIL: "bold red"}
    table = Table(box=None, show_header=False, pad_edge=False)
    for check in found:
        table.add_row(Text(check.state, colours[check.state]), check.name, Text(check.found, overflow="fold"))
        if check.do:
            table.add_row("", "", Text(f"-> {check.do}", "bold", overflow="fold"))
    console = Console(highlight=False)
    console.print(table)
    wrong = [sum(check.state == state for check in found) for state in (FAIL, WARN)]
    console.print("Everything works." if not any(wrong) else f"{wrong[0]} failed, {wrong[1]} to look at.")
