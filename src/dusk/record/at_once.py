"""Small arrays at hand: what native code does with them at once, by the inner loops of NumPy's universal functions.

To record a call costs 40 ns where it was met before, and what it is part of half a microsecond to run; a call of
NumPy's half a microsecond, most of it for finding out what to do. An inner loop by itself takes tens of nanoseconds on
a few elements: so it is what small arrays cost least by, met before or not.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, cast

import numpy as np

from dusk.config import config
from dusk.graph import Op, TensorType, expand
from dusk.kernel.costs import DEFAULTS
from dusk.record import follower
from dusk.record.follower import cpython
from dusk.record.follower.portable import NUMBERS
from dusk.record.handle import Kind, intern

_DTYPES = [np.dtype(name) for name in NUMBERS]
_FUNCTIONS, _DATA, _NTYPES = 32, 40, 48  # of NumPy's universal functions: where these lie in one
_LAUNCH_S = 1e-6  # what a program takes to begin
_MOST = int(_LAUNCH_S * DEFAULTS.bytes_s) // 8  # elements, which NumPy goes through in that time
_FITS = follower.unfit is None and cpython.strange() is None
MOST_RESTLESS = 1 << 16
"""The same for places where recording does not pay, see `restless.py`: a program of a few calls for another length
takes as long to be made as NumPy goes through these. Products may have eight times as many."""
limit = 0
"""The most elements of what is done at once, with the settings in force; 0: nothing is."""


def _word(thing: object, offset: int) -> int:
    return ctypes.c_size_t.from_address(id(thing) + offset).value


def inner(op: Op, number: int) -> tuple[int, int, int] | None:
    """The loop that computes an op on operands of the dtype of that number: its address, what it is given, and the
    number of the result's dtype. None: NumPy has none that takes them as they are."""
    function: Any = op.body
    if op.name == "matmul":  # its loop is another one: see `product_at_once`
        function = np.matmul
    if (
        not isinstance(function, np.ufunc)
        or function.nout != 1
        or _word(function, _NTYPES) & 0xFFFFFFFF != function.ntypes
    ):
        return None
    dtype = _DTYPES[number]
    if op.name == "power" and dtype.kind in "iu":  # which raises in its midst
        return None
    wanted = dtype.char * function.nin + "->"
    at = next((i for i, name in enumerate(function.types) if name.startswith(wanted)), None)
    if at is None:
        return None
    result = np.dtype(function.types[at][-1])
    try:
        (made,) = expand(op, (TensorType((2,), dtype),) * function.nin, ()).outputs
        chosen = function.resolve_dtypes((dtype,) * function.nin + (None,))
    except Exception:
        return None
    if result not in _DTYPES or chosen != (dtype,) * function.nin + (result,):
        return None
    if made.dtype != result:
        return None
    functions, data = _word(function, _FUNCTIONS), _word(function, _DATA)
    run = ctypes.c_size_t.from_address(functions + 8 * at).value
    given = ctypes.c_size_t.from_address(data + 8 * at).value if data else 0
    return run, given, _DTYPES.index(result)


def kind_of(a: Kind, b: Kind | None, number: int) -> Kind | None:
    """The type of what has the shape that two types have together and the dtype of that number (below 0, counted from
    -1: the shape of their product)."""
    if number < 0:
        number = -1 - number
        rows, columns = a.shape[:-1], b.shape[1:] if b else ()
        return intern(TensorType((*rows, *columns), _DTYPES[number], a.device))
    shape: Any = a.shape
    if b is not None:
        shape = np.broadcast_shapes(shape, cast("Any", b.shape))
    return intern(TensorType(shape, _DTYPES[number], a.device))


def type_of(array: Any) -> Kind | None:
    """The type of an array of NumPy's, None: it is not for ours."""
    numeric = array.dtype.kind in "biufc" and array.dtype.isnative and array.dtype.itemsize <= 16
    return intern(TensorType(array.shape, array.dtype)) if numeric else None


class Door:
    """What makes arrays of ours of anything that NumPy gives, given by the layer that knows."""

    wrap: Callable[[Any], Any]


def _wrap(result: Any) -> Any:
    return Door.wrap(result)


DOORS = (inner, kind_of, type_of, _wrap, "out", "F", "dtype")
"""What native code asks, as `configure` gives it on."""


def _as_settings_ask() -> None:
    usual = (
        config.tier == "auto" and config.background and not (config.reproducible or config.refusals or config.placings)
    )
    global limit
    limit = _MOST if _FITS and usual else 0
    follower.do_at_once(limit, MOST_RESTLESS)


config.watch(_as_settings_ask)
