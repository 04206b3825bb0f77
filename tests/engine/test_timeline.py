"""Timelines: what ran where and when, why it ran no earlier, and the Chrome trace of it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dusk import engine as engines
from dusk.engine import Engine, PermutingEngine, SerialEngine, Span, ThreadedEngine, Timeline, allocate

ENGINES = [SerialEngine, lambda: PermutingEngine(5), lambda: ThreadedEngine(2)]


@pytest.mark.parametrize("make", ENGINES)
def test_each_task_has_its_name_row_line_and_times(make: Callable[[], Engine]) -> None:
    engine = make()
    engine.push(lambda: None)
    engine.wait_all()
    before = time.perf_counter()
    with engine.timeline() as seen:
        engine.push(lambda: time.sleep(0.002), device="cpu:1", name="nap", priority=3)  # the line
        engine.push(lambda: None, reads=["x"])
        engine.push(None, reads=["x"])  # stands for a point in the order only
    engine.push(lambda: None)
    engine.wait_all()
    nap, other = sorted(seen.spans, key=lambda span: span.number)
    assert (nap.name, nap.row, nap.priority, nap.number) == ("nap", "cpu:1", 3, 2)
    assert other.name.startswith("task at test_timeline.py:")
    assert ":" not in other.row
    assert before < nap.pushed < nap.began < nap.ended
    assert nap.seconds >= 0.002
    file, _, line = nap.where.rpartition(":")
    assert Path(file).read_text().splitlines()[int(line) - 1].endswith("# the line")


def test_a_span_says_what_it_waited_for_and_who_pushed_it() -> None:
    engine = ThreadedEngine(2)
    hold = threading.Event()
    with engine.timeline() as seen:
        engine.push(hold.wait, writes=["x"], name="first")
        engine.push(lambda: None, reads=["x"], writes=["y"], name="second")
        engine.push(lambda: engine.push(lambda: None, name="inner"), writes=["x", "y"], name="third")
        hold.set()
    engine.close()
    by_name = {span.name: span for span in seen.spans}
    assert {name: span.after for name, span in by_name.items()} == {
        "first": (),
        "second": (1,),
        "third": (1, 2),
        "inner": (),
    }
    assert {name: span.pusher for name, span in by_name.items()} == {"first": 0, "second": 0, "third": 0, "inner": 3}


def trace(seen: Timeline, folder: Path) -> list[dict[str, Any]]:
    seen.save(folder / "trace.json")
    return json.loads((folder / "trace.json").read_text())["traceEvents"]


def test_a_chrome_trace_has_rows_slices_arrows_and_memory(tmp_path: Path) -> None:
    engine = ThreadedEngine(2)
    hold = threading.Event()
    held: list[Any] = []

    def fail() -> None:
        raise ValueError

    def make() -> None:
        hold.wait()
        held.append(allocate(123_456, "cpu:77"))

    with engine.timeline() as seen:
        engine.push(make, writes=["x"], device="cpu:1", name="make")
        engine.push(lambda: held.clear(), reads=["x"], writes=["x"], device="cpu:0", name="drop")
        engine.push(fail, reads=["x"], name="fail")
        hold.set()
    with pytest.raises(ValueError):  # noqa: PT011
        engine.wait_all()
    engine.close()
    events = trace(seen, tmp_path)
    rows = {e["tid"]: e["args"]["name"] for e in events if e["name"] == "thread_name"}
    assert [rows[at] for at in sorted(rows)][:2] == ["cpu:0", "cpu:1"]
    slices = {e["name"]: e for e in events if e["ph"] == "X"}
    assert {name: rows[e["tid"]] for name, e in slices.items() if name != "fail"} == {"make": "cpu:1", "drop": "cpu:0"}
    assert all(e["ts"] >= 0 and e["dur"] >= 0 and e["args"]["waited_us"] >= 0 for e in slices.values())
    assert slices["fail"]["args"]["error"] == "ValueError"
    assert "test_timeline.py:" in slices["make"]["args"]["line"]
    starts = {e["id"]: e for e in events if e["ph"] == "s"}
    ends = {e["id"]: e for e in events if e["ph"] == "f"}
    assert set(starts) == set(ends)
    arrows = {(rows[starts[i]["tid"]], rows[ends[i]["tid"]]) for i in starts}
    assert ("cpu:1", "cpu:0") in arrows
    for i, start in starts.items():  # an arrow begins within its slice, and ends where the other begins
        source = [e for e in slices.values() if e["tid"] == start["tid"]]
        assert any(e["ts"] <= start["ts"] <= e["ts"] + e["dur"] for e in source)
        assert ends[i]["ts"] >= start["ts"]
    memory = [e["args"]["bytes"] for e in events if e["ph"] == "C" and e["name"] == "bytes on cpu:77"]
    assert memory == [123_456, 0]


def test_overlap_and_busy_seconds_are_those_of_the_rows() -> None:
    seen = Timeline(
        [
            Span("a", "cpu:0", 0.0, 4.0),
            Span("within", "cpu:0", 1.0, 2.0),
            Span("b", "cpu:1", 1.0, 3.0),
            Span("c", "cpu:0", 6.0, 7.0),
            Span("d", "cpu:1", 6.5, 6.5),
        ]
    )
    assert seen.busy() == {"cpu:0": 5.0, "cpu:1": 2.0}
    assert seen.overlap_s() == 2.0


def test_two_tasks_at_once_overlap_in_the_timeline() -> None:
    engine = ThreadedEngine(2)
    both = threading.Barrier(2, timeout=10)

    def meet() -> None:
        both.wait()
        time.sleep(0.005)
        both.wait()

    with engine.timeline() as seen:
        for device in ("cpu:0", "cpu:1"):
            engine.push(meet, device=device)
    engine.close()
    assert seen.overlap_s() >= 0.005


def test_a_timeline_keeps_only_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dusk.engine.spans.MOST", 10)
    engine = SerialEngine()
    with engine.timeline() as seen:
        for _ in range(25):
            engine.push(lambda: None)
    assert len(seen.spans) == 10
    assert seen.dropped == 15


def test_nobody_looks_nothing_is_kept() -> None:
    engine = SerialEngine()
    with engine.timeline():
        pass
    task = engine.push(lambda: None)
    assert (task.pushed, task.after, task.pusher) == (0.0, (), 0)


def test_the_engine_in_use_has_a_timeline_too(tmp_path: Path) -> None:
    with engines.timeline() as seen:
        engines.push(lambda: None, name="one")
    assert [span.name for span in seen.spans] == ["one"]
    with pytest.raises(OSError, match="not saved"):
        seen.save(tmp_path / "nowhere" / "trace.json")


def test_the_error_that_wait_all_raises_is_that_of_the_task_pushed_first() -> None:
    for seed in range(20):
        engine = PermutingEngine(seed)

        def fail(number: int) -> None:
            raise ValueError(number)

        for number in range(6):
            engine.push(lambda number=number: fail(number))
        with pytest.raises(ValueError, match="0"):
            engine.wait_all()
        engine.wait_all()
