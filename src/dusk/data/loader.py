"""Batches of samples, in an order that can be taken up again: `Loader` and `batches`."""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from itertools import count, islice
from typing import Any, Literal, cast

from dusk.data.maker import Maker, Work
from dusk.data.order import Buckets, Epoch, Last, Order
from dusk.data.sources import Arrays, Stream, as_source
from dusk.data.stacking import Padded
from dusk.data.workers import Processes, ahead, ordered
from dusk.errors import WorkerError

__all__ = ["Loader", "batches", "bucketed"]

Kind = Literal["threads", "processes"]


class Loader:
    """Batches of the samples of `source`; each `for` loop over it is one epoch.

    `source`: a tuple or dict of arrays; anything with a length and `[i]`; or an iterable, or a function that returns
    one for each epoch (see `as_source`). A batch has the structure of a sample: an array, or a tuple or dict of
    arrays, `[size, ...]` each. With `size=None` samples come one by one, as the source has them.

    - `shuffle`: in an order that depends on `seed` and the epoch only; samples of a stream go through a `buffer`.
    - `last`: "keep" a short last batch, "drop" it, "pad" it from the epoch's beginning, or "roll" it over to the next
      epoch. `part=(i, n)`: the i-th of n disjoint parts of the samples.
    - `buckets` (see `Buckets`): the samples of a batch are of one length.
    - `transform(sample)` or `transform(sample, rng)` for each sample; `collate(samples)` makes a batch of a list;
      `augment`: functions `f(images, rng)` of the batch's first array, in turn. Their generators are seeded by the
      epoch and the number of the sample or batch.
    - `workers` threads or processes (`kind`) make batches ahead, `prefetch` each. Order and values are those without.
      Processes are kept until `close()`, or the end of a `with` block or the program.

    `state_dict()` says where it is: `epoch`, and how many batches of it (`position`) were delivered; what was made
    ahead does not count. A loop that is left begins the next epoch when it is entered again; after `load_state_dict`
    it goes on where the state was taken.

    ValueError: there are no samples, or too few for one batch where only full ones are delivered; WorkerError: a
    worker process ended. An exception in a worker is raised here, in its turn, with notes on sample and place.

    >>> import numpy as np
    >>> loader = Loader((np.arange(5), np.arange(5) ** 2), 2)
    >>> for x, y in loader:
    ...     print(x, y)
    [0 1] [0 1]
    [2 3] [4 9]
    [4] [16]
    >>> while loader.epoch < 3:
    ...     for x, y in loader:
    ...         pass
    >>> loader.state_dict()["epoch"]
    3
    """

    def __init__(
        self,
        source: Any,
        size: int | None = None,
        *,
        shuffle: bool = False,
        seed: int = 0,
        last: Last = "keep",
        part: tuple[int, int] = (0, 1),
        buckets: Buckets | None = None,
        transform: Callable[..., Any] | None = None,
        collate: Callable[[Sequence[Any]], Any] | None = None,
        augment: Callable[..., Any] | Sequence[Callable[..., Any]] = (),
        workers: int = 0,
        kind: Kind = "threads",
        prefetch: int = 2,
        buffer: int = 1000,
    ) -> None:
        _check(size, last, part, workers, kind, prefetch, buffer, seed)
        self.source = as_source(source)
        self.size, self.shuffle, self.seed, self.part = size, shuffle, seed, part
        self.last: Last = last
        self.workers, self.kind, self.prefetch, self.buffer = workers, kind, prefetch, buffer
        steps = (augment,) if callable(augment) else tuple(augment)
        self._collate, self._transform, self._steps = collate, transform, steps
        self.samples: int | None = None if isinstance(self.source, Stream) else len(self.source)
        if self.samples == 0:
            raise ValueError(f"the {type(source).__name__} that batches are asked of has no samples")
        if buckets is not None and (self.samples is None or len(buckets.lengths) != self.samples):
            raise ValueError(f"buckets of {len(buckets.lengths)} lengths are not for {self.samples} samples")
        if last in ("pad", "roll") and self.samples is None:
            raise ValueError(f'the length of a stream is not known: last="keep" or "drop", not {last!r}')
        self.buckets = buckets
        self.epoch = self.position = 0
        self._begun = False  # a loop was entered, and has not come to its end
        self._loop = 0
        self._processes: Processes | None = None
        self._known: tuple[tuple[int, int], Epoch] | None = None
        self._order()

    def _order(self) -> Order | None:
        if self.samples is None:
            return None
        groups = None if self.buckets is None else self.buckets.groups
        return Order(self.samples, self.size or 1, self.shuffle, self.seed, self.last, self.part, groups)

    def _plan(self, epoch: int) -> Epoch | None:
        key = (self.seed, epoch)
        if self._known is None or self._known[0] != key:
            order = self._order()
            if order is None:
                return None
            self._known = key, order.epoch(epoch)
        return self._known[1]

    def __len__(self) -> int:
        """The batches of this epoch. TypeError: samples come from a stream, which has no length."""
        plan = self._plan(self.epoch)
        if plan is None:
            raise TypeError("the samples come from a stream, whose length is not known")
        return len(plan)

    def __iter__(self) -> Iterator[Any]:
        if self._begun:
            self.epoch, self.position = self.epoch + 1, 0
        self._begun = True
        self._loop += 1
        loop, epoch, number = self._loop, self.epoch, self.position
        delivered = False
        with contextlib.closing(self._made(epoch, number)) as made:
            for batch in made:
                number, delivered = number + 1, True
                if loop == self._loop:
                    self.position = number
                yield batch
        if not delivered and not number and self.samples is None:
            few = "" if self.last == "keep" else f" that fill a batch of {self.size}"
            raise ValueError(f"the stream gave no samples{few} in epoch {epoch}")
        if loop == self._loop:
            self.epoch, self.position, self._begun = epoch + 1, 0, False

    def begin(self) -> Callable[[Work], Any]:
        """What makes a batch; processes are started if they are not yet."""
        source = None if self.samples is None else self.source
        make = Maker(source, self.size is None, self.seed, self._transform, self._collate, self._steps)
        if self.kind == "threads" or not self.workers:
            return make
        if self._processes is None:
            self._processes = Processes(make, self.workers)
            weakref.finalize(self, self._processes.close)
        return self._processes

    def _made(self, epoch: int, first: int) -> Generator[Any, None, None]:
        """The batches of an epoch from the `first`-th on, made ahead by the workers."""
        function = self.begin()
        work = self._work(epoch, first)
        if not self.workers:
            yield from map(function, work)
            return
        most = self.workers * self.prefetch
        if self.samples is None:
            work = ahead(work, most)
        try:
            with contextlib.closing(ordered(function, work, self.workers, most)) as made:
                yield from made
        except (KeyboardInterrupt, WorkerError):
            self.close()
            raise

    def _work(self, epoch: int, first: int) -> Generator[Work, None, None]:
        plan = self._plan(epoch)
        if plan is not None:
            for number in range(first, len(plan)):
                yield Work(epoch, number, plan[number])
            return
        seeds = (self.seed, epoch) if self.shuffle else None
        size = self.size or 1
        samples: Iterator[Any] = self.source.samples(shuffled=seeds, buffer=self.buffer, part=self.part)
        for number in count():
            taken: list[Any] = list(islice(samples, size))
            if not taken or (len(taken) < size and self.last == "drop"):
                return
            if number >= first:
                yield Work(epoch, number, [i for i, _ in taken], [sample for _, sample in taken])

    def state_dict(self) -> dict[str, int]:
        """Where the next batch is: a flat dict of integers."""
        return {
            "epoch": self.epoch,
            "position": self.position,
            "seed": self.seed,
            "size": self.size or 0,
            "samples": -1 if self.samples is None else self.samples,
        }

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Go on from a state: the next loop delivers what would have come next, to the last bit.

        ValueError: it is the state of a loader of another size, or of other data.
        """
        here = self.state_dict()
        if missing := sorted(set(here) - set(state)):
            raise ValueError(f"this is no state of a loader: {', '.join(missing)} is missing")
        for name in ("size", "samples"):
            if int(state[name]) != here[name]:
                raise ValueError(
                    f"the state is that of a loader with {name}={int(state[name])}, this one has {here[name]}: "
                    "batches would be others than those that were to come"
                )
        if int(state["seed"]) != self.seed:
            self.close()
        self.seed = int(state["seed"])
        self.epoch, self.position = int(state["epoch"]), int(state["position"])
        self._begun = False
        self._loop += 1

    def close(self) -> None:
        """End the worker processes, if there are any; a loop begins new ones."""
        if self._processes is not None:
            self._processes.close()
            self._processes = None

    def __enter__(self) -> Loader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _check(
    size: int | None, last: str, part: tuple[int, int], workers: int, kind: str, prefetch: int, buffer: int, seed: int
) -> None:
    if size is not None and size < 1:
        raise ValueError(f"batches have size 1 or more, not {size}")
    if last not in ("keep", "drop", "pad", "roll"):
        raise ValueError(f'last is "keep", "drop", "pad" or "roll", not {last!r}')
    if kind not in ("threads", "processes"):
        raise ValueError(f'workers are of kind "threads" or "processes", not {kind!r}')
    if not 0 <= part[0] < part[1]:
        raise ValueError(f"part is (i, n), the i-th of n parts from 0 on; {part} is none")
    if workers < 0 or prefetch < 1 or buffer < 1 or seed < 0:
        raise ValueError(
            f"out of range: {workers=} (from 0), {prefetch=} (from 1), {buffer=} (from 1), {seed=} (from 0)"
        )


def batches(
    *arrays: Any, size: int, shuffle: bool = False, seed: int = 0, last: Last = "keep", **options: Any
) -> Loader:
    """Batches of arrays of one length: a tuple of `[size, ...]` each, or one array; see `Loader` for the options.

    >>> import numpy as np
    >>> for x, y in batches(np.arange(6).reshape(3, 2), np.array([1, 0, 1]), size=2, last="drop"):
    ...     print(x.tolist(), y.tolist())
    [[0, 1], [2, 3]] [1, 0]
    """
    return Loader(Arrays(*arrays), size, shuffle=shuffle, seed=seed, last=last, **options)


def bucketed(
    sequences: Sequence[Any],
    *others: Any,
    size: int,
    boundaries: int | Sequence[int] = 8,
    value: Any = 0,
    **options: Any,
) -> Loader:
    """Batches of sequences of about one length: (padded `[size, length, ...]`, lengths `[size]`, then the others).

    `length` is one of at most `boundaries` lengths (or of those given), so that few shapes are compiled, and little is
    padded. `value` fills the ends. See `Loader` for the options.

    >>> for x, lengths in bucketed([[1], [2, 3, 4, 5], [6], [7, 8, 9]], size=2, boundaries=2):
    ...     print(x.tolist(), lengths.tolist())
    [[1], [6]] [1, 1]
    [[2, 3, 4, 5], [7, 8, 9, 0]] [4, 3]
    """
    buckets = Buckets([len(s) for s in sequences], boundaries)
    samples = list(zip(sequences, *others, strict=True))
    collate = Padded(cast("Sequence[int]", buckets.boundaries), value)
    return Loader(samples, size, buckets=buckets, collate=collate, **options)
