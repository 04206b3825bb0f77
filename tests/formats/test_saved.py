"""Saved functions: what is loaded computes the same without the source; damaged files are told, and fast."""

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy
import pytest
from numpy.testing import assert_allclose

import dusk
import dusk.numpy as np
from dusk import nn, optim, symbol, train
from dusk.errors import FormatError
from dusk.formats import saved
from dusk.nn import functional
from dusk.tree import flatten


def again(function: Any, folder: Path, *calls: Any) -> Any:
    """What is loaded of a function that was saved after these calls (tuples of arguments)."""
    compiled = dusk.compile(function)
    for call in calls:
        compiled(*call)
    compiled.save(folder / "f.dusk")
    return dusk.load(folder / "f.dusk")


def same(a: Any, b: Any) -> None:
    """Equal trees of arrays, to the last bit."""
    ours, theirs = flatten(a), flatten(b)
    assert ours[1] == theirs[1]
    for x, y in zip(ours[0], theirs[0], strict=True):
        assert type(x) is type(y)
        numpy.testing.assert_array_equal(x, y)


def training() -> tuple[Any, Any, Any]:
    """A training step, and a batch for it."""
    model, optimiser = nn.Sequential(nn.Linear(8), functional.relu, nn.Linear(3)), optim.Adam(0.05)

    def step(x: Any, y: Any) -> Any:
        def loss(model: Any) -> Any:
            return functional.cross_entropy(model(x), y)

        value, found = dusk.value_and_grad(loss)(model)
        optimiser.update(model, found)
        return value

    random = numpy.random.default_rng(5)
    step, x, y = dusk.compile(step), random.random((16, 4), numpy.float32), random.integers(0, 3, 16)
    for _ in range(2):
        step(x, y)
    return step, x, y


def test_a_training_step_goes_on_in_another_process_without_its_source(tmp_path: Path) -> None:
    step, x, y = training()
    step.save(tmp_path / "step.dusk")
    numpy.savez(tmp_path / "batch.npz", x=x, y=y)
    source = """if True:
        import sys, numpy, dusk
        step, batch = dusk.load(sys.argv[1] + "/step.dusk"), numpy.load(sys.argv[1] + "/batch.npz")
        print([float(step(batch["x"], batch["y"])) for _ in range(10)])
        print(sorted(step.states))"""
    command = [sys.executable, "-c", source, str(tmp_path)]
    environment = {"PYTHONPATH": ":".join(sys.path), "PATH": ""}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    losses, states = done.stdout.splitlines()
    numpy.testing.assert_allclose(eval(losses), [float(step(x, y)) for _ in range(10)], rtol=1e-5)
    assert "'model.layers.0.weight'" in states


def test_states_are_read_and_written_by_name(tmp_path: Path) -> None:
    total = np.zeros(2)

    def add(x: Any) -> Any:
        total[...] = total + x
        return total * 2

    loaded = again(add, tmp_path, (np.ones(2),))
    same(loaded(np.ones(2)), np.full(2, 4.0))
    same(loaded.states["total"], np.full(2, 2.0))
    loaded.states["total"][...] = 10
    same(loaded(np.ones(2)), np.full(2, 22.0))
    same(total, np.ones(2))


def test_trees_plain_values_and_several_signatures(tmp_path: Path) -> None:
    def f(tree: Any, flag: Any = True, *, scale: Any = 1) -> Any:
        if flag:
            return {"sum": tree["a"].sum(), "both": [tree["a"] * scale, (tree["b"][0], None, "text")]}
        return tree["a"] - 1

    def tree() -> Any:
        return {"a": np.arange(3.0), "b": (np.ones(2, bool),)}

    compiled = dusk.compile(f)
    calls: list[tuple[Any, Any]] = [((tree(),), {}), ((tree(), False), {}), ((tree(),), {"scale": 2.5})]
    expected = [compiled(*args, **kwargs) for args, kwargs in calls]
    compiled.save(tmp_path / "f.dusk")
    loaded = dusk.load(tmp_path / "f.dusk")
    for (args, kwargs), want in zip(calls, expected, strict=True):
        same(loaded(*args, **kwargs), want)
    for args in ((tree(), 1), (tree(), 0), (tree()["a"],), ({"b": tree()["b"], "a": np.ones(3)},)):
        with pytest.raises(TypeError, match="saved for other arguments"):
            loaded(*args)
    with pytest.raises(TypeError, match=r"float64\[4\]"):
        loaded({**tree(), "a": np.ones(4)})


def test_keys_that_look_like_descriptions_are_keys(tmp_path: Path) -> None:
    tree = {("array", 3): np.ones(2)}
    loaded = again(lambda tree: {("object",): tree["array", 3] * 2}, tmp_path, (tree,))
    same(loaded(tree), {("object",): np.full(2, 2.0)})


def test_arrays_and_scalars_come_back_as_such(tmp_path: Path) -> None:
    def f(x: Any) -> Any:
        return x.sum(), np.reshape(x.sum(), ()), np.array(x.sum()), x

    x = np.arange(3.0)
    made = again(f, tmp_path, (x,))(x)
    same(made, dusk.compile(f)(x))
    assert made[3] is x


def test_arguments_are_written_to(tmp_path: Path) -> None:
    def f(a: Any, b: Any) -> Any:
        a[1:] = b[:-1] * 2

    loaded = again(f, tmp_path, (np.ones(3), np.ones(3)))
    for a in (np.zeros(3), numpy.zeros(3)):
        assert loaded(a, np.arange(3.0)) is None
        numpy.testing.assert_array_equal(a, [0, 0, 2])


def test_signatures_of_many_sizes_become_one(tmp_path: Path) -> None:
    weight = np.array(numpy.random.default_rng(0).random((4, 2)))

    def f(x: Any) -> Any:
        return np.tanh(x.reshape(-1, 4) @ weight).sum(axis=0)

    loaded = again(f, tmp_path, *((np.ones((n, 2, 2)),) for n in (2, 3, 5)))
    assert len(loaded.signatures) == 1
    for n in (1, 2, 7, 30):
        x = np.array(numpy.random.default_rng(n).random((n, 2, 2)))
        numpy.testing.assert_allclose(loaded(x), f(x), rtol=1e-14)
    with pytest.raises(TypeError, match="saved for other arguments"):
        loaded(np.ones((2, 2, 3)))


def test_of_two_sizes_nothing_is_concluded(tmp_path: Path) -> None:
    loaded = again(lambda x: x + 1, tmp_path, (np.ones(2),), (np.ones(3),))
    assert len(loaded.signatures) == 2
    with pytest.raises(TypeError, match="saved for other arguments"):
        loaded(np.ones(4))


def test_sizes_that_a_number_depends_on_stay_apart(tmp_path: Path) -> None:
    def f(x: Any) -> Any:
        return x * len(x) ** 2

    loaded = again(f, tmp_path, *((np.ones(n),) for n in (2, 3, 4, 5)))
    assert len(loaded.signatures) == 4
    same(loaded(np.ones(5)), np.full(5, 25.0))
    with pytest.raises(TypeError, match="saved for other arguments"):
        loaded(np.ones(6))


def looped(x: Any) -> Any:
    rows = dusk.scan(lambda c, row: (c * 0.5 + row, c.sum()), x[0], x)
    halved = dusk.while_loop(lambda v: v.sum() > 1, lambda v: v * 0.5, x)
    return rows, halved, dusk.cond(x[0, 0] > 0, lambda: x, lambda: -x)


def test_control_flow_is_in_the_file(tmp_path: Path) -> None:
    x = np.array(numpy.random.default_rng(0).random((5, 3)))
    same(again(looped, tmp_path, (x,))(x), dusk.compile(looped)(x))


def test_what_is_loaded_is_differentiated_and_compiled(tmp_path: Path) -> None:
    def f(x: Any) -> Any:
        return (np.sin(x) * x).sum()

    loaded, x = again(f, tmp_path, (np.ones(3),)), np.arange(3.0)
    numpy.testing.assert_allclose(dusk.grad(loaded)(x), dusk.grad(f)(x))
    numpy.testing.assert_allclose(dusk.compile(lambda x: loaded(x) * 2)(x), f(x) * 2)


def test_the_text_is_the_same_when_saved_again(tmp_path: Path) -> None:
    step, _, _ = training()
    step.save(tmp_path / "a.dusk")
    step.save(tmp_path / "a.dusk")
    first = (tmp_path / "a.dusk").read_text()
    assert len(list(tmp_path.iterdir())) == 2
    assert '@"test_saved.py":' in first
    assert str(Path(__file__).parent) not in first
    graph = dusk.load(tmp_path / "a.dusk").graph
    assert graph.digest == dusk.load(tmp_path / "a.dusk").graph.digest


def test_a_save_that_fails_leaves_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    step, x, y = training()
    step.save(tmp_path / "step.dusk")
    step(x, y)
    monkeypatch.setattr(saved, "write_atomically", lambda *_: (_ for _ in ()).throw(OSError("the disk is full")))
    with pytest.raises(OSError, match="full"):
        step.save(tmp_path / "step.dusk")
    monkeypatch.undo()
    before = dusk.load(tmp_path / "step.dusk")
    step.save(tmp_path / "step.dusk")
    after = dusk.load(tmp_path / "step.dusk")
    assert not numpy.array_equal(before.states["model.layers.0.weight"], after.states["model.layers.0.weight"])
    assert len(list(tmp_path.glob("*.safetensors"))) == 1


def test_load_tells_files_apart(tmp_path: Path) -> None:
    (dusk.symbol.Variable("A") * 2).save(tmp_path / "symbol")
    train.save(tmp_path / "tree", {"w": np.ones(2)})
    same(dusk.load(tmp_path / "tree"), {"w": np.ones(2)})
    same(dusk.compile(dusk.load(tmp_path / "symbol"))(A=np.ones(2)), np.full(2, 2.0))
    assert isinstance(again(np.sin, tmp_path, (np.ones(2),)), dusk.formats.Loaded)
    for text in ("", "graph TD", "\x80\x02}q\x00."):
        (tmp_path / "other").write_text(text)
        with pytest.raises(FormatError, match="begins with"):
            dusk.load(tmp_path / "other")
    with pytest.raises(FileNotFoundError):
        dusk.load(tmp_path / "none")


def test_views_are_arrays_as_others_are(tmp_path: Path) -> None:
    def f(x: Any, y: Any) -> Any:
        x[...] = x + 1
        return x @ y

    whole = np.arange(12.0)
    loaded = again(f, tmp_path, (whole[:6].reshape(2, 3), whole[6:].reshape(3, 2)))
    assert len(loaded.signatures) == 1
    x = np.zeros((2, 3))
    same(loaded(x, np.ones((3, 2))), np.full((2, 2), 3.0))
    same(x, np.ones((2, 3)))
    base = np.zeros((2, 2, 3))
    same(loaded(base[1], np.ones((3, 2))), np.full((2, 2), 3.0))
    same(base[1], np.ones((2, 3)))


class Thing:
    """No value that a file holds."""


def test_what_no_file_holds_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Thing"):
        again(lambda x, thing: x + 1, tmp_path, (np.ones(2), Thing()))
    with pytest.raises(ValueError, match="call the compiled function first"):
        again(lambda x: x + 1, tmp_path)

    thirds = np.ones(4)

    @dusk.op
    def triple(x: Any) -> Any:
        return x * 3

    with pytest.raises(FormatError, match="triple"):
        again(lambda x: triple(x) + thirds, tmp_path, (np.ones(4),))
    with pytest.raises(FormatError, match="triple"):
        again(lambda x: dusk.fori_loop(0, 3, lambda _, y: triple(y), x), tmp_path, (np.ones(4),))
    assert list(tmp_path.iterdir()) == []


# --- damaged files
TEXT = """dusk compiled 1
function "f"
weights "none"
signature {
  takes=("tuple", ("array", 0), ("value", 2)),
  states=(),
  reads=(0,),
  writes=(0,),
  gives=("list", ("array", 0), ("value", None)),
  scalars=(False,),
}
graph(x: float64[2]) {
  %0: float64[2] = sin(x)
  %1: float64[2] = add(%0, x)
  return %0, %1
}
"""
DAMAGE: dict[str, tuple[str, str]] = {
    "another version": ("compiled 1", "compiled 2"),
    "no name": ('function "f"', "function f"),
    "weights above the folder": ('"none"', '"../secret-0123456789abcdef.safetensors"'),
    "weights by an absolute path": ('"none"', '"/etc/x-0123456789abcdef.safetensors"'),
    "weights by a foreign path": ('"none"', '"..\\\\x-0123456789abcdef.safetensors"'),
    "weights that are not there": ('"none"', '"f-0123456789abcdef.safetensors"'),
    "weights of another kind": ('"none"', '"f.pickle"'),
    "no signature": ("signature {", "nothing {"),
    "no graph": ("graph(", "group("),
    "a field less": ("  writes=(0,),\n", ""),
    "a field more": ("  writes=(0,),\n", "  writes=(0,), more=1,\n"),
    "a field of a number": ("reads=(0,)", "reads=0"),
    "a state without weights": ("states=()", 'states=("w",)'),
    "a state that is a number": ("states=()", "states=(3,)"),
    "reads too much": ("reads=(0,)", "reads=(1,)"),
    "reads before the first": ("reads=(0,)", "reads=(-1,)"),
    "reads a text": ("reads=(0,)", 'reads=("0",)'),
    "reads twice": ("reads=(0,)", "reads=(0, 0)"),
    "writes too much": ("writes=(0,)", "writes=(7,)"),
    "writes a tree": ("writes=(0,)", "writes=((0,),)"),
    "writes more than there is": ("writes=(0,)", "writes=(0, 0, 0)"),
    "gives what is not there": ('gives=("list", ("array", 0)', 'gives=("list", ("array", 9)'),
    "gives an object": ('gives=("list"', 'gives=("object", "os.system"'),
    "gives a number": ("gives=(", "gives=((1, 2), "),
    "takes another array": ('takes=("tuple", ("array", 0)', 'takes=("tuple", ("array", 3)'),
    "takes half a billion arrays": ('takes=("tuple", ("array", 0)', 'takes=("tuple", ("array", 500000000)'),
    "takes what is no tree": ('takes=("tuple", ("array", 0)', 'takes=("tuple", ("array", 0), ("things", 1)'),
    "takes pairs of three": ('takes=("tuple", ("array", 0)', 'takes=("tuple", ("dict", (1, ("array", 0), 2))'),
    "an op that is none": ("sin(x)", "system(x)"),
    "a type that is wrong": ("%0: float64[2] = sin", "%0: float64[3] = sin"),
    "a dtype of no name": ("%1: float64[2] = add", "%1: ,[2] = add"),
    "a dtype of records": ("%1: float64[2] = add", '%1: "f4,f4"[2] = add'),
    "a dtype of objects": ("graph(x: float64[2])", "graph(x: object[2])"),
    "a value before its definition": ("add(%0, x)", "add(%9, x)"),
    "a literal of all memory": ("sin(x)", "sin(x) {a=literal float64[999999999999](1.0)}"),
    "a size below 0": ("float64[2]", "float64[-2]"),
    "a size of more than there are addresses": ("float64[2]", "float64[9223372036854775807]"),
    "trees too deep": ('("value", 2)', "(" * 5000 + ")" * 5000),
    "graphs too deep": ("sin(x)", "sin(x) " + "{a=graph() {return " * 200),
    "cut": ("return %0, %1\n}\n", "return %0,"),
    "text after its end": ("return %0, %1\n}\n", "return %0, %1\n}\nimport os\n"),
    "a long number": ("reads=(0,)", f"reads=({'9' * 100000},)"),
    "bytes that are no text": ("sin", "s\udcffn"),
}


def test_the_text_that_is_damaged_is_fine(tmp_path: Path) -> None:
    (tmp_path / "f.dusk").write_text(TEXT)
    x = np.ones(2)
    same(dusk.load(tmp_path / "f.dusk")(x, 2), [np.sin(np.ones(2)), None])
    same(x, np.sin(np.ones(2)) + 1)


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_told_and_fast(name: str, tmp_path: Path) -> None:
    before, after = DAMAGE[name]
    assert before in TEXT
    (tmp_path / "f.dusk").write_text(TEXT.replace(before, after), errors="surrogateescape")
    start = time.thread_time()
    with pytest.raises(FormatError):
        dusk.load(tmp_path / "f.dusk")
    assert time.thread_time() - start < 1


def test_weights_that_are_damaged_or_others_are_told(tmp_path: Path) -> None:
    step, _, _ = training()
    step.save(tmp_path / "f.dusk")
    (weights,) = tmp_path.glob("*.safetensors")
    content = weights.read_bytes()
    train.save(weights, dict.fromkeys(dusk.load(tmp_path / "f.dusk").states, np.zeros(7)))
    with pytest.raises(FormatError, match="a state is float64"):
        dusk.load(tmp_path / "f.dusk")
    for damaged in (content[:100], content[:-1] + bytes([content[-1] ^ 1]), b"", b"\xff" * 200):
        weights.write_bytes(damaged)
        with pytest.raises(FormatError):
            dusk.load(tmp_path / "f.dusk")
    train.save(weights, {"model.layers.0.weight": np.ones(2)})
    with pytest.raises(FormatError, match="does not have"):
        dusk.load(tmp_path / "f.dusk")
    weights.rename(tmp_path / "elsewhere")
    with pytest.raises(FormatError, match="no such file beside it"):
        dusk.load(tmp_path / "f.dusk")
    weights.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FormatError, match="no such file beside it"):
        dusk.load(tmp_path / "f.dusk")


def test_a_compiled_symbol_is_saved_by_the_names_of_its_variables(tmp_path: Path, tier: str) -> None:
    x = symbol.FullyConnected(symbol.Variable("x"), num_hidden=2, name="fc")
    f = dusk.compile(symbol.Activation(x, act_type="tanh"))
    with pytest.raises(ValueError, match="call the compiled symbol first"):
        f.save(tmp_path / "f.dusk")
    given = {"x": np.ones((3, 4)), "fc_weight": np.ones((2, 4)) / 5, "fc_bias": np.zeros(2)}
    expected = f(**given)
    f.save(tmp_path / "f.dusk")
    assert_allclose(dusk.load(tmp_path / "f.dusk")(**given), expected, rtol=1e-12)
    space: dict[str, Any] = {}
    exec(f.to_numpy_source(), space)
    assert "compiled" in f.explain()
