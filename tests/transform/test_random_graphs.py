"""Random graphs have the same values before and after the pipeline, as DESIGN defines "the same"."""

from typing import Any

import numpy as np
import pytest

from dusk.graph import Graph, evaluate, verify
from dusk.transform import optimise
from random_graphs import random_graph

SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, 3.0, np.inf, -np.inf, np.nan, 1e-310, 1.5e38, 709.9, -745.2, 1e-17]


def arguments(graph: Graph, rng: np.random.Generator, special: bool) -> list[Any]:
    out: list[Any] = []
    for value in graph.inputs:
        kind, shape = value.dtype.kind, value.shape
        if kind == "f":
            ordinary = rng.uniform(0.5, 2, shape)
            out.append(np.where(rng.random(shape) < 0.6, rng.choice(SPECIAL, shape), ordinary) if special else ordinary)
        else:
            out.append(rng.integers(0, 2 if kind == "b" else 100, shape))
        out[-1] = np.asarray(out[-1], value.dtype)
    return out


def assert_same_bits(a: Any, b: Any) -> None:
    a, b = np.asarray(a), np.asarray(b)
    assert (a.dtype, a.shape) == (b.dtype, b.shape)
    if a.dtype.kind == "f":
        np.testing.assert_array_equal(np.isnan(a), np.isnan(b))
        keep = ~np.isnan(a)
        np.testing.assert_array_equal(a[keep], b[keep])
        np.testing.assert_array_equal(np.signbit(a[keep]), np.signbit(b[keep]))
    else:
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("seed", range(25))
@np.errstate(all="ignore")
def test_exact_mathematics_keeps_every_bit(seed: int) -> None:
    for part in range(4):
        rng = np.random.default_rng((seed, part))
        graph = random_graph(rng, 25, rounding=False)
        after = verify(optimise(graph, exclude=["stabilise"]))
        for special in (True, True, False):
            values = arguments(graph, rng, special)
            for a, b in zip(evaluate(graph, values), evaluate(after, values), strict=True):
                assert_same_bits(a, b)


@pytest.mark.parametrize("math", ["exact", "relaxed"])
@pytest.mark.parametrize("seed", range(12))
@np.errstate(all="ignore")
def test_ordinary_numbers_come_out_alike(seed: int, math: str) -> None:
    """In extended precision, where what rounding does is far below what a wrong rule would do."""
    for part in range(5):
        rng = np.random.default_rng((seed, part))
        graph = random_graph(rng, 20, rounding=True)
        after = verify(optimise(graph, math=math))
        values = arguments(graph, rng, special=False)
        for a, b in zip(evaluate(graph, values), evaluate(after, values), strict=True):
            a, b = np.asarray(a), np.asarray(b)
            if a.dtype.kind == "f":
                keep = np.isfinite(a) & (np.abs(a) < 1e6) & (np.abs(a) > 1e-2)
                np.testing.assert_allclose(b[keep], a[keep], rtol=1e-3)


@pytest.mark.parametrize("seed", range(20))
def test_optimising_again_makes_nothing_larger(seed: int) -> None:
    graph = optimise(random_graph(np.random.default_rng(seed), 40, rounding=True))
    assert len(optimise(graph).nodes) <= len(graph.nodes)
