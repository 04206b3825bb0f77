"""Runs that the follower does by itself: as many as can be, with the values and errors of those that Python does."""

from __future__ import annotations

import collections
import gc
import sys
import threading
import weakref
from collections.abc import Iterator
from typing import Any

import numpy
import pytest
from numpy.testing import assert_array_equal

import dusk
import dusk.numpy as np
from dusk.config import config
from dusk.engine import pool
from dusk.record import run_pending
from dusk.record.follower import unfit
from dusk.tracing.compiled import Compiled

pytestmark = pytest.mark.skipif(unfit is not None, reason=f"there is no native follower: {unfit}")

flushing = sys.modules["dusk.record.flush"]
Pair = collections.namedtuple("Pair", "left right")


class General:
    """How often Python had to do a call or a flush."""

    calls = 0
    flushes = 0


@pytest.fixture
def general(monkeypatch: pytest.MonkeyPatch) -> Iterator[General]:
    found = General()
    call, entry = Compiled._call, flushing._entry

    def counted_call(self: Any, *args: Any, **kwargs: Any) -> Any:
        found.calls += 1
        return call(self, *args, **kwargs)

    def counted_entry(*given: Any) -> Any:
        found.flushes += 1
        return entry(*given)

    monkeypatch.setattr(Compiled, "_call", counted_call)
    monkeypatch.setattr(flushing, "_entry", counted_entry)
    run_pending()
    with config.using(tier="native", background=False):
        yield found


def arrays(*values: float) -> list[Any]:
    made = [np.full(3, value) for value in values]
    dusk.eval(*made)
    return made


def test_a_usual_call_takes_no_python(general: General) -> None:
    @dusk.compile
    def step(tree: Any, rate: float, *, by: Any) -> Any:
        for leaf in tree["w"]:
            leaf -= rate * by
        return {"loss": (tree["w"][0] * tree["b"]).sum(), "rest": [Pair(tree["b"], 7), by * 2]}

    w, v, b, by = arrays(1.0, 2.0, 3.0, 4.0)
    for i in range(8):
        out = step({"w": (w, v), "b": b}, 0.5, by=by)
        assert float(out["loss"]) == 9 * (1 - 2 * (i + 1))
        assert type(out["rest"][0]) is Pair and out["rest"][0].left is b and out["rest"][0].right == 7
        assert_array_equal(numpy.array(out["rest"][1]), [8, 8, 8])
    assert_array_equal(numpy.array(v), numpy.full(3, 2.0 - 16))
    assert general.calls <= 2
    assert "compiled" in step.explain()


def test_an_array_given_twice_takes_no_python_and_is_told_from_two(general: General) -> None:
    @dusk.compile
    def f(first: Any, second: Any, rest: Any) -> Any:
        first += 1
        return second * rest[0] + rest[1], rest[1]

    def plain(first: Any, second: Any, rest: Any) -> Any:
        first += 1
        return second * rest[0] + rest[1], rest[1]

    given = arrays(1.0, 2.0, 3.0, 4.0)
    numpys = [numpy.array(x) for x in given]
    patterns = [(0, 0, 1, 0), (0, 0, 0, 0), (0, 1, 1, 0), (0, 1, 2, 3), (0, 1, 0, 1)]
    for pattern in patterns:
        before = general.calls
        for _ in range(8):
            a, b, c, d = (given[i] for i in pattern)
            out, same = f(a, b, [c, d])
            a, b, c, d = (numpys[i] for i in pattern)
            assert_array_equal(numpy.array(out), plain(a, b, [c, d])[0])
            assert same is given[pattern[3]]
        assert general.calls - before <= 3, pattern
    for pattern in patterns * 3:  # in turns
        a, b, c, d = (given[i] for i in pattern)
        out, same = f(a, b, [c, d])
        a, b, c, d = (numpys[i] for i in pattern)
        assert_array_equal(numpy.array(out), plain(a, b, [c, d])[0])
    for mine, other in zip(given, numpys, strict=True):
        assert_array_equal(numpy.array(mine), other)


def test_what_differs_is_python_s(general: General) -> None:
    @dusk.compile
    def f(x: Any, n: Any = 2, tree: Any = ()) -> Any:
        return x * n

    (x,) = arrays(1.5)
    calls: list[tuple[Any, ...]] = [(x,), (x, 3), (x, 3.0), (x, True), (x, -0.0), (x, 0.0), (x, 2, ()), (x, 2, [])]
    calls += [(np.ones(4),), (x[:2],), (x, 2, {"a": 1}), (x, 2, {"b": 1}), (x, 2, {"a": 1, "b": 2}), (x.sum(),)]
    calls += [(x, x), (x, numpy.ones(3)), (x, numpy.float32(2)), (x, x.copy())]
    for _ in range(3):
        for given in calls:
            for _ in range(3):
                wanted = numpy.array(given[0]) * (numpy.array(given[1]) if len(given) > 1 else 2)
                found = numpy.array(f(*given))
                assert_array_equal(found, wanted)
                assert_array_equal(numpy.signbit(found), numpy.signbit(wanted))


def test_captured_values_are_looked_at_anew(general: General) -> None:
    class Thing:
        scale = 2.0

    thing, table = Thing(), {"w": arrays(1.0)[0]}

    @dusk.compile
    def f(x: Any) -> Any:
        return x * thing.scale + table["w"]

    (x,) = arrays(1.0)
    for _ in range(4):
        assert float(f(x)[0]) == 3
    before = general.calls
    assert float(f(x)[0]) == 3 and general.calls == before
    thing.scale = 5.0
    assert float(f(x)[0]) == 6
    table["w"] = arrays(10.0)[0]
    assert float(f(x)[0]) == 15
    table["w"] += 1
    assert float(f(x)[0]) == 16
    table["v"] = 1
    assert float(f(x)[0]) == 16
    del table["w"]
    with pytest.raises(KeyError):
        f(x)


def test_memory_that_others_see_is_not_written(general: General) -> None:
    @dusk.compile
    def double(x: Any) -> Any:
        x *= 2
        return x.sum()

    (x,) = arrays(1.0)
    for _ in range(3):
        double(x)
    kept, alias = x.copy(), x
    dusk.eval(kept)
    seen = numpy.asarray(x)  # sees the memory from now on
    before = seen.copy()
    double(x)
    assert_array_equal(numpy.array(alias), before * 2)
    assert_array_equal(numpy.array(kept), before)
    del seen
    results = [double(x) for _ in range(5)]
    assert [float(r) for r in results] == [float(before.sum()) * 2 ** (i + 2) for i in range(5)]


@pytest.mark.parametrize("dtype", ["c16", "c8"])
@pytest.mark.parametrize("kind", [complex, numpy.complex128, numpy.complex64, abs, lambda z: int(z.real)])
def test_runs_given_complex_numbers_take_no_python(kind: Any, dtype: str, general: General) -> None:
    if kind is numpy.complex64 and dtype == "c16":
        pytest.skip("a number of another dtype is cast in Python")
    values = (numpy.arange(6).reshape(2, 3) * (1 + 2j)).astype(dtype)
    x, anew = np.array(values), 0
    for i in range(12):
        before, z = dusk.stats()["generalisations"], kind(complex(i, -0.0 if i % 2 else 1.5))
        y = x * z
        y += z
        assert_array_equal(y.numpy(), values * z + z)
        anew = max(anew, i) if dusk.stats()["generalisations"] > before else anew
    assert anew < 4 and general.flushes <= 4


def test_a_look_at_what_was_run_before_takes_no_flush(general: General, monkeypatch: pytest.MonkeyPatch) -> None:
    recorder, flushed = sys.modules["dusk.record.recorder"], []
    flush = recorder.flush
    monkeypatch.setattr(recorder, "flush", lambda ctx: flushed.append(flush(ctx)))
    x = np.arange(5.0)
    for i in range(8):
        y = x * 2.0
        dusk.eval(y)
        assert_array_equal(numpy.array(y), numpy.arange(5.0) * 2)
        z = x - 1.0
        dusk.wait()
        assert z[1] == 0
        if i == 3:
            flushed.clear()
    assert not flushed


def test_results_take_the_memory_of_those_that_died() -> None:
    x, size = np.arange(3001.0), 3001

    def made(i: float) -> Any:
        y = x + i
        dusk.eval(y)
        assert (y[0], y[-1]) == (i, i + size - 1)
        return y

    with config.using(tier="native", background=False):
        for i in range(4):
            made(i / 2)
    with config.using(background=True, tier="auto", reproducible=False):
        held = [made(i / 2) for i in range(9)]
        del held[-3:]
        before = pool(x.type.device).stats().allocations
        for i in range(50):
            made(i / 2)
        assert pool(x.type.device).stats().allocations - before < 5
        for i, y in enumerate(held):
            assert_array_equal(numpy.array(y), numpy.arange(size) + i / 2)


def test_results_that_are_kept_stay_what_they_are(general: General) -> None:
    f = dusk.compile(lambda x: ((x * 2).sum(), x + 1))
    made: list[Any] = []
    for i in range(20):
        (x,) = arrays(float(i))
        made.append(f(x))
    assert [float(total) for total, _ in made] == [6.0 * i for i in range(20)]
    for i, (_, more) in enumerate(made):
        assert_array_equal(numpy.array(more), numpy.full(3, i + 1.0))


def test_an_index_out_of_bounds_is_raised_each_time(general: General) -> None:
    f = dusk.compile(lambda x, i: x[i] * 2)
    x, good, bad = np.arange(5.0), np.array([1, 2]), np.array([1, 9])
    dusk.eval(x, good, bad)
    for _ in range(4):
        assert_array_equal(numpy.array(f(x, good)), [2, 4])
        with pytest.raises(IndexError, match="index 9 is out of bounds"):
            f(x, bad)
    for _ in range(4):
        assert_array_equal(numpy.array(x[good * 1] * 3), [3, 6])
        y = x[bad * 1] * 3
        with pytest.raises(IndexError, match="index 9 is out of bounds"):
            float(y.sum())


def test_cycles_through_what_is_captured_are_collected(general: General) -> None:
    class Model:
        def __init__(self) -> None:
            self.w = arrays(1.0)[0]
            self.step = dusk.compile(lambda x: self.w * x)

    model = Model()
    (x,) = arrays(2.0)
    for _ in range(4):
        model.step(x)
    assert model.step.plan is not None
    gone = weakref.ref(model)
    del model
    gc.collect()
    assert gone() is None


def test_threads_share_a_compiled_function(general: General) -> None:
    @dusk.compile
    def f(x: Any, y: Any) -> Any:
        for _ in range(20):
            x = x @ y
        return x

    y = np.eye(96) * 2.0
    dusk.eval(y)
    wrong: list[int] = []

    def work(value: float) -> None:
        for _ in range(60):
            x = np.full((96, 96), value)
            dusk.eval(x)
            if not (numpy.array(f(x, y)) == value * 2.0**20).all():
                wrong.append(1)

    threads = [threading.Thread(target=work, args=(float(i + 1),)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_flush_known_takes_no_python(general: General) -> None:
    x, w = arrays(1.0, 2.0)
    want = numpy.ones(3)
    for i in range(12):
        rate = 0.125 * i
        x *= rate + 0.5
        x += w * i
        want = want * (rate + 0.5) + 2.0 * i
        assert float(x.sum()) == want.sum()
    assert general.flushes <= 4


def test_live_sets_and_donors_are_told_apart(general: General) -> None:
    x, w = arrays(1.0, 2.0)
    want, kept, wanted = numpy.ones(3), [], []
    for i in range(24):
        y = x * 2
        x = y + w
        want = want * 2 + 2
        if i % 3 == 0:
            kept.append(y)
            wanted.append(want - 2)
        if i % 4 == 0:
            alias = x
            x += 1  # in place; what `alias` names is the same array
            want = want + 1
            assert alias is x
        del y
        assert float(x[0]) == want[0]
    for mine, other in zip(kept, wanted, strict=True):
        assert_array_equal(numpy.array(mine), other)


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "int8", "int32", "int64", "uint8", "complex64"])
def test_numbers_of_every_kind_reach_the_program(general: General, dtype: str) -> None:
    x = np.ones(3, dtype)
    dusk.eval(x)
    integers = numpy.dtype(dtype).kind in "iu"
    for i in range(20):
        number = i * 6 if integers else i / 7
        assert_array_equal(numpy.array(x * number), numpy.ones(3, dtype) * number)
    for number in (127, 0, 1) if integers else (float("inf"), 1e300, -0.0, 100, -128, float("nan")):
        with numpy.errstate(all="ignore"):
            assert_array_equal(numpy.array(x * number), numpy.ones(3, dtype) * number)


def test_lengths_that_change_and_programs_that_are_dropped(general: General) -> None:
    x = np.arange(64.0)
    dusk.eval(x)
    for _ in range(3):
        for n in range(2, 40):
            y = x[:n] * 2.0 + n
            assert float(y.sum()) == n * (n - 1) + n * n


def test_settings_are_obeyed_at_once(general: General) -> None:
    f = dusk.compile(lambda x: x * 2 + 1)
    (x,) = arrays(1.0)
    for tier in ("native", "interpreter", "native", "interpreter"):
        with config.using(tier=tier):
            for _ in range(4):
                before = dusk.stats()
                assert float(f(x)[0]) == 3
                y = x * 3
                assert float(y[0]) == 3
                after = dusk.stats()
                other = {"native": "interpreted", "interpreter": "native"}[tier]
                assert after[other] == before[other]
                assert after["flushes"] == before["flushes"] + 1


def test_a_program_counts_the_runs_of_which_python_knows_nothing(general: General) -> None:
    f = dusk.compile(lambda x: np.tanh(x) * 2.0)
    x = np.ones(4)
    for _ in range(3):
        dusk.eval(f(x))
    before, calls = f.program.stats.runs, general.calls
    for _ in range(20):
        dusk.eval(f(x))
    assert general.calls == calls
    assert f.program.stats.runs == before + 20
