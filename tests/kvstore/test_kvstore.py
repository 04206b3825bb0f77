"""What workers see of a kvstore: values, consistency, errors; in one process, workers being threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dusk.numpy as dnp
from dusk import kvstore, optim
from dusk.errors import NanError
from dusk.kvstore import KVStore
from dusk.kvstore.server import Server
from dusk.kvstore.stores import MemoryStore
from dusk.kvstore.transport import Direct

Array = np.ndarray[Any, Any]
SHAPE = (4, 4)
KEYS: list[int] = [5, 7, 11]
INFINITE = float("inf")


def direct(servers: int = 2) -> Direct:
    return Direct([Server(MemoryStore(), f"server {i}") for i in range(servers)])


def together(transport: Direct, count: int, work: Callable[[KVStore], Any], **options: Any) -> list[Any]:
    """What work comes to for each of so many workers at the same time."""
    found: list[Any] = [None] * count

    def run(rank: int) -> None:
        try:
            with KVStore(transport, rank, range(count), **options) as kv:
                found[rank] = work(kv)
        except BaseException as error:
            found[rank] = error

    threads = [threading.Thread(target=run, args=(rank,), daemon=True) for rank in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    for one in found:
        if isinstance(one, BaseException):
            raise one
    return found


# What MXNet's tests of its kvstore hold.


def test_what_is_initialised_is_pulled() -> None:
    kv = kvstore.create()
    kv.init(3, np.ones(SHAPE) * 4)
    value = np.empty(SHAPE)
    kv.pull(3, out=value)
    assert (value == 4).all()


def test_lists_of_keys() -> None:
    kv = kvstore.create()
    kv.init(KEYS, [np.ones(SHAPE)] * 3)
    kv.push(KEYS, [np.ones(SHAPE) * 4] * 3)
    assert all((value == 4).all() for value in kv.pull(KEYS))


def test_contributions_of_several_devices_are_added() -> None:
    kv = kvstore.create("device")
    kv.init("a", np.zeros(SHAPE))
    kv.init(KEYS, [np.zeros(SHAPE)] * 3)
    kv.push("a", [np.ones(SHAPE)] * 4)
    copies = [np.empty(SHAPE) for _ in range(4)]
    kv.pull("a", out=copies)
    assert all((copy == 4).all() for copy in copies)
    kv.push(KEYS, [[np.ones(SHAPE) * 2.0] * 4] * 3)
    assert all((value == 8).all() for value in kv.pull(KEYS))


def test_an_updater_is_applied_to_the_sum() -> None:
    kv = kvstore.create(update=lambda value, total: value + 2 * total)
    kv.init(KEYS, [np.ones(SHAPE) * 4] * 3)
    kv.push(KEYS, [[np.ones(SHAPE)] * 4] * 3)
    assert all((value == 4 + 2 * 4).all() for value in kv.pull(KEYS))


def test_rows_are_pushed_and_pulled() -> None:
    kv = kvstore.create(update="add", servers=3)
    kv.init("w", np.zeros((100, 3)))
    kv.push("w", (np.array([3, 50, 3]), np.ones((3, 3))))
    assert kv.row_sparse_pull("w", np.array([50, 3, 0])).tolist() == [[1] * 3, [2] * 3, [0] * 3]
    place = np.empty((2, 3))
    kv.row_sparse_pull(["w"], [np.array([3, 99])], out=[place])
    assert place.tolist() == [[2] * 3, [0] * 3]


def test_keys_larger_than_a_block_lie_on_several_servers() -> None:
    kv = KVStore(direct(3), update="add")
    kv._worker.layout.largest = 64
    value = np.arange(120.0).reshape(40, 3)
    kv.init(["w", "b"], [value, np.array(2.0)])
    assert len({piece.shard for piece in kv._worker.layout.pieces["w"]}) == 3
    kv.push(["w", "b"], [value, np.array(1.0)])
    w, b = kv.pull(["w", "b"])
    assert np.array_equal(w, 2 * value) and b == 3
    assert np.array_equal(kv.pull("w", rows=np.array([39, 0, 17])), 2 * value[[39, 0, 17]])
    kv.push("w", (np.array([39, 0]), np.ones((2, 3))))
    assert np.array_equal(kv.pull("w", rows=np.array([39, 1])), [2 * value[39] + 1, 2 * value[1]])


def test_pushpull_and_broadcast() -> None:
    kv = kvstore.create()
    assert kv.broadcast("w", np.ones(2)).tolist() == [1, 1]
    assert kv.pushpull("w", dnp.array([2.0, 3.0])).tolist() == [2, 3]
    assert (kv.rank, kv.num_workers, kv.clock) == (0, 1, 1)


# The optimiser on the server.

OPTIMISERS = [
    optim.SGD(0.1),
    optim.SGD(0.1, momentum=0.9, nesterov=True, weight_decay=1e-3),
    optim.Adam(optim.cosine(1e-2, 50)),
    optim.AdamW(1e-2, groups={"bias": {"weight_decay": 0.0, "rate": 2.0}}),
    optim.LAMB(1e-2),
    optim.RMSProp(optim.step(1e-2, 2)),
    optim.Ftrl(0.1),
]


@pytest.mark.parametrize("optimiser", OPTIMISERS, ids=lambda o: type(o).__name__)
def test_an_optimiser_on_the_servers_gives_the_bits_it_gives_here(optimiser: optim.Optimiser) -> None:
    rng = np.random.default_rng(0)
    start = {"weight": rng.normal(size=(5, 3)).astype("f4"), "bias": rng.normal(size=3).astype("f4")}
    here = {name: dnp.array(value) for name, value in start.items()}
    kv = kvstore.create(update=optimiser, servers=2)
    kv.init(list(start), list(start.values()))
    for _ in range(4):
        gradients = {name: rng.normal(size=value.shape).astype("f4") for name, value in start.items()}
        optimiser.update(here, {name: dnp.array(g) for name, g in gradients.items()})
        kv.push(list(gradients), list(gradients.values()))
        for name, there in zip(start, kv.pull(list(start)), strict=True):
            assert np.array_equal(there, here[name])


def test_an_optimiser_may_come_after_the_keys() -> None:
    kv = kvstore.create(servers=2)
    kv.init("w", np.ones(3))
    kv.set_optimizer(optim.SGD(0.5))
    kv.push("w", np.ones(3))
    assert kv.pull("w").tolist() == [0.5] * 3


def test_what_updates_all_parameters_together_cannot_be_sent() -> None:
    kv = kvstore.create(update=optim.SGD(0.1, clip=optim.clip_by_global_norm(1.0)))
    with pytest.raises(ValueError, match="clip"):
        kv.init("w", np.ones(3))


def test_an_update_that_calls_python_cannot_be_sent() -> None:
    with pytest.raises(ValueError, match="cannot be sent as a graph"):
        kvstore.create(update=lambda v, g: v if float(g.sum()) > 0 else g).init("w", np.ones(3))


def test_a_text_that_calls_python_is_refused_by_the_server() -> None:
    from dusk.kvstore import messages as m

    server = Server(MemoryStore())
    server.deliver(0, m.Configure((0,), 0))
    rule = "graph rule \ngraph(a: float64[2], b: float64[2], c: int64[]) {\n  return a\n}\n"
    for text in ("graph rule 1\n", "import os", "graph rule \n" + "x" * (1 << 21), rule.replace("[2]", "[3]")):
        ((_, answer),) = server.deliver(1, m.Init(0, ("w",), ("float64[2]",), (np.ones(2),), (0,), (text,)))
        assert isinstance(answer.reply, m.Refusal) and "w" in answer.reply.text
    assert not server.shard.blocks


# Consistency.


def serial(workers: int, rounds: int, gradient: Callable[[int, int, Array], Array], start: Array) -> Array:
    optimiser, value = optim.Adam(1e-2), dnp.array(start)
    for clock in range(rounds):
        now = np.asarray(value).copy()
        total = gradient(0, clock, now)
        for rank in range(1, workers):
            total = total + gradient(rank, clock, now)
        optimiser.update({"w": value}, {"w": dnp.array(total)})
    return np.asarray(value)


def pulling(rank: int, clock: int, value: Array) -> Array:
    return np.sin(value * (rank + 1) + np.float32(clock)).astype("f4")


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_without_staleness_workers_give_the_bits_of_one_after_the_other(workers: int) -> None:
    start = np.random.default_rng(0).normal(size=(50, 40)).astype("f4")

    def work(kv: KVStore) -> Array:
        kv._worker.layout.largest = 1000
        kv.init("w", start)
        for clock in kv.rounds(12):
            kv.push("w", pulling(kv.rank, clock, np.asarray(kv.pull("w"))))
        return np.asarray(kv.pull("w"))

    found = together(direct(), workers, work, update=optim.Adam(1e-2))
    expected = serial(workers, 12, pulling, start)
    assert all(np.array_equal(value, expected) for value in found)


@pytest.mark.parametrize("staleness", [0, 1, 3, INFINITE])
def test_no_worker_reads_without_contributions_older_than_the_staleness(staleness: float) -> None:
    workers, rounds = 3, 15
    seen: list[tuple[int, int, Array]] = []

    def work(kv: KVStore) -> Array:
        kv.init("w", np.zeros(workers, np.int64))
        for clock in kv.rounds(rounds):
            value = np.asarray(kv.pull("w"))
            seen.append((kv.rank, clock, value))
            one = np.zeros(workers, np.int64)
            one[kv.rank] = 1
            kv.push("w", one)
        kv.barrier()
        return np.asarray(kv.pull("w"))

    last = together(direct(), workers, work, update="add", staleness=staleness)
    assert all(value.tolist() == [rounds] * workers for value in last)
    for rank, clock, value in seen:
        assert value[rank] == clock
        assert value.min() >= clock - staleness
        if staleness == 0:
            assert value.tolist() == [clock] * workers


def test_a_barrier_holds_all_back() -> None:
    reached: list[int] = []

    def work(kv: KVStore) -> int:
        kv.init("w", np.zeros(1))
        if kv.rank == 0:
            threading.Event().wait(0.1)
        reached.append(kv.rank)
        kv.barrier()
        return len(reached)

    assert together(direct(), 3, work) == [3, 3, 3]


def test_workers_join_and_leave_and_no_sample_is_skipped_or_repeated() -> None:
    batch, rounds = 12, 30
    transport = direct(3)
    used: list[int] = []
    joined = threading.Event()

    def train(kv: KVStore, leaves: int) -> None:
        kv.init(["w", "b"], [np.zeros(3), np.zeros(2)])
        if kv.rank == 2:
            joined.set()
        for clock in kv.rounds(rounds):
            kv.pull(["w", "b"])
            if clock == leaves:
                kv.leave()
            if clock == 5 and kv.rank < 2:
                assert joined.wait(30) or True
            used.extend(range(clock * batch, (clock + 1) * batch)[kv.share(batch)])
            kv.push(["w", "b"], [np.ones(3), np.ones(2)])

    found: list[Any] = []

    def run(rank: int, leaves: int) -> None:
        try:
            with KVStore(transport, rank, (0, 1), update="add") as kv:
                train(kv, leaves)
        except BaseException as error:
            found.append(error)

    threads = [threading.Thread(target=run, args=one, daemon=True) for one in ((0, -1), (1, 12), (2, -1))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    assert not found
    assert sorted(used) == list(range(rounds * batch))


def test_a_worker_that_starts_again_goes_on_where_it_was() -> None:
    transport, names = direct(), ["a", "b"]
    for until in (3, 7):
        kv = KVStore(transport, update="add")
        kv.init([*names, "frozen"], [np.zeros(2)] * 3)
        assert kv.clock == (0 if until == 3 else 3)
        for _ in kv.rounds(until):
            kv.push(names, [np.ones(2)] * 2)
            kv.pull([*names, "frozen"])
        assert kv.clock == until and kv.pull("b").tolist() == [until, until]
        if until == 3:
            kv.push("a", np.ones(2))  # and ends before it pushes to b
            kv.pull("a")
    assert kv.counts()["again"] == 1 and kv.pull("a").tolist() == [7, 7]


def test_values_outlive_the_program_in_a_folder(tmp_path: Path) -> None:
    for until in (2, 5):
        with kvstore.create(update=optim.Adam(0.1), servers=2, folder=tmp_path) as kv:
            kv.init(["a", "b"], [np.ones(2), np.ones(3)])
            assert kv.clock == (0 if until == 2 else 2)
            for clock in kv.rounds(until):
                kv.push(["a", "b"], [np.ones(2) * clock, np.ones(3)])
            stopped = kv.pull(["a", "b"])
    kv = kvstore.create(update=optim.Adam(0.1))
    kv.init(["a", "b"], [np.ones(2), np.ones(3)])
    for clock in kv.rounds(5):
        kv.push(["a", "b"], [np.ones(2) * clock, np.ones(3)])
    assert all(np.array_equal(x, y) for x, y in zip(stopped, kv.pull(["a", "b"]), strict=True))


def test_compressed_gradients_reach_the_same_place() -> None:
    rng = np.random.default_rng(0)
    goal = rng.normal(size=200).astype("f4")
    ends: list[float] = []
    for threshold in (None, 0.5):
        kv = kvstore.create(update=optim.SGD(0.1))
        kv.init("w", np.zeros(200, "f4"))
        kv.set_gradient_compression(threshold)
        for _ in range(300):
            kv.push("w", np.asarray(kv.pull("w")) - goal)
        ends.append(float(np.abs(np.asarray(kv.pull("w")) - goal).max()))
    assert ends[0] < 1e-5 and ends[1] < 0.1
    kv.set_gradient_compression({"type": "2bit", "threshold": 0.5})
    with pytest.raises(ValueError, match="1bit"):
        kv.set_gradient_compression({"type": "1bit"})


# What goes wrong.


def other(shape: Sequence[int] = (2,), **options: Any) -> None:
    transport = direct(1)
    with KVStore(transport, 0, (0, 1), update=optim.SGD(0.1)) as kv:
        kv.init("w", np.ones(2))
        one = KVStore(transport, 1, (0, 1), **({"update": optim.SGD(0.1)} | options))
        one.init("w", np.ones(shape))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"shape": (3,)}, r"'w' is float64\[3\] in this worker's model, but float64\[2\]"),
        ({"update": optim.Adam(0.1)}, "'w' is updated by another optimiser"),
        ({"staleness": 2}, "staleness is 2"),
        ({"nans": "skip"}, "nans is skip"),
    ],
)
def test_a_worker_with_another_program_is_told_what_differs(options: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        other(**options)


def test_wrong_keys_and_values_are_told_at_the_call() -> None:
    kv = kvstore.create()
    kv.init("w", np.ones((2, 3), "f4"))
    with pytest.raises(KeyError, match="no key 'v'"):
        kv.pull("v")
    with pytest.raises(KeyError, match="no key 'v'"):
        kv.push("v", np.ones(3))
    with pytest.raises(ValueError, match=r"float32\[3\] was pushed to key 'w', which is float32\[2, 3\]"):
        kv.push("w", np.ones(3, "f4"))
    with pytest.raises(ValueError, match="float64"):
        kv.push("w", np.ones((2, 3)))
    with pytest.raises(ValueError, match="do not fit key 'w'"):
        kv.push("w", (np.array([2]), np.ones((1, 3))))
    with pytest.raises(IndexError, match="rows 0 to 1"):
        kv.pull("w", rows=np.array([2]))
    with pytest.raises(ValueError, match="is to be written to"):
        kv.pull("w", out=np.ones(2))
    with pytest.raises(ValueError, match="has been initialised"):
        kv.init("w", np.ones(2))
    with pytest.raises(TypeError, match="a key is a text or a number"):
        kv.init(("w",) * 0 or 1.5, np.ones(2))
    with pytest.raises(ValueError, match="2 keys were given 1 values"):
        kv.push(["w", "w"], [np.ones(1)])
    with pytest.raises(TypeError, match="arrays of numbers"):
        kv.init("o", np.array(["a"]))
    with pytest.raises(ValueError, match="no kvstore 'lokal'"):
        kvstore.create("lokal")
    with pytest.raises(ValueError, match="staleness"):
        kvstore.create(staleness=-1)
    assert kv.pull("w").sum() == 6
    kv.close()
    with pytest.raises(RuntimeError, match="closed"):
        kv.pull("w")


@pytest.mark.parametrize("staleness", [0, 2, INFINITE])
@pytest.mark.parametrize("compressed", [False, True])
def test_pushpull_gives_what_push_and_pull_give_in_half_as_many_messages(staleness: float, compressed: bool) -> None:
    start = {"w": np.arange(60.0).reshape(20, 3), "b": np.ones(3), "n": np.arange(4)}
    found, counts = list[Any](), list[int]()
    for both in (False, True):
        transport = direct(3)
        with KVStore(transport, staleness=staleness, update="add") as kv:
            kv._worker.layout.largest = 100  # bytes: w lies in parts
            if compressed:
                kv.set_gradient_compression(0.5)
            kv.init(list(start), list(start.values()))
            sent, send = [0], transport.send

            def counted(*given: Any, sent: list[int] = sent, send: Any = send) -> Any:
                sent[0] += 1
                return send(*given)

            transport.send = counted  # type: ignore[method-assign]
            for clock in range(3):
                gradients = [np.sin(value + clock).astype(value.dtype) for value in start.values()]
                if both:
                    values = kv.pushpull(list(start), gradients)
                else:
                    kv.push(list(start), gradients)
                    values = kv.pull(list(start))
            assert kv.clock == 3
            found.append([np.asarray(value) for value in values])
            counts.append(sent[0])
    assert all(np.array_equal(a, b) for a, b in zip(*found, strict=True))
    assert counts[1] <= 0.6 * counts[0]


def test_pushpull_takes_rows_lists_keys_twice_and_places_to_write_to() -> None:
    kv, place = kvstore.create(update="add"), np.zeros((4, 2))
    kv.init(["w", "v"], [np.zeros((4, 2)), np.zeros(2)])
    value = kv.pushpull("w", (np.array([1, 3]), np.ones((2, 2))), out=place)
    assert value.tolist() == place.tolist() == [[0, 0], [1, 1], [0, 0], [1, 1]]
    assert kv.pushpull("v", [np.ones(2), np.ones(2)]).tolist() == [2, 2]
    assert [value.tolist() for value in kv.pushpull(["v", "v"], [np.ones(2), np.ones(2)])] == [[4, 4], [4, 4]]


def test_what_is_wrong_with_a_pushpull_is_raised_and_it_may_be_done_again() -> None:
    kv = kvstore.create(update="add", nans="refuse")
    kv.init("w", np.zeros(2))
    with pytest.raises(KeyError, match="no key 'v'"):
        kv.pushpull("v", np.ones(2))
    with pytest.raises(ValueError, match=r"float64\[3\] was pushed to key 'w'"):
        kv.pushpull("w", np.ones(3))
    with pytest.raises(NanError):
        kv.pushpull("w", np.array([np.inf, 1.0]))
    assert kv._link.client.next_s() == INFINITE and not kv._link.client._calls, "nothing is asked any more"


def test_arrays_that_are_written_to_after_pushpull_were_contributed_as_they_were() -> None:
    kv = kvstore.create(update="assign")
    kv.init("w", np.zeros(2))
    gradient = np.ones(2)
    kv.pushpull("w", gradient)
    gradient[:] = 5
    assert kv.pull("w").tolist() == [1, 1]


@pytest.mark.parametrize(("nans", "left"), [("count", [np.nan, 1.0]), ("skip", [0.0, 0.0])])
def test_gradients_that_are_not_finite_are_counted(nans: str, left: list[float]) -> None:
    kv = kvstore.create(update="add", nans=nans)
    kv.init("w", np.zeros(2))
    kv.push("w", np.array([np.nan, 1.0]))
    assert np.array_equal(np.asarray(kv.pull("w")), left, equal_nan=True)
    assert kv.counts()["nans"] == 1


def test_gradients_that_are_not_finite_are_refused_where_that_is_asked() -> None:
    kv = kvstore.create(nans="refuse")
    kv.init("w", np.zeros(2))
    kv.push("w", np.array([np.inf, 1.0]))
    with pytest.raises(NanError, match="the gradient of 'w' at clock 0 is not finite"):
        kv.pull("w")
