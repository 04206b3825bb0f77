"""Numbers at equal steps, or in equal ratios, between two ends."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, cast

import numpy as np

from dusk.array import as_handle
from dusk.devices import beside
from dusk.numpy.composite import composite
from dusk.numpy.creation import asked, fresh
from dusk.record import Handle, local

__all__ = ["geomspace", "linspace", "logspace"]


def _between(theirs: Any) -> Callable[..., Any]:
    """NumPy's function, of numbers at once; of arrays, and where a number may be a variable, its Python code."""
    recorded = composite(theirs)

    @functools.wraps(theirs)
    def between(*args: Any, device: Any = None, **kwargs: Any) -> Any:
        if device is not None:
            with beside(asked(device)):
                return between(*args, **kwargs)
        given = [x for x in (*args, *kwargs.values()) if isinstance(x, Handle)]
        context = local.context
        if given and (context.history or context.trace is not None or any(x.shape for x in given)):
            return recorded(*args, **kwargs)
        plain = [as_handle(a).item() if isinstance(a, Handle) else a for a in args]
        named = {name: as_handle(a).item() if isinstance(a, Handle) else a for name, a in kwargs.items()}
        out = theirs(*plain, **named)
        return tuple(map(fresh, cast("tuple[Any, ...]", out))) if isinstance(out, tuple) else fresh(out)

    return between


linspace, logspace, geomspace = map(_between, (np.linspace, np.logspace, np.geomspace))
