"""What random programs found, as the shortest programs that showed it: results, types and errors are NumPy's."""

from __future__ import annotations

import numpy
import pytest

import dusk
import dusk.numpy as dnp
from dusk.compiler.table import totals
from dusk.kernel import native
from numpy_oracle import same, same_error


def _written(name):
    """A program that writes into a view of what a function gives (it is the array's own memory), or of the array."""

    def program(np, x=6.0):
        a = np.arange(x * x).reshape(int(x), int(x))
        view = {
            "broadcast_to": lambda: np.broadcast_to(a, (2, 6, 6)),
            "windows": lambda: np.lib.stride_tricks.sliding_window_view(a, 2, axis=0),
            "windows of both axes": lambda: np.lib.stride_tricks.sliding_window_view(a, (2, 3)),
            "transposed sum": lambda: np.einsum("ij->ji", a),
            "diagonal": lambda: np.diagonal(a),
        }[name]()
        a[1:] *= 2
        a[::2, 1] = a[:3, 0]
        return view * 1, view.sum()

    return program


@pytest.mark.parametrize("name", ["broadcast_to", "windows", "windows of both axes", "transposed sum", "diagonal"])
def test_views_show_what_is_written_later(tier, name):
    for size in (6.0, 6.0, 6.0):
        same(lambda np, size=size: _written(name)(np, size))


def test_the_diagonal_that_a_sum_over_nothing_is_can_be_written(tier):
    def program(np):
        a = np.arange(12.0).reshape(3, 4)
        d = np.einsum("ii->i", a[:, 1:])
        d[...] = -1
        d *= np.array([1, 2, 3])
        b = np.arange(8.0).reshape(2, 2, 2)
        np.einsum("iij->ji", b)[0] += 10
        return a, d * 1, b

    for _ in range(3):
        same(program)


RESULTS = {
    "sum where, initial": lambda np: np.ones(3, bool).sum(where=[True, False, False], initial=1, dtype=int),
    "max of nothing, initial": lambda np: np.max(np.ones((0, 3)), axis=0, initial=2),
    "initial in the dtype": lambda np: np.sum(np.ones(3, np.float32), initial=np.float64(1), dtype="float32"),
    "choose weak": lambda np: np.choose([0, 1], [np.ones(2, np.float32), 3]),
    "clip beyond": lambda np: np.clip(np.arange(3, dtype=np.uint8), -1, 300),
    "clip a scalar": lambda np: np.clip(np.arange(3)[1] + np.ones(2, int).sum(), 0, None),
    "cast of a scalar": lambda np: np.ones(3).sum().astype("int64"),
    "array of a scalar": lambda np: np.array(np.ones(3).sum(), "int64"),
    "scalar moved": lambda np: (np.ones(3).sum().T, np.ones(3).sum().squeeze(), np.ones(3).sum().transpose()),
    "axis of a number": lambda np: (np.sum(np.array(2.0), axis=0), np.argmax(np.array(2.0), axis=-1)),
    "running of a number": lambda np: (np.cumsum(np.array(2.0), axis=0), np.repeat(np.array(2.0), 2, axis=0)),
    "median of nothing": lambda np: np.median(np.ones((2, 0)), axis=0),
    "partition of nothing": lambda np: (np.partition(np.ones((2, 0)), 5), np.argpartition(np.ones((2, 0)), 5)),
    "running or": lambda np: (a := np.array([False, True, False]), np.add.accumulate(a, out=a))[0],
    "sum into longer": lambda np: np.sum(np.ones(3, np.int8), out=np.zeros((), np.float64)),
    "true among indices": lambda np: np.arange(3)[None, True],
    "true and numbers": lambda np: np.arange(3)[True, [0, 1]],
    "false and a number": lambda np: np.arange(3)[[0], False],
    "sum into integers": lambda np: np.sum(np.full((2, 2), 1.5), axis=0, out=np.zeros(2, int)),
    "added where a list says": lambda np: np.add(np.ones(2), 1, where=[1, 0], out=np.zeros(2)),
    "size-1 truth": lambda np: (a := np.zeros(3, bool), a.__setitem__(0, np.ones(1, bool)))[0],
    "dtype of a call": lambda np: np.add(np.ones(3, np.int8), 2, dtype="float32"),
    "dtype of operands": lambda np: np.equal(np.ones(3), 1, dtype=bool),
    "unsafe into": lambda np: np.add(np.ones(3), 0.5, out=np.zeros(3, int), casting="unsafe"),
    "scalar with an axis": lambda np: (a := np.ones(3).sum()[None, True], np.swapaxes(a, 0, 1).__iadd__(1))[0],
    "numbers next to halves": lambda np: np.nextafter(
        np.array([0, -0.0, 1, -1, 2, 6e-8, 65504, np.inf, -np.inf, np.nan, 1, 1e-4, 0.5, 3], np.float16)[:, None],
        np.array([0, 5, -5, np.inf, -np.inf, np.nan, 1], np.float16),
    ),
    "written many times": lambda np: (
        a := np.ones(1),
        a.__setitem__(np.arange(4).reshape(2, 2) % 1, np.ones((2, 2)) * 7),
        [a.__setitem__(np.array([[1, 2], [3, 4]]) % 1, a[:1]) for _ in range(3)],
        np.add.at(a, [0, 0, 0], 1),
    )[0],
    "smallest of no lines": lambda np: np.nanmin(np.zeros((0, 4), bool), axis=1),
    "median of no lines": lambda np: np.nanmedian(np.zeros((0, 3)), axis=1),
    "compared where": lambda np: np.less([1, 2], [2, 1], where=[True, True]).dtype,
    "stacked as": lambda np: np.hstack([[1, 2], [3, 4]], dtype=np.float32),
    "at least a line": lambda np: np.ascontiguousarray(np.array(2.5)),
    "bools added at": lambda np: (a := np.zeros(3, bool), np.add.at(a, [0, 0, 2], [True, False, True]))[0],
    "or of bools": lambda np: (np.einsum("ij->j", np.eye(3) > 0), np.sum(np.eye(3) > 0, axis=0, dtype=bool)),
    "line of what lies otherwise": lambda np: (
        a := np.arange(6.0),
        a[::2].ravel(),
        a[:3].ravel(),
        a.reshape(2, 3).T.ravel("F"),
        a.reshape(2, 3)[:, ::2].ravel("A"),
        a.__iadd__(10),
    )[1:],
    "folded into a line of its own": lambda np: (
        a := np.fmax.reduce(np.arange(6).reshape(2, 3), axis=1),
        a.ravel(),
        a.__iadd__(10),
    )[1:],
    "reshaped in a copy": lambda np: (
        a := np.arange(6.0).reshape(2, 3),
        a.T.reshape(-1),
        a[:, ::2].reshape(4),
        a[:, :2].reshape(2, 1, 2),
        a.__iadd__(10),
    )[1:],
    "where of an update keeps the rest": lambda np: (
        a := np.arange(6.0),
        np.sqrt(a, where=a > 2, out=a),
        np.add(a, 1, where=a > 2, out=a[::-1]),
    ),
    "windows of nothing": lambda np: (
        a := np.arange(6.0),
        a.__setitem__(slice(4, 2), 1.0),
        a[3:1:1],
        a[5:2:-2],
        a[1:4:-1],
    ),
    "a mask of nothing": lambda np: (
        a := np.arange(7),
        none := a[:0] > 0,
        a[none],
        a.__setitem__(none, 5),
        np.ones((2, 3))[none],
        np.ones((2, 3))[np.zeros((2, 0), bool)],
    ),
    "chosen in the memory of what says which": lambda np: [
        np.where(a <= b, x, y)
        for n in (3, 3000)
        for a in (np.arange(n) % 3 == 0,)
        for b in (True, a)
        for x, y in ((True, False), (False, True), (a, False), (True, a), (np.int8(1), np.int8(2)))
    ],
    "line of a part": lambda np: (
        a := np.arange(3.0) + 1j,
        b := np.real(a),
        b.ravel(),
        b.reshape(-1),
        a.__iadd__(10),
        b.strides,
        b.flags.c_contiguous,
        a[:1].real.flags.c_contiguous,
    )[1:],
    "line as it lies": lambda np: [
        view.ravel("K")
        for view in (
            np.arange(6.0).reshape(2, 3).T,
            np.arange(24.0).reshape(2, 3, 4).transpose(1, 2, 0)[:, ::-1],
            np.arange(24.0).reshape(2, 3, 4)[:, ::2, ::-1],
            np.arange(24.0).reshape(2, 3, 4).swapaxes(0, 1).imag,
            np.arange(24.0).reshape(2, 3, 4).T.flatten("K"),
        )
    ],
    "applied in the wider dtype": lambda np: [
        (a := np.array([1.25, -1.75, 0.5, 3.0], np.float32), getattr(np, name).at(a, [0, -2, 1], value))[0]
        for name in ("add", "subtract", "multiply", "divide", "maximum")
        for value in (0.1, np.float64(0.1), np.float32(0.1), 3, [0.1, 0.2, 0.3])
    ],
    "applied in wider integers": lambda np: [
        (a := np.array([100, 3], np.int8), getattr(np, name).at(a, [0, 0, 1], value))[0]
        for name in ("add", "subtract", "multiply", "maximum")
        for value in (1, 1000, np.int64(300), np.array([300, 200, 1]))
    ],
    "scalars into what has no sign": lambda np: [
        (a := np.zeros(2, dtype), a.__setitem__(key, np.full(2, value).sum()))[0]
        for dtype in (np.uint8, np.uint32)
        for key in (0, slice(None), Ellipsis)
        for value in (2**40 - 3, -2, 60.25)
    ],
    "a zero's sign": lambda np: [
        made(value)
        for made in (
            lambda value: np.full(2, value),
            lambda value: np.full((1, 2), np.float32(value), order="F"),
            lambda value: np.full(2, complex(1, value)),
            lambda value: np.full_like(np.ones(2), value),
            lambda value: np.copysign(np.ones(2000), value)[:2],
            lambda value: np.pad(np.ones(2), 1, constant_values=value),
            lambda value: np.pad(np.ones(1) * 1j, 1, constant_values=complex(value, 1)),
        )
        for value in (-0.0, 0.0, -0.0)
    ],
    "to a negative power, of nothing": lambda np: np.zeros(0, int) ** -1,
    "set shape": lambda np: (a := np.arange(6.0), setattr(a, "shape", (2, 3)), a.__iadd__(1))[0],
    "read-only and back": lambda np: (
        a := np.arange(3.0),
        setattr(a.flags, "writeable", False),
        setattr(a.flags, "writeable", True),
        a.__setitem__(0, 5),
    )[0],
}


@pytest.mark.parametrize("name", RESULTS)
def test_results(tier, name):
    same(RESULTS[name])


def _frozen(np):
    a = np.arange(3.0)
    a.setflags(write=False)
    a += 1


def _frozen_view(np):
    a = np.arange(3.0).view()
    a.flags.writeable = False
    a[0] = 1


def _of_transposed(np):
    np.arange(6.0).reshape(2, 3).T.shape = (6,)


ERRORS = {
    "axes beside a mask of none": lambda np: np.zeros(()).__setitem__(True, np.ones((2, 2))),
    "division through a view": lambda np: np.arange(4)[1:].__itruediv__(2),
    "floats through a view": lambda np: np.arange(4)[1:].__iadd__(0.5),
    "dtypes before shapes": lambda np: np.arange(4).__itruediv__(np.ones(3, int)),
    "dtypes before shapes, of a view": lambda np: np.arange(4)[1:].__itruediv__(np.ones(2, int)),
    "one more axis, of a view": lambda np: np.arange(4.0)[1:].__iadd__(np.ones((1, 3))),
    "out of another dtype, a view": lambda np: np.add(np.ones(2), 1, out=np.zeros(3, int)[1:]),
    "out too small, a view": lambda np: np.add(np.ones((2, 2)), 1, out=np.zeros(3)[1:]),
    "no loop": lambda np: np.copysign(np.ones(2), 1, dtype="int64"),
    "no loop of comparison": lambda np: np.equal(np.ones(2), 1, dtype="uint8"),
    "operand cast": lambda np: np.minimum(np.ones(2), 1, dtype="bool"),
    "mask no bools": lambda np: np.add(np.ones(2), 1, where=np.ones(2), out=np.zeros(2)),
    "matmul into integers": lambda np: np.matmul(np.ones((2, 2)), np.ones((2, 2)), out=np.zeros((2, 2), int)),
    "clip into integers": lambda np: np.clip(np.ones(2), 0, 1, out=np.zeros(2, int)),
    "position into floats": lambda np: np.argmax(np.ones((2, 2)), axis=0, out=np.zeros(2)),
    "summed where no bools": lambda np: np.sum(np.ones(2), where=np.ones(2)),
    "copied where no bools": lambda np: np.copyto(np.ones(2), 0, where=np.ones(2)),
    "false and numbers": lambda np: np.arange(3)[[0, 1], False],
    "dot into another dtype": lambda np: np.dot(np.ones(2), np.ones((2, 2)), out=np.zeros(2, np.float32)),
    "put beyond": lambda np: np.put(np.ones(3), [4, 0], [1, 2]),
    "putmask unsafe": lambda np: np.putmask(np.ones(3, np.float32), np.ones(3, bool), np.ones(3)),
    "out is no array": lambda np: np.sum(np.ones((2, 2)), axis=0, out=3),
    "out twice": lambda np: np.add(np.ones(2), 1, out=(np.ones(2), np.ones(2))),
    "running out is no array": lambda np: np.cumulative_sum(np.ones(2), out="x"),
    "transform out is no array": lambda np: np.fft.fft(np.ones(2), out=3),
    "clip word": lambda np: np.clip(np.ones(2), 0, 1, colour=1),
    "stack word": lambda np: np.hstack([np.ones(2)], axis=3),
    "matmul word": lambda np: np.matmul(np.ones((2, 2)), np.ones((2, 2)), where=False),
    "keep what": lambda np: np.max(np.ones(2), keepdims="x"),
    "too many bytes": lambda np: np.zeros((2**62, 4)),
    "too many elements": lambda np: np.ones((2**63,)),
    "repeated too often": lambda np: np.broadcast_to(np.ones(1), (2**31, 2**31)),
    "more axes than there are": lambda np: np.tensordot(np.ones(2), np.ones((2, 2)), 2),
    "squeezed twice": lambda np: np.squeeze(np.ones((1, 2)), axis=(0, 0)),
    "shape of text": lambda np: np.ones(1).reshape("x"),
    "complex places": lambda np: np.interp(np.ones(2) * 1j, np.arange(3.0), np.arange(3.0)),
    "place elsewhere": lambda np: np.place(np.ones(3), np.ones(2, bool), [1.0]),
    "mask wider than what is written": lambda np: np.copyto(np.ones(1), 2, where=[True, False]),
    "putmask of another size": lambda np: np.putmask(np.ones(3, np.int8), np.ones(2, bool), np.ones(3)),
    "putmask of nothing": lambda np: np.putmask(np.ones(3), np.ones(0, bool), np.ones(0)),
    "element of a sequence": lambda np: np.arange(3.0).__setitem__(0, np.ones(1)),
    "element of many": lambda np: np.arange(3).__setitem__(0, np.ones(2)),
    "filled with a sequence": lambda np: np.arange(3.0).fill(np.ones(1)),
    "too large a scalar": lambda np: np.zeros(3, np.int64).__setitem__(slice(None), np.full(2, 2**62).sum() * 4.0),
    "to a negative power, no such number": lambda np: np.zeros(0, np.uint8) ** -1,
    "duplicate axes": lambda np: np.nanmax(np.ones((2, 2), int), axis=(0, 0)),
    "elements along an axis elsewhere": lambda np: np.take_along_axis(np.ones((5, 6)), np.zeros((6, 2), int), 1),
    "to a negative power": lambda np: np.arange(3) ** -1,
    "to a negative power, of bools": lambda np: np.ones(3, bool) ** -1,
    "to a negative power, a scalar": lambda np: np.power(np.ones(2000, np.int8), np.int8(-2)),
    "no number": lambda np: np.zeros(3, int).__setitem__(0, np.full(2, np.nan).sum()),
    "mask of values": lambda np: (a := np.ones((2, 2), bool)).__setitem__(a, np.ones((2, 2), bool)),
    "value before place": lambda np: np.ones(0).__setitem__(np.array([[0], [0]]), np.ones(0)),
    "true is no axis": lambda np: np.sum(np.ones((2, 3)), axis=True),
    "two positions": lambda np: np.argmax(np.ones((2, 3)), axis=(0, 1)),
    "flipped twice": lambda np: np.flip(np.ones((2, 3)), (0, 0)),
    "accumulate a number": lambda np: np.add.accumulate(np.array(1.0)),
    "order": lambda np: np.ones((2, 3)).ravel(1),
    "repeated read-only": lambda np: np.broadcast_to(np.ones(3), (2, 3)).__setitem__(0, 1),
    "windows read-only": lambda np: np.lib.stride_tricks.sliding_window_view(np.ones(3), 2).__iadd__(1),
    "diagonal read-only": lambda np: np.diagonal(np.ones((3, 3))).__setitem__(0, 1),
    "windows too large": lambda np: np.lib.stride_tricks.sliding_window_view(np.ones(3), 4),
    "frozen": _frozen,
    "frozen view": _frozen_view,
    "shape of what is no line": _of_transposed,
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors(tier, name):
    same_error(ERRORS[name])


def test_gradients_flow_through_windows():
    def f(x):
        return (dnp.lib.stride_tricks.sliding_window_view(x, 3) ** 2).sum()

    numpy.testing.assert_allclose(dusk.grad(f)(dnp.arange(6.0)), [0, 4, 12, 18, 16, 10])


def test_views_know_what_they_are_of_however_that_was_recorded(tier):
    x = dnp.arange(3.0)
    for _ in range(3):
        compared = x > 1
        assert compared.view().base is compared


@pytest.mark.parametrize("key", [None, (Ellipsis, None), Ellipsis, True, ()])
def test_derivatives_flow_through_scalars_that_are_indexed(tier, key):
    def f(x):
        return (x.sum()[key] * dnp.arange(1.0, 2.0)).sum()

    x = dnp.arange(3.0)
    for _ in range(2):
        numpy.testing.assert_array_equal(dusk.grad(f)(x), [1, 1, 1])
        assert dusk.jvp(f, (x,), (dnp.ones(3),))[1] == 3
        numpy.testing.assert_array_equal(dusk.compile(dusk.grad(f))(x), [1, 1, 1])


def test_the_median_with_its_axis_has_a_gradient(tier):
    x = dnp.array([3.0, 1.0, 2.0])
    numpy.testing.assert_array_equal(dusk.grad(lambda x: dnp.median(x, axis=0, keepdims=True).sum())(x), [0, 0, 1])


@pytest.mark.skipif(not native.available(), reason="no native code")
def test_what_a_reduction_points_at_is_read_by_the_kernel_that_reduces():
    def f(np, x, w, i, j):
        y = x[i[:, None], j]
        return y, y.argmax(1), w[:, y.argmax(1) % 3].T * 1

    rng = numpy.random.default_rng(0)
    given = rng.random((3, 4)), rng.random((4, 3)), numpy.array([2, 0, 1]), numpy.array([3, 1, 0, 2])
    before = dict(totals.bodies)
    with dusk.config.using(tier="native"):
        for _ in range(2):
            found = dusk.compile(lambda *arrays: f(dnp, *arrays))(*map(dnp.array, given))
            for mine, theirs in zip(found, f(numpy, *given), strict=True):
                numpy.testing.assert_array_equal(mine, theirs)
    assert dict(totals.bodies) == before


def test_an_array_without_dimensions_is_an_array_in_a_compiled_function(tier):
    @dusk.compile
    def f(x):
        x[...] -= 2
        x += 1
        return x * 1, x[()], x.reshape(1)

    for _ in range(3):
        x = dnp.array(5.0)
        found = f(x)
        assert [float(found[0]), float(found[1]), float(found[2][0]), float(x)] == [4, 4, 4, 4]
        assert isinstance(x, dnp.ndarray)
    assert isinstance(dusk.compile(lambda x: x + 1)(numpy.float64(1.0)), numpy.float64)


def test_what_a_mask_of_itself_chooses_may_lie_where_the_mask_was(tier):
    for value in (True, numpy.True_, numpy.ones(3, bool)):
        x = dnp.logical_xor(dnp.ones(3), dnp.ones(3))
        x[x <= True] = value
        assert x.tolist() == [True] * 3
    x = dnp.array([True, False, True]) ^ True
    assert dnp.where(x ^ True, x, x ^ True).tolist() == [False, False, False]


def test_nothing_squeezed_is_the_array_itself(tier):
    x = dnp.ones((2, 4))
    assert dnp.squeeze(x) is x
    assert x.squeeze() is x
    assert x.squeeze(()) is x
    dnp.squeeze(x).shape = (4, 2)
    assert x.shape == (4, 2)
