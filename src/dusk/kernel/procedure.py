"""Procedures: loops and branches over numbers and single elements of arrays, as kernels of one point.

A procedure is statements in the order in which they happen. Numbers are variables, each given a value at one place;
what a loop carries from round to round and what a branch leaves are variables, too, as phi in SSA form is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from dusk.kernel.emit_cast import from_memory, memory_type, register_type, rounded, to_memory
from dusk.kernel.emit_code import Code, Value
from dusk.kernel.emit_ops import emit_expr, emit_op
from dusk.kernel.expr import Expr, head_of, topological
from dusk.kernel.foreign import address, word
from dusk.kernel.loops import Kernel
from dusk.kernel.targets import Target


@dataclass(frozen=True, slots=True)
class Let:
    """`variable = value`."""

    variable: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Read:
    """`variable = operand[index]`."""

    variable: Expr
    operand: int
    index: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Write:
    """`operand[index] = value`, or if it `adds`, `+= value`."""

    operand: int
    index: tuple[Expr, ...]
    value: Expr
    adds: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """Where `inside` does not hold all ends: check `number` has failed for `index`."""

    inside: Expr
    index: Expr
    number: int


@dataclass(frozen=True, slots=True)
class Loop:
    """Rounds of `body` as long as `test` holds, which is asked after `head`; `carried` are `starts` at first, then
    `nexts`. After as many rounds as it `asks` it asks whether signals came (0: never)."""

    carried: tuple[Expr, ...]
    starts: tuple[Expr, ...]
    head: Block
    test: Expr
    body: Block
    nexts: tuple[Expr, ...]
    asks: int = 0


@dataclass(frozen=True, slots=True)
class Branch:
    """`left` are the values `of_then` after `then`, where `flag` holds, else `of_other` after `other`."""

    left: tuple[Expr, ...]
    flag: Expr
    then: Block
    of_then: tuple[Expr, ...]
    other: Block
    of_other: tuple[Expr, ...]


Statement = Let | Read | Write | Check | Loop | Branch
Block = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Array:
    """Memory of elements `strides` apart; `nbytes` from its first element on may be read at any time."""

    dtype: np.dtype[np.generic]
    strides: tuple[int, ...]
    nbytes: int


@dataclass(frozen=True)
class Procedure(Kernel):
    """Statements over `arrays`, one an operand. First the operands `copied` (from, to) are put where they are changed,
    unless they are there; `results` are values left in operands of no dimensions. Of its parameters there is one for
    each check; where a loop asks whether signals came, the first one is the address of the function that does
    (`i1(status, check)`), and the last is that of its check. Operands that are changed share no memory with others."""

    arrays: tuple[Array, ...] = ()
    copied: tuple[tuple[int, int], ...] = ()
    block: Block = ()
    results: tuple[tuple[int, Expr], ...] = ()

    @property
    def asks(self) -> bool:
        """Whether a loop asks whether signals came."""
        if "asks" not in self._memo:
            self._memo["asks"] = asks(self.block)
        return self._memo["asks"]

    @property
    def foreign(self) -> bool:
        """Whether it may wait for the interpreter lock."""
        return self.asks

    def text(self) -> str:
        """The canonical text, as that of other kernels."""
        if "text" not in self._memo:
            lines = [f"procedure params {self.n_params} copied {self.copied}"]
            lines += [f"array {a.dtype} {a.strides} {a.nbytes}" for a in self.arrays]
            lines += _text(self.block, "")
            lines += [f"left {operand} {_shown(e)}" for operand, e in self.results]
            self._memo["text"] = "\n".join([*lines, ""])
        return self._memo["text"]


def every(block: Block) -> Iterator[Statement]:
    """The statements of a block, and those within them."""
    for s in block:
        yield s
        if isinstance(s, Loop):
            yield from every((*s.head, *s.body))
        elif isinstance(s, Branch):
            yield from every((*s.then, *s.other))


def asks(block: Block) -> bool:
    """Whether a loop in a block asks whether signals came."""
    return any(isinstance(s, Loop) and s.asks > 0 for s in every(block))


def checks_of(block: Block) -> Iterator[int]:
    """The numbers of the checks in a block."""
    return (s.number for s in every(block) if isinstance(s, Check))


def renumbered(block: Block, numbers: Mapping[int, int]) -> Block:
    """A block with other numbers for its checks."""

    def one(s: Statement) -> Statement:
        if isinstance(s, Check):
            return replace(s, number=numbers[s.number])
        if isinstance(s, Loop):
            return replace(s, head=renumbered(s.head, numbers), body=renumbered(s.body, numbers))
        if isinstance(s, Branch):
            return replace(s, then=renumbered(s.then, numbers), other=renumbered(s.other, numbers))
        return s

    return tuple(map(one, block))


def _shown(*values: Expr) -> str:
    """Expressions as text, each part once."""
    names: dict[Expr, str] = {}
    parts: list[str] = []
    for e in topological(values):
        dtype = str(e.dtype) + " " if e.kind in ("variable", "call") else ""
        whole = dtype + head_of(e) + (f"({', '.join(names[a] for a in e.args)})" if e.args else "")
        names[e] = whole if not e.args else f"%{len(parts)}"
        if e.args:
            parts.append(whole)
    return "; ".join([*parts, ", ".join(names[e] for e in values)])


def _text(block: Block, indent: str) -> Iterator[str]:
    deeper = indent + " "
    for s in block:
        if isinstance(s, Let):
            yield f"{indent}{_shown(s.variable)} = {_shown(s.value)}"
        elif isinstance(s, Read):
            yield f"{indent}{_shown(s.variable)} = {s.operand}[{_shown(*s.index)}]"
        elif isinstance(s, Write):
            yield f"{indent}{s.operand}[{_shown(*s.index)}] {'+=' if s.adds else '='} {_shown(s.value)}"
        elif isinstance(s, Check):
            yield f"{indent}check {s.number} {_shown(s.inside, s.index)}"
        elif isinstance(s, Loop):
            yield f"{indent}loop {_shown(*s.carried)} = {_shown(*s.starts)}"
            yield from _text(s.head, deeper)
            yield f"{indent}while {_shown(s.test)}"
            yield from _text(s.body, deeper)
            yield f"{indent}next {_shown(*s.nexts)}{f' asks {s.asks}' * (s.asks > 0)}"
        else:
            yield f"{indent}{_shown(*s.left)} if {_shown(s.flag)}"
            yield from _text(s.then, deeper)
            yield f"{indent}{_shown(*s.of_then)} else"
            yield from _text(s.other, deeper)
            yield f"{indent}{_shown(*s.of_other)} fi"


def emit_procedure(kernel: Procedure, target: Target) -> str:
    """The IR text of a procedure: a function that finds operands, around one that is given them, of which LLVM knows
    that they are apart."""
    writer = _Writer(kernel, target)
    return "\n".join([*writer.inner(), *writer.outer(), ""])


class _Writer:
    def __init__(self, kernel: Procedure, target: Target) -> None:
        self.kernel = kernel
        self.target = target
        self.code = Code(target.scale_bytes)
        self.values: dict[Expr, Value] = {}
        self.results = {operand for operand, _ in kernel.results}
        self.used = [i for i in range(len(kernel.arrays)) if i not in {a for a, _ in kernel.copied}]
        self.attributes = f"nounwind {target.attributes}"

    def inner(self) -> list[str]:
        """The function that is given operands: 0, or the number of the check that failed, from 1 on."""
        kernel, code = self.kernel, self.code
        written = (s.operand for s in every(kernel.block) if isinstance(s, Write))
        changed = {*written, *self.results, *(b for _, b in kernel.copied)}
        given: list[str] = []
        for i in self.used:
            array = kernel.arrays[i]
            known = "noalias" if i in changed else "noalias readonly"
            size = f" dereferenceable({array.nbytes})" if array.nbytes else ""
            given.append(f"ptr {known}{size} %a{i}")
        code.start("entry")
        self.block(kernel.block)
        for operand, e in kernel.results:
            dtype = kernel.arrays[operand].dtype
            self.store(Value(code, f"%a{operand}", "ptr", 1), self.value(e), dtype)
        code.line("ret i64 0")
        given += ["ptr noalias %status", "ptr %ask", "i64 %interrupt"]
        head = f"define internal i64 @{kernel.name}.body({', '.join(given)})"
        for name in code.defined:
            code.declared.pop(name, None)
        return [
            *code.declared.values(),
            *(text.replace("noinline {", f"noinline {self.attributes} {{") for text in code.defined.values()),
            '!0 = !{!"branch_weights", i32 1048576, i32 1}',
            '!1 = !{!"branch_weights", i32 1, i32 1048576}',
            f"{head} noinline {self.attributes} {{",
            *code.lines,
            "}",
        ]

    def outer(self) -> list[str]:
        """The function that other kernels' callers call."""
        kernel = self.kernel
        lines = [
            "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
            f"define void @{kernel.name}(ptr %slots, ptr %args, i64 %lo, i64 %hi) {self.attributes} {{",
            "entry:",
        ]
        for i in range(len(kernel.arrays)):
            lines += address(i, 2 * i, f"a{i}")
        for source, to in kernel.copied:
            lines += [
                f" %there{to} = icmp eq ptr %a{source}, %a{to}",
                f" br i1 %there{to}, label %copied{to}, label %copy{to}",
                f"copy{to}:",
                f" call void @llvm.memcpy.p0.p0.i64(ptr %a{to}, ptr %a{source}, i64 {kernel.arrays[to].nbytes}, i1 0)",
                f" br label %copied{to}",
                f"copied{to}:",
            ]
        given = ", ".join([*(f"ptr %a{i}" for i in self.used), "ptr %status", "ptr %ask", "i64 %interrupt"])
        lines += [
            " %status = load ptr, ptr %slots",
            *self.asking(),
            f" %failed = call i64 @{kernel.name}.body({given})",
            " %fine = icmp slt i64 %failed, 1",
            " br i1 %fine, label %out, label %fail",
            "fail:",
            f" %check.number = add i64 %failed, {2 * len(kernel.arrays) - 1 + kernel.asks}",
            " %check.at = getelementptr i64, ptr %args, i64 %check.number",
            " %check = load i64, ptr %check.at",
            " store i64 %check, ptr %status",
            " br label %out",
            "out:",
            " ret void",
            "}",
        ]
        return lines

    def asking(self) -> list[str]:
        """What asks whether signals came, and the number of the check that tells of it."""
        first, n = 2 * len(self.kernel.arrays), self.kernel.n_params
        if not self.kernel.asks:
            return [" %ask = getelementptr i8, ptr null, i64 0", " %interrupt = add i64 0, 0"]
        return [
            f" %ask.at = getelementptr ptr, ptr %args, i64 {first}",
            " %ask = load ptr, ptr %ask.at",
            *word(first + n - 1, "interrupt"),
        ]

    def value(self, root: Expr) -> Value:
        """The value of an expression of variables."""
        made: dict[Expr, Value] = {}

        def of(e: Expr) -> Value:
            return made[e]

        for e in topological([root]):
            if e.kind == "variable":
                made[e] = self.values[e]
            elif e.is_const:
                made[e] = self.code.const(e.data, register_type(e.dtype))
            else:
                made[e] = emit_expr(e, of)
        return made[root]

    def block(self, block: Block) -> None:
        for s in block:
            if isinstance(s, Let):
                self.values[s.variable] = self.value(s.value)
            elif isinstance(s, Read):
                self.values[s.variable] = self.load(self.at(s.operand, s.index), self.kernel.arrays[s.operand].dtype)
            elif isinstance(s, Write):
                self.write(s)
            elif isinstance(s, Check):
                self.check(s)
            elif isinstance(s, Loop):
                self.loop(s)
            else:
                self.branch(s)

    def at(self, operand: int, index: Iterable[Expr]) -> Value:
        """Where an element lies, which is one of the array's."""
        array, total = self.kernel.arrays[operand], None
        for e, stride in zip(index, array.strides, strict=True):
            if stride == 0 or (e.is_const and e.data == 0):
                continue
            part = self.value(e)
            part = part if stride == 1 else part.binary("mul nsw", stride)
            total = part if total is None else total.binary("add nsw", part)
        base = Value(self.code, f"%a{operand}", "ptr", 1)
        if total is None:
            return base
        text = f"getelementptr inbounds {memory_type(array.dtype)}, ptr {base.text}, i64 {total.text}"
        return self.code.value(text, "ptr", 1)

    def load(self, pointer: Value, dtype: np.dtype[np.generic]) -> Value:
        elem = memory_type(dtype)
        return from_memory(self.code.value(f"load {elem}, ptr {pointer.text}, align {dtype.itemsize}", elem, 1), dtype)

    def store(self, pointer: Value, value: Value, dtype: np.dtype[np.generic]) -> None:
        x = to_memory(value, dtype)
        self.code.line(f"store {x.type} {x.text}, ptr {pointer.text}, align {dtype.itemsize}")

    def write(self, s: Write) -> None:
        dtype = self.kernel.arrays[s.operand].dtype
        pointer = self.at(s.operand, s.index)
        value = self.value(s.value)
        if s.adds:
            value = rounded(emit_op("add", dtype, [self.load(pointer, dtype), value]), dtype)
        self.store(pointer, value, dtype)

    def check(self, s: Check) -> None:
        code, inside = self.code, self.value(s.inside)
        fine, failed = code.name("fine"), code.name("failed")
        code.line(f"br i1 {inside.text}, label %{fine}, label %{failed}, !prof !0")
        code.start(failed)
        index = self.value(s.index)
        pointer = code.value("getelementptr i64, ptr %status, i64 1", "ptr", 1)
        code.line(f"store i64 {index.text}, ptr {pointer.text}")
        code.line(f"ret i64 {s.number + 1}")
        code.start(fine)

    def loop(self, s: Loop) -> None:
        code = self.code
        starts = [self.value(e) for e in s.starts]
        before, head, body, after = code.block, code.name("loop"), code.name("body"), code.name("done")
        code.jump(head)
        code.start(head)
        # the phis name values that the body has yet to make: they are written once it has
        at = len(code.lines)
        elems = [*(v.elem for v in starts), *(["i64"] if s.asks else [])]
        phis = [Value(code, f"%{code.name('p')}", elem, 1) for elem in elems]
        self.values.update(zip(s.carried, phis, strict=False))
        self.block(s.head)
        code.branch(self.value(s.test), body, after)
        code.start(body)
        self.block(s.body)
        nexts = [self.value(e) for e in s.nexts]
        if s.asks:
            starts.append(code.const(s.asks, "i64"))
            nexts.append(self.ask(phis[-1], s.asks))
        latch = code.block
        code.jump(head)
        code.lines[at:at] = [
            f" {p.text} = phi {p.type} [ {first.text}, %{before} ], [ {again.text}, %{latch} ]"
            for p, first, again in zip(phis, starts, nexts, strict=True)
        ]
        code.start(after)

    def ask(self, left: Value, patience: int) -> Value:
        """Ask whether signals came if so many rounds have gone by; how many are left then."""
        code, left = self.code, left - 1
        due, again, look, stop, on = left.compare("eq", 0), *map(code.name, ("again", "look", "stop", "on"))
        before = code.block
        code.line(f"br i1 {due.text}, label %{look}, label %{again}, !prof !1")
        code.start(look)
        stopped = code.value("call i1 %ask(ptr %status, i64 %interrupt)", "i1", 1)
        code.branch(stopped, stop, on)
        code.start(stop)
        code.line("ret i64 -1")
        code.start(on)
        code.jump(again)
        code.start(again)
        return code.phi([(left, before), (left.like(patience), on)])

    def branch(self, s: Branch) -> None:
        def side(block: Block, left: tuple[Expr, ...]) -> list[Value]:
            self.block(block)
            return [self.value(e) for e in left]

        flag = self.value(s.flag)
        made = self.code.either(flag, lambda: side(s.then, s.of_then), lambda: side(s.other, s.of_other))
        self.values.update(zip(s.left, made, strict=True))
