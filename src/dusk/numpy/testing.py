"""`numpy.testing`, whose assertions take arrays of Dusk's: on their values, wherever they lie in what is compared."""

from __future__ import annotations

from functools import wraps
from typing import Any

import numpy as np
import numpy.testing as theirs

from dusk.record import Handle, value_of
from dusk.tree import map_leaves


def _value(x: Any) -> Any:
    return np.array(value_of(x))[()] if isinstance(x, Handle) else x


def __getattr__(name: str) -> Any:
    found = getattr(theirs, name)
    if not name.startswith("assert_") or isinstance(found, type):
        return found

    @wraps(found)
    def called(*args: Any, **kwargs: Any) -> Any:
        args, kwargs = map_leaves(_value, (args, kwargs))
        return found(*args, **kwargs)

    globals()[name] = called
    return called


def __dir__() -> list[str]:
    return dir(theirs)
