"""Functions as Python that needs NumPy only: what was traced, statement by statement, and its gradient.

An op is a call of its reference body, the source of which is in the file, so whatever Dusk computes can be written.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dusk.errors import GradientError
from dusk.files import write_atomically
from dusk.formats.bodies import Sources
from dusk.formats.foreign import refuse_foreign
from dusk.formats.statements import Statements, word
from dusk.formats.trees import Tree, given_back
from dusk.graph import Graph, placeholder
from dusk.tracing.described import Description
from dusk.tracing.names import unlike
from dusk.transform.autodiff import differentiable, gradients

_EXPECT = '''def NAME(array, name, shape, dtype):
    """TypeError: an argument is another one than this was written for."""
    array = np.asarray(array)
    if array.shape != shape or array.dtype.name != dtype:
        raise TypeError(f"{name} is {array.dtype.name}{list(array.shape)}: this is for {dtype}{list(shape)}")
'''


@dataclass
class _Function:
    """What is written: a graph whose input i is array `reads[i]` of the arguments, and, counted on, of the states; its
    first outputs are results, put together as `gives` says, the others are left in the arrays of `written`."""

    name: str
    graph: Graph
    arguments: list[str]
    states: list[str]
    reads: list[int]
    written: list[int]
    gives: Tree


def numpy_source(compiled: Any, path: Any = None) -> str:
    """A compiled function, for the signature called last, as the text of a Python module that needs NumPy only.

    It has the function, which takes NumPy arrays by the names of its arguments, and, if there is any, its gradient
    (`NAME_gradient`: given the cotangents of the results, those of arguments and states). What the function captures
    is in `states`, a dict by name; it is written to where the function writes, as are arguments. With `path` the text
    is written there, and the values of states to an .npz file beside it, which the module reads when it is imported.
    Arguments of another shape or dtype than in that call are refused: sizes stand in the text as numbers.

    FormatError: the function calls one of the user's, or has dtypes that NumPy alone does not have. ValueError: it was
    not called.

    >>> import dusk, dusk.numpy as np
    >>> @dusk.compile
    ... def area(radius):
    ...     return np.pi * radius**2
    >>> area(np.ones(2))
    array([3.14159265, 3.14159265])
    >>> space = {}
    >>> exec(area.to_numpy_source(), space)
    >>> import numpy
    >>> space["area"](numpy.array([1.0, 2.0]))
    array([ 3.14159265, 12.56637061])
    """
    told: Description = compiled.described()
    arguments, states = ([one.name for one in some] for some in (told.arguments, told.states))
    name = told.name if told.name.isidentifier() else "function"
    function = _Function(name, told.graph, arguments, states, told.reads, told.written, given_back(told))
    text = _Writer(function, None if path is None else Path(path).stem).text()
    if path is not None:
        write_atomically(path, [text.encode()])
        if told.states:
            file = io.BytesIO()
            np.savez(file, *[state.value() for state in told.states])
            write_atomically(Path(path).with_suffix(".npz"), [file.getvalue()])
    return text


def graph_source(graph: Graph, name: str = "function", gradient: bool = True) -> str:
    """A graph of static shapes as such a module: a function of x0, x1 ... that gives a tuple."""
    n = len(graph.inputs)
    gives = ("tuple", *(("array", i) for i in range(len(graph.outputs))))
    return _Writer(_Function(name, graph, [f"x{i}" for i in range(n)], [], [*range(n)], [], gives), None).text(gradient)


class _Writer:
    """Writes a module."""

    def __init__(self, told: _Function, stem: str | None) -> None:
        refuse_foreign(told.graph, "it has no source of NumPy")
        self.told, self.stem = told, stem
        self.sources = Sources()
        self.name = self.sources.fresh(told.name)
        self.labels = _distinct(map(word, told.arguments))
        self.functions: list[str] = []
        self._expect = ""  # what the function is called that checks arguments
        n = len(told.arguments)
        self.inputs = [self.labels[at] if at < n else f"states[{told.states[at - n]!r}]" for at in told.reads]

    def text(self, gradient: bool = True) -> str:
        """All of the module."""
        functions = [self._forward(), *(self._gradient() if gradient else ())]
        if self._expect:
            functions.insert(0, _EXPECT.replace("NAME", self._expect))
        parts = [*self.sources.texts, *self.functions, *functions]
        head = [f'"""{self.told.name}, as Dusk traced it, for NumPy alone."""', "", *sorted(self.sources.imports)]
        if self.told.states and self.stem is not None:
            head.append("import os")
        head += ["", "import numpy as np", *self._states()]
        return "\n\n".join(["\n".join(head) + "\n", *parts]).rstrip() + "\n"

    def _states(self) -> Iterator[str]:
        if not self.told.states:
            return
        yield f"\nSTATES = {self.told.states!r}"
        if self.stem is not None:
            yield f"_file = np.load(os.path.join(os.path.dirname(os.path.abspath(__file__)), {self.stem + '.npz'!r}))"
            yield 'states = {name: _file[f"arr_{i}"] for i, name in enumerate(STATES)}'

    def _header(self, more: Sequence[str] = ()) -> list[str]:
        states = ["states"] if self.told.states else []
        if states and self.stem is not None and not more:
            states = ["states=states"]
        return [*self.labels, *more, *states]

    def _forward(self) -> str:
        told = self.told
        body = Statements(self.sources, self.graph, told.graph, self.inputs, self._header(), readable=True)
        body.lines[:0] = self._expected()
        # results and what is written may be views of what is written to
        values = [
            text if not told.written or isinstance(value.node.op.body, np.ufunc) else f"np.array({text})"
            for text, value in zip(body.outputs, told.graph.outputs, strict=True)
        ]
        n = len(values) - len(told.written)
        by_place = dict(zip(told.reads, self.inputs, strict=True))
        known = [by_place.get(at, "") for at in range(len(told.arguments) + len(told.states))]
        returned = self._shown(told.gives, [*values[:n], *known])
        lines = body.lines
        if told.written:
            name = body.fresh("results")
            lines.append(f"{name} = {returned}")
            returned = name
            news = [text if text.isidentifier() else body.fresh("new") for text in values[n:]]
            lines += [f"{new} = {text}" for new, text in zip(news, values[n:], strict=True) if new != text]
            lines += [f"{by_place[at]}[...] = {new}" for at, new in zip(told.written, news, strict=True)]
        return _defined(self.name, self._header(), [*lines, f"return {returned}"])

    def _expected(self) -> Iterator[str]:
        """What refuses arguments of other types."""
        kinds: dict[int, Any] = dict(zip(self.told.reads, (v.type for v in self.told.graph.inputs), strict=True))
        for i, label in enumerate(self.labels):
            if i in kinds:
                name = self.sources.fresh("expect") if not self._expect else self._expect
                self._expect = name
                yield f"{name}({label}, {label!r}, {tuple(kinds[i].shape)}, {kinds[i].dtype.name!r})"

    def _gradient(self) -> Iterator[str]:
        """The gradient of results by arguments and states; nothing where there is none, or something is written."""
        told = self.told
        outputs = [value for value in told.graph.outputs if differentiable(value.type)]
        wanted = dict(zip(told.reads, told.graph.inputs, strict=True))
        wanted = {at: value for at, value in wanted.items() if differentiable(value.type)}
        if told.written or not outputs or not wanted:
            return
        cotangents = [placeholder(value.type) for value in outputs]
        try:
            found = gradients(outputs, cotangents, list(wanted.values()))
        except GradientError:
            return
        given = _distinct((f"cotangent_{i + 1}" if i else "cotangent" for i in range(len(outputs))), self.labels)
        header = self._header(given)
        whole = Graph([*told.graph.inputs, *cotangents], found)
        body = Statements(self.sources, self.graph, whole, [*self.inputs, *given], header, readable=False)
        names = [*told.arguments, *told.states]
        pairs = [f"{names[at]!r}: {value}" for at, value in zip(wanted, body.outputs, strict=True)]
        name = self.sources.fresh(f"{self.name}_gradient")
        yield _defined(name, header, [*body.lines, "return {" + ", ".join(pairs) + "}"])

    def _shown(self, tree: Tree, arrays: Sequence[str]) -> str:
        """The text of a tree."""
        kind, *below = tree
        if kind == "array":
            return str(arrays[below[0]])
        if kind == "value":
            return self.sources.value(below[0])
        if kind == "dict":
            return "{" + ", ".join(f"{self.sources.value(k)}: {self._shown(v, arrays)}" for k, v in below) + "}"
        inner = ", ".join(self._shown(child, arrays) for child in below)
        return f"[{inner}]" if kind == "list" else f"({inner}{',' if len(below) == 1 else ''})"

    def graph(self, graph: Graph) -> str:
        """A graph that is a parameter, as a function of its own; gives an expression for it."""
        arguments = [f"x{i}" for i in range(len(graph.inputs))]
        body = Statements(self.sources, self.graph, graph, arguments, arguments, readable=False)
        name = self.sources.fresh("body")
        returned = "".join(f"{value}, " for value in body.outputs)
        lines = "\n".join(f"    {line}" for line in [*body.lines, f"return ({returned})"])
        self.functions.append(f"def {name}({', '.join(arguments)}):\n{lines}\n")
        return f"{self.sources.name_of(Graph)}({name}, {len(graph.inputs)}, {len(graph.outputs)})"


def _defined(name: str, header: Sequence[str], lines: Sequence[str]) -> str:
    body = "\n".join(f"    {line}" for line in lines)
    return f'@np.errstate(all="ignore")\ndef {name}({", ".join(header)}):\n{body}\n'


def _distinct(words: Iterable[str], taken: Sequence[str] = ()) -> list[str]:
    """Words of which no two are the same, nor one of those that are taken."""
    found: list[str] = []
    for wanted in words:
        found.append(unlike(wanted, found, taken))
    return found
