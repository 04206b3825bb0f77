"""The LLVM IR of a step that runs the steps of a body round after round, with the body's slots moved in between.

Its words: rounds, address of the body's words, address of its steps, number of steps, number of entries m, slot and
offset of the table of the body's slots, a number of copies to be made before the first round, and how many rows there
are in how many shares. The parallel extent of the step are the shares: each runs all rounds of its rows, with a table
(and more scratch) of its own, every so many bytes, which is the last word. Where there is more than one share, a step
of the body says in place of a chunk how much of its parallel extent is a row; where rows are 0, shares are of rounds.

The copies are next, each a place to read, a place to write and bytes a row. Then for each of the body's slots 1 ... m
seven words, the first of which says what the others are. A place is a slot of ours and an offset in bytes (slot -1: the
offset is an address).

    0  two places, two strides  the first place in the first round, then the second one and `round` strides; then the
                                number of the share of the second stride
    1  three places             in the first round, in odd ones, in the other even ones
    2  an address               of a table with a place for every round
"""

LOOP_TEXT = """
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

@steps = internal global ptr null

; Tells where `dusk_steps` is.
define void @dusk_loop_link(ptr %steps) {
  store ptr %steps, ptr @steps
  ret void
}

define void @dusk_loop(ptr %slots, ptr %block, i64 %lo, i64 %hi) {
entry:
  %some = icmp slt i64 %lo, %hi
  br i1 %some, label %one, label %out
one:
  %share = phi i64 [ %lo, %entry ], [ %next, %one ]
  call void @rounds(ptr %slots, ptr %block, i64 %share)
  %next = add i64 %share, 1
  %more = icmp slt i64 %next, %hi
  br i1 %more, label %one, label %out
out:
  ret void
}

; All rounds of one share.
define internal void @rounds(ptr %slots, ptr %block, i64 %share) noinline {
entry:
  %args.at = getelementptr i64, ptr %block, i64 1
  %steps.at = getelementptr i64, ptr %block, i64 2
  %count.at = getelementptr i64, ptr %block, i64 3
  %m.at = getelementptr i64, ptr %block, i64 4
  %table.at = getelementptr i64, ptr %block, i64 5
  %offset.at = getelementptr i64, ptr %block, i64 6
  %copies.at = getelementptr i64, ptr %block, i64 7
  %copies = load i64, ptr %copies.at
  %rows.at = getelementptr i64, ptr %block, i64 8
  %shares.at = getelementptr i64, ptr %block, i64 9
  %size.at = getelementptr i64, ptr %block, i64 10
  %rows = load i64, ptr %rows.at
  %shares = load i64, ptr %shares.at
  %size = load i64, ptr %size.at
  %one = icmp eq i64 %shares, 1
  %rounds = load i64, ptr %block
  %by.rounds = icmp eq i64 %rows, 0
  %whole = or i1 %one, %by.rounds
  %share1 = add i64 %share, 1
  %shared = select i1 %by.rounds, i64 %rounds, i64 %rows
  %low = mul i64 %shared, %share
  %high = mul i64 %shared, %share1
  %row = sdiv i64 %low, %shares
  %end = sdiv i64 %high, %shares
  %height = sub i64 %end, %row
  %begin = select i1 %by.rounds, i64 %row, i64 0
  %until = select i1 %by.rounds, i64 %end, i64 %rounds
  %copied = mul i64 %copies, 5
  %before = add i64 %copied, 11
  %entries = getelementptr i64, ptr %block, i64 %before
  %args = load ptr, ptr %args.at
  %steps = load ptr, ptr %steps.at
  %count = load i64, ptr %count.at
  %m = load i64, ptr %m.at
  %table = load i64, ptr %table.at
  %offset = load i64, ptr %offset.at
  %arena.at = getelementptr ptr, ptr %slots, i64 %table
  %arena = load ptr, ptr %arena.at
  %apart = mul i64 %size, %share
  %own = add i64 %offset, %apart
  %inner = getelementptr i8, ptr %arena, i64 %own
  %status.at = load ptr, ptr %slots
  store ptr %status.at, ptr %inner
  br label %copying
copying:
  %k = phi i64 [ 0, %entry ], [ %k1, %copy ]
  %some = icmp slt i64 %k, %copies
  br i1 %some, label %copy, label %round
copy:
  %nth = mul i64 %k, 5
  %where = add i64 %nth, 11
  %c.at = getelementptr i64, ptr %block, i64 %where
  %from.offset.at = getelementptr i64, ptr %c.at, i64 1
  %to.slot.at = getelementptr i64, ptr %c.at, i64 2
  %to.offset.at = getelementptr i64, ptr %c.at, i64 3
  %nbytes.at = getelementptr i64, ptr %c.at, i64 4
  %from.slot = load i64, ptr %c.at
  %from.offset = load i64, ptr %from.offset.at
  %to.slot = load i64, ptr %to.slot.at
  %to.offset = load i64, ptr %to.offset.at
  %pitch = load i64, ptr %nbytes.at
  %nbytes = mul i64 %pitch, %height
  %skipped = mul i64 %pitch, %row
  %from.base.at = getelementptr ptr, ptr %slots, i64 %from.slot
  %to.base.at = getelementptr ptr, ptr %slots, i64 %to.slot
  %from.base = load ptr, ptr %from.base.at
  %to.base = load ptr, ptr %to.base.at
  %from.first = getelementptr i8, ptr %from.base, i64 %from.offset
  %to.first = getelementptr i8, ptr %to.base, i64 %to.offset
  %from = getelementptr i8, ptr %from.first, i64 %skipped
  %to = getelementptr i8, ptr %to.first, i64 %skipped
  call void @llvm.memmove.p0.p0.i64(ptr %to, ptr %from, i64 %nbytes, i1 false)
  %k1 = add i64 %k, 1
  br label %copying
round:
  %i = phi i64 [ %begin, %copying ], [ %i1, %more ]
  %first = icmp eq i64 %i, 0
  %bit = and i64 %i, 1
  %odd = icmp ne i64 %bit, 0
  br label %slot
slot:
  %j = phi i64 [ 0, %round ], [ %j1, %put ]
  %at = mul i64 %j, 7
  %e = getelementptr i64, ptr %entries, i64 %at
  %a0.at = getelementptr i64, ptr %e, i64 1
  %a1.at = getelementptr i64, ptr %e, i64 2
  %b0.at = getelementptr i64, ptr %e, i64 3
  %b1.at = getelementptr i64, ptr %e, i64 4
  %c0.at = getelementptr i64, ptr %e, i64 5
  %c1.at = getelementptr i64, ptr %e, i64 6
  %kind = load i64, ptr %e
  %a0 = load i64, ptr %a0.at
  %a1 = load i64, ptr %a1.at
  %b0 = load i64, ptr %b0.at
  %b1 = load i64, ptr %b1.at
  %c0 = load i64, ptr %c0.at
  %c1 = load i64, ptr %c1.at
  switch i64 %kind, label %stride [ i64 1, label %turns
                                    i64 2, label %list ]
stride:
  %way = mul i64 %i, %c0
  %b2 = add i64 %b1, %way
  %s0 = select i1 %first, i64 %a0, i64 %b0
  %o0.all = select i1 %first, i64 %a1, i64 %b2
  %aside = mul i64 %share, %c1
  %o0 = add i64 %o0.all, %aside
  br label %put
turns:
  %s1.odd = select i1 %odd, i64 %b0, i64 %c0
  %o1.odd = select i1 %odd, i64 %b1, i64 %c1
  %s1 = select i1 %first, i64 %a0, i64 %s1.odd
  %o1 = select i1 %first, i64 %a1, i64 %o1.odd
  br label %put
list:
  %places = inttoptr i64 %a0 to ptr
  %twice = shl i64 %i, 1
  %place = getelementptr i64, ptr %places, i64 %twice
  %o2.at = getelementptr i64, ptr %place, i64 1
  %s2 = load i64, ptr %place
  %o2 = load i64, ptr %o2.at
  br label %put
put:
  %s = phi i64 [ %s0, %stride ], [ %s1, %turns ], [ %s2, %list ]
  %o = phi i64 [ %o0, %stride ], [ %o1, %turns ], [ %o2, %list ]
  %absolute = icmp slt i64 %s, 0
  %known = select i1 %absolute, i64 0, i64 %s
  %base.at = getelementptr i64, ptr %slots, i64 %known
  %base0 = load i64, ptr %base.at
  %base = select i1 %absolute, i64 0, i64 %base0
  %address = add i64 %base, %o
  %j1 = add i64 %j, 1
  %inner.at = getelementptr i64, ptr %inner, i64 %j1
  store i64 %address, ptr %inner.at
  %rest = icmp slt i64 %j1, %m
  br i1 %rest, label %slot, label %run
run:
  br i1 %whole, label %together, label %alone
together:
  %dusk_steps = load ptr, ptr @steps
  %rc = call i64 %dusk_steps(ptr %inner, ptr %args, ptr %steps, i64 %count)
  %fine = icmp eq i64 %rc, 0
  br i1 %fine, label %more, label %out
alone:
  call void @row_steps(ptr %inner, ptr %args, ptr %steps, i64 %count, i64 %row, i64 %end)
  br label %more
more:
  %i1 = add i64 %i, 1
  %again = icmp slt i64 %i1, %until
  br i1 %again, label %round, label %out
out:
  ret void
}

; Steps that do not fail, for the rows [lo, hi).
define internal void @row_steps(ptr %slots, ptr %args, ptr %steps, i64 %n, i64 %lo, i64 %hi) noinline {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %i1, %body ]
  %left = icmp slt i64 %i, %n
  br i1 %left, label %body, label %fine
body:
  %step = getelementptr { ptr, i64, i64, i64 }, ptr %steps, i64 %i
  %index.at = getelementptr i64, ptr %step, i64 1
  %row.at = getelementptr i64, ptr %step, i64 3
  %fn = load ptr, ptr %step
  %index = load i64, ptr %index.at
  %row = load i64, ptr %row.at
  %block = getelementptr i64, ptr %args, i64 %index
  %first = mul i64 %lo, %row
  %last = mul i64 %hi, %row
  call void %fn(ptr %slots, ptr %block, i64 %first, i64 %last)
  %i1 = add i64 %i, 1
  br label %head
fine:
  ret void
}
"""
