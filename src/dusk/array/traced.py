"""Subscripts by integers that are only known when what is traced runs: elements, and views of rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.ops.getset import getitem
from dusk.record import Classes, Handle, assign, fit, intern, leaf, local, record, record_made
from dusk.record.trie import PathGraph
from dusk.record.views import Chosen, view_of

Window = Callable[[tuple[int, ...], Any], Any]


def _is_traced(k: Any) -> bool:
    """Whether a part of a key is an integer that is not known while tracing."""
    if not isinstance(k, Handle) or k.shape != () or k.dtype.kind not in "iu":
        return False
    context = local.context
    return k.epoch != context.epoch or k.owner is not None or PathGraph(context.node).known(k.slot) is None


def _parts(key: Any) -> tuple[Any, ...]:
    return cast("tuple[Any, ...]", key) if type(key) is tuple else (key,)


def named(x: Handle, key: Any) -> dict[int, Handle]:
    """The traced integers of a basic key, by axis; none of a key with arrays."""
    given = _parts(key)
    found: dict[int, Handle] = {}
    axis = 0
    for k in given:
        if k is Ellipsis:
            axis += len(x.shape) - sum(k is not None and k is not Ellipsis for k in given)
        elif k is not None:
            if _is_traced(k):
                found[axis] = k
            elif not isinstance(k, int | np.integer | slice):
                return {}
            axis += 1
    return found


def get_traced(x: Handle, key: Any, at: dict[int, Handle], window: Window) -> Any:
    """x[key], for a key with traced integers `at` axes; `window` is what resolves other keys."""
    indices = _elements(key, len(x.shape))
    if indices is None:
        return _view(x, key, at, window)
    return record(ops.gather, (x, *indices), {"axes": tuple(range(len(indices))), "at": 0})


def put_traced(x: Handle, key: Any, at: dict[int, Handle], window: Window, value: Any) -> Handle | None:
    """x[key] = value, done, for a key that names an element; for others gives a view, to be written through."""
    indices = _elements(key, len(x.shape))
    if indices is None or np.ndim(value):
        return _view(x, key, at, window)
    params = {"axes": tuple(range(len(indices))), "at": 0}
    given = (x, fit(value, x.dtype, (), x.type.device), *indices)
    if x.owner is None:
        record(ops.scatter_set, given, params, as_array=True, into=x)
    else:
        assign(x, record(ops.scatter_set, given, params, as_array=True))
    return None


def _elements(key: Any, ndim: int) -> list[Handle] | None:
    """A key that names one element as an index an axis; None for another one."""
    given = _parts(key)
    if len(given) != ndim or not all(isinstance(k, int | np.integer | Handle) for k in given):
        return None
    return [k if isinstance(k, Handle) else leaf(np.int64(k)) for k in given]


def _view(x: Handle, key: Any, at: dict[int, Handle], window: Window) -> Handle:
    """What a key names: by a scalar a view, by an array of no dimensions a copy. IndexError, when it runs: one is out
    of bounds."""
    w = window(x.shape, tuple(0 if any(k is i for i in at.values()) else k for k in _parts(key)))
    starts = tuple(None if axis in at else start for axis, start in enumerate(w.starts))
    params = Chosen(starts=starts, sizes=w.sizes, steps=w.steps, shape=w.shape)
    params.operands = tuple(_place(k, x.shape[axis]) for axis, k in sorted(at.items()))
    params.indices = tuple(at.values())
    if not all(issubclass(type(k), Classes.scalar) for k in at.values()):
        return record(getitem, (x, *params.operands), dict(params), as_array=True)
    return view_of(x, getitem, params, intern(x.type.with_(w.shape)))


def _place(i: Handle, size: int) -> Handle:
    """An index counted from the front, checked: read from the numbers of an axis."""
    numbers = record_made(ops.iota, size=size)
    return record(ops.gather, (numbers, i), {"axes": (0,), "at": 0}, as_array=True)
