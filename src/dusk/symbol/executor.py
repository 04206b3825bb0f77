"""Executors: an expression on arrays of its own, as MXNet binds it (docs/decisions/0033)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import numpy as np

from dusk import ops, random
from dusk.array import as_handle
from dusk.devices import DEFAULT_NAME, beside, in_force
from dusk.gradients import vjp
from dusk.graph import Graph
from dusk.graph.provenance import describe, here
from dusk.graph.types import TensorType
from dusk.record import placed, record, record_made, several
from dusk.symbol.build import build, draws
from dusk.symbol.outputs import Outputs
from dusk.symbol.places import Places, places_of
from dusk.symbol.shapes import typed
from dusk.transform.pipeline import optimise, unrolled

_REQUESTS = ("write", "add", "null")
Monitor = Callable[[str, Any], None]


class Executor:
    """An expression with the arrays it runs on: `arg_dict`, `grad_dict` (None: no gradient is wanted), `aux_dict`.

    `forward` gives the outputs, which stay in `outputs`; `backward` writes gradients to the arrays of `grad_dict`, or
    adds to them, as `grad_req` says of each argument. Arrays are Dusk's: nothing has run before a value is looked at.

    `key` is what layers that draw, as dropout does, draw from at the next `forward` that trains: a key of
    `dusk.random`, begun from NumPy's stream unless it is set, and another one after each.
    """

    def __init__(
        self,
        symbol: Outputs,
        arguments: Mapping[str, Any],
        gradients: Mapping[str, Any],
        requests: Mapping[str, str],
        states: Mapping[str, Any],
        graphs: dict[Any, Graph] | None = None,
        places: Places | None = None,
    ) -> None:
        self.symbol = symbol
        self.places = places
        self.arg_dict, self.grad_dict, self.aux_dict = dict(arguments), dict(gradients), dict(states)
        self.grad_req = dict(requests)
        self.outputs: list[Any] = []
        self._graphs: dict[Any, Graph] = {} if graphs is None else graphs
        self._pull: Any = None
        self._again: Any = None
        self.key: Any = None
        self._draws = draws(symbol.symbols)
        self._monitor: Monitor | None = None

    # --- what it holds
    @property
    def arg_arrays(self) -> list[Any]:
        """The arrays of arguments, in the order of `list_arguments`."""
        return [*self.arg_dict.values()]

    @property
    def grad_arrays(self) -> list[Any]:
        """Those of their gradients, None where none is wanted."""
        return [self.grad_dict.get(name) for name in self.arg_dict]

    @property
    def aux_arrays(self) -> list[Any]:
        """The arrays of states."""
        return [*self.aux_dict.values()]

    @property
    def output_dict(self) -> dict[str, Any]:
        """The outputs of the last `forward`, by name."""
        return dict(zip(self.symbol.list_outputs(), self.outputs, strict=False))

    # --- running
    def forward(self, is_train: bool = False, **arrays: Any) -> list[Any]:
        """The outputs, after writing the arrays given by name to arguments (ValueError: of other shapes).

        With `is_train` layers train: they drop out, take statistics of the batch and write their states.
        """
        for name, array in arrays.items():
            self._write(name, array)
        names, states = [*self.arg_dict], [*self.aux_dict]
        wanted = [n for n in names if is_train and self.grad_req[n] != "null"]
        keys = [self._next_key()] if is_train and self._draws else []
        graph = self._graph(is_train)
        arguments = {n: self.arg_dict[n] for n in names}

        def run(*given: Any) -> tuple[list[Any], list[Any]]:
            by_name = {**arguments, **dict(zip(wanted, given, strict=True))}
            handles = [as_handle(by_name[n]) for n in names]
            inputs = (*handles, *(self.aux_dict[n] for n in states), *keys)
            made = several(record(ops.call, inputs, {"graph": graph}, as_array=True))
            n = len(self.symbol.symbols)
            return list(made[:n]), [ops.stop_gradient(x) for x in made[n:]]

        if wanted:
            self.outputs, self._pull, new = vjp(run, *(arguments[n] for n in wanted), has_aux=True)
            self._again = lambda: vjp(run, *(arguments[n] for n in wanted), has_aux=True)[1]
        else:
            (self.outputs, new), self._pull, self._again = run(), None, None
        for name, array in zip(states, new, strict=False):
            self.aux_dict[name][...] = array
        if self._monitor is not None:
            self._tell(self._monitor, is_train, keys)
        return self.outputs

    def backward(self, out_grads: Any = None) -> None:
        """Gradients of the sum of the outputs, or for cotangents of theirs, at the last `forward(is_train=True)`.

        Called once more, it computes what it needs again, from the arrays as they are then.
        """
        if self._again is None:
            raise RuntimeError(
                f"backward at {describe(here())} needs forward(is_train=True) before it, and an argument whose "
                f"grad_req is not 'null'"
            )
        given: Any = out_grads
        if out_grads is not None and not isinstance(out_grads, list | tuple):
            given = [out_grads]
        if given is not None and len(given) != len(self.outputs):
            raise ValueError(f"{len(given)} cotangents of {len(self.outputs)} outputs (at {describe(here())})")
        heads = [
            record_made(ops.full, shape=x.shape, value=1, dtype=x.dtype, device=x.type.device)
            if given is None
            else as_handle(given[i])
            for i, x in enumerate(self.outputs)
        ]
        wanted = [n for n in self.arg_dict if self.grad_req[n] != "null"]
        pull, self._pull = self._pull or self._again(), None  # which holds what the gradient needs of the forward pass
        for name, gradient in zip(wanted, pull(heads), strict=True):
            if self.grad_req[name] == "add":
                self.grad_dict[name] += gradient
            else:
                self.grad_dict[name][...] = gradient

    def set_monitor_callback(self, callback: Monitor, monitor_all: bool = False) -> None:
        """Have `callback(name, array)` called with every inner value after each `forward`."""
        self._monitor = callback

    # --- changing it
    def copy_params_from(
        self,
        arg_params: Mapping[str, Any],
        aux_params: Mapping[str, Any] | None = None,
        allow_extra_params: bool = False,
    ) -> None:
        """Write arrays to arguments and states of the same names (ValueError: there are none of that name)."""
        for given, own in ((arg_params, self.arg_dict), (aux_params or {}, self.aux_dict)):
            for name, array in given.items():
                if name in own:
                    own[name][...] = _fitting(name, array, own[name])
                elif not allow_extra_params:
                    raise ValueError(f"no array is named {name}: there are {', '.join(own) or 'none'}")

    def reshape(self, partial_shaping: bool = False, allow_up_sizing: bool = False, **known: Any) -> Executor:
        """An executor on arguments of other shapes; those that keep theirs are shared with this one.

        ValueError: an argument that is not named would change (`partial_shaping` allows it).
        """
        types = typed(self.symbol.symbols, {**self.arg_dict, **self.aux_dict}, known)
        arguments: dict[str, Any] = {}
        for name, array in self.arg_dict.items():
            shape = types[name].shape
            if shape != array.shape and name not in known and not partial_shaping:
                raise ValueError(
                    f"{name} of shape {array.shape} would be of shape {shape}: allow it by partial_shaping"
                )
            arguments[name] = array if shape == array.shape else zeros(array.type.with_(shape))
        gradients = {
            n: g if g is None or g.shape == arguments[n].shape else zeros(g.type.with_(arguments[n].shape))
            for n, g in self.grad_dict.items()
        }
        return Executor(self.symbol, arguments, gradients, self.grad_req, self.aux_dict, self._graphs, self.places)

    def debug_str(self) -> str:
        """The graph that `forward` runs, and the memory that it is planned to take."""
        graph = self._graph(False)
        return f"{graph}\n{sum(v.type.nbytes for v in graph.inputs)} bytes of arguments and states"

    # --- inside
    def _graph(self, train: bool, inner: bool = False) -> Graph:
        """The graph of the outputs, or of every inner value; in training with the states after it."""
        types: dict[str, TensorType] = {n: x.type for n, x in {**self.arg_dict, **self.aux_dict}.items()}
        key = (train, inner, tuple(types.values()))
        found = self._graphs.get(key)
        if found is None:
            symbols = self.symbol.get_internals().symbols if inner else self.symbol.symbols
            states = [*self.aux_dict] if train and not inner else []
            built = build(symbols, types, train, states, self._elsewhere())
            found = self._graphs[key] = optimise(built, **unrolled({"math": "relaxed"}))
        return found

    def _elsewhere(self) -> Places | None:
        """Where things are computed, if not all on the first device."""
        return self.places if self.places is not None and self.places.elsewhere() else None

    def _next_key(self) -> Any:
        if self.key is None:
            with beside(in_force() if self.places is None else self.places.rest):
                self.key = random.key(int(np.random.randint(0, 2**31 - 1)))
        now, self.key = random.split(self.key)
        there = self._elsewhere()
        return placed(now, there.rest if there else DEFAULT_NAME)

    def _write(self, name: str, array: Any) -> None:
        own = self.arg_dict.get(name)
        if own is None:
            raise TypeError(
                f"no argument is named {name}: there are {', '.join(self.arg_dict)} (at {describe(here())})"
            )
        own[...] = _fitting(name, array, own)

    def _tell(self, monitor: Monitor, train: bool, keys: Sequence[Any]) -> None:
        """What the monitor is told: each inner value, as it is for the arrays now."""
        inner = self.symbol.get_internals()
        inputs = (*self.arg_dict.values(), *self.aux_dict.values(), *keys)
        made = several(record(ops.call, inputs, {"graph": self._graph(train, inner=True)}, as_array=True))
        for name, symbol, array in zip(inner.list_outputs(), inner.symbols, made, strict=True):
            if symbol.kind != "variable":
                monitor(name, array)


def zeros(kind: TensorType) -> Any:
    """An array of zeros of a type."""
    return record_made(ops.full, shape=tuple(kind.shape), value=0, dtype=kind.dtype, device=kind.device)


def _fitting(name: str, array: Any, own: Any) -> Any:
    given = placed(as_handle(array), own.type.device)  # to write it there is to ask for it
    if given.shape != own.shape:
        raise ValueError(f"{name} is of shape {own.shape}, given is {given.shape} (at {describe(here())})")
    return given


def bind(
    symbol: Outputs, ctx: Any, args: Any, args_grad: Any, grad_req: Any, aux_states: Any, group2ctx: Any
) -> Executor:
    """See `Outputs.bind`."""
    names, states = symbol.list_arguments(), symbol.list_auxiliary_states()
    places = places_of(ctx, group2ctx)
    arguments = _by_name("args", names, args, states)
    missing = [n for n in names if n not in arguments]
    if missing:
        raise ValueError(f"bind at {describe(here())} needs arrays of all arguments: {', '.join(missing)} missing")
    aux = _by_name("aux_states", states, aux_states)
    if isinstance(args, Mapping):
        given = cast("Mapping[str, Any]", args)
        aux = {**{n: as_handle(given[n]) for n in states if n in given}, **aux}
    if [n for n in states if n not in aux]:
        shapes = {n: x.shape for n, x in arguments.items()}
        kinds = places.typed(symbol.symbols, typed(symbol.symbols, arguments, shapes))
        aux |= {n: zeros(kinds[n]) for n in states if n not in aux}
    gradients = _by_name("args_grad", names, args_grad)
    requests = _requests(names, grad_req)
    requests = {n: requests[n] if n in gradients else "null" for n in names}
    ordered = {n: arguments[n] for n in names}
    held = {n: aux[n] for n in states}
    return Executor(symbol, ordered, {n: gradients.get(n) for n in names}, requests, held, places=places)


def simple_bind(
    symbol: Outputs,
    ctx: Any,
    grad_req: Any,
    type_dict: Mapping[str, Any] | None,
    group2ctx: Any,
    known: Mapping[str, Any],
) -> Executor:
    """See `Outputs.simple_bind`."""
    names, states = symbol.list_arguments(), symbol.list_auxiliary_states()
    unknown = [n for n in known if n not in names and n not in states]
    if unknown:
        raise TypeError(
            f"no argument is named {', '.join(unknown)}: there are {', '.join(names)} (at {describe(here())})"
        )
    places = places_of(ctx, group2ctx)
    kinds = places.typed(symbol.symbols, typed(symbol.symbols, type_dict or {}, known))
    requests = _requests(names, grad_req)
    arguments = {n: zeros(kinds[n]) for n in names}
    gradients = {n: zeros(kinds[n]) if requests[n] != "null" else None for n in names}
    aux = {n: zeros(kinds[n]) for n in states}
    return Executor(symbol, arguments, gradients, requests, aux, places=places)


def _by_name(what: str, names: Sequence[str], given: Any, also: Sequence[str] = ()) -> dict[str, Any]:
    """Arrays by name, of a dict or a list (ValueError: names that there are not, or another number)."""
    if given is None:
        return {}
    if isinstance(given, Mapping):
        arrays = cast("Mapping[str, Any]", given)
        unknown = [n for n in arrays if n not in names and n not in also]
        if unknown:
            raise ValueError(f"{what} at {describe(here())}: no array is named {', '.join(unknown)}")
        return {n: as_handle(x) for n, x in arrays.items() if x is not None and n in names}
    if len(given) != len(names):
        raise ValueError(
            f"{what} at {describe(here())}: {len(given)} arrays for {len(names)} names ({', '.join(names)})"
        )
    return {n: as_handle(x) for n, x in zip(names, given, strict=True) if x is not None}


def _requests(names: Sequence[str], given: Any) -> dict[str, str]:
    found: dict[str, str]
    if isinstance(given, str):
        found = dict.fromkeys(names, given)
    elif isinstance(given, Mapping):
        found = {n: cast("Mapping[str, str]", given).get(n, "null") for n in names}
    else:
        found = dict(zip(names, given, strict=True))
    wrong = {r for r in found.values() if r not in _REQUESTS}
    if wrong:
        raise ValueError(
            f"grad_req at {describe(here())} is 'write', 'add' or 'null', not {', '.join(map(repr, wrong))}"
        )
    return found
