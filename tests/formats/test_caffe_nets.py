"""Nets of Caffe: published shapes and counts, what files mean, and the way back to them."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from caffe_nets import FOLDER, MODULES, googlenet
from dusk.errors import FormatError
from dusk.formats import caffe
from dusk.formats.caffe.schema import BLOB, MESSAGES, NET, V1_LAYER, LayerType
from dusk.formats.caffe.weights import mapped
from dusk.formats.protobuf import decode, encode
from dusk.symbol import LRN, Convolution, Dropout, FullyConnected, Group, Pooling, Variable

Shape = tuple[int, ...]

PUBLISHED: dict[str, tuple[int, dict[str, Shape]]] = {
    "lenet": (431_080, {"conv1": (100, 20, 24, 24), "pool1": (100, 20, 12, 12), "conv2": (100, 50, 8, 8),
                        "pool2": (100, 50, 4, 4), "ip1": (100, 500), "ip2": (100, 10), "loss": ()}),
    "alexnet": (60_965_224, {"conv1": (10, 96, 55, 55), "pool1": (10, 96, 27, 27), "conv2": (10, 256, 27, 27),
                             "pool2": (10, 256, 13, 13), "conv4": (10, 384, 13, 13), "pool5": (10, 256, 6, 6),
                             "fc7": (10, 4096), "prob": (10, 1000)}),
    "caffenet": (60_965_224, {"norm1": (10, 96, 27, 27), "norm2": (10, 256, 13, 13), "pool5": (10, 256, 6, 6),
                              "prob": (10, 1000)}),
    "cifar10_quick": (145_578, {"pool1": (4, 32, 16, 16), "pool2": (4, 32, 8, 8), "pool3": (4, 64, 4, 4),
                                "ip1": (4, 64), "prob": (4, 10)}),
    "cifar10_full": (89_578, {"norm1": (4, 32, 16, 16), "pool3": (4, 64, 4, 4), "prob": (4, 10)}),
}  # fmt: skip
INPUTS: dict[str, dict[str, Shape]] = {"lenet": {"data": (100, 1, 28, 28)}}


def net_of(text: str, phase: str = "TEST", **options: Any) -> caffe.Net:
    return caffe.load(caffe.parse(text), phase, **options)


def count(net: caffe.Net, **inputs: Shape) -> int:
    shapes = net.shapes(**inputs)
    return sum(math.prod(shapes[name]) for name in net.parameters)


def layer(name: str, kind: str, bottoms: str = "", more: str = "", top: str = "") -> str:
    read = " ".join(f'bottom: "{bottom}"' for bottom in bottoms.split())
    return f'layer {{ name: "{name}" type: "{kind}" {read} top: "{top or name}" {more} }}\n'


def given(name: str, *shape: int) -> str:
    return layer(name, "Input", more="input_param { shape { " + " ".join(f"dim: {n}" for n in shape) + " } }")


@pytest.mark.parametrize("name", PUBLISHED)
def test_shapes_and_counts_are_the_published_ones(name: str) -> None:
    net = caffe.load(FOLDER / f"{name}.prototxt")
    number, tops = PUBLISHED[name]
    shapes = net.shapes(**INPUTS.get(name, {}))
    assert {top: shapes[top] for top in tops} == tops
    assert count(net, **INPUTS.get(name, {})) == number


def test_googlenet_is_the_published_one() -> None:
    table = {"3a": 256, "3b": 480, "4a": 512, "4b": 512, "4c": 512, "4d": 528, "4e": 832, "5a": 832, "5b": 1024}
    net = net_of(googlenet(), "TRAIN")
    shapes = net.shapes()
    size = {"3": 28, "4": 14, "5": 7}
    assert {name: shapes[name] for name in MODULES} == {n: (2, c, size[n[0]], size[n[0]]) for n, c in table.items()}
    assert shapes["pool1"] == (2, 64, 56, 56) and shapes["pool5"] == (2, 1024, 1, 1)
    assert count(net) == 13_378_280 and count(net_of(googlenet(auxiliary=False))) == 6_998_552
    assert [(top, weight) for top, _, weight in net.losses] == [
        ("head4a/loss", pytest.approx(0.3)), ("head4d/loss", pytest.approx(0.3)), ("loss", 1.0)
    ]  # fmt: skip


@pytest.mark.parametrize("phase", ["TRAIN", "TEST"])
@pytest.mark.parametrize("name", [*PUBLISHED, "googlenet"])
def test_a_net_that_is_written_has_the_same_structure(name: str, phase: str) -> None:
    record = caffe.parse(googlenet() if name == "googlenet" else (FOLDER / f"{name}.prototxt").read_text())
    net = caffe.load(record, phase)
    text = caffe.to_text(net)
    again = caffe.load(caffe.parse(text), phase)
    assert again.symbol.digest == net.symbol.digest
    assert {n: (p.lr_mult, p.decay_mult, p.filler) for n, p in again.parameters.items()} == {
        n: (p.lr_mult, p.decay_mult, p.filler) for n, p in net.parameters.items()
    }
    assert again.blobs == net.blobs and [w for _, _, w in again.losses] == [w for _, _, w in net.losses]
    assert caffe.to_text(again) == text
    # in-place blobs are called by the layers' own names where they are written
    assert len(again.tops) >= len(net.tops)


def test_a_symbol_of_another_front_is_written_and_comes_back(tmp_path: Path) -> None:
    x = Convolution(Variable("data"), kernel=(3, 2), num_filter=4, pad=(1, 0), name="c")
    x = Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type="avg", name="p")
    symbol = FullyConnected(x, num_hidden=5, no_bias=True, name="f")
    caffe.save(symbol, tmp_path / "net.prototxt", inputs={"data": (2, 3, 8, 8)})
    net = caffe.load(tmp_path / "net.prototxt")
    again = caffe.load(caffe.parse(caffe.to_text(net)))
    assert again.symbol.digest == net.symbol.digest == Group([symbol]).digest
    assert net.symbol.list_arguments() == symbol.list_arguments()
    with pytest.raises(FormatError, match=r"no layer for 'tanh0', tanh\(\), made at test_caffe_nets.py"):
        caffe.to_text(net_free())


@pytest.mark.parametrize(
    "layer",
    [
        lambda x: LRN(x, nsize=3, within_channel=True, name="n"),
        lambda x: Dropout(x, axes=(1,), name="n"),
        lambda x: Pooling(x, kernel=(2, 2), pool_type="lp", p_value=2, name="n"),
        lambda x: Pooling(x, kernel=(2, 2), pooling_convention="same", name="n"),
        lambda x: Convolution(x, kernel=(2, 2), num_filter=2, layout="NHWC", name="n"),
    ],
)
def test_settings_that_caffe_has_not_are_not_written(layer: Any) -> None:
    with pytest.raises(FormatError, match="Caffe has no layer for 'n'"):
        caffe.to_text(layer(Variable("x")))


def net_free() -> Any:
    from dusk.symbol import NameManager, tanh

    with NameManager():
        return tanh(Variable("x"))


# ------------------------------------------------------------------------------------------------ what files mean


def test_phases_levels_and_stages_choose_layers() -> None:
    text = given("x", 2, 3) + "".join(
        layer(name, "ReLU", "x", rule)
        for name, rule in {
            "always": "", "train": "include { phase: TRAIN }", "not_test": "exclude { phase: TEST }",
            "deep": "include { min_level: 2 }", "deploy": 'include { stage: "deploy" not_stage: "debug" }',
            "either": 'include { phase: TRAIN } include { max_level: 0 stage: "debug" }',
        }.items()
    )  # fmt: skip
    assert net_of(text).outputs() == ["always"]
    assert net_of(text, "TRAIN").outputs() == ["always", "train", "not_test", "either"]
    assert net_of(text, level=2).outputs() == ["always", "deep"]
    assert net_of(text, stages=["deploy"]).outputs() == ["always", "deploy"]
    assert net_of(text, stages=["deploy", "debug"]).outputs() == ["always", "either"]


def test_in_place_layers_change_what_follows_only() -> None:
    text = given("x", 2, 3) + layer("a", "Power", "x", "power_param { shift: 1 }") + layer("b", "AbsVal", "a")
    text += layer("square", "Power", "a", "power_param { power: 2 }", top="a") + layer("c", "AbsVal", "a")
    net = net_of(text)
    x = np.array([[1.0, -3, 0], [0.5, 2, -1]], np.float32)
    found = dict(zip(net.outputs(), net.symbol.eval(x=x), strict=True))
    np.testing.assert_allclose(found["b"], abs(x + 1))
    np.testing.assert_allclose(found["c"], (x + 1) ** 2)


def test_split_and_silence_are_nothing_of_their_own() -> None:
    split = 'layer { name: "s" type: "Split" bottom: "x" top: "p" top: "q" }'
    silence = 'layer { name: "quiet" type: "Silence" bottom: "q" }'
    net = net_of(given("x", 2) + split + layer("out", "AbsVal", "p") + layer("other", "AbsVal", "q") + silence)
    assert net.outputs() == ["out", "other"] and len(net.symbol.get_internals()) == 3


def test_parameters_are_shared_by_name_and_their_gradients_summed() -> None:
    shared = 'param { name: "w" lr_mult: 2 } inner_product_param { num_output: 3 bias_term: false }'
    net = net_of(given("x", 2, 3) + layer("a", "InnerProduct", "x", shared) + layer("b", "InnerProduct", "a", shared))
    assert list(net.parameters) == ["w"] and net.blobs == {"a": ["w"], "b": ["w"]}
    assert net.parameters["w"].lr_mult == 2
    run = net.symbol.simple_bind(x=(2, 3))
    x, w = np.arange(6, dtype=np.float32).reshape(2, 3), np.eye(3, dtype=np.float32) + 0.1
    run.forward(is_train=True, x=x, w=w)
    run.backward()
    ones = np.ones((2, 3), np.float32)
    np.testing.assert_allclose(run.grad_dict["w"], ones.T @ (x @ w.T) + (ones @ w).T @ x, rtol=1e-5)
    assert net_of(caffe.to_text(net)).symbol.digest == net.symbol.digest


def test_a_blob_that_two_layers_read_has_the_sum_of_gradients() -> None:
    net = net_of(given("x", 3) + layer("a", "Power", "x", "power_param { power: 2 }") + layer("b", "AbsVal", "x")
                 + layer("c", "Eltwise", "a b"))  # fmt: skip
    run = net.symbol.simple_bind(x=(3,))
    x = np.array([1.0, -2, 3], np.float32)
    run.forward(is_train=True, x=x)
    run.backward()
    np.testing.assert_allclose(run.grad_dict["x"], 2 * x + np.sign(x))


def test_propagate_down_keeps_gradients_from_a_bottom() -> None:
    text = given("x", 3) + given("y", 3) + layer("c", "Eltwise", "x y", "propagate_down: false propagate_down: true")
    net = net_of(text)
    run = net.symbol.simple_bind(x=(3,), y=(3,))
    run.forward(is_train=True)
    run.backward()
    assert run.grad_dict["x"].tolist() == [0, 0, 0] and run.grad_dict["y"].tolist() == [1, 1, 1]
    assert net_of(caffe.to_text(net)).symbol.digest == net.symbol.digest


def test_loss_weights_and_losses_without_tops() -> None:
    loss = 'layer { name: "l" type: "EuclideanLoss" bottom: "x" bottom: "y" loss_weight: 0.5 }'
    other = layer("sum", "Reduction", "x", "loss_weight: 2")
    net = net_of(given("x", 2, 3) + given("y", 2, 3) + loss + other)
    assert [weight for _, _, weight in net.losses] == [0.5, 2.0] and len(net.symbol) == 2
    again = net_of(caffe.to_text(net))
    assert [weight for _, _, weight in again.losses] == [0.5, 2.0]


def test_inputs_of_old_files() -> None:
    tail = layer("y", "AbsVal", "a") + layer("z", "AbsVal", "b")
    old = net_of('input: "a" input_dim: 1 input_dim: 2 input_dim: 3 input_dim: 4 input: "b" input_dim: 5 input_dim: 6 '
                 "input_dim: 7 input_dim: 8 " + tail)  # fmt: skip
    new = net_of('input: "a" input: "b" input_shape { dim: 1 dim: 2 dim: 3 dim: 4 } input_shape { dim: 5 }' + tail)
    assert old.shapes()["y"] == new.shapes()["y"] == (1, 2, 3, 4)
    assert old.shapes()["z"] == (5, 6, 7, 8) and new.shapes()["z"] == (5,)


def test_layers_of_the_older_generation() -> None:
    net = net_of("""
        name: "old"
        layers { name: "d" type: DATA top: "data" top: "label" data_param { batch_size: 3 crop_size: 8 scale: 0.5 } }
        layers { name: "c" type: CONVOLUTION bottom: "data" top: "c" blobs_lr: 1 blobs_lr: 2 weight_decay: 1
                 weight_decay: 0 convolution_param { num_output: 2 kernel_size: 3 } }
        layers { name: "r" type: RELU bottom: "c" top: "c" }
        layers { name: "i" type: INNER_PRODUCT bottom: "c" top: "i" inner_product_param { num_output: 4 } }
        layers { name: "l" type: SOFTMAX_LOSS bottom: "i" bottom: "label" }""")
    assert [r.type for r in net.layers] == ["Data", "Convolution", "ReLU", "InnerProduct", "SoftmaxWithLoss"]
    assert net.inputs == {"data": (3, None, 8, 8), "label": (3,)}
    assert net.layers[0].transform_param.scale == 0.5 and net.layers[0].transform_param.crop_size == 8
    rates = {name: (p.lr_mult, p.decay_mult) for name, p in net.parameters.items()}
    assert rates["c_weight"] == (1, 1) and rates["c_bias"] == (2, 0)
    assert net.shapes(data=(3, 3, 8, 8))["i"] == (3, 4)


# one layer each of what the table has, with settings that are not the usual ones
X4, ROW2 = given("x", 2, 4, 6, 6), given("x", 4, 6) + given("y", 4)
ALL_LAYERS = {
    "Convolution": (X4, "convolution_param { num_output: 4 kernel_h: 3 kernel_w: 2 stride: 2 pad_h: 1 group: 2 "
                    "dilation: 1 bias_term: false }", (2, 4, 3, 3)),
    "Convolution of three axes": (given("x", 1, 2, 5, 6, 7), "convolution_param { num_output: 3 kernel_size: 3 "
                                  "kernel_size: 3 kernel_size: 3 stride: 1 stride: 1 stride: 2 }", (1, 3, 3, 4, 3)),
    "Convolution with holes": (X4, "convolution_param { num_output: 3 kernel_size: 3 dilation: 2 }", (2, 3, 2, 2)),
    "Deconvolution": (X4, "convolution_param { num_output: 4 kernel_size: 4 stride: 2 pad: 1 group: 4 }",
                      (2, 4, 12, 12)),
    "InnerProduct": (X4, "inner_product_param { num_output: 3 axis: 2 }", (2, 4, 3)),
    "InnerProduct turned": (X4, "inner_product_param { num_output: 3 transpose: true }", (2, 3)),
    "Pooling": (X4, "pooling_param { pool: AVE kernel_size: 3 stride: 2 }", (2, 4, 3, 3)),
    "Pooling with padding": (X4, "pooling_param { kernel_size: 2 stride: 2 pad: 1 }", (2, 4, 4, 4)),
    "Pooling rounded down": (X4, "pooling_param { kernel_h: 3 kernel_w: 2 stride: 2 round_mode: FLOOR }", (2, 4, 2, 3)),
    "Pooling of all": (X4, "pooling_param { pool: AVE global_pooling: true }", (2, 4, 1, 1)),
    "ReLU": (X4, "relu_param { negative_slope: 0.1 }", (2, 4, 6, 6)),
    "Sigmoid": (X4, "", (2, 4, 6, 6)),
    "TanH": (X4, "tanh_param { engine: CUDNN }", (2, 4, 6, 6)),
    "BNLL": (X4, "", (2, 4, 6, 6)),
    "ELU": (X4, "elu_param { alpha: 0.5 }", (2, 4, 6, 6)),
    "PReLU": (X4, "", (2, 4, 6, 6)),
    "PReLU of one": (X4, "prelu_param { channel_shared: true filler { value: 0.1 } }", (2, 4, 6, 6)),
    "Power": (X4, "power_param { power: 2 scale: 0.5 shift: 1 }", (2, 4, 6, 6)),
    "Exp": (X4, "exp_param { base: 2 }", (2, 4, 6, 6)),
    "Log": (X4, "log_param { shift: 3 }", (2, 4, 6, 6)),
    "AbsVal": (X4, "", (2, 4, 6, 6)),
    "Threshold": (X4, "threshold_param { threshold: 0.5 }", (2, 4, 6, 6)),
    "Clip": (X4, "clip_param { min: -1 max: 1 }", (2, 4, 6, 6)),
    "Swish": (X4, "swish_param { beta: 2 }", (2, 4, 6, 6)),
    "LRN": (X4, "lrn_param { local_size: 3 alpha: 0.5 k: 2 }", (2, 4, 6, 6)),
    "LRN within": (X4, "lrn_param { norm_region: WITHIN_CHANNEL local_size: 3 }", (2, 4, 6, 6)),
    "Dropout": (X4, "dropout_param { dropout_ratio: 0.25 }", (2, 4, 6, 6)),
    "Softmax": (X4, "", (2, 4, 6, 6)),
    "Softmax of another axis": (X4, "softmax_param { axis: 2 }", (2, 4, 6, 6)),
    "Concat": (X4, "concat_param { axis: 2 }", (2, 4, 6, 6)),
    "Concat of old": (X4, "concat_param { concat_dim: 0 }", (2, 4, 6, 6)),
    "Flatten": (X4, "", (2, 144)),
    "Flatten some": (X4, "flatten_param { axis: 0 end_axis: 1 }", (8, 6, 6)),
    "Reshape": (X4, "reshape_param { shape { dim: 0 dim: -1 dim: 9 } }", (2, 16, 9)),
    "Reshape of some": (X4, "reshape_param { axis: 1 num_axes: 2 shape { dim: -1 } }", (2, 24, 6)),
    "MVN": (X4, "mvn_param { across_channels: true }", (2, 4, 6, 6)),
    "SPP": (X4, "spp_param { pyramid_height: 2 pool: AVE }", (2, 20)),
    "Reduction": (X4, "reduction_param { operation: MEAN axis: 1 }", (2,)),
    "Tile": (X4, "tile_param { axis: 2 tiles: 3 }", (2, 4, 18, 6)),
    "ArgMax": (X4, "argmax_param { top_k: 3 }", (2, 1, 3)),
    "ArgMax of an axis": (X4, "argmax_param { axis: 1 out_max_val: true }", (2, 1, 6, 6)),
    "Embed": (ROW2, "embed_param { num_output: 3 input_dim: 9 }", (4, 6, 3)),
    "Scale": (X4, "scale_param { axis: 2 num_axes: 2 bias_term: true }", (2, 4, 6, 6)),
    "Bias": (X4, "bias_param { axis: 0 }", (2, 4, 6, 6)),
    "BatchNorm": (X4, "batch_norm_param { eps: 0.001 }", (2, 4, 6, 6)),
    "Eltwise": (X4, "eltwise_param { operation: MAX }", (2, 4, 6, 6)),
}  # fmt: skip
TWO_BOTTOMS: dict[str, tuple[str, str, str, Shape]] = {
    "Eltwise": ("x y", given("x", 2, 3) + given("y", 2, 3), "eltwise_param { coeff: 0.5 coeff: -1 }", (2, 3)),
    "Eltwise that adds": ("x y", given("x", 2, 3) + given("y", 2, 3), "", (2, 3)),
    "Scale": ("x y", given("x", 2, 3, 4) + given("y", 3), "", (2, 3, 4)),
    "Crop": ("x y", X4 + given("y", 1, 1, 3, 2), "crop_param { offset: 1 offset: 2 }", (2, 4, 3, 2)),
    "BatchReindex": ("x y", given("x", 2, 3) + given("y", 5), "", (5, 3)),
    "SoftmaxWithLoss": ("x y", ROW2, "softmax_param { axis: -1 } loss_param { normalization: NONE ignore_label: 0 }",
                        ()),
    "SoftmaxWithLoss over valid ones": ("x y", ROW2, "loss_param { ignore_label: 3 }", ()),
    "SoftmaxWithLoss of old": ("x y", ROW2, "loss_param { normalize: false }", ()),
    "EuclideanLoss": ("x y", given("x", 2, 3) + given("y", 2, 3), "", ()),
    "SigmoidCrossEntropyLoss": ("x y", given("x", 2, 3) + given("y", 2, 3), "loss_param { ignore_label: 0 }", ()),
    "HingeLoss": ("x y", ROW2, "hinge_loss_param { norm: L2 }", ()),
    "MultinomialLogisticLoss": ("x y", ROW2, "", ()),
    "InfogainLoss": ("x y z", ROW2 + given("z", 6, 6), "", ()),
    "ContrastiveLoss": ("x x y", ROW2, "contrastive_loss_param { margin: 2 legacy_version: true }", ()),
    "Accuracy": ("x y", ROW2, "accuracy_param { top_k: 2 ignore_label: 1 }", ()),
}  # fmt: skip


@pytest.mark.parametrize("name", [*ALL_LAYERS, *(f"{name} (several)" for name in TWO_BOTTOMS)])
def test_every_layer_of_the_table_is_read_and_written(name: str) -> None:
    several = name.removesuffix(" (several)")
    bottoms, above, settings, shape = TWO_BOTTOMS[several] if several != name else ("x", *ALL_LAYERS[name])
    net = net_of(above + layer("it", several.split()[0], bottoms, settings))
    assert net.shapes()["it"] == shape
    text = caffe.to_text(net)
    again = net_of(text)
    assert again.symbol.digest == net.symbol.digest and caffe.to_text(again) == text
    assert again.layers[-1].type == net.layers[-1].type


def test_slices_have_several_tops() -> None:
    for settings, sizes in (("slice_point: 1 slice_point: 3", (1, 2, 3)), ("axis: 1", (2, 2, 2))):
        tops = 'top: "a" top: "b" top: "c"'
        cut = f'layer {{ name: "s" type: "Slice" bottom: "x" {tops} slice_param {{ {settings} }} }}'
        net = net_of(given("x", 2, 6) + cut)
        assert [net.shapes()[top] for top in "abc"] == [(2, n) for n in sizes]
        assert net_of(caffe.to_text(net)).symbol.digest == net.symbol.digest


# ------------------------------------------------------------------------------------------------ weights


CONVOLUTION = MESSAGES["ConvolutionParameter"]


def random_arrays(net: caffe.Net, **inputs: Shape) -> dict[str, Any]:
    source = np.random.default_rng(1)
    return {n: source.normal(size=x.shape).astype(np.float32) * 0.1 for n, x in caffe.initial(net, **inputs).items()}


def test_weights_come_back_as_views_of_the_file(tmp_path: Path) -> None:
    net = caffe.load(FOLDER / "cifar10_quick.prototxt")
    arrays = random_arrays(net)
    caffe.save_weights(tmp_path / "a.caffemodel", net, arrays)
    weights = caffe.load_weights(tmp_path / "a.caffemodel")
    found = caffe.fitted(net, weights, net.shapes())
    assert found.keys() == arrays.keys() and all(np.array_equal(found[n], arrays[n]) for n in arrays)
    assert not any(x.flags.owndata or x.flags.writeable for blobs in weights.values() for x in blobs)


def test_weights_of_the_older_generation(tmp_path: Path) -> None:
    w, b = np.arange(12, dtype=np.float32).reshape(3, 4), np.arange(3, dtype=np.float32)
    blobs = [BLOB(num=1, channels=1, height=3, width=4, data=w), BLOB(num=1, channels=1, height=1, width=3, data=b)]
    old = NET(name="n", layers=[V1_LAYER(name="ip", type=LayerType.INNER_PRODUCT, blobs=blobs)])
    (tmp_path / "old.caffemodel").write_bytes(encode(old))
    net = net_of(given("x", 2, 4) + layer("ip", "InnerProduct", "x", "inner_product_param { num_output: 3 }"))
    found = caffe.fitted(net, caffe.load_weights(tmp_path / "old.caffemodel"), net.shapes())
    assert np.array_equal(found["ip_weight"], w) and np.array_equal(found["ip_bias"], b)


def test_weights_that_do_not_fit_are_refused() -> None:
    net = net_of(given("x", 2, 4) + layer("ip", "InnerProduct", "x", "inner_product_param { num_output: 3 }"))
    with pytest.raises(FormatError, match=r"ip_weight, of layer 'ip', is of shape \(3, 4\) .* and of shape \(4, 3\)"):
        caffe.fitted(net, {"ip": [np.zeros((4, 3)), np.zeros(3)]}, net.shapes())
    with pytest.raises(FormatError, match=r"layer 'ip' has 2 parameters .*, given are 1"):
        caffe.fitted(net, {"ip": [np.zeros((3, 4))]}, net.shapes())
    assert caffe.fitted(net, {"other": [np.zeros(3)]}, net.shapes()) == {}


def test_products_become_convolutions_with_the_same_scores() -> None:
    """Net surgery: a net for one size of images becomes one for any size."""
    head = layer("pool", "Pooling", "data", "pooling_param { kernel_size: 2 stride: 2 }")
    products = layer("fc1", "InnerProduct", "pool", "inner_product_param { num_output: 7 }") + layer(
        "fc2", "InnerProduct", "fc1", "inner_product_param { num_output: 5 }"
    )
    net = net_of(given("data", 2, 3, 8, 8) + head + products)
    record = caffe.parse(given("data", 2, 3, 8, 8) + head + products)
    for one, size in zip(record.layer[2:], (4, 1), strict=True):
        outputs = one.inner_product_param.num_output
        del one.inner_product_param
        one.type = "Convolution"
        one.convolution_param = CONVOLUTION(num_output=outputs, kernel_size=[size])
    cast = caffe.load(record)
    arrays = random_arrays(net)
    shapes = cast.shapes()
    moved = {name: array.reshape(shapes[name]) for name, array in arrays.items()}
    x = np.random.default_rng(2).normal(size=(2, 3, 8, 8)).astype(np.float32)
    expected = net.symbol.eval(data=x, **arrays)[0]
    found = np.asarray(cast.symbol.eval(data=x, **moved)[0])
    np.testing.assert_allclose(found[:, :, 0, 0], expected, rtol=2e-5, atol=1e-6)
    larger = np.random.default_rng(3).normal(size=(1, 3, 12, 10)).astype(np.float32)
    scores = np.asarray(cast.symbol.eval(data=larger, **moved)[0])
    assert scores.shape == (1, 5, 3, 2)
    window = np.repeat(larger[:, :, 4:12, 2:10], 2, 0)
    np.testing.assert_allclose(scores[0, :, 2, 1], net.symbol.eval(data=window, **arrays)[0][0], rtol=2e-5, atol=1e-6)


ORACLE = {
    "lenet": {"data": (2, 1, 28, 28)}, "cifar10_quick": {}, "cifar10_full": {}, "caffenet": {}, "googlenet": {},
}  # fmt: skip


@pytest.mark.once
@pytest.mark.parametrize("name", ORACLE)
def test_opencv_reads_what_is_written_and_computes_the_same(name: str, tmp_path: Path) -> None:
    cv2 = pytest.importorskip("cv2", reason="the oracle is OpenCV's reader of Caffe's files")
    if name == "googlenet":
        net = net_of(googlenet(1, auxiliary=False))
    else:
        record = caffe.parse((FOLDER / f"{name}.prototxt").read_text())
        if name == "lenet":  # for use, not for training
            kept = [r for r in record.layer if r.type not in ("Data", "Accuracy", "SoftmaxWithLoss")]
            record = caffe.parse(given("data", 2, 1, 28, 28) + layer("prob", "Softmax", "ip2"))
            record.layer = [record.layer[0], *kept, record.layer[1]]
        net = caffe.load(record)
    shape = net.shapes()["data"]
    net.inputs["data"] = shape = (1, *shape[1:])
    arrays = random_arrays(net, data=shape)
    x = np.random.default_rng(5).normal(size=shape).astype(np.float32)
    caffe.save(net, tmp_path / "net.prototxt")
    caffe.save_weights(tmp_path / "net.caffemodel", net, arrays)
    theirs = cv2.dnn.readNetFromCaffe(str(tmp_path / "net.prototxt"), str(tmp_path / "net.caffemodel"))
    theirs.setInput(x, "data")
    expected = theirs.forward()
    found = np.asarray(net.symbol.eval(data=x, **arrays)[0])
    np.testing.assert_allclose(found.reshape(expected.shape), expected, rtol=1e-3, atol=1e-5)


def test_an_empty_file_of_weights_has_none(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    assert caffe.load_weights(tmp_path / "empty") == {} and decode(NET, mapped(tmp_path / "empty")) == NET()
