"""cxxnet's iterators: batches of samples from files, which lie in the folder of the settings file.

Another file than one in there is read or written where it is named outside of the settings file, by who runs it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from dusk.data.idx import read_idx
from dusk.errors import FormatError
from dusk.formats.cxxnet.conf import Conf, Entry, Section

Array = np.ndarray[Any, Any]

_KINDS = ("mnist", "csv")
_AROUND = ("threadbuffer", "membuffer", "end")


class Batch(NamedTuple):
    """A batch: `data[batch, ...]`, `labels[batch, width]`, and how many samples at its beginning are real."""

    data: Array
    labels: Array
    real: int


def contained(conf: Conf, entry: Entry) -> Path:
    """The file that a setting names. FormatError: it is outside of the folder of the file that the setting is in."""
    folder = Path(conf.path).resolve().parent
    found = (folder / entry.value).resolve() if entry.line else Path(entry.value)
    if entry.line and not found.is_relative_to(folder):
        raise conf.bad(
            f"{entry.name} = {entry.value[:80]} is outside of the folder {folder}: name it when the file is run, "
            f"{entry.name}=...", entry.line,
        )  # fmt: skip
    return found


class Samples:
    """The samples of a section, in batches; shuffled anew each time where it says so.

    FormatError: the section or its files are not as they should be.
    """

    def __init__(self, conf: Conf, section: Section, shape: tuple[int, ...], batch: int, seed: int = 0) -> None:
        self.conf, self.section, self.batch = conf, section, batch
        self.settings = {e.name: e for e in (*conf.globals, *section.entries) if e.name != "iter"}
        kinds = [e for e in section.entries if e.name == "iter" and e.value not in _AROUND]
        if len(kinds) != 1 or kinds[0].value not in _KINDS:
            met = ", ".join(e.value for e in kinds) or "none"
            raise conf.bad(f"{section.kind} takes one iterator of {', '.join(_KINDS)}, not {met}", section.line)
        self.data, self.labels = self._mnist() if kinds[0].value == "mnist" else self._csv(shape)
        if self.data.shape[1:] != shape:
            if self.data[0].size != np.prod(shape):
                raise conf.bad(f"samples are of shape {self.data.shape[1:]}, input_shape is {shape}", section.line)
            self.data = self.data.reshape(-1, *shape)
        self.shuffled = self._flag("shuffle")
        self.seed = seed

    def _flag(self, name: str) -> bool:
        entry = self.settings.get(name)
        if entry is not None and entry.value not in ("0", "1"):
            raise self.conf.bad(f"{name} is 0 or 1, not {entry.value[:40]}", entry.line)
        return entry is not None and entry.value == "1"

    def _path(self, name: str) -> Path:
        entry = self.settings.get(name)
        if entry is None:
            raise self.conf.bad(f"{self.section.kind} has no {name}", self.section.line)
        return contained(self.conf, entry)

    def _mnist(self) -> tuple[Array, Array]:
        images, labels = read_idx(self._path("path_img")), read_idx(self._path("path_label"))
        if images.ndim != 3 or labels.ndim != 1 or len(images) != len(labels) or not len(images):
            raise self.conf.bad(
                f"images of shape {images.shape} and labels of shape {labels.shape} are not one each", self.section.line
            )
        return (images * np.float32(1 / 256))[:, None].astype(np.float32), labels[:, None].astype(np.float32)

    def _csv(self, shape: tuple[int, ...]) -> tuple[Array, Array]:
        path, width = self._path("filename"), self.settings.get("label_width")
        try:
            skipped = int(self._flag("has_header"))
            rows = np.loadtxt(path, np.float32, delimiter=",", skiprows=skipped, ndmin=2, comments=None)
            labels = 1 if width is None else int(width.value[:9])
        except ValueError as error:
            raise FormatError(f"{path}: {str(error)[:200]}") from None
        if not len(rows) or rows.shape[1] != labels + np.prod(shape) or labels < 0:
            raise FormatError(f"{path}: rows of {rows.shape[1]} numbers, due are {labels} label(s) and {shape}")
        return rows[:, labels:].reshape(-1, *shape), rows[:, :labels]

    def batches(self, whole: bool, number: int = 0) -> Iterator[Batch]:
        """The batches of a round; with `whole` also the last one that is not full, filled with samples that do not
        count."""
        order = np.arange(len(self.data))
        if self.shuffled and not whole:
            np.random.default_rng([self.seed, number]).shuffle(order)
        for begin in range(0, len(order), self.batch):
            chosen = order[begin : begin + self.batch]
            count = len(chosen)
            if count < self.batch:
                if not whole:
                    return
                chosen = np.resize(chosen, self.batch)
            yield Batch(self.data[chosen], self.labels[chosen], count)
