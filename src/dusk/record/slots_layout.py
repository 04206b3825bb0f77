"""Layouts that the native hit path and Python share, and the text macros its LLVM IR is written with.

In bytes, for 64-bit CPython with an interpreter lock; `slots` checks CPython's own before any of it is relied on:

    handle    0 reference count, 8 class | 16 tag, 24 type, 32 pointer, 40 buffer, 48 owner, 56 weak references
    context   0 thread, 8 tag of slot 0, 16 node, 24 root, 32 next context | 64 alive bits, then four tables by slot:
              pointers, buffers (owned), handles (borrowed, good while the alive bit is set), scalars (by their number)
    node      0 signature, 8 child, 16 sibling, 24 next slot, 28 next scalar, 32 four pairs of value and mask |
              96 out slot, 100 flags, 104 out type, 112 out class, 120 payload, 128 parent
    state     0 current context, 8 first context, 16 miss function, 24 free list, 32 its length, 40 tag of next epoch,
              48 the context that is no thread's

A tag is `epoch << 16 | slot`. A signature is the op's number in 32 bits and a byte for the kind of each operand.
"""

from __future__ import annotations

HANDLE_SIZE = 64
CAPACITY = 4096
"""Slots (and scalars) of a segment, a multiple of 64."""

MOST_OPERANDS = 4
FREE_LIST = 4096
"""Dead handles kept for the next results."""

NEVER, SLOT, LEAF, FLOAT, INT, CONST = range(6)
"""Kinds of operands: cannot be followed; a value of this segment; a ready handle met first here, by its type; a Python
float or int, by its value until generalised; any other object, by identity."""

IN_PLACE = 1
"""Flag of a node: operand 0 itself takes the result's slot and is given back."""

OPERATORS: tuple[tuple[str, int, str], ...] = (
    ("add", 7, "binary"),
    ("subtract", 36, "binary"),
    ("multiply", 29, "binary"),
    ("matmul", 75, "binary"),
    ("true_divide", 37, "binary"),
    ("floor_divide", 12, "binary"),
    ("remainder", 35, "binary"),
    ("power", 33, "ternary"),
    ("negative", 30, "unary"),
    ("absolute", 6, "unary"),
    ("inplace_add", 14, "binary"),
    ("inplace_subtract", 23, "binary"),
    ("inplace_multiply", 18, "binary"),
    ("inplace_matmul", 76, "binary"),
    ("inplace_true_divide", 24, "binary"),
)
"""Name, number of the type slot (`typeslots.h`), shape of the call; the index is the op's number in the trie."""

ALIVE = 64
POINTERS = ALIVE + CAPACITY // 8
BUFFERS = POINTERS + 8 * CAPACITY
HANDLES = BUFFERS + 8 * CAPACITY
SCALARS = HANDLES + 8 * CAPACITY
CONTEXT_SIZE = SCALARS + 8 * CAPACITY
NODE_SIZE = 136
TP_DEALLOC = 48
TP_FREE_SLOT = 74


def at(name: str, base: str, offset: int | str) -> str:
    return f"  %{name} = getelementptr i8, ptr {base}, i64 {offset}\n"


def load(name: str, kind: str, base: str, offset: int | str) -> str:
    return at(f"{name}.at", base, offset) + f"  %{name} = load {kind}, ptr %{name}.at\n"


def store(name: str, kind: str, value: str, base: str, offset: int | str) -> str:
    return at(f"{name}.to", base, offset) + f"  store {kind} {value}, ptr %{name}.to\n"


def entry(name: str, base: str, table: int, index: str) -> str:
    """The address of entry `index` of a context's table."""
    return at(f"{name}.row", base, table) + f"  %{name} = getelementptr i64, ptr %{name}.row, i64 {index}\n"


def bit(name: str, base: str, slot: str) -> str:
    """The alive word and the bit in it of a slot."""
    return (
        f"  %{name}.word = lshr i64 {slot}, 6\n"
        + entry(f"{name}.at", base, ALIVE, f"%{name}.word")
        + f"  %{name}.shift = and i64 {slot}, 63\n"
        + f"  %{name}.bit = shl i64 1, %{name}.shift\n"
        + f"  %{name}.old = load i64, ptr %{name}.at\n"
    )


def clear(name: str, base: str, slot: str) -> str:
    return (
        bit(name, base, slot)
        + f"  %{name}.not = xor i64 %{name}.bit, -1\n"
        + f"  %{name}.new = and i64 %{name}.old, %{name}.not\n"
        + f"  store i64 %{name}.new, ptr %{name}.at\n"
    )
