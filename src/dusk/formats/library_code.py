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

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dusk.backends.collected import Collector
from dusk.compiler.program import STATUS_WORDS, Program
from dusk.formats.library_tables import ARRAY, LINE, checks, contents, descriptions, nbytes_of, tables, word_list
from dusk.tracing.described import Description

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
            end += _line(nbytes_of(state.type))
        spare: list[int] = []
        for i in range(len(told.results), len(told.results) + len(told.written)):
            spare.append(-1 if i in program.aliases else end)
            end += 0 if i in program.aliases else _line(nbytes_of(program.output_types[i]))
        return Spaces(status, message, arena, states, spare, end)


def _line(nbytes: int) -> int:
    return -(-nbytes // LINE) * LINE


def main_text(told: Description, program: Program, collector: Collector, name: str, content: Sequence[Any]) -> str:
    """The module that has all but the kernels; `content` are the values of the states."""
    spaces = Spaces.of(told, program)
    lines = [*tables(program, collector), *descriptions(told), *contents(content), *checks(program), _FIXED]
    lines += [*_create(told, program, spaces, name), *_run(told, program, spaces, name), *_others(told, spaces, name)]
    return "\n".join([ARRAY, *lines, ""])


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
        nbytes = nbytes_of(state.type)
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
        nbytes = nbytes_of(program.output_types[n_results + i])
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
    lines.append(f"@places = internal constant {word_list(spaces.states or [0])}")
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
