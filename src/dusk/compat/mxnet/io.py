"""Batches of named arrays, as modules take them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

import numpy as np

import dusk.numpy as dnp
from dusk.data import read_idx

__all__ = ["CSVIter", "DataBatch", "DataDesc", "DataIter", "MNISTIter", "NDArrayIter", "ResizeIter"]


class DataDesc(NamedTuple):
    """The name and shape of what an iterator gives."""

    name: str
    shape: tuple[int, ...]
    dtype: Any = np.float32
    layout: str = "NCHW"


class DataBatch:
    """Arrays of one batch; the last `pad` samples are there to fill it."""

    def __init__(
        self,
        data: Sequence[Any],
        label: Sequence[Any] | None = None,
        pad: int | None = 0,
        index: Any = None,
        bucket_key: Any = None,
        provide_data: Any = None,
        provide_label: Any = None,
    ) -> None:
        self.data, self.label, self.pad, self.index = list(data), None if label is None else list(label), pad, index
        self.bucket_key, self.provide_data, self.provide_label = bucket_key, provide_data, provide_label


class DataIter:
    """Base of the iterators: `next()` gives a batch (StopIteration), `reset()` begins again."""

    def __init__(self, batch_size: int = 0) -> None:
        self.batch_size = batch_size

    provide_data: list[DataDesc]
    provide_label: list[DataDesc]

    def __iter__(self) -> Iterator[DataBatch]:
        return self

    def __next__(self) -> DataBatch:
        return self.next()

    def next(self) -> DataBatch:
        """The next batch."""
        raise NotImplementedError(f"{type(self).__name__} defines no next()")

    def reset(self) -> None:
        """Begin again."""


class NDArrayIter(DataIter):
    """Batches of arrays, by names: one array (`data`), a list (`_0_data`, `_1_data`) or a dict of them.

    `last_batch_handle`: "pad" the last batch from the beginning, "discard" it if it is short, or "roll_over" what is
    left to the next round. ValueError: arrays of different lengths, or fewer samples than a batch.
    """

    def __init__(
        self,
        data: Any,
        label: Any = None,
        batch_size: int = 1,
        shuffle: bool = False,
        last_batch_handle: str = "pad",
        data_name: str = "data",
        label_name: str = "softmax_label",
    ) -> None:
        super().__init__(batch_size)
        self.data, self.label = _named(data, data_name), _named(label, label_name)
        lengths = {len(x) for _, x in (*self.data, *self.label)}
        if len(lengths) != 1:
            raise ValueError(f"data and labels are of {sorted(lengths)} samples: they are to be of the same number")
        if last_batch_handle not in ("pad", "discard", "roll_over"):
            raise ValueError(f"last_batch_handle is pad, discard or roll_over, not {last_batch_handle!r}")
        (self.num_data,) = lengths
        if self.num_data < batch_size:
            raise ValueError(f"{self.num_data} samples are less than a batch of {batch_size}")
        self.shuffle, self.last_batch_handle = shuffle, last_batch_handle
        self._order = np.arange(self.num_data)
        self._left = self._order[:0]  # of the round before
        self.reset()

    @property
    def provide_data(self) -> list[DataDesc]:  # type: ignore[override]
        """Names and shapes of data."""
        return [DataDesc(n, (self.batch_size, *x.shape[1:]), x.dtype) for n, x in self.data]

    @property
    def provide_label(self) -> list[DataDesc]:  # type: ignore[override]
        """Names and shapes of labels."""
        return [DataDesc(n, (self.batch_size, *x.shape[1:]), x.dtype) for n, x in self.label]

    def reset(self) -> None:
        if self.shuffle:
            np.random.shuffle(self._order)
        self._round = np.concatenate([self._left, self._order])
        self._left = self._order[:0]
        self._at = 0

    def hard_reset(self) -> None:
        """Begin again, and forget what was left."""
        self._left = self._order[:0]
        self.reset()

    def next(self) -> DataBatch:
        size, at = self.batch_size, self._at
        chosen = self._round[at : at + size]
        pad = size - len(chosen)
        if not len(chosen) or (pad and self.last_batch_handle != "pad"):
            if self.last_batch_handle == "roll_over":
                self._left = chosen
            self._at = len(self._round)
            raise StopIteration
        self._at += size
        if pad:
            chosen = np.concatenate([chosen, self._round[:pad]])
        data, label = ([dnp.array(x[chosen]) for _, x in some] for some in (self.data, self.label))
        return DataBatch(data, label, pad, chosen, provide_data=self.provide_data, provide_label=self.provide_label)


def _named(given: Any, name: str) -> list[tuple[str, np.ndarray[Any, Any]]]:
    if given is None:
        return []
    if isinstance(given, Mapping):
        found = cast("Mapping[str, Any]", given).items()
    elif isinstance(given, list | tuple):
        many = cast("Sequence[Any]", given)
        found = [(name, many[0])] if len(many) == 1 else [(f"_{i}_{name}", x) for i, x in enumerate(many)]
    else:
        found = [(name, given)]
    arrays = [(n, np.asarray(x)) for n, x in found]
    return [(n, x.astype(np.float32) if x.dtype == np.float64 else x) for n, x in arrays]


class ResizeIter(DataIter):
    """Another iterator with `size` batches a round, begun again as often as needed."""

    def __init__(self, data_iter: DataIter, size: int, reset_internal: bool = True) -> None:
        super().__init__(data_iter.batch_size)
        self.data_iter, self.size, self.reset_internal, self._at = data_iter, size, reset_internal, 0
        self.provide_data, self.provide_label = data_iter.provide_data, data_iter.provide_label

    def reset(self) -> None:
        self._at = 0
        if self.reset_internal:
            self.data_iter.reset()

    def next(self) -> DataBatch:
        if self._at == self.size:
            raise StopIteration
        self._at += 1
        try:
            return self.data_iter.next()
        except StopIteration:
            self.data_iter.reset()
            return self.data_iter.next()


def CSVIter(  # noqa: N802 - MXNet's name
    data_csv: str,
    data_shape: Sequence[int],
    batch_size: int,
    label_csv: str | None = None,
    label_shape: Sequence[int] = (1,),
    round_batch: bool = True,
    **_: Any,
) -> NDArrayIter:
    """Batches of the numbers in a file of comma separated values, a sample a line."""
    data = np.loadtxt(data_csv, delimiter=",", ndmin=2, dtype=np.float32).reshape(-1, *data_shape)
    label = np.zeros(len(data), np.float32)
    if label_csv is not None:
        label = np.loadtxt(label_csv, delimiter=",", ndmin=2, dtype=np.float32).reshape(len(data), *label_shape)
        label = label[:, 0] if label.shape[1:] == (1,) else label
    return NDArrayIter(
        data, label, batch_size, last_batch_handle="pad" if round_batch else "discard", label_name="label"
    )


def MNISTIter(  # noqa: N802
    image: str, label: str, batch_size: int = 128, shuffle: bool = True, flat: bool = False, **_: Any
) -> NDArrayIter:
    """Batches of images and labels in the files of MNIST: `[batch, 1, 28, 28]` (`flat`: `[batch, 784]`), 0 to 1."""
    images = np.asarray(read_idx(image), np.float32) / 255
    images = images.reshape(len(images), -1) if flat else images[:, None]
    return NDArrayIter(images, np.asarray(read_idx(label), np.float32), batch_size, shuffle, "discard")
