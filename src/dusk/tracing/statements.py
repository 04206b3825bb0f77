"""What functions that `source` has written anew call in place of Python's statements and expressions.

On Python's own values, and on values that are there to be looked at, they do what Python does. On values that are
traced they become branches and loops of the graph, if what is inside of them can be traced: else the trace ends, and
the function runs as it was written.
"""

from dusk.tracing.calls import attribute, call, fresh
from dusk.tracing.rounds import for_, range_, while_
from dusk.tracing.sides import (
    Unset,
    adopted,
    and_,
    augment,
    choose,
    compare,
    defined,
    flag,
    if_,
    item,
    not_,
    or_,
    returned,
    slice_,
    store,
)

__all__ = [
    "Unset",
    "adopted",
    "and_",
    "attribute",
    "augment",
    "call",
    "choose",
    "compare",
    "defined",
    "flag",
    "for_",
    "fresh",
    "if_",
    "item",
    "not_",
    "or_",
    "range_",
    "returned",
    "slice_",
    "store",
    "while_",
]
