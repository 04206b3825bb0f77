"""What the tests of native slots share: classes of results, a miss path as small as one can be, ready handles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from dusk.record import slots as module
from dusk.record.slots import IN_PLACE, load, unfit

native = load()

if native is None:
    pytest.skip(f"no native hit path: {unfit()}", allow_module_level=True)

slots: Any = native
OPS = {name: number for number, name in enumerate(slots.operators)}
EXP = len(OPS)


class Kind:
    """A stand-in for an interned tensor type."""

    def __init__(self, name: str) -> None:
        self.name = name


MATRIX, VECTOR = Kind("matrix"), Kind("vector")


@slots.adopt
class Array(slots.MutableHandle):
    __slots__ = ()

    @property
    def kind(self) -> Any:
        return self._type


@slots.adopt
class Scalar(slots.Handle):
    __slots__ = ()


class Position:
    """What Python keeps at a node of the trie."""

    def __init__(self, address: int = 0) -> None:
        self.address = address
        self.children: dict[Any, Position] = {}


class Recorder:
    """A miss path as small as one can be: types must agree, results have the type of the first handle."""

    def __init__(self) -> None:
        self.misses = 0
        self.out_class: Any = Array

    def key(self, operand: Any, context: Any) -> Any:
        if isinstance(operand, slots.Handle):
            slot = operand._tag - context.tag
            return slot if 0 <= slot < 65536 else operand._type
        small = type(operand) is float or (type(operand) is int and abs(operand) < 2**63)
        return type(operand) if small else (operand,)

    def __call__(self, op: int, *operands: Any) -> Any:
        self.misses += 1
        handles = [x for x in operands if isinstance(x, slots.Handle)]
        if any(isinstance(x, str) or hasattr(x, "foreign") for x in operands):
            return NotImplemented
        if any(type(x) not in (Array, Scalar) for x in handles):
            return "a subclass"
        if len({x._type for x in handles}) > 1:
            raise ValueError(f"shapes differ in op {op}")
        node = slots.position()
        if node is None:
            return "no context"
        context = module.Context.from_address(slots._state.current)
        key = (op, *(self.key(x, context) for x in operands))
        if len(operands) == 2 and operands[0] is operands[1] and key[1] is key[2]:
            key = (*key, "twice")
        child = node.children.get(key)
        if child is None:
            flags = IN_PLACE if op < EXP and slots.operators[op].startswith("inplace_") else 0
            child = Position()
            out = slots.extend(child, handles[0]._type, self.out_class, flags, op, *operands)
            child.address = slots.here()
            node.children[key] = child
            return out
        for i, x in enumerate(operands):
            if type(x) in (int, float):
                slots.generalise(child.address, i)
        return slots.take(op, *operands)


@pytest.fixture
def recorder() -> Iterator[Recorder]:
    found = Recorder()
    slots.on_miss(found)
    context = slots.attach(Position())
    yield found
    slots.detach(context)
    slots.on_miss(None)


def context() -> Any:
    return module.Context.from_address(slots._state.current)


def leaf(kind: Any = MATRIX, cls: Any = Array) -> Any:
    handle = cls()
    handle._type = kind
    handle._buffer = Kind("buffer")
    handle._pointer = id(handle._buffer)
    return handle


def step(x: Any, w: Any, rate: float = 0.5) -> Any:
    """Ten calls: leaves met once and twice, results that die at once, scalars, an in-place call, one by number."""
    h = x @ w + x
    h = slots.follow(EXP, h * h)
    loss = -(h - 2.0 * x) / 3
    w -= rate * h
    return loss
