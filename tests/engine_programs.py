"""Random programs of tasks over arrays, for the tests of engines: what they compute depends on every order that counts.

A program is made of a seed and changes nothing but arrays of its own. Each task folds what it reads, its own number and
what it overwrites into what it writes, in whole numbers that wrap, so that any other order gives other bits.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Hashable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy as np

from dusk.engine import Buffer, Task, allocate, push, wait_all, wait_for, watch

DEVICES = None, None, "cpu:0", "cpu:1", "cpu:2"
LENGTH = 5
_runs = count()  # a name is of one run: an engine keeps what failed


class PlannedError(Exception):
    """What a task raises that was made to."""


@dataclass
class Step:
    """A task: the variables that it touches, those that it says it does, and the tasks that it pushes itself."""

    number: int
    reads: tuple[int, ...]
    writes: tuple[int, ...]
    priority: int = 0
    device: str | None = None
    fails: bool = False
    children: list[Step] = field(default_factory=lambda: list[Step]())
    says_reads: tuple[int, ...] = ()
    says_writes: tuple[int, ...] = ()
    waits_for: int = -1  # before its push, the program waits for this variable and reads it


def random_step(chance: random.Random, number: int, variables: int, depth: int = 0) -> Step:
    reads = tuple(chance.sample(range(variables), chance.choice((0, 1, 1, 2, 3))))
    writes = tuple(chance.sample(range(variables), chance.choice((0, 1, 1, 1, 2))))
    step = Step(number, reads, writes, chance.randrange(-2, 3), chance.choice(DEVICES), chance.random() < 0.04)
    if depth < 2 and chance.random() < 0.12:
        step.children = [
            random_step(chance, 100 * number + i, variables, depth + 1) for i in range(chance.choice((1, 2, 3)))
        ]
    if chance.random() < 0.07:
        step.waits_for = chance.randrange(variables)
    step.says_reads, step.says_writes = reads, writes
    return step


def random_steps(seed: int, variables: int = 6) -> list[Step]:
    chance = random.Random(seed)
    return [random_step(chance, number, variables) for number in range(1, chance.randrange(12, 30))]


class Run:
    """One run of a program on the engine in use; calling it gives all values, and the errors left in variables."""

    def __init__(self, steps: list[Step], variables: int = 6) -> None:
        self.steps, self.variables = steps, variables

    def __call__(self) -> list[Any]:
        self.seen: list[Any] = []
        arrays, names = _made(self.variables)
        for step in self.steps:
            if step.waits_for >= 0:
                self._look(arrays, names, step.waits_for)
            self._push(step, arrays, names)
        for i in range(self.variables):
            self._look(arrays, names, i)
        for _ in range(2 * len(self.steps)):  # each tells one error
            try:
                wait_all()
            except PlannedError:
                continue
            break
        return [*self.seen, *arrays]

    def _look(self, arrays: list[np.ndarray[Any, Any]], names: list[Hashable], i: int) -> None:
        try:
            wait_for(names[i])
        except PlannedError as error:
            self.seen.append(str(error))
        else:
            self.seen.append(arrays[i].copy())

    def _push(self, step: Step, arrays: list[np.ndarray[Any, Any]], names: list[Hashable]) -> Task:
        def run() -> None:
            total = np.full(LENGTH, step.number, np.uint64)
            for i in step.reads:
                total = total * np.uint64(6364136223846793005) + arrays[i]
            if step.children:
                total += self._family(step)
            if step.fails:
                raise PlannedError(f"step {step.number}")
            for i in step.writes:
                if i in step.says_reads:
                    arrays[i][:] = arrays[i] * np.uint64(2862933555777941757) + total + np.uint64(i)
                else:
                    arrays[i][:] = total * np.uint64(3935559000370003845) + np.uint64(i)

        return push(
            run,
            [names[i] for i in step.says_reads],
            [names[i] for i in step.says_writes],
            step.priority,
            device=step.device,
            name=f"step {step.number}",
        )

    def _family(self, step: Step) -> np.ndarray[Any, Any]:
        """What children compute: on variables of their own, as nothing orders them with what others push meanwhile."""
        arrays, names = _made(self.variables)
        tasks = [self._push(child, arrays, names) for child in step.children]
        for task in tasks[::2]:  # the others are known to be done by the variables
            with contextlib.suppress(PlannedError):
                task.wait()
        total = np.zeros(LENGTH, np.uint64)
        for i in range(self.variables):
            try:
                wait_for(names[i])
            except PlannedError:
                continue
            total = total * np.uint64(6364136223846793005) + arrays[i]
        return total


def _made(variables: int) -> tuple[list[np.ndarray[Any, Any]], list[Hashable]]:
    """Arrays, and what stands for them: every other one is a buffer, the others are names with memory."""
    arrays: list[np.ndarray[Any, Any]] = []
    names: list[Hashable] = []
    for i in range(variables):
        if i % 2:
            buffer: Buffer = allocate(8 * LENGTH)
            array = buffer.array(np.uint64, (LENGTH,))
            names.append(buffer)
        else:
            array = np.empty(LENGTH, np.uint64)
            names.append(("variable", i, next(_runs)))
            watch(names[-1], array)
        array[:] = np.arange(LENGTH, dtype=np.uint64) + np.uint64(i)
        arrays.append(array)
    return arrays, names


def with_lie(seed: int, kind: str) -> list[Step]:
    """A random honest program with one lie: of two tasks that share a variable, one does not say so.

    `kind`: "write" (it writes what it did not declare), "read" (it reads so) or "both" (it updates it in place).
    """
    chance = random.Random(seed)
    steps = [step for step in random_steps(seed) if not step.fails]
    for step in steps:
        step.waits_for = -1
    honest, liar = Step(501, (), (6,)), Step(502, (), (7,))
    honest.says_writes, liar.says_writes = (6,), (7,)
    if kind in ("read", "both"):
        liar.reads = (6,)
    if kind in ("write", "both"):
        liar.writes = (6, 7)
    first, second = chance.sample((honest, liar), 2)
    at = chance.randrange(len(steps))
    steps.insert(at, first)
    steps.insert(chance.randrange(at + 1, min(at + 6, len(steps)) + 1), second)
    return steps
