"""Programs that go through arrays element by element: as Python functions, and as the graphs that these become.

Each is a function that changes its arguments, a graph for arguments of some size, and such arguments.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from dusk import ops
from dusk.graph import Graph
from dusk.graph.node import constant
from element_language import Program, X, floats, ints, program


def lu(a):
    n = a.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            a[i, k] = a[i, k] / a[k, k]
            for j in range(k + 1, n):
                a[i, j] = a[i, j] - a[i, k] * a[k, j]
    return a


def lu_graph(n: int) -> Graph:
    def element(p: Program) -> None:
        p.put("a", p.a[p.i, p.j] - p.a[p.i, p.k] * p.a[p.k, p.j], p.i, p.j)

    def row(p: Program) -> None:
        p.put("a", p.a[p.i, p.k] / p.a[p.k, p.k], p.i, p.k)
        p.count("j", p.k + 1, n, element)

    return program({"a": floats(n, n)}, lambda p: p.count("k", 0, n, lambda p: p.count("i", p.k + 1, n, row)), "a")


def lu_arguments(n: int, rng: Any) -> list[Any]:
    return [rng.normal(size=(n, n)) + n * np.eye(n)]


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


def cholesky_graph(n: int) -> Graph:
    def column(p: Program) -> None:
        def term(p: Program) -> None:
            p.s = p.s - p.a[p.i, p.k] * p.a[p.j, p.k]

        p.s = p.a[p.i, p.j]
        p.count("k", 0, p.j, term)
        p.when(
            p.i.same(p.j),
            lambda p: p.put("a", ops.sqrt(p.s.value), p.i, p.j),
            lambda p: p.put("a", p.s / p.a[p.j, p.j], p.i, p.j),
        )
        del p.env["s"]

    return program({"a": floats(n, n)}, lambda p: p.count("i", 0, n, lambda p: p.count("j", 0, p.i + 1, column)), "a")


def cholesky_arguments(n: int, rng: Any) -> list[Any]:
    b = rng.normal(size=(n, n))
    return [b @ b.T + n * np.eye(n)]


def floyd_warshall(d):
    n = d.shape[0]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i, k] + d[k, j] < d[i, j]:
                    d[i, j] = d[i, k] + d[k, j]
    return d


def floyd_warshall_graph(n: int) -> Graph:
    def element(p: Program) -> None:
        p.when(
            p.d[p.i, p.k] + p.d[p.k, p.j] < p.d[p.i, p.j],
            lambda p: p.put("d", p.d[p.i, p.k] + p.d[p.k, p.j], p.i, p.j),
        )

    def body(p: Program) -> None:
        p.count("k", 0, n, lambda p: p.count("i", 0, n, lambda p: p.count("j", 0, n, element)))

    return program({"d": floats(n, n)}, body, "d")


def floyd_warshall_arguments(n: int, rng: Any) -> list[Any]:
    return [rng.random((n, n)) * 10]


def align(x, y, h):
    n, m = x.shape[0], y.shape[0]
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            score = 2 if x[i - 1] == y[j - 1] else -1
            best = h[i - 1, j - 1] + score
            if h[i - 1, j] - 1 > best:
                best = h[i - 1, j] - 1
            if h[i, j - 1] - 1 > best:
                best = h[i, j - 1] - 1
            h[i, j] = best
    return h


def align_graph(n: int) -> Graph:
    def cell(p: Program) -> None:
        p.score = 0
        p.when(
            p.x[p.i - 1].same(p.y[p.j - 1]), lambda p: setattr(p, "score", 2), lambda p: setattr(p, "score", -1)
        )
        p.best = p.h[p.i - 1, p.j - 1] + p.score
        p.when(p.h[p.i - 1, p.j] - 1 > p.best, lambda p: setattr(p, "best", p.h[p.i - 1, p.j] - 1))
        p.when(p.h[p.i, p.j - 1] - 1 > p.best, lambda p: setattr(p, "best", p.h[p.i, p.j - 1] - 1))
        p.put("h", p.best, p.i, p.j)
        del p.env["score"], p.env["best"]

    def body(p: Program) -> None:
        p.count("i", 1, n + 1, lambda p: p.count("j", 1, n + 1, cell))

    return program({"x": ints(n), "y": ints(n), "h": ints(n + 1, n + 1)}, body, "h")


def align_arguments(n: int, rng: Any) -> list[Any]:
    h = np.zeros((n + 1, n + 1), np.int64)
    h[0], h[:, 0] = -np.arange(n + 1), -np.arange(n + 1)
    return [rng.integers(0, 4, n), rng.integers(0, 4, n), h]


def gauss_seidel(u):
    n = u.shape[0]
    for _ in range(10):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
    return u


def gauss_seidel_graph(n: int) -> Graph:
    def point(p: Program) -> None:
        total = p.u[p.i - 1, p.j] + p.u[p.i + 1, p.j] + p.u[p.i, p.j - 1] + p.u[p.i, p.j + 1]
        p.put("u", 0.25 * total, p.i, p.j)

    def sweep(p: Program) -> None:
        p.count("i", 1, n - 1, lambda p: p.count("j", 1, n - 1, point))

    return program({"u": floats(n, n)}, lambda p: p.rounds("t", 10, sweep), "u")


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


def mandelbrot_graph(n: int) -> Graph:
    def real(x: X) -> X:
        return X(ops.astype(x.value, dtype=np.dtype(np.float64)))

    def step(p: Program) -> None:
        zr = p.zr * p.zr - p.zi * p.zi + p.cr
        p.zi = 2.0 * p.zr * p.zi + p.ci
        p.zr = zr
        p.count_ = p.t + 1

    def once(p: Program) -> None:
        p.when(
            p.zr * p.zr + p.zi * p.zi > 4.0, lambda p: setattr(p, "out", ops.equal(p.t.value, p.t.value)), step
        )

    def point(p: Program) -> None:
        p.cr, p.ci = -2.0 + 3.0 * real(p.j) / n, -1.5 + 3.0 * real(p.i) / n
        p.zr, p.zi, p.count_, p.out = 0.0, 0.0, 0, constant(False, np.bool_)
        p.count("t", 0, 200, once, going=lambda p: ~p.out)
        p.put("counts", p.count_, p.i, p.j)
        for name in ("cr", "ci", "zr", "zi", "count_", "out"):
            del p.env[name]

    def body(p: Program) -> None:
        p.count("i", 0, n, lambda p: p.count("j", 0, n, point))

    return program({"counts": ints(n, n)}, body, "counts")


def mandelbrot_arguments(n: int, rng: Any) -> list[Any]:
    return [np.zeros((n, n), np.int64)]


def tridiagonal(a, b, c, d):
    n = b.shape[0]
    for i in range(1, n):
        w = a[i] / b[i - 1]
        b[i] = b[i] - w * c[i - 1]
        d[i] = d[i] - w * d[i - 1]
    d[n - 1] = d[n - 1] / b[n - 1]
    for i in range(n - 2, -1, -1):
        d[i] = (d[i] - c[i] * d[i + 1]) / b[i]
    return d


def tridiagonal_graph(n: int) -> Graph:
    def down(p: Program) -> None:
        w = p.a[p.i] / p.b[p.i - 1]
        p.put("b", p.b[p.i] - w * p.c[p.i - 1], p.i)
        p.put("d", p.d[p.i] - w * p.d[p.i - 1], p.i)

    def up(p: Program) -> None:
        p.put("d", (p.d[p.i] - p.c[p.i] * p.d[p.i + 1]) / p.b[p.i], p.i)

    def body(p: Program) -> None:
        p.count("i", 1, n, down)
        p.put("d", p.d[n - 1] / p.b[n - 1], n - 1)
        p.count("i", n - 2, -1, up, step=-1)

    return program({name: floats(n) for name in "abcd"}, body, "d")


def tridiagonal_arguments(n: int, rng: Any) -> list[Any]:
    return [rng.random(n), 4 + rng.random(n), rng.random(n), rng.random(n)]


def csr(starts, columns, values, x, y):
    for i in range(y.shape[0]):
        s = 0.0
        for k in range(starts[i], starts[i + 1]):
            s += values[k] * x[columns[k]]
        y[i] = s
    return y


def csr_graph(n: int) -> Graph:
    def term(p: Program) -> None:
        p.s = p.s + p.values[p.k] * p.x[p.columns[p.k]]

    def row(p: Program) -> None:
        p.s = 0.0
        p.count("k", p.starts[p.i], p.starts[p.i + 1], term)
        p.put("y", p.s, p.i)
        del p.env["s"]

    kinds = {"starts": ints(n + 1), "columns": ints(n * 8), "values": floats(n * 8), "x": floats(n), "y": floats(n)}
    return program(kinds, lambda p: p.count("i", 0, n, row), "y")


def csr_arguments(n: int, rng: Any) -> list[Any]:
    inner = np.sort(rng.integers(0, 8 * n + 1, n - 1))
    starts = np.concatenate(([0], inner, [8 * n])).astype(np.int64)
    return [starts, rng.integers(0, n, 8 * n), rng.normal(size=8 * n), rng.normal(size=n), np.zeros(n)]


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
                    ax, ay, az = ax + f * dx, ay + f * dy, az + f * dz
            v[i, 0], v[i, 1], v[i, 2] = v[i, 0] + 0.01 * ax, v[i, 1] + 0.01 * ay, v[i, 2] + 0.01 * az
        for i in range(n):
            for k in range(3):
                x[i, k] = x[i, k] + 0.01 * v[i, k]
    return x


def n_body_graph(n: int) -> Graph:
    def pull(p: Program) -> None:
        dx, dy, dz = (p.x[p.j, k] - p.x[p.i, k] for k in range(3))
        r2 = dx * dx + dy * dy + dz * dz + 0.01
        f = p.m[p.j] / (r2 * X(ops.sqrt(r2.value)))
        p.ax, p.ay, p.az = p.ax + f * dx, p.ay + f * dy, p.az + f * dz

    def body_of(p: Program) -> None:
        p.ax = p.ay = p.az = 0.0
        p.count("j", 0, n, lambda p: p.when(~p.i.same(p.j), pull))
        for k, name in enumerate(("ax", "ay", "az")):
            p.put("v", p.v[p.i, k] + 0.01 * X(p.env.pop(name)), p.i, k)

    def move(p: Program) -> None:
        p.put("x", p.x[p.i, p.k] + 0.01 * p.v[p.i, p.k], p.i, p.k)

    def step(p: Program) -> None:
        p.count("i", 0, n, body_of)
        p.count("i", 0, n, lambda p: p.count("k", 0, 3, move))

    kinds = {"x": floats(n, 3), "v": floats(n, 3), "m": floats(n)}
    return program(kinds, lambda p: p.rounds("t", 5, step), "x")


def n_body_arguments(n: int, rng: Any) -> list[Any]:
    return [rng.normal(size=(n, 3)), rng.normal(size=(n, 3)), rng.random(n)]


PROGRAMS: dict[str, tuple[Callable[..., Any], Callable[[int], Graph], Callable[[int, Any], list[Any]], int, int]] = {
    "lu": (lu, lu_graph, lu_arguments, 7, 200),
    "cholesky": (cholesky, cholesky_graph, cholesky_arguments, 7, 250),
    "floyd_warshall": (floyd_warshall, floyd_warshall_graph, floyd_warshall_arguments, 6, 150),
    "align": (align, align_graph, align_arguments, 8, 1000),
    "gauss_seidel": (gauss_seidel, gauss_seidel_graph, gauss_seidel_arguments, 6, 300),
    "mandelbrot": (mandelbrot, mandelbrot_graph, mandelbrot_arguments, 5, 150),
    "tridiagonal": (tridiagonal, tridiagonal_graph, tridiagonal_arguments, 9, 100_000),
    "csr": (csr, csr_graph, csr_arguments, 6, 50_000),
    "n_body": (n_body, n_body_graph, n_body_arguments, 5, 300),
}
"""The function, its graph, its arguments, and a small and a large size."""
