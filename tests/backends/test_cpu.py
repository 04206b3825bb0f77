"""The CPU backend: every op natively against its body, and programs where nothing native can be had."""

import logging
import warnings
from typing import Any

import numpy as np
import pytest

from compiler.graph_maker import NATIVE
from compiler.run_program import buffer
from dusk import ops
from dusk.backends import cpu
from dusk.backends.reference import ReferenceProgram
from dusk.compiler.assemble import build
from dusk.compiler.program import Program
from dusk.compiler.rules import computable
from dusk.engine import pool
from dusk.errors import NativeUnavailable
from dusk.graph import TensorType, evaluate, trace
from dusk.graph.graph import specialise
from dusk.kernel import native
from op_samples import SAMPLES, SIZE, Sample

LOOSE = {2: 2e-2, 4: 1e-5, 8: 1e-11, 16: 1e-11}


@pytest.mark.skipif(not NATIVE, reason="needs native code")
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: s.name)
def test_every_op_gives_natively_what_its_body_gives(sample: Sample):
    graph = specialise(sample.graph(), {"n": SIZE})
    arrays = [np.array(a, order="C") for a in sample.draw()]
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        want = evaluate(graph, arrays)
        program = cpu.compile_native(graph)
        made = program.run([buffer(a) for a in arrays])
    for out, kind, expected in zip(made, program.output_types, want, strict=True):
        got, expected = out.array(kind.dtype, kind.shape), np.asarray(expected)
        assert got.dtype == expected.dtype
        assert got.shape == expected.shape
        if kind.dtype.kind in "biu":
            np.testing.assert_array_equal(got, expected)
        else:
            wide = [a.astype("complex128") for a in (got, expected)]
            rtol = LOOSE[kind.dtype.itemsize]
            np.testing.assert_allclose(*wide, rtol=rtol, atol=rtol * 0.1, equal_nan=True)
    kinds = {t.dtype for n in graph.nodes for t in n.types} | {v.dtype for v in graph.inputs}
    if sample.lowers and all(map(computable, kinds)):
        assert program.stats.host_steps == 0


GRAPH = trace(lambda a, b: (ops.subtract(a, ops.multiply(b, 2.0)), ops.sum_(b)), *[TensorType((4,), "float64")] * 2)


def test_compile_gives_a_native_program_or_one_of_bodies():
    program = cpu.compile(GRAPH, into={0: 0})
    assert isinstance(program, Program if NATIVE else ReferenceProgram)
    a, b = np.arange(4.0), np.ones(4)
    given = [buffer(a.copy()), buffer(b)]
    made = program.run(given)
    assert made[0] is given[0]
    np.testing.assert_array_equal(made[0].array("f8", (4,)), a - 2)
    assert made[1].array("f8", ()) == 4


def test_where_no_native_code_can_be_had_bodies_take_over_and_it_is_said_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(native, "available", lambda: False)
    monkeypatch.setattr(cpu, "_told", False)
    with pytest.raises(NativeUnavailable):
        cpu.compile_native(GRAPH)
    with caplog.at_level(logging.WARNING, "dusk"):
        programs = [cpu.compile(GRAPH) for _ in range(3)]
    assert all(isinstance(p, ReferenceProgram) for p in programs)
    assert len(caplog.records) == 1


def both(graph: Any, **options: Any) -> list[Any]:
    return [ReferenceProgram(graph, **options), *([cpu.compile_native(graph, **options)] if NATIVE else [])]


def test_the_reference_program_keeps_the_same_promises():
    for program in both(GRAPH, into={0: 0}):
        given = [buffer(np.arange(4.0)), buffer(np.ones(4))]
        mine = buffer(np.zeros(1))
        made = program.run(given, [given[0], mine])
        assert made[1] is mine
        assert program.aliases == {0: 0}
        assert (program.report.arguments, program.report.outputs) == (64, 8)
        assert program.stats.runs == 1
        with pytest.raises(ValueError, match="2 inputs was given 1"):
            program.run([given[0]])


def test_an_error_of_a_reference_program_leaves_buffers_as_they_were():
    graph = trace(
        lambda a, i: (ops.negative(a), ops.gather(a, i, axes=(0,), at=0)),
        TensorType((3,), "f8"),
        TensorType((1,), "i8"),
    )
    mine = [buffer(np.zeros(3)), buffer(np.zeros(1))]
    with pytest.raises(IndexError):
        ReferenceProgram(graph).run([buffer(np.ones(3)), buffer(np.array([7]))], mine)
    np.testing.assert_array_equal(mine[0].array("f8", (3,)), 0)


@pytest.mark.skipif(not NATIVE, reason="needs native code")
def test_split_steps_give_the_same_bits_and_allocate_nothing():
    def f(x: Any, w: Any) -> Any:
        hidden = ops.tanh(ops.matmul(x, w))
        return ops.softmax(hidden, axis=1), ops.sum_(ops.exp(hidden), axis=0), ops.sum_(hidden)

    graph = trace(f, TensorType((600, 300), "float32"), TensorType((300, 200), "float32"))
    rng = np.random.default_rng(0)
    given = [buffer(rng.normal(size=v.shape).astype("f4")) for v in graph.inputs]

    class Threads(cpu.CpuMachine):
        count = 1

        @property
        def threads(self) -> int:
            return self.count

    results: list[list[bytes]] = []
    for count in (1, 2, 3, 8):
        monkey = Threads()
        monkey.count = count
        program = build(graph, monkey)
        outputs = program.run(given)
        before = pool().stats().allocations
        program.run(given, outputs)
        assert pool().stats().allocations == before
        results.append(
            [o.array(t.dtype, t.shape).tobytes() for o, t in zip(outputs, program.output_types, strict=True)]
        )
    assert all(r == results[0] for r in results)
