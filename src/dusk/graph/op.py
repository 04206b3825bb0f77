"""Ops: a name and all rules of what it means, side by side; the registry; the one place that calls them."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

import numpy as np

from dusk.devices import DEFAULT_NAME as DEFAULT
from dusk.graph.types import Shape, TensorType, broadcast

Rule = Callable[..., Any]
Params = tuple[tuple[str, Any], ...]


class Operand(Protocol):
    """What ops can be called on: graph values build nodes, users' handles record."""

    def __dusk_apply__(self, op: Op, args: tuple[Any, ...], params: dict[str, Any]) -> Any: ...


@dataclass(frozen=True, eq=False, slots=True)
class Op:
    """One record an op: its body is the NumPy reference, the other fields are its rules.

    `infer(*types, **params)` gives the output type, or a tuple of them; `vjp(g, out, *inputs, **params)` a cotangent
    (or None) an input, written in ops; `jvp(tangents, out, *inputs, **params)` the output's tangent, those of inputs
    that do not move being None (absent: derived from the vjp); `linear` marks an op that is linear in all its inexact
    operands together, so its own jvp;
    `batch(axes, *inputs, **params)` the op over a mapped axis; `lower(k, index, *operands, **params)` the scalar
    expression of the output at an index (absent: the body is called). `promote` says how operands are brought to common
    dtypes, `broadcast` whether to a common shape: rules never see either; else `operands(*types, **params)` gives the
    types that operands are brought to. `dynamic` names parameters that may become
    run-time integers (then 0-d int64 operands after the others), `lengths` those whose numbers are sizes, which may
    become named ones, `fixed` operands whose scalars never vary (exponents).
    `inline(*inputs, **params)` is the op written in smaller ops; `again(cotangents, *inputs, **params)` gives the
    inputs from which the op's gradient computes it anew (absent: from the inputs themselves, so that what was computed
    before is kept). `loops` marks an op that is a loop in smaller ops: written so before anything else is done, like a
    graph that is called. `waits` marks an op whose result is operand 0, not to be used before the others are computed.
    `update(k, index, *operands, **params)`, which gives (target index, kind), marks an op whose output is operand 0
    except where operand 1, at its own `index`, is stored ("set") or added ("add"). `view(type, **params)` gives offset
    and strides where the output can share its operand's memory. `into(*inputs, out, **params)` is the body that
    computes in an array `out` of the result's type, which may be an operand itself (None: in memory of its own).
    `several` marks an op whose operands may lie on several devices, and its results where `infer` says; those of others
    are brought to one device, where the results are. `cubic` is how many operations the body takes for each element of
    operand 0 and each of the shorter side of its matrices (0: about one an element).
    `native(*types, **params)` gives the C function that computes the op on whole buffers: a kernel (`kernel.foreign`)
    and its parameters.
    `contract(*types, **params)` describes a product of two operands to the compiler as labels (a, b, out).
    `fails` marks an op that kernels refuse by what they meet in its operands of integers (the first apart);
    `error(met)` is what is raised then (absent: that an index is outside). `effect` ops are ordered by tokens. `host`
    marks an op whose body calls a Python function that it is given: what a policy may refuse. `users` numbers ops that
    users defined (0: Dusk's own): another may take its name, so nothing goes by that but what users write.
    """

    name: str
    body: Rule
    infer: Rule
    vjp: Rule | None = None
    jvp: Rule | None = None
    linear: bool = False
    batch: Rule | None = None
    lower: Rule | None = None
    promote: Rule | None = None
    broadcast: bool = False
    operands: Rule | None = None
    dynamic: tuple[str, ...] = ()
    lengths: tuple[str, ...] = ()
    fixed: tuple[int, ...] = ()
    contract: Rule | None = None
    inline: Rule | None = None
    again: Rule | None = None
    update: Rule | None = None
    view: Rule | None = None
    native: Rule | None = None
    fails: bool = False
    error: Rule | None = None
    into: Rule | None = None
    waits: bool = False
    loops: bool = False
    effect: bool = False
    host: bool = False
    nondiff: bool = False
    several: bool = False
    cubic: float = 0.0
    users: int = 0
    doc: str = ""
    signature: inspect.Signature = field(default=inspect.Signature(), repr=False)

    def __call__(self, *args: Any, **params: Any) -> Any:
        for arg in args:
            apply = getattr(arg, "__dusk_apply__", None)
            if apply is not None:
                return apply(self, args, params)
        return self.body(*args, **params)

    def __repr__(self) -> str:
        return f"<op {self.name}>"

    def __reduce__(self) -> Any:
        return (get, (self.name,))


REGISTRY: dict[str, Op] = {}


class Coercions:
    """The ops that a call inserts by itself; the op layer names them."""

    cast: Op
    broadcast: Op
    transfer: Op


coercions = Coercions()


def get(name: str) -> Op:
    """The op of that name (KeyError with the nearest names)."""
    try:
        return REGISTRY[name]
    except KeyError:
        raise KeyError(f"no op is named {name!r}") from None


def define(
    *,
    name: str | None = None,
    infer: Rule | None = None,
    broadcasts: bool = False,
    doc: str | None = None,
    **rules: Any,
) -> Callable[[Rule], Op]:
    """Turn a NumPy function into an op: its body is the reference, its keyword parameters the op's parameters.

    >>> from dusk.graph import op
    >>> @op.define(name="doc_twice", infer=lambda x: x, vjp=lambda g, out, x: (g + g,))
    ... def twice(x):
    ...     '''Two times x.'''
    ...     return x + x
    >>> twice(3), op.get("doc_twice").doc
    (6, 'Two times x.')
    """

    def register(body: Rule) -> Op:
        label = name or body.__name__.rstrip("_")
        if label in REGISTRY and not (rules.get("users") and REGISTRY[label].users):
            raise ValueError(f"an op named {label!r} exists already")
        made = Op(
            name=label,
            body=body,
            infer=infer or same_type,
            broadcast=broadcasts,
            doc=doc or inspect.getdoc(body) or "",
            signature=_signature(body),
            **rules,
        )
        REGISTRY[label] = made
        return made

    return register


def _signature(body: Rule) -> inspect.Signature:
    if not isinstance(body, np.ufunc):
        return inspect.signature(body)
    names = ["x"] if body.nin == 1 else [f"x{i}" for i in range(1, body.nin + 1)]
    return inspect.Signature([inspect.Parameter(n, inspect.Parameter.POSITIONAL_ONLY) for n in names])


def same_type(x: TensorType, *rest: TensorType, **params: Any) -> TensorType:
    """The inference rule of element-wise ops: operands are already of one type."""
    return x


def freeze(params: Mapping[str, Any]) -> Params:
    """Parameters as a sorted, hashable tuple (lists become tuples, dtypes normal)."""
    if not params:
        return ()
    items = [(name, _hashable(value)) for name, value in params.items()]
    items.sort()  # by names: no two are the same
    return tuple(items)


_NUMBERS = frozenset((int,))


def _hashable(value: Any) -> Any:
    if isinstance(value, list | tuple):
        parts = cast("list[Any]", value)
        plain = type(cast("object", value)) is tuple and _NUMBERS.issuperset(map(type, parts))
        return parts if plain else tuple([_hashable(v) for v in parts])
    if isinstance(value, type) and issubclass(value, np.generic):
        return np.dtype(cast("type[Any]", value))
    return cast("Any", value)


@dataclass(frozen=True, slots=True)
class Expansion:
    """What a call turns into: the types operands are brought to, and the output types of the op on those."""

    operands: tuple[TensorType, ...]
    outputs: tuple[Any, ...]
    single: bool


@functools.lru_cache(maxsize=65536)
def expand(op: Op, types: tuple[TensorType, ...], params: Params) -> Expansion:
    """Apply promotion, broadcasting and inference: the one place where they happen.

    A Python scalar operand is passed as its own type: `int`, `float`, `complex` or `bool` (weak, as in NEP 50).
    Raises what NumPy raises, naming the op and the operands.
    """
    keywords = dict(params)
    device = DEFAULT if op.several else device_of(types)
    if not op.several:
        types = _brought(types, device)
    try:
        wanted = op.promote(*(scalar_dtype(t) for t in types), **keywords) if op.promote else None
        if wanted is not None:
            shapes: list[Shape] = [() if isinstance(t, type) else t.shape for t in types]
            shape = broadcast(*shapes) if op.broadcast else None
            places = [device if isinstance(t, type) else t.device for t in types]
            types = tuple(
                TensorType(s if shape is None else shape, dtype, place)
                for s, dtype, place in zip(shapes, wanted, places, strict=True)
            )
        elif op.operands:
            types = op.operands(*types, **keywords)
        outputs: Any = op.infer(*types, **keywords)
    except (TypeError, ValueError, IndexError) as error:
        raise name_the_call(error, op, types) from None
    single = not isinstance(outputs, tuple)
    made = cast("tuple[Any, ...]", (outputs,) if single else outputs)
    if device != DEFAULT:  # rules know nothing of devices
        made = tuple([t.on(device) for t in made])
    return Expansion(types, made, single)


def device_of(types: tuple[Any, ...]) -> str:
    """The device on which a call is done: that of the first operand that has dimensions; of the first, if none has."""
    arrays = [t for t in types if isinstance(t, TensorType)]
    return next((t.device for t in arrays if t.shape), arrays[0].device if arrays else DEFAULT)


def _brought(types: tuple[Any, ...], device: str) -> tuple[Any, ...]:
    found = [t.on(device) if isinstance(t, TensorType) else t for t in types]
    return types if found == [*types] else tuple(found)


def scalar_dtype(kind: Any) -> Any:
    """The dtype of an operand type, or the Python type of a weak scalar."""
    return kind.dtype if isinstance(kind, TensorType) else kind


def name_the_call(error: Exception, op: Op, types: tuple[Any, ...]) -> Exception:
    """The same error, whose message names the op and the operands it met."""
    met = ", ".join(t.__name__ if isinstance(t, type) else repr(t) for t in types)
    text = f"{op.name}({met}): {error}"
    try:
        return type(error)(text)
    except TypeError:  # exceptions of NumPy's own that take something else than a message
        return next(kind for kind in (TypeError, IndexError, ValueError) if isinstance(error, kind))(text)
