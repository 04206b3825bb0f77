"""Recurrent layers against formulas in NumPy, one sequence at a time, and against PyTorch where that is installed."""

from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk import nn
from dusk.engine.buffer import pool
from dusk.testing import check_grads
from steady import assert_steady, counts

KINDS: dict[str, Any] = {"RNN": nn.RNN, "LSTM": nn.LSTM, "GRU": nn.GRU}
CELLS: dict[str, Any] = {"RNN": nn.RNNCell, "LSTM": nn.LSTMCell, "GRU": nn.GRUCell}


def logistic(x: Any) -> Any:
    return 1 / (1 + numpy.exp(-x))


def stepped(kind: str, x: Any, state: tuple[Any, ...], w: Any, u: Any, b: Any, d: Any) -> tuple[Any, ...]:
    """A step of one sequence, as in PyTorch's documentation."""
    a, r = w @ x + b, u @ state[0] + d
    if kind == "RNN":
        return (numpy.tanh(a + r),)
    if kind == "GRU":
        (ar, az, an), (rr, rz, rn) = numpy.split(a, 3), numpy.split(r, 3)
        z = logistic(az + rz)
        return ((1 - z) * numpy.tanh(an + logistic(ar + rr) * rn) + z * state[0],)
    i, f, g, o = numpy.split(a + r, 4)
    c = logistic(f) * state[1] + logistic(i) * numpy.tanh(g)
    return logistic(o) * numpy.tanh(c), c


def expected(kind: str, layer: Any, x: Any, first: Any, lengths: Any) -> tuple[Any, list[Any]]:
    """Outputs and states of a layer with batch first; `first[s]` are states [layers * directions, batch, hidden]."""
    named = {name: numpy.asarray(value) for name, value in layer.state_dict().items()}
    last = [numpy.array(s) for s in first]
    for depth in range(layer.layers):
        sides: list[Any] = []
        for way in range(1 + layer.bidirectional):
            at = depth * (1 + layer.bidirectional) + way
            suffix = f"_l{depth}" + "_reverse" * way
            weights = [named[f"{name}{suffix}"] for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")]
            out = numpy.zeros((*x.shape[:2], layer.hidden))
            for b, n in enumerate(lengths):
                state = tuple(s[at, b] for s in first)
                for t in reversed(range(n)) if way else range(n):
                    state = stepped(kind, x[b, t], state, *weights)
                    out[b, t] = state[0]
                for whole, s in zip(last, state, strict=True):
                    whole[at, b] = s
            sides.append(out)
        x = numpy.concatenate(sides, axis=-1)
    return x, last


def made(kind: str, **words: Any) -> tuple[Any, Any]:
    nn.seed(3)
    layer = KINDS[kind](4, dtype="float64", **words)
    x = numpy.random.default_rng(0).standard_normal((3, 6, 5))
    layer(np.array(x))
    return layer, x


@pytest.mark.parametrize("bidirectional", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_outputs_and_states_are_those_of_each_sequence_by_itself(kind: str, bidirectional: bool) -> None:
    layer, x = made(kind, layers=2, bidirectional=bidirectional)
    shape = (2 * (1 + bidirectional), 3, 4)
    first = [numpy.random.default_rng(k).standard_normal(shape) for k in range(layer.states)]
    for state, lengths in ((None, None), (first, None), (None, [6, 1, 0]), (first, [2, 6, 3])):
        given = None if state is None else first[0] if layer.states == 1 else tuple(first)
        out, last = layer(np.array(x), given, lengths)
        begin = [numpy.zeros(shape)] * layer.states if state is None else first
        wanted, ends = expected(kind, layer, x, begin, lengths or [6] * 3)
        numpy.testing.assert_allclose(out, wanted, rtol=1e-10, atol=1e-12)
        for s, e in zip(last if layer.states > 1 else [last], ends, strict=True):
            numpy.testing.assert_allclose(s, e, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_gradients_by_all_weights_are_differences(kind: str) -> None:
    layer, x = made(kind, layers=2, bidirectional=True)
    names = list(layer.parameters())

    def loss(x: Any, *arrays: Any) -> Any:
        with layer.holding(dict(zip(names, arrays, strict=True))):
            out, last = layer(x, None, [6, 2, 4])
        return (out**2).sum() + (last if layer.states == 1 else last[-1]).sum()

    check_grads(loss, [x, *map(numpy.asarray, layer.parameters().values())], order=1)


@pytest.mark.parametrize("kind", KINDS)
def test_steps_first_is_the_same_with_axes_changed(kind: str) -> None:
    layer, x = made(kind)
    out, last = layer(np.array(x))
    layer.batch_first = False
    again, same = layer(np.array(x.swapaxes(0, 1)))
    numpy.testing.assert_array_equal(again.swapaxes(0, 1), out)
    numpy.testing.assert_array_equal(numpy.asarray(same), numpy.asarray(last))


@pytest.mark.parametrize("kind", KINDS)
def test_a_cell_step_by_step_is_the_layer(kind: str) -> None:
    layer, x = made(kind)
    cell = CELLS[kind](4, dtype="float64")
    cell(np.array(x[:, 0]))
    cell.load_state_dict({name: layer.parameters()[f"{name}_l0"] for name in cell.parameters()})
    state = None
    for t in range(6):
        state = cell(np.array(x[:, t]), state)
    _, last = layer(np.array(x))
    for s, e in zip(*([state], [last]) if layer.states == 1 else (state, last), strict=True):
        numpy.testing.assert_allclose(s, e[0], rtol=1e-12)


def test_dropout_between_layers_only_while_training() -> None:
    layer, x = made("LSTM", layers=2, dropout=0.5)
    one, two = layer(np.array(x))[0], layer(np.array(x))[0]
    assert not numpy.array_equal(one, two)
    layer.eval()
    numpy.testing.assert_array_equal(layer(np.array(x))[0], layer(np.array(x))[0])


def test_a_compiled_step_is_the_imperative_one() -> None:
    layer, x = made("LSTM", layers=2, bidirectional=True)
    both = dusk.value_and_grad(lambda layer, x: (layer(x, None, [6, 2, 4])[0] ** 2).sum())
    value, found = both(layer, np.array(x))
    again, same = dusk.compile(both)(layer, np.array(x))
    numpy.testing.assert_allclose(float(again), float(value), rtol=1e-12)
    for name, gradient in found.items():
        numpy.testing.assert_allclose(same[name], gradient, rtol=1e-9, atol=1e-12)


def test_gradients_cut_between_windows_keep_memory_and_programs_constant() -> None:
    nn.seed(0)
    layer = nn.LSTM(16)
    x = numpy.random.default_rng(0).standard_normal((4, 200, 16)).astype("float32")
    layer(x[:, :5])
    both = dusk.value_and_grad(_loss, has_aux=True)
    kept = [np.zeros((1, 4, 16), "float32")] * 2
    live: list[int] = []

    def step(k: int) -> None:
        (_, last), gradients = both(layer, np.array(x[:, 5 * k : 5 * k + 5]), kept)
        kept[:] = last
        for name, parameter in layer.parameters().items():
            parameter -= 0.01 * gradients[name]
        dusk.eval(*kept, *layer.parameters().values())
        live.append(pool().stats().bytes_live)

    assert_steady(counts(step, 40), start=20)
    assert max(live[20:]) <= max(live[:20])


def _loss(layer: Any, x: Any, state: Any) -> Any:
    out, last = layer(x, tuple(dusk.stop_gradient(s) for s in state))
    return (out**2).mean(), last


def test_what_does_not_fit_is_told() -> None:
    layer = nn.GRU(4)
    with pytest.raises(ValueError, match=r"GRU takes x\[batch, steps, features\], not an array of shape \(3, 5\)"):
        layer(np.zeros((3, 5)))
    layer(np.zeros((2, 3, 5)))
    with pytest.raises(ValueError, match=r"state of shape\(s\) \(2, 4\), expected 1 of \(1, 2, 4\)"):
        layer(np.zeros((2, 3, 5)), np.zeros((2, 4)))
    with pytest.raises(ValueError, match="lengths are integers"):
        layer(np.zeros((2, 3, 5)), None, np.array([1.0, 2.0]))
    with pytest.raises(ValueError, match="weights of x of shape"):
        layer(np.zeros((2, 3, 6)))
    with pytest.raises(ValueError, match="'tanh' or 'relu'"):
        nn.RNN(4, activation="sigmoid")


@pytest.mark.parametrize("kind", KINDS)
def test_with_its_weights_pytorch_gives_the_same(kind: str) -> None:
    torch = pytest.importorskip("torch")
    layer, x = made(kind, layers=2, bidirectional=True)
    theirs = getattr(torch.nn, kind)(5, 4, 2, bidirectional=True, batch_first=True, dtype=torch.float64)
    theirs.load_state_dict({name: torch.tensor(numpy.asarray(v)) for name, v in layer.state_dict().items()})
    given = torch.tensor(x, requires_grad=True)
    out, _ = theirs(given)
    (out**2).sum().backward()
    mine = layer(np.array(x))[0]
    numpy.testing.assert_allclose(mine, out.detach().numpy(), rtol=1e-9, atol=1e-12)
    value = dusk.grad(lambda x: (layer(x)[0] ** 2).sum())(np.array(x))
    numpy.testing.assert_allclose(value, given.grad.numpy(), rtol=1e-8, atol=1e-12)


def test_the_loss_of_unaligned_labels_is_pytorchs() -> None:
    torch = pytest.importorskip("torch")
    rng = numpy.random.default_rng(0)
    scores, targets = rng.standard_normal((12, 4, 6)), rng.integers(1, 6, (4, 5))
    ends = numpy.array([12, 12, 9, 7]), numpy.array([5, 3, 0, 2])

    def loss(scores: Any) -> Any:
        return nn.ctc_loss(nn.log_softmax(scores), targets, *ends)

    given = torch.tensor(scores, requires_grad=True)
    found = torch.nn.functional.ctc_loss(given.log_softmax(-1), *map(torch.tensor, (targets, *ends)))
    found.backward()
    value, gradient = dusk.value_and_grad(loss)(np.array(scores))
    numpy.testing.assert_allclose(float(value), found.item(), rtol=1e-10)
    numpy.testing.assert_allclose(gradient, given.grad.numpy(), rtol=1e-8, atol=1e-12)


def test_a_target_that_does_not_fit_has_an_infinite_loss_and_no_gradient() -> None:
    scores = np.array(numpy.random.default_rng(0).standard_normal((3, 2, 4)).astype("float32"))

    def losses(scores: Any) -> Any:
        return nn.ctc_loss(nn.log_softmax(scores), [[1, 1, 2], [1, 2, 3]], [3, 3], [3, 3], reduction="none")

    assert numpy.isinf(numpy.asarray(losses(scores))).tolist() == [True, False]
    gradient = numpy.asarray(dusk.grad(lambda scores: losses(scores).sum())(scores))
    assert numpy.isfinite(gradient).all()
    assert (gradient[:, 0] == 0).all()
    assert (gradient[:, 1] != 0).any()
