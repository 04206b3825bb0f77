"""Products by the contraction kernel: right for every shape and layout, within their memory, split or not."""

from __future__ import annotations

import itertools
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contraction_run import Run, expected, guarded, intact, plain, targets
from dusk.kernel import native
from dusk.kernel.contraction_driver import Word
from dusk.kernel.targets import Target
from subprocess_script import run_script

pytestmark = pytest.mark.skipif(not native.available(), reason="no native code here")
LAYOUTS = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (2, 0, 1)]


def check(a: Any, b: Any, c: Any, dtype: Any, run: Run, error: float | None = None) -> None:
    exact, bound = expected(a, b)
    eps = np.finfo(dtype).eps if error is None else error
    c[...] = np.nan
    run()
    assert np.all(np.abs(c - exact) <= bound * eps)
    assert intact(c)
    once = c.copy()
    c[...] = np.nan
    run.split()
    assert np.array_equal(c, once)
    assert intact(c)


@pytest.mark.parametrize("target", targets(), ids=lambda t: t.name)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_every_small_size_is_right_and_stays_in_its_memory(dtype: Any, target: Target) -> None:
    rng = np.random.default_rng(0)
    lanes = target.vector_bytes // np.dtype(dtype).itemsize
    sizes = [1, 2, 3, 7, 8, 9, 15, 17]
    columns = [1, 2, lanes - 1, lanes, lanes + 1, 2 * lanes, 3 * lanes, 3 * lanes + 1, 7 * lanes + 3]
    kernel = plain(dtype)
    for m, n, k in itertools.product(sizes, columns, [0, 1, 2, 5, 16]):
        a, b = (guarded(rng.standard_normal(s).astype(dtype)) for s in ((2, m, k), (2, k, n)))
        c = guarded(np.zeros((2, m, n), dtype), gap=3)
        check(a, b, c, dtype, Run(kernel, a, b, [c], target=target))


@given(
    extents=st.tuples(*[st.integers(1, n) for n in (3, 70, 150, 90)]),
    layouts=st.tuples(*[st.sampled_from(LAYOUTS)] * 3),
    gaps=st.tuples(*[st.integers(0, 5)] * 3),
    wide=st.booleans(),
    threads=st.integers(1, 5),
    narrow=st.integers(0, 2),
)
def test_random_layouts_are_right(extents: Any, layouts: Any, gaps: Any, wide: bool, threads: int, narrow: int) -> None:
    batch, m, n, k = extents
    dtype = np.float64 if wide else np.float32
    rng = np.random.default_rng(batch + 3 * m + 5 * n + 7 * k)
    shapes = (batch, m, k), (batch, k, n)
    a, b = (
        guarded(rng.standard_normal(s).astype(dtype), order, gap)
        for s, order, gap in zip(shapes, layouts[:2], gaps[:2])
    )
    c = guarded(np.zeros((batch, m, n), dtype), layouts[2], gaps[2])
    strides = [1 if s == c.itemsize and d > 0 else None for d, s in enumerate(c.strides)]
    strides = [s if strides.count(1) < 2 or d == 2 else None for d, s in enumerate(strides)]
    target = targets()[narrow % len(targets())]
    check(a, b, c, dtype, Run(plain(dtype, strides=strides), a, b, [c], threads, target=target))


@pytest.mark.parametrize("layouts", list(itertools.product(LAYOUTS[:2], repeat=3)), ids=str)
@pytest.mark.parametrize("extents", [(1, 400, 530, 2600), (1, 1100, 40, 300), (2, 130, 1300, 1200)], ids=str)
def test_blocks_and_packed_operands_are_right(extents: Any, layouts: Any) -> None:
    batch, m, n, k = extents
    rng = np.random.default_rng(1)
    a, b = (
        guarded(rng.standard_normal(s).astype(np.float32), order)
        for s, order in zip(((batch, m, k), (batch, k, n)), layouts[:2])
    )
    c = guarded(np.zeros((batch, m, n), np.float32), layouts[2])
    strides = (None, None, 1) if layouts[2] == LAYOUTS[0] else (None, 1, None)
    run = Run(plain(np.float32, strides=strides), a, b, [c], 3)
    assert run.plan.chunk < run.plan.extent
    check(a, b, c, np.float32, run)


def test_packing_and_blocks_do_not_show_in_the_bits() -> None:
    rng = np.random.default_rng(2)
    a, b = (
        rng.standard_normal((1, 500, 1500)).astype(np.float32),
        rng.standard_normal((1, 1500, 1040)).astype(np.float32),
    )
    results: list[Any] = []
    for order, threads in itertools.product([(0, 1, 2), (0, 2, 1)], [1, 2, 7]):
        c = np.zeros((1, 500, 1040), np.float32)
        run = Run(plain(np.float32), guarded(a, order), guarded(b, order), [c], threads)
        run.split()
        results.append((run.plan, c))
    assert len({(p.words[Word.PACK_A] > 0, p.words[Word.PACK_B] > 0, p.chunk) for p, _ in results}) > 2
    assert all(np.array_equal(results[0][1], c) for _, c in results)


@pytest.mark.parametrize("extents", [(1, 0, 5, 3), (1, 5, 0, 3), (0, 5, 5, 3)])
def test_nothing_is_done_where_there_is_nothing(extents: Any) -> None:
    batch, m, n, k = extents
    a, b, c = np.ones((batch, m, k)), np.ones((batch, k, n)), np.ones((batch, m, n))
    run = Run(plain(np.float64), a, b, [c])
    assert run.plan.extent == 0
    run()


def test_an_empty_sum_is_zero_whatever_lies_there() -> None:
    a, b, c = np.empty((2, 9, 0)), np.empty((2, 0, 21)), guarded(np.ones((2, 9, 21)))
    Run(plain(np.float64), a, b, [c])()
    assert not c.any()


def test_nan_and_infinity_reach_only_their_row_and_column() -> None:
    a, b, c = np.ones((1, 20, 33)), np.ones((1, 33, 50)), np.ones((1, 20, 50))
    a[0, 3, 4], b[0, 8, 17] = np.nan, np.inf
    Run(plain(np.float64), a, b, [c])()
    assert np.isnan(c[0, 3]).all()
    assert np.isinf(c[0, [0, 19], 17]).all()
    c[0, 3], c[0, :, 17] = 33, 33
    assert np.all(c == 33)


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_integers_wrap(dtype: Any) -> None:
    rng = np.random.default_rng(3)
    info = np.iinfo(dtype)
    a, b = (guarded(rng.integers(info.min, info.max, s, dtype)) for s in ((2, 13, 21), (2, 21, 37)))
    c = guarded(np.zeros((2, 13, 37), dtype))
    Run(plain(dtype), a, b, [c])()
    assert np.array_equal(c, a @ b)
    assert intact(c)


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (2, 0, 1)], ids=str)
@pytest.mark.parametrize("source", [np.float16, ml_dtypes.bfloat16, np.int8, np.uint16, np.bool_])
def test_other_dtypes_are_converted_while_they_are_packed(source: Any, order: Any) -> None:
    rng = np.random.default_rng(4)
    values = [rng.integers(0, 2 if source is np.bool_ else 9, s).astype(source) for s in ((2, 21, 35), (2, 35, 50))]
    a, b = (guarded(x, order) for x in values)
    c = guarded(np.zeros((2, 21, 50), np.float32))
    Run(plain(np.float32, source, source), a, b, [c])()
    assert np.array_equal(c, values[0].astype(np.float64) @ values[1].astype(np.float64))
    mixed = guarded(np.zeros((2, 21, 50), np.float32))
    Run(plain(np.float32, source, np.float32), a, values[1].astype(np.float32), [mixed])()
    assert np.array_equal(c, mixed)


def test_strides_of_zero_repeat_an_operand() -> None:
    rng = np.random.default_rng(5)
    a = np.broadcast_to(rng.standard_normal((1, 12, 9)), (4, 12, 9))
    b = np.broadcast_to(rng.standard_normal((4, 9, 1)), (4, 9, 30))
    c = np.zeros((4, 12, 30))
    Run(plain(np.float64), a, b, [c])()
    assert np.allclose(c, a @ b)


def test_no_byte_outside_an_operand_is_read() -> None:
    # arrays flush against pages that nobody may touch: a stray read ends the process
    run_script("""
        import ctypes, itertools, mmap, sys
        import ml_dtypes
        import numpy as np
        from contraction_run import Run, plain
        page = mmap.PAGESIZE
        libc = ctypes.CDLL(None, use_errno=True)
        kept = []
        def flush(x, order, end):
            ordered = np.ascontiguousarray(x.transpose(order))
            room = -(-ordered.nbytes // page) * page
            memory = mmap.mmap(-1, room + 2 * page)
            kept.append(memory)
            start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
            for at in (start, start + page + room):
                assert libc.mprotect(ctypes.c_void_p(at), page, 0) == 0
            offset = page + (room - ordered.nbytes if end else 0)
            there = np.frombuffer(memory, x.dtype, ordered.size, offset).reshape(ordered.shape)
            there[...] = ordered
            return there.transpose(np.argsort(order))
        rng = np.random.default_rng(0)
        cases = [(1, 1, 1, 1), (2, 9, 19, 7), (1, 50, 70, 33), (1, 21, 130, 45), (1, 400, 40, 1100)]
        orders = [(0, 1, 2), (0, 2, 1)]
        kinds = [np.float32, np.float16, ml_dtypes.bfloat16]
        for (batch, m, n, k), one, two, end, kind in itertools.product(cases, orders, orders, (False, True), kinds):
            a = flush(rng.standard_normal((batch, m, k)).astype(kind), one, end)
            b = flush(rng.standard_normal((batch, k, n)).astype(kind), two, end)
            c = flush(np.zeros((batch, m, n), np.float32), (0, 1, 2), end)
            Run(plain(np.float32, kind, kind), a, b, [c], 2).split()
            assert np.allclose(c, a.astype(np.float32) @ b.astype(np.float32), atol=1e-3)
    """)
