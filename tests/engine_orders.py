"""Random programs of tasks, each under twenty orders, against the serial engine: `engine_orders.py PROGRAMS [FIRST]`.

Fourteen orders are drawn, of which three are seen to by the engine that checks: it must accuse nobody. Six are those of
threads as they come.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from contextlib import closing, nullcontext
from typing import Any

import numpy as np

from dusk.engine import CheckingEngine, Engine, PermutingEngine, SerialEngine, ThreadedEngine, by_push, using
from engine_programs import Run, random_steps


def compare(programs: Iterable[int]) -> int:
    """How many runs gave the bits of the serial engine; AssertionError at the first that does not."""
    threads = [ThreadedEngine(2), ThreadedEngine(3, by_push), ThreadedEngine(4)]
    same = 0
    try:
        for seed in programs:
            program = Run(random_steps(seed))
            expected = _values(program, SerialEngine())
            makers: list[Callable[[], Engine]] = [lambda s=s: PermutingEngine(s) for s in range(11)]
            makers += [lambda s=s: CheckingEngine(s) for s in range(11, 14)]
            makers += [lambda e=e: e for e in threads * 2]
            for number, make in enumerate(makers):
                engine = make()
                assert _values(program, engine) == expected, f"program {seed}, order {number}"
                assert not isinstance(engine, CheckingEngine) or not engine.findings, f"program {seed}, order {number}"
                same += 1
    finally:
        for engine in threads:
            engine.close()
    return same


def _values(program: Run, engine: Engine) -> list[Any]:
    with using(engine), closing(engine) if not isinstance(engine, ThreadedEngine) else nullcontext():
        return [x.tobytes() if isinstance(x, np.ndarray) else x for x in program()]


if __name__ == "__main__":
    count, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    start = time.perf_counter()
    runs = compare(range(first, first + count))
    seconds = time.perf_counter() - start
    print(f"{count} programs, {runs} runs: all have the bits of the serial engine ({seconds:.0f} s)")
