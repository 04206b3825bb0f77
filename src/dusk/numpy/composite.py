"""NumPy's own Python functions, on Dusk's arrays.

More than half of NumPy's functions are Python code on the others (`np.cov`, `np.gradient`, `np.median`, ...). That code
runs here as it is, with the names it uses bound to Dusk's functions instead of NumPy's: each module of NumPy gets a
second set of globals, in which NumPy's public functions are `dusk.numpy`'s and its Python functions are made again on
these globals. So what such a function computes is recorded, fused, compiled and differentiated as if the user had
written it, and it is NumPy's to the letter: signature, messages, corner cases.
"""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any, cast

import numpy as np
from numpy._core import multiarray

from dusk.devices import as_device, beside
from dusk.errors import NotNumericError
from dusk.numpy import primitives
from dusk.numpy.fallback import call_numpy, elsewhere, fallback
from dusk.record import ANYTHING, SPARSE, WRITES, by_numpy

_PRINTING = "array2string array_repr array_str format_float_positional format_float_scientific"
_FILES = "fromregex genfromtxt load loadtxt save savetxt savez savez_compressed"
_LOOKING = frozenset(f"{_PRINTING} {_FILES} asmatrix bmat info".split())
"""Functions that read, write or print arrays, or make others than Dusk's: they run in NumPy."""

_SETTINGS = "get_include get_printoptions getbufsize printoptions set_printoptions setbufsize show_config show_runtime"
_DTYPES = "datetime_data isdtype issubdtype mintypecode promote_types typename"
NO_ARRAYS = frozenset(f"{_SETTINGS} {_DTYPES} base_repr binary_repr broadcast_shapes iterable test".split())
"""Functions that are given no arrays, or look at nothing but their type: NumPy's own serve."""

_NORMS: dict[str, Any] = {"sqrt": primitives.norm_root, "reciprocal": primitives.norm_exponent}
"""What only norms use in NumPy's linear algebra."""

_PUBLIC: dict[str, ModuleType] = {"numpy": np, "numpy.linalg": np.linalg, "numpy.fft": np.fft}
_spaces: dict[str, _Space] = {}
_remade: dict[FunctionType, Callable[..., Any]] = {}


@functools.cache
def _ours() -> dict[int, tuple[str, str]]:
    """Where Dusk has its own of what NumPy's modules name: module and name, by the identity of NumPy's object."""
    behind: Any = vars(multiarray)["_multiarray_umath"]
    stand_in = {name: getattr(behind, name) for name in primitives.__all__ if hasattr(behind, name)}
    found: dict[int, tuple[str, str]] = {}
    for home, module in reversed(_PUBLIC.items()):
        names = {name: f for name in module.__all__ if (f := vars(module).get(name)) is not None}  # no lazy modules
        behind = {name: getattr(f, "_implementation", None) for name, f in names.items()}
        found.update({id(f): ("dusk." + home, name) for name, f in behind.items() if f is not None})
        found.update({id(f): ("dusk." + home, name) for name, f in names.items() if callable(f)})
    found.update({id(f): ("dusk.numpy.primitives", name) for name, f in stand_in.items()})
    return found


class _Space(dict[str, Any]):
    """The globals of a module of NumPy's as its Python code sees them here; names are bound when first used."""

    def __init__(self, theirs: dict[str, Any]) -> None:
        super().__init__(__builtins__=theirs["__builtins__"], __name__=theirs["__name__"])
        self._theirs = theirs

    def __missing__(self, name: str) -> Any:
        own = _NORMS.get(name) if self["__name__"] == "numpy.linalg._linalg" else None
        found = self[name] = _bound(self._theirs[name]) if own is None else own
        return found


class _Module(ModuleType):
    """A module of NumPy's as its Python code sees it here."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__(module.__name__)
        self.__dict__["_theirs"] = module

    def __getattr__(self, name: str) -> Any:
        found = self.__dict__[name] = _bound(getattr(self._theirs, name))
        return found


def _bound(value: Any) -> Any:
    """What a name in NumPy's code means here: Dusk's function, the same code on Dusk's functions, or what it is."""
    where = _ours().get(id(value))
    if where is not None:
        return getattr(importlib.import_module(where[0]), where[1])
    if isinstance(value, ModuleType):
        return _Module(value) if value.__name__.split(".")[0] == "numpy" else value
    code = _python(value)
    return value if code is None else _remake(code)


def _python(function: Any) -> FunctionType | None:
    """The Python function of NumPy's that a function is, or that it dispatches to."""
    found = getattr(function, "_implementation", function)
    return found if isinstance(found, FunctionType) and found.__module__.split(".")[0] == "numpy" else None


def _remake(code: FunctionType) -> Callable[..., Any]:
    made = _remade.get(code)
    if made is None:
        home = code.__globals__["__name__"]
        space = _spaces.get(home)
        if space is None:
            space = _spaces[home] = _Space(sys.modules[home].__dict__)
        made = FunctionType(code.__code__, space, code.__name__, code.__defaults__, code.__closure__)
        made.__kwdefaults__, made.__doc__ = code.__kwdefaults__, code.__doc__
        _remade[code] = made
    return made


def composite(function: Any) -> Callable[..., Any]:
    """A function of NumPy's as a function of Dusk's arrays: its Python code on them, or else a call of NumPy itself."""
    name = getattr(function, "__name__", "test")
    if name in NO_ARRAYS:
        return function
    code = None if name in _LOOKING else _python(function)
    return fallback(function) if code is None else or_numpy(_remake(code), function)


def or_numpy(function: Callable[..., Any], theirs: Any) -> Callable[..., Any]:
    """A function that leaves its call to NumPy's where it meets objects, strings, dates or records, or small arrays at
    hand."""
    if isinstance(function, FunctionType):
        function = _or_numpy(function, theirs)
    else:  # it is followed
        cast("Any", function).__wrapped__ = _or_numpy(cast("Any", function).__wrapped__, theirs)
    name = theirs.__name__
    if name == "asfortranarray":  # what it gives does not lie in C order
        return function
    own = getattr(np.ndarray, name) if name in _METHODS else getattr(function, "numpy", None)
    usual = ANYTHING if getattr(function, "makes_views", 0) else 0
    return by_numpy(function, own or theirs, WRITES if name in _WRITE else SPARSE if name in _SPARSE else usual)


_SPARSE = frozenset(("diag", "diagflat"))

_WRITE = frozenset(("copyto", "fill_diagonal", "place", "put", "put_along_axis", "putmask"))
_METHODS = frozenset(
    [
        "argpartition",
        "argsort",
        "choose",
        "clip",
        "diagonal",
        "nonzero",
        "ravel",
        "repeat",
        "reshape",
        "round",
        "searchsorted",
        "squeeze",
        "swapaxes",
        "take",
        "trace",
        "transpose",
    ]
)
"""Functions that do what NumPy's method does, which costs less than NumPy's function."""


def _or_numpy(function: Callable[..., Any], theirs: Any) -> Callable[..., Any]:
    within = getattr(function, "__globals__", {}).get("__name__", "").startswith("numpy")

    @functools.wraps(function, updated=())
    def called(*args: Any, **kwargs: Any) -> Any:
        try:
            place = elsewhere(args, kwargs)
            if not place:
                return function(*args, **kwargs)
            # what it makes itself is to lie where its arrays do; NumPy's code makes it by public functions
            with as_device(place) if within else beside(place):
                return function(*args, **kwargs)
        except TypeError as error:
            if not isinstance(error, NotNumericError) and not isinstance(error.__cause__, NotNumericError):
                raise
            return call_numpy(theirs, args, kwargs)

    called.__module__ = f"dusk.{theirs.__module__}"
    if not hasattr(function, "more_than_numpys"):
        cast("Any", called).__wrapped__ = theirs  # whose signature it has
    return called


def module_attribute(module: Any, name: str) -> Any:
    """An attribute of a NumPy module: functions as `composite`s, all else as it is (AttributeError: NumPy has none)."""
    found = getattr(module, name)
    return found if isinstance(found, type) or not callable(found) else composite(found)
