"""NumPy's own random numbers from its own generators, drawn by native code where that takes less time.

What is drawn, and the state that is left, are NumPy's to the last bit: the words of PCG64 are made many at a time, what
the ziggurat accepts at once is taken from tables learnt from the NumPy that is installed, and everything else its own
functions draw, from the same words (`draws.c`). Whether all of this is as expected is looked at once, before any use.
"""

from __future__ import annotations

import ctypes
import functools
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.random as _random

from dusk.backends import pool, runtime, runtime_code
from dusk.config import config
from dusk.engine import allocate
from dusk.errors import NativeUnavailable
from dusk.graph import TensorType
from dusk.kernel import background, native
from dusk.record import Classes, intern, local, ready_handle

LEAST = 1024  # numbers: fewer take NumPy less time than reaching native code
_ZIGGURATS = {"normal": ("random_standard_normal", 0, 1, 52), "exponential": ("random_standard_exponential", 3, 0, 53)}
_DRAWS = ctypes.CFUNCTYPE(
    None, *2 * [ctypes.c_void_p], ctypes.c_longlong, *2 * [ctypes.c_double], *3 * [ctypes.c_void_p]
)  # lets others run meanwhile, as NumPy does

Draw = Callable[[int, int, int, float, float], None]
"""Fills memory at an address with so many numbers, plus + scale * x each, from the state at the first address."""


class _Ziggurat(ctypes.Structure):
    _fields_ = (
        ("slow", ctypes.c_void_p),
        *((name, ctypes.c_longlong) for name in ("low", "sign", "bits")),
        ("layers", ctypes.c_uint64 * 512),
    )


_job: background.Job | None = None


def _draws() -> dict[str, Draw]:
    """What `_load` gives; nothing while it is under way in the background."""
    global _job
    if not config.background:
        return _load()
    if _job is None or _job.lost:
        _job = background.submit(_load)
    return _job.result() if _job.done() else {}


@functools.cache
def _load() -> dict[str, Draw]:
    """The functions that draw, by distribution; none where native code cannot be built, or NumPy is not as expected."""
    try:
        text = (Path(__file__).parent / "draws.ll").read_text()
        functions = {"uniform": _function("draw_uniform", text, None)}
        numpys = ctypes.CDLL(_random._generator.__file__)  # type: ignore[attr-defined]
        learn = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(native.function("learn_ziggurat", text))
        for name, (slow, *layout) in _ZIGGURATS.items():
            ziggurat = _Ziggurat(ctypes.cast(numpys[slow], ctypes.c_void_p).value, *layout)
            learn(ctypes.addressof(ziggurat))
            functions[name] = _function("draw_" + name, text, ziggurat)
    except (NativeUnavailable, OSError, AttributeError):
        return {}
    return {name: draw for name, draw in functions.items() if _is_numpys(name, draw)}


def _function(name: str, text: str, ziggurat: Any) -> Draw:
    function = _DRAWS(native.function(name, text))
    at = None if ziggurat is None else ctypes.addressof(ziggurat)
    let_go = ctypes.cast(ctypes.CDLL(None).sched_yield, ctypes.c_void_p).value if runtime_code.system_calls() else None

    def draw(state: int, memory: int, n: int, plus: float, scale: float, *, kept: Any = ziggurat) -> None:
        pool.start()
        run = runtime.run_address() if pool.size() > 1 else None
        function(state, memory, n, plus, scale, at, run, let_go)

    return draw


def _is_numpys(name: str, draw: Draw) -> bool:
    """Whether numbers, and the state left, are those of the NumPy that is installed."""
    ours, numpys = _random.PCG64(20), _random.PCG64(20)
    made, generator = np.empty(5 * LEAST), _random.Generator(numpys)
    expected = generator.random(made.size) if name == "uniform" else getattr(generator, "standard_" + name)(made.size)
    draw(_state(ours), made.ctypes.data, made.size, -0.0, 1.0)
    return made.tobytes() == expected.tobytes() and ours.state == numpys.state


def _state(bits: Any) -> int:
    """Where the numbers of a PCG64 are: its own state begins with a pointer to them."""
    return ctypes.cast(bits.ctypes.state_address, ctypes.POINTER(ctypes.c_size_t))[0]


def drawn(generator: _random.Generator, name: str, size: object, plus: object, scale: object) -> Any:
    """An array of `plus + scale * x`, x of a standard distribution, as a Dusk array of float64; None: NumPy is to draw.

    `name`: "uniform" (in [0, 1)), "normal" or "exponential"; a `plus` of -0.0 and a `scale` of 1.0 change nothing.
    """
    shape = cast("tuple[Any, ...]", (size,) if type(size) is int else size if type(size) is tuple else (None,))
    if not all([type(n) is int and n > 0 for n in shape]):
        return None
    if not (type(plus) is float or type(plus) is int) or not (type(scale) is float or type(scale) is int):
        return None
    n, bits = math.prod(shape), generator.bit_generator
    context = local.context
    if n < LEAST or not 0 <= scale < math.inf or type(bits) is not _random.PCG64:
        return None
    if context.trace is not None or context.adopt is not None or (draw := _draws().get(name)) is None:
        return None
    memory = allocate(8 * n)
    with bits.lock:
        draw(_state(bits), memory.address, n, plus, scale)
    return ready_handle(Classes.array, intern(TensorType(shape, np.dtype(np.float64))), memory)
