"""The pipeline: every pass a graph goes through before it is compiled, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from dusk.config import config
from dusk.graph import Graph, Node, Value, verify
from dusk.graph.provenance import Origin
from dusk.transform.algebra import RULES as ALGEBRA
from dusk.transform.algebra import algebra
from dusk.transform.canonicalise import RULES as CANONICALISE
from dusk.transform.canonicalise import canonicalise
from dusk.transform.cse import cse
from dusk.transform.custom import RULES as CUSTOM
from dusk.transform.custom import custom
from dusk.transform.decompose import decompose
from dusk.transform.fold import fold
from dusk.transform.hoist import hoist
from dusk.transform.inline import inline
from dusk.transform.layout import layout
from dusk.transform.logic import RULES as LOGIC
from dusk.transform.logic import logic
from dusk.transform.movement import RULES as MOVEMENT
from dusk.transform.movement import movement
from dusk.transform.placed import stays_whole, unplaced
from dusk.transform.rewriting import Options, Rule, Rules
from dusk.transform.roll import roll
from dusk.transform.siblings import siblings
from dusk.transform.stabilise import RULES as STABILISE
from dusk.transform.stabilise import stabilise
from dusk.transform.strength import RULES as STRENGTH
from dusk.transform.strength import strength
from dusk.transform.trim import trim
from dusk.transform.unite import unite
from dusk.transform.windows import windows

Pass = Callable[[Graph, Options], Graph]

PIPELINE: tuple[Pass, ...] = (
    inline,
    unite,
    trim,
    roll,
    windows,
    fold,
    canonicalise,
    movement,
    cse,
    logic,
    algebra,
    stabilise,
    custom,
    decompose,
    canonicalise,
    layout,
    movement,
    cse,
    strength,
    logic,
    algebra,
    movement,
    cse,
    trim,
    hoist,
    siblings,
)
"""Graph -> Graph, each under the name of its function; a name stands for all of its places.

Dead code needs no pass: a graph is what its outputs depend on. Effects whose results nobody reads stay, because their
tokens lead to an output.
"""

PLACED: tuple[Pass, ...] = (inline, unite, cse)
"""What is done to graphs of several devices, or with calls that stand apart; each part then goes through the rest by
itself, as a graph of the default device (`compiler/parted`)."""

RULES: tuple[Rules, ...] = (CANONICALISE, MOVEMENT, LOGIC, ALGEBRA, STABILISE, CUSTOM, STRENGTH)


stabilised: dict[tuple[str, Origin], None] = {}
"""The stability rules that have fired in this process, and at which lines: they may change results for the better."""
_MOST_TOLD = 1000


def names() -> set[str]:
    """Every name that `include` and `exclude` know: passes, their rules, and "all"."""
    return {"all", *(step.__name__ for step in PIPELINE), *(name for rules in RULES for name in rules.rules)}


def optimise(
    graph: Graph,
    *,
    math: str | None = None,
    include: Iterable[str] = (),
    exclude: Iterable[str] = (),
    derived: bool = False,
    keep: Callable[[Node], bool] | None = None,
    log: list[tuple[str, Origin]] | None = None,
    dump: str | Path | None = None,
) -> Graph:
    """Put a graph through the pipeline; the same inputs, and outputs equal as DESIGN defines it.

    `math` is `"exact"` or `"relaxed"` (None: `config.math`). `exclude` names passes (`"cse"`), rules
    (`"algebra.subtract_itself"`) or `"all"`; `include` wins over it, and turns on single relaxed rules. `derived`
    leaves big ops with derivatives of their own whole: the graph may yet be differentiated. `keep(node)` says which big
    ops a backend takes whole. `log` is given the name and lines of every rule that fired. `dump` is a folder that gets
    the graph's text after each pass. With `config.verify` each pass's result is verified (GraphError, with the pass's
    name in a note). ValueError: a name that is neither pass nor rule.
    """
    told: list[tuple[str, Origin]] = [] if log is None else log

    def tell(rule: Rule, node: Node, _: Sequence[Value]) -> None:
        told.append((rule.name, node.origin))

    options = replace(checked(math, include, exclude), derived=derived, keep=keep, fired=tell)
    folder = None if dump is None else Path(dump)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "00-input.txt").write_text(str(graph) + "\n")
    done: dict[str, Graph] = {}
    steps = PIPELINE
    if not unplaced(graph):
        steps = PLACED
        options = replace(options, keep=stays_whole if keep is None else partial(_either, stays_whole, keep))
    for number, step in enumerate(steps, 1):
        name = step.__name__
        if not options.allows(name):
            continue
        try:
            if done.get(name) is not graph:  # what a pass left behind, it would leave as it is
                graph = done[name] = step(graph, options)
            if folder is not None:
                (folder / f"{number:02}-{name}.txt").write_text(str(graph) + "\n")
            if config.verify:
                verify(graph)
        except Exception as error:
            error.add_note(f"in the pass {name}, number {number} of the pipeline")
            raise
    note(told)
    return graph


def _either(a: Callable[[Node], bool], b: Callable[[Node], bool], node: Node) -> bool:
    return a(node) or b(node)


def note(told: Iterable[tuple[str, Origin]]) -> None:
    """Remember which of the rules that have fired are of stability."""
    for name, origin in told:
        if name.startswith("stabilise.") and len(stabilised) < _MOST_TOLD:
            stabilised[name.partition(".")[2], origin] = None


def unrolled(passes: Mapping[str, Any]) -> dict[str, Any]:
    """Options of `optimise` for graphs that may yet be differentiated: without rolling up."""
    off = {"include": frozenset(passes.get("include", ())) - {"roll"}}
    return {**passes, **off, "derived": True, "exclude": frozenset(passes.get("exclude", ())) | {"roll"}}


def checked(math: str | None = None, include: Iterable[str] = (), exclude: Iterable[str] = ()) -> Options:
    """Options of `optimise` by what users say (ValueError: a name that is neither pass nor rule)."""
    on, off = (frozenset([x] if isinstance(x, str) else x) for x in (include, exclude))
    options = Options(math or config.math, on, off)
    if options.math not in ("exact", "relaxed"):
        raise ValueError(f"math is 'exact' or 'relaxed', not {options.math!r}")
    unknown = (options.include | options.exclude) - names() if options.include or options.exclude else ()
    if unknown:
        passes = ", ".join(dict.fromkeys(step.__name__ for step in PIPELINE))
        raise ValueError(f"no pass or rule is named {', '.join(sorted(unknown))}; the passes are {passes}")
    return options
