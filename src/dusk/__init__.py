"""Dusk: NumPy that takes flight when a value is looked at."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

# at once, and by these names: importing a submodule binds its module here, and the objects are meant
from dusk.config import config, policy

if TYPE_CHECKING:
    from dusk import data, errors, ffi, kvstore, nn, numpy, optim, random, reports, symbol, testing, train
    from dusk.devices import cpu, cuda, current_device, device
    from dusk.ffi import op
    from dusk.front import checkpoint, compile, costs, data_parallel, load, memory_report, rewrite
    from dusk.gradients import (
        custom_gradient,
        defjvp,
        defvjp,
        deriv,
        elementwise_grad,
        grad,
        grad_and_aux,
        grad_named,
        hessian,
        hessian_tensor_product,
        hessian_vector_product,
        holomorphic_grad,
        hvp,
        jacobian,
        jvp,
        make_ggnvp,
        make_hvp,
        make_jvp,
        make_vjp,
        multigrad_dict,
        no_grad,
        primitive,
        stop_gradient,
        tensor_jacobian_product,
        value_and_grad,
        vector_jacobian_product,
        vjp,
        vmap,
    )
    from dusk.record.op_hooks import op_hook
    from dusk.record.op_times import OpTimes, print_op
    from dusk.tracing.control import cond, fori_loop, scan, switch, while_loop
    from dusk.values import eval, list_devices, memory_in_use, stats, wait

__version__ = "0.1.0"

__all__ = [
    "OpTimes",
    "checkpoint",
    "compile",
    "cond",
    "config",
    "costs",
    "cpu",
    "cuda",
    "current_device",
    "custom_gradient",
    "data",
    "data_parallel",
    "defjvp",
    "defvjp",
    "deriv",
    "device",
    "elementwise_grad",
    "errors",
    "eval",
    "ffi",
    "fori_loop",
    "grad",
    "grad_and_aux",
    "grad_named",
    "hessian",
    "hessian_tensor_product",
    "hessian_vector_product",
    "holomorphic_grad",
    "hvp",
    "jacobian",
    "jvp",
    "kvstore",
    "list_devices",
    "load",
    "make_ggnvp",
    "make_hvp",
    "make_jvp",
    "make_vjp",
    "memory_in_use",
    "memory_report",
    "multigrad_dict",
    "nn",
    "no_grad",
    "numpy",
    "op",
    "op_hook",
    "optim",
    "policy",
    "primitive",
    "print_op",
    "random",
    "reports",
    "rewrite",
    "scan",
    "stats",
    "stop_gradient",
    "switch",
    "symbol",
    "tensor_jacobian_product",
    "testing",
    "train",
    "value_and_grad",
    "vector_jacobian_product",
    "vjp",
    "vmap",
    "wait",
    "while_loop",
]

_MODULES = frozenset(
    ("data", "errors", "ffi", "kvstore", "nn", "numpy", "optim", "random", "reports", "symbol", "testing", "train")
)
_HOMES = {
    "dusk.front": ("checkpoint", "compile", "costs", "data_parallel", "load", "memory_report", "rewrite"),
    "dusk.devices": ("cpu", "cuda", "current_device", "device"),
    "dusk.values": ("eval", "list_devices", "memory_in_use", "stats", "wait"),
    "dusk.ffi": ("op",),
    "dusk.record.op_hooks": ("op_hook",),
    "dusk.record.op_times": ("OpTimes", "print_op"),
    "dusk.tracing.control": ("cond", "fori_loop", "scan", "switch", "while_loop"),
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'dusk' has no attribute {name!r}")
    if name in _MODULES:
        return importlib.import_module(f"dusk.{name}")
    home = next((home for home, names in _HOMES.items() if name in names), "dusk.gradients")
    found = getattr(importlib.import_module(home), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
