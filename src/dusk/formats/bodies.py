"""The sources of NumPy functions, with all that they refer to, as one text that needs NumPy only.

Functions keep their names where these are free; what they read of their modules is written before them. Annotations
and decorators are left out: what they say is Dusk's affair.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import functools
import inspect
import keyword
import sys
import textwrap
from collections.abc import Iterable, Mapping
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, cast

import numpy as np

from dusk.config import config
from dusk.errors import FormatError
from dusk.graph import Graph, Op
from dusk.graph.graph import evaluate, tape_for
from dusk.graph.node import Literal
from dusk.graph.tape import Tape
from dusk.tracing.names import unlike

_KEPT = ("dataclass", "property", "cached_property", "staticmethod", "classmethod")  # decorators
_NUMPYS = ("", "linalg", "fft", "random", "lib.stride_tricks", "lib.array_utils")

# In place of Dusk's classes: as much of them as bodies ask for.
_GRAPH = '''class Graph:
    """A function as bodies take it: with its numbers of arguments and results."""

    def __init__(self, function, inputs, outputs):
        self.run, self.inputs, self.outputs = (lambda xs: list(function(*xs))), range(inputs), range(outputs)
'''
_EVALUATE = """def evaluate(graph, arguments):
    return graph.run(arguments)
"""
_TAPE_FOR = """def tape_for(graph, arguments):
    return graph
"""
_SHIMS: dict[Any, tuple[str, str]] = {
    Graph: ("Graph", _GRAPH),
    evaluate: ("evaluate", _EVALUATE),
    tape_for: ("tape_for", _TAPE_FOR),
    Tape: ("object", ""),
}


class Sources:
    """Definitions in the order in which they are to stand, made as they are asked for by `name_of`."""

    def __init__(self) -> None:
        self.imports: dict[str, str] = {}
        self.texts: list[str] = []
        self._names: dict[Any, str] = {}
        self._kept: list[Any] = []  # what is known by its identity
        self.taken = {"np", *dir(builtins)}

    def fresh(self, wanted: str) -> str:
        """A name like this one that nothing else has."""
        name = unlike(wanted + "_" * keyword.iskeyword(wanted), self.taken)
        self.taken.add(name)
        return name

    def name_of(self, thing: Any, wanted: str = "") -> str:
        """An expression for a thing, which is defined before if need be."""
        plain = self._plain(thing)
        if plain is not None:
            return plain
        key: Any = (thing.__code__, self._cells(thing)) if isinstance(thing, FunctionType) else id(thing)
        if key not in self._names:
            self._kept.append(thing)
            self._names[key] = name = self.fresh(wanted or getattr(thing, "__name__", "value").strip("<>"))
            if isinstance(thing, FunctionType):
                self._function(thing, name)
            elif isinstance(thing, type):
                self._class(thing, name)
            else:
                self.texts.append(f"{name} = {self.value(thing)}\n")
        return self._names[key]

    def _cells(self, function: FunctionType) -> tuple[int, ...]:
        return tuple(id(cell.cell_contents) for cell in function.__closure__ or ())

    def _plain(self, thing: Any) -> str | None:
        """What needs no definition of its own."""
        if thing is None or isinstance(thing, bool | int | float | complex | str | bytes | type(Ellipsis)):
            return self.value(thing)
        shim = _SHIMS.get(thing) if isinstance(thing, type | FunctionType) else None
        if shim is not None:
            name, text = shim
            if text and text not in self.texts:
                self.taken.add(name)
                self.texts.append(text)
            return name
        if isinstance(thing, Op):
            return self.name_of(thing.body, thing.name)
        module = thing.__name__ if isinstance(thing, ModuleType) else str(getattr(thing, "__module__", None) or "")
        if isinstance(thing, np.ufunc) or module.split(".")[0] == "numpy":
            return self._numpys(thing, module)
        owner = getattr(thing, "__self__", None) if isinstance(thing, BuiltinFunctionType) else None
        if owner is not None and not isinstance(owner, ModuleType):
            return f"{self.name_of(owner)}.{thing.__name__}"
        wrapped = getattr(thing, "__wrapped__", None)
        if wrapped is not None and not isinstance(thing, FunctionType | type):
            return self.name_of(wrapped)
        if isinstance(thing, ModuleType):
            return self._import(f"import {module}", module)
        name = str(getattr(thing, "__qualname__", ""))
        if module == "builtins" and isinstance(thing, type | BuiltinFunctionType):
            return name
        if module.split(".")[0] in sys.stdlib_module_names and name and not isinstance(thing, functools.partial):
            return self._import(f"from {module.lstrip('_')} import {name}", name)
        return None

    def _import(self, statement: str, name: str) -> str:
        self.imports[statement] = name
        self.taken.add(name)
        return name

    def _numpys(self, thing: Any, module: str) -> str:
        if isinstance(thing, ModuleType):
            return "np" if thing is np else module.replace("numpy", "np", 1)
        if isinstance(thing, np.generic | np.dtype | np.ndarray):
            return self.value(thing)
        name = str(thing.__name__)
        for part in _NUMPYS:
            home: Any = np
            for step in filter(None, part.split(".")):
                home = getattr(home, step)
            if getattr(home, name, None) is thing:
                return ".".join(filter(None, ("np", part, name)))
        raise FormatError(f"{thing!r} of NumPy has no public name")

    def value(self, value: Any) -> str:
        """The text of a value."""
        if isinstance(value, Literal):
            return array_text(value.array())
        if isinstance(value, np.ndarray | np.generic):
            return array_text(np.asarray(cast("Any", value)))
        if isinstance(value, np.dtype):
            return f"np.dtype({cast('np.dtype[Any]', value).name!r})"
        if isinstance(value, float) and (value != value or value in (float("inf"), -float("inf"))):
            return f'float("{value}")'
        if isinstance(value, tuple | list | set | frozenset):
            items = [self.value(one) for one in cast("Iterable[Any]", value)]
            inner = ", ".join(items)
            if hasattr(cast("Any", value), "_fields"):
                return f"{self.name_of(type(cast('Any', value)))}({inner})"
            if isinstance(value, tuple):
                return f"({inner}{',' if len(items) == 1 else ''})"
            if isinstance(value, list):
                return f"[{inner}]"
            return f"{type(cast('Any', value)).__name__}([{inner}])"
        if isinstance(value, dict):
            pairs = cast("Mapping[Any, Any]", value).items()
            return "{" + ", ".join(f"{self.value(k)}: {self.value(v)}" for k, v in pairs) + "}"
        if value is Ellipsis:
            return "..."
        if value is None or isinstance(value, bool | int | float | complex | str | bytes | slice):
            return repr(cast("Any", value))
        if value is config:
            return self._settings()
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            parts = [f"{f.name}={self.value(getattr(value, f.name))}" for f in dataclasses.fields(value)]
            return f"{self.name_of(type(value))}({', '.join(parts)})"
        if callable(value) or isinstance(value, ModuleType):
            return self.name_of(value)
        raise FormatError(f"{value!r} has no source of its own")

    def _settings(self) -> str:
        namespace = self._import("from types import SimpleNamespace", "SimpleNamespace")
        return f"{namespace}(ties={config.ties!r})"

    # --- functions and classes
    def _function(self, function: FunctionType, name: str) -> None:
        node = _definition(function.__code__, function)
        free = function.__code__.co_freevars
        cells = dict(zip(free, function.__closure__ or (), strict=True))
        if isinstance(node, ast.Lambda):
            # as a function of its own: names of cells are those of its values
            defaults = {c: self.name_of(cell.cell_contents, c) for c, cell in cells.items()}
            self.texts.append(f"{name} = {self._renamed(node, function.__globals__, defaults)}\n")
            return
        names = {c: self._cell(c, cell.cell_contents, function, name) for c, cell in cells.items()}
        node.name = name
        self.texts.append(self._renamed(node, function.__globals__, names) + "\n")

    def _cell(self, label: str, content: Any, function: FunctionType, name: str) -> str:
        """What stands for a variable of an enclosing function."""
        return name if content is function else self.name_of(content, label)

    def _class(self, kind: type, name: str) -> None:
        node = cast("ast.ClassDef", ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0])
        node.name = name
        self.texts.append(self._renamed(node, vars(sys.modules[kind.__module__]), {kind.__name__: name}) + "\n")

    def _renamed(self, node: Any, space: Mapping[str, Any], known: Mapping[str, str]) -> str:
        """The text of a definition, in which names of its module are those under which things stand here."""
        node = _Bodies(space).visit(_Bare().visit(node))
        own = _own_names(node) - known.keys()
        names = dict(known)
        for one in ast.walk(node):
            if isinstance(one, ast.Name) and one.id not in own and one.id not in names and one.id in space:
                names[one.id] = self._global(one.id, space)
        for one in ast.walk(node):
            if isinstance(one, ast.Name) and one.id in names:
                one.id = names[one.id]
        return ast.unparse(ast.fix_missing_locations(node))

    def _global(self, name: str, space: Mapping[str, Any]) -> str:
        """What stands for a name of a module: what it is made by there is written, if it is no function or class."""
        thing: Any = space[name]
        key = id(thing)
        if key in self._names:
            return self._names[key]
        made = _assigned(name, space) if isinstance(thing, dict | np.ufunc) else None
        if made is None or (isinstance(thing, np.ufunc) and getattr(np, thing.__name__, None) is thing):
            return self.name_of(thing, name)
        self._kept.append(thing)
        found = self._names[key] = self.fresh(name)
        self.texts.append(f"{found} = {self._renamed(made, space, {})}\n")
        return found


def _assigned(name: str, space: Mapping[str, Any]) -> ast.expr | None:
    """The expression that a module gives a name to, where it does."""
    for one in _file(space["__file__"]).body:
        target = (
            one.targets[0] if isinstance(one, ast.Assign) else one.target if isinstance(one, ast.AnnAssign) else None
        )
        if isinstance(target, ast.Name) and target.id == name and isinstance(one, ast.Assign | ast.AnnAssign):
            return ast.parse(ast.unparse(one.value), mode="eval").body if one.value is not None else None
    return None


def _own_names(node: Any) -> set[str]:
    """Names that are given values within a definition."""
    own: set[str] = set()
    for one in ast.walk(node):
        if isinstance(one, ast.arg):
            own.add(one.arg)
        elif isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load):
            own.add(one.id)
        elif isinstance(one, ast.FunctionDef) and one is not node:
            own.add(one.name)
    return own


class _Bare(ast.NodeTransformer):
    """Takes away annotations and decorators."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        node.decorator_list = _decorators(node)
        _shorten(node)
        self.generic_visit(node)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.decorator_list = _decorators(node)
        _shorten(node)
        for i, one in enumerate(node.body):
            if isinstance(one, ast.AnnAssign):
                one.annotation = ast.Name("object", ast.Load())
            else:
                node.body[i] = self.visit(one)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        if node.value is None:
            return ast.Pass()
        return ast.Assign([node.target], node.value)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "cast" and len(node.args) == 2:
            return node.args[1]
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)  # `dict[int, Any]()`, said for checkers
        if isinstance(node.value, ast.Name) and node.value.id in ("dict", "list", "set", "tuple", "defaultdict"):
            return node.value
        return node


class _Bodies(ast.NodeTransformer):
    """Ops stand for their bodies: `op.body` is the same."""

    def __init__(self, space: Mapping[str, Any]) -> None:
        self._space = space

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        named = isinstance(node.value, ast.Name) and isinstance(self._space.get(node.value.id), Op)
        return node.value if node.attr == "body" and named else node


def _shorten(node: ast.FunctionDef | ast.ClassDef) -> None:
    """Leave the first paragraph of what a definition says of itself: examples are of Dusk."""
    told = ast.get_docstring(node)
    if told is not None:
        node.body[0] = ast.Expr(ast.Constant(told.partition("\n\n")[0]))


def _decorators(node: Any) -> list[Any]:
    return [d for d in node.decorator_list if ast.unparse(d).split("(")[0] in _KEPT]


def _definition(code: CodeType, function: FunctionType) -> ast.FunctionDef | ast.Lambda:
    """The definition of a function in its file, as a tree of its own."""
    tree = _file(code.co_filename)
    named = code.co_name != "<lambda>"
    found = [
        one
        for one in ast.walk(tree)
        if isinstance(one, ast.FunctionDef if named else ast.Lambda)
        and min([one.lineno, *(d.lineno for d in getattr(one, "decorator_list", ()))]) == code.co_firstlineno
        and (not named or cast("ast.FunctionDef", one).name == code.co_name)
    ]
    if len(found) > 1:  # lambdas of one line
        columns = [column for _, _, column, _ in code.co_positions() if column]
        start = min(columns, default=0)
        found = [one for one in found if one.col_offset <= start <= (one.end_col_offset or start)] or found
    if len(found) != 1:
        raise FormatError(f"{function.__qualname__} has no source of its own")
    return ast.parse(ast.unparse(found[0]), mode="exec").body[0] if named else _lambda(found[0])  # type: ignore[return-value]


def _lambda(node: Any) -> ast.Lambda:
    return cast("ast.Lambda", ast.parse(ast.unparse(node), mode="eval").body)


@functools.lru_cache(maxsize=64)
def _file(path: str) -> ast.Module:
    with open(path, encoding="utf-8") as file:
        return ast.parse(file.read())


def array_text(array: np.ndarray[Any, Any]) -> str:
    """The text of an array of numbers."""
    name = array.dtype.name
    if name not in _NUMBERS:
        raise FormatError(f"an array of {name} has no text that NumPy alone reads")
    kind = "np.bool_" if name == "bool" else f"np.{name}"
    if array.ndim == 0:
        return f"{kind}({_number(array.item())})"
    if array.size and bool((array == array.flat[0]).all()) and array.size > 4:
        return f"np.full({array.shape}, {_number(array.flat[0].item())}, {kind})"
    if array.size <= 64:
        numbers = ", ".join(_number(v) for v in array.ravel().tolist())
        shaped = f".reshape({array.shape})" if array.ndim != 1 else ""
        return f"np.array([{numbers}], {kind}){shaped}"
    return f"np.frombuffer(bytes.fromhex({array.tobytes().hex()!r}), {kind}).reshape({array.shape})"


def _number(value: Any) -> str:
    if isinstance(value, complex):
        return f"complex({_number(value.real)}, {_number(value.imag)})"
    if isinstance(value, float) and (value != value or abs(value) == float("inf")):
        return f'float("{value}")'
    return repr(value)


_NUMBERS = {
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64",
    "complex64", "complex128",
}  # fmt: skip
