"""Samples into batches: stacking, and padding of what differs in length."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

__all__ = ["Padded", "as_arrays", "collate", "pad"]


def _columns(sample: Any) -> bool:
    """Whether a sample is several fields: a tuple, or a list of arrays (a list of numbers is one array)."""
    if isinstance(sample, list):
        items = cast("list[Any]", sample)
        return bool(items) and getattr(items[0], "shape", ()) != ()
    return isinstance(sample, tuple)


def _is_text(sample: Any) -> bool:
    return sample is None or isinstance(sample, str | bytes)


def as_arrays(sample: Any) -> Any:
    """The same with a NumPy array for each array (of any library); lists of arrays become tuples."""
    if isinstance(sample, dict):
        return {key: as_arrays(value) for key, value in cast("dict[Any, Any]", sample).items()}
    if _columns(sample):
        return tuple(as_arrays(value) for value in sample)
    return sample if _is_text(sample) else np.asarray(sample)


def collate(samples: Sequence[Any]) -> Any:
    """Samples of one structure as one batch: each array gets a first axis, that of the samples.

    A sample is an array or number, or a tuple or dict of such; the batch is the same of stacked arrays. Strings and
    other things that are no numbers come as lists. ValueError: the shapes differ, with the first two that do.

    >>> collate([(1.0, "a"), (2.0, "b")])
    (array([1., 2.]), ['a', 'b'])
    """
    first = samples[0]
    if isinstance(first, dict):
        return {key: collate([sample[key] for sample in samples]) for key in cast("dict[Any, Any]", first)}
    if _columns(first):
        if len({len(sample) for sample in samples}) > 1:
            raise ValueError(f"samples of {sorted({len(sample) for sample in samples})} fields do not make one batch")
        return tuple(collate(field) for field in zip(*samples, strict=True))
    if _is_text(first):
        return list(samples)
    arrays = [np.asarray(sample) for sample in samples]
    if arrays[0].dtype.kind in "OUS":
        return list(samples)
    for place, array in enumerate(arrays):
        if array.shape != arrays[0].shape:
            raise ValueError(
                f"samples of shapes {arrays[0].shape} (at 0) and {array.shape} (at {place}) do not stack: "
                "pad them (collate=data.Padded()), or bring them to one size in `transform`"
            )
    return np.stack(arrays)


def pad(
    sequences: Sequence[Any],
    length: int | None = None,
    *,
    boundaries: Sequence[int] = (),
    value: Any = 0,
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Sequences `x[length_i, ...]` as one array `[batch, length, ...]`, ends filled with `value`, and their lengths.

    The length is that of the longest, `length`, or the first of the sorted `boundaries` that is long enough: then
    batches have few shapes, and little is compiled. ValueError: a sequence is longer, or the other axes differ.

    >>> pad([[1, 2, 3], [4]])
    (array([[1, 2, 3],
           [4, 0, 0]]), array([3, 1]))
    >>> pad([[1, 2, 3], [4]], boundaries=(4, 8))[0].shape
    (2, 4)
    """
    arrays = [np.asarray(s) for s in sequences]
    lengths = np.array([len(a) for a in arrays], np.intp)
    longest = int(lengths.max(initial=0))
    if length is None:
        place = bisect_left(boundaries, longest)
        length = boundaries[place] if place < len(boundaries) else None if boundaries else longest
    if length is None or longest > length:
        limit = f"length={length}" if length is not None else f"boundaries={tuple(boundaries)}"
        raise ValueError(f"sequence {int(lengths.argmax())} of the batch has {longest} elements, beyond {limit}")
    shapes = {a.shape[1:] for a in arrays}
    if len(shapes) != 1:
        raise ValueError(f"sequences of elements of shapes {sorted(shapes)} do not make one array")
    padded = np.full((len(arrays), length, *shapes.pop()), value, np.result_type(*{a.dtype for a in arrays}))
    for row, array in zip(padded, arrays):
        row[: len(array)] = array
    return padded, lengths


@dataclass(frozen=True)
class Padded:
    """A `collate` for samples that differ in length: the fields named are padded, each followed by its lengths.

    A sample that is no tuple is its only field. `boundaries` and `value` as in `pad`.

    >>> x, lengths, y = Padded()([([1, 2], 0), ([3], 1)])
    >>> x.tolist(), lengths.tolist(), y.tolist()
    ([[1, 2], [3, 0]], [2, 1], [0, 1])
    """

    boundaries: Sequence[int] = ()
    value: Any = 0
    fields: Sequence[int] = (0,)

    def __call__(self, samples: Sequence[Any]) -> tuple[Any, ...]:
        fields = list(zip(*samples, strict=True)) if isinstance(samples[0], tuple) else [tuple(samples)]
        batch: list[Any] = []
        for place, field in enumerate(fields):
            padded = place in self.fields
            batch += pad(field, boundaries=self.boundaries, value=self.value) if padded else [collate(field)]
        return tuple(batch)
