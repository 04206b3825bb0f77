"""Element-wise ops: how NumPy's ufuncs become ops, and the product of the chain rule."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dusk.graph.node import Value, literal_of
from dusk.graph.op import Op, Rule, define
from dusk.graph.types import TensorType

Kind = Any
"""A dtype, or the Python type (int, float, complex, bool) of a weak scalar."""

_SCALARS: dict[Any, Any] = {int: 0, float: 0.0, complex: 0j}


def is_inexact(dtype: np.dtype[Any]) -> bool:
    """Whether values of a dtype carry gradients: floats (bfloat16 too, which NumPy calls void) and complex."""
    return dtype.kind in "fcV"


def harden(kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """Kinds without those NumPy's resolvers do not know: bool, and weak scalars next to bfloat16."""
    small: Any = next((k for k in kinds if not isinstance(k, type) and k.kind == "V"), None)
    return tuple(
        np.dtype(bool) if k is bool else small if small is not None and (k is int or k is float) else k for k in kinds
    )


def common(*kinds: Kind) -> np.dtype[Any]:
    """The dtype of several operands together, by NumPy's promotion."""
    return np.result_type(*(_SCALARS.get(k, k) for k in harden(kinds)))


def keep(*kinds: Kind, **params: Any) -> tuple[np.dtype[Any], ...]:
    """The promotion rule of ops that take each operand as it is."""
    return tuple(common(k) for k in kinds)


def together(*kinds: Kind, **params: Any) -> tuple[np.dtype[Any], ...]:
    """The promotion rule of ops whose operands all take their common dtype."""
    return (common(*kinds),) * len(kinds)


def pointwise(name: str) -> Rule:
    """The lowering of an op that is the kernel op `name` at each element."""

    def lower(k: Any, index: Any, *operands: Any, **params: Any) -> Any:
        return k.op(name, *(x(index) for x in operands))

    return lower


def passing(k: Any, index: Any, x: Any, **params: Any) -> Any:
    """The lowering of ops that give their operand's value."""
    return x(index)


@functools.lru_cache(maxsize=4096)
def resolve(function: np.ufunc, kinds: tuple[Kind, ...]) -> tuple[Any, ...]:
    """The dtypes of a ufunc's loop for operand kinds, results included (TypeError: it has none)."""
    return function.resolve_dtypes((*harden(kinds), *(None,) * function.nout))


def ufunc(
    function: np.ufunc,
    doc: str,
    *,
    derivative: Callable[[Any, Any], Any] | None = None,
    vjp: Rule | None = None,
    lower: str | Rule | None = "",
    **rules: Any,
) -> Op:
    """A NumPy ufunc as an op: its own promotion and result dtype, lowered to the kernel op of the same name.

    `derivative(out, x)` serves unary functions: the vjp and the jvp are its product with what comes in.
    """
    name = function.__name__

    def promote(*kinds: Kind, **params: Any) -> tuple[Any, ...]:
        return resolve(function, kinds)[: function.nin]

    def infer(*types: TensorType, **params: Any) -> TensorType:
        return types[0].with_(dtype=resolve(function, tuple(t.dtype for t in types))[function.nin])

    if derivative is not None:

        def pull(g: Value, out: Value, x: Value) -> tuple[Value]:
            return (chain(g, derivative(out, x)),)

        def push(tangents: Sequence[Value], out: Value, x: Value) -> Value:
            return chain(tangents[0], derivative(out, x))

        vjp, rules["jvp"] = pull, push
    return define(
        name=name,
        infer=infer,
        broadcasts=function.nin > 1,
        doc=doc,
        promote=promote,
        vjp=vjp,
        lower=pointwise(lower or name) if isinstance(lower, str) else lower,
        **rules,
    )(function)


def _lower_chain(k: Any, index: Any, g: Any, d: Any, *, both: bool = False) -> Any:
    x, y, zero = g(index), d(index), k.const(0, g.dtype)
    cut = k.op("equal", x, zero)
    if both:
        cut = k.op("logical_or", cut, k.op("equal", y, zero))
    return k.where(cut, zero, k.op("multiply", x, y))


def _vjp_chain(h: Value, out: Value, g: Value, d: Value, *, both: bool = False) -> tuple[Value, Value]:
    plain = _all(h, np.not_equal, 0) and _all(h, np.less, np.inf)
    of_d = multiply(h, g) if plain else chain_product(h, g, both=True)
    return (chain_product(h, d, both=True) if both else chain(h, d)), of_d


@define(name="chain_product", broadcasts=True, promote=together, vjp=_vjp_chain, lower=_lower_chain)
def chain_product(g: Any, d: Any, *, both: bool = False) -> Any:
    """The product g * d of the chain rule, except that a cotangent of 0 stays 0 whatever the derivative is.

    So what `where` has cut off cannot come back as 0 * inf. With `both`, d is a cotangent too.
    """
    with np.errstate(all="ignore"):
        product = np.multiply(g, d)
        cut = np.equal(g, 0) | np.equal(d, 0) if both else np.equal(g, 0)
        return np.where(cut, np.zeros((), product.dtype), product)


multiply = ufunc(
    np.multiply,
    "The product of two arrays, element by element.",
    vjp=lambda g, out, x, y: (chain(g, y), chain(g, x)),
)


def chain(g: Value, d: Any) -> Any:
    """g * d where g is a cotangent and d a derivative: `chain_product`, or `multiply` where nothing needs it."""
    return multiply(g, d) if _all(g, np.not_equal, 0) or _all(d, np.less, np.inf) else chain_product(g, d)


def _all(x: Value, compare: np.ufunc, bound: float) -> bool:
    """Whether a value is known, and the magnitudes of all its elements compare so."""
    while x.node.op.view is not None:
        x = x.node.inputs[0]
    literal = literal_of(x)
    return literal is not None and bool(np.all(compare(np.absolute(literal), bound)))
