"""The native thread pool: Python threads that enter native code, with the interpreter lock released, and stay there.

Parallel steps of programs are split over these threads and the caller's own. One region at a time has the pool; another
that comes meanwhile runs on its caller's thread alone, and so does every region where there is no pool: the results are
the same bits. Who waits spins for about as long as a sleep and a wake may cost, and then sleeps in the kernel.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import threading
import time
from dataclasses import dataclass
from typing import Any

from dusk.backends import runtime_code as code
from dusk.config import config
from dusk.engine import available_cores, current

SPIN_S = 300e-6  # waking a thread takes 50 to 150 us on a virtual machine, and recording the next step about as long
CROWDED_S = 5e-6  # where threads outnumber cores, who spins may be in the way of whom it waits for


@dataclass(frozen=True, slots=True)
class _Entry:
    """The functions of the runtime that the pool calls."""

    worker: Any
    spin: Any
    set_pool: Any
    stop: Any


_lock = threading.Lock()
_entry: _Entry | None = None
_threads: list[threading.Thread] = []
_state: Any = None
_forever: list[Any] = []  # states: a thread may be in one for longer than its pool is in use
_size = 0  # threads of a region, the caller's included; 0: not started
_ended = False


def wanted() -> int:
    """The number of threads a region should have: `config.threads`, or one for each core this process may use."""
    return config.threads or available_cores()


def size() -> int:
    """The number of threads a region has now, the caller's included; 1 where there is no pool."""
    return _size or 1


def start() -> None:
    """See that a pool of `wanted()` threads is there; cheap if it is. Raises NativeUnavailable.

    Whoever runs a program with parallel steps calls it before: at the first time, after a fork and after a change of
    `config.threads` it does something.
    """
    if _size != wanted():
        with _lock:
            _start(wanted())


def stop() -> None:
    """Send the workers home and wait for them; regions run on their caller's thread until `start`."""
    with _lock:
        _stop()


def _start(count: int) -> None:
    global _entry, _size, _state
    if _size == count or _ended:
        return
    _stop()
    if _entry is None:
        text = code.worker_text()
        pointer, word = ctypes.c_void_p, ctypes.c_int64
        _entry = _Entry(
            ctypes.CFUNCTYPE(None, pointer)(code.function("dusk_worker", text)),
            # keeping the interpreter lock: what is timed is not to hold how long another thread has it meanwhile
            ctypes.PYFUNCTYPE(None, pointer, word)(code.function("dusk_spin", text)),
            ctypes.CFUNCTYPE(None, pointer)(code.function("dusk_set_pool", code.run_text())),
            ctypes.CFUNCTYPE(None, pointer)(code.function("dusk_stop", text)),
        )
    calls = code.system_calls()
    if count > 1 and calls:
        state = _new_state(count - 1, calls, _entry)
        try:
            for _ in range(count - 1):
                thread = threading.Thread(target=_entry.worker, args=(state,), name="dusk-pool", daemon=True)
                thread.start()
                _threads.append(thread)
        except RuntimeError:  # no more threads to be had: those there are will do
            pass
        except BaseException:
            _state = state
            _stop()
            raise
        _state = state
        _entry.set_pool(state)
    _size = count


def _new_state(workers: int, calls: dict[int, int], entry: _Entry) -> int:
    memory = (ctypes.c_int64 * (code.STATE_WORDS + 8))()
    _forever.append(memory)
    start = ctypes.addressof(memory)
    skip = -start % 64 // 8
    memory[skip + code.SYSCALL] = ctypes.cast(ctypes.CDLL(None).syscall, ctypes.c_void_p).value or 0
    for word, number in calls.items():
        memory[skip + word] = number
    memory[skip + code.WORKERS] = workers
    state = start + 8 * skip
    trials = 2000
    spent: list[float] = []
    for _ in range(5):
        before = time.perf_counter()
        entry.spin(state, trials)
        spent.append(time.perf_counter() - before)
    seconds = SPIN_S if workers < available_cores() else CROWDED_S
    memory[skip + code.SPINS] = max(1, round(seconds / min(spent) * trials))
    return state


def _stop() -> None:
    global _size, _state
    if _entry is not None and _state is not None:
        _entry.set_pool(None)
        _entry.stop(_state)
        for thread in _threads:
            thread.join()
    _threads.clear()
    _state = None
    _size = 0


def _after_fork_in_child() -> None:
    global _lock, _size, _state
    _lock = threading.Lock()
    _threads.clear()
    _state = None
    _size = 0
    if _entry is not None:
        _entry.set_pool(None)


def _at_exit() -> None:
    global _ended
    current().drain()  # the engine's last programs still have the pool
    _ended = True
    stop()


atexit.register(_at_exit)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork_in_child)
