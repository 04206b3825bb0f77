"""Checkpoints: what is saved comes back, whole or not at all, whatever happens to the file or the process."""

import contextlib
import errno
import json
import os
import random
import struct
import sys
from pathlib import Path

import ml_dtypes
import numpy
import pytest
from safetensors.numpy import load_file, save_file

import dusk.numpy as np
from dusk import random as keys
from dusk import train
from dusk.errors import FormatError
from subprocess_script import run_script

STATE = {
    "model": {"layers.0.weight": np.arange(6.0).reshape(2, 3), "key": keys.key(7), "empty": np.zeros((0, 3), "f4")},
    "optimiser": {"step": 12, "rate": 1e-3, "half": np.ones(3).astype(ml_dtypes.bfloat16), "none": {}},
    "data": {"epoch": 3, "state": {"state": 2**127 + 1, "has": True}, "order": np.arange(5)},
    "callbacks": [{"best": float("inf"), "a/b~1": np.ones(2)}, (1, None, np.zeros(()))],
    "": {"~": {"/": np.ones(1)}},
}


def same(a: object, b: object) -> bool:
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, (list, tuple)):
        return isinstance(b, list) and len(a) == len(b) and all(map(same, a, b))
    if hasattr(a, "dtype"):
        x, y = numpy.asarray(a), numpy.asarray(b)
        return x.dtype == y.dtype and x.shape == y.shape and x.tobytes() == y.tobytes()
    return type(a) is type(b) and a == b


def test_a_tree_comes_back_bit_by_bit(tmp_path: Path) -> None:
    path = tmp_path / "state.safetensors"
    train.save(path, STATE)
    found = train.load(path)
    assert same(STATE, found)
    assert isinstance(found["model"]["key"], np.ndarray)
    assert [p.name for p in tmp_path.iterdir()] == ["state.safetensors"]


@pytest.mark.parametrize(
    "dtype", ["bool", "i1", "u8", "f2", "f4", "f8", "c8", "c16", ">f8", "bfloat16", "float8_e4m3fn", "int4"]
)
@pytest.mark.parametrize("shape", [(), (0, 2), (3, 2)])
def test_every_dtype_and_shape(dtype: str, shape: tuple[int, ...], tmp_path: Path) -> None:
    dtype = getattr(ml_dtypes, dtype, dtype)
    x = numpy.arange(int(numpy.prod(shape))).reshape(shape).astype(dtype)
    train.save(tmp_path / "x", {"x": x, "turned": x.T})
    found = train.load(tmp_path / "x")
    assert found["x"].dtype == x.dtype.newbyteorder("=")
    assert numpy.array_equal(found["x"].numpy(), x) and numpy.array_equal(found["turned"].numpy(), x.T)
    assert found["x"].shape == shape


def test_the_file_is_the_formats_own(tmp_path: Path) -> None:
    train.save(tmp_path / "x", {"a": {"w": np.ones((2, 3), "f4")}, "b": np.arange(3), "n": 1})
    found = load_file(tmp_path / "x")
    assert numpy.array_equal(found["a/w"], numpy.ones((2, 3), "f4")) and numpy.array_equal(found["b"], numpy.arange(3))
    save_file({"a.b/c": numpy.ones(2)}, tmp_path / "y")
    assert list(train.load(tmp_path / "y")) == ["a.b/c"]


@pytest.mark.parametrize(
    ("state", "kind", "said"),
    [
        ({"a": {1: 2}}, ValueError, "a has the key 1"),
        ({"a": {"b": object()}}, TypeError, "a/b is of object"),
        ({"a": numpy.array(["x"])}, TypeError, "a is an array of <U1"),
    ],
)
def test_what_cannot_be_saved_is_named(state: dict, kind: type, said: str, tmp_path: Path) -> None:
    with pytest.raises(kind, match=said):
        train.save(tmp_path / "x", state)
    assert list(tmp_path.iterdir()) == []


def test_damage_is_noticed_wherever_it_is(tmp_path: Path) -> None:
    path = tmp_path / "x"
    train.save(path, STATE)
    good = path.read_bytes()
    rng = random.Random(3)
    cases = [good[:n] for n in (0, 7, 8, 100, len(good) // 2, len(good) - 1)] + [good + b"x", b"\xff" * 99]
    for _ in range(150):
        at = rng.randrange(len(good))
        cases.append(good[:at] + bytes([good[at] ^ 1 << rng.randrange(8)]) + good[at + 1 :])
    for data in cases:
        path.write_bytes(data)
        with contextlib.suppress(FormatError):
            assert same(STATE, train.load(path))  # a bit of the padding, say


def test_hostile_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x"

    def write(header: object) -> None:
        text = header if isinstance(header, bytes) else json.dumps(header).encode()
        path.write_bytes(struct.pack("<Q", len(text)) + text)

    whole = {"dtype": "F64", "shape": [1 << 40], "data_offsets": [0, 1 << 43]}
    dusk = {"dusk": "1", "plain": "{}", "bytes": "{}"}
    for header in (
        {"a": whole},
        {"a": {**whole, "shape": [-1]}},
        {"__metadata__": dusk},
        {"__metadata__": {**dusk, "crc32": "x"}},
        {"__metadata__": {**dusk, "dusk": "99"}},
        {"__metadata__": {**dusk, "plain": "[" * 100_000, "crc32": "0"}},
        b'{"a":' * 10_000,
    ):
        write(header)
        with pytest.raises(FormatError):
            train.load(path)
    with pytest.raises(FileNotFoundError):
        train.load(tmp_path / "nothing")


@pytest.mark.skipif(sys.platform == "win32", reason="limits of a process")
def test_a_full_disk_leaves_the_old_checkpoint(tmp_path: Path) -> None:
    run_script(
        f"""
        import resource, signal
        import numpy as np
        from dusk import train
        path = {str(tmp_path / "x")!r}
        train.save(path, {{"w": np.zeros(10)}})
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        try:
            train.save(path, {{"w": np.ones(100_000)}})
        except OSError as error:
            assert "not saved: File too large; the file that was there before is untouched" in str(error), error
        else:
            raise AssertionError
        assert train.load(path)["w"].sum() == 0
        """
    )
    assert [p.name for p in tmp_path.iterdir()] == ["x"]


def test_a_failing_write_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    train.save(tmp_path / "x", {"a": 1})
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match=r"No space left on device; the file that was there before.*x'") as caught:
        train.save(tmp_path / "x", {"a": 2})
    assert caught.value.errno == errno.ENOSPC
    assert train.load(tmp_path / "x") == {"a": 1} and len(list(tmp_path.iterdir())) == 1


def test_a_folder_keeps_the_newest_and_passes_over_the_damaged(tmp_path: Path) -> None:
    with train.Checkpoints(tmp_path / "a" / "b", keep=2) as checkpoints:
        assert checkpoints.newest() is None
        for step in range(1, 5):
            checkpoints.save(step, {"step": step})
        assert checkpoints.steps == [3, 4]
        checkpoints.path(4).write_bytes(b"damaged")
        with pytest.warns(UserWarning, match="step-000000004.*an older checkpoint is looked for"):
            assert checkpoints.newest() == (3, {"step": 3})
        checkpoints.path(3).write_bytes(b"")
        with pytest.warns(UserWarning, match="older"), pytest.raises(FormatError, match="no checkpoint in"):
            checkpoints.newest()


def test_a_folder_is_one_runs(tmp_path: Path) -> None:
    (tmp_path / ".step-000000001.safetensors.99.abcd.unfinished").write_bytes(b"left by a killed process")
    with train.Checkpoints(tmp_path), pytest.raises(RuntimeError, match="in use by another run"):
        train.Checkpoints(tmp_path)
    with train.Checkpoints(tmp_path) as again:
        again.save(1, {"a": 1})
    assert sorted(p.name for p in tmp_path.iterdir()) == [".lock", "step-000000001.safetensors"]
