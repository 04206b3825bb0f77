"""einops and autoray, which go by classes they know, on Dusk's arrays; users do nothing for it."""

from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from numpy_oracle import equal
from subprocess_script import run_script

pytestmark = pytest.mark.once

einops = pytest.importorskip("einops")

CALLS = {
    "rearrange": lambda x: einops.rearrange(x, "a b c -> (a b) c"),
    "rearrange with sizes": lambda x: einops.rearrange(x, "a (b d) c -> d a c b", d=3),
    "rearrange a list": lambda x: einops.rearrange([x, x + 1], "n a b c -> a (n c) b"),
    "transpose": lambda x: einops.rearrange(x, "a b c -> c b a"),
    **{f"reduce {how}": lambda x, how=how: einops.reduce(x, "a b c -> c a", how) for how in ("sum", "mean", "max")},
    "reduce blocks": lambda x: einops.reduce(x, "a b (c two) -> a 1 c", "min", two=2),
    "repeat": lambda x: einops.repeat(x, "a b c -> a (r b) c k", r=2, k=3),
    "einsum": lambda x: einops.einsum(x, x[0], "a b c, b d -> a c d"),
    "pack": lambda x: einops.pack([x, x[:, 0]], "a * c")[0],
    "unpack": lambda x: einops.unpack(x, [(1,), (2,)], "a * c")[1],
    "asnumpy": lambda x: np.asarray(einops.asnumpy(x)),
}


@pytest.mark.parametrize("name", CALLS)
def test_einops_takes_dusk_arrays(name: str, tier: str) -> None:
    x = numpy.arange(24.0).reshape(2, 3, 4)
    for _ in range(2):
        ours = CALLS[name](np.array(x))
        assert type(ours) is np.ndarray
        equal(ours, numpy.asarray(CALLS[name](x)))
    assert type(einops.rearrange(x, "a b c -> c b a")) is numpy.ndarray


def test_gradients_flow_and_nothing_is_looked_at() -> None:
    def loss(x: Any) -> Any:
        return (einops.reduce(einops.rearrange(x, "(a b) c -> a b c", b=2), "a b c -> a c", "mean") ** 2).sum()

    x = np.arange(12.0).reshape(4, 3)
    before = dusk.stats()["flushes"]
    gradient = dusk.grad(loss)(x)
    assert dusk.stats()["flushes"] == before
    means = numpy.arange(12.0).reshape(2, 2, 3).mean(axis=1)
    numpy.testing.assert_allclose(gradient, numpy.repeat(means, 2, axis=0))
    numpy.testing.assert_allclose(dusk.compile(loss)(x), (means**2).sum())


@pytest.mark.parametrize("first", ["import einops, dusk.numpy as np", "import dusk.numpy as np, einops"])
def test_the_order_of_imports_does_not_matter(first: str) -> None:
    source = f"""
        {first}
        print(type(einops.rearrange(np.ones((2, 3)), "a b -> b a")) is np.ndarray)
        """
    assert run_script(source).stdout.strip() == "True"


def test_autoray_finds_dusks_functions() -> None:
    autoray = pytest.importorskip("autoray")
    x = np.arange(9.0).reshape(3, 3)
    assert autoray.infer_backend(x) == "dusk.numpy"
    for name in ("sum", "exp", "linalg.qr", "transpose"):
        found = autoray.do(name, x)
        for part in found if isinstance(found, tuple) else [found]:
            assert isinstance(part, np.ndarray | numpy.generic)
    assert type(autoray.to_numpy(x)) is numpy.ndarray
