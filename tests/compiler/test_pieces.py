"""Whole reductions of arrays with windows written: the kernel that writes a window sums it up."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.graph_maker import NATIVE
from compiler.run_program import check
from compiler.stencil import neighbours, put, t
from dusk import ops
from dusk.backends.cpu import compile_native
from dusk.compiler.pieces import Window, around, in_pieces
from dusk.graph import Graph, evaluate, parse, trace
from dusk.graph.op import define
from dusk.transform.pipeline import optimise

pytestmark = pytest.mark.skipif(not NATIVE, reason="no native code here")


def smoothed(u: Any) -> Any:
    return ops.multiply(neighbours(u), 0.25)


def round_(u: Any) -> Any:
    new = put(u, smoothed(u))
    return new, ops.sqrt(ops.mean(ops.square(ops.subtract(new, u))))


def steps_of(program: Any) -> list[str]:
    return [line.split(" ")[1] for line in str(program).splitlines()]


def drawn(graph: Graph, seed: int = 0) -> list[Any]:
    rng = np.random.default_rng(seed)
    return [rng.normal(size=v.shape) for v in graph.inputs]


def test_the_window_is_summed_by_itself_and_so_is_what_is_around_it() -> None:
    graph = parse("""
graph(arg0: float64[4000], arg1: float64[3998]) {
  %0: float64[4000] = slice_set(arg0, arg1) {starts=(1,), steps=(1,)}
  %1: float64[4000] = negative(%0)
  %2: float64[1] = max(%1) {axis=None, keepdims=True}
  return %2
}
""")
    wanted = """
graph(arg0: float64[4000], arg1: float64[3998]) {
  %0: float64[1] = slice(arg0) {sizes=(1,), starts=(0,), steps=(1,)}
  %1: float64[1] = negative(%0)
  %2: float64[] = reduce(%1) {axes=(0,), kind="max"}
  %3: float64[1] = slice(arg0) {sizes=(1,), starts=(3999,), steps=(1,)}
  %4: float64[1] = negative(%3)
  %5: float64[] = reduce(%4) {axes=(0,), kind="max"}
  %6: float64[] = maximum(%2, %5)
  %7: float64[4000] = slice_set(arg0, arg1) {starts=(1,), steps=(1,)}
  %8: float64[3998] = slice(%7) {sizes=(3998,), starts=(1,), steps=(1,)}
  %9: float64[3998] = negative(%8)
  %10: float64[] = reduce(%9) {axes=(0,), kind="max"}
  %11: float64[] = maximum(%6, %10)
  %12: float64[1] = shape(%11) {shape=(1,)}
  return %12
}
"""
    assert str(in_pieces(graph)).strip() == wanted.strip()


@pytest.mark.parametrize("n", [60, 300])
def test_an_update_and_what_it_changed_are_one_kernel(n: int) -> None:
    graph = optimise(trace(round_, t(n, n + 1)))
    program = compile_native(graph)
    assert steps_of(program).count("update") == 1
    update = next(line for line in str(program).splitlines() if " update " in line)
    assert "square" in update and "slice_set" in update
    arrays = drawn(graph)
    check(graph, arrays, evaluate(graph, arrays), program=program)


@pytest.mark.parametrize("where", [(0, 3), (5, 0), (5, 5), (59, 60)])
@pytest.mark.parametrize("odd", [np.inf, np.nan, 1e308])
def test_what_is_around_counts_as_much(where: tuple[int, int], odd: float) -> None:
    graph = optimise(trace(round_, t(60, 61)))
    arrays = drawn(graph)
    arrays[0][where] = odd
    with np.errstate(all="ignore"):
        check(graph, arrays, evaluate(graph, arrays))


def test_around_a_window_each_element_is_once() -> None:
    for window in (Window((1, 0, 2), (3, 5, 1)), Window((0, 0, 0), (4, 5, 6)), Window((0, 4, 5), (4, 1, 1))):
        count = np.zeros((4, 5, 6), int)
        for starts, sizes in (window, *around(count.shape, window)):
            count[tuple(slice(a, a + n) for a, n in zip(starts, sizes, strict=True))] += 1
        assert (count == 1).all()


@define(name="test_tilted", lower=lambda k, index, x: k.op("add", x(index), k.cast(index[0], "float64")))
def tilted(x: Any) -> Any:
    """What is added depends on the place."""
    return x + np.arange(len(x))[:, None]


def test_what_depends_on_the_place_is_left_whole() -> None:
    graph = trace(lambda u: ops.sum_(tilted(put(u, smoothed(u)))), t(50, 60))
    arrays = drawn(graph)
    check(graph, arrays, evaluate(graph, arrays))


REDUCTIONS = [ops.sum_, ops.mean, ops.max_, ops.min_, lambda x, **kw: ops.any_(ops.greater(x, 2.0), **kw)]
SHAPES = [(48, 50), (2100,), (14, 15, 16), (70000,), (300, 290), (1, 2500)]


@st.composite
def programs(draw: Any) -> Graph:
    """Rounds that write a window, computed at its place or beside it, and reduce what they wrote and what was there."""
    shape = draw(st.sampled_from(SHAPES))
    margin = [draw(st.tuples(st.integers(0, 1), st.integers(0, 1))) if n > 1 else (0, 0) for n in shape]
    starts = tuple(a for a, _ in margin)
    sizes = tuple(n - a - b for n, (a, b) in zip(shape, margin, strict=True))
    choices = draw(st.lists(st.tuples(*[st.integers(0, 9)] * 5, st.booleans()), min_size=1, max_size=3))
    keep = draw(st.booleans())

    def part(x: Any, by: int) -> Any:
        moved = tuple(min(by, a + b) for a, b in margin)
        return ops.slice_(x, starts=moved, sizes=sizes, steps=(1,) * len(shape))

    def f(x: Any, y: Any) -> Any:
        u, found = x, []
        for kind, by, chain, which, other, again in choices:
            v = part(u, by % 3)
            v = ops.add(v, part(y, 1)) if kind % 2 else ops.multiply(ops.sin(v), 0.5)
            new = ops.slice_set(y if kind > 7 else u, v, starts=starts, steps=(1,) * len(shape))
            d = ops.subtract(new, [u, y, 1.0][other % 3])
            last = found[-1] if found else 0.0
            d = [d, ops.square(d), ops.absolute(d), ops.multiply(d, new), ops.add(d, last)][chain % 5]
            found.append(REDUCTIONS[which % 5](d, axis=None, keepdims=keep))
            found += [REDUCTIONS[other % 5](ops.negative(d), axis=None)] if again else []
            u = ops.add(new, found[0]) if which == 9 else new
        return u, *found

    return trace(f, t(*shape), t(*shape))


@settings(max_examples=60, deadline=None)
@given(programs(), st.sets(st.integers(0, 1)), st.booleans(), st.integers(0, 3), st.booleans())
def test_any_windows_and_reductions_give_what_the_bodies_give(
    graph: Graph, free: set[int], optimised: bool, odd: int, left: bool
) -> None:
    arrays = drawn(graph)
    for k in range(odd):
        arrays[k % 2].flat[[0, -1, 777][k]] = [np.inf, np.nan, -np.inf][k]
    with np.errstate(all="ignore"):
        want = evaluate(graph, [a.copy() for a in arrays])
        graph = optimise(graph) if optimised else graph
        check(graph, arrays, want, free, {0: min(free)} if left and free else None)
