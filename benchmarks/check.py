"""Whether a contender computes what it should: one more run from where it stands, held against the same in float64.

Where a step has got to by rounding alone no two frameworks agree, as training is chaotic. So the reference takes one
step from the very parameters that the contender has, and the loss and every update are compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy

from benchmarks import frameworks
from benchmarks.frameworks import Contender
from benchmarks.workload import Workload, rebuilt, tree_map

SINGLE = 5.0  # times the tolerance for all of an update that one element of it may be off
BY = ("NumPy", "torch", "Dusk")  # that compute in float64 what they are given in it, the best first


def wide(x: Any) -> Any:
    """A float in float64, anything else as it is."""
    return x.astype("float64") if x.dtype.kind in "fV" else x


def outcome(contender: Contender, kind: str) -> list[Any]:
    """The results of one more run; of a step the loss, then for each parameter its value before and after."""
    if kind != "step":
        return [numpy.array(x) for x in contender.numbers(contender.call())]
    before = [numpy.array(x) for x in contender.parameters()]
    loss = contender.numbers(contender.call())
    return [*loss, *zip(before, map(numpy.array, contender.parameters()), strict=True)]


class Reference:
    """The results of a workload in float64, by whoever wrote it down for NumPy, else by another framework."""

    def __init__(self, workload: Workload) -> None:
        forms, there = frameworks.forms(replace(workload, without=())), frameworks.installed()
        names = (name for by in BY if by in there for name, (of, *_) in forms.items() if of == by)
        self.workload, self.by = replace(workload, without=()), next(names)
        self._results: list[Any] | None = None

    def of(self, found: list[Any]) -> list[Any]:
        """What a contender should have found, which stood where `found` says."""
        data = tree_map(wide, self.workload.data())
        if self.workload.kind == "step":
            before = [wide(pair[0]) for pair in found[1:]]
            return self._run((rebuilt(data[0], before), *data[1:]))
        if self._results is None:
            self._results = self._run(data)
        return self._results

    def _run(self, data: tuple[Any, ...]) -> list[Any]:
        return outcome(frameworks.contender(replace(self.workload, data=lambda: data), self.by), self.workload.kind)


def error(found: list[Any], wanted: list[Any]) -> float:
    """The largest distance of a result from the one wanted; infinite where shapes differ."""
    return max(map(_distance, found, wanted), default=0.0) if len(found) == len(wanted) else numpy.inf


def _distance(found: Any, wanted: Any) -> float:
    """Of a result the largest difference, relative to its largest number. Of an update all of it (Euclidean), relative
    to its size, or a `SINGLE`th of that, whichever is more; what rounding takes as it is added is no part of it."""
    if not isinstance(found, tuple):
        return _relative(wide(found), wide(wanted), 0.0, numpy.inf)
    (before, after), (start, end) = found, wanted
    lost = numpy.spacing(abs(after)).astype("float64")
    updates = wide(after) - before, end - start
    return max(_relative(*updates, lost, 2), _relative(*updates, lost, numpy.inf) / SINGLE)


def _relative(found: Any, wanted: Any, lost: Any, norm: float) -> float:
    if found.shape != wanted.shape:
        return numpy.inf
    apart = numpy.maximum(abs(found - wanted) - lost, 0.0)
    apart, size = (numpy.linalg.norm(x.ravel(), norm) if x.size else 0.0 for x in (apart, wanted))
    return float(apart / (size or 1.0))


def wrong(workload: Workload, contenders: Mapping[str, Contender]) -> dict[str, str]:
    """Why some contenders do not count, by one more run of each."""
    reference = Reference(workload)
    found: dict[str, str] = {}
    for name, contender in contenders.items():
        results = outcome(contender, workload.kind)
        apart = error(results, reference.of(results))
        if not apart <= workload.tolerance:
            found[name] = f"its results differ from those of {reference.by} in float64 by {apart:.1e}"
    return found
