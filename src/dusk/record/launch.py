"""Launches: runs of native programs that the follower does by itself, the next time that all is as it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dusk.config import config
from dusk.later import Later
from dusk.record.follower import Launch, unfit
from dusk.record.stats import Tally

if TYPE_CHECKING:
    from dusk.compiler import program as compiled
else:
    compiled = Later("dusk.compiler.program")

_KEPT = 2  # scalars of a program: while a caller holds the last result, the next is computed
_MOST = 8  # launches of one program: those made last


def launch_of(
    program: Any,
    sources: Sequence[int],
    n_given: int,
    tally: Tally,
    constants: Sequence[Any] = (),
    immutable: Sequence[bool] = (),
) -> Launch | None:
    """The launch of a program whose input `i` is what is given at `sources[i]` (from `n_given` on: a constant); None if
    that takes Python. Runs are counted in `tally`. `immutable` tells which of the first outputs nobody can write to."""
    if unfit is not None or config.tier == "interpreter" or not isinstance(program, compiled.Program):
        return None
    binding = program.binding()
    if binding is None:
        return None
    launch = Launch()
    inputs = [(source, *cell) for source, cell in zip(sources, binding.cells, strict=True)]
    run = binding.free, binding.instance, binding.call, binding.fail, binding.table
    outputs = list(binding.outputs)
    for i, fixed in enumerate(immutable):  # that their buffers are seen here too is in nobody's way
        if fixed:
            outputs[i] = (*outputs[i][:2], _KEPT)
    launch.bind(*run, inputs, n_given, tuple(constants), outputs, config.mode, tally.runs_at)
    program.launches.append(launch)
    if len(program.launches) > _MOST:
        program.launches.pop(0).drop()
    return launch


class Kept:
    """The launch of an entry's program, while neither settings nor what it is for have changed."""

    __slots__ = ("key", "launch")

    def __init__(self) -> None:
        self.key: Any = None
        self.launch: Launch | None = None

    def of(
        self,
        program: Any,
        alive: tuple[int, ...],
        donors: tuple[int, ...],
        slots: tuple[int, ...],
        sources: Sequence[int],
        n_given: int,
        tally: Tally,
        constants: Sequence[Any] = (),
    ) -> Launch | None:
        """The launch for a live set of a path; `slots` get the outputs."""
        key = config.mode, alive, donors
        if key != self.key or self.launch not in getattr(program, "launches", ()):
            self.key, self.launch = key, launch_of(program, sources, n_given, tally, constants)
            if self.launch is not None:
                self.launch.serve(alive, donors, slots)
        return self.launch
