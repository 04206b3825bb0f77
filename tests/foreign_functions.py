"""A library of C functions for tests, compiled by LLVM from IR text: no C compiler is needed."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest

from dusk.kernel import native

needs_native = pytest.mark.skipif(not native.available(), reason="native code cannot be built here")

TEXT = """
; void outer(const double *x, const double *y, double *out, int64_t m, int64_t n)
define void @test_outer(ptr %x, ptr %y, ptr %out, i64 %m, i64 %n) {
entry:
  %size = mul i64 %m, %n
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %i1, %body ]
  %more = icmp slt i64 %i, %size
  br i1 %more, label %body, label %out.
body:
  %r = sdiv i64 %i, %n
  %c = srem i64 %i, %n
  %x.at = getelementptr double, ptr %x, i64 %r
  %y.at = getelementptr double, ptr %y, i64 %c
  %o.at = getelementptr double, ptr %out, i64 %i
  %a = load double, ptr %x.at
  %b = load double, ptr %y.at
  %ab = fmul double %a, %b
  store double %ab, ptr %o.at
  %i1 = add i64 %i, 1
  br label %head
out.:
  ret void
}

; int scaled(const float *x, float *out, int n, float by): 7 where an element is negative
define i32 @test_scaled(ptr %x, ptr %out, i32 %n, float %by) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i1, %store ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %fine
body:
  %x.at = getelementptr float, ptr %x, i32 %i
  %o.at = getelementptr float, ptr %out, i32 %i
  %a = load float, ptr %x.at
  %bad = fcmp olt float %a, 0.0
  br i1 %bad, label %fail, label %store
store:
  %ab = fmul float %a, %by
  store float %ab, ptr %o.at
  %i1 = add i32 %i, 1
  br label %head
fine:
  ret i32 0
fail:
  ret i32 7
}

; double first(const int *n, const double *x): the last of n elements
define double @test_last(ptr %n, ptr %x) {
  %size = load i32, ptr %n
  %last = sub i32 %size, 1
  %x.at = getelementptr double, ptr %x, i32 %last
  %a = load double, ptr %x.at
  ret double %a
}

; void steps(const double *x, double *rises, short *signs, int64_t n)
define void @test_steps(ptr %x, ptr %rises, ptr %signs, i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 1, %entry ], [ %i1, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %out.
body:
  %j = sub i64 %i, 1
  %x.at = getelementptr double, ptr %x, i64 %i
  %y.at = getelementptr double, ptr %x, i64 %j
  %r.at = getelementptr double, ptr %rises, i64 %j
  %s.at = getelementptr i16, ptr %signs, i64 %j
  %a = load double, ptr %x.at
  %b = load double, ptr %y.at
  %d = fsub double %a, %b
  %up = fcmp ogt double %d, 0.0
  %s = select i1 %up, i16 1, i16 -1
  store double %d, ptr %r.at
  store i16 %s, ptr %s.at
  %i1 = add i64 %i, 1
  br label %head
out.:
  ret void
}

; short mixed(short a, unsigned char b, float c)
define i16 @test_mixed(i16 signext %a, i8 zeroext %b, float %c) {
  %b16 = zext i8 %b to i16
  %c16 = fptosi float %c to i16
  %ab = mul i16 %a, %b16
  %abc = add i16 %ab, %c16
  ret i16 %abc
}
"""


def address(name: str) -> int:
    """Where a function of the library is."""
    return native.function(f"test_{name}", TEXT)


def libm() -> Any:
    """The C library's mathematics."""
    return ctypes.CDLL(None)
