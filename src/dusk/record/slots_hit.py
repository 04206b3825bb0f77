"""The hit path itself as LLVM IR text: find the child of the node reached, bind what it needs, make its result."""

from __future__ import annotations

from dusk.record.slots_ir import FREE, FREE_COUNT, key
from dusk.record.slots_layout import (
    BUFFERS,
    FLOAT,
    HANDLES,
    IN_PLACE,
    INT,
    LEAF,
    POINTERS,
    SCALARS,
    SLOT,
    bit,
    clear,
    entry,
    load,
    store,
)


def _context(done: str, none: str) -> str:
    """`%ctx` of the calling thread; its block is `done`."""
    return (
        "  %ctx0 = load ptr, ptr @state\n"
        "  %me = call i64 @PyThread_get_thread_ident()\n"
        "  %thread = load i64, ptr %ctx0\n"
        "  %mine = icmp eq i64 %me, %thread\n"
        f"  br i1 %mine, label %{done}, label %lookup\n"
        "lookup:\n"
        "  %ctx1 = call ptr @find(i64 %me)\n"
        "  %stranger = icmp eq ptr %ctx1, null\n"
        f"  br i1 %stranger, label %{none}, label %{done}\n"
        f"{done}:\n"
        "  %ctx = phi ptr [%ctx0, %entry], [%ctx1, %lookup]\n"
    )


def hit(n: int) -> str:
    """`@hit{n}(op, operands)`: the child of the current node for this call, taken; null if there is none."""
    ops = range(n)
    text = f"define internal ptr @hit{n}(i64 %op, {', '.join(f'ptr %x{i}' for i in ops)}) {{\nentry:\n"
    text += _context("have", "none")
    text += load("etag", "i64", "%ctx", 8) + load("node", "ptr", "%ctx", 16)
    text += load("first32", "i32", "%node", 24) + "  %n0 = zext i32 %first32 to i64\n"
    for i in ops:
        text += key(f"k{i}", f"%x{i}")
        kind, value = f"%k{i}.kind", f"%k{i}.value"
        for j in range(i):  # an operand met twice in one call has, the second time, the slot it gets the first time
            text += f"""  %same{i}{j} = icmp eq ptr %x{i}, %x{j}
  %twice{i}{j} = and i1 %same{i}{j}, %leaf{j}
  %k{i}{j}.kind = select i1 %twice{i}{j}, i64 {SLOT}, i64 {kind}
  %k{i}{j}.value = select i1 %twice{i}{j}, i64 %n{j}, i64 {value}
"""
            kind, value = f"%k{i}{j}.kind", f"%k{i}{j}.value"
        text += f"""  %leaf{i} = icmp eq i64 {kind}, {LEAF}
  %leaf{i}n = zext i1 %leaf{i} to i64
  %n{i + 1} = add i64 %n{i}, %leaf{i}n
  %kind{i} = add i64 {kind}, 0
  %value{i} = add i64 {value}, 0
  %bits{i} = shl i64 %kind{i}, {32 + 8 * i}
  %sig{i} = or i64 {f"%sig{i - 1}" if i else "%op"}, %bits{i}
"""
    text += load("child0", "ptr", "%node", 8) + "  br label %walk\nwalk:\n"
    text += f"  %child = phi ptr [%child0, %k{n - 1}.done], [%sibling, %next]\n"
    text += "  %end = icmp eq ptr %child, null\n  br i1 %end, label %none, label %test\ntest:\n"
    text += f"  %sig = load i64, ptr %child\n  %fits = icmp eq i64 %sig, %sig{n - 1}\n"
    text += "  br i1 %fits, label %compare, label %next\ncompare:\n"
    for i in ops:
        text += load(f"v{i}", "i64", "%child", 32 + 16 * i) + load(f"m{i}", "i64", "%child", 40 + 16 * i)
        text += f"  %x{i}.differs = xor i64 %v{i}, %value{i}\n  %d{i} = and i64 %x{i}.differs, %m{i}\n"
        if i:
            text += f"  %all{i} = or i64 {f'%all{i - 1}' if i > 1 else '%d0'}, %d{i}\n"
    text += f"  %equal = icmp eq i64 {f'%all{n - 1}' if n > 1 else '%d0'}, 0\n"
    text += "  br i1 %equal, label %hit, label %next\nnext:\n" + load("sibling", "ptr", "%child", 16)
    text += "  br label %walk\nhit:\n" + load("flags", "i32", "%child", 100)
    text += load("out32", "i32", "%child", 96) + "  %slot = zext i32 %out32 to i64\n  %tag = or i64 %etag, %slot\n"
    text += f"""  %inflag = and i32 %flags, {IN_PLACE}
  %inplace = icmp ne i32 %inflag, 0
  br i1 %inplace, label %reuse, label %pop
reuse:
  %count0 = load i64, ptr %x0
  %count1 = add i64 %count0, 1
  store i64 %count1, ptr %x0
  br label %bind0
pop:
{load("type", "ptr", "%child", 104)}{load("class", "ptr", "%child", 112)}  %head = load ptr, ptr {FREE}
  %empty = icmp eq ptr %head, null
  br i1 %empty, label %fresh, label %recycle
fresh:
  %made = call ptr @PyType_GenericAlloc(ptr %class, i64 0)
  %failed = icmp eq ptr %made, null
  br i1 %failed, label %none, label %typed
recycle:
{load("rest", "ptr", "%head", 16)}  store ptr %rest, ptr {FREE}
  %left0 = load i64, ptr {FREE_COUNT}
  %left = sub i64 %left0, 1
  store i64 %left, ptr {FREE_COUNT}
  store i64 1, ptr %head
{load("was", "ptr", "%head", 8)}  %same = icmp eq ptr %was, %class
  br i1 %same, label %typed, label %retype
retype:
  call void @Py_IncRef(ptr %class)
  store ptr %class, ptr %was.at
  call void @Py_DecRef(ptr %was)
  br label %typed
typed:
  %handle = phi ptr [%made, %fresh], [%head, %recycle], [%head, %retype]
{store("settype", "ptr", "%type", "%handle", 24)}  call void @Py_IncRef(ptr %type)
  br label %bind0
"""
    for i in ops:
        if i == 0:
            text += "bind0:\n  %out = phi ptr [%x0, %reuse], [%handle, %typed]\n"
            text += load("scalar32", "i32", "%node", 28) + "  %s0 = zext i32 %scalar32 to i64\n"
        else:
            text += f"bind{i}:\n  %s{i} = phi i64 [%s{i - 1}, %bind{i - 1}], [%s{i - 1}, %leafof{i - 1}],"
            text += f" [%up{i - 1}, %scalarof{i - 1}]\n"
        text += f"  switch i64 %kind{i}, label %bind{i + 1} [i64 {LEAF}, label %leafof{i}"
        text += f" i64 {FLOAT}, label %scalarof{i} i64 {INT}, label %scalarof{i}]\nleafof{i}:\n"
        text += load(f"p{i}", "i64", f"%x{i}", 32) + load(f"b{i}", "ptr", f"%x{i}", 40)
        text += entry(f"pe{i}", "%ctx", POINTERS, f"%n{i}") + f"  store i64 %p{i}, ptr %pe{i}\n"
        text += entry(f"be{i}", "%ctx", BUFFERS, f"%n{i}") + f"  store ptr %b{i}, ptr %be{i}\n"
        text += f"  call void @Py_IncRef(ptr %b{i})\n  %t{i} = or i64 %etag, %n{i}\n"
        text += store(f"tag{i}", "i64", f"%t{i}", f"%x{i}", 16) + f"  br label %bind{i + 1}\nscalarof{i}:\n"
        text += entry(f"se{i}", "%ctx", SCALARS, f"%s{i}") + f"  store i64 %value{i}, ptr %se{i}\n"
        text += f"  %up{i} = add i64 %s{i}, 1\n  br label %bind{i + 1}\n"
    text += f"bind{n}:\n  br i1 %inplace, label %retag, label %stamp\nretag:\n" + load("oldtag", "i64", "%x0", 16)
    text += "  %oldslot = and i64 %oldtag, 65535\n" + clear("o", "%ctx", "%oldslot") + "  br label %stamp\nstamp:\n"
    text += store("out", "i64", "%tag", "%out", 16) + bit("a", "%ctx", "%slot")
    text += "  %a.new = or i64 %a.old, %a.bit\n  store i64 %a.new, ptr %a.at\n"
    text += entry("he", "%ctx", HANDLES, "%slot") + "  store ptr %out, ptr %he\n"
    text += store("node", "ptr", "%child", "%ctx", 16) + "  ret ptr %out\nnone:\n  ret ptr null\n}\n"
    passed = ", ".join(f"ptr %x{i}" for i in ops)
    text += f"define internal ptr @call{n}(i64 %op, {passed}) {{\n  %r = call ptr @hit{n}(i64 %op, {passed})\n"
    text += f"""  %hit = icmp ne ptr %r, null
  br i1 %hit, label %good, label %bad
good:
  ret ptr %r
bad:
  %out = tail call ptr @gather{n}(i64 %op, {passed})
  ret ptr %out
}}
define internal ptr @gather{n}(i64 %op, {passed}) noinline {{
  %args = alloca ptr, i64 {n}
"""
    for i in ops:
        text += f"  %at{i} = getelementptr ptr, ptr %args, i64 {i}\n  store ptr %x{i}, ptr %at{i}\n"
    return text + f"  %out = call ptr @missed(i64 %op, ptr %args, i64 {n})\n  ret ptr %out\n}}\n"
