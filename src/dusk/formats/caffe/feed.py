"""What Caffe's nets are fed: arrays of whole data sets, batch after batch, transformed as the file says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dusk.errors import FormatError
from dusk.formats.caffe.fillers import filled
from dusk.formats.caffe.net import Net
from dusk.formats.caffe.schema import FILLER, Phase
from dusk.formats.protobuf import Record

Array = np.ndarray[Any, Any]


class Feed:
    """Batches for a net's inputs, of arrays by the names of its data layers' tops; after the last sample the first one.

    A layer's data are cut, mirrored, centred and scaled as its `transform_param` says; in training at random.
    Where data do not end with a batch, it goes on with the first ones, as Caffe's cursors do.
    """

    def __init__(
        self, net: Net, arrays: Mapping[str, Any], source: np.random.Generator, mean: Array | None = None
    ) -> None:
        self.net, self.source, self.mean = net, source, mean
        self.arrays = {name: np.asarray(array) for name, array in arrays.items() if name in net.inputs}
        self.fixed: dict[str, Array] = {}
        for record in net.sources:
            self._check(record)
        self.go_to(0)

    def _check(self, record: Record) -> None:
        """FormatError: arrays for a layer are missing, or are not of one length."""
        missing = [top for top in record.top if top not in self.arrays]
        if missing and record.type == "DummyData":
            for top, filler in zip(record.top, _fillers(record), strict=False):
                if (shape := self.net.inputs[top]) is not None:
                    self.fixed[top] = filled(filler, tuple(n or 1 for n in shape), self.source)
            return
        if missing:
            raise FormatError(
                f"{record.where()}: the {record.type} layer {record.name!r} needs arrays of {', '.join(missing)}: Dusk "
                f"does not read what the file says they are in"
            )
        lengths = {top: len(self.arrays[top]) for top in record.top}
        if len(set(lengths.values())) > 1 or 0 in lengths.values():
            raise FormatError(f"{record.where()}: data of the layer {record.name!r} have lengths {lengths}")

    def go_to(self, batches: int) -> None:
        """Go on as if so many batches had been given."""
        self.at: dict[str, int] = {top: batches * self._batch(top) % len(array) for top, array in self.arrays.items()}

    def _batch(self, top: str) -> int:
        """How many samples are a batch."""
        shape = self.net.inputs[top]
        return (shape[0] if shape else None) or min(len(self.arrays[top]), 64)

    def next(self) -> dict[str, Array]:
        """The next batch of each input."""
        found = dict(self.fixed)
        for record in self.net.sources:
            for i, top in enumerate(record.top):
                if top not in self.arrays:
                    continue
                array, batch = self.arrays[top], self._batch(top)
                taken = array[(self.at[top] + np.arange(batch)) % len(array)]
                self.at[top] = (self.at[top] + batch) % len(array)
                found[top] = self._transformed(record, taken) if i == 0 else taken.astype(np.float32)
        return found

    def _transformed(self, record: Record, images: Array) -> Array:
        """Images as a layer's settings have them, as float32."""
        p = record.transform_param
        train, n = self.net.phase == Phase.TRAIN, p.crop_size
        x = images.astype(np.float32)
        if self.mean is not None and p.has("mean_file"):
            x = x - self.mean
        if p.mean_value:
            values = np.array(p.mean_value, np.float32)
            if len(values) not in (1, x.shape[1]):
                raise FormatError(f"{p.where('mean_value')}: {len(values)} means for {x.shape[1]} channels")
            x = x - values.reshape(-1, *(1,) * (x.ndim - 2))
        if n:
            if x.ndim != 4 or min(x.shape[2:]) < n:
                raise FormatError(f"{p.where('crop_size')}: images of shape {x.shape[1:]} are not cut to {n} by {n}")
            room = [m - n for m in x.shape[2:]]
            starts = [self.source.integers(0, r + 1, len(x)) if train else np.full(len(x), r // 2) for r in room]
            x = np.stack([image[:, i : i + n, j : j + n] for image, i, j in zip(x, *starts, strict=True)])
        if p.mirror:
            turned = self.source.random(len(x)) < 0.5
            x = np.where(turned.reshape(-1, *(1,) * (x.ndim - 1)), x[..., ::-1], x)
        return np.ascontiguousarray(x * np.float32(p.scale))


def _fillers(record: Record) -> list[Record]:
    given = list(record.dummy_data_param.data_filler) or [FILLER()]
    return given * len(record.top) if len(given) == 1 else given
