"""Which samples are in which batch: every sample once, by the seed and the epoch alone."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dusk.data import Buckets
from dusk.data.order import Order, boundaries_of, permutation

LENGTHS = st.lists(st.integers(1, 60), min_size=1, max_size=40)


def samples(order: Order, epoch: int) -> list[list[int]]:
    plan = order.epoch(epoch)
    return [plan[k].tolist() for k in range(len(plan))]


@given(st.integers(1, 50), st.integers(1, 12), st.integers(0, 3), st.booleans())
def test_an_epoch_has_every_sample_once(n: int, size: int, epoch: int, shuffle: bool) -> None:
    found = samples(Order(n, size, shuffle), epoch)
    assert sorted(itertools.chain(*found)) == list(range(n))
    assert all(len(batch) == size for batch in found[:-1])


def test_an_order_is_that_of_its_seed_and_epoch() -> None:
    assert samples(Order(50, 7, True, 3), 2) == samples(Order(50, 7, True, 3), 2)
    assert samples(Order(50, 7, True, 3), 2) != samples(Order(50, 7, True, 4), 2)
    assert samples(Order(50, 7, True, 3), 2) != samples(Order(50, 7, True, 3), 1)


def test_the_order_of_a_seed_is_the_same_in_every_version() -> None:
    assert permutation(8, 1, 2).tolist() == [5, 6, 3, 2, 1, 0, 4, 7]


@given(st.integers(1, 50), st.integers(1, 12))
def test_dropping_and_padding_give_full_batches_only(n: int, size: int) -> None:
    padded = samples(Order(n, size, last="pad"), 0)
    assert all(len(batch) == size for batch in padded)
    assert set(itertools.chain(*padded)) == set(range(n))
    if n >= size:
        dropped = samples(Order(n, size, last="drop"), 0)
        assert all(len(batch) == size for batch in dropped) and len(dropped) == n // size


@given(st.integers(1, 50), st.integers(1, 12), st.booleans())
def test_rolling_over_is_one_endless_row_of_full_batches(n: int, size: int, shuffle: bool) -> None:
    if n < size:
        return
    order = Order(n, size, shuffle, last="roll")
    row = list(itertools.chain(*(batch for epoch in range(4) for batch in samples(order, epoch))))
    epochs = np.concatenate([order._samples(epoch) for epoch in range(4)]).tolist()
    assert row == epochs[: 4 * n // size * size]
    assert all(len(batch) == size for epoch in range(4) for batch in samples(order, epoch))


@given(st.integers(1, 40), st.integers(1, 7), st.booleans())
def test_parts_are_disjoint_and_complete(n: int, parts: int, shuffle: bool) -> None:
    found = [i for p in range(parts) for i in itertools.chain(*samples(Order(n, 4, shuffle, part=(p, parts)), 1))]
    assert sorted(found) == list(range(n))


@given(LENGTHS, st.integers(1, 6), st.integers(1, 5), st.booleans())
def test_a_bucket_has_samples_of_its_lengths_only(lengths: list[int], size: int, count: int, shuffle: bool) -> None:
    buckets = Buckets(lengths, count)
    assert len(buckets.boundaries) <= count
    found = samples(Order(len(lengths), size, shuffle, groups=buckets.groups), 0)
    assert sorted(itertools.chain(*found)) == list(range(len(lengths)))
    for batch in found:
        assert len({int(np.searchsorted(buckets.boundaries, lengths[i])) for i in batch}) == 1


@given(LENGTHS, st.integers(1, 4))
def test_boundaries_are_those_that_pad_least(lengths: list[int], count: int) -> None:
    def padded(bounds: tuple[int, ...]) -> int:
        return sum(min(b for b in bounds if b >= length) for length in lengths)

    values = sorted(set(lengths))
    choices = itertools.combinations(values[:-1], min(count, len(values)) - 1)
    best = min(padded((*inner, values[-1])) for inner in itertools.islice(choices, 20_000))
    assert padded(boundaries_of(lengths, count)) <= best


def test_boundaries_of_many_lengths_cover_them() -> None:
    lengths = np.arange(1, 5000)
    bounds = boundaries_of(lengths, 8)
    assert len(bounds) == 8 and bounds[-1] == 4999


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(ValueError, match="3 samples do not fill one batch of 4"):
        Order(3, 4, last="drop")
    with pytest.raises(ValueError, match="not for buckets"):
        Order(9, 4, last="roll", groups=np.zeros(9, np.intp))
    with pytest.raises(ValueError, match="sample 1 has length 9, beyond"):
        Buckets([3, 9], (4, 8))
