"""A graph as steps over slots: native kernels run in one call, ops without one are called on views between calls."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from operator import attrgetter, itemgetter
from sys import getrefcount, intern
from typing import Any, NamedTuple, Protocol

import numpy as np

from dusk.compiler.flow import Flow
from dusk.compiler.host import Host, Views, run_bodies
from dusk.compiler.memory import Place
from dusk.compiler.report import Report
from dusk.compiler.schedule import Step
from dusk.compiler.work import STATUS, Check, Failing
from dusk.engine import Buffer, allocate
from dusk.engine.ledger import DONE, Ledger, Stats
from dusk.graph import TOKEN, TensorType
from dusk.kernel.contraction import Contraction, Stride
from dusk.kernel.contraction_plan import Plan
from dusk.kernel.costs import Costs

Array = np.ndarray[Any, Any]
STATUS_WORDS = 8
CELL = 16  # bytes of a scalar argument
_NUMBERS = {"f4": 0, "f8": 1, "i1": 2, "i2": 3, "i4": 4, "i8": 5, "c8": 11, "c16": 12}  # as native code has them
_SMALL = 4096  # bytes of an output whose buffer a program keeps for its next run
_MANY = 8  # such outputs, if there are as many
_KEPT = 2  # references to such a buffer that nobody else holds: the list's and getrefcount's own
_address_of = attrgetter("address")


class Machine(Protocol):
    """What runs native steps; `bind` gives a call of `n` steps whose tables lie at these addresses."""

    @property
    def threads(self) -> int:
        """Threads that a step may be split over."""
        ...

    def costs(self, seconds: float = 0.0) -> Costs:
        """What its time goes by; it may measure that first for a program estimated at so many seconds."""
        ...

    def address(self, work: Any) -> int:
        """The address of a step's native function (NativeUnavailable)."""
        ...

    def loop(self) -> int:
        """The address of the native function that runs a body round after round."""
        ...

    def interrupted(self) -> int:
        """The address of the native function that asks whether signals came."""
        ...

    def plan(
        self, work: Contraction, extents: Sequence[int], a: Sequence[Stride], b: Sequence[Stride], apart: int = 0
    ) -> Plan:
        """How to run a contraction of these extents (b, m, n, k) and strides of A and B; if `apart`, for so many
        callers that come for rows of their own."""
        ...

    @property
    def in_parts(self) -> bool:
        """Whether contractions read operands whose axes lie in parts (see `contraction.Stride`)."""
        ...

    def lanes(self, dtype: np.dtype[Any]) -> int:
        """The width of panels that contractions of a dtype read fastest (see `Contraction.panels`); 0: of none."""
        ...

    def bind(self, slots: int, args: int, steps: int, n: int, release: bool, parallel: bool) -> Callable[[], int]:
        """A callable that runs the steps: 0, or 1 + the index of the first that failed. Runs that came to their end are
        counted in word DONE of the status cell."""
        ...


@dataclass(slots=True)
class Native:
    """Rows [first, last) of the step table, run in one call. `foreign`: functions that are not Dusk's are called, which
    may wait for the interpreter lock."""

    first: int
    last: int
    seconds: float
    parallel: bool
    foreign: bool = False


class Binding(NamedTuple):
    """What native code needs to run a program in one of its instances, which it takes from `free` meanwhile: `call`
    runs it (0: done; else `fail(instance)` raises) on the addresses in `table`: the status cell's, inputs, outputs.

    `cells` say of each input how a number is kept (-1: not natively) and at which address; `outputs` in the memory of
    which input each output is left (-1: of its own), what that is (nbytes, device), and how many such buffers are kept
    for later runs."""

    free: list[Any]
    instance: Any
    call: Callable[[], int]
    fail: Callable[[Any], None]
    table: int
    cells: list[tuple[int, int]]
    outputs: list[tuple[int, Any, int]]


@dataclass
class Tables:
    """What `program.build` makes: tables for the runner, and what lies in which place."""

    args: Array
    steps: Array
    segments: list[Native | Host]
    places: Callable[[], Mapping[int, Place]]
    constants: Array
    arena: int
    checks: list[Failing]
    aliases: dict[int, int]
    report: Callable[[], Report]
    stats: Stats
    text: Callable[[Mapping[int, Place]], list[str]]
    kept: list[Any]  # what the tables point to


class _Instance:
    """One set of memory a program runs in; as many as run at the same time."""

    def __init__(self, program: Program) -> None:
        tables = program.tables
        self.status = array("q", bytes(8 * STATUS_WORDS))
        self.cells = np.zeros(CELL * max(1, len(program.types)), np.uint8)
        self.arena = allocate(tables.arena) if tables.arena else None
        self.slots = array("q", bytes(8 * program.n_slots))
        self.slots[0] = self.status.buffer_info()[0]
        # what a kernel loads once may be in an empty array: its memory has to be there all the same
        self.slots[program.arena_slot] = self.arena.address if self.arena else self.slots[0]
        self.slots[program.arena_slot + 1] = _address(tables.constants)
        first = _address(self.cells)
        self.addresses = [first + CELL * i for i in range(len(program.types))]
        self.scalars = [
            np.ndarray((), t.dtype, self.cells.data, CELL * i) if t is not TOKEN and t.ndim == 0 else None
            for i, t in enumerate(program.types)
        ]
        self.small: list[Buffer] = []
        self.to_small = array("q")  # the outputs' slots with their addresses
        self.calls: list[Callable[[], int] | None] = []
        slots, args, steps = self.slots.buffer_info()[0], _address(tables.args), _address(tables.steps)
        for segment in tables.segments:
            if isinstance(segment, Native):
                at = steps + 32 * segment.first
                n = segment.last - segment.first
                release = segment.foreign or segment.seconds > program.machine_release_s
                self.calls.append(program.machine.bind(slots, args, at, n, release, segment.parallel))
            else:
                self.calls.append(None)


def _address(a: Array) -> int:
    return int(a.__array_interface__["data"][0])


def _fail(tables: Tables, instance: _Instance) -> None:
    number, index = instance.status[0], instance.status[1]
    for i in range(DONE):
        instance.status[i] = 0
    raise tables.checks[number - 1].error(index)


def _picker(places: Sequence[int]) -> Callable[[Sequence[Any]], list[Any]]:
    """What gives the items at these places of a sequence."""
    if len(places) < 2:
        return lambda items: [items[place] for place in places]
    pick = itemgetter(*places)
    return lambda items: list(pick(items))


@dataclass(slots=True)
class Outline:
    """What there is of a flow in a program that comes from disk: what goes in and comes out."""

    types: list[Any]
    inputs: Sequence[int]
    outputs: Sequence[int]

    @property
    def input_types(self) -> list[Any]:
        """The types of inputs as callers know them."""
        return [self.types[v] for v in self.inputs]

    @property
    def output_types(self) -> list[Any]:
        """The types of outputs."""
        return [self.types[v] for v in self.outputs]


class Program:
    """A compiled graph of static shapes; `dusk.compiler.assemble.build` makes it; threads may share it.

    `aliases[i]` is the input in whose memory output i is left; `stats` are counters.
    """

    machine_release_s = 20e-6
    undone = True  # whether a run that fails leaves the inputs' memory as it was

    def __init__(self, flow: Flow | Outline, tables: Tables, machine: Machine) -> None:
        self.flow, self.tables, self.machine = flow, tables, machine
        self.types: list[Any] = flow.input_types
        self.output_types: list[Any] = flow.output_types
        self.aliases: Mapping[int, int] = tables.aliases
        self.outputs_slot = 1 + len(self.types)
        self.arena_slot = self.outputs_slot + len(self.output_types)
        self.n_slots = self.arena_slot + 2
        self._n_inputs = len(self.types)
        own = ((i, t) for i, t in enumerate(self.output_types) if t is not TOKEN and i not in tables.aliases)
        self._own = [(i, int(t.nbytes), t.device) for i, t in own]
        small = [own for own in self._own if own[1] <= _SMALL]
        self._small = small if len(small) >= _MANY else []
        self._large = [own for own in self._own if own not in self._small]
        own = {i: at for at, (i, _, _) in enumerate((*self._small, *self._large))}
        given = {i: len(own) + j for i, j in tables.aliases.items()}
        self._arrange = _picker([own.get(i, given.get(i, -1)) for i in range(len(self.output_types))])
        self._one_call = len(tables.segments) == 1 and isinstance(tables.segments[0], Native)
        self._instances: list[_Instance] = []
        self._free: list[_Instance] = []  # the first is made by the first run: who only looks at plans needs no arena
        self._sources: dict[tuple[int, Any], Any] = {}
        self.launches: list[Any] = []  # what runs it natively; dropped with it

    def lie_on(self, device: str) -> None:
        """Have outputs made in another device's memory."""
        self.output_types = [t if t is TOKEN else TensorType(t.shape, t.dtype, device) for t in self.output_types]
        self._small = [(i, nbytes, device) for i, nbytes, _ in self._small]
        self._large = [(i, nbytes, device) for i, nbytes, _ in self._large]
        self._own = [(i, nbytes, device) for i, nbytes, _ in self._own]

    def _instance(self) -> _Instance:
        made = _Instance(self)
        self._instances.append(made)
        return made

    @property
    def stats(self) -> Stats:
        """The counters now; native code counts its runs itself, whoever called it."""
        stats = self.tables.stats
        if stats.native_calls:
            stats.runs = sum(instance.status[DONE] for instance in self._instances) // stats.native_calls
        return stats

    @cached_property
    def refuses(self) -> bool:
        """Whether it may fail by what it meets."""
        return any(isinstance(check, Check) for check in self.tables.checks)

    @cached_property
    def report(self) -> Report:
        """The memory plan in bytes."""
        return self.tables.report()

    @cached_property
    def places(self) -> Mapping[int, Place]:
        """Where each value lies."""
        return self.tables.places()

    def run(
        self, inputs: Sequence[Any], outputs: Sequence[Buffer] | None = None, ledger: Ledger | None = None
    ) -> list[Buffer]:
        """The outputs for inputs given as buffers (C order), numbers (of no dimensions) or, for tokens, None.

        `outputs` are buffers to write to (for an aliased output the input's own), else new ones are made. They must not
        share memory with inputs. Raises IndexError where an index computed by the program is out of bounds, and what
        bodies raise; outputs then hold anything, donated inputs too. `ledger` tells after an interrupt how far it came.
        """
        if len(inputs) != self._n_inputs:
            raise ValueError(f"a program of {self._n_inputs} inputs was given {len(inputs)}")
        try:
            instance = self._free.pop()
        except IndexError:
            instance = self._instance()
        try:
            slots = instance.slots
            try:
                addresses = list(map(_address_of, inputs))
            except AttributeError:  # numbers, tokens
                addresses = [
                    x.address if type(x) is Buffer else self._cell(instance, i, x) for i, x in enumerate(inputs)
                ]
            slots[1 : self._n_inputs + 1] = array("q", addresses)
            made: list[Any] = self._make(instance, inputs) if outputs is None else list(outputs)
            if outputs is not None:
                for i, _, _ in self._own:
                    slots[self.outputs_slot + i] = made[i].address
            if not self.tables.stats.native_calls:
                self.tables.stats.runs += 1
            if ledger is not None:
                ledger.open(instance.status, made)
            if self._one_call:
                if instance.calls[0]():  # pyright: ignore[reportOptionalCall]
                    _fail(self.tables, instance)
            else:
                self._run_segments(instance, inputs, made)
        finally:
            self._free.append(instance)
        return made

    def _make(self, instance: _Instance, inputs: Sequence[Any]) -> list[Any]:
        """Buffers for the outputs, of aliased ones the inputs'. Small ones that only the instance's last run holds
        serve again: in a step of many small results their allocation would cost more than the step."""
        small, slots = instance.small, instance.slots
        if len(small) != len(self._small) or max(map(getrefcount, small), default=0) > _KEPT:
            for at, (i, nbytes, device) in enumerate(self._small):
                if at == len(small):
                    small.append(allocate(nbytes, device))
                elif getrefcount(small[at]) > _KEPT or small[at].pins:
                    small[at] = allocate(nbytes, device)
                slots[self.outputs_slot + i] = small[at].address
            instance.to_small = slots[self.outputs_slot : self.arena_slot]
        elif small:  # native code and runs into given buffers have put others there meanwhile
            slots[self.outputs_slot : self.arena_slot] = instance.to_small
        large: list[Buffer] = []
        for i, nbytes, device in self._large:
            buffer = allocate(nbytes, device)
            large.append(buffer)
            slots[self.outputs_slot + i] = buffer.address
        return self._arrange((*small, *large, *inputs, None))

    @property
    def atomic(self) -> bool:
        """Whether a run is one native call: an interrupt finds it not begun or done, nothing between."""
        return self._one_call

    def _cell(self, instance: _Instance, i: int, x: Any) -> int:
        """The address of a number that is an argument."""
        cell = instance.scalars[i]
        if cell is None and self.types[i] is TOKEN:
            return 0
        if cell is None:
            raise TypeError(f"input {i} is {self.types[i]}: it is given as a Buffer, not as {type(x).__name__}")
        cell[()] = x
        return instance.addresses[i]

    def _run_segments(self, instance: _Instance, inputs: Sequence[Any], outputs: Sequence[Buffer]) -> None:
        for segment, call in zip(self.tables.segments, instance.calls, strict=True):
            if isinstance(segment, Host):
                assert isinstance(self.flow, Flow)
                run_bodies(
                    self.flow,
                    segment,
                    Views(self.flow, self.places, instance.arena, instance.scalars, inputs, outputs, self._sources),
                )
            elif call is not None and call():
                _fail(self.tables, instance)

    def binding(self) -> Binding | None:
        """How native code can run the program; None where a run is more than one native call, or takes tokens."""
        if not self._one_call or TOKEN in self.types or TOKEN in self.output_types:
            return None
        if not self._instances:
            self._free.append(self._instance())
        if not self._free:
            return None
        instance = self._free[-1]
        kinds = [_NUMBERS.get(t.dtype.str[1:], -1) if t.ndim == 0 else -1 for t in self.types]
        cells = list(zip(kinds, instance.addresses, strict=True))
        outputs: list[tuple[int, Any, int]] = [(self.aliases.get(i, -1), (), 0) for i in range(len(self.output_types))]
        for own in self._own:
            outputs[own[0]] = (-1, (own[1], intern(own[2])), int(own in self._small))
        call: Any = instance.calls[0]
        table = instance.slots.buffer_info()[0]
        return Binding(self._free, instance, call, partial(_fail, self.tables), table, cells, outputs)

    def __str__(self) -> str:
        return "\n".join(self.tables.text(self.places))


def text_of(flow: Flow, steps: Iterable[Step], places: Mapping[int, Place]) -> list[str]:
    """Lines that tell what each step computes, from what, and where it puts it."""
    lines: list[str] = []
    for i, step in enumerate(steps):
        names = ", ".join(dict.fromkeys(flow.nodes[flow.maker[v]].op.name for v in sorted(step.group.members)))
        stored = ", ".join(f"%{v} {flow.types[v]} in {_where(places.get(v))}" for v in step.stores)
        read = ", ".join(f"%{v}" for v in sorted(step.reads) if v != STATUS)
        kind = "host" if step.work is None else step.group.kind
        lines.append(f"{i}: {kind} {{{names}}} reads {read or 'nothing'}; stores {stored}")
    return lines


def _where(place: Place | None) -> str:
    return "nothing" if place is None else f"{place[0]}+{place[1]}" if place[0] == "arena" else f"{place[0]} {place[1]}"
