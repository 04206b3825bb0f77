"""What Python's statements do in functions that `source` has written anew.

On Python's own values, and on values that are there to be looked at, they do what Python does. On values that are
traced they become branches and loops of the graph, if what is inside of them can be traced: else the trace ends, and
the function runs as Python around the loops that can.

What a loop or branch only changes in place is not carried: it is captured, and written. What it gives another value is
carried, with its type; Python's own numbers are carried as such (`array/weak.py`).
"""

from __future__ import annotations

import operator
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle
from dusk.array.weak import KINDS, as_weak, kind_of, weak
from dusk.graph import Graph, Value
from dusk.graph.provenance import describe, here
from dusk.record import Handle, local, record, several
from dusk.record.context import merged
from dusk.tracing import control
from dusk.tracing.calls import call
from dusk.tracing.control import Block, block, is_number, together, write
from dusk.tracing.trace import Imperative
from dusk.transform.scan_gradient import zeros
from dusk.tree import flatten, unflatten

__all__ = [
    "Unset", "and_", "augment", "call", "choose", "compare", "defined", "for_", "if_", "item", "not_", "or_", "range_",
    "returned", "slice_", "store", "while_",
]  # fmt: skip

UNROLLED = 64  # nodes of a loop that is written out
_PLAIN = (bool, int, float, complex)
slice_ = slice


class Unset:
    """In place of a name that has no value yet."""

    def __init__(self, name: str) -> None:
        self.name = name

    def _raise(self, *args: Any, **kwargs: Any) -> Any:
        raise UnboundLocalError(f"cannot access local variable {self.name!r} where it is not associated with a value")

    __bool__ = __iter__ = __len__ = __call__ = __getitem__ = __setitem__ = __index__ = __float__ = __array__ = _raise
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __neg__ = _raise
    __pow__ = __rpow__ = __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = __matmul__ = __rmatmul__ = _raise
    __lt__ = __le__ = __gt__ = __ge__ = __and__ = __or__ = __xor__ = __invert__ = __abs__ = __int__ = _raise


def defined(value: Any) -> Any:
    """A value that is returned (UnboundLocalError: it is not set)."""
    return value._raise() if type(value) is Unset else value


# --- conditions
def truth(value: Any) -> bool | None:
    """What a condition is, if that is known; None for what is traced."""
    if not isinstance(value, Handle):
        return bool(value)
    context = local.context
    if context.trace is None:
        return bool(value)
    if value.shape != ():
        return bool(value)  # an error, or the end of the trace
    if value.epoch == context.epoch and value.owner is None:
        try:
            return bool(value)  # of constants alone
        except Imperative:
            return None
    return None


def _flag(value: Any) -> Handle:
    handle = value if isinstance(value, Handle) else as_handle(value)
    return handle if handle.type.dtype == np.bool_ else record(ops.not_equal, (handle, 0), {})


def and_(first: Any, second: Callable[[], Any]) -> Any:
    """`first and second()`."""
    known = truth(first)
    if known is not None:
        return second() if known else first
    return _expression(first, second, lambda: first)


def or_(first: Any, second: Callable[[], Any]) -> Any:
    """`first or second()`."""
    known = truth(first)
    if known is not None:
        return first if known else second()
    return _expression(first, lambda: first, second)


def not_(value: Any) -> Any:
    """`not value`."""
    known = truth(value)
    return not known if known is not None else record(ops.logical_not, (_flag(value),), {})


def choose(test: Any, then: Callable[[], Any], other: Callable[[], Any]) -> Any:
    """`then() if test else other()`."""
    known = truth(test)
    if known is not None:
        return then() if known else other()
    return _expression(test, then, other)


def compare(operators: Sequence[str], first: Any, others: Sequence[Callable[[], Any]]) -> Any:
    """`first < second < third`, of as many."""
    value = others[0]()
    made = _COMPARISONS[operators[0]](first, value)
    if len(others) == 1:
        return made
    return and_(made, lambda: compare(operators[1:], value, others[1:]))


_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "Lt": operator.lt, "LtE": operator.le, "Gt": operator.gt, "GtE": operator.ge, "Eq": operator.eq,
    "NotEq": operator.ne, "Is": operator.is_, "IsNot": operator.is_not, "In": lambda a, b: a in b,
    "NotIn": lambda a, b: a not in b,
}  # fmt: skip


def _expression(test: Any, then: Callable[[], Any], other: Callable[[], Any]) -> Any:
    (made,) = _branch(test, lambda: (then(),), lambda: (other(),), ("",))
    return made


# --- branches
def if_(test: Any, then: Callable[..., Any], other: Callable[..., Any], given: tuple[Any, ...], names: Any) -> Any:
    """The names that an `if` assigns, after one of its sides."""
    known = truth(test)
    if known is not None:
        return (then if known else other)(*given)
    return _branch(test, lambda: then(*given), lambda: other(*given), names, given)


def returned(test: Any, then: Callable[..., Any], other: Callable[..., Any], given: tuple[Any, ...]) -> Any:
    """What a function returns by one of two sides."""
    known = truth(test)
    if known is not None:
        return (then if known else other)(*given)
    (made,) = _branch(test, lambda: (then(*given),), lambda: (other(*given),), ("the result",))
    return made


class _Depth(threading.local):
    """How many loops and branches are being traced in this thread, and within calls of which functions."""

    count = 0

    def __init__(self) -> None:
        self.inside: list[Any] = []


depth = _Depth()


def _traced(function: Callable[..., Any], place: Callable[[Sequence[Any]], Any], kinds: Any, classes: Any) -> Block:
    depth.count += 1
    try:
        return block(function, place, kinds, classes)
    finally:
        depth.count -= 1


class _Fixed(NamedTuple):
    """A leaf that takes no part in what is computed."""

    leaf: Any


class _Side:
    """One side of a branch, traced: for each name what there is of it."""

    def __init__(self, function: Callable[[], Sequence[Any]], given: Sequence[Any]) -> None:
        parts: list[tuple[list[Any], Any]] = []
        before = {id(leaf) for leaf in flatten(tuple(given))[0] if is_number(leaf)}

        def flat() -> list[Any]:
            parts[:] = [flatten(value) for value in function()]
            leaves = [leaf for leaves, _ in parts for leaf in leaves]
            self.same.update(id(leaf) for leaf in leaves if id(leaf) in before)
            return [adopted(leaf) for leaf in leaves]

        self.same: set[int] = set()  # ids of what is given and comes out as it is, if only written in place

        self.block = _traced(flat, lambda _: (), (), ())
        values = iter(zip(self.block.graph.outputs, self.block.weak, strict=False))
        self.structures = [structure for _, structure in parts]
        self.leaves = [leaves for leaves, _ in parts]
        self.parts = [[next(values) if is_number(leaf) else leaf for leaf in leaves] for leaves in self.leaves]

    def like(self, other: _Side, names: Sequence[str]) -> None:
        """Fill names of our own that are not set here with zeros of what the other side gives: nobody reads those."""
        for k, theirs in enumerate(other.parts):
            if not names[k].startswith("_dusk_"):
                continue
            if self.structures[k] is None and type(self.parts[k][0]) is Unset:
                self.structures[k], self.parts[k] = other.structures[k], self.parts[k] * len(theirs)
            if self.structures[k] == other.structures[k]:
                pairs = zip(self.parts[k], theirs, strict=True)
                self.parts[k] = [_zeros(y) if type(x) is Unset else x for x, y in pairs]


def _zeros(part: Any) -> Any:
    return (zeros(part[0].type), part[1]) if type(part) is tuple else part


def _branch(
    test: Any,
    then: Callable[[], Sequence[Any]],
    other: Callable[[], Sequence[Any]],
    names: Sequence[str],
    given: Sequence[Any] = (),
) -> tuple[Any, ...]:
    a, b = _Side(then, given), _Side(other, given)
    a.like(b, names)
    b.like(a, names)
    where = describe(here())
    pairs: list[tuple[Value, Value]] = []
    weakly: list[bool] = []
    trees: list[list[Any]] = []
    for k, name in enumerate(names):
        if a.structures[k] != b.structures[k]:
            raise Imperative(f"{name or 'a value'} is one thing or another by a branch at {where}")
        trees.append([])
        for at, (x, y) in enumerate(zip(a.parts[k], b.parts[k], strict=True)):
            leaf = a.leaves[k][min(at, len(a.leaves[k]) - 1)]
            if id(leaf) in a.same & b.same and leaf is b.leaves[k][min(at, len(b.leaves[k]) - 1)]:
                trees[k].append(_Fixed(leaf))
                continue
            if type(x) is not tuple or type(y) is not tuple:
                if x is not y and (type(x) is not type(y) or type(x) is Unset or x != y):
                    raise Imperative(f"{name or 'a value'} is one thing or another by a branch at {where}")
                trees[k].append(_Fixed(x))
                continue
            (u, weak_u), (v, weak_v) = x, y
            both = weak_u and weak_v
            if u.dtype != v.dtype and not both and (weak_u or weak_v):  # a number of Python's own beside another
                strong, own = (v, u) if weak_u else (u, v)
                if np.can_cast(own.dtype, strong.dtype, "same_kind"):
                    u, v = (cast("Value", ops.astype(z, dtype=strong.dtype)) for z in (u, v))
            if u.type != v.type:
                raise Imperative(f"{name or 'a value'} is {u.type} or {v.type}, by a branch at {where}")
            trees[k].append(len(pairs))
            pairs.append((u, v))
            weakly.append(both)
    columns = ([u for u, _ in pairs], [v for _, v in pairs])
    blocks = [side.block.giving(column) for side, column in zip((a, b), columns, strict=True)]
    captured, written = together(blocks)
    then_, other_ = (side.over((), captured, written) for side in blocks)
    made: tuple[Any, ...] = ()
    if then_.outputs:
        made = several(record(ops.cond, (_flag(test), *captured), {"then": then_, "other": other_}))
    write(written, made[len(pairs) :])
    results = [_python(m) if w else m for m, w in zip(made, weakly, strict=False)]
    if a.same ^ b.same:  # on one side another name of an array: what is written to it later would have two targets
        merged.update((id(m), m) for m in made[: len(pairs)] if m.shape)
    return tuple(
        unflatten(structure, [at.leaf if type(at) is _Fixed else results[at] for at in tree])
        for structure, tree in zip(a.structures, trees, strict=True)
    )


# --- loops
class TracedRange:
    """A range whose ends are traced."""

    def __init__(self, start: Any, stop: Any, step: int) -> None:
        self.start, self.stop, self.step = start, stop, step


def range_(*args: Any) -> Any:
    """`range(*args)`; its ends may be traced, its step not."""
    if not 1 <= len(args) <= 3 or not any(isinstance(a, Handle) and truth_of_number(a) is None for a in args):
        return range(*args)
    start, stop, step = (0, args[0], 1) if len(args) == 1 else (*args, 1)[:3]
    if isinstance(step, Handle) or step == 0:
        raise Imperative(f"the step of a range is not known while tracing, at {describe(here())}")
    return TracedRange(start, stop, step)


def truth_of_number(value: Handle) -> int | None:
    """An integer, if it is known; None for what is traced."""
    if local.context.trace is None:
        return operator.index(value)
    if value.epoch != local.context.epoch:
        return None
    try:
        return operator.index(value)
    except Imperative:
        return None


def while_(test: Callable[..., Any], body: Callable[..., Any], state: tuple[Any, ...], names: tuple[str, ...]) -> Any:
    """The names that a `while` carries, after it."""
    if local.context.trace is not None and (truth(test(*state)) is None or _flagged(names)):
        made = _Loop(test, body, state, names).run()
        if made is not None:
            return made
    while True:
        go = test(*state)
        if local.context.trace is not None and truth(go) is None:
            return _Loop(test, body, state, names).done()
        if not go:
            return state
        state = body(*state)


def for_(
    over: Any, test: Callable[..., Any] | None, body: Callable[..., Any], state: tuple[Any, ...], names: tuple[str, ...]
) -> Any:
    """The names that a `for` carries, after it; `test`: whether no `break` has been met."""
    if isinstance(over, TracedRange):
        return _Loop(test, body, state, names, over).done()
    if isinstance(over, Handle | np.ndarray) and local.context.trace is not None and np.ndim(over):
        rows, over = over, range(len(over))
        inner = body

        def body(i: Any, *state: Any) -> Any:
            return inner(item(rows, i), *state)

    if isinstance(over, range) and len(over) > 1 and local.context.trace is not None:
        made = _Loop(test, body, state, names, over).run()
        if made is not None:
            return made
    for value in over:
        if test is not None and not test(*state):
            break
        state = body(value, *state)
    return state


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
        self.of = [k for k, part in enumerate(state) for _ in flatten(part)[0]]  # the name that each leaf belongs to

    def run(self) -> tuple[Any, ...] | None:
        """The state after the loop; None if it cannot be one of the graph, or is better written out."""
        try:
            return self.done(short=True)
        except Imperative as reason:
            notes.append(reason.reason)
            return None

    def done(self, short: bool = False) -> Any:
        """The state after the loop (Imperative); None, if `short` loops are better written out."""
        body = self.settle()
        over = self.over
        if short and self.test is None and isinstance(over, range) and len(over) * len(body.graph.nodes) <= UNROLLED:
            return None
        carried = [i for i in range(len(self.leaves)) if i not in self.still]
        first = [self.handle(i) for i in carried]
        if isinstance(over, range) and self.test is None:
            made = self.scan(body, first, over)
        else:
            made = self.loop(body, first)
        found = list(self.leaves)
        for i, value in zip(carried, made, strict=True):
            found[i] = _python(value) if self.weak[i] else value
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
                self.weak[i] = type(leaf) in _PLAIN or type(leaf) is weak
                self.kinds[i] = kind_of(leaf) if type(leaf) in _PLAIN else as_handle(adopted(leaf)).type
        plainly = {i for i, leaf in enumerate(self.leaves) if type(leaf) in _PLAIN}  # the first time as they are
        for _ in range(4 + len(self.leaves)):
            made, same, handed = self.traced(plainly)
            changed = bool(plainly) or not same <= self.still or not self.still.isdisjoint(handed)
            plainly = set[int]()
            self.still = (self.still | same) - handed.keys()
            for i, (value, is_weak) in handed.items():
                kind = self.kinds.get(i)
                if kind is not None and (kind.shape, kind.dtype, self.weak[i]) == (value.shape, value.dtype, is_weak):
                    continue
                lower = kind is not None and is_weak and _rank(value) < _rank(kind)
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
        classes = [*(weak for _ in counter), *(control.class_of(self.kinds[i], self.weak[i]) for i in carried)]
        same: set[int] = set()
        order: list[int] = []

        def one(given: list[Any]) -> Any:
            leaves = list(self.leaves)
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
                elif type(before) is Unset:
                    raise Imperative(f"{self.name(i)} may not be set before the loop at {self.where}")
                elif is_number(before) or is_number(after) or after != before:
                    raise Imperative(f"{self.name(i)} is another thing in each round, at {self.where}")
                else:
                    same.add(i)
            return handed

        made = _traced(one, lambda given: (list(given),), kinds, classes)
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
    def scan(self, body: Block, first: list[Handle], over: range) -> Sequence[Any]:
        """Rounds of a known number."""
        captured, written = together((body,))
        same = [c for c in captured if all(c is not w for w in written)]
        kinds = [kind_of(0), *(h.type for h in first)]
        whole = body.over(kinds, [*written, *same], written)
        n = len(first) + len(written)
        inputs = (*whole.inputs[1 : 1 + n], whole.inputs[0], *whole.inputs[1 + n :])
        counter = {"size": len(over), "start": over.start, "step": over.step}
        numbers = record(ops.iota, (), counter, as_array=True)
        sources = ("carry",) * n + ("each",) + ("same",) * len(same)
        params = {"body": Graph(inputs, whole.outputs), "length": len(over), "sources": sources}
        if not whole.outputs:
            return ()
        made = several(record(ops.scan, (*first, *written, numbers, *same), params))
        write(written, made[len(first) :])
        return made[: len(first)]

    def loop(self, body: Block, first: list[Handle]) -> Sequence[Any]:
        """Rounds as long as a test holds, and there are numbers left."""
        over = self.over
        carried = [i for i in range(len(self.leaves)) if i not in self.still]
        classes = [control.class_of(self.kinds[i], self.weak[i]) for i in carried]
        kinds = [h.type for h in first]
        if over is not None:
            kinds, classes = [kind_of(0), *kinds], [weak, *classes]
            stop = over.stop

        def ask(given: Sequence[Any]) -> Any:
            leaves = list(self.leaves)
            for i, value in zip(carried, given[over is not None :], strict=True):
                leaves[i] = value
            state = unflatten(self.structure, leaves)
            if over is None:
                return self.test(*state)
            left = given[0] < stop if over.step > 0 else given[0] > stop
            return left if self.test is None else and_(left, lambda: self.test(*state))

        test = _traced(ask, lambda given: (list(given),), kinds, classes)
        if test.written or test.results != 1 or test.graph.outputs[0].shape != ():
            raise Imperative(f"the condition of a loop does more than to give a number, at {self.where}")
        if over is not None:
            counter = cast("Value", ops.add(body.graph.inputs[0], over.step))
            graph = Graph(body.graph.inputs, (counter, *body.graph.outputs))
            weakly = [True, *body.weak]
            body = Block(graph, body.structure, body.results + 1, {}, weakly, body.captured, body.written)
            start = over.start if isinstance(over.start, Handle) else np.int64(over.start)
            first = [_integer(start), *first]
        captured, written = together((test, body))
        same = [c for c in captured if all(c is not w for w in written)]
        going = body.over(kinds, [*written, *same], written)
        asking = test.over(kinds, [*written, *same], ())
        flag = asking.outputs[0]
        if flag.dtype != np.bool_:
            asking = Graph(asking.inputs, (cast("Value", ops.not_equal(flag, 0)),))
        params = {"test": asking, "body": going, "carries": len(first) + len(written)}
        made = several(record(ops.while_loop, (*first, *written, *same), params))
        write(written, made[len(first) :])
        return made[over is not None : len(first)]


def _python(value: Handle) -> Any:
    """A value as a number of Python's own: as one that is traced, or looked at."""
    if local.context.trace is not None:
        return as_weak(value)
    return KINDS[value.type.dtype.kind](value)


def _integer(value: Any) -> Handle:
    handle = value if isinstance(value, Handle) else as_handle(value)
    if handle.type.dtype.kind not in "iu":
        raise TypeError(f"a range of {handle.type.dtype} cannot be gone through")
    return handle if handle.type.dtype == np.int64 else record(ops.astype, (handle,), {"dtype": np.dtype(np.int64)})


def _rank(value: Any) -> int:
    return "bifc".index(value.dtype.kind)


notes: list[str] = []
"""Why loops that were met lately are not loops of the graph."""


# --- subscripts
def adopted(value: Any) -> Any:
    """A NumPy array as the trace's handle of it, or one on its memory; all else as it is."""
    if type(value) is not np.ndarray or value.dtype.kind not in "biufc":
        return value
    adopt = local.context.adopt
    return value if adopt is None else adopt(value)


def item(thing: Any, key: Any) -> Any:
    """`thing[key]`."""
    if type(thing) is np.ndarray and local.context.trace is not None:
        thing = adopted(thing)
    return thing[key]


def store(thing: Any, key: Any, value: Any) -> None:
    """`thing[key] = value`."""
    if type(thing) is np.ndarray and local.context.trace is not None:
        thing = adopted(thing)
    if depth.count and not isinstance(thing, Handle):
        raise Imperative(f"a {type(thing).__name__} is written to in a loop or a branch, at {describe(here())}")
    thing[key] = value


_INPLACE = {
    "Add": operator.iadd, "Sub": operator.isub, "Mult": operator.imul, "Div": operator.itruediv,
    "FloorDiv": operator.ifloordiv, "Mod": operator.imod, "Pow": operator.ipow, "MatMult": operator.imatmul,
    "BitAnd": operator.iand, "BitOr": operator.ior, "BitXor": operator.ixor, "LShift": operator.ilshift,
    "RShift": operator.irshift,
}  # fmt: skip


def augment(thing: Any, key: Any, operation: str, value: Any) -> None:
    """`thing[key] += value`, or with another operation."""
    store(thing, key, _INPLACE[operation](item(thing, key), value))
