"""Programs that go through arrays element by element, as one writes them in Python; each changes its arguments."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy


def lu(a):
    n = a.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
            for j in range(k + 1, n):
                a[i, j] -= a[i, k] * a[k, j]
    return a


def lu_arguments(n: int, rng: Any) -> list[Any]:
    return [rng.normal(size=(n, n)) + n * numpy.eye(n)]


def cholesky(a):
    n = a.shape[0]
    for i in range(n):
        for j in range(i + 1):
            s = a[i, j]
            for k in range(j):
                s -= a[i, k] * a[j, k]
            if i == j:
                a[i, j] = math.sqrt(s)
            else:
                a[i, j] = s / a[j, j]
    return a


def cholesky_arguments(n: int, rng: Any) -> list[Any]:
    b = rng.normal(size=(n, n))
    return [b @ b.T + n * numpy.eye(n)]


def floyd_warshall(d):
    n = d.shape[0]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                way = d[i, k] + d[k, j]
                if way < d[i, j]:
                    d[i, j] = way
    return d


def floyd_warshall_arguments(n: int, rng: Any) -> list[Any]:
    return [rng.random((n, n)) * 10]


def align(x, y, h):
    n, m = x.shape[0], y.shape[0]
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            score = 2 if x[i - 1] == y[j - 1] else -1
            h[i, j] = max(h[i - 1, j - 1] + score, h[i - 1, j] - 1, h[i, j - 1] - 1)
    return h


def align_arguments(n: int, rng: Any) -> list[Any]:
    h = numpy.zeros((n + 1, n + 1), numpy.int64)
    h[0], h[:, 0] = -numpy.arange(n + 1), -numpy.arange(n + 1)
    return [rng.integers(0, 4, n), rng.integers(0, 4, n), h]


def gauss_seidel(u):
    n = u.shape[0]
    for _ in range(10):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
    return u


def gauss_seidel_arguments(n: int, rng: Any) -> list[Any]:
    return [rng.random((n, n))]


def mandelbrot(counts):
    n = counts.shape[0]
    for i in range(n):
        for j in range(n):
            cr, ci = -2.0 + 3.0 * j / n, -1.5 + 3.0 * i / n
            zr = zi = 0.0
            count = 0
            for t in range(200):
                if zr * zr + zi * zi > 4.0:
                    break
                zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
                count = t + 1
            counts[i, j] = count
    return counts


def mandelbrot_arguments(n: int, rng: Any) -> list[Any]:
    return [numpy.zeros((n, n), numpy.int64)]


def tridiagonal(a, b, c, d):
    n = b.shape[0]
    for i in range(1, n):
        w = a[i] / b[i - 1]
        b[i] -= w * c[i - 1]
        d[i] -= w * d[i - 1]
    d[n - 1] /= b[n - 1]
    for i in range(n - 2, -1, -1):
        d[i] = (d[i] - c[i] * d[i + 1]) / b[i]
    return d


def tridiagonal_arguments(n: int, rng: Any) -> list[Any]:
    return [rng.random(n), 4 + rng.random(n), rng.random(n), rng.random(n)]


def csr(starts, columns, values, x, y):
    for i in range(y.shape[0]):
        s = 0.0
        for k in range(starts[i], starts[i + 1]):
            s += values[k] * x[columns[k]]
        y[i] = s
    return y


def csr_arguments(n: int, rng: Any) -> list[Any]:
    inner = numpy.sort(rng.integers(0, 8 * n + 1, n - 1))
    starts = numpy.concatenate(([0], inner, [8 * n])).astype(numpy.int64)
    return [starts, rng.integers(0, n, 8 * n), rng.normal(size=8 * n), rng.normal(size=n), numpy.zeros(n)]


def n_body(x, v, m):
    n = x.shape[0]
    for _ in range(5):
        for i in range(n):
            ax = ay = az = 0.0
            for j in range(n):
                if i != j:
                    dx, dy, dz = x[j, 0] - x[i, 0], x[j, 1] - x[i, 1], x[j, 2] - x[i, 2]
                    r2 = dx * dx + dy * dy + dz * dz + 0.01
                    f = m[j] / (r2 * math.sqrt(r2))
                    ax += f * dx
                    ay += f * dy
                    az += f * dz
            v[i, 0] += 0.01 * ax
            v[i, 1] += 0.01 * ay
            v[i, 2] += 0.01 * az
        for i in range(n):
            for k in range(3):
                x[i, k] += 0.01 * v[i, k]
    return x


def n_body_arguments(n: int, rng: Any) -> list[Any]:
    return [rng.normal(size=(n, 3)), rng.normal(size=(n, 3)), rng.random(n)]


class ElementProgram(NamedTuple):
    """The function, what makes its arguments for a size, and a small and a large size."""

    function: Callable[..., Any]
    arguments: Callable[[int, Any], list[Any]]
    small: int
    large: int

    def given(self, n: int) -> list[Any]:
        """The same arguments each time."""
        return self.arguments(n, numpy.random.default_rng(0))


PROGRAMS = {
    "LU": ElementProgram(lu, lu_arguments, 7, 200),
    "Cholesky": ElementProgram(cholesky, cholesky_arguments, 7, 250),
    "Floyd-Warshall": ElementProgram(floyd_warshall, floyd_warshall_arguments, 6, 150),
    "alignment": ElementProgram(align, align_arguments, 8, 1000),
    "Gauss-Seidel": ElementProgram(gauss_seidel, gauss_seidel_arguments, 6, 300),
    "Mandelbrot": ElementProgram(mandelbrot, mandelbrot_arguments, 5, 150),
    "tridiagonal": ElementProgram(tridiagonal, tridiagonal_arguments, 9, 100_000),
    "CSR product": ElementProgram(csr, csr_arguments, 6, 50_000),
    "N-body": ElementProgram(n_body, n_body_arguments, 5, 300),
}
