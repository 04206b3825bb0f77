"""Python's loops in functions that `source` has written anew (see `statements`)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from dusk import ops
from dusk.array import as_handle, ndarray
from dusk.array.weak import PLAIN, bounded, is_pythons, kind_of, span_of, weak
from dusk.graph import Graph, Value
from dusk.graph.provenance import describe, here
from dusk.later import Later
from dusk.record import Handle, local, record
from dusk.tracing.blocks import Block, block, class_of, is_number, loop, numbered, quietly
from dusk.tracing.calls import depth, written_out
from dusk.tracing.operands import rank, whole
from dusk.tracing.sides import Unset, adopted, and_, is_old, item, known, only_read, pythons
from dusk.tracing.trace import Effect, Imperative
from dusk.tree import flatten, unflatten

if TYPE_CHECKING:
    from dusk.transform import roll
else:
    roll = Later("dusk.transform.roll")

UNROLLED = 64  # nodes of a loop that is written out
POINTWISE = 2048  # of one whose rounds only compute element by element: written out, several of them are one kernel
_ARRAYS = (ndarray, np.ndarray)


class TracedRange:
    """A range whose ends or step are traced."""

    def __init__(self, start: Any, stop: Any, step: Any) -> None:
        self.start, self.stop, self.step = start, stop, step


def range_(*args: Any) -> Any:
    """`range(*args)`, whose ends and step may be traced."""
    if not 1 <= len(args) <= 3 or None not in [known(a, operator.index) for a in args if isinstance(a, Handle)]:
        return range(*args)
    start, stop, step = (0, args[0], 1) if len(args) == 1 else (*args, 1)[:3]
    if not isinstance(step, Handle) and step == 0:
        raise Imperative(f"the step of a range is 0, at {describe(here())}")
    return TracedRange(whole(start), whole(stop), whole(step) if isinstance(step, Handle) else step)


def while_(test: Callable[..., Any], body: Callable[..., Any], state: tuple[Any, ...], names: tuple[str, ...]) -> Any:
    """The names that a `while` carries, after it."""
    if local.context.trace is not None and (known(test(*state)) is None or _flagged(names)):
        made = _Loop(test, body, state, names).run()
        if made is not None:
            return made
    with written_out():
        while True:
            go = test(*state)
            if local.context.trace is not None and known(go) is None:
                return _Loop(test, body, state, names).done()
            if not go:
                return state
            state = body(*state)


def for_(
    over: Any, test: Callable[..., Any] | None, body: Callable[..., Any], state: tuple[Any, ...], names: tuple[str, ...]
) -> tuple[Any, ...]:
    """The names that a `for` carries, after it; `test`: whether no `break` has been met."""
    if isinstance(over, TracedRange) and isinstance(over.step, Handle):
        return _by_steps(over, test, body, state, names)
    if isinstance(over, TracedRange):
        return _Loop(test, body, state, names, over).done()
    if type(over) in _ARRAYS and local.context.trace is not None and len(over.shape):
        return _rows(over, test, body, state, names)
    if isinstance(over, range) and len(over) > 1 and local.context.trace is not None:
        made = _Loop(test, body, state, names, over).run()
        if made is not None:
            return made
    with written_out():
        for value in over:
            if test is not None and not test(*state):
                break
            state = body(value, *state)
        return state


def _by_steps(over: TracedRange, test: Any, body: Callable[..., Any], state: tuple[Any, ...], names: Any) -> Any:
    """A loop whose step is traced: over the number of its rounds, which a step of 0 has no number of."""

    def one(i: Any, *state: Any) -> Any:
        return body(over.start + i * over.step, *state)

    return for_(TracedRange(0, -((over.start - over.stop) // over.step), 1), test, one, state, names)


def _rows(rows: Any, test: Any, body: Callable[..., Any], state: tuple[Any, ...], names: tuple[str, ...]) -> Any:
    """A loop over what lies along an array's first axis."""

    def one(i: Any, *state: Any) -> Any:
        return body(item(rows, i), *state)

    return for_(range(len(rows)), test, one, state, names)


def _flagged(names: Iterable[str]) -> bool:
    return any(name.startswith("_dusk_broken") for name in names)


class _Structure(BaseException):
    """A loop's state is of another structure; ends a trace of its body."""

    def __init__(self, state: tuple[Any, ...]) -> None:
        self.state = state


class _Loop:
    """A loop that is to become one of the graph. `over`: the range that a `for` goes through."""

    def __init__(
        self,
        test: Callable[..., Any] | None,
        body: Callable[..., Any],
        state: tuple[Any, ...],
        names: tuple[str, ...],
        over: range | TracedRange | None = None,
    ) -> None:
        self.test, self.body, self.names, self.over = test, body, names, over
        self.where = describe(here())
        self.begin(state)

    def begin(self, state: tuple[Any, ...]) -> None:
        """Take the state apart."""
        self.state = state
        self.leaves, self.structure = flatten(state)
        self.still: set[int] = {i for i, leaf in enumerate(self.leaves) if not is_number(leaf)}
        self.kinds: dict[int, Any] = {}  # of what is carried
        self.weak: dict[int, bool] = {}
        self.old: dict[int, Handle] = {}  # what the body hands on that is no new array
        self.of = [k for k, part in enumerate(state) for _ in flatten(part)[0]]  # the name that each leaf belongs to

    def run(self) -> tuple[Any, ...] | None:
        """The state after the loop; None if it cannot be one of the graph, or is better written out."""
        try:
            return self.done(short=True)
        except Effect:
            raise
        except Imperative:
            if depth.count and isinstance(self.over, range) and len(self.over) > UNROLLED:
                raise  # written out, it would be in each round of another one
            return None

    def done(self, short: bool = False) -> Any:
        """The state after the loop (Imperative); None, if `short` loops are better written out."""
        body = self.settle()
        over = self.over
        if short and self.test is None and isinstance(over, range):
            most = POINTWISE if roll.is_pointwise(body.graph.nodes) else UNROLLED
            if len(over) * _calls(body.graph) <= most:
                return None
        carried = [i for i in range(len(self.leaves)) if i not in self.still]
        first = [self.handle(i) for i in carried]
        if isinstance(over, range) and self.test is None:
            made = numbered(first, body, over)
        else:
            made = self.loop(body, first)
        found = list(self.leaves)
        arrays = [leaf for i in carried if isinstance(leaf := adopted(self.leaves[i]), Handle) and leaf.shape]
        always = isinstance(over, range) and self.test is None and len(over) > 0
        for i, value in zip(carried, made, strict=True):
            found[i] = pythons(value) if self.weak[i] else value
            own = [] if always or type(self.leaves[i]) is Unset else [as_handle(adopted(self.leaves[i]))]
            others = [*arrays, self.old[i]] if i in self.old else own
            only_read(value, [value] if self.name(i).startswith("_dusk_") and others else others)
        return unflatten(self.structure, found)

    def handle(self, i: int) -> Handle:
        """What is carried, as it is before the loop."""
        leaf, kind = self.leaves[i], self.kinds[i]
        if type(leaf) is Unset:
            return as_handle(np.zeros(kind.shape, kind.dtype))
        handle = leaf if isinstance(leaf, Handle) else as_handle(adopted(leaf))
        if handle.type.dtype == kind.dtype:
            return handle
        return record(ops.astype, (handle,), {"dtype": kind.dtype})

    # --- the body
    def settle(self) -> Block:
        """The body, traced until what it carries keeps its structure and its types."""
        while True:
            try:
                return self.settled()
            except _Structure as found:
                self.begin(found.state)

    def settled(self) -> Block:
        """The body of a state of this structure."""
        for i, leaf in enumerate(self.leaves):
            if i not in self.still:
                self.weak[i] = is_pythons(leaf)
                self.kinds[i] = kind_of(leaf) if type(leaf) in PLAIN else as_handle(adopted(leaf)).type
        plainly = {i for i, leaf in enumerate(self.leaves) if type(leaf) in PLAIN}  # the first time as they are
        for _ in range(4 + len(self.leaves)):
            made, same, handed = self.traced(plainly)
            changed = bool(plainly) or not same <= self.still or not self.still.isdisjoint(handed)
            plainly = set[int]()
            self.still = (self.still | same) - handed.keys()
            for i, (value, is_weak) in handed.items():
                kind = self.kinds.get(i)
                if kind is not None and (kind.shape, kind.dtype, self.weak[i]) == (value.shape, value.dtype, is_weak):
                    continue
                lower = kind is not None and is_weak and rank(value.type) < rank(kind)
                if kind is not None and (not self.weak[i] or kind.shape != value.shape or lower):
                    raise Imperative(f"{self.name(i)} is {kind}, and then {value.type}, in a loop at {self.where}")
                self.kinds[i], self.weak[i] = value.type, is_weak
                changed = True
            if changed:
                continue
            if made.touched:
                raise Imperative(f"an array is written in place and has another value later, in a loop at {self.where}")
            return made
        raise Imperative(f"what a loop carries does not keep its types, at {self.where}")

    def traced(self, plainly: set[int]) -> tuple[Block, set[int], dict[int, tuple[Value, bool]]]:
        """The body traced once: the block, what it hands on unchanged, and what else it hands on, by number.

        `plainly` are numbers that go in as Python's own.
        """
        carried = [i for i in range(len(self.leaves)) if i not in self.still]
        counter = [] if self.over is None else [kind_of(0)]
        kinds = [*counter, *(self.kinds[i] for i in carried)]
        classes = [*(weak for _ in counter), *(class_of(self.kinds[i], self.weak[i]) for i in carried)]
        same: set[int] = set()
        order: list[int] = []

        def one(given: list[Any]) -> Any:
            leaves = list(self.leaves)
            if self.over is not None:
                bounded(given[0], *_bounds(self.over))
            for i, value in zip(carried, given[len(counter) :], strict=True):
                leaves[i] = self.leaves[i] if i in plainly else value
            state = unflatten(self.structure, leaves)
            made = self.body(given[0], *state) if counter else self.body(*state)
            found, structure = flatten(made)
            if structure != self.structure:
                raise self.grown(made)
            handed: list[Any] = []
            for i, (before, after) in enumerate(zip(leaves, found, strict=True)):
                if after is before:
                    same.add(i)
                elif is_number(after) and (is_number(before) or (type(before) is Unset and self.may_be_unset(i))):
                    order.append(i)
                    handed.append(adopted(after))
                    if is_old(handed[-1]):
                        self.old[i] = handed[-1]
                elif type(before) is Unset:
                    raise Imperative(f"{self.name(i)} may not be set before the loop at {self.where}")
                elif is_number(before) or is_number(after) or after != before:
                    raise Imperative(f"{self.name(i)} is another thing in each round, at {self.where}")
                else:
                    same.add(i)
            return handed

        made = block(quietly(one), lambda given: (list(given),), kinds, classes)
        return made, same, dict(zip(order, zip(made.graph.outputs, made.weak, strict=False), strict=True))

    def may_be_unset(self, i: int) -> bool:
        """Whether what is not set before the loop is set by its first round, or is not read if it is not."""
        return isinstance(self.over, range) or self.name(i).startswith("_dusk_")

    def grown(self, made: Sequence[Any]) -> BaseException:
        """What to do where a round gives another structure: names that are not set before take what it gives them."""
        state = list(self.state)
        for k, (before, after) in enumerate(zip(self.state, made, strict=True)):
            if type(before) is Unset:
                leaves, structure = flatten(after)
                state[k] = unflatten(structure, [Unset(before.name) for _ in leaves])
            elif flatten(before)[1] != flatten(after)[1]:
                return Imperative(f"{self.names[k]} does not keep its structure, in a loop at {self.where}")
        return _Structure(tuple(state))

    def name(self, i: int) -> str:
        """The name that a leaf of the state belongs to."""
        return self.names[self.of[i]]

    # --- the op
    def loop(self, body: Block, first: list[Handle]) -> Sequence[Any]:
        """Rounds as long as a test holds, and there are numbers left."""
        over = self.over
        carried = [i for i in range(len(self.leaves)) if i not in self.still]
        classes = [class_of(self.kinds[i], self.weak[i]) for i in carried]
        kinds = [h.type for h in first]
        if over is not None:
            kinds, classes = [kind_of(0), *kinds], [weak, *classes]
        go: Callable[..., Any] = self.test or _always

        def ask(given: Sequence[Any]) -> Any:
            leaves = list(self.leaves)
            for i, value in zip(carried, given[over is not None :], strict=True):
                leaves[i] = value
            state = unflatten(self.structure, leaves)
            if over is None:
                return go(*state)
            left = given[0] < over.stop if over.step > 0 else given[0] > over.stop
            return left if self.test is None else and_(left, lambda: go(*state))

        test = block(quietly(ask), lambda given: (list(given),), kinds, classes)
        if test.written or test.results != 1 or test.graph.outputs[0].shape != ():
            raise Imperative(f"the condition of a loop does more than to give a number, at {self.where}")
        if over is not None:
            body = body.counting(over.step)
            first = [as_handle(over.start), *first]
        return loop(first, test, body)[over is not None :]


def _bounds(over: range | TracedRange) -> tuple[int, int]:
    """Between what a loop's numbers lie."""
    first, end = span_of(over.start), span_of(over.stop)
    assert first is not None and end is not None
    return (int(first[0]), int(end[1]) - 1) if over.step > 0 else (int(end[0]) + 1, int(first[1]))


def _calls(graph: Graph) -> int:
    """How many nodes a graph would have with all in it written out; what is of unknown length counts once."""
    count = 0
    for node in graph.nodes:
        inner = sum(_calls(p) for _, p in node.params if isinstance(p, Graph))
        count += 1 + inner * (node.keywords["length"] if node.op is ops.scan else 1)
    return count


def _always(*state: Any) -> bool:
    return True
