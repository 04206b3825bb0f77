"""Nets for tests of Caffe's formats: files, and GoogLeNet from the table of its paper."""

from pathlib import Path

FOLDER = Path(__file__).parent / "formats" / "nets"

MODULES = {
    "3a": (64, 96, 128, 16, 32, 32), "3b": (128, 128, 192, 32, 96, 64), "4a": (192, 96, 208, 16, 48, 64),
    "4b": (160, 112, 224, 24, 64, 64), "4c": (128, 128, 256, 24, 64, 64), "4d": (112, 144, 288, 32, 64, 64),
    "4e": (256, 160, 320, 32, 128, 128), "5a": (256, 160, 320, 32, 128, 128), "5b": (384, 192, 384, 48, 128, 128),
}  # fmt: skip
"""Szegedy et al., "Going Deeper with Convolutions" (2014), table 1: outputs of the convolutions of each module."""


def _layer(name: str, kind: str, bottoms: str, settings: str = "", top: str = "") -> str:
    read = " ".join(f'bottom: "{bottom}"' for bottom in bottoms.split())
    return f'layer {{ name: "{name}" type: "{kind}" {read} top: "{top or name}" {settings} }}\n'


def _conv(name: str, bottom: str, outputs: int, size: int, pad: int = 0, stride: int = 1) -> str:
    settings = f"num_output: {outputs} kernel_size: {size} pad: {pad} stride: {stride}"
    filler = 'weight_filler { type: "xavier" } bias_filler { value: 0.2 }'
    made = _layer(name, "Convolution", bottom, f"convolution_param {{ {settings} {filler} }}")
    return made + _layer(f"{name}/relu", "ReLU", name, top=name)


def _pool(name: str, bottom: str, settings: str) -> str:
    return _layer(name, "Pooling", bottom, f"pooling_param {{ {settings} }}")


def _norm(name: str, bottom: str) -> str:
    return _layer(name, "LRN", bottom, "lrn_param { local_size: 5 alpha: 0.0001 beta: 0.75 }")


def _product(name: str, bottom: str, outputs: int) -> str:
    return _layer(name, "InnerProduct", bottom, f"inner_product_param {{ num_output: {outputs} }}")


def _dropout(name: str, bottom: str, ratio: float) -> str:
    return _layer(name, "Dropout", bottom, f"dropout_param {{ dropout_ratio: {ratio} }}", top=bottom)


def _inception(name: str, bottom: str) -> str:
    one, low, three, lower, five, pooled = MODULES[name]
    text = _conv(f"{name}/1", bottom, one, 1)
    text += _conv(f"{name}/3_low", bottom, low, 1) + _conv(f"{name}/3", f"{name}/3_low", three, 3, 1)
    text += _conv(f"{name}/5_low", bottom, lower, 1) + _conv(f"{name}/5", f"{name}/5_low", five, 5, 2)
    text += _pool(f"{name}/pool", bottom, "pool: MAX kernel_size: 3 stride: 1 pad: 1")
    text += _conv(f"{name}/pooled", f"{name}/pool", pooled, 1)
    return text + _layer(name, "Concat", f"{name}/1 {name}/3 {name}/5 {name}/pooled")


def _head(name: str, bottom: str) -> str:
    """An auxiliary classifier, whose loss counts 0.3."""
    text = _pool(f"{name}/pool", bottom, "pool: AVE kernel_size: 5 stride: 3")
    text += _conv(f"{name}/conv", f"{name}/pool", 128, 1) + _product(f"{name}/fc", f"{name}/conv", 1024)
    text += _layer(f"{name}/fc/relu", "ReLU", f"{name}/fc", top=f"{name}/fc")
    text += _dropout(f"{name}/drop", f"{name}/fc", 0.7) + _product(f"{name}/scores", f"{name}/fc", 1000)
    return text + _layer(f"{name}/loss", "SoftmaxWithLoss", f"{name}/scores label", "loss_weight: 0.3")


def googlenet(batch: int = 2, auxiliary: bool = True) -> str:
    """GoogLeNet for training, with its auxiliary classifiers; or without them and labels."""
    text = 'name: "GoogLeNet"\n'
    shapes = f"shape {{ dim: {batch} dim: 3 dim: 224 dim: 224 }}" + (f" shape {{ dim: {batch} }}" if auxiliary else "")
    tops = 'top: "data" top: "label"' if auxiliary else 'top: "data"'
    text += f'layer {{ name: "data" type: "Input" {tops} input_param {{ {shapes} }} }}\n'
    text += _conv("conv1", "data", 64, 7, 3, 2) + _pool("pool1", "conv1", "kernel_size: 3 stride: 2")
    text += _norm("norm1", "pool1") + _conv("conv2_low", "norm1", 64, 1) + _conv("conv2", "conv2_low", 192, 3, 1)
    text += _norm("norm2", "conv2") + _pool("pool2", "norm2", "kernel_size: 3 stride: 2")
    below = "pool2"
    for name in MODULES:
        text += _inception(name, below)
        below = name
        if name in ("3b", "4e"):
            text += _pool(f"pool{name[0]}", name, "kernel_size: 3 stride: 2")
            below = f"pool{name[0]}"
        if auxiliary and name in ("4a", "4d"):
            text += _head(f"head{name}", name)
    text += _pool("pool5", "5b", "pool: AVE kernel_size: 7 stride: 1") + _dropout("drop", "pool5", 0.4)
    text += _product("scores", "pool5", 1000)
    if auxiliary:
        return text + _layer("loss", "SoftmaxWithLoss", "scores label")
    return text + _layer("prob", "Softmax", "scores")
