"""`dusk train` of a solver of Caffe's: what it reads, prints and leaves, and how it fails."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from caffe_nets import FOLDER
from dusk.cli import train
from dusk.data import write_idx


@pytest.fixture
def solver(tmp_path: Path) -> Path:
    shutil.copy(FOLDER / "lenet.prototxt", tmp_path)
    text = (FOLDER / "lenet_solver.prototxt").read_text()
    for old, new in (("max_iter: 40", "max_iter: 3"), ("display: 10", "display: 1"), ("snapshot: 20", "snapshot: 2"),
                     ("test_interval: 20", "test_interval: 3"), ("test_iter: 4", "test_iter: 1")):  # fmt: skip
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "solver.prototxt").write_text(text)
    return tmp_path / "solver.prototxt"


def digits(n: int = 120) -> tuple[np.ndarray, np.ndarray]:
    source = np.random.default_rng(0)
    return source.integers(0, 256, (n, 28, 28)).astype(np.uint8), source.integers(0, 10, n).astype(np.uint8)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "mnist"
    folder.mkdir()
    images, labels = digits()
    for split in ("train", "t10k"):
        write_idx(folder / f"{split}-images-idx3-ubyte", images)
        write_idx(folder / f"{split}-labels-idx1-ubyte", labels)
    return folder


def test_a_net_is_trained_on_a_folder_of_mnist(solver: Path, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train.main([str(solver), "--data", str(data)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines if "loss = " in line and "lr" in line] == [
        f"iteration {i}" for i in range(3)
    ]
    assert sum("test 0" in line for line in lines) == 2
    kept = sorted(path.name for path in solver.parent.glob("lenet_iter*"))
    assert kept == [f"lenet_iter_{n}.{end}" for n in (2, 3) for end in ("caffemodel", "solverstate")]


def test_arrays_of_one_file_a_snapshot_and_json(
    solver: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    images, labels = digits()
    np.savez(tmp_path / "all.npz", data=images[:, None], label=labels)
    assert train.main([str(solver), "--data", str(tmp_path / "all.npz"), "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert whole["iteration"] == 3 and [row["iteration"] for row in whole["tests"]] == [0, 3]
    assert [Path(path).name for path in whole["snapshots"]] == ["lenet_iter_2.solverstate", "lenet_iter_3.solverstate"]
    resumed = [str(solver), "--data", str(tmp_path / "all.npz"), "--json", "--resume", whole["snapshots"][0]]
    assert train.main(resumed) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["history"] == whole["history"][2:] and again["tests"] == whole["tests"][1:]
    weights = [str(solver), "--data", str(tmp_path / "all.npz"), "--weights", str(tmp_path / "lenet_iter_2.caffemodel")]
    assert train.main(weights) == 0


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["missing.prototxt"], "No such file"),
        (["SOLVER"], "needs arrays of data, label"),
        (["SOLVER", "--data", "EMPTY"], "has no train.npz, and no files of MNIST"),
        (["SOLVER", "--data", "SOLVER"], "is no .npz file of arrays"),
        (["SOLVER", "--data", "DATA", "--resume", "SOLVER"], "solver.prototxt: "),
        (["SOLVER", "--data", "DATA", "--weights", "nothing"], "No such file"),
    ],
)
def test_what_cannot_be_read_is_told(
    words: list[str], expected: str, solver: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    places = {"SOLVER": solver, "DATA": data, "EMPTY": tmp_path / "empty"}
    assert train.main([str(places.get(word, word)) for word in words]) == 1
    said = capsys.readouterr().err
    assert said.startswith("dusk train: ") and expected in said and "Traceback" not in said


def test_pickles_are_not_read(solver: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    np.savez(tmp_path / "bad.npz", data=np.array([{}], object), label=np.zeros(1))
    assert train.main([str(solver), "--data", str(tmp_path / "bad.npz")]) == 1
    assert "is no .npz file of arrays" in capsys.readouterr().err
