"""The text of one LLVM function as it is written: fresh names, blocks, counted loops and conditions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Code:
    """Lines of one function body; calling it with the right-hand side of an instruction gives the value's name."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.block = "entry"
        self._names = 0

    def fresh(self, stem: str) -> str:
        """A name nobody has yet, without sigil."""
        self._names += 1
        return f"{stem}{self._names}"

    def __call__(self, instruction: str) -> str:
        name = "%" + self.fresh("v")
        self.lines.append(f"  {name} = {instruction}")
        return name

    def do(self, instruction: str) -> None:
        """Write an instruction without a value."""
        self.lines.append("  " + instruction)

    def place(self, label: str) -> None:
        """Begin the block `label`."""
        self.lines.append(f"{label}:")
        self.block = label

    def jump(self, label: str) -> None:
        """End the block."""
        self.do(f"br label %{label}")

    def branch(self, condition: str, yes: str, no: str) -> None:
        """End the block."""
        self.do(f"br i1 {condition}, label %{yes}, label %{no}")

    def at(self, pointer: str, offset: str | int) -> str:
        """The address `offset` bytes after `pointer`."""
        return pointer if offset == 0 else self(f"getelementptr i8, ptr {pointer}, i64 {offset}")

    def word(self, pointer: str, index: int) -> str:
        """The int64 number `index` of those at `pointer`."""
        return self(f"load i64, ptr {self.at(pointer, 8 * index)}, align 8")

    def add(self, x: str, y: str | int) -> str:
        return x if y == 0 else self(f"add i64 {x}, {y}")

    def sub(self, x: str | int, y: str | int) -> str:
        return self(f"sub i64 {x}, {y}")

    def mul(self, x: str, y: str | int) -> str:
        return x if y == 1 else self(f"mul i64 {x}, {y}")

    def select(self, condition: str, x: str | int, y: str | int, kind: str = "i64") -> str:
        return self(f"select i1 {condition}, {kind} {x}, {kind} {y}")

    def minimum(self, x: str | int, y: str | int) -> str:
        return self.select(self(f"icmp slt i64 {x}, {y}"), x, y)

    @contextmanager
    def loop(self, start: str | int, stop: str | int, step: str | int = 1) -> Iterator[str]:
        """for i in range(start, stop, step), the body written inside the `with` block; step > 0."""
        head, body, done = self.fresh("head"), self.fresh("body"), self.fresh("done")
        i, following = "%" + self.fresh("i"), "%" + self.fresh("next")
        before = self.block
        self.jump(head)
        self.place(head)
        phi = len(self.lines)
        self.lines.append("")
        self.branch(self(f"icmp slt i64 {i}, {stop}"), body, done)
        self.place(body)
        yield i
        self.do(f"{following} = add i64 {i}, {step}")
        self.jump(head)
        self.lines[phi] = f"  {i} = phi i64 [{start}, %{before}], [{following}, %{self.block}]"
        self.place(done)

    @contextmanager
    def when(self, condition: str) -> Iterator[None]:
        """The body, written inside the `with` block, runs where `condition` holds; it gives no value."""
        yes, done = self.fresh("then"), self.fresh("done")
        self.branch(condition, yes, done)
        self.place(yes)
        yield
        self.jump(done)
        self.place(done)

    def function(self, header: str) -> str:
        """The whole definition, `header` being what stands before the body."""
        return "\n".join([f"define {header} {{", "entry:", *self.lines, "}", ""])
