"""Layers of Caffe's against formulas written out in NumPy, the shapes of their parameters, and their gradients."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

import dusk.numpy as dnp
from dusk.symbol import Variable
from dusk.symbol import layers_caffe as C
from dusk.symbol import layers_losses as L
from dusk.symbol.layer import Layer
from dusk.testing import check_grads

Array = np.ndarray[Any, Any]


def spread(*shape: int) -> Array:
    """Numbers that differ by more than what gradients are checked with, none near 0."""
    n = math.prod(shape)
    return (np.random.default_rng(n).permutation(n).reshape(shape) - n / 2 + 0.3) * (1.5 / max(n, 4))


def positive(*shape: int) -> Array:
    return np.abs(spread(*shape)) + 0.1


IMAGE = spread(2, 3, 4, 5)
ROW = spread(4, 6)
LABELS = np.array([0, 5, 2, 2])
PIXELS = np.arange(2 * 4 * 5).reshape(2, 4, 5) * 7 % 3
WEIGHTS = spread(3, 4)


def softmax(x: Array, axis: int = 1) -> Array:
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def chosen(x: Array, label: Array) -> Array:
    return np.take_along_axis(x, np.expand_dims(label, 1), 1).squeeze(1)


def pool(x: Array, kind: str, k: tuple[int, int], s: tuple[int, int], p: tuple[int, int]) -> Array:
    """Caffe's pooling, window by window: those that only begin in the padding are left out."""
    places: list[int] = []
    for n, kernel, stride, pad in zip(x.shape[2:], k, s, p):
        count = math.ceil((n + 2 * pad - kernel) / stride) + 1
        places.append(count - 1 if pad and (count - 1) * stride >= n + pad else count)
    out = np.zeros((*x.shape[:2], *places))
    for i in range(places[0]):
        for j in range(places[1]):
            begin = [i * s[0] - p[0], j * s[1] - p[1]]
            padded = [min(b + kk, n + pp) for b, kk, n, pp in zip(begin, k, x.shape[2:], p)]
            size = math.prod(e - b for b, e in zip(begin, padded))
            cut = x[:, :, max(begin[0], 0) : padded[0], max(begin[1], 0) : padded[1]]
            out[:, :, i, j] = cut.max(axis=(2, 3)) if kind == "MAX" else cut.sum(axis=(2, 3)) / size
    return out


def pyramid(x: Array, height: int, kind: str) -> Array:
    found: list[Array] = []
    for parts in (2**level for level in range(height)):
        k = tuple(math.ceil(n / parts) for n in x.shape[2:])
        p = tuple((kk * parts - n + 1) // 2 for kk, n in zip(k, x.shape[2:]))
        found.append(pool(x, kind, k, k, p).reshape(len(x), -1))  # type: ignore[arg-type]
    return np.concatenate(found, 1)


class Row(NamedTuple):
    layer: Layer
    params: dict[str, Any]
    inputs: list[Array]
    formula: Callable[..., Any]
    given: int = 1
    smooth: bool = True


WINDOW = {"kernel": (3, 2), "stride": (2, 3), "pad": (1, 1)}
ROWS = {
    "power": Row(C.Power, {"power": 3, "scale": 2, "shift": 0.5}, [ROW], lambda x: (0.5 + 2 * x) ** 3),
    "power of nothing": Row(C.Power, {}, [ROW], lambda x: x),
    "exp": Row(C.Exp, {}, [ROW], np.exp),
    "exp of a base": Row(C.Exp, {"base": 3, "scale": 2, "shift": 1}, [ROW], lambda x: 3.0 ** (1 + 2 * x)),
    "log": Row(C.Log, {}, [positive(3, 4)], np.log),
    "log of a base": Row(C.Log, {"base": 10, "scale": 2, "shift": 1}, [positive(3)], lambda x: np.log10(1 + 2 * x)),
    "absolute": Row(C.AbsVal, {}, [ROW], np.abs),
    "threshold": Row(C.Threshold, {"threshold": 0.2}, [ROW], lambda x: x > 0.2, smooth=False),
    "clip": Row(C.Clip, {"min": -0.5, "max": 0.4}, [ROW], lambda x: x.clip(-0.5, 0.4)),
    "swish": Row(C.Swish, {"beta": 2}, [ROW], lambda x: x / (1 + np.exp(-2 * x))),
    "sum": Row(C.Eltwise, {"coeff": "1 -0.5"}, [ROW, ROW[::-1]], lambda x, y: x - 0.5 * y, 2),
    "product": Row(C.Eltwise, {"operation": "PROD"}, [ROW, ROW[::-1]], lambda x, y: x * y, 2),
    "maximum": Row(C.Eltwise, {"operation": "MAX"}, [ROW, ROW[::-1]], np.maximum, 2),
    "scale": Row(C.Scale, {"bias_term": True}, [IMAGE, spread(3), spread(3)],
                 lambda x, w, b: x * w[:, None, None] + b[:, None, None]),
    "scale of two axes": Row(C.Scale, {"axis": 0, "num_axes": 2}, [IMAGE, spread(2, 3)],
                             lambda x, w: x * w[..., None, None]),
    "scale to the end": Row(C.Scale, {"axis": -2, "num_axes": -1}, [IMAGE, spread(4, 5)], lambda x, w: x * w),
    "scale of a number": Row(C.Scale, {"num_axes": 0}, [IMAGE, spread()], lambda x, w: x * w),
    "bias": Row(C.Bias, {"axis": 2}, [IMAGE, spread(4)], lambda x, b: x + b[:, None]),
    "shared prelu": Row(C.SharedPReLU, {}, [ROW, np.array(0.2)], lambda x, w: np.where(x > 0, x, w * x)),
    "product of two axes": Row(C.InnerProduct, {"num_output": 3, "axis": 2}, [IMAGE, spread(3, 20), spread(3)],
                               lambda x, w, b: x.reshape(2, 3, 20) @ w.T + b),
    "product turned round": Row(C.InnerProduct, {"num_output": 3, "transpose": True, "bias_term": False},
                                [IMAGE, spread(60, 3)], lambda x, w: x.reshape(2, 60) @ w),
    "embedding": Row(C.Embed, {"num_output": 4, "input_dim": 3}, [np.array([[0.0, 2], [1, 1]]), WEIGHTS, spread(4)],
                     lambda x, w, b: w[x.astype(int)] + b, smooth=False),
    "batch norm": Row(C.CaffeBatchNorm, {"eps": 0.1}, [IMAGE, spread(3), positive(3), np.array([2.0])],
                      lambda x, m, v, f: (x - m[:, None, None] / 2) / np.sqrt(v[:, None, None] / 2 + 0.1)),
    "pool": Row(C.CaffePooling, WINDOW, [IMAGE], lambda x: pool(x, "MAX", (3, 2), (2, 3), (1, 1))),
    "pool of means": Row(C.CaffePooling, {**WINDOW, "pool": "AVE"}, [IMAGE],
                         lambda x: pool(x, "AVE", (3, 2), (2, 3), (1, 1))),
    "mvn": Row(C.MVN, {"eps": 0.1}, [IMAGE], lambda x: (x - x.mean((2, 3), keepdims=True))
               / (x.std((2, 3), keepdims=True) + 0.1)),
    "mvn of means": Row(C.MVN, {"normalize_variance": False, "across_channels": True}, [IMAGE],
                        lambda x: x - x.mean((1, 2, 3), keepdims=True)),
    "spp": Row(C.SPP, {"pyramid_height": 2}, [IMAGE], lambda x: pyramid(x, 2, "MAX")),
    "spp of means": Row(C.SPP, {"pyramid_height": 3, "pool": "AVE"}, [spread(1, 2, 7, 9)],
                        lambda x: pyramid(x, 3, "AVE")),
    "softmax": Row(C.CaffeSoftmax, {"axis": 2}, [IMAGE], lambda x: softmax(x, 2)),
    "reduction": Row(C.Reduction, {"axis": 1, "coeff": 2}, [IMAGE], lambda x: 2 * x.sum((1, 2, 3))),
    "reduction of sizes": Row(C.Reduction, {"operation": "ASUM"}, [IMAGE], lambda x: np.abs(x).sum()),
    "reduction of squares": Row(C.Reduction, {"operation": "SUMSQ", "axis": -1}, [IMAGE], lambda x: (x * x).sum(-1)),
    "reduction to a mean": Row(C.Reduction, {"operation": "MEAN", "axis": 2}, [IMAGE], lambda x: x.mean((2, 3))),
    "slice": Row(C.Slice, {"slice_point": (1, 4), "num_outputs": 3}, [ROW], lambda x: [x[:, :1], x[:, 1:4], x[:, 4:]]),
    "slice evenly": Row(C.Slice, {"axis": 0, "num_outputs": 2}, [ROW], lambda x: [x[:2], x[2:]]),
    "tile": Row(C.Tile, {"axis": 1, "tiles": 3}, [ROW], lambda x: np.tile(x, (1, 3))),
    "flatten": Row(C.CaffeFlatten, {"axis": 1, "end_axis": 2}, [IMAGE], lambda x: x.reshape(2, 12, 5)),
    "reshape": Row(C.CaffeReshape, {"shape": (0, -1, 2), "axis": 1, "num_axes": 2}, [IMAGE],
                   lambda x: x.reshape(2, 3, 2, 2, 5)),
    "crop": Row(C.CaffeCrop, {"offset": (1, 2)}, [IMAGE, spread(1, 1, 2, 3)], lambda x, y: x[:, :, 1:3, 2:5], 2),
    "reindex": Row(C.BatchReindex, {}, [ROW, np.array([3.0, 0, 0])], lambda x, i: x[i.astype(int)], 2, smooth=False),
    "argmax": Row(C.ArgMax, {"top_k": 2}, [ROW], lambda x: np.argsort(-x, 1)[:, None, :2], smooth=False),
    "argmax and value": Row(C.ArgMax, {"out_max_val": True}, [IMAGE],
                            lambda x: np.stack([x.reshape(2, -1).argmax(1), x.reshape(2, -1).max(1)], 1)[..., None],
                            smooth=False),
    "argmax of an axis": Row(C.ArgMax, {"axis": 1}, [IMAGE], lambda x: x.argmax(1)[:, None], smooth=False),
    "largest of an axis": Row(C.ArgMax, {"axis": 1, "out_max_val": True, "top_k": 2}, [IMAGE],
                              lambda x: -np.sort(-x, 1)[:, :2], smooth=False),
    "softmax loss": Row(L.SoftmaxWithLoss, {}, [ROW, LABELS], lambda x, y: -np.log(chosen(softmax(x), y)).mean()),
    "softmax loss and probabilities": Row(
        L.SoftmaxWithLoss, {"num_outputs": 2, "normalization": "NONE"}, [ROW, LABELS],
        lambda x, y: [-np.log(chosen(softmax(x), y)).sum(), softmax(x)]),
    "softmax loss of pixels": Row(
        L.SoftmaxWithLoss, {"ignore_label": 2}, [IMAGE, PIXELS],
        lambda x, y: -np.log(chosen(softmax(x), y))[y != 2].mean()),
    "softmax loss over the batch": Row(
        L.SoftmaxWithLoss, {"ignore_label": 2, "normalization": "BATCH_SIZE"}, [IMAGE, PIXELS],
        lambda x, y: -np.log(chosen(softmax(x), y))[y != 2].sum() / 2),
    "softmax loss over all": Row(
        L.SoftmaxWithLoss, {"ignore_label": 2, "normalization": "FULL"}, [IMAGE, PIXELS],
        lambda x, y: -np.log(chosen(softmax(x), y))[y != 2].sum() / 40),
    "euclidean loss": Row(L.EuclideanLoss, {}, [ROW, ROW[::-1]], lambda x, y: ((x - y) ** 2).sum() / 8),
    "sigmoid loss": Row(L.SigmoidCrossEntropyLoss, {}, [ROW, positive(4, 6).clip(0, 1)],
                        lambda x, y: (np.log1p(np.exp(x)) - x * y).sum() / 4),
    "sigmoid loss of some": Row(L.SigmoidCrossEntropyLoss, {"ignore_label": 1, "normalization": "VALID"},
                                [ROW, np.arange(24).reshape(4, 6) % 3 // 2],
                                lambda x, y: (np.log1p(np.exp(x)) - x * y)[y != 1].mean()),
    "hinge loss": Row(L.HingeLoss, {}, [ROW, LABELS], lambda x, y: np.maximum(
        1 + x * np.where(np.eye(6)[y] > 0, -1, 1), 0).sum() / 4),
    "squared hinge loss": Row(L.HingeLoss, {"norm": "L2"}, [ROW, LABELS], lambda x, y: (np.maximum(
        1 + x * np.where(np.eye(6)[y] > 0, -1, 1), 0) ** 2).sum() / 4),
    "logistic loss": Row(L.MultinomialLogisticLoss, {}, [positive(4, 6), LABELS],
                         lambda x, y: -np.log(chosen(x, y)).mean()),
    "infogain loss": Row(L.InfogainLoss, {}, [ROW, LABELS, positive(6, 6)],
                         lambda x, y, h: -(h[y] * np.log(softmax(x))).sum(1).mean()),
    "contrastive loss": Row(
        L.ContrastiveLoss, {"margin": 3.0}, [ROW, ROW[::-1], np.array([1, 0, 0, 1])],
        lambda a, b, y: np.where(y, ((a - b) ** 2).sum(1),
                                 np.maximum(3 - np.sqrt(((a - b) ** 2).sum(1)), 0) ** 2).sum() / 8, 3),
    "contrastive loss of old": Row(
        L.ContrastiveLoss, {"margin": 5.0, "legacy_version": True}, [ROW, ROW[::-1], np.array([1, 0, 0, 1])],
        lambda a, b, y: np.where(y, ((a - b) ** 2).sum(1), np.maximum(5 - ((a - b) ** 2).sum(1), 0)).sum() / 8, 3),
    "accuracy": Row(L.Accuracy, {}, [ROW, LABELS], lambda x, y: (x.argmax(1) == y).mean(), smooth=False),
    "accuracy of three": Row(L.Accuracy, {"top_k": 3}, [ROW, LABELS],
                             lambda x, y: ((x >= chosen(x, y)[:, None]).sum(1) <= 3).mean(), smooth=False),
    "accuracy of pixels": Row(L.Accuracy, {"ignore_label": 1}, [IMAGE, PIXELS],
                              lambda x, y: (x.argmax(1) == y)[y != 1].mean(), smooth=False),
}  # fmt: skip


def listed(found: Any) -> list[Any]:
    return list(found) if isinstance(found, list | tuple) else [found]


@pytest.mark.parametrize("name", ROWS)
def test_a_layer_computes_its_formula(name: str) -> None:
    row = ROWS[name]
    found = listed(row.layer(*map(dnp.array, row.inputs), **row.params))
    expected = listed(row.formula(*row.inputs))
    assert [x.shape for x in found] == [np.shape(x) for x in expected]
    for x, y in zip(found, expected, strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize("name", ROWS)
def test_shapes_of_parameters_and_outputs_follow(name: str) -> None:
    row = ROWS[name]
    names = [f"v{i}" for i in range(row.given)]
    given = {n: x.shape for n, x in zip(names, row.inputs, strict=False)}
    net = row.layer(*map(Variable, names), **row.params, name="it")
    arguments, outputs, states = net.infer_shape(**given)
    assert [*(arguments or ()), *(states or ())] == [x.shape for x in row.inputs]
    assert outputs == [np.shape(x) for x in listed(row.formula(*row.inputs))]


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row.smooth])
def test_gradients_are_those_of_differences(name: str) -> None:
    row = ROWS[name]
    fixed = {"softmax loss", "hinge", "logistic loss", "infogain", "sigmoid loss", "contrastive"}
    moving = [i for i in range(len(row.inputs)) if not (i == len(row.inputs) - 1 and any(f in name for f in fixed))]
    if "infogain" in name:
        moving = [0, 2]
    if "crop" in name:
        moving = [0]

    def loss(*arrays: Any) -> Any:
        given = [dnp.array(x) for x in row.inputs]
        for i, array in zip(moving, arrays, strict=True):
            given[i] = array
        return row.layer(*given, **row.params)

    check_grads(loss, [row.inputs[i] for i in moving], order=1)


def test_batch_norm_sums_up_the_statistics_of_batches() -> None:
    run = C.CaffeBatchNorm(Variable("x"), moving_average_fraction=0.9, eps=0.0, name="bn").simple_bind(x=(4, 3))
    x = spread(4, 3).astype(np.float32)
    for _ in range(2):
        out = run.forward(is_train=True, x=x)[0]
    np.testing.assert_allclose(out, (x - x.mean(0)) / x.std(0), rtol=1e-5)
    np.testing.assert_allclose(run.aux_dict["bn_factor"], [1.9], rtol=1e-6)
    np.testing.assert_allclose(run.aux_dict["bn_mean"], 1.9 * x.mean(0), rtol=1e-5)
    np.testing.assert_allclose(run.aux_dict["bn_variance"], 1.9 * x.var(0, ddof=1), rtol=1e-5)
    expected = (x - x.mean(0)) / np.sqrt(x.var(0, ddof=1))
    np.testing.assert_allclose(run.forward(is_train=False, x=x)[0], expected, rtol=1e-5)


def test_batch_norm_of_no_batches_and_with_the_choice_of_statistics() -> None:
    x = spread(4, 3)
    states = [np.zeros(3), np.zeros(3), np.zeros(1)]
    np.testing.assert_allclose(C.CaffeBatchNorm(*map(dnp.array, (x, *states)), eps=1.0), x)
    own = C.CaffeBatchNorm(*map(dnp.array, (x, *states)), eps=0.0, use_global_stats=False)
    np.testing.assert_allclose(own, (x - x.mean(0)) / x.std(0))


BAD = {
    "one shape is needed": lambda: C.Eltwise(dnp.ones(3), dnp.ones(4)),
    "of 2 arrays with 3 coefficients": lambda: C.Eltwise(dnp.ones(3), dnp.ones(3), coeff="1 2 3"),
    "Eltwise DIV": lambda: C.Eltwise(dnp.ones(3), operation="DIV"),
    "does not fit to axis 1": lambda: C.Scale(dnp.ones((2, 3)), dnp.ones(2)),
    "is no 2 parts": lambda: C.Slice(dnp.ones((2, 3)), slice_point=(3,), num_outputs=2),
    "give slice_point": lambda: C.Slice(dnp.ones((2, 3)), num_outputs=2),
    "goes beyond it": lambda: C.CaffeCrop(dnp.ones((1, 1, 2, 2)), dnp.ones((1, 1, 2, 3))),
    "pooling is MAX or AVE": lambda: C.CaffePooling(dnp.ones((1, 1, 2, 2)), kernel=2, stride=1, pad=0, pool="LP"),
    "one for each of": lambda: L.SoftmaxWithLoss(dnp.ones((2, 3)), dnp.ones(3)),
    "normalization is FULL": lambda: L.SoftmaxWithLoss(dnp.ones((2, 3)), dnp.ones(2), normalization="SOME"),
}


@pytest.mark.parametrize("words", BAD)
def test_what_does_not_fit_is_refused(words: str) -> None:
    with pytest.raises(ValueError, match=words):
        BAD[words]()


AXES = {
    "scale": lambda x: C.Scale(x, dnp.ones(3), axis=4), "inner": lambda x: C.InnerProduct(
        x, dnp.ones((1, 1)), num_output=1, bias_term=False, axis=-5),
    "slice": lambda x: C.Slice(x, axis=4, num_outputs=2), "flatten": lambda x: C.CaffeFlatten(x, end_axis=4),
    "reshape": lambda x: C.CaffeReshape(x, shape=(-1,), axis=5), "argmax": lambda x: C.ArgMax(x, axis=4),
    "reduction": lambda x: C.Reduction(x, axis=4), "crop": lambda x: C.CaffeCrop(x, x, axis=4),
    "loss": lambda x: L.SoftmaxWithLoss(x, dnp.ones(3), axis=4), "accuracy": lambda x: L.Accuracy(x, x, axis=-5),
}  # fmt: skip


@pytest.mark.parametrize("name", AXES)
def test_axes_that_there_are_not_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="out of bounds"):
        AXES[name](dnp.ones((2, 3, 4, 5)))
