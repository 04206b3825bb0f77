"""`dusk.random`: published test vectors, the same bits everywhere, and numbers that look random."""

from typing import Any

import numpy as onp
import pytest

import dusk
import dusk.numpy as np
import dusk.random as random
from dusk import ops
from dusk.config import config
from dusk.kernel import native

VECTORS = [  # the test vectors published with Random123: counter, key, result
    ((0, 0), (0, 0), (0x6B200159, 0x99BA4EFE)),
    ((0xFFFFFFFF, 0xFFFFFFFF), (0xFFFFFFFF, 0xFFFFFFFF), (0x1CB996FC, 0xBB002BE7)),
    ((0x243F6A88, 0x85A308D3), (0x13198A2E, 0x03707344), (0xC4923A9C, 0x483DF7A0)),
]

DRAWS: dict[str, Any] = {
    "uniform": lambda key: random.uniform(key, (3, 50)),
    "single": lambda key: random.uniform(key, 100, dtype="float32"),
    "half": lambda key: random.uniform(key, 100, dtype="float16"),
    "bernoulli": lambda key: random.bernoulli(key, 0.3, (7, 3)),
    "integers": lambda key: random.randint(key, 100, -3, 9),
    "bits": lambda key: random.bits(key, (5, 4), np.uint64),
    "order": lambda key: random.permutation(key, 20),
    "keys": lambda key: random.split(key, 5),
    "folded": lambda key: random.fold_in(key, 7),
    "scalar": random.uniform,
    "none": lambda key: random.uniform(key, (0, 3)),
}


@pytest.mark.parametrize(("counter", "key", "wanted"), VECTORS)
@pytest.mark.parametrize("tier", ["interpreter", "native"])
def test_published_vectors(counter: Any, key: Any, wanted: Any, tier: str) -> None:
    with config.using(tier=tier):
        words = [np.array([w], np.uint32) for w in (*key, *counter)]
        assert tuple(int(w[0]) for w in ops.threefry(*words)) == wanted


@pytest.mark.parametrize("name", DRAWS)
def test_bits_are_the_same_on_every_tier_and_number_of_threads(name: str) -> None:
    draw, found = DRAWS[name], list[Any]()
    for settings in ({"tier": "interpreter"}, {"tier": "native", "threads": 1}, {"tier": "native", "threads": 2}):
        with config.using(**settings):
            found += [onp.array(draw(random.key(5))), onp.array(dusk.compile(draw)(random.key(5)))]
    for other in found[1:]:
        onp.testing.assert_array_equal(other, found[0])
        assert other.dtype == found[0].dtype


def _stream(threads: int) -> list[Any]:
    """What a seed gives, in draws that are large enough to be shared out, in NumPy's stream and in ours."""
    n = 1 << 19
    with config.using(threads=threads):
        rng = np.random.default_rng(7)
        np.random.seed(7)
        first = np.tanh(rng.normal(size=n)) * 2.0
        np.random.rand(5)  # drawn, and never looked at
        second = np.random.rand(n) + rng.integers(0, 9, n)
        key, other = random.split(random.key(7))
        third = dusk.compile(lambda x: x * random.uniform(key, n) + random.bernoulli(other, 0.25, n))(second)
        return [onp.array(x) for x in (first, second, third, random.randint(key, n, 0, 1000), rng.random(3))]


@pytest.mark.skipif(not native.available(), reason="threads are native code's")
def test_a_seed_gives_one_stream_on_1_2_and_8_threads() -> None:
    with config.using(tier="native", reproducible=True):
        alone, *others = (_stream(threads) for threads in (1, 2, 8, 1))
    for found in others:
        for ours, theirs in zip(found, alone, strict=True):
            onp.testing.assert_array_equal(ours, theirs, strict=True)
    assert alone[4].tolist() == [*_numpys_last()]


def _numpys_last() -> Any:
    rng = onp.random.default_rng(7)
    rng.normal(size=1 << 19)
    rng.integers(0, 9, 1 << 19)
    return rng.random(3)


def test_a_part_of_a_draw_is_that_part_of_the_whole() -> None:
    key = random.key(3)
    whole = onp.array(random.uniform(key, 1000))
    onp.testing.assert_array_equal(whole[200:300], random.uniform(key, 1000)[200:300])
    onp.testing.assert_array_equal(whole[:10], random.uniform(key, 10))
    onp.testing.assert_array_equal(whole, onp.array(random.uniform(key, (10, 100))).ravel())
@pytest.mark.skipif(not native.available(), reason="needs native code")


def test_draws_are_computed_in_the_loop_that_uses_them() -> None:
    def dropout(x: Any, key: Any) -> Any:
        return np.where(random.bernoulli(key, np.float32(0.5), x.shape), x * 2, 0)

    with config.using(tier="native"):
        compiled = dusk.compile(dropout)
        dropped = onp.array(compiled(np.ones((64, 64), "float32"), random.key(1)))
        assert compiled.memory().temporaries == 0
    assert set(onp.unique(dropped)) == {0.0, 2.0}


def test_keys_do_not_meet() -> None:
    key = random.key(0)
    keys = [key, *random.split(key, 3), *(random.fold_in(key, i) for i in range(3)), random.key(1), random.key(1 << 40)]
    words = [int(w) for k in keys for w in onp.array(random.bits(k, 100, np.uint64))]
    assert len(set(words)) == len(words)


def test_a_loop_that_folds_its_count_in_compiles_nothing_new() -> None:
    def step(key: Any, i: int) -> float:
        return float(random.uniform(random.fold_in(key, i), 10).sum())

    key = random.key(9)
    found = [step(key, i) for i in range(4)]
    before = dusk.stats()["misses"]
    found += [step(key, i) for i in range(4, 20)]
    assert dusk.stats()["misses"] == before
    assert len(set(found)) == 20


def test_numbers_look_random() -> None:
    n = 200_000
    first, second = random.split(random.key(42))
    for dtype in ("float32", "float64"):
        u = onp.array(random.uniform(first, n, dtype=dtype), float)
        assert 0 <= u.min() < 1e-4
        assert 1 - 1e-4 < u.max() < 1
        counts, _ = onp.histogram(u, 100, (0, 1))
        assert 50 < ((counts - n / 100) ** 2 / (n / 100)).sum() < 160  # chi square, 99 degrees of freedom
        assert abs(onp.corrcoef(u[1:], u[:-1])[0, 1]) < 0.01
        z = onp.array(random.normal(second, n, dtype=dtype), float)
        moments = [(z**k).mean() for k in (1, 2, 3, 4)]
        onp.testing.assert_allclose(moments, [0, 1, 0, 3], atol=0.06)
    bits = onp.array(random.bits(first, n, np.uint64))
    ones = (bits[:, None] >> onp.arange(64, dtype=onp.uint64) & onp.uint64(1)).mean(0)
    assert abs(ones - 0.5).max() < 0.006
    assert abs(onp.array(random.bernoulli(first, 0.1, n)).mean() - 0.1) < 0.003
    counts = onp.bincount(onp.array(random.randint(second, n, 0, 7)))
    assert len(counts) == 7
    assert abs(counts / n - 1 / 7).max() < 0.003


def test_gradients_flow_to_parameters() -> None:
    key, loc, scale = random.key(1), np.array([1.0, 2.0]), np.array([3.0, 4.0])

    def total(loc: Any, scale: Any) -> Any:
        return random.normal(key, 2, loc, scale).sum() + random.uniform(key, 2, loc, scale).sum()

    of_loc, of_scale = dusk.grad(total, (0, 1))(loc, scale)
    z, u = onp.array(random.normal(key, 2)), onp.array(random.uniform(key, 2))
    onp.testing.assert_allclose(of_loc, 2 - u)
    onp.testing.assert_allclose(of_scale, z + u)


def test_permutations_hold_everything_once() -> None:
    key, rows = random.key(8), np.arange(12.0).reshape(6, 2)
    order = onp.array(random.permutation(key, 1000))
    assert sorted(order) == list(range(1000))
    assert not onp.array_equal(order, onp.arange(1000))
    onp.testing.assert_array_equal(
        random.permutation(key, rows), onp.array(rows)[onp.array(random.permutation(key, 6))]
    )


def test_ranges_and_keys_are_checked() -> None:
    key = random.key(0)
    assert set(onp.array(random.randint(key, 1000, 254, 256, "uint8"))) == {254, 255}
    assert int(onp.array(random.randint(key, 1000, -(1 << 31), 1 << 31)).min()) < -(1 << 30)
    with pytest.raises(ValueError, match=r"1 to 2\*\*32 numbers"):
        random.randint(key, 3, 5, 5)
    with pytest.raises(ValueError, match="not all uint8"):
        random.randint(key, 3, 0, 257, "uint8")
    with pytest.raises(TypeError, match=r"takes a key.*not int"):
        random.uniform(3, 2)
    with pytest.raises(TypeError, match=r"takes a key.*not float64\[2\]"):
        random.uniform(np.ones(2), 2)
    with pytest.raises(TypeError, match="real floats"):
        random.normal(key, 2, dtype="int32")
    with pytest.raises(TypeError, match="uint32 or uint64"):
        random.bits(key, 2, "uint8")
