"""cxxnet's runs that go on from a model whose gradients wait for an update."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dusk.errors import FormatError
from dusk.formats.cxxnet import run_task
from dusk.train import checkpoint


def conf(folder: Path) -> Path:
    rows = np.random.default_rng(0).standard_normal((12, 3))
    np.savetxt(folder / "t.csv", np.c_[np.arange(12) % 2, rows], delimiter=",")
    (folder / "t.conf").write_text(
        "data = t\niter = csv\nfilename = t.csv\niter = end\nnetconfig = start\nlayer[+1] = fullc:f\nnhidden = 2\n"
        "layer[+0] = softmax\nnetconfig = end\ninput_shape = 1,1,3\nbatch_size = 4\nupdate_period = 2\nsilent = 1"
    )
    return folder / "t.conf"


def test_gradients_that_wait_for_an_update_go_on_with_the_run(tmp_path: Path) -> None:
    words = {"num_round": "3", "model_dir": str(tmp_path / "whole")}
    whole = run_task(conf(tmp_path), words).files[-1]
    words["model_dir"] = str(tmp_path / "parts")
    run_task(tmp_path / "t.conf", {**words, "num_round": "1"})  # of three batches: the last one waits
    part = run_task(tmp_path / "t.conf", {**words, "continue": "1"}).files[-1]
    assert part.name == whole.name == "0003.model" and part.read_bytes() == whole.read_bytes()


def test_gradients_that_waited_for_more_than_are_needed_are_an_update(tmp_path: Path) -> None:
    words = {"model_dir": str(tmp_path / "models")}
    before = run_task(conf(tmp_path), {**words, "num_round": "1", "update_period": "4"}).files[-1]
    after = run_task(tmp_path / "t.conf", {**words, "num_round": "2", "update_period": "2", "continue": "1"}).files[-1]
    first, then = (checkpoint.load(path) for path in (before, after))
    assert (first["gathered"], first["updates"], then["updates"]) == (3, 0, 2) and "gathered" not in then


DAMAGE: dict[str, dict[str, Any]] = {
    "no gradients": {"gradients": {}},
    "gradients of another shape": {"gradients": {"f_weight": np.zeros(5), "f_bias": np.zeros(2)}},
    "no number of updates": {"updates": "many"},
    "no memory": {"memory": 3},
}


@pytest.mark.parametrize("what", DAMAGE)
def test_what_training_goes_on_from_is_whole_or_refused(what: str, tmp_path: Path) -> None:
    words = {"model_dir": str(tmp_path / "models")}
    model = run_task(conf(tmp_path), {**words, "num_round": "1"}).files[-1]
    checkpoint.save(model, {**checkpoint.load(model), **DAMAGE[what]})
    with pytest.raises(FormatError, match=r"0001\.model is damaged"):
        run_task(tmp_path / "t.conf", {**words, "continue": "1"})
