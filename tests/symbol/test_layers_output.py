"""Layers that end a net: what they give, and the gradient that they have whatever comes back."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dusk.symbol import Variable, layers_basic, layers_output

Array = np.ndarray[Any, Any]
RNG = np.random.default_rng(3)
X = RNG.standard_normal((4, 3, 2)).astype(np.float32)
FLAT = X.reshape(4, 6)
L = layers_output


def sigmoid(x: Array) -> Array:
    return 1 / (1 + np.exp(-x))


def softmax(x: Array, axis: int = -1) -> Array:
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def svm(x: Array, label: Array, margin: float, c: float, linear: bool) -> Array:
    back = np.zeros_like(x)
    for i, k in enumerate(label.astype(int)):
        for j in range(x.shape[1]):
            if linear:
                back[i, j] = -c * (margin > x[i, k]) if j == k else c * (margin > -x[i, j])
            elif j == k:
                back[i, j] = -c * (2 * (margin - x[i, k]) if margin > x[i, k] else 0)
            else:
                back[i, j] = c * (2 * (margin + x[i, j]) if margin > -x[i, j] else 0)
    return back


def onehot(label: Array, depth: int, smooth: float = 0) -> Array:
    hot = np.eye(depth)[label.astype(int)]
    return hot * (1 - smooth) + (1 - hot) * smooth / (depth - 1)


LABEL = RNG.uniform(0, 1, X.shape).astype(np.float32)
CLASS = np.array([0, 2, 5, 1], np.float32)
PLACES = RNG.integers(0, 3, (4, 2)).astype(np.float32)
WEIGHT = RNG.standard_normal((4, 6)).astype(np.float32)
Case = tuple[Any, dict[str, Any], Array, Array, Callable[[Array], Array], Callable[[Array, Array], Array]]
CASES: dict[str, Case] = {
    "linear": (L.LinearRegressionOutput, {}, X, LABEL, lambda x: x, lambda o, y: (o - y) / 6),
    "linear of another shape": (
        L.LinearRegressionOutput, {"grad_scale": 3}, FLAT[:, :1], FLAT[:, 1], lambda x: x, lambda o, y: 3 * (o - y[:,
            None])),
    "logistic": (L.LogisticRegressionOutput, {"grad_scale": 2}, X, LABEL, sigmoid, lambda o, y: (o - y) * 2 / 6),
    "mae": (L.MAERegressionOutput, {}, X, LABEL, lambda x: x, lambda o, y: np.sign(o - y) / 6),
    "svm": (L.SVMOutput, {"margin": 0.5, "regularization_coefficient": 2}, FLAT, CLASS, lambda x: x,
            lambda o, y: svm(o, y, 0.5, 2, False)),
    "svm linear": (L.SVMOutput, {"use_linear": True}, FLAT, CLASS, lambda x: x, lambda o, y: svm(o, y, 1, 1, True)),
    "softmax": (layers_basic.SoftmaxOutput, {}, FLAT, CLASS, softmax, lambda o, y: o - onehot(y, 6)),
    "softmax scaled": (layers_basic.SoftmaxOutput, {"grad_scale": 0.5, "normalization": "batch"}, FLAT, CLASS, softmax,
                       lambda o, y: (o - onehot(y, 6)) / 8),
    "softmax flat": (layers_basic.SoftmaxOutput, {}, X, CLASS, lambda x: softmax(x.reshape(4, 6)).reshape(x.shape),
                     lambda o, y: (o.reshape(4, 6) - onehot(y, 6)).reshape(o.shape)),
    "softmax ignoring": (layers_basic.SoftmaxOutput, {"use_ignore": True, "ignore_label": 2,
        "normalization": "valid"}, FLAT,
                         CLASS, softmax, lambda o, y: (o - onehot(y, 6)) * (y != 2)[:, None] / 3),
    "softmax of places": (layers_basic.SoftmaxOutput, {"multi_output": True}, X, PLACES, lambda x: softmax(x, 1),
                          lambda o, y: o - onehot(y, 3).swapaxes(1, 2)),
    "softmax of last": (layers_basic.SoftmaxOutput, {"preserve_shape": True}, X, PLACES[:, :1].repeat(3, 1) % 2,
        softmax,
                        lambda o, y: o - onehot(y, 2)),
    "softmax of a distribution": (layers_basic.SoftmaxOutput, {}, FLAT, softmax(FLAT + 1), softmax, lambda o, y: o - y),
    "softmax smooth": (layers_basic.SoftmaxOutput, {"smooth_alpha": 0.2}, FLAT, CLASS, softmax,
                       lambda o, y: o - onehot(y, 6, 0.2)),
    "softmax weighed": (layers_basic.SoftmaxOutput, {"out_grad": True}, FLAT, CLASS, softmax,
                        lambda o, y: (o - onehot(y, 6)) * WEIGHT),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_an_output_gives_its_prediction_and_the_gradient_of_its_loss(name: str) -> None:
    made, params, data, label, forward, backward = CASES[name]
    run = made(Variable("x"), Variable("y"), **params).simple_bind(x=data.shape, y=label.shape)
    out = run.forward(is_train=True, x=data, y=label)[0].numpy()
    np.testing.assert_allclose(out, forward(data), rtol=2e-6, atol=1e-6)
    run.backward(WEIGHT if params.get("out_grad") else RNG.standard_normal(out.shape).astype(np.float32))
    np.testing.assert_allclose(run.grad_dict["x"], backward(out, label), rtol=2e-5, atol=1e-6)
    assert not run.grad_dict["y"].any()


def test_the_shape_of_a_label_follows_from_its_data() -> None:
    for made in (L.LinearRegressionOutput, L.LogisticRegressionOutput, L.MAERegressionOutput):
        net = made(Variable("x"), name="out")
        assert net.list_arguments() == ["x", "out_label"]
        assert net.infer_shape(x=(4, 5))[0] == [(4, 5), (4, 5)]
        assert net.infer_shape(x=(4, 1), out_label=(4,))[0] == [(4, 1), (4,)]
    assert L.SVMOutput(Variable("x"), name="out").infer_shape(x=(4, 5))[0] == [(4, 5), (4,)]


@pytest.mark.parametrize(("how", "expected"), [("null", 3.0), ("batch", 3 / 4), ("valid", 3 / 11)])
def test_a_loss_has_the_gradient_it_says(how: str, expected: float) -> None:
    loss = np.arange(-1, 11, dtype=np.float32).reshape(4, 3) + 0.5
    run = L.MakeLoss(Variable("x"), grad_scale=3, normalization=how).simple_bind(x=(4, 3))
    assert (run.forward(is_train=True, x=loss)[0].numpy() == loss).all()
    run.backward(RNG.standard_normal((4, 3)).astype(np.float32))
    np.testing.assert_allclose(run.grad_dict["x"], np.full((4, 3), expected), rtol=1e-6)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match=r"label of shape \(4,\) for data of shape \(4, 6\)"):
        L.LinearRegressionOutput(FLAT, CLASS)
    with pytest.raises(ValueError, match="not 'sum'"):
        L.MakeLoss(FLAT, normalization="sum")
