"""A writer of LLVM IR text: typed values with operators, blocks, loops. It knows no kernels and no CPU."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence

BITS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "half": 16, "float": 32, "double": 64}
FLOATS = ("half", "float", "double")
_SUFFIX = {"half": "f16", "float": "f32", "double": "f64", "ptr": "p0"}
_INT_OF = {"half": "i16", "float": "i32", "double": "i64"}
_FLOAT_OF = {"i16": "half", "i32": "float", "i64": "double"}
Number = int | float | bool


def type_text(elem: str, lanes: int) -> str:
    """The LLVM type of `lanes` elements; one lane is a scalar."""
    return elem if lanes == 1 else f"<{lanes} x {elem}>"


def suffix(elem: str, lanes: int) -> str:
    """How intrinsics name a type: `v16f32`."""
    short = _SUFFIX.get(elem, elem)
    return short if lanes == 1 else f"v{lanes}{short}"


def literal(value: Number, elem: str, lanes: int = 1) -> str:
    """A constant of a type, the same in every lane."""
    if elem == "i1":
        text = "true" if value else "false"
    elif elem == "half":
        text = f"0xH{int.from_bytes(struct.pack('>e', value), 'big'):04X}"
    elif elem in FLOATS:
        # LLVM writes a float as the double it equals
        if elem == "float":
            value = struct.unpack("f", struct.pack("f", value))[0]
        text = f"0x{struct.unpack('>Q', struct.pack('>d', value))[0]:016X}"
    else:
        text = str(int(value))
    return text if lanes == 1 else f"splat ({elem} {text})"


class Value:
    """An SSA value or a constant of `lanes` elements. Operators emit; numbers become constants of its type."""

    __slots__ = ("code", "elem", "lanes", "text")

    def __init__(self, code: Code, text: str, elem: str, lanes: int) -> None:
        self.code, self.text, self.elem, self.lanes = code, text, elem, lanes

    @property
    def type(self) -> str:
        """Its LLVM type."""
        return type_text(self.elem, self.lanes)

    @property
    def bits(self) -> int:
        """The width of one element."""
        return BITS[self.elem]

    def like(self, value: Number) -> Value:
        """A constant of the same type."""
        return Value(self.code, literal(value, self.elem, self.lanes), self.elem, self.lanes)

    def _of(self, other: Value | Number) -> Value:
        return other if isinstance(other, Value) else self.like(other)

    def binary(self, opcode: str, other: Value | Number) -> Value:
        """An instruction of two operands and a result of one type."""
        right = self._of(other)
        return self.code.value(f"{opcode} {self.type} {self.text}, {right.text}", self.elem, self.lanes)

    def _arith(self, opcode: str, other: Value | Number) -> Value:
        return self.binary("f" + opcode if self.elem in FLOATS else opcode, other)

    def __add__(self, other: Value | Number) -> Value:
        return self._arith("add", other)

    def __sub__(self, other: Value | Number) -> Value:
        return self._arith("sub", other)

    def __mul__(self, other: Value | Number) -> Value:
        return self._arith("mul", other)

    def __truediv__(self, other: Value | Number) -> Value:
        return self.binary("fdiv", other)

    def __radd__(self, other: Number) -> Value:
        return self.like(other) + self

    def __rsub__(self, other: Number) -> Value:
        return self.like(other) - self

    def __rmul__(self, other: Number) -> Value:
        return self.like(other) * self

    def __rtruediv__(self, other: Number) -> Value:
        return self.like(other) / self

    def __neg__(self) -> Value:
        if self.elem in FLOATS:
            return self.code.value(f"fneg {self.type} {self.text}", self.elem, self.lanes)
        return self.like(0) - self

    def __and__(self, other: Value | Number) -> Value:
        return self.binary("and", other)

    def __or__(self, other: Value | Number) -> Value:
        return self.binary("or", other)

    def __xor__(self, other: Value | Number) -> Value:
        return self.binary("xor", other)

    def __invert__(self) -> Value:
        return self.binary("xor", True if self.elem == "i1" else -1)

    def __lshift__(self, other: Value | Number) -> Value:
        return self.binary("shl", other)

    def __rshift__(self, other: Value | Number) -> Value:
        """The arithmetic shift."""
        return self.binary("ashr", other)

    def shift_right(self, other: Value | Number) -> Value:
        """The logical shift."""
        return self.binary("lshr", other)

    def compare(self, predicate: str, other: Value | Number) -> Value:
        """`fcmp` or `icmp` with LLVM's predicate (`olt`, `uno`, `slt`, `eq` ...)."""
        opcode = "fcmp" if self.elem in FLOATS else "icmp"
        return self.code.value(
            f"{opcode} {predicate} {self.type} {self.text}, {self._of(other).text}", "i1", self.lanes
        )

    def select(self, yes: Value | Number, no: Value | Number) -> Value:
        """`yes` where this i1 is true, else `no`; at least one of them is a Value. This may be one lane for many."""
        like = yes if isinstance(yes, Value) else no
        assert isinstance(like, Value)
        a, b = like._of(yes), like._of(no)
        return self.code.value(f"select {self.type} {self.text}, {a.type} {a.text}, {b.type} {b.text}", a.elem, a.lanes)

    def convert(self, opcode: str, elem: str) -> Value:
        """A conversion instruction (`sitofp`, `trunc`, `bitcast` ...) to another element type."""
        to = type_text(elem, self.lanes)
        return self.code.value(f"{opcode} {self.type} {self.text} to {to}", elem, self.lanes)

    def as_int(self) -> Value:
        """The bits of a float."""
        return self.convert("bitcast", _INT_OF[self.elem])

    def as_float(self) -> Value:
        """The float that has these bits."""
        return self.convert("bitcast", _FLOAT_OF[self.elem])

    def call(self, intrinsic: str, *others: Value | Number) -> Value:
        """LLVM's overloaded intrinsic `llvm.<intrinsic>`, all operands of this type."""
        name = f"llvm.{intrinsic}.{suffix(self.elem, self.lanes)}"
        return self.code.call(name, self.elem, self.lanes, self, *(self._of(o) for o in others))

    def fma(self, b: Value | Number, c: Value | Number) -> Value:
        """`self * b + c`, rounded once."""
        return self.call("fma", b, c)

    def is_nan(self) -> Value:
        """Whether a float is NaN (i1)."""
        return self.compare("uno", self)


class Code:
    """Lines of one function, with what the module must declare and define around it."""

    def __init__(self, scale_bytes: int = 0, grid: bool = False, scattered: bool = False) -> None:
        self.scale_bytes = scale_bytes  # width of the registers that have AVX-512's vscalef, 0 for none
        self.grid = grid  # whether threads of a grid run it: see Target
        self.scattered = scattered  # whether elements are read one by one, apart by strides that it is told
        self.lines: list[str] = []
        self.block = "entry"
        self.declared: dict[str, str] = {}
        self.defined: dict[str, str] = {}
        self._count = 0

    def name(self, stem: str = "v") -> str:
        """A fresh name."""
        self._count += 1
        return f"{stem}{self._count}"

    def value(self, text: str, elem: str, lanes: int) -> Value:
        """Emit an instruction that gives a value."""
        self._count += 1
        name = f"%v{self._count}"
        self.lines.append(f" {name} = {text}")
        return Value(self, name, elem, lanes)

    def line(self, text: str) -> None:
        """Emit an instruction that gives nothing."""
        self.lines.append(" " + text)

    def const(self, value: Number, elem: str, lanes: int = 1) -> Value:
        """A constant."""
        return Value(self, literal(value, elem, lanes), elem, lanes)

    def call(self, name: str, elem: str, lanes: int, *args: Value, attributes: str = "") -> Value:
        """Call a function by name; it is declared unless it is defined in this module."""
        result = type_text(elem, lanes)
        if name not in self.declared and name not in self.defined:
            self.declared[name] = f"declare {result} @{name}({', '.join(a.type for a in args)}){attributes}"
        operands = ", ".join(f"{a.type} {a.text}" for a in args)
        return self.value(f"call {result} @{name}({operands})", elem, lanes)

    def in_global_memory(self, pointer: Value) -> Value:
        """A pointer of which LLVM knows that it leads to a grid's global memory."""
        there = self.value(f"addrspacecast ptr {pointer.text} to ptr addrspace(1)", "ptr", 1)
        return self.value(f"addrspacecast ptr addrspace(1) {there.text} to ptr", "ptr", 1)

    def splat(self, x: Value, lanes: int) -> Value:
        """A scalar in every lane."""
        if lanes == x.lanes:
            return x
        if x.text[0] != "%":
            return Value(self, f"splat ({x.elem} {x.text})", x.elem, lanes)
        one = self.value(f"insertelement <{lanes} x {x.elem}> poison, {x.elem} {x.text}, i64 0", x.elem, lanes)
        return self.value(
            f"shufflevector {one.type} {one.text}, {one.type} poison, <{lanes} x i32> zeroinitializer", x.elem, lanes
        )

    def iota(self, elem: str, lanes: int) -> Value:
        """The constant 0, 1, 2 ... over the lanes."""
        if lanes == 1:
            return self.const(0, elem)
        return Value(self, "<" + ", ".join(f"{elem} {i}" for i in range(lanes)) + ">", elem, lanes)

    def lane(self, x: Value, number: int) -> Value:
        """One lane as a scalar."""
        return x if x.lanes == 1 else self.value(f"extractelement {x.type} {x.text}, i64 {number}", x.elem, 1)

    def shuffle(self, x: Value, lanes: Sequence[int]) -> Value:
        """The named lanes of `x`."""
        order = ", ".join(f"i32 {i}" for i in lanes)
        result = len(lanes)
        text = f"shufflevector {x.type} {x.text}, {x.type} poison, <{result} x i32> <{order}>"
        return self.value(text, x.elem, result)

    def merge(self, a: Value, b: Value, lanes: Sequence[int]) -> Value:
        """The named lanes of `a` and, counted on from there, of `b`."""
        order = ", ".join(f"i32 {i}" for i in lanes)
        text = f"shufflevector {a.type} {a.text}, {b.type} {b.text}, <{len(lanes)} x i32> <{order}>"
        return self.value(text, a.elem, len(lanes))

    def any(self, mask: Value) -> Value:
        """Whether any lane of an i1 vector is true."""
        if mask.lanes == 1:
            return mask
        bits = self.value(f"bitcast {mask.type} {mask.text} to i{mask.lanes}", f"i{mask.lanes}", 1)
        return self.value(f"icmp ne {bits.type} {bits.text}, 0", "i1", 1)

    def start(self, label: str) -> None:
        """Begin a block."""
        self.lines.append(f"{label}:")
        self.block = label

    def jump(self, label: str) -> None:
        """End the block with a jump."""
        self.line(f"br label %{label}")

    def branch(self, condition: Value, yes: str, no: str) -> None:
        """End the block with a choice."""
        self.line(f"br i1 {condition.text}, label %{yes}, label %{no}")

    def phi(self, incoming: Sequence[tuple[Value, str]]) -> Value:
        """The value that belongs to the block control came from."""
        first = incoming[0][0]
        pairs = ", ".join(f"[ {v.text}, %{block} ]" for v, block in incoming)
        return self.value(f"phi {first.type} {pairs}", first.elem, first.lanes)

    def opaque(self, x: Value) -> Value:
        """`x`; of an integer that a loop carries on, LLVM is not to know how it grows from round to round.

        Else LLVM takes a quarter of its time to look for other addresses, with which small products run slower. Only
        where multiplications by strides go away it pays.
        """
        return x if self.grid or self.scattered or x.elem != "i64" or x.lanes != 1 else x.call("expect", x)

    def loop(
        self,
        start: Value,
        end: Value,
        step: Value | int,
        carried: Sequence[Value],
        body: Callable[[Value, list[Value]], Sequence[Value]],
    ) -> list[Value]:
        """`for i in range(start, end, step)`: `body(i, carried)` gives what is carried on; what is left comes back."""
        before, inside, after = self.block, self.name("loop"), self.name("done")
        self.branch(start.compare("slt", end), inside, after)
        self.start(inside)
        # the phis name values that the body has yet to make: they are written once it has
        at = len(self.lines)
        counters = [Value(self, f"%{self.name('p')}", v.elem, v.lanes) for v in (start, *carried)]
        results = list(body(counters[0], counters[1:]))
        after_step, *results = map(self.opaque, (counters[0] + step, *results))
        going = after_step.compare("slt", end)
        latch = self.block
        self.branch(going, inside, after)
        phis = [
            f" {p.text} = phi {p.type} [ {first.text}, %{before} ], [ {again.text}, %{latch} ]"
            for p, first, again in zip(counters, (start, *carried), (after_step, *results), strict=True)
        ]
        self.lines[at:at] = phis
        self.start(after)
        return [self.phi([(f, before), (r, latch)]) for f, r in zip(carried, results, strict=True)]

    def when(
        self, condition: Value, body: Callable[[], Sequence[Value]], otherwise: Sequence[Value] = ()
    ) -> list[Value]:
        """`body()` where the scalar `condition` holds, else the values `otherwise`."""
        before, inside, after = self.block, self.name("then"), self.name("fi")
        self.branch(condition, inside, after)
        self.start(inside)
        results = body()
        last = self.block
        self.jump(after)
        self.start(after)
        return [self.phi([(r, last), (o, before)]) for r, o in zip(results, otherwise, strict=True)]

    def but(self, value: Value, rare: Value, special: Callable[[], Value]) -> Value:
        """`value`, but in lanes where `rare` holds `special()`, which is computed only if there are any."""
        return self.when(self.any(rare), lambda: [rare.select(special(), value)], [value])[0]

    def either(
        self, condition: Value, yes: Callable[[], Sequence[Value]], no: Callable[[], Sequence[Value]]
    ) -> list[Value]:
        """`yes()` where the scalar `condition` holds, else `no()`."""
        labels, after = (self.name("then"), self.name("else")), self.name("fi")
        self.branch(condition, *labels)
        results: list[tuple[Sequence[Value], str]] = []
        for label, body in zip(labels, (yes, no), strict=True):
            self.start(label)
            results.append((body(), self.block))
            self.jump(after)
        self.start(after)
        (first, one), (second, other) = results
        return [self.phi([(a, one), (b, other)]) for a, b in zip(first, second, strict=True)]
