"""cxxnet's runs that go on from a model whose gradients wait for an update."""

from pathlib import Path

import numpy as np

from dusk.formats.cxxnet import run_task


def test_gradients_that_wait_for_an_update_go_on_with_the_run(tmp_path: Path) -> None:
    rows = np.random.default_rng(0).standard_normal((12, 3))
    np.savetxt(tmp_path / "t.csv", np.c_[np.arange(12) % 2, rows], delimiter=",")
    (tmp_path / "t.conf").write_text(
        "data = t\niter = csv\nfilename = t.csv\niter = end\nnetconfig = start\nlayer[+1] = fullc:f\nnhidden = 2\n"
        "layer[+0] = softmax\nnetconfig = end\ninput_shape = 1,1,3\nbatch_size = 4\nupdate_period = 2\nsilent = 1"
    )
    words = {"num_round": "3", "model_dir": str(tmp_path / "whole")}
    whole = run_task(tmp_path / "t.conf", words).files[-1]
    words["model_dir"] = str(tmp_path / "parts")
    run_task(tmp_path / "t.conf", {**words, "num_round": "1"})  # of three batches: the last one waits
    part = run_task(tmp_path / "t.conf", {**words, "continue": "1"}).files[-1]
    assert part.name == whole.name == "0003.model" and part.read_bytes() == whole.read_bytes()
