"""Layers of MXNet's hub against formulas written out in NumPy, their shapes, and their gradients by differences."""

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest

import dusk.numpy as dnp
from dusk.symbol import Group, Variable
from dusk.symbol.layers import layers_conv, layers_move, layers_norm
from dusk.testing import check_grads

Array = np.ndarray[Any, Any]


def conv(
    x: Array, w: Array, b: Array | None = None, stride: Any = 1, pad: Any = 0, dilate: Any = 1, groups: int = 1
) -> Array:
    n = x.ndim - 2
    s, p, d = (np.broadcast_to(v, n) for v in (stride, pad, dilate))
    x = np.pad(x, [(0, 0), (0, 0), *((int(v), int(v)) for v in p)])
    places = [(m - e * (k - 1) - 1) // t + 1 for m, k, t, e in zip(x.shape[2:], w.shape[2:], s, d)]
    out = np.zeros((len(x), len(w), *places))
    into, outof = x.shape[1] // groups, len(w) // groups
    for o, at in itertools.product(range(len(w)), itertools.product(*map(range, places))):
        window = tuple(slice(i * t, i * t + e * (k - 1) + 1, e) for i, t, e, k in zip(at, s, d, w.shape[2:]))
        g = o // outof
        out[(slice(None), o, *at)] = (x[(slice(None), slice(g * into, (g + 1) * into), *window)] * w[o]).sum(
            axis=tuple(range(1, n + 2))
        )
    return out if b is None else out + b.reshape(-1, *(1,) * n)


def deconv(
    x: Array, w: Array, b: Array | None = None, stride: int = 1, pad: Any = 0, adj: Any = 0, dilate: int = 1,
        groups: int = 1
) -> Array:
    n = x.ndim - 2
    p, a = np.broadcast_to(pad, n), np.broadcast_to(adj, n)
    sizes = [(m - 1) * stride + dilate * (k - 1) + 1 for m, k in zip(x.shape[2:], w.shape[2:])]
    per = w.shape[1]
    out = np.zeros((len(x), per * groups, *(m + int(v) for m, v in zip(sizes, a))))
    for c, at in itertools.product(range(x.shape[1]), itertools.product(*map(range, x.shape[2:]))):
        g = c // (x.shape[1] // groups)
        under = tuple(slice(i * stride, i * stride + dilate * (k - 1) + 1, dilate) for i, k in zip(at, w.shape[2:]))
        pixel = x[(slice(None), c, *at)].reshape(-1, *(1,) * (n + 1))
        out[(slice(None), slice(g * per, (g + 1) * per), *under)] += pixel * w[c]
    out = out[(slice(None), slice(None), *(slice(int(v), m - int(v)) for v, m in zip(p, out.shape[2:])))]
    return out if b is None else out + b.reshape(-1, *(1,) * n)


def pool(
    x: Array, kind: str, k: Sequence[int], s: Sequence[int], p: Sequence[int], how: str = "valid",
        padded: bool = True, q: int = 2
) -> Array:
    count = {
        "valid": lambda m, k, s, p: 1 + (m + 2 * p - k) // s,
        "full": lambda m, k, s, p: 1 + math.ceil((m + 2 * p - k) / s),
        "same": lambda m, k, s, p: math.ceil((m + 2 * p) / s),
    }[how]
    places = [count(*row) for row in zip(x.shape[2:], k, s, p)]
    out = np.zeros((*x.shape[:2], *places))
    for at in itertools.product(*map(range, places)):
        ends = [(i * t - e, min(i * t - e + n, m + e)) for i, t, e, n, m in zip(at, s, p, k, x.shape[2:])]
        whole = math.prod(b - a for a, b in ends)
        ends = [(max(a, 0), min(b, m)) for (a, b), m in zip(ends, x.shape[2:])]
        window = x[(slice(None), slice(None), *(slice(a, b) for a, b in ends))]
        axes = tuple(range(2, x.ndim))
        if kind == "max":
            found = window.max(axis=axes)
        elif kind == "lp":
            found = (np.abs(window) ** q).sum(axis=axes) ** (1 / q)
        else:
            found = window.sum(axis=axes)
            if kind == "avg":
                found = found / (whole if padded else math.prod(b - a for a, b in ends))
        out[(slice(None), slice(None), *at)] = found
    return out


def normal(x: Array, axes: Any, eps: float) -> Array:
    return (x - x.mean(axis=axes, keepdims=True)) / np.sqrt(x.var(axis=axes, keepdims=True) + eps)


def lrn(x: Array, n: int, alpha: float, beta: float, k: float) -> Array:
    out = np.empty_like(x)
    for c in range(x.shape[1]):
        near = x[:, max(0, c - n // 2) : c + n // 2 + 1]
        out[:, c] = x[:, c] / (k + alpha / n * (near**2).sum(axis=1)) ** beta
    return out


def within(x: Array, n: int, alpha: float, beta: float, k: float) -> Array:
    return x / (k + alpha * pool(x**2, "sum", (n, n), (1, 1), (n // 2,) * 2) / n**2) ** beta


def rows_of(v: Array, like: Array) -> Array:
    return v.reshape(-1, *(1,) * (like.ndim - 2))


def softmax(x: Array, axis: int) -> Array:
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


class Row(NamedTuple):
    """A layer, what it is set by, the shapes of its inputs, its formula; of `known` inputs shapes are given."""

    layer: Any
    params: dict[str, Any]
    shapes: list[tuple[int, ...]]
    formula: Callable[..., Any]
    known: int = 1


C, N, M = layers_conv, layers_norm, layers_move
IMAGE = (2, 4, 6, 5)
K = {"kernel": (3, 2), "num_filter": 6}
ROWS = {
    "conv": Row(C.Convolution, K, [IMAGE, (6, 4, 3, 2), (6,)], conv),
    "conv strided": Row(
        C.Convolution, {**K, "stride": (2, 1), "pad": (1, 1), "dilate": (1, 2), "num_group": 2},
        [IMAGE, (6, 2, 3, 2), (6,)], lambda x, w, b: conv(x, w, b, (2, 1), 1, (1, 2), 2),
    ),
    "conv of one number each": Row(
        C.Convolution, {**K, "stride": "(2,)", "pad": 1, "no_bias": "True"}, [IMAGE, (6, 4, 3, 2)],
        lambda x, w: conv(x, w, None, 2, 1),
    ),
    "conv 1d": Row(C.Convolution, {"kernel": "(3,)", "num_filter": 2, "pad": "(1,)"}, [(2, 3, 7), (2, 3, 3), (2,)],
                   lambda x, w, b: conv(x, w, b, 1, 1)),
    "conv 3d": Row(C.Convolution, {"kernel": (2, 2, 2), "num_filter": 2}, [(1, 2, 3, 3, 3), (2, 2, 2, 2, 2), (2,)],
        conv),
    "conv nhwc": Row(
        C.Convolution, {**K, "layout": "NHWC", "num_group": 2}, [(2, 6, 5, 4), (6, 3, 2, 2), (6,)],
        lambda x, w, b: np.moveaxis(conv(np.moveaxis(x, 3, 1), np.moveaxis(w, 3, 1), b, groups=2), 1, 3),
    ),
    "deconv": Row(C.Deconvolution, K, [IMAGE, (4, 6, 3, 2)], deconv),
    "deconv strided": Row(
        C.Deconvolution, {**K, "stride": 2, "pad": (1, 0), "adj": (1, 0), "num_group": 2, "no_bias": False},
        [IMAGE, (4, 3, 3, 2), (6,)], lambda x, w, b: deconv(x, w, b, 2, (1, 0), (1, 0), 1, 2),
    ),
    "deconv to a shape": Row(
        C.Deconvolution, {"kernel": (4, 4), "num_filter": 3, "stride": (2, 2), "target_shape": (11, 10)},
        [IMAGE, (4, 3, 4, 4)], lambda x, w: deconv(x, w, None, 2, (2, 1), (1, 0)),
    ),
    "deconv dilated": Row(
        C.Deconvolution, {**K, "dilate": (2, 2)}, [IMAGE, (4, 6, 3, 2)], lambda x, w: deconv(x, w, dilate=2)
    ),
    "global": Row(C.Pooling, {"global_pool": True, "pool_type": "avg", "kernel": (7, 7)}, [IMAGE],
                  lambda x: x.mean(axis=(2, 3), keepdims=True)),
    "global max": Row(C.Pooling, {"global_pool": True}, [IMAGE], lambda x: x.max(axis=(2, 3), keepdims=True)),
    "lp 1": Row(C.Pooling, {"kernel": (2, 2), "pool_type": "lp", "p_value": 1}, [IMAGE],
                lambda x: pool(x, "lp", (2, 2), (1, 1), (0, 0), q=1)),
    "full beyond the image": Row(  # a window that begins in the padding
        C.Pooling, {"kernel": (2, 2), "stride": (3, 3), "pad": (1, 1), "pool_type": "avg",
            "pooling_convention": "full"},
        [(1, 2, 6, 6)], lambda x: pool(x, "avg", (2, 2), (3, 3), (1, 1), "full"),
    ),
    "pool nhwc": Row(C.Pooling, {"kernel": (2, 2), "layout": "NHWC"}, [(2, 4, 4, 3)],
                     lambda x: np.moveaxis(pool(np.moveaxis(x, 3, 1), "max", (2, 2), (1, 1), (0, 0)), 1, 3)),
    "pool 1d same": Row(C.Pooling, {"kernel": (3,), "stride": (2,), "pool_type": "sum", "pooling_convention": "same"},
                        [(2, 3, 7)], lambda x: pool(x, "sum", (3,), (2,), (0,), "same")),
    "batch norm": Row(
        N.BatchNorm, {"fix_gamma": False}, [IMAGE, (4,), (4,), (4,), (4,)],
        lambda x, g, b, m, v: (x - rows_of(m, x)) / np.sqrt(rows_of(v, x) + 1e-3) * rows_of(g, x) + rows_of(b, x),
    ),
    "batch norm fixed": Row(
        N.BatchNorm, {"eps": 1e-5}, [IMAGE, (4,), (4,), (4,), (4,)],
        lambda x, g, b, m, v: (x - rows_of(m, x)) / np.sqrt(rows_of(v, x) + 1e-5) + rows_of(b, x),
    ),
    "batch norm of rows": Row(
        N.BatchNorm, {"axis": -1}, [(3, 4), (4,), (4,), (4,), (4,)], lambda x, g, b, m,
            v: (x - m) / np.sqrt(v + 1e-3) + b
    ),
    "lrn": Row(N.LRN, {"nsize": 3, "alpha": 0.5}, [IMAGE], lambda x: lrn(x, 3, 0.5, 0.75, 2)),
    "lrn within": Row(N.LRN, {"nsize": 3, "alpha": 0.5, "knorm": 1, "within_channel": True}, [IMAGE],
                      lambda x: within(x, 3, 0.5, 0.75, 1)),
    "instance norm": Row(N.InstanceNorm, {}, [IMAGE, (4,), (4,)],
                         lambda x, g, b: normal(x, (2, 3), 1e-3) * rows_of(g, x) + rows_of(b, x)),
    "group norm": Row(N.GroupNorm, {"num_groups": 2}, [IMAGE, (4,), (4,)],
                      lambda x, g, b: normal(x.reshape(2, 2, -1), (2,), 1e-5).reshape(x.shape) * rows_of(g,
                          x) + rows_of(b, x)),
    "group norm of groups": Row(
        N.GroupNorm, {"num_groups": 2}, [IMAGE, (2,), (2,)],
        lambda x, g, b: normal(x.reshape(2, 2, -1), (2,), 1e-5).reshape(x.shape) * rows_of(g.repeat(2), x)
        + rows_of(b.repeat(2), x), known=0,
    ),
    "layer norm": Row(N.LayerNorm, {}, [IMAGE, (5,), (5,)], lambda x, g, b: normal(x, (3,), 1e-5) * g + b),
    "layer norm of axis 1": Row(N.LayerNorm, {"axis": 1, "eps": 0.1}, [IMAGE, (4,), (4,)],
                                lambda x, g, b: normal(x, (1,), 0.1) * rows_of(g, x) + rows_of(b, x)),
    "l2": Row(N.L2Normalization, {}, [IMAGE], lambda x: x / np.sqrt((x**2).sum(axis=(1, 2, 3), keepdims=True))),
    "l2 channel": Row(N.L2Normalization, {"mode": "channel"}, [IMAGE], lambda x: x / np.sqrt((x**2).sum(axis=1,
        keepdims=True))),
    "l2 spatial": Row(N.L2Normalization, {"mode": "spatial"}, [IMAGE],
                      lambda x: x / np.sqrt((x**2).sum(axis=(2, 3), keepdims=True))),
    "dropout": Row(N.Dropout, {"p": 0.3}, [IMAGE], lambda x: x),
    "leaky": Row(N.LeakyReLU, {}, [IMAGE], lambda x: np.where(x > 0, x, 0.25 * x)),
    "prelu": Row(N.LeakyReLU, {"act_type": "prelu"}, [IMAGE, (4,)], lambda x, g: np.where(x > 0, x, rows_of(g, x) * x)),
    "rrelu": Row(N.LeakyReLU, {"act_type": "rrelu"}, [IMAGE], lambda x: np.where(x > 0, x, (0.125 + 0.334) / 2 * x)),
    "elu": Row(N.LeakyReLU, {"act_type": "elu", "slope": 0.5}, [IMAGE], lambda x: np.where(x > 0, x,
        0.5 * (np.exp(x) - 1))),
    "selu": Row(N.LeakyReLU, {"act_type": "selu"}, [IMAGE],
                lambda x: 1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * (np.exp(x) - 1))),
    "gelu": Row(N.LeakyReLU, {"act_type": "gelu"}, [IMAGE],
                lambda x: x * 0.5 * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))),
    "softmax": Row(N.SoftmaxActivation, {}, [(2, 3, 4)], lambda x: softmax(x.reshape(2, -1), 1).reshape(x.shape)),
    "softmax channel": Row(N.SoftmaxActivation, {"mode": "channel"}, [IMAGE], lambda x: softmax(x, 1)),
    "concat": Row(M.Concat, {"dim": 2}, [(2, 3, 4), (2, 3, 1)], lambda x, y: np.concatenate([x, y], 2), known=2),
    "sum": Row(M.ElementWiseSum, {}, [(2, 3), (2, 3), (2, 3)], lambda x, y, z: x + y + z),
    "slices": Row(M.SliceChannel, {"num_outputs": 2}, [IMAGE], lambda x: [x[:, :2], x[:, 2:]]),
    "slices squeezed": Row(M.SliceChannel, {"num_outputs": 5, "axis": 3, "squeeze_axis": 1}, [IMAGE],
                           lambda x: [x[..., i] for i in range(5)]),
    "one slice": Row(M.SliceChannel, {"num_outputs": 1}, [IMAGE], lambda x: x),
    "swap": Row(M.SwapAxis, {"dim1": 1, "dim2": 3}, [IMAGE], lambda x: x.swapaxes(1, 3)),
    "cast": Row(M.Cast, {"dtype": "float32"}, [IMAGE], lambda x: x.astype(np.float32)),
    "crop": Row(M.Crop, {"offset": (1, 2), "h_w": (3, 2)}, [IMAGE], lambda x: x[:, :, 1:4, 2:4]),
    "crop like": Row(M.Crop, {"center_crop": True, "num_args": 2}, [IMAGE, (1, 1, 2, 3)], lambda x, y: x[:, :, 2:4,
        1:4], known=2),
    "pad": Row(M.Pad, {"mode": "constant", "pad_width": (0, 0, 0, 0, 1, 2, 0, 3), "constant_value": 7}, [IMAGE],
               lambda x: np.pad(x, ((0, 0), (0, 0), (1, 2), (0, 3)), constant_values=7)),
    "pad edge": Row(M.Pad, {"mode": "edge", "pad_width": "(0,0,0,0,1,2,0,3)"}, [IMAGE],
                    lambda x: np.pad(x, ((0, 0), (0, 0), (1, 2), (0, 3)), "edge")),
    "pad reflect": Row(M.Pad, {"mode": "reflect", "pad_width": (0, 0, 0, 0, 1, 2, 0, 3)}, [IMAGE],
                       lambda x: np.pad(x, ((0, 0), (0, 0), (1, 2), (0, 3)), "reflect")),
    "nearest": Row(M.UpSampling, {"scale": 2, "sample_type": "nearest"}, [IMAGE], lambda x: x.repeat(2, 2).repeat(2,
        3)),
    "nearest of two": Row(
        M.UpSampling, {"scale": 2, "sample_type": "nearest", "num_args": 2}, [(1, 2, 4, 4), (1, 3, 2, 2)],
        lambda x, y: np.concatenate([x.repeat(2, 2).repeat(2, 3), y.repeat(4, 2).repeat(4, 3)], 1), known=2,
    ),
    "bilinear": Row(
        M.UpSampling, {"scale": 2, "sample_type": "bilinear", "num_filter": 2}, [(1, 2, 3, 3), (2, 1, 4, 4)],
        lambda x, w: deconv(x, w, None, 2, 1, groups=2), known=2,
    ),
}  # fmt: skip
POOLS = itertools.product(("max", "avg", "sum", "lp"), ("valid", "full"), (None, False), ((0, 0), (1, 1)))
for kind, how, counted, pads in POOLS:
    ROWS[f"pool {kind} {how} {counted} {pads}"] = Row(
        C.Pooling,
        {"kernel": (3, 2), "stride": (2, 2), "pad": pads, "pool_type": kind, "pooling_convention": how,
         "count_include_pad": counted, **({"p_value": 2} if kind == "lp" else {})},
        [(2, 3, 8, 8)],
        lambda x, kind=kind, how=how, counted=counted, pads=pads: pool(x, kind, (3, 2), (2, 2), pads, how,
            counted is not False),
    )  # fmt: skip


def arrays_of(row: Row) -> list[Array]:
    """Inputs all of whose elements differ by more than what gradients are checked with."""
    rng = np.random.default_rng(7)
    made = [rng.permutation(math.prod(s)).reshape(s) * 0.11 / max(math.prod(s) / 20, 1) for s in row.shapes]
    centred = [x - x.mean() + 0.003 if x.ndim > 1 else x + 0.5 for x in made]
    return centred


def listed(found: Any) -> list[Any]:
    return list(found) if isinstance(found, list | tuple) else [found]


@pytest.mark.parametrize("name", ROWS)
def test_a_layer_computes_its_formula(name: str) -> None:
    row = ROWS[name]
    given = arrays_of(row)
    found, expected = listed(row.layer(*map(dnp.array, given), **row.params)), listed(row.formula(*given))
    assert [x.shape for x in found] == [x.shape for x in expected]
    for x, y in zip(found, expected, strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize("name", ROWS)
def test_shapes_follow_from_the_first_input(name: str) -> None:
    row = ROWS[name]
    if not row.known:
        return
    names = [f"v{i}" for i in range(row.known if row.layer.variadic else 1)]
    if row.layer.elementwise and row.layer.variadic:
        names = [f"v{i}" for i in range(len(row.shapes))]
    net = row.layer(*map(Variable, names), **row.params, name="it")
    made = net.infer_shape(**dict(zip(names, row.shapes[: row.known], strict=False)))
    assert [*made[0], *made[2]] == row.shapes
    assert made[1] == [x.shape for x in listed(row.formula(*arrays_of(row)))]


@pytest.mark.parametrize("name", [n for n, row in ROWS.items() if row.layer not in (M.Cast, N.Dropout)])
def test_gradients_are_those_of_differences(name: str) -> None:
    row = ROWS[name]
    check_grads(lambda *arrays: row.layer(*arrays, **row.params), arrays_of(row), order=1)


RESHAPES = [
    ((2, 3, 4), (4, 0, 2), False, (4, 3, 2)), ((2, 3, 4), (2, 0, 0), False, (2, 3, 4)),
    ((2, 3, 4), (6, 1, -1), False, (6, 1, 4)), ((2, 3, 4), (3, -1, 8), False, (3, 1, 8)), ((2, 3, 4), (-1,), False,
        (24,)),
    ((2, 3, 4), (-2,), False, (2, 3, 4)), ((2, 3, 4), (2, -2), False, (2, 3, 4)), ((2, 3, 4), (-2, 1, 1), False, (2,
        3, 4, 1, 1)),
    ((2, 3, 4), (-3, 4), False, (6, 4)), ((2, 3, 4, 5), (-3, -3), False, (6, 20)), ((2, 3, 4), (0, -3), False, (2, 12)),
    ((2, 3, 4), (-3, -2), False, (6, 4)), ((2, 3, 4), (-4, 1, 2, -2), False, (1, 2, 3, 4)),
    ((2, 3, 4), (2, -4, -1, 3, -2), False, (2, 1, 3, 4)), ((10, 5, 4), (-1, 0), False, (40, 5)), ((10, 5, 4), (-1, 0),
        True, (50, 4)),
]  # fmt: skip


@pytest.mark.parametrize(("before", "codes", "reverse", "after"), RESHAPES)
def test_reshape_knows_the_codes_of_mxnet(before: Any, codes: Any, reverse: bool, after: Any) -> None:
    x = np.arange(math.prod(before)).reshape(before)
    np.testing.assert_array_equal(M.Reshape(dnp.array(x), shape=codes, reverse=reverse), x.reshape(after))
    assert M.Reshape(Variable("x"), shape=str(codes), reverse=reverse).infer_shape(x=before)[1] == [after]


def test_reshape_knows_its_old_form() -> None:
    x = dnp.arange(24).reshape(2, 3, 4)
    assert M.Reshape(x, target_shape=(0, 4)).shape == (6, 4)
    assert M.Reshape(x, target_shape=(1, 0), keep_highest=True).shape == (2, 12)


def test_batch_norm_trains_with_its_batch_and_moves_its_states() -> None:
    net = N.BatchNorm(Variable("x"), fix_gamma=False, momentum=0.8, output_mean_var=True, name="bn")
    assert isinstance(net, Group) and net.list_outputs() == ["bn_output", "bn_mean", "bn_var"]
    x = np.random.default_rng(0).standard_normal((4, 3, 5)) + 2
    run = net.simple_bind(x=x.shape)
    run.copy_params_from({"bn_gamma": np.full(3, 2.0), "bn_beta": np.ones(3)}, {"bn_moving_var": np.ones(3)})
    out, mean, inverse = run.forward(is_train=True, x=x)
    by_hand = normal(x, (0, 2), 1e-3) * 2 + 1
    np.testing.assert_allclose(out, by_hand, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(mean, x.mean(axis=(0, 2)), rtol=1e-5)
    np.testing.assert_allclose(inverse, 1 / np.sqrt(x.var(axis=(0, 2)) + 1e-3), rtol=1e-5)
    np.testing.assert_allclose(run.aux_dict["bn_moving_mean"], 0.2 * x.mean(axis=(0, 2)), rtol=1e-5)
    np.testing.assert_allclose(run.aux_dict["bn_moving_var"], 0.8 + 0.2 * x.var(axis=(0, 2)), rtol=1e-5)
    again = run.forward(is_train=False)[0]
    states = [run.aux_dict[n].numpy().reshape(3, 1) for n in ("bn_moving_mean", "bn_moving_var")]
    np.testing.assert_allclose(again, (x - states[0]) / np.sqrt(states[1] + 1e-3) * 2 + 1, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("frozen", [False, True])
def test_batch_norm_of_global_statistics_or_a_fixed_scale(frozen: bool) -> None:
    x = np.random.default_rng(1).standard_normal((6, 2))
    net = N.BatchNorm(Variable("x"), use_global_stats=frozen, name="bn")
    run = net.simple_bind(x=x.shape)
    run.copy_params_from({"bn_gamma": np.full(2, 9.0)}, {"bn_moving_var": np.ones(2)})
    out = run.forward(is_train=True, x=x)[0]
    np.testing.assert_allclose(out, x / np.sqrt(1 + 1e-3) if frozen else normal(x, (0,), 1e-3), rtol=1e-4, atol=1e-5)
    run.backward(np.ones((6, 2)))
    assert not run.grad_dict["bn_gamma"].any() and (run.grad_dict["bn_beta"] == 6).all()
    assert (run.aux_dict["bn_moving_mean"] == 0).all() == frozen


def test_dropout_drops_out_while_it_trains() -> None:
    run = N.Dropout(Variable("x"), p=0.25).simple_bind(x=(100, 100))
    x = np.ones((100, 100), np.float32)
    assert (run.forward(x=x)[0] == 1).all()
    first = run.forward(is_train=True)[0].numpy()
    run.backward(np.ones_like(x))
    assert set(np.unique(first)) == {np.float32(0), np.float32(1) / np.float32(0.75)}
    assert abs((first == 0).mean() - 0.25) < 0.02
    np.testing.assert_array_equal(run.grad_dict["x"], first)
    assert (run.forward(is_train=True)[0].numpy() != first).any()
    rows = N.Dropout(Variable("x"), p=0.5, axes=(1,)).simple_bind(x=(100, 100)).forward(is_train=True, x=x)[0].numpy()
    assert (rows == rows[:, :1]).all() and 20 < (rows[:, 0] == 0).sum() < 80


def test_random_slopes_lie_between_their_bounds() -> None:
    run = N.LeakyReLU(Variable("x"), act_type="rrelu").simple_bind(x=(1000,))
    slopes = -run.forward(is_train=True, x=-np.ones(1000))[0].numpy()
    assert 0.125 <= slopes.min() < 0.14 and 0.32 < slopes.max() <= 0.3341


def test_an_embedding_looks_up_rows_and_takes_the_nearest_there_are() -> None:
    net = M.Embedding(Variable("i"), input_dim=4, output_dim=3, name="e")
    assert net.infer_shape(i=(2, 5))[:2] == ([(2, 5), (4, 3)], [(2, 5, 3)])
    table = np.arange(12.0).reshape(4, 3)
    found = M.Embedding(dnp.array([[0.0, 3.0, 9.0, -2.0]]), dnp.array(table), input_dim=4, output_dim=3)
    np.testing.assert_array_equal(found, table[[[0, 3, 3, 0]]])


X = dnp.ones(IMAGE)
REFUSED: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: C.Convolution(X, dnp.ones((6, 4, 3, 3)), kernel=(3, 2), num_filter=6, no_bias=True), ValueError,
        r"no weight of shape \(6"),
    (lambda: C.Convolution(X, dnp.ones((6, 4, 3, 2)), **K, layout="CHWN", no_bias=True), ValueError, "layout is NCW"),
    (lambda: C.Convolution(X, dnp.ones((6, 4, 3, 2)), **K, stride=(1, 1, 1), no_bias=True), ValueError,
        "stride .* for 2 dim"),
    (lambda: C.Deconvolution(X, dnp.ones((4, 6, 3, 2)), **K, target_shape=(99, 99)), ValueError,
        "less than target_shape"),
    (lambda: C.Pooling(X, kernel=(2,)), ValueError, "takes a kernel of 2 sizes"),
    (lambda: C.Pooling(X, kernel=(2, 2), pool_type="min"), ValueError, "max, avg, sum or lp, not 'min'"),
    (lambda: C.Pooling(X, kernel=(2, 2), pooling_convention="half"), ValueError, "valid, full, same, not 'half'"),
    (lambda: C.Pooling(X, kernel=(2, 2), pool_type="lp", p_value=4), ValueError, "p_value 1, 2 or 3, not 4"),
    (lambda: C.Pooling(X, kernel=(9, 9)), ValueError, "window of 9 pixels on"),
    (lambda: N.LeakyReLU(X, act_type="swish"), ValueError, "not 'swish'"),
    (lambda: N.L2Normalization(X, mode="all"), ValueError, "not 'all'"),
    (lambda: N.Dropout(X, p=1.5), ValueError, "p from 0 to 1"),
    (lambda: N.SoftmaxActivation(X, mode="last"), ValueError, "not 'last'"),
    (lambda: N.LayerNorm(X, X, X, output_mean_var=True), ValueError, "no mean and variance"),
    (lambda: M.SliceChannel(X, num_outputs=3), ValueError, "into no 3 equal parts"),
    (lambda: M.Crop(X, h_w=(7, 7)), ValueError, "not that large"),
    (lambda: M.Pad(X, mode="wrap", pad_width=(0,) * 8), ValueError, "not 'wrap'"),
    (lambda: M.Pad(X, mode="edge", pad_width=(0, 0)), ValueError, "takes 8 numbers"),
    (lambda: M.UpSampling(X, scale=2, sample_type="cubic"), ValueError, "nearest or bilinear"),
    (lambda: M.Reshape(X, shape=(-1, -1)), ValueError, "one size at most"),
    (lambda: M.Reshape(X, shape=(-5,)), ValueError, "knows no size -5"),
    (lambda: M.Reshape(X, shape=(0, 0, 0, 0, 0)), ValueError, "too few sizes"),
    (lambda: M.Reshape(X, shape=(-4, 3, 3, -2)), ValueError, "2 is not 3 times 3"),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_what_does_not_fit_is_refused(number: int) -> None:
    made, kind, said = REFUSED[number]
    with pytest.raises(kind, match=said):
        made()
