"""`emit(kernel, target)`: the LLVM IR text of one native function; vector code as it stands, needing no passes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from dusk.kernel import emit_reduce
from dusk.kernel.emit_cast import register_type
from dusk.kernel.emit_code import Code, Value
from dusk.kernel.emit_floats import inverse, quotient
from dusk.kernel.emit_frame import ZERO, Frame
from dusk.kernel.emit_integers import index_floor_divide
from dusk.kernel.emit_memory import load, prefetch, rooms, store
from dusk.kernel.emit_ops import emit_expr
from dusk.kernel.emit_plan import Pass, Plan, cost, make_plan
from dusk.kernel.emit_reduce import Parts
from dusk.kernel.emit_spill import spill
from dusk.kernel.emit_tile import buffers, tile_loop
from dusk.kernel.expr import Expr
from dusk.kernel.expr import carried as carried_of
from dusk.kernel.loops import Kernel, Reduction, Store
from dusk.kernel.math_lanes import call_address
from dusk.kernel.targets import Target

VERSION = 6  # of the emitter: part of the text, so that a change of it is a change of the key
BLOCK = 256  # bytes along two axes that are done together where an operand runs across the lanes
CHUNK = 64  # steps after which float accumulators are added up and start again: the error grows with that, not with n
HEAVY = 60  # bodies that cost more are written once, masked, and not a second time for the last lanes


def emit(kernel: Kernel, target: Target) -> str:
    """The IR text of `kernel`: `void <kernel.name>(ptr slots, ptr args, i64 lo, i64 hi)`.

    Raises GraphError for a kernel that breaks a rule, NotImplementedError for dtypes and ops that kernels lack.
    """
    kernel.verify()
    check_dtypes(kernel, target)
    writer = Writer(make_plan(spill(kernel), target), target)
    writer.write()
    attributes = f"nounwind {target.attributes}"
    header = f"define void @{kernel.name}(ptr %slots, ptr %args, i64 %lo, i64 %hi) {attributes} {{"
    return "\n".join([*preamble(writer.code, target), header, *writer.code.lines, "}", ""])


def preamble(code: Code, target: Target) -> list[str]:
    """What stands in a module before the functions of `code`: what they read, declare and call."""
    for name in code.defined:
        code.declared.pop(name, None)
    attributes = f"nounwind {target.attributes}"
    return [
        f"; dusk {VERSION} {target.name} {target.vector_bytes}",
        f"{ZERO} = private constant [64 x i8] zeroinitializer, align 64",
        *code.declared.values(),
        *(text.replace("noinline {", f"noinline {attributes} {{") for text in code.defined.values()),
    ]


def check_dtypes(kernel: Kernel, target: Target) -> None:
    """Raise NotImplementedError where an operand has a dtype that the target lacks."""
    dtypes = {o.dtype for o in kernel.operands}
    for dtype in dtypes:
        register_type(dtype)
        if dtype.str[1:] == "f2" and not target.half:
            raise NotImplementedError(f"{target.name} does not convert float16")


class Writer:
    """Writes the loops of a plan around what is computed in them."""

    def __init__(self, plan: Plan, target: Target) -> None:
        self.plan = plan
        self.kernel = plan.kernel
        scattered = any(set(operand.strides) == {None} for operand in self.kernel.operands)
        self.code = Code(target.scale_bytes, target.grid, scattered)
        self.frame = Frame(self.code, plan)
        self.lo = Value(self.code, "%lo", "i64", 1)
        self.hi = Value(self.code, "%hi", "i64", 1)
        self.spans: dict[int, tuple[Value, Value]] = {}  # of axes whose loop does a part only
        self.lined = any(s.lined for s in self.kernel.stores) and not target.grid
        self.single = cost(e for e in plan.order if e in plan.varying) > HEAVY

    def write(self) -> None:
        code = self.code
        code.start("entry")
        self.frame.prologue()
        buffers(self.frame)
        rooms(self.frame)
        self.frame.begin_streams()
        code.branch(self.lo.compare("slt", self.hi), "run", "exit")
        code.start("run")
        if self.plan.parallel:
            self.compute(0, self.plan.order, self.kernel.stores)
        self.nest(0)
        if self.frame.streaming:  # whoever is told that this is done must find it
            code.declared["llvm.x86.sse.sfence"] = "declare void @llvm.x86.sse.sfence()"
            code.line("call void @llvm.x86.sse.sfence()")
        code.jump("exit")
        code.start("exit")
        code.line("ret void")

    # What belongs to a loop is computed when it opens, so that the loops inside find it.

    def compute(self, level: int, order: Iterable[Expr], stores: Sequence[Store]) -> None:
        """Everything of `order` that belongs to loop `level` and is not there yet; its part of every address."""
        frame, plan = self.frame, self.plan
        accessed: list[Expr | int] = [id(s) for s in stores]
        for e in order:
            if e.kind == "load":
                accessed.append(e)
            if plan.level[e] != level or e.is_const:
                continue
            varies = e in plan.varying
            before, frame.wide = frame.wide, plan.lanes if varies else 1
            for copy in frame.copies if varies else (0,):
                if frame.find((e, copy)) is None:
                    frame.put(level, (e, copy), self.evaluate(e, copy))
            if e in plan.splatted and plan.lanes > 1 and frame.find((e, "splat")) is None:
                self.everywhere(level, e, frame.scalar(e))
            frame.wide = before
        for key in accessed:
            frame.pointer(key, level)
        for s in stores:
            if s.kind == "sum":
                frame.begin_sum(s, level)

    def everywhere(self, level: int, e: Expr, one: Value) -> None:
        """What is the same in all lanes, in all of them; and if much is divided by it, what makes that cheap."""
        frame, lanes = self.frame, self.plan.lanes
        frame.put(level, (e, "splat"), self.code.splat(one, lanes))
        if e in self.plan.divisors:
            frame.put(level, (e, "inverse"), self.code.splat(inverse(one), lanes))

    def evaluate(self, e: Expr, copy: int) -> Value:
        frame = self.frame
        if e.kind == "axis":
            return frame.position(e.data, copy)
        if e.kind == "param":
            return frame.params[int(e.data)]
        if e.kind == "load":
            return load(frame, e, copy)
        if e.kind == "call":
            given = [frame.value(a, copy) for a in e.args[1:]]
            signed = [a.dtype.kind == "i" for a in e.args[1:]]
            left = frame.left if copy == 0 else None
            return call_address(frame.scalar(e.args[0]), given, signed, register_type(e.dtype), frame.wide, left)
        by = frame.find((e.args[-1], "inverse")) if e.data == "divide" and frame.wide > 1 else None
        if by is not None:
            return quotient(frame.value(e.args[0], copy), frame.value(e.args[1], copy), by)
        if e in self.plan.positions and frame.wide > 1 and e.data in ("floor_divide", "remainder"):
            a, b = (frame.value(a, copy) for a in e.args)
            floor = index_floor_divide(a, b)
            return floor if e.data == "floor_divide" else a - floor * b
        return emit_expr(e, lambda a: frame.value(a, copy))

    # Loops over parallel axes.

    def span(self, axis: int) -> tuple[Value, Value]:
        """Where the loop over a parallel axis starts and ends."""
        if axis in self.spans:
            return self.spans[axis]
        return (self.lo, self.hi) if axis == 0 else (self.code.const(0, "i64"), self.frame.extents[axis])

    def blocks(self, depth: int, axes: Sequence[int]) -> None:
        """The loops from `depth` on, for one block of the positions along `axes` after the other: what is read across
        stays near."""
        if not axes:
            self.loops(depth)
            return
        (start, end), size = self.span(axes[0]), BLOCK // self.plan.size

        def block(i: Value, _: list[Value]) -> list[Value]:
            self.spans[axes[0]] = (i, i + (end - i).call("smin", size))
            self.blocks(depth, axes[1:])
            del self.spans[axes[0]]
            return []

        self.code.loop(start, end, size, [], block)

    def nest(self, depth: int) -> None:
        """The loops from `depth` on."""
        plan = self.plan
        self.blocks(depth, plan.parallel[-2:] if plan.blocked is not None and depth == len(plan.parallel) - 2 else [])

    def loops(self, depth: int) -> None:
        plan = self.plan
        if depth == len(plan.parallel):
            self.point()
            return
        axis = plan.parallel[depth]
        start, end = self.span(axis)

        def body(_: list[Parts]) -> list[Parts]:
            if depth + 1 < len(plan.parallel):
                self.compute(depth + 1, plan.order, self.kernel.stores)
            self.nest(depth + 1)
            return []

        if axis == plan.vector:
            self.lanes_loop(axis, start, end, plan.unroll, [], body)
        elif axis == plan.blocked and plan.tiled:
            tile_loop(self.frame, axis, start, end, lambda: body([]))
        else:
            self.plain_loop(axis, start, end, [], body)

    def plain_loop(
        self, axis: int, start: Value, end: Value, carried: list[Parts], body: Callable[[list[Parts]], list[Parts]]
    ) -> list[Parts]:
        """A loop with one step a position; `carried` are values that change from step to step."""
        frame, shape = self.frame, [len(p) for p in carried]

        def inside(i: Value, flat: list[Value]) -> list[Value]:
            frame.scopes.append({})
            frame.axes[axis] = i
            results = body(fold(flat, shape))
            frame.scopes.pop()
            return flatten(results)

        return fold(self.code.loop(start, end, 1, flatten(carried), inside), shape)

    def lanes_loop(
        self,
        axis: int,
        start: Value,
        end: Value,
        unroll: int,
        carried: list[Parts],
        body: Callable[[list[Parts]], list[Parts]],
    ) -> list[Parts]:
        """The loop along the lanes: whole blocks of `unroll` vectors, then vectors with a mask.

        `carried` is as many Parts a reduction as there are copies; the masked part goes on with those of copy 0.
        """
        frame, code, lanes = self.frame, self.code, self.plan.lanes
        shape = [len(p) for p in carried]
        before = (frame.wide, frame.copies, frame.mask, frame.left, frame.full)
        frame.wide = lanes
        once = self.single and unroll == 1
        streamed = self.frame.streaming and not carried
        first = self.first_aligned(axis, start, end) if streamed or (self.lined and not once) else start
        ends = [end]

        def whole(i: Value, flat: list[Value]) -> list[Value]:
            frame.scopes.append({})
            frame.axes[axis], frame.mask, frame.left = i, None, None
            results = body(fold(flat, shape))
            frame.scopes.pop()
            return flatten(results)

        def partial(i: Value, flat: list[Value]) -> list[Value]:
            frame.scopes.append({})
            frame.axes[axis], frame.copies, frame.left = i, range(1), ends[-1] - i
            frame.mask = self.tail_mask(frame.left)
            # some processors store under a mask far more slowly
            frame.full = (
                frame.left.compare("sge", lanes) if once and (frame.streaming or not self.plan.target.masked) else None
            )
            results = body(fold(flat, shape[::unroll]))
            frame.scopes.pop()
            return flatten(results)

        # where nothing is carried, half as many copies take what is left by all of them
        halves = [unroll, unroll // 2] if unroll > 4 and not carried else [unroll]
        before_first, start = start, first
        if first is not before_first and not streamed:
            ends.append(first)
            begun = fold(code.loop(before_first, first, lanes, flatten(carried[::unroll]), partial), shape[::unroll])
            carried = [begun[k // unroll] if k % unroll == 0 else p for k, p in enumerate(carried)]
            ends.append(end)
        for copies in [] if once else halves:
            frame.copies = range(copies)
            block = lanes * copies
            # a range that is empty leaves start beyond its end: nothing is left to do there either
            whole_end = end - (end - start).binary("urem", block)
            carried = fold(code.loop(start, whole_end, block, flatten(carried), whole), shape)
            start = whole_end
        firsts = carried[::unroll]
        if first is before_first or not streamed:
            ended = fold(code.loop(start, end, lanes, flatten(firsts), partial), [len(p) for p in firsts])
        else:  # what comes before the first whole vector that can be stored past caches is done with what comes last

            def side(which: Value, _: list[Value]) -> list[Value]:
                head = which.compare("eq", 0)
                ends.append(head.select(first, end))
                code.loop(head.select(before_first, start), ends[-1], lanes, [], partial)
                return []

            code.loop(code.const(0, "i64"), code.const(2, "i64"), 1, [], side)
            ended = list[Parts]()
        frame.wide, frame.copies, frame.mask, frame.left, frame.full = before
        return [ended[k // unroll] if k % unroll == 0 else p for k, p in enumerate(carried)]

    def first_aligned(self, axis: int, start: Value, end: Value) -> Value:
        """From where on, at or after `start`, whole vectors of what is stored past caches, or in line, lie as they
        must."""
        frame, kernel = self.frame, self.kernel
        s = next(s for s in kernel.stores if s.lined or id(s) in frame.streaming)
        size = kernel.operands[s.operand].dtype.itemsize
        if frame.lane_steps(id(s))[0] != 1:
            return start
        frame.scopes.append({})
        frame.axes[axis] = start
        beyond = frame.astray(frame.pointer(id(s), self.plan.level[axis]), s)
        frame.scopes.pop()
        ahead = (0 - beyond) & (min(self.plan.target.vector_bytes, self.plan.lanes * size) - 1)
        return start + ahead.binary("udiv", size).call("smin", end - start)

    def tail_mask(self, left: Value) -> Value:
        """The lanes below `left`, which is at least 1."""
        lanes = self.plan.lanes
        if self.plan.target.masked and lanes in (8, 16, 32, 64):  # its mask registers take the bits of a number
            bits = f"i{lanes}"
            none = lanes - left.call("umin", lanes)
            none = none.convert("trunc", bits) if lanes < 64 else none
            some = self.code.const(-1, bits).shift_right(none)
            return self.code.value(f"bitcast {bits} {some.text} to <{lanes} x i1>", "i1", lanes)
        elem = "i8" if lanes > 16 else "i32"
        some = left.compare("ult", lanes).select(left, lanes).convert("trunc", elem)
        return self.code.iota(elem, lanes).compare("ult", self.code.splat(some, lanes))

    # One point of the parallel axes (or one vector of points, times copies).

    def point(self) -> None:
        plan = self.plan
        level = len(plan.parallel)
        for sweep in plan.passes:
            self.compute(level, sweep.order, sweep.stores)
            self.sweep(sweep)
        self.finish()

    def finish(self) -> None:
        """What is computed last, and stored once a point."""
        self.compute(len(self.plan.parallel), self.plan.final_order, self.plan.final)
        for s in self.plan.final:
            for copy in self.frame.copies:
                store(self.frame, s, copy)

    def sweep(self, sweep: Pass) -> None:
        """One pass over the reduce axes."""
        plan, frame, code = self.plan, self.frame, self.code
        across, level = plan.vector is not None and not plan.vector_parallel, len(plan.parallel)
        lanes = plan.lanes if plan.vector is not None else 1
        unroll = sweep.unroll if across else len(frame.copies)
        carried = [emit_reduce.start(code, r, self.sum_lanes) for _, r in sweep.reductions for _ in range(unroll)]
        for e in plan.ahead if sweep is plan.passes[0] else ():
            frame.pointer(e, level)
        starts = [code.const(s.start.data, register_type(s.start.dtype), lanes) for _, s in sweep.scans]
        carried += [[start] for start in starts for _ in range(unroll)]
        results = self.sweep_axis(sweep, 0, unroll if across else 1, carried)
        for k, (number, reduction) in enumerate(sweep.reductions):
            copies = results[k * unroll : (k + 1) * unroll]
            finished = [self.gathered(reduction, copies)] if across else copies
            for e in plan.order:
                if e.kind == "reduced" and e.data == number:
                    for copy, parts in enumerate(finished):
                        frame.put(level, (e, copy), parts[-1])
                    if across and e in plan.splatted:
                        self.everywhere(level, e, finished[0][-1])

    def sweep_axis(self, sweep: Pass, depth: int, unroll: int, carried: list[Parts]) -> list[Parts]:
        plan = self.plan
        if depth == len(plan.reduce):
            return self.accumulate(sweep, carried)
        axis = plan.reduce[depth]

        def body(parts: list[Parts]) -> list[Parts]:
            if depth + 1 == len(plan.reduce):
                self.receive(sweep, parts)
            self.compute(len(plan.parallel) + depth + 1, sweep.order, sweep.stores)
            return self.sweep_axis(sweep, depth + 1, unroll, parts)

        start, end = self.reach(axis)
        if axis != plan.vector:
            return self.plain_loop(axis, start, end, carried, body)
        if not any(r.op in ("sum", "prod") and r.dtype.kind not in "iu" for _, r in sweep.reductions):
            return self.lanes_loop(axis, start, end, unroll, carried, body)
        reductions = [r for _, r in sweep.reductions for _ in range(unroll)]
        size = self.chunk(unroll)

        def chunk(i: Value, flat: list[Value]) -> list[Value]:
            left = end - i
            stop = i + left.compare("slt", size).select(left, size)
            neutral = [emit_reduce.start(self.code, r, self.sum_lanes) for r in reductions]
            parts = self.lanes_loop(axis, i, stop, unroll, neutral, body)
            before = fold(flat, [len(p) for p in parts])
            return flatten([emit_reduce.merge(r, a, b) for r, a, b in zip(reductions, before, parts, strict=True)])

        results = self.code.loop(start, end, size, flatten(carried), chunk)
        return fold(results, [len(p) for p in carried])

    def reach(self, axis: int) -> tuple[Value, Value]:
        """Where the loop over a reduce axis starts and ends."""
        return self.code.const(0, "i64"), self.frame.extents[axis]

    @property
    def sum_lanes(self) -> int:
        """How wide accumulators are."""
        return self.plan.lanes if self.plan.vector is not None else 1

    def chunk(self, unroll: int) -> Value | int:
        """Positions along the lanes after which accumulators start again."""
        return CHUNK * self.plan.lanes * unroll

    def gathered(self, reduction: Reduction, copies: list[Parts]) -> Parts:
        """The accumulators of a loop along the lanes as one scalar."""
        return emit_reduce.across(self.code, reduction, emit_reduce.merge_all(reduction, copies))

    def receive(self, sweep: Pass, carried: list[Parts]) -> None:
        """What the point before hands on to the expressions of this one."""
        frame = self.frame
        parts = iter(carried[len(sweep.reductions) * len(frame.copies) :])
        for number, scan in sweep.scans:
            for copy in frame.copies:
                frame.put(len(frame.scopes), (carried_of(number, scan.value.dtype), copy), next(parts)[0])

    def accumulate(self, sweep: Pass, carried: list[Parts]) -> list[Parts]:
        """One step: every reduction and scan takes its value, every store of the pass is written."""
        plan, frame = self.plan, self.frame
        copies = len(frame.copies)
        mask = frame.mask if plan.vector is not None and not plan.vector_parallel else None
        results: list[Parts] = []
        for k, (_, reduction) in enumerate(sweep.reductions):
            for copy in frame.copies:
                position = self.linear_position(copy) if reduction.op.startswith("arg") else None
                value = frame.value(reduction.value, copy)
                results.append(emit_reduce.join(reduction, carried[k * copies + copy], value, position, mask))
        results += [[frame.value(s.value, copy)] for _, s in sweep.scans for copy in frame.copies]
        for s in sweep.stores:
            for copy in frame.copies:
                store(frame, s, copy)
        for e in plan.ahead if sweep is plan.passes[0] and mask is None else ():
            for copy in frame.copies:
                prefetch(frame, e, plan.parallel[-1], copy)
        return results

    def linear_position(self, copy: int) -> Value:
        """The row-major position over the reduce axes, as wide as the lanes."""
        frame = self.frame
        total: Value | None = None
        for axis in range(self.kernel.n_parallel, len(self.kernel.axes)):
            here = frame.position(axis, copy)
            if total is None:
                total = here
                continue
            scaled = total * frame.extents[axis]
            total = self.code.splat(scaled, here.lanes) + here
        assert total is not None
        return self.code.splat(total, frame.wide)


def flatten(parts: Sequence[Parts]) -> list[Value]:
    return [v for p in parts for v in p]


def fold(flat: Sequence[Value], shape: Sequence[int]) -> list[Parts]:
    parts: list[Parts] = []
    at = 0
    for n in shape:
        parts.append(list(flat[at : at + n]))
        at += n
    return parts
