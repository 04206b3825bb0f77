"""Jacobians, Hessians, and their products with vectors, made of `vjp` and `jvp`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dusk import ops
from dusk.array import as_handle
from dusk.gradients.linear import jvp, vjp
from dusk.gradients.reverse import grad, in_kind, numbers_of
from dusk.gradients.vmap import vmap
from dusk.record import record
from dusk.tree import flatten, unflatten

Argnum = int | Sequence[int]


def chosen(function: Callable[..., Any], argnum: Argnum, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """A function as one of some of its positional arguments alone, and these (TypeError: there are not so many)."""
    numbers = (argnum,) if isinstance(argnum, int) else tuple(argnum)
    try:
        primals = tuple([args[n] for n in numbers])
    except IndexError:
        raise TypeError(
            f"the derivative with respect to argument {max(numbers)} is asked for, "
            f"but there are {len(args)} positional arguments"
        ) from None

    def of_these(*xs: Any) -> Any:
        given = list(args)
        for n, x in zip(numbers, xs, strict=True):
            given[n] = x
        return function(*given, **kwargs)

    return of_these, primals


def make_vjp(function: Callable[..., Any], argnum: Argnum = 0) -> Callable[..., Any]:
    """A function that gives, for arguments, Autograd's pair: how a cotangent of the result goes back to one of
    argument `argnum` (several: a tuple), and the result; see `vjp`.

    >>> import dusk, dusk.numpy as np
    >>> pull, y = dusk.make_vjp(np.exp)(np.zeros(2))
    >>> pull(np.array([1.0, 2.0])), y
    (array([1., 2.]), array([1., 1.]))
    """

    def made(*args: Any, **kwargs: Any) -> Any:
        of_these, primals = chosen(function, argnum, args, kwargs)
        result, pull = vjp(of_these, *primals)

        def back(cotangent: Any) -> Any:
            found = pull(cotangent)
            return found[0] if isinstance(argnum, int) else found

        return back, result

    return made


def make_jvp(function: Callable[..., Any], argnum: Argnum = 0) -> Callable[..., Any]:
    """A function that gives, for arguments, how a tangent of argument `argnum` (several: a tuple) goes forward:
    `push(tangent)` is the result and its tangent; see `jvp`.

    >>> import dusk, dusk.numpy as np
    >>> dusk.make_jvp(np.exp)(0.0)(3.0)
    (np.float64(1.0), np.float64(3.0))
    """

    def made(*args: Any, **kwargs: Any) -> Any:
        of_these, primals = chosen(function, argnum, args, kwargs)

        def push(tangent: Any) -> Any:
            return jvp(of_these, primals, (tangent,) if isinstance(argnum, int) else tuple(tangent))

        return push

    return made


def jacobian(
    function: Callable[..., Any], argnum: Argnum = 0, has_aux: bool = False, *, argnums: Argnum | None = None
) -> Callable[..., Any]:
    """A function that gives the derivative of each element of the result by each element of argument `argnum` (or
    `argnums`); with `has_aux` a pair of it and what else the function gave.

    For a result y[...] and an argument x[...] the Jacobian is J[*y.shape, *x.shape]; trees of results, of arguments,
    and a sequence of argument numbers give trees: results outside, arguments inside. Raises as `vjp`.

    >>> import dusk, dusk.numpy as np
    >>> dusk.jacobian(lambda x: np.stack([x[0] * x[1], x[1]]))(np.array([2.0, 3.0]))
    array([[3., 2.],
           [0., 1.]])
    """

    numbers = numbers_of(argnum, argnums)

    def derivative(*args: Any, **kwargs: Any) -> Any:
        of_these, primals = chosen(function, numbers, args, kwargs)
        result, pull, *aux = vjp(of_these, *primals, has_aux=has_aux)
        outputs, structure = flatten(result)
        rows = [_rows(pull, structure, outputs, i, isinstance(numbers, int)) for i in range(len(outputs))]
        found = _in_kind(unflatten(structure, rows), primals)
        return (found, aux[0]) if has_aux else found

    return derivative


def _in_kind(found: Any, primals: Sequence[Any]) -> Any:
    """Derivatives by primals, of one result or several, in NumPy's own arrays where the primals are."""
    asked, _ = flatten(primals)
    if np.ndarray not in set(map(type, asked)):
        return found
    leaves, structure = flatten(found)
    return unflatten(structure, in_kind(leaves, asked * (len(leaves) // len(asked))))


def _rows(pull: Callable[..., Any], structure: Any, outputs: Sequence[Any], number: int, alone: bool) -> Any:
    """What a pull gives for each element of one result: it is mapped over these."""
    output = outputs[number]
    given: list[Any] = [np.zeros(y.shape, y.dtype) for y in outputs]

    def row(cotangent: Any) -> Any:
        given[number] = cotangent
        found = pull(unflatten(structure, given))
        return found[0] if alone else found

    if output.ndim == 0:
        return row(np.ones((), output.dtype))
    units = np.eye(output.size, dtype=output.dtype).reshape(output.size, *output.shape)
    leaves, inner = flatten(vmap(row)(units))
    return unflatten(inner, [record(ops.reshape, (x,), {"shape": (*output.shape, *x.shape[1:])}) for x in leaves])


def hessian(function: Callable[..., Any], argnum: Argnum = 0, *, argnums: Argnum | None = None) -> Callable[..., Any]:
    """The Jacobian of the Jacobian: for a scalar result and an argument x[...], H[*x.shape, *x.shape].

    >>> import dusk, dusk.numpy as np
    >>> dusk.hessian(lambda x: x[0] ** 2 * x[1])(np.array([1.0, 3.0]))
    array([[6., 2.],
           [2., 0.]])
    """
    numbers = numbers_of(argnum, argnums)
    return jacobian(jacobian(function, numbers), numbers)


def hvp(function: Callable[..., Any], primals: Sequence[Any], tangents: Sequence[Any]) -> Any:
    """The product of a scalar function's Hessian at `primals` with `tangents`, the matrix never being made.
    Of one primal it has the structure and shapes; of several it is a tuple.

    >>> import dusk, dusk.numpy as np
    >>> dusk.hvp(lambda x: (x**3).sum(), (np.array([1.0, 2.0]),), (np.array([1.0, 1.0]),))
    array([ 6., 12.])
    """
    numbers = 0 if len(primals) == 1 else tuple(range(len(primals)))
    return _in_kind(jvp(grad(function, numbers), primals, tangents)[1], primals)


def vector_jacobian_product(function: Callable[..., Any], argnum: Argnum = 0) -> Callable[..., Any]:
    """A function of the arguments and, last, a vector v[*y.shape[:k]]: the Jacobian of v's product with the result
    (summed over the first k axes of this), which never has the result's own Jacobian made.

    >>> import dusk, dusk.numpy as np
    >>> dusk.vector_jacobian_product(lambda x: x**2)(np.array([1.0, 2.0]), np.array([1.0, 10.0]))
    array([ 2., 40.])
    """

    def product(*args: Any, **kwargs: Any) -> Any:
        *rest, vector = args
        v = as_handle(vector)
        return record(ops.tensordot, (v, function(*rest, **kwargs)), {"axes": _paired(v.ndim)})

    return jacobian(product, argnum)


tensor_jacobian_product = vector_jacobian_product


def hessian_tensor_product(function: Callable[..., Any], argnum: int = 0) -> Callable[..., Any]:
    """A function of the arguments and, last, a tensor v[*x.shape]: the product of the scalar function's Hessian by
    argument `argnum` with v, which never has the Hessian made.

    >>> import dusk, dusk.numpy as np
    >>> dusk.hessian_vector_product(lambda x: (x**3).sum())(np.array([1.0, 2.0]), np.array([1.0, 1.0]))
    array([ 6., 12.])
    """
    gradient = grad(function, argnum)

    def product(*args: Any, **kwargs: Any) -> Any:
        *rest, vector = args
        of_this, primals = chosen(gradient, argnum, rest, kwargs)
        return _in_kind(jvp(of_this, primals, (vector,))[1], primals)

    return product


hessian_vector_product = hessian_tensor_product


def _paired(ndim: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(range(ndim)), tuple(range(ndim))


def make_hvp(function: Callable[..., Any], argnum: int = 0) -> Callable[..., Any]:
    """A function that gives, for arguments, how a vector is multiplied by the scalar function's Hessian, and the
    gradient: `make_vjp` of it.

    >>> import dusk, dusk.numpy as np
    >>> product, gradient = dusk.make_hvp(lambda x: (x**3).sum())(np.array([1.0, 2.0]))
    >>> product(np.array([1.0, 1.0])), gradient
    (array([ 6., 12.]), array([ 3., 12.]))
    """
    return make_vjp(grad(function, argnum), argnum)


def _half_square(y: Any) -> Any:
    return record(ops.sum_, (y * y,), {"axis": -1 if y.ndim else None}) * 0.5


def make_ggnvp(
    function: Callable[..., Any], g: Callable[..., Any] = _half_square, f_argnum: int = 0
) -> Callable[..., Any]:
    """A function that gives, for arguments, how a vector is multiplied by the generalised Gauss-Newton matrix of
    `g(function(x))`: J^T H J, J the Jacobian of the function and H the Hessian of the scalar function g.

    >>> import dusk, dusk.numpy as np
    >>> dusk.make_ggnvp(lambda x: x**2)(np.array([1.0, 2.0]))(np.array([1.0, 1.0]))
    array([ 4., 16.])
    """

    def made(*args: Any, **kwargs: Any) -> Any:
        of_this, primals = chosen(function, f_argnum, args, kwargs)
        result, pull = vjp(of_this, *primals)

        def product(vector: Any) -> Any:
            _, pushed = jvp(of_this, primals, (vector,))
            return pull(hvp(g, (result,), (pushed,)))[0]

        return product

    return made
