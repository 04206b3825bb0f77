"""Following what was recorded: native where it can be loaded, else in Python; what both are is said in `portable`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dusk.record.follower import native, operators, portable

_found = native.load()
unfit: str | None = _found if isinstance(_found, str) else None
"""Why the native follower is not in use, if so."""
_chosen: Any = portable if isinstance(_found, str) else _found

if TYPE_CHECKING:
    from dusk.record.follower.portable import (
        Caller,
        Counts,
        Followed,
        Function,
        Handle,
        Iterator,
        Launch,
        Plan,
        Position,
        Segment,
    )
else:
    Handle, Segment, Position, Function = _chosen.Handle, _chosen.Segment, _chosen.Position, _chosen.Function
    Counts, Launch, Plan, Caller = _chosen.Counts, _chosen.Launch, _chosen.Plan, _chosen.Caller
    Followed, Iterator = _chosen.Followed, _chosen.Iterator
Number: Any = _chosen.Number

adopt = _chosen.adopt
attribute = _chosen.attribute
become = _chosen.become
choose_by = _chosen.choose_by
stand_apart = _chosen.stand_apart
enter = _chosen.enter
configure = operators.configure if isinstance(_found, str) else _found.configure
follow = _chosen.follow
follow_slots = _chosen.follow_slots
launched = _chosen.launched
leaves_of = _chosen.leaves_of
do_at_once = _chosen.do_at_once
record_with = _chosen.record_with
restless = _chosen.restless

__all__ = [
    "Caller",
    "Counts",
    "Followed",
    "Function",
    "Handle",
    "Iterator",
    "Launch",
    "Number",
    "Plan",
    "Position",
    "Segment",
    "adopt",
    "attribute",
    "become",
    "choose_by",
    "configure",
    "do_at_once",
    "enter",
    "follow",
    "follow_slots",
    "launched",
    "leaves_of",
    "record_with",
    "restless",
    "stand_apart",
    "unfit",
]
