"""Parts of programs declare what they touch, as the engine that checks sees it; and who leaves out one is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dusk.backends import parted_program
from dusk.backends.parted import PartedProgram, in_parts
from dusk.backends.parted_program import Cell
from dusk.engine import Buffer, fuzz
from dusk.errors import ScheduleError
from dusk.transform.pipeline import optimise
from placed_graphs import drawn, scattered
from random_graphs import random_graph

DEVICES = ["cpu:0", "cpu:1", "cpu:2"]


def program_of(seed: int) -> tuple[PartedProgram, Callable[[], list[Any]]]:
    """A random program of several devices, and what runs it on fresh buffers."""
    rng = np.random.default_rng(seed)
    plain = random_graph(rng, 20, rounding=False)
    graph = scattered(plain, rng, DEVICES)
    arrays = drawn(plain, rng)
    program = in_parts(optimise(graph))

    def run() -> list[Any]:
        given = [
            Buffer.foreign(np.atleast_1d(a).copy(), v.type.device) for a, v in zip(arrays, graph.inputs, strict=True)
        ]
        made = program.start(given).wait()
        return [b.array(t.dtype, t.shape).copy() for b, t in zip(made, program.output_types, strict=True)]

    return program, run


@pytest.mark.parametrize("seed", range(6))
def test_parts_touch_only_what_they_declare(seed: int) -> None:
    program, run = program_of(seed)
    orders = fuzz(run, 15)
    assert orders > 1 or len(program.parted.parts) < 3


@pytest.mark.parametrize("left_out", ["reads", "writes"])
def test_a_part_that_leaves_out_a_value_between_parts_is_found(monkeypatch: pytest.MonkeyPatch, left_out: str) -> None:
    pushed = parted_program.push

    def plain(variables: list[Any], which: str) -> list[Any]:
        return [x for x in variables if which != left_out or not isinstance(x, Cell)]

    def forgetful(fn: Callable[[], None], reads: list[Any], writes: list[Any], *rest: Any) -> Any:
        def run() -> None:
            if any(isinstance(x, Cell) and x.buffer is None for x in reads):
                raise LookupError("there is no value yet")  # which native code would not ask
            fn()

        return pushed(run, plain(reads, "reads"), plain(writes, "writes"), *rest)

    monkeypatch.setattr(parted_program, "push", forgetful)
    found = 0
    for seed in range(6):
        program, run = program_of(seed)
        if any(v >= program.parted.inputs for part in program.parted.parts for v in part.reads):
            with pytest.raises(ScheduleError, match=r"goes first|reads variable|wrote variable"):
                fuzz(run, 100)
            found += 1
    assert found >= 4
