"""Compiled functions: one trace a signature, then one entry in what the caller records."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from types import MethodType
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np

from dusk.config import config
from dusk.devices import in_force
from dusk.graph import Graph
from dusk.later import Later
from dusk.ops.exact import checked
from dusk.record import Caller, Handle, cell_of, local, make_view, root_of, value_of
from dusk.record.fallbacks import refuse_calls, refuse_unsupported
from dusk.record.moves import refuse_moves
from dusk.tracing.call import REFUSED, call, in_place
from dusk.tracing.calls import goes_round, prints
from dusk.tracing.captures import Captures, is_leaf
from dusk.tracing.described import Description, Met, describe
from dusk.tracing.early import Started, start
from dusk.tracing.plan import plan_for
from dusk.tracing.signature import Signature, UnfitError, handle_of
from dusk.tracing.source import UnreadError, converted, has_loops, holds_foreign
from dusk.tracing.trace import Imperative, Trace, trace
from dusk.tree import Attributes, flatten, objects, unflatten

if TYPE_CHECKING:
    from dusk.transform import pipeline
else:
    pipeline = Later("dusk.transform.pipeline")

_LARGE = 64  # nodes of what runs alone: a second program that has it as a part takes seconds to compile, and its memory


class Compiled(Caller):
    """A function compiled for each signature it is called with; see `dusk.compile`.

    Called while something is pending it becomes part of that, but `alone` says that it does so only if it is small.
    `outlined`, which `outline` sets, gives a function whose hot loops are compiled where it runs as Python, and these.
    `ways_out`, which the top of the package sets, has what writes it into files.
    """

    outlined: ClassVar[Callable[[Any], tuple[Any, Any]]]
    ways_out: ClassVar[Any]
    most = 64  # signatures

    def __init__(
        self,
        function: Callable[..., Any],
        passes: Mapping[str, Any] | None = None,
        recompute: bool = False,
        memory: int | None = None,
        alone: bool = False,
        devices: Sequence[str] = (),
    ) -> None:
        functools.update_wrapper(self, type(function) if isinstance(function, Attributes) else function)
        self._function = _calling(function) if isinstance(function, Attributes) else function
        self._passes = passes or {}
        self._recompute = recompute
        self._memory, self._alone, self._devices = memory, alone, devices
        self._traces: dict[Any, Trace | Imperative] = {}
        self._captures: dict[
            tuple[int, ...], Captures
        ] = {}  # by the things among the arguments, then by all on the way
        self._read: tuple[Any, bool] | None = None  # with its control flow read (None: it cannot be); traced at once?
        self._around: tuple[Any, Any] | None = None  # where it runs as Python: with its loops written anew, and those
        self._last: Trace | Imperative | None = None
        self.plan = None

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else MethodType(self, instance)

    def _call(self, *args: Any, **kwargs: Any) -> Any:
        self.plan = None
        if local.context.checked:  # floating-point errors are to be noticed at each call
            return self._function(*args, **kwargs)
        made = self.attempt(args, kwargs)
        if made is not None:
            return made[0]
        if self._around is None:
            self._around = Compiled.outlined(self._function)
        return self._around[0](*args, **kwargs)

    def attempt(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any] | None:
        """The result, as one of a tuple; None if the function cannot be compiled for these arguments."""
        given = (args, kwargs) if kwargs else args
        leaves, structure = flatten(given)
        models = [*objects(given)]
        captures, captured = self._reached(leaves, models)
        try:
            signature = Signature(leaves, captured)
            key = (structure, captures, signature.key, config.ties, in_force())
            found = self._traces.get(key)
        except TypeError as error:
            reason = str(error) if isinstance(error, UnfitError) else f"an argument cannot be a key: {error}"
            self._last = Imperative(reason)
            return None
        if found is None and not all(model.is_complete() for model in (*models, *captures.models())):
            self._last = Imperative("arrays of a model are made at its first call: the second one is compiled")
            return None
        if found is None:
            found = self._trace(key, leaves, captured, structure, bool(kwargs))
        self._last = found
        refuse_unsupported(self, found.reason if isinstance(found, Imperative) else "", getattr(found, "hosted", ()))
        if isinstance(found, Imperative):
            return None
        result = self._run(found, signature)
        if result is REFUSED:
            return None
        # calls of Python functions and copies between devices are refused, or not, at each call
        refusable = found.hosted or found.moves or config.placings
        if found.program is not None and not refusable and not (found.written and signature.met):
            self.plan = plan_for(found, structure, bool(kwargs), captures, leaves)
        return (result,)

    def stopped(self) -> Imperative:
        """Why the last attempt gave nothing."""
        return self._last if isinstance(self._last, Imperative) else Imperative("a check failed")

    def _run(self, found: Trace, signature: Signature) -> Any:
        """What a call gives (`REFUSED`: it is to run as it was written)."""
        refuse_calls(found.hosted)
        refuse_moves(found.moves)
        result = call(found, _inputs(found, signature))
        if result is not REFUSED and found.written and signature.met:
            _write_back(signature, found, [*range(signature.arguments), *found.sources])
        return result

    def start(self, *args: Any, **kwargs: Any) -> Started:
        """Begin a call, and go on at once: each array of the result can be read as soon as it is there.

        ValueError: the function runs imperatively for these arguments; `explain` says why.

        >>> import dusk, dusk.numpy as np
        >>> started = dusk.compile(lambda x: (x + 1, x @ x)).start(np.arange(3.0))
        >>> dusk.engine.push(lambda: started.array(1) * 2, reads=[started.outputs[1]]).wait()
        np.float64(10.0)
        >>> started.wait()
        (array([1., 2., 3.]), np.float64(5.0))
        """
        self._last, cells = self.traced(*args, **kwargs)
        return start(self._traced(), cells)

    def traced(self, *args: Any, **kwargs: Any) -> tuple[Trace | Imperative, list[Handle]]:
        """The trace for these arguments, and the cells that its graph reads, in their order."""
        given = (args, kwargs) if kwargs else args
        leaves, structure = flatten(given)
        captures, captured = self._reached(leaves, [*objects(given)])
        signature = Signature(leaves, captured)
        key = (structure, captures, signature.key, config.ties, in_force())
        found = self._traces.get(key) or self._trace(key, leaves, captured, structure, bool(kwargs))
        return found, [] if isinstance(found, Imperative) else _inputs(found, signature)

    def _reached(self, leaves: Sequence[Any], models: Sequence[Attributes]) -> tuple[Captures, Sequence[Any]]:
        """What the function captures for these arguments, and the values found there now."""
        kinds = {kind for kind in set(map(type, leaves)) if not is_leaf(cast("type[Any]", kind))}
        things = [leaf for leaf in leaves if type(leaf) in kinds] if kinds else []
        ids = tuple(map(id, (*things, *models)))
        found = self._captures.get(ids)
        values = found.read() if found is not None else None
        if found is None or values is None:
            fresh = Captures(self._function, things, models)
            found = self._captures.get(fresh.identity())
            values = found.read() if found is not None else None
            if found is None or values is None:
                found = self._captures[fresh.identity()] = fresh
                values = fresh.read() or []
            if len(self._captures) > 4 * self.most:
                self._captures.clear()
            self._captures[ids] = found
        return found, values

    def _trace(
        self,
        key: Any,
        leaves: Sequence[Any],
        captured: Sequence[Any],
        structure: Any,
        named: bool,
        function: Any = None,
    ) -> Trace | Imperative:
        handles: dict[int, Handle] = {}
        signature = Signature(leaves, captured, handles)
        arguments = signature.cells[: signature.arguments]

        def place(placeholders: Sequence[Handle]) -> tuple[Any, Any]:
            filled = list(leaves)
            for i, handle in handles.items():
                cell = cell_of(handle)
                filled[i] = placeholders[signature.at[id(cell)]]
                for op, params in handle.spec if cell is not handle else ():
                    filled[i] = make_view(filled[i], op, params)
            given = unflatten(structure, filled)
            return given if named else (given, {})

        def adopt(array: np.ndarray[Any, Any]) -> Handle:
            met = signature.met.get(id(array))
            if met is None:
                met = signature.met[id(array)] = (array, handle_of(array))
            return met[1]

        if len(self._traces) >= self.most:
            self._traces.pop(next(iter(self._traces)))
        found: Trace | Imperative
        try:
            kinds, classes = [c.type for c in arguments], [type(c) for c in arguments]
            foreign = any(type(value) is np.ndarray for value in captured)
            form, *others = self._forms(foreign) if function is None else [function]
            try:
                found = trace(form, place, kinds, classes, adopt)
            except Imperative:
                if not others:
                    raise
                form = others[0]
                found = trace(form, place, kinds, classes, adopt)
            found.passes, found.recompute, found.memory = self._passes, self._recompute, self._memory
            found.devices = self._devices
            found.met = Met.of(signature, leaves, handles, captured, structure, named, key[1])
            nodes = found.recorded.nodes
            nested = any(isinstance(p, Graph) for node in nodes for _, p in node.params)
            large = len(nodes) >= _LARGE or nested
            found.alone = self._memory is not None or (self._alone and large)
            reads = function is None and form is not self._function  # its statements, and what they check
            found.again = reads and (nested or any(node.op is checked for node in nodes)) and not found.hosted
            found.sources = [signature.at.get(id(cell)) for cell in found.captured]
            n = len(arguments)
            twice = [p for i, at in enumerate(found.sources, n) if at is not None and at < n for p in (i, at)]
            if not set(found.written).isdisjoint(twice):
                raise Imperative("an argument that is written to is also captured by name")
            lost = [cell for cell, at in zip(found.captured, found.sources, strict=True) if at is None]
            variables = {id(root_of(cell)) for cell in signature.cells if cell.owner is not None}
            if any(id(cell) in variables for cell in lost):
                return Imperative("a gradient's variable that is captured was written to")
            met = {id(handle) for _, handle in signature.met.values()}
            if not all(id(cell) in met for cell in lost):
                raise Imperative("an array is reached otherwise than by names in the code: it may be another one")
        except Imperative as reason:
            found = reason.with_traceback(None)  # the frames hold what was recorded
        except Exception as error:  # in a function with loops, Python is to raise it, after all that comes before
            if not goes_round(self._function):
                raise
            return Imperative(f"{type(error).__name__} while tracing")
        self._traces[key] = found
        return found

    def _forms(self, foreign: bool) -> list[Any]:
        """What is traced for the function, the first that can be: loops that can be read are not unrolled.

        `foreign`: it captures arrays of NumPy's, whose subscripts are NumPy's own unless they are read.
        """
        function = self._function
        if self._read is None:
            try:
                self._read = converted(function), prints(function) or has_loops(function)
            except UnreadError:
                self._read = None, False
        read, at_once = self._read
        if read is None:
            return [function]
        return [read] if at_once or foreign or holds_foreign(function) else [function, read]

    # --- what was compiled
    @property
    def graph(self) -> Graph:
        """The graph of the signature called last (ValueError: not called yet, or it runs imperatively)."""
        return self._traced().graph

    def _traced(self) -> Trace:
        if isinstance(self._last, Imperative):
            raise ValueError(f"this signature runs imperatively: {self.explain()}")
        if self._last is None:
            raise ValueError("call the compiled function first: it is compiled for the types it meets")
        return self._last

    @property
    def program(self) -> Any:
        """The program of the signature called last, as it runs where nobody else sees what it writes."""
        entry = in_place(self._traced())
        return entry.program or entry.compiled(config.math)

    @property
    def passes(self) -> Mapping[str, Any]:
        """What was asked of `optimise`: nothing, or `math`, `include` and `exclude`."""
        return self._passes

    @property
    def budget(self) -> int | None:
        """The most bytes that a call may hold, None for any number."""
        return self._memory

    def memory(self) -> Any:
        """What the program of the signature called last needs, in bytes."""
        return self.program.report

    def described(self) -> Description:
        """The signature called last by names. ValueError: it was not called, or is nothing that a file can hold."""
        return describe(self._own(self._traced()), self._function)

    def _own(self, found: Trace) -> Trace:
        """The trace for arguments like those of this one, none of which is a view."""
        if found.met is None or not found.met.views:
            return found
        given = found.met.like(found)
        args, kwargs = given if found.met.named else (given, cast("dict[str, Any]", {}))
        made, _ = self.traced(*args, **kwargs)
        if isinstance(made, Imperative):
            raise ValueError(f"for arrays that are no views this signature runs imperatively: {made.reason}")
        return made

    def every(self) -> list[Description]:
        """All signatures that were called, by names, the one called last at the end. ValueError: as above."""
        last = self._traced()
        others = [self._own(one) for one in [*self._traces.values()] if isinstance(one, Trace) and one is not last]
        last = self._own(last)
        found = {id(one): one for one in others if one is not last}
        return [describe(one, self._function) for one in (*found.values(), last)]

    def export(self, path: Any, cpu: str | None = None) -> Any:
        """Write the signature called last as a C library; see `dusk.formats.export`."""
        return self.ways_out.export(self, path, cpu)

    def save(self, path: Any) -> None:
        """Write all signatures called so far, with what they capture; see `dusk.formats.save`."""
        self.ways_out.save(self, path)

    def to_numpy_source(self, path: Any = None) -> str:
        """The signature called last as Python that needs NumPy only; see `dusk.formats.numpy_source`."""
        return self.ways_out.numpy_source(self, path)

    def explain(self) -> str:
        """What became of the signature called last, in words."""
        if self._last is None:
            return "not called yet"
        if isinstance(self._last, Imperative):
            around = self._around[1] if self._around is not None else None
            loops: list[str] = around.told() if around is not None else []
            return "\n".join((f"runs imperatively: {self._last.reason}", *(f"  loop at {told}" for told in loops)))
        graph = self._last.optimised or pipeline.optimise(self.graph)
        told = f"compiled: {len(self._last.recorded.nodes)} nodes recorded, {len(graph.nodes)} after optimising"
        return told if self._last.placement is None else f"{told}\n{self._last.placement}"


def _calling(model: Any) -> Callable[..., Any]:
    """A function that captures a model: its arrays are looked up anew at each call."""
    return lambda *args, **kwargs: model(*args, **kwargs)


def _inputs(found: Trace, signature: Signature) -> list[Handle]:
    """The cells of arguments, then those of what was captured."""
    cells = signature.cells
    again = [h if at is None else cells[at] for h, at in zip(found.captured, found.sources, strict=True)]
    return [*cells[: signature.arguments], *again]


def _write_back(signature: Signature, found: Trace, sources: Sequence[int | None]) -> None:
    """Give NumPy arrays that were copied the values written (ValueError: one is read-only)."""
    written = {sources[position] for position in found.written}
    for array, handle in signature.met.values():
        if signature.at[id(handle)] in written and not (array.flags.c_contiguous and array.flags.writeable):
            np.copyto(array, value_of(handle))


def compile_function(
    function: Callable[..., Any],
    *,
    recompute: bool = False,
    memory: int | None = None,
    devices: Sequence[str] = (),
    **passes: Any,
) -> Compiled:
    """The compiled form of a function of arrays (and trees of them); `passes` as `optimise` takes them."""
    return Compiled(function, passes, recompute, memory, alone=not recompute, devices=devices)
