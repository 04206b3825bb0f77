"""What NumPy's Python code leaves to C under names of its own; these stand in for it (see `composite`)."""

from __future__ import annotations

import math
from typing import Any, cast

import numpy as np
from numpy._core import multiarray

from dusk import ops
from dusk.array import as_handle, scalar
from dusk.numpy.creation import asanyarray
from dusk.numpy.fallback import run_numpy
from dusk.numpy.reductions import root
from dusk.record import Handle, of_dtype, record

__all__ = [
    "_array_converter",
    "_monotonicity",
    "_place",
    "_unique_hash",
    "broadcast",
    "correlate",
    "correlate2",
    "count_nonzero",
    "interp",
    "interp_complex",
]


class _array_converter:  # noqa: N801 - NumPy's name
    """Array-likes as arrays, and results as what went in: a scalar if all of them were."""

    def __init__(self, *given: Any) -> None:
        self._given = given
        self._arrays = [asanyarray(x) for x in given]
        self.scalar_input = tuple([np.isscalar(x) or type(x) is scalar for x in given])

    def __getitem__(self, i: int) -> Any:
        return self._arrays[i]

    def __len__(self) -> int:
        return len(self._arrays)

    def as_arrays(self, *, subok: bool = True, pyscalars: str = "convert_if_no_array") -> tuple[Any, ...]:
        """The arrays; Python's scalars as they are where they shall weigh nothing beside arrays."""
        weak = [type(x) in (int, float, complex) for x in self._given]
        kept = pyscalars == "preserve" or (pyscalars == "convert_if_no_array" and not all(weak))
        pairs = zip(self._given, self._arrays, weak, strict=True)
        return tuple([x if w and kept else a for x, a, w in pairs])

    def result_type(self, extra_dtype: Any = None, ensure_inexact: bool = False) -> np.dtype[Any]:
        """The dtype that the operands have together, Python's scalars being weak."""
        kinds = [
            x if type(x) in (int, float, complex) else a.dtype for x, a in zip(self._given, self._arrays, strict=True)
        ]
        more = [*([] if extra_dtype is None else [extra_dtype]), *([0.0] if ensure_inexact else [])]
        return np.result_type(*kinds, *more)

    def wrap(self, array: Any, to_scalar: bool | None = None) -> Any:
        """A result as an array, or as a scalar."""
        wanted = all(self.scalar_input) if to_scalar is None else to_scalar
        return array[()] if wanted and not array.shape else array


def norm_root(total: Any) -> Any:
    """The square root that `np.linalg.norm` takes of a sum of squares: `root`, of numbers at hand too."""
    return root(total) if isinstance(total, Handle) else np.sqrt(total)


class norm_exponent:  # noqa: N801 - it stands for a function
    """What `np.linalg.norm` raises a sum of powers to: `root`, where magnitudes of 0 can make a sum of 0."""

    __array_ufunc__ = None

    def __new__(cls, power: Any, dtype: Any) -> Any:
        return object.__new__(cls) if power > 0 else np.reciprocal(power, dtype=dtype)

    def __init__(self, power: Any, dtype: Any) -> None:
        self.exponent = np.reciprocal(power, dtype=dtype)

    def __rpow__(self, total: Any) -> Any:
        return root(total, self.exponent) if isinstance(total, Handle) else total**self.exponent


class broadcast:  # noqa: N801 - NumPy's name
    """The shape that operands have together."""

    def __init__(self, *given: Any) -> None:
        self.shape = np.broadcast_shapes(*(as_handle(x).shape for x in given))
        self.ndim = self.nd = len(self.shape)
        self.size = math.prod(self.shape)


def _unique_hash(values: Any, *, equal_nan: bool = True) -> Any:
    """The values without repetitions, in ascending order (which NumPy leaves open), or NotImplemented: how many there
    are, only the values tell."""
    return run_numpy(_sorted_hash, (values,), {"equal_nan": equal_nan})


def _sorted_hash(values: Any, *, equal_nan: bool) -> Any:
    found = vars(multiarray)["_multiarray_umath"]._unique_hash(values, equal_nan=equal_nan)
    if found is not NotImplemented:
        found.sort()
    return found


def _monotonicity(bins: Any) -> int:
    """1 if numbers never decrease, else -1 if they never increase, else 0."""
    steps: Any = np.diff(np.asarray(bins))
    return 1 if (steps >= 0).all() else -1 if (steps <= 0).all() else 0


def count_nonzero(a: Any) -> Any:
    """How many elements are not 0."""
    x: Any = as_handle(a)
    return record(ops.sum_, (x if x.dtype == np.bool_ else record(ops.not_equal, (x, 0), {}),), _WHOLE)


_WHOLE = {"axis": None, "keepdims": False}


def _place(arr: Any, mask: Any, vals: Any) -> None:
    """Put values, repeated as often as it takes, where a mask holds."""
    if not issubclass(cast("type[Any]", type(arr)), Handle | np.ndarray):
        raise TypeError(f"place() argument 1 must be numpy.ndarray, not {type(arr).__name__}")
    values: Any = as_handle(of_dtype(vals, arr.dtype)).reshape(-1)
    holds = np.asarray(mask).astype(bool)
    if holds.size != arr.size:
        raise ValueError(f"place: mask and data must be the same size, not {holds.shape} and {arr.shape}")
    n = int(holds.sum())
    if n and not values.size:
        raise ValueError("Cannot insert from an empty array!")
    if n:
        arr[as_handle(holds.reshape(arr.shape))] = values[as_handle(np.arange(n) % values.size)]


def correlate(a: Any, v: Any, mode: Any = "valid") -> Any:
    """The sums of products of a and the shorter v at each shift, without conjugation: what `np.convolve` is made of."""
    x, y = as_handle(a), as_handle(v)
    if x.ndim != 1 or y.ndim != 1:
        raise ValueError("object too deep for desired array")
    n, m = x.shape[0], y.shape[0]
    if not n:
        raise ValueError("first array argument cannot be empty")
    if not m:
        raise ValueError("second array argument cannot be empty")
    if n < m:
        return _flipped(correlate(y, x, mode))
    ends = {"valid": (0, 0), "same": (m // 2, m - 1 - m // 2), "full": (m - 1, m - 1)}
    before, after = ends[_mode(mode)]
    if before or after:
        x = record(ops.pad, (x,), {"widths": ((before, after),), "value": 0}, as_array=True)
    return record(ops.correlate, (x, y), {}, as_array=True)


def correlate2(a: Any, v: Any, mode: Any = "valid") -> Any:
    """The correlation of two series, v conjugated: `np.correlate`."""
    y: Any = as_handle(v)
    return correlate(a, y.conj() if y.dtype.kind == "c" else y, mode)


def _mode(mode: Any) -> str:
    name = {0: "valid", 1: "same", 2: "full"}.get(mode, mode)
    if name not in ("valid", "same", "full"):
        raise ValueError(f"mode must be one of 'valid', 'same', or 'full' (got {mode!r})")
    return name


def _flipped(x: Any) -> Any:
    return x[::-1].copy()


def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None) -> Any:
    """On the lines between neighbours of increasing `xp`; beyond the ends `left` and `right` (None: the end's own)."""
    at, xs, ys = (as_handle(v) for v in (x, xp, fp))
    given: Any = at.astype(np.float64, casting="safe", copy=False)
    out = record(ops.interpolate, (given, xs, ys), {})
    if left is not None:
        out = record(ops.where, (given < xs[0], left, out), {})
    return out if right is None else record(ops.where, (given > xs[-1], right, out), {})


interp_complex = interp
