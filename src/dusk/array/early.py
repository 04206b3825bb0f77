"""Lines whose masks have not cost yet what it takes to compile them: what they choose is computed with at once.

To record on wholes what concerns some elements pays when native code does it in one pass. Bodies would do it for all
elements, call by call, and elements in an array of their own have another length each time, so that nothing recorded
of them is met again. So while a line is new, all that is done with what its masks choose is done as NumPy does it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import numpy as np

from dusk.array.sharing import taken_over
from dusk.graph import Op, TensorType, expand
from dusk.graph.op import freeze
from dusk.graph.provenance import Place, place
from dusk.record import Handle, at_once, leaf, local, value_of
from dusk.record.entry import elsewhere, loading_s
from dusk.record.trie import WEAK

WORTH_S = 4e-3  # what compiling a line takes, once the compiler is there
MOST_LINES = 4096
_MOST_KNOWN = 4096


class Line:
    """What the masks of a line chose when last looked at, and the seconds that were spent at once on it."""

    __slots__ = ("looked", "share", "spent_s")

    def __init__(self, share: float, looked: float) -> None:
        self.share, self.looked, self.spent_s = share, looked, 0.0

    def is_new(self) -> bool:
        """Whether what it does is to be done at once."""
        return at_once.limit > 0 and self.spent_s < WORTH_S + loading_s()

    def spend(self, start: float) -> None:
        """Note the time since a start."""
        spent_s = time.perf_counter() - start
        self.spent_s += spent_s
        elsewhere.spent_s += spent_s


class Early(NamedTuple):
    """An array that is computed with at once, and the line for which it is."""

    line: Line
    array: np.ndarray[Any, Any]


lines: dict[Place | None, Line] = {}


def add_line(at: Place | None, line: Line) -> Line:
    """Get to know a line."""
    if len(lines) >= MOST_LINES:
        lines.clear()
    lines[at] = line
    return line


def new_line(depth: int) -> Line | None:
    """The line that the user's program is at, if what it does is to be done at once."""
    line = lines.get(place(depth + 1))
    return line if line is not None and line.is_new() else None


def chosen(line: Line, x: Handle, mask: Handle) -> Handle | Early:
    """x[mask]."""
    where = value_of(mask)
    array = value_of(x)
    start = time.perf_counter()
    made = array[where]
    line.spend(start)
    return _given(line, made)


def ordinary(held: list[np.ndarray[Any, Any]]) -> Handle:
    """The one array in a list, which an `Early` has too, as an ordinary one."""
    found = taken_over(held, 1)
    return leaf(held[0]) if found is None else found


def computed(line: Line, op: Op, args: Sequence[Any], params: dict[str, Any], as_array: bool) -> Any:
    """What a call gives on arrays of NumPy's (and others), or None: it is not to be done at once."""
    context = local.context
    if context.slow or context.history or not line.is_new():
        return None
    if op.effect or op.waits or op.host or op.users or op.dynamic or op.operands is not None:
        return None
    values = [value_of(a) if isinstance(a, Handle) else a for a in args]
    start = time.perf_counter()
    try:
        made = _call(op, values, params)
    except Exception:  # which is raised where it is recorded
        return None
    finally:
        line.spend(start)
    if made is None:
        return None
    given = [m[()] if not m.ndim and not as_array else _given(line, m) for m in made]
    return given[0] if len(given) == 1 else tuple(given)


def _given(line: Line, made: np.ndarray[Any, Any]) -> Handle | Early:
    """An array of NumPy's; if it is no larger than those that native code computes with at once, an ordinary one."""
    return Early(line, made) if made.size > at_once.limit and made.ndim else leaf(made)


def _call(op: Op, values: list[Any], params: dict[str, Any]) -> list[np.ndarray[Any, Any]] | None:
    """The results of an op's body, each in memory of its own."""
    kinds: tuple[Any, ...] = tuple([type(v) if type(v) in WEAK else getattr(v, "dtype", None) for v in values])
    if any([kind is None for kind in kinds]):
        return None
    frozen = freeze(params) if params else ()
    known = _known.get((op, kinds, frozen))
    if known is None:
        types = [k if k in WEAK else TensorType(v.shape, k) for k, v in zip(kinds, values, strict=True)]
        wanted = (op.promote(*kinds, **params) if op.promote is not None else None) or kinds
        outputs = expand(op, cast("Any", tuple(types)), frozen).outputs
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        known = _known[op, kinds, frozen] = wanted, tuple([kind.dtype for kind in outputs])
    wanted, dtypes = known
    for i, (kind, dtype) in enumerate(zip(kinds, wanted, strict=True)):
        if kind is not dtype and i not in op.fixed:
            values[i] = np.asarray(values[i], dtype)
    plain = isinstance(op.body, np.ufunc)
    if op.broadcast and not plain:
        values = list(np.broadcast_arrays(*values))
    with np.errstate(all="ignore"):
        result = op.body(*values, **params) if op.into is None else op.into(*values, out=None, **params)
    results = cast("tuple[Any, ...]", result) if isinstance(result, tuple) else (result,)
    made = [np.asarray(r, dtype) for r, dtype in zip(results, dtypes, strict=True)]
    return [np.array(m) if m.base is not None or any([m is v for v in values]) else m for m in made]


_known: dict[Any, tuple[Any, Any]] = {}
