"""Threads of a grid: where each is, and how those of a block meet: barriers, shuffles, shared memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dusk.kernel.emit_code import FLOATS, Code, Value
from dusk.kernel.emit_reduce import Parts, merge
from dusk.kernel.loops import Reduction

WARP = 32  # threads that run in step and exchange registers
THREADS = 256  # the largest block
SHARED = "@dusk.shared"


class Threads:
    """The place of the thread that runs the code, and its dealings with the others of its block."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.number, self.count = self._register("tid.x"), self._register("ntid.x")
        self.block, self.blocks = self._register("ctaid.x"), self._register("nctaid.x")
        self.part = self._register("ctaid.y")
        self.first = self.block * self.count + self.number  # in the whole grid
        self.total = self.blocks * self.count

    def _register(self, name: str) -> Value:
        return self.code.call(f"llvm.nvvm.read.ptx.sreg.{name}", "i32", 1).convert("zext", "i64")

    def barrier(self) -> None:
        """Wait for the whole block; what its threads wrote before is seen by all after."""
        name = "llvm.nvvm.barrier.cta.sync.aligned.all"
        self.code.declared[name] = f"declare void @{name}(i32) convergent"
        self.code.line(f"call void @{name}(i32 0)")

    def shuffled(self, x: Value, by: int) -> Value:
        """`x` of the thread that is `by` further on in the warp."""
        code = self.code
        if x.elem in FLOATS:
            return self.shuffled(x.as_int(), by).as_float()
        if x.elem == "i64":
            low = self.shuffled(x.convert("trunc", "i32"), by).convert("zext", "i64")
            high = self.shuffled(x.shift_right(32).convert("trunc", "i32"), by).convert("zext", "i64")
            return (high << 32) | low
        if x.elem != "i32":
            return self.shuffled(x.convert("zext", "i32"), by).convert("trunc", x.elem)
        operands = [code.const(-1, "i32"), x, code.const(by, "i32"), code.const(WARP - 1, "i32")]
        return code.call("llvm.nvvm.shfl.sync.down.i32", "i32", 1, *operands, attributes=" convergent")

    def cell(self, number: int, at: Value) -> Value:
        """The pointer to word `at` of row `number` of shared memory, which has a word for each warp."""
        place = at + number * (THREADS // WARP)
        return self.code.value(f"getelementptr i64, ptr {generic(SHARED)}, i64 {place.text}", "ptr", 1)

    def over_block(self, reduction: Reduction, parts: Parts) -> Parts:
        """The accumulators of all threads of the block as one, in an order that is always the same, in every thread."""
        code = self.code
        by = WARP // 2
        while by:
            parts = merge(reduction, parts, [self.shuffled(p, by) for p in parts])
            by //= 2
        warp, lane = self.number.shift_right(5), self.number & (WARP - 1)

        def put() -> Sequence[Value]:
            for k, p in enumerate(parts):
                code.line(f"store {p.type} {p.text}, ptr {self.cell(k, warp).text}")
            return []

        def got(at: Value) -> Parts:
            return [code.value(f"load {p.type}, ptr {self.cell(k, at).text}", p.elem, 1) for k, p in enumerate(parts)]

        code.when(lane.compare("eq", 0), put)
        self.barrier()
        join: Callable[[Value, list[Value]], Parts] = lambda at, total: merge(reduction, total, got(at))  # noqa: E731
        warps = (self.count + (WARP - 1)).shift_right(5)
        total = code.loop(code.const(1, "i64"), warps, 1, got(code.const(0, "i64")), join)
        self.barrier()  # nobody writes there again before all have read
        return total


def generic(name: str) -> str:
    """A pointer to something in shared memory, as any other pointer."""
    return f"addrspacecast (ptr addrspace(3) {name} to ptr)"


def shared(words: int) -> str:
    """The definition of a block's shared memory: 64-bit words of which nothing is known at its start."""
    return f"{SHARED} = internal addrspace(3) global [{words} x i64] poison, align 16"
