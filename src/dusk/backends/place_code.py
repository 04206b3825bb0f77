"""The LLVM IR by which a pool's workers wake up on other CPUs than their caller's.

Linux may wake a worker that has slept for long on the CPU of the caller, and move it only milliseconds later: until
then a region takes as long as on one thread. So the caller keeps the workers that it wakes off its CPU, and each of
them allows itself again all CPUs that it was allowed before, as soon as it is up. Threads that are not the pool's are
left alone. A worker's seat in the state (its layout: `runtime_code`) says whether it is being kept off: only the caller
sets that word, only the worker clears it.
"""

from __future__ import annotations

SEATS = 7  # workers beyond are woken wherever Linux likes: in a large machine it finds other CPUs
SEAT_WORDS = 24
FIRST_SEAT = 64
NUMBERS = 53  # words with the numbers of gettid, getcpu, sched_getaffinity and sched_setaffinity
TAKEN = 57

_CALL = """
define internal i64 @system(ptr %s, i64 %which, i64 %a, i64 %b, ptr %c) noinline {
  %call.at = getelementptr i64, ptr %s, i64 49
  %number.at = getelementptr i64, ptr %s, i64 %which
  %call = load ptr, ptr %call.at
  %number = load i64, ptr %number.at
  %rc = call i64 (i64, ...) %call(i64 %number, i64 %a, i64 %b, ptr %c)
  ret i64 %rc
}
"""

CALLER = (
    _CALL
    + """
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; Keeps the workers that are about to be woken off this CPU.
define internal void @keep_off(ptr %s) noinline {
entry:
  %cpu.at = alloca i32
  %mask.at = alloca [16 x i64]
  %cpu.address = ptrtoint ptr %cpu.at to i64
  store i32 1024, ptr %cpu.at
  %rc = call i64 @system(ptr %s, i64 54, i64 %cpu.address, i64 0, ptr null)
  %cpu = load i32, ptr %cpu.at
  %known = icmp ult i32 %cpu, 1024
  %word = lshr i32 %cpu, 6
  %low = and i32 %cpu, 63
  %shift = zext i32 %low to i64
  %bit = shl i64 1, %shift
  %others = xor i64 %bit, -1
  %taken.at = getelementptr i64, ptr %s, i64 57
  %taken = load atomic i64, ptr %taken.at seq_cst, align 8
  %few = icmp slt i64 %taken, SEATS
  %n = select i1 %few, i64 %taken, i64 SEATS
  br i1 %known, label %head, label %out
head:
  %i = phi i64 [ 0, %entry ], [ %i1, %after ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %look, label %out
look:
  %offset = mul i64 %i, 24
  %place = add i64 %offset, 64
  %seat = getelementptr i64, ptr %s, i64 %place
  %off.at = getelementptr i64, ptr %seat, i64 1
  %own.at = getelementptr i64, ptr %seat, i64 2
  %thread = load atomic i64, ptr %seat seq_cst, align 8
  %off = load atomic i64, ptr %off.at seq_cst, align 8
  %there = icmp ne i64 %thread, 0
  %free = icmp eq i64 %off, 0
  %may = and i1 %there, %free
  br i1 %may, label %read, label %after
read:
  %size = call i64 @system(ptr %s, i64 55, i64 %thread, i64 128, ptr %own.at)
  %given = icmp sgt i64 %size, 0
  br i1 %given, label %narrow, label %after
narrow:
  call void @llvm.memcpy.p0.p0.i64(ptr %mask.at, ptr %own.at, i64 128, i1 false)
  %at = getelementptr i64, ptr %mask.at, i32 %word
  %old = load i64, ptr %at
  %new = and i64 %old, %others
  store i64 %new, ptr %at
  %same = icmp eq i64 %old, %new
  br i1 %same, label %after, label %set
set:
  %failed = call i64 @system(ptr %s, i64 56, i64 %thread, i64 128, ptr %mask.at)  ; as it does if no CPU is left
  %done = icmp eq i64 %failed, 0
  br i1 %done, label %tell, label %after
tell:
  store atomic i64 1, ptr %off.at seq_cst, align 8
  br label %after
after:
  %i1 = add i64 %i, 1
  br label %head
out:
  ret void
}
"""
).replace("SEATS", str(SEATS))

WORKER = (
    _CALL
    + """
; A seat for this worker; null where none is left.
define internal ptr @take_seat(ptr %s) noinline {
entry:
  %taken.at = getelementptr i64, ptr %s, i64 57
  %i = atomicrmw add ptr %taken.at, i64 1 seq_cst
  %some = icmp slt i64 %i, SEATS
  br i1 %some, label %take, label %none
take:
  %offset = mul i64 %i, 24
  %place = add i64 %offset, 64
  %seat = getelementptr i64, ptr %s, i64 %place
  %thread = call i64 @system(ptr %s, i64 53, i64 0, i64 0, ptr null)
  store atomic i64 %thread, ptr %seat seq_cst, align 8
  ret ptr %seat
none:
  ret ptr null
}

; Allows this worker the CPUs that it was allowed before it was kept off one.
define internal void @come_back(ptr %s, ptr %seat) {
entry:
  %none = icmp eq ptr %seat, null
  br i1 %none, label %out, label %look
look:
  %off.at = getelementptr i64, ptr %seat, i64 1
  %off = load atomic i64, ptr %off.at seq_cst, align 8
  %free = icmp eq i64 %off, 0
  br i1 %free, label %out, label %set
set:
  %own.at = getelementptr i64, ptr %seat, i64 2
  %rc = call i64 @system(ptr %s, i64 56, i64 0, i64 128, ptr %own.at)
  store atomic i64 0, ptr %off.at seq_cst, align 8
  br label %out
out:
  ret void
}
"""
).replace("SEATS", str(SEATS))
