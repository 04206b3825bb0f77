"""Random histories of a kvstore in virtual time, and what holds in each of them.

    python tests/kvstore_histories.py [HISTORIES] [PROCESSES] [FIRST SEED]

A history is one run of one to four workers (some join, some leave) and one to three servers, with messages that are
delayed, reordered, lost and repeated, workers and servers that are stopped at every point and started again, servers
that others take the place of without their knowing, and logs that cannot be written to.

Contributions mark each (worker, clock) in a place of its own, so that a value tells which have been applied, and how
often; or they are random floats, and the values have to have the bits of a serial run.
"""

from __future__ import annotations

import contextlib
import functools
import multiprocessing
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from dusk import optim
from dusk.kvstore import updates
from dusk.kvstore.file_store import FileStore
from dusk.kvstore.messages import Record
from dusk.kvstore.stores import MemoryStore, Store, Torn
from dusk.kvstore.virtual import Faults, VirtualCluster

Array = np.ndarray[Any, Any]
INFINITE = float("inf")
RANKS, ROUNDS = 6, 4
MARKS = RANKS * ROUNDS
SAMPLES = 12  # of a round
FILES = 0.02  # of histories have logs in files


def descent(value: Any, total: Any) -> Any:
    return value - total * 0.125


RULES: list[Any] = ["add", descent, optim.SGD(0.1, momentum=0.9), optim.Adam(1e-2)]


class FailingStore(MemoryStore):
    """A log that sometimes cannot be written to, or of which nobody knows whether it was; compacted often."""

    def __init__(self, draws: random.Random, failing: float) -> None:
        super().__init__(longest=draws.choice([4, 1000]))
        self.draws, self.failing = draws, failing

    def append(self, epoch: int, record: Record) -> None:
        if self.draws.random() < self.failing:
            raise OSError(28, "it is full")
        super().append(epoch, record)
        if self.draws.random() < self.failing:
            raise Torn(5, "it may be there")


@contextlib.contextmanager
def stores(draws: random.Random, servers: int) -> Generator[Callable[[int], Store]]:
    kind = draws.random()
    if kind < FILES:
        with tempfile.TemporaryDirectory() as folder:
            yield lambda shard: FileStore(Path(folder, str(shard)))
        return
    failing = draws.choice([0.0, 0.0, 0.1])
    yield [FailingStore(draws, failing) for _ in range(servers)].__getitem__


def settings(draws: random.Random) -> dict[str, Any]:
    """What a history is to be."""
    workers = draws.randint(1, 4)
    given: dict[str, Any] = {"workers": workers, "servers": draws.randint(1, 3), "seed": draws.randrange(1 << 30)}
    given["staleness"] = draws.choice([0, 0, 1, 2, 3, INFINITE])
    scale = draws.choice([0.01, 0.3, 2.0])
    delays: list[Callable[[random.Random], float]] = [
        lambda of: scale,
        lambda of: of.random() * scale,
        lambda of: of.expovariate(1 / scale),
        lambda of: scale if of.random() < 0.9 else 20 * scale,
    ]
    given["delay"] = draws.choice(delays)
    pace = [draws.choice([0.1, 1.0, 5.0]) for _ in range(RANKS)]

    def compute(rank: int, clock: int) -> float:
        return pace[rank] * (1 + (rank * 7 + clock * 3) % 5)

    given["compute"] = compute

    def chance(most: float) -> float:
        return draws.choice([0.0, draws.random() * most])

    given["faults"] = Faults(
        chance(0.2), chance(0.3), chance(0.05), chance(0.08), chance(0.05), 2 * draws.random(), until_s=30.0
    )
    if draws.random() < 0.3:
        given["joins"] = {workers + i: draws.random() * 10 for i in range(draws.randint(1, RANKS - workers))}
    if draws.random() < 0.3:
        given["leaves"] = {rank: draws.randrange(ROUNDS) for rank in draws.sample(range(RANKS), 2)}
    return given | {"limit_s": 3000.0, "exchanging": draws.random() < 0.5}


Keys = dict[str, tuple[tuple[int, ...], str, bool]]  # shape, dtype, and whether it is pushed as rows


def marked(draws: random.Random, given: dict[str, Any]) -> Keys:
    """Keys whose parts have a place for each (worker, clock), so that each block tells all that was applied to it."""
    compressed = draws.random() < 0.2
    if compressed:
        given["compression"] = 1.0
    given["update"] = "add"
    if draws.random() < 0.5:
        given["largest"] = MARKS * 8
    keys: Keys = {}
    for number in range(draws.randint(1, 3)):
        dtype = "f8" if compressed else draws.choice(["i8", "f8"])
        keys[f"w{number}"] = (MARKS * draws.randint(1, 3),), dtype, draws.random() < 0.3
    return keys


def mark(rank: int, clock: int, keys: Keys) -> dict[str, Any]:
    gradients: dict[str, Any] = {}
    for name, (shape, dtype, rows) in keys.items():
        at = np.arange(rank * ROUNDS + clock, shape[0], MARKS)
        gradients[name] = at, np.ones(len(at), dtype)
        if not rows:
            gradients[name] = np.zeros(shape, dtype)
            gradients[name][at] = 1
    return gradients


def history(seed: int) -> Counter[str]:
    """One history, and what was met in it. AssertionError, RuntimeError: something did not hold."""
    draws = random.Random(seed)
    given = settings(draws)
    serially = not given["staleness"] and draws.random() < 0.4
    with stores(draws, given["servers"]) as open_store:
        found = same_bits(draws, given, open_store) if serially else applied_once(draws, given, open_store)
    return found + Counter(histories=1, serial=int(serially))


Seen = tuple[int, int, dict[str, Array], slice]


def run(
    cluster: VirtualCluster, rounds: int, init: Mapping[str, Array], gradients: Callable[..., Any]
) -> tuple[Any, list[Seen], list[tuple[int, ...]]]:
    """The outcome of a run, what each step saw, and who the workers of each round were."""
    seen: list[Seen] = []

    def step(rank: int, clock: int, values: dict[str, Array]) -> Any:
        seen.append((rank, clock, values, cluster.worker(rank).share(SAMPLES)))
        return gradients(rank, clock, values)

    made = cluster.run(step, init, rounds)
    assert cluster.running is not None
    shards = [server.server.shard for server in cluster.running.servers if server.server]
    members = [shards[0].members(clock) for clock in range(rounds)]
    assert all(shard.members(clock) == members[clock] for shard in shards for clock in range(rounds))
    shares_are_whole(seen, members)
    return made, seen, members


def shares_are_whole(seen: Sequence[Seen], members: Sequence[tuple[int, ...]]) -> None:
    """Each sample of each round was one worker's, and always the same one's."""
    shares: dict[tuple[int, int], slice] = {}
    for rank, clock, _, share in seen:
        assert shares.setdefault((clock, rank), share) == share, f"worker {rank} had two shares of round {clock}"
    for clock, ranks in enumerate(members):
        taken = [i for rank in ranks for i in range(SAMPLES)[shares[clock, rank]]]
        assert not ranks or taken == list(range(SAMPLES)), f"the shares of round {clock} are {taken}"
    assert all(rank in members[clock] for clock, rank in shares), "somebody was in a round of others"


def applied_once(draws: random.Random, given: dict[str, Any], open_store: Callable[[int], Store]) -> Counter[str]:
    keys = marked(draws, given)
    rounds = draws.randint(2, ROUNDS)
    init = {name: np.zeros(shape, dtype) for name, (shape, dtype, _) in keys.items()}

    def gradients(rank: int, clock: int, values: Mapping[str, Array]) -> dict[str, Any]:
        return mark(rank, clock, keys)

    cluster = VirtualCluster(**given, open_store=open_store)
    made, seen, members = run(cluster, rounds, init, gradients)
    expected = np.zeros((RANKS, ROUNDS))
    for clock, ranks in enumerate(members):
        expected[list(ranks), clock] = 1
    for name, value in made.values.items():
        assert (value.reshape(-1, RANKS, ROUNDS) == expected).all(), f"{name} is in the end\n{value}\nnot\n{expected}"
    for rank, clock, values, _ in seen:
        least, most = np.array(expected), np.array(expected)
        least[:, max(0, int(min(clock, clock - given["staleness"] if given["staleness"] < INFINITE else 0))) :] = 0
        least[rank, :clock] = expected[rank, :clock]
        if not given["staleness"]:
            most[:, clock:] = 0
        for name, value in values.items():
            each = value.reshape(-1, RANKS, ROUNDS)
            assert (each >= least).all(), f"worker {rank} at {clock} saw of {name}\n{each}\nwhich lacks of\n{least}"
            assert (each <= most).all(), f"worker {rank} at {clock} saw of {name}\n{each}\nwhich is more than\n{most}"
    return made.counts


def same_bits(draws: random.Random, given: dict[str, Any], open_store: Callable[[int], Store]) -> Counter[str]:
    """Without staleness the values are a serial run's."""
    rule, rounds = draws.choice(RULES), draws.randint(2, ROUNDS)
    numbers = np.random.default_rng(draws.randrange(1 << 30))
    init = {f"w{i}": numbers.normal(size=(8, 3)).astype("f4") for i in range(draws.randint(1, 3))}
    given |= {"update": rule, "largest": draws.choice([48, 1 << 20])}

    def gradients(rank: int, clock: int, values: Mapping[str, Array]) -> dict[str, Array]:
        return {name: np.sin(value * np.float32(rank + 1.3) + np.float32(clock)) for name, value in values.items()}

    traced = functools.lru_cache(None)(updates.text_of)  # tracing is most of a history's time
    with mock.patch("dusk.kvstore.worker.text_of", TEXTS.setdefault("text_of", traced)):
        cluster = VirtualCluster(**given, open_store=open_store)
        made, seen, members = run(cluster, rounds, init, gradients)
    versions = serial(init, rule, members, gradients)
    for rank, clock, values, _ in seen:
        for name, value in values.items():
            assert np.array_equal(value, versions[clock][name]), f"worker {rank} saw another version {clock} of {name}"
    for name, value in made.values.items():
        assert np.array_equal(value, versions[-1][name]), f"{name} is not in the end what a serial run gives"
    return made.counts


TEXTS: dict[str, Any] = {}


def serial(
    init: Mapping[str, Array], rule: Any, members: Sequence[tuple[int, ...]], gradients: Callable[..., Any]
) -> list[dict[str, Array]]:
    """The values after each round of one program that has all keys whole and no kvstore."""
    versions = [dict(init)]
    rules = {name: updates.rule_of(updates.text_of(rule, name, value.shape, "f4")) for name, value in init.items()}
    states = {name: rules[name].start(value) for name, value in init.items()}
    for clock, ranks in enumerate(members):
        versions.append(dict(versions[-1]))
        each = [gradients(rank, clock, versions[clock]) for rank in ranks]
        for name, value in versions[clock].items() if each else ():
            total = each[0][name]
            for other in each[1:]:
                total = total + other[name]
            if rule == "add":
                versions[-1][name] = value + total
            else:
                updated, states[name] = rules[name](value, total, clock, states[name])
                versions[-1][name] = np.array(updated)
    return versions


def tried(seed: int) -> tuple[int, Counter[str], str]:
    try:
        return seed, history(seed), ""
    except Exception as error:
        return seed, Counter(histories=1), f"{type(error).__name__}: {error}"


def several(first: int, count: int, processes: int = 1) -> tuple[Counter[str], dict[int, str]]:
    """What was met in so many histories, and what did not hold, by seed."""
    total, wrong = Counter[str](), dict[int, str]()
    seeds = range(first, first + count)
    with multiprocessing.get_context("spawn").Pool(processes) if processes > 1 else contextlib.nullcontext() as pool:
        for seed, found, error in pool.imap_unordered(tried, seeds, 50) if pool else map(tried, seeds):
            total += found
            if error:
                wrong[seed] = error
    return total, wrong


if __name__ == "__main__":
    count, processes, first = [*map(int, sys.argv[1:]), *[1000, 2, 0][len(sys.argv) - 1 :]]
    began = time.perf_counter()
    total, wrong = several(first, count, processes)
    for seed, error in list(wrong.items())[:5]:
        print(f"seed {seed}: {error}")
    print(", ".join(f"{number:,} {name}" for name, number in sorted(total.items())))
    print(f"{len(wrong)} histories in which something did not hold, {time.perf_counter() - began:.0f} s")
    sys.exit(bool(wrong))
