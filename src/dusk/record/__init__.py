"""Calls to graphs: what threads record is a path in a trie, followed the next time round and not rebuilt."""

from dusk.record.at_once import Door
from dusk.record.context import Context, local
from dusk.record.flush import flush
from dusk.record.followed import ANYTHING, SPARSE, WRITES, by_numpy, followed, shortcut, viewing, viewing_property
from dusk.record.follower import (
    Caller,
    Function,
    Plan,
    adopt,
    attribute,
    become,
    choose_by,
    enter,
    follow,
    leaves_of,
    stand_apart,
)
from dusk.record.handle import Classes, Handle, Kind, intern, ready_handle
from dusk.record.linear import linearised
from dusk.record.number import assign, bind_operators, fit, numbers_at_hand, of_dtype, update
from dusk.record.recorder import leaf, record, record_barrier, record_gradients, run_pending, several, value_of
from dusk.record.restless import made_of_sizes
from dusk.record.stats import stats
from dusk.record.views import (
    become_value,
    become_view,
    cell_of,
    give_away,
    is_ready,
    make_view,
    root_of,
    steps_of,
    view_of,
    windows,
)

__all__ = [
    "ANYTHING",
    "SPARSE",
    "WRITES",
    "Caller",
    "Classes",
    "Context",
    "Door",
    "Function",
    "Handle",
    "Kind",
    "Plan",
    "adopt",
    "assign",
    "attribute",
    "become",
    "become_value",
    "become_view",
    "bind_operators",
    "by_numpy",
    "cell_of",
    "choose_by",
    "enter",
    "fit",
    "flush",
    "follow",
    "followed",
    "give_away",
    "intern",
    "is_ready",
    "leaf",
    "leaves_of",
    "linearised",
    "local",
    "made_of_sizes",
    "make_view",
    "numbers_at_hand",
    "of_dtype",
    "ready_handle",
    "record",
    "record_barrier",
    "record_gradients",
    "root_of",
    "run_pending",
    "several",
    "shortcut",
    "stand_apart",
    "stats",
    "steps_of",
    "update",
    "value_of",
    "view_of",
    "viewing",
    "viewing_property",
    "windows",
]
