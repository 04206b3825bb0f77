"""Running a native program: one call for a whole table of steps (its layout: docs/decisions/0001-interfaces.md)."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dusk.backends import pool
from dusk.backends import runtime_code as code
from dusk.backends.loop_code import LOOP_TEXT, PYTHON
from dusk.errors import NativeUnavailable

SHORT_S = 20e-6  # up to about here, letting the interpreter lock go costs more than it gives


class _MethodDef(ctypes.Structure):
    """CPython's PyMethodDef."""

    _fields_ = (
        ("ml_name", ctypes.c_char_p),
        ("ml_meth", ctypes.c_void_p),
        ("ml_flags", ctypes.c_int),
        ("ml_doc", ctypes.c_char_p),
    )


# an object of our own: the types of `ctypes.pythonapi.PyCFunction_NewEx` belong to the whole process
_new_builtin = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.py_object)(
    ("PyCFunction_NewEx", ctypes.pythonapi)
)

# A builtin without arguments costs a tenth of a call through ctypes. It gets the address of (slots, args, steps, n,
# dusk_run) as an int, as its `self`.
_CALL_TEXT = """
declare ptr @PyLong_AsVoidPtr(ptr)
declare ptr @PyLong_FromLongLong(i64)
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)

define internal i64 @go(ptr %program) {
  %args.at = getelementptr i64, ptr %program, i64 1
  %steps.at = getelementptr i64, ptr %program, i64 2
  %n.at = getelementptr i64, ptr %program, i64 3
  %run.at = getelementptr i64, ptr %program, i64 4
  %slots = load ptr, ptr %program
  %args = load ptr, ptr %args.at
  %steps = load ptr, ptr %steps.at
  %n = load i64, ptr %n.at
  %run = load ptr, ptr %run.at
  %rc = call i64 %run(ptr %slots, ptr %args, ptr %steps, i64 %n)
  ret i64 %rc
}

define ptr @dusk_call_held(ptr %self, ptr %none) {
  %program = call ptr @PyLong_AsVoidPtr(ptr %self)
  %rc = call i64 @go(ptr %program)
  %value = call ptr @PyLong_FromLongLong(i64 %rc)
  ret ptr %value
}

define ptr @dusk_call_released(ptr %self, ptr %none) {
  %program = call ptr @PyLong_AsVoidPtr(ptr %self)
  %thread = call ptr @PyEval_SaveThread()
  %rc = call i64 @go(ptr %program)
  call void @PyEval_RestoreThread(ptr %thread)
  %value = call ptr @PyLong_FromLongLong(i64 %rc)
  ret ptr %value
}
"""

_METH_NOARGS = 4


@dataclass(slots=True)
class _Runner:
    """The runner's entries, made at the first use."""

    address: int
    released: Any
    held: Any
    methods: dict[bool, _MethodDef] | None = None


_runner: _Runner | None = None
_forever: list[Any] = []  # memory that native code was given: two threads may make the same, and both be using it


def _get() -> _Runner:
    global _runner
    if _runner is None:
        address = code.function("dusk_run", code.run_text())
        types = (ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
        runner = _Runner(address, ctypes.CFUNCTYPE(*types)(address), ctypes.PYFUNCTYPE(*types)(address))
        try:
            runner.methods = {
                release: _MethodDef(b"run", code.function(name, _CALL_TEXT), _METH_NOARGS, None)
                for release, name in ((True, "dusk_call_released"), (False, "dusk_call_held"))
            }
        except NativeUnavailable:  # an interpreter whose symbols cannot be linked to; ctypes will do
            runner.methods = None
        _forever.append(runner)
        _runner = runner
    return _runner


def run_address() -> int:
    """The address of `i64 run(i8** slots, i64* args, i64* steps, i64 n)` for native callers. Raises NativeUnavailable.

    Who calls it sees to `pool.start()` before, or parallel steps may run on one thread.
    """
    return _get().address


def _python() -> Any:
    """Where Python's functions are that are in `PYTHON`, kept for native code to read."""
    places = (ctypes.cast(ctypes.pythonapi[f], ctypes.c_void_p).value for f in PYTHON)
    table = (ctypes.c_void_p * len(PYTHON))(*places)
    _forever.append(table)
    return table


@functools.cache
def _loop_functions() -> tuple[int, int]:
    """Both are of one object, which has been told where Python's functions are."""
    own = functools.partial(code.function, text=LOOP_TEXT, level=2)  # what loops do in every round is worth the time
    link = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(own("dusk_loop_link"))
    link(code.function("dusk_parallel", code.run_text()), _python())
    return own("dusk_loop"), own("dusk_interrupted")


def loop_address() -> int:
    """The address of the step that runs other steps round after round (see `loop_code`). Raises NativeUnavailable."""
    return _loop_functions()[0]


def interrupted_address() -> int:
    """The address of `i1(status, check)`, which asks whether signals' handlers have raised something and then leaves it
    in the status cell. Raises NativeUnavailable."""
    return _loop_functions()[1]


def run(slots: int, args: int, steps: int, n: int, release: bool = True) -> int:
    """Run `n` steps; the arguments are addresses. Returns 0, or 1 + the index of the first step that failed.

    `release`: let other Python threads go on meanwhile. Parallel steps use the pool, which is started if need be.
    Raises NativeUnavailable.
    """
    runner = _runner or _get()
    pool.start()
    return (runner.released if release else runner.held)(slots, args, steps, n)


def bind(slots: int, args: int, steps: int, n: int, release: bool = True, parallel: bool = True) -> Callable[[], int]:
    """What calls `run` with these addresses, at the lowest price; the caller keeps the memory there alive.

    `release` should be False only for programs estimated under `SHORT_S`, as nothing else of Python runs meanwhile.
    `parallel`: whether steps may be split; if not, the pool is not looked after. Raises NativeUnavailable.
    """
    runner = _get()
    if runner.methods is None:
        entry = runner.released if release else runner.held

        def call() -> int:
            return entry(slots, args, steps, n)
    else:
        program = (ctypes.c_int64 * 5)(slots, args, steps, n, runner.address)
        # `program` goes in as the function's module, which keeps it alive
        call = _new_builtin(ctypes.byref(runner.methods[release]), ctypes.addressof(program), program)
    if not parallel:
        return call

    def call_with_pool() -> int:
        pool.start()
        return call()

    return call_with_pool
