"""Programs on disk: another process runs what the first decided, unless anything that it depends on is different."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compiler import graph_maker
from compiler.graph_maker import Maker, called
from compiler.run_program import run
from dusk import ops
from dusk.backends import cpu, image
from dusk.compiler.program import Program
from dusk.config import config
from dusk.graph import Graph, TensorType, Value, trace
from dusk.kernel import native
from dusk.transform.pipeline import optimise
from native_steps import needs_native
from subprocess_script import run_script

pytestmark = needs_native
N = 40
MIXED = [(ops.sin, ops.cos, ops.tanh)[i] for i in np.random.default_rng(0).integers(3, size=N + 1)]  # no loop's rounds


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with config.using(cache_dir=str(tmp_path)):
        native.forget()
        cpu.machine.forget()
        yield tmp_path / "kernels"
    native.forget()
    cpu.machine.forget()


def chain(step: Callable[[Value, int], Value] = lambda x, i: ops.sin(x), n: int = N, dtype: str = "float64") -> Graph:
    """A product, and a long chain of small ops."""

    def f(a: Any, b: Any) -> Any:
        x = ops.matmul(a, b)
        for i in range(n):
            x = step(ops.multiply(MIXED[i](x), 0.5 + i), i)
        return x, ops.sum_(x, axis=0)

    return trace(f, TensorType((5, 3), dtype), TensorType((3, 4), dtype))


def saved(graph: Graph, donate: Any = (), into: Any = None) -> tuple[str | None, Program]:
    key = image.key_of(graph, donate, into or {}, "exact")
    program = cpu.compile_native(optimise(graph), donate, into)
    if key is not None:
        image.save(key, program, graph, cpu.machine, [("some.rule", graph.nodes[-1].origin)])
    return key, program


def loaded(key: str, graph: Graph) -> Program | None:
    """As another process would: with no code in memory."""
    native.forget()
    cpu.machine.forget()
    found = image.load(key, graph, cpu.machine, lambda: cpu.compile_native(optimise(graph)))
    if found is None:
        return None
    assert found[1] == [("some.rule", graph.nodes[-1].origin)]
    return found[0]


def test_a_program_from_disk_gives_the_same_bits_and_compiles_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph_maker, "CALLS", [call for call in graph_maker.CALLS if call is not Maker.host])
    monkeypatch.setattr(image, "LEAST", 5)
    kept = 0
    for seed in range(8):
        maker = Maker(seed)
        graph = maker.graph(40)
        key, program = saved(graph)
        compiles = native.stats.compiles
        again = None if key is None else loaded(key, graph)
        if again is None:
            continue
        kept += 1
        assert native.stats.compiles == compiles
        given = maker.arrays()
        for x, y in zip(run(program, given), run(again, given), strict=True):
            np.testing.assert_array_equal(x, y)
        assert again.atomic
        assert str(again) == str(program)
        assert again.report == program.report
    assert kept > 2


def test_what_lies_in_donated_memory_does_so_again(folder: Path) -> None:
    def f(w: Any, g: Any) -> Any:
        x = w
        for one in MIXED:
            x = ops.add(one(x), g)
        return x

    graph = trace(f, TensorType((7,), "float32"), TensorType((7,), "float32"))
    key, _ = saved(graph, (0,), {0: 0})
    assert key is not None
    program = loaded(key, graph)
    assert program is not None
    assert program.aliases == {0: 0}
    w, g = np.ones(7, np.float32), np.full(7, 0.1, np.float32)
    want = w
    for one in MIXED:
        want = one.body(want) + g
    (out,) = run(program, [w, g])
    assert out.ctypes.data == w.ctypes.data
    np.testing.assert_allclose(out, want, rtol=1e-5)


def test_whatever_makes_another_program_makes_another_key(folder: Path) -> None:
    def key(graph: Graph, donate: Any = (), into: Any = None, math: str = "exact") -> str | None:
        return image.key_of(graph, donate, into or {}, math)

    found = [
        key(chain()),
        key(chain(), math="relaxed"),
        key(chain(), donate=(0,)),
        key(chain(n=N + 1)),
        key(chain(dtype="float32")),
        key(chain(lambda x, i: ops.cos(x))),
        key(chain(lambda x, i: ops.multiply(x, 0.0))),
        key(chain(lambda x, i: ops.multiply(x, -0.0))),
        key(chain(lambda x, i: ops.multiply(x, 1.0))),
        key(chain(lambda x, i: ops.flip(x, axis=0))),
        key(chain(lambda x, i: ops.flip(x, axis=1))),
        key(chain(lambda x, i: ops.subtract(x, ops.sin(x)))),
        key(chain(lambda x, i: ops.subtract(ops.sin(x), x))),
    ]
    with config.using(threads=7):
        found.append(key(chain()))
    assert None not in found
    assert len(set(found)) == len(found)
    assert key(chain()) == found[0]


def test_small_graphs_and_those_with_users_ops_have_no_key(folder: Path) -> None:
    assert image.key_of(chain(n=2), (), {}) is None
    assert image.key_of(chain(lambda x, i: called(x, axis=0)), (), {}) is None


def test_what_is_not_kernels_alone_is_not_kept(folder: Path) -> None:
    def f(x: Any, i: Any) -> Any:
        for one in MIXED:
            x = ops.add(one(x), 1.0)
        return ops.cholesky(x)  # has a body only

    graph = trace(f, TensorType((9, 9), "float64"), TensorType((4,), "int64"))
    key, _ = saved(graph)
    assert key is not None
    assert native.stored(key) is None


def test_a_program_from_disk_refuses_what_it_refused(folder: Path) -> None:
    def f(x: Any, i: Any) -> Any:
        for one in MIXED:
            x = ops.add(one(x), 1.0)
        return ops.take(x, i, axis=0)

    graph = trace(f, TensorType((9,), "float64"), TensorType((4,), "int64"))
    key, program = saved(graph)
    assert key is not None
    again = loaded(key, graph)
    assert again is not None
    given = np.linspace(0, 1, 9), np.array([0, 8, -9, 3])
    np.testing.assert_array_equal(*(run(p, given)[0] for p in (program, again)))
    told: list[Any] = []
    for p in (program, again):
        with pytest.raises(IndexError, match="index 9 is out of bounds for axis 0 with size 9") as refused:
            run(p, (given[0], np.array([0, 1, 9, 2])))
        told.append((str(refused.value), refused.value.__notes__))
    assert told[0] == told[1]


@pytest.mark.parametrize("harm", ["cut", "flipped", "emptied", "removed"])
@pytest.mark.parametrize("what", ["*.p", "*.o"])
def test_files_that_are_harmed_are_made_anew(folder: Path, what: str, harm: str) -> None:
    graph = chain()
    key, program = saved(graph)
    assert key is not None
    for file in folder.glob(what):
        content = file.read_bytes()
        if harm == "removed":
            file.unlink()
        else:
            middle = len(content) // 2
            flipped = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
            file.write_bytes({"cut": content[:middle], "flipped": flipped, "emptied": b""}[harm])
    assert loaded(key, graph) is None
    _, again = saved(graph)
    given = [np.ones((5, 3)), np.ones((3, 4))]
    for x, y in zip(run(program, given), run(again, given), strict=True):
        np.testing.assert_array_equal(x, y)
    assert loaded(key, graph) is not None


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="whoever may write anywhere")
def test_a_folder_that_cannot_be_written_costs_the_image_only(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o500)
    key, _ = saved(chain())
    assert key is not None
    assert native.stored(key) is None


STEP = """
import numpy
import dusk, dusk.numpy as np
from dusk.kernel import native
from dusk.transform import pipeline
ws = [np.array(numpy.full((8, 8), 0.1 + i / 100, "float32")) for i in range(8)]
def loss(ws, x):
    for i, w in enumerate(ws):
        x = (np.sin if i in (1, 2, 5, 7) else np.tanh)(x @ w + 0.1)  # no loop
    return (x * x).mean()
@dusk.compile
def step(x):
    value, gs = dusk.value_and_grad(loss)(ws, x)
    for w, g in zip(ws, gs):
        w -= g * 0.1
    return value
x = np.array(numpy.ones((5, 8), "float32"))
ran = []
real = pipeline.optimise
pipeline.optimise = lambda *a, **k: ran.append(1) or real(*a, **k)
values = [float(step(x)) for _ in range(3)]
print(values, len(ran), native.stats.compiles)
"""


def test_processes_share_images(tmp_path: Path) -> None:
    environment = {**os.environ, "DUSK_CACHE_DIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    several = [
        subprocess.Popen([sys.executable, "-c", STEP], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(8)
    ]
    said = [process.communicate(timeout=60)[0] for process in several]
    assert all(process.returncode == 0 for process in several)
    values = {text.split("]")[0] for text in said}
    assert len(values) == 1
    last = run_script(STEP, DUSK_CACHE_DIR=str(tmp_path)).stdout
    assert last.split("]")[0] in values
    assert last.split("]")[1].split() == ["0", "0"]
