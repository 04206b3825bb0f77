"""Other packages that have to be told of Dusk's arrays, since they go by the classes they know: each is once it is
imported, be that before Dusk or after."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec, PathFinder
from typing import Any

from dusk.array import ndarray, scalar
from dusk.record import Handle

__all__ = ["tell"]


def _tell_einops(backends: Any) -> None:
    """einops looks for a backend among the subclasses of its own class: what it does on NumPy's arrays will do."""

    class DuskBackend(backends.NumpyBackend):
        framework_name = "dusk.numpy"

        def __init__(self) -> None:
            self.np = sys.modules["dusk.numpy"]

        def is_appropriate_type(self, tensor: object) -> bool:
            return isinstance(tensor, Handle)

    backends.DuskBackend = DuskBackend  # classes know their subclasses only as long as somebody holds them


def _tell_autoray(autoray: Any) -> None:
    """autoray finds functions in the module that a class is registered with."""
    for kind in (ndarray, scalar):
        autoray.register_backend(kind, "dusk.numpy")


_TELL: dict[str, Callable[[Any], None]] = {"einops._backends": _tell_einops, "autoray": _tell_autoray}


class _Finder:
    """Finds none but the modules above, and tells them when they have run."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        tell = _TELL.pop(name, None)
        spec = None if tell is None else PathFinder.find_spec(name, path, target)
        if tell is None or spec is None or spec.loader is None:
            return None
        loader: Any = spec.loader
        run = loader.exec_module

        def run_and_tell(module: Any) -> None:
            run(module)
            tell(module)

        loader.exec_module = run_and_tell
        return spec


def tell() -> None:
    """Tell the packages that are imported already, and see to it that the others are when they are."""
    for name in [name for name in _TELL if name in sys.modules]:
        _TELL.pop(name)(sys.modules[name])
    sys.meta_path.insert(0, _Finder)
