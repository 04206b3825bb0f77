"""Number slots and builtins of the native hit path as LLVM IR text: how Python enters it and where it gives up."""

from __future__ import annotations

from dusk.record.slots_extend import EXTEND
from dusk.record.slots_hit import hit
from dusk.record.slots_ir import DEALLOC, HEAD, SEARCH, key_function
from dusk.record.slots_layout import (
    ALIVE,
    BUFFERS,
    CAPACITY,
    MOST_OPERANDS,
    OPERATORS,
    load,
    store,
)

BUILTINS = {"follow": "many", "take": "many", "extend": "many", "position": "none", "here": "none", "reset": "none"}
"""Names of the builtins, and whether they take arguments."""

_MISSED = f"""
define internal ptr @missed(i64 %op, ptr %operands, i64 %n) noinline {{
entry:
  %error = call ptr @PyErr_Occurred()
  %raised = icmp ne ptr %error, null
  br i1 %raised, label %fail, label %look
look:
  %miss = load ptr, ptr getelementptr (i8, ptr @state, i64 16)
  %deaf = icmp eq ptr %miss, null
  br i1 %deaf, label %refuse, label %ask
ask:
  %number = call ptr @PyLong_FromLongLong(i64 %op)
  %none = icmp eq ptr %number, null
  br i1 %none, label %fail, label %call
call:
  %args = alloca ptr, i64 {MOST_OPERANDS + 1}
  store ptr %number, ptr %args
  %rest = getelementptr ptr, ptr %args, i64 1
  %bytes = shl i64 %n, 3
  call void @llvm.memcpy.p0.p0.i64(ptr %rest, ptr %operands, i64 %bytes, i1 false)
  %count = add i64 %n, 1
  call void @Py_IncRef(ptr %miss)
  %out = call ptr @PyObject_Vectorcall(ptr %miss, ptr %args, i64 %count, ptr null)
  call void @Py_DecRef(ptr %miss)
  call void @Py_DecRef(ptr %number)
  ret ptr %out
refuse:
  call void @Py_IncRef(ptr @_Py_NotImplementedStruct)
  ret ptr @_Py_NotImplementedStruct
fail:
  ret ptr null
}}
"""


def _dispatch() -> str:
    """`@dispatch(args, n)`: args are an op's number and 1 to 4 operands; `@opnumber` checks them (-1: error set)."""
    text = f"""
define internal i64 @opnumber(ptr %args, i64 %n) {{
entry:
  %operands = sub i64 %n, 2
  %few = icmp ult i64 %operands, {MOST_OPERANDS}
  br i1 %few, label %read, label %count
count:
  call void @complain(ptr @PyExc_TypeError, ptr @text.count)
  ret i64 -1
read:
  %object = load ptr, ptr %args
  %op = call i64 @PyLong_AsLongLong(ptr %object)
  %fits = icmp ult i64 %op, {1 << 31}
  br i1 %fits, label %good, label %bad
bad:
  call void @complain(ptr @PyExc_ValueError, ptr @text.op)
  ret i64 -1
good:
  ret i64 %op
}}
define internal ptr @dispatch(i64 %op, ptr %x, i64 %n) {{
entry:
  switch i64 %n, label %none [{" ".join(f"i64 {n}, label %hit{n}" for n in range(1, MOST_OPERANDS + 1))}]
"""
    for n in range(1, MOST_OPERANDS + 1):
        text += f"hit{n}:\n"
        for i in range(n):
            text += load(f"x{n}{i}", "ptr", "%x", 8 * i)
        given = ", ".join(f"ptr %x{n}{i}" for i in range(n))
        text += f"  %r{n} = call ptr @hit{n}(i64 %op, {given})\n  ret ptr %r{n}\n"
    return text + "none:\n  ret ptr null\n}\n"


_COMPLAIN = """
define internal void @complain(ptr %class, ptr %text) noinline {
entry:
  %error = call ptr @PyErr_Occurred()
  %raised = icmp ne ptr %error, null
  br i1 %raised, label %out, label %raise
raise:
  %exception = load ptr, ptr %class
  call void @PyErr_SetString(ptr %exception, ptr %text)
  br label %out
out:
  ret void
}
define internal ptr @none() {
  call void @Py_IncRef(ptr @_Py_NoneStruct)
  ret ptr @_Py_NoneStruct
}
"""

_BUILTINS = f"""
define dso_local ptr @m_follow(ptr %self, ptr %args, i64 %n) {{
entry:
  %op = call i64 @opnumber(ptr %args, i64 %n)
  %bad = icmp slt i64 %op, 0
  br i1 %bad, label %fail, label %go
go:
  %operands = getelementptr ptr, ptr %args, i64 1
  %count = sub i64 %n, 1
  %r = call ptr @dispatch(i64 %op, ptr %operands, i64 %count)
  %hit = icmp ne ptr %r, null
  br i1 %hit, label %good, label %ask
good:
  ret ptr %r
ask:
  %out = call ptr @missed(i64 %op, ptr %operands, i64 %count)
  ret ptr %out
fail:
  ret ptr null
}}
define dso_local ptr @m_take(ptr %self, ptr %args, i64 %n) {{
entry:
  %op = call i64 @opnumber(ptr %args, i64 %n)
  %bad = icmp slt i64 %op, 0
  br i1 %bad, label %fail, label %go
go:
  %operands = getelementptr ptr, ptr %args, i64 1
  %count = sub i64 %n, 1
  %r = call ptr @dispatch(i64 %op, ptr %operands, i64 %count)
  %hit = icmp ne ptr %r, null
  br i1 %hit, label %good, label %empty
good:
  ret ptr %r
empty:
  %error = call ptr @PyErr_Occurred()
  %raised = icmp ne ptr %error, null
  br i1 %raised, label %fail, label %nothing
nothing:
  %none = call ptr @none()
  ret ptr %none
fail:
  ret ptr null
}}
define dso_local ptr @m_position(ptr %self, ptr %unused) {{
entry:
  %me = call i64 @PyThread_get_thread_ident()
  %ctx = call ptr @find(i64 %me)
  %stranger = icmp eq ptr %ctx, null
  br i1 %stranger, label %nothing, label %read
read:
{load("node", "ptr", "%ctx", 16)}{load("payload", "ptr", "%node", 120)}  %bare = icmp eq ptr %payload, null
  br i1 %bare, label %nothing, label %good
good:
  call void @Py_IncRef(ptr %payload)
  ret ptr %payload
nothing:
  %none = call ptr @none()
  ret ptr %none
}}
define dso_local ptr @m_here(ptr %self, ptr %unused) {{
entry:
  %me = call i64 @PyThread_get_thread_ident()
  %ctx = call ptr @find(i64 %me)
  %stranger = icmp eq ptr %ctx, null
  br i1 %stranger, label %nothing, label %read
read:
{load("node", "i64", "%ctx", 16)}  %address = call ptr @PyLong_FromLongLong(i64 %node)
  ret ptr %address
nothing:
  %none = call ptr @none()
  ret ptr %none
}}
define dso_local ptr @m_reset(ptr %self, ptr %unused) {{
entry:
  %i = alloca i64
  store i64 0, ptr %i
  %me = call i64 @PyThread_get_thread_ident()
  %ctx = call ptr @find(i64 %me)
  %stranger = icmp eq ptr %ctx, null
  br i1 %stranger, label %done, label %copy
copy:
{load("node", "ptr", "%ctx", 16)}{load("used32", "i32", "%node", 24)}  %used = zext i32 %used32 to i64
  %bytes = shl i64 %used, 3
  %buffers = getelementptr i8, ptr %ctx, i64 {BUFFERS}
  %held = alloca i64, i64 %used
  call void @llvm.memcpy.p0.p0.i64(ptr %held, ptr %buffers, i64 %bytes, i1 false)
  call void @llvm.memset.p0.i64(ptr %buffers, i8 0, i64 %bytes, i1 false)
  %alive = getelementptr i8, ptr %ctx, i64 {ALIVE}
  call void @llvm.memset.p0.i64(ptr %alive, i8 0, i64 {CAPACITY // 8}, i1 false)
  %etag = load i64, ptr getelementptr (i8, ptr @state, i64 40)
  %later = add i64 %etag, 65536
  store i64 %later, ptr getelementptr (i8, ptr @state, i64 40)
{store("etag", "i64", "%etag", "%ctx", 8)}{load("root", "ptr", "%ctx", 24)}  store ptr %root, ptr %node.at
  br label %test
test:
  %k = load i64, ptr %i
  %more = icmp ult i64 %k, %used
  br i1 %more, label %drop, label %done
drop:
  %at = getelementptr ptr, ptr %held, i64 %k
  %buffer = load ptr, ptr %at
  call void @Py_DecRef(ptr %buffer)
  %k1 = add i64 %k, 1
  store i64 %k1, ptr %i
  br label %test
done:
  %none = call ptr @none()
  ret ptr %none
}}
"""

_TEXTS = {
    "count": f"a call of 1 to {MOST_OPERANDS} operands is wanted: op, *operands",
    "op": "the number of an op is in range(2**31)",
    "extend": "extend(payload, out_type, out_class, flags, op, *operands)",
    "flags": "flags are 0 or IN_PLACE",
    "class": "out_class must be a class that was adopted",
    "context": "no context is attached to this thread",
    "full": f"a segment has at most {CAPACITY} slots: reset it first",
    "operand": "an operand that cannot be followed: view, empty handle, pending in another thread, of a subclass",
}


def _texts() -> str:
    lines: list[str] = []
    for name, text in _TEXTS.items():
        lines.append(f'@text.{name} = private constant [{len(text) + 1} x i8] c"{text}\\00"\n')
    return "".join(lines)


def _number_slots() -> str:
    text = ""
    for number, (name, _, shape) in enumerate(OPERATORS):
        if shape == "unary":
            text += f"define dso_local ptr @nb_{name}(ptr %x0) {{\n"
            text += f"  %r = tail call ptr @call1(i64 {number}, ptr %x0)\n  ret ptr %r\n}}\n"
            continue
        third = ", ptr %modulus" if shape == "ternary" else ""
        text += f"define dso_local ptr @nb_{name}(ptr %x0, ptr %x1{third}) {{\n"
        if third:
            text += "  %plain = icmp eq ptr %modulus, @_Py_NoneStruct\n"
            text += "  br i1 %plain, label %go, label %refuse\nrefuse:\n"
            text += "  call void @Py_IncRef(ptr @_Py_NotImplementedStruct)\n  ret ptr @_Py_NotImplementedStruct\ngo:\n"
        text += f"  %r = tail call ptr @call2(i64 {number}, ptr %x0, ptr %x1)\n  ret ptr %r\n}}\n"
    return text


def module() -> str:
    """The whole module; it exports `dusk_state`, `dealloc`, `nb_<operator>` and `m_<builtin>`."""
    hits = "".join(hit(n) for n in range(1, MOST_OPERANDS + 1))
    inner = SEARCH + key_function() + DEALLOC + hits
    return HEAD + _texts() + inner + _COMPLAIN + _dispatch() + _MISSED + _number_slots() + _BUILTINS + EXTEND
