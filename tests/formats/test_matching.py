"""States matched by what is computed with them: names and the order of attributes do not matter."""

from pathlib import Path
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk import nn
from dusk.formats import diff, match
from dusk.nn import functional


class Old(nn.Module):
    """A network."""

    def __init__(self, classes: int = 5) -> None:
        self.first, self.norm, self.second = nn.Conv2d(4, 3), nn.BatchNorm(), nn.Conv2d(4, 3)
        self.middle, self.last = nn.Linear(8), nn.Linear(classes)

    def forward(self, x: Any) -> Any:
        x = functional.relu(self.norm(self.first(x)))
        x = functional.relu(self.second(x)).mean(axis=(2, 3))
        return self.last(functional.relu(self.middle(x)))


class New(nn.Module):
    """The same, its layers called otherwise and made in another order."""

    def __init__(self, classes: int = 5) -> None:
        self.head = nn.Linear(classes)
        self.parts = {"b": nn.Conv2d(4, 3), "a": nn.Conv2d(4, 3)}
        self.scale, self.hidden = nn.BatchNorm(), nn.Linear(8)

    def forward(self, x: Any) -> Any:
        x = functional.relu(self.scale(self.parts["a"](x)))
        x = functional.relu(self.parts["b"](x)).mean(axis=(2, 3))
        return self.head(functional.relu(self.hidden(x)))


X = numpy.random.default_rng(0).random((2, 3, 12, 12), numpy.float32)
NAMES = {
    "first.weight": "parts.a.weight", "first.bias": "parts.a.bias", "norm.scale": "scale.scale",
    "second.weight": "parts.b.weight", "last.weight": "head.weight", "middle.bias": "hidden.bias",
}  # fmt: skip


def called(model: Any) -> Any:
    """A model's evaluation, compiled and called."""
    model(np.array(X))
    model.eval()
    evaluate = dusk.compile(lambda x: model(x))
    evaluate(np.array(X))
    return evaluate


def test_renamed_and_reordered_layers_load_and_give_the_same(tmp_path: Path) -> None:
    old, new = called(Old()), called(New())
    assert not numpy.allclose(old(X), new(X))
    old.save(tmp_path / "old.dusk")
    for source in (old, dusk.load(tmp_path / "old.dusk")):
        found = match(source, new)
        assert (found.ambiguous, found.missing, found.unused) == ([], [], [])
        for before, after in NAMES.items():
            if f"model.{after}" in found.pairs:
                assert found.pairs[f"model.{after}"] == f"model.{before}"
        assert len(found.pairs) == len(old.described().states)
    found.load()
    numpy.testing.assert_array_equal(old(X), new(X))


def test_a_new_head_leaves_what_comes_before_it_matched() -> None:
    old, new = called(Old()), called(New(classes=7))
    found = match(old, new)
    assert found.missing == ["model.head.weight", "model.head.bias"]
    assert found.unused == ["model.last.weight", "model.last.bias"]
    assert found.pairs["model.parts.b.weight"] == "model.second.weight"
    with pytest.raises(ValueError, match=r"model\.head\.weight"):
        found.load()
    found.load(strict=False)
    numpy.testing.assert_array_equal(new.described().states[0].cell, old.described().states[0].cell)


def one_layer(*ws: Any) -> Any:
    """A compiled function of states a, b, c that was called."""
    a, b, c = ws
    function = dusk.compile(lambda x: np.tanh(x @ a) + np.tanh(x @ b) * np.cos(x @ c))
    function(np.ones((2, 3)))
    return function


def arrays(seed: int) -> list[Any]:
    return [np.array(numpy.random.default_rng(seed + i).random((3, 3))) for i in range(3)]


def test_the_order_of_what_commutes_does_not_matter() -> None:
    d, e, f = arrays(9)
    turned = dusk.compile(lambda x: np.cos(x @ d) * np.tanh(x @ f) + np.tanh(x @ e))
    turned(np.ones((2, 3)))
    found = match(one_layer(*arrays(0)), turned)
    assert found.pairs == {"d": "c", "e": "a", "f": "b"}


def test_what_is_beside_it_tells_a_state_in_any_order() -> None:
    (a, b, _), (d, e, _) = arrays(0), arrays(9)
    old = dusk.compile(lambda x: np.tanh(x @ a) * np.cos(x) + np.tanh(x @ b) * np.sin(x))
    new = dusk.compile(lambda x: np.sin(x) * np.tanh(x @ d) + np.cos(x) * np.tanh(x @ e))
    for function in (old, new):
        function(np.ones((2, 3)))
    assert match(old, new).pairs == {"d": "b", "e": "a"}


def test_what_cannot_be_told_apart_is_listed_until_it_is_chosen() -> None:
    (a, b, c), (d, e, f) = arrays(0), arrays(9)
    old = dusk.compile(lambda x: (np.tanh(x @ a) + np.tanh(x @ b)) @ c)
    new = dusk.compile(lambda x: (np.tanh(x @ e) + np.tanh(x @ f)) @ d)
    for function in (old, new):
        function(np.ones((2, 3)))
    found = match(old, new)
    assert found.pairs == {"d": "c"}
    assert found.ambiguous == [(["e", "f"], ["a", "b"])]
    assert "e, f: any of a, b" in str(found)
    before = numpy.array(e)
    with pytest.raises(ValueError, match="any of a, b"):
        found.load()
    with pytest.raises(ValueError, match="no such states"):
        found.load(e="z")
    numpy.testing.assert_array_equal(e, before)
    found.load(e="b", f="a")
    x = np.array(X[0, 0, :3, :3])
    numpy.testing.assert_allclose(new(x), old(x))


def test_differences_are_told() -> None:
    old, same, new = called(Old()), called(Old()), called(New())
    match(old, same).load()
    assert not diff(old, same)
    assert str(diff(old, same)) == "no difference"
    assert "model.first.weight is called model.parts.a.weight" in str(diff(old, new))
    state = next(s for s in same.described().states if s.name == "model.last.bias")
    assert state.cell is not None
    state.cell[...] = state.cell + 0.5
    changed = diff(old, same)
    assert changed.changed == {"model.last.bias": pytest.approx(0.5)}
    wider = diff(old, called(Old(classes=7)))
    assert wider.only_in_a["matmul"] == wider.only_in_b["matmul"] == 1
    assert "+ state model.last.weight" in str(wider)


def test_only_functions_that_were_called_are_matched() -> None:
    with pytest.raises(ValueError, match="call the compiled function first"):
        match(dusk.compile(lambda x: x), dusk.compile(lambda x: x))
    with pytest.raises(TypeError, match="compiled, or loaded"):
        match(Old(), Old())
