"""Lengths that change: right at every length, and nothing is compiled from the third on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk.config import config
from dusk.graph.types import Dim, exact_quotient, nonnegative
from dusk.kernel import native
from dusk.record import lengths as module
from native_steps import needs_native

Array = numpy.ndarray[Any, Any]
Function = Callable[..., Any]


def compiles(function: Function, rounds: Sequence[Sequence[Any]], rtol: float = 1e-12) -> list[int]:
    """Programs compiled in each round of `function(namespace, *arguments)`, which gives what NumPy gives.

    None are where no native code can be built: the programs counted there call bodies.
    """
    found: list[int] = []
    for arguments in rounds:
        expected = function(numpy, *(numpy.array(a) if isinstance(a, numpy.ndarray) else a for a in arguments))
        given = [np.array(a) if isinstance(a, numpy.ndarray) else a for a in arguments]
        dusk.wait()
        before = dusk.stats()["compiled"]
        met = function(np, *given)
        for mine, theirs in zip(listed(met), listed(expected), strict=True):
            mine = numpy.asarray(mine)
            assert (mine.shape, mine.dtype) == (numpy.shape(theirs), numpy.asarray(theirs).dtype)
            numpy.testing.assert_allclose(mine, theirs, rtol=rtol, atol=rtol)
        found.append((dusk.stats()["compiled"] - before) * native.available())
    return found


def listed(x: Any) -> Sequence[Any]:
    return x if isinstance(x, tuple | list) else [x]


def drawn(*shapes: tuple[int, ...], seed: int = 0) -> list[Array]:
    rng = numpy.random.default_rng([seed, *(n for shape in shapes for n in shape)])
    return [rng.standard_normal(shape) for shape in shapes]


def assert_none_from_the_third_on(found: list[int]) -> None:
    assert found[2:] == [0] * len(found[2:]), found
    if config.tier == "native" and native.available():
        assert sum(found[:2]) > 0, "nothing was compiled at all"


def test_growing_slices(tier: str) -> None:
    u = drawn((40,))[0]
    assert_none_from_the_third_on(compiles(lambda xp, x, i: (x[: i + 2] * 2 + 1).sum(), [(u, i) for i in range(9)]))


def test_growing_slices_at_both_ends_and_a_step(tier: str) -> None:
    u = drawn((40, 3))[0]

    def both(xp: Any, x: Any, i: int) -> Any:
        return x[i + 2 : 2 * i + 6] - x[i + 3 : 2 * i + 7], x[: 4 * i + 8 : 2] @ xp.ones(3)

    assert_none_from_the_third_on(compiles(both, [(u, i) for i in range(6)]))


def test_writing_growing_slices(tier: str) -> None:
    u, v = drawn((40,), (50,))

    def written(xp: Any, x: Any, y: Any, i: int) -> Any:
        x[1 : i + 3] += y[i : 2 * i + 2]
        x[i + 4 :] = 0.5
        return x

    assert_none_from_the_third_on(compiles(written, [(u, v, i) for i in range(7)]))


def test_a_batch_size_in_a_gradient_step(tier: str) -> None:
    w, v = drawn((5, 4), (4, 3))

    def loss(w: Any, v: Any, x: Any, y: Any) -> Any:
        return ((np.tanh(x @ w) @ v - y) ** 2).mean()

    def step(xp: Any, w: Any, v: Any, x: Any, y: Any) -> Any:
        if xp is np:
            value, gradients = dusk.value_and_grad(loss, argnum=(0, 1))(w, v, x, y)
        else:
            h = numpy.tanh(x @ w)
            r = h @ v - y
            value, d = (r**2).mean(), 2 * r / r.size
            gradients = x.T @ ((d @ v.T) * (1 - h**2)), h.T @ d
        w -= 0.1 * gradients[0]
        v -= 0.1 * gradients[1]
        return value, w, v

    rounds = [(w, v, *drawn((n, 5), (n, 3))) for n in (8, 6, 9, 3, 17, 2, 8)]
    assert_none_from_the_third_on(compiles(step, rounds, rtol=1e-10))


def test_masks_of_different_counts(tier: str) -> None:
    def exercised(xp: Any, price: Any, value: Any) -> Any:
        inside = xp.flatnonzero(price < 0.3)
        x = 5.0 * (price[inside] / 2 - 0.8)
        basis = xp.stack([xp.ones_like(x), x, x**2, x**3], axis=1)
        products = basis.T @ basis, basis.T @ value[inside]
        now = 3 - price[inside]
        better = now > basis @ xp.ones(4)
        value[inside[better]] = now[better]
        return *products, value, better.sum()

    rounds = [drawn((60,), (60,), seed=i) for i in range(6)]
    assert len({int((x < 0.3).sum()) for x, _ in rounds}) >= 4
    found = compiles(exercised, rounds, rtol=1e-10)
    assert found[2:] == [0] * 4, found


def test_two_lengths_at_once(tier: str) -> None:
    rounds = [drawn((n, m), (m, 3), (n,)) for n, m in ((4, 6), (5, 8), (9, 2), (3, 3), (6, 6), (2, 7))]
    assert_none_from_the_third_on(compiles(lambda xp, a, b, c: ((a @ b).sum(axis=1) + c) * a.max(axis=1), rounds))


def test_joined_lengths(tier: str) -> None:
    rounds = [drawn((n,), (m,), (n + m,)) for n, m in ((4, 7), (5, 9), (3, 2), (8, 8), (2, 3))]
    found = compiles(lambda xp, a, b, c: xp.concatenate([a, b]) * c, rounds)
    assert found[3:] == [0, 0], found  # that a + b is c was not known at once


def test_lengths_one_and_zero_in_between(tier: str) -> None:
    rounds = [drawn((n,), (3, 1)) for n in (4, 1, 5, 0, 6, 1, 0, 7, 4)]
    found = compiles(lambda xp, a, b: ((a + b) * 2, (a * b).sum(axis=0)), rounds)
    assert [found[i] for i in (4, 5, 6, 7, 8)] == [0] * 5, found


def test_a_length_that_shrinks_to_one_inside(tier: str) -> None:
    rounds = [drawn((n,)) for n in (5, 4, 3, 2, 6, 7)]
    found = compiles(lambda xp, a: (a[1:] - a[:-1]) * xp.ones((2, 1)), rounds)
    assert found[2] == 0
    assert found[4:] == [0, 0]  # a difference of two elements has one: a program of its own


def test_sizes_that_were_equal_by_coincidence(tier: str) -> None:
    rounds = [drawn((n,), (m,)) for n, m in ((4, 4), (5, 5), (6, 8), (9, 3), (2, 7), (5, 5))]
    found = compiles(lambda xp, a, b: (a.sum() * 2, b * 3), rounds)
    assert found[3:] == [0, 0, 0], found


def test_sizes_in_parameters(tier: str) -> None:
    def shaped(xp: Any, x: Any, n: int) -> Any:
        a = x.reshape(-1, 4)
        b = xp.broadcast_to(a.sum(axis=0), (n, 4))
        c = xp.concatenate([xp.zeros((n, 1)), a[:, 1:]], axis=1)
        return a * b, c.T.reshape(2, 2 * n), a[n - 2 :], xp.arange(n) * 2, x[::-1]

    rounds = [(*drawn((4 * n,)), n) for n in (3, 5, 4, 2, 9)]
    assert_none_from_the_third_on(compiles(shaped, rounds))


def test_numbers_made_of_lengths(tier: str) -> None:
    def numbers(xp: Any, x: Any) -> Any:
        n = len(x)
        return x.mean(), x.var(ddof=1), x / n + n, (x * (1.0 / n)).sum(), x.argmax()

    assert_none_from_the_third_on(compiles(numbers, [drawn((n,)) for n in (5, 7, 6, 12, 3)]))


def test_a_scalar_that_changes_after_the_second_length(tier: str) -> None:
    rounds = [(*drawn((n,)), c) for n, c in ((4, 2.5), (6, 2.5), (5, 3.5), (7, -0.0), (4, 1.5), (8, 0.0))]
    found = compiles(lambda xp, a, c: (a * c, xp.copysign(1.0, a[1:] * 0 + c)), rounds)
    assert found[3:] == [0, 0, 0], found


def test_what_runs_bodies(tier: str) -> None:
    def mixed(xp: Any, x: Any) -> Any:
        return xp.cumsum(x[1:] * 2.0, axis=0) + 1.0, (x.T @ x).sum()

    assert_none_from_the_third_on(compiles(mixed, [drawn((n, 3)) for n in (4, 6, 5, 9)]))


def test_an_index_out_of_bounds_names_the_length_of_this_run() -> None:
    with config.using(tier="native"):
        for n in (4, 6, 5, 9):
            x = np.arange(float(n)) * 2
            index = np.arange(3) + (n - 2)  # pending: checked by the kernel
            with pytest.raises(IndexError, match=f"index {n} is out of bounds for axis 0 with size {n}"):
                numpy.asarray(x[index])


@needs_native
def test_a_new_length_makes_no_machine_code() -> None:
    with config.using(tier="native"):
        for n in (4, 6, 7, 9, 2):
            before = native.stats.compiles + native.stats.disk_hits
            x = np.array(drawn((n, 5))[0])
            assert numpy.isfinite(float((np.tanh(x @ x.T) + x.sum(axis=1)).mean()))
            if n not in (4, 6):
                assert native.stats.compiles + native.stats.disk_hits == before


@needs_native
def test_the_second_length_is_the_second_visit() -> None:
    def once(n: int) -> dict[str, int]:
        x = np.array(drawn((n,))[0])
        dusk.wait()
        before = dusk.stats()
        float((x * 3 - 1).sum())
        after = dusk.stats()
        return {k: after[k] - before[k] for k in ("interpreted", "native", "compiled", "instances")}

    with config.using(tier="auto", background=False):
        assert once(5) == {"interpreted": 1, "native": 0, "compiled": 0, "instances": 0}
        assert once(7) == {"interpreted": 0, "native": 1, "compiled": 1, "instances": 1}
        assert once(9) == {"interpreted": 0, "native": 1, "compiled": 0, "instances": 1}
        assert once(5) == {"interpreted": 0, "native": 1, "compiled": 0, "instances": 1}
        assert once(9) == {"interpreted": 0, "native": 1, "compiled": 0, "instances": 0}


@needs_native
def test_instances_are_few() -> None:
    with config.using(tier="native"):
        for n in range(2, 60):
            numpy.asarray(np.array(drawn((n,))[0]) * 2.5 - 1)
        variants = [v for family in module.families() for v in family.variants.values()]
        assert variants
        assert all(len(v.programs) <= module.MOST_INSTANCES for v in variants)


def test_lengths_without_a_rule_stay_bounded(tier: str) -> None:
    rounds = [drawn((a,), (b,)) for a, b in zip((4, 9, 4, 6, 11, 5, 3, 8), (5, 8, 7, 5, 4, 9, 6, 10), strict=True)]
    found = compiles(lambda xp, a, b: (a * 2, b * 3), rounds)
    assert sum(found) <= 2 + module.MOST_READINGS


@needs_native
def test_reproducible_programs_are_made_for_their_sizes_alone() -> None:
    with config.using(reproducible=True):
        found = compiles(lambda xp, a: (a * 2).sum(), [drawn((n,)) for n in (4, 6, 5)])
    assert found == [1, 1, 1]


def test_threads_share_a_family(tier: str) -> None:
    errors: list[BaseException] = []

    def work(seed: int) -> None:
        try:
            with config.using(tier=tier):
                for n in range(2, 30):
                    (x,) = drawn((n + seed % 3, 4), seed=seed)
                    mine = np.tanh(np.array(x) @ np.array(x).T).sum(axis=0)
                    numpy.testing.assert_allclose(mine, numpy.tanh(x @ x.T).sum(axis=0), rtol=1e-12)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not errors


def test_what_is_known_of_named_sizes() -> None:
    n, m = Dim("n"), Dim("m")
    assert nonnegative(n - 1)
    assert nonnegative(n * m - 1)
    assert nonnegative(n * m - n)
    assert not nonnegative(n - 2)
    assert not nonnegative(n - m)
    assert exact_quotient(n * 4, 2) == n * 2
    assert exact_quotient(n * 4 + 2, 4) is None
    assert exact_quotient(n * m, n) == m
    assert exact_quotient(0, n) == 0
    assert exact_quotient(6, n) is None
