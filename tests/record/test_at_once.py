"""Small arrays at hand: what is asked of them is done at once, and nobody can tell but by counting."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
from dusk.record import Handle, by_numpy, local
from dusk.record.follower import unfit
from numpy_oracle import equal, same_error

pytestmark = pytest.mark.skipif(unfit is not None, reason=f"no native follower: {unfit}")


@pytest.fixture(autouse=True)
def usual_settings() -> Iterator[None]:
    """At once is only what nobody has asked to be otherwise; the tests' usual settings ask for all to be recorded."""
    with dusk.config.using(background=True, tier="auto", reproducible=False):
        assert local.context is not None
        yield


def counted(what: str, call: Callable[[], Any]) -> int:
    before = dusk.stats()[what]
    call()
    return dusk.stats()[what] - before


def at_once(program: Callable[[Any], Any], exact: bool = True, times: int = 3) -> None:
    """A program gives NumPy's results, again and again, and nothing of it is recorded."""
    for _ in range(times):
        expected = program(np)
        before = dusk.stats()
        found = program(dnp)
        after = dusk.stats()
        equal(found, expected, exact)
        assert after["calls"] == before["calls"]
        assert after["misses"] == before["misses"]
        assert after["at_once"] > before["at_once"]


def numbers(space: Any, *shape: int, dtype: str = "f8") -> Any:
    size = int(np.prod(shape))
    return space.array((np.arange(size) * 7 % 11 - 4).astype(dtype).reshape(shape))


OPERATORS = {
    "same shape": lambda x, y, m: x * y + x - y,
    "numbers on both sides": lambda x, y, m: 2.0 - x * 3 + 1,
    "comparisons": lambda x, y, m: (x < y) | ~(x >= 1.0) ^ (x == y),
    "broadcast": lambda x, y, m: m + x[:3] + m[:, :1],
    "views": lambda x, y, m: x[::-1] * y[::2].sum() + m.T[0, 1] - m[1:, ::-1].T[0, 0],
    "powers": lambda x, y, m: x**2 + abs(x) ** 0.5 - (x + 20.0) ** -1 + 2.0 ** (x / 4),
    "rows": lambda x, y, m: m[1] / (m[0] * m[0] + 1.0),
    "products": lambda x, y, m: (m @ m.T) @ m[:, 0] + m.T[0] @ m[:, 1],
    "truth": lambda x, y, m: bool((x > y).any()) + int(x.argmax()) + float(abs(x).max()),
    "of one number": lambda x, y, m: (x.reshape(-1)[3:4] * 2.0)[0] + x[2],
    "remainders": lambda x, y, m: x // 3.0 + x % 2.0,
}


@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", "i8", "i4", "i2", "u1", "u2", "u4", "u8", "c8", "c16", "?"])
@pytest.mark.parametrize("name", OPERATORS)
def test_operators_give_numpys_results(name: str, dtype: str) -> None:
    def program(space: Any) -> Any:
        x, y, m = (numbers(space, *shape, dtype=dtype) for shape in ((8,), (8,), (3, 3)))
        try:
            return OPERATORS[name](x, y + y, m)
        except (TypeError, ValueError, OverflowError) as error:
            return type(error).__name__

    with np.errstate(all="ignore"):
        expected = program(np)
        exact = not isinstance(expected, str) and np.asarray(expected).dtype.kind not in "fc"
        equal(program(dnp), expected, exact)


def test_nothing_small_is_recorded() -> None:
    def program(space: Any) -> Any:
        x, m = numbers(space, 8), numbers(space, 3, 3)
        y = x.copy()
        y[2:5] = x[:3] * 2
        y[0] += 1.0
        y += x
        m[1] -= m[0] / m[2, 2] * 0.5
        m[:, 0] = [1.0, 2.0, 3.0]
        m[m > 2] = 0.0
        y[[0, 1]] = y[[1, 0]]
        z = space.where(y > 0, y, 0.5)
        return y, m, z, space.concatenate([x, z]), z[z > 1], space.sort(x), space.zeros(3) + space.arange(3.0), x.sum()

    at_once(program)


FUNCTIONS = {
    "elementwise": lambda np, x, m: np.exp(-np.abs(x)) + np.maximum(x, 0.5) + np.hypot(x, 1.0),
    "sums": lambda np, x, m: (x.sum(), m.sum(axis=0), m.mean(axis=1, keepdims=True), m.max(0), x.std(), x.cumsum()),
    "solved": lambda np, x, m: (np.linalg.solve(m + 9 * np.eye(3), x[:3]), np.linalg.inv(m + 9 * np.eye(3))),
    "pairs": lambda np, x, m: np.linalg.eigh(m + m.T).eigenvalues,
    "transformed": lambda np, x, m: (np.fft.fft(x), np.fft.rfft(x).real),
    "sorted": lambda np, x, m: (np.sort(x), np.argsort(x), np.unique(x), np.searchsorted(np.sort(x), 1.0)),
    "statistics": lambda np, x, m: (np.median(x), np.percentile(x, 30), np.histogram(x, 4), np.corrcoef(m)),
    "fitted": lambda np, x, m: (np.polyfit(np.arange(8.0), x, 2), np.interp(1.5, np.arange(8.0), x), np.gradient(x)),
    "joined": lambda np, x, m: (np.stack([x, x]), np.vstack([m, x[:3]]), np.tile(x, 2), np.roll(x, 3), np.outer(x, x)),
    "made": lambda np, x, m: (np.zeros((2, 3)), np.linspace(0, 1, 5), np.eye(2), np.array([1, 2.5]), np.full(2, 7)),
    "lists of lists": lambda np, x, m: np.array([[x[0], 1.0], [2.0, x[1]]]) @ np.array([1.0, 2.0]),
    "copies": lambda np, x, m: (x.astype("f4"), x.copy(), x.round(1), np.diff(x), x.clip(0, 1), x.take([1, 2])),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_give_numpys_results(name: str) -> None:
    at_once(lambda space: FUNCTIONS[name](space, numbers(space, 8) / 3.0, numbers(space, 3, 3)), exact=False)


@pytest.mark.parametrize(
    "view",
    [
        lambda np, m: np.reshape(m, (-1,)),
        lambda np, m: np.transpose(m),
        lambda np, m: np.squeeze(m[None]),
        lambda np, m: np.split(m, 3)[1],
        lambda np, m: np.real(m),
        lambda np, m: np.diagonal(m),
        lambda np, m: np.ravel(m)[1:],
        lambda np, m: np.atleast_2d(m),
        lambda np, m: np.asarray(m),
    ],
)
def test_what_is_a_view_in_numpy_stays_one(view: Callable[[Any, Any], Any]) -> None:
    def program(space: Any) -> Any:
        found = []
        for i in range(3):
            m = numbers(space, 3, 3)
            seen = view(space, m)
            m[1] += 10.0
            m *= i + 2
            found += [seen + 0, m]
        return found

    equal(program(dnp), program(np))


def test_writes_that_overlap_what_they_read() -> None:
    def program(space: Any) -> Any:
        x, m = numbers(space, 9), numbers(space, 4, 4)
        for _ in range(3):
            x[1:] = x[:-1]
            x[1:] += x[:-1]
            x[::-1] -= x
            m[:, 1:] = m[:, :-1]
            m += m.T
            m[0], m[1] = m[1] * 2, m[0].copy()
            x[x > 0] = x[x > 0][::-1]
        return x, m

    equal(program(dnp), program(np))


def test_a_copy_is_apart_from_what_it_is_a_copy_of() -> None:
    x = numbers(dnp, 6)
    copies = [x.copy(), dnp.array(x), x + 0, x.astype("f8"), dnp.copy(x), x[:].copy(), x.flatten()]
    x *= 0
    for y in copies:
        equal(y, numbers(np, 6))


def test_results_that_are_kept_are_not_written_over() -> None:
    x = numbers(dnp, 8)
    kept = [x + float(i) for i in range(500)]
    for i in range(500):
        _ = x * float(i)  # what dies leaves its memory to the next
    for i, y in enumerate(kept):
        equal(y, numbers(np, 8) + i)
    kept_views = [(x + float(i))[2:] for i in range(100)]
    for i, y in enumerate(kept_views):
        equal(y, (numbers(np, 8) + i)[2:])


def test_memory_that_numpy_sees() -> None:
    x = numbers(dnp, 6)
    seen = np.asarray(x)
    x += 1.0
    x[2] = 50.0
    x[3:] = 7.0
    equal(x, seen)
    seen[0] = -1.0
    assert float((x + 0.0)[0]) == -1.0


def test_what_is_pending_is_read_and_written_in_order() -> None:
    """A large array's sum is pending; what is made with it is, too; small arrays come and go between."""

    def program(space: Any) -> Any:
        large = space.array(np.arange(20_000.0)) / 20_000.0
        x = numbers(space, 6)
        view = x[2:]
        y = x + 1.0  # at once
        x *= large.sum() * 0 + 2.0  # pending from here on
        z = x + y
        view += 1.0
        x[0] = 100.0
        w = y * 2.0  # at once
        x += w
        y -= 1.0
        return x, y, z, w, view

    for _ in range(3):
        equal(program(dnp), program(np))


def test_gradients_are_recorded() -> None:
    c = numbers(dnp, 4)

    def loss(x: Any) -> Any:
        y = x * c + c * c  # the last is at hand, but within a gradient
        y[1:] *= 2.0
        return (y * y).sum()

    x = numbers(dnp, 4) + 0.5
    for _ in range(3):
        found = dusk.grad(loss)(x)
        scale = np.array([1.0, 2.0, 2.0, 2.0]) * np.asarray(c)
        y = scale * np.asarray(x) + scale * np.asarray(c)
        equal(found, 2 * y * scale, exact=False)


def test_gradients_of_what_was_computed_before_are_not_taken() -> None:
    x = numbers(dnp, 4) + 0.5
    y = x * 2.0
    equal(dusk.grad(lambda x: (x * y).sum())(x), np.asarray(y), exact=False)


def test_compiled_functions_take_and_give_small_arrays() -> None:
    f = dusk.compile(lambda x: x * 2.0 + 1.0)
    x = numbers(dnp, 4)
    for _ in range(4):
        x = f(x + 1.0) - 1.0
    expected = numbers(np, 4)
    for _ in range(4):
        expected = (expected + 1.0) * 2.0 + 1.0 - 1.0
    equal(x, expected)


@pytest.mark.parametrize(
    "program",
    [
        lambda np: np.ones(3) + np.ones(4),
        lambda np: np.array([1.5, 2.0]) & 1,
        lambda np: np.array([1, 2], "i1") + 300,
        lambda np: (np.array([2, 3]) ** -1).tolist(),
        lambda np: np.array([1, 2]).__iadd__(0.5),
        lambda np: np.ones(3).__setitem__(slice(0, 2), np.ones(3)),
        lambda np: np.ones(3)[[5]],
        lambda np: np.linalg.inv(np.zeros((2, 2))),
        lambda np: np.concatenate([np.ones(2), np.ones((2, 2))]),
    ],
)
def test_errors_are_numpys(program: Callable[[Any], Any]) -> None:
    for _ in range(2):
        same_error(program)


def test_a_refused_write_leaves_the_array_as_it_was() -> None:
    x = numbers(dnp, 4)
    with pytest.raises(ValueError, match="could not broadcast"):
        x[1:] = [1.0, 2.0]
    with pytest.raises(ValueError, match="broadcast"):
        x += numbers(dnp, 3)
    equal(x, numbers(np, 4))


def test_floating_point_errors_are_noticed_where_that_is_asked_for() -> None:
    x = dnp.array([0.0, 1.0])
    assert np.isinf(np.asarray(1.0 / x)[0])
    with dnp.errstate(divide="raise"), pytest.raises(FloatingPointError):
        1.0 / x


@pytest.mark.parametrize("settings", [{"tier": "native"}, {"tier": "interpreter"}, {"background": False}])
def test_all_is_recorded_where_that_is_asked_for(settings: Any) -> None:
    x = numbers(dnp, 4)
    with dusk.config.using(**settings):
        assert counted("at_once", lambda: x * 2.0 + x.sum()) == 0
        y = x * 2.0
        assert y.buffer is None
    equal(y, numbers(np, 4) * 2.0)
    assert counted("at_once", lambda: x * 2.0) == 1


def test_larger_arrays_are_recorded() -> None:
    x = dnp.array(np.ones(100_000))
    y = x * 2.0
    assert isinstance(y, Handle)
    assert y.buffer is None


def test_rows_of_larger_arrays_are_chosen_at_once_by_numbers_that_were_pending() -> None:
    """As a pivot is found in a column of what was just computed, looked at, and its row swapped."""
    y = numbers(np, 300, 300) + 20.0 * np.arange(300)[:, None]
    x = dnp.array(y) * 1.0
    y[[299, 2]] = y[[2, 299]]
    y[[299, 3], 5] += 1.0
    p = np.abs(x[2:, 2]).argmax() + 2
    assert isinstance(p, Handle)
    assert p == 299  # which runs what is pending
    assert counted("misses", lambda: x.__setitem__([p, 2], x[[2, p]])) == 0
    assert counted("misses", lambda: x.__setitem__(([p, 3], 5), x[[p, 3], 5] + 1.0)) == 0
    assert x.buffer is not None
    equal(x, y)
    with pytest.raises(IndexError):
        x[[p + 1, 2]]


def test_threads_share_small_arrays() -> None:
    shared, wrong = numbers(dnp, 8), []

    def work(seed: int) -> None:
        mine, expected = dnp.zeros(8), np.zeros(8)
        for i in range(300):
            mine += shared * float(seed + i)
            mine[i % 8] = 1.0
            expected += numbers(np, 8) * (seed + i)
            expected[i % 8] = 1.0
            if not np.array_equal(np.asarray(mine.copy()), expected):
                wrong.append((seed, i))
                return

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_an_array_that_waits_in_another_thread_is_not_written_under_it() -> None:
    x = numbers(dnp, 8)
    pending = []

    def other() -> None:
        large = dnp.array(np.ones(20_000))
        pending.append(x + large.sum() * 0.0)  # x is bound there, with the value that it has now
        ready.set()
        done.wait()

    ready, done = threading.Event(), threading.Event()
    thread = threading.Thread(target=other)
    thread.start()
    ready.wait()
    x += 1.0
    x[0] = 9.0
    equal(pending[0], numbers(np, 8))
    done.set()
    thread.join()
    expected = numbers(np, 8) + 1.0
    expected[0] = 9.0
    equal(x, expected)


def test_nothing_is_left_to_numpy_while_fallbacks_are_refused() -> None:
    x = numbers(dnp, 8)
    with dusk.policy(fallback="refuse"):
        assert counted("at_once", lambda: dnp.sort(x.copy())) == 0
        with dusk.policy(fallback="refuse"):
            assert counted("at_once", lambda: dnp.sort(x.copy())) == 0
    assert counted("at_once", lambda: dnp.sort(numbers(dnp, 3))) > 0


def test_an_error_of_numpys_is_left_to_the_general_way_and_an_interrupt_is_not() -> None:
    def raising(error: type[BaseException]) -> Callable[..., Any]:
        def theirs(x: Any) -> Any:
            raise error

        return by_numpy(lambda x: "in general", theirs)

    x = numbers(dnp, 4)
    assert raising(ValueError)(x) == "in general"
    with pytest.raises(KeyboardInterrupt):
        raising(KeyboardInterrupt)(x)
    equal(x + 1.0, numbers(np, 4) + 1.0)


def rows_of(space: Any, n: int) -> Any:
    """A recurrence over the rows and columns of a large array that nobody has computed when it begins."""
    x = space.sqrt(numbers(space, n, n) + 5.0)
    y = space.empty_like(x)
    y[0] = x[0]
    for i in range(1, n):
        y[i] = 0.5 * x[i] + 0.25 * y[i - 1]
        y[i, 2:5] += 1.0
    for j in range(n - 2, -1, -1):
        x[:, j] = y[:, j] - 0.5 * x[:, j + 1]
    return x, y


def test_a_loop_over_small_windows_of_what_is_pending_is_done_at_once_soon() -> None:
    """It is not recorded to its end, nor to the next look at a value."""
    for times in range(2):
        before = dusk.stats()
        found = rows_of(dnp, 60)
        recorded = dusk.stats()["calls"] - before["calls"]
        assert recorded < 120, (times, recorded)
        equal(found, rows_of(np, 60), True)
    assert counted("misses", lambda: rows_of(dnp, 60)) == 0


def test_a_loop_over_columns_of_another_order_is_done_at_once_soon() -> None:
    """Transposing does nothing with what is large."""

    def program(space: Any) -> Any:
        x = numbers(space, 60, 60).T
        for _ in range(2):
            y = space.empty((60, 60))
            y[:, 0] = x[:, 0]
            for i in range(1, 60):
                y[:, i] = 0.5 * x[:, i] + 0.25 * y[:, i - 1]
            x = y.T
        return x

    for _ in range(3):
        equal(program(dnp), program(np), True)
    assert counted("calls", lambda: equal(program(dnp), program(np), True)) < 80


def test_what_such_loops_write_to_is_soon_made_at_once() -> None:
    """Wherever it is made; what else is made of sizes is recorded."""

    def program(space: Any, x: Any) -> Any:
        y, z = space.empty((60, 60)), space.ones((60, 60), dtype=int)
        for i in range(60):
            y[i], z[i] = 0.5 * x[i], x[i] > 0.5
        y[0] += 1.0
        w = space.zeros((60, 60))
        for i in range(59, -1, -1):
            w[i, 2:] = y[i, 1:-1] + z[i, 2:]
        return y, z, w, space.zeros((60, 60)) + w

    x = np.random.default_rng(3).random((60, 60))
    for _ in range(4):
        equal(program(dnp, dnp.array(x)), program(np, x), True)
    assert counted("calls", lambda: equal(program(dnp, dnp.array(x)), program(np, x), True)) < 20


def test_windows_of_some_thousand_elements_are_done_at_once_in_loops_of_little_else() -> None:
    def program(space: Any) -> Any:
        x = space.sqrt(numbers(space, 60, 3000) + 5.0)
        y = space.empty_like(x)
        y[0] = x[0]
        for i in range(1, 60):
            y[i] = 0.5 * x[i] + 0.25 * y[i - 1]
            y[i, 2:-2] += 1.0
        return x, y

    for _ in range(3):
        equal(program(dnp), program(np), True)
    assert counted("calls", lambda: equal(program(dnp), program(np), True)) < 80


def test_edges_written_between_operations_on_all_elements_are_recorded_with_them() -> None:
    def program(space: Any) -> Any:
        x, y = numbers(space, 60, 60) + 0.5, numbers(space, 60, 60)
        for i in range(20):
            x = 0.5 * x + y
            x[0], x[-1], x[:, 0] = 0.0, x[1], 1.0 * i
        return x

    program(dnp).sum()
    assert counted("at_once", lambda: equal(program(dnp), program(np), False)) < 10


def test_a_loop_of_one_small_write_to_what_is_pending_is_done_at_once_soon() -> None:
    x = dnp.sqrt(numbers(dnp, 100, 100) + 5.0)
    for _ in range(200):
        x[3, 3:6] += 1.0
    assert x.epoch == -1, "at hand"
    equal(x[3, 3:6], np.sqrt(numbers(np, 100, 100) + 5.0)[3, 3:6] + 200.0, False)


def test_a_few_small_writes_between_large_results_are_recorded_with_them() -> None:
    def program(space: Any) -> Any:
        x = numbers(space, 60, 60) + 0.5
        for _ in range(6):
            x[1:-1, 1:-1] = 0.25 * (x[2:, 1:-1] + x[:-2, 1:-1] + x[1:-1, 2:] + x[1:-1, :-2])
            x[:, 0], x[:, -1] = x[:, 1], x[:, -2]
            x[0, :], x[-1, :] = x[1, :], x[-2, :]
        return x

    program(dnp).sum()
    assert counted("at_once", lambda: equal(program(dnp), program(np), False)) < 10
