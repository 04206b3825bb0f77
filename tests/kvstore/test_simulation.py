"""Simulated clusters take as long as virtual ones with values do, and as formulas say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from dusk.kvstore import VirtualCluster, simulate
from dusk.kvstore.simulation import Costs

Array = np.ndarray[Any, Any]
INFINITE = float("inf")
FREE = Costs(0.0, 0.0, 0.0, 0.0, 0.0)


def uneven(rank: int, clock: int) -> float:
    return 1.0 + (rank * 7919 + clock * 104729) % 64 / 16


def ones(rank: int, clock: int, values: Mapping[str, Array]) -> dict[str, Array]:
    return {name: np.ones_like(value) for name, value in values.items()}


@pytest.mark.parametrize("staleness", [0, 1, 3, INFINITE])
@pytest.mark.parametrize("workers", [1, 2, 5])
def test_a_simulated_cluster_is_as_quick_and_as_stale_as_a_virtual_one(workers: int, staleness: float) -> None:
    delay = 1 / 8  # all times are exact
    virtual = VirtualCluster(workers, 2, staleness=staleness, update="add", compute=uneven, delay=delay)
    real = virtual.run(ones, {"a": np.zeros(1), "b": np.zeros(1)}, rounds=12)
    made = simulate(workers, 2, rounds=12, staleness=staleness, compute=uneven, costs=Costs(delay, 0.0, 0.0, 0.0, 0.0))
    starting = 8 * delay  # the settings, how far it is, the keys, how far they are
    assert made.seconds == real.seconds - starting
    assert made.waited_s.tolist() == [real.waited_s[rank] - starting for rank in range(workers)]
    assert made.staleness == real.staleness


def test_what_a_round_of_one_worker_costs_is_the_sum_of_its_parts() -> None:
    costs = Costs(latency_s=0.25, byte_s=1 / 256, request_s=0.5, apply_s=1 / 128, read_s=1 / 512)
    made = simulate(1, 1, nbytes=1024, rounds=3, compute=2.0, costs=costs)
    pull = 0.25 + 0.5 + 1024 / 512 + 0.25 + 1024 / 256
    push = 0.25 + 1024 / 256 + 0.5 + 1024 / 128 + 0.25
    assert made.round_s == pull + 2.0 + push
    assert made.waited_s.tolist() == [3 * (pull + push)]
    assert made.received.tolist() == made.sent.tolist() == [3 * 1024]


def test_the_link_of_a_server_is_shared_and_more_servers_have_more() -> None:
    costs = Costs(0.0, 1 / 1024, 0.0, 0.0, 0.0)
    one, four = (simulate(8, servers, nbytes=4096, rounds=2, compute=0.0, costs=costs) for servers in (1, 4))
    assert one.round_s == 8 * 4 + 4  # each is sent the values while those before send what they make of them
    assert four.round_s < one.round_s / 2
    assert four.received.tolist() == [2 * 8 * 1024] * 4


@pytest.mark.once
def test_many_workers_are_no_staler_than_agreed() -> None:
    for staleness in (0, 2):
        made = simulate(200, 2, rounds=6, staleness=staleness, compute=uneven, costs=FREE)
        assert made.staleness.total() == 200 * 6
        assert max(made.staleness) == staleness
        assert made.received.sum() == 200 * 6 * (1 << 20)


def test_a_staleness_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="from 0 on"):
        simulate(2, staleness=0.5)
