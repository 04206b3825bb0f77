"""Handles whose operators follow the trie in native code: a heap type with number slots emitted through llvmlite.

A call that was recorded before (same op, same operand keys after the same calls) never reaches Python: it binds the
leaves it meets, stores scalars, takes a handle from a free list and moves on. Everything else is given to one Python
function, the miss function, `miss(op, *operands) -> object` (`op` indexes `Slots.operators`; `NotImplemented` and
exceptions pass through). What that function does to be followed next time:

    payload = slots.position()                  what hangs at the node reached; None: root, or no context, see `attach`
    ... check and infer; raise before anything is touched; `slots.reset()` after whatever was pending was run ...
    return slots.extend(payload_of_child, out_type, out_class, flags, op, *operands)

`extend` keys the operands as the hit path does, adds the child and takes it. For a child that exists and differs in a
scalar only: `slots.generalise(child, operand)` and `slots.take(op, *operands)`. `slots.here()` is the address of the
node reached, for `Node.from_address`. Ops that are no operators have numbers from `len(slots.operators)`, one for each
op and static parameters, and are called as `slots.follow(op, *operands)`.

What a flush needs is in `Context`: addresses of leaves by slot, scalars by number, alive bits of results, and for those
alive the handle to fill (`_buffer`, `_pointer`). `reset` then starts the next segment: the epoch moves on, so handles
with a pointer are ready leaves, and the others were never computed. A handle with an `_owner` always misses (views,
memory seen outside), as do instances of subclasses that were not adopted.

Types are compared by identity: give equal ones as one object (of the class too where arrays and scalars differ).
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from ctypes import PYFUNCTYPE, Structure, c_size_t, c_uint, c_uint64, py_object
from dataclasses import dataclass, field
from typing import Any

from dusk.errors import NativeUnavailable
from dusk.kernel import native
from dusk.record import slots_cpython as cpython
from dusk.record.slots_entry import BUILTINS, module
from dusk.record.slots_layout import ALIVE, CAPACITY, CONST, HANDLE_SIZE, IN_PLACE, LEAF, MOST_OPERANDS, OPERATORS

__all__ = ["CAPACITY", "IN_PLACE", "Context", "Node", "Slots", "load", "unfit"]


class Context(Structure):
    """The segment of one thread. Python may read all of it, and write `thread` (0 keeps the thread out) and `node`."""

    _fields_ = (
        ("thread", c_uint64),
        ("tag", c_uint64),
        ("node", c_size_t),
        ("root", c_size_t),
        ("next", c_size_t),
        ("_pad", c_uint64 * (ALIVE // 8 - 5)),
        ("alive", c_uint64 * (CAPACITY // 64)),
        ("pointers", c_size_t * CAPACITY),
        ("buffers", c_size_t * CAPACITY),
        ("handles", c_size_t * CAPACITY),
        ("scalars", c_uint64 * CAPACITY),
    )

    def living(self) -> list[tuple[int, Any]]:
        """Slot and handle of every result that somebody still holds."""
        found: list[tuple[int, Any]] = []
        for word, bits in enumerate(self.alive):
            while bits:
                slot = word * 64 + (bits & -bits).bit_length() - 1
                found.append((slot, ctypes.cast(self.handles[slot], py_object).value))
                bits &= bits - 1
        return found


class Operand(Structure):
    """What a node asks of an operand: equal to `value` in the bits of `mask` (none, once generalised)."""

    _fields_ = (("value", c_uint64), ("mask", c_uint64))


class Node(Structure):
    """A node of the native trie, at the address that `here` gives."""

    _fields_ = (
        ("signature", c_uint64),
        ("child", c_size_t),
        ("sibling", c_size_t),
        ("next_slot", c_uint),
        ("next_scalar", c_uint),
        ("operands", Operand * MOST_OPERANDS),
        ("out_slot", c_uint),
        ("flags", c_uint),
        ("out_type", c_size_t),
        ("out_class", c_size_t),
        ("payload", c_size_t),
        ("parent", c_size_t),
    )

    def kind(self, operand: int) -> int:
        """The kind of an operand; 0 beyond the last."""
        return self.signature >> (32 + 8 * operand) & 255


class _State(Structure):
    _fields_ = (
        ("current", c_size_t),
        ("contexts", c_size_t),
        ("miss", c_size_t),
        ("free", c_size_t),
        ("free_count", c_size_t),
        ("epoch", c_uint64),
        ("nobody", c_size_t),
    )


@dataclass(eq=False)
class Slots:
    """The loaded hit path. `Handle` is the base of what has no in-place operators, `MutableHandle` of what has."""

    Handle: Any
    MutableHandle: Any
    follow: Callable[..., Any]
    take: Callable[..., Any]
    extend: Callable[..., Any]
    position: Callable[[], Any]
    here: Callable[[], int | None]
    reset: Callable[[], None]
    operators: tuple[str, ...]
    _state: _State
    _dealloc: int
    _adopted: list[type] = field(default_factory=list[type])
    _contexts: dict[int, Context] = field(default_factory=dict[int, Context])
    _miss: Callable[..., Any] | None = None
    _lock: Any = field(default_factory=threading.RLock)

    def on_miss(self, miss: Callable[..., Any] | None) -> None:
        """Set the function that gets every call that cannot be followed; without one, calls are NotImplemented."""
        self._state.miss = 0 if miss is None else id(miss)
        self._miss = miss

    def adopt(self, cls: type) -> type:
        """Make a subclass of `Handle` a class of results: its instances die in native code and are used again.

        A decorator, since no instance may exist before, for classes that add methods only (`__slots__ = ()`, no
        `__del__`), and for good: like their base they take no part in cycles. Raises TypeError for other classes.
        """
        stateful = cls.__basicsize__ != HANDLE_SIZE or cls.__dictoffset__
        if not issubclass(cls, self.Handle) or stateful or hasattr(cls, "__del__"):
            raise TypeError(f"{cls.__name__} cannot be a class of handles: it has state or a finaliser of its own")
        if cls not in self._adopted:
            self._adopted.append(cls)
            cpython.leave_collector(cls, self.Handle, self._dealloc)
        return cls

    def attach(self, payload: Any = None, first_slot: int = 1) -> Context:
        """Give the calling thread a context at a root of its own with this payload; slots start at `first_slot`.

        Detach it before the thread ends: numbers of threads are used again. ValueError: the thread has one already.
        """
        thread = threading.get_ident()
        if any(c.thread == thread for c in self._contexts.values()):
            raise ValueError("this thread has a context already")
        context = Context()
        address = ctypes.addressof(context)
        context.root = context.node = cpython.calloc(1, ctypes.sizeof(Node))
        root = Node.from_address(context.root)
        root.next_slot = first_slot
        root.payload = id(payload)
        cpython.incref(root.payload)
        context.thread = thread
        with self._lock:
            self._contexts[address] = context
            context.next = self._state.contexts
            self._state.contexts = self._state.current = address
        self.reset()
        return context

    def detach(self, context: Context) -> None:
        """Take a context away from its thread, with its trie. What was pending in it will never be computed."""
        address = ctypes.addressof(context)
        with self._lock:
            del self._contexts[address]
            link = self._state, "contexts"
            while getattr(*link) != address:
                link = Context.from_address(getattr(*link)), "next"
            setattr(*link, context.next)
            self._state.current = self._state.contexts or self._state.nobody
        held = [buffer for buffer in context.buffers if buffer]
        root, context.thread, context.root, context.node = context.root, 0, 0, 0
        self.prune(root)
        for buffer in held:
            cpython.decref(buffer)

    def generalise(self, node: int, operand: int) -> None:
        """Let a float or int operand of a node take any value from now on. ValueError: it is another kind."""
        at = Node.from_address(node)
        if at.kind(operand) <= LEAF or at.kind(operand) >= CONST:
            raise ValueError(f"operand {operand} is no number")
        at.operands[operand].mask = 0

    def prune(self, node: int) -> None:
        """Free a node and all below it. No context may be at, or have passed, any of them in its present segment."""
        at = Node.from_address(node)
        if at.parent:
            link = Node.from_address(at.parent), "child"
            while getattr(*link) != node:
                link = Node.from_address(getattr(*link)), "sibling"
            setattr(*link, at.sibling)
        at.sibling = 0
        stack, held = [node], list[int]()
        while stack:
            address = stack.pop()
            at = Node.from_address(address)
            stack += filter(None, (at.child, at.sibling))
            held += (at.operands[i].value for i in range(MOST_OPERANDS) if at.kind(i) in (LEAF, CONST))
            held += filter(None, (at.out_type, at.out_class, at.payload))
            cpython.free(address)
        for reference in held:
            cpython.decref(reference)


_loaded: Slots | str | None = None
_lock = threading.Lock()


def load() -> Slots | None:
    """The hit path, built at the first call; None where it cannot be trusted or built (`unfit` says why)."""
    global _loaded
    with _lock:
        if _loaded is None:
            _loaded = cpython.foreign() or cpython.misplaced() or _build()
    return _loaded if isinstance(_loaded, Slots) else None


def unfit() -> str | None:
    """Why `load` gives None."""
    load()
    return _loaded if isinstance(_loaded, str) else None


def _build() -> Slots | str:
    text = module()
    names = ["dusk_state", "dealloc", *("nb_" + o[0] for o in OPERATORS), *("m_" + name for name in BUILTINS)]
    try:
        address = {name: native.function(name, text) for name in names}
    except NativeUnavailable as error:
        return str(error)
    immutable = [o for o in OPERATORS if not o[0].startswith("inplace_")]
    base = cpython.make_type("dusk.record.Handle", None, immutable, address)
    mutable = cpython.make_type("dusk.record.MutableHandle", (base,), OPERATORS, address)
    if not all(cpython.is_handle(cls, address["dealloc"]) for cls in (base, mutable)):
        return "the handle's type was not made as asked for"
    builtins = {name: cpython.make_builtin(name, arity, address["m_" + name]) for name, arity in BUILTINS.items()}
    state = _State.from_address(PYFUNCTYPE(c_size_t)(address["dusk_state"])())
    operators = tuple(name for name, _, _ in OPERATORS)
    slots = Slots(base, mutable, **builtins, operators=operators, _state=state, _dealloc=address["dealloc"])
    cpython.kept.append(slots)
    return slots
