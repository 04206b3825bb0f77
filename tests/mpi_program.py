"""What each worker of an MPI job does in the tests: prints what came of it as <...>."""

import hashlib
import sys

import numpy as np

from dusk import kvstore, optim

UPDATE = optim.Adam(0.1)
KEYS = ["w", "b", "e"]


def first() -> list[np.ndarray]:
    return [np.linspace(0.0, 1.0, 300).reshape(30, 10), np.zeros(7, np.float32), np.ones((50, 2))]


def gradients(rank: int, clock: int, values: list[np.ndarray]) -> list[np.ndarray]:
    rng = np.random.default_rng((rank, clock))
    return [0.1 * value + rng.normal(size=value.shape).astype(value.dtype) for value in values]


def training(kv: kvstore.KVStore) -> str:
    kv.init(KEYS, first())
    values = [np.asarray(value) for value in kv.pull(KEYS)]
    for clock in kv.rounds(6):
        for key, gradient in zip(KEYS, gradients(kv.rank, clock, values)):
            kv.push(key, gradient)
        values = [np.asarray(value) for value in kv.pull(KEYS)]
    kv.barrier()
    return digest(values)


def digest(values: list[np.ndarray]) -> str:
    return hashlib.sha256(b"".join(value.tobytes() for value in values)).hexdigest()


def main(what: str) -> object:
    kv = kvstore.create("mpi", update=UPDATE, nans="refuse")
    if what == "train":
        return training(kv)
    try:
        if what == "shapes":
            kv.init("w", np.zeros(3 + kv.rank))
        kv.init("w", np.zeros(3))
        if what == "nans":
            kv.push("w", np.array([1.0, 2.0, np.nan if kv.rank else 0.0]))
            kv.pull("w")
        if what == "alone" and kv.rank == 0:
            kv.push("w", np.ones(3))
        if what == "alone":
            kv.pull("w")
        if what == "order":
            kv.barrier() if kv.rank else kv.init("v", np.zeros(3))
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "no error"


if __name__ == "__main__":
    print(f"<{main(sys.argv[1])}>", flush=True)
