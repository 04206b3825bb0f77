"""Random numbers as functions of keys: the same key gives the same numbers, on every tier and number of threads.

A key is two 32-bit words. Who draws several times takes several keys (`split`, `fold_in`): drawing twice with one key
gives the same numbers twice. Each number is a function of the key and of its own place in the array (Threefry-2x32), so
numbers are computed where they are used, in the loops of compiled functions. `dusk.numpy.random` has NumPy's streams.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle
from dusk.devices import said
from dusk.record import Handle, leaf, record_made
from dusk.transform.laws import limits

__all__ = ["bernoulli", "bits", "fold_in", "key", "normal", "permutation", "randint", "split", "uniform"]

_WORD = np.dtype(np.uint32)
_DRAW, _SPLIT, _FOLD = (n << 28 for n in range(3))
"""What counters are for: their high words, so that draws, and the keys made of a key, never meet."""

Shape = int | Sequence[int]


def key(seed: int) -> Any:
    """The key of a seed: its lowest 64 bits, as uint32[2], the higher word first.

    >>> import dusk.random as random
    >>> random.uniform(random.key(1), 2)
    array([0.11815024, 0.25860382])
    """
    seed = operator.index(seed) & (1 << 64) - 1
    return leaf(np.array([seed >> 32, seed & 0xFFFFFFFF], _WORD))


def split(key: Any, number: int = 2) -> Any:
    """Keys that have nothing to do with each other, nor with draws of the key they come from, as uint32[number, 2]."""
    return ops.stack(*_words(key, (operator.index(number),), _SPLIT), axis=1)


def fold_in(key: Any, number: Any) -> Any:
    """The key of a key and a 32-bit number, say that of a step or a layer (an integer, or an array of one)."""
    first, second = _key(key)
    low = ops.astype(number, dtype=_WORD) if isinstance(number, Handle) else operator.index(number) & 0xFFFFFFFF
    return ops.stack(*ops.threefry(first, second, low, _FOLD), axis=0)


def bits(key: Any, shape: Shape = (), dtype: Any = np.uint32) -> Any:
    """Random bits, as uint32 or uint64 (TypeError: another dtype)."""
    first, second = _words(key, _shape(shape))
    if np.dtype(dtype) == _WORD:
        return first
    if np.dtype(dtype) != np.uint64:
        raise TypeError(f"random bits are uint32 or uint64, not {np.dtype(dtype)}")
    return _both(first, second)


def uniform(key: Any, shape: Shape = (), low: Any = 0.0, high: Any = 1.0, dtype: Any = np.float64) -> Any:
    """Numbers between `low` (included) and `high` (excluded, but for rounding), all that `dtype` tells apart in [0, 1).

    `low` and `high` may be arrays; gradients flow to them.
    """
    drawn = _unit(_words(key, _shape(shape)), _float(dtype))
    if isinstance(low, int | float) and isinstance(high, int | float) and (low, high) == (0, 1):
        return drawn
    return ops.add(ops.multiply(drawn, ops.subtract(high, low) if _is_array(low, high) else high - low), low)


def normal(key: Any, shape: Shape = (), loc: Any = 0.0, scale: Any = 1.0, dtype: Any = np.float64) -> Any:
    """Normally distributed numbers of mean `loc` and standard deviation `scale`, by the method of Box and Muller.

    `loc` and `scale` may be arrays; gradients flow to them. Tiers agree to the accuracy of log and cos.
    """
    dtype = _float(dtype)
    wide = np.dtype(np.float64 if dtype.itemsize > 4 else np.float32)
    first, second = (ops.astype(w, dtype=wide) for w in _words(key, _shape(shape)))
    # a word each, so nothing lies further out than 6.8; of 10**11 true draws one does
    radius = ops.log(ops.multiply(ops.add(first, wide.type(0.5)), wide.type(2**-32)))
    turn = ops.cos(ops.multiply(second, wide.type(2 * math.pi * 2**-32)))
    drawn = ops.astype(ops.multiply(ops.sqrt(ops.multiply(radius, wide.type(-2.0))), turn), dtype=dtype)
    if isinstance(loc, int | float) and isinstance(scale, int | float) and (loc, scale) == (0, 1):
        return drawn
    return ops.add(ops.multiply(drawn, scale), loc)


def bernoulli(key: Any, p: Any = 0.5, shape: Shape | None = None) -> Any:
    """Whether events of probability `p` happened, as bools (shape: that of `p`); single precision draws for float32."""
    met: Any = getattr(p, "dtype", None)
    dtype = met if met is not None and met.kind in "fV" else np.float64
    return ops.less(uniform(key, np.shape(p) if shape is None else shape, dtype=dtype), p)


def randint(key: Any, shape: Shape, low: int, high: int, dtype: Any = np.int64) -> Any:
    """Integers from `low` to below `high`, even to 2**-32 (ValueError: none, or more than 2**32, or not in `dtype`)."""
    dtype, low, high = np.dtype(dtype), operator.index(low), operator.index(high)
    if not 0 < high - low <= 1 << 32:
        raise ValueError(f"dusk.random.randint takes 1 to 2**32 numbers, not those from {low} to below {high}")
    if dtype.kind not in "iu" or low < np.iinfo(dtype).min or high - 1 > np.iinfo(dtype).max:
        raise ValueError(f"dusk.random.randint: the numbers from {low} to below {high} are not all {dtype}")
    wide = np.dtype(np.uint64)
    span, half = np.uint64(high - low), np.uint64(32)
    upper, lower = (ops.multiply(ops.astype(w, dtype=wide), span) for w in _words(key, _shape(shape)))
    offset = ops.right_shift(ops.add(upper, ops.right_shift(lower, half)), half)
    kept = np.dtype(np.int64) if dtype.kind == "i" else wide
    return ops.astype(ops.add(ops.astype(offset, dtype=kept), kept.type(low)), dtype=dtype)


def permutation(key: Any, x: Any) -> Any:
    """The numbers below an integer, or the rows of an array, in a random order."""
    rows: Any = as_handle(x) if np.ndim(x) else None
    count = operator.index(x) if rows is None else rows.shape[0]
    order = bits(key, (count,), np.uint64).argsort(kind="stable")
    return order if rows is None else rows[order]


def _is_array(*values: Any) -> bool:
    return any(isinstance(value, Handle) for value in values)


def _shape(shape: Shape) -> tuple[int, ...]:
    return tuple(shape) if isinstance(shape, Sequence) else (shape,)


def _float(dtype: Any) -> np.dtype[Any]:
    dtype = np.dtype(dtype)
    if dtype.kind not in "fV":
        raise TypeError(f"dusk.random draws real floats here, not {dtype}")
    return dtype


def _key(key: Any) -> tuple[Any, Any]:
    """The two words of a key (TypeError: it is none)."""
    key = as_handle(key) if hasattr(key, "dtype") else key
    if not isinstance(key, Handle) or key.dtype != _WORD or key.shape != (2,):
        met = f"{key.dtype}{list(key.shape)}" if isinstance(key, Handle) else type(key).__name__
        raise TypeError(f"dusk.random takes a key as dusk.random.key(seed) or split make them, not {met}")
    return cast("Any", key)[0], cast("Any", key)[1]


def _words(key: Any, shape: tuple[int, ...], purpose: int = _DRAW) -> tuple[Any, Any]:
    """Two words for each place of an array."""
    first, second = _key(key)
    size = math.prod(shape)
    own = first.type.device if isinstance(first, Handle) else ""
    place = said() or own  # where the key is, unless a device is in force
    low: Any = record_made(ops.iota, size=size, dtype=_WORD, device=place)
    high: Any = np.uint32(purpose)
    if size > 1 << 32:
        places = record_made(ops.iota, size=size, device=place)
        high = ops.add(ops.astype(ops.right_shift(places, 32), dtype=_WORD), high)
    made = ops.threefry(first, second, low, high)
    return tuple(ops.reshape(w, shape=shape) for w in made) if shape != (size,) else made  # type: ignore[return-value]


def _both(first: Any, second: Any) -> Any:
    wide = np.dtype(np.uint64)
    return ops.bitwise_or(ops.left_shift(ops.astype(first, dtype=wide), np.uint64(32)), ops.astype(second, dtype=wide))


def _unit(words: tuple[Any, Any], dtype: np.dtype[Any]) -> Any:
    """Numbers in [0, 1): as many leading bits as a dtype has, so that nothing is rounded."""
    digits = int(limits(dtype).nmant) + 1
    whole = np.dtype(np.int32)  # converts to floats faster than unsigned numbers do
    if digits <= 31:
        upper = ops.astype(ops.astype(ops.right_shift(words[0], 32 - digits), dtype=whole), dtype=dtype)
        return ops.multiply(upper, np.asarray(2.0**-digits).astype(dtype)[()])
    upper, lower = ops.right_shift(words[0], 5), ops.right_shift(words[1], 6)
    upper, lower = (ops.astype(ops.astype(w, dtype=whole), dtype=dtype) for w in (upper, lower))
    return ops.multiply(ops.add(ops.multiply(upper, 2.0**26), lower), 2.0**-53)
