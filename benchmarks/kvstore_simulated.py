"""What `dusk.kvstore.simulate` says of clusters, and how long real ones take: `python -m benchmarks.kvstore_simulated`.

Costs are measured with one worker; then several workers, which compute by sleeping (evenly, one of them slowly, or now
one and now another), are simulated and run: as threads with servers in this process, and, where Ray is installed, as
processes with servers that are processes, too.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from benchmarks.cluster import launched
from dusk import kvstore
from dusk.kvstore import KVStore, simulate
from dusk.kvstore.server import Server
from dusk.kvstore.simulation import Costs
from dusk.kvstore.stores import MemoryStore
from dusk.kvstore.transport import Direct

INFINITE = float("inf")
WORKERS, SERVERS, ROUNDS, NBYTES = 4, 2, 20, 1 << 20
SMALL, LARGE = 1 << 10, 8 << 20


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


def times_of(open_: Callable[[], KVStore]) -> dict[str, float]:
    """Seconds of a pull, and of a round, of few and of many bytes, of one worker with one server."""
    times: dict[str, float] = {}
    for size, nbytes in (("small", SMALL), ("large", LARGE)):
        with open_() as kv:
            value = keys(nbytes, 1)["w0"]
            kv.init("w0", value)

            def pull(kv: KVStore = kv) -> None:
                kv.pull("w0")

            def round_(kv: KVStore = kv, value: Any = value) -> None:
                kv.push("w0", value)
                kv.pull("w0")

            times["pull " + size], times["round " + size] = least_s(pull), least_s(round_)
    return times


def costs_here() -> Costs:
    """What requests to servers in this process cost: there is no link."""
    times = times_of(lambda: KVStore(Direct([Server(MemoryStore(longest=50))]), update="add"))
    read_s = max(0.0, (times["pull large"] - times["pull small"]) / LARGE)
    both_s = max(0.0, (times["round large"] - times["round small"]) / LARGE)
    return Costs(0.0, 0.0, times["round small"] / 2, max(0.0, both_s - read_s), read_s)


def costs_there(times: dict[str, float], here: Costs) -> Costs:
    """What requests to servers in other processes cost: on their way, and there what they cost here, or more."""
    byte_s = max(0.0, (times["pull large"] - times["pull small"]) / LARGE)
    both_s = max(0.0, (times["round large"] - times["round small"]) / LARGE)
    latency_s = max(0.0, times["pull small"] - here.request_s) / 2
    return Costs(latency_s, byte_s, here.request_s, max(0.0, both_s - 2 * byte_s), 0.0)


def rounds(kv: KVStore, case: Case, ready: Callable[[], Any]) -> float:
    """Go through the rounds of a case, and leave; the seconds of a round."""
    values = keys(case.nbytes, case.servers)
    kv.init(list(values), list(values.values()))
    ready()
    began = time.perf_counter()
    for clock in kv.rounds(case.rounds):
        kv.pull(list(values))
        time.sleep(case.compute(kv.rank, clock))
        kv.push(list(values), list(values.values()))
    kv.barrier()
    took_s = time.perf_counter() - began
    kv.close()
    return took_s / case.rounds


def threads_s(case: Case) -> float:
    """How long a round takes for workers that are threads."""
    transport = Direct([Server(MemoryStore(longest=50), f"server {i}") for i in range(case.servers)])

    def work(rank: int) -> None:
        kv = KVStore(transport, rank, range(case.workers), staleness=case.staleness, update="add")
        rounds(kv, case, ready.wait)

    ready = threading.Barrier(case.workers + 1)
    threads = [threading.Thread(target=work, args=(rank,)) for rank in range(case.workers)]
    for thread in threads:
        thread.start()
    ready.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    return (time.perf_counter() - began) / case.rounds


def compared(case: Case, costs: Costs, measured_s: float) -> Compared:
    """A case as simulated with these costs, and as it was measured."""
    made = simulate(
        case.workers, case.servers, nbytes=case.nbytes, rounds=case.rounds, staleness=case.staleness,
        compute=case.compute, costs=costs,
    )  # fmt: skip
    return Compared(case, made.round_s, measured_s)


def even(rank: int, clock: int) -> float:
    """All are as quick."""
    return 0.1


def one_slow(rank: int, clock: int) -> float:
    """One is slower than the others."""
    return 0.15 if rank == 0 else 0.05


def changing(rank: int, clock: int) -> float:
    """Now one is slow, now another."""
    return 0.02 + 0.16 * ((rank * 7919 + clock * 104729) % 97 / 97)


PACES = even, one_slow, changing


def cases_of(workers: int) -> list[Case]:
    """What is compared with so many workers."""
    return [Case(workers, SERVERS, NBYTES, ROUNDS, s, c) for c in PACES for s in (0, 1, 3, INFINITE)]


def show(where: str, case: Case, simulated: float, measured: float) -> None:
    """A line of figures."""
    print(f"{case.workers} workers ({where}), {case.compute.__name__}, staleness {case.staleness:g}: "
          f"simulated {simulated * 1e3:.1f} ms a round, measured {measured * 1e3:.1f} ms, "
          f"{measured / simulated:.2f}", flush=True)  # fmt: skip


def main() -> None:
    """Print all figures."""
    here = costs_here()
    print(f"threads: a request {here.request_s * 1e6:.0f} us, a byte applied {here.apply_s * 1e9:.2f} ns, "
          f"read {here.read_s * 1e9:.2f} ns")  # fmt: skip
    for case in [Case(1, 1, NBYTES, ROUNDS, 0, even), *cases_of(WORKERS)]:
        show("threads", *compared(case, here, min(threads_s(case) for _ in range(3))))
    if importlib.util.find_spec("ray") is None:
        print("Ray is not installed: no processes are compared")
        return
    there = costs_there(launched(__file__, 1, 1, "costs")[0], here)
    print(f"processes: a message on its way {there.latency_s * 1e6:.0f} us, a byte {there.byte_s * 1e9:.2f} ns, "
          f"applied {there.apply_s * 1e9:.2f} ns")  # fmt: skip
    for workers in (2, WORKERS):
        rows = launched(__file__, workers, SERVERS, "work")
        for number, case in enumerate(cases_of(workers)):
            slowest_s = max(row["seconds"] for row in rows if row["case"] == number)
            show("processes", *compared(case, there, slowest_s))


def work() -> None:
    """A worker process."""
    for number, case in enumerate(cases_of(int(os.environ["DUSK_WORKERS"]))):
        kv = kvstore.create("dist", update="add", staleness=case.staleness)
        print(json.dumps({"case": number, "seconds": rounds(kv, case, kv.barrier)}), flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["costs"]:
        print(json.dumps(times_of(lambda: kvstore.create("dist", update="add"))))
    elif sys.argv[1:] == ["work"]:
        work()
    else:
        main()
