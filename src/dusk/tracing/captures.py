"""What a function reaches by name: the arrays and Python values that a call of it depends on besides its arguments.

The names are those in its code. They are looked up in closure cells and globals, in the attributes of the objects found
there, and in the code of the functions and methods found there. Nothing is called, no property is evaluated.
"""

from __future__ import annotations

import builtins
import dis
import functools
import inspect
from collections.abc import Iterator, Sequence
from types import BuiltinFunctionType, BuiltinMethodType, CellType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, cast

import numpy as np

from dusk.record import Handle, cell_of
from dusk.record.context import owner_of
from dusk.tracing.calls import is_tame
from dusk.tree import Attributes, flatten, is_tree, objects, paths

_MISSING = object()
_SIMPLE = (int, float, complex, str, bytes, bool, range, type(None), np.generic, np.dtype)
_TREES = (list, tuple, dict, Attributes)
_FOREIGN = ("dusk", "numpy", "builtins")
_DEEPEST = 8
_MOST = 512

_leaves: dict[type, bool] = {}


def is_leaf(kind: type[Any]) -> bool:
    """Whether objects of a class are values (arrays, numbers, strings, trees of them), not things with attributes."""
    found = _leaves.get(kind)
    if found is None:
        found = _leaves[kind] = issubclass(kind, (*_SIMPLE, *_TREES, Handle, np.ndarray))
    return found


class Captures:
    """The places where a function's code finds what it does not get as arguments.

    `values` are places that hold values, read at each call (with the things in those that are trees); `objects` those
    of the things on the way to them, with what was found there: another thing there is to be looked through anew.
    `opaque`: the code may depend on more than that, or does more than to compute.
    """

    def __init__(self, function: Any, arguments: Sequence[Any] = (), models: Sequence[Attributes] = ()) -> None:
        self.values: list[tuple[Any, str, list[Any]]] = []
        self.objects: list[tuple[Any, str, Any]] = []
        self.roots = (function, *arguments, *models)  # also: keeps those alive by whose identity this is known
        self.opaque = False
        self._stored: set[str] = set()
        self._seen: set[tuple[int, int]] = set()
        self._places: set[tuple[int, str]] = set()
        names = self._callable(function, 0)
        for argument in arguments:
            self._attributes(argument, names, 0)
            self._callable(argument, 1)
        for model in models:
            for inside in model.functions():
                self._callable(inside, 1)
        # what the code itself writes is its own affair: counters and the like are written when it is traced
        self.values = [v for v in self.values if v[1] not in self._stored or not isinstance(_look(*v[:2]), _SIMPLE)]

    def identity(self) -> tuple[int, ...]:
        """What this is known by: the things that were looked through."""
        return (
            *map(id, self.roots),
            *[id(thing) for *_, thing in self.objects],
            *[id(t) for v in self.values for t in v[2]],
        )

    def read(self, roots: Sequence[Any] | None = None) -> list[Any] | None:
        """The values now; None if the things on the way to them are others than before.

        With `roots`, those of other functions of the same code, in place of the ones that were looked through.
        """
        now: dict[int, Any] = {}  # by the id of a cell or a function what stands in its place
        if roots is not None and not all(_alike(a, b, now) for a, b in zip(self.roots, roots, strict=True)):
            return None
        for place, name, thing in self.objects:
            found = _look(now.get(id(place), place), name)
            if found is not thing and (roots is None or not _alike(thing, found, now)):
                return None
        found: list[Any] = []
        for place, name, things in self.values:
            value = _look(now.get(id(place), place), name)
            kind = _class(value)
            if is_tree(kind):
                leaves, structure = flatten(value)
                others = [leaf for leaf in leaves if not is_leaf(_class(leaf))]
                if len(others) != len(things) or any(a is not b for a, b in zip(others, things, strict=True)):
                    return None
                found.append(structure)
                found += [leaf for leaf in leaves if is_leaf(_class(leaf)) and not _is_stale(leaf)]
            elif is_leaf(kind) or value is _MISSING:
                found.append(value)
            else:
                return None
        return found

    def names(self) -> list[str]:
        """For each of what `read` gives the name under which the code finds it, with the keys that lead into trees."""
        found: list[str] = []
        for place, name, _ in self.values:
            value = _look(place, name)
            if not is_tree(_class(value)):
                found.append(name)
                continue
            leaves, structure = flatten(value)
            known = {id(array): key for model in objects(value) for key, array in _arrays(model)}
            own = isinstance(value, Attributes)
            keys = [*paths(structure)]
            found.append(name)
            for leaf, key in zip(leaves, keys, strict=True):
                if is_leaf(_class(leaf)) and not _is_stale(leaf):
                    found.append(f"{name}.{known.get(id(leaf), key) if own else key}")
        return found

    def emptied(self) -> Captures:
        """This without what the cells of functions hold: it is only read of other functions of the same code."""
        now: dict[int, Any] = {}
        self.roots = tuple([_empty(root, now) for root in self.roots])
        things = [_empty(thing, now) for *_, thing in self.objects]
        places = [now.get(id(place), place) for place, *_ in self.objects]
        self.objects = [(p, name, t) for p, (_, name, _), t in zip(places, self.objects, things, strict=True)]
        self.values = [(now.get(id(place), place), name, things) for place, name, things in self.values]
        return self

    def models(self) -> Iterator[Attributes]:
        """The objects in the values that are trees of their attributes."""
        for place, name, _ in self.values:
            yield from objects(_look(place, name))

    def places(self) -> list[tuple[Any, str, Any, Sequence[Any]]] | None:
        """All places: where, the name there, structure and leaves of what is found; None where nothing is."""
        found: list[tuple[Any, str, Any, Sequence[Any]]] = []
        for place, name, *_ in (*self.objects, *self.values):
            value = _look(place, name)
            if value is _MISSING:
                return None
            leaves, structure = flatten(value) if is_tree(_class(value)) else ([value], None)
            found.append((place, name, structure, leaves))
        return found

    def _callable(self, function: Any, depth: int) -> frozenset[str]:
        """Look through the code of something callable; gives the names in it."""
        bound: Any = None
        if isinstance(function, MethodType):
            function, bound = function.__func__, function.__self__
        if isinstance(function, functools.partial):
            partial = cast("functools.partial[Any]", function)
            self._place(partial, "args", frozenset(), depth)
            self._place(partial, "keywords", frozenset(), depth)
            return self._callable(partial.func, depth + 1)
        if not isinstance(function, FunctionType):
            self.opaque = self.opaque or not is_plain(function)
            function = getattr(function, "__wrapped__", function)
        if not isinstance(function, FunctionType):
            method = inspect.getattr_static(cast("object", type(function)), "__call__", None)
            if not isinstance(method, FunctionType):
                return frozenset()
            function, bound = method, function
        if depth > _DEEPEST:
            self.opaque = True
            return frozenset()
        code = function.__code__
        names = frozenset(_names(code))
        if (id(function), id(bound)) in self._seen:
            return names
        self._seen.add((id(function), id(bound)))
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            self._place(cell, name, names, depth)
        for name in ("__defaults__", "__kwdefaults__"):
            if getattr(function, name):
                self._place(function, name, names, depth)
        if _is_foreign(function.__globals__.get("__name__")):
            return frozenset()
        self._stored |= set(_stored(code))
        self.opaque = self.opaque or bound is not None or _changes(code) or not names.isdisjoint(_LOUD)
        for name in sorted(names & function.__globals__.keys()):
            self._place(function.__globals__, name, names, depth)
        if bound is not None:
            self._attributes(bound, names, depth)
        return names

    def _attributes(self, thing: Any, names: frozenset[str], depth: int) -> None:
        """Look through the attributes of a thing that bear one of the names."""
        module = isinstance(thing, ModuleType)
        if (
            depth > _DEEPEST
            or isinstance(thing, type)
            or _is_foreign(thing.__name__ if module else type(thing).__module__)
        ):
            return
        self.opaque = self.opaque or not (module or _class(thing) is functools.partial)
        for name in sorted(names):
            found = inspect.getattr_static(thing, name, _MISSING)
            if found is _MISSING:
                continue
            if isinstance(found, FunctionType) and not module:
                self._callable(MethodType(found, thing), depth + 1)
            elif module or inspect.ismemberdescriptor(found) or not hasattr(cast("object", type(found)), "__get__"):
                self._place(thing, name, names, depth + 1)

    def _place(self, place: Any, name: str, names: frozenset[str], depth: int) -> None:
        if (id(place), name) in self._places:
            return
        if len(self._places) >= _MOST:
            self.opaque = True
            return
        self._places.add((id(place), name))
        value = _look(place, name)
        if is_leaf(_class(value)) or value is _MISSING:
            leaves: Sequence[Any] = flatten(value)[0] if is_tree(_class(value)) else ()
            things = [leaf for leaf in leaves if not is_leaf(_class(leaf))]
            self.values.append((place, name, things))
            for thing in things:
                self._attributes(thing, names, depth + 1)
                self._callable(thing, depth + 1)
            for model in objects(value):
                self.opaque = True
                for function in model.functions():
                    self._callable(function, depth + 1)
            return
        self.objects.append((place, name, value))
        if isinstance(value, type):
            self.opaque = self.opaque or not (issubclass(value, tuple) or _is_foreign(value.__module__))
            return
        if isinstance(value, ModuleType) and _is_foreign(value.__name__):
            return
        if not isinstance(value, FunctionType):
            self._attributes(value, names, depth)
        if not isinstance(value, ModuleType):
            self._callable(value, depth + 1)


def _class(value: Any) -> type[Any]:
    """The class proper: lazy scalars call themselves NumPy's."""
    return cast("type[Any]", type(value))


def _look(place: Any, name: str) -> Any:
    if type(place) is dict:
        return cast("dict[str, Any]", place).get(name, _MISSING)
    try:
        return place.cell_contents if type(place) is CellType else getattr(place, name)
    except (ValueError, AttributeError):
        return _MISSING


def _arrays(model: Any) -> Iterator[tuple[str, Any]]:
    """The names that a model has for its arrays."""
    arrays: Any = getattr(model, "arrays", None)
    yield from cast("dict[str, Any]", arrays()).items() if callable(arrays) else ()


def _is_foreign(module: Any) -> bool:
    return not isinstance(module, str) or module.split(".")[0] in _FOREIGN


def _is_stale(leaf: Any) -> bool:
    """Whether a leaf is a placeholder of a trace that is over."""
    return isinstance(leaf, Handle) and cell_of(leaf).buffer is None and owner_of(cell_of(leaf).epoch) is None


def is_plain(function: Any) -> bool:
    """Whether something callable that is no function of Python's depends on nothing, or on what it wraps."""
    if isinstance(function, BuiltinFunctionType | BuiltinMethodType):
        return isinstance(function.__self__, ModuleType) and is_tame(function)
    if isinstance(function, type):
        return is_tame(function)
    return callable(function) and type(function).__module__.startswith(_PLAIN)


_PLAIN = ("numpy", "dusk.numpy", "dusk.record", "dusk.tracing")
_RAISED = ("Error", "Exception", "Warning")
_LOUD = {"random"} | {
    name for name, f in vars(builtins).items() if callable(f) and not is_tame(f) and not name.endswith(_RAISED)
}
"""Names of what does more than to compute with what it is given."""


def _changes(code: CodeType) -> bool:
    """Whether code gives names and attributes outside of it other values."""
    for instruction in dis.get_instructions(code):
        name = instruction.opname
        if name.startswith(("STORE_ATTR", "STORE_GLOBAL", "DELETE_")):
            return True
        if name == "STORE_DEREF" and instruction.argval in code.co_freevars:
            return True
    return any(isinstance(constant, CodeType) and _changes(constant) for constant in code.co_consts)


def _alike(mine: Any, other: Any, now: dict[int, Any]) -> bool:
    """Whether something may stand in place of what was looked through: functions of the same code, with other cells."""
    if mine is other or now.setdefault(id(mine), other) is not other:
        return mine is other
    if _class(mine) is _class(other) is functools.partial:
        return _alike(mine.func, other.func, now)
    if type(mine) is not FunctionType or type(other) is not FunctionType:
        return False
    if mine.__code__ is not other.__code__ or mine.__globals__ is not other.__globals__:
        return False
    if any(bool(getattr(mine, name)) != bool(getattr(other, name)) for name in ("__defaults__", "__kwdefaults__")):
        return False
    cells = zip(mine.__closure__ or (), other.__closure__ or (), strict=True)
    return all([now.setdefault(id(a), b) is b for a, b in cells])


def _empty(thing: Any, now: dict[int, Any]) -> Any:
    """A function of the same code whose cells are empty, and which has no values by default; all else as it is."""
    if id(thing) in now:
        return now[id(thing)]
    if _class(thing) is functools.partial:
        now[id(thing)] = made = functools.partial(_empty(thing.func, now))
        return made
    if type(thing) is not FunctionType or not (thing.__closure__ or thing.__defaults__ or thing.__kwdefaults__):
        return thing
    cells = tuple([now.setdefault(id(cell), CellType()) for cell in thing.__closure__ or ()])
    now[id(thing)] = made = FunctionType(thing.__code__, thing.__globals__, thing.__name__, None, cells)
    made.__defaults__ = (None,) * len(thing.__defaults__ or ()) or None
    made.__kwdefaults__ = dict.fromkeys(thing.__kwdefaults__ or {}) or None
    return made


def _stored(code: CodeType) -> Iterator[str]:
    for instruction in dis.get_instructions(code):
        if instruction.opname.startswith(("STORE_ATTR", "STORE_GLOBAL", "STORE_DEREF")):
            yield instruction.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _stored(constant)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
