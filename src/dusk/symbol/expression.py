"""Symbols: untyped expressions, shared as they are written, typed when they are compiled."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from dusk import ops
from dusk.graph import Literal, Op
from dusk.graph.op import REGISTRY, Params, freeze
from dusk.graph.provenance import NOWHERE, Origin, describe, here, line_of, place
from dusk.later import Later
from dusk.record import Handle
from dusk.symbol.naming import attributes as in_scope
from dusk.symbol.naming import named
from dusk.symbol.outputs import Outputs
from dusk.tracing.calls import depth
from dusk.tracing.trace import SymbolMet

if TYPE_CHECKING:
    from dusk.symbol import layers_basic
    from dusk.symbol.layer import Layer
else:  # a part of an array is a layer, and layers are made of this
    layers_basic = Later("dusk.symbol.layers_basic")

numbers = itertools.count()
"""Numbers of symbols in the order in which they are made."""


class Symbol(Outputs):
    """A node of an expression: a variable, a constant, an op or a layer of other symbols, a gradient; a branch or a
    loop (`flow`), a part of what that or a layer gives, or an argument of a function in it.

    Python's operators and every op build further symbols. `grad` gives symbols that can be used in further expressions.
    """

    __slots__ = (
        "attributes", "flow", "inputs", "kind", "layer", "name", "number", "op", "params", "place", "position",
    )  # fmt: skip

    def __init__(
        self,
        kind: str,
        inputs: Sequence[Symbol] = (),
        op: Op | None = None,
        params: Params = (),
        name: str = "",
        position: int = 0,
        flow: Flow | None = None,
        layer: Layer | None = None,
        attributes: Mapping[str, str] | None = None,
    ) -> None:
        self.kind = kind  # "variable", "constant", "op", "layer", "grad" (of inputs[0] by inputs[1 + position]),
        self.inputs = tuple(inputs)  # "flow", "part" (number `position` of inputs[0]), "argument"
        self.op = op
        self.params = params
        self.flow = flow
        self.layer = layer
        self.number = next(numbers)
        self.name = name or named(None, op.name if op else flow.name if flow else kind)
        self.position = position
        self.place = place(2)
        self.attributes = in_scope(None) if attributes is None else attributes

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        return (self,)

    @property
    def origin(self) -> Origin:
        """The line that made it."""
        return NOWHERE if self.place is None else line_of(self.place)

    @property
    def output_name(self) -> str:
        """What its value is called: `fc1_output`; of a variable its own name."""
        if self.kind in ("variable", "argument"):
            return self.name
        whole = self.inputs[0].layer if self.kind == "part" else self.layer
        if whole is not None:
            owner = self.inputs[0] if self.kind == "part" else self
            return f"{owner.name}_{whole.outputs_of(dict(owner.params))[self.position]}"
        return f"{self.name}_output" + (str(self.position) if self.kind == "part" else "")

    def __dusk_apply__(self, op: Op, args: Sequence[Any], params: Mapping[str, Any]) -> Symbol:
        return Symbol("op", [a if isinstance(a, Symbol) else Constant(a) for a in args], op, freeze(params))

    def grad(self, wrt: Sequence[Symbol] | Symbol) -> Any:
        """The gradients of the sum of this expression with respect to symbols, as symbols (one for one)."""
        targets = (wrt,) if isinstance(wrt, Symbol) else tuple(wrt)
        found = [Symbol("grad", (self, *targets), position=i) for i in range(len(targets))]
        return found[0] if isinstance(wrt, Symbol) else found

    def attr(self, key: str) -> str | None:
        """The attribute of that name (`lr_mult`, or as files have it, `__lr_mult__`), None where it has none."""
        found = self.attributes.get(key)
        return self.attributes.get(f"__{key}__") if found is None else found

    def list_attr(self) -> dict[str, str]:
        """All attributes it was given."""
        return dict(self.attributes)

    def __getitem__(self, key: Any) -> Symbol:
        """A number or a name chooses an output, as in MXNet; a slice, or several subscripts, a part of the array."""
        if isinstance(key, int | str):
            return self.chosen(key)
        return layers_basic.Part(self, at=key)

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

    __float__ = __int__ = __complex__ = __index__ = __array__ = __len__ = __iter__ = _no_value  # type: ignore[assignment]

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


def Variable(  # noqa: N802 - the founding documents' name
    name: str,
    attr: Mapping[str, str] | None = None,
    shape: Sequence[int | None] | None = None,
    lr_mult: float | None = None,
    wd_mult: float | None = None,
    dtype: Any = None,
    init: Any = None,
    **attributes: str,
) -> Symbol:
    """A named input; shape, dtype, multipliers of its learning rate and weight decay, and its initialiser are hints.

    >>> from dusk.symbol import Variable
    >>> (Variable("A") * Variable("B")).list_arguments()
    ['A', 'B']
    """
    found = in_scope({**(attr or {}), **attributes})
    if shape is not None:
        found["__shape__"] = "(" + ", ".join(str(n or 0) for n in shape) + ("," if len(shape) == 1 else "") + ")"
    if dtype is not None:
        found["__dtype__"] = np.dtype(dtype).name
    if init is not None:
        found["__init__"] = init if isinstance(init, str) else init.dumps()
    for key, value in (("__lr_mult__", lr_mult), ("__wd_mult__", wd_mult)):
        if value is not None:
            found[key] = str(value)
    if not isinstance(cast("Any", name), str):
        raise TypeError(f"a variable's name is a text, not {name!r}")
    return Symbol("variable", name=name, attributes=found)


def Constant(value: Any) -> Symbol:  # noqa: N802 - the founding documents' name
    """A fixed value. Python numbers take the dtype of what they meet."""
    if depth.count and isinstance(value, Handle):
        raise SymbolMet
    weak = type(value) in (int, float, complex, bool)
    return Symbol("constant", params=(("value", value if weak else Literal(np.asarray(value))),))


class Group(Outputs):
    """Several symbols compiled, bound and saved together; also what a layer of several outputs gives.

    >>> from dusk.symbol import Group, Variable
    >>> Group([Variable("a"), Variable("b") * 2]).list_arguments()
    ['a', 'b']
    """

    def __init__(self, symbols: Iterable[Outputs], name: str | None = None) -> None:
        self._symbols = tuple(s for given in symbols for s in given.symbols)
        self.name = name

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        return self._symbols

    def __iter__(self) -> Iterator[Symbol]:
        return iter(self.symbols)

    def __len__(self) -> int:
        return len(self.symbols)

    def __getitem__(self, key: int | str) -> Symbol:
        return self.chosen(key)

    def __repr__(self) -> str:
        return f"<Group {', '.join(s.name for s in self.symbols)}>"


def only(given: Outputs) -> Symbol:
    """The one symbol that something is (TypeError: there are several)."""
    if len(given.symbols) != 1:
        raise TypeError(
            f"one symbol is needed at {describe(here())}, not {len(given.symbols)}: choose one of "
            f"{', '.join(given.list_outputs())}"
        )
    return given.symbols[0]


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
        if any(isinstance(x, Group) for x in others):
            others = tuple(only(x) if isinstance(x, Group) else x for x in others)
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
