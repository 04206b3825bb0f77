"""What is in an expression: its variables and states, inner values, attributes; and the same of other symbols."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from dusk.graph.provenance import describe, here
from dusk.symbol.expression import Body, Group, Symbol, only, topological
from dusk.symbol.naming import named
from dusk.symbol.outputs import Outputs


def variables(outputs: Iterable[Symbol]) -> list[Symbol]:
    """The variables that outputs depend on, each name once, in the order in which they are met."""
    return list({s.name: s for s in topological(outputs) if s.kind == "variable"}.values())


def states(outputs: Iterable[Symbol]) -> list[str]:
    """The names of variables that layers write."""
    return list(dict.fromkeys(s.name for symbol in topological(outputs) for s in written(symbol)))


def written(symbol: Symbol) -> Sequence[Symbol]:
    """The variables of a layer's states."""
    n = len(symbol.layer.aux) if symbol.layer is not None else 0
    return [s for s in symbol.inputs[-n:] if s.kind == "variable"] if n else ()


def arguments(outputs: Iterable[Symbol]) -> list[str]:
    """The names of variables that are no states."""
    outputs = list(outputs)
    taken = set(states(outputs))
    return [s.name for s in variables(outputs) if s.name not in taken]


def internals(outputs: Iterable[Symbol]) -> Group:
    """All values on the way to outputs, each after what it is made of."""
    found: list[Symbol] = []
    for symbol in topological(outputs):
        n = results_of(symbol)
        if symbol.kind in ("constant", "part"):
            continue
        if n == 1 and symbol.flow is None:
            found.append(symbol)
        else:
            found += [Symbol("part", [symbol], position=i, name=symbol.name) for i in range(n)]
    return Group(found)


def results_of(symbol: Symbol) -> int:
    """How many values it gives."""
    if symbol.flow is not None:
        return symbol.flow.results
    return len(symbol.layer.outputs_of(dict(symbol.params))) if symbol.layer is not None else 1


def children(outputs: Sequence[Symbol]) -> Group | None:
    """What the last steps read."""
    wholes = dict.fromkeys(s.inputs[0] if s.kind == "part" else s for s in outputs)
    found = [x for whole in wholes for x in whole.inputs]
    return Group(found) if found else None


def attributes(outputs: Iterable[Symbol]) -> dict[str, dict[str, str]]:
    """Attributes by the names of symbols; of layers their parameters too."""
    found: dict[str, dict[str, str]] = {}
    for symbol in topological(outputs):
        own = dict(symbol.attributes)
        if symbol.layer is not None:
            own |= {k: str(v) for k, v in symbol.params if v != symbol.layer.params[k].default}
        if own and symbol.kind != "part":
            found.setdefault(symbol.name, {}).update(own)
    return found


def composed(given: Outputs, args: Sequence[Any], name: str | None, wired: Mapping[str, Any]) -> Any:
    """The same expression with symbols in place of variables."""
    found = {s.name: s for s in variables(given.symbols)}
    names = arguments(given.symbols)
    if len(args) > len(names) or any(n not in found for n in wired):
        raise TypeError(f"this symbol is made of {', '.join(found)} (composed at {describe(here())})")
    by_name = {**dict(zip(names, args, strict=False)), **wired}
    for n, x in by_name.items():
        if not isinstance(x, Outputs):
            raise TypeError(f"{n} is to be a symbol, not {type(x).__name__} (composed at {describe(here())})")
    made = substituted(given.symbols, {id(found[n]): only(x) for n, x in by_name.items()})
    if isinstance(given, Symbol):
        if name is not None and made[0] is not given:
            made[0].name = named(name, name)
        return made[0]
    return Group(made, name)


def substituted(outputs: Sequence[Symbol], changed: dict[int, Symbol]) -> list[Symbol]:
    """Outputs made anew with other symbols in place of those of these ids (which it adds to)."""
    for symbol in topological(outputs):
        if id(symbol) in changed:
            continue
        inputs = [changed[id(s)] for s in symbol.inputs]
        flow = symbol.flow
        if all(a is b for a, b in zip(inputs, symbol.inputs, strict=True)):
            changed[id(symbol)] = symbol
            continue
        if flow is not None:
            bodies = [Body(b.arguments, tuple(_inside(b, changed))) for b in flow.bodies]
            flow = replace(flow, bodies=tuple(bodies))
        made = Symbol(
            symbol.kind, inputs, symbol.op, symbol.params, symbol.name, symbol.position, flow, symbol.layer,
            symbol.attributes,
        )  # fmt: skip
        made.place = symbol.place
        changed[id(symbol)] = made
    return [changed[id(s)] for s in outputs]


def _inside(body: Body, changed: Mapping[int, Symbol]) -> list[Symbol]:
    return substituted(body.outputs, {**changed, **{id(a): a for a in body.arguments}})
