"""Run an unmodified program with another module in NumPy's place, and write down what it leaves.

Also a script of its own, imported by nothing: `--compare` starts it in a fresh process for each side, and the NumPy
side must not import Dusk. So this file imports the standard library and NumPy only, that with the parts it loads late.
"""

from __future__ import annotations

import builtins
import importlib
import io
import json
import os
import re
import site
import sys
import sysconfig
import time
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import decode_source
from pathlib import Path
from typing import Any, cast

import numpy as np

for part in ("fft", "linalg", "random"):
    importlib.import_module(f"numpy.{part}")

DUSK = Path(__file__).resolve().parents[1]
LOOP = re.compile(r"^[ \t\f]*(for|while)\b", re.MULTILINE)
"""Where a loop may begin: in a program without a match there is none."""

Leaf = tuple[str, Any]


def main(argv: list[str]) -> int:
    """`run.py TARGET FOLDER PROG ARGS...`: run PROG, then write its leaves and times into FOLDER."""
    target, folder, program, *arguments = argv
    if target != "numpy":
        replace_numpy(target)
    # The last moment at which both sides stand equal: the libraries are imported, the program is not yet read.
    wall, cpu = time.perf_counter(), time.process_time()
    namespace, status = run_program(program, arguments)
    leaves = list(leaves_of(namespace)) if status == 0 else []
    seconds = {"seconds": time.perf_counter() - wall, "cpu_seconds": time.process_time() - cpu}
    sys.stdout.flush()
    write(Path(folder), leaves, {"status": status, **seconds, "stats": library_stats(), "stabilised": stabilised()})
    return status


# -- running ---------------------------------------------------------------------------------------------------------


def run_program(program: str, arguments: list[str]) -> tuple[dict[str, Any], int]:
    """Run the file `program` as `__main__`, as `python program arguments...` would.

    Returns its namespace and exit status. An uncaught exception is shown by `sys.excepthook`, without Dusk's frames.
    """
    path = os.path.abspath(program)
    sys.argv = [program, *arguments]
    if not sys.flags.safe_path:
        sys.path[0] = os.path.dirname(os.path.realpath(path))
    module = types.ModuleType("__main__")
    vars(module).update(__file__=path, __builtins__=builtins, __loader__=SourceFileLoader("__main__", path))
    sys.modules["__main__"] = module
    try:
        with io.open_code(path) as file:
            text = decode_source(file.read())
        exec(compile_module(text, path, vars(module)), vars(module))
    except SystemExit as leaving:
        return vars(module), exit_status(leaving)
    except BaseException as error:
        error.__traceback__ = without_own_frames(error.__traceback__)
        sys.stdout.flush()
        sys.excepthook(type(error), error, error.__traceback__)
        return vars(module), 130 if isinstance(error, KeyboardInterrupt) else 1
    return vars(module), 0


def compile_module(text: str, path: str, space: dict[str, Any]) -> types.CodeType:
    """The code of a module whose namespace is `space`; where Dusk runs it, hot loops in it will be compiled."""
    if "dusk.numpy" not in sys.modules or LOOP.search(text) is None:  # only loops are worth what importing this costs
        return compile(text, path, "exec", dont_inherit=True)
    outline: Any = importlib.import_module("dusk.tracing.outline")
    return outline.outlined_module(text, path, space)


def exit_status(leaving: SystemExit) -> int:
    """The exit status of a program that called `sys.exit`; a message goes to stderr, as Python does it."""
    if leaving.code is None or isinstance(leaving.code, int):
        return leaving.code or 0
    print(leaving.code, file=sys.stderr)
    return 1


def without_own_frames(traceback: types.TracebackType | None) -> types.TracebackType | None:
    """The traceback without the frames of this file: users see their own lines only."""
    if traceback is None:
        return None
    rest = without_own_frames(traceback.tb_next)
    if traceback.tb_frame.f_code.co_filename == __file__:
        return rest
    traceback.tb_next = rest
    return traceback


# -- standing in for NumPy -------------------------------------------------------------------------------------------


def replace_numpy(target: str) -> None:
    """From now on, `import numpy` in the program's own modules gives the module `target`.

    Own modules are `__main__` and files outside every site-packages, the standard library and Dusk. Installed
    packages, and C code that imports NumPy by itself, get NumPy.
    """
    sys.path.append(str(DUSK.parent))
    try:
        stand_in = Substitute(importlib.import_module(target))
    finally:
        sys.path.remove(str(DUSK.parent))
    builtins.__import__ = stand_in.import_statement
    importlib.import_module = stand_in.import_module
    sys.meta_path.insert(0, OwnFinder(program_files()))


def program_files() -> Callable[[str], bool]:
    """What tells a program's own files from those of Python and of installed packages."""
    foreign = {spelling for path in (*_libraries(), str(DUSK)) for spelling in spellings(path)}

    def own(path: str) -> bool:
        return not path.startswith("<") and not any(is_foreign(s, foreign) for s in spellings(path))

    return own


def _libraries() -> list[str]:
    paths = sysconfig.get_paths()
    return [paths["stdlib"], paths["platstdlib"], *site.getsitepackages(), site.getusersitepackages()]


class OwnFinder:
    """Finds a program's own modules as Python does, and has them loaded as the program is."""

    def __init__(self, own: Callable[[str], bool]) -> None:
        self.own = own

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """What the import system asks for; None for all else."""
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or type(spec.loader) is not SourceFileLoader or not self.own(spec.origin or ""):
            return None
        spec.loader = OwnLoader(name, spec.origin or "")
        return spec


class OwnLoader(SourceFileLoader):
    """Loads a module of the program's from its source, and writes no code of it to a cache."""

    def exec_module(self, module: types.ModuleType) -> None:
        """Run the module's statements."""
        text = decode_source(self.get_data(self.path))
        exec(compile_module(text, self.path, vars(module)), vars(module))


class Substitute:
    """The import functions of a process in which own modules see `target` where they import NumPy."""

    def __init__(self, target: types.ModuleType) -> None:
        self.target = target
        self.import_real: Callable[..., types.ModuleType] = builtins.__import__
        self.import_module_real = importlib.import_module
        self.foreign = {spelling for path in (*_libraries(), str(DUSK)) for spelling in spellings(path)}
        self.known: dict[str, bool] = {str(target.__file__): False}

    def import_statement(
        self,
        name: str,
        globals: dict[str, Any] | None = None,
        locals: dict[str, Any] | None = None,
        fromlist: Iterable[str] | None = (),
        level: int = 0,
    ) -> types.ModuleType:
        """What `import` statements call (`builtins.__import__`)."""
        # NumPy itself is imported in any case: C code takes what it imports from sys.modules, not from here.
        module = self.import_real(name, globals, locals, fromlist, level)
        if level or not is_numpy(name) or not self.is_own(globals):
            return module
        if not fromlist:
            self.twin(name)
            return self.target
        twin = self.twin(name)
        for child in fromlist:
            if f"{name}.{child}" in sys.modules:
                self.twin(f"{name}.{child}")
        return twin

    def import_module(self, name: str, package: str | None = None) -> types.ModuleType:
        """`importlib.import_module` for a program that chooses its modules while it runs."""
        module = self.import_module_real(name, package)
        caller = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
        return self.twin(name) if is_numpy(name) and self.is_own(caller.f_globals) else module

    def twin(self, name: str) -> types.ModuleType:
        """The module that stands for NumPy's module `name`: NumPy's own where the target has none."""
        if name == "numpy":
            return self.target
        parent_name, _, child = name.rpartition(".")
        parent = self.twin(parent_name)
        found: object = getattr(parent, child, None)
        if not isinstance(found, types.ModuleType):
            try:
                found = self.import_module_real(f"{parent.__name__}.{child}")
            except ModuleNotFoundError as missing:
                if missing.name != f"{parent.__name__}.{child}":
                    raise
                found = sys.modules[name]
            setattr(parent, child, found)  # as the import system binds a submodule it has loaded
        return found

    def is_own(self, namespace: dict[str, Any] | None) -> bool:
        """Whether code with these globals belongs to the program."""
        name = (namespace or {}).get("__file__")
        frame = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
        while name is None:  # `exec(text, {})` has no file: the nearest caller that has one owns it
            back = frame.f_back
            if back is None:
                return False
            frame, name = back, back.f_globals.get("__file__")
            name = None if name == __file__ else name
        own = self.known.get(name)
        if own is None:
            own = self.known[name] = not any(is_foreign(spelling, self.foreign) for spelling in spellings(name))
        return own


def is_foreign(path: str, folders: Iterable[str]) -> bool:
    """Whether a file is none of the program's: in one of these folders, or installed."""
    parts = Path(path).parts
    if "site-packages" in parts or "dist-packages" in parts:
        return True
    return any(path.startswith(folder + os.sep) for folder in folders)


def is_numpy(name: str) -> bool:
    return name == "numpy" or name.startswith("numpy.")


def spellings(path: str) -> tuple[str, str]:
    return os.path.abspath(path), os.path.realpath(path)


# -- what a program leaves -------------------------------------------------------------------------------------------


def leaves_of(namespace: dict[str, Any]) -> Iterator[Leaf]:
    """The arrays and numbers among a module's variables, with those inside lists, tuples and dicts.

    Yields (path, value): `"w"`, `"params['w'][0]"`; values are NumPy arrays, or Python's int, float, complex, bool.
    """
    for name, value in list(namespace.items()):
        if not (name.startswith("__") and name.endswith("__")) and not name.startswith("_dusk_"):
            yield from leaves_in(name, value, ())


def leaves_in(path: str, value: object, above: tuple[int, ...]) -> Iterator[Leaf]:
    if isinstance(value, type) or id(value) in above:
        return
    inside = (*above, id(value))
    if is_array(value):
        try:
            array = np.asarray(cast(Any, value))
        except Exception as error:  # computing it failed: that is what this variable holds
            yield path, f"{type(error).__name__}: {error}"
            return
        if not array.dtype.hasobject:
            yield path, array
        elif array.dtype == np.dtype(object):
            yield from leaves_in(path, array.tolist(), inside)
    elif isinstance(value, (int, float, complex)):
        yield path, value
    elif isinstance(value, dict):
        for key, item in cast(dict[object, object], value).items():
            yield from leaves_in(f"{path}[{key!r}]", item, inside)
    elif isinstance(value, (list, tuple)):
        items = cast("list[object] | tuple[object, ...]", value)
        together = one_array(items)
        if together is not None:
            yield path, together
            return
        for index, item in enumerate(items):
            yield from leaves_in(f"{path}[{index}]", item, inside)


def is_array(value: object) -> bool:
    return hasattr(type(value), "__array__")


def one_array(items: Sequence[object]) -> np.ndarray[Any, Any] | None:
    """`items` as one array if they are two or more scalars of one dtype: a history of losses is one leaf."""
    if len(items) < 2 or not all(is_array(item) or isinstance(item, (int, float, complex)) for item in items):
        return None
    try:
        arrays = [np.asarray(cast(Any, item)) for item in items]
    except Exception:
        return None
    if any(array.shape or array.dtype.hasobject or array.dtype != arrays[0].dtype for array in arrays):
        return None
    return np.stack(arrays)


def write(folder: Path, leaves: list[Leaf], facts: dict[str, Any]) -> None:
    """Write `leaves.npz` and `result.json` (last, so its presence says that all is there); no pickles.

    A row of `leaves` in the JSON is [path, kind, text]; kind "array" has its value in the npz, under the row's number.
    """
    rows = [[path, *spelled(value)] for path, value in leaves]
    arrays: dict[str, Any] = {str(i): value for i, (_, value) in enumerate(leaves) if rows[i][1] == "array"}
    np.savez(folder / "leaves.npz", **arrays)
    (folder / "result.json").write_text(json.dumps({**facts, "leaves": rows}, default=str))


def spelled(value: object) -> tuple[str, str]:
    """(kind, text) of a value, exactly."""
    if isinstance(value, np.ndarray):
        return "array", ""
    if isinstance(value, str):
        return "error", value
    if isinstance(value, bool):
        return "bool", str(int(value))
    if isinstance(value, int):
        return "int", hex(value)
    return ("float" if isinstance(value, float) else "complex"), repr(value)


def library_stats() -> object:
    """`dusk.stats()`, where Dusk is in the process and has it."""
    stats = getattr(sys.modules.get("dusk"), "stats", None)
    return stats() if callable(stats) else None


def stabilised() -> list[str]:
    """The stability rewrites that Dusk has applied: rule, and lines of the program."""
    pipeline = sys.modules.get("dusk.transform.pipeline")
    applied: Iterable[tuple[str, Any]] = getattr(pipeline, "stabilised", ())
    told = [f"{rule} at " + ", ".join(f"{os.path.basename(name)}:{line}" for name, line in at) for rule, at in applied]
    return sorted(set(told))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
