"""Caffe's solvers: published rates, rules as their formulas, training, snapshots that are gone on from."""

import math
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from caffe_nets import FOLDER
from dusk.errors import FormatError
from dusk.formats import caffe
from dusk.formats.caffe.feed import Feed
from dusk.formats.caffe.fillers import filled
from dusk.formats.caffe.rules import RULES, optimiser_of
from dusk.formats.caffe.schema import BLOB, FILLER, SOLVER_STATE
from dusk.formats.caffe.weights import array_blob
from dusk.formats.protobuf import Record, decode, encode, parse_text

Array = np.ndarray[Any, Any]

# ------------------------------------------------------------------------------------------------ rates

RATES: dict[str, tuple[str, Callable[[int], float]]] = {
    "fixed": ('lr_policy: "fixed"', lambda t: 0.01),
    "step": ('lr_policy: "step" gamma: 0.1 stepsize: 30', lambda t: 0.01 * 0.1 ** (t // 30)),
    "exp": ('lr_policy: "exp" gamma: 0.99', lambda t: 0.01 * 0.99**t),
    "inv": ('lr_policy: "inv" gamma: 0.0001 power: 0.75', lambda t: 0.01 * (1 + 0.0001 * t) ** -0.75),
    "multistep": ('lr_policy: "multistep" gamma: 0.5 stepvalue: 20 stepvalue: 70',
                  lambda t: 0.01 * 0.5 ** ((t >= 20) + (t >= 70))),
    "poly": ('lr_policy: "poly" power: 2 max_iter: 100', lambda t: 0.01 * (1 - t / 100) ** 2),
    "sigmoid": ('lr_policy: "sigmoid" gamma: -0.1 stepsize: 50', lambda t: 0.01 / (1 + math.exp(0.1 * (t - 50)))),
}  # fmt: skip


@pytest.mark.parametrize("policy", RATES)
def test_rates_are_those_of_the_formulas(policy: str) -> None:
    text, formula = RATES[policy]
    rate = caffe.rate_of(caffe.parse_solver("base_lr: 0.01 " + text))
    for t in (0, 1, 19, 20, 29, 30, 50, 70, 99, 100):
        assert float(rate(t)) == pytest.approx(formula(t), rel=1e-12)


def test_the_rates_of_lenet_are_the_published_ones() -> None:
    rate = caffe.rate_of(caffe.parse_solver((FOLDER / "lenet_solver.prototxt").read_text()))
    published = {0: 0.01, 100: 0.00992565, 500: 0.00964069, 1000: 0.00931012, 5000: 0.00737788, 9900: 0.00596843}
    assert {t: float(rate(t)) for t in published} == {t: pytest.approx(v, rel=1e-6) for t, v in published.items()}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('lr_policy: "cosine"', "solver.prototxt:1: lr_policy is fixed, step,"),
        ('lr_policy: "step"', "needs a stepsize"),
        ('\nlr_policy: "poly"', "solver.prototxt:2: lr_policy 'poly' needs a max_iter"),
    ],
)
def test_policies_that_are_none_are_refused(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        caffe.rate_of(caffe.parse_solver(text))


# ------------------------------------------------------------------------------------------------ rules

NET = """
layer { name: "d" type: "MemoryData" top: "x" top: "y"
        memory_data_param { batch_size: 4 channels: 3 height: 1 width: 1 } }
layer { name: "ip" type: "InnerProduct" bottom: "x" top: "ip" inner_product_param { num_output: 2
        weight_filler { type: "uniform" min: -1 } bias_filler { value: 0.5 } }
        param { lr_mult: 1 decay_mult: 2 } param { lr_mult: 3 decay_mult: 0 } }
layer { name: "loss" type: "HingeLoss" bottom: "ip" bottom: "y" top: "loss" hinge_loss_param { norm: L2 } }
"""
SOURCE = np.random.default_rng(4)
DATA = {"x": SOURCE.normal(size=(20, 3, 1, 1)), "y": SOURCE.integers(0, 2, 20)}


def gradient(w: Array, b: Array, x: Array, y: Array) -> tuple[Array, Array]:
    """That of the squared hinge loss."""
    sign = np.where(np.eye(2)[y] > 0, -1.0, 1.0)
    g = 2 * np.maximum(1 + (x @ w.T + b) * sign, 0) * sign / len(x)
    return g.T @ x, g.sum(0)


def moved(kind: str, w: Array, g: Array, h: dict[str, Any], rate: float, t: int) -> Array:
    """A rule of Caffe's documentation, with momentum 0.9, momentum2 0.99, rms_decay 0.8, delta 1e-3."""
    m, d = 0.9, 1e-3
    old = h.setdefault("h", np.zeros_like(w))
    other = h.setdefault("o", np.zeros_like(w))
    match kind:
        case "SGD":
            h["h"] = m * old + rate * g
            return w - h["h"]
        case "Nesterov":
            h["h"] = m * old + rate * g
            return w - ((1 + m) * h["h"] - m * old)
        case "AdaGrad":
            h["h"] = old + g * g
            return w - rate * g / (np.sqrt(h["h"]) + d)
        case "RMSProp":
            h["h"] = 0.8 * old + 0.2 * g * g
            return w - rate * g / (np.sqrt(h["h"]) + d)
        case "AdaDelta":
            h["h"] = m * old + (1 - m) * g * g
            way = g * np.sqrt((other + d) / (h["h"] + d))
            h["o"] = m * other + (1 - m) * way * way
            return w - rate * way
        case _:
            h["h"] = m * old + (1 - m) * g
            h["o"] = 0.99 * other + 0.01 * g * g
            scale = math.sqrt(1 - 0.99**t) / (1 - m**t)
            return w - rate * scale * h["h"] / (np.sqrt(h["o"]) + d)


def solver(kind: str = "SGD", more: str = "", net: str = NET) -> Record:
    text = f"""net_param {{ {net} }} type: "{kind}" base_lr: 0.1 lr_policy: "exp" gamma: 0.9 momentum: 0.9
        momentum2: 0.99 rms_decay: 0.8 delta: 0.001 weight_decay: 0.01 max_iter: 6 random_seed: 3 {more}"""
    return caffe.parse_solver(text)


@pytest.mark.parametrize("kind", RULES)
@pytest.mark.parametrize(
    "more",
    ["", "clip_gradients: 0.5", "iter_size: 3", "clip_gradients: 0.5 iter_size: 3", 'regularization_type: "L1"'],
)
def test_rules_are_those_of_the_formulas(kind: str, more: str) -> None:
    training = caffe.Training(solver(kind, more), DATA)
    w, b = (np.array(training.parameters[f"ip_{n}"], np.float64) for n in ("weight", "bias"))
    states: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
    rounds = 3 if "iter_size" in more else 1
    at = 0
    for t in range(6):
        training.step()
        dw, db = np.zeros_like(w), np.zeros_like(b)
        for _ in range(rounds):
            places = (at + np.arange(4)) % 20
            at += 4
            gw, gb = gradient(w, b, DATA["x"][places, :, 0, 0], DATA["y"][places])
            dw, db = dw + gw, db + gb
        if "clip" in more:
            norm = math.sqrt((dw**2).sum() + (db**2).sum())
            dw, db = (g * min(1.0, 0.5 / norm) for g in (dw, db))
        dw, db = dw / rounds, db / rounds
        dw = dw + 0.02 * (np.sign(w) if "L1" in more else w)
        rate = 0.1 * 0.9**t
        w = moved(kind, w, dw, states[0], rate, t + 1)
        b = moved(kind, b, db, states[1], 3 * rate, t + 1)
        np.testing.assert_allclose(training.parameters["ip_weight"], w, rtol=2e-4, atol=1e-5)
        np.testing.assert_allclose(training.parameters["ip_bias"], b, rtol=2e-4, atol=1e-5)


def test_types_of_old_solvers_are_numbers() -> None:
    record = caffe.parse_solver('solver_type: NESTEROV base_lr: 1 lr_policy: "fixed"')
    assert type(optimiser_of(record, caffe.load(caffe.parse(NET)))) is RULES["Nesterov"]


def test_parameters_whose_rate_is_0_stay_as_they_are() -> None:
    still = NET.replace("lr_mult: 1 decay_mult: 2", "lr_mult: 0")
    training = caffe.Training(solver(net=still), DATA)
    before = np.array(training.parameters["ip_weight"])
    training.step()
    assert np.array_equal(training.parameters["ip_weight"], before)
    assert "ip_weight" not in training.optimiser.state["history"]


# ------------------------------------------------------------------------------------------------ training


def digits() -> tuple[dict[str, Array], dict[str, Array]]:
    """The digits of scikit-learn as images of 28 by 28, as LMDB would have them."""
    found: Any = pytest.importorskip("sklearn.datasets").load_digits()
    images = np.pad(np.kron(found.images, np.ones((3, 3))) * 16, ((0, 0), (2, 2), (2, 2)))[:, None]
    order = np.random.default_rng(0).permutation(len(images))
    train, test = order[:1400], order[1400:]
    return ({"data": images[train], "label": found.target[train]}, {"data": images[test], "label": found.target[test]})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("lenet.prototxt", "lenet_solver.prototxt"):
        shutil.copy(FOLDER / name, tmp_path)
    return tmp_path


def test_lenet_trains_from_its_solver(folder: Path) -> None:
    train, test = digits()
    lines: list[str] = []
    done = caffe.train(folder / "lenet_solver.prototxt", train, test, log=lines.append)
    assert done.iteration == 40 and [at for at, *_ in done.history] == [0, 10, 20, 30]
    for at, _, rate in done.history:
        assert rate == pytest.approx(0.01 * (1 + 0.0001 * at) ** -0.75, rel=1e-9)
    assert done.history[0][1] == pytest.approx(math.log(10), abs=0.3)
    assert [at for at, *_ in done.tests] == [0, 20, 40]
    accuracies = [means["accuracy"] for *_, means in done.tests]
    assert accuracies[0] < 0.3 and max(accuracies) > 0.75
    assert sum("lr = " in line for line in lines) == 4
    kept = sorted(path.name for path in folder.iterdir() if "iter" in path.name)
    assert kept == [f"lenet_iter_{n}.{end}" for n in (20, 40) for end in ("caffemodel", "solverstate")]


@pytest.mark.parametrize("kind", ["SGD", "Adam"])
def test_a_training_goes_on_from_a_snapshot_to_the_same_bits(kind: str, tmp_path: Path) -> None:
    more = 'snapshot: 2 snapshot_prefix: "it" iter_size: 2'
    dropped = NET.replace('name: "ip"', 'name: "drop" type: "Dropout" bottom: "x" top: "x" }\nlayer { name: "ip"', 1)
    assert dropped != NET
    whole = caffe.train(solver(kind, more, dropped), DATA, folder=tmp_path)
    for name in ("it_iter_4", "it_iter_6"):
        assert (tmp_path / f"{name}.solverstate").exists()
    again = caffe.train(solver(kind, more, dropped), DATA, folder=tmp_path, resume=tmp_path / "it_iter_2.solverstate")
    for name, array in whole.parameters.items():
        assert np.array_equal(again.parameters[name], array)


def test_a_snapshot_is_laid_out_as_caffe_has_it(tmp_path: Path) -> None:
    more = 'snapshot_prefix: "deep/s" stepvalue: 1 stepvalue: 9'
    training = caffe.Training(solver("Adam", more), DATA, folder=tmp_path)
    training.step()
    path = training.snapshot()
    state = decode(SOLVER_STATE, path.read_bytes())
    assert path == tmp_path / "deep" / "s_iter_1.solverstate"
    assert (state.iter, state.learned_net, state.current_step) == (1, "s_iter_1.caffemodel", 1)
    assert [tuple(blob.shape.dim) for blob in state.history] == [(2, 3), (2,), (2, 3), (2,)]
    weights = caffe.load_weights(tmp_path / "deep" / "s_iter_1.caffemodel")
    assert np.array_equal(weights["ip"][0], training.parameters["ip_weight"])


def test_weights_are_taken_over_for_layers_of_the_same_names(tmp_path: Path) -> None:
    given = {"ip": [np.full((2, 3), 0.25), np.zeros(2)], "other": [np.zeros(7)]}
    training = caffe.Training(solver(), DATA, weights=given)
    assert np.all(np.asarray(training.parameters["ip_weight"]) == 0.25)


def test_states_of_batch_norm_move() -> None:
    net = NET.replace('bottom: "ip" bottom: "y"', 'bottom: "n" bottom: "y"') + """
        layer { name: "n" type: "BatchNorm" bottom: "ip" top: "n" }"""
    lines = net.strip().split("layer {")
    ordered = "layer {".join([*lines[:-2], lines[-1] + " ", lines[-2]])
    training = caffe.Training(solver(net=ordered), DATA)
    training.step()
    training.step()
    np.testing.assert_allclose(training.parameters["n_factor"], [1.999], rtol=1e-5)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("max_iter: 1", "a solver has one of net, net_param, .*, not none"),
        ('net: "a" train_net: "b"', "not net, train_net"),
        ('net: "/etc/hostname"', "is outside of the solver's folder"),
        ('net: "../../../../etc/hostname"', "is outside of the solver's folder"),
        ('net: "../nowhere"', "is outside of the solver's folder"),
        ('net: "a/../link/hostname"', "is outside of the solver's folder"),
        (f"net_param {{ {NET} }} test_iter: 1 test_net: 'x' test_net: 'y'", "No such file"),
        (f"net_param {{ {NET} }} test_interval: 1", "no.* outputs|0 test_iter"),
        (f'net_param {{ {NET} }} type: "LBFGS" lr_policy: "fixed"', "no solver is of type 'LBFGS'"),
        (f'net_param {{ {NET} }} lr_policy: "fixed" regularization_type: "L3"', "regularization_type is L1 or L2"),
    ],
)
def test_solvers_that_make_no_sense_are_refused(text: str, words: str, tmp_path: Path) -> None:
    if "test_interval" in text:
        assert caffe.Training(caffe.parse_solver(text + ' lr_policy: "fixed"'), DATA, folder=tmp_path).test() == []
        return
    (tmp_path / "link").symlink_to("/etc")
    with pytest.raises((FormatError, OSError), match=words):
        caffe.Training(caffe.parse_solver(text), DATA, folder=tmp_path)


def test_snapshots_stay_in_the_folder(tmp_path: Path) -> None:
    training = caffe.Training(solver(more='snapshot_prefix: "../out"'), DATA, folder=tmp_path)
    with pytest.raises(FormatError, match="outside of the solver's folder"):
        training.snapshot()


def test_histories_of_other_nets_are_refused(tmp_path: Path) -> None:
    training = caffe.Training(solver(), DATA, folder=tmp_path)
    three, five = array_blob(np.zeros(3)), array_blob(np.zeros(5))
    for blobs, words in (([three], "has 1 arrays"), ([five, five], "of another size")):
        (tmp_path / "x.solverstate").write_bytes(encode(SOLVER_STATE(iter=1, history=blobs)))
        with pytest.raises(FormatError, match=words):
            training.restore(tmp_path / "x.solverstate")


# ------------------------------------------------------------------------------------------------ what nets are fed


def fed(settings: str, images: Array, phase: str = "TEST", mean: Array | None = None) -> Array:
    text = f"""layer {{ name: "d" type: "Data" top: "data" top: "label" data_param {{ batch_size: 3 }}
        transform_param {{ {settings} }} }} layer {{ name: "o" type: "AbsVal" bottom: "data" top: "o" }}"""
    net = caffe.load(caffe.parse(text), phase)
    return Feed(net, {"data": images, "label": np.arange(len(images))}, np.random.default_rng(0), mean).next()["data"]


IMAGES = np.random.default_rng(8).integers(0, 256, (5, 3, 6, 7)).astype(np.uint8)


def test_images_are_scaled_centred_and_cut_in_the_middle() -> None:
    x = IMAGES[:3].astype(np.float32)
    np.testing.assert_array_equal(fed("", IMAGES), x)
    np.testing.assert_allclose(fed("scale: 0.5 mean_value: 1 mean_value: 2 mean_value: 3", IMAGES),
                               (x - np.array([1, 2, 3]).reshape(3, 1, 1)) * 0.5)  # fmt: skip
    np.testing.assert_array_equal(fed("crop_size: 4", IMAGES), x[:, :, 1:5, 1:5])
    mean = np.full((3, 6, 7), 2.0, np.float32)
    np.testing.assert_array_equal(fed('mean_file: "mean.binaryproto" scale: 2', IMAGES, mean=mean), (x - 2) * 2)


def test_images_are_cut_and_mirrored_at_random_in_training() -> None:
    cuts = {(i, j): IMAGES[0, :, i : i + 5, j : j + 5].astype(np.float32) for i in range(2) for j in range(3)}
    both = [*cuts.values(), *(cut[:, :, ::-1] for cut in cuts.values())]
    text = "crop_size: 5 mirror: true"
    net = f"""layer {{ name: "d" type: "Data" top: "data" data_param {{ batch_size: 200 }}
        transform_param {{ {text} }} }}
        layer {{ name: "o" type: "AbsVal" bottom: "data" top: "o" }}"""
    batch = Feed(caffe.load(caffe.parse(net), "TRAIN"), {"data": IMAGES[:1]}, np.random.default_rng(0)).next()["data"]
    met = {next(i for i, cut in enumerate(both) if np.array_equal(cut, image)) for image in batch}
    assert met == set(range(12))


def test_batches_go_round() -> None:
    net = caffe.load(caffe.parse(NET))
    feed = Feed(net, {"x": np.arange(10.0).reshape(10, 1, 1, 1), "y": np.arange(10)}, np.random.default_rng(0))
    assert [feed.next()["y"].tolist() for _ in range(3)] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 0, 1]]


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ({"x": np.zeros((4, 3, 1, 1))}, "needs arrays of y"),
        ({"x": np.zeros((4, 3, 1, 1)), "y": np.zeros(3)}, "have lengths"),
        ({"x": np.zeros((0, 3, 1, 1)), "y": np.zeros(0)}, "have lengths"),
    ],
)
def test_data_that_do_not_fit_are_refused(arrays: dict[str, Array], words: str) -> None:
    with pytest.raises(FormatError, match=words):
        Feed(caffe.load(caffe.parse(NET)), arrays, np.random.default_rng(0))


def test_a_mean_of_a_file_is_taken_off(tmp_path: Path) -> None:
    mean = BLOB(num=1, channels=3, height=1, width=1, data=np.array([1.0, 2, 3]))
    (tmp_path / "mean.binaryproto").write_bytes(encode(mean))
    net = NET.replace('top: "y"', 'top: "y" transform_param { mean_file: "mean.binaryproto" }')
    training = caffe.Training(solver(net=net), DATA, folder=tmp_path)
    expected = DATA["x"][:4] - np.array([1, 2, 3]).reshape(3, 1, 1)
    np.testing.assert_allclose(training.feed.next()["x"], expected, rtol=1e-5)


def test_dummy_data_are_filled() -> None:
    text = """layer { name: "d" type: "DummyData" top: "a" top: "b"
        dummy_data_param { shape { dim: 2 dim: 3 } shape { dim: 4 }
        data_filler { value: 3 } data_filler { type: "uniform" } } }
        layer { name: "o" type: "AbsVal" bottom: "a" top: "o" }"""
    batch = Feed(caffe.load(caffe.parse(text)), {}, np.random.default_rng(0)).next()
    assert np.all(batch["a"] == 3) and batch["b"].shape == (4,) and 0 < batch["b"].min() < batch["b"].max() < 1


# ------------------------------------------------------------------------------------------------ fillers

SHAPE = (40, 30, 5, 5)
FILLERS = {
    "constant": ("value: 2", lambda x: np.all(x == 2)),
    "uniform": ("min: -1 max: 3", lambda x: -1 <= x.min() < -0.9 and 2.9 < x.max() <= 3 and abs(x.mean() - 1) < 0.05),
    "gaussian": ("mean: 1 std: 2", lambda x: abs(x.mean() - 1) < 0.05 and abs(x.std() - 2) < 0.05),
    "xavier": ("", lambda x: abs(abs(x).max() - math.sqrt(3 / 750)) < 1e-3),
    "xavier ": ("variance_norm: FAN_OUT", lambda x: abs(abs(x).max() - math.sqrt(3 / 1000)) < 1e-3),
    "msra": ("variance_norm: AVERAGE", lambda x: abs(x.std() - math.sqrt(2 / 875)) < 1e-3),
    "positive_unitball": ("", lambda x: np.allclose(x.reshape(40, -1).sum(1), 1) and x.min() >= 0),
    "gaussian ": ("sparse: 4", lambda x: abs((x != 0).mean() - 0.1) < 0.01),
}


@pytest.mark.parametrize("name", FILLERS)
def test_fillers_fill_as_they_are_described(name: str) -> None:
    text, holds = FILLERS[name]
    made = filled(parse_text(FILLER, f'type: "{name.strip()}" {text}'), SHAPE, np.random.default_rng(0))
    assert made.shape == SHAPE and made.dtype == np.float32 and holds(made)


def test_bilinear_fillers_interpolate() -> None:
    made = filled(FILLER(type="bilinear"), (2, 1, 4, 4), np.random.default_rng(0))
    line = np.array([0.25, 0.75, 0.75, 0.25])
    np.testing.assert_allclose(made[1, 0], np.outer(line, line))
    assert filled(FILLER(type="bilinear"), (1, 1, 3, 3), np.random.default_rng(0))[0, 0, 1, 1] == 1


NO_FILLERS = [('type: "orthogonal"', "no filler is of type"), ('type: "bilinear"', "square")]


@pytest.mark.parametrize(("text", "words"), NO_FILLERS)
def test_fillers_that_are_none_are_refused(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        filled(parse_text(FILLER, text, "f"), (2, 3), np.random.default_rng(0))
