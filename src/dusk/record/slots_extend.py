"""The builtin `extend` as LLVM IR text: a new child of the node reached, keyed as the hit path keys, and taken."""

from __future__ import annotations

from dusk.record.slots_layout import (
    CAPACITY,
    CONST,
    FLOAT,
    IN_PLACE,
    INT,
    LEAF,
    MOST_OPERANDS,
    NEVER,
    NODE_SIZE,
    SLOT,
    TP_DEALLOC,
    load,
    store,
)

EXTEND = f"""
define dso_local ptr @m_extend(ptr %self, ptr %args, i64 %n) {{
entry:
  %kinds = alloca [{MOST_OPERANDS} x i64]
  %values = alloca [{MOST_OPERANDS} x i64]
  %slots = alloca [{MOST_OPERANDS} x i64]
  %loop = alloca i64
  %inner = alloca i64
  %sig = alloca i64
  %slotp = alloca i64
  %scalarp = alloca i64
  store i64 0, ptr %loop
  %short = icmp ult i64 %n, 6
  br i1 %short, label %count, label %numbers
count:
  call void @complain(ptr @PyExc_TypeError, ptr @text.extend)
  ret ptr null
numbers:
  %ops = getelementptr ptr, ptr %args, i64 4
  %ops.n = sub i64 %n, 4
  %op = call i64 @opnumber(ptr %ops, i64 %ops.n)
  %badop = icmp slt i64 %op, 0
  br i1 %badop, label %fail, label %flagged
flagged:
{load("flagso", "ptr", "%args", 24)}  %flags = call i64 @PyLong_AsLongLong(ptr %flagso)
  %badflags = icmp ugt i64 %flags, {IN_PLACE}
  br i1 %badflags, label %badflag, label %classed
badflag:
  call void @complain(ptr @PyExc_ValueError, ptr @text.flags)
  ret ptr null
classed:
{load("class", "ptr", "%args", 16)}{load("meta", "ptr", "%class", 8)}\
  %istype = call i32 @PyType_IsSubtype(ptr %meta, ptr @PyType_Type)
  %isclass = icmp ne i32 %istype, 0
  br i1 %isclass, label %adopted, label %badclass
adopted:
{load("dies", "ptr", "%class", TP_DEALLOC)}  %own = icmp eq ptr %dies, @dealloc
  br i1 %own, label %attached, label %badclass
badclass:
  call void @complain(ptr @PyExc_TypeError, ptr @text.class)
  ret ptr null
attached:
  %me = call i64 @PyThread_get_thread_ident()
  %ctx = call ptr @find(i64 %me)
  %stranger = icmp eq ptr %ctx, null
  br i1 %stranger, label %nocontext, label %room
nocontext:
  call void @complain(ptr @PyExc_ValueError, ptr @text.context)
  ret ptr null
room:
  %k = sub i64 %n, 5
  %operands = getelementptr ptr, ptr %args, i64 5
{load("node", "ptr", "%ctx", 16)}{load("slot32", "i32", "%node", 24)}{load("scalar32", "i32", "%node", 28)}\
  %slot0 = zext i32 %slot32 to i64
  %scalar0 = zext i32 %scalar32 to i64
  store i64 %slot0, ptr %slotp
  store i64 %scalar0, ptr %scalarp
  store i64 %op, ptr %sig
  %slots.max = icmp ugt i64 %slot0, {CAPACITY - MOST_OPERANDS - 1}
  %scalars.max = icmp ugt i64 %scalar0, {CAPACITY - MOST_OPERANDS}
  %full = or i1 %slots.max, %scalars.max
  br i1 %full, label %toolong, label %keys
toolong:
  call void @complain(ptr @PyExc_ValueError, ptr @text.full)
  ret ptr null
keys:
  %i = load i64, ptr %loop
  %more = icmp ult i64 %i, %k
  br i1 %more, label %key, label %keyed
key:
  %xat = getelementptr ptr, ptr %operands, i64 %i
  %x = load ptr, ptr %xat
  %kindat = getelementptr i64, ptr %kinds, i64 %i
  %valueat = getelementptr i64, ptr %values, i64 %i
  %slotat = getelementptr i64, ptr %slots, i64 %i
  %pair = call {{i64, i64}} @key(ptr %ctx, ptr %x)
  %kind0 = extractvalue {{i64, i64}} %pair, 0
  %value0 = extractvalue {{i64, i64}} %pair, 1
  store i64 %kind0, ptr %kindat
  store i64 %value0, ptr %valueat
  store i64 0, ptr %inner
  %able = icmp ne i64 %kind0, {NEVER}
  %isleaf = icmp eq i64 %kind0, {LEAF}
  %untyped0 = icmp eq i64 %value0, 0
  %untyped = and i1 %isleaf, %untyped0
  %typed = xor i1 %untyped, true
  %can = and i1 %able, %typed
  br i1 %can, label %again, label %cannot
cannot:
  call void @complain(ptr @PyExc_ValueError, ptr @text.operand)
  ret ptr null
again:
  %j = load i64, ptr %inner
  %earlier = icmp ult i64 %j, %i
  %look = and i1 %earlier, %isleaf
  br i1 %look, label %twin, label %signed
twin:
  %yat = getelementptr ptr, ptr %operands, i64 %j
  %y = load ptr, ptr %yat
  %twice = icmp eq ptr %y, %x
  %j1 = add i64 %j, 1
  store i64 %j1, ptr %inner
  br i1 %twice, label %second, label %again
second:
  %firstat = getelementptr i64, ptr %slots, i64 %j
  %first = load i64, ptr %firstat
  store i64 {SLOT}, ptr %kindat
  store i64 %first, ptr %valueat
  br label %signed
signed:
  %kind = load i64, ptr %kindat
  %shift0 = shl i64 %i, 3
  %shift = add i64 %shift0, 32
  %bits = shl i64 %kind, %shift
  %sig0 = load i64, ptr %sig
  %sig1 = or i64 %sig0, %bits
  store i64 %sig1, ptr %sig
  %slot = load i64, ptr %slotp
  store i64 %slot, ptr %slotat
  %leaf = icmp eq i64 %kind, {LEAF}
  %leaf.n = zext i1 %leaf to i64
  %slot.n = add i64 %slot, %leaf.n
  store i64 %slot.n, ptr %slotp
  %float = icmp eq i64 %kind, {FLOAT}
  %int = icmp eq i64 %kind, {INT}
  %scalar = or i1 %float, %int
  %scalar.n = zext i1 %scalar to i64
  %scalar.0 = load i64, ptr %scalarp
  %scalar.1 = add i64 %scalar.0, %scalar.n
  store i64 %scalar.1, ptr %scalarp
  %i1 = add i64 %i, 1
  store i64 %i1, ptr %loop
  br label %keys
keyed:
  %kfirst = load i64, ptr %kinds
  %cell = icmp ule i64 %kfirst, {LEAF}
  %elsewhere = icmp eq i64 %flags, 0
  %fine = or i1 %cell, %elsewhere
  br i1 %fine, label %make, label %cannot
make:
  %new = call ptr @PyMem_RawCalloc(i64 1, i64 {NODE_SIZE})
  %failed = icmp eq ptr %new, null
  br i1 %failed, label %memory, label %fill
memory:
  %nomemory = call ptr @PyErr_NoMemory()
  ret ptr %nomemory
fill:
  store i64 0, ptr %loop
  br label %filling
filling:
  %f = load i64, ptr %loop
  %rest = icmp ult i64 %f, %k
  br i1 %rest, label %set, label %link
set:
  %fkindat = getelementptr i64, ptr %kinds, i64 %f
  %fvalueat = getelementptr i64, ptr %values, i64 %f
  %fkind = load i64, ptr %fkindat
  %fvalue = load i64, ptr %fvalueat
  %fpair0 = shl i64 %f, 4
  %fpair = add i64 %fpair0, 32
{store("v", "i64", "%fvalue", "%new", "%fpair")}  %fmask = add i64 %fpair, 8
{store("m", "i64", "-1", "%new", "%fmask")}  %f1 = add i64 %f, 1
  store i64 %f1, ptr %loop
  %fleaf = icmp eq i64 %fkind, {LEAF}
  %fconst = icmp eq i64 %fkind, {CONST}
  %fobject = or i1 %fleaf, %fconst
  br i1 %fobject, label %hold, label %filling
hold:
  %object = inttoptr i64 %fvalue to ptr
  call void @Py_IncRef(ptr %object)
  br label %filling
link:
  %signature = load i64, ptr %sig
  store i64 %signature, ptr %new
{load("sibling", "ptr", "%node", 8)}{store("sibling", "ptr", "%sibling", "%new", 16)}  %out = load i64, ptr %slotp
  %out32 = trunc i64 %out to i32
  %after32 = add i32 %out32, 1
  %scalars = load i64, ptr %scalarp
  %scalars32 = trunc i64 %scalars to i32
  %flags32 = trunc i64 %flags to i32
{store("after", "i32", "%after32", "%new", 24)}{store("scalars", "i32", "%scalars32", "%new", 28)}\
{store("out", "i32", "%out32", "%new", 96)}{store("flags", "i32", "%flags32", "%new", 100)}\
{load("payload", "ptr", "%args", 0)}{load("type", "ptr", "%args", 8)}\
{store("type", "ptr", "%type", "%new", 104)}{store("class", "ptr", "%class", "%new", 112)}\
{store("payload", "ptr", "%payload", "%new", 120)}{store("parent", "ptr", "%node", "%new", 128)}\
  call void @Py_IncRef(ptr %type)
  call void @Py_IncRef(ptr %class)
  call void @Py_IncRef(ptr %payload)
  store ptr %new, ptr %sibling.at
  %taken = call ptr @dispatch(i64 %op, ptr %operands, i64 %k)
  ret ptr %taken
fail:
  ret ptr null
}}
"""
