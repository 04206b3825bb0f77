"""Draws by native code are NumPy's, to the last bit, and leave the state that NumPy's leave."""

import threading

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk.kernel import native
from dusk.numpy import draws

DRAWS = {
    "random": lambda rng, size: rng.random(size),
    "standard_normal": lambda rng, size: rng.standard_normal(size),
    "standard_exponential": lambda rng, size: rng.standard_exponential(size),
    "uniform": lambda rng, size: rng.uniform(-2, 3.5, size),
    "normal": lambda rng, size: rng.normal(10, 0.1, size),
    "normal of no width": lambda rng, size: rng.normal(10, 0, size),
    "exponential": lambda rng, size: rng.exponential(3.0, size),
}
SIZES = (None, 0, 5, draws.LEAST, draws.LEAST + 1, 4 * draws.LEAST + 3, (50, 7, 11), 300_000)


def same(ours, theirs):
    ours = numpy.asarray(ours)
    assert ours.dtype == numpy.asarray(theirs).dtype
    assert ours.shape == numpy.shape(theirs)
    assert ours.tobytes() == numpy.asarray(theirs).tobytes()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", DRAWS)
def test_numbers_and_state_are_numpys(name, seed):
    ours, theirs = np.random.default_rng(seed), numpy.random.default_rng(seed)
    for size in SIZES:
        same(ours.integers(0, 9), theirs.integers(0, 9))  # takes half a word, and keeps the other
        same(DRAWS[name](ours, size), DRAWS[name](theirs, size))
        assert ours.bit_generator.state == theirs.bit_generator.state


@pytest.mark.skipif(not native.available(), reason="needs native code")
@pytest.mark.parametrize("threads", [1, 2, 8])
@pytest.mark.parametrize("name", ["random", "standard_normal", "normal", "exponential"])
def test_numbers_are_numpys_whatever_the_number_of_threads(name, threads):
    """Of chunks of words one in eighty begins in the middle of a number: a dozen of the 1,000 that are drawn here."""
    with dusk.config.using(threads=threads):
        ours, theirs = np.random.default_rng(9), numpy.random.default_rng(9)
        for size in (16_383, 16_384, 16_385, 20_480, 33_000, 100_000, 2_000_000):
            same(DRAWS[name](ours, size), DRAWS[name](theirs, size))
            assert ours.bit_generator.state == theirs.bit_generator.state


@pytest.mark.skipif(not native.available(), reason="needs native code")
@pytest.mark.parametrize("name", ["random", "standard_normal", "exponential"])
def test_draws_in_threads_that_share_the_pool_are_numpys(name):
    made = {}

    def draw(seed):
        made[seed] = [numpy.asarray(DRAWS[name](np.random.default_rng(seed), 50_000)) for _ in range(10)]

    with dusk.config.using(threads=2):
        np.random.default_rng(0).random(2000)
        threads = [threading.Thread(target=draw, args=(seed,)) for seed in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    for seed in range(3):
        theirs = DRAWS[name](numpy.random.default_rng(seed), 50_000)
        for ours in made[seed]:
            same(ours, theirs)


@pytest.mark.skipif(not native.available(), reason="needs native code")
def test_the_numpy_that_is_installed_is_as_expected():
    assert sorted(draws._load()) == sorted(draws._BITS)


@pytest.mark.skipif(not native.available(), reason="needs native code")
@pytest.mark.parametrize("name", ["normal", "exponential"])
def test_what_is_not_as_expected_is_not_used(name, monkeypatch):
    (slow, low, sign, bits) = draws._ZIGGURATS[name]
    monkeypatch.setitem(draws._ZIGGURATS, name, (slow, low + 1, sign, bits))
    assert name not in draws._load.__wrapped__()


LEGACY = {
    "rand": lambda random, n: random.rand(n),
    "rand of two axes": lambda random, n: random.rand(n, 3),
    "random": lambda random, n: random.random(n),
    "random_sample": lambda random, n: random.random_sample((n,)),
    "uniform": lambda random, n: random.uniform(-2, 3.5, n),
    "randn": lambda random, n: random.randn(n),
    "standard_normal": lambda random, n: random.standard_normal((n, 2)),
    "normal": lambda random, n: random.normal(10, 0.1, n),
    "one": lambda random, n: random.normal(),
    "integers": lambda random, n: random.randint(0, 9, n),
}


def same_state(ours, theirs):
    for a, b in zip(ours.get_state(), theirs.get_state(), strict=True):
        numpy.testing.assert_array_equal(numpy.asarray(a), b)


@pytest.mark.parametrize("seed", range(4))
def test_legacy_numbers_and_state_are_numpys(seed):
    """Whatever comes before: an odd number of words taken, or half a pair of normal numbers kept."""
    ours, theirs = np.random.RandomState(seed), numpy.random.RandomState(seed)
    order = numpy.random.default_rng(seed)
    for _ in range(100):
        name, n = order.choice(list(LEGACY)), int(order.choice([1, 1023, 1024, 1025, 1248, 5001, 40_000]))
        same(LEGACY[name](ours, n), LEGACY[name](theirs, n))
        same_state(ours, theirs)


def test_legacy_functions_share_their_state():
    numpy.random.seed(5)
    expected = [draw(numpy.random, 3001) for draw in LEGACY.values()]
    np.random.seed(5)
    for draw, theirs in zip(LEGACY.values(), expected, strict=True):
        same(draw(np.random, 3001), theirs)


@pytest.mark.skipif(not native.available(), reason="needs native code")
def test_legacy_numbers_are_drawn_by_native_code(monkeypatch):
    met = []
    counted = {
        name: lambda *args, draw=draw: met.append(draw(*args))
        for name, draw in draws._load().items()
        if name.startswith("legacy")
    }
    monkeypatch.setattr(draws, "_draws", lambda: counted)
    for name in ("rand", "random", "random_sample", "uniform", "randn", "standard_normal", "normal"):
        LEGACY[name](np.random, 1024)
        LEGACY[name](np.random.RandomState(3), 1024)
    assert len(met) == 14


ELSEWHERE = {
    "another generator of a legacy state": lambda random, n: random.RandomState(numpy.random.PCG64(3)).randn(n),
    "another generator": lambda random, n: random.Generator(random.MT19937(3)).standard_normal(n),
    "its sister": lambda random, n: random.Generator(random.PCG64DXSM(3)).standard_normal(n),
    "float32": lambda random, n: random.default_rng(3).standard_normal(n, dtype=numpy.float32),
    "inverse": lambda random, n: random.default_rng(3).standard_exponential(n, method="inv"),
    "deviations": lambda random, n: random.default_rng(3).normal(0, numpy.arange(n) + 1.0, n),
    "a list": lambda random, n: random.default_rng(3).normal(0, 1, [n, 2]),
    "numpy's integers": lambda random, n: random.default_rng(3).normal(0, 1, numpy.int64(n)),
    "sequence of one": lambda random, n: random.default_rng(3).random((numpy.int32(n),)),
}


@pytest.mark.parametrize("name", ELSEWHERE)
def test_what_numpy_draws(name):
    same(ELSEWHERE[name](np.random, 2000), ELSEWHERE[name](numpy.random, 2000))


ERRORS = {
    "negative scale": lambda random: random.default_rng(3).normal(0, -1, 5000),
    "negative zero": lambda random: random.default_rng(3).normal(0, -0.0, 5000),
    "negative scale of old": lambda random: random.normal(0, -1, 5000),
    "negative size": lambda random: random.default_rng(3).random(-5000),
    "negative length": lambda random: random.default_rng(3).random((-50, -500)),
    "not finite": lambda random: random.default_rng(3).uniform(0, float("inf"), 5000),
    "too many": lambda random: random.default_rng(3).random((2**31, 2**31)),
    "text": lambda random: random.default_rng(3).normal("a", 1, 5000),
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors_are_numpys(name):
    with pytest.raises(Exception) as theirs:  # noqa: PT011
        ERRORS[name](numpy.random)
    with pytest.raises(theirs.type):
        ERRORS[name](np.random)


def test_out_is_written_to():
    out, theirs = np.empty(2000), numpy.empty(2000)
    assert np.random.default_rng(1).standard_normal(out=out) is out
    numpy.random.default_rng(1).standard_normal(out=theirs)
    same(out, theirs)


def test_threads_share_a_generator():
    ours, theirs = np.random.default_rng(8), numpy.random.default_rng(8)
    parts = []

    def draw():
        for _ in range(20):
            parts.append(numpy.asarray(ours.standard_normal(5000)))

    threads = [threading.Thread(target=draw) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = theirs.standard_normal(4 * 20 * 5000)
    numpy.testing.assert_array_equal(numpy.sort(numpy.concatenate(parts)), numpy.sort(expected))
    assert ours.bit_generator.state == theirs.bit_generator.state


@pytest.mark.skipif(not native.available(), reason="needs native code")
def test_numpy_draws_while_native_code_is_being_built(monkeypatch):
    go_on = threading.Event()
    monkeypatch.setattr(draws, "_job", None)
    monkeypatch.setattr(draws, "_load", lambda load=draws._load: load() if go_on.wait(60) else {})
    rng, theirs = np.random.default_rng(4), numpy.random.default_rng(4)
    with dusk.config.using(background=True):
        same(rng.normal(1, 2, 5000), theirs.normal(1, 2, 5000))
        assert not draws._draws()
        go_on.set()
        assert draws._job.done(60)
        assert draws._draws()
        same(rng.normal(1, 2, 5000), theirs.normal(1, 2, 5000))


@pytest.mark.skipif(not native.available(), reason="needs native code")
def test_few_numbers_are_numpys_at_once():
    with dusk.config.using(background=True):
        rng, theirs = np.random.default_rng(4), numpy.random.default_rng(4)
        same(np.zeros(1) + rng.random(1), theirs.random(1))
        before = dusk.stats()["at_once"]
        for draw in (lambda r: r.normal(1, 2, (3, 4)), lambda r: r.integers(0, 5, 10), lambda r: r.choice(9, size=3)):
            same(draw(rng), draw(theirs))
        assert dusk.stats()["at_once"] == before + 3
        x, y = np.arange(10), numpy.arange(10)
        rng.shuffle(x)
        theirs.shuffle(y)
        same(x, y)
        assert rng.bit_generator.state == theirs.bit_generator.state


def test_a_compiled_function_draws_anew(tier):
    rng, theirs = np.random.default_rng(4), numpy.random.default_rng(4)

    @dusk.compile
    def f(x):
        return x + rng.normal(0, 1, 2000) + rng.random()

    for _ in range(3):
        numpy.testing.assert_allclose(f(np.ones(2000)), 1 + theirs.normal(0, 1, 2000) + theirs.random())
