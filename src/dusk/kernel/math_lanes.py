"""Functions that have no vector form: the C library's, called for one lane after the other."""

from __future__ import annotations

from collections.abc import Sequence

from dusk.kernel.emit_code import Value, type_text


def per_lane(symbol: str, *args: Value) -> Value:
    """C's `symbol` (its double name; floats call `symbol`f) of each lane."""
    if args[0].code.grid:
        raise NotImplementedError(f"a grid has no C library, so no {symbol}")
    return per_lane_function(symbol + "f" if args[0].elem == "float" else symbol, *args)


def per_lane_function(callee: str, *args: Value) -> Value:
    """A scalar function, the C library's or defined in the module, of each lane.

    The loop is a function of its own, so that a kernel that needs it rarely does not grow.
    """
    code, elem, lanes = args[0].code, args[0].elem, args[0].lanes
    if lanes == 1:
        return code.call(callee, elem, 1, *args)
    if code.grid:
        return _each(callee, args)
    name = f"{callee}.{lanes}"
    if name not in code.defined:
        if callee not in code.declared and callee not in code.defined:
            code.declared[callee] = f"declare {elem} @{callee}({', '.join([elem] * len(args))})"
        code.defined[name] = _loop(name, callee, elem, lanes, len(args))
    return code.call(name, elem, lanes, *args)


def _each(callee: str, args: Sequence[Value]) -> Value:
    """Lane by lane in registers."""
    code, elem, lanes = args[0].code, args[0].elem, args[0].lanes
    result = Value(code, "poison", elem, lanes)
    for i in range(lanes):
        one = code.call(callee, elem, 1, *(code.lane(a, i) for a in args))
        text = f"insertelement {result.type} {result.text}, {elem} {one.text}, i64 {i}"
        result = code.value(text, elem, lanes)
    return result


def _loop(name: str, callee: str, elem: str, lanes: int, arity: int) -> str:
    vector = type_text(elem, lanes)
    names = [f"%a{k}" for k in range(arity)]
    size = {"float": 4, "double": 8, "i64": 8, "i32": 4}[elem]
    lines = [f"define internal {vector} @{name}({', '.join(f'{vector} {n}' for n in names)}) noinline {{", "entry:"]
    for k, n in enumerate(names):
        lines.append(f" %m{k} = alloca {vector}, align 64")
        lines.append(f" store {vector} {n}, ptr %m{k}, align {size}")
    lines += [" br label %loop", "loop:", " %i = phi i64 [ 0, %entry ], [ %next, %loop ]"]
    for k in range(arity):
        lines.append(f" %p{k} = getelementptr {elem}, ptr %m{k}, i64 %i")
        lines.append(f" %x{k} = load {elem}, ptr %p{k}")
    lines.append(f" %y = call {elem} @{callee}({', '.join(f'{elem} %x{k}' for k in range(arity))})")
    lines += [f" store {elem} %y, ptr %p0", " %next = add i64 %i, 1", f" %more = icmp ult i64 %next, {lanes}"]
    lines += [" br i1 %more, label %loop, label %done", "done:", f" %r = load {vector}, ptr %m0, align {size}"]
    lines += [f" ret {vector} %r", "}"]
    return "\n".join(lines)


def call_address(
    address: Value, args: Sequence[Value], signed: Sequence[bool], elem: str, lanes: int, left: Value | None
) -> Value:
    """The C function at an address (an i64) of each lane, of the first `left` ones if that is given; other lanes are 0.

    It gives `elem`; integers among `args` are extended as `signed` says.
    """
    code = address.code
    if code.grid:
        raise NotImplementedError("a grid cannot call functions of the host")
    kinds = [extended(a.elem, s) for a, s in zip(args, signed, strict=True)]
    if lanes == 1:
        pointer = code.value(f"inttoptr i64 {address.text} to ptr", "ptr", 1)
        given = ", ".join(f"{kind} {a.text}" for kind, a in zip(kinds, args, strict=True))
        return code.value(f"call {elem} {pointer.text}({given})", elem, 1)
    name = "dusk.call." + ".".join([elem, *(kind.replace(" ", "") for kind in kinds), str(lanes)])
    if name not in code.defined:
        code.defined[name] = _loop_calls(name, kinds, [a.elem for a in args], elem, lanes)
    count = code.const(lanes, "i64") if left is None else left.call("smin", lanes)
    return code.call(name, elem, lanes, address, count, *args)


def extended(elem: str, signed: bool) -> str:
    """A C argument, which callers extend to a register where it is short."""
    return f"{elem} {'signext' if signed else 'zeroext'}" if elem in ("i8", "i16") else elem


def _loop_calls(name: str, kinds: Sequence[str], elems: Sequence[str], elem: str, lanes: int) -> str:
    vectors = [type_text(e, lanes) for e in elems]
    result = type_text(elem, lanes)
    taken = "".join(f", {v} %a{k}" for k, v in enumerate(vectors))
    lines = [f"define internal {result} @{name}(i64 %address, i64 %count{taken}) noinline {{", "entry:"]
    lines += [" %f = inttoptr i64 %address to ptr", f" %m = alloca {result}, align 64"]
    lines.append(f" store {result} zeroinitializer, ptr %m, align 64")
    for k, v in enumerate(vectors):
        lines += [f" %m{k} = alloca {v}, align 64", f" store {v} %a{k}, ptr %m{k}, align 64"]
    lines += [" %some = icmp sgt i64 %count, 0", " br i1 %some, label %loop, label %done", "loop:"]
    lines.append(" %i = phi i64 [ 0, %entry ], [ %next, %loop ]")
    for k, e in enumerate(elems):
        lines += [f" %p{k} = getelementptr {e}, ptr %m{k}, i64 %i", f" %x{k} = load {e}, ptr %p{k}"]
    given = ", ".join(f"{kind} %x{k}" for k, kind in enumerate(kinds))
    lines += [
        f" %y = call {elem} %f({given})",
        f" %p = getelementptr {elem}, ptr %m, i64 %i",
        f" store {elem} %y, ptr %p",
    ]
    lines += [" %next = add i64 %i, 1", " %more = icmp slt i64 %next, %count", " br i1 %more, label %loop, label %done"]
    lines += ["done:", f" %r = load {result}, ptr %m, align 64", f" ret {result} %r", "}"]
    return "\n".join(lines)
