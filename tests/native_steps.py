"""Native functions that tests use as steps, and tables of steps for them."""

from __future__ import annotations

import numpy as np
import pytest

from dusk.backends import runtime
from dusk.kernel import native

needs_native = pytest.mark.skipif(not native.available(), reason="native code cannot be built here")

TEXT = """
; args: slot. Adds 1 to each word of [lo, hi).
define void @count(ptr %slots, ptr %args, i64 %lo, i64 %hi) {
entry:
  %slot = load i64, ptr %args
  %at = getelementptr ptr, ptr %slots, i64 %slot
  %data = load ptr, ptr %at
  br label %head
head:
  %i = phi i64 [ %lo, %entry ], [ %i1, %body ]
  %more = icmp slt i64 %i, %hi
  br i1 %more, label %body, label %out
body:
  %word = getelementptr i64, ptr %data, i64 %i
  %old = atomicrmw add ptr %word, i64 1 monotonic
  %i1 = add i64 %i, 1
  br label %head
out:
  ret void
}

; args: slot, factor, summand. word 0 of the slot = word 0 * factor + summand.
define void @affine(ptr %slots, ptr %args, i64 %lo, i64 %hi) {
  %factor.at = getelementptr i64, ptr %args, i64 1
  %summand.at = getelementptr i64, ptr %args, i64 2
  %slot = load i64, ptr %args
  %factor = load i64, ptr %factor.at
  %summand = load i64, ptr %summand.at
  %at = getelementptr ptr, ptr %slots, i64 %slot
  %data = load ptr, ptr %at
  %old = load i64, ptr %data
  %scaled = mul i64 %old, %factor
  %new = add i64 %scaled, %summand
  store i64 %new, ptr %data
  ret void
}

; args: index, failure. The part that holds the index puts the failure into the status cell.
define void @guard(ptr %slots, ptr %args, i64 %lo, i64 %hi) {
entry:
  %failure.at = getelementptr i64, ptr %args, i64 1
  %index = load i64, ptr %args
  %failure = load i64, ptr %failure.at
  %from = icmp sle i64 %lo, %index
  %to = icmp slt i64 %index, %hi
  %here = and i1 %from, %to
  br i1 %here, label %fail, label %out
fail:
  %status = load ptr, ptr %slots
  store i64 %failure, ptr %status
  br label %out
out:
  ret void
}

; args: slot, guests, patience. Each part adds 1 to word 0 and waits until it is `guests`, or for so many looks; those
; who gave up add 1 to word 1.
define void @meet(ptr %slots, ptr %args, i64 %lo, i64 %hi) {
entry:
  %guests.at = getelementptr i64, ptr %args, i64 1
  %patience.at = getelementptr i64, ptr %args, i64 2
  %slot = load i64, ptr %args
  %guests = load i64, ptr %guests.at
  %patience = load i64, ptr %patience.at
  %at = getelementptr ptr, ptr %slots, i64 %slot
  %data = load ptr, ptr %at
  %lost = getelementptr i64, ptr %data, i64 1
  %came = atomicrmw add ptr %data, i64 1 seq_cst
  br label %look
look:
  %k = phi i64 [ 0, %entry ], [ %k1, %again ]
  %now = load atomic i64, ptr %data seq_cst, align 8
  %all = icmp sge i64 %now, %guests
  br i1 %all, label %out, label %again
again:
  %k1 = add i64 %k, 1
  %more = icmp slt i64 %k1, %patience
  br i1 %more, label %look, label %late
late:
  %old = atomicrmw add ptr %lost, i64 1 seq_cst
  br label %out
out:
  ret void
}
"""


class Table:
    """A program under construction: `words` is slot 1, `status` slot 0."""

    def __init__(self, words: int) -> None:
        self.status = np.zeros(8, np.int64)
        self.words = np.zeros(words, np.int64)
        self.slots = np.array([self.status.ctypes.data, self.words.ctypes.data], np.int64)
        self.args: list[int] = []
        self.steps: list[tuple[int, int, int, int]] = []

    def step(self, name: str, *args: int, extent: int = 1, chunk: int = 1) -> Table:
        self.steps.append((native.function(name, TEXT), len(self.args), extent, chunk))
        self.args += args
        return self

    def addresses(self) -> tuple[int, int, int, int]:
        self.args_array = np.array([*self.args, 0], np.int64)
        self.steps_array = np.array(self.steps, np.int64).reshape(-1, 4)
        return (
            self.slots.ctypes.data,
            self.args_array.ctypes.data,
            self.steps_array.ctypes.data,
            len(self.steps),
        )

    def run(self, release: bool = True) -> int:
        return runtime.run(*self.addresses(), release=release)
