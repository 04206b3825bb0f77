"""Functions of symbols with state, as Theano has them: shared variables, updates, givens; and sessions over them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import numpy as np

from dusk.array import as_handle
from dusk.graph import Graph
from dusk.graph.provenance import describe, here
from dusk.graph.types import TensorType
from dusk.ops import call
from dusk.record import Handle, record, several
from dusk.symbol.build import build
from dusk.symbol.compiled import SymbolFunction, compile
from dusk.symbol.expression import Constant, Group, Symbol, only, topological
from dusk.symbol.naming import attributes, named
from dusk.symbol.outputs import Outputs
from dusk.symbol.walk import substituted
from dusk.tracing import compile_function
from dusk.transform.pipeline import optimise, unrolled

Pairs = Mapping[Symbol, Any] | Iterable[tuple[Symbol, Any]]


class Shared(Symbol):
    """A variable with a value of its own, which functions read and update."""

    __slots__ = ("array",)

    def __init__(self, value: Any, name: str | None = None) -> None:
        super().__init__("variable", name=named(name, "shared"), attributes=attributes(None))
        self.array = as_handle(np.array(value))

    def get_value(self) -> np.ndarray[Any, Any]:
        """A copy of its value, as NumPy's array."""
        return np.array(self.array)

    def set_value(self, value: Any) -> None:
        """Give it another value, of its shape (ValueError)."""
        if np.shape(value) != self.array.shape:
            raise ValueError(
                f"{self.name} is of shape {self.array.shape}, not {np.shape(value)} (at {describe(here())})"
            )
        self.array[...] = value


def shared(value: Any, name: str | None = None) -> Shared:
    """A shared variable: functions read its value, and `updates` write it.

    >>> import dusk.numpy as np
    >>> from dusk.symbol import Variable, function, shared
    >>> total, x = shared(0.0, "total"), Variable("x")
    >>> add = function([x], total, updates=[(total, total + x)])
    >>> add(2.0), add(3.0), float(total.get_value())
    (np.float64(0.0), np.float64(2.0), 5.0)
    """
    return Shared(value, name)


class Function:
    """Outputs of symbols for inputs by position or name, with updates of shared variables; see `function`."""

    def __init__(self, inputs: Sequence[Symbol], outputs: Any, updates: Pairs, givens: Pairs) -> None:
        many = outputs is None or isinstance(outputs, list | tuple | Group)
        wanted = [only(s) for s in cast("Iterable[Symbol]", outputs or ())] if many else [_symbol(outputs)]
        changes = [(target, _symbol(new)) for target, new in _pairs(updates)]
        for target, _ in changes:
            if not isinstance(target, Shared):
                raise TypeError(f"an update at {describe(here())} is of {target!r}, which is no shared variable")
        replaced = {id(old): _symbol(new) for old, new in _pairs(givens)}
        made = substituted([*wanted, *(new for _, new in changes)], dict(replaced))
        met = [s for s in topological(made) if s.kind == "variable"]
        known = {id(s) for s in inputs}
        missing = [s for s in met if id(s) not in known and not isinstance(s, Shared)]
        if missing:
            raise TypeError(
                f"a function at {describe(here())} needs {', '.join(s.name for s in missing)}: give it as an input, a "
                f"given or a shared variable"
            )
        unused = [s.name for s in inputs if id(s) not in {id(m) for m in met}]
        if unused:
            raise TypeError(f"a function at {describe(here())} does not use its input {', '.join(unused)}")
        self.inputs = list(inputs)
        self.symbols = made
        self.updated = [cast("Shared", target) for target, _ in changes]
        self.shared = [*dict.fromkeys([*(s for s in met if isinstance(s, Shared)), *self.updated])]
        self._kind = "none" if outputs is None else "list" if many else "one"
        self._graphs: dict[Any, Graph] = {}
        self._run = compile_function(self._recorded)

    def __call__(self, *args: Any, **more: Any) -> Any:
        names = [s.name for s in self.inputs]
        unknown = [n for n in more if n not in names[len(args) :]]
        if unknown or len(args) + len(more) != len(names):
            raise TypeError(f"this function takes {', '.join(names) or 'nothing'} (called at {describe(here())})")
        given = [as_handle(x) for x in (*args, *(more[n] for n in names[len(args) :]))]
        made = self._run(*given, *(s.array for s in self.shared))
        return None if self._kind == "none" else list(made) if self._kind == "list" else made[0]

    def _recorded(self, *handles: Handle) -> tuple[Any, ...]:
        types = tuple(h.type for h in handles)
        graph = self._graphs.get(types)
        if graph is None:
            graph = self._graphs[types] = self._graph(types)
        made: tuple[Any, ...] = several(record(call, handles, {"graph": graph}, as_array=False))
        own = dict(zip(map(id, self.shared), handles[len(self.inputs) :], strict=True))
        n = len(self.symbols) - len(self.updated)
        for target, new in zip(self.updated, made[n:], strict=True):
            array: Any = own[id(target)]
            if new.shape != array.shape:
                raise ValueError(f"an update of {target.name}, of shape {array.shape}, is of shape {new.shape}")
            array[...] = new
        return made[:n]

    def _graph(self, types: tuple[TensorType, ...]) -> Graph:
        """Built by numbers: several variables may be of one name."""
        places = {
            id(s): Symbol("variable", name=str(i), attributes={}) for i, s in enumerate((*self.inputs, *self.shared))
        }
        outputs = substituted(self.symbols, dict(places))
        return optimise(
            build(outputs, dict(zip(map(str, range(len(types))), types, strict=True))), **unrolled(_RELAXED)
        )


_RELAXED = {"math": "relaxed"}


def _symbol(given: Any) -> Symbol:
    return only(given) if isinstance(given, Outputs) else Constant(given)


def _pairs(given: Pairs) -> list[tuple[Symbol, Any]]:
    return list(cast("Mapping[Symbol, Any]", given).items() if isinstance(given, Mapping) else given)


def function(
    inputs: Outputs | Sequence[Symbol], outputs: Any = None, updates: Pairs = (), givens: Pairs = ()
) -> Function | SymbolFunction:
    """A function of symbols' values: `function([x, y], loss, updates=[(w, w - 0.1 * loss.grad(w))])`.

    Inputs are given by position or by name. After a call shared variables have the values that `updates` (pairs, or a
    dict) say, all computed from the values before; `givens` puts other symbols in the place of some. `outputs` is one
    symbol, several, or None. A function of a symbol alone takes all its variables by name, of any shapes, and may be
    called, and differentiated, in any other program, any number of times: `function(net)(data=x, fc1_weight=w)`.

    Raises TypeError for variables that nobody gives, and inputs that nobody needs.
    """
    if isinstance(inputs, Outputs):
        return compile(inputs)  # type: ignore[arg-type]
    return Function(list(inputs), outputs, updates, givens)


# --- sessions


class Assign:
    """What writes a shared variable when a session runs it."""

    def __init__(self, target: Shared, value: Any) -> None:
        self.target, self.value = target, _symbol(value)


def assign(target: Shared, value: Any) -> Assign:
    """A step that gives a shared variable the value of a symbol; `Session.run` runs it."""
    return Assign(target, value)


def placeholder(name: str | None = None, dtype: Any = None, shape: Sequence[int | None] | None = None) -> Symbol:
    """A variable that a session is fed."""
    hints = {} if shape is None else {"__shape__": str(tuple(n or 0 for n in shape))}
    if dtype is not None:
        hints["__dtype__"] = np.dtype(dtype).name
    return Symbol("variable", name=named(name, "placeholder"), attributes=attributes(hints))


class Session:
    """Runs symbols for values fed to their variables, as TensorFlow 1 does; a context manager.

    >>> from dusk.symbol import Session, placeholder
    >>> x = placeholder("x")
    >>> with Session() as session:
    ...     session.run([x + 1, x * 2], {x: 3.0})
    [np.float64(4.0), np.float64(6.0)]
    """

    def __init__(self) -> None:
        self._functions: dict[Any, tuple[Function, Any]] = {}  # with what their keys are made of, so that it stays

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self._functions.clear()

    def run(self, fetches: Any, feed_dict: Mapping[Symbol, Any] | None = None) -> Any:
        """Values of symbols (None for steps that assign), for one or a list; all read what was there before.

        Raises TypeError for a placeholder that is not fed.
        """
        feeds = dict(feed_dict or {})
        steps: list[Symbol | Assign] = [fetches] if isinstance(fetches, Symbol | Assign) else list(fetches)
        key = (tuple(map(id, steps)), tuple(map(id, feeds)))
        found, _ = self._functions.get(key, (None, None))
        if found is None:
            symbols = [s for s in steps if isinstance(s, Symbol)]
            updates = [(s.target, s.value) for s in steps if isinstance(s, Assign)]
            needed = {id(s) for s in topological([*symbols, *(new for _, new in updates)])}
            found = Function([s for s in feeds if id(s) in needed], symbols, updates, ())
            self._functions[key] = found, (steps, [*feeds])
        used = {id(s) for s in found.inputs}
        made = iter(found(*(x for s, x in feeds.items() if id(s) in used)))
        values = [next(made) if isinstance(s, Symbol) else None for s in steps]
        return values[0] if isinstance(fetches, Symbol | Assign) else values
