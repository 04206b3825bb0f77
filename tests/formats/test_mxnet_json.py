"""MXNet's JSON: every dialect is read, runs, and is written as the same; all ops by their formulas; damage is told."""

import contextlib
import itertools
import json
import re
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dusk import symbol
from dusk.errors import FormatError
from dusk.formats.mxnet import dumps, load_checkpoint, load_symbol, loads, save_checkpoint, save_symbol
from dusk.formats.mxnet.ops import known
from dusk.symbol import Variable
from dusk.symbol.layers import LAYERS

NETS = Path(__file__).parent / "nets"
FILES = ["lenet_0.8", "lstm_0.9", "residual_1.x"]
DIALECTS = ["0.8", "0.9", "1.x"]
S: Any = symbol
Array = np.ndarray[Any, Any]


def filled(net: Any, **shapes: Any) -> Any:
    """An executor of a net with random parameters."""
    run = net.simple_bind(**shapes)
    rng = np.random.default_rng(0)
    arguments = {n: rng.standard_normal(x.shape) * 0.3 for n, x in run.arg_dict.items()}
    states = {n: rng.uniform(0.5, 1, x.shape) for n, x in run.aux_dict.items()}
    run.copy_params_from(arguments, states)
    return run


def lenet() -> Any:
    x = Variable("data", lr_mult=0)
    with symbol.AttrScope(ctx_group="front"):
        x = S.Convolution(x, kernel=(5, 5), num_filter=8, stride=(1, 1), pad=(0, 0), dilate=(1, 1), workspace=512,
                          cudnn_tune="off", name="conv1")  # fmt: skip
    x = S.Pooling(S.Activation(x, act_type="tanh"), kernel=(2, 2), stride=(2, 2), pad=(0, 0))
    x = S.Convolution(x, kernel=(5, 5), num_filter=12, stride=(1, 1), pad=(0, 0), dilate=(1, 1), workspace=512,
                      cudnn_tune="off", name="conv2")  # fmt: skip
    x = S.Activation(S.BatchNorm(x, fix_gamma=False, name="bn2"), act_type="tanh")
    x = S.Flatten(S.Pooling(x, kernel=(2, 2), stride=(2, 2), pad=(0, 0)))
    x = S.Activation(S.FullyConnected(x, num_hidden=32, name="fc1"), act_type="tanh")
    return S.SoftmaxOutput(S.FullyConnected(x, num_hidden=10, name="fc2"), name="softmax")


def test_the_oldest_dialect_is_the_net_it_was() -> None:
    net = load_symbol(NETS / "lenet_0.8.json")
    written = lenet()
    assert net.list_arguments() == written.list_arguments() and net.list_outputs() == ["softmax_output"]
    assert net.list_auxiliary_states() == ["bn2_moving_mean", "bn2_moving_var"]  # which the file leaves out
    assert net.infer_shape(data=(2, 1, 28, 28)) == written.infer_shape(data=(2, 1, 28, 28))
    found = net.attr_dict()
    assert found["data"] == {"__lr_mult__": "0"} and found["conv1_weight"]["__lr_mult__"] == "1.5"
    assert found["conv1_bias"]["__ctx_group__"] == "front" and "__lr_mult__" not in found["conv1_bias"]
    x = np.random.default_rng(1).standard_normal((2, 1, 28, 28))
    ours, theirs = filled(written, data=x.shape), filled(net, data=x.shape)
    theirs.copy_params_from(ours.arg_dict, ours.aux_dict)
    for train in (False, True):
        np.testing.assert_allclose(theirs.forward(train, data=x)[0], ours.forward(train, data=x)[0], rtol=1e-5)
    assert theirs.outputs[0].shape == (2, 10)


def test_a_residual_net_of_the_newest_dialect_runs_and_has_gradients() -> None:
    net = load_symbol(NETS / "residual_1.x.json")
    assert [n for n in net.list_auxiliary_states() if "0" in n] == ["batchnorm0_running_mean", "batchnorm0_running_var"]
    assert net.attr_dict()["conv0_weight"] == {"__init__": '["xavier", {}]'}
    run = filled(net, data=(2, 3, 8, 8))
    assert run.forward(is_train=True, data=np.random.default_rng(0).standard_normal((2, 3, 8, 8)))[0].shape == (2, 10)
    run.backward(np.ones((2, 10)))
    assert all(np.abs(run.grad_dict[n].numpy()).sum() > 0 for n in net.list_arguments() if n.endswith("weight"))


def test_an_unrolled_network_gives_what_its_formula_gives() -> None:
    net = load_symbol(NETS / "lstm_0.9.json")
    assert isinstance(net, symbol.Group) and net.list_outputs() == ["total_output", "lstm_t2_out_output"]
    assert net.attr_dict()["lstm_i2h_bias"] == {"__lr_mult__": "2.0"}
    run = filled(net, data=(2, 3), lstm_begin_state_0=(2, 4), lstm_begin_state_1=(2, 4))
    words = np.array([[1, 2, 3], [4, 10, 0]])
    total, last = run.forward(data=words)
    p = {n: x.numpy() for n, x in run.arg_dict.items()}
    h, c = p["lstm_begin_state_0"], p["lstm_begin_state_1"]
    outs: list[Array] = []
    for t in range(3):
        gates = p["embed_weight"][words[:, t]] @ p["lstm_i2h_weight"].T + p["lstm_i2h_bias"]
        gates = gates + h @ p["lstm_h2h_weight"].T + p["lstm_h2h_bias"]
        i, f, m, o = np.split(gates, 4, axis=1)
        sigmoid = lambda v: 1 / (1 + np.exp(-v))  # noqa: E731
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(m)
        h = sigmoid(o) * np.tanh(c)
        outs.append(h)
    np.testing.assert_allclose(last, h, rtol=1e-5, atol=1e-6)
    whole = (1 - 0.5 * np.stack(outs, 1)).sum(axis=(0, 2), keepdims=True)
    np.testing.assert_allclose(total, whole, rtol=1e-5)


@pytest.mark.parametrize(("name", "dialect"), [*itertools.product(FILES, DIALECTS)][:-3] + [("residual_1.x", "0.9"),
    ("residual_1.x", "1.x")])
def test_a_round_trip_keeps_structure_names_and_attributes(name: str, dialect: Any, tmp_path: Path) -> None:
    net = load_symbol(NETS / f"{name}.json")
    save_symbol(tmp_path / "net.json", net, dialect)
    again = load_symbol(tmp_path / "net.json")
    assert again.digest == net.digest
    assert again.attr_dict() == net.attr_dict()
    assert again.list_inputs() == net.list_inputs() and again.list_outputs() == net.list_outputs()
    assert dumps(again, dialect) == dumps(net, dialect)


def _plain(op: str) -> str:
    """The name that an op is written with."""
    return {"_mul": "broadcast_mul", "_Plus": "broadcast_add", "elemwise_add": "broadcast_add"}.get(op, op)


@pytest.mark.parametrize("name", FILES)
def test_a_written_file_has_the_form_of_its_dialect(name: str) -> None:
    net = load_symbol(NETS / f"{name}.json")
    given = json.loads((NETS / f"{name}.json").read_text())
    made = json.loads(dumps(net, name.rpartition("_")[2]))  # type: ignore[arg-type]
    assert list(made) == list(given)
    assert {k for n in made["nodes"] for k in n} == {k for n in given["nodes"] for k in n}
    assert sorted((n["op"], n["name"]) for n in made["nodes"]) == sorted((_plain(n["op"]),
        n["name"]) for n in given["nodes"])
    if "0.8" in name:
        assert made["heads"] == given["heads"]
        assert [n["inputs"] for n in made["nodes"]] == [n["inputs"] for n in given["nodes"]]
    if "1.x" in name:
        assert made["arg_nodes"] == given["arg_nodes"] and made["node_row_ptr"] == given["node_row_ptr"]


def test_the_oldest_dialect_holds_no_states_of_other_names() -> None:
    net = load_symbol(NETS / "residual_1.x.json")
    with pytest.raises(ValueError, match="batchnorm0_moving_mean: it has none batchnorm0_running_mean"):
        dumps(net, "0.8")


def test_symbols_know_the_format(tmp_path: Path) -> None:
    net = lenet()
    assert loads(net.tojson()).digest == net.digest
    net.save(tmp_path / "net.json")
    assert symbol.load(tmp_path / "net.json").digest == net.digest


def test_a_checkpoint_is_a_symbol_and_its_parameters_by_name(tmp_path: Path) -> None:
    run = filled(lenet(), data=(2, 1, 28, 28))
    out = run.forward()[0].numpy()
    given = {n: x for n, x in run.arg_dict.items() if n not in ("data", "softmax_label")}
    save_checkpoint(tmp_path / "lenet", 7, run.symbol, given, run.aux_dict)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["lenet-0007.params", "lenet-symbol.json"]
    net, arguments, states = load_checkpoint(tmp_path / "lenet", 7)
    assert list(arguments) == list(given) and list(states) == ["bn2_moving_mean", "bn2_moving_var"]
    again = net.simple_bind(data=(2, 1, 28, 28))
    again.copy_params_from({**arguments, "data": run.arg_dict["data"]}, states)
    np.testing.assert_array_equal(again.forward()[0], out)


def test_expressions_with_operators_are_written_and_read() -> None:
    a, b = Variable("a"), Variable("b")
    net = (2 - a * b + 1) ** 2 / (b + 3.5) + 1 / a + 2**b + (3 + a) + S.tanh(a) - S.sum(a, axis=0)
    for dialect in DIALECTS:
        again = loads(dumps(net, dialect))  # type: ignore[arg-type]
        assert again.digest == net.digest
    x, y = np.array([1.0, 2.0], np.float32), np.array([3.0, 0.5], np.float32)
    found = loads(dumps(net)).eval(a=x, b=y)[0]
    np.testing.assert_allclose(found, (2 - x * y + 1) ** 2 / (y + 3.5) + 1 / x + 2**y + 3 + x + np.tanh(x) - x.sum(),
        1e-6)


@pytest.mark.parametrize(
    ("net", "said"),
    [
        (lambda: Variable("a") + np.ones(3), "array as a constant"),
        (lambda: (Variable("a") * 2).grad(Variable("a")), "holds no grad"),
        (lambda: S.matmul(Variable("a"), Variable("b")), "no op matmul"),
    ],
)
def test_what_mxnet_has_no_op_for_is_told_with_its_line(net: Callable[[], Any], said: str) -> None:
    with pytest.raises(ValueError, match=rf"test_mxnet_json.py:\d+.*{said}"):
        dumps(net())
    with pytest.raises(ValueError, match="dialect is"):
        dumps(Variable("a"), "2.0")  # type: ignore[arg-type]


def text_of(*nodes: dict[str, Any], heads: Any = None, **more: Any) -> str:
    return json.dumps({"nodes": nodes, "heads": [[len(nodes) - 1, 0]] if heads is None else heads, **more})


def var(name: str, **more: Any) -> dict[str, Any]:
    return {"op": "null", "name": name, "inputs": [], **more}


def node(op: str, *inputs: Any, name: str = "it", **attrs: Any) -> dict[str, Any]:
    return {"op": op, "name": name, "inputs": list(inputs), "attrs": attrs}


def test_a_name_of_every_op_is_read_or_known_to_be_missing() -> None:
    names = known()
    assert len(names) > 250
    rows = set(CASES)
    unary = {"identity", "_copy", "BlockGrad", "stop_gradient"}
    assert {n for n in rows if n not in names} == set()
    rest = [n for n in names if n not in rows and n not in unary and n not in TESTED_AS_LAYERS]
    untested = [n for n in rest if not n.startswith(("_npi_", "_npx_"))]  # other names of the same rows
    assert untested == []


X = np.random.default_rng(5).uniform(0.2, 0.9, (2, 3, 4)).astype(np.float32)
Y = np.random.default_rng(6).uniform(0.2, 0.9, (2, 3, 4)).astype(np.float32)
V = X[0, :, :2]
ONE = {"abs": np.abs, "negative": np.negative, "sign": np.sign, "rint": np.rint, "ceil": np.ceil, "floor": np.floor,
       "trunc": np.trunc, "fix": np.fix, "square": np.square, "sqrt": np.sqrt, "cbrt": np.cbrt, "exp": np.exp,
       "reciprocal": np.reciprocal, "expm1": np.expm1, "log": np.log, "log2": np.log2, "log10": np.log10,
       "log1p": np.log1p, "sin": np.sin, "cos": np.cos, "tan": np.tan, "sinh": np.sinh, "cosh": np.cosh,
           "tanh": np.tanh,
       "arcsin": np.arcsin, "arccos": np.arccos, "arctan": np.arctan, "arcsinh": np.arcsinh, "arctanh": np.arctanh,
       "degrees": np.degrees, "radians": np.radians, "relu": lambda x: np.maximum(x, 0),
       "sigmoid": lambda x: 1 / (1 + np.exp(-x)), "rsqrt": lambda x: 1 / np.sqrt(x), "rcbrt": lambda x: 1 / np.cbrt(x),
       "softsign": lambda x: x / (1 + np.abs(x)), "logical_not": lambda x: (x == 0).astype(np.float32),
       "zeros_like": np.zeros_like, "ones_like": np.ones_like, "shape_array": np.shape,
           "argmax_channel": lambda x: x.argmax(1),
       "size_array": lambda x: [x.size], "round": lambda x: np.floor(np.abs(x) + 0.5) * np.sign(x)}  # fmt: skip
TWO = {"add elemwise_add broadcast_add broadcast_plus _plus _Plus _add _grad_add": np.add,
       "elemwise_sub broadcast_sub broadcast_minus _minus _Minus _sub": np.subtract,
       "elemwise_mul broadcast_mul _mul _Mul": np.multiply, "elemwise_div broadcast_div _div _Div": np.divide,
       "broadcast_mod _mod _Mod": np.mod, "broadcast_power _power _Power": np.power,
       "broadcast_maximum _maximum _Maximum": np.maximum, "broadcast_minimum _minimum _Minimum": np.minimum,
       "broadcast_hypot _hypot _Hypot": np.hypot, "broadcast_equal _equal _Equal": np.equal,
       "broadcast_not_equal _not_equal _Not_Equal": np.not_equal, "broadcast_greater _greater _Greater": np.greater,
       "broadcast_greater_equal _greater_equal _Greater_Equal": np.greater_equal,
           "broadcast_lesser _lesser _Lesser": np.less,
       "broadcast_lesser_equal _lesser_equal _Lesser_Equal": np.less_equal,
       "broadcast_logical_and _logical_and _Logical_And": np.logical_and,
       "broadcast_logical_or _logical_or _Logical_Or": np.logical_or,
       "broadcast_logical_xor _logical_xor _Logical_Xor": np.logical_xor}  # fmt: skip
NUMBER = {"_plus_scalar _PlusScalar": lambda x: x + 0.5, "_minus_scalar _MinusScalar": lambda x: x - 0.5,
          "_rminus_scalar _RMinusScalar": lambda x: 0.5 - x, "_mul_scalar _MulScalar": lambda x: x * 0.5,
          "_div_scalar _DivScalar": lambda x: x / 0.5, "_rdiv_scalar _RDivScalar": lambda x: 0.5 / x,
          "_mod_scalar _ModScalar": lambda x: x % 0.5, "_rmod_scalar _RModScalar": lambda x: 0.5 % x,
          "_power_scalar _PowerScalar": lambda x: x**0.5, "_rpower_scalar _RPowerScalar": lambda x: 0.5**x,
          "_maximum_scalar _MaximumScalar": lambda x: np.maximum(x, 0.5),
              "_hypot_scalar _HypotScalar": lambda x: np.hypot(x, 0.5),
          "_minimum_scalar _MinimumScalar": lambda x: np.minimum(x, 0.5),
              "_equal_scalar _EqualScalar": lambda x: x == 0.5,
          "_not_equal_scalar _NotEqualScalar": lambda x: x != 0.5, "_greater_scalar _GreaterScalar": lambda x: x > 0.5,
          "_greater_equal_scalar _GreaterEqualScalar": lambda x: x >= 0.5,
              "_lesser_scalar _LesserScalar": lambda x: x < 0.5,
          "_lesser_equal_scalar _LesserEqualScalar": lambda x: x <= 0.5,
          "_logical_and_scalar _LogicalAndScalar": lambda x: x != 0,
              "_logical_or_scalar _LogicalOrScalar": np.ones_like,
          "_logical_xor_scalar _LogicalXorScalar": lambda x: x == 0}  # fmt: skip
I = np.array([[0, 2, 9]], np.float32)  # noqa: E741
M = np.array([0, 1], np.float32)
N = np.array([[1, np.nan], [2, 3]], np.float32)


def softmax(x: Array, axis: int = -1) -> Array:
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


NEW = {"mxnet_version": ["int", 10900]}
Case = tuple[dict[str, str], list[Array], Any]
CASES: dict[str, list[Case]] = {}
for names, function in ONE.items():
    CASES[names] = [({}, [X], function(X))]
for names, function in TWO.items():
    for one in names.split()[names.startswith("add "):]:
        CASES[one] = [({}, [X, Y], function(X, Y))]
for names, function in NUMBER.items():
    for one in names.split():
        CASES[one] = [({"scalar": "0.5"}, [X], function(X))]
CASES["arccosh"] = [({}, [X + 1], np.arccosh(X + 1))]
CASES["erf"] = [({}, [np.float32([0, 1])], [0, 0.8427008])]
for name, function in {"sum": np.sum, "mean": np.mean, "prod": np.prod, "max": np.max, "min": np.min}.items():
    CASES[name] = [
        ({}, [X], function(X)), ({"axis": "1"}, [X], function(X, axis=1)), ({"axis": "()"}, [X], function(X)),
        ({"axis": "(0, 2)", "keepdims": "True"}, [X], function(X, axis=(0, 2), keepdims=True)),
        ({"axis": "1", "exclude": "True"}, [X], function(X, axis=(0, 2))),
    ]  # fmt: skip
CASES["sum_axis"], CASES["max_axis"], CASES["min_axis"] = CASES["sum"], CASES["max"], CASES["min"]
CASES |= {
    "nansum": [({"axis": "0"}, [N], np.nansum(N, axis=0))], "nanprod": [({}, [N], np.nanprod(N))],
    "norm": [({}, [X], np.sqrt((X**2).sum())), ({"ord": "1", "axis": "1", "keepdims": "1"}, [X], X.sum(axis=1,
        keepdims=True))],
    "argmax": [({"axis": "1"}, [X], X.argmax(axis=1)), ({"axis": "-1", "keepdims": "True"}, [X],
        X.argmax(axis=-1)[..., None])],
    "argmin": [({"axis": "2"}, [X], X.argmin(axis=2)), ({}, [X], X.argmin())],
    "dot": [({}, [V, V.T], V @ V.T), ({"transpose_a": "True"}, [V, V], V.T @ V), ({"transpose_b": "True"}, [V, V],
        V @ V.T),
            ({}, [X, np.ones((4, 2), np.float32)], X @ np.ones((4, 2)))],
    "batch_dot": [({"transpose_b": "True"}, [X, Y], X @ Y.swapaxes(1, 2)), ({"transpose_a": "1"}, [X, Y],
        X.swapaxes(1, 2) @ Y)],
    "_linalg_gemm2": [({"transpose_b": "True", "alpha": "2"}, [X, Y], 2 * X @ Y.swapaxes(1, 2))],
    "_linalg_gemm": [({"alpha": "2", "beta": "3"}, [X, Y.swapaxes(1, 2), X[:, :, :3]], 2 * X @ Y.swapaxes(1,
        2) + 3 * X[:, :, :3])],
    "transpose": [({}, [X], X.T), ({"axes": "(1, 0, 2)"}, [X], X.transpose(1, 0, 2))],
    "expand_dims": [({"axis": "1"}, [X], X[:, None])], "squeeze": [({}, [X[:, :1]], X[:, 0]), ({"axis": "1"}, [X[:,
        :1]], X[:, 0])],
    "slice": [({"begin": "(0, 1)", "end": "(1, None)"}, [X], X[0:1, 1:]), ({"begin": "(None, 2)", "end": "(None, 0)",
        "step": "(1, -1)"}, [X], X[:, 2:0:-1])],
    "slice_axis": [({"axis": "-1", "begin": "1", "end": "None"}, [X], X[..., 1:]), ({"axis": "1", "begin": "0",
        "end": "-1"}, [X], X[:, :-1])],
    "slice_like": [({}, [X, np.ones((1, 2, 3))], X[:1, :2, :3]), ({"axes": "(1,)"}, [X, np.ones((1, 2, 3))], X[:, :2])],
    "take": [({"axis": "1"}, [X, I], X[:, [[0, 2, 2]]]), ({"axis": "2", "mode": "wrap"}, [X, I], X[:, :, [[0, 2, 1]]])],
    "batch_take": [({}, [V, np.float32([0, 1, 0])], V[[0, 1, 2], [0, 1, 0]])],
    "pick": [({"axis": "2"}, [X, np.full((2, 3), 1.0, np.float32)], X[:, :, 1]), ({"axis": "1", "keepdims": "True"},
        [X, np.zeros((2, 1, 4), np.float32)], X[:, :1])],
    "one_hot": [({"depth": "3"}, [M], np.eye(3)[:2]), ({"depth": "3", "on_value": "5", "off_value": "-1",
        "dtype": "int32"}, [M], np.eye(3)[:2] * 6 - 1)],
    "where": [({}, [np.float32(X > 0.5), X, Y], np.where(X > 0.5, X, Y)), ({}, [M, X, Y], np.stack([Y[0], X[1]]))],
    "clip": [({"a_min": "0.4", "a_max": "0.6"}, [X], np.clip(X, 0.4, 0.6))],
    "topk": [({"k": "2"}, [X], np.argsort(-X)[..., :2]), ({"k": "2", "axis": "1", "ret_typ": "value"}, [X],
        -np.sort(-X, axis=1)[:, :2]),
             ({"k": "1", "ret_typ": "mask"}, [X], X.max(axis=-1, keepdims=True) == X), ({"axis": "None",
                 "is_ascend": "True"}, [X], [X.argmin()])],
    "sort": [({}, [X], np.sort(X)), ({"axis": "1", "is_ascend": "False"}, [X], -np.sort(-X, axis=1))],
    "argsort": [({}, [X], np.argsort(X)), ({"is_ascend": "False", "axis": "0", "dtype": "int32"}, [X], np.argsort(-X,
        axis=0))],
    "tile": [({"reps": "(2, 1)"}, [V], np.tile(V, (2, 1)))], "repeat": [({"repeats": "2", "axis": "1"}, [V],
        V.repeat(2, 1)), ({"repeats": "2"}, [V], V.repeat(2))],
    "reverse": [({"axis": "(1,)"}, [X], X[:, ::-1])], "stack": [({"axis": "1", "num_args": "2"}, [X, Y], np.stack([X,
        Y], 1))],
    "broadcast_to": [({"shape": "(0, 5)"}, [V[:, :1]], V[:, :1].repeat(5, 1))],
    "broadcast_axis": [({"axis": "1", "size": "5"}, [V[:, :1]], V[:, :1].repeat(5, 1))],
    "broadcast_like": [({}, [V[:, :1], np.ones((3, 5))], V[:, :1].repeat(5, 1)), ({"lhs_axes": "(1,)",
        "rhs_axes": "(0,)"}, [V[:, :1], np.ones(4)], V[:, :1].repeat(4, 1))],
    "reshape_like": [({}, [X, np.ones((6, 4))], X.reshape(6, 4))],
    "_zeros": [({"shape": "(2,)", "dtype": "int32"}, [], np.zeros(2))], "_ones": [({"shape": "(2, 3)"}, [],
        np.ones((2, 3)))],
    "_full": [({"shape": "(2,)", "value": "3.5"}, [], [3.5, 3.5])],
    "_arange": [({"start": "2", "stop": "8", "step": "2", "repeat": "2"}, [], [2, 2, 4, 4, 6, 6]), ({"start": "3"},
        [], [0, 1, 2])],
    "softmax": [({}, [X], softmax(X)), ({"axis": "1", "temperature": "2"}, [X], softmax(X / 2, 1)), ({"axis": "1"},
        [X], softmax(X, 1))],
    "log_softmax": [({"axis": "1"}, [X], np.log(softmax(X, 1)))], "softmin": [({"axis": "0"}, [X], softmax(-X, 0))],
    "smooth_l1": [({"scalar": "2"}, [X], np.where(X < 0.25, 2 * X**2, X - 0.125))],
    "hard_sigmoid": [({}, [X * 9 - 4], np.clip((X * 9 - 4) * 0.2 + 0.5, 0, 1))],
    "gather_nd": [({}, [X, np.float32([[0, 1], [2, 0]])], X[[0, 1], [2, 0]])],
    "diag": [({}, [V[:, 0]], np.diag(V[:, 0])), ({"k": "1"}, [V], np.diag(V, 1))],
    "depth_to_space": [({"block_size": "2"}, [np.arange(16).reshape(1, 8, 1, 2)], [[[[0, 4, 1, 5], [8, 12, 9, 13]],
        [[2, 6, 3, 7], [10, 14, 11, 15]]]])],
    "space_to_depth": [({"block_size": "2"}, [np.arange(8).reshape(1, 1, 2, 4)], [[[[0, 2]], [[1, 3]], [[4, 6]], [[5,
        7]]]])],
    "cumsum": [({"axis": "1"}, [X], X.cumsum(1)), ({}, [X], X.cumsum())],
    "softmax_cross_entropy": [({}, [V, np.float32([0, 1, 1])], [-np.log(softmax(V))[[0, 1, 2], [0, 1, 1]].sum()])],
}  # fmt: skip
CASES["crop"], CASES["flip"], CASES["choose_element_0index"] = CASES["slice"], CASES["reverse"], CASES["pick"]
CASES["broadcast_axes"], CASES["_np_cumsum"] = CASES["broadcast_axis"], CASES["cumsum"]
CASES["linalg_gemm"], CASES["linalg_gemm2"] = CASES["_linalg_gemm"], CASES["_linalg_gemm2"]
TESTED_AS_LAYERS = {
    *(n for n in LAYERS if not n.startswith("mxnet_")), "flatten", "Softmax", "Convolution_v1", "Pooling_v1",
        "BatchNorm_v1",
    "CuDNNBatchNorm", "concat", "add_n", "split", "reshape", "swapaxes", "SwapAxes", "cast", "amp_cast", "pad",
        "make_loss",
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_an_op_gives_what_its_formula_gives(name: str) -> None:
    for params, arrays, expected in CASES[name]:
        names = [f"v{i}" for i in range(len(arrays))]
        inputs = [[i, 0, 0] for i in range(len(arrays))]
        net = loads(text_of(*map(var, names), node(name, *inputs, **params), attrs=NEW))
        found = net.eval(**dict(zip(names, arrays, strict=True)))[0]
        assert np.shape(found) == np.shape(expected), params
        np.testing.assert_allclose(found, expected, rtol=2e-5, atol=1e-6)
        again = loads(dumps(net))
        assert again.digest == net.digest, params


@pytest.mark.parametrize(
    ("name", "like", "params"),
    [("_npi_multiply", "elemwise_mul", {}), ("_npi_rtrue_divide_scalar", "_rdiv_scalar", {"scalar": "2.0"}),
     ("_npi_log1p", "log1p", {}), ("_npx_softmax", "softmax", {"axis": "-1"}), ("_npx_relu", "relu", {}),
     ("_npx_pooling", "Pooling", {"kernel": "(2, 2)"}), ("_npi_clip", "clip", {"a_min": "0", "a_max": "1"})],
)  # fmt: skip
def test_ops_of_the_numpy_kind_are_those_they_are_like(name: str, like: str, params: dict[str, str]) -> None:
    inputs = [[0, 0, 0]] * (2 if "multiply" in name else 1)
    found, expected = (loads(text_of(var("a"), node(op, *inputs, **params))).digest for op in (name, like))
    assert found == expected


def test_attributes_of_any_name_stay() -> None:
    old = {"op": "Flatten", "param": {}, "name": "f", "inputs": [[0, 0]], "attr": {"colour": "blue", "lr_mult": "2"}}
    net = loads(text_of(var("a", attr={"colour": "red"}), old))
    assert net.attr_dict() == {"a": {"colour": "red"}, "f": {"colour": "blue", "__lr_mult__": "2"}}


def test_old_files_mean_all_axes_by_the_last() -> None:
    for version, expected in (({}, 11), ({"attrs": NEW}, [3, 3, 3])):
        net = loads(text_of(var("v0"), node("argmax", [0, 0], axis="-1"), **version))
        np.testing.assert_array_equal(net.eval(v0=np.arange(12.0).reshape(3, 4))[0], expected)


A = var("a")
DEEP = '{"nodes": ' + "[" * 100_000
BAD: dict[str, tuple[str, str]] = {
    "nothing": ("", "is not JSON"),
    "no JSON": ("{nodes}", "is not JSON"),
    "half of it": (text_of(A)[:-9], "is not JSON"),
    "very deep": (DEEP, "is not JSON"),
    "a huge number": ('{"nodes": [], "heads": [[' + "9" * 10_000 + ", 0]]}", "is not JSON|node 999"),
    "a list": ("[]", "the file is no object but list"),
    "no nodes": ('{"heads": []}', "nodes is no list but null"),
    "nodes of another kind": ('{"nodes": {"a": 1}, "heads": []}', "nodes is no list but dict"),
    "a node of another kind": ('{"nodes": [7], "heads": []}', "node 0: a node is no object but 7"),
    "no heads": (text_of(A, heads=[]), "no heads"),
    "no list of heads": (text_of(A, heads=3), "heads is no list but 3"),
    "a head that is no pair": (text_of(A, heads=[[0]]), "two or three numbers"),
    "a head of texts": (text_of(A, heads=[["0", "0"]]), "two or three numbers"),
    "a head of truth": (text_of(A, heads=[[True, False]]), "two or three numbers"),
    "a head of nowhere": (text_of(A, heads=[[5, 0]]), "output of node 5, of 1"),
    "a head of before": (text_of(A, heads=[[-1, 0]]), "output of node -1"),
    "a head of no output": (text_of(A, heads=[[0, 1]]), "output 1 of node 0, which has 1"),
    "no op": (text_of({"name": "a", "inputs": []}), "an op and a name"),
    "no name": (text_of({"op": "null", "inputs": []}), "an op and a name"),
    "a name that is a number": (text_of({"op": "null", "name": 7, "inputs": []}), r"\('7'\): a node has"),
    "a cycle": (text_of(A, node("exp", [2, 0, 0]), node("exp", [1, 0, 0])),
        "node 1 .*node 2, which does not come before"),
    "a node that reads itself": (text_of(A, node("exp", [1, 0, 0])), "node 1, which does not come before"),
    "a missing node": (text_of(A, node("exp", [9, 0, 0])), "node 9, of 2"),
    "a missing output": (text_of(A, node("SliceChannel", [0, 0], num_outputs="2"), node("exp", [1, 2])), "which has 2"),
    "a variable that reads": (text_of(A, var("b") | {"inputs": [[0, 0]]}), "a variable reads nothing"),
    "inputs of another kind": (text_of({"op": "exp", "name": "e", "inputs": "0"}), "inputs is no list"),
    "an unknown op": (text_of(A, node("MyOp", [0, 0, 0])), "MXNet's MyOp is not known"),
    "code of Python": (text_of(A, node("Custom", [0, 0, 0], op_type="evil")), "Custom: its code is a Python class"),
    "a loop": (text_of(A, node("_foreach", [0, 0, 0])), "_foreach: loops are not read"),
    "graphs within": (text_of(A, node("exp", [0, 0, 0]) | {"subgraphs": [{}]}), "graphs within graphs"),
    "too few inputs": (text_of(A, node("Convolution", [0, 0, 0], kernel="(1,1)", num_filter="1"), attrs=NEW),
                       r"reads data, weight, bias, not 1"),
    "too many inputs": (text_of(A, node("exp", [0, 0, 0], [0, 0, 0])), r"reads 1 array\(s\), not 2"),
    "too many for a layer": (text_of(A, node("Flatten", *[[0, 0, 0]] * 9)), "Flatten reads data, not 9"),
    "no inputs": (text_of(A, node("Concat")), "at least one array"),
    "a missing parameter": (text_of(A, node("FullyConnected", [0, 0, 0])), "needs num_hidden"),
    "an unknown parameter": (text_of(A, node("Flatten", [0, 0, 0], evil="1")), "knows no evil"),
    "a parameter of another kind": (text_of(A, node("FullyConnected", [0, 0, 0], num_hidden="many")),
        "num_hidden is of kind int"),
    "a parameter that is a number": (text_of(A, node("FullyConnected", [0, 0, 0], num_hidden=7)),
        "'num_hidden' is no text but 7"),
    "a parameter that is an object": (text_of(A, node("Flatten", [0, 0, 0], x={})), "is no text but dict"),
    "a huge parameter": (text_of(A, node("Convolution", [0, 0, 0], kernel="(" + "9," * 10**5 + ")", num_filter="1")),
        "kernel is of kind Sizes"),
    "very many outputs": (text_of(A, node("SliceChannel", [0, 0, 0], num_outputs="999999999999")), "65536 is the most"),
    "no scalar": (text_of(A, node("_plus_scalar", [0, 0, 0])), "could not convert"),
    "a long scalar": (text_of(A, node("_plus_scalar", [0, 0, 0], scalar="1" * 99)), "the number 111"),
    "a scalar that is code": (text_of(A, node("_plus_scalar", [0, 0, 0], scalar="__import__('os')")),
        "could not convert"),
    "a flag that is none": (text_of(A, node("sum", [0, 0, 0], keepdims="maybe")), "not True or False"),
    "axes that are none": (text_of(A, node("sum", [0, 0, 0], axis="(a,)")), "sum: "),
    "a version that is none": (text_of(A, attrs={"mxnet_version": ["int", "x"]}), "mxnet_version is"),
    "attributes of another kind": (text_of(var("a", attrs=[1])), "attrs is no object but list"),
    "an attribute of another kind": (text_of(var("a", attrs={"__shape__": [1]})), "'__shape__' is no text but list"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_damage_is_told_with_its_node(name: str) -> None:
    text, said = BAD[name]
    with contextlib.suppress(FormatError):
        loads(text)  # what is set up once counts for nothing
    began = time.thread_time()
    tracemalloc.start()
    with pytest.raises(FormatError) as caught:
        loads(text, "net.json")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert time.thread_time() - began < 1 and peak < 2 * len(text) + 300_000
    assert re.search(f"^net.json.*({said})", str(caught.value)), caught.value


def test_a_file_that_is_no_text_or_too_long_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"\xff{}")
    with pytest.raises(FormatError, match=r"a\.json is not text"):
        load_symbol(tmp_path / "a.json")
    with pytest.raises(FormatError, match="33554433 characters"):
        loads(" " * ((1 << 25) + 1))


TEXTS = [(NETS / f"{name}.json").read_text() for name in FILES]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_random_damage_gives_a_symbol_or_a_typed_error(draw: st.DataObject) -> None:
    text = draw.draw(st.sampled_from(TEXTS))
    for _ in range(draw.draw(st.integers(1, 3))):
        at, cut = draw.draw(st.integers(0, len(text))), draw.draw(st.integers(0, 9))
        text = text[:at] + draw.draw(st.text(st.sampled_from('0123456789,[]{}":-eT'), max_size=3)) + text[at + cut :]
    with contextlib.suppress(FormatError):
        loads(text)
