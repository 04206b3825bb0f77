"""Restless sites: places in the user's program whose calls meet arrays at hand of ever other sizes.

`x[:i] @ y[:i]` in a loop is no call that was recorded before, whatever `i` is next: recording and running it anew takes
some fifty times what NumPy does. So where a place has met many sizes, arrays of more elements than elsewhere are
computed with at once (`follower/sites.h`). Where arrays are made that loops write row by row, these are made at once
as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import CodeType
from typing import Any

from dusk.graph.provenance import user_frame
from dusk.record import at_once, follower
from dusk.record.context import local
from dusk.record.handle import Handle
from dusk.record.views import root_of

_VARIETY = 24  # types met at one place
_MOST_SITES = 1024
_met: dict[tuple[CodeType, int], set[Any]] = {}
_found: set[tuple[CodeType, int]] = set()


def found_restless(args: Sequence[Any]) -> bool:
    """Note what a call is given that is about to be recorded anew; whether its place is found to be restless, or was:
    only what is pending has led here then."""
    if not at_once.limit:
        return False
    kinds: list[Any] = []
    for arg in args:
        if isinstance(arg, Handle):
            if root_of(arg).buffer is None or arg.type.weight > 64 * at_once.MOST_RESTLESS:
                return False
            kinds.append(arg.type.code)
    frame = user_frame(2)
    if frame is None or not kinds:
        return False
    site = frame.f_code, frame.f_lasti
    if site in _found:
        return True
    met = _met.get(site)
    if met is None:
        if len(_met) >= _MOST_SITES:
            _met.clear()
        met = _met[site] = set()
    met.add(tuple(kinds))
    if len(met) < _VARIETY:
        return False
    _met.pop(site, None)  # (another thread may have found it, too)
    if len(_found) >= _MOST_SITES:
        _found.clear()
    _found.add(site)
    follower.restless(*site)
    return True


def found_in_vain() -> None:
    """Do not find the place again: what is done there could not be done at once."""
    if (frame := user_frame(2)) is not None:
        _found.discard((frame.f_code, frame.f_lasti))


def made_of_sizes() -> None:
    """Let an array like the one just recorded be made at once at this place from now on, if small windows of it are all
    that is written next: those are done at once as well then, without a run before them."""
    if local.context.node.piecemeal and (frame := user_frame(2)) is not None:
        follower.restless(frame.f_code, frame.f_lasti)
