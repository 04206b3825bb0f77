"""Derivatives that users state: `custom_gradient`, `primitive`, `defvjp`, `defjvp`; and none at all: `no_grad`."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle, ndarray
from dusk.errors import GradientError
from dusk.gradients.linear import Leaves
from dusk.graph import Graph, rebuild
from dusk.graph.provenance import describe, here
from dusk.ops.control import MISSING, ZERO
from dusk.record import Handle, Kind, fit, local, record, record_barrier, several
from dusk.tracing.signature import handle_of
from dusk.tracing.trace import Imperative, trace
from dusk.tree import flatten, unflatten


def custom_gradient(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function whose gradient it gives itself: `function(*args)` is a pair `(result, pull)`; a decorator.

    `pull(cotangent)`, for a cotangent of the result's structure, gives a cotangent for each positional argument (a
    tuple, or alone where there is one), None for zeros. It is traced, as by `dusk.compile`, and differentiated itself
    for higher orders; forward mode transposes it. What `function` does to make the result is not differentiated.
    Raises TypeError where it gives no pair, or the pull another number of cotangents; GradientError where the pull
    looks at values or writes to arrays.

    >>> import dusk, dusk.numpy as np
    >>> @dusk.custom_gradient
    ... def clipped(x):
    ...     return x, lambda g: np.clip(g, -1, 1)
    >>> dusk.grad(lambda x: clipped(x) * 10)(2.0)
    np.float64(1.0)
    """

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        made = function(*args, **kwargs)
        if type(made) is not tuple or len(cast("Sequence[Any]", made)) != 2:
            raise TypeError(
                f"{_name(function)} gave {type(cast('object', made)).__name__}, not a pair of a result and a function "
                f"of its cotangent (called at {describe(here())})"
            )
        result, pull = cast("Sequence[Any]", made)

        def pulled(cotangent: Any, answer: Any) -> Sequence[Any]:
            gave = pull(cotangent)
            found = cast("Sequence[Any]", gave if type(gave) is tuple else (gave,))
            if len(found) != len(args):
                raise TypeError(
                    f"the pull of {_name(function)} gave {len(found)} cotangents for {len(args)} arguments "
                    f"(called at {describe(here())})"
                )
            return found

        return _stated(_name(function), result, args, pulled, None)

    return called


class Primitive:
    """A function whose derivative is what `defvjp` and `defjvp` say; see `primitive`."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.vjps: dict[int, Callable[..., Any] | None] = {}
        self.jvps: dict[int, Callable[..., Any] | str | None] = {}

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        result = self.function(*args, **kwargs)

        def pulled(cotangent: Any, answer: Any) -> Sequence[Any]:
            found: list[Any] = []
            for i in range(len(args)):
                maker = self.vjps.get(i, MISSING)
                found.append(maker(answer, *args, **kwargs)(cotangent) if callable(maker) else maker)
            return found

        def pushed(tangents: Sequence[Any], answer: Any) -> Any:
            total: Any = None
            for i, tangent in enumerate(tangents):
                maker = self.jvps.get(i)
                if tangent is None or maker is None:
                    continue
                if callable(maker):
                    term = maker(tangent, answer, *args, **kwargs)
                else:
                    term = self.function(*args[:i], tangent, *args[i + 1 :], **kwargs)
                total = term if total is None else _added(total, term)
            return total

        return _stated(_name(self.function), result, args, pulled if self.vjps else None, pushed if self.jvps else None)


def primitive(function: Callable[..., Any]) -> Primitive:
    """A function that is not differentiated through: `defvjp` and `defjvp` say what its derivative is; a decorator.

    It runs as it is, and may look at values and leave Dusk. GradientError, naming it, where a derivative is asked for
    that nobody stated.

    >>> import dusk, dusk.numpy as np
    >>> @dusk.primitive
    ... def logsumexp(x):
    ...     return np.log(np.exp(x).sum())
    >>> dusk.defvjp(logsumexp, lambda ans, x: lambda g: g * np.exp(x - ans))
    >>> dusk.grad(logsumexp)(np.zeros(2))
    array([0.5, 0.5])
    """
    return Primitive(function)


def defvjp(function: Primitive, *makers: Callable[..., Any] | None, argnums: Sequence[int] | None = None) -> None:
    """State how a primitive's cotangent goes back: for each argument (number in `argnums`, by default in order)
    `maker(answer, *args, **kwargs)` gives the function from the cotangent of the answer to that of the argument; None:
    zeros. See `primitive`."""
    _primitive(function).vjps.update(zip(range(len(makers)) if argnums is None else argnums, makers, strict=True))


def defjvp(function: Primitive, *makers: Callable[..., Any] | str | None, argnums: Sequence[int] | None = None) -> None:
    """State how tangents go forward through a primitive: for each argument (number in `argnums`, by default in order)
    `maker(tangent, answer, *args, **kwargs)` gives its part of the answer's tangent; "same": the function is linear in
    it; None: zeros. Of `defvjp` and `defjvp` one is enough: the other direction is its transpose.

    >>> import dusk, dusk.numpy as np
    >>> @dusk.primitive
    ... def double(x):
    ...     return x * 2
    >>> dusk.defjvp(double, "same")
    >>> dusk.jvp(double, (1.0,), (3.0,)), dusk.grad(double)(1.0)
    ((np.float64(2.0), np.float64(6.0)), np.float64(2.0))
    """
    _primitive(function).jvps.update(zip(range(len(makers)) if argnums is None else argnums, makers, strict=True))


def _primitive(function: object) -> Primitive:
    if not isinstance(function, Primitive):
        raise TypeError(f"rules are stated for what dusk.primitive made, not for {type(function).__name__}")
    return function


def _name(function: Any) -> str:
    return getattr(function, "__name__", repr(function))


def _added(a: Any, b: Any) -> Any:
    mine, structure = flatten(a)
    return unflatten(structure, [x + y for x, y in zip(mine, flatten(b)[0], strict=True)])


def _stated(
    name: str,
    result: Any,
    args: tuple[Any, ...],
    pulled: Callable[[Any, Any], Sequence[Any]] | None,
    pushed: Callable[[Sequence[Any], Any], Any] | None,
) -> Any:
    """A result as one whose derivative by the arguments is what functions say."""
    context = local.context
    leaves, structure = flatten(args)
    moving = [i for i, x in enumerate(leaves) if isinstance(x, Handle) and x.dtype.kind in "fcV"]
    if not moving or not (context.history or context.trace):
        return result
    found, shape = flatten(result)
    handles = [as_handle(leaf) for leaf in found]
    answer = Leaves(shape, tuple([cast("Kind", h.type) for h in handles]))
    wanted = [leaves[i] for i in moving]
    kinds = [cast("Kind", h.type) for h in wanted]
    at: list[int] = []

    def back(*given: Handle) -> tuple[Any, ...]:
        assert pulled is not None
        cotangents, own = given[: len(handles)], given[len(handles) :]
        made = pulled(unflatten(shape, cotangents), unflatten(shape, own))
        each, inner = flatten(tuple(made))
        if len(each) != len(leaves):  # None or MISSING may stand for a whole argument
            parts = [
                [m] * len(flatten(a)[0]) if m is None or m is MISSING else flatten(m)[0]
                for m, a in zip(made, args, strict=True)
            ]
            each = [x for part in parts for x in part]
        if len(each) != len(leaves):
            raise TypeError(f"the cotangents of {name}'s arguments are of the structure {inner}, these of {structure}")
        at.clear()
        results: list[Any] = []
        for i, kind in zip(moving, kinds, strict=True):
            if each[i] is None or each[i] is MISSING:
                at.append(ZERO if each[i] is None else MISSING)
            else:
                at.append(len(results))
                results.append(as_kind(each[i], kind, f"the cotangent of an argument of {name}"))
        return tuple(results)

    def forth(*given: Handle) -> tuple[Any, ...]:
        assert pushed is not None
        filled: list[Any] = [None] * len(leaves)
        for i, tangent in zip(moving, given, strict=False):
            filled[i] = tangent
        made = pushed(unflatten(structure, filled), unflatten(shape, given[len(moving) :]))
        if made is None:
            made = unflatten(shape, [np.zeros(cast("Any", k.shape), k.dtype) for k in answer.kinds])
        what = f"the tangent of {name}"
        return tuple([as_kind(t, k, what) for t, k in zip(flatten(made)[0], answer.kinds, strict=True)])

    pull, kept = (None, []) if pulled is None else rule_graph(name, back, [*answer.kinds, *answer.kinds])
    push, late = (None, []) if pushed is None else rule_graph(name, forth, [*kinds, *answer.kinds])
    params = {
        "values": len(handles),
        "moving": len(moving),
        "name": name,
        "pull": pull,
        "push": push,
        "pulled": tuple(at),
    }
    made = several(record(ops.custom, (*handles, *wanted, *kept, *late), params))
    return unflatten(shape, list(made))


def as_kind(value: Any, kind: Kind, what: str) -> Handle:
    """A value as an array of this kind, cast to its dtype (ValueError: of another shape)."""
    handle = as_handle(value)
    if handle.shape != kind.shape:
        raise ValueError(f"{what} has shape {handle.shape} where {kind.shape} belongs (at {describe(here())})")
    return record(ops.identity, (fit(handle, kind.dtype, cast("Any", kind.shape)),), {}, as_array=True)


def rule_graph(name: str, function: Callable[..., Any], kinds: Sequence[Kind]) -> tuple[Graph, list[Handle]]:
    """A rule for arguments of these kinds as a graph, and what it reads beside them (GradientError: it cannot be
    traced). `function` gives a tuple of handles."""
    met: dict[int, tuple[Any, Handle]] = {}

    def adopt(array: Any) -> Handle:
        return met.setdefault(id(array), (array, handle_of(array)))[1]

    try:
        found = trace(function, lambda xs: (tuple(xs), {}), kinds, [ndarray] * len(kinds), adopt)
    except Imperative as reason:
        raise GradientError(f"the derivative stated for {name} cannot be traced: {reason.reason}") from None
    if found.written:
        raise GradientError(f"the derivative stated for {name} writes to arrays (called at {describe(here())})")
    # its arguments as they are: of one node that depends on all of them every result would
    return rebuild(found.recorded, lambda node, xs: xs if node.op is ops.variables else None), found.captured


class _NoGrad(contextlib.ContextDecorator):
    def __init__(self) -> None:
        self._begun: list[int] = []

    def __enter__(self) -> None:
        context = local.context
        begins = bool(context.history or context.trace)
        if begins:
            record_barrier(end=False)
        self._begun.append(context.epoch if begins else -1)

    def __exit__(self, *error: object) -> None:
        if self._begun.pop() == local.context.epoch:
            record_barrier(end=True)


def no_grad(function: Callable[..., Any] | None = None) -> Any:
    """Within it nothing is recorded for derivatives that are under way: what is computed from earlier values is a
    constant to them, and so is an array that was written to. A context manager, and a decorator, with or without
    parentheses. A gradient asked for inside is taken as ever.

    >>> import dusk
    >>> def f(x):
    ...     with dusk.no_grad():
    ...         scale = x * 2
    ...     return scale * x
    >>> dusk.grad(f)(3.0)
    np.float64(6.0)
    """
    return _NoGrad() if function is None else _NoGrad()(function)
