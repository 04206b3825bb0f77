"""Time by line, with a clock that tests wind; and what would be gained, bounded by Amdahl's law, against what is."""

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy
import pytest

import dusk
import dusk.numpy as np
from dusk import reports
from dusk.kernel import native
from dusk.record.entry import Entry
from dusk.reports.gains import device_seconds, native_seconds

SCRIPT = Path(__file__).parents[2] / "scripts" / "gains.py"


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def work(self, seconds: float) -> None:
        self.now += seconds


def two_parts(clock: Clock, first: float, second: float) -> None:
    clock.work(first)
    clock.work(second)


FIRST = two_parts.__code__.co_firstlineno + 1


def by_line(found: reports.Profile) -> dict[int, reports.LineCost]:
    return {line.line: line for line in found.lines if line.file == __file__}


def test_lines_take_what_they_take() -> None:
    clock = Clock()
    found = reports.profile(two_parts, clock, 0.9, 0.1, rounds=4, warm=1, clock=clock)
    lines = by_line(found)
    assert found.seconds == pytest.approx(1.0) and found.rounds == 4
    assert lines[FIRST].seconds == pytest.approx(0.9) and lines[FIRST + 1].seconds == pytest.approx(0.1)
    assert lines[FIRST].runs == ["Python"] and lines[FIRST].visits == 1
    assert lines[FIRST].text == "clock.work(first)"
    assert clock.now == pytest.approx(5.0)  # the warm round was not counted
    assert "90.0%" in str(found) and json.loads(json.dumps(found.as_json()))["lines"][0]["share"] == pytest.approx(0.9)


def test_what_a_line_calls_counts_as_the_lines_own() -> None:
    clock = Clock()

    def inner() -> None:
        clock.work(0.25)
        two_parts(clock, 0.5, 0.25)

    def outer() -> None:
        [clock.work(0.25) for _ in range(2)]
        inner()

    start = outer.__code__.co_firstlineno
    lines = by_line(reports.profile(outer, clock=clock, warm=0, rounds=1))
    assert set(lines) == {start + 1, start + 2}
    assert lines[start + 2].seconds == pytest.approx(1.0) and lines[start + 1].seconds == pytest.approx(0.5)


def recorded(x: Any) -> Any:
    y = np.tanh(x) * 2
    z = numpy.asarray(y).tolist()
    return np.square(y).sum() + len(z)


def test_programs_count_where_what_they_compute_was_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, real = Clock(), Entry._told

    def told(entry: Any, *args: Any) -> Any:
        clock.work(1.0 if len(entry.graph.nodes) < 20 else 0.0)
        return real(entry, *args)

    monkeypatch.setattr(Entry, "_told", told)
    for tier, kind in (("interpreter", "bodies"), ("native", "native")):
        with dusk.config.using(tier=tier):
            found = reports.profile(recorded, np.ones(1000), rounds=2, clock=clock)
        lines, start = by_line(found), recorded.__code__.co_firstlineno
        assert found.seconds == pytest.approx(2.0)  # one program looked at by tolist, one at the end
        assert getattr(lines[start + 1], kind) == pytest.approx(1.0)
        assert getattr(lines[start + 3], kind) == pytest.approx(1.0)
        assert lines[start + 1].nbytes >= 4 * 8000
        wanted = "op by op" if kind == "bodies" else "native"
        assert lines[start + 1].runs == [wanted] and wanted in str(found)


def test_numpys_functions_and_compiled_functions_have_lines_too() -> None:
    def falls_back(x: Any) -> Any:
        return np.array2string(x)

    (line,) = by_line(reports.profile(falls_back, np.ones((4, 50)), rounds=1)).values()
    assert line.numpy > 0 and "NumPy" in line.runs
    compiled = dusk.compile(lambda x: np.tanh(x) + np.exp(x))
    line = compiled.__wrapped__.__code__.co_firstlineno
    compiled(np.ones(100))
    lines = by_line(reports.profile(compiled, np.ones(100)))
    assert lines[line].native + lines[line].bodies > 0 and lines[line].python == 0
    with pytest.raises(TypeError, match="written in Python"):
        reports.profile(len, [1])


def test_errors_of_the_function_are_its_own_and_nobody_watches_afterwards() -> None:
    def fails() -> None:
        raise KeyError("mine")

    before = Entry.run
    with pytest.raises(KeyError, match="mine"):
        reports.profile(fails, warm=0)
    assert Entry.run is before and sys.gettrace() is None


# --- what would be gained
def test_a_region_of_a_tenth_is_bounded_by_a_ninth_more() -> None:
    clock = Clock()
    found = reports.amdahl(reports.profile(two_parts, clock, 0.9, 0.1, warm=0, clock=clock))
    first, second = found.regions  # the best first
    assert first.line == FIRST and first.bound == pytest.approx(10.0)
    assert second.line == FIRST + 1 and second.share == pytest.approx(0.1) and round(second.bound, 2) == 1.11
    assert second.expected is None and "1.11x" in str(found)
    after = reports.profile(two_parts, clock, 0.9, 0.0, warm=0, clock=clock)
    assert found.seconds / after.seconds == pytest.approx(second.bound)
    assert json.loads(json.dumps(found.as_json()))["regions"][1]["bound"] == pytest.approx(1 / 0.9)


def test_no_gain_is_beyond_the_bound_and_all_of_it_has_none() -> None:
    assert reports.bound_of(0) == 1 and reports.bound_of(1) == float("inf")
    clock = Clock()
    found = reports.amdahl(reports.profile(two_parts, clock, 1.0, 0.0, warm=0, clock=clock))
    assert json.loads(json.dumps(found.as_json()))["regions"][0]["bound"] is None


def test_what_is_expected_of_compiling_is_what_comes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, real = Clock(), Entry._told
    cost = {"seconds": 0.4}

    def told(entry: Any, *args: Any) -> Any:
        clock.work(cost["seconds"])
        return real(entry, *args)

    def program(x: Any) -> Any:
        clock.work(0.6)
        return np.tanh(x).sum()

    monkeypatch.setattr(Entry, "_told", told)
    with dusk.config.using(tier="interpreter"):
        before = reports.profile(program, np.ones(10), clock=clock)
        gains = reports.amdahl(before, measure=lambda graph: 0.1)
        region = next(r for r in gains.regions if r.action == "fuse")
        cost["seconds"] = 0.1
        after = reports.profile(program, np.ones(10), clock=clock)
    assert before.seconds == pytest.approx(1.0)
    assert region.share == pytest.approx(0.4) and region.bound == pytest.approx(1 / 0.6)
    assert region.expected == pytest.approx(1 / 0.7) == gains.together("fuse")
    assert before.seconds / after.seconds == pytest.approx(region.expected)


def test_moving_to_a_device_counts_the_way_there() -> None:
    if not native.available():
        pytest.skip("there are no programs to move without native code")
    heavy = reports.graph_of(lambda a: a @ a @ a, np.ones((256, 256)))
    light = reports.graph_of(lambda a: a + 1, np.ones(32768))
    device = reports.Device("x", flops_s=1e12, bytes_s=1e12, link_s=1e9)
    way = 2 * 8 * 256 * 256 / 1e9
    assert device_seconds(heavy, device) == pytest.approx(way + 2 * 2 * 256**3 / 1e12, rel=0.01)
    assert device_seconds(light, device) == pytest.approx(2 * 8 * 32768 / 1e9, rel=0.01)
    clock = Clock()
    f = dusk.compile(lambda a: a @ a @ a)
    found = reports.profile(f, np.ones((256, 256)), clock=clock)
    ran = found.ran[0]
    for seconds, advice in ((1.0, "move it to x"), (1e-6, "leave it here")):
        found.seconds, ran.seconds = 1.0, seconds * found.rounds
        moved = [r for r in reports.amdahl(found, device).regions if r.action == "move"]
        assert all(advice in region.advice for region in moved)
        assert moved or seconds < 0.005


def test_programs_that_are_tried_are_given_fit_arrays() -> None:
    if not native.available():
        pytest.skip("there is nothing to try without native code")
    graph = reports.graph_of(lambda x, i: np.sqrt(x)[i], np.ones(4), np.array([1, 2]))
    assert 0 < native_seconds(graph) < 1


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("gains_script", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.once
def test_what_is_expected_of_a_real_program_comes_out() -> None:
    if not native.available():
        pytest.skip("there is nothing to compile with")
    share, bound, expected, met = script().measured(150_000)
    assert 0.1 < share < 0.9 and expected < bound
    assert expected == pytest.approx(met, rel=0.15)
