"""Attention, compiled: it and its gradients are what a formula in float64 says, in every layout and dtype."""

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
from compiler.graph_maker import NATIVE
from compiler.run_program import check
from dusk import ops
from dusk.backends.cpu import compile_native
from dusk.graph import Graph, TensorType, Value, evaluate, trace
from dusk.transform.autodiff import gradients

pytestmark = pytest.mark.skipif(not NATIVE, reason="needs native code")

Array = np.ndarray[Any, Any]


def formula(q: Array, k: Array, v: Array, g: Array, mask: Any, causal: bool) -> list[Array]:
    """The result and the gradients by q, k and v, weights and all, in float64; 0 where no key counts."""
    q, k, v, g = (x.astype(np.float64) for x in (q, k, v, g))
    s = np.einsum("...md,...nd->...mn", q, k) * q.shape[-1] ** -0.5
    if mask is not None:
        s = np.where(mask, s, -np.inf) if mask.dtype == bool else s + mask
    if causal:
        s = np.where(np.tri(*s.shape[-2:], dtype=bool), s, -np.inf)
    with np.errstate(invalid="ignore"):
        p = np.exp(s - s.max(-1, keepdims=True))
        p = np.nan_to_num(p / p.sum(-1, keepdims=True))
    dp = np.einsum("...me,...ne->...mn", g, v)
    ds = p * (dp - (p * dp).sum(-1, keepdims=True)) * q.shape[-1] ** -0.5
    return [p @ v, ds @ k, np.swapaxes(ds, -1, -2) @ q, np.swapaxes(p, -1, -2) @ g]


def both(causal: bool) -> Any:
    def function(q: Value, k: Value, v: Value, g: Value, *mask: Value) -> tuple[Value, ...]:
        out = ops.attention(q, k, v, *mask, causal=causal)
        return out, *gradients([out], [g], [q, k, v])

    return function


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("mask", [None, (5, 1, 70, 90), (70, 90)], ids=["none", "bool", "added"])
@pytest.mark.parametrize(("dtype", "rtol"), [("f8", 1e-9), ("f4", 2e-5), ("f2", 5e-3), (ml_dtypes.bfloat16, 5e-2)])
def test_attention_and_its_gradients(dtype: Any, rtol: float, mask: Any, causal: bool) -> None:
    rng = np.random.default_rng(5)
    arrays = [rng.uniform(-1, 1, (5, 2, n, d)).astype(dtype) for n, d in ((70, 16), (90, 16), (90, 24), (70, 24))]
    masks: list[Array] = []
    if mask is not None:
        masks = [rng.random(mask) < 0.5 if len(mask) == 4 else rng.uniform(-1, 1, mask).astype("f4")]
        masks = [m & (np.arange(70) % 7 != 3)[:, None] if m.dtype == bool else m for m in masks]
    graph = trace(both(causal), *(TensorType(a.shape, a.dtype) for a in (*arrays, *masks)))
    want = [w.astype(dtype) for w in formula(*arrays, masks[0] if masks else None, causal)]
    check(graph, [*arrays, *masks], want, program=compile_native(dusk.transform.optimise(graph)), rtol=rtol)


def test_heads_that_lie_side_by_side() -> None:
    rng = np.random.default_rng(1)
    arrays = [rng.standard_normal((2, 50, 3, 16)).astype("f4") for _ in range(4)]

    def function(*xs: Value) -> tuple[Value, ...]:
        made = both(True)(*(ops.transpose(x, axes=(0, 2, 1, 3)) for x in xs))
        return tuple(ops.transpose(x, axes=(0, 2, 1, 3)) for x in made)

    graph = trace(function, *(TensorType(a.shape, a.dtype) for a in arrays))
    want = [w.swapaxes(1, 2).astype("f4") for w in formula(*(a.swapaxes(1, 2) for a in arrays), None, True)]
    check(graph, arrays, want, program=compile_native(dusk.transform.optimise(graph)), rtol=3e-5)


def test_causal_attention_in_blocks_of_queries() -> None:
    rng = np.random.default_rng(4)
    n, m = 512, 600
    q, k, v, g = (rng.standard_normal(s) for s in ((2, n, 8), (1, m, 8), (2, m, 4), (2, n, 4)))
    for past in (0, 60, 100, -130):
        graph = trace(
            lambda q, k, v, g, past=past: (
                out := ops.attention(q, k, v, causal=True, past=past),
                *gradients([out], [g], [q, k, v]),
            ),
            *(TensorType(a.shape, a.dtype) for a in (q, k, v, g)),
        )
        want = formula(q, np.repeat(k, 2, 0), v, g, np.tri(n, m, past, dtype=bool), False)
        want[2] = want[2].sum(0, keepdims=True)
        check(graph, [q, k, v, g], want, program=compile_native(dusk.transform.optimise(graph)), rtol=1e-9)


def test_second_derivatives() -> None:
    rng = np.random.default_rng(2)
    arrays = [rng.standard_normal((2, n, 4)) for n in (6, 7, 7, 6)]

    def function(*xs: Value) -> tuple[Value, ...]:
        return gradients(both(True)(*xs), [ops.multiply(x, 0.5) for x in (xs[3], *xs[:3])], xs)

    graph = trace(function, *(TensorType(a.shape, a.dtype) for a in arrays))
    want = [np.asarray(w) for w in evaluate(Graph(graph.inputs, graph.outputs), arrays)]
    check(graph, arrays, want, program=compile_native(dusk.transform.optimise(graph)))


def test_mapping_takes_a_new_axis_along() -> None:
    rng = np.random.default_rng(3)
    q, k, v = (rng.standard_normal((3, 5, 4)) for _ in range(3))
    mask = rng.random((3, 5, 5)) < 0.7
    got = dusk.vmap(ops.attention)(q, k, v, mask)
    np.testing.assert_allclose(np.asarray(got), ops.attention.body(q, k, v, mask), rtol=1e-11)
    only = dusk.vmap(lambda m: ops.attention(dnp.array(q[0]), dnp.array(k[0]), dnp.array(v[0]), m))(mask)
    np.testing.assert_allclose(np.asarray(only), ops.attention.body(q[:1], k[:1], v[:1], mask), rtol=1e-12)


@pytest.mark.parametrize(
    ("shapes", "message"),
    [
        ([(3, 4), (5, 3), (5, 2)], "the same last axis"),
        ([(3, 4), (5, 4), (4, 2)], "the same axis before it"),
        ([(3,), (5, 3), (5, 2)], "queries .*keys .*values"),
        ([(3, 4), (5, 4), (5, 2), (3, 4)], "mask of shape"),
    ],
)
def test_shapes_that_do_not_fit_are_named(shapes: list[tuple[int, ...]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ops.attention(*(dnp.ones(s) for s in shapes))
