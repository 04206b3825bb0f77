"""`dusk.op`: ops that users define, of Dusk's functions or of any Python function of NumPy arrays."""

from __future__ import annotations

import functools
import inspect
import itertools
from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from dusk.array import as_handle, taken_over
from dusk.ffi import rules
from dusk.graph import Op, TensorType, Value, expand
from dusk.graph.op import Rule, define, freeze, get
from dusk.record import Handle, local, record, value_of
from dusk.record.bodies import kind_of
from dusk.record.fallbacks import refuse_host
from dusk.record.trie import WEAK
from dusk.transform.batch import spread

Array = np.ndarray[Any, Any]
_numbers = itertools.count(1)


class UserOp:
    """A function of arrays that is an op: one node of every graph, with the rules it was given; see `op`.

    `op` is its record, which is called `name` in `dusk.symbol`, in files and in reports.
    """

    def __init__(self, function: Callable[..., Any], made: Op, at_once: bool = False, ordered: bool = False) -> None:
        functools.update_wrapper(self, function, updated=())
        self.op = made
        self.at_once = at_once  # what it does to values is seen at the call
        self.ordered = ordered
        self.library: Any = None  # that its function is in

    @property
    def name(self) -> str:
        """The name of the op."""
        return self.op.name

    def __call__(self, *args: Any, **params: Any) -> Any:
        if params or len(args) != self._arity:
            args, params = self._bound(args, params)
        elif self._defaults:
            params = self._defaults
        if any([hasattr(x, "__dusk_apply__") and not isinstance(x, Handle) for x in args]):
            return self.op(*args, **params)  # a symbol, or a value of a graph
        if self.op.host:
            refuse_host(self.op, params)
        context = local.context
        if self.ordered and context.trace is not None:
            context.trace(None)  # type: ignore[arg-type]
        if self.ordered or (self.at_once and not (context.history or context.trace)):
            return self._run(args, params)
        return record(self.op, args, dict(params))

    def __repr__(self) -> str:
        return f"<op {self.op.name}>"

    @functools.cached_property
    def _arity(self) -> int:
        """Arguments that are arrays; -1 where any number is taken."""
        kinds = [p.kind for p in self.op.signature.parameters.values()]
        several = inspect.Parameter.VAR_POSITIONAL in kinds
        return -1 if several else sum(k is not inspect.Parameter.KEYWORD_ONLY for k in kinds)

    @functools.cached_property
    def _defaults(self) -> dict[str, Any]:
        """The parameters that calls may leave out."""
        parameters = self.op.signature.parameters.values()
        return {
            p.name: p.default
            for p in parameters
            if p.kind is p.KEYWORD_ONLY and p.default is not inspect.Parameter.empty
        }

    def _bound(self, args: tuple[Any, ...], params: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        try:
            bound = self.op.signature.bind(*args, **params)
        except TypeError as error:
            raise TypeError(f"{self.op.name}() {error}") from None
        bound.apply_defaults()
        return bound.args, bound.kwargs

    def _run(self, args: Sequence[Any], params: dict[str, Any]) -> Any:
        """Call the body on the values, now."""
        given = [x if type(x) in WEAK else as_handle(x) for x in args]
        kinds = tuple([x.type if isinstance(x, Handle) else kind_of(x) for x in given])
        wanted = expand(self.op, kinds, freeze(params)).operands
        arrays = [_valued(x, kind) for x, kind in zip(given, wanted, strict=True)]
        made = self.op.body(*arrays, **params)
        if type(made) is tuple:
            return tuple([as_handle(r if r.shape else r[()]) for r in cast("tuple[Array, ...]", made)])
        if not made.shape:
            return as_handle(made[()])
        alone = [made]
        del made
        taken = taken_over(alone)
        return as_handle(alone[0]) if taken is None else taken


def _valued(x: Any, kind: TensorType) -> Array:
    array = value_of(x) if isinstance(x, Handle) else np.asarray(x)
    array = array if array.dtype == kind.dtype else array.astype(kind.dtype)
    return array if array.shape == kind.shape else np.broadcast_to(array, cast("Any", kind.shape))


def op(
    function: Callable[..., Any] | None = None,
    /,
    *,
    name: str | None = None,
    like: int | str | None = None,
    infer: Callable[..., Any] | None = None,
    vjp: Callable[..., Any] | None = None,
    jvp: Callable[..., Any] | None = None,
    batch: Callable[..., Any] | bool = False,
    ordered: bool = False,
) -> Any:
    """Make a function an op of its own; a decorator, with or without arguments.

    Positional arguments are arrays (Python numbers are as they would be next to them), keyword-only ones parameters,
    which are hashable. The op has the function's name, or `name`, in `dusk.symbol`, in saved symbols and in reports.

    **Without `like` and `infer`** it is a composite: a function of Dusk's functions, traced once for each signature. It
    is one node until it is compiled, when it becomes what it is made of, and is fused with its neighbours.

    **With `like` or `infer`** it is a function of NumPy arrays that Dusk does not look into, called as it is (in
    programs as a step of its own); its arguments are read-only. `like` is the argument whose shape and dtype its result
    has; `infer(*types, **params)` gives `(shape, dtype)` of the result, or a list of these for several results, from
    arguments' types, which have `shape` and `dtype`. It must depend on its arguments only and change nothing, unless it
    is `ordered`: then it is called whenever it is met (a compiled function that meets it runs call by call), and what
    it gives is a constant to derivatives.

    **Rules**, all written on Dusk arrays: `vjp(g, out, *inputs, **params)` gives a cotangent for each input (None:
    zeros), `jvp(tangents, out, *inputs, **params)` the tangent of the result; one is enough, a composite needs none.
    They are differentiated for higher orders. `batch(axes, *inputs, **params)` is the op over a mapped axis, in front
    of the inputs whose axis is 0; True: the function takes further axes in front; absent: it is called for each
    element.

    Raises at the call: TypeError or ValueError where the function gives another dtype or shape than declared; what the
    function raises, with a note of the line where the value is made if that is in a program; GradientError where a
    derivative is asked for and no rule says what it is.

    >>> import dusk, numpy, dusk.numpy as np
    >>> @dusk.op(like=0, vjp=lambda g, out, x: g * np.cos(x))
    ... def sine(x):
    ...     return numpy.sin(x)
    >>> sine(np.array([0.0, 1.0])), dusk.grad(sine)(0.0)
    (array([0.        , 0.84147098]), np.float64(1.0))
    """
    if function is None:
        return functools.partial(op, name=name, like=like, infer=infer, vjp=vjp, jvp=jvp, batch=batch, ordered=ordered)
    label = name or function.__name__.strip("<>")
    given: dict[str, Any] = derivatives(label, vjp, jvp)
    composite = like is None and infer is None
    if composite and (ordered or batch is True):
        raise TypeError(f"{label}: a function of Dusk arrays is neither ordered nor called with further axes")
    if like is not None and infer is not None:
        raise TypeError(f"{label}: like= and infer= both say what it gives")
    if composite:
        traced = rules.Traced(label, function)
        given |= {"infer": traced.infer, "inline": traced.inline}
        body: Rule = traced.body
    else:
        given["infer"] = said = rules.infer_rule(function, like, infer)
        given["host"] = True
        body = host_body(label, function, said)
    if callable(batch):
        given["batch"] = rules.batch_rule(label, batch)
    elif batch or not composite:
        given["batch"] = with_further_axes(label) if batch else _one_by_one
    signature = inspect.signature(function)
    made = register(label, body, signature, inspect.getdoc(function) or "", **given)
    return UserOp(function, made, not composite, ordered)


def derivatives(name: str, vjp: Callable[..., Any] | None, jvp: Callable[..., Any] | None) -> dict[str, Rule]:
    """The rules of an op that users' rules become."""
    given: dict[str, Rule] = {}
    if vjp is not None:
        given["vjp"] = rules.vjp_rule(name, vjp)
    if jvp is not None:
        given["jvp"] = rules.jvp_rule(name, jvp)
        given.setdefault("vjp", _by_jvp)
    return given


def register(name: str, body: Rule, signature: inspect.Signature, doc: str, **given: Any) -> Op:
    """The record of a user's op, by its name (ValueError: Dusk has an op of that name)."""

    def named(*xs: Any, **params: Any) -> Any:
        return body(*xs, **params)

    named.__name__ = named.__qualname__ = name
    named.__doc__ = doc
    cast("Any", named).__signature__ = signature
    given.setdefault("promote", rules.beside_arrays)
    return define(name=name, doc=doc, users=next(_numbers), **given)(named)


def host_body(name: str, function: Callable[..., Any], infer: Rule) -> Rule:
    """A function of NumPy arrays as a body: it may not write to its arguments, and must give what was declared."""

    @functools.lru_cache(maxsize=256)
    def wanted(types: tuple[TensorType, ...], params: Any) -> Any:
        return infer(*types, **dict(params))

    def body(*xs: Any, **params: Any) -> Any:
        given: list[Array] = []
        for x in xs:
            shown = np.asarray(x).view()
            shown.flags.writeable = False
            given.append(shown)
        kinds = wanted(tuple([TensorType(x.shape, x.dtype) for x in given]), freeze(params))
        return rules.checked(name, function(*given, **params), kinds)

    return body


def _by_jvp(g: Any, out: Any, *inputs: Any, **params: Any) -> Any:
    return NotImplemented  # so that it is derived from the jvp


def _one_by_one(*given: Any, **params: Any) -> Any:
    return NotImplemented


def with_further_axes(name: str) -> Rule:
    """The `batch` rule of an op that takes further axes in front, if all its operands have them."""

    def batch(axes: tuple[int | None, ...], *inputs: Value, **params: Any) -> Any:
        size = next(x.shape[0] for x, axis in zip(inputs, axes, strict=True) if axis == 0)
        alike = [x if axis == 0 else spread(x, size) for x, axis in zip(inputs, axes, strict=True)]
        return get(name)(*alike, **params)

    return batch
