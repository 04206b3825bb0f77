"""Functions as NumPy source: every op, forward and gradient, in modules that know nothing of Dusk."""

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk import nn, optim
from dusk.errors import FormatError
from dusk.formats.numpy_source import graph_source
from dusk.graph import evaluate
from dusk.graph.graph import specialise
from dusk.nn import functional, zoo
from op_samples import SAMPLES, SIZE, Sample


def module(text: str) -> dict[str, Any]:
    """The names of a module, which must not have anything of Dusk."""
    assert "dusk." not in "\n".join(line for line in text.splitlines() if "#" not in line)
    space: dict[str, Any] = {}
    exec(compile(text, "<numpy source>", "exec"), space)
    return space


def written(function: Any, *args: Any, calls: int = 1) -> dict[str, Any]:
    """The module of a function's source, after calls of it."""
    compiled = dusk.compile(function)
    for _ in range(calls):
        compiled(*args)
    return module(compiled.to_numpy_source())


def furthest(a: Any, b: Any) -> float:
    """The largest difference, relative to the largest number."""
    a, b = numpy.asarray(a), numpy.asarray(b)
    return float(numpy.abs(a - b).max() / numpy.abs(b).max())


WRITTEN = [s for s in SAMPLES if not (s.op.host or s.op.effect or s.op.users)]


@pytest.mark.once
@pytest.mark.parametrize("sample", WRITTEN, ids=lambda s: s.name)
def test_every_op_is_written(sample: Sample) -> None:
    graph, values = specialise(sample.graph(), {"n": SIZE}), sample.draw()
    if any(v.dtype.name == "bfloat16" for v in values):
        pytest.skip("NumPy alone has no bfloat16")
    try:
        space = module(graph_source(graph, gradient=False))
    except FormatError as error:
        if "bfloat16" not in str(error):
            raise
        pytest.skip("NumPy alone has no bfloat16")
    with numpy.errstate(all="ignore"):
        expected = evaluate(graph, values)
    for ours, theirs in zip(space["function"](*values), expected, strict=True):
        numpy.testing.assert_array_equal(ours, theirs)
        assert numpy.asarray(ours).dtype == numpy.asarray(theirs).dtype


def training(dtype: Any) -> tuple[Any, Any, Any, Any]:
    """A step of LeNet's training, and a batch for it."""
    random = numpy.random.default_rng(3)
    x, y = random.random((8, 1, 28, 28)).astype(dtype), random.integers(0, 10, 8)
    model, optimiser = zoo.lenet(), optim.SGD(0.05, momentum=0.9)
    model(np.array(x[:1]).astype(np.float32))
    model.load_state_dict({name: np.array(numpy.array(a).astype(dtype)) for name, a in model.arrays().items()})
    for layer in model.modules():
        for name in ("weight", "bias"):
            if hasattr(layer[1], name):
                setattr(layer[1], name, np.array(numpy.array(getattr(layer[1], name)).astype(dtype)))

    def train(x: Any, y: Any) -> Any:
        def loss(model: Any) -> Any:
            scores = model(x)
            return functional.cross_entropy(scores, y)

        value, found = dusk.value_and_grad(loss)(model)
        optimiser.update(model, found)
        return value

    step = dusk.compile(train)
    for _ in range(2):
        step(x, y)
    return step, model, x, y


@pytest.mark.parametrize(("dtype", "runs"), [(numpy.float64, 4), (numpy.float32, 1)])
def test_lenet_is_trained_without_dusk(dtype: Any, runs: int, tmp_path: Path) -> None:
    step, model, x, y = training(dtype)
    took: list[float] = []
    for _ in range(3):
        start = time.thread_time()
        step.to_numpy_source(tmp_path / "lenet.py")
        took.append(time.thread_time() - start)
    assert min(took) < 1
    numpy.savez(tmp_path / "batch.npz", x=x, y=y)
    script = f"""if True:
        import sys; sys.path.insert(0, {str(tmp_path)!r})
        import numpy, lenet
        batch = numpy.load({str(tmp_path / "batch.npz")!r})
        losses = [lenet.train(batch["x"], batch["y"]) for _ in range({runs})]
        assert "dusk" not in sys.modules
        numpy.savez({str(tmp_path / "made.npz")!r}, losses=losses, **lenet.states)"""
    subprocess.run([sys.executable, "-I", "-c", script], check=True)
    made = numpy.load(tmp_path / "made.npz")
    losses = [float(step(x, y)) for _ in range(runs)]
    assert made["losses"].dtype == dtype
    assert furthest(made["losses"], losses) < 1e-6
    for name, array in model.arrays().items():
        assert furthest(made[f"model.{name}"], array) < 1e-6, name


def test_the_forward_and_its_gradient_are_written() -> None:
    model = zoo.lenet()
    x = numpy.random.default_rng(3).random((4, 1, 28, 28), numpy.float32)
    model(np.array(x))

    def forward(x: Any) -> Any:
        scores = model(x)
        return scores

    space = written(forward, np.array(x))
    states = {f"model.{name}": numpy.array(array) for name, array in model.arrays().items()}
    expected = numpy.array(model(np.array(x)))
    assert furthest(space["forward"](x, states), expected) < 1e-6
    g = numpy.random.default_rng(4).random(expected.shape, numpy.float32)
    found = space["forward_gradient"](x, g, states)
    wanted = dusk.grad(lambda model: (model(np.array(x)) * g).sum())(model)
    for name, gradient in wanted.items():
        assert furthest(found[f"model.{name}"], gradient) < 1e-6, name
    assert furthest(found["x"], dusk.grad(lambda x: (model(x) * g).sum())(np.array(x))) < 1e-6


def test_arguments_of_another_type_are_refused() -> None:
    space = written(lambda x: x + np.ones(3), np.ones((2, 3)))
    for other in (numpy.ones((1, 3)), numpy.ones((2, 3), numpy.float32)):
        with pytest.raises(TypeError, match=r"x is float.*this is for float64\[2, 3\]"):
            space["function"](other)


def looped(x: Any) -> Any:
    rows = dusk.scan(lambda c, row: (np.tanh(c * 0.5 + row), c.sum()), x[0], x)
    halved = dusk.while_loop(lambda v: v.sum() > 1, lambda v: v * 0.5, x)
    return rows, halved, dusk.cond(x[0, 0] > 0, lambda: np.sin(x), lambda: -x)


def test_control_flow_and_its_gradient_are_written() -> None:
    x = numpy.random.default_rng(0).random((5, 3))
    space = written(looped, np.array(x))
    (carry, left), halved, chosen = space["looped"](x)
    (carry2, left2), halved2, chosen2 = looped(np.array(x))
    for ours, theirs in ((carry, carry2), (left, left2), (halved, halved2), (chosen, chosen2)):
        numpy.testing.assert_allclose(ours, theirs, rtol=1e-14)
    ones = [numpy.ones_like(a) for a in (carry, left, halved, chosen)]
    found = space["looped_gradient"](x, *ones)["x"]

    def total(x: Any) -> Any:
        (carry, left), halved, chosen = looped(x)
        return carry.sum() + left.sum() + halved.sum() + chosen.sum()

    numpy.testing.assert_allclose(found, dusk.grad(total)(np.array(x)), rtol=1e-12)


def test_names_and_lines_are_the_users() -> None:
    weight = np.ones((3, 2))

    def scores(x: Any, options: Any) -> Any:
        hidden = x @ weight
        shifted = hidden + options["shift"]
        return {"all": shifted, "best": shifted.argmax(axis=1)}

    compiled = dusk.compile(scores)
    x, shift = numpy.arange(6.0).reshape(2, 3), numpy.array([0.0, 1.0])
    compiled(np.array(x), {"shift": np.array(shift)})
    text = compiled.to_numpy_source()
    line = scores.__code__.co_firstlineno
    for shown in (
        "def scores(x, options_shift, states):",
        f"# test_numpy_source.py:{line + 1}: hidden = x @ weight",
        "hidden = x @ states['weight']",
        "shifted = hidden + ",
    ):
        assert shown in text
    made = module(text)["scores"](x, shift, {"weight": numpy.ones((3, 2))})
    numpy.testing.assert_array_equal(made["all"], x @ numpy.ones((3, 2)) + shift)
    numpy.testing.assert_array_equal(made["best"], [1, 1])


def test_what_is_written_is_read_first() -> None:
    def turn(a: Any, b: Any) -> Any:
        old = a.T
        a[...], b[...] = b.T, a.T
        return old, b

    space = written(turn, np.ones((2, 2)), np.zeros((2, 2)))
    a, b = numpy.arange(4.0).reshape(2, 2), numpy.ones((2, 2))
    x, y = np.array(a), np.array(b)
    made, expected = space["turn"](a, b), turn(x, y)
    for ours, theirs in ((a, x), (b, y), (made[0], expected[0]), (made[1], expected[1])):
        numpy.testing.assert_array_equal(ours, theirs)
    assert made[1] is b


def test_what_was_before_a_write_is_kept() -> None:
    def clear(a: Any) -> Any:
        old = a.copy()
        a[...] = 0
        return old

    space, a = written(clear, np.ones(3)), numpy.arange(3.0)
    numpy.testing.assert_array_equal(space["clear"](a), [0, 1, 2])
    numpy.testing.assert_array_equal(a, [0, 0, 0])


def test_names_that_python_or_the_file_has_do_no_harm() -> None:
    def sum(lambda_: Any, np_: Any) -> Any:
        exp = lambda_ + np_
        return np.exp(exp).sum() + exp.max(), builtin(exp)

    def builtin(x: Any) -> Any:
        list = x * 2
        return list

    space = written(sum, np.ones(3), np.ones(3))
    total, twice = space["sum_2"](numpy.ones(3), numpy.ones(3))  # bodies may need Python's own
    numpy.testing.assert_allclose(total, 3 * numpy.exp(2.0) + 2)
    numpy.testing.assert_array_equal(twice, [4, 4, 4])


def test_what_is_not_dusks_is_refused() -> None:
    @dusk.op
    def triple(x: Any) -> Any:
        return x * 3

    with pytest.raises(FormatError, match=r"triple, from test_numpy_source.py:\d+"):
        written(lambda x: triple(x) + 1, np.ones(3))
    with pytest.raises(ValueError, match="call the compiled function first"):
        dusk.compile(lambda x: x).to_numpy_source()


def test_recurrent_layers_and_attention_are_written() -> None:
    layer = nn.LSTM(4)
    x = numpy.random.default_rng(0).random((2, 5, 3), numpy.float32)
    layer(np.array(x))

    def run(x: Any) -> Any:
        return layer(x)

    space = written(run, np.array(x), calls=2)
    states = {f"layer.{name}": numpy.array(array) for name, array in layer.arrays().items()}
    ours, theirs = dusk.tree.flatten(space["run"](x, states))[0], dusk.tree.flatten(layer(np.array(x)))[0]
    for a, b in zip(ours, theirs, strict=True):
        assert furthest(a, b) < 1e-6
