"""NumPy's basic indexing as two ops: read a window, and the whole with a window replaced."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from dusk.graph import TensorType, Value, define
from dusk.graph.types import Shape
from dusk.ops.index import slice_, slice_set
from dusk.ops.movement import reshape

Ints = tuple[int, ...]


@lru_cache(maxsize=4096)
def slices(starts: Ints, sizes: Ints, steps: Ints) -> tuple[Any, ...]:
    """Slices for starts, sizes and steps (a negative step may end before the first element); not even that of no axes
    gives a scalar."""
    ends = (a + n * s for a, n, s in zip(starts, sizes, steps, strict=True))
    return (*(slice(a, e if e >= 0 else None, s) for a, e, s in zip(starts, ends, steps, strict=True)), ...)


def _with_dynamic(starts: tuple[int | None, ...], dynamic: tuple[Any, ...]) -> Ints:
    rest = iter(dynamic)
    return tuple([int(next(rest)) if a is None else a for a in starts])


def _read(x: Value, *dynamic: Value, starts: Ints, sizes: Ints, steps: Ints, shape: Shape) -> Value:
    return reshape(slice_(x, *dynamic, starts=starts, sizes=sizes, steps=steps), shape=shape)


def _infer_get(x: TensorType, *dynamic: TensorType, shape: Shape, **params: Any) -> TensorType:
    return x.with_(shape=shape)


@define(
    infer=_infer_get,
    inline=_read,
    dynamic=("starts",),
    lengths=("sizes", "shape"),
)
def getitem(x: Any, *dynamic: Any, starts: Ints, sizes: Ints, steps: Ints, shape: Ints) -> Any:
    """x[start::step] with `sizes` elements an axis, given the `shape` that integers and newaxis leave."""
    found = x[slices(_with_dynamic(starts, dynamic) if dynamic else starts, sizes, steps)]
    return found if found.shape == shape else found.reshape(shape)


def _brought(x: TensorType, v: TensorType | type, *dynamic: TensorType, sizes: Shape, **params: Any) -> Any:
    number = x.with_(shape=()) if isinstance(v, type) else v
    if not number.shape and any(n != 1 for n in sizes):
        number = number.with_(shape=tuple(sizes))
    return (x, number, *dynamic)


def _infer_set(x: TensorType, v: TensorType, *dynamic: TensorType, **params: Any) -> TensorType:
    return x


def _write(x: Value, v: Value, *dynamic: Value, starts: Ints, sizes: Ints, steps: Ints) -> Value:
    fits = v if v.shape == tuple(sizes) else reshape(v, shape=sizes)
    return slice_set(x, fits, *dynamic, starts=starts, steps=steps)


def fitted(v: Any, sizes: Ints) -> Any:
    """What is written to a window, in its shape; a number as it is."""
    shape = getattr(v, "shape", ()) or np.shape(v)
    return np.reshape(v, sizes) if shape and shape != sizes else v


def _set_into(x: Any, v: Any, *dynamic: Any, out: Any, starts: Ints, sizes: Ints, steps: Ints) -> Any:
    window = slices(_with_dynamic(starts, dynamic) if dynamic else starts, sizes, steps)
    if out is None:
        out = np.array(x)
    elif out is not x:
        v = np.array(v) if np.may_share_memory(out, v) else v
        out[...] = x
    out[window] = fitted(v, sizes)
    return out


@define(infer=_infer_set, inline=_write, operands=_brought, dynamic=("starts",), lengths=("sizes",), into=_set_into)
def setitem(x: Any, v: Any, *dynamic: Any, starts: Ints, sizes: Ints, steps: Ints) -> Any:
    """x with the window replaced by v, which has the window's elements in order, or is one Python number."""
    return _set_into(x, v, *dynamic, out=None, starts=starts, sizes=sizes, steps=steps)


__all__ = ["fitted", "getitem", "setitem", "slices"]
