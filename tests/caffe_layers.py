"""Small nets with each layer of Caffe's that is read, and the shapes of what they give."""

Shape = tuple[int, ...]


def layer(name: str, kind: str, bottoms: str = "", more: str = "", top: str = "") -> str:
    read = " ".join(f'bottom: "{bottom}"' for bottom in bottoms.split())
    return f'layer {{ name: "{name}" type: "{kind}" {read} top: "{top or name}" {more} }}\n'


def given(name: str, *shape: int) -> str:
    return layer(name, "Input", more="input_param { shape { " + " ".join(f"dim: {n}" for n in shape) + " } }")


X4, ROW2 = given("x", 2, 4, 6, 6), given("x", 4, 6) + given("y", 4)

# one layer each of what the table has, with settings that are not the usual ones
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
