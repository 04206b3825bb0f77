"""`dusk convert`: a model goes from each form to each other, and computes the same; what cannot be is told."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from dusk import symbol as sym
from dusk.cli.command import main
from dusk.formats import convert
from dusk.formats.convert import Model
from dusk.kernel import native
from dusk.symbol import SymbolModule, Variable

X = np.random.default_rng(0).standard_normal((2, 1, 12, 12)).astype("f4")


def net() -> Any:
    x = sym.Convolution(Variable("data"), kernel=(3, 3), num_filter=4, name="conv1")
    x = sym.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type="max", pooling_convention="full", name="pool1")
    x = sym.Activation(sym.FullyConnected(x, num_hidden=8, name="ip1"), act_type="relu", name="relu1")
    x = sym.FullyConnected(sym.Dropout(x, name="drop"), num_hidden=3, name="ip2")
    return sym.SoftmaxOutput(x, name="softmax")


@pytest.fixture
def model() -> Model:
    module = SymbolModule(net()).eval()
    module(X)
    return Model("net", net(), arrays={**module.weights, **module.states}, inputs={"data": X.shape})


FORMS = {
    "net.sym": "net.sym.safetensors",
    "net-symbol.json": "net-0000.params",
    "net.prototxt": "net.caffemodel",
    "net.onnx": None,
    "net.dusk": None,
}


@pytest.mark.parametrize("form", FORMS)
def test_a_model_computes_the_same_in_each_form(form: str, model: Model, tmp_path: Path) -> None:
    expected = np.asarray(model.module()(X))
    written = convert.write(model, tmp_path / form)
    assert all(path.exists() for path in written)
    weights = FORMS[form]
    shapes = {"data": X.shape} if weights is not None else None
    again = convert.read(tmp_path / form, None if weights is None else tmp_path / weights, shapes)
    assert_allclose(again.module()(X), expected, atol=1e-6)
    if form in ("net.sym", "net-symbol.json"):
        assert again.symbol is not None and model.symbol is not None and again.symbol.digest == model.symbol.digest
    for other, others in FORMS.items():  # and on from there
        if again.symbol is None and other not in ("net.onnx", "net.dusk"):
            continue
        (tmp_path / "to").mkdir(exist_ok=True)
        convert.write(again, tmp_path / "to" / other)
        beside = None if others is None else tmp_path / "to" / others
        third = convert.read(tmp_path / "to" / other, beside, {"data": X.shape} if others else None)
        assert_allclose(third.module()(X), expected, atol=1e-6)
        if again.symbol is not None and third.symbol is not None and form == other:
            assert third.symbol.digest == again.symbol.digest


def test_the_command_says_what_it_wrote(model: Model, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    convert.write(model, tmp_path / "net-symbol.json")
    words = ["convert", f"{tmp_path}/net-symbol.json", f"{tmp_path}/net.py", "--weights", f"{tmp_path}/net-0000.params"]
    assert main([*words, "--shape", "data=2,1,12,12", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["ok"] and [Path(p).name for p in found["written"]] == ["net.py", "net.npz"]
    script = "import numpy, net; x = numpy.load('x.npy'); f = [v for k, v in vars(net).items() if k == 'function'][0]; "
    np.save(tmp_path / "x.npy", X)
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, '.'); {script} print(repr(f(x).tolist()))"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert_allclose(json.loads(done.stdout), model.module()(X), atol=1e-6)


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["none.json", "b.onnx"], 1, "none.json"),
        (["damaged.json", "b.onnx"], 1, "damaged.json"),
        (["net.sym", "b.onnx"], 1, "the shapes of data are not known: give them, as in --shape"),
        (["net.sym", "b.onnx", "--shape", "other=1,2"], 1, "no input named other"),
        (["net.sym", "b.onnx", "--shape", "data"], 2, "write NAME=N,N,..."),
        (["net.sym", "b.onnx", "--shape", "data=0,3"], 2, "write NAME=N,N,..."),
        (["arrays.safetensors", "b.onnx"], 1, "holds arrays, and no model"),
        (["text.txt", "b.onnx"], 1, "begins with"),
        (["net.dusk", "b.prototxt"], 1, "Caffe has no layers for"),
    ],
)
def test_what_cannot_be_converted_is_told(
    words: list[str], status: int, told: str, model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    for name in ("net.sym", "net.dusk"):
        convert.write(model, name)
    Path("net.sym.safetensors").rename("arrays.safetensors")
    Path("damaged.json").write_text('{"nodes": [')
    Path("text.txt").write_text("nothing")
    try:
        found = main(["convert", *words])
    except SystemExit as error:
        found = error.code
    assert found == status
    assert told in capsys.readouterr().err
    assert not Path("b.onnx").exists() and not Path("b.prototxt").exists()


@pytest.mark.parametrize("form", ["net.prototxt", "net-symbol.json", "net.onnx", "net.dusk"])
def test_models_of_all_forms_are_explained(
    form: str, model: Model, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    convert.write(model, tmp_path / form)
    shape = ["--shape", "data=2,1,12,12"] if form == "net-symbol.json" else []
    assert main(["explain", f"{tmp_path}/{form}", *shape]) == 0
    assert "contract" in capsys.readouterr().out
    if shape:
        assert main(["explain", f"{tmp_path}/{form}"]) == 2
        assert "the shapes of data are not known" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.skipif(not native.available(), reason="no native code here")
@pytest.mark.parametrize("name", ["libnet.so", "net.so"])
def test_a_model_becomes_a_library_of_c(
    name: str, model: Model, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    convert.write(model, tmp_path / "net.sym")
    weights = ["--weights", f"{tmp_path}/net.sym.safetensors", "--shape", "data=2,1,12,12"]
    assert main(["convert", f"{tmp_path}/net.sym", f"{tmp_path}/{name}", *weights]) == 0
    assert [Path(line.split(":")[0]).name for line in capsys.readouterr().out.splitlines()] == ["libnet.so", "net.h"]
