"""The trainings of examples/models: each takes a few steps, of data like those it is for."""

import importlib
import json
import sqlite3
import sys
from functools import partial
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from dusk import data, train

MODELS = Path(__file__).parents[2] / "examples" / "models"
NAMES = sorted(path.stem for path in MODELS.glob("*.py"))


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A program of the folder, as a module that finds its neighbours."""
    monkeypatch.syspath_prepend(MODELS)
    for name in NAMES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    yield importlib.import_module
    for name in NAMES:
        sys.modules.pop(name, None)


def call(module: ModuleType, monkeypatch: pytest.MonkeyPatch, *words: object) -> Any:
    monkeypatch.setattr(sys, "argv", [module.__name__, *map(str, words)])
    return module.main()


@pytest.fixture
def line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few steps are sooner taken than compiled."""
    monkeypatch.setattr(train, "fit", partial(train.fit, compile=False))


@pytest.fixture
def clothes(tmp_path: Path) -> Path:
    """A folder as that of Fashion-MNIST, of images whose place of light is their label."""
    rng = np.random.default_rng(0)
    for prefix, count in (("train", 320), ("t10k", 50)):
        labels = rng.integers(0, 10, count).astype(np.uint8)
        images = rng.integers(0, 60, (count, 28, 28)).astype(np.uint8)
        for image, label in zip(images, labels, strict=True):
            image[:, 2 * label : 2 * label + 4] += 150
        data.write_idx(tmp_path / f"{prefix}-images-idx3-ubyte.gz", images)
        data.write_idx(tmp_path / f"{prefix}-labels-idx1-ubyte.gz", labels)
    return tmp_path


@pytest.mark.parametrize("path", sorted(MODELS.glob("*.py")), ids=lambda path: path.stem)
def test_each_program_is_shorter_than_120_lines(path: Path) -> None:
    assert len(path.read_text().splitlines()) < 120


@pytest.mark.once
@pytest.mark.usefixtures("line_by_line")
def test_the_network_for_digits_learns(load: Any) -> None:
    digits = load("digits")
    (x, y), (test_x, test_y) = digits.images(0)
    assert (x.shape, test_x.shape, len(y), len(test_y)) == ((1437, 1, 8, 8), (360, 1, 8, 8), 1437, 360)
    assert not {image.tobytes() for image in x} & {image.tobytes() for image in test_x}
    _, history = digits.learn(x[:192], y[:192], epochs=3)
    assert history["loss"][-1] < 0.8 * history["loss"][0]


@pytest.mark.once
@pytest.mark.usefixtures("line_by_line")
def test_lenet_learns_from_files_in_a_folder(
    load: Any, clothes: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fashion = load("fashion")
    monkeypatch.setattr(fashion, "GOAL", 0.5)
    assert call(fashion, monkeypatch, "--folder", clothes, "--out", clothes, "--epochs", 2) == 0, capsys.readouterr()
    assert json.loads((clothes / "fashion.json").read_text())["accuracy"] >= 0.5


def test_without_the_images_of_clothes_it_says_what_to_install(
    load: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status = call(load("fashion"), monkeypatch, "--folder", tmp_path / "none", "--out", tmp_path)
    assert status == load("results").SKIPPED
    assert "apt install dataset-fashion-mnist" in capsys.readouterr().out
    assert not (tmp_path / "fashion.json").exists()


def test_verses_are_read_in_order_and_without_their_numbers(
    load: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verses = load("verses")
    (tmp_path / "DATA").mkdir()
    database = sqlite3.connect(tmp_path / "DATA" / "Bible.db")
    database.execute("create table Bible (TestamentID, BookID, ChapterID, VerseID, Passage1)")
    database.executemany("insert into Bible values (1, 1, 1, ?, ?)", [(2, "1:2 And so on."), (1, "1:1 At first.")])
    database.commit()
    database.close()
    monkeypatch.setattr(verses, "find_spec", lambda name: ModuleSpec(name, None, origin=str(tmp_path / "__init__.py")))
    assert verses.scripture() == "At first.\nAnd so on."
    monkeypatch.setattr(verses, "find_spec", lambda name: None)
    assert call(verses, monkeypatch, "--out", tmp_path) == load("results").SKIPPED


@pytest.mark.once
def test_the_gpt_learns_letters(load: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    verses = load("verses")
    monkeypatch.setattr(verses, "CONTEXT", 16)
    tokens = np.arange(20_000) % 7
    _, losses, looks = verses.learn(tokens, 7, 30, features=16, heads=2, layers=1)
    assert len(losses) == 30
    assert looks[30] < 0.75 * losses[0]


def test_a_pole_obeys_the_equations(load: Any) -> None:
    cartpole = load("cartpole")
    state = np.array([[0.1, 0.2, 0.05, -0.3], [0.0, 0.0, 0.0, 0.0]])
    after = cartpole.moved(state, np.array([1, 0]))
    np.testing.assert_allclose(after[:, [0, 2]], state[:, [0, 2]] + 0.02 * state[:, [1, 3]])
    acceleration = (after - state)[:, [1, 3]] / 0.02
    for (_, _, angle, turning), (rolling, tilting), force in zip(state, acceleration, (10.0, -10.0), strict=True):
        along = rolling + 0.5 * (tilting * np.cos(angle) - turning**2 * np.sin(angle))  # of the pole's middle
        np.testing.assert_allclose(1.0 * rolling + 0.1 * along, force)  # Newton's law for cart and pole
        torque = 9.8 * np.sin(angle) - rolling * np.cos(angle)
        np.testing.assert_allclose(4 / 3 * 0.5 * tilting, torque)  # and for the turning of the pole


def test_an_episode_ends_with_a_fall_or_at_its_limit(load: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    cartpole = load("cartpole")
    assert 7 < cartpole.mean_return(lambda state: np.ones(len(state), int)) < 12
    monkeypatch.setattr(cartpole, "LIMIT", 5)
    carts = cartpole.CartPole(3)
    ends = [carts.step(np.array([0, 1, 0]))[1:] for _ in range(5)]
    assert [(fell.any(), ended.all()) for fell, ended in ends] == [(False, False)] * 4 + [(False, True)]
    assert carts.returns == [5, 5, 5] and np.abs(carts.state).max() <= 0.05


@pytest.mark.once
def test_a_policy_becomes_better_by_its_trials(load: Any) -> None:
    _, returns = load("reinforce").learn(12)
    assert np.mean(returns[-3:]) > 1.5 * np.mean(returns[:3])


def test_advantages_are_what_came_after_less_the_mean(load: Any) -> None:
    alive = np.array([[True, True], [True, False], [True, False]])
    after = np.array([1 + 0.99 * (1 + 0.99), 1.0])
    better = np.array([*(after - after.mean()), (1 + 0.99) / 2, 1 / 2])
    expected = np.zeros((3, 2))
    expected[alive] = better / better.std()
    np.testing.assert_allclose(load("reinforce").advantages(alive), expected, rtol=1e-5)


@pytest.mark.once
def test_a_network_learns_what_pushes_are_worth(load: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    dqn = load("dqn")
    monkeypatch.setattr(dqn, "EVERY", 5)
    model, returns = dqn.learn(5)
    worth = np.asarray(model(np.array([[0, 0, 0, 0], [0, 0, 0.2, 2.0]], "float32"))).max(1)
    assert list(returns) == [5]
    assert worth[0] > worth[1] + 0.5  # to stand is worth more than to fall
