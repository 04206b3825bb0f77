"""Branches and loops of functions: `cond`, `switch`, `while_loop`, `fori_loop` and `scan`.

Each traces its functions into graphs of what they are given and what they capture, and records one op. What captured
arrays are written to becomes one more thing that goes round, and is written after. A function that cannot be traced
runs as it is, decided by values: then these are Python's own statements.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, TypeVar, cast

import numpy as np

from dusk import ops
from dusk.array import as_handle
from dusk.array.weak import as_weak, kind_of, weak
from dusk.graph import Graph, Value
from dusk.graph.provenance import describe, here
from dusk.record import Handle, intern, local, record
from dusk.tracing.blocks import (
    Block,
    Function,
    Symbols,
    block,
    branch,
    class_of,
    is_number,
    loop,
    numbered,
    results,
    series,
)
from dusk.tracing.calls import depth, read
from dusk.tracing.operands import Leaves, no_symbols, whole
from dusk.tracing.repeated import REPEATED
from dusk.tracing.trace import Imperative, SymbolMet
from dusk.transform.structured import SAVED_BYTES
from dusk.tree import flatten, unflatten

P = ParamSpec("P")
R = TypeVar("R")


def of_symbols(function: Callable[P, R]) -> Callable[P, R]:
    """A function of control flow that gives symbols where it is given any, or functions given to it meet some."""

    @functools.wraps(function)
    def made(*args: P.args, **words: P.kwargs) -> R:
        try:
            return function(*args, **words)
        except SymbolMet:
            if depth.count:
                raise
            return Symbols.made(function.__name__, *args, **words)

    return made


# --- branches
@of_symbols
def cond(pred: Any, true_fun: Function, false_fun: Function, *operands: Any) -> Any:
    """`true_fun(*operands)` if `pred` is true, else `false_fun(*operands)`: only one of them runs.

    `pred` is a number or an array of no dimensions. Both functions give trees of the same structure, shapes and dtypes
    (Python's numbers take the other side's dtype); arrays they capture are differentiated by like operands. If `pred`
    is known, the function is simply called. TypeError: the sides differ; it names what, and both.

    >>> import dusk, dusk.numpy as np
    >>> f = dusk.compile(lambda x: dusk.cond(x > 0, lambda x: np.sqrt(x), lambda x: x * 0, x))
    >>> f(np.float64(9.0)), f(np.float64(-9.0))
    (np.float64(3.0), np.float64(-0.0))
    """
    no_symbols(pred)
    flag = _known(pred)
    if flag is not None:
        return (true_fun if flag else false_fun)(*operands)
    try:
        return _done(_cond, (true_fun, false_fun), Leaves(pred), Leaves(operands))
    except Imperative:
        return (true_fun if pred else false_fun)(*operands)


def _cond(true_fun: Function, false_fun: Function, flag: Leaves, given: Leaves) -> Any:
    sides = [block(f, given.filled, given.kinds, given.classes) for f in (true_fun, false_fun)]
    sides = _one_dtype(sides[0], sides[1], "the branch taken if true", "the branch taken if false")
    made = branch(flag.handles[0], given.handles, sides)
    own = [a and b and local.context.trace is not None for a, b in zip(*(side.weak for side in sides), strict=True)]
    found = [as_weak(m) if w else m for m, w in zip(made, own, strict=True)]
    return results(found, sides[0].structure, sides[0].fixed)


@of_symbols
def switch(index: Any, branches: Sequence[Function], *operands: Any) -> Any:
    """`branches[index](*operands)`; an index below 0 takes the first branch, one past the end the last. See `cond`.

    >>> import dusk
    >>> dusk.switch(2, [lambda x: x, lambda x: -x, lambda x: x * x], 3.0)
    9.0
    """
    no_symbols(index)
    if not branches:
        raise ValueError("a switch needs at least one branch")
    if len(branches) == 1:
        return read(branches[0])(*operands)
    half = len(branches) // 2
    return cond(
        index < half,
        lambda *xs: switch(index, branches[:half], *xs),
        lambda *xs: switch(index - half, branches[half:], *xs),
        *operands,
    )


def _known(pred: Any) -> bool | None:
    """What a condition is, if that is known without running anything."""
    if isinstance(pred, Handle):
        if pred.shape != ():
            raise TypeError(f"a condition is one number, not an array of shape {pred.shape}")
        ready = pred.buffer is not None and pred.owner is None and local.context.trace is None
        return bool(pred) if ready else None
    return bool(pred)


def _one_dtype(a: Block, b: Block, first: str, second: str) -> list[Block]:
    """Both blocks with Python's numbers in the other one's dtype, or in what NumPy makes of two such (TypeError: they
    give other trees, shapes, or dtypes)."""
    if (a.structure, a.results) != (b.structure, b.results) or a.fixed != b.fixed:
        raise TypeError(f"{first} gives another structure than {second} (called at {describe(here())})")
    columns: tuple[list[Value], list[Value]] = ([], [])
    for i in range(a.results):
        pair = x, y = a.graph.outputs[i], b.graph.outputs[i]
        owns = a.weak[i], b.weak[i]
        if x.shape != y.shape or (x.dtype != y.dtype and not any(owns)):
            raise TypeError(
                f"result {i} of {first} is {x.type} (made at {describe(x.node.origin)}), of {second} {y.type} "
                f"(made at {describe(y.node.origin)}): both have to be of one type"
            )
        strong = [v.dtype for v, own in zip(pair, owns, strict=True) if not own] or [v.dtype for v in pair]
        dtype = np.result_type(*strong)
        for column, v in zip(columns, pair, strict=True):
            column.append(v if v.dtype == dtype else cast("Value", ops.astype(v, dtype=dtype)))
    return [block.giving(column) for block, column in zip((a, b), columns, strict=True)]


# --- loops
@of_symbols
def while_loop(cond_fun: Function, body_fun: Function, init_val: Any) -> Any:
    """`init_val` put through `body_fun` as long as `cond_fun` of it is true.

    What goes round is any tree; its structure, shapes and dtypes stay the same (a number of Python's own may take the
    dtype that the body gives it). Arrays that the functions capture may be read and written. Differentiable in both
    modes: going backwards, at most 1,000 states of the loop are kept (fewer if they are large), and others computed
    again. TypeError: what is carried changes; it names what, and both types.

    >>> import dusk, dusk.numpy as np
    >>> dusk.while_loop(lambda x: abs(x * x - 2) > 1e-9, lambda x: (x + 2 / x) / 2, np.float64(1.0))
    np.float64(1.414213562373095)
    """
    state = Leaves(init_val)
    if not state.handles:
        return _python_while(cond_fun, body_fun, init_val)
    try:
        return _done(_while, (cond_fun, body_fun), state)
    except Imperative:
        return _python_while(cond_fun, body_fun, init_val)


def _done(core: Callable[..., Any], functions: Sequence[Function], *states: Leaves, words: tuple[Any, ...] = ()) -> Any:
    """What `core(*functions, *states, *words)` gives, compiled if that can be (Imperative: it cannot be traced)."""
    made = REPEATED.made(core, functions, states, words)
    return core(*functions, *states, *words) if made is NotImplemented else made


def _while(cond_fun: Function, body_fun: Function, state: Leaves) -> Any:
    body = _settled(lambda: _round(body_fun, state), state)
    test = block(cond_fun, lambda xs: (state.filled(xs),), state.kinds, state.classes)
    if test.results != 1 or test.graph.outputs[0].shape != () or test.written:
        raise TypeError(f"a loop's condition gives one number, and writes nothing (called at {describe(here())})")
    return state.filled(state.after(loop(state.handles, test, body)))


def _python_while(cond_fun: Function, body_fun: Function, state: Any) -> Any:
    while cond_fun(state):
        state = body_fun(state)
    return state


def _round(function: Function, state: Leaves) -> Block:
    """A loop's body, traced on its state as it is now."""
    return _keeping(block(function, lambda xs: (state.filled(xs),), state.kinds, state.classes), state)


def _keeping(made: Block, state: Leaves) -> Block:
    """A loop's body, if it gives what goes round (TypeError: it gives another tree)."""
    if made.structure != state.structure or made.fixed != state.fixed or made.results != len(state.at):
        raise TypeError(
            f"what a loop carries has to keep its structure: the body gives another one (loop at {describe(here())})"
        )
    return made


def _settled(traced: Callable[[], Block], state: Leaves) -> Block:
    """The body of a loop, of which the first results keep the state's types (TypeError: they do not).

    Numbers of Python's own become what the body gives in their place, or take the dtype of what they are put for.
    """
    while True:
        made = traced()
        outputs = list(made.graph.outputs)
        handed = outputs[: len(state.at)]
        if state.follow([(v.type, is_weak) for v, is_weak in zip(handed, made.weak, strict=False)]):
            continue
        for i, (v, kind) in enumerate(zip(handed, state.kinds, strict=True)):
            fits = v.shape == kind.shape and np.can_cast(v.dtype, kind.dtype, "same_kind")
            if v.type != kind and made.weak[i] and fits:
                outputs[i] = cast("Value", ops.astype(v, dtype=kind.dtype))
            elif v.type != kind:
                raise TypeError(
                    f"what a loop carries has to keep its type: number {i} comes in as {kind} "
                    f"(loop at {describe(here())}) and is handed on as {v.type} (made at {describe(v.node.origin)})"
                )
        made.graph = Graph(made.graph.inputs, outputs)
        return made


@of_symbols
def fori_loop(lower: Any, upper: Any, body_fun: Function, init_val: Any) -> Any:
    """`init_val` put through `body_fun(i, value)` for `i` from `lower` up to, not including, `upper`. See `while_loop`.

    The ends are integers, known or not (TypeError: others); `i` is, as in a `range`, an integer of Python's own. With
    known ends it is a `scan`, unless the states of all rounds, which its gradient keeps, take more than 64 MB.

    >>> import dusk
    >>> dusk.fori_loop(1, 5, lambda i, x: x * i, 1.0)
    np.float64(24.0)
    """
    no_symbols(lower, upper)
    low, high = lower, upper
    traced = isinstance(lower, Handle) or isinstance(upper, Handle)
    over = None if traced else range(operator.index(low), operator.index(high))
    if over is not None and not over:
        return init_val
    state = Leaves(init_val)
    try:
        if over is not None:
            return _done(_fori, (body_fun,), state, words=(over,))
        return _done(_fori_between, (body_fun,), state, Leaves((lower, upper)))
    except Imperative:
        for i in range(operator.index(low), operator.index(high)):
            init_val = body_fun(i, init_val)
        return init_val


def _fori_between(body_fun: Function, state: Leaves, ends: Leaves) -> Any:
    low, high = map(whole, ends.handles)
    return _fori(body_fun, state, range(low, high) if type(low) is int and type(high) is int else (low, high))


def _fori(body_fun: Function, state: Leaves, over: range | tuple[Any, Any]) -> Any:
    counter = kind_of(0)

    def place(values: Sequence[Any]) -> Any:
        return values[0], state.filled(values[1:])

    def traced() -> Block:
        return _keeping(block(body_fun, place, [counter, *state.kinds], [weak, *state.classes]), state)

    body = _settled(traced, state)
    if isinstance(over, range) and len(over) * sum(kind.nbytes for kind in state.kinds) <= SAVED_BYTES:
        return state.filled(state.after(numbered(state.handles, body, over) if over else state.handles))
    low, high = (over.start, over.stop) if isinstance(over, range) else over

    def more(i: Any, _: Any) -> Any:
        return i < high

    test = block(more, place, [counter, *state.kinds], [weak, *state.classes])
    return state.filled(state.after(loop([as_handle(low), *state.handles], test, body.counting(1))[1:]))


@of_symbols
def scan(f: Function, init: Any, xs: Any = None, length: int | None = None, reverse: bool = False) -> tuple[Any, Any]:
    """`f(carry, x)` gives the next carry and a result; for each `x` along the leading axis of `xs`, from the first on.

    Gives the last carry, and the results stacked along a leading axis. `xs` is a tree of arrays (or None, if `length`
    is given, for as many rounds); with `reverse` the last part comes first, results stay in the places of their parts.
    ValueError: lengths differ, or none is given. TypeError: the carry changes its type.

    >>> import dusk, dusk.numpy as np
    >>> dusk.scan(lambda total, x: (total + x, total), 0.0, np.arange(4.0))
    (np.float64(6.0), array([0., 0., 1., 3.]))
    """
    state, given = Leaves(init), Leaves(xs)
    lengths = {handle.shape[0] if handle.shape else -1 for handle in given.handles}
    lengths |= set() if length is None else {length}
    if len(lengths) != 1 or -1 in lengths:
        raise ValueError(f"a scan needs one length, not {sorted(lengths) or 'none'} (called at {describe(here())})")
    (rounds,) = lengths
    try:
        return _done(_series, (f,), state, given, words=(rounds, reverse))
    except Imperative:
        return _python_scan(f, init, given, rounds, reverse)


def _series(f: Function, state: Leaves, given: Leaves, rounds: int, reverse: bool) -> Any:
    parts = [intern(kind.with_(kind.shape[1:])) for kind in given.kinds]
    n = len(state.at)

    def one(carry: Any, x: Any) -> Any:
        made: Any = read(f)(carry, x)
        if not isinstance(made, tuple) or len(cast("tuple[Any, ...]", made)) != 2:
            raise TypeError(f"a scan's function gives a pair, the carry and a result (scan at {describe(here())})")
        carry, left = cast("tuple[Any, Any]", made)
        if flatten(carry)[1] != state.structure:
            raise TypeError(f"what a scan carries has to keep its structure (scan at {describe(here())})")
        return carry, left

    def place(values: Sequence[Any]) -> Any:
        return state.filled(values[:n]), given.filled(values[n:])

    classes = [*map(class_of, parts)]
    body = _settled(lambda: block(one, place, [*state.kinds, *parts], [*state.classes, *classes]), state)
    if rounds == 0:
        empty = [np.zeros((0, *v.shape), v.dtype) for v in body.graph.outputs[n : body.results]]
        return results([*state.after(state.handles), *map(as_handle, empty)], body.structure, body.fixed)
    made = series(state.handles, given.handles, body, rounds, reverse)
    return results([*state.after(made[:n]), *made[n:]], body.structure, body.fixed)


def _python_scan(f: Function, carry: Any, given: Leaves, rounds: int, reverse: bool) -> tuple[Any, Any]:
    """Round by round; what is left is stacked."""
    columns: list[list[Any]] = []
    structure: Any = None
    for i in reversed(range(rounds)) if reverse else range(rounds):
        carry, left = f(carry, given.filled([cast("Any", handle)[i] for handle in given.handles]))
        leaves, structure = flatten(left)
        columns = columns or [[] for _ in leaves]
        for column, leaf in zip(columns, leaves, strict=True):
            column.append(leaf)
    stacks = [
        record(ops.stack, [as_handle(x) for x in (column[::-1] if reverse else column)], {"axis": 0}, as_array=True)
        if is_number(column[0])
        else column[0]
        for column in columns
    ]
    return carry, unflatten(structure, stacks)
