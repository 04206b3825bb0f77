"""Keys of operands and deallocation of handles as LLVM IR text; layouts and the text macros are in `slots_layout`.

Inlining is done by pasting text, so that the module needs no IR passes.
"""

from __future__ import annotations

from dusk.record.slots_layout import (
    CONST,
    FLOAT,
    FREE_LIST,
    INT,
    LEAF,
    NEVER,
    SLOT,
    TP_DEALLOC,
    TP_FREE_SLOT,
    clear,
    load,
)

FREE = "getelementptr (i8, ptr @state, i64 24)"
FREE_COUNT = "getelementptr (i8, ptr @state, i64 32)"

HEAD = """
declare void @Py_IncRef(ptr)
declare void @Py_DecRef(ptr)
declare ptr @PyType_GenericAlloc(ptr, i64)
declare ptr @PyType_GetSlot(ptr, i32)
declare i64 @PyThread_get_thread_ident()
declare void @PyObject_ClearWeakRefs(ptr)
declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)
declare ptr @PyLong_FromLongLong(i64)
declare i64 @PyLong_AsLongLong(ptr)
declare i64 @PyLong_AsLongLongAndOverflow(ptr, ptr)
declare i32 @PyType_IsSubtype(ptr, ptr)
declare ptr @PyErr_Occurred()
declare ptr @PyErr_NoMemory()
declare void @PyErr_SetString(ptr, ptr)
declare ptr @PyMem_RawCalloc(i64, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
@PyFloat_Type = external global i8
@PyLong_Type = external global i8
@_Py_NoneStruct = external global i8
@_Py_NotImplementedStruct = external global i8
@PyExc_ValueError = external global ptr
@PyExc_TypeError = external global ptr
@PyType_Type = external global i8
@nobody = internal global [5 x i64] [i64 0, i64 -65536, i64 0, i64 0, i64 0]
@state = internal global [7 x i64]
    [i64 ptrtoint (ptr @nobody to i64), i64 0, i64 0, i64 0, i64 0, i64 65536, i64 ptrtoint (ptr @nobody to i64)]
define dso_local ptr @dusk_state() {
  ret ptr @state
}
"""


def key(p: str, x: str) -> str:
    """`%{p}.kind` (i64) and `%{p}.value` of operand `x`, given `%etag`; ends in block `{p}.done`."""
    return (
        load(f"{p}.class", "ptr", x, 8)
        + load(f"{p}.dies", "ptr", f"%{p}.class", TP_DEALLOC)
        + f"  %{p}.own = icmp eq ptr %{p}.dies, @dealloc\n"
        + f"  br i1 %{p}.own, label %{p}.handle, label %{p}.foreign\n"
        + f"{p}.handle:\n"
        + load(f"{p}.owner", "ptr", x, 48)
        + f"  %{p}.plain = icmp eq ptr %{p}.owner, null\n"
        + f"  br i1 %{p}.plain, label %{p}.cell, label %{p}.done\n"
        + f"{p}.cell:\n"
        + load(f"{p}.tag", "i64", x, 16)
        + f"  %{p}.slot = sub i64 %{p}.tag, %etag\n"
        + f"  %{p}.here = icmp ult i64 %{p}.slot, 65536\n"
        + f"  br i1 %{p}.here, label %{p}.done, label %{p}.stale\n"
        + f"{p}.stale:\n"
        + load(f"{p}.pointer", "i64", x, 32)
        + f"  %{p}.ready = icmp ne i64 %{p}.pointer, 0\n"
        + f"  br i1 %{p}.ready, label %{p}.leaf, label %{p}.done\n"
        + f"{p}.leaf:\n"
        + load(f"{p}.type", "i64", x, 24)
        + f"  %{p}.first = load ptr, ptr getelementptr (i8, ptr @state, i64 8)\n"
        + load(f"{p}.second", "ptr", f"%{p}.first", 32)
        + f"  %{p}.alone = icmp eq ptr %{p}.second, null\n"
        + f"  br i1 %{p}.alone, label %{p}.done, label %{p}.shared\n"
        + f"{p}.shared:\n"
        + f"  %{p}.other = call ptr @pending(i64 %{p}.tag)\n"
        + f"  %{p}.free = icmp eq ptr %{p}.other, null\n"
        + f"  %{p}.leafkind = select i1 %{p}.free, i64 {LEAF}, i64 {NEVER}\n"
        + f"  br label %{p}.done\n"
        + f"{p}.foreign:\n"
        + f"  %{p}.isfloat = icmp eq ptr %{p}.class, @PyFloat_Type\n"
        + f"  br i1 %{p}.isfloat, label %{p}.float, label %{p}.object\n"
        + f"{p}.float:\n"
        + load(f"{p}.bits", "i64", x, 16)
        + f"  br label %{p}.done\n"
        + f"{p}.object:\n"
        + f"  %{p}.pair = call {{i64, i64}} @number(ptr {x}, ptr %{p}.class)\n"
        + f"  %{p}.numkind = extractvalue {{i64, i64}} %{p}.pair, 0\n"
        + f"  %{p}.numvalue = extractvalue {{i64, i64}} %{p}.pair, 1\n"
        + f"  br label %{p}.done\n"
        + f"{p}.done:\n"
        + f"  %{p}.kind = phi i64 [{NEVER}, %{p}.handle], [{SLOT}, %{p}.cell], [{NEVER}, %{p}.stale],"
        + f" [{LEAF}, %{p}.leaf], [%{p}.leafkind, %{p}.shared], [{FLOAT}, %{p}.float], [%{p}.numkind, %{p}.object]\n"
        + f"  %{p}.value = phi i64 [0, %{p}.handle], [%{p}.slot, %{p}.cell], [0, %{p}.stale],"
        + f" [%{p}.type, %{p}.leaf], [%{p}.type, %{p}.shared], [%{p}.bits, %{p}.float], [%{p}.numvalue, %{p}.object]\n"
    )


SEARCH = f"""
define internal ptr @find(i64 %me) noinline {{
entry:
  %first = load ptr, ptr getelementptr (i8, ptr @state, i64 8)
  br label %walk
walk:
  %ctx = phi ptr [%first, %entry], [%after, %next]
  %end = icmp eq ptr %ctx, null
  br i1 %end, label %out, label %test
test:
  %thread = load i64, ptr %ctx
  %mine = icmp eq i64 %thread, %me
  br i1 %mine, label %found, label %next
next:
{load("after", "ptr", "%ctx", 32)}  br label %walk
found:
  store ptr %ctx, ptr @state
  ret ptr %ctx
out:
  ret ptr null
}}
define internal ptr @pending(i64 %tag) noinline {{
entry:
  %first = load ptr, ptr getelementptr (i8, ptr @state, i64 8)
  br label %walk
walk:
  %ctx = phi ptr [%first, %entry], [%after, %next]
  %end = icmp eq ptr %ctx, null
  br i1 %end, label %out, label %test
test:
{load("etag", "i64", "%ctx", 8)}  %slot = sub i64 %tag, %etag
  %in = icmp ult i64 %slot, 65536
  br i1 %in, label %out, label %next
next:
{load("after", "ptr", "%ctx", 32)}  br label %walk
out:
  ret ptr %ctx
}}
define internal {{i64, i64}} @number(ptr %x, ptr %class) noinline {{
entry:
  %address = ptrtoint ptr %x to i64
  %fixed = insertvalue {{i64, i64}} {{i64 {CONST}, i64 0}}, i64 %address, 1
  %isint = icmp eq ptr %class, @PyLong_Type
  br i1 %isint, label %int, label %other
int:
  %over = alloca i32
  %value = call i64 @PyLong_AsLongLongAndOverflow(ptr %x, ptr %over)
  %flag = load i32, ptr %over
  %fits = icmp eq i32 %flag, 0
  %number = insertvalue {{i64, i64}} {{i64 {INT}, i64 0}}, i64 %value, 1
  br i1 %fits, label %good, label %other
good:
  ret {{i64, i64}} %number
other:
  ret {{i64, i64}} %fixed
}}
"""

DEALLOC = f"""
define dso_local void @dealloc(ptr %self) {{
entry:
{load("tag", "i64", "%self", 16)}  %ctx0 = load ptr, ptr @state
{load("etag", "i64", "%ctx0", 8)}  %slot0 = sub i64 %tag, %etag
  %here = icmp ult i64 %slot0, 65536
  br i1 %here, label %forget, label %elsewhere
elsewhere:
  %first = load ptr, ptr getelementptr (i8, ptr @state, i64 8)
  %nobody = icmp eq ptr %first, null
  br i1 %nobody, label %weak, label %several
several:
{load("second", "ptr", "%first", 32)}  %alone = icmp eq ptr %second, null
  br i1 %alone, label %weak, label %search
search:
  %ctx1 = call ptr @pending(i64 %tag)
  %none = icmp eq ptr %ctx1, null
  br i1 %none, label %weak, label %forget
forget:
  %ctx = phi ptr [%ctx0, %entry], [%ctx1, %search]
  %slot = and i64 %tag, 65535
{clear("a", "%ctx", "%slot")}  br label %weak
weak:
{load("list", "ptr", "%self", 56)}  %unseen = icmp eq ptr %list, null
  br i1 %unseen, label %fields, label %weakrefs
weakrefs:
  call void @PyObject_ClearWeakRefs(ptr %self)
  br label %fields
fields:
{load("type", "ptr", "%self", 24)}{load("buffer", "ptr", "%self", 40)}{load("owner", "ptr", "%self", 48)}\
  call void @llvm.memset.p0.i64(ptr %type.at, i8 0, i64 40, i1 false)
  call void @Py_DecRef(ptr %type)
  %nobuffer = icmp eq ptr %buffer, null
  br i1 %nobuffer, label %view, label %drop
drop:
  call void @Py_DecRef(ptr %buffer)
  br label %view
view:
  %noowner = icmp eq ptr %owner, null
  br i1 %noowner, label %end, label %dropowner
dropowner:
  call void @Py_DecRef(ptr %owner)
  br label %end
end:
{load("class", "ptr", "%self", 8)}{load("dies", "ptr", "%class", TP_DEALLOC)}  %own = icmp eq ptr %dies, @dealloc
  %count = load i64, ptr {FREE_COUNT}
  %room = icmp ult i64 %count, {FREE_LIST}
  %keep = and i1 %own, %room
  br i1 %keep, label %push, label %release
push:
  %head = load ptr, ptr {FREE}
  store ptr %head, ptr %tag.at
  store ptr %self, ptr {FREE}
  %more = add i64 %count, 1
  store i64 %more, ptr {FREE_COUNT}
  ret void
release:
  %tp_free = call ptr @PyType_GetSlot(ptr %class, i32 {TP_FREE_SLOT})
  call void %tp_free(ptr %self)
  call void @Py_DecRef(ptr %class)
  ret void
}}
"""


def key_function() -> str:
    """`@key(ctx, x)`: kind and value of one operand, for the miss path."""
    text = "define internal {i64, i64} @key(ptr %ctx, ptr %x) noinline {\nentry:\n" + load("etag", "i64", "%ctx", 8)
    text += key("k", "%x") + "  %r0 = insertvalue {i64, i64} undef, i64 %k.kind, 0\n"
    return text + "  %r = insertvalue {i64, i64} %r0, i64 %k.value, 1\n  ret {i64, i64} %r\n}\n"
