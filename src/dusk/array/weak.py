"""Python's own numbers in a trace: values that change as a loop goes round, but promote as `int` and `float` do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.array.ndarray import adopt, scalar
from dusk.graph import Op, expand
from dusk.graph.op import freeze
from dusk.graph.types import TensorType
from dusk.record import Classes, Handle, intern, local, record
from dusk.record.handle import pending_handle

KINDS: dict[str, type] = {"b": bool, "i": int, "f": float, "c": complex}
_DTYPES: dict[Any, Any] = {bool: np.bool_, int: np.int64, float: np.float64, complex: np.complex128}
PLAIN = frozenset(_DTYPES)
"""The classes of Python's own numbers."""
_PYTHONS = frozenset(
    (
        *(ops.add, ops.subtract, ops.multiply, ops.divide, ops.floor_divide, ops.remainder, ops.power, ops.negative),
        *(ops.positive, ops.absolute, ops.bitwise_and, ops.bitwise_or, ops.bitwise_xor, ops.left_shift),
        ops.right_shift,
    )
)
"""What Python's own operators are; all else that NumPy has is NumPy's, and gives NumPy's scalars."""

_NESTS = frozenset((ops.cond, ops.while_loop, ops.scan))
"""What takes its operands as they are."""


@adopt
class weak(scalar):  # noqa: N801 - as `scalar`
    """A number of Python's own that is not known while tracing. With others of them it gives such a number, with arrays
    and NumPy's scalars what these make of a number of Python's."""

    __slots__ = ()

    @property
    def __class__(self) -> type[Any]:  # pyright: ignore[reportIncompatibleMethodOverride] - isinstance(x, int)
        return KINDS[self.type.dtype.kind]

    def __dusk_record__(
        self, op: Op, args: Sequence[Any], params: dict[str, Any], as_array: bool, into: Handle | None
    ) -> Any:
        ours = [type(arg) is weak for arg in args]
        if op in _NESTS:
            return record(op, [_strong(arg) if own else arg for arg, own in zip(args, ours, strict=True)], params)
        if all(own or type(arg) in PLAIN for arg, own in zip(args, ours, strict=True)):
            made = record(op, [_strong(arg) for arg in args], params, as_array, into)
            return as_weak(made) if op in _PYTHONS and made.dtype.kind in KINDS else made
        kinds = tuple(KINDS[a.type.dtype.kind] if own else _kind(a) for a, own in zip(args, ours, strict=True))
        wanted = expand(op, kinds, freeze(params)).operands
        dtypes = [_DTYPES.get(w) or w.dtype for w in cast("tuple[Any, ...]", wanted)]
        given = [_cast(a, d) if own else a for a, own, d in zip(args, ours, dtypes, strict=True)]
        return record(op, given, params, as_array, into)


Classes.weak = weak


def is_pythons(value: object) -> bool:
    """Whether a value is a number of Python's own, known or not."""
    return type(value) in PLAIN or type(value) is weak


def kind_of(number: Any) -> Any:
    """The type that stands for a number of Python's own."""
    return intern(TensorType((), _DTYPES[type(number)]))


def as_weak(handle: Handle) -> Handle:
    """The same value as a number of Python's own."""
    if type(handle) is weak:
        return handle
    made = pending_handle(weak, handle.epoch, handle.slot, handle.type)
    made.buffer = handle.buffer
    local.context.put(handle.slot, made)
    return made


def _strong(value: Any) -> Any:
    """The same value as NumPy's scalar of that type."""
    if type(value) is not weak:
        return _DTYPES[type(value)](value)
    if value.spec is None:  # once: what a graph captures it knows by identity
        value.spec = pending_handle(Classes.scalar, value.epoch, value.slot, value.type)
    return value.spec


def _cast(value: Any, dtype: Any) -> Any:
    plain = _strong(value)
    return plain if plain.type.dtype == dtype else record(ops.astype, (plain,), {"dtype": dtype})


def _kind(value: Any) -> Any:
    if value.__class__ in PLAIN and not isinstance(value, Handle):
        return cast("Any", type(value))
    if isinstance(value, Handle):
        return value.type
    array = np.asarray(value)
    return TensorType(array.shape, array.dtype)
