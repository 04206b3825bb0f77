"""Loops, branches and maps called again outside of traces: not traced again, and what they give is what Python's own
statements give, whatever has changed meanwhile."""

from __future__ import annotations

import functools
import gc
import importlib
import itertools
import random
import types
from typing import Any, NamedTuple

import numpy as onp
import pytest

import dusk
import dusk.numpy as dnp
import plain_control
from dusk.tracing import blocks, repeated

V = onp.array([0.3, -1.2, 2.0])
RATE = 0.5
SETTINGS = types.SimpleNamespace(rate=0.5)
SPACE = types.ModuleType("space")
SPACE.rate = 0.5  # type: ignore[attr-defined]


class Config:
    rate = 0.5


class Step:
    def __init__(self, rate: float) -> None:
        self.rate = rate

    def __call__(self, i: Any, y: Any) -> Any:
        return y * self.rate + i

    def body(self, i: Any, y: Any) -> Any:
        return y * self.rate + i


class State(NamedTuple):
    i: Any
    y: Any


@pytest.fixture
def traces(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Gets an entry for each function of a loop or a branch that is traced, or mapped."""
    found: list[Any] = []
    trace = blocks.trace

    def counted(*args: Any) -> Any:
        found.append(args)
        return trace(*args)

    monkeypatch.setattr(blocks, "trace", counted)
    monkeypatch.setattr(importlib.import_module("dusk.gradients.vmap"), "trace", counted)
    return found


def scaled_loop(k: Any, x: Any) -> Any:
    return dusk.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, s[1] * k + x), (0, x))[1]


def plain_loop(k: Any, x: Any) -> Any:
    y = x
    for _ in range(3):
        y = y * k + x
    return y


CALLS = {
    "while": lambda k, x: scaled_loop(k, x),
    "fori": lambda k, x: dusk.fori_loop(0, 3, lambda i, y: y * k + x, x),
    "scan": lambda k, x: dusk.scan(lambda y, i: (y * k + x, None), x, None, length=3)[0],
    "cond": lambda k, x: dusk.cond((dnp.ones(5000) * x[2]).sum() > 0, lambda y: plain_loop(k, y), lambda y: y, x),
    "vmap": lambda k, x: dusk.vmap(lambda u: plain_loop(k, u))(x),
    "vmap of two": lambda k, x: dusk.vmap(lambda u, v: plain_loop(k, u) + v * 0, (0, None))(x, 1.5),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_made_again_is_not_traced_again(name: str, traces: list[Any]) -> None:
    x = dnp.array(V)
    for k in (0.5, dnp.array([0.1, 0.2, 0.3])):
        if name.startswith("vmap") and not isinstance(k, float):
            continue
        first = onp.asarray(CALLS[name](k, x))
        before = len(traces)
        for again in range(3):
            given = k if isinstance(k, float) else k + again
            found = onp.asarray(CALLS[name](given, x + again))
            onp.testing.assert_allclose(found, plain_loop(onp.asarray(given), V + again), rtol=1e-14)
        assert len(traces) == before
        onp.testing.assert_allclose(first, plain_loop(onp.asarray(k), V), rtol=1e-14)


def test_what_is_in_cells_is_read_at_each_call(traces: list[Any]) -> None:
    x = dnp.array(V)
    for k in (0.5, 2, 0.5, -1.0, dnp.array([1.0, 2, 3]), onp.array([3.0, 2, 1]), onp.float64(0.25), onp.float64(0.5)):
        onp.testing.assert_allclose(onp.asarray(scaled_loop(k, x)), plain_loop(onp.asarray(k), V), rtol=1e-14)
    before = len(traces)
    scaled_loop(0.5, x)
    scaled_loop(dnp.array([5.0, 2, 3]), x)
    assert len(traces) == before


def _by_global() -> Any:
    global RATE
    for RATE in (0.5, 2.0, 0.5):
        yield lambda i, y: y * RATE + i  # noqa: B023
    RATE = 0.5


def _by_default() -> Any:
    for k in (0.5, 2.0, onp.arange(3.0), onp.arange(3.0) + 1):
        yield lambda i, y, k=k: y * k + i


def _by_keyword_default() -> Any:
    for k in (0.5, 2.0):

        def body(i: Any, y: Any, *, k: Any = k) -> Any:
            return y * k + i

        yield body


def _by_partial() -> Any:
    for k in (0.5, 2.0, onp.arange(3.0)):
        yield functools.partial(lambda k, i, y: y * k + i, k)
        yield functools.partial(lambda i, y, k: y * k + i, k=k)


def _by_helper() -> Any:
    def made(k: Any, sign: Any) -> Any:
        def helper(y: Any) -> Any:
            return sign(y) * k

        return lambda i, y: helper(y) + i

    for k in (0.5, 2.0, onp.arange(3.0)):
        yield made(k, lambda y: y)
        yield made(k, lambda y: -y)


def _by_class_in_a_cell() -> Any:
    for kind in (onp.float64, onp.int64, onp.float64):
        yield lambda i, y: y + onp.ones(3).astype(kind)[2] * kind(1.5)  # noqa: B023


def _by_class_attribute() -> Any:
    for Config.rate in (0.5, 2.0, 0.5):
        yield lambda i, y: y * Config.rate + i


def _by_object() -> Any:
    for SETTINGS.rate in (0.5, 2.0, 0.5):
        yield lambda i, y: y * SETTINGS.rate + i


def _by_module() -> Any:
    for SPACE.rate in (0.5, 2.0, 0.5):  # type: ignore[attr-defined]
        yield lambda i, y: y * SPACE.rate + i  # type: ignore[attr-defined]


def _by_method() -> Any:
    for k in (0.5, 2.0):
        yield Step(k).body
        yield Step(k)
    step = Step(0.5)
    for step.rate in (1.0, 2.0):
        yield step.body
        yield step


def _by_list_and_dict() -> Any:
    held: list[Any] = [0.5]
    table = {"rate": 0.5}
    for k in (1.0, 2.0, onp.arange(3.0)):
        held[0], table["rate"] = k, k
        yield lambda i, y: y * held[0] + i
        yield lambda i, y: y * table["rate"] + i
    held.append(1)
    yield lambda i, y: y * len(held) + i


def _by_array_that_numpy_reads() -> Any:
    k = onp.arange(3.0)
    for at in range(3):
        k[at] += 7
        yield lambda i, y: y * k.sum() + k
    big = onp.ones(5000)
    for at in range(3):
        big[at] += 7
        yield lambda i, y: y * big.sum() + i


def _by_iterator() -> Any:
    counter, pairs = itertools.count(), iter([0.5, 2.0, 3.0, 4.0, 5.0, 6.0])
    for _ in range(3):
        k = next(pairs)
        yield lambda i, y: y * k + i  # noqa: B023
    for _ in range(2):
        at = next(counter)
        yield lambda i, y: y * [0.5, 2.0][at] + i  # noqa: B023


def _by_choice_of_function() -> Any:
    for f in (onp.sin, onp.cos, onp.negative, lambda y: y * 2, abs):
        yield lambda i, y: f(y) + i  # noqa: B023


def _by_branch_on_a_cell() -> Any:
    for on in (True, False, 1, 1.0, None, "a"):
        yield lambda i, y: y * 2 if on == 1 and type(on) is not float else y + i  # noqa: B023


def _by_shared_cells() -> Any:
    def made(a: Any, b: Any, shared: bool) -> Any:
        first = lambda y: y * a  # noqa: E731
        second = (lambda y: y + a) if shared else (lambda y: y + b)
        return lambda i, y: second(first(y))

    yield made(2.0, 3.0, True)
    yield made(2.0, 3.0, False)
    yield made(4.0, 5.0, True)
    yield made(4.0, 5.0, False)

    def one(a: Any) -> Any:
        return lambda y: y * a

    def both(f: Any, g: Any) -> Any:
        return lambda i, y: f(y) + g(y)

    same = one(3.0)
    yield both(same, same)
    yield both(one(2.0), one(5.0))
    yield both(same, one(7.0))

    def pair(a: Any) -> Any:
        return (lambda y: y * a), (lambda y: y + a)

    (f, g), (h, _), (_, k) = pair(2.0), pair(3.0), pair(5.0)
    yield both(f, g)
    yield both(h, k)
    yield both(f, k)


CHANGES = {name[4:]: f for name, f in list(globals().items()) if name.startswith("_by_")}


@pytest.mark.parametrize("name", CHANGES)
def test_whatever_changes_is_seen(name: str) -> None:
    for body in CHANGES[name]():
        for _ in range(2):
            found = onp.asarray(dusk.fori_loop(0, 3, body, dnp.array(V)))
            onp.testing.assert_allclose(found, plain_control.fori_loop(0, 3, body, V), rtol=1e-13)
            found = onp.asarray(dusk.vmap(functools.partial(body, 1))(dnp.array(onp.stack([V, V + 1]))))
            onp.testing.assert_allclose(found, onp.stack([body(1, V), body(1, V + 1)]), rtol=1e-13)


@pytest.mark.parametrize(
    "kind", ["nonlocal", "random", "numpy random", "generator", "method", "list", "set", "attribute"]
)
def test_what_does_more_than_to_compute_does_so_at_each_call(kind: str) -> None:
    seen: list[Any] = []
    count = 0
    step = Step(0.0)
    drawn, generator, distinct = random.Random(0), onp.random.default_rng(0), {0}
    normal = generator.normal

    def body(i: Any, y: Any) -> Any:
        nonlocal count
        if kind == "nonlocal":
            count += 1
            return y + count
        if kind == "random":
            return y + drawn.random()
        if kind == "numpy random":
            return y + onp.random.random()
        if kind == "generator":
            return y + generator.normal()
        if kind == "method":
            return y + normal()
        if kind == "set":
            distinct.add(len(distinct))
            return y + len(distinct)
        if kind == "list":
            seen.append(1)
            return y + len(seen)
        step.rate += 1
        return y + step.rate

    found = {round(float(dusk.fori_loop(0, 2, body, dnp.float64(0.0))), 12) for _ in range(4)}
    assert len(found) == 4


def test_arrays_from_outside_are_written_at_each_call(traces: list[Any]) -> None:
    def run(target: Any, n: int) -> Any:
        def body(i: Any, y: Any) -> Any:
            target[i] = target[i] + y
            return y + 1

        return dusk.fori_loop(0, n, body, 1.0)

    a, b, expected = dnp.zeros(3), dnp.ones(3), onp.zeros(3)
    for times in range(1, 4):
        run(a, 3)
        expected += [1, 2, 3]
        onp.testing.assert_array_equal(onp.asarray(a), expected)
        run(b, 3)
        onp.testing.assert_array_equal(onp.asarray(b), expected + 1)
        if times == 1:
            before = len(traces)
    assert len(traces) == before
    foreign = onp.zeros(3)
    for _ in range(3):
        run(foreign, 3)
    onp.testing.assert_array_equal(foreign, expected)


def test_an_array_may_go_round_and_be_captured(traces: list[Any]) -> None:
    x = dnp.array(V)
    for again in range(3):
        y = dnp.array(V)
        onp.testing.assert_allclose(onp.asarray(scaled_loop(0.5, x)), plain_loop(0.5, V), rtol=1e-14)
        found = dusk.fori_loop(0, 3, lambda i, z: z + y, x)  # noqa: B023
        onp.testing.assert_allclose(onp.asarray(found), 4 * V, rtol=1e-14)
        if again == 0:
            before = len(traces)
    assert len(traces) == before
    view = x[1:]
    onp.testing.assert_allclose(onp.asarray(dusk.fori_loop(0, 3, lambda i, z: z + view, view)), 4 * V[1:], rtol=1e-14)
    onp.testing.assert_allclose(onp.asarray(dusk.fori_loop(0, 3, lambda i, z: z + x[1:], view)), 4 * V[1:], rtol=1e-14)


def test_gradients_and_maps_of_calls_made_again(traces: list[Any]) -> None:
    def f(x: Any, k: Any) -> Any:
        return dusk.fori_loop(0, 3, lambda i, y: y * k + x, x).sum()

    for again in range(4):
        x, k = dnp.array(V + again), dnp.float64(0.5 + again)
        gx, gk = dusk.grad(f, (0, 1))(x, k)
        s = 0.5 + again
        onp.testing.assert_allclose(onp.asarray(gx), onp.full(3, s**3 + s**2 + s + 1), rtol=1e-13)
        onp.testing.assert_allclose(float(gk), (V + again).sum() * (3 * s**2 + 2 * s + 1), rtol=1e-13)
        if again == 1:
            before = len(traces)
    assert len(traces) == before


def test_numbers_and_bounds_that_vary(traces: list[Any]) -> None:
    n = dnp.array([5, 0, 3])
    for again in range(3):
        for at, rounds in enumerate((5, 0, 3)):
            first = 1.5 + again + at
            assert float(dusk.fori_loop(0, n[at], lambda i, y: y * 2 + i, first)) == plain_control.fori_loop(
                0, rounds, lambda i, y: y * 2 + i, first
            )
            assert float(dusk.while_loop(lambda y: y < 50, lambda y: y * 2, first)) == plain_control.while_loop(
                lambda y: y < 50, lambda y: y * 2, first
            )
        if again == 0:
            before = len(traces)
    assert len(traces) <= before + 4


def test_trees_of_other_kinds_are_other_calls() -> None:
    grown = lambda s: State(s.i + 1, s.y * 2) if isinstance(s, State) else {"i": s["i"] + 1, "y": s["y"] * 2}  # noqa: E731
    for start in (State(0, dnp.array(V)), {"i": 0, "y": dnp.array(V)}, State(0, dnp.float32(2)), State(0, 2)):
        for _ in range(2):
            found = dusk.while_loop(lambda s: (s.i if isinstance(s, State) else s["i"]) < 3, grown, start)
            y, first = (s.y if isinstance(s, State) else s["y"] for s in (found, start))
            assert type(found) is type(start)
            onp.testing.assert_array_equal(onp.asarray(y), onp.asarray(first) * 8)
            assert onp.asarray(y).dtype == onp.asarray(first).dtype


def test_what_functions_held_is_not_kept() -> None:
    def run() -> None:
        large = dnp.ones((512, 512))
        dusk.eval(large)
        assert float(dusk.fori_loop(0, 2, lambda i, y: y + large.sum() * i, 0.0)) == 512 * 512
        assert float(dusk.vmap(lambda u: u + large.sum())(dnp.zeros(2))[0]) == 512 * 512

    run()
    gc.collect()
    before = dusk.memory_in_use()
    for _ in range(5):
        run()
    gc.collect()
    assert dusk.memory_in_use() - before < 512 * 512 * 8
    held = [captures for known in repeated.REPEATED._known.values() for captures in known]
    assert not any(
        cell != types.CellType() for c in held for f in c.roots for cell in getattr(f, "__closure__", None) or ()
    )
