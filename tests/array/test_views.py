"""Mutation and views are NumPy's: what NumPy would change is changed, aliases included."""

from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as dnp
from numpy_oracle import same


def base(np: Any) -> Any:
    return np.arange(24.0).reshape(2, 3, 4).copy()


def slice_plus(np: Any) -> Any:
    a, b = np.arange(6.0), np.ones(4)
    a[1:-1] += b
    return a, b


def write_through_step(np: Any) -> Any:
    a = np.arange(7.0)
    b = a[::2]
    b[0] = 5
    b[-1] += 1
    return a, b


def write_through_negative_step(np: Any) -> Any:
    a = np.arange(7)
    b = a[5:1:-2]
    b *= 10
    return a, b


def write_through_transpose(np: Any) -> Any:
    a = np.arange(6.0).reshape(2, 3)
    a.T[0] = 1
    return a


def base_write_seen_by_views(np: Any) -> Any:
    a = base(np)
    rows, columns, flat, back = a[0], a[..., 1], a.reshape(-1), a[::-1]
    first = float(rows[0, 0])
    a *= 2
    a[0, 0, 0] = -1
    return rows, columns, flat, back, first


def view_of_view(np: Any) -> Any:
    a = base(np)
    v = a[1].T[1:3]
    v[0, 1:] = 100
    w = v[:, ::-1]
    w += 1
    return a, v, w


def sibling_views(np: Any) -> Any:
    a = np.arange(10.0)
    u, v = a[:6], a[4:]
    u += 1
    v *= 2
    u -= v
    return a, u, v


def overlapping_assignment(np: Any) -> Any:
    a = np.arange(10.0)
    a[1:] = a[:-1]
    a[:-2] += a[2:]
    return a


def reverse_in_place(np: Any) -> Any:
    a = np.arange(6.0)
    a[:] = a[::-1]
    return a


def out_is_a_view(np: Any) -> Any:
    a = np.zeros((3, 3))
    np.add(np.ones(3), 2, out=a[1])
    np.multiply(a[1], 2, out=a[:, 0])
    return a


def out_is_an_operand(np: Any) -> Any:
    a = np.arange(4.0)
    b = a[:]
    np.subtract(1, a, out=a)
    np.add(a, a, out=a)
    return a, b


def reshape_is_a_view(np: Any) -> Any:
    a = np.arange(6.0)
    a.reshape(2, 3)[1] = 9
    np.reshape(a, (3, 2))[0, 0] = -1
    a.ravel()[2] = 7
    a.flatten()[3] = 1000
    return a


def reshape_of_a_transpose_is_a_copy(np: Any) -> Any:
    a = np.arange(6.0).reshape(2, 3)
    b = a.T.reshape(-1)
    b[0] = 100
    return a, b


def newaxis_is_a_view(np: Any) -> Any:
    a = np.arange(3.0)
    a[:, None][1, 0] = 8
    a[np.newaxis][0, 2] = 9
    np.expand_dims(a, 0)[0, 0] = 7
    return a


def swap_and_move_axes_are_views(np: Any) -> Any:
    a = base(np)
    np.swapaxes(a, 0, 2)[1, 1, 1] = -1
    np.moveaxis(a, 0, -1)[0, 0, 0] = -2
    a.swapaxes(1, 2)[0, 3] += 5
    np.squeeze(a[:1])[2, 2] = -3
    return a


def split_gives_views(np: Any) -> Any:
    a = np.arange(9.0)
    for part in np.split(a, 3):
        part[0] = -1
    np.array_split(a, [2, 5])[1][:] *= 2
    return a


def flip_is_a_view(np: Any) -> Any:
    a = np.arange(6.0).reshape(2, 3)
    np.flip(a)[0, 0] = 50
    np.flip(a, 1)[1] += 1
    return a


def fancy_index_is_a_copy(np: Any) -> Any:
    a = np.arange(6.0)
    b = a[[0, 2]]
    b[0] = 100
    c = a[a > 2]
    c += 1
    return a, b, c


def fancy_write(np: Any) -> Any:
    a = base(np)
    a[[0, 1], [2, 0]] = 7
    a[:, [0, 2]] += 1
    a[a > 20] = 0
    a[0][a[0] < 3] *= -1
    a[..., numpy.array([1, 3])] = numpy.arange(2.0)
    return a


def repeated_fancy_index_counts_once(np: Any) -> Any:
    a = np.zeros(3)
    a[[0, 0, 1]] += 1
    a[[2, 2]] = [5, 6]
    return a


def fancy_write_through_a_view(np: Any) -> Any:
    a = base(np)
    v = a[:, 1:, ::2]
    v[:, [0, 1], 1] = -5
    v[v == 4] = 99
    return a, v


def mask_write_of_values(np: Any) -> Any:
    a = np.arange(6.0)
    a[np.array([True, False, True, False, True, False])] = [10.0, 20.0, 30.0]
    return a


def rows_while_looping(np: Any) -> Any:
    a = np.arange(12.0).reshape(3, 4)
    for i, row in enumerate(a):
        row[i] = -1
        row += i
    return a


def aliases_under_two_names(np: Any) -> Any:
    a = np.ones(3)
    b = a
    b += 1
    c = a
    a = a + 1
    c[0] = 50
    return a, b, c


def cast_on_assignment(np: Any) -> Any:
    a = np.zeros(4, dtype=np.int32)
    a[:2] = 3.9
    a[2] = True
    b = np.zeros(3, dtype=np.float32)
    b[:] = np.arange(3)
    b[0] += np.float64(1) / 3
    return a, b


def zero_d_view(np: Any) -> Any:
    a = np.arange(3.0)
    z = a[1, ...]
    z[...] = 20
    z += 1
    return a, z


def empty_view(np: Any) -> Any:
    a = np.arange(3.0)
    a[3:] = 5
    a[2:1] += 1
    return a, a[3:], a[:0].sum()


def assign_whole(np: Any) -> Any:
    a = np.arange(4.0)
    v = a[1:]
    a[...] = 5
    a[:] = [1, 2, 3, 4]
    v.fill(0)
    return a, v


def broadcast_on_assignment(np: Any) -> Any:
    a = np.zeros((2, 3))
    a[:] = [1, 2, 3]
    a[:, :1] = [[4], [5]]
    a[0, 1:] = np.ones((1, 2))
    return a


def augmented_assignment_through_item(np: Any) -> Any:
    a = np.arange(4.0)
    a[1] += 5
    a[2:] **= 2
    a[-1] //= 2
    return a


def sort_in_place(np: Any) -> Any:
    a = np.array([3.0, 1.0, 2.0, 0.0])
    a[:3].sort()
    return a


PROGRAMS = [
    value
    for name, value in list(globals().items())
    if callable(value) and getattr(value, "__module__", "") == __name__ and name != "base"
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_writes_and_views_change_what_numpy_would_change(program: Any, tier: str) -> None:
    for _ in range(3):
        same(program)


def test_old_value_read_before_a_write_is_kept(tier: str) -> None:
    def program(np: Any) -> Any:
        a = np.arange(5.0)
        before = a + 0
        total = a[1:].sum()
        a[1:] = 0
        return before, total, a

    for _ in range(3):
        same(program)


def test_gradients_flow_through_writes_and_views() -> None:
    def f(x: Any) -> Any:
        a = dnp.zeros(5)
        a[1:4] = x * x
        a.reshape(5, 1)[2, 0] *= 3
        b = a[::-1]
        b += 1
        return (a * dnp.arange(5.0)).sum()

    x = dnp.array([1.0, 2.0, 3.0])
    numpy.testing.assert_allclose(dusk.grad(f)(x), [2.0, 2 * 2 * 3 * 2.0, 3 * 2 * 3.0])


def test_copy_and_array_do_not_alias(tier: str) -> None:
    def program(np: Any) -> Any:
        a = np.arange(3.0)
        b, c, d = a.copy(), np.array(a), np.copy(a)
        a += 1
        b[0] = 7
        return a, b, c, d

    same(program)


def test_base_and_shape_of_views() -> None:
    a = dnp.zeros((3, 4))
    assert a.base is None
    assert a[1:].base is a
    assert a[1:].T.base is a
    assert a[1:].shape == (2, 4)
    assert a[:, 1].strides == numpy.zeros((3, 4))[:, 1].strides
    assert a[::-1, ::2].strides == numpy.zeros((3, 4))[::-1, ::2].strides


def test_what_is_known_of_a_key_is_of_that_key_alone() -> None:
    a = dnp.arange(6.0)
    a[1] = 7
    assert isinstance(a[1], float) and a[1] == 7
    numpy.testing.assert_array_equal(a[1:2], [7])
    with pytest.raises(TypeError):
        a[1.0:2]
    assert a[True:2].shape == (1,)
    assert a[..., None].shape == (6, 1)
    assert a[None].shape == (1, 6)
    assert a[True].shape == (1, 6) and a[False].shape == (0, 6) and a[True].base is None
    a[numpy.bool_(False)] = 9
    a[True] = 8
    assert float(a.sum()) == 48
    assert a[1:2].base is a
    b = dnp.arange(6).reshape(2, 3)
    numpy.testing.assert_array_equal(b[1:2], [[3, 4, 5]])


OWN = {
    "taken": lambda np, x: np.take(x, 1, axis=0),
    "taken along": lambda np, x: x.take(np.array(1), axis=1),
    "clipped": lambda np, x: np.take(x, 9, axis=0, mode="clip"),
    "quantile": lambda np, x: np.quantile(x, 0.5, axis=1, method="lower"),
    "percentile": lambda np, x: np.percentile(x, 50, axis=0, method="higher"),
    "not rolled": lambda np, x: np.roll(x, (), ()),
    "conj": lambda np, x: np.conj(x),
}


@pytest.mark.parametrize("tier", ["native", "auto"])
@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("n", [3, 3000])
def test_what_is_no_view_in_numpy_has_memory_of_its_own(name, n, tier):
    with dusk.config.using(tier=tier):
        x = dnp.arange(n * 3.0).reshape(n, 3) + 0
        made = OWN[name](dnp, x)
        assert made.base is None
        assert made.flags.owndata
        assert made.flags.c_contiguous
        made[...] = -1.0
        assert x.min() == 0


@pytest.mark.parametrize("tier", ["native", "auto"])
def test_conj_of_an_array_that_is_not_complex_is_the_array(tier):
    with dusk.config.using(tier=tier):
        x, z = dnp.ones(3), dnp.ones(3, complex) * 1j
        assert x.conj() is x
        assert x.conjugate() is x
        assert z.conj().tolist() == [-1j] * 3
