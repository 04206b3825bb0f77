"""Libraries of C as tests run them: through a program of C, or through ctypes."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

# Reads all inputs from a file, runs so many times, and writes: outputs after each run, then inputs, then states.
PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
#include "NAME.h"

typedef const NAME_array *(*describe)(int64_t);

static void **arrays(describe one, FILE *from) {
    int64_t n = 0;
    while (one(n)) n++;
    void **found = calloc(n + 1, sizeof *found);
    for (int64_t i = 0; i < n; i++) {
        found[i] = malloc(one(i)->nbytes + 1);
        if (from && fread(found[i], 1, one(i)->nbytes, from) != (size_t)one(i)->nbytes) exit(2);
    }
    return found;
}

static void put(describe one, void **all, FILE *to) {
    for (int64_t i = 0; one(i); i++) fwrite(all[i], 1, one(i)->nbytes, to);
}

int main(int argc, char **argv) {
    FILE *from = fopen(argv[1], "rb"), *to = fopen(argv[2], "wb");
    if (argc != 4 || NAME_version() != 1 || !from || !to) return 2;
    NAME *context = NAME_create();
    void **inputs = arrays(NAME_input, from), **outputs = arrays(NAME_output, NULL);
    for (int i = 0; i < atoi(argv[3]); i++) {
        if (NAME_run(context, inputs, outputs)) {
            fprintf(stderr, "%s\n", NAME_last_error(context));
            return 1;
        }
        put(NAME_output, outputs, to);
    }
    put(NAME_input, inputs, to);
    for (int64_t i = 0; NAME_state(i); i++)
        fwrite(NAME_find(context, NAME_state(i)->name), 1, NAME_state(i)->nbytes, to);
    NAME_destroy(context);
    return fclose(to);
}
"""


def compiler() -> str | None:
    """The compiler of C here."""
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def run_in_c(library: Path, inputs: Sequence[Array], runs: int) -> bytes:
    """What the program writes; it is built with the library and its header, and nothing else."""
    folder, name = library.parent, library.stem.removeprefix("lib")
    source, given, written = folder / "program.c", folder / "in", folder / "out"
    source.write_text(PROGRAM.replace("NAME", name))
    given.write_bytes(b"".join(array.tobytes() for array in inputs))
    build = [str(compiler()), "-Wall", "-Werror", "-o", str(folder / "program"), str(source), str(library)]
    subprocess.run([*build, f"-Wl,-rpath,{folder}"], check=True)
    subprocess.run([folder / "program", given, written, str(runs)], check=True)
    return written.read_bytes()


class _Described(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("dtype", ctypes.c_char_p),
        ("ndim", ctypes.c_int64),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("nbytes", ctypes.c_int64),
        ("written", ctypes.c_int64),
    )


class Library:
    """A library as this process loads it, with one context."""

    def __init__(self, path: Path) -> None:
        self._library, self._name = ctypes.CDLL(str(path)), path.stem.removeprefix("lib")
        self.context = self.call("create", ctypes.c_void_p)
        self.inputs, self.outputs, self.states = (self._every(which) for which in ("input", "output", "state"))

    def call(self, part: str, result: Any, *args: Any) -> Any:
        """One of its functions."""
        function = self._library[f"{self._name}_{part}"]
        function.restype = result
        return function(*args)

    def _every(self, which: str) -> dict[str, tuple[str, tuple[int, ...], int]]:
        found: dict[str, tuple[str, tuple[int, ...], int]] = {}
        while True:
            one = self.call(which, ctypes.POINTER(_Described), ctypes.c_int64(len(found)))
            if not one:
                return found
            told = one.contents
            shape = tuple(told.shape[i] for i in range(told.ndim))
            assert told.nbytes == int(np.prod(shape)) * np.dtype(told.dtype.decode()).itemsize
            found[told.name.decode()] = told.dtype.decode(), shape, told.written

    def run(self, *inputs: Array, context: Any = None) -> list[Array]:
        """The outputs; RuntimeError with what the library says if it fails. Inputs are written to where it does."""
        made = [np.empty(shape, dtype) for dtype, shape, _ in self.outputs.values()]
        given, taken = ((ctypes.c_void_p * (len(a) + 1))(*(x.ctypes.data for x in a)) for a in (inputs, made))
        context = ctypes.c_void_p(context or self.context)
        if self.call("run", ctypes.c_int32, context, given, taken):
            raise RuntimeError(self.call("last_error", ctypes.c_char_p, context).decode())
        return made

    def state(self, name: str) -> Array:
        """A state as an array of its memory."""
        dtype, shape, _ = self.states[name]
        at = self.call("find", ctypes.c_void_p, ctypes.c_void_p(self.context), name.encode())
        nbytes = int(np.prod(shape)) * np.dtype(dtype).itemsize
        return np.frombuffer((ctypes.c_char * nbytes).from_address(at), dtype).reshape(shape)
