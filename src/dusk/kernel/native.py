"""LLVM IR text to addresses of native functions: compiled once per content, kept in memory and on disk.

Objects on disk (`disk`) are keyed by CPU name, CPU features, LLVM version, code generator level and IR text.
Loaded code is never unloaded: threads may be parked in it until the process ends.

A thread compiles in its own process, unless it says that another process shall do it (`served`).
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import hashlib
import itertools
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from dusk.errors import NativeUnavailable
from dusk.kernel import codegen, disk, server
from dusk.kernel.codegen import CodeGenerator
from dusk.kernel.replay import dump

_DEFINED = re.compile(r"^(?:define (?!internal|private)[^@\n]*)?@([\w.$]+)(?:\(| = global )", re.MULTILINE)


@dataclass(slots=True)
class Stats:
    """Counters since the start: where functions came from, seconds of compiling, damaged cache files met.

    Of the `compiles`, `served` were another process's.
    """

    compiles: int = 0
    served: int = 0
    disk_hits: int = 0
    memory_hits: int = 0
    compile_s: float = 0.0
    damaged: int = 0


@dataclass(slots=True)
class _Jit:
    """The host's code generator and linker; made at the first use."""

    generator: CodeGenerator
    linker: Any


class _Gate(threading.local):
    """The lock that this thread holds except while another process compiles for it; None: it compiles itself."""

    lock: Any = None


class Source(NamedTuple):
    """Where a function comes from: its name, and the key of the object that it is in."""

    name: str
    key: bytes


stats = Stats()
_lock = threading.RLock()  # also held by whoever is in LLVM
_gate = _Gate()
_functions: dict[tuple[str, int], dict[str, int]] = {}
_objects: dict[bytes, dict[str, int]] = {}  # the same, by what they are called on disk
_sources: dict[int, Source] = {}
_under_way: dict[tuple[str, int], threading.Lock] = {}
_forever: list[Any] = []
_serial = itertools.count()
_jit: _Jit | str | None = None  # or why there is none


def function(name: str, ir_text: str, level: int = 2) -> int:
    """The address of function `name` of an IR text, compiled or loaded at the first use of that text.

    `level` is the code generator's optimisation level, 0 to 3. Raises NativeUnavailable where it cannot be built; the
    IR is then dumped with a script that replays the failure.
    """
    return function_of(name, ir_text, lambda: ir_text, level)


def function_of(name: str, content: str, make: Callable[[], str], level: int = 2) -> int:
    """`function` of the IR that `make()` gives, which is called only where no object of `content` is known.

    `content` must determine the IR. Raises what `make` raises, and NativeUnavailable.
    """
    key = (content, level)
    found = _functions.get(key)
    if found is not None and name in found:
        stats.memory_hits += 1
        return found[name]
    with _lock:
        busy = _under_way.setdefault(key, threading.Lock())
    # who is served neither waits nor is waited for: it lets its own lock go meanwhile, and takes it again
    with busy if _gate.lock is None else contextlib.nullcontext():
        found = _functions.get(key)
        if found is None or name not in found:
            found = _build(name, content, make, level)
            _functions[key] = found
            with _lock:
                _under_way.pop(key, None)
        else:
            stats.memory_hits += 1
    return found[name]


def _build(name: str, content: str, make: Callable[[], str], level: int) -> dict[str, int]:
    texts: list[str] = []

    def made() -> str:
        texts.append(make())
        return texts[0]

    key = _key(_host(), content, level)
    found = _objects.get(key, {})
    if name in found:
        stats.memory_hits += 1
        return found
    try:
        code = object_code(content, level, made)
        return _load(defined(texts[0] if texts else content) or [name], code, key)
    except RuntimeError as error:
        where = dump(name, texts[0] if texts else content, f"{type(error).__name__}: {error}", level)
        raise NativeUnavailable(f"{name} cannot be built: {error}; dumped in {where}") from error


def defined(ir_text: str) -> list[str]:
    """The functions and words that others can reach of an IR text."""
    heads = ["define " + rest.partition("\n")[0] for rest in ("\n" + ir_text).split("\ndefine ")[1:]]
    heads += ["@" + rest.partition("\n")[0] for rest in ("\n" + ir_text).split("\n@")[1:]]
    return _DEFINED.findall("\n".join(heads))  # which takes its time for a text of a megabyte


def object_code(content: str, level: int = 2, make: Callable[[], str] | None = None) -> bytes:
    """The object file of an IR text, from disk or compiled (and then put on disk); loads nothing.

    With `make`, of the IR that it gives, which `content` determines. Another process that calls this in the background
    warms the disk for `function`. Raises NativeUnavailable without LLVM and RuntimeError for IR that is wrong.
    """
    jit = _host()
    key = _key(jit, content, level)
    code = _stored(key, ".o")
    if code is not None:
        stats.disk_hits += 1
        return code
    ir_text = content if make is None else make()
    start = time.perf_counter()
    code = _served(ir_text, level, jit.generator)
    with _lock:
        stats.served += code is not None
        if code is None:
            code = jit.generator.object_code(ir_text, level)
        stats.compiles += 1
        stats.compile_s += time.perf_counter() - start
    disk.write(key, ".o", code)
    return code


def _served(ir_text: str, level: int, generator: CodeGenerator) -> bytes | None:
    lock = _gate.lock
    if lock is None or not server.possible():
        return None
    lock.release()
    try:
        return server.object_code(ir_text, level, generator)
    finally:
        lock.acquire()


@contextmanager
def served(lock: threading.RLock) -> Generator[None, None, None]:
    """Within this block another process compiles for this thread, which lets `lock` go meanwhile."""
    before, _gate.lock = _gate.lock, lock
    try:
        yield
    finally:
        _gate.lock = before


def available() -> bool:
    """Whether native code can be built here at all."""
    try:
        _host()
    except NativeUnavailable:
        return False
    return True


def started() -> bool:
    """Whether LLVM has been loaded, which takes longer than to compile a small kernel."""
    return _jit is not None


def host() -> tuple[str, str]:
    """The CPU's name and features as LLVM has them (`+avx2,-sse4a,...`). Raises NativeUnavailable without LLVM."""
    generator = _host().generator
    return generator.cpu, generator.features


def forget() -> None:
    """Forget what is in memory, so that the next use reads the disk again; for tests. Addresses given out stay good."""
    _functions.clear()
    _objects.clear()


def _host() -> _Jit:
    global _jit
    if _jit is None:
        with _lock:
            if _jit is None:
                _jit = _start()
    if isinstance(_jit, str):
        raise NativeUnavailable(_jit)  # a new one each time: its traceback holds the callers' frames
    return _jit


def _start() -> _Jit | str:
    try:
        generator = codegen.host()
        linker = generator.llvm.create_lljit_compiler(generator.new_machine(2), use_jit_link=True, suppress_errors=True)
    except Exception as error:  # whatever an absent or foreign LLVM raises, Dusk runs without it
        return f"no native code: {type(error).__name__}: {error}"
    if sys.platform == "linux":  # symbols of libm must be in the global scope for emitted code to find them
        with contextlib.suppress(OSError):
            ctypes.CDLL("libm.so.6", mode=ctypes.RTLD_GLOBAL)
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(_forever))
    _forever.append(linker)
    return _Jit(generator, linker)


def source_of(address: int) -> Source | None:
    """Where a function that was built or loaded comes from."""
    return _sources.get(address)


def from_disk(source: Source, *others: str) -> int | None:
    """The address of a function that another process has compiled; None if it is not there, or damaged.

    `others` are further functions of the same object that will be asked for.
    """
    found = _objects.get(source.key, {})
    if source.name not in found:
        code = _stored(source.key, ".o")
        if code is None:
            return None
        stats.disk_hits += 1
        found = _load((source.name, *others), code, source.key)
    return found[source.name]


def _load(names: Sequence[str], code: bytes, key: bytes) -> dict[str, int]:
    jit = _host()
    with _lock:
        found = _objects.get(key, {})
        if all(name in found for name in names):  # another thread was faster; there must not be two, with words of
            return found  # their own
        library = jit.generator.llvm.JITLibraryBuilder().add_object_img(code).add_current_process()
        for name in names:
            library.export_symbol(name)
        loaded = library.link(jit.linker, f"dusk{next(_serial)}")
        _forever.append(loaded)
        found = {name: int(loaded[name]) for name in names}
        _objects[key] = {**_objects.get(key, {}), **found}
        _sources.update((address, Source(name, key)) for name, address in found.items())
        return found


def _key(jit: _Jit, content: str, level: int) -> bytes:
    whole = "\0".join((jit.generator.identity, str(level), content))
    return hashlib.blake2b(whole.encode(), digest_size=20).digest()


def stored(content: str) -> bytes | None:
    """What has been put on disk for a text, on a host like this one; None if it is not there, or damaged."""
    return _stored(_key(_host(), content, 0), ".p")


def store(content: str, made: bytes) -> None:
    """Put what has been made of a text on disk, where that can be."""
    disk.write(_key(_host(), content, 0), ".p", made)


def _stored(key: bytes, suffix: str) -> bytes | None:
    code = disk.read(key, suffix)
    stats.damaged += code == b""
    return code or None


def _after_fork() -> None:
    global _lock
    _lock = threading.RLock()
    _under_way.clear()


def _at_exit() -> None:
    _lock.acquire(timeout=1.0)  # for good: no thread is in LLVM, or enters it, while it is taken apart


atexit.register(_at_exit)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
