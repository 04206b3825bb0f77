"""Hot loops of code that runs as Python: after some rounds they go on compiled (on-stack replacement).

When that happens depends on counted rounds alone, never on time: a program does the same each time it runs. A loop is
compiled as `dusk.compile` compiles a function of the names that it reads; where it cannot be, and where it fails, it
goes on in Python, from where it was: what a compiled loop that fails would have written stays as it was.
"""

from __future__ import annotations

import ast
import sys
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import CodeType, FunctionType
from typing import Any, ClassVar, NamedTuple, cast

import numpy as np

from dusk.array import ndarray
from dusk.array.weak import KINDS, as_weak, weak
from dusk.record import Handle, local, run_pending
from dusk.tracing.call import at_rest
from dusk.tracing.calls import depth
from dusk.tracing.captures import Captures
from dusk.tracing.compiled import Compiled
from dusk.tracing.rounds import TracedRange
from dusk.tracing.sides import Unset
from dusk.tracing.source import converted, set_tree
from dusk.tracing.trace import Imperative
from dusk.tree import flatten, unflatten

HOT = 150_000  # rounds, of a loop and of all in it, after which it goes on compiled: they take as long as compiling
INNER = 2  # times as many for a loop in another one, which may be compiled as a whole
WORTH = 500  # rounds of an execution for which a compiled loop is called
_LONGEST = 1024  # rounds that Python runs in one go
_FAILURES = 3  # after which a loop stays Python's
_VALUES = 3  # of a whole number that is given, before it is one that changes
_LEAVES = 256  # in lists and the like: what has more takes longer to look through than Python takes

OVER = "_dusk_over"
"""The name of what the rounds of a loop are."""
_NUMBERS: dict[type, Callable[[Any], Any]] = {int: np.int64, float: np.float64, complex: np.complex128}
_TREES = (list, tuple, dict)


class Count:
    """Rounds counted in all loops of the process."""

    rounds = 0


class Rest:
    """In place of rounds: the loop may go on compiled."""

    __slots__ = ("loop", "over")

    def __init__(self, loop: Loop, over: Any) -> None:
        self.loop, self.over = loop, over

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def run(self, given: Sequence[Any]) -> tuple[Any, ...] | None:
        """What the names that live on are after the loop; None: it goes on in Python."""
        return self.loop.run(self.over, given)


class Names(NamedTuple):
    """The names that a loop needs, those that live on, and those that it assigns."""

    needed: Sequence[str]
    left: Sequence[str]
    assigned: set[str]


class Loop:
    """A loop of some code, as a function: the names that it needs, and those that live on; what became of it.

    `exits` are the statements that leave the loop for good, which Python runs: the last of the names tells which.
    """

    def __init__(self, function: FunctionType, names: Names, exits: Sequence[ast.stmt], parent: Loop | None) -> None:
        self.function, self.exits, self.parent = function, exits, parent
        self.needed, self.left, self.assigned = needed, _, _ = names
        self.endless = OVER not in function.__code__.co_varnames
        self.line = function.__code__.co_firstlineno
        self.running = 0  # executions that are going on
        self.executions = 0
        self.total = 0  # rounds of it, and of those in it
        self.failures = 0
        self.runs = 0  # as compiled
        self.reason = ""
        self.compiled: Compiled | None = None
        self.seen: dict[str, set[Any]] = {}
        self.unset = {name: Unset("" if name.startswith("_dusk_") else name) for name in needed}

    def __call__(self, over: Any = range(sys.maxsize)) -> Iterator[Any]:
        """The rounds of one execution, some at a time; where it is hot, a `Rest`."""
        if type(over) is not range and not (isinstance(over, ndarray | np.ndarray) and over.shape):
            yield over
            return
        n = len(over)
        if self.failures >= _FAILURES or n < 2:
            yield over
            Count.rounds += n
            return
        long = self.executions > 0 and self.total >= WORTH * self.executions
        self.running += 1
        self.executions += 1
        begin, runs, at, size = Count.rounds, self.runs, 0, 1
        most = HOT * (INNER if self.is_within() else 1)
        tried = False
        try:
            if runs and long:
                tried = True
                yield Rest(self, over)
            while at < n:
                spent = Count.rounds - begin
                long = long or spent >= WORTH
                hot = runs or spent >= most or self.total + spent >= most * INNER
                if hot and long and not tried and 0 < at < n - 1:
                    tried = True
                    yield Rest(self, over[at:])
                size = min(2 * size, _LONGEST, 1 + most * at // (8 * max(spent, 1)))  # by what a round has in it
                Count.rounds += (size + 1) // 2  # if it is left early, half of them
                yield over[at : at + size]
                Count.rounds += size // 2
                at += size
        finally:
            self.running -= 1
            self.executions -= self.runs > runs  # of Python's
            self.total += Count.rounds - begin

    def is_within(self) -> bool:
        """Whether a loop around this one is running and may yet be compiled, with this one in it."""
        above = self.parent
        return above is not None and ((above.running > 0 and above.failures < _FAILURES) or above.is_within())

    # --- compiled
    def run(self, over: Any, given: Sequence[Any]) -> tuple[Any, ...] | None:
        """What the names that live on are after the rounds that are left; None: they are Python's."""
        context = local.context
        if context.trace is not None or context.history or context.checked:
            return None
        run_pending()
        if not at_rest():
            return None
        try:
            made = self.attempt(over, {n: v for n, v in zip(self.needed, given, strict=False) if v is not Loops.unset})
        except Imperative as stop:
            return self.fail(stop.reason)
        except Exception as error:  # Python will come to its own, in its own place
            return self.fail(f"{type(error).__name__}: {error}")
        self.runs += 1
        return made

    def fail(self, reason: str) -> None:
        """Note why the loop was not compiled."""
        self.failures += 1
        self.reason = reason

    def attempt(self, over: Any, names: dict[str, Any]) -> tuple[Any, ...]:
        """The rest of the loop, compiled (Imperative: it cannot be)."""
        if self.compiled is None:
            self.compiled = Compiled(_Rounds(self), alone=True)
        if _many(names.values()):
            raise Imperative("it reads a list or the like of many values")
        fixed: dict[str, Any] = dict(self.unset)
        numbers: dict[str, Any] = {}
        for name, value in names.items():
            number = _NUMBERS.get(cast("Any", type(value)))
            if number and (name in self.assigned or type(value) is not int or self.varies(name, value)):
                numbers[name] = number(value)
                del fixed[name]
            else:
                fixed[name] = value
        ends = None
        if self.endless:
            over = None
        elif type(over) is range and self.varies(OVER, over):
            over, ends = over.step, (np.int64(over.start), np.int64(over.stop))
        given = (over, *names.values())
        foreign = any(type(x) is np.ndarray for x in given) and not any(isinstance(x, Handle) for x in given)
        found = self.compiled.attempt((over, ends, fixed, numbers, foreign), {})
        if found is None:
            raise self.compiled.stopped()
        state, plain = found[0]
        leaves, structure = flatten(state)
        for i, leaf in enumerate(leaves):
            if isinstance(leaf, Handle) and (plain[i] or foreign):
                leaves[i] = KINDS[leaf.type.dtype.kind](leaf) if plain[i] else np.asarray(leaf)[()]
        return cast("tuple[Any, ...]", unflatten(structure, leaves))

    def varies(self, name: str, value: Any) -> bool:
        """Whether a whole number, or a range, has had too many values for each to be a constant."""
        seen = self.seen.setdefault(name, set())
        if len(seen) <= _VALUES:
            seen.add(value)
        return len(seen) > _VALUES


class _Rounds:
    """What is compiled for a loop: it gives the names that live on, and which of them are numbers of Python's own."""

    def __init__(self, loop: Loop) -> None:
        self.__wrapped__ = loop.function  # whose names are what it reaches
        self.whole, self.endless = converted(loop.function), loop.endless
        reached = Captures(loop.function)
        for place, name, *_ in (*reached.values, *reached.objects):
            if place is loop.function.__globals__ and name in loop.assigned:
                raise Imperative(f"a function that it calls reads {name}, which it assigns")

    def __call__(self, over: Any, ends: Any, fixed: dict[str, Any], numbers: dict[str, Any], foreign: bool) -> Any:
        given = {**fixed, **{name: as_weak(number) for name, number in numbers.items()}}
        if not self.endless:
            given[OVER] = over if ends is None else TracedRange(as_weak(ends[0]), as_weak(ends[1]), over)
        depth.count += 1  # what has an effect ends the trace
        try:
            state = self.whole(**given)
        finally:
            depth.count -= 1
        leaves, _ = flatten(state)
        merged, arguments = local.context.merged, {id(x) for x in flatten(fixed)[0]} if foreign else ()
        for leaf in leaves:
            if not isinstance(leaf, Handle) or not leaf.shape:
                continue
            if leaf.owner is not None or id(leaf) in merged or id(leaf) in arguments:
                raise Imperative("a name that lives on is a part of an array, or another name of one")
        return state, tuple(type(leaf) is weak for leaf in leaves)


def _many(values: Iterable[Any], left: int = _LEAVES) -> bool:
    """Whether there are more values than may be looked through, in lists and the like."""
    waiting: list[Any] = [v for v in values if type(v) in _TREES]
    while waiting and left >= 0:
        inside = waiting.pop()
        left -= len(inside)
        parts: Iterable[Any] = cast("dict[Any, Any]", inside).values() if type(inside) is dict else inside
        waiting += [v for v in parts if type(v) in _TREES]
    return left < 0


class Loops:
    """The loops of a module, or of a function, by number."""

    every: ClassVar[weakref.WeakSet[Loops]] = weakref.WeakSet()
    unset = object()
    """In place of a name that has no value."""

    def __init__(self, file: str, space: dict[str, Any]) -> None:
        self.file, self.space = file, space
        self.all: list[Loop] = []
        self.refused: list[tuple[int, str]] = []  # lines of loops that stay Python's, and why
        Loops.every.add(self)

    def __getitem__(self, number: int) -> Loop:
        return self.all[number]

    def add(self, tree: ast.FunctionDef, names: Names, exits: Sequence[ast.stmt], parent: Loop | None) -> Loop:
        """A loop, from its statements as a function."""
        module = compile(ast.Module([tree], []), self.file, "exec", dont_inherit=True)
        code = next(c for c in module.co_consts if isinstance(c, CodeType))
        function = FunctionType(code, self.space)
        set_tree(function, tree)
        loop = Loop(function, names, exits, parent)
        self.all.append(loop)
        return loop

    @staticmethod
    def is_hot(chunk: Any) -> bool:
        return type(chunk) is Rest

    @staticmethod
    def is_unset(value: Any) -> bool:
        return type(value) is Unset

    def told(self, refused: Callable[[int], bool] = lambda line: True) -> list[str]:
        """What became of the loops that were hot, in words, and why others stay Python's: those at lines that are
        asked for."""
        found = [(line, reason, 0) for line, reason in self.refused if refused(line)]
        found += [(loop.line, loop.reason, loop.runs) for loop in self.all if loop.runs or loop.failures]
        return [
            f"{self.file}:{line}: " + (f"compiled, {runs} runs" if runs else f"Python's: {reason}")
            for line, reason, runs in sorted(found)
        ]
