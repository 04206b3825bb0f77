"""`numpy.testing`, whose assertions take arrays of Dusk's: on their values, wherever they lie in what is compared."""

from __future__ import annotations

from functools import wraps
from typing import Any, cast

import numpy as np
import numpy.testing as theirs

from dusk.record import Handle, value_of


def _values(x: Any) -> Any:
    """What NumPy is to see: of arrays their values, also in lists, tuples and dictionaries."""
    if isinstance(x, Handle):
        return np.array(value_of(x))[()]
    if type(x) in (list, tuple):
        return type(x)(map(_values, x))
    if type(x) is dict:
        return {key: _values(value) for key, value in cast("dict[Any, Any]", x).items()}
    return x


def __getattr__(name: str) -> Any:
    found = getattr(theirs, name)
    if not name.startswith("assert_") or isinstance(found, type):
        return found

    @wraps(found)
    def called(*args: Any, **kwargs: Any) -> Any:
        return found(*map(_values, args), **_values(kwargs))

    globals()[name] = called
    return called


def __dir__() -> list[str]:
    return dir(theirs)
