"""NumPy's own random numbers from its own generators, drawn by native code where that takes less time.

What is drawn, and the state that is left, are NumPy's to the last bit: the words of PCG64 are made many at a time, what
the ziggurat accepts at once is taken from tables learnt from the NumPy that is installed, and everything else its own
functions draw, from the same words (`draws.c`). The legacy functions have MT19937 (`twister.c`). Whether all of this is
as expected is looked at once, before any use.
"""

from __future__ import annotations

import ctypes
import functools
import math
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.random as _random

from dusk.backends import pool, runtime, runtime_code
from dusk.config import config
from dusk.devices import in_force
from dusk.engine import allocate
from dusk.errors import NativeUnavailable
from dusk.graph import TensorType
from dusk.kernel import background, native
from dusk.record import Classes, intern, local, ready_handle

_AT = 4 * 624  # bytes of MT19937's state before the place in it
LEAST = 1024  # numbers: fewer take NumPy less time than reaching native code
_ZIGGURATS = {"normal": ("random_standard_normal", 0, 1, 52), "exponential": ("random_standard_exponential", 3, 0, 53)}
_DRAW = (None, *2 * [ctypes.c_void_p], ctypes.c_longlong, *2 * [ctypes.c_double], ctypes.c_void_p)
_DRAWS = ctypes.CFUNCTYPE(*_DRAW, *2 * [ctypes.c_void_p])  # lets others run meanwhile, as NumPy does

Draw = Callable[[Any, int, int, float, float], None]
"""Fills memory at an address with so many numbers, plus + scale * x each, from a Generator's or RandomState's state."""

_BITS = {
    **dict.fromkeys(("uniform", "normal", "exponential"), _random.PCG64),
    **dict.fromkeys(("legacy uniform", "legacy normal"), _random.MT19937),
}


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
        functions |= _legacy()
    except (NativeUnavailable, OSError, AttributeError):
        return {}
    return {name: draw for name, draw in functions.items() if _is_numpys(name, draw)}


def _function(name: str, text: str, ziggurat: Any) -> Draw:
    function = _DRAWS(native.function(name, text))
    at = None if ziggurat is None else ctypes.addressof(ziggurat)
    let_go = ctypes.cast(ctypes.CDLL(None).sched_yield, ctypes.c_void_p).value if runtime_code.system_calls() else None

    def draw(generator: Any, memory: int, n: int, plus: float, scale: float, *, kept: Any = ziggurat) -> None:
        pool.start()
        run = runtime.run_address() if pool.size() > 1 else None
        # the state of a PCG64 begins with a pointer to its numbers
        state = ctypes.cast(generator._bit_generator.ctypes.state_address, ctypes.POINTER(ctypes.c_size_t))[0]
        function(state, memory, n, plus, scale, at, run, let_go)

    return draw


def _legacy() -> dict[str, Draw]:
    """The functions that draw from MT19937: normal numbers with the logarithm that NumPy has (`twister.c`)."""
    text = (Path(__file__).parent / "twister.ll").read_text()
    log = ctypes.cast(ctypes.CDLL(_random.mtrand.__file__).log, ctypes.c_void_p).value  # type: ignore[attr-defined]
    uniforms = ctypes.CFUNCTYPE(*_DRAW)(native.function("twister_uniform", text))
    normals = ctypes.CFUNCTYPE(*_DRAW)(native.function("twister_normal", text))

    def uniform(random: Any, memory: int, n: int, plus: float, scale: float) -> None:
        uniforms(random._bit_generator.ctypes.state_address, memory, n, plus, scale, None)

    def normal(random: Any, memory: int, n: int, plus: float, scale: float) -> None:
        # Numbers come in pairs, and of one NumPy's object may have kept a number, where only it sees it: so it draws
        # the first number, which was kept if no words were taken for it, or else the first pair; and the last, of half
        # a pair.
        state = random._bit_generator.ctypes.state_address
        out, at = (ctypes.c_double * n).from_address(memory), ctypes.c_int.from_address(state + _AT)
        before, rest = at.value, 1
        out[0] = plus + scale * random.standard_normal()
        if at.value != before:
            out[1], rest = plus + scale * random.standard_normal(), 2
        paired = (n - rest) // 2 * 2
        normals(state, memory + 8 * rest, paired, plus, scale, log)
        if rest + paired < n:
            out[n - 1] = plus + scale * random.standard_normal()

    return {"legacy uniform": uniform, "legacy normal": normal}


def _is_numpys(name: str, draw: Draw) -> bool:
    """Whether numbers, and the state left, are those of the NumPy that is installed."""
    kind: Any = _random.RandomState if name.startswith("legacy") else _random.Generator
    ours, numpys, made = kind(_BITS[name](20)), kind(_BITS[name](20)), np.empty(5 * LEAST)
    draw(ours, made.ctypes.data, made.size, -0.0, 1.0)
    standard = name.rpartition(" ")[2]
    expected = numpys.random(made.size) if standard == "uniform" else getattr(numpys, "standard_" + standard)(made.size)
    states = [pickle.dumps(generator._bit_generator.state) for generator in (ours, numpys)]
    return made.tobytes() == expected.tobytes() and states[0] == states[1]


def _asked(size: object, plus: object, scale: object) -> tuple[int, ...] | None:
    """The shape of the numbers; None: NumPy is to draw them, or to complain."""
    shape = cast("tuple[Any, ...]", (size,) if type(size) is int else size if type(size) is tuple else (None,))
    if not all([type(n) is int and n > 0 for n in shape]) or math.prod(shape) < LEAST:
        return None
    if not (type(plus) is float or type(plus) is int) or not (type(scale) is float or type(scale) is int):
        return None
    context = local.context
    free = context.trace is None and context.adopt is None
    return shape if free and 0 <= scale < math.inf and math.copysign(1, scale) > 0 else None


def drawn(generator: Any, name: str, size: object, plus: Any, scale: Any) -> Any:
    """An array of `plus + scale * x`, x of a standard distribution, as a Dusk array of float64; None: NumPy is to draw.

    `name`: of a Generator "uniform" (in [0, 1)), "normal" or "exponential"; of a RandomState "legacy uniform" or
    "legacy normal". A `plus` of -0.0 and a `scale` of 1.0 change nothing.
    """
    shape, bits = _asked(size, plus, scale), generator._bit_generator
    if shape is None or type(bits) is not _BITS[name] or (draw := _draws().get(name)) is None:
        return None
    n = math.prod(shape)
    memory = allocate(8 * n, place := in_force())
    with bits.lock:
        draw(generator, memory.address, n, plus, scale)
    return ready_handle(Classes.array, intern(TensorType(shape, np.dtype(np.float64), place)), memory)
