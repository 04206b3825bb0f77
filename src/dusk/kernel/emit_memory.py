"""Loads and stores: contiguous, broadcast, strided, gathered; masked at the end of a row; guarded."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from dusk.kernel.emit_cast import from_memory, memory_type, to_memory
from dusk.kernel.emit_code import FLOATS, Value, suffix, type_text
from dusk.kernel.emit_frame import ZERO, Frame
from dusk.kernel.expr import Expr
from dusk.kernel.loops import Kernel, Store

LINE = 64  # bytes of a cache line
PAIR = 2  # the stride of the parts of complex numbers
HALVES = (4, 8, 16)  # lanes that are put together of two vectors
MASKED = 4  # bytes of the smallest elements whose loads take a mask on every target that has masks


def load(frame: Frame, e: Expr, copy: int) -> Value:
    """The value of a load at the present point."""
    if e not in frame.plan.varying or frame.plan.lanes == 1:
        return _load_one(frame, e)
    code, lanes = frame.code, frame.plan.lanes
    dtype = e.dtype
    elem = memory_type(dtype)
    guard = frame.value(e.guard, copy) if e.guard is not None else None
    mask = _both(frame.mask, guard)
    type_ = type_text(elem, lanes)
    if e in frame.plan.tiled:
        row = frame.find(("tile", e))
        assert row is not None
        there = code.value(f"load {type_}, ptr {row.text}, align {lanes * dtype.itemsize}", elem, lanes)
        return from_memory(there, dtype)
    pointers, contiguous = _addresses(frame, e, copy)

    def whole() -> list[Value]:
        return [code.value(f"load {type_}, ptr {pointers.text}, align {frame.alignment(dtype)}", elem, lanes)]

    def partial() -> list[Value]:
        return [_masked_load(frame, pointers, mask, elem, dtype.itemsize, contiguous)]

    if contiguous and mask is None:
        x = whole()[0]
    elif contiguous and frame.full is not None and guard is None and dtype.itemsize < MASKED:
        x = code.either(frame.full, whole, partial)[0]
    elif guard is None and frame.lane_steps(e) == (PAIR, []) and lanes in HALVES:
        x = _every_other(frame, e, copy, partial)
    else:
        x = partial()[0]
    x = from_memory(x, dtype)
    if guard is not None and e.other is not None and not _is_zero(e.other):
        return guard.select(x, frame.value(e.other, copy))
    return x


def _every_other(frame: Frame, e: Expr, copy: int, partial: Callable[[], list[Value]]) -> Value:
    """Every other element, of two vectors that begin and end with the first and the last of them: gathering takes
    several times as long."""
    code, lanes, elem = frame.code, frame.plan.lanes, memory_type(e.dtype)
    pointer = _first(frame, e, copy, PAIR)

    def half(start: int) -> Value:
        at = code.value(f"getelementptr {elem}, ptr {pointer.text}, i64 {start}", "ptr", 1)
        return code.value(f"load {type_text(elem, lanes)}, ptr {at.text}, align {e.dtype.itemsize}", elem, lanes)

    def whole() -> list[Value]:
        return [code.merge(half(0), half(lanes - 1), [2 * k if 2 * k < lanes else 2 * k + 1 for k in range(lanes)])]

    if frame.mask is None:
        return whole()[0]
    assert frame.left is not None
    return code.either(frame.left.compare("sge", lanes), whole, partial)[0]


def prefetch(frame: Frame, e: Expr, axis: int, copy: int, distance: Value | int = 1) -> None:
    """Ask for what lanes load at a later position along an axis, if it lies side by side."""
    access = frame.plan.accesses[e]
    ahead = next((t for t in access.terms if t.variable == axis), None)
    if ahead is None or e.guard is not None or frame.lane_steps(e)[0] != 1:
        return
    pointers, contiguous = _addresses(frame, e, copy)
    if not contiguous:
        return
    step, code = frame.factor_of(access.operand, ahead), frame.code
    step = step if isinstance(step, Value) else code.const(step, "i64")
    pointers = frame.advance(pointers, access, step if distance == 1 else step * distance)
    code.declared["llvm.prefetch.p0"] = "declare void @llvm.prefetch.p0(ptr, i32, i32, i32)"
    for at in range(0, frame.plan.lanes * e.dtype.itemsize, LINE):
        there = code.value(f"getelementptr i8, ptr {pointers.text}, i64 {at}", "ptr", 1)
        code.line(f"call void @llvm.prefetch.p0(ptr {there.text}, i32 0, i32 3, i32 1)")


def _is_zero(e: Expr) -> bool:
    return e.is_const and not e.data and str(e.data)[0] != "-"


def _both(a: Value | None, b: Value | None) -> Value | None:
    if a is None or b is None:
        return a if b is None else b
    return a & b


def _load_one(frame: Frame, e: Expr) -> Value:
    code, elem = frame.code, memory_type(e.dtype)
    pointer = _pointer_one(frame, e)
    if e.guard is None:
        return from_memory(code.value(f"load {elem}, ptr {pointer.text}", elem, 1), e.dtype)
    assert e.other is not None
    guard = frame.scalar(e.guard)
    somewhere = code.value(f"select i1 {guard.text}, ptr {pointer.text}, ptr {ZERO}", "ptr", 1)
    x = from_memory(code.value(f"load {elem}, ptr {somewhere.text}", elem, 1), e.dtype)
    return x if _is_zero(e.other) else guard.select(x, frame.scalar(e.other))


def _pointer_one(frame: Frame, key: Expr | int) -> Value:
    return _addresses(frame, key, 0)[0] if frame.lane_steps(key)[1] else frame.pointer(key)


def _addresses(frame: Frame, key: Expr | int, copy: int) -> tuple[Value, bool]:
    """One pointer for contiguous lanes (True), or a vector of pointers."""
    pointer, offsets = _offsets(frame, key, copy)
    return (pointer, True) if offsets is None else (frame.advance(pointer, frame.plan.accesses[key], offsets), False)


def _offsets(frame: Frame, key: Expr | int, copy: int) -> tuple[Value, Value | None]:
    """A pointer, and how many elements further on each lane is; None for lanes side by side."""
    access = frame.plan.accesses[key]
    lanes, code = frame.plan.lanes, frame.code
    step, free = frame.lane_steps(key)
    pointer = _first(frame, key, copy, step)
    if not free and isinstance(step, int) and step == 1:
        return pointer, None
    offsets: Value | None = None
    if not (isinstance(step, int) and step == 0):
        wide = code.const(step, "i64", lanes) if isinstance(step, int) else code.splat(step, lanes)
        offsets = code.iota("i64", lanes) * wide
    for term in free:
        assert isinstance(term.variable, Expr)
        x = frame.value(term.variable, copy)
        by = frame.factor_of(access.operand, term)
        if not (isinstance(by, int) and by == 1):
            x = x * (by if isinstance(by, int) else code.splat(by, lanes))
        offsets = x if offsets is None else offsets + x
    return pointer, code.const(0, "i64", lanes) if offsets is None else offsets


def _first(frame: Frame, key: Expr | int, copy: int, step: Value | int) -> Value:
    """The address in lane 0."""
    pointer = frame.pointer(key)
    if not copy or (isinstance(step, int) and step == 0):
        return pointer
    ahead = copy * frame.plan.lanes
    elements = frame.code.const(step * ahead, "i64") if isinstance(step, int) else step * ahead
    return frame.advance(pointer, frame.plan.accesses[key], elements)


def _masked_load(frame: Frame, pointers: Value, mask: Value | None, elem: str, size: int, contiguous: bool) -> Value:
    code, lanes = frame.code, frame.plan.lanes
    mask = mask if mask is not None else code.const(True, "i1", lanes)
    type_, kind = type_text(elem, lanes), "load" if contiguous else "gather"
    where = "ptr" if contiguous else f"<{lanes} x ptr>"
    name = f"llvm.masked.{kind}.{suffix(elem, lanes)}.{'p0' if contiguous else f'v{lanes}p0'}"
    code.declared[name] = f"declare {type_} @{name}({where}, {mask.type}, {type_})"
    args = f"{where} align {size} {pointers.text}, {mask.type} {mask.text}, {type_} zeroinitializer"
    return code.value(f"call {type_} @{name}({args})", elem, lanes)


def store(frame: Frame, s: Store, copy: int) -> None:
    """Write what a store writes at the present point."""
    if frame.wide == 1:
        _store_one(frame, s)
        return
    code, key = frame.code, id(s)
    dtype = frame.plan.kernel.operands[s.operand].dtype
    guard = frame.value(s.guard, copy) if s.guard is not None else None
    mask = _both(frame.mask, guard)
    if s.kind == "check":
        assert mask is not None
        code.when(code.any(mask), lambda: _check_first(frame, s, copy, mask) or [])
        return
    if key in frame.plan.in_turn:
        _add_in_turn(frame, s, copy, mask)
        return
    pointers, contiguous = _addresses(frame, key, copy)
    value = frame.value(s.value, copy)
    elem, lanes = memory_type(dtype), frame.plan.lanes
    going = frame.find(("going", key))
    if s.kind == "add" or going is not None:
        type_ = type_text(elem, lanes)

        def there() -> list[Value]:
            if contiguous and mask is None:
                return [code.value(f"load {type_}, ptr {pointers.text}, align {frame.alignment(dtype)}", elem, lanes)]
            return [_masked_load(frame, pointers, mask, elem, dtype.itemsize, contiguous)]

        # not a mask: a masked load would wait for the store before it to reach the cache
        old = there()[0] if going is None else code.either(going, there, lambda: [code.const(0, elem, lanes)])[0]
        value = from_memory(old, dtype) + value
    x = to_memory(value, dtype)

    def near() -> list[Value]:
        code.line(f"store {x.type} {x.text}, ptr {pointers.text}, align {frame.alignment(dtype)}")
        return []

    def past() -> list[Value]:
        align = min(frame.plan.target.vector_bytes, lanes * dtype.itemsize)
        code.line(f"store {x.type} {x.text}, ptr {pointers.text}, align {align}, !nontemporal !{{i32 1}}")
        return []

    def whole() -> list[Value]:
        worth = frame.streaming.get(key)
        if worth is None:
            return near()
        return code.either(worth & frame.astray(pointers, s).compare("eq", 0), past, near)

    def partial() -> list[Value]:
        if frame.plan.target.masked and frame.lane_steps(key) == (PAIR, []) and lanes in HALVES:
            _store_every_other(frame, _first(frame, key, copy, PAIR), mask, x, dtype.itemsize)
        else:
            _masked_store(frame, pointers, mask, x, dtype.itemsize, contiguous)
        return []

    if contiguous and mask is None:
        whole()
    elif contiguous and frame.full is not None and guard is None:
        code.either(frame.full, whole, partial)
    else:
        partial()


def rooms(frame: Frame) -> None:
    """Make room, where the function begins, for what is to be taken lane by lane: units that load are idle then."""
    lanes = frame.plan.lanes
    for key in frame.plan.in_turn:
        room = frame.code.value(f"alloca <{lanes} x i64>, align {8 * lanes}", "ptr", 1)
        frame.put(0, ("room", key), room)


def _add_in_turn(frame: Frame, s: Store, copy: int, mask: Value | None) -> None:
    """Add lane by lane: several may add to one element."""
    code, access = frame.code, frame.plan.accesses[id(s)]
    dtype = frame.plan.kernel.operands[s.operand].dtype
    pointer, offsets = _offsets(frame, id(s), copy)
    value, elem, room = frame.value(s.value, copy), memory_type(dtype), frame.find(("room", id(s)))
    assert room is not None and offsets is not None
    code.line(f"store {offsets.type} {offsets.text}, ptr {room.text}")

    def add(lane: int) -> list[Value]:
        there = code.value(f"getelementptr i64, ptr {room.text}, i64 {lane}", "ptr", 1)
        place = frame.advance(pointer, access, code.value(f"load i64, ptr {there.text}", "i64", 1))
        old = from_memory(code.value(f"load {elem}, ptr {place.text}", elem, 1), dtype)
        new = to_memory(old + code.lane(value, lane), dtype)
        code.line(f"store {elem} {new.text}, ptr {place.text}")
        return []

    def every() -> list[Value]:
        return [x for lane in range(frame.plan.lanes) for x in add(lane)]

    def some() -> list[Value]:
        assert mask is not None
        return [x for lane in range(frame.plan.lanes) for x in code.when(code.lane(mask, lane), partial(add, lane))]

    if mask is None:
        every()
    else:
        code.either(~code.any(~mask), every, some)


def _store_every_other(frame: Frame, pointer: Value, mask: Value | None, x: Value, size: int) -> None:
    """Write every other element: two vectors under masks that leave out those between."""
    code, lanes = frame.code, frame.plan.lanes
    for start in (0, lanes // 2):
        order = [start + k // 2 for k in range(lanes)]
        here = code.iota("i8", lanes) & code.const(1, "i8", lanes)
        some = here.compare("eq", code.const(0, "i8", lanes))
        some = some if mask is None else some & code.shuffle(mask, order)
        at = code.value(f"getelementptr {x.elem}, ptr {pointer.text}, i64 {2 * start}", "ptr", 1)
        _masked_store(frame, at, some, code.shuffle(x, order), size, True)


def _check_first(frame: Frame, s: Store, copy: int, mask: Value) -> None:
    """Write what the first lane that fails writes, if there is nothing yet."""
    code, lanes = frame.code, mask.lanes
    bits = code.value(f"bitcast {mask.type} {mask.text} to i{lanes}", f"i{lanes}", 1)
    code.declared[f"llvm.cttz.i{lanes}"] = f"declare i{lanes} @llvm.cttz.i{lanes}(i{lanes}, i1)"
    first = code.value(f"call i{lanes} @llvm.cttz.i{lanes}({bits.type} {bits.text}, i1 true)", bits.elem, 1)
    x = frame.value(s.value, copy)
    value = code.value(f"extractelement {x.type} {x.text}, {first.type} {first.text}", x.elem, 1)
    _write_check(frame, s, value)


def _write_check(frame: Frame, s: Store, value: Value) -> None:
    code, pointer = frame.code, _pointer_one(frame, id(s))
    old = code.value(f"load {value.type}, ptr {pointer.text}", value.elem, 1)
    free = code.value(f"icmp eq {old.type} {old.text}, 0", "i1", 1)
    code.when(free, lambda: code.line(f"store {value.type} {value.text}, ptr {pointer.text}") or [])


def _masked_store(frame: Frame, pointers: Value, mask: Value | None, x: Value, size: int, contiguous: bool) -> None:
    code, lanes = frame.code, frame.plan.lanes
    mask = mask if mask is not None else code.const(True, "i1", lanes)
    kind = "store" if contiguous else "scatter"
    where = "ptr" if contiguous else f"<{lanes} x ptr>"
    name = f"llvm.masked.{kind}.{suffix(x.elem, lanes)}.{'p0' if contiguous else f'v{lanes}p0'}"
    code.declared[name] = f"declare void @{name}({x.type}, {where}, {mask.type})"
    code.line(f"call void @{name}({x.type} {x.text}, {where} align {size} {pointers.text}, {mask.type} {mask.text})")


def atomic(kernel: Kernel, s: Store) -> bool:
    """Whether threads of a grid may add in any order: what is added is a word that processors add atomically."""
    there = [o for o in kernel.stores if o.operand == s.operand and kernel.ordered(o)]
    dtype = kernel.operands[s.operand].dtype
    return s in there and dtype.itemsize >= 4 and all(o.kind == "add" for o in there)


def _store_one(frame: Frame, s: Store) -> None:
    if s.kind == "check" and frame.code.grid:
        _check_one(frame, s)
    elif s.kind == "check":
        assert s.guard is not None
        frame.code.when(frame.scalar(s.guard), lambda: _write_check(frame, s, frame.scalar(s.value)) or [])
    elif s.guard is not None:
        frame.code.when(frame.scalar(s.guard), lambda: _write_one(frame, s) or [])
    else:
        _write_one(frame, s)


def _check_one(frame: Frame, s: Store) -> None:
    """Of threads whose guard holds one writes: who puts its value where 0 is writes all that has the same guard."""
    code, guard = frame.code, s.guard
    assert guard is not None
    won = frame.find(("won", guard))

    def take() -> list[Value]:
        pointer, value = _pointer_one(frame, id(s)), frame.scalar(s.value)
        order = 'syncscope("device") monotonic monotonic'
        pair = code.value(f"cmpxchg ptr {pointer.text}, i64 0, i64 {value.text} {order}", "pair", 1)
        return [code.value(f"extractvalue {{i64, i1}} {pair.text}, 1", "i1", 1)]

    if won is None:
        won = code.when(frame.scalar(guard), take, [code.const(False, "i1")])[0]
        frame.put(len(frame.scopes), ("won", guard), won)
    else:
        code.when(won, lambda: _write_one(frame, s) or [])


def _write_one(frame: Frame, s: Store) -> None:
    code, kernel = frame.code, frame.plan.kernel
    dtype = kernel.operands[s.operand].dtype
    pointer = _pointer_one(frame, id(s))
    elem = memory_type(dtype)
    value = frame.scalar(s.value)
    if code.grid and s.kind == "add" and atomic(kernel, s):
        opcode = "fadd" if elem in FLOATS else "add"
        code.value(f'atomicrmw {opcode} ptr {pointer.text}, {elem} {value.text} syncscope("device") monotonic', elem, 1)
        return
    going = frame.find(("going", id(s)))
    if s.kind == "add" or going is not None:
        old = from_memory(code.value(f"load {elem}, ptr {pointer.text}", elem, 1), dtype)
        value = (old if going is None else going.select(old, 0)) + value
    x = to_memory(value, dtype)
    code.line(f"store {elem} {x.text}, ptr {pointer.text}")
