"""What `dusk.kvstore.simulate` says of clusters, and how long real ones take: `python -m benchmarks.kvstore_simulated`.

Costs are measured with one worker; then several workers, which are threads here and compute by sleeping (evenly, one of
them slowly, or now one and now another), are simulated and run. `compare` takes costs and times of elsewhere, too.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from dusk.kvstore import KVStore, simulate
from dusk.kvstore.server import Server
from dusk.kvstore.simulation import Costs
from dusk.kvstore.stores import MemoryStore
from dusk.kvstore.transport import Direct

INFINITE = float("inf")
WORKERS, SERVERS, ROUNDS, NBYTES = 4, 2, 20, 1 << 20


class Case(NamedTuple):
    """A cluster, as `simulate` takes it."""

    workers: int
    servers: int
    nbytes: int
    rounds: int
    staleness: float
    compute: Callable[[int, int], float]


class Compared(NamedTuple):
    """Seconds a round: as simulated, and as measured."""

    case: Case
    simulated_s: float
    measured_s: float


def keys(nbytes: int, servers: int) -> dict[str, np.ndarray[Any, Any]]:
    """One key for each server, of so many bytes together."""
    return {f"w{i}": np.zeros(nbytes // servers // 4, np.float32) for i in range(servers)}


def least_s(work: Callable[[], Any], count: int = 30) -> float:
    """How long something takes at least, which is done so often: the machine may have other things to do."""
    times: list[float] = []
    for _ in range(count):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


def costs_here() -> Costs:
    """What requests to servers in this process cost, by one worker with one server: there is no link."""
    small, large = 1 << 10, 8 << 20
    times: dict[tuple[str, int], float] = {}
    for nbytes in (small, large):
        with KVStore(Direct([Server(MemoryStore(longest=50))]), update="add") as kv:
            value = keys(nbytes, 1)["w0"]
            kv.init("w0", value)

            def pull(kv: KVStore = kv) -> None:
                kv.pull("w0")

            def round_(kv: KVStore = kv, value: Any = value) -> None:
                kv.push("w0", value)
                kv.pull("w0")

            times["pull", nbytes], times["round", nbytes] = least_s(pull), least_s(round_)
    read_s = max(0.0, (times["pull", large] - times["pull", small]) / large)
    both_s = max(0.0, (times["round", large] - times["round", small]) / large)
    return Costs(0.0, 0.0, times["round", small] / 2, max(0.0, both_s - read_s), read_s)


def threads_s(case: Case) -> float:
    """How long a round takes for workers that are threads."""
    transport = Direct([Server(MemoryStore(longest=50), f"server {i}") for i in range(case.servers)])
    values = keys(case.nbytes, case.servers)

    def work(rank: int) -> None:
        with KVStore(transport, rank, range(case.workers), staleness=case.staleness, update="add") as kv:
            kv.init(list(values), list(values.values()))
            ready.wait()
            for clock in kv.rounds(case.rounds):
                kv.pull(list(values))
                time.sleep(case.compute(rank, clock))
                kv.push(list(values), list(values.values()))

    ready = threading.Barrier(case.workers + 1)
    threads = [threading.Thread(target=work, args=(rank,)) for rank in range(case.workers)]
    for thread in threads:
        thread.start()
    ready.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    return (time.perf_counter() - began) / case.rounds


def compare(
    cases: Sequence[Case], costs: Costs, measured_s: Callable[[Case], float], times: int = 3
) -> list[Compared]:
    """Each case as simulated with these costs, and as it was measured: the least of so many times."""
    found: list[Compared] = []
    for case in cases:
        made = simulate(
            case.workers, case.servers, nbytes=case.nbytes, rounds=case.rounds, staleness=case.staleness,
            compute=case.compute, costs=costs,
        )  # fmt: skip
        found.append(Compared(case, made.round_s, min(measured_s(case) for _ in range(times))))
    return found


def even(rank: int, clock: int) -> float:
    """All are as quick."""
    return 0.1


def one_slow(rank: int, clock: int) -> float:
    """One is slower than the others."""
    return 0.15 if rank == WORKERS - 1 else 0.05


def changing(rank: int, clock: int) -> float:
    """Now one is slow, now another."""
    return 0.02 + 0.16 * ((rank * 7919 + clock * 104729) % 97 / 97)


PACES = even, one_slow, changing

if __name__ == "__main__":
    costs = costs_here()
    print(f"a request {costs.request_s * 1e6:.0f} us, a byte applied {costs.apply_s * 1e9:.2f} ns, "
          f"read {costs.read_s * 1e9:.2f} ns")  # fmt: skip
    cases = [Case(1, 1, NBYTES, ROUNDS, 0, even)]
    cases += [Case(WORKERS, SERVERS, NBYTES, ROUNDS, s, c) for c in PACES for s in (0, 1, 3, INFINITE)]
    for case, simulated, measured in compare(cases, costs, threads_s):
        print(f"{case.workers} workers, {case.compute.__name__}, staleness {case.staleness:g}: "
              f"simulated {simulated * 1e3:.1f} ms a round, measured {measured * 1e3:.1f} ms, "
              f"{measured / simulated:.2f}", flush=True)  # fmt: skip
