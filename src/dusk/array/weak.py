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
from dusk.ops import exact
from dusk.ops.bounds import Range, between, holds
from dusk.ops.exact import EVERY
from dusk.record import Classes, Handle, intern, local, record
from dusk.record.handle import pending_handle

KINDS: dict[str, type] = {"b": bool, "i": int, "f": float, "c": complex}
_DTYPES: dict[Any, Any] = {bool: np.bool_, int: np.int64, float: np.float64, complex: np.complex128}
PLAIN = frozenset(_DTYPES)
"""The classes of Python's own numbers."""
_LOGIC = (ops.bitwise_and, ops.bitwise_or, ops.bitwise_xor)
_PYTHONS = frozenset(
    (
        *(ops.add, ops.subtract, ops.multiply, ops.divide, ops.floor_divide, ops.remainder, ops.power, ops.negative),
        *(ops.positive, ops.absolute, ops.left_shift, ops.right_shift, ops.invert, *_LOGIC),
        *(ops.equal, ops.not_equal, ops.less, ops.less_equal, ops.greater, ops.greater_equal),
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
            if op in _PYTHONS and not params:
                return _computed(op, args)
            made = record(op, [_strong(arg) for arg in args], params, as_array, into)
            return _narrowed(made, args[0], as_array) if op is ops.astype else made
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


class _Told:
    """What a handle of a number of Python's own tells: the same value as NumPy's scalar, and its bounds if it is an
    integer."""

    __slots__ = ("span", "strong")

    def __init__(self) -> None:
        self.strong: Handle | None = None
        self.span: Range = EVERY


def _told(value: Handle) -> _Told:
    found = value.spec
    if found is None:
        found = value.spec = _Told()
    return found


def as_weak(handle: Handle) -> Handle:
    """The same value as a number of Python's own."""
    if type(handle) is weak:
        return handle
    made = pending_handle(weak, handle.epoch, handle.slot, handle.type)
    made.buffer = handle.buffer
    local.context.put(handle.slot, made)
    return made


def bounded(handle: Handle, low: int, high: int) -> Handle:
    """An integer of Python's own, which is known to lie between bounds."""
    _told(handle).span = max(low, EVERY[0]), min(high, EVERY[1])
    return handle


def span_of(value: Any) -> Range | None:
    """The bounds of a number of Python's own; of a float only if it is known."""
    if type(value) is not weak:
        return None if type(value) is complex else (value, value)
    kind = value.type.dtype.kind
    return _told(value).span if kind == "i" else (0, 1) if kind == "b" else None


def checked(made: Handle, args: Sequence[Any], of: str, as_array: bool = False) -> Handle:
    """What was made of numbers of Python's own, if Python makes the same of them (else an error when it runs)."""
    return record(ops.checked, [_strong(x) for x in (made, *args)], {"of": of}, as_array)


def _computed(op: Op, args: Sequence[Any]) -> Handle:
    """What an operator of Python's gives."""
    spans = [span_of(arg) for arg in args]
    given = [_strong(arg) for arg in args]
    if op not in _LOGIC and all(x.dtype.kind == "b" for x in given):
        given = [_cast(x, np.dtype(np.int64)) for x in given]
    kind = exact.kind_of(x.dtype for x in given)
    exponent = spans[-1] if op is ops.power and kind == "i" else None
    if exponent is not None and exponent[1] < 0:
        given, kind = [_cast(x, np.dtype(np.float64)) for x in given], "f"
    made = record(op, given, {})
    if not exact.sure(op.name, kind, spans):
        square = exponent == (2, 2)
        made = checked(made, (given[0], given[0]) if square else given, "multiply" if square else op.name)
    made = as_weak(made)
    found = between(op.name, [s for s in spans if s is not None]) if kind == "i" and None not in spans else None
    return bounded(made, *found) if found is not None and made.dtype.kind == "i" else made


def _strong(value: Any) -> Any:
    """The same value as NumPy's scalar of that type."""
    if type(value) is not weak:
        return _DTYPES[type(value)](value) if type(value) in PLAIN else value
    told = _told(value)
    if told.strong is None:  # once: what a graph captures it knows by identity
        told.strong = pending_handle(Classes.scalar, value.epoch, value.slot, value.type)
    return told.strong


def _cast(value: Any, dtype: Any) -> Any:
    plain = _strong(value)
    if plain.dtype == dtype:
        return plain
    made = record(ops.astype, (plain,), {"dtype": dtype}) if isinstance(plain, Handle) else plain.astype(dtype)
    return _narrowed(made, value)


def _narrowed(made: Any, value: Any, as_array: bool = False) -> Any:
    """What an integer is in another dtype, if that holds it (else an error when it runs)."""
    dtype = made.dtype
    if type(value) is not weak or dtype.kind not in "iu" or value.type.dtype.kind != "i":
        return made
    return made if holds(dtype, _told(value).span) else checked(made, (value,), "cast", as_array)


def held(value: Handle, dtype: Any) -> Handle:
    """NumPy's scalar of an integer as one of another dtype: what does not hold it is an error when it runs."""
    if np.can_cast(value.dtype, dtype):
        return value
    return checked(record(ops.astype, (value,), {"dtype": dtype}), (value,), "cast")


def _kind(value: Any) -> Any:
    if value.__class__ in PLAIN and not isinstance(value, Handle):
        return cast("Any", type(value))
    if isinstance(value, Handle):
        return value.type
    array = np.asarray(value)
    return TensorType(array.shape, array.dtype)
