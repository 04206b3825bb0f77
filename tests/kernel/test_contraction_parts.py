"""Operands whose axes lie in parts: batches like the digits of a number, and k in runs of the row operand."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from contraction_run import INDEX, STEP, ZONE, plain, targets
from dusk.kernel import expr
from dusk.kernel.contraction_driver import Word
from dusk.kernel.loops import Store
from dusk.kernel.targets import Target

pytestmark = pytest.mark.skipif(not targets(), reason="needs native code")


def places(stride: Any, extent: int) -> np.ndarray[Any, Any]:
    """Where each of an axis' elements lies."""
    step, *rest = stride if isinstance(stride, tuple) else (stride,)
    number, found = np.arange(extent), np.zeros(extent, np.int64)
    for count, following in zip(rest[::2], rest[1::2], strict=True):
        found += number % count * step
        number, step = number // count, following
    return found + number * step


def held(extents: tuple[int, ...], a: tuple[Any, ...], b: tuple[Any, ...], dtype: Any, threads: int, **given: Any):
    """Run a contraction on operands with these strides, and hold it to NumPy; gives the plan."""
    batch, m, n, k = extents
    turned, target = given.get("turned", False), given.get("target")
    random = np.random.default_rng(sum(extents))
    at_a = sum(np.ix_(*(places(s, e) for s, e in zip(a, (batch, m, k), strict=True))))
    at_b = sum(np.ix_(*(places(s, e) for s, e in zip(b, (batch, k, n), strict=True))))
    around = np.nan if np.dtype(dtype).kind == "f" else 77
    memory = [np.full(at.max() + 1 + 2 * ZONE, around).astype(dtype) for at in (at_a, at_b)]
    for whole, at in zip(memory, (at_a, at_b), strict=True):
        whole[ZONE + at] = random.integers(-4, 5, at.shape)
    x, y = (whole[ZONE + at] for whole, at in zip(memory, (at_a, at_b), strict=True))
    kernel = plain(dtype, strides=(None, 1, None) if turned else (None, None, 1))
    if given.get("added"):  # an epilogue that must come to each element once
        here = expr.load(0, INDEX, np.dtype(dtype))
        kernel = replace(kernel, stores=(Store(0, INDEX, here + expr.reduced(0, np.dtype(dtype))),), _memo={})
    out = np.zeros((batch, n, m) if turned else (batch, m, n), dtype)
    plan = kernel.plan(extents, a, b, threads, target)
    scratch = np.zeros(plan.workspace + 64, np.uint8)
    slots = np.array([x.ctypes.data for x in (*memory, out, scratch)], np.int64)
    size = out.itemsize
    strides = (m * n, 1, m) if turned else (m * n, n, 1)
    start = -scratch.ctypes.data % 64
    args = kernel.args(plan, (0, ZONE * size, a), (1, ZONE * size, b), [(2, 0, strides)], (), (3, start))
    words, function = np.array(args, np.int64), STEP(kernel.load(target))
    for lo in reversed(range(0, plan.extent, plan.chunk)):
        function(slots.ctypes.data, words.ctypes.data, lo, min(lo + plan.chunk, plan.extent))
    np.testing.assert_array_equal(out.transpose(0, 2, 1) if turned else out, x @ y)
    return plan


@pytest.mark.parametrize("target", targets(), ids=lambda t: t.name)
@pytest.mark.parametrize("added", [False, True])
@pytest.mark.parametrize("depth", [5, 3000])
def test_tiles_go_over_the_rows_of_several_batches(target: Target, added: bool, depth: int) -> None:
    for rows, columns in ((1, 5), (2, 40), (3, 17), (4, 33), (5, 80), (7, 48), (14, 16), (19, 70)):
        held((9, rows, columns, depth), (rows * depth, depth, 1), (0, columns, 1), "float32", 2,
             target=target, added=added)  # fmt: skip


@pytest.mark.parametrize("target", targets(), ids=lambda t: t.name)
@pytest.mark.parametrize("dtype", ["float32", "float64", "int32"])
@pytest.mark.parametrize("threads", [1, 3])
def test_a_convolution_is_read_where_it_lies(target: Target, dtype: Any, threads: int) -> None:
    """Images (n, height, width, channels): rows are pixels of a line, k runs over lines, pixels and channels."""
    cases = (2, 6, 9, 4, 3, 1, 17), (3, 9, 20, 1, 5, 1, 40), (1, 7, 11, 5, 3, 2, 3), (2, 5, 6, 3, 1, 2, 50)
    for n, h, w, c, size, step, o in cases:
        down, along = (h - size) // step + 1, (w - size) // step + 1
        a = ((step * w * c, down, h * w * c), step * c, (1, size * c, w * c))
        held((n * down, along, o, size * size * c), a, (0, o, 1), dtype, threads, target=target)


def test_weights_are_shared_by_batches_and_groups_have_their_own() -> None:
    n, h, w, groups, c, o = 3, 8, 10, 4, 5, 6
    line, image = w * groups * c, h * w * groups * c
    a = ((c, groups, line, h - 2, image), groups * c, (1, c, groups * c, 3, line))
    b = ((9 * c * o, groups, 0), o, 1)
    held((n * (h - 2) * groups, w - 2, o, 9 * c), a, b, "float32", 2)


def test_a_long_depth_of_short_runs_is_done_in_blocks_of_whole_runs() -> None:
    """The gradient by weights: k runs over images, lines and pixels."""
    n, h, w, c, o = 6, 40, 30, 8, 16
    image = h * w * c
    a = (w * c, 1, (c, w - 2, w * c, h - 2, image))
    depth = n * (h - 2) * (w - 2)
    plan = held((3, 3 * c, o, depth), a, (0, o, 1), "float32", 2)
    assert plan.words[Word.KC] < depth and plan.words[Word.KC] % (w - 2) == 0 and plan.words[Word.LINE_GROUPS]
    held((3, 3 * c, o, depth), (w * c, 1, (c, 1, c, w - 2, w * c, h - 2, image)), (0, o, 1), "float32", 1)


def test_where_lanes_run_along_the_rows_the_other_operand_may_lie_in_runs() -> None:
    held((2, 20, 11, 3 * 7), (21 * 20, 1, 20), (500, (1, 7, 40), 3), "float32", 1, turned=True)


def test_an_axis_in_too_many_parts_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 3"):
        held((16, 4, 4, 4), ((1, 2, 2, 2, 4, 2, 8), 16, 64), (0, 4, 1), "float32", 1)
