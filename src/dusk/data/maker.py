"""Making one batch: the same function in the loop itself, in a thread and in a process."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

import numpy as np

from dusk.data.stacking import as_arrays
from dusk.data.stacking import collate as stacked

__all__ = ["Maker", "Work"]

_TRANSFORM, _AUGMENT = 1, 2  # what random numbers are for


class Work(NamedTuple):
    """One batch to be made: the numbers of its samples, and, of a stream, the samples."""

    epoch: int
    number: int
    indices: Any
    samples: Sequence[Any] | None = None

    def __str__(self) -> str:
        shown = ", ".join(map(str, self.indices[:8])) + (", ..." if len(self.indices) > 8 else "")
        return f"batch {self.number} of epoch {self.epoch} (samples {shown})"


def _takes_rng(function: Callable[..., Any] | None) -> bool:
    try:
        return function is not None and "rng" in inspect.signature(function).parameters
    except ValueError:  # builtin functions do not say what they take
        return False


@dataclass(frozen=True)
class Maker:
    """Makes batches: samples are taken from the source, transformed, collated; the first array is augmented."""

    source: Any
    single: bool
    seed: int
    transform: Callable[..., Any] | None
    collate: Callable[[Sequence[Any]], Any] | None
    augment: Sequence[Callable[[Any, np.random.Generator], Any]]

    def __call__(self, work: Work, at: Any = None) -> Any:
        gather = getattr(self.source, "gather", None)
        if gather is not None and self.transform is None and self.collate is None and not self.single:
            batch = gather(work.indices)
        else:
            samples = [self._transformed(sample, i, work, at) for i, sample in self._samples(work, at)]
            with _noted(f"the samples of {work}"):
                batch = as_arrays(samples[0]) if self.single else (self.collate or stacked)(samples)
        if not self.augment:
            return batch
        rng = np.random.default_rng((self.seed, work.epoch, _AUGMENT, work.number))
        with _noted(f"augmenting {work}"):
            return _on_first(batch, self.augment, rng)

    def _samples(self, work: Work, at: Any) -> Iterator[tuple[int, Any]]:
        if work.samples is not None:
            yield from zip(work.indices, work.samples, strict=True)
        elif hasattr(self.source, "__getitems__"):  # how data sets of PyTorch and Hugging Face take many at once
            with _noted(f"reading {work}"):
                found = self.source.__getitems__([int(i) for i in work.indices])
            yield from zip(map(int, work.indices), found, strict=True)
        else:
            for i in map(int, work.indices):
                if at is not None:
                    at.value = i
                with _noted(f"reading sample {i}, in batch {work.number} of epoch {work.epoch}"):
                    sample = self.source[i]
                yield i, sample

    def _transformed(self, sample: Any, i: int, work: Work, at: Any) -> Any:
        if self.transform is None:
            return sample
        if at is not None:
            at.value = i
        with _noted(f"transforming sample {i}, in batch {work.number} of epoch {work.epoch}"):
            if _takes_rng(self.transform):
                return self.transform(sample, rng=np.random.default_rng((self.seed, work.epoch, _TRANSFORM, i)))
            return self.transform(sample)


@contextlib.contextmanager
def _noted(what: str) -> Generator[None]:
    """Exceptions get a note that says where they were raised."""
    try:
        yield
    except Exception as error:
        error.add_note(what)
        raise


def _on_first(batch: Any, steps: Sequence[Callable[..., Any]], rng: np.random.Generator) -> Any:
    if isinstance(batch, dict):
        named = cast("dict[str, Any]", batch)
        name = next(iter(named))
        return {**named, name: _on_first(named[name], steps, rng)}
    if isinstance(batch, tuple):
        fields = cast("tuple[Any, ...]", batch)
        return (_on_first(fields[0], steps, rng), *fields[1:])
    for step in steps:
        batch = step(batch, rng)
    return batch
