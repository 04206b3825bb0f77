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
