"""`dusk.cond`, `switch`, `while_loop`, `fori_loop` and `scan` of symbols.

Functions are called once, on symbols that stand for what they are given. What they make in that call is theirs; what
was there before, and variables, they capture: it becomes an input of the branch or the loop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

from dusk.graph.provenance import describe, here
from dusk.symbol.expression import Body, Constant, Flow, Symbol, numbers
from dusk.tracing.blocks import is_number
from dusk.tracing.operands import Parts

Function = Callable[..., Any]


def _symbols(tree: Any) -> Parts[Symbol]:
    """A tree taken apart: its symbols, with numbers and arrays as constants."""
    return Parts(
        tree, lambda x: isinstance(x, Symbol) or is_number(x), lambda x: x if isinstance(x, Symbol) else Constant(x)
    )


def _alike(a: Parts[Symbol], b: Parts[Symbol]) -> bool:
    """Whether trees differ in nothing but their symbols."""
    return (a.structure, a.at) == (b.structure, b.at) and a.fixed == b.fixed


def _body(function: Function, given: Parts[Symbol]) -> tuple[Body, Parts[Symbol]]:
    """A function called on a tree like the one given, and what it gives."""
    arguments = tuple([Symbol("argument") for _ in given.parts])
    made = _symbols(function(*given.filled(arguments)))
    return Body(arguments, tuple(made.parts)), made


def _captured(bodies: Iterable[Body], start: int) -> list[Symbol]:
    """What bodies read that was there before their functions were called, and variables."""
    found: dict[int, Symbol] = {}
    for body in bodies:
        seen = {id(s) for s in body.arguments}
        stack = [*body.outputs]
        while stack:
            symbol = stack.pop()
            if id(symbol) in seen:
                continue
            seen.add(id(symbol))
            if symbol.number < start or symbol.kind == "variable":
                found[id(symbol)] = symbol
            else:
                stack += symbol.inputs
    return sorted(found.values(), key=lambda s: s.number)


def _made(name: str, given: Sequence[Symbol], bodies: Sequence[Body], start: int, **words: Any) -> list[Symbol]:
    """The parts of what a branch or a loop gives."""
    flow = Flow(name, tuple(bodies), len(given), **words)
    whole = Symbol("flow", [*given, *_captured(bodies, start)], flow=flow)
    return [Symbol("part", [whole], position=i) for i in range(flow.results)]


def _branches(name: str, flag: Any, functions: Sequence[Function], operands: tuple[Any, ...]) -> Any:
    if not functions:
        raise ValueError("a switch needs at least one branch")
    given, start = _symbols(operands), next(numbers)
    sides = [_body(function, given) for function in functions]
    first = sides[0][1]
    for i, (_, made) in enumerate(sides):
        if not _alike(made, first):
            raise TypeError(f"branch {i} gives another structure than the first (called at {describe(here())})")
    (pred,) = _symbols(flag).parts
    return first.filled(_made(name, [pred, *given.parts], [body for body, _ in sides], start))


def cond(pred: Any, true_fun: Function, false_fun: Function, *operands: Any) -> Any:
    if not isinstance(pred, Symbol):
        return (true_fun if pred else false_fun)(*operands)
    return _branches("cond", pred, (true_fun, false_fun), operands)


def switch(index: Any, branches: Sequence[Function], *operands: Any) -> Any:
    if not isinstance(index, Symbol):
        return branches[min(max(int(index), 0), len(branches) - 1)](*operands)
    return _branches("switch", index, branches, operands)


def _keeps(made: Parts[Symbol], state: Parts[Symbol]) -> None:
    if not _alike(made, state):
        raise TypeError(
            f"what a loop carries has to keep its structure: the body gives another one (loop at {describe(here())})"
        )


def while_loop(cond_fun: Function, body_fun: Function, init_val: Any) -> Any:
    state, start = _symbols((init_val,)), next(numbers)
    (test, flag), (body, made) = (_body(function, state) for function in (cond_fun, body_fun))
    _keeps(made, _symbols(init_val))
    if flag.structure is not None or not flag.parts:
        raise TypeError(f"a loop's condition gives one number (called at {describe(here())})")
    return made.filled(_made("while_loop", state.parts, [test, body], start))


def fori_loop(lower: Any, upper: Any, body_fun: Function, init_val: Any) -> Any:
    ends, state = _symbols((lower, upper)), _symbols(init_val)
    start = next(numbers)
    body, made = _body(body_fun, _symbols((lower, init_val)))
    _keeps(made, state)
    return made.filled(_made("fori_loop", [*ends.parts, *state.parts], [body], start))


def scan(f: Function, init: Any, xs: Any = None, length: int | None = None, reverse: bool = False) -> Any:
    state, start = _symbols(init), next(numbers)
    given = _symbols((init, xs))
    body, made = _body(f, given)
    pair: Any = made.filled(made.parts)
    if not isinstance(pair, tuple) or len(cast("tuple[Any, ...]", pair)) != 2:
        raise TypeError(f"a scan's function gives a pair, the carry and a result (scan at {describe(here())})")
    _keeps(_symbols(cast("Any", pair[0])), state)
    words = {"carries": len(state.parts), "length": length, "reverse": reverse}
    return made.filled(_made("scan", given.parts, [body], start, **words))


_FUNCTIONS: dict[str, Function] = {f.__name__: f for f in (cond, switch, while_loop, fori_loop, scan)}


def of_symbols(name: str, *args: Any, **words: Any) -> Any:
    """What `dusk.<name>` of symbols gives: symbols."""
    return _FUNCTIONS[name](*args, **words)
