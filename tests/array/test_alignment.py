"""What Dusk allocates begins at multiples of 64 bytes, whoever fills it."""

from collections.abc import Callable
from typing import Any

import numpy as onp
import pytest

import dusk
import dusk.numpy as np

MADE: dict[str, Callable[[int], Any]] = {
    "zeros": np.zeros,
    "empty": np.empty,
    "narrow": lambda n: np.ones((n, 3), "f4"),
    "from numpy": lambda n: np.array(onp.ones(n)[1:]),
    "from a list": lambda n: np.array([1.0] * n),
    "computed": lambda n: np.arange(n) + 1.5,
    "compared": lambda n: np.ones(n) > 0,
    "one of two": lambda n: np.divmod(np.arange(n), 3)[1],
    "product": lambda n: np.ones((n, 5)) @ np.ones((5, 3)),
    "sorted": lambda n: np.sort(np.arange(n)[::-1]),
    "copy of a view": lambda n: np.arange(n)[1::2].copy(),
    "transformed": lambda n: np.fft.fft(np.ones(n)),
    "joined": lambda n: np.concatenate([np.ones(n), np.ones(3)]),
    "drawn": lambda n: dusk.random.uniform(dusk.random.key(0), n),
    "gradient": lambda n: dusk.grad(lambda x: (x * x).sum())(np.ones(n)),
    "compiled": lambda n: dusk.compile(lambda x: (x + 1, x * 2))(np.ones(n))[1],
    "written": lambda n: _written(np.zeros(n)),
    "number": lambda n: np.arange(n).sum(keepdims=True),
    "by numpy": lambda n: np.packbits(np.arange(n) > 1),  # results of up to 16 KiB are copied, larger ones kept
}


def _written(a: Any) -> Any:
    a[:1] = 3.0
    return a


@pytest.mark.parametrize("make", MADE)
def test_arrays_begin_at_multiples_of_64_bytes(make: str, tier: str) -> None:
    for n in (1, 2, 7, 33, 1001, 40_000):
        held = [MADE[make](n) for _ in range(3)]
        assert [onp.asarray(x).ctypes.data % 64 for x in held] == [0, 0, 0], n
