"""Long branches of a program of one device: which they are, and that they go on beside each other."""

import threading
from typing import Any

import numpy as np
import pytest

import dusk
import dusk.numpy as dnp
from dusk import ops
from dusk.backends import cpu
from dusk.backends.branches import long_branches, seconds_of
from dusk.backends.parted import PartedProgram, compile
from dusk.compiler.parted import HEAVY
from dusk.engine import Buffer, ThreadedEngine, timeline, using
from dusk.graph import Graph, TensorType, evaluate, trace
from dusk.transform.pipeline import optimise

LARGE = TensorType((150, 150), "float64")
SMALL = TensorType((8, 8), "float64")


def values(a: Any, b: Any) -> Any:
    return ops.add(ops.sum_(ops.svdvals(a), axis=(0,)), ops.sum_(ops.svdvals(b), axis=(0,)))


def in_turn(a: Any, b: Any) -> Any:
    return ops.inv(ops.add(ops.inv(ops.multiply(a, b)), b))


def rounds(length: int) -> Graph:
    row = TensorType((4,), "float64")
    body = trace(lambda c, x: (ops.tanh(ops.add(c, x)),) * 2, row, row)

    def two(c: Any, x: Any, y: Any) -> Any:
        some = [ops.scan(c, z, body=body, length=length, sources=("carry", "each"))[1] for z in (x, y)]
        return ops.subtract(*some)

    return trace(two, row, *[TensorType((length, 4), "float64")] * 2)


def test_branches_are_long_and_independent() -> None:
    assert [n.op.name for n in long_branches(trace(values, LARGE, LARGE))] == ["svdvals", "svdvals"]
    assert long_branches(trace(values, SMALL, SMALL)) == []
    assert long_branches(trace(in_turn, LARGE, LARGE)) == []
    assert len(long_branches(rounds(50_000))) == 2
    assert long_branches(rounds(10)) == []
    three = trace(lambda a, b: (ops.inv(ops.inv(a)), ops.inv(b)), LARGE, LARGE)
    assert len(long_branches(three)) == 3


def test_work_is_estimated_by_sizes() -> None:
    of = [seconds_of(trace(ops.inv, TensorType((n, n), "float64")).nodes[0]) for n in (50, 100, 200)]
    assert 5 < of[1] / of[0] < 9
    assert 6 < of[2] / of[1] < 9
    many = seconds_of(trace(ops.inv, TensorType((10, 100, 100), "float64")).nodes[0])
    assert 8 < many / of[1] < 11


def test_what_has_none_is_an_ordinary_program() -> None:
    for graph in (trace(values, SMALL, SMALL), trace(in_turn, LARGE, LARGE), rounds(10)):
        assert type(compile(graph)) is type(cpu.compile(graph))


class Meeting:
    """A program that runs when another one does."""

    def __init__(self, program: Any, barrier: threading.Barrier) -> None:
        self.program, self.barrier = program, barrier

    def __getattr__(self, name: str) -> Any:
        return getattr(self.program, name)

    def run(self, *given: Any, **more: Any) -> Any:
        self.barrier.wait()
        return self.program.run(*given, **more)


@pytest.mark.parametrize("graph", [trace(values, LARGE, LARGE), rounds(50_000)], ids=["factors", "rounds"])
def test_branches_run_beside_each_other_and_give_the_same_bits(graph: Graph) -> None:
    graph = optimise(graph)
    program, plain = compile(graph), cpu.compile(graph)
    assert isinstance(program, PartedProgram)
    assert [part.kind for part in program.parted.parts].count(HEAVY) == 2
    rng = np.random.default_rng(0)
    given = [Buffer.foreign(rng.standard_normal(v.shape)) for v in graph.inputs]
    (kind,) = program.output_types
    (want,) = plain.run(given)
    for together in (False, True):
        program.together = together
        (got,) = program.run(given)
        assert got.array(kind.dtype, kind.shape).tobytes() == want.array(kind.dtype, kind.shape).tobytes()
    both = threading.Barrier(2, timeout=30)  # each goes on when the other is there: on a busy machine, they take turns
    heavy = [part.kind == HEAVY for part in program.parted.parts]
    program.programs = [Meeting(of, both) if one else of for of, one in zip(program.programs, heavy, strict=True)]
    with using(ThreadedEngine(2)), timeline() as spans:
        (got,) = program.start(given).wait()
    assert got.array(kind.dtype, kind.shape).tobytes() == want.array(kind.dtype, kind.shape).tobytes()
    a, b = (span for span in spans.spans if span.name.endswith(("svdvals", "scan")))
    assert max(a.began, b.began) < min(a.ended, b.ended)


@pytest.mark.usefixtures("tier")
def test_a_compiled_function_has_them() -> None:
    rng = np.random.default_rng(0)
    a, b = (rng.standard_normal((150, 150)) for _ in range(2))
    f = dusk.compile(lambda a, b: dnp.linalg.svdvals(a).sum() + dnp.linalg.svdvals(b).sum())
    want = np.linalg.svd(a, compute_uv=False).sum() + np.linalg.svd(b, compute_uv=False).sum()
    for _ in range(3):
        np.testing.assert_allclose(float(f(a, b)), want, rtol=1e-12)
    assert isinstance(f.program, PartedProgram)
    (one,) = evaluate(trace(ops.svdvals, LARGE), [a])
    np.testing.assert_allclose(one.sum(), np.linalg.svd(a, compute_uv=False).sum(), rtol=1e-12)
