"""MXNet's kvstore on Dusk's: the names of its kinds, its methods, its optimisers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import dusk.numpy as dnp
from dusk import kvstore as dusk_kvstore

__all__ = ["KVStore", "create"]

_HERE = (
    "local", "device", "nccl", "local_update_cpu", "local_allreduce_cpu", "local_allreduce_device",
)  # fmt: skip
_STALENESS = {
    "dist": 0.0, "dist_sync": 0.0, "dist_device_sync": 0.0, "dist_sync_device": 0.0,
    "dist_async": float("inf"), "dist_async_device": float("inf"),
}  # fmt: skip


class KVStore:
    """A kvstore under MXNet's names; `store` is Dusk's, which does the work."""

    def __init__(self, kind: str, store: dusk_kvstore.KVStore) -> None:
        self.type, self.store = kind, store

    @property
    def rank(self) -> int:
        """The number of this worker."""
        return self.store.rank

    @property
    def num_workers(self) -> int:
        """The number of workers."""
        return self.store.num_workers

    def init(self, key: Any, value: Any) -> None:
        """Name keys, with their first values: those of worker 0 count."""
        self.store.init(key, value)

    def push(self, key: Any, value: Any, priority: int = 0) -> None:
        """Contribute values, which are added up, to keys."""
        self.store.push(key, value, priority)

    def pull(self, key: Any, out: Any = None, priority: int = 0, ignore_sparse: bool = True) -> None:
        """Write the values of keys to `out`."""
        self.store.pull(key, out)

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> None:
        """`push`, and `pull` to `out` (by default to what was pushed)."""
        self.store.pushpull(key, value, value if out is None else out, priority)

    def broadcast(self, key: Any, value: Any, out: Any, priority: int = 0) -> None:
        """`init`, and `pull` to `out`."""
        self.store.broadcast(key, value, out)

    def row_sparse_pull(self, key: Any, out: Any = None, priority: int = 0, row_ids: Any = None) -> None:
        """Write rows of keys to the same rows of `out`."""
        many = isinstance(key, list | tuple)
        keys, outs, rows = (given if many else [given] for given in (key, out, row_ids))
        for one, place, at in zip(keys, outs, rows, strict=True):
            place[at] = self.store.pull(one, rows=at)

    def set_optimizer(self, optimizer: Any) -> None:
        """Have values updated by an optimiser of `mx.optimizer` (or of `dusk.optim`)."""
        self.store.set_optimizer(optimizer)

    def set_updater(self, updater: Any) -> None:
        """Have values updated by `updater(key, total, value)`, which writes to `value`; it is traced, and sent."""

        def update(value: Any, total: Any) -> Any:
            after = dnp.array(value)
            updater(None, total, after)
            return after

        self.store.set_optimizer(update)

    _set_updater = set_updater

    def set_gradient_compression(self, compression_params: Mapping[str, Any]) -> None:
        """Send two bits a number: `{"type": "2bit", "threshold": 0.5}`."""
        self.store.set_gradient_compression(compression_params)

    def barrier(self) -> None:
        """Wait for all workers."""
        self.store.barrier()

    _barrier = barrier

    def close(self) -> None:
        """Let go of the servers."""
        self.store.close()


def create(name: str = "local") -> KVStore:
    """A kvstore by MXNet's name: `local`, `device`, `dist_sync`, `dist_async`, ... (ValueError: another).

    Of `dist` ones, workers and servers are what `dusk launch` has started.
    """
    if name in _HERE:
        return KVStore(name, dusk_kvstore.create("local"))
    if name in _STALENESS:
        return KVStore(name, dusk_kvstore.create("dist", staleness=_STALENESS[name]))
    raise ValueError(f"there is no kvstore {name!r}; there are {', '.join((*_HERE, *_STALENESS))}")
