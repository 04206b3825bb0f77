"""Damaged and hostile files of Caffe's: a typed error that names the place, at once, and little memory."""

import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dusk.errors import FormatError
from dusk.formats import caffe
from dusk.formats.caffe.schema import BLOB, BLOB_SHAPE, LAYER, NET
from dusk.formats.protobuf import encode

X = 'layer { name: "x" type: "Input" top: "x" input_param { shape { dim: 2 dim: 3 dim: 8 dim: 8 } } }\n'
Y = 'layer { name: "y" type: "Input" top: "y" input_param { shape { dim: 2 dim: 4 dim: 8 dim: 8 } } }\n'


def layer(kind: str, bottoms: str = "x", more: str = "", top: str = "a", name: str = "a") -> str:
    read = " ".join(f'bottom: "{bottom}"' for bottom in bottoms.split())
    return f'layer {{ name: "{name}" type: "{kind}" {read} top: "{top}" {more} }}\n'


NETS = {
    # layers that are not supported, and settings
    r"n:2: layers of type 'Python' are not supported \('a'\)": X + layer("Python"),
    r"n:2: layers of type 'Convolutoin' are not supported": X + layer("Convolutoin"),
    r"n:2: .*a Pooling layer with pool: STOCHASTIC": X + layer("Pooling", more="pooling_param { pool: STOCHASTIC }"),
    r"n:2: .*Convolution layer with .*axis: 2":
        X + layer("Convolution", more="convolution_param { num_output: 2 axis: 2 }"),
    r"n:2: .*SPP layer with .*pool: STOCHASTIC": X + layer("SPP", more="spp_param { pool: STOCHASTIC }"),
    r"n:2: Convolution 'a' needs num_output, which is 1 or more": X + layer("Convolution"),
    r"n:2: Convolution 'a' needs a kernel_size of 1 or more":
        X + layer("Convolution", more="convolution_param { num_output: 2 }"),
    r"n:2: Pooling 'a' needs a kernel_size of 1 or more, not \(0, 0\)":
        X + layer("Pooling", more="pooling_param { kernel_size: 0 }"),
    r"n:2: Pooling 'a' with a stride of \(0, 0\)":
        X + layer("Pooling", more="pooling_param { kernel_size: 2 stride: 0 }"),
    r"n:2: Pooling layer 'a': kernel_size is not supported":
        X + layer("Pooling", more="pooling_param { global_pooling: true stride: 1 kernel_size: 3 }"),
    # texts that are none
    r"n:2: LayerParameter has no field 'colour'": X + 'layer { colour: "red" }',
    r"n:2: type is given again": X + 'layer { type: "ReLU" type: "TanH" }',
    r"n:3: the end of the file where the name of a field or '}' is due": X + 'layer { type: "ReLU"\n',
    r"n:1: .* is no word, number or string": "\x00\x01\x02",
    r"n:1: '@ . .' is no word, number or string": "layer @ { }",
    r"n:1: records nested more than 100 deep|has no field": "layer { " * 100_000,
    r"n:2: num_output: -1 is no uint32": X + layer("InnerProduct", more="inner_product_param { num_output: -1 }"),
    r"n:2: num_output: 9+ is no uint32":
        X + layer("InnerProduct", more=f"inner_product_param {{ num_output: {'9' * 40} }}"),
    r"n:2: phase: phase is one of TRAIN, TEST, not VAL": X + layer("ReLU", more="include { phase: VAL }"),
    r"n:2: name is not text in UTF-8": X + 'layer { name: "\\377" }',
    r"no layer is there in phase TEST": "",
    # wiring
    r"n:2: the layer 'a' reads the blob 'nowhere', which no layer before it makes$": X + layer("ReLU", "nowhere"),
    r"n:2: .* reads the blob 'b', .*: it is made later, at n:3":
        X + layer("ReLU", "b") + layer("ReLU", "a", "", "b", "b"),
    r"n:1: .* reads the blob 'a', .*: it is made later, at n:1": layer("ReLU", "a"),
    r"n:3: .*makes the blob 'a', as does that at n:2": X + layer("ReLU") + layer("TanH", "x", "", "a", "b"),
    r"n:3: a layer with parameters is named 'a', as that at n:2":
        X + layer("PReLU") + layer("PReLU", "a", "", "b", "a"),
    r"n:2: SoftmaxWithLoss 'a' with 1 bottoms: 2 can be read": X + layer("SoftmaxWithLoss"),
    r"n:3: ReLU 'a' with 2 bottoms: 1 can be read": X + Y + layer("ReLU", "x y"),
    r"n:3: Accuracy 'a' with 2 tops: 1 can be made": X + Y + layer("Accuracy", "x y", 'top: "per_class"'),
    r"n:2: .*has rules `include` or `exclude`, not both": X + layer("ReLU", more="include { } exclude { }"),
    r"n:3: one is needed for each of 2 bottoms": X + Y + layer("Eltwise", "x y", "propagate_down: true"),
    r"n:1: a net has `layer` or .* `layers`, not both": "layers { type: RELU } " + X,
    r"n:1: 1 inputs have 2 shapes": 'input: "x" input_shape { dim: 1 } input_shape { dim: 1 }',
    r"n:1: shapes of inputs are": 'input: "x" input_dim: 1 input_dim: 2',
    r"n:2: a parameter is named 'x', as an input": X + layer("PReLU", more='param { name: "x" }'),
    r"n:2: a Concat layer with concat_dim: 2147483648 is not supported":
        X + layer("Concat", more="concat_param { concat_dim: 2147483648 }"),
    r"gives nothing": X,
    # shapes
    r"n:3: .*one shape is needed|n:3.*\(2, 3, 8, 8\).*\(2, 4, 8, 8\)": X + Y + layer("Eltwise", "x y"),
    r"ip_weight .*is of shape \(5, 192\) by a \(n:2\), and of shape \(7, 256\) by b \(n:4\)":
        X + layer("InnerProduct", "x", 'param { name: "ip_weight" } inner_product_param { num_output: 5 }') + Y
        + layer("InnerProduct", "y", 'param { name: "ip_weight" } inner_product_param { num_output: 7 }', "b", "b"),
    r"a \(n:2\): .*it reads x \(2, 3, 8, 8\)":
        X + layer("Convolution", more="convolution_param { num_output: 1 kernel_size: 9 }"),
    r"a \(n:2\): .*Slice|a \(n:2\)": X + layer("Slice", more='top: "b" slice_param { axis: 1 }'),
    r"a \(n:2\): ": X + layer("Convolution", more="convolution_param { num_output: 4 kernel_size: 1 group: 2 }"),
    r"a \(n:2\):  ?": X + layer("Reshape", more="reshape_param { shape { dim: 7 dim: -1 } }"),
    r"n:1: .* is no shape of a blob": X.replace("dim: 8", "dim: 9223372036854775807"),
    r"n:1: .* is no shape of a blob, ": X.replace("dim: 8", "dim: -8"),
    r"n:1: .* is no shape of a blob, i": X.replace("dim: 8", "dim: 0"),
    r"shapes of .* do not follow: give those of d": 'input: "d" ' + layer("ReLU", "d"),
}  # fmt: skip


def limited(work: Callable[[], Any], words: str, size: int) -> None:
    """The work is refused with these words, within a time and with little memory besides what is imported."""
    tracemalloc.start()
    began = time.thread_time()
    with pytest.raises(FormatError, match=words):
        work()
    took = time.thread_time() - began
    used = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert took < 3, "a second, and tracing memory takes its time"
    assert used < 2 * size + (4 << 20)


@pytest.mark.parametrize("words", NETS)
def test_nets_that_are_none_are_refused(words: str) -> None:
    text = NETS[words]

    def work() -> None:
        caffe.load(caffe.parse(text, "n")).shapes()

    limited(work, words, len(text))


def blob_net(**blob: Any) -> bytes:
    return encode(NET(layer=[LAYER(name="a", blobs=[BLOB(**blob)])]))


def shape(*dims: int) -> Any:
    return BLOB_SHAPE(dim=list(dims))


FLOATS = np.ones(6, np.float32)
DATA = encode(NET(layer=[LAYER(name="a", blobs=[BLOB(shape=shape(2, 3), data=FLOATS)])]))
WEIGHTS = {
    r"a blob of shape \(2, 4\) has 6 numbers, in layer 'a'": blob_net(shape=shape(2, 4), data=FLOATS),
    r"a blob of shape \(-2, -3\) has 6 numbers": blob_net(shape=shape(-2, -3), data=FLOATS),
    r"a blob of shape \(4611686018427387904, 4\) has 0 numbers": blob_net(shape=shape(1 << 62, 4)),
    r"a blob of shape \(2, 3, 1, 2\) has 6": blob_net(num=2, channels=3, height=1, width=2, data=FLOATS),
    r"a blob of shape \(1, 1, 1, 1, 1, 1, 1, 1\) has": blob_net(shape=shape(*[1] * 40), data=FLOATS[:1]),
    r"two layers with parameters are named 'a'": DATA * 2,
    r"bytes are announced where": DATA[:-3],
    r"bytes are announced where ": b"\xa2\x06\xff\xff\xff\xff\x0f" + DATA,
    r"is of type|wire type|announced|field of number 0": bytes(range(256)) * 10,
    r"not text in UTF-8": b"\x0a\x02\xff\xfe",
    r"no whole count of float": b"\xa2\x06\x07\x3a\x05\x2a\x03abc",
    r"more than 10 bytes": b"\xa2\x06" + b"\x80" * 30,
}  # fmt: skip


@pytest.mark.parametrize("words", WEIGHTS)
def test_weights_that_are_none_are_refused(words: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.caffemodel"
    path.write_bytes(WEIGHTS[words])
    limited(lambda: caffe.load_weights(path), words, len(WEIGHTS[words]))


def test_nets_of_more_parameters_than_memory_has_do_not_begin() -> None:
    net = caffe.load(caffe.parse(X + layer("InnerProduct", more="inner_product_param { num_output: 4294967295 }")))
    limited(lambda: caffe.initial(net), r"would have 828928687935 numbers, a_weight 824633720640 of them", 1000)


def test_large_and_binary_texts_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.prototxt"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FormatError, match="is not text"):
        caffe.load(path)
    with open(path, "wb") as file:
        file.truncate(1 << 30)
    with pytest.raises(FormatError, match="more than such a text may have"):
        caffe.load(path)


def test_nothing_is_written_where_a_net_cannot_be_written(tmp_path: Path) -> None:
    net = caffe.load(caffe.parse(X + layer("PReLU")))
    with pytest.raises(KeyError):
        caffe.save_weights(tmp_path / "a.caffemodel", net, {})
    assert list(tmp_path.iterdir()) == []


def test_many_tiles_take_no_time() -> None:
    net = caffe.load(caffe.parse(X + layer("Tile", more="tile_param { axis: 2 tiles: 100000000 }")))
    began = time.thread_time()
    assert net.shapes()["a"] == (2, 3, 800000000, 8)
    assert time.thread_time() - began < 1
