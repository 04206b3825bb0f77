"""Compiled functions in files: what was traced as text, what it captures beside it; read without the source.

The text is for people and for `diff`; it names a file of weights in the same folder by what they are, so that whoever
reads finds the two of one save, whenever a writer was stopped. The parser executes nothing.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dusk.errors import FormatError
from dusk.files import write_atomically
from dusk.formats.foreign import refuse_foreign
from dusk.formats.general import generalised
from dusk.formats.loaded import HEADER, head_of
from dusk.formats.statements import word
from dusk.formats.trees import Tree, encoded, given_back, plain
from dusk.graph import Graph, Node, Value, placeholder
from dusk.graph.graph import rebuild
from dusk.graph.text import print_graph, print_param
from dusk.tracing.described import Description
from dusk.tracing.names import unlike
from dusk.tracing.trace import Cell
from dusk.train import checkpoint

_ORIGIN = re.compile(r'@(?:"(?:[^"\\]|\\.)*":\d+ ?)+$', re.MULTILINE)
_FOLDER = re.compile(r'"(?:[^"\\]|\\.)*[/\\]')


def save(compiled: Any, path: Any) -> None:
    """Write a compiled function: what was traced for each signature that it was called with, and what it captures.

    `path` is a text; the values of captured arrays, as weights are, lie beside it, in a safetensors file that it names.
    Both are there whole or not at all. `dusk.load(path)` gives a callable without the source. Signatures that differ in
    sizes only, if there are at least three of them, become one for any sizes.

    ValueError: the function was not called, or takes or gives what files do not hold. FormatError: it has an op of the
    user's in it, or a Python function.

    >>> import os, tempfile, dusk, dusk.numpy as np
    >>> path = os.path.join(tempfile.mkdtemp(), "norm.dusk")
    >>> norm = dusk.compile(lambda x: np.sqrt((x * x).sum()))
    >>> norm(np.array([3.0, 4.0]))
    np.float64(5.0)
    >>> norm.save(path)
    >>> dusk.load(path)(np.array([6.0, 8.0]))
    np.float64(10.0)
    """
    every: list[Description] = compiled.every()
    names: dict[int, str] = {}  # of cells
    arrays: dict[str, Any] = {}
    for state in (state for told in every for state in told.states):
        if id(state.cell) not in names:
            names[id(state.cell)] = name = unlike(state.name, arrays)
            arrays[name] = state.value()
    texts = [_signature(told, graph, names) for told, graph in generalised(every)]
    path, weights = Path(path), "none"
    before = _named_in(path)
    if arrays:
        weights = f"{path.stem}-{_digest(arrays)}.safetensors"
        checkpoint.save(path.with_name(weights), arrays)
    head = [HEADER, f"function {print_param(every[-1].name)}", f"weights {print_param(weights)}"]
    write_atomically(path, ["\n".join([*head, *texts, ""]).encode()])
    if before is not None and before != weights:
        path.with_name(before).unlink(missing_ok=True)


def _digest(arrays: Mapping[str, Any]) -> str:
    found = hashlib.blake2b(digest_size=8)
    for name, array in arrays.items():
        found.update(f"{name} {array.dtype.name} {array.shape} ".encode())
        found.update(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data)
    return found.hexdigest()


def _named_in(path: Path) -> str | None:
    """The file of weights that a text names, which is there now."""
    with contextlib.suppress(OSError, FormatError, UnicodeDecodeError):
        return head_of(path.read_text("utf-8"), path)[1]
    return None


def _signature(told: Description, graph: Graph, names: Mapping[int, str]) -> str:
    found, met = told.trace, told.met
    arguments = [_leaf(leaf) for leaf in met.leaves]
    taken = encoded(met.structure, arguments)
    states = [names[id(state.cell)] for state in told.states]
    refuse_foreign(graph, "no file can hold it")
    labels = [*(one.name for one in told.arguments), *states]
    words: dict[str, None] = {}
    for at in told.reads:
        words[unlike(word(labels[at]), words)] = None
    inputs = [placeholder(value.type, name) for value, name in zip(graph.inputs, words, strict=True)]
    fields = {
        "takes": taken,
        "states": tuple(states),
        "reads": tuple(told.reads),
        "writes": tuple(told.written),
        "gives": given_back(told),
        "scalars": tuple(found.scalars),
    }
    lines = [f"  {name}={print_param(value)}," for name, value in fields.items()]
    text = print_graph(rebuild(graph, _kept, inputs), origins=True)
    text = _ORIGIN.sub(lambda m: _FOLDER.sub('"', m[0]), text)  # the folders are nobody else's
    return "\n".join(["signature {", *lines, "}", text])


def _kept(node: Node, operands: Sequence[Value]) -> None:
    """What becomes of a node that gets other inputs: nothing else."""


def _leaf(leaf: Any) -> Tree:
    return ("array", leaf.position) if type(leaf) is Cell else ("value", plain(leaf))
