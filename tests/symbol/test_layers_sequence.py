"""Layers over sequences and at computed places, against loops in NumPy; gradients by differences."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dusk.numpy as dnp
from dusk.symbol import Variable
from dusk.symbol.layers import layers_sequence, layers_spatial
from dusk.testing import check_grads

Array = np.ndarray[Any, Any]
RNG = np.random.default_rng(11)
S, P = layers_sequence, layers_spatial
T, N, F, H = 4, 3, 5, 2


def sigmoid(x: Array) -> Array:
    return 1 / (1 + np.exp(-x))


def step(mode: str, a: Array, b: Array, h: Array, c: Array) -> tuple[Array, Array]:
    """A step of what comes of the input and of the state."""
    if mode == "lstm":
        i, f, g, o = np.split(a + b, 4, axis=1)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        return sigmoid(o) * np.tanh(c), c
    if mode == "gru":
        (r, z, n), (s, y, m) = np.split(a, 3, axis=1), np.split(b, 3, axis=1)
        r, z = sigmoid(r + s), sigmoid(z + y)
        return (1 - z) * np.tanh(n + r * m) + z * h, c
    return (np.maximum(a + b, 0) if mode == "rnn_relu" else np.tanh(a + b)), c


def recurrent(
    mode: str, x: Array, vector: Array, h: Array, c: Array, layers: int, ways: int, lengths: Any = None
) -> tuple[Array, Array, Array]:
    rows, at = {"lstm": 4, "gru": 3}.get(mode, 1) * H, 0
    weights: list[Array] = []
    for layer in range(layers):
        for shape in ((rows, H * ways if layer else x.shape[2]), (rows, H)) * ways:
            weights.append(vector[at : at + math.prod(shape)].reshape(shape))
            at += math.prod(shape)
    biases = vector[at:].reshape(-1, rows)
    ends = [T] * N if lengths is None else [int(n) for n in lengths]
    last_h, last_c = h.copy(), c.copy()
    for layer in range(layers):
        outs = np.zeros((T, N, H * ways))
        for way in range(ways):
            k = layer * ways + way
            for n in range(N):
                hn, cn = h[k, n : n + 1], c[k, n : n + 1]
                for t in range(ends[n]) if way == 0 else reversed(range(ends[n])):
                    a = x[t, n : n + 1] @ weights[2 * k].T + biases[2 * k]
                    b = hn @ weights[2 * k + 1].T + biases[2 * k + 1]
                    hn, cn = step(mode, a, b, hn, cn)
                    outs[t, n, way * H : (way + 1) * H] = hn
                last_h[k, n], last_c[k, n] = hn, cn
        x = outs
    return x, last_h, last_c


@pytest.mark.parametrize("mode", ["rnn_relu", "rnn_tanh", "lstm", "gru"])
@pytest.mark.parametrize(("layers", "both", "ends"), [(1, False, False), (2, True, False), (2, True, True)])
def test_recurrent_layers_take_their_parameters_from_one_vector(mode: str, layers: int, both: bool, ends: bool) -> None:
    words = {"mode": mode, "state_size": H, "num_layers": layers, "bidirectional": both, "state_outputs": True}
    names = ["data", "it_parameters", "it_state", *(["it_state_cell"] if mode == "lstm" else [])]
    lengths = np.array([4.0, 2.0, 3.0]) if ends else None
    if ends:
        words["use_sequence_length"] = True
        names.append("it_sequence_length")
    net = S.RNN(Variable("data"), **words, name="it")
    assert net.list_arguments() == names
    assert net.list_outputs() == ["it_output", "it_state"] + (["it_state_cell"] if mode == "lstm" else [])
    shapes = net.infer_shape(data=(T, N, F))[0]
    given = [RNG.standard_normal(s) * 0.5 for s in shapes]
    if ends:
        given[-1] = lengths
    cell = given[3] if mode == "lstm" else np.zeros((layers * (1 + both), N, H))
    expected = recurrent(mode, given[0], given[1], given[2], cell, layers, 1 + both, lengths)
    found = S.RNN(*map(dnp.array, given[:3]), **{n.removeprefix("it_"): dnp.array(x) for n, x in zip(names[3:],
        given[3:])}, **words)
    for x, y in zip(found, expected, strict=False):
        np.testing.assert_allclose(x, y, rtol=1e-9, atol=1e-12)
    if mode == "lstm" and not ends:
        check_grads(lambda x, p, h, c: S.RNN(x, p, h, c, **words)[0], given, order=1)


def test_values_between_recurrent_layers_are_dropped_out_while_it_trains() -> None:
    net = S.RNN(Variable("data"), mode="gru", state_size=8, num_layers=2, p=0.5, name="it")
    run = net.simple_bind(data=(3, 2, 4))
    run.copy_params_from({n: RNG.standard_normal(x.shape) for n, x in run.arg_dict.items()})
    calm = [run.forward()[0].numpy().copy() for _ in range(2)]
    wild = [run.forward(is_train=True)[0].numpy().copy() for _ in range(2)]
    assert (calm[0] == calm[1]).all() and (wild[0] != wild[1]).any() and (wild[0] != calm[0]).any()


X = RNG.standard_normal((T, N, F))
ENDS = np.array([2.0, 4.0, 1.0])


def turned(x: Array) -> Array:
    out = x.copy()
    for n, end in enumerate(ENDS.astype(int)):
        out[:end, n] = x[:end, n][::-1]
    return out


MASKED = np.where(np.arange(T)[:, None, None] < ENDS[None, :, None], X, -1.0)
SEQUENCES: dict[str, tuple[Any, dict[str, Any], list[Array], Array]] = {
    "last": (S.SequenceLast, {}, [X], X[-1]), "last of rows": (S.SequenceLast, {"axis": 1}, [X], X[:, -1]),
    "last by length": (S.SequenceLast, {"use_sequence_length": True}, [X, ENDS], X[ENDS.astype(int) - 1, range(N)]),
    "last of rows by length": (S.SequenceLast, {"use_sequence_length": True, "axis": 1}, [X.swapaxes(0, 1), ENDS],
                               X[ENDS.astype(int) - 1, range(N)]),
    "mask": (S.SequenceMask, {"value": 3}, [X], X), "masked": (S.SequenceMask, {"use_sequence_length": True,
        "value": -1},
                                                               [X, ENDS], MASKED),
    "masked rows": (S.SequenceMask, {"use_sequence_length": True, "value": -1, "axis": 1}, [X.swapaxes(0, 1), ENDS],
                    MASKED.swapaxes(0, 1)),
    "reverse": (S.SequenceReverse, {}, [X], X[::-1]), "reversed": (S.SequenceReverse, {"use_sequence_length": True},
        [X, ENDS],
                                                                   turned(X)),
}  # fmt: skip


@pytest.mark.parametrize("name", SEQUENCES)
def test_sequences_end_where_they_are_said_to(name: str) -> None:
    made, params, given, expected = SEQUENCES[name]
    np.testing.assert_allclose(made(*map(dnp.array, given), **params), expected)
    net = made(Variable("x"), **params, name="it")
    shapes = net.infer_shape(x=given[0].shape)
    assert shapes[0] == [x.shape for x in given] and shapes[1] == [expected.shape]
    check_grads(lambda x: made(x, *map(dnp.array, given[1:]), **params), given[:1], order=1)


def sampled(x: Array, grid: Array) -> Array:
    out = np.zeros((*x.shape[:2], *grid.shape[2:]))
    for b, i, j in np.ndindex(len(x), *grid.shape[2:]):
        px, py = (grid[b, 0, i, j] + 1) * (x.shape[3] - 1) / 2, (grid[b, 1, i, j] + 1) * (x.shape[2] - 1) / 2
        for qx in (math.floor(px), math.floor(px) + 1):
            for qy in (math.floor(py), math.floor(py) + 1):
                if 0 <= qx < x.shape[3] and 0 <= qy < x.shape[2]:
                    out[b, :, i, j] += x[b, :, qy, qx] * (1 - abs(px - qx)) * (1 - abs(py - qy))
    return out


def affine(theta: Array, shape: tuple[int, int]) -> Array:
    y, x = np.meshgrid(np.linspace(-1, 1, shape[0]), np.linspace(-1, 1, shape[1]), indexing="ij")
    return np.einsum("bij,jhw->bihw", theta.reshape(-1, 2, 3), np.stack([x, y, np.ones_like(x)]))


def warped(flow: Array) -> Array:
    h, w = flow.shape[2:]
    y, x = np.meshgrid(np.arange(h), np.arange(w), indexing="ij")
    return np.stack([(flow[:, 0] + x) * 2 / (w - 1) - 1, (flow[:, 1] + y) * 2 / (h - 1) - 1], 1)


def regions(x: Array, rois: Array, size: tuple[int, int], scale: float) -> Array:
    out = np.zeros((len(rois), x.shape[1], *size))
    for r, (b, *box) in enumerate(rois):
        x1, y1, x2, y2 = (math.floor(v * scale + 0.5) for v in box)
        h, w = max(y2 - y1 + 1, 1) / size[0], max(x2 - x1 + 1, 1) / size[1]
        for i, j in np.ndindex(*size):
            rows = slice(max(math.floor(i * h) + y1, 0), min(math.ceil((i + 1) * h) + y1, x.shape[2]))
            columns = slice(max(math.floor(j * w) + x1, 0), min(math.ceil((j + 1) * w) + x1, x.shape[3]))
            part = x[int(b), :, rows, columns]
            if part.size:
                out[r, :, i, j] = part.max(axis=(1, 2))
    return out


IMAGE = RNG.standard_normal((2, 3, 5, 6))
GRID = RNG.uniform(-1.3, 1.3, (2, 2, 3, 4))
THETA = RNG.uniform(-0.6, 0.6, (2, 6))
FLOW = RNG.uniform(-1, 1, (2, 2, 3, 4))
ROIS = np.array([[0, 0, 0, 9, 7], [1, 2, 3, 5, 9], [1, 8, 8, 30, 30], [0, 20, 20, 30, 30]], float)
SPATIAL: dict[str, tuple[Any, dict[str, Any], list[Array], Callable[..., Array], int]] = {
    "sampler": (P.BilinearSampler, {}, [IMAGE, GRID], sampled, 2),
    "affine": (P.GridGenerator, {"transform_type": "affine", "target_shape": (3, 4)}, [THETA], lambda t: affine(t, (3,
        4)), 1),
    "warp": (P.GridGenerator, {"transform_type": "warp"}, [FLOW], warped, 1),
    "transformer": (P.SpatialTransformer, {"target_shape": "(3, 4)"}, [IMAGE, THETA],
                    lambda x, t: sampled(x, affine(t, (3, 4))), 1),
    "regions": (P.ROIPooling, {"pooled_size": (2, 3), "spatial_scale": 0.5}, [IMAGE, ROIS],
                lambda x, r: regions(x, r, (2, 3), 0.5), 2),
}  # fmt: skip


@pytest.mark.parametrize("name", SPATIAL)
def test_images_are_looked_at_where_they_are_said_to_be(name: str) -> None:
    made, params, given, formula, known = SPATIAL[name]
    expected = formula(*given)
    np.testing.assert_allclose(made(*map(dnp.array, given), **params), expected, rtol=1e-9, atol=1e-12)
    names = [f"v{i}" for i in range(known)]
    shapes = made(*map(Variable, names), **params).infer_shape(**dict(zip(names, [x.shape for x in given],
        strict=False)))
    assert shapes[0] == [x.shape for x in given] and shapes[1] == [expected.shape]
    moving = given[:1] if name == "regions" else given
    check_grads(lambda *xs: made(*xs, *map(dnp.array, given[len(moving) :]), **params), moving, order=1)


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: S.RNN(X, X, X, mode="tree", state_size=2, num_layers=1), "not 'tree'"),
        (lambda: S.RNN(X, X, X, mode="gru", state_size=2, num_layers=1), "takes a vector of 54 parameters"),
        (lambda: S.RNN(X, X, X, mode="gru", state_size=2, num_layers=1, projection_size=3), "no projections"),
        (lambda: S.SequenceLast(X, axis=2), "axis 0 or 1, not 2"),
        (lambda: S.SequenceReverse(X, axis=1), "along axis 0, not 1"),
        (lambda: P.GridGenerator(THETA, transform_type="polar"), "not 'polar'"),
        (lambda: P.SpatialTransformer(IMAGE, THETA, sampler_type="nearest"), "not affine and nearest"),
    ],
)
def test_what_does_not_fit_is_refused(made: Callable[[], Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        made()
