"""What is in scope while a kernel is written: values by the loop they belong to, axes, addresses."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from dusk.kernel.emit_address import Access, Term, factor
from dusk.kernel.emit_cast import memory_type, register_type
from dusk.kernel.emit_code import Code, Value
from dusk.kernel.emit_plan import Plan
from dusk.kernel.expr import Expr
from dusk.kernel.loops import Store

ZERO = "@dusk.zero"  # where loads whose guard is false look instead


class Frame:
    """The values in scope at the point that is being written.

    `scopes[k]` holds what belongs to the k-th loop from outside; whatever is looked up there dominates the point.
    """

    def __init__(self, code: Code, plan: Plan) -> None:
        self.code = code
        self.plan = plan
        self.scopes: list[dict[Hashable, Value]] = [{}]
        self.axes: dict[int, Value] = {}  # positions; along the lanes: that of lane 0 of copy 0
        self.mask: Value | None = None  # lanes that exist; None: all
        self.full: Value | None = None  # whether the mask has all lanes, where that differs from step to step
        self.left: Value | None = None  # how many lanes exist, where not all may
        self.copies = range(1)
        self.streaming: dict[int, Value] = {}  # of stores past caches, by id: whether that is worth it
        self.aligned = False  # whether contiguous lanes lie on a multiple of what they are long
        self.wide = 1  # lanes of what is computed now: 1 outside of the vector loop
        self.extents: list[Value] = []
        self.params: list[Value] = []
        self.starts: list[Value] = []  # of the memory that operands lie in
        self.bases: list[Value] = []  # of the operands
        self.strides: list[list[Value | int]] = []
        self._groups: dict[Expr | int, dict[int, tuple[Term, ...]]] = {}

    def find(self, key: Hashable) -> Value | None:
        """What is in scope under a key."""
        for scope in reversed(self.scopes):
            if key in scope:
                return scope[key]
        return None

    def put(self, level: int, key: Hashable, value: Value) -> None:
        """Keep a value in the scope of a loop, or of the innermost open one."""
        self.scopes[min(level, len(self.scopes) - 1)][key] = value

    def value(self, e: Expr, copy: int = 0) -> Value:
        """The value of an expression that was computed, as wide as the present point computes."""
        if e.is_const:
            return self.code.const(e.data, register_type(e.dtype), self.wide)
        if e in self.plan.varying:
            found = self.find((e, copy))
        elif self.wide == 1:
            found = self.find((e, 0))
        else:
            found = self.find((e, "splat"))
            if found is None:
                scalar = self.find((e, 0))
                assert scalar is not None, e
                found = self.code.splat(scalar, self.wide)
                self.put(len(self.scopes), (e, "splat"), found)
        assert found is not None, e
        return found

    def scalar(self, e: Expr) -> Value:
        """The value of an expression that is the same in all lanes, as one."""
        if e.is_const:
            return self.code.const(e.data, register_type(e.dtype))
        found = self.find((e, 0))
        assert found is not None, e
        return found

    def position(self, axis: int, copy: int) -> Value:
        """The position along an axis; a vector along the lanes."""
        base = self.axes[axis]
        if axis != self.plan.vector:
            return base
        start = base + copy * self.plan.lanes if copy else base
        return self.code.splat(start, self.plan.lanes) + self.code.iota("i64", self.plan.lanes)

    def begin_sum(self, s: Store, level: int) -> None:
        """In the loop that goes by most often of those a sum is over: whether this is not its first point."""
        kernel, plan = self.plan.kernel, self.plan
        over = [a for a in plan.parallel if not kernel.apart(s, a)]
        if not over or level != max(plan.level[a] for a in over):
            return
        going: Value | None = None
        for a in over:
            later = self.axes[a].compare("ne", 0)
            going = later if going is None else going | later
        assert going is not None
        self.put(level, ("going", id(s)), going)
        if plan.lanes > 1:
            self.put(level, ("going", id(s), "splat"), self.code.splat(going, plan.lanes))

    def begin_streams(self) -> None:
        """What is stored past caches: what is neither read here nor lies where something read does."""
        kernel = self.plan.kernel
        read = {e.operand for e in self.plan.order if e.kind == "load"}
        stored = [s.operand for s in kernel.stores]
        for s in kernel.stores:
            nbytes = self.plan.lanes * kernel.operands[s.operand].dtype.itemsize
            alone = s.operand not in read and stored.count(s.operand) == 1
            if not (s.streams and alone and self.plan.target.streams and self.plan.lanes > 1 and nbytes >= 16):
                continue
            apart = self.code.const(True, "i1")
            here = self.bases[s.operand]
            for operand in sorted(read):
                other = self.code.value(f"icmp ne ptr {here.text}, {self.bases[operand].text}", "i1", 1)
                apart = apart & other
            self.streaming[id(s)] = apart

    def astray(self, pointer: Value, s: Store) -> Value:
        """How many bytes an address lies beyond one that lanes can be stored at past caches; of what is stored in line,
        as if its memory began at one: the order of sums must not depend on where that is."""
        size = self.plan.kernel.operands[s.operand].dtype.itemsize
        address = self.code.value(f"ptrtoint ptr {pointer.text} to i64", "i64", 1)
        if s.lined:
            address = address - self.code.value(f"ptrtoint ptr {self.starts[s.operand].text} to i64", "i64", 1)
        return address & (min(self.plan.target.vector_bytes, self.plan.lanes * size) - 1)

    def alignment(self, dtype: np.dtype[Any]) -> int:
        """What the address of contiguous lanes is a multiple of, in bytes."""
        return min(16, self.plan.lanes * dtype.itemsize) if self.aligned else dtype.itemsize

    # Addresses. Terms of one loop are added once, in that loop; only what moves with the lanes is left for the access.

    def static_factor(self, key: Expr | int, term: Term) -> int | None:
        """What a term's variable is multiplied with, in elements; None where only the run knows."""
        return factor(self.plan.kernel, self.plan.accesses[key].operand, term)

    def factor_of(self, operand: int, term: Term) -> Value | int:
        """What a term's variable is multiplied with, in elements."""
        static = factor(self.plan.kernel, operand, term)
        if static is not None:
            return static
        key = ("factor", operand, term.factors)
        found = self.find(key)
        if found is None:
            total: Value | None = None
            for c, d in term.factors:
                stride = self.strides[operand][d]
                part = self.code.const(stride, "i64") if isinstance(stride, int) else stride
                part = part if c == 1 else part * c
                total = part if total is None else total + part
            assert total is not None
            found = total
            self.put(0 if len(self.scopes) == 1 else len(self.scopes), key, found)
        return found

    def groups(self, key: Expr | int) -> dict[int, tuple[Term, ...]]:
        """The terms of an address that all lanes share, by loop."""
        found = self._groups.get(key)
        if found is None:
            found = dict[int, tuple[Term, ...]]()
            for term in self.plan.accesses[key].terms:
                v = term.variable
                if isinstance(v, Expr) and v in self.plan.varying:
                    continue
                at = 0 if v is None else self.plan.level[v]
                found[at] = (*found.get(at, ()), term)
            self._groups[key] = found
        return found

    def pointer(self, key: Expr | int, level: int | None = None) -> Value:
        """The address of an access in lane 0 of copy 0, as far as the loops up to `level` give it."""
        access, groups = self.plan.accesses[key], self.groups(key)
        if level is None:
            level = max(groups, default=-1)
        while level >= 0 and level not in groups:
            level -= 1
        if level < 0:
            return self.bases[access.operand]
        prefix = ("pointer", access.operand, *((k, groups[k]) for k in sorted(groups) if k <= level))
        found = self.find(prefix)
        if found is None:
            before = self.pointer(key, level - 1)
            found = self.advance(before, access, self._sum(access, groups[level]))
            self.put(level, prefix, found)
        return found

    def advance(self, pointer: Value, access: Access, elements: Value) -> Value:
        """A pointer (or, for a vector of elements, pointers) further on."""
        elem = memory_type(self.plan.kernel.operands[access.operand].dtype)
        text = f"getelementptr {elem}, ptr {pointer.text}, {elements.type} {elements.text}"
        return self.code.value(text, "ptr", elements.lanes)

    def _sum(self, access: Access, terms: tuple[Term, ...]) -> Value:
        total: Value | None = None
        for term in terms:
            by = self.factor_of(access.operand, term)
            v = term.variable
            if v is None:
                part = by if isinstance(by, Value) else self.code.const(by, "i64")
            else:
                x = self.scalar(v) if isinstance(v, Expr) else self.axes[v]
                part = x if isinstance(by, int) and by == 1 else x * by
            total = part if total is None else total + part
        assert total is not None
        return total

    def lane_steps(self, key: Expr | int) -> tuple[Value | int, list[Term]]:
        """How an address moves from lane to lane: a step in elements, and terms that differ without a rule."""
        access = self.plan.accesses[key]
        step: Value | int = 0
        free: list[Term] = []
        for term in access.terms:
            if isinstance(term.variable, Expr):
                if term.variable in self.plan.varying:
                    free.append(term)
            elif term.variable is not None and term.variable == self.plan.vector and self.wide > 1:
                step = self.factor_of(access.operand, term)
        return step, free

    def prologue(self) -> None:
        """Read the step's block: extents, operands, params."""
        code, kernel = self.code, self.plan.kernel
        count = 0

        def word() -> Value:
            nonlocal count
            at = code.value(f"getelementptr i64, ptr %args, i64 {count}", "ptr", 1)
            count += 1
            return code.value(f"load i64, ptr {at.text}", "i64", 1)

        self.extents = [word() for _ in kernel.axes]
        for operand in kernel.operands:
            slot, offset = word(), word()
            cell = code.value(f"getelementptr ptr, ptr %slots, i64 {slot.text}", "ptr", 1)
            start = code.value(f"load ptr, ptr {cell.text}", "ptr", 1)
            self.starts.append(start)
            base = code.value(f"getelementptr i8, ptr {start.text}, i64 {offset.text}", "ptr", 1)
            self.bases.append(code.in_global_memory(base) if code.grid else base)
            self.strides.append([word() if s is None else s for s in operand.strides])
        self.params = [word() for _ in range(kernel.n_params)]
        for access in self.plan.accesses.values():
            for term in access.terms:
                self.factor_of(access.operand, term)
