"""Ops from outside: functions of Python, of C and of other frameworks as ops of Dusk's graphs."""

from dusk.ffi.define import UserOp, op
from dusk.ffi.function import function

__all__ = ["UserOp", "function", "op"]
