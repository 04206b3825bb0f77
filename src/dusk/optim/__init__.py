"""Optimisers: one pure rule each, for imperative loops, compiled steps and whoever keeps parameters elsewhere."""

from __future__ import annotations

import difflib
from typing import Any

from dusk.optim.adaptive import LAMB, Adam, Adamax, AdamW
from dusk.optim.cells import like
from dusk.optim.clipping import clip_by_global_norm, clip_by_norm, clip_by_value, global_norm
from dusk.optim.descent import SGD, Lion
from dusk.optim.lbfgs import LBFGS
from dusk.optim.optimiser import Optimiser
from dusk.optim.precision import LossScale
from dusk.optim.scaled import AdaDelta, AdaGrad, Ftrl, RMSProp
from dusk.optim.schedules import (
    ReduceOnPlateau,
    constant,
    cosine,
    cosine_restarts,
    exponential,
    multi_step,
    one_cycle,
    polynomial,
    step,
    warmup,
)

__all__ = [
    "LAMB",
    "LBFGS",
    "SGD",
    "AdaDelta",
    "AdaGrad",
    "Adam",
    "AdamW",
    "Adamax",
    "Ftrl",
    "Lion",
    "LossScale",
    "Optimiser",
    "RMSProp",
    "ReduceOnPlateau",
    "clip_by_global_norm",
    "clip_by_norm",
    "clip_by_value",
    "constant",
    "cosine",
    "cosine_restarts",
    "create",
    "exponential",
    "global_norm",
    "like",
    "multi_step",
    "one_cycle",
    "polynomial",
    "step",
    "warmup",
]

_KINDS = {
    kind.__name__.lower(): kind for kind in (SGD, Adam, AdamW, Adamax, LAMB, Lion, RMSProp, AdaGrad, AdaDelta, Ftrl)
}


def create(name: str, **options: Any) -> Optimiser:
    """The optimiser of a name, in letters of any case (ValueError: there is none), with the options of its class.

    >>> create("adam", rate=1e-3).betas
    (0.9, 0.999)
    """
    kind = _KINDS.get(name.lower())
    if kind is None:
        near = difflib.get_close_matches(name.lower(), _KINDS, 1)
        raise ValueError(
            f"there is no optimiser {name!r}{f' (did you mean {near[0]!r}?)' if near else ''}; "
            f"known are {', '.join(sorted(_KINDS))}"
        )
    return kind(**options)
