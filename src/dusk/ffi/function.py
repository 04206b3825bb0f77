"""`dusk.ffi.function`: C functions as ops, called by their address from native programs."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from dusk.errors import NativeUnavailable
from dusk.ffi.buffers import Buffers, casting
from dusk.ffi.define import UserOp, derivatives, register
from dusk.ffi.pointers import SKIP, DType, Pointer, Signature, ctypes_of, parse, pointer
from dusk.graph import TensorType
from dusk.graph.op import REGISTRY
from dusk.kernel import expr, native
from dusk.kernel.build import run_kernel
from dusk.kernel.loops import Axis, Kernel, Operand, Store

Array = np.ndarray[Any, Any]
FEW, MANY = 64, 1 << 16  # elements from which a compiled loop pays if LLVM is loaded, and if it is not


def function(
    function: Any,
    signature: str | None = None,
    shapes: str | None = None,
    *,
    name: str | None = None,
    vjp: Callable[..., Any] | None = None,
    jvp: Callable[..., Any] | None = None,
) -> UserOp:
    """Make a C function an op, which native programs call by its address, with no Python in between.

    `function` is a ctypes or cffi function, a capsule as in Cython's `__pyx_capi__`, what `numba.cfunc` makes, a
    `scipy.LowLevelCallable`, or an address. `signature` is its declaration in C, where that is not known:
    `"double (double, int)"`, `"void scale(const double *x, double *y, int64_t n, double by)"`.

    **Of numbers** (`double f(double, ...)`): an op element by element, called in the loops of fused kernels. Arrays
    broadcast; they are cast only where nothing is lost.

    **Of buffers**: `shapes` names the pointers and their sizes, `"a[m, n], x[n] -> y[m]"`: arrays that are read, in C
    order, then those that are written (sizes may be worked out: `y[n - 1]`). Names are those in the signature; without
    names pointers come in this order. Integers of the names of sizes get these, other numbers are keyword parameters of
    the op; either may be passed by address, as Fortran does. What the function returns is its last result, if no
    pointer is left for that; else it should be 0: any other number raises ForeignError.

    It must depend on its arguments only, and be safe to call from several threads and without the interpreter lock,
    which it may take: a `CFUNCTYPE` of a Python function works, slowly. A `PYFUNCTYPE` is called with the lock held, as
    a host step. `vjp` and `jvp` are as in `dusk.op`. Where no native code can be built it is called through ctypes.
    Raises TypeError for what is no C function, and for a signature that is unknown, not understood or another one.

    >>> import ctypes, dusk, dusk.numpy as np
    >>> libm = ctypes.CDLL(None)
    >>> cbrt = dusk.ffi.function(libm.cbrt, "double (double)", vjp=lambda g, y, x: g / (3 * y * y))
    >>> cbrt(np.array([1.0, 8.0])), dusk.grad(cbrt)(8.0)
    (array([1., 2.]), np.float64(0.08333333333333333))
    """
    found = pointer(function)
    if signature is not None:
        given = parse(signature)
        known = found.signature
        if known is not None and str(_visible(known)) != str(_visible(given)):
            raise TypeError(f"signature= says {given}, the function is {known}")
        hidden = known is not None and len(known.arguments) > len(given.arguments)
        found = replace(found, signature=known if hidden else given)
    if found.signature is None:
        raise TypeError(f"what {function!r} takes is not known: give signature=, as in 'double (double, int)'")
    label = name or found.signature.name or getattr(function, "__name__", "").strip("<>") or "function"
    taken = REGISTRY.get(label)
    if name is None and taken is not None and not taken.users:
        label = f"foreign_{label}"
    if shapes is not None or any(a.pointer for a in found.signature.arguments) or found.signature.result is None:
        return Buffers.of(label, found, shapes).op(derivatives(label, vjp, jvp))
    return _elementwise(label, found, derivatives(label, vjp, jvp))


def _visible(signature: Signature) -> Signature:
    return signature._replace(arguments=tuple([a for a in signature.arguments if a.name != SKIP]))


def _elementwise(name: str, found: Pointer, rules: dict[str, Any]) -> UserOp:
    """An op that calls a function of numbers for each element."""
    assert found.signature is not None and found.signature.result is not None
    result, visible = found.signature.result, _visible(found.signature).arguments
    dtypes = [a.dtype for a in visible]
    hidden = len(found.signature.arguments) > len(visible)
    if not dtypes:
        raise TypeError(f"{name} takes no numbers: an op is made of its arguments")

    def infer(*types: TensorType) -> TensorType:
        return types[0].with_(dtype=result)

    def lower(k: Any, index: Any, *operands: Any) -> Any:
        given = [x(index) for x in operands]
        return k.call(k.const(found.address), [*given, *([k.const(0, np.int32)] if hidden else [])], result)

    called = _ctypes_loop(found, [a.dtype for a in found.signature.arguments], len(dtypes))
    looped = _kernel_loop(found.address, dtypes, result, hidden)

    def body(*xs: Array) -> Array:
        shape = np.broadcast_shapes(*(x.shape for x in xs))
        flat = [np.ascontiguousarray(np.broadcast_to(x, shape)).reshape(-1) for x in xs]
        out = np.empty(flat[0].size, result)
        fast = not found.locked and out.size > (FEW if native.started() else MANY)
        if not fast or not looped(flat, out):
            called(flat, out)
        return out.reshape(shape)

    kind = inspect.Parameter.POSITIONAL_ONLY
    names = [a.name if a.name.isidentifier() else f"x{i}" for i, a in enumerate(visible, 1)]
    signature = inspect.Signature([inspect.Parameter(n, kind) for n in names])
    given: dict[str, Any] = {"infer": infer, "broadcasts": True, "promote": casting(name, dtypes), **rules}
    if not found.locked:
        given["lower"] = lower
    made = register(name, body, signature, f"The C function `{found.signature}` of each element.", **given)
    return UserOp(made.body, made, at_once=found.locked)


def _ctypes_loop(found: Pointer, dtypes: Sequence[DType], visible: int) -> Callable[[Sequence[Array], Array], None]:
    """What calls a function through ctypes for each element."""
    entry = found.entry([ctypes_of(d) for d in dtypes])
    rest = (0,) * (len(dtypes) - visible)

    def called(flat: Sequence[Array], out: Array) -> None:
        columns = [x.tolist() for x in flat]
        for i, values in enumerate(zip(*columns, strict=True)):
            out[i] = entry(*values, *rest)

    return called


def _kernel_loop(
    address: int, dtypes: Sequence[DType], result: DType, hidden: bool
) -> Callable[[Sequence[Array], Array], bool]:
    """What calls a function for each element in a kernel; it tells whether one could be built."""
    at = (expr.axis(0),)
    given = [expr.load(i, at, d) for i, d in enumerate(dtypes)] + ([expr.const(0, np.int32)] if hidden else [])
    operands = tuple([Operand(d, (1,)) for d in (*dtypes, result)])
    value = expr.call(expr.param(0), given, result)
    kernel = Kernel((Axis("parallel"),), operands, (), (Store(len(dtypes), at, value),), 1)

    def looped(flat: Sequence[Array], out: Array) -> bool:
        try:
            run_kernel(kernel, [*flat, out], [out.size], [address])
        except (NativeUnavailable, NotImplementedError):
            return False
        return True

    return looped
