"""Reverse-mode gradients of functions: their calls are recorded as they run, then one more entry, the gradient."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle, export, is_array, scalar, share
from dusk.errors import GradientError
from dusk.graph.provenance import Origin, describe, here
from dusk.record import (
    Context,
    Handle,
    follow,
    leaves_of,
    local,
    record,
    record_gradients,
    root_of,
    run_pending,
    several,
)
from dusk.record.left import tell_left
from dusk.tracing.calls import read
from dusk.tree import Attributes, flatten, unflatten


def numbers_of(argnum: Any, argnums: Any) -> Any:
    """The argument number(s), be they given by Autograd's name or by JAX's (TypeError: neither numbers)."""
    found = argnum if argnums is None else argnums
    if not isinstance(found, int):
        if isinstance(found, str) or not all(isinstance(n, int) for n in found):
            raise TypeError(f"arguments are named by their numbers, not by {found!r} (called at {describe(here())})")
        return tuple(found)
    return found


def value_and_grad(
    function: Callable[..., Any],
    argnum: int | Sequence[int] = 0,
    has_aux: bool = False,
    *,
    argnums: int | Sequence[int] | None = None,
) -> Callable[..., Any]:
    """A function that gives `function`'s value and its gradient with respect to the argument(s) `argnum`.

    An argument may be an array, a number, or a tree of them (dicts, lists, tuples); its gradient has the same
    structure, shapes and dtypes, and is NumPy's own array where the argument is, so that what computes in NumPy (as
    `scipy.optimize` does) goes on there (`argnums` is another name of `argnum`). The gradient with respect to a model
    of `dusk.nn` is a dict: of its trained arrays' gradients by their names. The function's result is a real scalar
    (with `has_aux`: a pair of it and anything else). A write to a differentiated argument reaches the caller; the
    gradient is with respect to its value on entry.
    Raises TypeError for results and arguments that cannot be differentiated, GradientError for an op without gradient.

    >>> import dusk, dusk.numpy as np
    >>> dusk.value_and_grad(lambda x: (x * x).sum())(np.array([1.0, 2.0]))
    (np.float64(5.0), array([2., 4.]))
    """
    argnum = numbers_of(argnum, argnums)
    alone = isinstance(argnum, int)
    numbers = (argnum,) if isinstance(argnum, int) else tuple(argnum)
    structure: Any = None  # of what the last call was asked for

    @functools.wraps(function, updated=())
    def differentiated(*args: Any, **kwargs: Any) -> Any:
        nonlocal structure
        try:
            asked = args[numbers[0]] if alone else tuple([args[n] for n in numbers])
        except IndexError:
            raise TypeError(
                f"the gradient with respect to argument {max(numbers)} is asked for, "
                f"but there are {len(args)} positional arguments"
            ) from None
        if isinstance(asked, Attributes) or (not alone and any(isinstance(a, Attributes) for a in asked)):
            return _of_models(function, argnum, has_aux, args, kwargs)
        leaves, tree = leaves_of(asked, structure), structure
        if leaves is None:
            leaves, tree = flatten(asked)
            structure = tree
        context = local.context
        history, taken = context.history, context.taken
        context.taken = None
        try:
            inside, slots, foreign = variables_of(context, leaves)
            asked = unflatten(tree, inside)
            given = list(args)
            if alone:
                given[numbers[0]] = asked
            else:
                for n, argument in zip(numbers, asked, strict=True):
                    given[n] = argument
            result = read(function)(*given, **kwargs)
            loss, aux = result if has_aux else (result, None)
            if context.taken is not None and not isinstance(loss, Handle):
                raise TypeError(no_array(loss, context.taken))
            if context.left:
                tell_left(context, slots, (loss,))
            found = _gradients(loss, slots)
        finally:
            context.history, context.taken = history, taken
        if foreign and not history:
            run_pending()  # NumPy's memory is read and written before this returns
            found = in_kind(found, leaves)
        return (loss, aux) if has_aux else loss, unflatten(tree, found)

    return differentiated


def _of_models(function: Any, argnum: Any, has_aux: bool, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """`value_and_grad` where arguments are models, which hold the variables while the function runs."""
    numbers = (argnum,) if isinstance(argnum, int) else argnum
    models = {n: args[n] for n in numbers if isinstance(args[n], Attributes)}
    for model in models.values():
        if not model.is_complete():
            model.complete(lambda: function(*args, **kwargs))

    def of_variables(*given: Any, **kwargs: Any) -> Any:
        with ExitStack() as stack:
            for n, model in models.items():
                stack.enter_context(model.holding(given[n]))
            return read(function)(*(models.get(n, x) for n, x in enumerate(given)), **kwargs)

    given = [models[n].variables() if n in models else x for n, x in enumerate(args)]
    return value_and_grad(of_variables, argnum, has_aux)(*given, **kwargs)


def grad(
    function: Callable[..., Any],
    argnum: int | Sequence[int] = 0,
    has_aux: bool = False,
    *,
    argnums: int | Sequence[int] | None = None,
) -> Callable[..., Any]:
    """A function that gives the gradient of a scalar-valued function (with `has_aux`: a pair of it and what else the
    function gave); see `value_and_grad`.

    >>> import dusk, dusk.numpy as np
    >>> dusk.grad(np.tanh)(0.0)
    np.float64(1.0)
    """
    both = value_and_grad(function, argnum, has_aux, argnums=argnums)

    @functools.wraps(function, updated=())
    def gradient(*args: Any, **kwargs: Any) -> Any:
        value, found = both(*args, **kwargs)
        return (found, value[1]) if has_aux else found

    return gradient


def elementwise_grad(
    function: Callable[..., Any],
    argnum: int | Sequence[int] = 0,
    *,
    argnums: int | Sequence[int] | None = None,
) -> Callable[..., Any]:
    """The gradient of the sum of a function's outputs: for element-wise functions, the derivative at each element.

    >>> import dusk, dusk.numpy as np
    >>> dusk.elementwise_grad(lambda x: x**3)(np.array([1.0, 2.0]))
    array([ 3., 12.])
    """

    def total(*args: Any, **kwargs: Any) -> Any:
        return record(ops.sum_, (as_handle(function(*args, **kwargs)),), {"axis": None, "keepdims": False})

    return grad(total, argnum, argnums=argnums)


def stop_gradient(x: Any) -> Any:
    """The same value, through which no gradient flows."""
    return record(ops.stop_gradient, (as_handle(x),), {}, as_array=is_array(x))


def variables_of(context: Context, leaves: Sequence[Any]) -> tuple[tuple[Handle, ...], tuple[int, ...], bool]:
    """Handles of the leaves' cells that stand for variables, their slots, and whether memory of NumPy's is among them;
    from now on history is kept.

    What is pending may be run before the variables, but not between them and their gradient: reads keep the path.
    """
    history = context.history
    while True:
        cells, foreign = leaves, False
        made: Any = follow(ops.variables, leaves)  # what was a variable here before is one
        if made is None:
            foreign = np.ndarray in set(map(type, leaves))
            cells = [_variable(leaf) for leaf in leaves]
            if any(cell.buffer is not None and cell.buffer.pins for cell in map(root_of, cells)):
                context.history = history + 1  # or the variables would be run at once
            made = record(ops.variables, cells, {}) if cells else ()
        inside = several(made)
        context.history = history + 1
        slots = context.alias(inside, cells)
        if slots is not None:
            return inside, slots, foreign
        context.history = history  # another thread has run them


def in_kind(found: Sequence[Any], leaves: Sequence[Any]) -> tuple[Any, ...]:
    """Derivatives by leaves: those by NumPy's arrays as NumPy's arrays, if nothing is traced or differentiated here."""
    context = local.context
    if context.trace is not None or context.history:
        return tuple(found)
    return tuple([export(x) if type(leaf) is np.ndarray else x for x, leaf in zip(found, leaves, strict=True)])


def _variable(leaf: Any) -> Handle:
    handle = share(leaf) if type(leaf) is np.ndarray else as_handle(leaf)  # writes reach the caller
    if handle.dtype.kind not in "fcV":
        raise TypeError(
            f"the gradient with respect to an argument of dtype {handle.dtype} is not defined; "
            f"convert it with .astype(float) (called at {describe(here())})"
        )
    return handle


def no_array(loss: object, taken: Origin) -> str:
    """What to say where a function lost its derivative by taking a number out of an array."""
    return (
        f"the differentiated function gave {type(loss).__name__}, and took a number out of an array at "
        f"{describe(taken)}: no gradient flows through that; return the array itself, x.sum() instead of "
        f"float(x.sum()), or np.array(...) if a constant is meant"
    )


_SCALARS = (Handle, float, int, np.number)
_real: set[int] = set()  # codes of the types of what was differentiated
_MOST_REAL = 64


def _gradients(loss: Any, slots: Sequence[int]) -> tuple[Any, ...]:
    if type(loss) is scalar and loss.type.code in _real:  # the usual case
        return record_gradients(loss, slots) if slots else ()
    if not isinstance(loss, _SCALARS):
        raise TypeError(f"the differentiated function gave {type(loss).__name__}, not a real scalar")
    handle = as_handle(cast("Any", loss))
    kind = handle.type
    if kind.shape != () or kind.dtype.kind == "c":
        raise TypeError(
            f"the differentiated function gave {handle.dtype}[{', '.join(map(str, handle.shape))}], not a real scalar; "
            f"use elementwise_grad or jacobian, or sum the result"
        )
    if kind.dtype.kind in "biu":
        raise GradientError(f"the differentiated function gave {handle.dtype}, which carries no gradient")
    if len(_real) < _MOST_REAL:
        _real.add(kind.code)
    return record_gradients(handle, slots) if slots else ()
