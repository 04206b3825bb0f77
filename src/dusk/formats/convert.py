"""Models from one file to another: what is read is a symbol or a function with its arrays, what is written any of them.

| what | read | written |
| --- | --- | --- |
| Dusk's symbols | any name | any other name |
| Dusk's compiled functions | any name | `.dusk` |
| MXNet | `.json` with `.params` | the same |
| Caffe | `.prototxt` with `.caffemodel` | the same |
| cxxnet | `.conf` | |
| ONNX | `.onnx` | `.onnx` |
| C | | `.so`, with a header |
| NumPy | | `.py` |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from dusk.errors import FormatError
from dusk.formats import caffe, cxxnet, mxnet, onnx
from dusk.formats.library import export
from dusk.formats.loaded import Loaded
from dusk.formats.loading import load
from dusk.formats.numpy_source import numpy_source
from dusk.formats.saved import save as save_function
from dusk.symbol import Group, Symbol, SymbolModule, save
from dusk.symbol.expression import topological
from dusk.symbol.layers import LAYERS
from dusk.symbol.module import inputs_of
from dusk.symbol.outputs import Outputs
from dusk.symbol.walk import substituted
from dusk.tracing import compile_function
from dusk.train import checkpoint

Shapes = Mapping[str, Sequence[int]]


@dataclass
class Model:
    """What was read: a symbol or a function, its arrays by name, and the shapes of its inputs, as far as they are
    known."""

    name: str
    symbol: Outputs | None = None
    function: Callable[..., Any] | None = None
    arrays: dict[str, Any] = field(default_factory=dict[str, Any])
    inputs: dict[str, tuple[int, ...]] = field(default_factory=dict[str, "tuple[int, ...]"])
    dtypes: dict[str, Any] = field(default_factory=dict[str, Any])

    def module(self) -> Callable[..., Any]:
        """What computes it."""
        if self.function is not None:
            return self.function
        assert self.symbol is not None
        made = SymbolModule(self.symbol, list(self.inputs) or None, self.arrays)
        return made.eval()

    def examples(self) -> list[Any]:
        """Arrays of zeros of the shapes of its inputs (FormatError: they are not known)."""
        if not self.inputs or any(0 in shape for shape in self.inputs.values()):
            names = ", ".join(self.inputs) or "inputs"
            raise FormatError(
                f"{self.name}: the shapes of {names} are not known: give them, as in --shape data=1,3,224,224"
            )
        return [np.zeros(shape, self.dtypes.get(name, np.float32)) for name, shape in self.inputs.items()]


def read(path: Any, weights: Any = None, shapes: Shapes | None = None) -> Model:
    """The model in a file, with the weights in another. FormatError: it is damaged, or of no form that is known."""
    source = Path(path)
    found = _READERS.get(source.suffix.lower(), _own)(source, Path(weights) if weights is not None else None)
    if shapes:
        unknown = [n for n in shapes if n not in found.inputs]
        if unknown:
            raise FormatError(f"{source.name} has no input named {', '.join(unknown)}")
        found.inputs |= {n: tuple(s) for n, s in shapes.items()}
    return found


def write(model: Model, path: Any) -> list[Path]:
    """Write a model; gives the files that were written. FormatError: the form has no room for what is in it."""
    target = Path(path)
    return _WRITERS.get(target.suffix.lower(), _to_own)(model, target)


def convert(source: Any, target: Any, weights: Any = None, shapes: Shapes | None = None) -> list[Path]:
    """Read a model from a file and write it to another, each of the form that its name says; gives what was written.

    `weights` is a file of arrays that belongs to the source, `shapes` the shapes of inputs that it does not tell.
    """
    return write(read(source, weights, shapes), target)


# --- reading


def _caffe(path: Path, weights: Path | None) -> Model:
    net = caffe.load(path)
    known = {n: tuple([k or 0 for k in s]) for n, s in net.inputs.items() if s is not None}
    arrays: dict[str, Any] = {}
    if weights is not None:
        arrays = caffe.fitted(net, caffe.load_weights(weights), net.shapes())
    return Model(net.name or path.stem, net.symbol, arrays=arrays, inputs={n: known.get(n, (0,)) for n in net.inputs})


def _mxnet(path: Path, weights: Path | None) -> Model:
    symbol, arrays = mxnet.load_symbol(path), dict[str, Any]()
    if weights is not None:
        arguments, states = mxnet.load_parameters(weights)
        arrays = {**arguments, **states}
    inputs = {n: (0,) for n in inputs_of(symbol.symbols, arrays)}
    return Model(path.stem.removesuffix("-symbol"), symbol, arrays=arrays, inputs=inputs)


def _cxxnet(path: Path, weights: Path | None) -> Model:
    net = cxxnet.net_of(cxxnet.read_conf(path))
    arrays: dict[str, Any] = {}
    if weights is not None:
        known = {*net.symbol.list_inputs()}
        arrays = {n: x for n, x in checkpoint.load(weights).items() if n in known}
    return Model(path.stem, Group(net.outputs), arrays=arrays, inputs={"data": (1, *net.input_shape)})


def _onnx(path: Path, weights: Path | None) -> Model:
    made = onnx.load(path)
    types = made.input_types
    return Model(
        path.stem,
        function=made,
        inputs={n: (0,) if shape is None else shape for n, (shape, _) in types.items()},
        dtypes={n: dtype for n, (_, dtype) in types.items() if dtype is not None},
    )


def _own(path: Path, weights: Path | None) -> Model:
    found = load(path)
    if isinstance(found, Outputs):
        arrays = dict(load(weights)) if weights is not None else {}
        inputs = {n: (0,) for n in inputs_of(found.symbols, arrays)}
        return Model(path.stem, found, arrays=arrays, inputs=inputs)
    if isinstance(found, Loaded):
        types = found.types
        names = [f"input{i}" for i in range(len(types))]
        shapes = [tuple([n if isinstance(n, int) else 0 for n in t.shape]) for t in types]
        return Model(
            found.__name__,
            function=found.module(),
            inputs=dict(zip(names, shapes, strict=True)),
            dtypes=dict(zip(names, [t.dtype for t in types], strict=True)),
        )
    raise FormatError(f"{path.name} holds arrays, and no model")


_READERS: dict[str, Callable[[Path, Path | None], Model]] = {
    ".prototxt": _caffe, ".json": _mxnet, ".conf": _cxxnet, ".onnx": _onnx,
}  # fmt: skip


FORMS = frozenset(_READERS)
"""How the names of files end that other systems write."""


# --- writing


def _symbol(model: Model, what: str) -> Outputs:
    if model.symbol is None:
        raise FormatError(
            f"{model.name} is a function of small steps, which {what} has no layers for: write .onnx or .dusk"
        )
    return model.symbol


def _compiled(model: Model) -> Any:
    module, examples = model.module(), model.examples()
    module(*examples)  # which makes the parameters that are not given
    compiled = compile_function(module)
    compiled(*examples)
    return compiled


def _to_caffe(model: Model, path: Path) -> list[Path]:
    symbol = _predicting(_symbol(model, "Caffe"))
    caffe.save(symbol, path, model.name, {n: s for n, s in model.inputs.items() if 0 not in s})
    if not model.arrays:
        return [path]
    beside = path.with_suffix(".caffemodel")
    caffe.save_weights(beside, caffe.load(path), model.arrays)
    return [path, beside]


def _predicting(symbol: Outputs) -> Outputs:
    """The same with losses that give predictions in the place of those that MXNet's nets end with."""
    changed: dict[int, Symbol] = {}
    for s in topological(symbol.symbols):
        make = _PREDICTIONS.get(s.layer.name) if s.layer is not None else None
        if make is not None:
            changed[id(s)] = make(s.inputs[0], dict(s.params), s.name)
    made = substituted(symbol.symbols, changed)
    return made[0] if len(made) == 1 else Group(made)


def _softmax(data: Symbol, params: Mapping[str, Any], name: str) -> Any:
    of_rows = data.layer is not None and data.layer.name in ("FullyConnected", "Flatten")
    rows = data if of_rows or params["multi_output"] else LAYERS["Flatten"](data)
    return LAYERS["SoftmaxActivation"](rows, mode="channel", name=name)


def _sigmoid(data: Symbol, params: Mapping[str, Any], name: str) -> Any:
    return LAYERS["Activation"](data, act_type="sigmoid", name=name)


def _itself(data: Symbol, params: Mapping[str, Any], name: str) -> Any:
    return data


_PREDICTIONS: dict[str, Callable[[Symbol, Mapping[str, Any], str], Any]] = {
    "SoftmaxOutput": _softmax,
    "LogisticRegressionOutput": _sigmoid,
    "LinearRegressionOutput": _itself,
    "MAERegressionOutput": _itself,
}


def _to_mxnet(model: Model, path: Path) -> list[Path]:
    symbol = _symbol(model, "MXNet")
    mxnet.save_symbol(path, symbol)
    if not model.arrays:
        return [path]
    states = set(symbol.list_auxiliary_states())
    beside = path.with_name(path.stem.removesuffix("-symbol") + "-0000.params")
    arguments = {n: x for n, x in model.arrays.items() if n not in states}
    mxnet.save_parameters(beside, arguments, {n: x for n, x in model.arrays.items() if n in states})
    return [path, beside]


def _to_onnx(model: Model, path: Path) -> list[Path]:
    onnx.save(model.module(), path, *model.examples())
    return [path]


def _to_library(model: Model, path: Path) -> list[Path]:
    made = export(_compiled(model), path)
    return [made, made.with_name(made.stem.removeprefix("lib") + ".h")]


def _to_numpy(model: Model, path: Path) -> list[Path]:
    numpy_source(_compiled(model), path)
    return [p for p in (path, path.with_suffix(".npz")) if p.exists()]


def _to_function(model: Model, path: Path) -> list[Path]:
    save_function(_compiled(model), path)
    return [path, *sorted(path.parent.glob(f"{path.stem}-*.safetensors"))]


def _to_own(model: Model, path: Path) -> list[Path]:
    if model.symbol is None:
        return _to_function(model, path)
    save(model.symbol, path)
    if not model.arrays:
        return [path]
    from_arrays = path.with_name(path.name + ".safetensors")
    checkpoint.save(from_arrays, model.arrays)
    return [path, from_arrays]


_WRITERS: dict[str, Callable[[Model, Path], list[Path]]] = {
    ".prototxt": _to_caffe, ".json": _to_mxnet, ".onnx": _to_onnx, ".so": _to_library, ".py": _to_numpy,
    ".dusk": _to_function,
}  # fmt: skip
