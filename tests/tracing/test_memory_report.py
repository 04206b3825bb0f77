"""The founding note's memory arithmetic, by the public report of a compiled function."""

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk.engine.buffer import pool
from dusk.kernel import native


def test_the_notes_program_takes_320_bytes_imperative_and_240_compiled():
    f = dusk.compile(lambda A, B: B * A + 1)
    f(np.ones(10), np.ones(10) * 2)
    report = dusk.memory_report(f)
    assert (report.imperative, report.peak, report.padding) == (320, 240, 0)


@pytest.mark.skipif(not native.available(), reason="needs native code")
@pytest.mark.parametrize("n", [3, 10, 50])
def test_a_forward_chain_needs_two_places_whatever_its_depth_and_one_is_its_output(n):
    def forward(x):
        for _ in range(n):
            x = np.sin(x.T @ x)
        return x

    f = dusk.compile(forward)
    f(np.ones((8, 8)))
    assert 8 * 8 * 8 <= dusk.memory_report(f).temporaries <= 8 * 8 * 8 + 128  # a loop's slots


def test_the_planned_bytes_are_the_measured_ones():
    f = dusk.compile(lambda x: np.sin(x.T @ x) @ x.T)
    x = np.array(numpy.ones((16, 16)))
    dusk.eval(f(x))
    report = dusk.memory_report(f)
    before = dusk.memory_in_use()
    y = f(x)
    dusk.eval(y)
    assert dusk.memory_in_use() - before == report.outputs == y.nbytes


@pytest.mark.skipif(not native.available(), reason="needs native code")
def test_a_large_function_called_while_something_is_pending_takes_its_memory_once():
    def layers(x):
        for i in range(40):
            x = np.tanh(x @ x + i * x)
        return x.sum()

    f = dusk.compile(layers)
    held = []
    with dusk.config.using(background=False):
        for by in (0.01, None, None):
            x = np.array(numpy.full((64, 64), 0.01))
            if by is not None:
                x *= by  # pending when f is called
            dusk.eval(f(x), x)
            del x
            held.append(dusk.memory_in_use())
    assert held[2] - held[0] < f.memory().temporaries // 2


@pytest.mark.skipif(not native.available(), reason="needs native code")
def test_the_planned_bytes_of_loops_and_branches_are_the_measured_ones():
    def f(x, n):
        def body(state):
            i, a, b = state
            a = dusk.cond(i % 2 == 0, lambda: a @ b * 0.1, lambda: a + 1.0)
            b[i % 40] = a[0]
            return i + 1, a, b

        return dusk.while_loop(lambda state: state[0] < n, body, (0, x, x * 2.0))[1].sum()

    compiled, x, rounds = dusk.compile(f), np.array(numpy.eye(40)), [np.array(n) for n in (7, 0, 3, 8)]
    dusk.eval(compiled(x, rounds[0]))
    report, memory = compiled.memory(), pool()
    assert report.temporaries <= 3.2 * x.nbytes  # two states of a, of which one is where b @ a comes, and b in place
    live = memory.stats().bytes_live
    memory.reset_peak()
    for n in rounds:
        dusk.eval(compiled(x, n))
    assert memory.stats().bytes_peak - live == report.outputs
    del compiled
    assert live - memory.stats().bytes_live in range(report.temporaries, report.temporaries + report.padding + 65)
