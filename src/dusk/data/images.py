"""Images in files, by Pillow: folders whose names are the labels, lists of paths, records."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dusk.data.recordio import Header, Records, pack, unpack
from dusk.errors import FormatError

__all__ = ["ImageRecords", "Images", "decode_image", "encode_image", "image_folder", "image_list"]

ENDINGS = {".png", ".jpg", ".jpeg", ".bmp", ".gif", ".tif", ".tiff", ".webp", ".ppm", ".pgm", ".pbm"}

PathLike = str | os.PathLike[str]
Array = np.ndarray[Any, Any]


def decode_image(file: bytes | PathLike, size: tuple[int, int] | None = None, mode: str = "RGB") -> Array:
    """The image in a file, or in bytes, as uint8[channels, height, width]; `size` (height, width) scales it.

    `mode` is Pillow's: "RGB", "L" (one channel), "RGBA". FormatError: it is none, or damaged; ImportError: no Pillow.
    """
    try:
        from PIL import Image
    except ImportError as error:
        raise ImportError("images are read by Pillow: pip install pillow") from error
    name = f"an image of {len(file)} bytes" if isinstance(file, bytes) else str(file)
    try:
        with Image.open(io.BytesIO(file) if isinstance(file, bytes) else file) as opened:
            image = opened.convert(mode)
            if size is not None:
                image = image.resize((size[1], size[0]), Image.Resampling.BILINEAR)
            pixels = np.asarray(image, np.uint8)
    except FileNotFoundError:
        raise
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:  # what Pillow's decoders raise
        raise FormatError(f"{name}: {error}") from error
    return np.ascontiguousarray(pixels.reshape(*pixels.shape[:2], -1).transpose(2, 0, 1))


def encode_image(pixels: Any, format: str = "png") -> bytes:
    """The bytes of a file of an image uint8[channels, height, width] (1, 3 or 4 channels; "png", "jpeg", ...)."""
    try:
        from PIL import Image
    except ImportError as error:
        raise ImportError("images are written by Pillow: pip install pillow") from error
    pixels = np.asarray(pixels)
    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[0] not in (1, 3, 4):
        raise ValueError(f"an image is uint8[1, 3 or 4, height, width], not {pixels.dtype}{list(pixels.shape)}")
    rows = pixels.transpose(1, 2, 0)
    file = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(rows[..., 0] if rows.shape[-1] == 1 else rows)).save(file, format)
    return file.getvalue()


class Images:
    """Image files and their labels: samples are (uint8[channels, height, width], label). A source for `Loader`.

    With `size` (height, width) all are scaled to it, so that they stack. `classes` are the names of the labels.
    """

    def __init__(
        self,
        paths: Sequence[PathLike],
        labels: Sequence[Any] | Array,
        *,
        size: tuple[int, int] | None = None,
        mode: str = "RGB",
        classes: Sequence[str] = (),
    ) -> None:
        if len(paths) != len(labels):
            raise ValueError(f"{len(paths)} images and {len(labels)} labels do not belong together")
        self.paths, self.labels = [os.fspath(p) for p in paths], np.asarray(labels)
        self.size, self.mode, self.classes = size, mode, tuple(classes)

    def __len__(self) -> int:
        return len(self.paths)

    def __getitem__(self, i: int) -> tuple[Array, Any]:
        return decode_image(self.paths[i], self.size, self.mode), self.labels[i]


def image_folder(folder: PathLike, *, size: tuple[int, int] | None = None, mode: str = "RGB") -> Images:
    """The images in a folder's folders, each of which is a class: labels are numbers in the order of their names.

    ValueError: there are none.
    """
    root = Path(folder)
    classes = sorted(entry.name for entry in root.iterdir() if entry.is_dir())
    found = [
        (path, label)
        for label, name in enumerate(classes)
        for path in sorted((root / name).rglob("*"))
        if path.suffix.lower() in ENDINGS
    ]
    if not found:
        raise ValueError(f"{root} has no folders with images in them ({', '.join(sorted(ENDINGS))})")
    return Images([p for p, _ in found], [label for _, label in found], size=size, mode=mode, classes=classes)


def image_list(
    path: PathLike, folder: PathLike | None = None, *, size: tuple[int, int] | None = None, mode: str = "RGB"
) -> Images:
    """The images of a list, MXNet's ".lst": lines "number<TAB>label(s)<TAB>path", paths relative to `folder`.

    `folder` is by default that of the list. FormatError, with the line: it is not such a line.
    """
    path = Path(path)
    root = path.parent if folder is None else Path(folder)
    paths: list[Path] = []
    labels: list[Any] = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        fields = line.split("\t")
        try:
            numbers = [float(f) for f in fields[1:-1]]
        except ValueError:
            numbers = []
        if not numbers or (labels and np.size(labels[-1]) != len(numbers)):
            raise FormatError(
                f"{path}, line {number}: not a number, labels and a path, with tabs between: {line[:60]!r}"
            )
        paths.append(root / fields[-1])
        labels.append(numbers[0] if len(numbers) == 1 else numbers)
    array = np.asarray(labels)
    return Images(
        paths, array.astype(np.int64) if (array == array.astype(np.int64)).all() else array, size=size, mode=mode
    )


class ImageRecords:
    """Images in a RecordIO file: samples are (uint8[channels, height, width], label). A source for `Loader`."""

    def __init__(
        self, path: PathLike, index: PathLike | None = None, *, size: tuple[int, int] | None = None, mode: str = "RGB"
    ) -> None:
        self.records, self.size, self.mode = Records(path, index), size, mode

    def __len__(self) -> int:
        return len(self.records)

    def __getitem__(self, i: int) -> tuple[Array, Any]:
        header, payload = unpack(self.records[i])
        try:
            return decode_image(payload, self.size, self.mode), header.label
        except FormatError as error:
            raise FormatError(f"{self.records.file.path}, record {i}: {error}") from error

    @staticmethod
    def record(pixels: Any, label: Any, number: int = 0, format: str = "png") -> bytes:
        """The record of an image, for `RecordWriter.write`."""
        return pack(Header(label, number), encode_image(pixels, format))
