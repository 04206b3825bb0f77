"""Ops from outside: functions of Python, of C and of other frameworks as ops of Dusk's graphs."""

from dusk.ffi.define import UserOp, op
from dusk.ffi.frameworks import jax, torch
from dusk.ffi.function import function
from dusk.ffi.libraries import Library, installed, load

__all__ = ["Library", "UserOp", "function", "installed", "jax", "load", "op", "torch"]
