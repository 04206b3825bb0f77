"""Symbols: untyped expressions, shared as they are written, typed when they are compiled."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from dusk import ops
from dusk.graph import Graph, Literal, Op, TensorType, Value, apply, constant, placeholder
from dusk.graph.node import bring
from dusk.graph.op import REGISTRY, Params, freeze
from dusk.graph.provenance import Origin, describe, here
from dusk.graph.types import Shape
from dusk.transform.autodiff import gradients

_numbers = itertools.count()


class Symbol:
    """A node of an expression: a variable, a constant, an op of other symbols, or a gradient.

    Python's operators and every op build further symbols. `grad` gives symbols that can be used in further expressions.
    """

    __slots__ = ("inputs", "kind", "name", "op", "origin", "params", "position")

    def __init__(
        self,
        kind: str,
        inputs: Sequence[Symbol] = (),
        op: Op | None = None,
        params: Params = (),
        name: str = "",
        position: int = 0,
    ) -> None:
        self.kind = kind  # "variable", "constant", "op", "grad" (of inputs[0] by inputs[1 + position])
        self.inputs = tuple(inputs)
        self.op = op
        self.params = params
        self.name = name or f"{op.name if op else kind}{next(_numbers)}"
        self.position = position
        self.origin: Origin = here(2)

    def __dusk_apply__(self, op: Op, args: Sequence[Any], params: Mapping[str, Any]) -> Symbol:
        return Symbol("op", [a if isinstance(a, Symbol) else Constant(a) for a in args], op, freeze(params))

    def grad(self, wrt: Sequence[Symbol] | Symbol) -> Any:
        """The gradients of the sum of this expression with respect to symbols, as symbols (one for one)."""
        targets = (wrt,) if isinstance(wrt, Symbol) else tuple(wrt)
        found = [Symbol("grad", (self, *targets), position=i) for i in range(len(targets))]
        return found[0] if isinstance(wrt, Symbol) else found

    def list_arguments(self) -> list[str]:
        """The names of the variables this depends on, in the order in which they are met."""
        return list(dict.fromkeys(s.name for s in topological([self]) if s.kind == "variable"))

    def infer_shape(self, **shapes: Shape) -> Shape:
        """The shape of this expression for shapes of its variables (KeyError: one is missing)."""
        types = {name: TensorType(shape, np.float32) for name, shape in shapes.items()}
        return build([self], types).outputs[0].shape

    def save(self, path: Any) -> None:
        """Write the expression to a file; `dusk.symbol.load` reads it."""
        _writer[0]([self], path)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *operands: Any, **keywords: Any) -> Symbol:
        """NumPy's operators and functions of a symbol are the ops of their names (TypeError: there is none)."""
        op = REGISTRY.get(ufunc.__name__)
        if op is None or method != "__call__" or keywords or ufunc.nout != 1:
            raise self._refused(f"numpy.{ufunc.__name__}", ufunc.__name__)
        return self.__dusk_apply__(op, operands, {})

    def __array_function__(self, function: Callable[..., Any], *_: Any) -> Any:
        raise self._refused(f"numpy.{function.__name__}", function.__name__)

    def _refused(self, what: str, name: str = "") -> TypeError:
        instead = f"dusk.symbol.{name}" if name in REGISTRY else "the ops in dusk.symbol"
        return TypeError(
            f"{what}, at {describe(here())}, cannot take {self!r}, written at {describe(self.origin)}, which has no "
            f"value before it is compiled and called: write it with {instead}"
        )

    def __bool__(self) -> bool:
        raise TypeError(
            f"a condition at {describe(here())} looks at {self!r}, written at {describe(self.origin)}, which has no "
            f"value before it is compiled and called: instead of `if`, `and`, `or`, `not` and `in` write "
            f"dusk.symbol.where(condition, x, y), &, | and ~"
        )

    def _no_value(self, *_: Any, **__: Any) -> Any:
        raise self._refused("what needs its value")

    __float__ = __int__ = __complex__ = __index__ = __array__ = __len__ = __iter__ = _no_value

    def __repr__(self) -> str:
        return f"<Symbol {self.name}>"

    def __hash__(self) -> int:
        return id(self)


_writer: list[Callable[[Sequence[Symbol], Any], None]] = []


def Variable(name: str) -> Symbol:  # noqa: N802 - the founding documents' name
    """A named input.

    >>> from dusk.symbol import Variable
    >>> (Variable("A") * Variable("B")).list_arguments()
    ['A', 'B']
    """
    return Symbol("variable", name=name)


def Constant(value: Any) -> Symbol:  # noqa: N802 - the founding documents' name
    """A fixed value. Python numbers take the dtype of what they meet."""
    weak = type(value) in (int, float, complex, bool)
    return Symbol("constant", params=(("value", value if weak else Literal(np.asarray(value))),))


class Group:
    """Several symbols compiled and saved together."""

    def __init__(self, symbols: Iterable[Symbol]) -> None:
        self.symbols = tuple(symbols)

    def __iter__(self) -> Iterator[Symbol]:
        return iter(self.symbols)

    def __len__(self) -> int:
        return len(self.symbols)

    def __getitem__(self, index: int) -> Symbol:
        return self.symbols[index]

    def save(self, path: Any) -> None:
        """Write the expressions to a file."""
        _writer[0](self.symbols, path)


def topological(outputs: Iterable[Symbol]) -> list[Symbol]:
    """All symbols that outputs depend on, each after its inputs."""
    order: list[Symbol] = []
    seen: set[int] = set()
    stack: list[tuple[Symbol, int]] = [(s, 0) for s in reversed(list(outputs))]
    while stack:
        symbol, at = stack.pop()
        if at == 0:
            if id(symbol) in seen:
                continue
            seen.add(id(symbol))
        if at < len(symbol.inputs):
            stack.append((symbol, at + 1))
            stack.append((symbol.inputs[at], 0))
        else:
            order.append(symbol)
    return order


def build(outputs: Sequence[Symbol], types: Mapping[str, TensorType]) -> Graph:
    """The graph of expressions for types of their variables; inputs in the order of `types`."""
    inputs = {name: placeholder(kind, name) for name, kind in types.items()}
    found: dict[int, Any] = {}
    whole: dict[tuple[int, ...], Sequence[Value]] = {}
    for symbol in topological(outputs):
        found[id(symbol)] = _typed(symbol, inputs, found, whole)
    values = [v if isinstance(v, Value) else constant(v) for v in (found[id(s)] for s in outputs)]
    return Graph(inputs.values(), values)


def _typed(
    symbol: Symbol, inputs: dict[str, Value], found: dict[int, Any], whole: dict[tuple[int, ...], Sequence[Value]]
) -> Any:
    args = [found[id(s)] for s in symbol.inputs]
    if symbol.kind == "variable":
        if symbol.name not in inputs:
            raise KeyError(f"no value is given for the variable {symbol.name!r}")
        return inputs[symbol.name]
    if symbol.kind == "constant":
        value = symbol.params[0][1]
        return constant(value.array()) if isinstance(value, Literal) else value
    if symbol.kind == "grad":
        key = tuple(id(s) for s in symbol.inputs)
        if key not in whole:
            one = bring(constant(1, args[0].dtype), args[0].type)
            whole[key] = gradients((args[0],), (one,), args[1:])
        return whole[key][symbol.position]
    assert symbol.op is not None
    if not any(isinstance(a, Value) for a in args):
        args = [constant(a) for a in args]
    return apply(symbol.op, args, dict(symbol.params), symbol.origin)


def _operator(op: Op, reflected: bool = False) -> Callable[..., Symbol]:
    def operator(self: Symbol, *others: Any) -> Symbol:
        return self.__dusk_apply__(op, (*others, self) if reflected else (self, *others), {})

    return operator


def _bind() -> None:
    """Give symbols Python's operators."""
    binary = {
        "add": ops.add, "sub": ops.subtract, "mul": ops.multiply, "truediv": ops.divide, "floordiv": ops.floor_divide,
        "mod": ops.remainder, "pow": ops.power, "matmul": ops.matmul, "and": ops.bitwise_and, "or": ops.bitwise_or,
        "xor": ops.bitwise_xor,
    }  # fmt: skip
    compare = {
        "lt": ops.less, "le": ops.less_equal, "gt": ops.greater, "ge": ops.greater_equal,
        "eq": ops.equal, "ne": ops.not_equal,
    }  # fmt: skip
    for name, op in {**binary, **compare}.items():
        setattr(Symbol, f"__{name}__", _operator(op))
    for name, op in binary.items():
        setattr(Symbol, f"__r{name}__", _operator(op, reflected=True))
    for name, op in {"neg": ops.negative, "pos": ops.positive, "abs": ops.absolute, "invert": ops.invert}.items():
        setattr(Symbol, f"__{name}__", _operator(op))


_bind()
