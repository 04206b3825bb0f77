"""The LLVM IR of what all native programs share: the runner of a step table and the fork/join of its parallel steps.

The state of a pool is 64 words of 8 bytes, those that threads fight over on cache lines of their own:

    word  0  generation   i32, futex: counts regions; workers wait for it to change
    word  8  next         i64: the first index not handed out yet
    word 16  gate         i32, futex: bit 31 open, bit 30 the caller sleeps, below: workers inside
    word 24  sleepers     i32: workers in (or about to enter) a futex wait
    word 32  fn, slots, block, extent, chunk    the region
    word 40  busy         i32: 1 while a caller has the pool
    word 48  stop, syscall address, number of futex, spins, workers
    word 53  numbers of gettid, getcpu, sched_getaffinity, sched_setaffinity
    word 57  i64: how many seats are taken
    word 64  the seats (`place_code`): thread's number, 1 while it is kept off a CPU, 16 words of CPUs allowed before

A worker enters a region by adding 1 to the gate and leaves it by taking it away; if the gate was not open it touches
nothing. The caller closes the gate and waits for it to come down to 0, so it never waits for a worker that has not
woken up yet, and no worker ever looks at a region that is over.
"""

from __future__ import annotations

import functools
import os
import platform
import sys
import threading

from dusk.backends import place_code as place
from dusk.kernel import native

STATE_WORDS = place.FIRST_SEAT + place.SEATS * place.SEAT_WORDS
STOP, SYSCALL, FUTEX, SPINS, WORKERS = 48, 49, 50, 51, 52

# numbers of futex, gettid, getcpu, sched_getaffinity, sched_setaffinity; declaration and call of the instruction that
# tells the core we are spinning
_MACHINES = {
    "x86_64": ((202, 186, 309, 204, 203), "declare void @llvm.x86.sse2.pause()", "call void @llvm.x86.sse2.pause()"),
    "aarch64": (
        (98, 178, 168, 123, 122),
        "declare void @llvm.aarch64.hint(i32)",
        "call void @llvm.aarch64.hint(i32 1)",
    ),
}


def system_calls() -> dict[int, int]:
    """The numbers of system calls by the words of the state that have them; empty where we know none."""
    known = _MACHINES.get(platform.machine()) if sys.platform == "linux" else None
    words = FUTEX, *range(place.NUMBERS, place.TAKEN)
    return {} if known is None else dict(zip(words, known[0], strict=True))


def function(name: str, text: str, level: int = 0) -> int:
    """The address of a function of the runtime; all that ask for one of a text name the same level of optimisation.

    Every program waits for these to be compiled: LLVM takes a fifth of its time at level 0, and a step 1 ns more.
    Raises NativeUnavailable.
    """
    with _loading:  # two threads at once would load it twice, and one copy would never learn of the pool
        return _functions(text, level)[name]


_loading = threading.RLock()


def _after_fork_in_child() -> None:
    global _loading
    _loading = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork_in_child)


@functools.cache
def _functions(text: str, level: int) -> dict[str, int]:
    """The functions of a module of the runtime, loaded once and together: they share what they know of the pool."""
    return {name: native.function(name, text, level) for name in native.defined(text)}


def run_text() -> str:
    """The module of `dusk_run`, and of `dusk_parallel` for loops and `dusk_set_pool` for the pool."""
    return _module(_RUN + place.CALLER)


def worker_text() -> str:
    """The module of what a pool's threads run: `dusk_worker dusk_spin dusk_stop`."""
    return _module(_WORKER + place.WORKER)


def _module(text: str) -> str:
    _, declaration, call = _MACHINES.get(platform.machine(), ((), "", ""))
    return declaration + text.replace("PAUSE", call) + _REGION


_RUN = """
@pool = internal global ptr null

; One region: on the pool if there is one and nobody has it, else here.
define void @dusk_parallel(ptr %fn, ptr %slots, ptr %block, i64 %extent, i64 %chunk) noinline {
entry:
  %s = load atomic ptr, ptr @pool acquire, align 8
  %none = icmp eq ptr %s, null
  br i1 %none, label %serial, label %try
try:
  %gate = getelementptr i64, ptr %s, i64 16
  %busy = getelementptr i64, ptr %s, i64 40
  %pair = cmpxchg ptr %busy, i32 0, i32 1 seq_cst seq_cst
  %mine = extractvalue { i32, i1 } %pair, 1
  br i1 %mine, label %publish, label %serial
serial:
  call void %fn(ptr %slots, ptr %block, i64 0, i64 %extent)
  ret void
publish:
  %next = getelementptr i64, ptr %s, i64 8
  %sleepers.at = getelementptr i64, ptr %s, i64 24
  %fn.at = getelementptr i64, ptr %s, i64 32
  %slots.at = getelementptr i64, ptr %s, i64 33
  %block.at = getelementptr i64, ptr %s, i64 34
  %extent.at = getelementptr i64, ptr %s, i64 35
  %chunk.at = getelementptr i64, ptr %s, i64 36
  %spins.at = getelementptr i64, ptr %s, i64 51
  %workers.at = getelementptr i64, ptr %s, i64 52
  store ptr %fn, ptr %fn.at
  store ptr %slots, ptr %slots.at
  store ptr %block, ptr %block.at
  store i64 %extent, ptr %extent.at
  store i64 %chunk, ptr %chunk.at
  store atomic i64 0, ptr %next monotonic, align 8
  %opened = atomicrmw or ptr %gate, i32 -2147483648 seq_cst
  %generation = atomicrmw add ptr %s, i32 1 seq_cst
  %sleepers = load atomic i32, ptr %sleepers.at seq_cst, align 4
  %asleep = icmp ne i32 %sleepers, 0
  br i1 %asleep, label %wake, label %work
wake:
  call void @keep_off(ptr %s)
  %rest = sub i64 %extent, 1
  %helpful = sdiv i64 %rest, %chunk
  %workers = load i64, ptr %workers.at
  %few = icmp slt i64 %helpful, %workers
  %count = select i1 %few, i64 %helpful, i64 %workers
  call void @futex_wake(ptr %s, ptr %s, i64 %count)
  br label %work
work:
  call void @chunks(ptr %s)
  %at.close = atomicrmw and ptr %gate, i32 2147483647 seq_cst
  %spins = load i64, ptr %spins.at
  br label %spin
spin:
  %k = phi i64 [ 0, %work ], [ %k1, %again ]
  %inside = load atomic i32, ptr %gate seq_cst, align 4
  %empty = icmp eq i32 %inside, 0
  br i1 %empty, label %done, label %again
again:
  PAUSE
  %k1 = add i64 %k, 1
  %more = icmp slt i64 %k1, %spins
  br i1 %more, label %spin, label %sleep
sleep:
  %was = atomicrmw or ptr %gate, i32 1073741824 seq_cst
  %count.in = and i32 %was, 1073741823
  %gone = icmp eq i32 %count.in, 0
  br i1 %gone, label %awake, label %wait
wait:
  %expected = or i32 %was, 1073741824
  call void @futex_wait(ptr %s, ptr %gate, i32 %expected)
  br label %sleep
awake:
  %cleared = atomicrmw and ptr %gate, i32 -1073741825 seq_cst
  br label %done
done:
  store atomic i32 0, ptr %busy release, align 4
  ret void
}

; As `steps`; counts in the status cell the runs that come to their end.
define i64 @dusk_run(ptr %slots, ptr %args, ptr %steps, i64 %n) {
entry:
  %rc = call i64 @steps(ptr %slots, ptr %args, ptr %steps, i64 %n)
  %fine = icmp eq i64 %rc, 0
  br i1 %fine, label %count, label %out
count:
  %status.at = load ptr, ptr %slots
  %done.at = getelementptr i64, ptr %status.at, i64 7
  %done0 = load i64, ptr %done.at
  %done1 = add i64 %done0, 1
  store i64 %done1, ptr %done.at
  br label %out
out:
  ret i64 %rc
}

; 0, or 1 + the index of the first step after which the status cell is not 0.
define internal i64 @steps(ptr %slots, ptr %args, ptr %steps, i64 %n) noinline {
entry:
  %status.at = load ptr, ptr %slots
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %i1, %after ]
  %left = icmp slt i64 %i, %n
  br i1 %left, label %body, label %fine
body:
  %step = getelementptr { ptr, i64, i64, i64 }, ptr %steps, i64 %i
  %index.at = getelementptr i64, ptr %step, i64 1
  %extent.at = getelementptr i64, ptr %step, i64 2
  %chunk.at = getelementptr i64, ptr %step, i64 3
  %fn = load ptr, ptr %step
  %index = load i64, ptr %index.at
  %extent = load i64, ptr %extent.at
  %chunk = load i64, ptr %chunk.at
  %block = getelementptr i64, ptr %args, i64 %index
  %whole = icmp sge i64 %chunk, %extent
  br i1 %whole, label %serial, label %split
serial:
  call void %fn(ptr %slots, ptr %block, i64 0, i64 %extent)
  br label %after
split:
  call void @dusk_parallel(ptr %fn, ptr %slots, ptr %block, i64 %extent, i64 %chunk)
  br label %after
after:
  %status = load i64, ptr %status.at
  %i1 = add i64 %i, 1
  %ok = icmp eq i64 %status, 0
  br i1 %ok, label %head, label %failed
fine:
  ret i64 0
failed:
  ret i64 %i1
}

; The pool that regions use from now on; null: none.
define void @dusk_set_pool(ptr %s) {
  store atomic ptr %s, ptr @pool release, align 8
  ret void
}
"""

_WORKER = """
; Serves regions until told to stop.
define void @dusk_worker(ptr %s) {
entry:
  %gate = getelementptr i64, ptr %s, i64 16
  %sleepers = getelementptr i64, ptr %s, i64 24
  %stop.at = getelementptr i64, ptr %s, i64 48
  %spins.at = getelementptr i64, ptr %s, i64 51
  %spins = load i64, ptr %spins.at
  %seat = call ptr @take_seat(ptr %s)
  br label %idle
idle:
  %seen = phi i32 [ 0, %entry ], [ %g, %left ]
  br label %spin
spin:
  %k = phi i64 [ 0, %idle ], [ %k1, %again ]
  %g0 = load atomic i32, ptr %s acquire, align 4
  %new0 = icmp ne i32 %g0, %seen
  br i1 %new0, label %awake, label %again
again:
  PAUSE
  %k1 = add i64 %k, 1
  %more = icmp slt i64 %k1, %spins
  br i1 %more, label %spin, label %sleep
sleep:
  %sl0 = atomicrmw add ptr %sleepers, i32 1 seq_cst
  call void @futex_wait(ptr %s, ptr %s, i32 %seen)
  %sl1 = atomicrmw sub ptr %sleepers, i32 1 seq_cst
  %g1 = load atomic i32, ptr %s acquire, align 4
  %new1 = icmp ne i32 %g1, %seen
  br i1 %new1, label %awake, label %sleep
awake:
  %g = phi i32 [ %g0, %spin ], [ %g1, %sleep ]
  call void @come_back(ptr %s, ptr %seat)
  %stop = load atomic i32, ptr %stop.at seq_cst, align 4
  %go = icmp eq i32 %stop, 0
  br i1 %go, label %enter, label %out
enter:
  %before = atomicrmw add ptr %gate, i32 1 seq_cst
  %open = icmp slt i32 %before, 0
  br i1 %open, label %work, label %leave
work:
  call void @chunks(ptr %s)
  br label %leave
leave:
  %was = atomicrmw sub ptr %gate, i32 1 seq_cst
  %last = icmp eq i32 %was, 1073741825
  br i1 %last, label %tell, label %left
tell:
  call void @futex_wake(ptr %s, ptr %gate, i64 1)
  br label %left
left:
  br label %idle
out:
  ret void
}

; Spins as workers do, to learn how long it takes.
define void @dusk_spin(ptr %s, i64 %n) {
entry:
  br label %spin
spin:
  %k = phi i64 [ 0, %entry ], [ %k1, %spin ]
  %g = load atomic i32, ptr %s acquire, align 4
  PAUSE
  %k1 = add i64 %k, 1
  %more = icmp slt i64 %k1, %n
  br i1 %more, label %spin, label %out
out:
  ret void
}

; Sends the workers back to Python.
define void @dusk_stop(ptr %s) {
  %stop.at = getelementptr i64, ptr %s, i64 48
  store atomic i32 1, ptr %stop.at seq_cst, align 4
  %g = atomicrmw add ptr %s, i32 1 seq_cst
  call void @futex_wake(ptr %s, ptr %s, i64 2147483647)
  ret void
}
"""

# what both have
_REGION = """
; Does chunks of the region until none is left.
define internal void @chunks(ptr %s) noinline {
entry:
  %next = getelementptr i64, ptr %s, i64 8
  %fn.at = getelementptr i64, ptr %s, i64 32
  %slots.at = getelementptr i64, ptr %s, i64 33
  %block.at = getelementptr i64, ptr %s, i64 34
  %extent.at = getelementptr i64, ptr %s, i64 35
  %chunk.at = getelementptr i64, ptr %s, i64 36
  %fn = load ptr, ptr %fn.at
  %slots = load ptr, ptr %slots.at
  %block = load ptr, ptr %block.at
  %extent = load i64, ptr %extent.at
  %chunk = load i64, ptr %chunk.at
  br label %take
take:
  %lo = atomicrmw add ptr %next, i64 %chunk monotonic
  %some = icmp slt i64 %lo, %extent
  br i1 %some, label %do, label %out
do:
  %end = add i64 %lo, %chunk
  %short = icmp slt i64 %end, %extent
  %hi = select i1 %short, i64 %end, i64 %extent
  call void %fn(ptr %slots, ptr %block, i64 %lo, i64 %hi)
  br label %take
out:
  ret void
}

define internal void @futex_wait(ptr %s, ptr %word, i32 %value) noinline {
  %call.at = getelementptr i64, ptr %s, i64 49
  %number.at = getelementptr i64, ptr %s, i64 50
  %call = load ptr, ptr %call.at
  %number = load i64, ptr %number.at
  %wide = zext i32 %value to i64
  %rc = call i64 (i64, ...) %call(i64 %number, ptr %word, i64 128, i64 %wide, ptr null)
  ret void
}

define internal void @futex_wake(ptr %s, ptr %word, i64 %count) noinline {
  %call.at = getelementptr i64, ptr %s, i64 49
  %number.at = getelementptr i64, ptr %s, i64 50
  %call = load ptr, ptr %call.at
  %number = load i64, ptr %number.at
  %rc = call i64 (i64, ...) %call(i64 %number, ptr %word, i64 129, i64 %count)
  ret void
}
"""
