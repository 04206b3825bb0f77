"""Places that meet arrays of ever other sizes: computed with at once, where what repeats itself is recorded."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
from dusk.record.follower import unfit
from numpy_oracle import equal

pytestmark = pytest.mark.skipif(unfit is not None, reason=f"no native follower: {unfit}")


@pytest.fixture(autouse=True)
def usual_settings() -> Iterator[None]:
    with dusk.config.using(background=True, tier="auto", reproducible=False):
        yield


def counted(program: Any, *args: Any) -> tuple[Any, dict[str, int]]:
    before = dusk.stats()
    result = program(*args)
    after = dusk.stats()
    return result, {name: after[name] - before[name] for name in ("calls", "misses", "at_once", "flushes")}


def numbers(*shape: int) -> Any:
    return np.random.default_rng(5).random(shape)


def solved(L: Any, b: Any, x: Any) -> Any:  # by substitution
    for i in range(x.shape[0]):
        x[i] = (b[i] - L[i, :i] @ x[:i]) / L[i, i]
    return x


def measured(x: Any, sizes: Any) -> list[float]:
    return [float((x[:i] * 2.0).sum() + np.add(x[:i], 1.0)[-1] + x[i:].max()) for i in sizes]


def correlated(data: Any, found: Any) -> Any:
    n = data.shape[1]
    for i in range(n - 1):
        found[i + 1 : n, i] = found[i, i + 1 : n] = data[:, i] @ data[:, i + 1 : n]
    return found


def test_loops_over_ever_other_sizes_are_numpys_and_soon_not_recorded() -> None:
    n = 1800
    L, b = np.tril(numbers(n, n)) / n + 2.0 * np.eye(n), numbers(n)
    expected = solved(L, b, np.zeros(n))
    mine = dnp.array(L), dnp.array(b)
    equal(solved(*mine, dnp.zeros(n)), expected, exact=False)
    again, counts = counted(solved, *mine, dnp.zeros(n))
    equal(again, expected, exact=False)
    assert counts["misses"] < 200 and counts["at_once"] > n - 200

    x = numbers(9000)
    sizes = range(2000, 8000, 41)
    mine = dnp.array(x)
    expected = measured(x, sizes)
    np.testing.assert_allclose(measured(mine, sizes), expected, rtol=1e-12)
    again, counts = counted(measured, mine, sizes)
    np.testing.assert_allclose(again, expected, rtol=1e-12)
    assert not counts["calls"]

    data = numbers(300, 120)
    mine = dnp.array(data)
    for _ in range(2):
        equal(correlated(mine, dnp.eye(120)), correlated(data, np.eye(120)), exact=False)


def test_pending_values_and_writes_at_such_places_are_numpys() -> None:
    def program(space: Any, x: Any) -> Any:
        out = []
        for i in range(1300, 1400):
            y = x[:i] * 0.5  # at once after some rounds
            z = space.exp(-(x * 1.0))  # pending
            x[:i] += 0.1 * y + z[:i]
            y -= x[: y.size]
            if i % 7 == 0:
                out.append(y.sum())
        return np.array([float(total) for total in out]), x

    x = numbers(1500)
    for _ in range(2):
        equal(program(dnp, dnp.array(x)), program(np, x.copy()), exact=False)


def test_what_counts_elements_gets_their_number_at_such_places() -> None:
    """Of what masks chose, and of what is counted, Dusk itself asks for numbers, which are done at once there."""

    def program(space: Any, x: Any, k: Any) -> Any:
        out = []
        for i in range(40_000, 40_080):
            y, inside = x[:i] * 1.0, space.flatnonzero(x[:i] > 0.9)
            better = y[inside] < 0.95
            y[inside[better]] = y[inside][better] + 1.0
            counts, edges = space.histogram(y, 7)
            out += [y.sum(), counts, edges, space.bincount(k[:i])]
        return out

    x = numbers(40_100)
    k = (x * 50).astype(int)
    equal(program(dnp, dnp.array(x), dnp.array(k)), program(np, x, k), exact=False)


def test_such_a_loop_on_what_was_pending_when_it_began_is_recorded_no_further_than_to_its_first_cut() -> None:
    def program(space: Any, data: Any) -> Any:
        return correlated(space.sqrt(data), space.eye(data.shape[1]))

    data = numbers(300, 260)
    mine = dnp.array(data)
    for _ in range(3):
        equal(program(dnp, mine), program(np, data), exact=False)
    again, counts = counted(program, dnp, mine)
    equal(again, program(np, data), exact=False)
    assert counts["calls"] < 200, counts


def test_a_place_whose_calls_are_too_large_is_left_to_be_recorded() -> None:
    def program(x: Any) -> Any:
        out = []
        for i in range(1300, 1340):
            out.append((x[:i][:, None] * x[:i])[0])  # too large
        return float(sum(y[0] for y in out))

    x = dnp.array(numbers(1500)) * 1.0
    for _ in range(2):
        program(x)
    assert counted(program, x)[1]["flushes"] < 20


def test_what_repeats_itself_is_recorded() -> None:
    def program(x: Any) -> float:
        total = 0.0
        for _ in range(100):
            total += float((x * 2.0 + 1.0).sum())
        return total

    for n in range(30_000, 30_003):  # few sizes
        _, counts = counted(program, dnp.array(numbers(n)))
        assert counts["flushes"] >= 100


def test_gradients_through_such_places() -> None:
    def program(x: Any) -> Any:
        total = 0.0
        for i in range(1300, 1360):
            total = total + (x[:i] * x[:i]).sum()
        return total

    x = numbers(1400)
    expected = 2 * x * np.array([sum(j < i for i in range(1300, 1360)) for j in range(1400)])
    for _ in range(2):
        program(dnp.array(x))
        np.testing.assert_allclose(np.asarray(dusk.grad(program)(dnp.array(x))), expected, rtol=1e-12)
