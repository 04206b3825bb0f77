"""Functions of a batch that are computed on several devices, a slice of the batch on each."""

from __future__ import annotations

import functools
import inspect
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

from dusk import ops
from dusk.array import as_handle
from dusk.devices import Device, as_device
from dusk.graph import TensorType
from dusk.graph.provenance import describe, here
from dusk.record import assign, intern, local, record, several
from dusk.tracing.blocks import adopting, class_of
from dusk.tracing.call import assemble
from dusk.tracing.calls import read
from dusk.tracing.compiled import Compiled
from dusk.tracing.signature import is_array
from dusk.tracing.trace import Imperative, Trace, trace
from dusk.transform.parallel import CONCATENATE, FIRST, MEAN, REDUCTIONS, data_parallel, lengths_of, spread
from dusk.tree import flatten, unflatten


def parallel(
    function: Callable[..., Any],
    devices: Sequence[Device | str],
    batch: Iterable[int | str],
    slices: int | None = None,
    reduction: Any = None,
) -> Compiled:
    """See `dusk.data_parallel`."""
    names = [as_device(device).name for device in devices]
    if not names:
        raise ValueError("data parallelism needs a device at least: write devices=[dusk.cpu(0), dusk.cpu(1)]")
    if slices is not None and slices < 1:
        raise ValueError(f"a batch is at least one slice, not {slices}")
    chosen = (batch,) if isinstance(batch, int | str) else tuple(batch)
    try:
        parameters = [*inspect.signature(function).parameters]
    except (TypeError, ValueError):
        parameters = []
    unknown = [name for name in chosen if isinstance(name, str) and parameters and name not in parameters]
    if unknown or not chosen:
        raise ValueError(f"batch= names arguments by position or name; it is {chosen!r} of {tuple(parameters)}")
    places = {*chosen, *(parameters[at] for at in chosen if isinstance(at, int) and -1 < at < len(parameters))}
    places |= {parameters.index(name) for name in chosen if isinstance(name, str) and name in parameters}

    @functools.wraps(function, updated=())
    def over_slices(*args: Any, **kwargs: Any) -> Any:
        sliced = [at in places for at in range(len(args))], {name: name in places for name in kwargs}
        return _Spread(function, names, slices or len(names), reduction, args, kwargs, sliced).made()

    return Compiled(over_slices)


class _Spread:
    """One call."""

    def __init__(
        self,
        function: Callable[..., Any],
        devices: Sequence[str],
        slices: int,
        reduction: Any,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        sliced: tuple[list[bool], dict[str, bool]],
    ) -> None:
        self.function, self.devices, self.reduction = function, devices, reduction
        self.leaves, self.structure = flatten((args, kwargs))
        flags: list[bool] = []
        for value, flag in (*zip(args, sliced[0], strict=True), *((v, sliced[1][k]) for k, v in kwargs.items())):
            flags += [flag] * len(flatten(value)[0])
        self.at = [i for i, leaf in enumerate(self.leaves) if flags[i] and is_array(leaf)]
        self.handles = [as_handle(self.leaves[i]) for i in self.at]
        sizes = {x.shape[0] if x.ndim else None for x in self.handles}
        if len(sizes) != 1 or None in sizes or 0 in sizes:
            met = ", ".join(str(x.shape) for x in self.handles) or "no arrays"
            raise ValueError(
                f"the arrays of a batch have one length along their first axis, of 1 or more; met {met} "
                f"(called at {describe(here())})"
            )
        self.total = cast("int", sizes.pop())
        self.lengths = lengths_of(self.total, slices)

    def traced(self, length: int) -> Trace:
        """The function of so many elements."""
        kinds = [intern(TensorType((length, *x.shape[1:]), x.dtype, x.type.device)) for x in self.handles]

        def place(values: Sequence[Any]) -> Any:
            filled = [*self.leaves]
            for i, value in zip(self.at, values, strict=True):
                filled[i] = value
            return unflatten(self.structure, filled)

        def called(*args: Any, **kwargs: Any) -> Any:
            return read(self.function)(*args, **kwargs)

        try:
            return trace(called, place, kinds, [class_of(kind) for kind in kinds], adopting())
        except Imperative as reason:
            raise TypeError(
                f"what runs on slices of a batch is one graph, which this is not: {reason.reason}"
            ) from None

    def made(self) -> Any:
        """The results."""
        traces = {n: self.traced(n) for n in dict.fromkeys(self.lengths)}
        first = traces[self.lengths[0]]
        n = len(self.handles)
        captured = first.captured
        for found in traces.values():
            alike = len(found.captured) == len(captured) and all(map(operator.is_, found.captured, captured))
            if not alike or found.structure != first.structure:
                raise TypeError("the function does not do the same with slices of all lengths")
        if any(position < n for position in first.written):
            raise TypeError("the function writes to its batch, which slices are copies of")
        whole = first if len(self.lengths) == 1 else self.traced(self.total)
        how = self.reductions(first, whole)
        operands = [*self.handles, *captured]
        graph = data_parallel(
            {length: found.recorded for length, found in traces.items()},
            self.lengths,
            spread(self.devices, len(self.lengths)),
            [True] * n + [False] * len(captured),
            how,
            [x.type.device for x in operands],
            [self.devices[0]] * (len(how) - len(first.written)) + [operands[p].type.device for p in first.written],
        )
        results: tuple[Any, ...] = ()
        if graph.outputs:
            results = several(record(ops.call, operands, {"graph": graph}))
        kept = len(results) - len(first.written)
        for position, value in zip(first.written, results[kept:], strict=True):
            if not local.context.rebind(operands[position], value):
                assign(operands[position], value)
        return assemble(first, results, operands)

    def reductions(self, first: Trace, whole: Trace) -> list[str]:
        """How each output of the graph is put together, written arrays last."""
        leaves = _prefixed(self.reduction, first.structure, len(first.results))
        found: list[str] = []
        for at, asked in zip(first.results, leaves, strict=True):
            if at is None:
                continue
            part, all_ = first.kinds[at], whole.kinds[at]
            longer = part.shape != all_.shape
            if asked is None and not longer and part.dtype.kind not in "fcV":
                raise ValueError(
                    f"what slices give as {part} has no mean: say how it is put together, as reduction='sum' "
                    f"or 'first' (called at {describe(here())})"
                )
            found.append(asked or (CONCATENATE if longer else MEAN))
        cells = [*self.handles, *first.captured]
        return found + [MEAN if cells[p].dtype.kind in "fcV" else FIRST for p in first.written]


def _prefixed(reduction: Any, structure: Any, count: int) -> list[str | None]:
    """The reduction of each leaf of the results, by a name for all, or one for each of the outermost parts."""
    if reduction is None or isinstance(reduction, str):
        chosen: list[str | None] = [reduction] * count
    else:
        inner = structure[2] if structure is not None else ()
        if len(reduction) != len(inner):
            raise ValueError(f"reduction={reduction!r} does not fit {len(inner)} results")
        chosen = []
        for one, part in zip(reduction, inner, strict=True):
            chosen += [one] * _count(part)
    unknown = [one for one in chosen if one is not None and one not in REDUCTIONS]
    if unknown:
        raise ValueError(f"reduction is one of {', '.join(map(repr, REDUCTIONS))}, not {unknown[0]!r}")
    return chosen


def _count(structure: Any) -> int:
    return 1 if structure is None else sum(map(_count, structure[2]))
