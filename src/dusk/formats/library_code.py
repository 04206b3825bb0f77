"""The LLVM IR of a library: its tables as constants, and the functions that its header declares.

A context is one piece of memory, its start on a line of the cache:

    0             the slots that steps read, an address each: the status, inputs, results, the arena, constants
    `status`      the status cell, 8 words
    `message`     what `last_error` gives
    `arena`       what lives during a run
    `states`      the captured arrays
    `spare`       what is written to arguments, where it is not left there at once

The word before it is what the allocator gave.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dusk.backends.collected import Collector
from dusk.compiler.program import STATUS_WORDS, Program
from dusk.compiler.work import Check
from dusk.graph import TensorType
from dusk.graph.provenance import describe
from dusk.graph.types import dtype_name
from dusk.tracing.described import Description

LINE = 64
MESSAGE = 512
VERSION = 1


@dataclass(frozen=True, slots=True)
class Spaces:
    """Where in a context what lies, and how many bytes it has."""

    status: int
    message: int
    arena: int
    states: list[int]
    spare: list[int]  # one for each array that is written; -1: it is left in its place at once
    nbytes: int

    @staticmethod
    def of(told: Description, program: Program) -> Spaces:
        """The context of a program."""
        status = _line(8 * program.n_slots)
        message = status + _line(8 * STATUS_WORDS)
        arena = end = message + MESSAGE
        end += _line(program.tables.arena)
        states: list[int] = []
        for state in told.states:
            states.append(end)
            end += _line(_nbytes(state.type))
        spare: list[int] = []
        for i in range(len(told.results), len(told.results) + len(told.written)):
            spare.append(-1 if i in program.aliases else end)
            end += 0 if i in program.aliases else _line(_nbytes(program.output_types[i]))
        return Spaces(status, message, arena, states, spare, end)


def _line(nbytes: int) -> int:
    return -(-nbytes // LINE) * LINE


def _nbytes(kind: TensorType) -> int:
    return int(kind.nbytes)  # type: ignore[arg-type]


def main_text(told: Description, program: Program, collector: Collector, name: str, content: Sequence[Any]) -> str:
    """The module that has all but the kernels; `content` are the values of the states."""
    spaces = Spaces.of(told, program)
    lines = [*_tables(program, collector)]
    for which, arrays in (("input", told.arguments), ("output", told.results), ("state", told.states)):
        first = {"input": 0, "output": -1, "state": len(told.arguments)}[which]
        rows: list[str] = []
        for i, one in enumerate(arrays):
            label, shape = f"{which}.{i}", [int(n) for n in one.type.shape]  # type: ignore[call-overload]
            lines += [
                f"@{label}.name = internal constant {_string(one.name)}",
                f"@{label}.dtype = internal constant {_string(dtype_name(one.type.dtype))}",
                f"@{label}.shape = internal constant {_words(shape or [0])}",
            ]
            written = int(first >= 0 and first + i in told.written)
            rows.append(
                f"%array {{ ptr @{label}.name, ptr @{label}.dtype, i64 {len(shape)}, ptr @{label}.shape, "
                f"i64 {_nbytes(one.type)}, i64 {written} }}"
            )
        lines.append(f"@{which}s = internal constant [{len(rows)} x %array] [{', '.join(rows)}]")
    lines += _contents(content)
    lines += _checks(program)
    lines.append(_FIXED)
    lines += [*_create(told, program, spaces, name), *_run(told, program, spaces, name), *_others(told, spaces, name)]
    return "\n".join(["%array = type { ptr, ptr, i64, ptr, i64, i64 }", *lines, ""])


# --- constants
def _tables(program: Program, collector: Collector) -> Iterator[str]:
    """The words and rows of the steps, and of the loops among them, which point to each other by addresses."""
    tables = program.tables
    known: dict[int, str] = {}
    for number, one in enumerate(tables.kept):
        for label, array in _kept(one):
            known.setdefault(_address(array), f"{label}.{number}")
    for number, one in enumerate(tables.kept):
        for label, array in _kept(one):
            yield f"@{label}.{number} = internal constant {_constant(label, array, known, collector)}, align {LINE}"
    yield f"@args = internal constant {_constant('args', tables.args, known, collector)}, align {LINE}"
    yield f"@rows = internal constant {_constant('rows', tables.steps, known, collector)}, align {LINE}"
    yield f"@constants = internal constant {_bytes(tables.constants.tobytes() or bytes(LINE))}, align {LINE}"
    for function in sorted({n for n in map(collector.name_of, _every_word(tables)) if n is not None}):
        yield f"@{function} = external global i8"


def _kept(one: Any) -> Iterator[tuple[str, Any]]:
    """The arrays of what a loop's words point to: tables of its programs, their constants, lists of places."""
    if hasattr(one, "rows") and hasattr(one, "args"):
        yield "args", one.args
        yield "rows", one.rows
    elif isinstance(one, np.ndarray):
        yield "pool", one
    else:
        yield "list", np.frombuffer(one, np.int64)


def _address(array: Any) -> int:
    return int(array.__array_interface__["data"][0])


def _every_word(tables: Any) -> Iterator[int]:
    yield from tables.args.tolist()
    yield from tables.steps[:, 0].tolist()
    for one in tables.kept:
        for label, array in _kept(one):
            yield from () if label == "pool" else array.reshape(-1).tolist()


def _constant(label: str, array: Any, known: Mapping[int, str], collector: Collector) -> str:
    """An array as a constant, in which words that are addresses are those of functions and of other constants."""
    if label == "pool":
        return _bytes(array.tobytes() or bytes(LINE))

    def word(value: int) -> str:
        symbol = collector.name_of(value) or known.get(value)
        return f"i64 {value}" if symbol is None else f"i64 ptrtoint (ptr @{symbol} to i64)"

    words = [word(value) for value in array.reshape(-1).tolist()] or ["i64 0"]
    return f"[{len(words)} x i64] [{', '.join(words)}]"


def _contents(content: Sequence[Any]) -> Iterator[str]:
    for i, array in enumerate(content):
        yield f"@state.{i}.data = internal constant {_bytes(array.tobytes() or bytes(1))}, align {LINE}"


def _bytes(content: bytes) -> str:
    if not any(content):
        return f"[{len(content)} x i8] zeroinitializer"
    return f'[{len(content)} x i8] c"\\{content.hex(chr(92))}"'


def _string(text: str) -> str:
    return _bytes(text.encode() + b"\0")


def _words(words: Sequence[int]) -> str:
    return f"[{len(words)} x i64] [{', '.join(f'i64 {w}' for w in words)}]"


def _checks(program: Program) -> Iterator[str]:
    """What each check says of an index, and what is taken from a negative one."""
    rows = ["{ ptr, i64 } { ptr @missing, i64 0 }"]
    yield f"@missing = internal constant {_string('an input or output is NULL')}"
    for i, check in enumerate(program.tables.checks):
        size, told = 0, "interrupted"
        if isinstance(check, Check) and check.error(0).__class__ is IndexError:
            size = int(check.size)
            told = f"index %lld is out of bounds for axis {check.axis} with size {check.size}"
        elif isinstance(check, Check):
            told = "error %lld"
        if isinstance(check, Check):
            told += f" in {check.name}, from {describe(check.origin)}".replace("%", "%%").replace("%%lld", "%lld")
        yield f"@check.{i} = internal constant {_string(told)}"
        rows.append(f"{{ ptr, i64 }} {{ ptr @check.{i}, i64 {size} }}")
    yield f"@checks = internal constant [{len(rows)} x {{ ptr, i64 }}] [{', '.join(rows)}]"


# --- functions
_FIXED = f"""
declare ptr @calloc(i64, i64)
declare void @free(ptr)
declare i32 @snprintf(ptr, i64, ptr, ...)
declare i32 @strcmp(ptr, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; 0, or the number of the check that failed.
define internal i64 @steps(ptr %slots, i64 %n) {{
entry:
  %status.at = load ptr, ptr %slots
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %i1, %body ]
  %status = load i64, ptr %status.at
  %fine = icmp eq i64 %status, 0
  %left = icmp slt i64 %i, %n
  %going = and i1 %fine, %left
  br i1 %going, label %body, label %out
body:
  %row = getelementptr [4 x i64], ptr @rows, i64 %i
  %index.at = getelementptr i64, ptr %row, i64 1
  %extent.at = getelementptr i64, ptr %row, i64 2
  %fn = load ptr, ptr %row
  %index = load i64, ptr %index.at
  %extent = load i64, ptr %extent.at
  %block = getelementptr i64, ptr @args, i64 %index
  call void %fn(ptr %slots, ptr %block, i64 0, i64 %extent)
  %i1 = add i64 %i, 1
  br label %head
out:
  ret i64 %status
}}

; Whether one of n addresses is NULL although something lies there.
define internal i1 @lacks(ptr %given, ptr %arrays, i64 %n) {{
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  %left = icmp slt i64 %i, %n
  br i1 %left, label %look, label %fine
look:
  %at = getelementptr ptr, ptr %given, i64 %i
  %array = getelementptr %array, ptr %arrays, i64 %i, i32 4
  %address = load ptr, ptr %at
  %nbytes = load i64, ptr %array
  %null = icmp eq ptr %address, null
  %some = icmp ne i64 %nbytes, 0
  %bad = and i1 %null, %some
  br i1 %bad, label %out, label %next
next:
  %i1 = add i64 %i, 1
  br label %head
fine:
  ret i1 0
out:
  ret i1 1
}}

; Writes what a check says of an index.
define internal void @tell(ptr %message, i64 %check, i64 %index) {{
  %row = getelementptr {{ ptr, i64 }}, ptr @checks, i64 %check
  %size.at = getelementptr {{ ptr, i64 }}, ptr %row, i64 0, i32 1
  %format = load ptr, ptr %row
  %size = load i64, ptr %size.at
  %negative = icmp slt i64 %index, 0
  %back = sub i64 %index, %size
  %given = select i1 %negative, i64 %back, i64 %index
  %n = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %message, i64 {MESSAGE}, ptr %format, i64 %given)
  ret void
}}

; The i-th of n descriptions, or NULL.
define internal ptr @nth(ptr %arrays, i64 %n, i64 %i) {{
  %known = icmp ult i64 %i, %n
  %at = getelementptr %array, ptr %arrays, i64 %i
  %found = select i1 %known, ptr %at, ptr null
  ret ptr %found
}}
"""


def _put(into: str, offset: int, address: str) -> list[str]:
    """What stores an address at an offset; the names of its values are of the offset."""
    return [f"  %to.{offset} = getelementptr i8, ptr {into}, i64 {offset}", f"  store ptr {address}, ptr %to.{offset}"]


def _create(told: Description, program: Program, spaces: Spaces, name: str) -> list[str]:
    """`create`: a context whose captured arrays have the values that they had when the library was written."""
    n = len(told.arguments)
    lines = [
        f"define ptr @{name}_create() {{",
        f"  %raw = call ptr @calloc(i64 1, i64 {spaces.nbytes + 2 * LINE})",
        "  %none = icmp eq ptr %raw, null",
        "  br i1 %none, label %out, label %fill",
        "out:",
        "  ret ptr null",
        "fill:",
        "  %start = ptrtoint ptr %raw to i64",
        f"  %beyond = add i64 %start, {2 * LINE - 1}",
        f"  %line = and i64 %beyond, {-LINE}",
        "  %context = inttoptr i64 %line to ptr",
        *_put("%context", -8, "%raw"),
        f"  %status = getelementptr i8, ptr %context, i64 {spaces.status}",
        f"  %arena = getelementptr i8, ptr %context, i64 {spaces.arena}",
        *_put("%context", 0, "%status"),
        *_put("%context", 8 * program.arena_slot, "%arena"),
        *_put("%context", 8 * (program.arena_slot + 1), "@constants"),
    ]
    for i, state in enumerate(told.states):
        lines.append(f"  %state.{i} = getelementptr i8, ptr %context, i64 {spaces.states[i]}")
        nbytes = _nbytes(state.type)
        lines.append(f"  call void @llvm.memcpy.p0.p0.i64(ptr %state.{i}, ptr @state.{i}.data, i64 {nbytes}, i1 false)")
    for j, source in enumerate(told.reads):
        if source >= n:
            lines += _put("%context", 8 * (1 + j), f"%state.{source - n}")
    for i, spare in enumerate(spaces.spare):
        slot = program.outputs_slot + len(told.results) + i
        if spare >= 0:
            lines.append(f"  %spare.{i} = getelementptr i8, ptr %context, i64 {spare}")
            lines += _put("%context", 8 * slot, f"%spare.{i}")
    return [*lines, "  ret ptr %context", "}"]


def _run(told: Description, program: Program, spaces: Spaces, name: str) -> list[str]:
    """`run`: 0, or the number of a check, 1 more than its place among those of the program; -1 for what is missing."""
    n, n_results = len(told.arguments), len(told.results)
    lines = [
        f"define i32 @{name}_run(ptr %context, ptr %inputs, ptr %outputs) {{",
        f"  %message = getelementptr i8, ptr %context, i64 {spaces.message}",
        "  store i8 0, ptr %message",
        f"  %lacks.in = call i1 @lacks(ptr %inputs, ptr @inputs, i64 {n})",
        f"  %lacks.out = call i1 @lacks(ptr %outputs, ptr @outputs, i64 {n_results})",
        "  %lacks = or i1 %lacks.in, %lacks.out",
        "  br i1 %lacks, label %missing, label %given",
        "missing:",
        "  call void @tell(ptr %message, i64 0, i64 0)",
        "  ret i32 -1",
        "given:",
    ]
    for i in range(n):
        lines += [f"  %input.{i}.at = getelementptr ptr, ptr %inputs, i64 {i}"]
        lines += [f"  %input.{i} = load ptr, ptr %input.{i}.at"]
    for j, source in enumerate(told.reads):
        if source < n:
            lines += _put("%context", 8 * (1 + j), f"%input.{source}")
    for i in range(n_results):
        lines += [f"  %output.{i}.at = getelementptr ptr, ptr %outputs, i64 {i}"]
        lines += [f"  %output.{i} = load ptr, ptr %output.{i}.at"]
        lines += _put("%context", 8 * (program.outputs_slot + i), f"%output.{i}")
    lines += [
        f"  %status = getelementptr i8, ptr %context, i64 {spaces.status}",
        "  %index.at = getelementptr i8, ptr %status, i64 8",
        f"  %check = call i64 @steps(ptr %context, i64 {len(program.tables.steps)})",
        "  %fine = icmp eq i64 %check, 0",
        "  br i1 %fine, label %write, label %failed",
        "failed:",
        "  %index = load i64, ptr %index.at",
        "  store i64 0, ptr %status",
        "  store i64 0, ptr %index.at",
        "  call void @tell(ptr %message, i64 %check, i64 %index)",
        "  %code = trunc i64 %check to i32",
        "  ret i32 %code",
        "write:",
    ]
    for i, (source, spare) in enumerate(zip(told.written, spaces.spare, strict=True)):
        if spare < 0:
            continue
        nbytes = _nbytes(program.output_types[n_results + i])
        target = f"%input.{source}" if source < n else f"%kept.{i}"
        if source >= n:
            lines.append(f"  %kept.{i} = getelementptr i8, ptr %context, i64 {spaces.states[source - n]}")
        lines.append(f"  %spare.{i} = getelementptr i8, ptr %context, i64 {spare}")
        lines.append(f"  call void @llvm.memcpy.p0.p0.i64(ptr {target}, ptr %spare.{i}, i64 {nbytes}, i1 false)")
    return [*lines, "  ret i32 0", "}"]


def _others(told: Description, spaces: Spaces, name: str) -> list[str]:
    """Descriptions, captured arrays by their number and name, errors, and the end of a context."""
    lines: list[str] = []
    for which, arrays in (("input", told.arguments), ("output", told.results), ("state", told.states)):
        lines += [
            f"define ptr @{name}_{which}(i64 %i) {{",
            f"  %found = call ptr @nth(ptr @{which}s, i64 {len(arrays)}, i64 %i)",
            "  ret ptr %found",
            "}",
        ]
    n = len(told.states)
    lines.append(f"@places = internal constant {_words(spaces.states or [0])}")
    return [
        *lines,
        f"define ptr @{name}_find(ptr %context, ptr %name) {{",
        "entry:",
        "  br label %head",
        "head:",
        "  %i = phi i64 [ 0, %entry ], [ %i1, %next ]",
        f"  %left = icmp slt i64 %i, {n}",
        "  br i1 %left, label %look, label %none",
        "look:",
        "  %at = getelementptr %array, ptr @states, i64 %i",
        "  %known = load ptr, ptr %at",
        "  %differs = call i32 @strcmp(ptr %known, ptr %name)",
        "  %same = icmp eq i32 %differs, 0",
        "  br i1 %same, label %found, label %next",
        "next:",
        "  %i1 = add i64 %i, 1",
        "  br label %head",
        "found:",
        "  %place.at = getelementptr i64, ptr @places, i64 %i",
        "  %place = load i64, ptr %place.at",
        "  %array = getelementptr i8, ptr %context, i64 %place",
        "  ret ptr %array",
        "none:",
        "  ret ptr null",
        "}",
        f"define ptr @{name}_last_error(ptr %context) {{",
        f"  %message = getelementptr i8, ptr %context, i64 {spaces.message}",
        "  ret ptr %message",
        "}",
        f"define void @{name}_destroy(ptr %context) {{",
        "  %none = icmp eq ptr %context, null",
        "  br i1 %none, label %out, label %free",
        "free:",
        "  %raw.at = getelementptr i8, ptr %context, i64 -8",
        "  %raw = load ptr, ptr %raw.at",
        "  call void @free(ptr %raw)",
        "  br label %out",
        "out:",
        "  ret void",
        "}",
        f"define i32 @{name}_version() {{",
        f"  ret i32 {VERSION}",
        "}",
    ]


def public(name: str) -> list[str]:
    """The functions that a library offers."""
    return [
        f"{name}_{part}"
        for part in ("create", "run", "input", "output", "state", "find", "last_error", "destroy", "version")
    ]
