"""NumPy's indexing: basic keys become windows (views), integer arrays gathers, masks the integers they stand for."""

from __future__ import annotations

import operator
import sys
import time
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import numpy as np

from dusk import ops
from dusk.array.checks import check_range, refuse, refuse_many
from dusk.array.layout import place as place_of
from dusk.array.sharing import taken_over
from dusk.array.traced import get_traced, named, put_traced
from dusk.devices import DEFAULT_NAME
from dusk.ops.getset import getitem
from dusk.record import (
    Classes,
    Handle,
    Kind,
    assign,
    fit,
    intern,
    is_ready,
    leaf,
    local,
    make_view,
    record,
    root_of,
    value_of,
    view_of,
    windows,
)
from dusk.record.follower.portable import MOST_LAZY
from dusk.record.moves import bring_mask


class Window(NamedTuple):
    """A basic index on a shape, normalised: per axis start, size, step; the result's shape; whether an element."""

    starts: tuple[int, ...]
    sizes: tuple[int, ...]
    steps: tuple[int, ...]
    shape: tuple[int, ...]
    element: bool


def window(shape: Sequence[int], key: object) -> Window | None:
    """The window of a basic key (IndexError as NumPy's), None for a key with arrays or masks."""
    given = cast("tuple[object, ...]", key) if type(key) is tuple else (key,)
    ellipsis = -1
    count = 0
    for i, k in enumerate(given):
        kind = type(k)
        if kind is int or kind is slice:
            count += 1
        elif k is Ellipsis:
            if ellipsis >= 0:
                raise IndexError("an index can only have a single ellipsis ('...')")
            ellipsis = i
        elif k is not None:
            if isinstance(k, bool | np.bool_ | list | tuple | np.ndarray) or not hasattr(kind, "__index__"):
                return None
            if isinstance(k, Handle) and (k.shape != () or k.dtype.kind not in "iu"):
                return None
            count += 1
    if count > len(shape):
        raise IndexError(f"too many indices for array: array is {len(shape)}-dimensional, but {count} were indexed")
    fill = (slice(None),) * (len(shape) - count)
    keys = (*given[:ellipsis], *fill, *given[ellipsis + 1 :]) if ellipsis >= 0 else (*given, *fill)
    starts: list[int] = []
    sizes: list[int] = []
    steps: list[int] = []
    out: list[int] = []
    axis = 0
    for k in cast("tuple[Any, ...]", keys):
        if k is None:
            out.append(1)
            continue
        n = shape[axis]
        if type(k) is slice:
            start, stop, step = k.indices(n)
            size = len(range(start, stop, step))
            starts.append(start if size else 0)
            sizes.append(size)
            steps.append(step)
            out.append(size)
        else:
            i = operator.index(k)
            if not -n <= i < n:
                raise IndexError(f"index {i} is out of bounds for axis {axis} with size {n}")
            starts.append(i + n if i < 0 else i)
            sizes.append(1)
            steps.append(1)
        axis += 1
    return Window(tuple(starts), tuple(sizes), tuple(steps), tuple(out), not out and ellipsis < 0)


_MOST_KNOWN = 1 << 14


def _what(x: Handle, key: Any) -> Any:
    """What a view of a basic key is known by: the type and the key's parts; None for what is not looked up."""
    parts: list[Any] = [x.type.code]
    keys = cast("tuple[Any, ...]", key) if type(key) is tuple else (key,)
    for k in keys:
        kind = type(cast("object", k))
        if kind is slice:
            ends = (k.start, k.stop, k.step)
            if not _BOUNDS.issuperset(map(type, ends)):
                return None
            parts.append(ends)
        elif kind is int or k is None or k is Ellipsis:
            parts.append(k)
        else:
            return None
    return tuple(parts)


_BOUNDS = frozenset((int, type(None)))


def _learn(x: Handle, what: Any, w: Window) -> tuple[dict[str, Any], Kind | None, Any]:
    """What a key that is not known yet leads to, for `windows`."""
    params = {"starts": w.starts, "sizes": w.sizes, "steps": w.steps, "shape": w.shape}
    kind, steps = None, None
    if not w.element:
        kind = x.type if w.shape == x.type.shape else intern(x.type.with_(w.shape))
        steps = ((getitem, params),)
    known = params, kind, steps
    if what is not None:
        if len(windows) >= _MOST_KNOWN:
            windows.clear()
        windows[what] = known
    return known


def get(x: Handle, key: Any) -> Any:
    """x[key]: a view for a basic key, an element as a scalar, else a new array."""
    if _names_an_element(key, len(x.shape)) and _at_hand(x):
        return value_of(x)[key]
    if type(key) is Classes.array and key.type.dtype.kind in "iu" and key.type.shape and x.type.shape:
        check_range(key, x.type.shape[0], 0)
        return record(ops.gather, (x, key), _FIRST, as_array=True)
    what = _what(x, key)
    known = windows.get(what)
    if known is None:
        if local.context.trace is not None and (at := named(x, key)):
            return get_traced(x, key, at, window)
        w = window(x.shape, key)
        if w is None:
            return gather(x, key)
        known = _learn(x, what, w)
    params, kind, _ = known
    if kind is not None:
        if what is None and _has_an_array(key):
            return record(getitem, (x,), params, as_array=True)
        return view_of(x, getitem, params, kind)
    if _at_hand(x) or _is_often_met(root_of(x)):
        return value_of(x)[params["starts"]]
    return record(getitem, (x,), params)


def _has_an_array(key: Any) -> bool:
    """Whether a basic key has an array of no dimensions for an integer: what that gives is a copy."""
    keys = cast("tuple[Any, ...]", key) if type(key) is tuple else (key,)
    return any(isinstance(k, Handle) and type(k) is not Classes.scalar for k in keys)


def begin(x: Handle, through: bool) -> int:
    """How many there are along the first axis (TypeError: no axis). `through`: they are about to be looked at in turn,
    so that an array of many numbers that is pending is run now."""
    shape = x.type.shape
    if not shape:
        raise TypeError("iteration over a 0-d array" if through else "len() of unsized object")
    if through and len(shape) == 1 and shape[0] > MOST_LAZY and not _at_hand(x) and _may_run():
        value_of(root_of(x))
    return shape[0]


def _may_run() -> bool:
    context = local.context
    return context.trace is None and not context.history


def _met(cell: Handle) -> int:
    """How many elements of a cell's pending value have been read, or written, one by one; in `seen`, which serves views
    otherwise, with the version that it is of."""
    count = cell.seen - _version(cell)
    return count if 0 <= count <= MOST_LAZY else 0


def _version(cell: Handle) -> int:
    return (cell.version & 0xFFFFFF) << 5


def _is_often_met(cell: Handle) -> bool:
    """Whether so many elements of a pending array are asked for that it is to be run; counts this one."""
    count = _met(cell)
    if count == MOST_LAZY or not _may_run():
        return _may_run()
    cell.seen = _version(cell) + count + 1
    return False


_INTEGERS = frozenset((int, np.intp))


def _names_an_element(key: Any, ndim: int) -> bool:
    """Whether a key is one of Python's integers an axis: NumPy then gives the element, or raises, fastest."""
    if type(key) is tuple:
        keys = cast("tuple[object, ...]", key)
        return len(keys) == ndim and _INTEGERS.issuperset(map(type, keys))
    return ndim == 1 and type(key) is int


def _at_hand(x: Handle) -> bool:
    """Whether an array's values are there to be read: computed, and recording neither a gradient nor a trace."""
    context = local.context
    return is_ready(x) and context.trace is None and not context.history


def _is_number(value: object) -> bool:
    return type(value) in (float, int, bool, complex) or isinstance(value, np.number | np.bool_)


def _computed(value: Any) -> Any:
    """A number, no longer pending: to compute it lets other threads go on."""
    return value_of(value)[()] if isinstance(value, Handle) else value


def _sole(x: Handle) -> bool:
    """Whether a cell has memory that nobody else holds: no NumPy array, no call that is still to run."""
    buffer = x.buffer
    # references: the cell's, this frame's name, getrefcount's argument
    return buffer is not None and not buffer.pins and sys.getrefcount(buffer) <= 3


def checked_number(given: Any, dtype: np.dtype[Any]) -> Any:
    """What is assigned, to integers: a scalar that is none is converted as Python's number (OverflowError, ValueError:
    it is too large, or no number); to unsigned ones, NumPy's own scalars are cast."""
    if dtype.kind not in "iu" or not isinstance(given, np.number | float | complex) or local.context.trace is not None:
        return cast("Any", given)
    if isinstance(given, Handle) and np.can_cast(given.type.dtype, dtype):
        return cast("Any", given)  # whatever it will be
    number = cast("Any", value_of(given)[()] if isinstance(given, Handle) else given)
    if type(number) is complex:
        return np.array(number, dtype)  # TypeError
    if dtype.kind == "u" and isinstance(number, np.generic):
        return np.asarray(cast("Any", number)).astype(dtype)[()]
    return np.array(number if np.can_cast(np.asarray(number).dtype, dtype) else int(number.real), dtype)[()]


def put(x: Handle, key: Any, value: Any) -> None:
    """x[key] = value."""
    count = 0
    if _is_number(value) and _names_an_element(key, len(x.shape)) and _may_run():
        cell = root_of(x)
        if x.owner is None and not _at_hand(x):
            count = _met(x) + 1
            if count > MOST_LAZY:
                value_of(x)
        if _at_hand(cell) and _sole(cell) and (x is cell or (x.owner is cell and place_of(x) is not None)):
            number, version = _computed(value), cell.version
            sole = number is value or _sole(cell)  # else others may have gone on meanwhile
            array = value_of(x)
            if sole and cell.version == version:  # no other thread comes between this line and the next two
                array[key] = number
                cell.version = version + 1
                return
    what = _what(x, key)
    known = windows.get(what)
    if known is None:
        if local.context.trace is not None and (at := named(x, key)):
            view = put_traced(x, key, at, window, value)
            return None if view is None else _put_through(view, value)
        w = window(x.shape, key)
        if w is None:
            return _scatter(x, key, value)
        known = _learn(x, what, w)
    params, kind, _ = known
    if kind is None and np.ndim(value):
        if x.type.dtype != np.bool_ or np.size(value) != 1 or isinstance(value, list | tuple):
            refuse(value, x.type.dtype)
        value = cast("Any", value).reshape(())  # of truth values NumPy takes the one there is
    value = checked_number(value, x.type.dtype)
    _put_through(view_of(x, getitem, params, kind) if kind is not None else make_view(x, getitem, params, ()), value)
    if count:
        x.seen = _version(x) + min(count, MOST_LAZY)


def _put_through(view: Handle, value: Any) -> None:
    """Write a value through a view, unless `x[key] += y` has done so already."""
    if isinstance(value, Handle) and value.owner is not None and value.owner is view.owner and value.spec == view.spec:
        return
    assign(view, value)


class Advanced(NamedTuple):
    """An index with arrays: the basic part of the key (or None), then integer arrays for axes of what that gives."""

    basic: tuple[Any, ...] | None
    indices: list[Handle]
    axes: tuple[int, ...]
    at: int
    shape: tuple[int, ...]


def advanced(x: Handle, key: Any, checked: bool = True) -> Advanced:
    """The parts of a key with arrays, by NumPy's rules (IndexError as NumPy's; out of bounds only if `checked`)."""
    keys = list(cast("tuple[Any, ...]", key)) if type(key) is tuple else [key]
    used = sum(_axes_of(k) for k in keys)
    if used > x.ndim:
        raise IndexError(f"too many indices for array: array is {x.ndim}-dimensional, but {used} were indexed")
    fill = [slice(None)] * (x.ndim - used)
    dots = next((i for i, k in enumerate(keys) if k is Ellipsis), None)
    keys = [*keys[:dots], *fill, *keys[dots + 1 :]] if dots is not None else [*keys, *fill]
    basic: list[Any] = []
    indices: list[Any] = []
    axes: list[int] = []
    places: list[int] = []
    axis = 0
    for place, k in enumerate(keys):
        if _flag(k):  # true is an axis of one, false one of none, which is taken along with index arrays
            basic.append(None)
            axes.append(len(basic) - 1)
            places.append(place)
            indices.append(np.zeros(int(bool(k)), np.intp))
            continue
        if k is None or isinstance(k, slice):
            basic.append(k)
            axis += k is not None
            continue
        for i in _as_integers(k, x.shape, axis, checked):
            axes.append(len(basic))
            places.append(place)
            basic.append(slice(None))
            indices.append(i)
            axis += 1
    try:
        common = np.broadcast_shapes(*(i.shape for i in indices))
    except ValueError:
        listed = " ".join(str(i.shape).replace(" ", "") for i in indices)
        raise IndexError(
            f"shape mismatch: indexing arrays could not be broadcast together with shapes {listed}"
        ) from None
    together = places == list(range(places[0], places[-1] + 1)) or len(set(places)) == places[-1] - places[0] + 1
    at = axes[0] if together else 0
    handles: list[Handle] = []
    for i in indices:
        made = i if isinstance(i, Handle) else leaf(i, x.type.device)
        spread = made.shape != common
        handles.append(record(ops.broadcast_to, (made,), {"shape": common}, as_array=True) if spread else made)
    plain = all(isinstance(k, slice) and k == slice(None) for k in basic)
    return Advanced(None if plain else tuple(basic), handles, tuple(axes), at, common)


def _axes_of(k: Any) -> int:
    if k is None or k is Ellipsis or isinstance(k, bool | np.bool_):
        return 0
    array = np.asarray(cast("Any", k)) if isinstance(k, list) else k
    return array.ndim if getattr(array, "dtype", None) == np.bool_ else 1


def _as_integers(k: Any, shape: Sequence[int], axis: int, checked: bool) -> list[Any]:
    """An index array (or a mask, as the integers of its true elements), its range checked where it is known."""
    if not isinstance(k, Handle):
        k = np.asarray(k, dtype=np.intp if isinstance(k, list) and not k else None)
    if k.dtype == np.bool_:
        mask = value_of(k) if isinstance(k, Handle) else k
        bad = next((i for i, n in enumerate(mask.shape) if n not in (0, shape[axis + i])), None)
        if bad is not None:  # (a mask of nothing fits whatever there is)
            raise IndexError(
                f"boolean index did not match indexed array along axis {axis + bad}; size of axis is "
                f"{shape[axis + bad]} but size of corresponding boolean axis is {mask.shape[bad]}"
            )
        return list(np.nonzero(mask))
    if k.dtype.kind not in "iu":
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    if checked:
        check_range(k, shape[axis], axis)
    return [k]


_FIRST: dict[str, Any] = {"axes": (0,), "at": 0}


def _flag(key: Any) -> bool:
    """Whether a key is one truth value: a mask of no dimensions."""
    return isinstance(key, bool | np.bool_) or (getattr(key, "dtype", None) == np.bool_ and key.shape == ())


def _mask_at_hand(x: Handle, key: Any) -> np.ndarray[Any, Any] | None:
    """The value of a mask of the first axes of x, which says how many elements there are, if with it x is at hand: no
    program for this many is likely to be met again, so NumPy does it at once."""
    if getattr(key, "dtype", None) != np.bool_ or key.shape != x.shape[: key.ndim] or not key.shape or not _may_run():
        return None
    mask = value_of(key) if isinstance(key, Handle) else key
    if local.context.checked or not _at_hand(x):
        return None
    return cast("Any", mask) if isinstance(mask, np.ndarray) else None


def gather(x: Handle, key: Any, whole: Handle | None = None, mask: Handle | None = None) -> Any:
    """x[key] of a key with arrays; of a mask, its and the array's value may have been recorded already."""
    if _flag(key):
        return record(ops.identity, (get(x, None) if key else get(get(x, None), slice(0)),), {}, as_array=True)
    if isinstance(key, Handle) and key.dtype == np.bool_ and x.type.device != key.type.device:
        bring_mask(ops.gather, x.type, key.type)
    elif isinstance(key, Handle) and key.dtype == np.bool_ and x.type.device == DEFAULT_NAME:
        chosen = Classes.selected.select(x, key, whole, mask)
        if chosen is not None:
            return chosen
    found = _mask_at_hand(x, key)
    if found is not None:
        made = [value_of(x)[found]]
        taken = taken_over(made) if x.type.device == DEFAULT_NAME else None
        return leaf(made[0], x.type.device) if taken is None else taken
    parts = advanced(x, key)
    base = x if parts.basic is None else get(x, parts.basic)
    return record(ops.gather, (base, *parts.indices), {"axes": parts.axes, "at": parts.at}, as_array=True)


def _apart(given: Any, x: Handle) -> Any:
    """The value of what is given, copied if it lies in the memory of x: NumPy writes where a mask holds as it reads."""
    if type(given) is Classes.selected:
        given = Classes.selected.shown(given)
    if not isinstance(given, Handle):
        return given
    value = value_of(given)
    return np.array(value) if root_of(given) is x else value


def _axes(value: Any) -> int:
    """The number of axes of what is given: of a handle without NumPy's asking, which takes longer."""
    return value.ndim if isinstance(value, Handle) else np.ndim(value)


def _scatter(x: Handle, key: Any, value: Any) -> None:
    if _flag(key):
        if key:
            if not x.ndim and np.ndim(value) > 1:
                refuse_many(value)
            put(x, None, value)
        elif x.ndim:
            np.broadcast_to(np.zeros(np.shape(value), np.bool_), (0, *x.shape))  # ValueError
        elif np.ndim(value) > 1:
            refuse_many(value)
        elif np.size(value) > 1:
            text = f"cannot assign {np.size(value)} input values to the 0 output values where the mask is true"
            raise ValueError(f"NumPy boolean array indexing assignment {text}")
        return
    if type(value) is Classes.selected and Classes.selected.store(x, key, value):
        return
    dtype = getattr(key, "dtype", None)
    line = None
    single = dtype == np.bool_ and key.shape == x.shape and _axes(value) == 0
    if single and _is_number(value):
        line = Classes.selected.writes_now(x, key)
    if single and line is None:
        masked = record(ops.where, (key, fit(value, x.dtype, (), x.type.device), x), {}, as_array=True)
        assign(x, masked)
        return
    if x.owner is None and _mask_at_hand(x, key) is not None:
        written = _apart(value, x)
        version = x.version
        mask = _mask_at_hand(x, _apart(key, x))
        if mask is not None and _sole(x):
            array = value_of(x)
            start = time.perf_counter()
            if x.version == version:  # as in `put`
                array[mask] = written
                x.version = version + 1
                if line is not None:
                    line.spend(start)
                return
    late: IndexError | None = None
    try:
        parts = advanced(x, key)
    except IndexError as error:  # NumPy looks whether the value fits before it looks where it goes
        late, parts = error, advanced(x, key, checked=False)
    base = x if parts.basic is None else get(x, parts.basic)
    rest = [n for i, n in enumerate(base.shape) if i not in parts.axes]
    shape = (*rest[: parts.at], *parts.shape, *rest[parts.at :])
    if dtype == np.bool_ and key.shape == x.shape and np.ndim(value) > 1:
        refuse_many(value)
    written = fit(value, x.dtype, shape, x.type.device)
    if late is not None:
        raise late
    params = {"axes": parts.axes, "at": parts.at}
    if base is x and x.owner is None:
        record(ops.scatter_set, (x, written, *parts.indices), params, as_array=True, into=x)
    else:
        assign(base, record(ops.scatter_set, (base, written, *parts.indices), params, as_array=True))
