"""What follows at next to no price from what is kept anyway is not kept beside it: less memory, the same bits."""

from collections.abc import Callable
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk.compiler import budget
from dusk.kernel import native
from graph_zoo import ZOO, Model

pytestmark = pytest.mark.skipif(not native.available(), reason="needs native code")


def rectified(layers: int = 12, width: int = 32, batch: int = 32, by: Callable[[Any], Any] | None = None) -> Model:
    by = by or (lambda z: np.maximum(z, 0))

    def loss(weights: Any, x: Any, y: Any) -> Any:
        for w in weights:
            x = by(x @ w + 0.01)
        return ((x - y) ** 2).mean()

    return Model(loss, [(width, width)] * layers, [(batch, width)] * 2)


def run(model: Model) -> tuple[Any, list[numpy.ndarray[Any, Any]]]:
    f, arrays = dusk.compile(model.step), model.arrays()
    losses = [float(f(*arrays)) for _ in range(3)]
    return f, [numpy.asarray(losses), *map(numpy.asarray, arrays[0])]


def both(model: Model, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    """The program that keeps what is asked for later, and the lean one, which gives the same."""
    monkeypatch.setattr(budget, "LARGE", 1 << 60)
    plain, wanted = run(model)
    monkeypatch.setattr(budget, "LARGE", 0)
    monkeypatch.setattr(budget, "SLOWER", 2.0)  # small kernels cost more beside small products
    lean, found = run(model)
    for a, b in zip(found, wanted, strict=True):
        numpy.testing.assert_array_equal(a, b)
    return plain, lean


RECTIFIERS: dict[str, Callable[[Any], Any]] = {
    "maximum": lambda z: np.maximum(z, 0),
    "with ties": lambda z: np.maximum(0.5 * z, np.maximum(z, 0) - 0.5 * z),
    "leaky": lambda z: np.where(z > 0, z, 0.1 * z),
    "clip": lambda z: np.clip(z, 0.0, 6.0),
    "squared": lambda z: np.maximum(z, 0) ** 2,
}


@pytest.mark.parametrize("name", RECTIFIERS)
def test_of_a_rectifiers_argument_and_result_one_is_kept(name: str, monkeypatch: pytest.MonkeyPatch):
    plain, lean = both(rectified(by=RECTIFIERS[name]), monkeypatch)
    activations, bytes_each = 12, 32 * 32 * 8
    before, after = (dusk.memory_report(f) for f in (plain, lean))
    assert after.temporaries <= (activations + 5) * bytes_each
    if name != "leaky":  # its gradient reads which side was taken, a byte each
        assert before.peak - after.peak >= (activations - 3) * bytes_each


def test_it_is_made_again_where_the_other_is_read_anyway(monkeypatch: pytest.MonkeyPatch):
    plain, lean = both(rectified(40), monkeypatch)
    assert lean.program.stats.native_steps == plain.program.stats.native_steps


@pytest.mark.parametrize("name", ZOO)
def test_every_model_gives_the_same_bits(name: str, monkeypatch: pytest.MonkeyPatch):
    both(ZOO[name], monkeypatch)


def test_what_is_dear_to_compute_again_is_kept(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(budget, "SLOWER", 1.0)
    f, _ = run(ZOO["mlp"])
    monkeypatch.setattr(budget, "LARGE", 0)
    g, _ = run(ZOO["mlp"])
    assert str(g.program) == str(f.program)


def test_what_a_loop_hands_on_lies_for_a_while_where_its_result_will_be():
    def forward(weights: Any, x: Any) -> Any:
        for w in weights[:-1]:
            x = np.tanh(x @ w + 0.1) * 2.0
        return x @ weights[-1]

    f = dusk.compile(forward)
    weights, x = [np.ones((64, 64)) * 0.01 for _ in range(60)], np.ones((512, 64))
    wanted = numpy.asarray(forward(weights, x))
    numpy.testing.assert_allclose(numpy.asarray(f(weights, x)), wanted, rtol=1e-12)
    assert "scan" in str(f.program)
    assert dusk.memory_report(f).temporaries < 1.2 * x.nbytes  # and its result as much


def test_what_follows_from_one_value_is_made_again_together(monkeypatch: pytest.MonkeyPatch):
    def gelu(z: Any) -> Any:
        return z * 0.5 * (np.tanh(z * 0.8 * (1 + 0.04 * z * z)) + 1)

    plain, lean = both(rectified(by=gelu), monkeypatch)
    before, after = (dusk.memory_report(f) for f in (plain, lean))
    assert before.peak - after.peak >= 9 * 32 * 32 * 8
    assert sum("tanh" in line for line in str(lean.program).splitlines()) <= 2 * 12
