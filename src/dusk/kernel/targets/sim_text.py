"""The IR text of a grid's kernel as text for this processor, with the runtime of the simulator around it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from enum import IntEnum, auto

from dusk.errors import SimulationError
from dusk.kernel.emit_code import BITS
from dusk.kernel.grid_threads import SHARED, WARP, generic

ENTRIES = 1 << 15  # accesses of one thread that are noted
DONE, BARRIER, SHUFFLE = range(3)  # why a thread stopped
READ, WRITE, ATOMIC = range(3)


class Word(IntEnum):
    """Words of the state of a thread, which generated code reads."""

    TID_X = 0
    NTID_X = auto()
    CTAID_X = auto()
    NCTAID_X = auto()
    CTAID_Y = auto()
    WHY = auto()  # it stopped
    EPOCH = auto()  # barriers passed
    PARITY = auto()  # of shuffles
    EXCHANGE = auto()  # the warp's buffer for shuffles
    LOG = auto()
    LOGGED = auto()
    CONTEXT = auto()
    SCHEDULER = auto()
    ARGUMENTS = auto()  # and those that follow


REGISTERS = (Word.TID_X, Word.NTID_X, Word.CTAID_X, Word.NCTAID_X, Word.CTAID_Y)
_ACCESS = re.compile(r"^ *(?:%\S+ = )?(load|store|atomicrmw \w+|cmpxchg) (.*)$")
_MASKED = re.compile(
    r"call .*@llvm\.masked\.(load|store|gather|scatter)\..*"
    r"(ptr|<\d+ x ptr>) align \d+ (\S+), <(\d+) x i1> (%\w+|splat \(i1 true\))"
)
_VECTOR = re.compile(r"<(\d+) x (\w+)>")
_POINTER = re.compile(r"ptr ([%@][\w.]+)")
_MEMORY = re.compile(r"\b(load|store|atomicrmw|cmpxchg|fence|memcpy|memset|memmove|alloca|asm)\b")


def host_text(ir_text: str, name: str) -> tuple[str, int]:
    """The text of kernel `name` for this processor, and the bytes of its shared memory.

    Raises SimulationError for a line that reaches memory in a way that the simulator does not know.
    """
    ir_text = ir_text.replace(generic(SHARED), SHARED)
    words, types, lines, fresh = 1, "", list[str](), itertools.count()
    for line in ir_text.splitlines():
        if line.startswith(f"{SHARED} ="):
            words = int(line.split("[")[1].split(" ")[0])
        elif not (line.startswith("declare") and "@llvm.nvvm." in line):
            lines += [*_noted(line, fresh), line]
        if line.startswith(f"define ptx_kernel void @{name}("):
            types = line.split("(")[1].split(")")[0]
    if not types:
        raise SimulationError(f"the text defines no kernel {name}")
    text = "\n".join(lines)
    text = text.replace("define ptx_kernel", "define internal")
    text = re.sub(r"@llvm\.nvvm\.read\.ptx\.sreg\.", "@sim.", text)
    text = text.replace("@llvm.nvvm.barrier.cta.sync.aligned.all(", "@sim.barrier(")
    text = text.replace("@llvm.nvvm.shfl.sync.down.i32(", "@sim.shuffle(")
    return "\n".join([_runtime(name, [p.split()[0] for p in types.split(",")], words), text, ""]), 8 * words


def _noted(line: str, fresh: Iterator[int]) -> Iterator[str]:
    """Calls that note what a line does to memory."""
    masked, access = _MASKED.search(line), _ACCESS.match(line)
    if masked:
        yield from _noted_lanes(line, masked, fresh)
    elif access is None:
        if _MEMORY.search(line) and not line.startswith(("declare", ";", "define")):
            raise SimulationError(f"the simulator does not know how {line.strip()!r} reaches memory")
    else:
        what, rest = access.groups()
        pointer, vector = _POINTER.search(rest), _VECTOR.match(rest)
        assert pointer is not None, line
        if vector:
            size = int(vector[1]) * _bytes(vector[2])
        else:
            operand = rest if what in ("load", "store") else rest.split(", ")[1]
            size = _bytes(operand.split()[0].rstrip(","))
        kind = {"load": READ, "store": WRITE}.get(what, ATOMIC)
        yield f" call void @sim.note(ptr {pointer[1]}, i64 {size + 256 * kind})"


def _noted_lanes(line: str, found: re.Match[str], fresh: Iterator[int]) -> Iterator[str]:
    what, where, pointer, lanes, mask = found.groups()
    vector = _VECTOR.search(line)
    assert vector is not None, line
    code = _bytes(vector[2]) + 256 * (READ if what in ("load", "gather") else WRITE)
    for lane in range(int(lanes)):
        k = next(fresh)
        yield f" %does{k} = extractelement <{lanes} x i1> {mask}, i64 {lane}"
        if where == "ptr":
            yield f" %at{k} = getelementptr {vector[2]}, ptr {pointer}, i64 {lane}"
        else:
            yield f" %at{k} = extractelement {where} {pointer}, i64 {lane}"
        yield f" call void @sim.note.if(i1 %does{k}, ptr %at{k}, i64 {code})"


def _bytes(elem: str) -> int:
    return 8 if elem == "ptr" else max(1, BITS[elem] // 8)


def _runtime(name: str, types: list[str], words: int) -> str:
    def read(register: str, which: Word) -> str:
        return f" %{register} = call i64 @sim.word(i64 {int(which)})"

    def write(which: Word, value: str) -> str:
        return f" call void @sim.put(i64 {int(which)}, i64 {value})"

    registers = [
        f"define internal i32 @sim.{w.name.lower().replace('_', '.')}() {{\n{read('v', w)}\n"
        " %n = trunc i64 %v to i32\n ret i32 %n\n}"
        for w in REGISTERS
    ]
    arguments: list[str] = []
    for i, kind in enumerate(types):
        arguments.append(f" %w{i} = call i64 @sim.word(i64 {Word.ARGUMENTS + i})")
        arguments.append(f" %a{i} = " + (f"inttoptr i64 %w{i} to ptr" if kind == "ptr" else f"add i64 %w{i}, 0"))
    operands = ", ".join(f"{kind} %a{i}" for i, kind in enumerate(types))
    return "\n".join([
        "@sim.thread = internal global ptr null",
        f"{SHARED} = internal global [{words} x i64] zeroinitializer, align 16",
        "declare i32 @swapcontext(ptr, ptr)",
        "define ptr @sim.cell() {\n ret ptr @sim.thread\n}",
        f"define ptr @sim.shared() {{\n ret ptr {SHARED}\n}}",
        "define internal ptr @sim.place(i64 %k) {",
        " %t = load ptr, ptr @sim.thread\n %p = getelementptr i64, ptr %t, i64 %k\n ret ptr %p\n}",
        "define internal i64 @sim.word(i64 %k) {",
        " %p = call ptr @sim.place(i64 %k)\n %v = load i64, ptr %p\n ret i64 %v\n}",
        "define internal void @sim.put(i64 %k, i64 %v) {",
        " %p = call ptr @sim.place(i64 %k)\n store i64 %v, ptr %p\n ret void\n}",
        *registers,
        "define internal void @sim.wait(i64 %why) {",
        write(Word.WHY, "%why"),
        read("c", Word.CONTEXT),
        read("s", Word.SCHEDULER),
        " %own = inttoptr i64 %c to ptr\n %back = inttoptr i64 %s to ptr",
        " %r = call i32 @swapcontext(ptr %own, ptr %back)\n ret void\n}",
        f"define internal void @sim.barrier(i32 %which) {{\n call void @sim.wait(i64 {BARRIER})\n ret void\n}}",
        "define internal i32 @sim.shuffle(i32 %mask, i32 %x, i32 %by, i32 %top) {",
        read("parity", Word.PARITY),
        read("buffer", Word.EXCHANGE),
        read("thread", Word.TID_X),
        " %b = inttoptr i64 %buffer to ptr\n %row = getelementptr [32 x i32], ptr %b, i64 %parity",
        f" %wide = and i64 %thread, {WARP - 1}\n %lane = trunc i64 %wide to i32",
        " %mine = getelementptr i32, ptr %row, i32 %lane\n store i32 %x, ptr %mine",
        # the row after next is this one: by then every thread of the warp has been through a shuffle since
        " %other = xor i64 %parity, 1",
        write(Word.PARITY, "%other"),
        f" call void @sim.wait(i64 {SHUFFLE})",
        " %further = add i32 %lane, %by\n %there = icmp ule i32 %further, %top",
        " %source = select i1 %there, i32 %further, i32 %lane",
        " %from = getelementptr i32, ptr %row, i32 %source\n %v = load i32, ptr %from\n ret i32 %v\n}",
        "define internal void @sim.note(ptr %p, i64 %what) noinline {\nentry:",
        read("n", Word.LOGGED),
        read("log", Word.LOG),
        read("epoch", Word.EPOCH),
        " %more = add i64 %n, 1",
        write(Word.LOGGED, "%more"),
        f" %room = icmp ult i64 %n, {ENTRIES}\n br i1 %room, label %put, label %done\nput:",
        " %start = inttoptr i64 %log to ptr\n %e0 = getelementptr [3 x i64], ptr %start, i64 %n",
        " %e1 = getelementptr i64, ptr %e0, i64 1\n %e2 = getelementptr i64, ptr %e0, i64 2",
        " %address = ptrtoint ptr %p to i64\n store i64 %address, ptr %e0\n store i64 %what, ptr %e1",
        " store i64 %epoch, ptr %e2\n br label %done\ndone:\n ret void\n}",
        "define internal void @sim.note.if(i1 %does, ptr %p, i64 %what) noinline {\nentry:",
        " br i1 %does, label %note, label %done\nnote:\n call void @sim.note(ptr %p, i64 %what)",
        " br label %done\ndone:\n ret void\n}",
        "define void @sim.enter() {",
        *arguments,
        f" call void @{name}({operands})\n call void @sim.wait(i64 {DONE})\n ret void\n}}",
    ])  # fmt: skip
