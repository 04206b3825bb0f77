"""Further names of Autograd's, with Autograd's signatures."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from dusk import ops
from dusk.array import as_handle
from dusk.gradients.linear import jvp
from dusk.gradients.matrices import Argnum, chosen
from dusk.gradients.reverse import grad
from dusk.record import record


def grad_and_aux(function: Callable[..., Any], argnum: Argnum = 0) -> Callable[..., Any]:
    """A function that gives `(gradient, aux)` where `function` gives `(scalar, aux)`.

    >>> import dusk
    >>> dusk.grad_and_aux(lambda x: (x**2, "aux"))(3.0)
    (np.float64(6.0), 'aux')
    """
    return grad(function, argnum, has_aux=True)


def grad_named(function: Callable[..., Any], argname: str) -> Callable[..., Any]:
    """The gradient with respect to the positional argument of that name (ValueError: there is none).

    >>> import dusk
    >>> dusk.grad_named(lambda x, y: x * y**2, "y")(3.0, 2.0)
    np.float64(12.0)
    """
    names = [*inspect.signature(function).parameters]
    if argname not in names:
        raise ValueError(f"there is no argument {argname!r} among {', '.join(names)}")
    return grad(function, names.index(argname))


def multigrad_dict(function: Callable[..., Any]) -> Callable[..., Any]:
    """The gradients with respect to all arguments at once, as a dict from their names to gradients; those of `*args`
    are a tuple, those of `**kwargs` a dict.

    >>> import dusk
    >>> dusk.multigrad_dict(lambda x, y: x * y)(3.0, 2.0)
    {'x': np.float64(2.0), 'y': np.float64(3.0)}
    """
    signature = inspect.signature(function)

    def of_dict(given: dict[str, Any]) -> Any:
        bound = inspect.BoundArguments(signature, given)  # type: ignore[arg-type]
        return function(*bound.args, **bound.kwargs)

    gradient = grad(of_dict)

    def gradients(*args: Any, **kwargs: Any) -> dict[str, Any]:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        return gradient(dict(bound.arguments))

    return gradients


def holomorphic_grad(function: Callable[..., Any], argnum: Argnum = 0) -> Callable[..., Any]:
    """The complex derivative of a holomorphic function of complex numbers, which gives one.

    The gradient of the real part, df/dRe - i df/dIm, is by the Cauchy-Riemann equations the derivative. An argument
    that is not complex is warned of.

    >>> import dusk
    >>> dusk.holomorphic_grad(lambda z: z**2)(1 + 2j)
    np.complex128(2+4j)
    """

    def real_part(*args: Any, **kwargs: Any) -> Any:
        return record(ops.real, (as_handle(function(*args, **kwargs)),), {})

    gradient = grad(real_part, argnum)

    def derivative(*args: Any, **kwargs: Any) -> Any:
        _, primals = chosen(function, argnum, args, kwargs)
        if any(as_handle(x).dtype.kind != "c" for x in primals):
            warnings.warn("the argument of a holomorphic function's derivative is not complex", stacklevel=2)
        return gradient(*args, **kwargs)

    return derivative


def deriv(function: Callable[..., Any], argnum: int = 0) -> Callable[..., Any]:
    """The derivative of a function of one number, of whatever shape its result is: forward, along 1.

    For an array argument all its elements move together.

    >>> import dusk, dusk.numpy as np
    >>> dusk.deriv(lambda t: np.stack([t, t**2]))(3.0)
    array([1., 6.])
    """

    def derivative(*args: Any, **kwargs: Any) -> Any:
        of_this, (x,) = chosen(function, (argnum,), args, kwargs)
        handle = as_handle(x)
        return jvp(of_this, (x,), (np.ones(handle.shape, handle.dtype),))[1]

    return derivative
