"""Data sets beside a solver: what stands in for the databases that Caffe's files name."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from dusk.data.idx import mnist
from dusk.errors import FormatError

Array = np.ndarray[Any, Any]


def read_arrays(path: Any, split: str = "train") -> dict[str, Array]:
    """Arrays by the names of tops, of one part ("train", "test") of a data set.

    `path` is an `.npz` file of them; or a folder with `train.npz` and `test.npz`, or with the four files of MNIST,
    whose images are `data[n, 1, rows, columns]` and whose labels are `label[n]`. FormatError: it is none of these.
    """
    source = Path(path)
    if source.is_dir():
        part = source / f"{split}.npz"
        if part.exists():
            return _of_zip(part)
        try:
            images, labels = mnist(source, "train" if split == "train" else "test")
        except FileNotFoundError as error:
            raise FormatError(f"{source} has no {part.name}, and no files of MNIST: {error}") from error
        return {"data": images[:, None], "label": labels}
    return _of_zip(source)


def _of_zip(path: Path) -> dict[str, Array]:
    """The arrays of an `.npz` file; what would have to be executed is not read."""
    try:
        with np.load(path, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except (ValueError, EOFError, KeyError, AttributeError, zipfile.BadZipFile) as error:
        raise FormatError(f"{path} is no .npz file of arrays: {error}") from error
