"""Bodies run one after the other: in whose memory they compute, and that nobody who reads it is harmed."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dusk import ops
from dusk.graph import TensorType, get, trace
from dusk.graph.graph import tape

SQUARE = TensorType((4, 4), numpy.dtype(numpy.float64))
WINDOW: dict[str, Any] = {"sizes": (4, 2), "steps": (1, 1)}


def step(kind: int, x: Any, y: Any) -> Any:
    """One of the ops that compute, of those that show their operand's memory, or of those that write to a copy."""
    if kind == 0:
        return ops.add(x, y)
    if kind == 1:
        return ops.multiply(x, 0.5)
    if kind == 2:
        return get("transpose")(x, axes=(1, 0))
    if kind == 3:
        return get("identity")(x)
    if kind == 4:
        part = get("getitem")(y, starts=(0, 1), shape=(4, 2), **WINDOW)
        return get("setitem")(x, part, starts=(0, 2), **WINDOW)
    if kind == 5:
        return get("setitem")(x, get("getitem")(x, starts=(0, 0), shape=(4, 2), **WINDOW), starts=(0, 1), **WINDOW)
    if kind == 6:
        whole = get("getitem")(y, starts=(3, 0), sizes=(4, 4), steps=(-1, 1), shape=(4, 4))
        return get("setitem")(x, ops.multiply(whole, 2.0), starts=(0, 0), sizes=(4, 4), steps=(1, 1))
    return ops.where(get("less")(x, y), x, y) if kind == 7 else ops.where(get("less")(x, 0.0), 0.5, y)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_whatever_is_overwritten_nobody_reads(data: st.DataObject) -> None:
    def program(x: Any, y: Any) -> Any:
        values = [x, y]
        for _ in range(data.draw(st.integers(1, 12))):
            pick = st.integers(max(0, len(values) - 4), len(values) - 1)
            values.append(step(data.draw(st.integers(0, 8)), values[data.draw(pick)], values[data.draw(pick)]))
        return tuple(values[i] for i in data.draw(st.lists(st.integers(0, len(values) - 1), min_size=1, max_size=4)))

    graph = trace(program, SQUARE, SQUARE)
    rng = numpy.random.default_rng(0)
    arguments = [rng.standard_normal((4, 4)) for _ in range(2)]
    values = dict(zip(graph.inputs, arguments, strict=True))
    for node in graph.nodes:
        values[node.outputs[0]] = numpy.array(node.op.body(*[values[v] for v in node.inputs], **node.keywords))
    expected = [values[v] for v in graph.outputs]
    before = [a.copy() for a in arguments]
    made = tape(graph)
    memory = {i: numpy.full((4, 4), numpy.nan) for i in made.placed}
    for found in (made.run(arguments), made.run(arguments, memory)):
        for mine, theirs in zip(found, expected, strict=True):
            numpy.testing.assert_array_equal(mine, theirs)
    for i, array in memory.items():
        assert found[i] is array
    for mine, theirs in zip(arguments, before, strict=True):
        numpy.testing.assert_array_equal(mine, theirs)


def test_a_chain_of_sums_and_writes_is_computed_in_the_memory_of_its_result() -> None:
    def program(x: Any) -> Any:
        y = ops.add(x, 1.0)
        y = get("setitem")(y, get("getitem")(x, starts=(0, 0), shape=(4, 2), **WINDOW), starts=(0, 1), **WINDOW)
        return ops.sqrt(ops.add(ops.multiply(y, 2.0), x))

    made = tape(trace(program, SQUARE))
    assert list(made.placed) == [0]
    result = numpy.zeros((4, 4))
    x = numpy.arange(16.0).reshape(4, 4)
    (found,) = made.run([x], {0: result})
    assert found is result
    y = x + 1.0
    y[:, 1:3] = x[:, :2]
    numpy.testing.assert_array_equal(result, numpy.sqrt(y * 2.0 + x))


@pytest.mark.parametrize("exponent", [2, 2.0, 3, 0.5])
def test_powers_of_complex_numbers_are_those_of_the_operator(exponent: float) -> None:
    x = numpy.linspace(-2, 2, 40) + 1j
    out = numpy.empty_like(x)
    into = get("power").into
    assert into is not None
    made = into(x, numpy.asarray(exponent, x.dtype), out=out)
    assert made is out
    numpy.testing.assert_allclose(made, x**exponent, rtol=1e-14)
