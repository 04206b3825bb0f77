"""The programs of `benchmarks.element_programs` as graphs, written by hand."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from dusk import ops
from dusk.graph import Graph
from dusk.graph.node import constant
from element_language import Program, X, floats, ints, program

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.element_programs import PROGRAMS

__all__ = ["GRAPHS", "PROGRAMS"]


def lu_graph(n: int) -> Graph:
    def element(p: Program) -> None:
        p.put("a", p.a[p.i, p.j] - p.a[p.i, p.k] * p.a[p.k, p.j], p.i, p.j)

    def row(p: Program) -> None:
        p.put("a", p.a[p.i, p.k] / p.a[p.k, p.k], p.i, p.k)
        p.count("j", p.k + 1, n, element)

    return program({"a": floats(n, n)}, lambda p: p.count("k", 0, n, lambda p: p.count("i", p.k + 1, n, row)), "a")


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


def floyd_warshall_graph(n: int) -> Graph:
    def element(p: Program) -> None:
        p.when(
            p.d[p.i, p.k] + p.d[p.k, p.j] < p.d[p.i, p.j],
            lambda p: p.put("d", p.d[p.i, p.k] + p.d[p.k, p.j], p.i, p.j),
        )

    def body(p: Program) -> None:
        p.count("k", 0, n, lambda p: p.count("i", 0, n, lambda p: p.count("j", 0, n, element)))

    return program({"d": floats(n, n)}, body, "d")


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


def gauss_seidel_graph(n: int) -> Graph:
    def point(p: Program) -> None:
        total = p.u[p.i - 1, p.j] + p.u[p.i + 1, p.j] + p.u[p.i, p.j - 1] + p.u[p.i, p.j + 1]
        p.put("u", 0.25 * total, p.i, p.j)

    def sweep(p: Program) -> None:
        p.count("i", 1, n - 1, lambda p: p.count("j", 1, n - 1, point))

    return program({"u": floats(n, n)}, lambda p: p.rounds("t", 10, sweep), "u")


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


GRAPHS: dict[str, Callable[[int], Graph]] = {
    "LU": lu_graph,
    "Cholesky": cholesky_graph,
    "Floyd-Warshall": floyd_warshall_graph,
    "alignment": align_graph,
    "Gauss-Seidel": gauss_seidel_graph,
    "Mandelbrot": mandelbrot_graph,
    "tridiagonal": tridiagonal_graph,
    "CSR product": csr_graph,
    "N-body": n_body_graph,
}
"""By the names that the functions have in `PROGRAMS`: the graph for a size."""
