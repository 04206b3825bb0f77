"""One function run in every style in lock-step: where they part, which pass, rule or kernel did it, on whose line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dusk.backends import cpu
from dusk.compiler.rules import templates
from dusk.config import config
from dusk.graph import TOKEN, Graph, Node, Value
from dusk.graph.provenance import Origin, describe
from dusk.kernel import native
from dusk.record import value_of
from dusk.record.recorder import copy_of
from dusk.testing.plain import Outcome, copied, differences, outcome
from dusk.testing.reference import Values, differing, share, tolerance, ulps, wide_results_of
from dusk.tracing.compiled import Compiled
from dusk.tracing.source import has_loops
from dusk.tracing.trace import Imperative
from dusk.transform.laws import limits
from dusk.transform.pipeline import PIPELINE, checked
from dusk.transform.rewriting import Options
from dusk.tree import flatten

_SLACK = 16


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first value that came out differently: at `index` of what `op` gave, `met` instead of `wanted`.

    `stage` is "rule" or "pass" (`name` says which), "kernel" (one op computed natively), "program" (ops fused) or
    "function" (the whole function, where it cannot be traced, or does otherwise than as Python runs it). `lines` are
    the user's. `ulps` is None where it says nothing.
    """

    stage: str
    name: str
    op: str
    lines: Origin
    index: tuple[int, ...]
    met: Any
    wanted: Any
    ulps: float | None

    def __str__(self) -> str:
        who = f"{self.stage} {self.name}".strip()
        far = "" if self.ulps is None else f", {self.ulps:.3g} ulps off"
        at = f" at {list(self.index)}" if self.index else ""
        return f"{who} makes {self.met} of {self.op}{at}, which is {self.wanted}{far} ({describe(self.lines)})"


def pairtest(
    f: Callable[..., Any] | Graph,
    *args: Any,
    math: str | None = None,
    include: Iterable[str] = (),
    exclude: Iterable[str] = (),
) -> Divergence | None:
    """Run a function (or a graph, on its inputs) interpreted, through each pass and rule, and compiled, side by side.

    Gives the first value that differs by more than rounding explains, or None. Every rule that fires is judged alone,
    in extended precision, on what it replaced; every op that is compiled is judged on the operands that it was given;
    then the program as a whole. The arguments are not written to. Where the function cannot be traced, only its
    results on the two tiers are compared. A function with loops, which are read from its source, is first compared with
    itself as Python runs it: values and dtypes of results, what is left in arguments, errors, prints. See
    `dusk.transform.optimise` for `math`, `include` and `exclude`.

    >>> import dusk.numpy as np
    >>> from dusk.testing import pairtest
    >>> pairtest(lambda x: np.log(np.exp(x) + 1).sum(), np.arange(4.0)) is None
    True
    """
    options = checked(math, include, exclude)
    if isinstance(f, Graph):
        graph, arguments = f, [np.asarray(a) for a in args]
    else:
        if has_loops(f):
            wanted = outcome(f, args)
            parted = _beside_python(f, args, wanted)
            if parted is not None or wanted.error is not None:
                return parted
        copies = copied(args)
        found, cells = Compiled(f).traced(*copies)
        if isinstance(found, Imperative):
            return _whole(f, args)
        graph, arguments = found.graph, [np.array(value_of(cell)) for cell in cells]
    values = Values(dict(zip(graph.inputs, arguments, strict=True)))
    values.compute(graph.outputs)
    for step in PIPELINE:
        if options.allows(step.__name__):
            graph, divergence = _passed(step, graph, options, values)
            if divergence is not None:
                return divergence
    if not native.available():
        return None
    return _kernels(graph, values) or _program(graph, values)


def _beside_python(f: Callable[..., Any], args: Sequence[Any], wanted: Outcome) -> Divergence | None:
    """What a function, whose loops are read from its source, does otherwise than as Python runs it; called twice."""
    compiled = Compiled(f)
    for _ in range(2):
        for found in differences(wanted, outcome(compiled, args)):
            return Divergence("function", _name(f), found.what, _lines(f), found.index, found.met, found.wanted, None)
    return None


def _name(f: Callable[..., Any]) -> str:
    return getattr(f, "__name__", repr(f))


def _lines(f: Callable[..., Any]) -> Origin:
    code = getattr(f, "__code__", None)
    return () if code is None else ((code.co_filename, code.co_firstlineno),)


def _passed(step: Any, graph: Graph, options: Options, values: Values) -> tuple[Graph, Divergence | None]:
    """What a pass makes of a graph; the first rule of it, or else output, that changed a value."""
    fired: list[tuple[Any, Node, Sequence[Value]]] = []
    after = step(graph, options.watched(lambda rule, node, new: fired.append((rule, node, new))))
    for rule, node, new in fired:
        if values.knows_inputs_of([*node.outputs, *new]):
            forgive = rule.relaxed or rule.name.startswith("stabilise.")
            for old, value in zip(node.outputs, new, strict=True):
                divergence = _compare("rule", rule.name, old, value, values, forgive)
                if divergence is not None:
                    return after, divergence
    forgiving = step.__name__ == "stabilise" or any(rule.relaxed for rule, _, _ in fired)
    for old, value in zip(graph.outputs, after.outputs, strict=True):
        divergence = _compare("pass", step.__name__, old, value, values, forgiving)
        if divergence is not None:
            return after, divergence
    return after, None


def _compare(stage: str, name: str, old: Value, new: Value, values: Values, forgive: bool) -> Divergence | None:
    """Whether a value and its replacement are one number in extended precision."""
    if old == new or old.type is TOKEN:
        return None
    values.compute([old, new])
    wanted, met = values.wide[old], values.wide[new]
    allowed: Any = 0.0
    if wanted.dtype.kind in "fc":
        size = np.abs(wanted)
        largest = float(np.max(size, initial=0.0, where=np.isfinite(size)))
        allowed = values.noise(old) + values.noise(new) + _SLACK * float(limits(old.dtype).eps) * largest
    return _divergence(stage, name, old, met, wanted, allowed, forgive)


def _divergence(
    stage: str, name: str, value: Value, met: Any, wanted: Any, allowed: Any, forgive: bool = False
) -> Divergence | None:
    index = differing(met, wanted, allowed, forgive)
    if index is None:
        return None
    node, same = value.node, np.shape(met) == np.shape(wanted)
    a, b = (np.asarray(met)[index], np.asarray(wanted)[index]) if same else (met, wanted)
    far = ulps(a, b, value.dtype) if same else None
    return Divergence(stage, name, node.op.name, node.origin, index, a, b, far)


def _run(graph: Graph, values: Values) -> list[Any]:
    """The outputs of a graph's native program."""
    program = cpu.compile_native(graph)
    buffers = [copy_of(np.asarray(values.inputs[v])) for v in graph.inputs]
    made = program.run(buffers)
    return [np.array(b.array(v.dtype, v.shape)) for b, v in zip(made, graph.outputs, strict=True)]


def _kernels(graph: Graph, values: Values) -> Divergence | None:
    """Every value computed natively, against what its op's body makes of the operands it had."""
    wanted = [v for node in graph.nodes for v in node.outputs if v.type is not TOKEN]
    if not wanted:
        return None
    native_values: dict[Value, Any] = dict(values.inputs)
    native_values.update(zip(wanted, _run(Graph(graph.inputs, wanted), values), strict=True))
    for node in graph.nodes:
        operands = [native_values.get(v) for v in node.inputs]
        made = wide_results_of(node, operands)
        bounds = _bounds(node, operands, made)
        for value, right, allowed in zip(node.outputs, made, bounds, strict=True):
            if value.type is not TOKEN:
                divergence = _divergence("kernel", "", value, native_values[value], right, allowed)
                if divergence is not None:
                    return divergence
    return None


def _bounds(node: Node, operands: Sequence[Any], made: Sequence[Any]) -> list[Any]:
    """What each output of a node may be off by: of sums, a part of the sum of sizes."""
    rules = templates(node.op, node.params, tuple(v.type for v in node.inputs), node.types)
    bounds: list[Any] = []
    for i, (value, right) in enumerate(zip(node.outputs, made, strict=True)):
        if right is None or value.dtype.kind not in "fVc":
            bounds.append(0)
            continue
        allowed = tolerance(right, value.dtype)
        if any(isinstance(parameter, Graph) for _, parameter in node.params):  # rounds, whose sums nobody sees
            terms = max(np.size(x) for x in operands)
            size = float(np.max(np.abs(right), initial=1.0, where=np.isfinite(right)))
            allowed = allowed + (_SLACK + 4 * terms**0.5) * float(limits(value.dtype).eps) * size
        if rules is not None and rules[i].kind != "map":
            sizes = [np.abs(x) if np.asarray(x).dtype.kind in "fVc" else x for x in operands]
            terms = max(np.size(x) for x in operands)
            weight = (_SLACK + 4 * terms**0.5) * float(limits(value.dtype).eps)
            allowed = allowed + weight * np.abs(wide_results_of(node, sizes)[i])
        bounds.append(allowed)
    return bounds


def _program(graph: Graph, values: Values) -> Divergence | None:
    """The program as it is run; where that differs, the first value that does when it is asked for alone."""
    outputs = [v for v in graph.outputs if v.type is not TOKEN]
    divergence = _fused(Graph(graph.inputs, outputs), values)
    if divergence is None:
        return None
    for node in graph.nodes:
        alone = _fused(Graph(graph.inputs, [v for v in node.outputs if v.type is not TOKEN]), values)
        if alone is not None:
            return alone
    return divergence


def _fused(graph: Graph, values: Values) -> Divergence | None:
    values.compute(graph.outputs)
    for value, met in zip(graph.outputs, _run(graph, values), strict=True):
        wanted = values.wide[value]
        allowed: Any = 0
        if wanted.dtype.kind in "fc":
            terms = max((np.size(values.plain[v]) for n in graph.nodes for v in n.inputs), default=1)
            size = float(np.max(np.abs(wanted), initial=0.0, where=np.isfinite(wanted)))
            eps = float(limits(value.dtype).eps)
            allowed = _SLACK * values.noise(value) + (_SLACK + 4 * terms**0.5) * eps * (size + 1)
        divergence = _divergence("program", "", value, met, wanted, allowed, forgive=True)
        if divergence is not None:
            return divergence
    return None


def _whole(f: Callable[..., Any], args: Sequence[Any]) -> Divergence | None:
    """The results of a function on both tiers, to half the digits they have."""
    found: list[list[Any]] = []
    for tier in ("interpreter", "native"):
        with config.using(tier=tier):
            leaves, _ = flatten(f(*copied(args)))
            found.append([np.array(x) for x in leaves])
    for wanted, met in zip(*found, strict=True):
        index = differing(met, wanted, share(wanted, 0.5))
        if index is not None:
            a, b = met[index], wanted[index]
            return Divergence("function", _name(f), "a result", _lines(f), index, a, b, ulps(a, b, wanted.dtype))
    return None
