"""Models of ONNX files as modules: parameters, training, compiling, what they take; rows that the suite leaves out."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
from dusk.formats import onnx
from onnx_maker import data, graph, node

X = np.random.default_rng(0).standard_normal((2, 3, 4)).astype(np.float32)
W = np.random.default_rng(1).standard_normal((4, 5)).astype(np.float32)
I = np.int64  # noqa: E741


def ints(*numbers: int) -> np.ndarray:
    return np.array(numbers, np.int64)


def run(
    op: str, inputs: Sequence[Any], version: int = 21, outputs: int = 1, domain: str = "", **attributes: Any
) -> Any:
    """What one node gives for inputs, of which the first come from the caller and integers are initializers."""
    names = [f"x{i}" if x is not None else "" for i, x in enumerate(inputs)]
    held = {n: x for i, (n, x) in enumerate(zip(names, inputs)) if i and n and np.asarray(x).dtype == I}
    given = [(n, x) for n, x in zip(names, inputs) if n and n not in held]
    made = [f"y{i}" for i in range(outputs)]
    own = {"ai_onnx_ml": 3} if domain == "ai.onnx.ml" else {}
    typed = [n if np.asarray(x).dtype.kind in "OU" else (n, x) for n, x in given]
    content = data([node(op, names, made, domain, **attributes)], typed, made, held, version=version, **own)
    found = onnx.loads(content)(*[x for _, x in given])
    several = found if outputs > 1 else (found,)
    results = [np.asarray(x) if not isinstance(x, list) else [np.asarray(p) for p in x] for x in several]
    return results if outputs > 1 else results[0]


# --- as modules
def line() -> bytes:
    nodes = [node("MatMul", ["x", "w"], ["z"]), node("Add", ["z", "b"], ["y"])]
    return data(nodes, [("x", X)], ["y"], {"w": W, "b": np.zeros(5, np.float32)})


def test_initializers_of_floats_are_parameters_by_their_names() -> None:
    model = onnx.loads(line())
    assert list(model.parameters()) == ["w", "b"]
    assert model.inputs == ("x",) and model.outputs == ("y",)
    np.testing.assert_allclose(np.asarray(model(X)), X @ W, rtol=1e-5)


def test_a_model_is_trained_and_its_gradients_are_those_of_the_formula() -> None:
    model = onnx.loads(line())

    def loss(model: Any, x: Any) -> Any:
        return model(x).sum()

    gradients = dusk.grad(loss)(model, dnp.asarray(X))
    np.testing.assert_allclose(np.asarray(gradients["w"]), X.reshape(6, 4).sum(0)[:, None].repeat(5, 1), rtol=1e-5)
    np.testing.assert_allclose(np.asarray(gradients["b"]), np.full(5, 6.0), rtol=1e-6)


def test_a_model_is_compiled_and_follows_its_parameters() -> None:
    model = onnx.loads(line())
    compiled = dusk.compile(model)
    first = np.asarray(compiled(X))
    model.parameters()["b"][...] = 1
    np.testing.assert_allclose(np.asarray(compiled(X)), first + 1, rtol=1e-5)
    assert compiled.explain().startswith("compiled")


def test_names_that_modules_use_themselves_are_kept_apart() -> None:
    ones = np.ones(5, np.float32)
    nodes = [node("Add", ["x", "training"], ["z"]), node("Add", ["z", "_w"], ["y"])]
    model = onnx.loads(data(nodes, [("x", W)], ["y"], {"weight_training": ones, "training": ones, "_w": ones}))
    assert sorted(model.parameters()) == ["weight__w", "weight_training", "weight_weight_training"]
    assert model.training is True
    np.testing.assert_allclose(np.asarray(model(W)), W + 2, rtol=1e-6)


def test_running_means_are_not_trained() -> None:
    stats = {name: np.ones(3, np.float32) for name in ("s", "b", "m", "v")}
    model = onnx.loads(data([node("BatchNormalization", ["x", *stats], ["y"])], [("x", X)], ["y"], stats))
    assert list(model.variables()) == ["s", "b"]


def test_shapes_and_what_follows_from_them_need_no_look_at_values() -> None:
    nodes = [
        node("Shape", ["x"], ["s"]),
        node("Gather", ["s", "zero"], ["n"]),
        node("Concat", ["n", "rest"], ["t"], axis=0),
        node("Reshape", ["x", "t"], ["y"]),
    ]
    model = onnx.loads(data(nodes, [("x", X)], ["y"], {"zero": ints(0), "rest": ints(-1)}))
    compiled = dusk.compile(model)
    assert compiled(X).shape == (2, 12)
    assert compiled.explain().startswith("compiled")
    assert [n.op.name for n in compiled.graph.nodes if n.op.name != "variables"] == ["reshape"]


def test_what_a_model_is_given_is_checked() -> None:
    model = onnx.loads(line())
    with pytest.raises(TypeError, match="'x' is float32, given is float64"):
        model(X.astype(np.float64))
    with pytest.raises(TypeError, match="missing: x"):
        model()
    with pytest.raises(TypeError, match="not known: z"):
        model(X, z=X)
    with pytest.raises(TypeError, match="2 given"):
        model(X, X)
    assert np.asarray(model(x=X.tolist())).shape == (2, 3, 5)


def test_a_branch_sees_what_is_around_it_and_a_loop_hands_on() -> None:
    twice = graph([node("Add", ["x", "x"], ["r"])], [], ["r"])
    none = graph([node("Sub", ["x", "x"], ["r"])], [], ["r"])
    model = onnx.loads(data([node("If", ["c"], ["y"], then_branch=twice, else_branch=none)],
                            [("x", W), ("c", np.asarray(True))], ["y"]))  # fmt: skip
    np.testing.assert_array_equal(np.asarray(model(W, np.asarray(True))), 2 * W)
    np.testing.assert_array_equal(np.asarray(model(W, np.asarray(False))), 0 * W)
    body = graph([node("Identity", ["c"], ["d"]), node("Add", ["v", "x"], ["w"])], ["i", "c", "v"], ["d", "w", "w"])
    nodes = [node("Loop", ["n", "", "x"], ["y", "all"], body=body)]
    loop = onnx.loads(data(nodes, [("x", W)], ["y", "all"], {"n": ints(3)[0]}))
    last, each = loop(W)
    np.testing.assert_allclose(np.asarray(last), 4 * W, rtol=1e-6)
    assert each.shape == (3, 4, 5)


def test_functions_of_a_file_have_attributes_with_defaults() -> None:
    from dusk.formats.onnx.schema import ATTRIBUTE, FUNCTION, VERSION

    inside = node("LeakyRelu", ["a"], ["b"])
    inside.attribute = [ATTRIBUTE(name="alpha", type=1, ref_attr_name="slope")]
    slope = [ATTRIBUTE(name="slope", type=1, f=0.5)]
    made = FUNCTION(name="leaky", domain="own", input=["a"], output=["b"], node=[inside], attribute_proto=slope,
                    opset_import=[VERSION(domain="", version=21)])  # fmt: skip
    nodes = [node("leaky", ["x"], ["y"], "own"), node("leaky", ["x"], ["z"], "own", slope=0.25)]
    y, z = onnx.loads(data(nodes, [("x", W)], ["y", "z"], functions=[made]))(W)
    np.testing.assert_allclose(np.asarray(y), np.where(W < 0, W / 2, W))
    np.testing.assert_allclose(np.asarray(z), np.where(W < 0, W / 4, W))


def test_external_data_is_written_beside_and_read_again(tmp_path: Path) -> None:
    model = onnx.loads(line())
    onnx.save(model, tmp_path / "m.onnx", dnp.asarray(X), external=True)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["m.onnx", "m.onnx.data"]
    assert (tmp_path / "m.onnx").stat().st_size < 1000
    back = onnx.load(tmp_path / "m.onnx")
    assert list(back.parameters()) == ["w", "b"]
    np.testing.assert_array_equal(np.asarray(back(X)), np.asarray(model(X)))


def test_inputs_and_results_have_names_and_results_of_their_own(tmp_path: Path) -> None:
    def both(first: Any, second: Any) -> Any:
        y = first + second
        return {"a": y, "b": y, "c": second * 1}

    onnx.save(both, tmp_path / "m.onnx", dnp.asarray(W), dnp.asarray(W))
    back = onnx.load(tmp_path / "m.onnx")
    assert back.inputs == ("first", "second") and back.outputs == ("output_0", "output_1", "output_2")
    for met, wanted in zip(back(W, 2 * W), (3 * W, 3 * W, 2 * W)):
        np.testing.assert_allclose(np.asarray(met), wanted, rtol=1e-6)


def test_short_floats_and_packed_numbers_are_kept_to_the_bit(tmp_path: Path) -> None:
    import ml_dtypes

    from dusk.formats.onnx.tensors import TYPES, array_of
    from dusk.formats.onnx.write import tensor
    from dusk.formats.protobuf import decode, encode

    values = np.array([[0, 1, -1, 0.5], [1, 0, 1, 2], [3, -2, 1, 1]])
    for dtype in TYPES.values():
        if dtype.kind == "O":
            continue
        plain = np.abs(values) if dtype.name.startswith(("u", "float8_e8")) else values
        array = (plain.astype(np.float32) if dtype.kind == "V" else plain).astype(dtype)[:, :3]
        record = tensor(array, "t")
        back = array_of(decode(record.message_, encode(record)))
        assert back.dtype == dtype and back.tobytes() == np.ascontiguousarray(array).tobytes()
    assert ml_dtypes.bfloat16 in {d.type for d in TYPES.values()}


# --- what the suite leaves out: versions before those that it tests
def test_broadcasting_before_version_7_goes_from_an_axis() -> None:
    row = np.array([1, 2, 3], np.float32)
    np.testing.assert_allclose(run("Add", [X, row], 6, broadcast=1, axis=1), X + row[:, None])
    np.testing.assert_allclose(run("Sub", [X, np.float32(1)], 6, broadcast=1), X - 1)


def test_axes_and_sizes_were_attributes() -> None:
    np.testing.assert_array_equal(run("Slice", [X], 1, starts=[1, -3], ends=[3, 100], axes=[1, 2]), X[:, 1:3, -3:])
    np.testing.assert_array_equal(run("Squeeze", [X[:1]], 11, axes=[0]), X[0])
    np.testing.assert_array_equal(run("Unsqueeze", [X], 11, axes=[0, 4]), X[None, ..., None])
    np.testing.assert_allclose(run("ReduceSum", [X], 11, axes=[1], keepdims=0), X.sum(1), rtol=1e-6)
    np.testing.assert_array_equal(run("Reshape", [X], 1, shape=[0, -1]), X.reshape(2, 12))
    np.testing.assert_array_equal(run("Clip", [X], 6, min=-0.5, max=0.5), X.clip(-0.5, 0.5))
    np.testing.assert_array_equal(run("Pad", [X], 2, pads=[0, 1, 0, 0, 0, 2], value=3.0),
                                  np.pad(X, ((0, 0), (1, 0), (0, 2)), constant_values=3))  # fmt: skip
    values, places = run("TopK", [X], 1, 2, k=2)
    np.testing.assert_array_equal(values, -np.sort(-X, axis=-1)[..., :2])
    np.testing.assert_array_equal(places, np.argsort(-X, axis=-1)[..., :2])
    first, second = run("Split", [X], 11, 2, axis=2, split=[1, 3])
    np.testing.assert_array_equal(np.concatenate([first, second], 2), X)


def test_softmax_before_version_13_goes_over_all_axes_from_one_on() -> None:
    flat = np.exp(X.reshape(2, 12))
    np.testing.assert_allclose(run("Softmax", [X], 11), (flat / flat.sum(1, keepdims=True)).reshape(X.shape), rtol=1e-5)


def test_no_window_of_a_mean_begins_in_the_padding_after_the_image() -> None:
    row = np.array([[[1, 2, 4]]], np.float32)
    told = {"kernel_shape": [2], "strides": [3], "pads": [0, 2], "dilations": [2], "ceil_mode": 1}
    np.testing.assert_array_equal(run("AveragePool", [row], 22, count_include_pad=1, **told), [[[2.5]]])


@pytest.mark.parametrize(("how", "pads"), [("NOTSET", [2, 1]), ("SAME_LOWER", [2, 1]), ("SAME_UPPER", [1, 2])])
def test_a_transposed_convolution_of_a_given_size_leaves_more_away_before_it(how: str, pads: list[int]) -> None:
    image, kernel = np.arange(8, dtype=np.float32).reshape(1, 2, 4), np.arange(6, dtype=np.float32).reshape(2, 1, 3) - 2
    wanted = run("ConvTranspose", [image, kernel], strides=[2], pads=pads)
    found = run("ConvTranspose", [image, kernel], strides=[2], output_shape=[6], auto_pad=how)
    np.testing.assert_array_equal(found, wanted)


def test_negative_pads_and_dropout_of_any_version() -> None:
    wanted = np.pad(X, ((0, 0), (0, 0), (1, 0)))[:, 1:, :-2]
    np.testing.assert_array_equal(run("Pad", [X, ints(0, -1, 1, 0, 0, -2)]), wanted)
    for version in (1, 7, 10, 12, 22):
        np.testing.assert_array_equal(run("Dropout", [X], version), X)


def test_a_constant_may_be_sparse_or_a_number_and_random_numbers_follow_a_seed() -> None:
    assert run("RandomNormal", [], 21, shape=[3, 2], seed=1.0).shape == (3, 2)
    drawn = [run("RandomUniform", [], 21, shape=[100], low=2.0, high=3.0, seed=7.0) for _ in range(2)]
    assert np.array_equal(*drawn) and drawn[0].min() >= 2 and drawn[0].max() <= 3
    chosen = run("Multinomial", [np.log(np.array([[0.0001, 1.0]], np.float32))], sample_size=50, seed=1.0)
    assert chosen.shape == (1, 50) and chosen.mean() > 0.9


# --- classical models
ML = "ai.onnx.ml"
TABLE = np.array([[1, -2, 3], [0, 0.5, -1]], np.float32)


def test_rows_of_tables_are_those_of_their_formulas() -> None:
    np.testing.assert_allclose(run("Scaler", [TABLE], domain=ML, offset=[1.0, 0.0, 0.0], scale=[2.0, 1.0, 0.5]),
                               (TABLE - [1, 0, 0]) * [2, 1, 0.5])  # fmt: skip
    np.testing.assert_allclose(run("Normalizer", [TABLE], domain=ML, norm="L1"), TABLE / np.abs(TABLE).sum(1)[:, None])
    np.testing.assert_allclose(run("Normalizer", [TABLE], domain=ML, norm="L2"),
                               TABLE / np.sqrt((TABLE**2).sum(1))[:, None], rtol=1e-6)  # fmt: skip
    np.testing.assert_allclose(run("FeatureVectorizer", [TABLE, TABLE], domain=ML), np.hstack([TABLE, TABLE]))
    holes = np.array([[np.nan, 1], [2, np.nan]], np.float32)
    filled = run("Imputer", [holes], domain=ML, imputed_value_floats=[5.0, 6.0], replaced_value_float=float("nan"))
    np.testing.assert_array_equal(filled, [[5, 1], [2, 6]])
    hot = run("OneHotEncoder", [ints(2, 0, 7)], domain=ML, cats_int64s=[0, 2])
    np.testing.assert_array_equal(hot, [[0, 1], [1, 0], [0, 0]])
    words = np.array(["cat", "dog", "eel"], object)
    numbers = run("CategoryMapper", [words], domain=ML, cats_strings=["dog", "cat"], cats_int64s=[5, 6])
    np.testing.assert_array_equal(numbers, [6, 5, -1])
    lines = run("LinearRegressor", [TABLE], domain=ML, coefficients=[1.0, 2.0, 3.0], intercepts=[0.5])
    np.testing.assert_allclose(lines, TABLE @ np.array([[1], [2], [3.0]]) + 0.5)


def test_a_linear_classifier_gives_the_best_class_and_all_scores() -> None:
    weights = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1.0]])
    told = {"classlabels_ints": [10, 20, 30], "intercepts": [0.0, 0.0, 0.0], "post_transform": "SOFTMAX"}
    label, scores = run("LinearClassifier", [TABLE], 21, 2, ML, coefficients=weights.ravel().tolist(), **told)
    shares = np.exp(TABLE) / np.exp(TABLE).sum(1)[:, None]
    np.testing.assert_allclose(scores, shares, rtol=1e-5)
    np.testing.assert_array_equal(label, [30, 20])


TREES = {
    "nodes_treeids": [0, 0, 0, 1, 1, 1], "nodes_nodeids": [0, 1, 2, 0, 1, 2], "nodes_featureids": [0, 0, 0, 1, 0, 0],
    "nodes_values": [0.5, 0.0, 0.0, -1.0, 0.0, 0.0],
    "nodes_modes": ["BRANCH_LEQ", "LEAF", "LEAF", "BRANCH_GT", "LEAF", "LEAF"],
    "nodes_truenodeids": [1, 0, 0, 1, 0, 0], "nodes_falsenodeids": [2, 0, 0, 2, 0, 0],
}  # fmt: skip


def test_trees_of_the_older_form_are_walked() -> None:
    leaves = {"treeids": [0, 0, 1, 1], "nodeids": [1, 2, 1, 2], "ids": [0, 0, 0, 0], "weights": [1.0, 2.0, 10.0, 20.0]}
    told = {f"target_{key}": value for key, value in leaves.items()}
    found = run("TreeEnsembleRegressor", [TABLE], 21, 1, ML, n_targets=1, **TREES, **told)
    np.testing.assert_array_equal(found, [[22], [11]])
    told = {f"class_{key}": value for key, value in leaves.items()} | {"class_ids": [0, 1, 0, 1]}
    label, scores = run("TreeEnsembleClassifier", [TABLE], 21, 2, ML, classlabels_int64s=[7, 8], **TREES, **told)
    np.testing.assert_array_equal(scores, [[0, 22], [11, 0]])
    np.testing.assert_array_equal(label, [8, 7])
