"""What a loop does outside of a compiled function is done in each round of each call, as Python does it."""

# ruff: noqa: B007
from __future__ import annotations

import random
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk.testing.plain import differences, outcome

X = numpy.random.default_rng(0).random(50)
G: dict[str, Any] = {"count": 0}
KEPT: list[Any] = []
DRAWS = numpy.random.default_rng(3)


class Counter:
    """Counts what it is asked."""

    def __init__(self) -> None:
        self.count = 0

    def twice(self, v):
        self.count += 1
        return v * 2


COUNTER = Counter()
TOTAL = 0


def bump():
    COUNTER.count += 1


def tell():
    global TOTAL
    TOTAL += 1


def note(i):
    G["count"] = G["count"] + 1


def keep():
    KEPT.append(1)


def by(action):
    def looped(x):
        s = 0.0
        for i in range(len(x)):
            action(i)
            s += x[i]
        return s

    def going(x):
        s, i = 0.0, 0
        while s < 9:
            action(i)
            s += x[i]
            i += 1
        return s

    return looped, going


def attribute_in_the_loop(x):
    s = 0.0
    for i in range(len(x)):
        COUNTER.count += 1
        s += x[i]
    return s


def item_in_the_loop(x):
    s = 0.0
    for i in range(len(x)):
        G["count"] = i
        s += x[i]
    return s


def method(x):
    s = 0.0
    for i in range(len(x)):
        s += COUNTER.twice(x[i])
    return s


def drawn(x):
    s = 0.0
    for i in range(len(x)):
        s += x[i] * DRAWS.random() * random.random() * numpy.random.rand()
    return s


def drawn_before(x):
    y = DRAWS.random()
    s = 0.0
    for i in range(len(x)):
        s += x[i] * y
    return s


def iterated(x):
    it, s = iter(range(99)), 0.0
    while s < 9:
        s += x[next(it)]
    return s


def own_list(x):
    kept, found = [], {}
    for i in range(len(x)):
        kept.append(x[i] * 2)
        found[i % 3] = x[i]
    return (*kept, len(found))


ACTIONS = [lambda i: bump(), lambda i: tell(), note, lambda i: keep(), lambda i: setattr(COUNTER, "count", int(i))]
HAPPENING = [
    *(f for action in ACTIONS for f in by(action)),
    *(attribute_in_the_loop, item_in_the_loop, method, drawn, drawn_before, iterated, own_list),
]


def _outside() -> tuple[Any, ...]:
    draws = random.random(), float(numpy.random.rand()), float(DRAWS.random())
    return COUNTER.count, TOTAL, dict(G), list(KEPT), draws


def _anew() -> None:
    global TOTAL
    COUNTER.count = TOTAL = G["count"] = 0
    KEPT.clear()
    random.seed(1)
    numpy.random.seed(1)
    DRAWS.bit_generator.state = numpy.random.default_rng(3).bit_generator.state


@pytest.mark.parametrize("f", HAPPENING, ids=lambda f: f.__name__)
def test_what_a_round_does_outside_is_done_each_round_of_each_call(f) -> None:
    _anew()
    wanted = outcome(f, (X,))
    left = _outside()
    compiled = dusk.compile(f)
    for _ in range(3):
        _anew()
        assert [*differences(wanted, outcome(compiled, (np.array(X),)))] == []
        assert _outside() == left


FACTOR = 2.0


def factored(v):
    return v * FACTOR


def reads_a_global(x):
    s = 0.0
    for i in range(len(x)):
        s += factored(x[i])
    return s


def test_globals_are_read_anew() -> None:
    global FACTOR
    compiled = dusk.compile(reads_a_global)
    for FACTOR in (2.0, 3, numpy.float32(0.5), 2.0):
        assert float(compiled(np.array(X))) == pytest.approx(float(reads_a_global(X)))
