"""Functions of PyTorch and of JAX as ops: values go over by DLPack, derivatives are those of the framework."""

from __future__ import annotations

import functools
import importlib
import inspect
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from dusk.ffi import rules
from dusk.ffi.buffers import address_of
from dusk.ffi.define import UserOp, register
from dusk.graph import Op, TensorType, Value
from dusk.graph.op import freeze

Array = np.ndarray[Any, Any]
Function = Callable[..., Any]


class Framework(Protocol):
    """What an op needs to know of a framework; functions are of its tensors, and give one or several."""

    def types(self, function: Function, types: Sequence[TensorType]) -> Any:
        """What a function gives: an object or several with `shape` and `dtype`."""
        ...

    def call(self, function: Function, arrays: Sequence[Array]) -> Any:
        """What a function gives, as NumPy arrays."""
        ...

    def adjoint(self, function: Function, n: int) -> Function:
        """The function of n arguments and cotangents of its results that gives those of its inexact arguments."""
        ...

    def mapped(self, function: Function, axes: tuple[int | None, ...]) -> Function:
        """The function over axis 0 of some arguments."""
        ...


class _Memory:
    """Lets frameworks take arrays over that are marked as read-only: they do not write to them."""

    def __init__(self, array: Array) -> None:
        self.__array_interface__ = {**array.__array_interface__, "data": (address_of(array), False)}
        self.array = array


def _open(x: Any, dense: bool = False) -> Array:
    """An array that a framework can take over: `dense` ones in C order, others in any without negative steps."""
    array: Array = np.asarray(x)
    if not array.flags.c_contiguous and (dense or any(step < 0 for step in array.strides)):
        return array.copy()
    return array if array.flags.writeable else np.asarray(_Memory(array))


class _Torch:
    @property
    def torch(self) -> Any:
        return importlib.import_module("torch")

    def types(self, function: Function, types: Sequence[TensorType]) -> Any:
        torch = self.torch
        fake = importlib.import_module("torch._subclasses.fake_tensor").FakeTensorMode(allow_non_fake_inputs=True)
        with fake, torch.no_grad():
            made = function(*[torch.empty(t.shape, dtype=getattr(torch, str(t.dtype))) for t in types])
        several = type(made) in (tuple, list)
        found = [
            (tuple(t.shape), np.dtype(str(t.dtype).removeprefix("torch."))) for t in (made if several else (made,))
        ]
        return found if several else found[0]

    def call(self, function: Function, arrays: Sequence[Array]) -> Any:
        torch = self.torch
        with torch.no_grad():
            made = function(*[torch.from_dlpack(_open(x)) for x in arrays])
        if type(made) in (tuple, list):
            return tuple([self._array(t) for t in made])
        return self._array(made)

    def _array(self, tensor: Any) -> Array:
        return np.from_dlpack(tensor.detach().resolve_conj().resolve_neg())

    def adjoint(self, function: Function, n: int) -> Function:
        torch = self.torch

        def adjoint(*given: Any) -> Any:
            inner = any(x.requires_grad for x in given)  # it is differentiated itself
            with torch.enable_grad():
                xs = [x if x.requires_grad or not _inexact(x) else x.detach().requires_grad_() for x in given[:n]]
                made = function(*xs)
                pairs = list(zip(made if type(made) in (tuple, list) else (made,), given[n:], strict=True))
                pairs = [(y, g) for y, g in pairs if y.requires_grad]
                wanted = [x for x in xs if x.requires_grad and _inexact(x)]
                found = [None] * len(wanted)
                if pairs:
                    ys, gs = zip(*pairs, strict=True)
                    found = torch.autograd.grad(ys, wanted, gs, create_graph=inner, allow_unused=True)
            return tuple([torch.zeros_like(x) if d is None else d for x, d in zip(wanted, found, strict=True)])

        def _inexact(x: Any) -> bool:
            return x.is_floating_point() or x.is_complex()

        return adjoint

    def mapped(self, function: Function, axes: tuple[int | None, ...]) -> Function:
        return self.torch.func.vmap(function, axes)


class _Jax:
    @property
    def jax(self) -> Any:
        return importlib.import_module("jax")

    def wide(self) -> Any:
        """As NumPy has them: numbers of 64 bits stay so."""
        home = self.jax if hasattr(self.jax, "enable_x64") else importlib.import_module("jax.experimental")
        return home.enable_x64(True)

    def types(self, function: Function, types: Sequence[TensorType]) -> Any:
        with self.wide():
            made = self.jax.eval_shape(function, *[self.jax.ShapeDtypeStruct(t.shape, t.dtype) for t in types])
        return list(made) if type(made) in (tuple, list) else made

    def call(self, function: Function, arrays: Sequence[Array]) -> Any:
        with self.wide():
            given = [self.jax.numpy.from_dlpack(_open(x, dense=True)) for x in arrays]
            made = _jitted(function)(*given)
            return tuple(map(np.asarray, made)) if type(made) in (tuple, list) else np.asarray(made)

    def adjoint(self, function: Function, n: int) -> Function:
        jax = self.jax

        def inexact(x: Any) -> bool:
            return jax.numpy.issubdtype(x.dtype, np.inexact)

        def adjoint(*given: Any) -> Any:
            moving = [i for i in range(n) if inexact(given[i])]

            def part(*xs: Any) -> Any:
                full = list(given[:n])
                for i, x in zip(moving, xs, strict=True):
                    full[i] = x
                made = function(*full)
                return [y for y in (made if type(made) in (tuple, list) else (made,)) if inexact(y)]

            _, pull = jax.vjp(part, *[given[i] for i in moving])
            return tuple(pull([g for g in given[n:] if inexact(g)]))

        return adjoint

    def mapped(self, function: Function, axes: tuple[int | None, ...]) -> Function:
        return self.jax.vmap(function, axes)


@functools.lru_cache(maxsize=256)
def _jitted(function: Function) -> Function:
    return _Jax().jax.jit(function)


def torch(function: Function, *, name: str | None = None) -> UserOp:
    """Make a function of PyTorch tensors an op: its arguments go over by DLPack without a copy, and may not be written
    to; keyword-only arguments are parameters. Types are found by running it on fake tensors, derivatives of any order
    by `torch.autograd`, maps by `torch.func.vmap`. It is a host step of programs, called with the lock held.

    Parameters of modules are arguments like others: pass them to `torch.func.functional_call`.
    Raises ImportError without PyTorch; at the call what `function` raises.
    """
    return _imported(_Torch(), name or _named(function, "torch"), function)


def jax(function: Function, *, name: str | None = None) -> UserOp:
    """Make a function of JAX arrays an op, compiled by `jax.jit`: its arguments go over by DLPack, without a copy where
    they are aligned as JAX wants them; keyword-only arguments are parameters. Types are found by `jax.eval_shape`,
    derivatives of any order by `jax.vjp`, maps by `jax.vmap`. It is a host step of programs.

    Raises ImportError without JAX; at the call what `function` raises.
    """
    return _imported(_Jax(), name or _named(function, "jax"), function)


def _named(function: Function, framework: str) -> str:
    return f"{framework}_{getattr(function, '__name__', type(function).__name__).strip('<>')}"


def _imported(framework: Framework, name: str, function: Function) -> UserOp:
    made = _op(framework, name, function)
    return UserOp(function, made, at_once=True)


def _op(framework: Framework, name: str, function: Function) -> Op:
    """The record of a framework's function; those of its derivatives and maps are made where they are asked for."""

    @functools.lru_cache(maxsize=256)
    def bound(params: Any) -> Function:
        return functools.partial(function, **dict(params)) if params else function

    @functools.lru_cache(maxsize=256)
    def typed(types: tuple[TensorType, ...], params: Any) -> Any:
        return rules.typed(framework.types(bound(params), types), types)

    def infer(*types: TensorType, **params: Any) -> Any:
        rules.need_static(name, types)
        return typed(types, freeze(params))

    def body(*xs: Array, **params: Any) -> Any:
        kinds = typed(tuple([TensorType(np.shape(x), x.dtype) for x in xs]), freeze(params))
        return rules.checked(name, framework.call(bound(freeze(params)), xs), kinds)

    @functools.lru_cache(maxsize=16)
    def adjoint(n: int, params: Any) -> Op:
        return _op(framework, f"{name}_vjp", framework.adjoint(bound(params), n))

    @functools.lru_cache(maxsize=64)
    def mapped(axes: tuple[int | None, ...], params: Any) -> Op:
        return _op(framework, f"{name}_mapped", framework.mapped(bound(params), axes))

    def vjp(g: Any, out: Any, *inputs: Value, **params: Any) -> tuple[Value | None, ...]:
        given = (g,) if isinstance(g, Value) else g
        made: Any = adjoint(len(inputs), freeze(params))(*inputs, *given)
        found = iter((made,) if isinstance(made, Value) else made)
        return tuple([next(found) if x.dtype.kind in "fc" else None for x in inputs])

    def batch(axes: tuple[int | None, ...], *inputs: Value, **params: Any) -> Any:
        return mapped(axes, freeze(params))(*inputs)

    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        signature = inspect.Signature([inspect.Parameter("xs", inspect.Parameter.VAR_POSITIONAL)])
    doc = inspect.getdoc(function) or ""
    return register(name, body, signature, doc, infer=infer, vjp=vjp, batch=batch)
