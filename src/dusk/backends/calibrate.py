"""Measuring what `kernel/costs.py` keeps: 10 to 30 ms, once a host, before the first program that is heavy.

Each figure is the best of many short trials, so what else the machine does meanwhile hardly shows; what cannot be
measured is left at its default.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable

import numpy as np

from dusk.backends import pool, runtime
from dusk.config import config
from dusk.kernel import costs, native
from dusk.kernel.costs import DEFAULTS, Costs
from dusk.kernel.targets import cpu

HEAVY_S = 5e-3  # what a program is estimated at from which it is worth measuring first
# of the rate of sums in registers, what plain kernels (loads, stores and longer operations) and products reach
PLAIN, PRODUCT = 0.125, 0.5
COPIED = 8 << 20
OF_A_COPY = 0.5  # of a copy's speed, what a kernel of many operands reaches
MEETINGS, PATIENCE = 16, 20000
SUMS = 12  # as many as hide the time that one takes, and fit in registers everywhere

_MEET = """
; args: word. Each part adds 1 to a word of slot 1 and waits until all `guests` (word 0) have come, or for so many
; looks; who is alone, or gives up, adds 1 to word 1.
define void @dusk_meet(ptr %slots, ptr %args, i64 %lo, i64 %hi) {
entry:
  %slot = getelementptr ptr, ptr %slots, i64 1
  %data = load ptr, ptr %slot
  %lost = getelementptr i64, ptr %data, i64 1
  %guests = load i64, ptr %data
  %word = load i64, ptr %args
  %at = getelementptr i64, ptr %data, i64 %word
  %parts = sub i64 %hi, %lo
  %came = atomicrmw add ptr %at, i64 %parts seq_cst
  %alone = icmp ne i64 %parts, 1
  br i1 %alone, label %late, label %look
look:
  %k = phi i64 [ 0, %entry ], [ %k1, %again ]
  %now = load atomic i64, ptr %at seq_cst, align 8
  %all = icmp sge i64 %now, %guests
  br i1 %all, label %out, label %again
again:
  %k1 = add i64 %k, 1
  %more = icmp slt i64 %k1, PATIENCE
  br i1 %more, label %look, label %late
late:
  %old = atomicrmw add ptr %lost, i64 1 seq_cst
  br label %out
out:
  ret void
}
""".replace("PATIENCE", str(PATIENCE))


def in_force(seconds: float = 0.0) -> Costs:
    """The costs in force for a program that is estimated at so many seconds; measured first if it is heavy."""
    found = costs.in_force()
    if found is not DEFAULTS or seconds < HEAVY_S or config.reproducible:
        return found
    return costs.keep(measure())


def measure() -> Costs:
    """The costs as they are now. Raises NativeUnavailable."""
    rate, copied, handoff = _rate(), _copied(), _handoff()
    return Costs(PLAIN * rate, PRODUCT * rate, OF_A_COPY * copied, handoff)


def _best(trial: Callable[[], float], trials: int) -> float:
    return min(trial() for _ in range(trials))


def _rate() -> float:
    """Operations of float32 sums of products a second of one thread, all in registers."""
    target = cpu.host()
    lanes, rounds = target.vector_bytes // 4, 2000
    ctype, name = f"<{lanes} x float>", "dusk_rate"
    carried = range(SUMS)
    phis = "".join(f"  %s{i} = phi {ctype} [ zeroinitializer, %entry ], [ %t{i}, %loop ]\n" for i in carried)
    step = f"call {ctype} @llvm.fmuladd.v{lanes}f32({ctype} %s{{i}}, {ctype} %half, {ctype} %half)"
    sums = "".join(f"  %t{i} = {step.format(i=i)}\n" for i in carried)
    total = "".join(f"  %u{i + 1} = fadd {ctype} %u{i}, %t{i}\n" for i in carried)
    text = f"""
declare {ctype} @llvm.fmuladd.v{lanes}f32({ctype}, {ctype}, {ctype})
define void @{name}(ptr %data, i64 %n) nounwind {target.attributes} {{
entry:
  %half = load {ctype}, ptr %data, align 4
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
{phis}{sums}  %k1 = add i64 %k, 1
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %loop, label %out
out:
  %u0 = load {ctype}, ptr %data, align 4
{total}  store {ctype} %u{SUMS}, ptr %data, align 4
  ret void
}}
"""
    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)(native.function(name, text))
    data = np.full(lanes, 0.5, np.float32)

    def trial() -> float:
        data.fill(0.5)  # sums go to 1
        start = time.perf_counter()
        function(data.ctypes.data, rounds)
        return time.perf_counter() - start

    return 2.0 * SUMS * lanes * rounds / _best(trial, 30)


def _copied() -> float:
    """Bytes that one thread reads and writes a second where it copies what no cache of its own holds."""
    source, target = np.ones(COPIED, np.uint8), np.ones(COPIED, np.uint8)

    def trial() -> float:
        start = time.perf_counter()
        np.copyto(target, source)
        return time.perf_counter() - start

    return 2.0 * COPIED / _best(trial, 5)


def _handoff() -> float:
    """Seconds from where a step begins until all threads are at it."""
    threads = pool.wanted()
    if threads < 2:
        return DEFAULTS.handoff_s
    function = native.function("dusk_meet", _MEET)
    args = np.arange(2, 2 + MEETINGS)
    steps = np.array([(function, i, threads, 1) for i in range(MEETINGS)], np.int64)
    words, status = np.zeros(2 + MEETINGS, np.int64), np.zeros(8, np.int64)
    slots = np.array([status.ctypes.data, words.ctypes.data], np.int64)

    def trial() -> float:
        words[:] = 0
        words[0] = threads
        start = time.perf_counter()
        runtime.run(slots.ctypes.data, args.ctypes.data, steps.ctypes.data, MEETINGS)
        seconds = time.perf_counter() - start
        return seconds / MEETINGS if words[1] == 0 else np.inf

    best = _best(trial, 20)
    return best if np.isfinite(best) else DEFAULTS.handoff_s


def shown() -> dict[str, float | bool]:
    """The costs in force, by name, and whether they were measured."""
    now = costs.in_force()
    names = ("flops_s", "product_s", "bytes_s", "handoff_s", "split_s")
    return {**{name: getattr(now, name) for name in names}, "measured": now is not DEFAULTS}
