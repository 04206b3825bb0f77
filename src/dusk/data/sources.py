"""What samples come from: arrays, anything with a length and `[i]`, and anything that can be iterated over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, cast

import numpy as np

from dusk.data.order import draws

__all__ = ["Arrays", "Stream", "as_source"]

DRAWN_AT_ONCE = 1024


class Arrays:
    """Arrays whose first axis is that of the samples: a sample is a tuple of rows, or a dict, or the row of one array.

    Arrays of other libraries, lists and Dusk's arrays are converted once. ValueError: their lengths differ.
    """

    def __init__(self, *arrays: Any, **named: Any) -> None:
        self.names = tuple(named)
        self.arrays = tuple(np.asarray(a) for a in (*arrays, *named.values()))
        lengths = [a.shape[0] if a.ndim else None for a in self.arrays]
        if not lengths or lengths[0] is None or len(set(lengths)) > 1:
            shapes = ", ".join(str(a.shape) for a in self.arrays)
            raise ValueError(f"batches are taken from arrays of one length (their first axis), not of shapes {shapes}")

    def __len__(self) -> int:
        return len(self.arrays[0])

    def __getitem__(self, i: int) -> Any:
        return self._made([a[i] for a in self.arrays])

    def gather(self, indices: Any) -> Any:
        """The batch of these samples."""
        return self._made([a.take(indices, axis=0) for a in self.arrays])

    def _made(self, fields: list[Any]) -> Any:
        if self.names:
            return dict(zip(self.names, fields, strict=True))
        return tuple(fields) if len(fields) > 1 else fields[0]


class Stream:
    """Samples that come one after the other: of an iterable, or of a function that makes one for each epoch.

    Shuffled, a sample is drawn at random from a buffer that is kept full: samples come near where they stood.
    """

    def __init__(self, source: Iterable[Any] | Callable[[], Iterable[Any]]) -> None:
        self.source = source
        self.used = False

    def samples(self, *, shuffled: tuple[int, ...] | None, buffer: int, part: tuple[int, int]) -> Iterator[Any]:
        """(number, sample) of one epoch; `shuffled` is what the order is seeded with.

        ValueError: an iterator that gives its samples once was begun before.
        """
        source: Any = self.source() if callable(self.source) else self.source
        iterator: Iterator[Any] = iter(source)
        if iterator is source and not callable(self.source):
            if self.used:
                raise ValueError(
                    f"a {type(source).__name__} gives its samples once, and an epoch of it has begun: "
                    "give the loader the function that makes it, Loader(lambda: samples(), ...)"
                )
            self.used = True
        numbered: Iterator[Any] = islice(enumerate(iterator), part[0], None, part[1])
        return numbered if shuffled is None else _shuffled(numbered, buffer, shuffled)


def _shuffled(samples: Iterator[Any], buffer: int, seeds: tuple[int, ...]) -> Iterator[Any]:
    held = list(islice(samples, buffer))
    drawn = _words(seeds)
    for sample in samples:
        place = next(drawn) % len(held)
        held[place], sample = sample, held[place]
        yield sample
    while held:
        place = next(drawn) % len(held)
        held[place], held[-1] = held[-1], held[place]
        yield held.pop()


def _words(seeds: tuple[int, ...]) -> Iterator[int]:
    chunk = 0
    while True:
        yield from draws(DRAWN_AT_ONCE, *seeds, chunk).tolist()
        chunk += 1


def as_source(source: Any) -> Any:
    """A source for what users have.

    Tuples and dicts of arrays are columns of `Arrays`; what has a length and `[i]` (a list, a data set of PyTorch or of
    Hugging Face, an array in a file of HDF5, which has `chunks`) is taken as it is; functions and what can be iterated
    over (generators, a DataLoader) are a `Stream`.
    """
    if hasattr(source, "__array__") and hasattr(source, "shape") and not hasattr(source, "chunks"):
        return Arrays(source)
    if isinstance(source, tuple):
        return Arrays(*cast("tuple[Any, ...]", source))
    if isinstance(source, Mapping):
        return Arrays(**cast("Mapping[str, Any]", source))
    if hasattr(source, "__len__") and hasattr(source, "__getitem__"):
        return source
    if callable(source) or hasattr(source, "__iter__"):
        return Stream(cast("Any", source))
    raise TypeError(
        f"samples come from arrays, from something with a length and [i], or from something to iterate over; "
        f"{type(source).__name__} is none of these"
    )
