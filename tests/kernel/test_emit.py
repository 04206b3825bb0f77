"""What emitted kernels promise beyond right numbers: memory, order, bits, NaN, checks, the same text every time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from dusk.kernel import expr as k
from dusk.kernel import native
from dusk.kernel.build import ir_text, run_kernel
from dusk.kernel.emit_plan import make_plan
from dusk.kernel.emit_spill import spill
from dusk.kernel.expr import Expr
from dusk.kernel.interpret import interpret
from dusk.kernel.loops import Axis, Kernel, Operand, Reduction, Scan, Store
from dusk.kernel.targets import cpu
from subprocess_script import run_script

pytestmark = pytest.mark.skipif(not native.available(), reason="native code cannot be built here")
PARALLEL, REDUCE = Axis("parallel"), Axis("reduce")
F32, F64, I64 = np.dtype("float32"), np.dtype("float64"), np.dtype("int64")
ROW, COLUMN = k.axis(0), k.axis(1)


def row_kernel(reductions: Sequence[Reduction], dtypes: Sequence[np.dtype], operand: np.dtype = F32) -> Kernel:
    """Reductions over the rows of operand 0, one result each."""
    operands = (Operand(operand, (None, 1)), *(Operand(d, (1,)) for d in dtypes))
    stores = tuple(Store(n + 1, (ROW,), k.reduced(n, d)) for n, d in enumerate(dtypes))
    return Kernel((PARALLEL, REDUCE), operands, tuple(reductions), stores)


def softmax_kernel() -> Kernel:
    x = k.load(0, (ROW, COLUMN), F32)
    e = k.op("exp", x - k.reduced(0, F32))
    operands = (Operand(F32, (None, 1)), Operand(F32, (None, 1)))
    reductions = (Reduction("max", x), Reduction("sum", e))
    return Kernel((PARALLEL, REDUCE), operands, reductions, (Store(1, (ROW, COLUMN), e / k.reduced(1, F32)),))


def scan_kernel(value: Expr, start: float, along: int) -> Kernel:
    """A scan over a matrix, along its rows (1) or columns (0)."""
    index = (ROW, COLUMN) if along == 1 else (COLUMN, ROW)
    value = k.replace([value], {k.load(0, (ROW, COLUMN), F32): k.load(0, index, F32)})[0]
    operands = (Operand(F32, (None, 1)), Operand(F32, (None, 1)))
    scans = (Scan(k.const(start, F32), value),)
    return Kernel((PARALLEL, REDUCE), operands, (), (Store(1, index, value),), 0, scans)


@pytest.mark.parametrize("along", [0, 1])
def test_running_sums_are_numpys_to_the_bit(along: int) -> None:
    kernel = scan_kernel(k.carried(0, F32) + k.load(0, (ROW, COLUMN), F32), -0.0, along)
    rng = np.random.default_rng(along)
    for rows, columns in ((1, 1), (3, 70), (70, 3), (33, 129), (0, 4), (4, 0)):
        x = (rng.normal(size=(rows, columns)) * 10.0 ** rng.integers(-6, 6, (rows, columns))).astype(F32)
        x[:1, ::2] = -0.0
        x[2:3, :1] = np.inf
        x[3:4, 1:2] = np.nan
        out = np.zeros_like(x)
        extents = [rows, columns] if along else [columns, rows]
        run_kernel(kernel, [x, out], extents, splits=[min(1, extents[0])])
        want = np.cumsum(x, axis=along)
        assert out[~np.isnan(want)].tobytes() == want[~np.isnan(want)].tobytes()
        assert np.array_equal(np.isnan(out), np.isnan(want))


def test_a_scan_may_write_over_what_it_reads() -> None:
    kernel = scan_kernel(k.op("maximum", k.carried(0, F32), k.load(0, (ROW, COLUMN), F32)), -np.inf, 0)
    x = np.random.default_rng(0).normal(size=(40, 50)).astype(F32)
    want = np.maximum.accumulate(x, axis=0)
    run_kernel(kernel, [x, x], [50, 40])
    np.testing.assert_array_equal(x, want)


def test_lanes_run_beside_a_scan_and_never_along_it() -> None:
    value = k.carried(0, F32) + k.load(0, (ROW, COLUMN), F32)
    assert make_plan(scan_kernel(value, 0.0, 0), cpu.host()).vector == 0
    assert make_plan(scan_kernel(value, 0.0, 1), cpu.host()).vector is None


def test_next_rows_are_asked_for_where_rows_are_gone_through_again() -> None:
    kernel, once = softmax_kernel(), row_kernel([Reduction("sum", k.load(0, (ROW, COLUMN), F32))], [F32])
    assert "llvm.prefetch" in ir_text(kernel) and "llvm.prefetch" not in ir_text(once)
    assert [e.operand for e in make_plan(spill(kernel), cpu.host()).ahead] == [0]


def test_what_is_gathered_for_a_row_is_read_when_its_place_is_known() -> None:
    place = k.load(1, (ROW,), I64)
    place = k.where(place < 0, place + k.param(0), place)
    chosen, total = k.load(0, (ROW, place), F32), k.op("log", k.reduced(1, F32))
    reductions = softmax_kernel().reductions
    operands = (Operand(F32, (None, 1)), Operand(I64, (1,)), Operand(F32, (1,)))
    kernel = Kernel((PARALLEL, REDUCE), operands, reductions, (Store(2, (ROW,), total - chosen),), 1)
    x, out = np.random.default_rng(0).normal(size=(5, 70)).astype(F32), np.zeros(5, F32)
    places = np.array([3, -1, 0, 69, -70])
    run_kernel(kernel, [x, places, out], [5, 70], [70])
    expected = np.log(np.exp(x - x.max(1)[:, None]).sum(1)) - x[np.arange(5), places]
    np.testing.assert_allclose(out, expected, rtol=1e-5)


def test_what_costs_little_for_each_element_is_computed_again_rather_than_kept() -> None:
    x, root = k.load(0, (ROW, COLUMN), F32), k.op("exp", k.op("sqrt", k.op("log", k.reduced(0, F32))))
    reductions = (Reduction("sum", x), Reduction("sum", x * root))
    store = Store(1, (ROW, COLUMN), x * root - k.reduced(1, F32))
    kernel = Kernel((PARALLEL, REDUCE), (Operand(F32, (None, 1)),) * 2, reductions, (store,))
    assert spill(kernel) is kernel and spill(softmax_kernel()) is not softmax_kernel()


def test_nothing_is_read_or_written_outside_of_an_operand() -> None:
    script = """
        import ctypes, mmap
        import numpy as np
        from dusk.kernel import expr as k
        from dusk.kernel.build import run_kernel
        from dusk.kernel.loops import Axis, Kernel, Operand, Reduction, Store
        libc, page = ctypes.CDLL(None, use_errno=True), mmap.PAGESIZE
        keep = []

        def fenced(values, at_end):
            '''A copy that ends where (or begins where) no memory is.'''
            memory = mmap.mmap(-1, 5 * page)
            keep.append(memory)
            address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
            for edge in (0, 4):
                assert libc.mprotect(ctypes.c_void_p(address + edge * page), page, 0) == 0
            offset = 4 * page - values.nbytes if at_end else page
            fresh = np.frombuffer(memory, values.dtype, values.size, offset)
            fresh[:] = values
            return fresh

        i, j = k.axis(0), k.axis(1)
        for dtype in ("float32", "float64", "int8", "bool", "int16"):
            x = k.load(0, (i,), dtype)
            operand = Operand(np.dtype(dtype), (1,))
            plain = Kernel((Axis("parallel"),), (operand, operand), (), (Store(1, (i,), k.where(x.ne(0 * 1), x, x)),))
            gather = k.load(0, (k.load(1, (i,), "int64"),), dtype, i.ne(3))
            picked = Kernel((Axis("parallel"),), (operand, Operand(np.dtype("int64"), (1,)), operand), (),
                            (Store(2, (i,), gather),))
            op = "any" if dtype == "bool" else "max"
            whole = Kernel((Axis("reduce"),), (operand, Operand(np.dtype(dtype), ())), (Reduction(op, x),),
                           (Store(1, (), k.reduced(0, dtype)),))
            turned = Kernel((Axis("parallel"),) * 2, (Operand(np.dtype(dtype), (None, 1)),) * 2, (),
                            (Store(1, (i, j), k.load(0, (j, i), dtype)),))
            for n in (1, 3, 15, 16, 17, 63, 64, 65, 130):
                for at_end in (False, True):
                    a = fenced(np.ones(n, dtype), at_end)
                    out = fenced(np.zeros(n, dtype), at_end)
                    run_kernel(plain, [a, out], [n])
                    assert (out == 1).all()
                    index = np.arange(n)[::-1].copy()
                    if n > 3:
                        index[3] = 10**12
                    run_kernel(picked, [a, fenced(index, at_end), out], [n])
                    run_kernel(whole, [a, np.zeros((), dtype)], [n])
                    for rows in (1, n) if n < 30 else (1, 7):
                        a, out = (fenced(np.ones(n * rows, dtype), at_end) for _ in range(2))
                        run_kernel(turned, [a.reshape(n, rows), out.reshape(rows, n)], [rows, n])
        print("unharmed")
    """
    assert run_script(script).stdout.strip() == "unharmed"


def test_results_have_the_same_bits_however_the_work_is_split() -> None:
    rng = np.random.default_rng(0)
    x = rng.standard_normal((53, 41)).astype(F32)
    load = k.load(0, (ROW, COLUMN), F32)
    rows = row_kernel([Reduction("sum", k.op("exp", load)), Reduction("prod", load)], [F32, F32])
    column = k.load(0, (COLUMN, ROW), F32)
    operands = (Operand(F32, (None, 1)), Operand(F32, (1,)))
    columns = Kernel((PARALLEL, REDUCE), operands, (Reduction("sum", column),), (Store(1, (ROW,), k.reduced(0, F32)),))
    for kernel, extents, outputs in [(rows, [53, 41], 2), (columns, [41, 53], 1), (softmax_kernel(), [53, 41], 0)]:
        results = []
        for splits in ([], [1], [7, 8, 30], list(range(1, extents[0]))):
            out = [np.zeros(extents[0], F32) for _ in range(outputs)] or [np.zeros_like(x)]
            run_kernel(kernel, [x, *out], extents, splits=splits)
            results.append(b"".join(o.tobytes() for o in out))
        assert len(set(results)) == 1


@pytest.mark.parametrize("n", [1, 5, 16, 64, 67, 200])
def test_extremes_are_numpys_with_nan_and_ties(n: int) -> None:
    rng = np.random.default_rng(n)
    load = k.load(0, (ROW, COLUMN), F32)
    ops = ["max", "min", "argmax", "argmin"]
    dtypes = [I64 if op.startswith("arg") else F32 for op in ops]
    kernel = row_kernel([Reduction(op, load) for op in ops], dtypes)
    x = rng.integers(-3, 4, (40, n)).astype(F32)
    x[:2] -= 10
    x[2:4] += 10
    x[5:10] = -np.inf
    x[10:15] = np.inf
    x[15:20, rng.integers(0, n, 5)] = np.nan
    x[20:25, n // 2 :] = np.nan
    out = [np.zeros(40, d) for d in dtypes]
    run_kernel(kernel, [x, *out], [40, n])
    for op, got in zip(ops, out, strict=True):
        np.testing.assert_array_equal(got, getattr(np, op)(x, axis=1), err_msg=op)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", "uint64", "bool"])
def test_extremes_of_integers_reach_the_ends_of_their_range(dtype: str) -> None:
    kind = np.dtype(dtype)
    ends = [False, True] if dtype == "bool" else [np.iinfo(kind).min, np.iinfo(kind).max]
    load = k.load(0, (ROW, COLUMN), kind)
    ops = ["max", "min", "argmax", "argmin"]
    dtypes = [I64 if op.startswith("arg") else kind for op in ops]
    kernel = row_kernel([Reduction(op, load) for op in ops], dtypes, kind)
    x = np.array([[ends[0]] * 70, [ends[1]] * 70, [ends[0]] * 69 + [ends[1]], [ends[1]] * 69 + [ends[0]]], kind)
    out = [np.zeros(4, d) for d in dtypes]
    run_kernel(kernel, [x, *out], [4, 70])
    for op, got in zip(ops, out, strict=True):
        np.testing.assert_array_equal(got, getattr(np, op)(x, axis=1), err_msg=op)


def test_reductions_over_nothing_are_neutral() -> None:
    load = k.load(0, (ROW, COLUMN), F32)
    ops = ["sum", "prod", "max", "min", "argmax"]
    kernel = row_kernel([Reduction(op, load) for op in ops], [F32] * 4 + [I64])
    out = [np.full(3, 9, d) for d in [F32] * 4 + [I64]]
    run_kernel(kernel, [np.zeros((3, 0), F32), *out], [3, 0])
    assert [o.tolist() for o in out] == [[0] * 3, [1] * 3, [-np.inf] * 3, [np.inf] * 3, [0] * 3]


def test_sums_are_as_accurate_as_numpys() -> None:
    rng = np.random.default_rng(3)
    n = 1_000_000
    x = rng.random((2, n)).astype(F32)
    out = np.zeros(2, F32)
    run_kernel(row_kernel([Reduction("sum", k.load(0, (ROW, COLUMN), F32))], [F32]), [x, out], [2, n])
    exact = x.astype(F64).sum(1)
    assert np.abs(out - exact).max() <= 2e-7 * exact.max()


def test_softmax_computes_its_exponentials_once_even_in_place() -> None:
    kernel = softmax_kernel()
    spilled = spill(kernel)
    assert len(spilled.stores) == 2
    plan = make_plan(spilled, cpu.host())
    assert sum(e.kind == "op" and e.data == "exp" for sweep in plan.passes for e in sweep.order) == 1
    x = np.random.default_rng(1).standard_normal((9, 77)).astype(F32)
    want = np.exp(x - x.max(1, keepdims=True))
    want /= want.sum(1, keepdims=True)
    for out in (np.zeros_like(x), x):
        run_kernel(kernel, [x, out], [9, 77])
        np.testing.assert_allclose(out, want, rtol=1e-5)


@pytest.mark.parametrize("dtype", [F32, F64])
def test_rows_are_divided_by_one_number_to_the_last_bit(dtype: np.dtype) -> None:
    x, d = k.load(0, (ROW, COLUMN), dtype), k.load(1, (ROW,), dtype)
    operands = (Operand(dtype, (None, 1)), Operand(dtype, (1,)), Operand(dtype, (None, 1)), Operand(dtype, (1,)))
    stores = (Store(2, (ROW, COLUMN), x / d), Store(3, (ROW,), k.reduced(0, dtype)))
    kernel = Kernel((PARALLEL, REDUCE), operands, (Reduction("max", x),), stores)
    rng, bits = np.random.default_rng(5), np.dtype(f"u{dtype.itemsize}")
    anything = rng.integers(0, np.iinfo(bits).max, (400, 301), bits, endpoint=True).view(dtype)
    usual = rng.standard_normal((400, 301)).astype(dtype)
    scales = [(rng.standard_normal(400) * 2.0 ** rng.integers(-30, 30, 400)).astype(dtype), anything[:, 0].copy()]
    scales.append(np.nextafter(dtype.type(2), dtype.type(1)) - np.arange(400, dtype=dtype) * np.finfo(dtype).eps)
    for a in (usual, anything):
        a[:7, :6] = [0.0, -0.0, np.inf, -np.inf, np.nan, np.finfo(dtype).smallest_subnormal]
        for by in scales:
            by[:7] = [3, -3, 0, -0.0, np.inf, np.nan, np.finfo(dtype).smallest_subnormal]
            out = np.zeros_like(a)
            run_kernel(kernel, [a, by, out, np.zeros(400, dtype)], [400, 301])
            with np.errstate(all="ignore"):
                want = a / by[:, None]
            assert np.all((out.view(bits) == want.view(bits)) | (np.isnan(out) & np.isnan(want)))


def test_passes_hand_values_on_in_the_outputs_row() -> None:
    """The gradient of softmax: exponentials once, then quotients in their place."""
    x, w = (k.load(n, (ROW, COLUMN), F32) for n in range(2))
    share = k.op("exp", x - k.reduced(0, F32)) / k.reduced(1, F32)
    reductions = (Reduction("max", x), Reduction("sum", share.args[0]), Reduction("sum", w * share))
    stores = (Store(2, (ROW, COLUMN), share * (w - k.reduced(2, F32))),)
    kernel = Kernel((PARALLEL, REDUCE), (Operand(F32, (None, 1)),) * 3, reductions, stores)
    sweeps = make_plan(spill(kernel), cpu.host()).passes
    done = [sum(e.kind == "op" and e.data in ("exp", "divide") for e in sweep.order) for sweep in sweeps]
    assert done == [0, 1, 1, 0]
    rng = np.random.default_rng(1)
    a, b = (rng.standard_normal((9, 77)).astype(F32) for _ in range(2))
    y = np.exp(a - a.max(1, keepdims=True))
    y /= y.sum(1, keepdims=True)
    want = y * (b - (b * y).sum(1, keepdims=True))
    for out in (np.zeros_like(a), a):
        run_kernel(kernel, [a, b, out], [9, 77])
        np.testing.assert_allclose(out, want, rtol=1e-4, atol=1e-6)


def test_scattered_adds_happen_in_numpys_order() -> None:
    rng = np.random.default_rng(4)
    index, value = rng.integers(0, 7, (300,)), (rng.standard_normal(300) * 10.0 ** rng.integers(-6, 6, 300)).astype(F32)
    operands = (Operand(I64, (1,)), Operand(F32, (1,)), Operand(F32, (1,)))
    at = k.load(0, (ROW,), I64)
    for kind in ("add", "set"):
        kernel = Kernel((PARALLEL,), operands, (), (Store(2, (at,), k.load(1, (ROW,), F32), kind),))  # type: ignore[arg-type]
        got, want = np.ones(7, F32), np.ones(7, F32)
        run_kernel(kernel, [index, value, got], [300])
        if kind == "add":
            np.add.at(want, index, value)
        else:
            want[index] = value
        assert got.tobytes() == want.tobytes()


@pytest.mark.parametrize("n", [1, 8, 300])
@pytest.mark.parametrize("guarded", [False, True])
def test_lanes_that_add_to_one_element_do_so_in_turn(n: int, guarded: bool) -> None:
    rng = np.random.default_rng(n)
    index = rng.integers(0, 7, (4, n))
    value = rng.standard_normal((4, n)) * 10.0 ** rng.integers(-6, 6, (4, n))
    at, x = k.load(0, (ROW, COLUMN), I64), k.load(1, (ROW, COLUMN), F64)
    guard = k.op("not_equal", at, k.const(3)) if guarded else None
    operands = (Operand(I64, (None, 1)), Operand(F64, (None, 1)), Operand(F64, (None, 1)))
    store = Store(2, (ROW, at), k.op("sqrt", k.op("absolute", x)) * x, "add", guard)
    kernel = Kernel((PARALLEL, PARALLEL), operands, (), (store,))
    plan = make_plan(kernel, cpu.host())
    assert plan.vector == 1 and plan.in_turn == {id(store)} and kernel.splittable
    got, want = np.ones((4, 7)), np.ones((4, 7))
    run_kernel(kernel, [index, value, got], [4, n])
    for row, places, values in zip(want, index, value, strict=True):
        chosen = places != 3 if guarded else np.ones(n, bool)
        np.add.at(row, places[chosen], (np.sqrt(np.abs(values)) * values)[chosen])
    assert got.tobytes() == want.tobytes()


def test_what_reads_where_it_adds_goes_one_by_one() -> None:
    at = k.load(0, (ROW,), I64)
    operands = (Operand(I64, (1,)), Operand(F64, (1,)))
    kernel = Kernel((PARALLEL,), operands, (), (Store(1, (at,), k.load(1, (at + 1,), F64), "add"),))
    assert make_plan(kernel, cpu.host()).vector is None


def test_a_failed_check_writes_the_status_cell() -> None:
    at, n = k.load(0, (ROW,), I64), k.param(0)
    outside = k.op("logical_or", at < 0, at >= n)
    inside = k.op("logical_not", outside)
    operands = (Operand(I64, (1,)), Operand(F32, (1,)), Operand(F32, (1,)), Operand(I64, (1,)))
    stores = (
        Store(2, (ROW,), k.load(1, (at,), F32, inside)),
        Store(3, (k.const(0),), k.const(5), "check", outside),
        Store(3, (k.const(1),), at, "check", outside),
    )
    kernel = Kernel((PARALLEL,), operands, (), stores, 1)
    assert kernel.splittable
    source, out, status = np.arange(10, dtype=F32), np.zeros(100, F32), np.zeros(8, np.int64)
    index = np.arange(100) % 10
    run_kernel(kernel, [index, source, out, status], [100], [10])
    assert not status.any()
    np.testing.assert_array_equal(out, index)
    index[77] = 12
    run_kernel(kernel, [index, source, out, status], [100], [10])
    assert status[:3].tolist() == [5, 12, 0]


@pytest.mark.parametrize("wrong", [[3, 4, 5], [8, 15, 16, 99], [97, 98], [0, 99]])
def test_of_checks_that_fail_the_first_one_is_told(wrong: list[int]) -> None:
    at = k.load(0, (ROW,), I64)
    outside = k.op("logical_or", at < 0, at >= k.param(0))
    stores = tuple(Store(1, (k.const(i),), v, "check", outside) for i, v in enumerate((k.const(5), at)))
    kernel = Kernel((PARALLEL,), (Operand(I64, (1,)), Operand(I64, (1,))), (), stores, 1)
    index, status = np.arange(100) % 10, np.zeros(8, np.int64)
    index[wrong] = 1000 + np.array(wrong)
    run_kernel(kernel, [index, status], [100], [10])
    assert status[:2].tolist() == [5, 1000 + wrong[0]]


@pytest.mark.parametrize("shape", [(1, 1), (3, 100), (64, 64), (70, 33)])
def test_transposed_operands_are_read_in_blocks(shape: tuple[int, int]) -> None:
    value = k.load(0, (COLUMN, ROW), F64) + k.load(1, (ROW, COLUMN), F64)
    operands = tuple(Operand(F64, (None, 1)) for _ in range(3))
    kernel = Kernel((PARALLEL, PARALLEL), operands, (), (Store(2, (ROW, COLUMN), value),))
    assert make_plan(kernel, cpu.host()).blocked is not None
    rng = np.random.default_rng(5)
    a, b, out = rng.standard_normal(shape[::-1]), rng.standard_normal(shape), np.zeros(shape)
    run_kernel(kernel, [a, b, out], shape, splits=[shape[0] // 2])
    np.testing.assert_array_equal(out, a.T + b)


def test_what_does_not_change_in_a_loop_is_computed_outside_of_it() -> None:
    row = k.op("exp", k.load(1, (ROW,), F32))
    operands = (Operand(F32, (None, 1)), Operand(F32, (1,)), Operand(F32, (None, 1)))
    kernel = Kernel((PARALLEL, PARALLEL), operands, (), (Store(2, (ROW, COLUMN), k.load(0, (ROW, COLUMN), F32) * row),))
    plan = make_plan(kernel, cpu.host())
    assert plan.vector == 1
    assert plan.level[row] == 1
    assert row not in plan.varying
    text = ir_text(kernel)
    first_vector_loop = text.index("fmul <")
    assert "0x3F56C16C" in text[:first_vector_loop] or "call float @llvm.fma.f32" in text[:first_vector_loop]
    assert "@llvm.fma.f32(" not in text[first_vector_loop:]


def test_llvm_is_not_told_how_numbers_of_rounds_grow() -> None:
    kernel = Kernel((PARALLEL, PARALLEL), (Operand(F32, (None, 1)),), (), (Store(0, (ROW, COLUMN), k.const(1, F32)),))
    text = ir_text(kernel)
    phis = [line for line in text.splitlines() if " = phi i64 " in line and "%done" not in line]
    grown = [line.rpartition("[ ")[2].split(",")[0] for line in phis]
    assert grown
    assert all(f"{name} = call i64 @llvm.expect.i64(" in text for name in grown)
    # but to multiply by a stride in each of them takes longer
    apart = Kernel((PARALLEL, PARALLEL), (Operand(F32, (None, None)),), (), kernel.stores)
    assert "llvm.expect" not in ir_text(apart)


def test_products_and_sums_are_not_contracted() -> None:
    a = np.array([1 + 2.0**-12] * 40, F32)
    x = k.load(0, (ROW,), F32)
    kernel = Kernel((PARALLEL,), (Operand(F32, (1,)),) * 2, (), (Store(1, (ROW,), x * x - (1 + 2.0**-11)),))
    out = np.zeros_like(a)
    run_kernel(kernel, [a, out], [40])
    np.testing.assert_array_equal(out, a * a - F32.type(1 + 2.0**-11))


def test_the_text_does_not_depend_on_the_process() -> None:
    script = """
        import hashlib
        from dusk.kernel import expr as k
        from dusk.kernel.emit import emit
        from dusk.kernel.loops import Axis, Kernel, Operand, Reduction, Store
        from dusk.kernel.targets import Target
        import numpy as np
        f, i, j = np.dtype("float32"), k.axis(0), k.axis(1)
        x, y = k.load(0, (i, j), f), k.load(1, (j, i + k.param(0)), f)
        e = k.op("exp", x * y - k.reduced(0, f))
        operands = (Operand(f, (None, 1)), Operand(f, (None, None)), Operand(f, (None, 1)))
        kernel = Kernel((Axis("parallel"), Axis("reduce")), operands,
                        (Reduction("max", x * y), Reduction("sum", e)), (Store(2, (i, j), e / k.reduced(1, f)),), 1)
        print(hashlib.sha256(emit(kernel, Target("any", 64, True)).encode()).hexdigest())
    """
    seen = {run_script(script, PYTHONHASHSEED=str(seed)).stdout for seed in range(3)}
    assert len(seen) == 1


def test_long_fused_chains_build() -> None:
    e: Expr = k.load(0, (ROW,), F64)
    for n in range(400):
        e = (e * 1.0009765625 + n) if n % 2 else (e - n) * 0.5
    kernel = Kernel((PARALLEL,), (Operand(F64, (1,)),) * 2, (), (Store(1, (ROW,), e),))
    x = np.linspace(-1, 1, 37)
    got, want = np.zeros(37), np.zeros(37)
    run_kernel(kernel, [x, got], [37])
    interpret(kernel, [x, want], [37])
    assert got.tobytes() == want.tobytes()


def test_scalars_and_empty_extents_run() -> None:
    value = k.load(0, (), F64) * 2.0
    kernel = Kernel((), (Operand(F64, ()), Operand(F64, ())), (), (Store(1, (), value),))
    out = np.zeros(())
    run_kernel(kernel, [np.array(4.0), out], [])
    assert out == 8
    kernel = Kernel(
        (PARALLEL, PARALLEL),
        (Operand(F64, (None, 1)),) * 2,
        (),
        (Store(1, (ROW, COLUMN), k.load(0, (ROW, COLUMN), F64)),),
    )
    for shape in ((0, 5), (5, 0), (0, 0)):
        run_kernel(kernel, [np.zeros(shape), np.zeros(shape)], shape)
