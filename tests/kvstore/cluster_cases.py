"""What a cluster makes of bad input and of good: each case prints its name and what came of it, as JSON."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from dusk import kvstore, optim
from dusk.kvstore import shard as machine
from dusk.kvstore.cluster.actors import Kept, Vault, actor, alive, shard_name
from dusk.kvstore.cluster.group import dissolve, gather
from dusk.kvstore.cluster.session import NAMESPACE, ray, start
from dusk.kvstore.messages import Arrive
from dusk.kvstore.stores import Fenced

SESSION = start(4)


def case(work: Callable[[], Any]) -> None:
    began = time.monotonic()
    try:
        found = work()
    except Exception as error:
        found = f"{type(error).__name__}: {error}"
    print(json.dumps({"case": work.__name__, "found": found, "seconds": time.monotonic() - began}), flush=True)


def workers(group: str, count: int, work: Callable[..., Any], settings: Callable[[int], Any] = lambda _: {}) -> Any:
    """What `work(kv)` gives in each of several workers, which are threads here."""
    found: dict[int, Any] = {}

    def run(rank: int) -> None:
        try:
            how = {"servers": 2, **settings(rank)}
            with kvstore.create("dist", group=group, rank=rank, workers=count, **how) as kv:
                found[rank] = work(kv)
        except Exception as error:
            found[rank] = f"{type(error).__name__}: {error}"

    threads = [threading.Thread(target=run, args=(rank,)) for rank in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return [found.get(rank, "hangs") for rank in range(count)]


def training(kv: Any) -> list[float]:
    kv.init(["w", "b"], [np.linspace(0.0, 1.0, 6).reshape(3, 2), np.zeros(2)])
    for clock in kv.rounds(5):
        w, b = kv.pull(["w", "b"])
        kv.push(["w", "b"], [np.asarray(w) * 0.3 + kv.rank, np.asarray(b) + clock])
    return [float(x) for value in kv.pull(["w", "b"]) for x in np.asarray(value).reshape(-1)]


def the_same_as_here() -> Any:
    update = {"update": optim.Adam(0.1)}
    alone = workers("alone", 1, training, lambda _: update)[0]
    with kvstore.create("local", **update) as kv:
        here = training(kv)
    two = workers("two", 2, training, lambda _: update)
    return [alone == here, two[0] == two[1], two[0] != here]


def a_group_ends_with_its_workers() -> Any:
    time.sleep(1.5)
    left = [a for a in ray.util.list_named_actors(all_namespaces=True)]
    folders = [path.name for path in Path(os.environ["TMPDIR"]).iterdir() if path.name.startswith("dusk-servers-")]
    return [left, folders]


def one_joins_and_one_leaves() -> Any:
    """Each sample of each round counts itself: which worker saw it is nobody's business."""
    rounds, samples = 20, 12

    def train(rank: int, kv: Any) -> Any:
        kv.init("seen", np.zeros((rounds, samples)))
        met: set[tuple[int, ...]] = set()
        for clock in kv.rounds(rounds):
            value = kv.pull("seen")
            met.add(kv.ranks)
            mine = np.zeros((rounds, samples))
            mine[clock, kv.share(samples)] = 1
            kv.push("seen", mine)
            if rank == 1 and clock == 12:
                kv.leave()
            if clock == 3:
                joined.wait(30)
        value = kv.pull("seen")
        return sorted(met), float(np.asarray(value).min()), float(np.asarray(value).max())

    found: dict[int, Any] = {}
    started, joined = threading.Event(), threading.Event()

    def run(rank: int) -> None:
        if rank == 2:
            started.wait(30)
        with kvstore.create("dist", group="elastic", rank=rank, workers=2, servers=2, update="add") as kv:
            (joined if rank == 2 else started).set()
            found[rank] = train(rank, kv)

    threads = [threading.Thread(target=run, args=(rank,), daemon=True) for rank in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return [found.get(rank, "hangs") for rank in range(3)]


def other_servers() -> Any:
    directory = gather("fixed/0", 1, 2, stays=True)
    try:
        return workers("fixed", 1, training, lambda _: {"servers": 3})
    finally:
        dissolve(directory)


def other_models() -> Any:
    def work(kv: Any) -> None:
        kv.init("w", np.zeros((2, 3 + kv.rank)))

    return workers("models", 2, work)


def other_staleness() -> Any:
    return workers("staleness", 2, lambda kv: "made", lambda rank: {"staleness": rank})


def gradients_that_are_not_finite() -> Any:
    def work(kv: Any) -> Any:
        kv.init("w", np.zeros(2))
        kv.push("w", np.array([1.0, np.nan]))
        return np.asarray(kv.pull("w")).tolist()

    return workers("nans", 1, work, lambda _: {"nans": "refuse"})


def server(group: str, number: int) -> Any:
    return ray.get_actor(shard_name(f"{group}/0", number), namespace=NAMESPACE)


def a_server_killed_comes_back() -> Any:
    def work(kv: Any) -> Any:
        kv.init("w", np.zeros(2))
        kv.push("w", np.ones(2))
        kv.pull("w")
        _, pid, epoch = ray.get(server("back", 0).where.remote())
        os.kill(pid, signal.SIGKILL)
        kv.push("w", np.ones(2) * 2)
        value = np.asarray(kv.pull("w")).tolist()
        return [value, ray.get(server("back", 0).where.remote())[2] - epoch]

    return workers("back", 1, work, lambda _: {"servers": 1})[0]


def a_server_that_is_gone() -> Any:
    def work(kv: Any) -> Any:
        kv.init("w", np.zeros(2))
        ray.kill(server("gone", 0))
        kv.push("w", np.ones(2))
        return np.asarray(kv.pull("w")).tolist()

    return workers("gone", 1, work, lambda _: {"servers": 1})[0]


def a_server_that_hangs() -> Any:
    def work(kv: Any) -> Any:
        kv._link.transport._silent_s = 1.0
        kv.init("w", np.zeros(2))
        kv.push("w", np.ones(2))
        kv.pull("w")
        pid = ray.get(server("hangs", 0).where.remote())[1]
        os.kill(pid, signal.SIGSTOP)
        threading.Timer(4.0, os.kill, [pid, signal.SIGCONT]).start()
        kv.push("w", np.ones(2))
        value = np.asarray(kv.pull("w")).tolist()
        os.kill(pid, signal.SIGSTOP)
        kv._link.client.timeout_s = 2.0
        try:
            kv.push("w", np.ones(2))
            return kv.pull("w")
        except ConnectionError as error:
            return [value, str(error)]
        finally:
            os.kill(pid, signal.SIGCONT)

    return workers("hangs", 1, work, lambda _: {"servers": 1, "update": "add"})[0]


def a_log_that_is_damaged() -> Any:
    folder = Path(os.environ["TMPDIR"], "logs")
    workers("kept", 1, training, lambda _: {"folder": folder, "servers": 1})
    log = max(folder.glob("server0/*.*"), key=lambda path: path.stat().st_size)
    data = bytearray(log.read_bytes())
    again = workers("again", 1, lambda kv: (kv.init(["w", "b"], [np.zeros((3, 2)), np.zeros(2)]), kv.clock)[1],
                    lambda _: {"folder": folder, "servers": 1})  # fmt: skip
    for path in folder.glob("server0/*.*"):
        data = bytearray(path.read_bytes())
        if data:
            data[len(data) // 2 - 1] ^= 0x55
            path.write_bytes(data)
    return [again, workers("damaged", 1, training, lambda _: {"folder": folder, "servers": 1})]


def a_disk_that_is_full() -> Any:
    folder = Path(os.environ["TMPDIR"], "small")
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "small", str(folder)]
    if subprocess.run(mount, capture_output=True).returncode:
        return "nothing can be mounted"

    def work(kv: Any) -> Any:
        kv.init("w", np.zeros(50_000))
        full = threading.Timer(2.0, subprocess.run, [["mount", "-o", "remount,size=64m", str(folder)]])
        for number in range(4):
            kv.push("w", np.ones(50_000))
            if number == 1:
                full.start()
            value = kv.pull("w")
        kv._link.client.timeout_s = 1.0
        subprocess.run(["mount", "-o", "remount,size=2m", str(folder)], check=True)
        text = ""
        try:
            for _ in range(9):
                kv.push("w", np.ones(50_000))
                kv.pull("w")
        except OSError as error:
            text = str(error)
        return [sorted(set(np.asarray(value).tolist())), text]

    try:
        return workers("disk", 1, work, lambda _: {"servers": 1, "folder": folder, "update": "add"})[0]
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def vaults_fence() -> Any:
    vault = actor(Vault, "vault", alive()[0], f"{os.environ['TMPDIR']}/vault")
    first, second = Kept(vault), Kept(vault)
    old = first.open()[0]
    first.compact(old, machine.Shard().snapshot())
    first.append(old, Arrive(0, 1))
    new, records = second.open()
    second.compact(new, machine.Shard(records).snapshot())
    second.append(new, Arrive(0, 2))
    fenced: list[str] = []
    for _ in range(2):
        try:
            first.append(old, Arrive(0, 3))
        except Fenced as error:
            fenced.append(str(error))
    ray.kill(vault, no_restart=False)
    time.sleep(2.0)
    try:  # who has not opened it since it began may not append: it has to look what is there
        second.append(new, Arrive(0, 4))
    except Fenced as error:
        fenced.append(str(error))
    last = Kept(vault).open()[1]
    ray.kill(vault)
    return [len(records), len(fenced), machine.Shard(last).arrived]


def stranger(environment: dict[str, str]) -> Any:
    source = f"""if True:
        from dusk import kvstore
        try: kvstore.create("dist", address={SESSION.address!r})
        except Exception as error: print(type(error).__name__, error)"""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    clean["HOME"] = os.environ["TMPDIR"]
    done = subprocess.run([sys.executable, "-c", source], env={**clean, **environment}, capture_output=True, text=True)
    return done.stdout


def without_a_token() -> Any:
    return stranger({})


def with_another_token() -> Any:
    return stranger({"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "b" * 64})


def with_the_token() -> Any:
    token = {name: os.environ[name] for name in ("RAY_AUTH_MODE", "RAY_AUTH_TOKEN")}
    return stranger(token)


if __name__ == "__main__":
    chosen = sys.argv[1:]
    for work in (
        the_same_as_here, a_group_ends_with_its_workers, one_joins_and_one_leaves, other_servers, other_models,
        other_staleness, gradients_that_are_not_finite, a_server_killed_comes_back, a_server_that_is_gone,
        a_server_that_hangs, a_log_that_is_damaged, a_disk_that_is_full, vaults_fence, without_a_token,
        with_another_token, with_the_token,
    ):  # fmt: skip
        if not chosen or work.__name__ in chosen:
            case(work)
    SESSION.close()
