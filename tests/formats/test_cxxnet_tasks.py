"""cxxnet's nets and tasks: a convolutional net learns digits; layers, updaters and metrics by their formulas."""

import math
import shutil
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.datasets import load_digits

from dusk.data.idx import write_idx
from dusk.errors import FormatError
from dusk.formats.cxxnet import Trainer, net_of, parse_conf, run_task
from dusk.formats.cxxnet.iterators import Batch
from dusk.formats.cxxnet.updaters import Updater

NETS = Path(__file__).parent / "nets"
Array = np.ndarray[Any, Any]
RNG = np.random.default_rng(4)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The digits, and the settings file that learns them."""
    made = tmp_path_factory.mktemp("digits")
    found: Any = load_digits()
    images = (found.images * 15.9).astype(np.uint8)
    for name, part in (("train", slice(0, 1500)), ("test", slice(1500, None))):
        write_idx(made / f"{name}-images.idx", images[part])
        write_idx(made / f"{name}-labels.idx", found.target[part].astype(np.uint8))
    shutil.copy(NETS / "digits_conv.conf", made)
    with open(made / "digits_conv.conf", "a") as file:
        file.write('pred = pred.txt\niter = mnist\npath_img = "test-images.idx"\npath_label = "test-labels.idx"\n')
        file.write("iter = end\n")
    return made


@pytest.fixture(scope="module")
def trained(folder: Path) -> Path:
    """The model after the last round."""
    lines: list[str] = []
    done = run_task(folder / "digits_conv.conf", {"silent": "0"}, lines.append)
    assert [p.name for p in done.files] == ["0001.model", "0003.model", "0005.model"]
    assert len(done.rounds) == len(lines) == 6 and lines[5].startswith("[6]\ttrain-error:0.0")
    assert done.rounds[-1]["test-error"] < 0.1 and done.rounds[-1]["train-error"] < 0.05
    return folder / "models" / "0005.model"


def labels(folder: Path) -> Array:
    return np.frombuffer((folder / "test-labels.idx").read_bytes()[8:], np.uint8)


def test_a_net_learns_and_goes_on_from_a_model(folder: Path, trained: Path) -> None:
    conf = folder / "digits_conv.conf"
    again = run_task(conf, {"model_dir": str(folder / "again"), "num_round": "2", "save_model": "1"})
    assert [p.name for p in again.files] == ["0000.model", "0001.model", "0002.model"]
    more = run_task(conf, {"continue": "1", "num_round": "3", "model_dir": str(folder / "again"), "save_model": "1"})
    assert len(more.rounds) == 1 and more.files[-1].name == "0003.model"
    named = run_task(conf, {"model_in": str(trained), "num_round": "20", "max_round": "1", "save_model": "0"})
    assert len(named.rounds) == 1 and named.files == [] and named.rounds[0]["test-error"] < 0.1


def test_a_run_that_went_on_gives_the_same_bits_as_one_that_never_stopped(folder: Path) -> None:
    words = {"save_model": "1", "model_dir": str(folder / "whole"), "num_round": "2"}
    (*_, whole) = run_task(folder / "digits_conv.conf", words).files
    words["model_dir"] = str(folder / "parts")
    run_task(folder / "digits_conv.conf", {**words, "num_round": "1"})
    (part,) = run_task(folder / "digits_conv.conf", {**words, "continue": "1"}).files
    assert part.name == whole.name == "0002.model" and part.read_bytes() == whole.read_bytes()


def test_predictions_are_written(folder: Path, trained: Path) -> None:
    conf = folder / "digits_conv.conf"
    done = run_task(conf, {"task": "pred", "model_in": str(trained)})
    assert done.files == [folder / "pred.txt"]
    found = np.loadtxt(folder / "pred.txt")
    assert found.shape == labels(folder).shape and (found == labels(folder)).mean() > 0.9
    run_task(conf, {"task": "pred_raw", "model_in": str(trained)})
    raw = np.loadtxt(folder / "pred.txt")
    np.testing.assert_allclose(raw.sum(axis=1), 1, atol=1e-4)
    np.testing.assert_array_equal(raw.argmax(axis=1), found)


def test_values_of_nodes_are_extracted(folder: Path, trained: Path) -> None:
    conf = folder / "digits_conv.conf"
    words = {"task": "extract", "model_in": str(trained)}
    run_task(conf, {**words, "extract_node_name": "1"})
    assert (folder / "pred.txt.meta").read_text() == "297,16,8,8\n"
    assert np.loadtxt(folder / "pred.txt").shape == (297, 16 * 64)
    run_task(conf, {**words, "extract_node_name": "top[-1]", "output_format": "bin"})
    assert (folder / "pred.txt.meta").read_text() == "297,1,1,10\n"
    found = np.fromfile(folder / "pred.txt", "<f4").reshape(297, 10)
    assert (found.argmax(axis=1) == labels(folder)).mean() > 0.9
    run_task(conf, {**words, "extract_node_name": "se1"})
    assert np.abs(np.loadtxt(folder / "pred.txt")).max() <= 1


def test_weights_are_written(folder: Path, trained: Path) -> None:
    words = {"task": "get_weight", "model_in": str(trained), "weight_filename": str(folder / "w.txt")}
    run_task(folder / "digits_conv.conf", {**words, "extract_layer_name": "cv1"})
    assert (folder / "w.txt.meta").read_text() == "16 1 3 3\n" and np.loadtxt(folder / "w.txt").shape == (16, 9)
    run_task(folder / "digits_conv.conf", {**words, "extract_layer_name": "fc2", "weight_name": "bias"})
    assert np.loadtxt(folder / "w.txt").shape == (10,)


def test_a_finetuned_net_begins_with_layers_of_the_same_name(folder: Path, trained: Path) -> None:
    text = (folder / "digits_conv.conf").read_text().replace("fullc:fc2", "fullc:other")
    (folder / "tune.conf").write_text(text)
    lines: list[str] = []
    words = {"task": "finetune", "model_in": str(trained), "model_dir": str(folder / "tuned"), "silent": "0",
        "num_round": "1"}
    done = run_task(folder / "tune.conf", words, lines.append)
    assert lines[0] == "copied cv1_weight, cv1_bias, fc1_weight, fc1_bias"
    assert done.rounds[0]["test-error"] < 0.15


def test_samples_of_a_table_are_regressed(tmp_path: Path) -> None:
    x = RNG.standard_normal((230, 3)).astype(np.float32)
    np.savetxt(tmp_path / "t.csv", np.c_[x @ [1, -2, 3] + 0.5, x], delimiter=",", header="y,a,b,c", comments="")
    (tmp_path / "t.conf").write_text(
        "data = t\niter = csv\nfilename = t.csv\nhas_header = 1\niter = threadbuffer\niter = end\n"
        "eval = test\niter = csv\nfilename = t.csv\nhas_header = 1\niter = end\n"
        "netconfig = start\nlayer[+1] = fullc:f\nnhidden = 1\nlayer[+0] = l2_loss\nnetconfig = end\n"
        "input_shape = 1,1,3\nbatch_size = 20\neta = 0.05\nmetric = rmse\nnum_round = 30\nsave_model = 0\nsilent = 1"
    )
    done = run_task(tmp_path / "t.conf")
    assert done.rounds[-1]["test-rmse"] < 1e-4
    assert not (tmp_path / "models").exists()


# --- layers


def head(shape: str = "4,7,6", batch: int = 2) -> str:
    return f"input_shape = {shape}\nbatch_size = {batch}\nrandom_type = xavier\n"


def trainer(net: str, more: str = "", **words: Any) -> Trainer:
    return Trainer(parse_conf(head(**words) + more + "netconfig = start\n" + net + "\nnetconfig = end\n"))


def values(net: str, x: Array, **words: Any) -> Array:
    shape = ",".join(map(str, x.shape[1:] if x.ndim == 4 else (1, 1, x.shape[1])))
    made = trainer(net, shape=shape, batch=len(x), **words)
    return made.scores(Batch(x, np.zeros((len(x), 1), np.float32), len(x)))


X = RNG.standard_normal((2, 4, 7, 6)).astype(np.float32)
F = X.reshape(2, -1)


def pooled(x: Array, k: int, s: int, how: Any) -> Array:
    sizes = [min(m - k + s - 1, m - 1) // s + 1 for m in x.shape[2:]]
    out = [[how(x[:, :, i * s : i * s + k, j * s : j * s + k]) for j in range(sizes[1])] for i in range(sizes[0])]
    return np.moveaxis(np.array(out), (0, 1), (2, 3))


LAYERS: dict[str, tuple[str, Array, Any]] = {
    "relu": ("relu", X, lambda x: np.maximum(x, 0)),
    "sigmoid": ("sigmoid", X, lambda x: 1 / (1 + np.exp(-x))),
    "tanh": ("tanh", X, np.tanh),
    "softplus": ("softplus", X, lambda x: np.log1p(np.exp(x))),
    "xelu": ("xelu\nb = 4", X, lambda x: np.where(x > 0, x, x / 4)),
    "prelu": ("prelu\ninit_slope = 0.5", X, lambda x: np.where(x > 0, x, x / 2)),
    "flatten": ("flatten", X, lambda x: x.reshape(2, -1)),
    "split": ("split", X, lambda x: x),
    "dropout": ("dropout\nthreshold = 0.5", X, lambda x: x),
    "max": ("max_pooling\nkernel_size = 3\nstride = 2", X, lambda x: pooled(x, 3, 2, lambda w: w.max(axis=(2, 3)))),
    "sum": ("sum_pooling\nkernel_size = 3\nstride = 2", X, lambda x: pooled(x, 3, 2, lambda w: w.sum(axis=(2, 3)))),
    "avg": ("avg_pooling\nkernel_size = 3\nstride = 2", X, lambda x: pooled(x, 3, 2, lambda w: w.sum(axis=(2, 3)) / 9)),
    "far": ("max_pooling\nkernel_size = 2\nstride = 3", X, lambda x: pooled(x, 2, 3, lambda w: w.max(axis=(2, 3)))),
    "relu max": ("relu_max_pooling\nkernel_size = 2", X - 1, lambda x: pooled(np.maximum(x, 0), 2, 1,
        lambda w: w.max(axis=(2, 3)))),
    "lrn": ("lrn\nlocal_size = 3\nalpha = 0.3\nbeta = 0.75", X, lambda x: x / np.stack(
        [1 + 0.1 * (x[:, max(0, c - 1) : c + 2] ** 2).sum(axis=1) for c in range(4)], 1) ** 0.75),
    "batch norm": ("batch_norm\neps = 1", X, lambda x: x),  # mean 0 and variance 0 of which nothing is known yet
    "batch norm flat": ("batch_norm\neps = 4\ninit_slope = 3\ninit_bias = 1", F, lambda x: x * 1.5 + 1),
    "batch norm of the batch": ("batch_norm_no_ma\neps = 1\ninit_slope = 2", X, lambda x: 2 * (
        x - x.mean(axis=(0, 2, 3), keepdims=True)) / np.sqrt(x.var(axis=(0, 2, 3), keepdims=True) + 1)),
    "insanity": ("insanity\nlb = 3\nub = 5", X, lambda x: np.where(x > 0, x, x / 4)),
    "rrelu": ("rrelu", X, lambda x: np.where(x > 0, x, x / 7.5)),
    "bias": ("bias\ninit_bias = 0.5", F, lambda x: x + 0.5),
    "multi logistic": ("fullc\nnhidden=3\ninit_uniform=1e-9\nlayer[+0] = multi_logistic", F, lambda x: np.full((2, 3),
        0.5)),
    "softmax": ("fullc\nnhidden=5\ninit_uniform=1e-9\nlayer[+0] = softmax", F, lambda x: np.full((2, 5), 0.2)),
}  # fmt: skip


@pytest.mark.parametrize("name", LAYERS)
def test_a_layer_computes_its_formula(name: str) -> None:
    text, x, formula = LAYERS[name]
    np.testing.assert_allclose(values("layer[+1] = " + text, x), formula(x), rtol=1e-5, atol=1e-6)


def test_nodes_are_joined_and_weights_shared() -> None:
    made = trainer(
        "layer[0->a,b] = split\nlayer[a->c] = conv:cv\nkernel_height = 3\nkernel_width = 2\npad_y = 1\nstride = 2\n"
        "nchannel = 6\nngroup = 2\nlayer[b->d] = share[cv]\nlayer[c,d->e] = ch_concat\nlayer[+1] = flatten\n"
        "layer[+1:g] = fullc:f\nnhidden = 3\nno_bias = 1\nlayer[g,g->h] = concat"
    )
    assert made.net.symbol.list_arguments() == ["data", "cv_weight", "cv_bias", "f_weight"]
    assert made.run.arg_dict["cv_weight"].shape == (6, 2, 3, 2)
    out = made.scores(Batch(X, np.zeros((2, 1)), 2))
    assert out.shape == (2, 6)
    np.testing.assert_array_equal(out[:, :3], out[:, 3:])
    node = made.scores(Batch(X, np.zeros((2, 1)), 2), made.node("e"))
    np.testing.assert_array_equal(node[:, :6], node[:, 6:])
    assert made.node("top[-2]") is made.net.nodes[made.conf.nodes.index("g")]


def test_two_losses_learn_from_targets_of_their_own() -> None:
    made = trainer(
        "layer[+1:a] = fullc:f\nnhidden=4\nlayer[a->a] = softmax\ntarget = kind\nlayer[0->b] = fullc:g\nnhidden=2\n"
        "layer[b->b] = multi_logistic\ntarget = traits\ngrad_scale = 0.5",
        "label_vec[0,1) = kind\nlabel_vec[1,3) = traits\nmetric[kind,a] = error\n",
        shape="1,1,5",
    )
    x, y = RNG.standard_normal((2, 5)).astype(np.float32), np.float32([[3, 0, 1], [1, 1, 1]])
    before = {n: made.run.arg_dict[n].numpy().copy() for n in made.net.weights}
    softmax = made.update(Batch(x, y, 2))
    kinds, traits = np.eye(4)[[3, 1]], y[:, 1:]
    np.testing.assert_allclose(
        made.run.arg_dict["f_weight"], before["f_weight"] - 0.01 * (softmax - kinds).T @ x / 2, rtol=1e-5, atol=1e-7
    )
    scores = 1 / (1 + np.exp(-(x @ before["g_weight"].T)))
    np.testing.assert_allclose(
        made.run.arg_dict["g_weight"], before["g_weight"] - 0.01 * (scores - traits).T @ x / 4, rtol=1e-5, atol=1e-7
    )
    assert made.evaluate("test", [(softmax, Batch(x, y, 2))])["test-error[kind]"] == (softmax.argmax(1) != [3,
        1]).mean()


def test_gradients_of_several_batches_are_gathered() -> None:
    one, two = (trainer("layer[+1]=fullc:f\nnhidden=3\nlayer[+0]=softmax", f"update_period = {n}\n", shape="1,1,5",
                        batch=batch) for n, batch in ((1, 4), (2, 2)))  # fmt: skip
    x, y = RNG.standard_normal((4, 5)).astype(np.float32), np.float32([[0], [1], [2], [1]])
    one.update(Batch(x, y, 4))
    before = two.run.arg_dict["f_weight"].numpy().copy()
    two.update(Batch(x[:2], y[:2], 2))
    np.testing.assert_array_equal(two.run.arg_dict["f_weight"], before)
    two.update(Batch(x[2:], y[2:], 2))
    np.testing.assert_allclose(one.run.arg_dict["f_weight"], two.run.arg_dict["f_weight"], rtol=1e-5, atol=1e-8)


def test_random_slopes_lie_between_their_bounds_while_it_trains() -> None:
    net = net_of(parse_conf(head("1,1,400") + "netconfig=start\nlayer[+1]=insanity\nlb=2\nub=4\nnetconfig=end"))
    run = net.symbol.simple_bind(data=(2, 400))
    found = -run.forward(is_train=True, data=-np.ones((2, 400)))[0].numpy()
    assert 0.25 <= found.min() < 0.26 and 0.48 < found.max() <= 0.5


# --- pairtest
TOP = "layer[+1]=flatten\nlayer[+1]=fullc\nnhidden=3\nlayer[+0]=softmax"


def test_layers_that_are_the_same_differ_in_nothing() -> None:
    first = "layer[+1]=conv:c\nkernel_size=1\nnchannel=3\n"
    made = trainer(first + "layer[+1]=pairtest-conv-conv:p\nkernel_size=3\nnchannel=2\n" + TOP)
    plain = trainer(first + "layer[+1]=conv:p\nkernel_size=3\nnchannel=2\n" + TOP)
    for name in plain.net.weights:
        made.run.arg_dict[name][...] = plain.run.arg_dict[name]
    made.run.arg_dict["p_slave_weight"][...] = plain.run.arg_dict["p_weight"]
    for _ in range(3):
        for net in (made, plain):
            net.update(Batch(X, np.float32([[0], [2]]), 2))
    assert made.differences == []
    for name in plain.net.weights:  # and the comparison changes nothing
        np.testing.assert_allclose(made.run.arg_dict[name], plain.run.arg_dict[name], rtol=1e-6)


def test_layers_that_differ_are_told_with_what_differs(tmp_path: Path) -> None:
    made = trainer("layer[+1]=pairtest-relu-xelu:act\nslave:b = 100\n" + TOP)
    made.update(Batch(X, np.float32([[0], [2]]), 2))
    ((name, what, away),) = made.differences
    expected = np.abs(np.minimum(X, 0) / 100).sum() / np.maximum(X, 0).sum()
    assert (name, what) == ("act", "output") and away == pytest.approx(expected, rel=1e-4)


# --- updaters


def updater(text: str, tag: str = "wmat") -> Updater:
    net = "\nnetconfig = start\nlayer[+1] = flatten\nlayer[+1] = fullc:f\nnhidden = 2\nnetconfig = end"
    made = net_of(parse_conf(head() + text + net))
    return Updater(next(w for w in made.weights.values() if w.tag == tag))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("eta = 0.5", lambda e: 0.5),
        ("lr = 0.5\nwmat:lr = 0.25", lambda e: 0.25),
        ("lr = 0.5\nbias:lr = 0.25", lambda e: 0.5),
        ("eta = 0.5\nlr:schedule = expdecay\nlr:gamma = 0.9\nlr:step = 10", lambda e: 0.5 * 0.9 ** (e / 10)),
        ("eta = 0.5\neta:schedule = polydecay\nlr:alpha = 0.5\nlr:gamma = 0.1\nlr:step = 10",
         lambda e: 0.5 * (1 + (e // 10) * 0.1) ** -0.5),
        ("eta = 0.5\nlr:schedule = factor\nlr:factor = 0.1\nlr:step = 20", lambda e: 0.5 * 0.1 ** (e // 20)),
        ("eta = 0.5\nlr:schedule = factor\nlr:step = 1\nlr:minimum_lr = 0.01", lambda e: max(0.5 * 0.1**e, 0.01)),
        ("eta = 0.5\nlr:schedule = factor\nlr:step = 20\nlr:start_epoch = 30",
            lambda e: 0.5 if e < 30 else 0.5 * 0.1 ** (e // 20)),
    ],
)  # fmt: skip
def test_a_rate_follows_its_schedule(text: str, expected: Any) -> None:
    made = updater(text)
    assert [made.rate(e) for e in (0, 5, 19, 20, 40)] == pytest.approx([expected(e) for e in (0, 5, 19, 20, 40)])


def sgd(w: Array, g: list[Array], rate: float, momentum: float, wd: float, nesterov: bool = False) -> Array:
    m = np.zeros_like(w)
    for gradient in g:
        old = m
        m = momentum * m - rate * (gradient + wd * w)
        w = w + ((1 + momentum) * m - momentum * old if nesterov else m)
    return w


def adam(w: Array, g: list[Array], rate: float) -> Array:
    mean = square = np.zeros_like(w)
    for t, gradient in enumerate(g):
        mean, square = mean + 0.1 * (gradient - mean), square + 0.001 * (gradient**2 - square)
        fixed = rate * math.sqrt(1 - 0.999 ** (t + 1)) / (1 - 0.9 ** (t + 1))
        w = w - fixed * mean / (np.sqrt(square) + 1e-8)
    return w


@pytest.mark.parametrize(
    ("text", "tag", "expected"),
    [
        ("eta = 0.1\nmomentum = 0.8\nwd = 0.01", "wmat", lambda w, g: sgd(w, g, 0.1, 0.8, 0.01)),
        ("eta = 0.1\nmomentum = 0.99", "wmat", lambda w, g: sgd(w, g, 0.1, 0.9, 0)),  # which is the most it may be
        ("eta = 0.1\nmomentum = 0.95\nfinal_momentum = 0.99", "wmat", lambda w, g: sgd(w, g, 0.1, 0.95, 0)),
        ("eta = 0.1\nwd = 0.5\nbias:wd = 0\nbias:momentum = 0", "bias", lambda w, g: sgd(w, g, 0.1, 0, 0)),
        ("updater = nag\neta = 0.1\nwd = 0.01", "wmat", lambda w, g: sgd(w, g, 0.1, 0.9, 0.01, True)),
        ("updater = adam\neta = 0.1", "wmat", lambda w, g: adam(w, g, 0.1)),
        ("eta = 0.1\nclip_gradient = 0.5", "wmat", lambda w, g: sgd(w, [np.clip(x, -0.5, 0.5) for x in g], 0.1, 0.9,
            0)),
    ],
)  # fmt: skip
def test_an_updater_follows_its_formula(text: str, tag: str, expected: Any) -> None:
    made = updater(text, tag)
    weight, gradients = RNG.standard_normal(5), [RNG.standard_normal(5) for _ in range(4)]
    found: Any = weight
    for number, gradient in enumerate(gradients):
        found = made(found, gradient, number)
    np.testing.assert_allclose(found, expected(weight, gradients), rtol=1e-12)


def test_what_is_not_a_number_is_clipped_to_none() -> None:
    made = updater("eta = 1\nclip_gradient = 1")
    np.testing.assert_array_equal(made(np.zeros(2), np.array([np.nan, 5.0]), 0), [0, -1])


def test_metrics_are_those_of_their_formulas() -> None:
    made = trainer("layer[+1]=fullc\nnhidden=3", "metric = error\nmetric = logloss\nmetric = rec@2\n", shape="1,1,5")
    scores = np.array([[0.2, 0.5, 0.3], [0.7, 0.2, 0.1]])
    found = made.evaluate("t", [(scores, Batch(scores, np.float32([[2], [0]]), 2))])
    assert found == pytest.approx({"t-error": 0.5, "t-logloss": -(math.log(0.3) + math.log(0.7)) / 2, "t-rec@2": 1.0})
    several = trainer("layer[+1]=fullc\nnhidden=2", "label_width = 2\nmetric = rmse\nmetric = error\n", shape="1,1,5")
    scores, truth = np.array([[0.5, -1.0], [2.0, 0.25]]), np.float32([[1, 0], [1, 0]])
    found = several.evaluate("t", [(scores, Batch(scores, truth, 2))])
    assert found["t-rmse"] == pytest.approx((0.25 + 1 + 1 + 0.0625) / 2) and found["t-error"] == 0.25


def test_weights_begin_as_they_are_said_to() -> None:
    made = trainer(
        "layer[+1]=conv:a\nkernel_size=3\nnchannel=200\nrandom_type=kaiming\nlayer[+1]=flatten\nlayer[+1]=fullc:b\n"
        "nhidden=300\nrandom_type=xavier\ninit_bias=0.5\nlayer[+1]=fullc:c\nnhidden=300\n"
        "random_type=gaussian\ninit_sigma=0.2\n"
        "layer[+1]=fullc:d\nnhidden=300\nrandom_type=uniform\ninit_uniform=0.7"
    )
    w = {n: x.numpy() for n, x in made.run.arg_dict.items()}
    assert w["a_weight"].std() == pytest.approx(math.sqrt(2 / (200 * 9)), rel=0.05)
    bound = math.sqrt(3 / (w["b_weight"].shape[1] + 300))
    assert 0.99 * bound < np.abs(w["b_weight"]).max() <= bound and (w["b_bias"] == 0.5).all()
    assert w["c_weight"].std() == pytest.approx(0.2, rel=0.05) and 0.69 < np.abs(w["d_weight"]).max() <= 0.7


# --- bad input
LAYER = "layer[+1] = "
BAD: dict[str, tuple[str, str]] = {
    "no net": (head() + "eta = 1", "has no net"),
    "no input_shape": ("netconfig=start\nlayer[+1]=relu\nnetconfig=end", "has no input_shape"),
    "an input_shape of two": ("netconfig=start\nlayer[+1]=relu\nnetconfig=end\ninput_shape=3,3",
        "line 4: input_shape is"),
    "an input_shape of none": ("input_shape=0,3,3\nnetconfig=start\nlayer[+1]=relu\nnetconfig=end",
        "line 1: input_shape is"),
    "a huge input_shape": ("input_shape=1,1,99999999999999\nnetconfig=start\nlayer[+1]=relu\nnetconfig=end",
        "line 1: input_shape"),
    "an unknown layer": (LAYER + "magic:m", "line 5: magic: the layer type 'magic' is not known here"),
    "a layer with code": (LAYER + "caffe", "line 5: caffe: the layer type"),
    "no nhidden": (LAYER + "fullc", "line 5: fullc: nhidden is not set"),
    "an nhidden of text": (LAYER + "fullc\nnhidden = many", "line 6: fullc: nhidden is a number, not 'many'"),
    "half an nhidden": (LAYER + "fullc\nnhidden = 2.5", "line 6: fullc: nhidden is a whole number from 1"),
    "a huge nhidden": (LAYER + "fullc\nnhidden = 1e30", "line 6: fullc: nhidden is a whole number"),
    "no kernel": (LAYER + "conv\nnchannel=3", "line 5: conv: kernel_size is not set|kernel_height"),
    "a kernel too large": (LAYER + "conv\nnchannel=3\nkernel_size=99", "conv|kernel|shape"),
    "groups that do not fit": (LAYER + "conv\nnchannel=3\nkernel_size=1\nngroup=3", "layer0|group"),
    "two inputs": ("layer[0->a,b]=split\nlayer[a,b->c]=relu", "line 6: relu: it reads one node, not 2"),
    "two outputs": ("layer[0->a,b]=relu", "line 5: relu: it makes one node, not 2"),
    "a loss between": ("layer[0->a]=softmax", "line 5: softmax: a loss layer reads and makes the same node"),
    "a dropout of all": (LAYER + "dropout\nthreshold=1", "line 6: dropout: threshold is from 0 to below 1"),
    "random slopes": (LAYER + "prelu\nrandom=0.5", "line 6: prelu: random slopes"),
    "bounds out of order": (LAYER + "insanity\nlb = 9\nub = 3", "line 6: insanity: lb and ub are above 0 and in order"),
    "bounds that move": (LAYER + "rrelu\ncalm_start = 9", "line 6: rrelu: bounds that move"),
    "a bias of images": (LAYER + "bias", "line 5: bias: it is added to flat nodes"),
    "one layer compared": (LAYER + "pairtest-conv", "line 5: pairtest-conv: two layers are compared by"),
    "losses compared": (LAYER + "pairtest-softmax-softmax", "line 5: softmax: loss layers are not compared"),
    "different weights": (LAYER + "pairtest-relu-prelu", "the two layers have different weights"),
    "a random_type": (LAYER + "flatten\nlayer[+1]=fullc\nnhidden=1\nrandom_type=magic", "random_type is gaussian"),
    "an updater": ("updater=magic\n" + LAYER + "flatten\nlayer[+1]=fullc\nnhidden=1", "updater is sgd, nag, adam"),
    "a rate": ("eta=fast\n" + LAYER + "flatten\nlayer[+1]=fullc\nnhidden=1", "lr is a number, not 'fast'"),
    "a schedule": ("lr:schedule=magic\n" + LAYER + "flatten\nlayer[+1]=fullc\nnhidden=1", "lr:schedule is constant"),
    "a step of none": ("lr:step=0\n" + LAYER + "flatten\nlayer[+1]=fullc\nnhidden=1", "lr:step is 1 or more"),
    "a metric": ("metric=magic\n" + LAYER + "relu", "metric is error, rmse, logloss or rec@n"),
    "a metric of nothing": ("metric[a,b]=error\n" + LAYER + "relu", "no target is named a"),
    "a target of nothing": (LAYER + "flatten\nlayer[+0]=softmax\ntarget=a",
        "has the target a, which no label_vec names"),
    "labels that end first": ("label_vec[3,1) = a\n" + LAYER + "relu", r"write label_vec\[from,to\) = name"),
    "a batch of none": ("batch_size=0\n" + LAYER + "relu", "batch_size is a whole number from 1 on"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_net_that_does_not_fit_is_told_with_its_line(name: str) -> None:
    text, said = BAD[name]
    if "netconfig" not in text and "no net" not in name:
        at = text.index("layer[")
        text = f"{head()}{text[:at]}netconfig=start\n{text[at:]}\nnetconfig=end"
    began = time.thread_time()
    with pytest.raises(FormatError, match=said):
        Trainer(parse_conf(text))
    assert time.thread_time() - began < 1


TASK = head("1,1,2") + "netconfig=start\nlayer[+1]=fullc:f\nnhidden=2\nlayer[+0]=softmax\nnetconfig=end\nsilent=1\n"
DATA = "data = d\niter = csv\nfilename = e.csv\niter = end\n"
TASKS: dict[str, tuple[str, str]] = {
    "an unknown task": ("task = steal\n", "task is train, finetune"),
    "no data": ("", "needs one section data, not 0"),
    "two data": (DATA * 2, "needs one section data, not 2"),
    "no model": (DATA + "task = finetune\n", "needs model_in"),
    "no pred": ("task = pred\nmodel_in = m.model\n", "needs one section pred"),
    "data from elsewhere": (DATA.replace("e.csv", "../d.csv"),
        r"line 12: filename = \.\./d\.csv is outside of the folder"),
    "data from the root": (DATA.replace("e.csv", "/etc/passwd"), "is outside of the folder"),
    "a model from elsewhere": (DATA + "model_in = /etc/passwd\n", "model_in = /etc/passwd is outside"),
    "models to elsewhere": (DATA + "model_dir = ../../models\n", "model_dir = ../../models is outside"),
    "an iterator that is not known": (DATA.replace("csv", "imgrec", 1),
        "line 10: data takes one iterator of mnist, csv, not imgrec"),
    "no iterator": ("data = d\nfilename = d.csv\niter = end\n", "not none"),
    "no filename": ("data = d\niter = csv\niter = end\n", "data has no filename"),
    "rows too long": (DATA.replace("e.csv", "d.csv"), "rows of 4 numbers, due are 1"),
    "a flag": (DATA.replace("iter = end", "shuffle = maybe\niter = end"), "shuffle is 0 or 1, not maybe"),
    "rounds": (DATA + "num_round = many\n", "num_round is a whole number"),
    "no model to go on from": (DATA + "continue = 1\n", "no model in"),
    "a table of words": (DATA.replace("e.csv", "words.csv"), "words.csv: could not convert"),
}  # fmt: skip


@pytest.mark.parametrize("name", TASKS)
def test_a_task_that_cannot_be_done_is_told(name: str, tmp_path: Path) -> None:
    more, said = TASKS[name]
    (tmp_path / "in").mkdir()
    (tmp_path / "d.csv").write_text("1,2,3\n")
    (tmp_path / "in" / "d.csv").write_text("1,2,3,4\n" * 4)
    (tmp_path / "in" / "e.csv").write_text("1,2,3\n" * 4)
    (tmp_path / "in" / "words.csv").write_text("a,b,c\n")
    path = tmp_path / "in" / "t.conf"
    path.write_text(TASK + more)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(FormatError, match=said):
        run_task(path)
    after = [p for p in sorted(tmp_path.rglob("*")) if p not in before]
    assert all(p.is_relative_to(tmp_path / "in" / "models") for p in after)


def test_a_net_without_a_loss_does_not_learn(tmp_path: Path) -> None:
    (tmp_path / "t.conf").write_text(TASK.replace("layer[+0]=softmax\n", "") + DATA)
    with pytest.raises(FormatError, match="no loss layer"):
        run_task(tmp_path / "t.conf")


def test_a_model_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "t.conf").write_text(TASK + DATA)
    (tmp_path / "e.csv").write_text("1,2,3\n" * 4)
    (tmp_path / "m.model").write_bytes(b"\0" * 100)
    with pytest.raises(FormatError, match="no readable safetensors file"):
        run_task(tmp_path / "t.conf", {"model_in": str(tmp_path / "m.model")})
    run_task(tmp_path / "t.conf", {"num_round": "1"})
    (tmp_path / "u.conf").write_text((TASK + DATA).replace("nhidden=2", "nhidden=3"))
    with pytest.raises(FormatError, match=r"f_weight of shape \(2, 2\), which the net of .* has not"):
        run_task(tmp_path / "u.conf", {"model_in": str(tmp_path / "models" / "0001.model")})
