"""Small arrays and single numbers: what scripts do with a few elements at a time, a function each, told to run on NumPy
or on `dusk.numpy`. Each makes its data in `SETUP` and is run many times on them; it gives what it found.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

PIECES: dict[str, Callable[[Any], Callable[[], Any]]] = {}
"""By name: given the namespace, what is to be measured."""


def piece(make: Callable[[Any], Callable[[], Any]]) -> Callable[[Any], Callable[[], Any]]:
    PIECES[make.__name__.replace("_", " ")] = make
    return make


def numbers(np, *shape):
    size = 1
    for n in shape:
        size *= n
    return np.array([(i * 37 % 101) / 50.0 - 0.97 for i in range(size)]).reshape(shape).copy()


@piece
def elements_read(np):
    x = numbers(np, 200)

    def run():
        total = 0.0
        for i in range(200):
            total += x[i]
        return total

    return run


@piece
def elements_written(np):
    x = numbers(np, 200)

    def run():
        for i in range(200):
            x[i] = i * 0.5
        return float(x[7])

    return run


@piece
def elements_added_to(np):
    x = numbers(np, 200)

    def run():
        for i in range(1, 200):
            x[i] += 0.25 * x[i - 1]
        for i in range(1, 200):
            x[i] -= 0.25 * x[i - 1]
        return float(x[7])

    return run


@piece
def elements_of_two_axes(np):
    x = numbers(np, 14, 14)

    def run():
        total = 0.0
        for i in range(14):
            for j in range(14):
                x[i, j] = 0.5 * x[j, i] + 0.1
                total += x[i, j]
        return total

    return run


@piece
def elements_of_rows(np):
    x = numbers(np, 14, 14)

    def run():
        total = 0.0
        for i in range(14):
            for j in range(14):
                total += x[i][j]
        return total

    return run


@piece
def rows_scaled(np):
    x = numbers(np, 20, 20)

    def run():
        for i in range(20):
            x[i] *= 1.0 + 1.0 / (i + 2)
            x[i] /= 1.0 + 1.0 / (i + 2)
        return float(x[3, 3])

    return run


@piece
def rows_eliminated(np):
    given = numbers(np, 8, 8)
    for i in range(8):
        given[i, i] += 4.0

    def run():
        x = given.copy()
        for k in range(7):
            for i in range(k + 1, 8):
                x[i, k:] -= x[i, k] / x[k, k] * x[k, k:]
        return float(x[7, 7])

    return run


@piece
def rows_summed(np):
    x = numbers(np, 20, 20)

    def run():
        return [float(x[i].sum()) for i in range(20)]

    return run


@piece
def rows_filled(np):
    def run():
        x = np.zeros((10, 3))
        for i in range(10):
            x[i] = [i, 2.0 * i, 1.0]
        return float(x[9, 1])

    return run


def chain(n, count):
    def make(np):
        a, b = numbers(np, n), numbers(np, n) + 2.0

        def run():
            y = a
            for _ in range(count // 5):
                y = (y * b + a) / 2.0
                y = np.sqrt(y * y)
                y = y - a
            for _ in range(count % 5):
                y = y + b
            return float(y[0])

        return run

    return make


for length in (1, 10, 50, 100, 200, 1000):
    for count in (1, 5, 20):
        PIECES[f"{count} ops on {length}"] = chain(length, count)


@piece
def sum_of_10(np):
    x = numbers(np, 10)
    return lambda: float(x.sum())


@piece
def statistics_of_100(np):
    x = numbers(np, 100)
    return lambda: (float(x.mean()), float(x.std()), float(x.min()), float(x.max()))


@piece
def unit_vector(np):
    x = numbers(np, 3)

    def run():
        y = x / np.sqrt((x * x).sum())
        return float(y[0])

    return run


@piece
def rotation_of_3(np):
    v = numbers(np, 3)

    def run():
        c, s = np.cos(0.3), np.sin(0.3)
        r = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        return float((r @ v)[1])

    return run


@piece
def product_3x3(np):
    m, v = numbers(np, 3, 3), numbers(np, 3)
    return lambda: float((m @ v)[1])


@piece
def dot_3(np):
    v, w = numbers(np, 3), numbers(np, 3) + 1.0
    return lambda: float(np.dot(v, w))


@piece
def cross_3(np):
    v, w = numbers(np, 3), numbers(np, 3) + 1.0
    return lambda: float(np.cross(v, w * w)[1])


@piece
def outer_3(np):
    v, w = numbers(np, 3), numbers(np, 3) + 1.0
    return lambda: float(np.outer(v, w)[1, 2])


def matrix(np, n):
    return numbers(np, n, n) + 3.0 * np.eye(n)


@piece
def solve_3x3(np):
    m, v = matrix(np, 3), numbers(np, 3)
    return lambda: float(np.linalg.solve(m, v)[1])


@piece
def inv_3x3(np):
    m = matrix(np, 3)
    return lambda: float(np.linalg.inv(m)[1, 1])


@piece
def det_3x3(np):
    m = matrix(np, 3)
    return lambda: float(np.linalg.det(m))


@piece
def norm_3(np):
    v = numbers(np, 3)
    return lambda: float(np.linalg.norm(v))


@piece
def eigh_3x3(np):
    m = matrix(np, 3)
    return lambda: float(np.linalg.eigh(m + m.T)[0][1])


@piece
def trace_3x3(np):
    m = matrix(np, 3)
    return lambda: float(np.trace(m))


@piece
def einsum_8x8(np):
    m = matrix(np, 8)
    return lambda: float(np.einsum("ij,jk->ik", m, m)[1, 1])


@piece
def fft_64(np):
    x = numbers(np, 64)
    return lambda: complex(np.fft.fft(x)[3])


@piece
def fft_1024(np):
    x = numbers(np, 1024)
    return lambda: complex(np.fft.fft(x)[3])


@piece
def sort_100(np):
    x = numbers(np, 100)
    return lambda: float(np.sort(x)[3])


@piece
def argsort_100(np):
    x = numbers(np, 100)
    return lambda: int(np.argsort(x)[3])


@piece
def argmax_100(np):
    x = numbers(np, 100)
    return lambda: int(np.argmax(x))


@piece
def median_100(np):
    x = numbers(np, 100)
    return lambda: float(np.median(x))


@piece
def percentile_100(np):
    x = numbers(np, 100)
    return lambda: float(np.percentile(x, 30))


@piece
def interp_20(np):
    x, at = np.linspace(0.0, 1.0, 50), np.linspace(0.1, 0.9, 20)
    y = numbers(np, 50)
    return lambda: float(np.interp(at, x, y)[3])


@piece
def polyfit_20(np):
    x = np.linspace(0.0, 1.0, 20)
    y = numbers(np, 20)
    return lambda: float(np.polyfit(x, y, 2)[0])


@piece
def polyval_20(np):
    x = np.linspace(0.0, 1.0, 20)
    return lambda: float(np.polyval([1.0, -2.0, 0.5], x)[3])


@piece
def gradient_20(np):
    y = numbers(np, 20)
    return lambda: float(np.gradient(y, 0.1)[3])


@piece
def cumsum_50(np):
    y = numbers(np, 50)
    return lambda: float(np.cumsum(y)[20])


@piece
def diff_50(np):
    y = numbers(np, 50)
    return lambda: float(np.diff(y)[20])


@piece
def where_50(np):
    y = numbers(np, 50)
    return lambda: float(np.where(y > 0, y, 0.0)[20])


@piece
def masked_50(np):
    y = numbers(np, 50)
    return lambda: float(y[y > 0].sum())


@piece
def histogram_100(np):
    y = numbers(np, 100)
    return lambda: float(np.histogram(y, bins=8)[0][2])


@piece
def unique_50(np):
    y = numbers(np, 50)
    return lambda: float(np.unique(np.round(y))[1])


@piece
def concatenate_3(np):
    y = numbers(np, 10)
    return lambda: float(np.concatenate([y, y, y])[20])


@piece
def stack_3(np):
    y = numbers(np, 10)
    return lambda: float(np.stack([y, y, y])[2, 1])


@piece
def arange_and_linspace(np):
    return lambda: float((np.arange(10) * 2 + np.linspace(0.0, 1.0, 10))[3])


@piece
def list_to_array(np):
    return lambda: float(np.array([1.0, 2.0, 3.0])[1])


@piece
def zeros_and_ones(np):
    return lambda: float((np.zeros(10) + np.ones(10))[1])


@piece
def allclose_10(np):
    x = numbers(np, 10)
    return lambda: bool(np.allclose(x, x))


@piece
def any_of_a_comparison(np):
    x = numbers(np, 10)
    return lambda: bool((x > 2.0).any())


@piece
def maximum_clip_abs(np):
    x = numbers(np, 50)
    return lambda: float(np.clip(np.maximum(x, 0.0), 0.0, 1.0)[3] + np.abs(x)[2])


@piece
def mean_of_an_axis(np):
    x = numbers(np, 10, 10)
    return lambda: float((x - x.mean(axis=0))[3, 3])


@piece
def tolist_10(np):
    x = numbers(np, 10)
    return lambda: (x * 2.0).tolist()
