"""`dusk train`: solvers of Caffe's and settings of cxxnet's from the command line."""

import json
from pathlib import Path

import numpy as np
import pytest

from dusk.cli.command import main

NET = """
name: "points"
layer { name: "points" type: "Data" top: "data" top: "label" data_param { source: "points_lmdb" batch_size: 20 } }
layer { name: "ip" type: "InnerProduct" bottom: "data" top: "ip"
        inner_product_param { num_output: 3 weight_filler { type: "xavier" } } }
layer { name: "accuracy" type: "Accuracy" bottom: "ip" bottom: "label" top: "accuracy" include { phase: TEST } }
layer { name: "loss" type: "SoftmaxWithLoss" bottom: "ip" bottom: "label" top: "loss" }
"""
SOLVER = """
net: "net.prototxt"
test_iter: 5  test_interval: 50
base_lr: 0.1  momentum: 0.9  lr_policy: "step"  gamma: 0.5  stepsize: 40
display: 20  max_iter: 100  random_seed: 3  snapshot_prefix: "points"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    label = rng.integers(0, 3, 100)
    data = 3 * np.eye(3, 4)[label] + rng.standard_normal((100, 4)) / 2
    np.savez(tmp_path / "points.npz", data=data.astype("f4")[:, :, None, None], label=label)
    (tmp_path / "net.prototxt").write_text(NET)
    (tmp_path / "solver.prototxt").write_text(SOLVER)
    return tmp_path


def test_a_solver_trains_its_net(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["train", f"{folder}/solver.prototxt", "--data", f"{folder}/points.npz"]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["ok"] and found["iteration"] == 100
    assert found["tests"][-1]["outputs"]["accuracy"] > 0.95
    assert [round(row["rate"], 6) for row in found["history"]][:3] == [0.1, 0.1, 0.05]
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("iteration 20: loss = ") for line in lines) and lines[-1].startswith("train: done in")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["none.prototxt"], "none.prototxt"),
        (["solver.prototxt"], "needs arrays of data, label"),
        (["solver.prototxt", "--data", "solver.prototxt"], "no .npz file"),
        (["solver.prototxt", "a=b", "--data", "points.npz"], "settings by words are for cxxnet"),
        (["net.conf", "task=fly"], "task is "),
        (["net.conf", "task"], "write NAME=VALUE"),
    ],
)
def test_what_does_not_fit_is_told(
    words: list[str], told: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    layers = "netconfig=start\nlayer[0->1] = fullc\n nhidden = 2\nnetconfig=end\n"
    Path("net.conf").write_text(layers + "input_shape=1,1,4\n")
    assert main(["train", *words]) == 1
    assert told in capsys.readouterr().err
