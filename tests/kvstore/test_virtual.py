"""Workers and servers in virtual time: runs can be had again, staleness shows as it should, who fails comes back."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dusk import optim
from dusk.kvstore import VirtualCluster
from dusk.kvstore import messages as m
from dusk.kvstore.file_store import FileStore
from dusk.kvstore.server import Server
from dusk.kvstore.shard import Shard
from dusk.kvstore.stores import Fenced, MemoryStore, Replicated
from dusk.kvstore.virtual import Faults
from dusk.kvstore.worker import Worker

Array = np.ndarray[Any, Any]
INFINITE = float("inf")
INIT = {"w": np.zeros(3), "b": np.zeros(())}


def ones(rank: int, clock: int, values: Mapping[str, Array]) -> dict[str, Array]:
    return {name: np.ones_like(value) for name, value in values.items()}


def uneven(draws: random.Random) -> float:
    return draws.expovariate(10)


@pytest.mark.parametrize("faults", [Faults(), Faults(0.1, 0.1, 0.01, 0.03, 0.02, until_s=20.0)])
def test_the_same_seed_gives_the_same_run_to_the_last_message(faults: Faults) -> None:
    def trace(seed: int) -> list[Any]:
        cluster = VirtualCluster(3, 2, staleness=1, update="add", delay=uneven, seed=seed, faults=faults)
        return cluster.run(ones, INIT, rounds=5).trace

    first = trace(1)
    assert trace(1) == first
    assert trace(2) != first


@pytest.mark.parametrize("staleness", [0, 1, 3, 7])
def test_a_slow_worker_is_waited_for_at_the_staleness_and_no_earlier(staleness: int) -> None:
    cluster = VirtualCluster(3, 2, staleness=staleness, update="add", compute=[1.0, 1.0, 10.0], delay=0.0)
    made = cluster.run(ones, INIT, rounds=12)
    assert max(made.staleness) == staleness
    assert made.staleness.total() == 3 * 12
    assert made.seconds == 12 * 10
    # the last step of the quick ones begins when the slow one has done all rounds but the last and `staleness` more
    assert made.waited_s[0] == made.waited_s[1] == (11 - staleness) * 10 - 11
    assert made.waited_s[2] == 0
    assert (made.values["w"] == 36).all()


def test_without_bounds_nobody_waits() -> None:
    cluster = VirtualCluster(2, staleness=INFINITE, update="add", compute=[1.0, 10.0], delay=0.0)
    made = cluster.run(ones, INIT, rounds=10)
    assert made.waited_s == {0: 0, 1: 0}
    assert max(made.staleness) == 9
    assert (made.values["w"] == 20).all()


def test_what_a_round_costs_is_the_way_there_and_back_twice() -> None:
    made = VirtualCluster(1, update="add", compute=1.0, delay=0.25).run(ones, INIT, rounds=4)
    asked_before = 4 * 0.5  # the settings, how far it is, the keys, and how far they are
    assert made.seconds == asked_before + 4 * (0.5 + 1.0 + 0.5)
    assert made.waited_s == {0: asked_before + 4 * 1.0}


def descent(rank: int, clock: int, values: Mapping[str, Array]) -> dict[str, Array]:
    return {name: np.sin(value + rank + clock) for name, value in values.items()}


@pytest.mark.parametrize("update", ["add", optim.Adam(1e-2)])
def test_bulk_synchronous_runs_end_in_the_same_bits_whatever_was_stopped(update: Any) -> None:
    init = {"w": np.linspace(-1, 1, 24, dtype="f4").reshape(8, 3)}
    whole = VirtualCluster(3, 1, update=update).run(descent, init, rounds=6)
    cluster = VirtualCluster(3, 2, update=update, delay=uneven, largest=40, seed=3)
    for at in range(6):
        cluster.stop_worker(at % 3, 0.9 * at + 0.5)
        cluster.stop_server(at % 2, 1.1 * at + 0.7, for_s=0.3)
    made = cluster.run(descent, init, rounds=6)
    assert made.counts["workers stopped"] == 6
    assert made.counts["servers stopped"] == 6
    assert np.array_equal(made.values["w"], whole.values["w"])


def test_a_joining_worker_shares_rounds_from_one_on_and_a_leaving_one_no_longer() -> None:
    cluster = VirtualCluster(2, 2, update="add", joins={5: 2.5}, leaves={0: 5})
    shared: dict[int, set[int]] = {}

    def step(rank: int, clock: int, values: Mapping[str, Array]) -> dict[str, Array]:
        shared.setdefault(clock, set()).update(range(10)[cluster.worker(rank).share(10)])
        return ones(rank, clock, values)

    made = cluster.run(step, INIT, rounds=9)
    assert [len(samples) for samples in shared.values()] == [10] * 9
    steps = {rank: [entry[3] for entry in made.trace if entry[1:3] == ("steps", rank)] for rank in (0, 1, 5)}
    assert steps == {0: list(range(6)), 1: list(range(9)), 5: list(range(3, 9))}
    assert (made.values["w"] == 6 + 9 + 6).all()


def test_all_may_leave_and_another_come() -> None:
    cluster = VirtualCluster(1, update="add", joins={1: 20.0}, leaves={0: 2})
    made = cluster.run(ones, INIT, rounds=6)
    assert (made.values["w"] == 6).all()


def test_messages_that_are_lost_are_sent_again() -> None:
    made = VirtualCluster(2, 2, update="add", faults=Faults(loss=0.3), seed=5).run(ones, INIT, rounds=5)
    assert made.counts["lost"] > 10
    assert (made.values["w"] == 10).all()


def test_a_worker_that_waits_for_ever_is_named() -> None:
    cluster = VirtualCluster(2, update="add", joins={}, limit_s=50.0)
    cluster.stop_worker(1, 1.5, for_s=1000.0)
    with pytest.raises(RuntimeError, match="worker 0 waits for Pull"):
        cluster.run(ones, INIT, rounds=5)


def test_what_a_step_gives_has_to_fit() -> None:
    with pytest.raises(ValueError, match=r"float64\[2\] was pushed to key 'w', which is float64\[3\]"):
        VirtualCluster(1).run(lambda rank, clock, values: {"w": np.ones(2)}, {"w": np.ones(3)}, rounds=1)
    with pytest.raises(ValueError, match="worker 1 is one of the first 2"):
        VirtualCluster(2, joins={1: 1.0})


# What virtual runs have found in the machines.


def test_who_joins_first_waits_for_those_there_are() -> None:
    shard = Shard()
    assert shard.judge(m.Configure((), 0.0)) is None
    shard.accept(m.Configure((0, 1), 0.0))
    assert shard.judge(m.Configure((), 0.0)) == m.Ack()


def test_a_round_that_a_joined_worker_may_know_is_not_shared_anew() -> None:
    shard = Shard([m.Configure((0,), 1.0), m.Init(0, ("w",), ("int64[1]",), (np.zeros(1, int),), (0,), ("add",))])
    for change, edge, ranks in [("join 1 0", 1, (0, 1)), ("join 2 0", 2, (0, 1, 2))]:
        request = m.Hold(change)
        shard.accept(request)
        assert shard.judge(request) == m.Edge(edge)
        shard.accept(m.Members(change, edge, ranks))


def test_a_worker_that_is_started_again_while_it_leaves_leaves_at_the_same_clock() -> None:
    for rank, ranks in [(1, (0, 1)), (1, (0,))]:
        worker = Worker(1, rank, ranks)
        steps = worker.begin()
        next(steps)
        assert steps.send([m.Ack()]) == [(0, m.Status(1))]
        assert steps.send([m.Progress({"w": 2}, 0, (0,), ("join 1 0", "leave 1 0"), {})]) == [(0, m.Hold("leave 1 0"))]
        with pytest.raises(StopIteration):
            steps.send([m.Edge(4)])
        assert worker.end == 4


def test_a_worker_that_has_left_and_is_killed_while_it_joins_again_goes_on_joining() -> None:
    worker = Worker(2, 1, (0,))
    steps = worker.begin()
    next(steps)
    assert len(steps.send([m.Ack()] * 2)) == 2
    before = ("join 1 0", "leave 1 0")
    joined = m.Progress({"a": 6}, 0, (0, 1), (*before, "join 1 1"), {})
    found = [joined, m.Progress({"b": m.INFINITE}, 0, (0,), before, {})]
    assert steps.send(found) == [(1, m.Hold("leave 1 0"))]
    assert steps.send([m.Edge(4)]) == [(1, m.Status(1))], "nothing before the clock at which it left is awaited"
    assert steps.send(found[1:]) == [(0, m.Hold("join 1 1"))]


def test_who_has_left_sees_the_newest_value() -> None:
    shard = Shard([m.Configure((0, 1), 0.0), m.Init(0, ("w",), ("int64[1]",), (np.zeros(1, int),), (0,), ("add",))])
    shard.accept(m.Hold("leave 1 0"))
    shard.accept(m.Members("leave 1 0", 1, (0,)))
    pushes = [(1, 0), *((0, clock) for clock in range(4))]
    for rank, clock in pushes:
        shard.accept(m.Push(rank, (m.Entry("w", clock, np.ones(1, int)),)))
    found = shard.judge(m.Pull(1, ("w",), (1,)))
    assert isinstance(found, m.Values) and found.versions == (4,) and found.values[0].tolist() == [5]
    refused = shard.judge(m.Pull(0, ("w",), (1,)))
    assert isinstance(refused, m.Refusal) and "is not kept any more" in refused.text


def test_a_leaving_worker_that_was_killed_in_its_last_round_does_all_of_it_again() -> None:
    worker = Worker(1, 1, (0, 1))
    steps = worker.init({"a": np.zeros(1), "b": np.zeros(1)})
    next(steps)
    steps.send([m.Ack()])
    with pytest.raises(StopIteration):
        steps.send([m.Progress({"a": m.INFINITE, "b": 3}, 0, (0,), ("leave 1 0",), {})])
    assert worker.clocks == {"a": 3, "b": 3}


@pytest.mark.parametrize("kind", ["memory", "files", "replicated"])
def test_how_far_a_worker_is_is_not_told_by_a_server_that_another_one_took_the_place_of(
    kind: str, tmp_path: Path
) -> None:
    memory = MemoryStore()
    stores: list[Any] = [memory, memory]
    if kind != "memory":
        stores = [FileStore(tmp_path), FileStore(tmp_path)]
    if kind == "replicated":
        stores = [Replicated([store, MemoryStore()]) for store in stores]
    old = Server(stores[0])
    assert old.deliver(1, m.Configure((0,), 0.0))[0][1].reply == m.Ack()
    assert isinstance(old.deliver(2, m.Status(0))[0][1].reply, m.Progress)
    Server(stores[1])
    with pytest.raises(Fenced):
        old.deliver(3, m.Status(0))


def test_a_push_with_a_contribution_twice_is_refused() -> None:
    shard = Shard([m.Configure((0,), 1.0), m.Init(0, ("w",), ("int64[1]",), (np.zeros(1, int),), (0,), ("add",))])
    entry = m.Entry("w", 0, np.ones(1, int))
    assert isinstance(shard.judge(m.Push(0, (entry,))), m.Push)
    refused = shard.judge(m.Push(0, (entry, entry)))
    assert isinstance(refused, m.Refusal)
    assert "more than once" in refused.text
