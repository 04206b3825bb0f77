"""MNIST's files, tables, images and text: what they hold, and where they are damaged."""

import gzip
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from dusk import data
from dusk.errors import FormatError

IN_ONE_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
TYPES = st.sampled_from(["uint8", "int8", "int16", "int32", "float32", "float64"])


@IN_ONE_FOLDER
@given(TYPES.flatmap(lambda t: npst.arrays(t, npst.array_shapes(min_dims=0, min_side=0, max_side=5))), st.booleans())
def test_an_array_comes_back_from_an_idx_file(tmp_path: Path, array: Any, packed: bool) -> None:
    path = tmp_path / ("x.idx.gz" if packed else "x.idx")
    data.write_idx(path, array)
    found = data.read_idx(path)
    assert found.dtype == array.dtype and found.flags.writeable
    np.testing.assert_array_equal(found, array)


def test_mnist_is_found_by_its_usual_names(tmp_path: Path) -> None:
    images, labels = np.arange(24, dtype=np.uint8).reshape(2, 3, 4), np.array([7, 1], np.uint8)
    data.write_idx(tmp_path / "train-images-idx3-ubyte.gz", images)
    data.write_idx(tmp_path / "train-labels.idx1-ubyte", labels)
    x, y = data.mnist(tmp_path)
    assert (x == images).all() and (y == labels).all()
    assert (tmp_path / "train-labels.idx1-ubyte").read_bytes() == b"\0\0\x08\x01\0\0\0\x02\x07\x01"
    with pytest.raises(FileNotFoundError, match=r"t10k-images-idx3-ubyte, t10k-images-idx3-ubyte\.gz"):
        data.mnist(tmp_path, "test")
    data.write_idx(tmp_path / "train-labels.idx1-ubyte", labels[:1])
    with pytest.raises(FormatError, match="not of one data set"):
        data.mnist(tmp_path)


def idx(shape: tuple[int, ...], body: bytes, kind: int = 8) -> bytes:
    return bytes([0, 0, kind, len(shape)]) + struct.pack(f">{len(shape)}I", *shape) + body


DAMAGED = {
    "begins with 0, 0, a type and a number of axes, not b'PNG!'": b"PNG!",
    "begins with": b"",
    "ends within the lengths of its 3 axes, at byte 8": b"\0\0\x08\x03\0\0\0\x01",
    "takes 6 bytes from byte 12, not 5": idx((2, 3), b"12345"),
    "takes 6 bytes from byte 12, not more": idx((2, 3), b"1234567"),
    "takes 79228162458924105385300197375 bytes from byte 16, not 3": idx((2**32 - 1,) * 3, b"123"),
    "x.idx: .*at byte 4": idx((0,) + (2**32 - 1,) * 3, b""),
    "Not a gzipped file|Compressed file ended|Error": gzip.compress(idx((2, 3), b"123456"))[:-9],
    "CRC": gzip.compress(idx((2, 3), b"123456"))[:-8] + b"12345678",
}


@pytest.mark.parametrize("message", DAMAGED)
def test_a_damaged_idx_file_is_told(message: str, tmp_path: Path) -> None:
    path = tmp_path / "x.idx"
    path.write_bytes(DAMAGED[message])
    with pytest.raises(FormatError, match=message):
        data.read_idx(path)
    if DAMAGED[message][:2] != b"\x1f\x8b":
        path.write_bytes(gzip.compress(DAMAGED[message]))
        with pytest.raises(FormatError, match=message):
            data.read_idx(path)


@IN_ONE_FOLDER
@given(st.binary(max_size=40), st.sampled_from([b"", b"\0\0\x08", b"\0\0\x0d\x02", b"\x1f\x8b", b"\x1f\x8b\x08\0"]))
def test_no_bytes_do_worse_than_an_error(tmp_path: Path, body: bytes, head: bytes) -> None:
    (tmp_path / "x").write_bytes(head + body)
    try:
        data.read_idx(tmp_path / "x")
    except FormatError as error:
        told = str(error)
    else:
        told = "at byte 0, all is well"
    assert "byte" in told


TABLE = 'sex,size,"kind, or so",year\nf,1.5,cat,2001\nm,,dog,2002\nf,2.5,"a ""cat""",2003\n'


def test_a_table_has_numbers_and_categories(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("\ufeff" + TABLE, encoding="utf-8")
    table = data.read_csv(tmp_path / "t.csv")
    assert list(table.columns) == ["sex", "size", "kind, or so", "year"] and len(table) == 3
    assert table.categories == {"sex": ("f", "m"), "kind, or so": ('a "cat"', "cat", "dog")}
    assert table["sex"].tolist() == [0, 1, 0] and table["kind, or so"].tolist() == [1, 2, 0]
    np.testing.assert_array_equal(table["size"], [1.5, np.nan, 2.5])
    x, y = table.arrays("year")
    assert x.shape == (3, 3) and x.dtype == np.float32 and y.tolist() == [2001, 2002, 2003] and y.dtype == np.int64
    assert table.arrays("size")[1].dtype == np.float32
    assert table.arrays().shape == (3, 4)
    with pytest.raises(KeyError, match="no column 'age'; it has sex, size"):
        table.arrays("age")


def test_a_table_without_names_is_read_with_other_signs(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("1;2\n3;4\n\n")
    assert data.read_csv(tmp_path / "t.txt", header=False, delimiter=";").arrays().tolist() == [[1, 2], [3, 4]]
    assert list(data.read_csv(tmp_path / "t.txt", header=["a", "b"], delimiter=";").columns) == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n1,2\n3\n", r"t\.csv, line 3: 1 fields where there are 2 columns"),
        ('a,b\n"1\n",2\n3\n', r"line 4: 1 fields"),
        ("a,b\n1,2\n3,four\n", "line 3: 'four' is no number, and column 'b' is one of numbers"),
        ("a,a\n1,2\n", "columns have one name each"),
        ("", "line 1: the file has no rows"),
        ("a\n\xff\n", "line 2: .*decode|line 1: .*decode"),
    ],
)
def test_a_damaged_table_is_told_with_the_line(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes(text.encode("latin1"))
    with pytest.raises(FormatError, match=message):
        data.read_csv(tmp_path / "t.csv")


def pictures(folder: Path) -> list[np.ndarray[Any, Any]]:
    images = [np.full((3, 4, 6), 40 * i, np.uint8) for i in range(4)]
    for i, image in enumerate(images):
        path = folder / ("cat" if i % 2 else "dog") / f"{i}.png"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data.encode_image(image))
    return images


def test_folders_of_images_are_classes(tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    images = pictures(tmp_path)
    (tmp_path / "dog" / "notes.txt").write_text("no image")
    found = data.image_folder(tmp_path)
    assert found.classes == ("cat", "dog") and found.labels.tolist() == [0, 0, 1, 1]
    x, y = next(iter(data.Loader(found, 4, workers=2)))
    np.testing.assert_array_equal(x, [images[1], images[3], images[0], images[2]])
    assert y.tolist() == [0, 0, 1, 1]
    gray, _ = data.image_folder(tmp_path, size=(2, 3), mode="L")[1]
    assert gray.shape == (1, 2, 3) and (gray == 120).all()
    (tmp_path / "dog" / "0.png").write_bytes((tmp_path / "dog" / "0.png").read_bytes()[:44])
    with pytest.raises(FormatError, match=r"0\.png"):
        found[2]
    with pytest.raises(ValueError, match="no folders with images"):
        data.image_folder(tmp_path / "cat")


def test_lists_of_images_have_labels(tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    images = pictures(tmp_path)
    (tmp_path / "a.lst").write_text("0\t1\tcat/1.png\n1\t0.0\tdog/2.png\n")
    found = data.image_list(tmp_path / "a.lst")
    np.testing.assert_array_equal(found[1][0], images[2])
    assert found.labels.tolist() == [1, 0] and found.labels.dtype == np.int64
    (tmp_path / "a.lst").write_text("0\t1\t2\tcat/1.png\n1\t0.5\t3\tdog/2.png\n")
    assert data.image_list(tmp_path / "a.lst").labels.tolist() == [[1, 2], [0.5, 3]]
    (tmp_path / "a.lst").write_text("0\t1\tcat/1.png\nnothing\n")
    with pytest.raises(FormatError, match=r"a\.lst, line 2"):
        data.image_list(tmp_path / "a.lst")


def test_a_vocabulary_numbers_tokens_by_frequency() -> None:
    letters = data.Vocabulary("abracadabra")
    assert letters.tokens == ("a", "b", "r", "c", "d")
    assert "".join(letters.decode(letters.encode("cadabra"))) == "cadabra"
    with pytest.raises(ValueError, match="'x' is not in the vocabulary"):
        letters.encode("x")
    few = data.Vocabulary(data.words("to be or not to be, that is"), size=3)
    assert few.tokens == ("<unk>", "be", "to") and few.encode(["to", "sleep"]).tolist() == [2, 0]


@given(st.integers(2, 60), st.integers(1, 12), st.none() | st.integers(1, 15))
def test_windows_move_on_by_one(n: int, length: int, step: int | None) -> None:
    tokens = np.arange(n) * 3
    if n <= length:
        with pytest.raises(ValueError, match="longer row"):
            data.Windows(tokens, length, step)
        return
    windows = data.Windows(tokens, length, step)
    x, y = windows.gather(np.arange(len(windows)))
    assert (y == x + 3).all() and x.shape == (len(windows), length)
    assert x[:, 0].tolist() == [3 * i for i in range(0, n - length, step or length)]
    for i in range(len(windows)):
        assert (windows[i][0] == x[i]).all() and (windows[i][1] == y[i]).all()
    with pytest.raises(IndexError):
        windows[len(windows)]


def test_augmentations_move_and_mirror_images() -> None:
    rng = np.random.default_rng(0)
    images = rng.integers(1, 256, (50, 3, 6, 5), np.uint8)
    framed = np.pad(images, ((0, 0), (0, 0), (2, 2), (2, 2)))
    moved = data.crop(2)(images, rng)
    places = set()
    for image, frame in zip(moved, framed):
        found = [(i, j) for i in range(5) for j in range(5) if (frame[:, i : i + 6, j : j + 5] == image).all()]
        assert len(found) == 1
        places |= set(found)
    assert len(places) > 15
    mirrored = data.flip()(images, rng)
    chosen = np.array([(a == b[..., ::-1]).all() for a, b in zip(mirrored, images)])
    assert 10 < chosen.sum() < 40 and (mirrored[~chosen] == images[~chosen]).all()
    means, stds = [1.0, 2.0, 3.0], [1.0, 10.0, 100.0]
    whitened = data.normalise(means, stds)(images)
    assert whitened.dtype == np.float32
    np.testing.assert_allclose(whitened[:, 1], (images[:, 1] - np.float32(2)) / 10, rtol=1e-6)
    with pytest.raises(ValueError, match=r"\[batch, channels, height, width\], not of shape \(6, 5\)"):
        data.flip()(images[0, 0], rng)
    batch, y = next(iter(data.batches(images, np.arange(50), size=8, augment=[data.crop(2), data.flip()])))
    assert batch.shape == (8, 3, 6, 5) and batch.dtype == np.uint8 and y.tolist() == list(range(8))
