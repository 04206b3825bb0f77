"""Ops from outside: functions of Python, of C and of other frameworks as ops of Dusk's graphs."""

from dusk.ffi.define import UserOp, op

__all__ = ["UserOp", "op"]
