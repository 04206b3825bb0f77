"""The LLVM IR of a step that runs the steps of programs round after round, with their slots moved in between.

Before a round, the steps of a test may be run; a byte, which they write or which was there before, says whether the
body is run or another program, and if there is none, the loop ends.

Its words:

    0  rounds at most
    1  rows, shares, bytes from the scratch of one share to that of the next
    4  slot and offset of the scratch
    6  where the words of the test, of the body and of the other program begin (0: there is none)
    9  whether a byte is asked, its slot and offset
    12 after how many rounds it is asked whether signals came (0: never), and what the status is set to if so
    14 how many places are copied before the first round, and after the last
    16 copies before: a place to read, a place to write, bytes a row
       copies after: the place before the first round, that after even numbers of rounds, that after odd ones, bytes

and for each program:

    0  addresses of its words and of its steps, number of steps, number of entries m
    4  whether its slots are at other places in other rounds; where the table of them is in the scratch
    6  for each of the slots 1 ... m seven words, the first of which says what the others are

The parallel extent of the step are the shares: each runs all rounds of its rows, with a table (and more scratch) of
its own. Where there is more than one share, a step of the body says in place of a chunk how much of its parallel extent
is a row; where rows are 0, shares are of rounds.

A place is a slot of ours and an offset in bytes (slot -1: the offset is an address). Entries:

    0  two places, two strides  the first place in the first round, then the second one and `round` strides; then the
                                number of the share of the second stride
    1  three places             in the first round, in odd ones, in the other even ones
    2  an address               of a table with a place for every round
"""

PYTHON = (
    "PyGILState_Ensure",
    "PyGILState_Release",
    "PyErr_CheckSignals",
    "PyErr_Fetch",
    "PyErr_NormalizeException",
    "Py_DecRef",
)
_IN_PYTHON = """
@parallel = internal global ptr null
@python = internal global ptr null

; Tells what runs a step on the pool, and where the functions of Python are that are in `PYTHON`.
define void @dusk_loop_link(ptr %parallel, ptr %python) {
  store ptr %parallel, ptr @parallel
  store ptr %python, ptr @python
  ret void
}

; Whether a signal's handler has raised something: the status is then that number, and the exception.
define i1 @dusk_interrupted(ptr %status.at, i64 %check) noinline {
entry:
  %kind = alloca ptr
  %value = alloca ptr
  %trace = alloca ptr
  %python = load ptr, ptr @python
  %release.at = getelementptr ptr, ptr %python, i64 1
  %signals.at = getelementptr ptr, ptr %python, i64 2
  %fetch.at = getelementptr ptr, ptr %python, i64 3
  %normal.at = getelementptr ptr, ptr %python, i64 4
  %drop.at = getelementptr ptr, ptr %python, i64 5
  %ensure = load ptr, ptr %python
  %release = load ptr, ptr %release.at
  %signals = load ptr, ptr %signals.at
  %state = call i32 %ensure()
  %rc = call i32 %signals()
  %raised = icmp ne i32 %rc, 0
  br i1 %raised, label %keep, label %out
keep:
  %fetch = load ptr, ptr %fetch.at
  %normal = load ptr, ptr %normal.at
  %drop = load ptr, ptr %drop.at
  call void %fetch(ptr %kind, ptr %value, ptr %trace)
  call void %normal(ptr %kind, ptr %value, ptr %trace)
  %kind0 = load ptr, ptr %kind
  %value0 = load ptr, ptr %value
  %trace0 = load ptr, ptr %trace
  call void %drop(ptr %kind0)
  call void %drop(ptr %trace0)
  %exception.at = getelementptr ptr, ptr %status.at, i64 1
  store i64 %check, ptr %status.at
  store ptr %value0, ptr %exception.at
  br label %out
out:
  call void %release(i32 %state)
  ret i1 %raised
}
"""

# in a library of its own: no pool, and nobody to ask
_APART = """
@parallel = internal constant ptr @serial

define internal void @serial(ptr %fn, ptr %slots, ptr %block, i64 %extent, i64 %chunk) {
  call void %fn(ptr %slots, ptr %block, i64 0, i64 %extent)
  ret void
}

define i1 @dusk_interrupted(ptr %status, i64 %check) {
  ret i1 0
}
"""

_ROUNDS = """
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

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

; The address of the place that two words tell.
define internal ptr @place(ptr %slots, ptr %words) {
  %offset.at = getelementptr i64, ptr %words, i64 1
  %slot = load i64, ptr %words
  %offset = load i64, ptr %offset.at
  %absolute = icmp slt i64 %slot, 0
  %known = select i1 %absolute, i64 0, i64 %slot
  %base.at = getelementptr i64, ptr %slots, i64 %known
  %base0 = load i64, ptr %base.at
  %base = select i1 %absolute, i64 0, i64 %base0
  %address = add i64 %base, %offset
  %found = inttoptr i64 %address to ptr
  ret ptr %found
}

; All rounds of one share.
define internal void @rounds(ptr %slots, ptr %block, i64 %share) noinline {
entry:
  %rows.at = getelementptr i64, ptr %block, i64 1
  %shares.at = getelementptr i64, ptr %block, i64 2
  %size.at = getelementptr i64, ptr %block, i64 3
  %scratch.at = getelementptr i64, ptr %block, i64 4
  %test.at = getelementptr i64, ptr %block, i64 6
  %body.at = getelementptr i64, ptr %block, i64 7
  %other.at = getelementptr i64, ptr %block, i64 8
  %asks.at = getelementptr i64, ptr %block, i64 9
  %byte.at = getelementptr i64, ptr %block, i64 10
  %patience.at = getelementptr i64, ptr %block, i64 12
  %check.at = getelementptr i64, ptr %block, i64 13
  %copies.at = getelementptr i64, ptr %block, i64 14
  %brought.at = getelementptr i64, ptr %block, i64 15
  %rounds = load i64, ptr %block
  %rows = load i64, ptr %rows.at
  %shares = load i64, ptr %shares.at
  %size = load i64, ptr %size.at
  %test = load i64, ptr %test.at
  %body = load i64, ptr %body.at
  %other = load i64, ptr %other.at
  %asks = load i64, ptr %asks.at
  %patience = load i64, ptr %patience.at
  %copies = load i64, ptr %copies.at
  %brought = load i64, ptr %brought.at
  %tests = icmp ne i64 %test, 0
  %others = icmp ne i64 %other, 0
  %asking = icmp ne i64 %asks, 0
  %test.part = getelementptr i64, ptr %block, i64 %test
  %body.part = getelementptr i64, ptr %block, i64 %body
  %other.part = getelementptr i64, ptr %block, i64 %other
  %one = icmp eq i64 %shares, 1
  %by.rounds = icmp eq i64 %rows, 0
  %whole = or i1 %one, %by.rounds
  %share1 = add i64 %share, 1
  %shared = select i1 %by.rounds, i64 %rounds, i64 %rows
  %low0 = mul i64 %shared, %share
  %high0 = mul i64 %shared, %share1
  %low = sdiv i64 %low0, %shares
  %high = sdiv i64 %high0, %shares
  %row = select i1 %whole, i64 0, i64 %low
  %end = select i1 %whole, i64 1, i64 %high
  %height = sub i64 %end, %row
  %rows.end = select i1 %whole, i64 -1, i64 %high
  %begin = select i1 %by.rounds, i64 %low, i64 0
  %until = select i1 %by.rounds, i64 %high, i64 %rounds
  %scratch.all = call ptr @place(ptr %slots, ptr %scratch.at)
  %apart = mul i64 %size, %share
  %scratch = getelementptr i8, ptr %scratch.all, i64 %apart
  %byte = call ptr @place(ptr %slots, ptr %byte.at)
  br label %copying
copying:
  %k = phi i64 [ 0, %entry ], [ %k1, %copy ]
  %some = icmp slt i64 %k, %copies
  br i1 %some, label %copy, label %round
copy:
  %nth = mul i64 %k, 5
  %where = add i64 %nth, 16
  %from.at = getelementptr i64, ptr %block, i64 %where
  %to.at = getelementptr i64, ptr %from.at, i64 2
  %pitch.at = getelementptr i64, ptr %from.at, i64 4
  %pitch = load i64, ptr %pitch.at
  %nbytes = mul i64 %pitch, %height
  %skipped = mul i64 %pitch, %row
  %from.first = call ptr @place(ptr %slots, ptr %from.at)
  %to.first = call ptr @place(ptr %slots, ptr %to.at)
  %from = getelementptr i8, ptr %from.first, i64 %skipped
  %to = getelementptr i8, ptr %to.first, i64 %skipped
  call void @llvm.memmove.p0.p0.i64(ptr %to, ptr %from, i64 %nbytes, i1 false)
  %k1 = add i64 %k, 1
  br label %copying
round:
  %i = phi i64 [ %begin, %copying ], [ %i1, %again ]
  %wait = phi i64 [ %patience, %copying ], [ %wait1, %again ]
  br i1 %tests, label %testing, label %choose
testing:
  %test.bad = call i64 @run(ptr %slots, ptr %test.part, ptr %scratch, i64 %i, i64 %begin, i64 %share, i64 0, i64 -1)
  %test.fine = icmp eq i64 %test.bad, 0
  br i1 %test.fine, label %choose, label %out
choose:
  br i1 %asking, label %ask, label %go
ask:
  %flag = load i8, ptr %byte
  %yes = icmp ne i8 %flag, 0
  br i1 %yes, label %go, label %no
no:
  br i1 %others, label %go, label %left
go:
  %part = phi ptr [ %body.part, %choose ], [ %body.part, %ask ], [ %other.part, %no ]
  %bad = call i64 @run(ptr %slots, ptr %part, ptr %scratch, i64 %i, i64 %begin, i64 %share, i64 %row, i64 %rows.end)
  %fine = icmp eq i64 %bad, 0
  br i1 %fine, label %more, label %out
more:
  %i1 = add i64 %i, 1
  %waits = sub i64 %wait, 1
  %due = icmp eq i64 %waits, 0
  br i1 %due, label %look, label %again
look:
  %status.at = load ptr, ptr %slots
  %check = load i64, ptr %check.at
  %stop = call i1 @dusk_interrupted(ptr %status.at, i64 %check)
  br i1 %stop, label %out, label %again
again:
  %wait1 = phi i64 [ %waits, %more ], [ %patience, %look ]
  %going = icmp slt i64 %i1, %until
  br i1 %going, label %round, label %left
left:
  %done = phi i64 [ %i, %no ], [ %i1, %again ]
  %none = icmp eq i64 %done, 0
  %bit = and i64 %done, 1
  %odd = icmp ne i64 %bit, 0
  %after0 = mul i64 %copies, 5
  %after = add i64 %after0, 16
  br label %bringing
bringing:
  %b = phi i64 [ 0, %left ], [ %b1, %bring ]
  %rest = icmp slt i64 %b, %brought
  %stray = xor i1 %odd, true
  %wanted = and i1 %rest, %stray
  br i1 %wanted, label %bring, label %out
bring:
  %bth = mul i64 %b, 7
  %b.where = add i64 %after, %bth
  %first.at = getelementptr i64, ptr %block, i64 %b.where
  %even.at = getelementptr i64, ptr %first.at, i64 2
  %odd.at = getelementptr i64, ptr %first.at, i64 4
  %all.at = getelementptr i64, ptr %first.at, i64 6
  %all = load i64, ptr %all.at
  %source.at = select i1 %none, ptr %first.at, ptr %even.at
  %source = call ptr @place(ptr %slots, ptr %source.at)
  %target = call ptr @place(ptr %slots, ptr %odd.at)
  call void @llvm.memmove.p0.p0.i64(ptr %target, ptr %source, i64 %all, i1 false)
  %b1 = add i64 %b, 1
  br label %bringing
out:
  ret void
}

; The steps of a program in round %i, for the rows [%lo, %hi) of the share (%hi < 0: for all); gives the status.
define internal i64 @run(ptr %slots, ptr %part, ptr %scratch, i64 %i, i64 %begin, i64 %share, i64 %lo, i64 %hi) {
entry:
  %steps.at = getelementptr i64, ptr %part, i64 1
  %count.at = getelementptr i64, ptr %part, i64 2
  %m.at = getelementptr i64, ptr %part, i64 3
  %moves.at = getelementptr i64, ptr %part, i64 4
  %table.at = getelementptr i64, ptr %part, i64 5
  %entries = getelementptr i64, ptr %part, i64 6
  %args = load ptr, ptr %part
  %steps = load ptr, ptr %steps.at
  %count = load i64, ptr %count.at
  %m = load i64, ptr %m.at
  %moves = load i64, ptr %moves.at
  %table = load i64, ptr %table.at
  %inner = getelementptr i8, ptr %scratch, i64 %table
  %later = icmp ne i64 %i, %begin
  %still = icmp eq i64 %moves, 0
  %there = and i1 %later, %still
  %status.at = load ptr, ptr %slots
  br i1 %there, label %head, label %start
start:
  store ptr %status.at, ptr %inner
  %first = icmp eq i64 %i, 0
  %bit = and i64 %i, 1
  %odd = icmp ne i64 %bit, 0
  br label %slot
slot:
  %j = phi i64 [ 0, %start ], [ %j1, %put ]
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
  br i1 %rest, label %slot, label %head
head:
  %n = phi i64 [ 0, %entry ], [ 0, %put ], [ %n1, %after ]
  %status = load i64, ptr %status.at
  %left = icmp slt i64 %n, %count
  %fine = icmp eq i64 %status, 0
  %going = and i1 %left, %fine
  br i1 %going, label %step, label %done
step:
  %words = getelementptr { ptr, i64, i64, i64 }, ptr %steps, i64 %n
  %index.at = getelementptr i64, ptr %words, i64 1
  %extent.at = getelementptr i64, ptr %words, i64 2
  %chunk.at = getelementptr i64, ptr %words, i64 3
  %fn = load ptr, ptr %words
  %index = load i64, ptr %index.at
  %extent = load i64, ptr %extent.at
  %chunk = load i64, ptr %chunk.at
  %block = getelementptr i64, ptr %args, i64 %index
  %n1 = add i64 %n, 1
  %all = icmp slt i64 %hi, 0
  br i1 %all, label %whole, label %alone
alone:
  %low = mul i64 %lo, %chunk
  %high = mul i64 %hi, %chunk
  call void %fn(ptr %inner, ptr %block, i64 %low, i64 %high)
  br label %after
whole:
  %serial = icmp sge i64 %chunk, %extent
  br i1 %serial, label %here, label %split
here:
  call void %fn(ptr %inner, ptr %block, i64 0, i64 %extent)
  br label %after
split:
  %parallel = load ptr, ptr @parallel
  call void %parallel(ptr %fn, ptr %inner, ptr %block, i64 %extent, i64 %chunk)
  br label %after
after:
  br label %head
done:
  ret i64 %status
}
"""

LOOP_TEXT = _IN_PYTHON + _ROUNDS
LOOP_APART = _APART + _ROUNDS  # `dusk_loop` and `dusk_interrupted` where there is no Python
