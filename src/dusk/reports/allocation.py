"""Memory made explicit: a text in which every value has a storage, and a check that no two that are needed together
share bytes. The text can be edited by hand and checked again.

    dusk storage 1
    storage s0: 256 bytes at input 0
    storage s3: 512 bytes at arena 0
    input arg0: 256 bytes in s0
    step 0: contract(arg1, arg0) -> %0: 512 bytes in s3
    step 1: loops(%0, arg2) -> %10: 8 bytes in s4 over %0
    return %10

`over` names what a step may write over while it reads it; `donated` says of an input that its memory may be used for
other values. What is said of a step is the compiler's; storages, their places and who lies in which are the planner's
choice, and may be changed.
"""

from __future__ import annotations

import re
from bisect import bisect_right, insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn

from dusk.errors import FormatError, GraphError
from dusk.graph.types import size_value
from dusk.reports.plans import Plan, plan

HEADER = "dusk storage 1"
_MOST = 1 << 26  # characters of a text
_WIDEST = 1 << 62
_STORAGE = re.compile(r"storage (s\d{1,9}): (\d{1,19}) bytes at (input|output|arena) (\d{1,19})")
_VALUE = re.compile(r"(\S{1,200}): (\d{1,19}) bytes in (s\d{1,9})((?: over \S{1,200})*)( donated)?")
_STEP = re.compile(r"step (\d{1,9}): (\w+)\(([^()]*)\)(?: -> (.*))?")

Space = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Storage:
    """Bytes in memory: of an input or output (`at` is its number), or of the arena (from byte `at` on)."""

    name: str
    nbytes: int
    kind: str
    at: int

    @property
    def space(self) -> Space:
        """What it is a part of: other spaces are other memory."""
        return (self.kind, 0 if self.kind == "arena" else self.at)

    @property
    def start(self) -> int:
        """Its first byte there."""
        return self.at if self.kind == "arena" else 0


@dataclass(frozen=True, slots=True)
class Stored:
    """A value, or scratch, in a storage; `over` are the values that it may be written over while they are read."""

    name: str
    nbytes: int
    storage: str
    over: tuple[str, ...] = ()
    donated: bool = False

    def __str__(self) -> str:
        over = "".join(f" over {name}" for name in self.over)
        return f"{self.name}: {self.nbytes} bytes in {self.storage}{over}{' donated' if self.donated else ''}"


@dataclass(frozen=True, slots=True)
class Move:
    """A step: what it is, the names it reads, and what it stores, scratch included."""

    kind: str
    reads: tuple[str, ...]
    stores: tuple[Stored, ...]


@dataclass(slots=True)
class Allocation:
    """A program's memory, storage by storage; printed, it is the text that `verify_storage` reads."""

    storages: dict[str, Storage] = field(default_factory=dict[str, Storage])
    inputs: list[Stored] = field(default_factory=list[Stored])
    steps: list[Move] = field(default_factory=list[Move])
    outputs: list[str] = field(default_factory=list[str])

    def __str__(self) -> str:
        lines = [HEADER]
        lines += [f"storage {s.name}: {s.nbytes} bytes at {s.kind} {s.at}" for s in self.storages.values()]
        lines += [f"input {value}" for value in self.inputs]
        for number, step in enumerate(self.steps):
            made = f" -> {', '.join(map(str, step.stores))}" if step.stores else ""
            lines.append(f"step {number}: {step.kind}({', '.join(step.reads)}){made}")
        return "\n".join([*lines, f"return {', '.join(self.outputs)}"]) + "\n"

    def verify(self) -> None:
        """GraphError: two values that are needed at one time share bytes, or a value does not fit its storage."""
        last = {name: len(self.steps) for name in self.outputs}
        last.update((value.name, len(self.steps)) for value in self.inputs if not value.donated)
        for number, step in enumerate(self.steps):
            for name in step.reads:
                last[name] = max(last.get(name, -1), number)
        live: dict[Space, list[tuple[int, int, str]]] = {}
        ends: dict[int, list[tuple[Space, tuple[int, int, str]]]] = {}
        for number, stores in enumerate([self.inputs, *(step.stores for step in self.steps)], -1):
            made: dict[Space, list[tuple[int, int, str]]] = {}
            for value in stores:
                space, span = self._span(value)
                dying = {name for name in value.over if last.get(name, -1) <= number}
                for other in (*_meeting(live.get(space, []), span), *_meeting(made.get(space, []), span)):
                    if other[2] not in dying:
                        self._refuse(number, other, span)
                if span[0] < span[1]:
                    insort(made.setdefault(space, []), span)
            for space, span in ends.pop(number, ()):
                live[space].remove(span)
            for space, spans in made.items():
                for span in spans:
                    end = last.get(span[2], number)
                    if end > number:
                        insort(live.setdefault(space, []), span)
                        ends.setdefault(end, []).append((space, span))

    def _span(self, value: Stored) -> tuple[Space, tuple[int, int, str]]:
        storage = self.storages[value.storage]
        if value.nbytes > storage.nbytes:
            raise GraphError(
                f"{value.name} has {value.nbytes} bytes and {storage.name} only {storage.nbytes}: "
                f"put it into a larger storage"
            )
        return storage.space, (storage.start, storage.start + value.nbytes, value.name)

    def _refuse(self, number: int, old: tuple[int, int, str], new: tuple[int, int, str]) -> NoReturn:
        low, high = max(old[0], new[0]), min(old[1], new[1])
        at = "from the start" if number < 0 else f"at step {number}"
        raise GraphError(
            f"{old[2]} and {new[2]} are both needed {at} and share bytes {low} to {high}: "
            f"give {new[2]} a storage of its own, or one that nobody needs then"
        )


def _meeting(spans: list[tuple[int, int, str]], span: tuple[int, int, str]) -> Iterator[tuple[int, int, str]]:
    """Of spans that do not overlap, in order, those that one overlaps."""
    low, high, _ = span
    at = max(bisect_right(spans, (low, _WIDEST, "")) - 1, 0)
    while at < len(spans) and spans[at][0] < high and low < high:
        if spans[at][1] > low:
            yield spans[at]
        at += 1


def storage(x: Any, *args: Any) -> Allocation:
    """The memory of a program, storage by storage, as it was planned. `x` and `args` are as for `dusk.reports.dot`.

    NativeUnavailable: no native code can be made here, so nothing is planned.
    """
    return allocation_of(plan(x, *args))


def allocation_of(found: Plan) -> Allocation:
    """The memory of a plan."""
    flow, names, planner = found.flow, found.names, found.planner
    made = Allocation()
    by_place: dict[tuple[str, int, int], str] = {}

    def stored(kind: str, at: int, nbytes: int) -> str:
        key = (kind, at, nbytes)
        if key not in by_place:
            by_place[key] = f"s{len(by_place)}"
            made.storages[by_place[key]] = Storage(by_place[key], nbytes, kind, at)
        return by_place[key]

    where: dict[int, str] = {}
    scratch: dict[int, list[Stored]] = {}
    for held in found.held:
        name = stored(*held.place, held.nbytes)
        where.update((v, name) for v in held.values)
        if not held.values and held.nbytes:
            scratch.setdefault(held.start, []).append(
                Stored(f"scratch{held.start}_{len(scratch.get(held.start, []))}", held.nbytes, name)
            )

    def nbytes(v: int) -> int:
        return size_value(flow.nbytes(v), {})

    for v in flow.inputs:
        if flow.is_data(v):
            made.inputs.append(Stored(names[v], nbytes(v), where[v], (), v in flow.donated))
    for t, step in enumerate(found.blueprint.steps):
        stores: list[Stored] = []
        for v in step.stores:
            if v in where:
                others = [u for u in sorted(step.reads) if u in where and u != v]
                over = tuple(names[u] for u in others if nbytes(u) == nbytes(v) and planner.safe(step, u, v))
                stores.append(Stored(names[v], nbytes(v), where[v], over))
        reads = tuple(names[u] for u in sorted(step.reads) if u in where)
        made.steps.append(Move(found.steps[t].kind, reads, (*stores, *scratch.get(t, []))))
    made.outputs = [names[v] for v in flow.outputs if v in where]
    return made


def parse_storage(text: str) -> Allocation:
    """The allocation of a text (FormatError: damaged, or of another version; the line is named). Nothing is run."""
    if len(text) > _MOST:
        raise FormatError(f"storage text of {len(text)} characters: more than {_MOST} is no plan of a program")
    lines = text.splitlines()
    if not lines or lines[0].strip() != HEADER:
        raise FormatError(f"not a storage text of version 1: it begins with {text[:40]!r}")
    made, defined = Allocation(), set[str]()
    done = False
    for number, line in enumerate(lines[1:], 2):
        line = line.partition("#")[0].strip()
        if not line:
            continue
        if done:
            _fail(number, line, "something after return")
        word = line.split(" ", 1)[0]
        if word == "storage":
            _storage(made, number, line)
        elif word == "input":
            made.inputs.append(_stored(made, defined, number, line.removeprefix("input ")))
        elif word == "step":
            _step(made, defined, number, line)
        elif word == "return":
            made.outputs = _known(defined, number, line.removeprefix("return"))
            done = True
        else:
            _fail(number, line, "expected storage, input, step or return")
    if not done:
        raise FormatError("storage text ends without return: it is cut off")
    return made


def _storage(made: Allocation, number: int, line: str) -> None:
    match = _STORAGE.fullmatch(line)
    if match is None or match[1] in made.storages:
        _fail(number, line, "expected a new `storage s0: N bytes at arena OFFSET` (or input N, output N)")
    made.storages[match[1]] = Storage(match[1], int(match[2]), match[3], int(match[4]))


def _stored(made: Allocation, defined: set[str], number: int, text: str) -> Stored:
    match = _VALUE.fullmatch(text.strip())
    if match is None:
        _fail(number, text, "expected `name: N bytes in sK`")
    if match[3] not in made.storages:
        _fail(number, text, f"no storage is named {match[3]}")
    if match[1] in defined:
        _fail(number, text, f"{match[1]} is stored twice")
    defined.add(match[1])
    return Stored(match[1], int(match[2]), match[3], tuple(match[4].replace(" over ", " ").split()), bool(match[5]))


def _step(made: Allocation, defined: set[str], number: int, line: str) -> None:
    match = _STEP.fullmatch(line)
    if match is None or int(match[1]) != len(made.steps):
        _fail(number, line, f"expected `step {len(made.steps)}: kind(names) -> name: N bytes in sK, ...`")
    reads = _known(defined, number, match[3])
    stores = [_stored(made, defined, number, part) for part in (match[4] or "").split(",") if part.strip()]
    made.steps.append(Move(match[2], tuple(reads), tuple(stores)))


def _known(defined: Iterable[str], number: int, text: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in defined:
            _fail(number, text, f"{name[:40]!r} is read and was not stored before")
    return names


def _fail(number: int, line: str, what: str) -> NoReturn:
    raise FormatError(f"storage text, line {number}: {what}, not {line[:80]!r}")


def verify_storage(text: str, *like: Any) -> Allocation:
    """Check an edited storage text: values that are needed together share no bytes, and all fit where they lie.

    Given what it was printed of (as for `storage`), also that only storages were changed. GraphError names both values
    that share bytes, or the step that was changed; FormatError the line that cannot be read.

    >>> import dusk.numpy as np
    >>> text = '''dusk storage 1
    ... storage s0: 24 bytes at input 0
    ... storage s1: 24 bytes at arena 0
    ... input x: 24 bytes in s0
    ... step 0: loops(x) -> %0: 24 bytes in s1
    ... step 1: loops(x) -> %1: 24 bytes in s1
    ... return %0, %1'''
    >>> verify_storage(text)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    dusk.errors.GraphError: %0 and %1 are both needed at step 1 and share bytes 0 to 24: give %1 a storage of its own...
    """
    found = parse_storage(text)
    if like:
        wanted = storage(*like)
        _compare(found, wanted)
    found.verify()
    return found


def _compare(found: Allocation, wanted: Allocation) -> None:
    """GraphError: more was changed than where things lie."""
    facts = [_facts(one) for one in (found, wanted)]
    for number, (met, meant) in enumerate(zip(*facts, strict=False)):
        if met != meant:
            where = "the inputs" if not number else f"step {number - 1}" if number <= len(wanted.steps) else "return"
            raise GraphError(f"{where} was changed: only storages and who lies in which may be; it was {meant}")
    if len(facts[0]) != len(facts[1]):
        raise GraphError(f"the program has {len(wanted.steps)} steps, the text {len(found.steps)}")


def _facts(one: Allocation) -> list[Any]:
    def of(values: Iterable[Stored]) -> list[Any]:
        return [(v.name, v.nbytes, v.over, v.donated) for v in values]

    return [of(one.inputs), *((s.kind, s.reads, of(s.stores)) for s in one.steps), one.outputs]
