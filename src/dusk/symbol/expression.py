"""Symbols: untyped expressions, shared as they are written, typed when they are compiled."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dusk import ops
from dusk.graph import Graph, Literal, Op, TensorType
from dusk.graph.op import REGISTRY, Params, freeze
from dusk.graph.provenance import NOWHERE, Origin, describe, here, line_of, place
from dusk.graph.types import Shape
from dusk.record import Handle
from dusk.tracing.calls import depth
from dusk.tracing.trace import SymbolMet

numbers = itertools.count()
"""Numbers of symbols in the order in which they are made."""


class Symbol:
    """A node of an expression: a variable, a constant, an op of other symbols, a gradient; a branch or a loop (`flow`),
    a part of what that gives, or an argument of a function in it.

    Python's operators and every op build further symbols. `grad` gives symbols that can be used in further expressions.
    """

    __slots__ = ("flow", "inputs", "kind", "name", "number", "op", "params", "place", "position")

    def __init__(
        self,
        kind: str,
        inputs: Sequence[Symbol] = (),
        op: Op | None = None,
        params: Params = (),
        name: str = "",
        position: int = 0,
        flow: Flow | None = None,
    ) -> None:
        self.kind = kind  # "variable", "constant", "op", "grad" (of inputs[0] by inputs[1 + position]),
        self.inputs = tuple(inputs)  # "flow", "part" (number `position` of inputs[0]), "argument"
        self.op = op
        self.params = params
        self.flow = flow
        self.number = next(numbers)
        self.name = name or f"{op.name if op else flow.name if flow else kind}{self.number}"
        self.position = position
        self.place = place(2)

    @property
    def origin(self) -> Origin:
        """The line that made it."""
        return NOWHERE if self.place is None else line_of(self.place)

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
        """The shape of this expression for shapes of its variables, all float32 (KeyError: one is missing)."""
        return self.infer_type(**{name: TensorType(shape, np.float32) for name, shape in shapes.items()}).shape

    def infer_type(self, **like: Any) -> TensorType:
        """The shape and dtype of this expression for variables like these: anything that has a shape and a dtype.

        >>> import numpy
        >>> from dusk.symbol import Variable
        >>> (Variable("n") * 0.5).infer_type(n=numpy.zeros(3, int))
        float64[3]
        """
        types = {name: TensorType(x.shape, x.dtype) for name, x in like.items()}
        return Door.build([self], types).outputs[0].type

    def save(self, path: Any) -> None:
        """Write the expression to a file; `dusk.symbol.load` reads it."""
        Door.write([self], path)

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
        if depth.count:
            raise SymbolMet
        raise TypeError(
            f"a condition at {describe(here())} looks at {self!r}, written at {describe(self.origin)}, which has no "
            f"value before it is compiled and called: instead of `if`, `and`, `or`, `not` and `in` write "
            f"dusk.symbol.where(condition, x, y), &, | and ~, or dusk.cond and dusk.while_loop with symbols as operands"
        )

    def _no_value(self, *_: Any, **__: Any) -> Any:
        if depth.count:
            raise SymbolMet
        raise self._refused("what needs its value")

    __float__ = __int__ = __complex__ = __index__ = __array__ = __len__ = __iter__ = _no_value

    def __repr__(self) -> str:
        return f"<Symbol {self.name}>"

    def __hash__(self) -> int:
        return id(self)


@dataclass(frozen=True, eq=False)
class Body:
    """A function of symbols: what it gives for its arguments, and what its symbol has as inputs besides operands."""

    arguments: tuple[Symbol, ...]
    outputs: tuple[Symbol, ...]


@dataclass(frozen=True, eq=False)
class Flow:
    """A branch or a loop: `dusk.<name>` of the first `given` inputs of its symbol, the other inputs being what the
    bodies capture.

    Of a scan the first `carries` operands go round, `length` and `reverse` are its own. ValueError: it does not fit.
    """

    name: str
    bodies: tuple[Body, ...]
    given: int
    carries: int = 0
    length: int | None = None
    reverse: bool = False

    def __post_init__(self) -> None:
        state = self.given - {"fori_loop": 2, "while_loop": 0, "scan": 0}.get(self.name, 1)
        taken = [state + (self.name == "fori_loop")] * len(self.bodies)
        made = [len(body.outputs) for body in self.bodies]
        fits = {
            "cond": len(made) == 2 and made[0] == made[-1],
            "switch": len(made) > 0 and len({*made}) == 1,
            "while_loop": made == [1, state],
            "fori_loop": made == [state],
            "scan": len(made) == 1 and 0 <= self.carries <= min(state, made[0]),
        }
        if state < 0 or not fits.get(self.name) or taken != [len(body.arguments) for body in self.bodies]:
            raise ValueError(f"no {self.name} of {self.given} operands has functions that give {made} values")

    @property
    def results(self) -> int:
        """How many parts it gives."""
        return len(self.bodies[-1].outputs)


class Door:
    """What is done with symbols by modules that import this one: they set it."""

    write: Callable[[Sequence[Symbol], Any], None]
    build: Callable[[Sequence[Symbol], Mapping[str, TensorType]], Graph]


def Variable(name: str) -> Symbol:  # noqa: N802 - the founding documents' name
    """A named input.

    >>> from dusk.symbol import Variable
    >>> (Variable("A") * Variable("B")).list_arguments()
    ['A', 'B']
    """
    return Symbol("variable", name=name)


def Constant(value: Any) -> Symbol:  # noqa: N802 - the founding documents' name
    """A fixed value. Python numbers take the dtype of what they meet."""
    if depth.count and isinstance(value, Handle):
        raise SymbolMet
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
        Door.write(self.symbols, path)


def topological(outputs: Iterable[Symbol], stop: Collection[int] = ()) -> list[Symbol]:
    """All symbols that outputs depend on, each after its inputs; without those of these ids, and what lies behind."""
    order: list[Symbol] = []
    seen: set[int] = set(stop)
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
