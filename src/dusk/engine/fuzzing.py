"""Whether what a program computes depends on the order of its tasks: many orders, and where two of them part."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import Any, cast

import numpy as np

from dusk import tree
from dusk.engine.checking import CheckingEngine
from dusk.engine.engine import Engine, SerialEngine
from dusk.engine.in_use import using
from dusk.engine.orders import GO_ON, PermutingEngine, ReplayEngine, Schedule
from dusk.errors import ScheduleError, UndeclaredError

_Outcome = tuple[Any, ...]


def fuzz(program: Callable[[], Any], seeds: int = 100, check: bool = True) -> int:
    """Run a program that pushes tasks under the serial engine and in as many other orders; the results are compared.

    `program()` returns arrays, or a tree of them; each call starts from the same state. They must be equal bit for bit,
    and an error the same error. Returns in how many different orders tasks ran. With `check`, what tasks touch is held
    against what they declared (see CheckingEngine).

    UndeclaredError: a task touched what it did not declare; ScheduleError: two tasks, or a task and the program that
    pushed it, share something of which the engine does not know. Both name them and their lines, the seed, and how to
    run that order again.

    >>> import numpy as np
    >>> from dusk import engine
    >>> def program():
    ...     x, y = np.zeros(3), np.zeros(3)
    ...     for number in range(4):
    ...         engine.push(lambda number=number: np.add(x, number, out=x), writes=["x"])
    ...         engine.push(lambda number=number: np.subtract(number, y, out=y), writes=["y"])
    ...     engine.wait_all()
    ...     return x, y
    >>> engine.fuzz(program, seeds=20) > 1
    True
    """
    expected = _outcome(program, SerialEngine())
    if _outcome(program, SerialEngine()) != expected:
        raise ScheduleError(
            "two runs under the serial engine differ already: the program must start from the same state at each call, "
            "seeds of its draws too"
        )
    orders: set[tuple[int, ...]] = set()
    for seed in range(seeds):
        engine = CheckingEngine(seed) if check else PermutingEngine(seed)
        found = _outcome(program, engine)
        if isinstance(engine, CheckingEngine) and engine.findings:
            error = engine.findings[0]
            error.add_note(f"found under dusk.engine.CheckingEngine({seed})")
            raise error
        if found != expected:
            raise _accusation(program, seed, expected, engine)
        orders.add(tuple(choice for choice in engine.schedule.choices if choice != GO_ON))
    return len(orders)


def _outcome(program: Callable[[], Any], engine: Engine) -> _Outcome:
    """What a run comes to, comparable bit for bit."""
    with using(engine), closing(engine):
        try:
            result = program()
            engine.wait_all()
        except ScheduleError:
            return ("refused",)
        except Exception as error:
            return "raised", type(error), str(error)
        return "returned", *(_bits(leaf) for leaf in tree.flatten(result)[0])


def _bits(leaf: Any) -> Any:
    if isinstance(leaf, (float, complex)) or hasattr(leaf, "__array__"):
        array: np.ndarray[Any, Any] = np.asarray(cast("Any", leaf))
        if not array.dtype.hasobject:
            return array.dtype.str, array.shape, array.tobytes()
    return leaf


def _accusation(
    program: Callable[[], Any], seed: int, expected: _Outcome, engine: PermutingEngine | CheckingEngine
) -> ScheduleError:
    """Who is to blame for a difference under a seed."""

    def differs(other: Engine) -> bool:
        return _outcome(program, other) != expected

    plain = PermutingEngine(seed)
    if not differs(plain) and isinstance(engine, CheckingEngine):
        at = _flip(lambda hides: differs(CheckingEngine(seed, hides)), len(engine.hidden))
        who, what = engine.hidden[at]
        return UndeclaredError(
            f"{who} reads {what}, and nothing keeps the two in order: name the variable in `reads` where the task is "
            f"pushed (the program itself has to wait for it)\nfound under dusk.engine.CheckingEngine({seed})"
        )
    choices = plain.schedule.choices

    def prefix(length: int, *others: int) -> ReplayEngine:
        return ReplayEngine(Schedule((*choices[:length], *others)))

    length = _flip(lambda length: differs(prefix(length)), len(choices))
    good = prefix(length)
    differs(good)
    early, late = choices[length], good.schedule.choices[length:]
    between = late[: late.index(early)] if early in late else late
    most = len(between)
    back = _flip(lambda back: differs(prefix(length, *between[: most - back], early)), most)
    kept = most - back - 1
    bad = prefix(length, *between[:kept], early)
    differs(bad)
    error = ScheduleError(_told(bad.schedule, early, between[kept], length + kept, seed))
    error.schedule = bad.schedule
    return error


def _flip(differs: Callable[[int], bool], most: int) -> int:
    """Some n for which `differs` is false while it is true for n + 1; it is false for 0, and true for `most`."""
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        if differs(middle):
            high = middle
        else:
            low = middle
    return low


def _told(schedule: Schedule, early: int, overtaken: int, at: int, seed: int) -> str:
    tasks = schedule.tasks

    def who_went_on() -> str:
        within, pushed = schedule.within[at], schedule.pushed[at]
        last = f", which went on after its push at {tasks[pushed - 1].where}" if pushed else ""
        return (str(tasks[within - 1]) if within else "the program itself, outside of tasks") + last

    first, second = (who_went_on() if choice == GO_ON else str(tasks[choice - 1]) for choice in (overtaken, early))
    return (
        "the result depends on which of two goes first, and nothing that they declare keeps them in order:\n"
        f"  {first}\n  {second}\n"
        "Both must name what they share in `reads` or `writes`, one of them in `writes`; the program itself has to "
        "wait for it.\n"
        f"Found under dusk.engine.PermutingEngine({seed}); this error's `schedule` is the least change of the serial "
        "order that shows it: run the program under dusk.engine.using(dusk.engine.ReplayEngine(error.schedule))"
    )
