"""Functions from files: what `saved` writes, as a callable that needs no source. Nothing in a file is executed."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from dusk import ops
from dusk.array import as_handle
from dusk.errors import FormatError, GraphError
from dusk.files import read_text
from dusk.formats.trees import Tree, arrays_in, decoded, encoded, plain
from dusk.graph import Graph, TensorType
from dusk.graph.graph import bind_sizes, specialise, verify
from dusk.graph.text import Parser, print_param
from dusk.nn import Module
from dusk.record import Handle, record
from dusk.tracing import compile_function
from dusk.tracing.signature import is_array
from dusk.train import checkpoint
from dusk.tree import flatten

HEADER = "dusk compiled 1"
_MOST_BYTES = 1 << 30
_WEIGHTS = re.compile(r"[^/\\]+-[0-9a-f]{16}\.safetensors")
_FIELDS = {"takes", "states", "reads", "writes", "gives", "scalars"}


class Loaded:
    """A function from a file: called as the one that was saved, with trees and types that it was called with.

    `states` are the arrays that it had captured, by name, to be read and written; calls may write to them.
    """

    def __init__(self, name: str, states: dict[str, Any], signatures: Sequence[Signature]) -> None:
        self.__name__ = name
        self.states, self.signatures = states, tuple(signatures)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        leaves, structure = flatten((args, kwargs) if kwargs else args)
        numbers: dict[int, int] = {}
        arrays: list[Any] = []
        encodings: list[Tree] = []
        for leaf in leaves:
            if not is_array(leaf):
                encodings.append(("value", plain(leaf)))
                continue
            number = numbers.setdefault(id(leaf), len(numbers))
            if number == len(arrays):
                arrays.append(leaf)
            encodings.append(("array", number))
        return self.fitting(arrays, print_param(encoded(structure, encodings))).call(*arrays)

    def fitting(self, arrays: Sequence[Any], taken: str = "") -> Signature:
        """The signature that takes such arrays, in trees of that description if there is one (TypeError: none does)."""
        types = [as_handle(array).type for array in arrays]
        for signature in self.signatures:
            if taken in ("", signature.taken) and signature.fits(types):
                return signature
        known = "\n".join(f"  {signature}" for signature in self.signatures)
        given = ", ".join(map(str, types)) + (f" in {taken}" if taken else "")
        raise TypeError(f"{self.__name__} was saved for other arguments than {given}. It takes\n{known}")

    @property
    def types(self) -> list[TensorType]:
        """What the signature saved last takes."""
        return self.signatures[-1].types

    @property
    def graph(self) -> Graph:
        """The graph of the signature saved last."""
        return self.signatures[-1].graph

    def module(self) -> LoadedModule:
        """The same as a module, whose parameters are the states: to be trained on, or written in another form."""
        return LoadedModule(self)

    def __repr__(self) -> str:
        return f"<{self.__name__}, loaded: {len(self.signatures)} signatures, {len(self.states)} states>"


class LoadedModule(Module):
    """A loaded function as a module of what it captured: of arrays, in order, whatever trees these were in."""

    def __init__(self, loaded: Loaded) -> None:
        self._loaded = loaded
        self.states = dict(loaded.states)

    def forward(self, *inputs: Any) -> Any:
        signature = self._loaded.fitting(inputs)
        return signature.run(inputs, [self.states[name] for name in signature.names])


class Signature:
    """One signature: what it takes, as text, and the graph that computes it, of types with names for sizes maybe."""

    def __init__(self, graph: Graph, fields: Mapping[str, Any], states: Mapping[str, Any]) -> None:
        self.graph = verify(graph)
        self.taken = print_param(fields["takes"])
        self.names: list[str] = [*fields["states"]]
        self._states = [states[name] for name in self.names]
        self.reads: Any
        self.reads, self._writes, self._gives = fields["reads"], fields["writes"], fields["gives"]
        self._scalars = fields["scalars"]
        numbers = {*arrays_in(fields["takes"])}
        self.n = len(numbers)
        self._graphs: dict[tuple[Any, ...], Graph] = {}
        if numbers != {*range(self.n)}:
            raise FormatError("a signature takes arrays that are not counted from 0 on")
        self._check()
        self.call = compile_function(self._run)

    def _check(self) -> None:
        """FormatError: what is said of the graph does not fit it."""
        known = self.n + len(self._states)
        types: dict[int, TensorType] = {}
        n_results = len(self.graph.outputs) - len(self._writes)
        if len(self.reads) != len(self.graph.inputs) or n_results != len(self._scalars):
            raise FormatError("a signature has another number of arrays than its graph")
        for at, value in zip(self.reads, self.graph.inputs, strict=True):
            if not isinstance(at, int) or not 0 <= at < known or types.setdefault(at, value.type) != value.type:
                raise FormatError("a signature reads an array that is not there, or is of another type")
        if set(range(self.n)) - set(types):
            raise FormatError("a signature takes an array that its graph does not")
        for state, at in zip(self._states, range(self.n, known), strict=True):
            if at in types and as_handle(state).type != types[at]:
                raise FormatError(f"a state is {as_handle(state).type}, where the graph takes {types[at]}")
        for at, value in zip(self._writes, self.graph.outputs[n_results:], strict=True):
            if types.get(at) != value.type:
                raise FormatError("a signature writes to an array of another type")
        decoded(self._gives, [None] * (n_results + known))
        self.types = [types[i] for i in range(self.n)]
        if any(isinstance(d, int) and d < 0 for kind in types.values() for d in kind.shape) or any(
            kind.is_static() and cast("int", kind.nbytes) > sys.maxsize for kind in types.values()
        ):
            raise FormatError("an array of a size that none has")

    def fits(self, types: Sequence[TensorType]) -> bool:
        """Whether arrays of these types are what it takes."""
        return len(types) == self.n and self._sizes(types) is not None

    def _sizes(self, types: Sequence[TensorType]) -> dict[str, int] | None:
        """What the names of sizes stand for, for arguments of these types; None: they do not fit."""
        if any(own.dtype != given.dtype for own, given in zip(self.types, types, strict=True)):
            return None
        try:
            sizes = bind_sizes(self.types, [cast("tuple[int, ...]", given.shape) for given in types])
        except (ValueError, KeyError):  # of another rank, or other shapes
            return None
        return sizes if all(size > 0 for size in sizes.values()) else None

    def _run(self, *arguments: Any) -> Any:
        return self.run(arguments, self._states)

    def run(self, arguments: Sequence[Any], states: Sequence[Any]) -> Any:
        """The graph on arguments and states, which are written where the function did."""
        known = [*arguments, *states]
        handles = [as_handle(known[at]) for at in self.reads]
        sizes = self._sizes([as_handle(x).type for x in arguments]) or {}
        key = tuple(sizes.items())
        if key not in self._graphs:
            self._graphs[key] = specialise(self.graph, sizes) if sizes else self.graph
        made: Any = record(ops.call, handles, {"graph": self._graphs[key]}, as_array=True)
        made = list(cast("Any", made)) if isinstance(made, tuple) else [made]
        n = len(self._scalars)
        for at, value in zip(self._writes, made[n:], strict=True):
            known[at][...] = value
        results = [value[()] if scalar else value for value, scalar in zip(made[:n], self._scalars, strict=True)]
        return decoded(self._gives, [*results, *known])

    def __str__(self) -> str:
        return f"{', '.join(map(str, self.types)) or 'no arrays'} in {self.taken}"


def load(path: Any) -> Loaded:
    """The function that `save` wrote. FormatError: damaged, hostile or of another version; OSError: it is not there."""
    source, text = Path(path), read_text(path, _MOST_BYTES, "such a file")
    name, weights, body = head_of(text, source)
    states = {} if weights is None else _weights(source, weights)
    try:
        return Loaded(name, states, _signatures(Parser(body), states))
    except (ValueError, TypeError, KeyError, IndexError, OverflowError, RecursionError, AttributeError) as error:
        raise FormatError(f"{path}: {type(error).__name__}: {error}") from error
    except GraphError as error:
        raise FormatError(f"{path}: {error}") from error


def head_of(text: str, path: Path) -> tuple[str, str | None, str]:
    """The function's name, its file of weights, and the rest."""
    head, _, rest = text.partition("\n")
    if head.strip() != HEADER:
        raise FormatError(f"{path} is no compiled function of version 1: it begins with {head[:40]!r}")
    first, _, rest = rest.partition("\n")
    second, _, body = rest.partition("\n")
    found = re.fullmatch(r'function "([^"\\]{0,200})"', first), re.fullmatch(r'weights "([^"\\]{0,300})"', second)
    if found[0] is None or found[1] is None:
        raise FormatError(f"{path}, line 2: expected the name of a function, then that of its weights")
    name, weights = found[0][1], found[1][1]
    if weights != "none" and not _WEIGHTS.fullmatch(weights):
        raise FormatError(f"{path}, line 3: {weights!r} is not the name of a file of weights in the same folder")
    return name, None if weights == "none" else weights, body


def _weights(source: Path, name: str) -> dict[str, Any]:
    file = source.with_name(name)
    if file.is_symlink() or not file.is_file():
        raise FormatError(f"{source} names its weights {name}: there is no such file beside it. Copy both")
    found = checkpoint.load(file)
    if not all(isinstance(array, Handle) for array in found.values()):
        raise FormatError(f"{file} holds something else than arrays")
    return found


def _signatures(parser: Parser, states: Mapping[str, Any]) -> list[Signature]:
    found: list[Signature] = []
    while parser.accept("signature"):
        fields = parser.params()
        if set(fields) != _FIELDS or not all(isinstance(value, tuple) for value in fields.values()):
            parser.fail(f"expected {', '.join(sorted(_FIELDS))}")
        graph = parser.graph()
        if not set(fields["states"]) <= states.keys():
            parser.fail("a state that the file of weights does not have")
        found.append(Signature(graph, fields, states))
    if not found or parser.kind != "end":
        parser.fail("expected a signature")
    return found
