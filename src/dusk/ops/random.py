"""Random bits as a function of a key and a counter: Threefry, as published by Salmon, Moraes, Dror and Shaw (2011)."""

# Rules are called through `Op`'s untyped fields.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dusk.graph.op import define
from dusk.graph.types import TensorType
from dusk.ops.pointwise import Kind

_WORD = np.dtype(np.uint32)
_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
_PARITY = 0x1BD11BDA


def _rounds(key: tuple[Any, Any], x: Any, y: Any, word: Callable[[int], Any], rotate: Callable[[Any, int], Any]) -> Any:
    """The twenty rounds on two words; `word` makes a constant."""
    keys = (*key, key[0] ^ key[1] ^ word(_PARITY))
    x, y = x + keys[0], y + keys[1]
    for group in range(5):
        for by in _ROTATIONS[group % 2]:
            x = x + y
            y = rotate(y, by) ^ x
        x, y = x + keys[(group + 1) % 3], y + (keys[(group + 2) % 3] + word(group + 1))
    return x, y


def _lower_threefry(k: Any, index: Any, *operands: Any) -> Any:
    def word(n: int) -> Any:
        return k.const(n, _WORD)

    def rotate(e: Any, by: int) -> Any:
        up, down = k.op("left_shift", e, word(by)), k.op("right_shift", e, word(32 - by))
        return k.op("bitwise_or", up, down)

    first, second, x, y = (operand(index) for operand in operands)
    return _rounds((first, second), x, y, word, rotate)


def _four_words(*kinds: Kind) -> tuple[np.dtype[Any], ...]:
    for kind in kinds:
        if not isinstance(kind, type) and kind != _WORD:
            raise TypeError(f"keys and counters are uint32, not {kind}")
    return (_WORD,) * len(kinds)


def _infer_threefry(k0: TensorType, k1: TensorType, c0: TensorType, c1: TensorType) -> tuple[TensorType, TensorType]:
    return c0, c0


@define(infer=_infer_threefry, promote=_four_words, broadcasts=True, nondiff=True, lower=_lower_threefry)
def threefry(k0: Any, k1: Any, c0: Any, c1: Any) -> Any:
    """Two random words for each key (k0, k1) and counter (c0, c1), all uint32: Threefry-2x32 with 20 rounds."""

    def rotate(a: Any, by: int) -> Any:
        return (a << np.uint32(by)) | (a >> np.uint32(32 - by))

    with np.errstate(over="ignore"):
        key = np.asarray(k0, _WORD), np.asarray(k1, _WORD)
        return _rounds(key, np.asarray(c0, _WORD), np.asarray(c1, _WORD), np.uint32, rotate)
