"""Models of the zoo as ONNX files: what onnxruntime makes of them, and what comes back."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dusk
from dusk.config import config
from dusk.formats import onnx
from dusk.tree import flatten
from onnx_zoo import LARGE, ZOO

VERSIONS = [13, 17, 23]
NAMES = [pytest.param(name, marks=pytest.mark.once) if name in LARGE else name for name in ZOO]


@pytest.fixture(autouse=True)
def _at_once() -> Iterator[None]:
    """What is compared is what files say, not what compiles it."""
    with config.using(tier="interpreter"):
        yield


def plain(results: Any) -> list[np.ndarray]:
    return [np.asarray(x) for x in flatten(results)[0]]


def made(name: str) -> tuple[Any, tuple[Any, ...], list[np.ndarray]]:
    dusk.nn.seed(0)
    model, inputs = ZOO[name]()
    model.eval()
    return model, inputs, plain(model(*inputs))


def close(met: list[np.ndarray], wanted: list[np.ndarray], tolerance: float) -> None:
    assert len(met) == len(wanted)
    for x, y in zip(met, wanted, strict=True):
        assert x.shape == y.shape and x.dtype == y.dtype
        assert np.abs(x - y).max() <= tolerance * max(1.0, np.abs(y).max())


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", NAMES)
def test_a_model_comes_back_with_its_results_its_parameters_and_its_graph(
    name: str, version: int, tmp_path: Path
) -> None:
    if name in LARGE and version != 23:
        pytest.skip("large models are written in one version only")
    model, inputs, wanted = made(name)
    onnx.save(model, tmp_path / "model.onnx", *inputs, version=version)
    back = onnx.load(tmp_path / "model.onnx").eval()
    close(plain(back(*inputs)), wanted, 1e-5)
    assert set(back.arrays()) <= set(model.arrays())
    assert set(model.parameters()) <= set(back.arrays())
    models = [model, back]
    if name not in LARGE:  # once more: it is a model like any other
        onnx.save(back, tmp_path / "again.onnx", *inputs, version=version)
        models.append(onnx.load(tmp_path / "again.onnx").eval())
        assert (models[2].inputs, models[2].outputs) == (back.inputs, back.outputs)
    assert len({dusk.compile(m).traced(*inputs)[0].recorded.digest for m in models}) == 1


@pytest.mark.parametrize("external", [False, True])
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", NAMES)
def test_onnxruntime_gives_the_same_results(name: str, version: int, external: bool, tmp_path: Path) -> None:
    onnxruntime = pytest.importorskip("onnxruntime")
    if name in LARGE and (version != 23 or external):
        pytest.skip("large models are written in one way only")
    model, inputs, wanted = made(name)
    onnx.save(model, tmp_path / "model.onnx", *inputs, version=version, external=external)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(
        str(tmp_path / "model.onnx"), options, providers=["CPUExecutionProvider"]
    )
    names = [x.name for x in session.get_inputs()]
    close(session.run(None, dict(zip(names, plain(inputs), strict=True))), wanted, 1e-5)


@pytest.mark.parametrize("name", ["lenet", "GPT", "Seq2Seq"])
def test_the_checker_of_onnx_finds_nothing_wrong(name: str, tmp_path: Path) -> None:
    checker = pytest.importorskip("onnx.checker")
    model, inputs, _ = made(name)
    onnx.save(model, tmp_path / "model.onnx", *inputs)
    checker.check_model(str(tmp_path / "model.onnx"), full_check=True)
