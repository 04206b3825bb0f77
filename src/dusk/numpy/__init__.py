"""NumPy's namespace on Dusk's arrays. What has no rule of its own runs in NumPy itself."""

from __future__ import annotations

import gc as _gc
from importlib import import_module as _import_module
from typing import Any

import numpy as _numpy

from dusk.array import ndarray as ndarray
from dusk.array import register as _register
from dusk.numpy import fft as fft
from dusk.numpy import linalg as linalg
from dusk.numpy import random as random
from dusk.numpy.composite import module_attribute as _module_attribute
from dusk.numpy.composite import or_numpy as _or_numpy
from dusk.numpy.counting import *  # noqa: F403
from dusk.numpy.counting import __all__ as _counting
from dusk.numpy.creation import *  # noqa: F403
from dusk.numpy.creation import MAKES as _MAKES
from dusk.numpy.creation import __all__ as _creation
from dusk.numpy.dtypes import *  # noqa: F403
from dusk.numpy.dtypes import __all__ as _dtypes
from dusk.numpy.floating_errors import *  # noqa: F403
from dusk.numpy.floating_errors import __all__ as _floating_errors
from dusk.numpy.grids import *  # noqa: F403
from dusk.numpy.grids import __all__ as _grids
from dusk.numpy.packages import tell as _tell
from dusk.numpy.polynomials import *  # noqa: F403
from dusk.numpy.polynomials import __all__ as _polynomials
from dusk.numpy.positions import *  # noqa: F403
from dusk.numpy.positions import __all__ as _positions
from dusk.numpy.products import *  # noqa: F403
from dusk.numpy.products import __all__ as _products
from dusk.numpy.protocols import from_dlpack as from_dlpack
from dusk.numpy.ranges import *  # noqa: F403
from dusk.numpy.ranges import __all__ as _ranges
from dusk.numpy.reductions import *  # noqa: F403
from dusk.numpy.reductions import __all__ as _reductions
from dusk.numpy.rounding import *  # noqa: F403
from dusk.numpy.rounding import __all__ as _rounding
from dusk.numpy.selection import *  # noqa: F403
from dusk.numpy.selection import __all__ as _selection
from dusk.numpy.shapes import *  # noqa: F403
from dusk.numpy.shapes import __all__ as _shapes
from dusk.numpy.sorting import *  # noqa: F403
from dusk.numpy.sorting import __all__ as _sorting
from dusk.numpy.statistics import *  # noqa: F403
from dusk.numpy.statistics import __all__ as _statistics
from dusk.numpy.ufuncs import UFUNCS as _UFUNCS
from dusk.numpy.writing import *  # noqa: F403
from dusk.numpy.writing import __all__ as _writing
from dusk.record import by_numpy as _by_numpy
from dusk.record import shortcut as _shortcut

_tell()
_checked = (
    _counting,
    _creation,
    _grids,
    _polynomials,
    _positions,
    _products,
    _ranges,
    _reductions,
    _rounding,
    _selection,
    _shapes,
    _sorting,
    _statistics,
    _writing,
)
for _name in (n for names in _checked for n in names):
    _function = globals()[_name]
    if not callable(_function):
        continue
    globals()[_name] = _or_numpy(_function, getattr(_numpy, _name))
    if getattr(ndarray, _name, None) is _function:
        _register(_name, globals()[_name])
globals().update(_UFUNCS)
globals().update({n: _by_numpy(globals()[n], theirs, makes) for n, (theirs, makes) in _MAKES.items()})
for _name, _which in {"array": "array", "concatenate": "join"}.items():
    _shortcut(globals()[_name], _which)
for _name, _number in {"empty": 0, "full": None, "ones": 1, "zeros": 0}.items():
    _shortcut(globals()[_name], "fill", _number)
_BACK = slice(None, None, -1)
_KEYS: dict[str, tuple[object, ...]] = {
    "asanyarray": (None,) * 9,
    "asarray": (None,) * 9,
    "atleast_1d": (False, *(None,) * 8),
    "atleast_2d": (False, (None,), *(None,) * 7),
    "atleast_3d": (False, (None, slice(None), None), (..., None), *(None,) * 6),
    "flip": (False, *((_BACK,) * n for n in range(1, 5))),
    "fliplr": (False, False, *((slice(None), _BACK),) * 7),
    "flipud": (False, *((_BACK,),) * 8),
}
for _name, _keys in _KEYS.items():
    globals()[_name] = _shortcut(globals().get(_name) or _module_attribute(_numpy, _name), "key", _keys)
globals().update({name: getattr(_numpy, name) for name in ("newaxis", "pi", "e", "inf", "nan", "euler_gamma")})
# ruff: noqa: F405 - what is imported here is given on
concat, permute_dims = concatenate, transpose
__version__ = _numpy.__version__
__array_api_version__ = "2024.12"

if not _gc.get_freeze_count():  # what was imported is old: a program is not to begin by going through it
    _gc.freeze()
    _gc.unfreeze()

_own = ["concat", "fft", "from_dlpack", "linalg", "ndarray", "permute_dims", "random"]
_lists = (_own, _dtypes, _floating_errors, _UFUNCS, *_checked)
globals().update(__all__=list(dict.fromkeys(name for names in _lists for name in names)))


def __getattr__(name: str) -> Any:
    if name.startswith("__") and name != "__array_namespace_info__":
        raise AttributeError(f"module 'dusk.numpy' has no attribute {name!r}")
    # testing takes its time to import
    found = _import_module("dusk.numpy.testing") if name == "testing" else _module_attribute(_numpy, name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *dir(_numpy)})
