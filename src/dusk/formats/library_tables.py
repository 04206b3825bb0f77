"""The constants of a library, as LLVM IR: the tables of its steps, what its arrays are, what its checks say."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from dusk.backends.collected import Collector
from dusk.compiler.program import Program
from dusk.compiler.work import Check
from dusk.graph import TensorType
from dusk.graph.op import get
from dusk.graph.provenance import describe
from dusk.graph.types import dtype_name
from dusk.tracing.described import Description

LINE = 64
_MOST_ERRORS = 32  # that an op tells apart
ARRAY = "%array = type { ptr, ptr, i64, ptr, i64, i64 }"


def nbytes_of(kind: TensorType) -> int:
    """The bytes of an array."""
    return int(kind.nbytes)  # type: ignore[arg-type]


def descriptions(told: Description) -> list[str]:
    """What inputs, outputs and states are, as arrays of `%array`."""
    lines: list[str] = []
    for which, arrays in (("input", told.arguments), ("output", told.results), ("state", told.states)):
        first = {"input": 0, "output": -1, "state": len(told.arguments)}[which]
        rows: list[str] = []
        for i, one in enumerate(arrays):
            label, shape = f"{which}.{i}", [int(n) for n in one.type.shape]  # type: ignore[call-overload]
            lines += [
                f"@{label}.name = internal constant {_string(one.name)}",
                f"@{label}.dtype = internal constant {_string(dtype_name(one.type.dtype))}",
                f"@{label}.shape = internal constant {word_list(shape or [0])}",
            ]
            written = int(first >= 0 and first + i in told.written)
            rows.append(
                f"%array {{ ptr @{label}.name, ptr @{label}.dtype, i64 {len(shape)}, ptr @{label}.shape, "
                f"i64 {nbytes_of(one.type)}, i64 {written} }}"
            )
        lines.append(f"@{which}s = internal constant [{len(rows)} x %array] [{', '.join(rows)}]")
    return lines


def tables(program: Program, collector: Collector) -> Iterator[str]:
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


def contents(content: Sequence[Any]) -> Iterator[str]:
    for i, array in enumerate(content):
        yield f"@state.{i}.data = internal constant {_bytes(array.tobytes() or bytes(1))}, align {LINE}"


def _bytes(content: bytes) -> str:
    if not any(content):
        return f"[{len(content)} x i8] zeroinitializer"
    return f'[{len(content)} x i8] c"\\{content.hex(chr(92))}"'


def _string(text: str) -> str:
    return _bytes(text.encode() + b"\0")


def word_list(words: Sequence[int]) -> str:
    return f"[{len(words)} x i64] [{', '.join(f'i64 {w}' for w in words)}]"


def checks(program: Program) -> Iterator[str]:
    """What each check says of an index, and what is taken from a negative one."""
    rows = ["{ ptr, i64 } { ptr @missing, i64 0 }"]
    yield f"@missing = internal constant {_string('an input or output is NULL')}"
    for i, check in enumerate(program.tables.checks):
        size = 0
        told = "interrupted" if not isinstance(check, Check) else _told(check)
        if isinstance(check, Check) and get(check.name).error is None:
            size = int(check.size)
        yield f"@check.{i} = internal constant {_string(told)}"
        rows.append(f"{{ ptr, i64 }} {{ ptr @check.{i}, i64 {size} }}")
    yield f"@checks = internal constant [{len(rows)} x {{ ptr, i64 }}] [{', '.join(rows)}]"


def _told(check: Check) -> str:
    """What a check says, as `printf` takes it: of the index, or of the number of an error."""
    where = f" in {check.name}, from {describe(check.origin)}".replace("%", "%%")
    raised = get(check.name).error
    if raised is None:
        return f"index %lld is out of bounds for axis {check.axis} with size {check.size}{where}"
    known: list[str] = []
    for number in range(_MOST_ERRORS):
        with contextlib.suppress(KeyError):
            known.append(f"{number}: {raised(number)}".replace("%", "%%"))
    return f"error %lld{where} ({'; '.join(known)})"
