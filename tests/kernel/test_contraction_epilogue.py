"""Epilogues of contractions: computed once from the finished sum, with further operands, for any layout of results."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from contraction_run import INDEX, Array, Run, guarded, intact
from dusk.errors import GraphError
from dusk.kernel import native
from dusk.kernel.contraction import Contraction
from dusk.kernel.expr import Expr, cast, const, load, op, param, reduced, where
from dusk.kernel.loops import Operand, Store
from dusk.kernel.targets import Target, cpu

pytestmark = pytest.mark.skipif(not native.available(), reason="no native code here")
F32, F64 = np.dtype(np.float32), np.dtype(np.float64)
B, M, N = INDEX
SUM = reduced(0, F32)
FULL = (None, None, 1)
EXTENTS = [(1, 1, 1, 1), (2, 9, 19, 5), (1, 40, 70, 33), (1, 70, 100, 1500)]


def products(extents: Sequence[int], seed: int = 0) -> tuple[Array, Array, Array]:
    """A and B in float32, and the product in float64."""
    batch, m, n, k = extents
    rng = np.random.default_rng(seed)
    a, b = (rng.standard_normal(s).astype(np.float32) / np.float32(k) ** 0.5 for s in ((batch, m, k), (batch, k, n)))
    return a, b, a.astype(np.float64) @ b.astype(np.float64)


def contraction(operands: Sequence[Operand], stores: Sequence[Store], n_params: int = 0) -> Contraction:
    return Contraction(F32, F32, F32, tuple(operands), tuple(stores), n_params)


def at(operand: int, *index: Expr | int, dtype: Any = F32) -> Expr:
    return load(operand, index, dtype)


def f32(value: float) -> Expr:
    return const(value, F32)


def relu(x: Expr) -> Expr:
    return op("maximum", x, f32(0))


def gelu(x: Expr) -> Expr:
    return f32(0.5) * x * (f32(1) + op("erf", x * f32(0.5**0.5)))


@pytest.mark.parametrize("extents", EXTENTS, ids=str)
def test_bias_and_activation_with_the_preactivation_kept(extents: Any) -> None:
    a, b, product = products(extents)
    bias = np.linspace(-1, 1, extents[2], dtype=np.float32)
    before, after = (guarded(np.zeros(product.shape, np.float32)) for _ in range(2))
    x = SUM + at(2, N)
    kernel = contraction(
        [Operand(F32, FULL), Operand(F32, FULL), Operand(F32, (1,))], [Store(0, INDEX, x), Store(1, INDEX, relu(x))]
    )
    Run(kernel, a, b, [before, after, bias], 2).split()
    assert np.allclose(before, product + bias, atol=1e-5)
    assert np.array_equal(after, np.maximum(before, 0))
    assert intact(before)
    assert intact(after)


@pytest.mark.parametrize("extents", EXTENTS, ids=str)
def test_update_of_a_weight_in_place(extents: Any) -> None:
    a, b, product = products(extents)
    weight = guarded(np.random.default_rng(1).standard_normal(product.shape).astype(np.float32), gap=2)
    rate, expected = np.array([0.25], np.float32), weight - 0.25 * product
    kernel = contraction(
        [Operand(F32, FULL), Operand(F32, (0,))], [Store(0, INDEX, at(0, *INDEX) - at(1, const(0)) * SUM)]
    )
    Run(kernel, a, b, [weight, np.broadcast_to(rate, (5,))], 3).split()
    assert np.allclose(weight, expected, atol=1e-5)
    assert intact(weight)


def test_alpha_and_beta_of_a_residual_with_strides_of_its_own() -> None:
    a, b, product = products((2, 21, 34, 40))
    residual = np.random.default_rng(1).standard_normal((21, 2, 68)).astype(np.float32)[:, :, ::2].transpose(1, 0, 2)
    c = guarded(np.zeros(product.shape, np.float32))
    kernel = contraction(
        [Operand(F32, FULL), Operand(F32, (None, None, None))],
        [Store(0, INDEX, f32(1.5) * SUM + f32(-0.5) * at(1, *INDEX))],
    )
    Run(kernel, a, b, [c, residual])()
    assert np.allclose(c, 1.5 * product - 0.5 * residual, atol=1e-5)
    assert intact(c)


@pytest.mark.parametrize("extents", EXTENTS, ids=str)
def test_a_result_in_columns_turns_the_tile(extents: Any) -> None:
    a, b, product = products(extents)
    c = guarded(np.zeros(product.shape, np.float32), (0, 2, 1), gap=1)
    rows, columns = (np.linspace(-1, 1, n, dtype=np.float32) for n in extents[1:3])
    kernel = contraction(
        [Operand(F32, (None, 1, None)), Operand(F32, (1,)), Operand(F32, (1,))],
        [Store(0, INDEX, gelu(SUM + at(1, M) * at(2, N)))],
    )
    assert kernel.turned
    Run(kernel, a, b, [c, rows, columns], 2).split()
    x = product + rows[:, None] * columns
    erf = np.vectorize(math.erf)
    assert np.allclose(c, 0.5 * x * (1 + erf(x / 2**0.5)), atol=1e-5)
    assert intact(c)


def test_masks_by_position_and_by_an_operand() -> None:
    a, b, product = products((2, 30, 45, 20))
    keep = np.random.default_rng(1).integers(0, 2, (30, 45)).astype(np.bool_)
    c = np.zeros(product.shape, np.float32)
    causal = op("less_equal", N, M + param(0))
    value = where(at(1, M, N, dtype=np.bool_) & causal, SUM, f32(-np.inf))
    kernel = contraction([Operand(F32, FULL), Operand(np.dtype(np.bool_), (None, 1))], [Store(0, INDEX, value)], 1)
    Run(kernel, a, b, [c, keep], params=[7])()
    shown = keep & (np.arange(45) <= np.arange(30)[:, None] + 7)
    assert np.allclose(np.where(shown, product, -np.inf), c, atol=1e-5)


def test_a_guard_leaves_elements_as_they_are() -> None:
    a, b, product = products((1, 20, 37, 11))
    c = np.full(product.shape, 7, np.float32)
    kernel = contraction([Operand(F32, FULL)], [Store(0, INDEX, SUM, guard=op("less", N, param(0)))], 1)
    Run(kernel, a, b, [c], params=[18])()
    assert np.allclose(c[..., :18], product[..., :18], atol=1e-5)
    assert np.all(c[..., 18:] == 7)


def test_results_of_other_dtypes_axes_and_strides() -> None:
    a, b, product = products((3, 17, 29, 50))
    wide = guarded(np.zeros((17, 3, 29)))
    brain = guarded(np.zeros(product.shape, ml_dtypes.bfloat16), filling=0)
    small, spread = guarded(np.zeros(product.shape, np.int8)), np.zeros((3, 34, 87), np.float32)
    kernel = contraction(
        [
            Operand(F64, FULL),
            Operand(np.dtype(ml_dtypes.bfloat16), FULL),
            Operand(np.dtype(np.int8), FULL),
            Operand(F32, (None, None, None)),
        ],
        [
            Store(0, (M, B, N), cast(SUM, F64) + cast(M, F64)),
            Store(1, INDEX, cast(SUM, ml_dtypes.bfloat16)),
            Store(2, INDEX, cast(SUM * f32(10), np.int8)),
            Store(3, (B, M * 2 + 1, N * 3), SUM),
        ],
    )
    Run(kernel, a, b, [wide, brain, small, spread])()
    assert np.allclose(wide, product.transpose(1, 0, 2) + np.arange(17)[:, None, None], atol=1e-5)
    assert np.array_equal(brain, spread[:, 1::2, ::3].astype(ml_dtypes.bfloat16))
    assert np.array_equal(small, (spread[:, 1::2, ::3] * np.float32(10)).astype(np.int8))
    assert np.allclose(spread[:, 1::2, ::3], product, atol=1e-5)
    assert np.count_nonzero(spread) == product.size
    assert all(intact(x) for x in (wide, small))


def test_an_epilogue_without_the_sum_still_writes_everywhere() -> None:
    a, b, product = products((1, 5, 40, 3))
    c = np.zeros(product.shape, np.float32)
    Run(contraction([Operand(F32, FULL)], [Store(0, INDEX, cast(M * 40 + N, F32))]), a, b, [c])()
    assert np.array_equal(c[0].ravel(), np.arange(200))


@pytest.mark.parametrize("value", [SUM, relu(SUM), gelu(SUM), op("tanh", SUM) * SUM], ids=str)
def test_vectors_of_every_width_give_the_same_bits(value: Expr) -> None:
    a, b, product = products((2, 33, 70, 90))
    kernel = contraction([Operand(F32, FULL)], [Store(0, INDEX, value)])
    results: list[Array] = []
    widths = [n for n in (16, 32) if n < cpu.host().vector_bytes]
    for target in [cpu.host(), *(Target(f"narrow{n}", n, False) for n in widths)]:
        results.append(np.zeros(product.shape, np.float32))
        Run(kernel, a, b, [results[-1]], target=target)()
    assert all(np.array_equal(results[0], r) for r in results)


def test_what_the_tile_below_reads_is_asked_for_ahead() -> None:
    """Its rows begin far apart, so nobody else would; a bias is the same for all of them."""

    def asked(value: Expr) -> int:
        operands = [Operand(F32, FULL), Operand(F32, FULL), Operand(F32, (None, 0, 1))]
        return contraction(operands, [Store(0, INDEX, value)]).ir().count("call void @llvm.prefetch")

    residual, bias = at(1, *INDEX), at(2, *INDEX)
    assert asked(SUM) == asked(SUM + bias) == 0 < asked(SUM + residual) == asked(SUM * residual + bias)


@pytest.mark.parametrize("kind", ["add", "set"])
def test_points_that_may_meet_in_one_element_are_refused(kind: Any) -> None:
    index = (M,) if kind == "add" else (at(1, N, dtype=np.int64),)
    operands = [Operand(F32, (1,)), Operand(np.dtype(np.int64), (1,))]
    with pytest.raises(GraphError):
        contraction(operands, [Store(0, index, SUM, kind)]).ir()


def test_adding_to_elements_of_their_own_is_allowed() -> None:
    a, b, product = products((2, 20, 30, 10))
    c = np.ones(product.shape, np.float32)
    Run(contraction([Operand(F32, FULL)], [Store(0, INDEX, SUM, "add")]), a, b, [c], 2).split()
    assert np.allclose(c, product + 1, atol=1e-5)


def test_a_new_layout_extent_or_split_compiles_nothing() -> None:
    kernel = contraction([Operand(F32, FULL)], [Store(0, INDEX, SUM * f32(3))])
    kernel.load()
    before = native.stats.compiles
    for extents, threads in [((1, 3, 4, 5), 1), ((2, 50, 60, 1700), 3), ((1, 400, 10, 0), 2)]:
        a, b, product = products(extents[:3] + (max(1, extents[3]),))
        a, b = a[..., : extents[3]], b[:, : extents[3]]
        for flip in (False, True):
            c = np.zeros(product.shape, np.float32)
            sides = [np.ascontiguousarray(x.swapaxes(1, 2)).swapaxes(1, 2) if flip else x for x in (a, b)]
            Run(kernel, *sides, [c], threads).split()
            assert np.allclose(c, 3 * product if extents[3] else 0, atol=1e-4)
    assert native.stats.compiles == before


@pytest.mark.parametrize("function", [relu, gelu])
def test_an_epilogue_compiles_no_second_core(function: Callable[[Expr], Expr]) -> None:
    contraction([Operand(F32, FULL)], [Store(0, INDEX, SUM)]).load()
    before = native.stats.compiles
    contraction([Operand(F32, FULL)], [Store(0, INDEX, function(SUM) * f32(1.25))]).load()
    assert native.stats.compiles - before <= 1
