"""Models of ONNX files as modules: their nodes run on Dusk's arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

import numpy as np

from dusk import numpy as dusk_numpy
from dusk import ops
from dusk.errors import FormatError
from dusk.formats.onnx.nodes import Body, Contents, Function, Node, Reference
from dusk.formats.onnx.rows import Call, find, known
from dusk.formats.onnx.write import DOMAIN, read_told
from dusk.graph.node import CONSTANT, Literal
from dusk.nn import Module
from dusk.record import Handle, record

Scope = dict[str, Any]
LastReads = Sequence[tuple[str, ...]]
_Before = tuple[Sequence[Node], Mapping[str, int], Mapping[str, Any]]
_MOST_WRITTEN = 1 << 16  # elements of an array that is part of a graph
_DEEPEST = 64  # functions and bodies within each other


class Model(Module):
    """A model of an ONNX file: `model(*inputs)` gives its output, or a tuple of several.

    Inputs are arrays in the order of `inputs` (or by these names), sequences are lists, what is optional may be None.
    Initializers of floats are its parameters, under their names; so it can be trained, compiled and saved again. Values
    that follow from constants and shapes alone are computed by NumPy while it runs.
    """

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        body = contents.body
        self.inputs = tuple(name for name in body.inputs if name not in body.constants)
        self.outputs = body.outputs
        self._kept: Scope = {}
        self._last: dict[int, LastReads] = {}
        self._weights: dict[str, str] = {}
        fixed, means = _known_names(body, contents.versions)
        for name, array in body.constants.items():
            if array.dtype.kind != "f" or name in fixed:
                self._kept[name] = array
                continue
            own = name
            while own.startswith("_") or hasattr(Module, own) or own in vars(self):
                own = f"weight_{own}"
            self._weights[name] = own
            vars(self)[own] = dusk_numpy.array(array)
        self.frozen = tuple(self._weights[name] for name in sorted(means) if name in self._weights)

    @property
    def input_names(self) -> tuple[str, ...]:
        """The names of inputs."""
        return self.inputs

    @property
    def input_types(self) -> dict[str, tuple[tuple[int, ...] | None, Any]]:
        """The shapes and dtypes of inputs, as far as the file says them; sizes that it does not say are 0."""
        body = self._contents.body
        return {name: (body.shapes.get(name), body.dtypes.get(name)) for name in self.inputs}

    def forward(self, *inputs: Any, **named: Any) -> Any:
        given = dict(zip(self.inputs, inputs))
        unknown = [name for name in named if name not in self.inputs or name in given]
        missing = [name for name in self.inputs if name not in given and name not in named]
        if len(inputs) > len(self.inputs) or unknown or missing:
            raise TypeError(f"this model takes {', '.join(self.inputs) or 'nothing'}; {len(inputs)} given in order"
                            f"{', not known: ' if unknown else ''}{', '.join(unknown)}"
                            f"{', missing: ' if missing else ''}{', '.join(missing)}")  # fmt: skip
        dtypes = self._contents.body.dtypes
        scope: Scope = {name: _taken(name, x, dtypes.get(name)) for name, x in {**given, **named}.items()}
        scope |= self._kept
        scope |= {name: vars(self)[own] for name, own in self._weights.items()}
        run = Runner(self._contents.functions, self._contents.versions, self._last)
        body = self._contents.body
        run.nodes(body.nodes, scope, self._contents.versions, {}, run.last_reads(body))
        found = [run.value(scope, name, "an output") for name in body.outputs]
        results = [_result(x) for x in found]
        return results[0] if len(results) == 1 else tuple(results)


def _known_names(body: Body, versions: Mapping[str, int]) -> tuple[set[str], set[str]]:
    """Constants that are only read where values are to be known before anything runs; and running means."""
    fixed, free, means = set[str](), {*body.outputs}, set[str]()
    for node in body.nodes:
        try:
            places = find(node, versions).known
        except FormatError:  # a function of the file's, or what cannot run
            places = ()
        for place, name in enumerate(node.inputs):
            (fixed if place in places else free).add(name)
        for inner in node.bodies():
            free |= inner.reads()
        if node.op == "BatchNormalization":
            means.update(node.inputs[3:5])
    return fixed - free, means


def _taken(name: str, x: Any, dtype: Any) -> Any:
    """What a user gives, as nodes take it (TypeError: it is of another dtype than the model says)."""
    if x is None:
        return x
    if isinstance(x, list | tuple) and dtype is None:
        return [_taken(name, part, None) for part in x]  # type: ignore[reportUnknownVariableType]
    plain = not hasattr(cast("Any", x), "dtype")
    array: Any = x if isinstance(x, Handle) else np.asarray(cast("Any", x))
    if array.dtype.kind in "USO":
        return array.astype(object)
    if plain and dtype is not None:
        array = array.astype(dtype)
    if dtype is not None and array.dtype != dtype:
        raise TypeError(f"the input {name!r} is {dtype}, given is {array.dtype}: convert it by astype first")
    return array if isinstance(array, Handle) else dusk_numpy.asarray(array)


def _result(x: Any) -> Any:
    """What nodes give, as users get it."""
    if _is_numpys(x):
        return dusk_numpy.asarray(x)
    return [_result(part) for part in x] if isinstance(x, list) else x  # type: ignore[reportUnknownVariableType]


class Runner:
    """Runs nodes, those of functions and bodies too."""

    def __init__(
        self, functions: Mapping[Any, Function], versions: Mapping[str, int], last: dict[int, LastReads]
    ) -> None:
        self.functions, self.versions, self._last = functions, versions, last
        self.depth = 0
        self._constants: dict[int, tuple[Any, Any]] = {}
        self._before: _Before = ((), {}, {})

    def body(self, body: Body, inputs: Sequence[Any], around: Scope) -> list[Any]:
        """The outputs of a graph; it sees the values of those around it."""
        if len(inputs) > len(body.inputs):
            raise FormatError(f"graph {body.name!r} takes {len(body.inputs)} inputs, given are {len(inputs)}")
        scope = {**around, **body.constants, **dict(zip(body.inputs, inputs))}
        self.nodes(body.nodes, scope, self.versions, {}, self.last_reads(body))
        return [self.value(scope, name, "an output") for name in body.outputs]

    def last_reads(self, body: Body) -> LastReads:
        """`body.last_reads()`, found once for all calls: the bodies live as long as the model."""
        found = self._last.get(id(body))
        if found is None:
            found = self._last[id(body)] = body.last_reads()
        return found

    def constant(self, x: Any) -> Any:
        """What is known, beside what is not: a constant of the graph, so that compiled models have no input for it."""
        made = self._constants.get(id(x))
        if made is None:
            made = self._constants[id(x)] = (x, _constant(x))  # held, so that nothing else gets this id
        return made[1]

    def value(self, scope: Scope, name: str, reader: Any) -> Any:
        try:
            return scope[name]
        except KeyError:
            raise FormatError(f"{reader} is {name!r}, which nothing computes before it") from None

    def nodes(
        self,
        nodes: Sequence[Node],
        scope: Scope,
        versions: Mapping[str, int],
        outer: Mapping[str, Any],
        last: LastReads = (),
    ) -> None:
        """Run nodes in their order, in a scope that they fill; `outer` are attributes of the function they are in."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise FormatError(f"functions or graphs within each other, more than {_DEEPEST} deep")
        for place, node in enumerate(nodes):
            values = [self.value(scope, name, f"an input of {node}") if name else None for name in node.inputs]
            self._before = (nodes[:place], versions, outer)
            found = self.node(node, values, scope, versions, outer)
            for name, value in zip(node.outputs, found):
                if name:
                    scope[name] = value
            for name in last[place] if last else ():
                scope.pop(name, None)  # what nobody reads any more need not be computed
        self.depth -= 1

    def again(self, before: _Before, scope: Scope, given: Mapping[str, Any], name: str) -> Any:
        """A value, with others in place of some of those that it follows from."""
        nodes, versions, outer = before
        needed, kept = {name}, list[Node]()
        for node in reversed(nodes):
            if not needed.isdisjoint(set(node.outputs) - set(given)):
                needed |= node.reads()
                kept.append(node)
        self.nodes([_but(node, given) for node in reversed(kept)], scope, versions, outer)
        return scope[name]

    def node(
        self, node: Node, values: list[Any], scope: Scope, versions: Mapping[str, int], outer: Mapping[str, Any]
    ) -> list[Any]:
        attributes = {
            name: outer.get(value.name) if isinstance(value, Reference) else value
            for name, value in node.attributes.items()
            if not isinstance(value, Reference) or value.name in outer
        }
        defined = self.functions.get((node.domain, node.op, node.overload))
        if defined is not None and node.domain == DOMAIN:
            try:
                op, params = read_told(str(attributes.get("op")), str(attributes.get("params")))
            except FormatError:
                pass  # of a later version, perhaps: what is in it is run
            else:
                result: Any = record(op, [self.constant(x) for x in values], params, as_array=True)
                return list(cast("Any", result)) if isinstance(result, tuple) else [result]
        if defined is not None:
            inner: Scope = dict.fromkeys(defined.inputs)
            inner |= dict(zip(defined.inputs, values))
            self.nodes(defined.nodes, inner, defined.versions, {**defined.defaults, **attributes})
            return [self.value(inner, name, f"an output of {node.op}") for name in defined.outputs]
        found = find(node, versions)
        for place in found.known:
            if place < len(values):
                values[place] = known(values[place])
        if any(isinstance(x, Handle) for x in values):
            values = [x if place in found.known else self.constant(x) for place, x in enumerate(values)]
        version = versions.get("" if node.domain == "ai.onnx" else node.domain, 0)
        call = Call(node, version, values, attributes, lambda body, inputs: self.body(body, inputs, scope))
        if node.op == "Gradient":
            before = self._before
            call.again = lambda given, name: self.again(before, {**scope, **given}, given, name)
        try:
            made = found.read(call, *values)
        except (FormatError, MemoryError):
            raise
        except (ValueError, TypeError, IndexError, KeyError, AttributeError, OverflowError, ZeroDivisionError) as error:
            shapes = ", ".join(_shown(x) for x in values)
            raise FormatError(f"node {node} of {shapes}: {type(error).__name__}: {error}") from error
        several = cast("tuple[Any, ...]", made) if isinstance(made, tuple) else (made,)
        return [np.asarray(x) if isinstance(x, np.generic | int | float) and not isinstance(x, Handle) else x
                for x in several]  # fmt: skip


def _is_numpys(x: Any) -> bool:
    """Whether it is an array of numbers of NumPy's own (Dusk's say that they are NumPy's, too)."""
    return isinstance(x, np.ndarray) and not isinstance(x, Handle) and cast("Any", x).dtype.kind != "O"


def _constant(x: Any) -> Any:
    if not _is_numpys(x):
        return x
    if x.size > _MOST_WRITTEN:
        return dusk_numpy.asarray(x)
    if x.size > 1 and not any(x.strides):
        return record(ops.full, (), {"shape": x.shape, "value": x.flat[0].item(), "dtype": x.dtype}, as_array=True)
    return record(CONSTANT, (), {"value": Literal(x)}, as_array=True)


def _but(node: Node, given: Mapping[str, Any]) -> Node:
    """The node without the outputs that have other values."""
    return replace(node, outputs=tuple("" if name in given else name for name in node.outputs))


def _shown(x: Any) -> str:
    if isinstance(x, list):
        return f"a sequence of {len(x)}"  # type: ignore[reportUnknownArgumentType]
    return "nothing" if x is None else f"{x.dtype}{list(x.shape)}"
