"""Timelines as tables and drawings, and programs beside tasks in them."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

import dusk
import dusk.numpy as np
from browsers import look
from dusk import engine, reports
from dusk.engine import Span, ThreadedEngine, Timeline
from dusk.record.entry import Entry
from subprocess_script import run_program

SPACE = "{http://www.w3.org/2000/svg}"
SEEN = Timeline(
    [
        Span("load <0>", "thread 1", 0.0, 0.010, 0.0, "prog.py:1", 0, 1),
        Span("layer", "cpu:0", 0.010, 0.030, 0.001, "prog.py:2", 0, 2, 0, (1,)),
        Span("load <1>", "thread 1", 0.012, 0.020, 0.001, "prog.py:1", 0, 3, error="OSError"),
        Span("3 ops", "main thread", 0.032, 0.040),
    ]
)


def test_programs_and_tasks_are_spans_of_one_timeline() -> None:
    run, launch = Entry.run, Entry.launch
    with reports.timeline() as seen:
        for _ in range(5):
            x = np.tanh(np.ones(5000) * 2)
            dusk.eval(x)  # the look
        engine.push(lambda: dusk.eval(np.exp(np.ones(5000))), device="cpu:1", name="task")
    assert (Entry.run, Entry.launch) == (run, launch)
    rows = [span.row for span in seen.spans if span.name != "task"]
    assert len(rows) == 6
    assert rows.count("main thread") == 5
    programs = [span for span in seen.spans if span.row == "main thread"]
    assert all("test_timelines.py:" in span.where for span in programs)
    (task,) = (span for span in seen.spans if span.name == "task")
    (inner,) = (span for span in seen.spans if span.row.startswith("thread"))
    assert task.began <= inner.began <= inner.ended <= task.ended
    before = len(seen.spans)
    dusk.eval(np.tanh(np.ones(5000)))
    assert len(seen.spans) == before


def test_what_is_computed_is_the_same_while_it_is_recorded() -> None:
    def values() -> list[float]:
        total, found = np.zeros(4), list[float]()
        for i in range(8):
            total = total * 0.5 + np.cos(np.arange(4.0) * i)
            found.append(float(total.sum()))
        return found

    plain = values()
    with reports.timeline():
        assert values() == pytest.approx(plain, rel=1e-12)  # the first time in NumPy, perhaps
    assert values() == pytest.approx(plain, rel=1e-12)


def test_a_table_tells_rows_waits_and_what_overlapped() -> None:
    text = reports.timeline_text(SEEN)
    lines = text.splitlines()
    assert lines[0].split() == ["row", "task", "times", "seconds", "longest", "waited"]
    assert lines[1].split() == ["cpu:0", "layer", "1", "0.020000", "0.020000", "0.009000", "prog.py:2"]
    assert lines[-1].startswith("0.040000 s; busy: cpu:0 50%, main thread 20%, thread 1 45%; ")
    assert lines[-1].endswith("two rows or more at once: 0.008000 s")
    assert reports.timeline_text(Timeline()) == "nothing ran"


def test_a_drawing_has_a_lane_a_row_and_a_bar_a_span() -> None:
    tree = ElementTree.fromstring(reports.timeline_svg(SEEN))
    bars = list(tree.iter(f"{SPACE}rect"))
    tips = [bar.findtext(f"{SPACE}title") or "" for bar in bars]
    assert [tip.split(":")[0] for tip in tips] == ["load <0>", "layer", "load <1>", "3 ops"]
    assert "waited 9.000 ms\nprog.py:2" in tips[1]
    assert tips[2].endswith("OSError\nprog.py:1")
    left, width = (float(bars[1].get(name, "")) for name in ("x", "width"))
    assert (left - 110) / 874 == pytest.approx(0.25, abs=1e-3)
    assert width / 874 == pytest.approx(0.5, abs=1e-3)
    lanes = {bar.get("y") for bar in bars}
    assert len(lanes) == 3
    names = [text.text for text in tree.iter(f"{SPACE}text")]
    assert [name for name in names if name and name[0] in "cmt"] == ["cpu:0", "main thread", "thread 1"]
    assert len(list(tree.iter(f"{SPACE}path"))) == 1
    ElementTree.fromstring(reports.timeline_svg(Timeline()))


@pytest.mark.browser
def test_a_drawing_is_shown_by_a_browser(tmp_path: Path) -> None:
    page = tmp_path / "timeline.svg"
    page.write_text(reports.timeline_svg(SEEN))
    _, picture = look(page, tmp_path / "browser")
    assert picture.colours > 5


def test_the_drawing_of_a_real_run_holds_together(tmp_path: Path) -> None:
    own = ThreadedEngine(2)
    hold = threading.Event()
    with own.timeline() as seen:
        own.push(hold.wait, writes=["x"], device="cpu:0", name="<&>")
        own.push(lambda: time.sleep(0.001), reads=["x"], device="cpu:1")
        hold.set()
    own.close()
    tree = ElementTree.fromstring(reports.timeline_svg(seen))
    assert len(list(tree.iter(f"{SPACE}rect"))) == 2


def test_a_program_s_trace_is_written_by_the_command_line(tmp_path: Path) -> None:
    program = tmp_path / "prog.py"
    program.write_text("import numpy as np\nx = np.tanh(np.ones((40, 40)) @ np.ones((40, 40)))\nprint(x.sum())\n")
    main = tmp_path / "main.py"
    main.write_text("import sys\nfrom dusk.cli import main\nsys.exit(main())\n")
    json_file, svg = tmp_path / "trace.json", tmp_path / "trace.svg"
    assert run_program(main, "run", "--trace", str(json_file), str(program)) == "1600.0\n"
    events = json.loads(json_file.read_text())["traceEvents"]
    assert [e["args"]["line"] for e in events if e["ph"] == "X"] == ["prog.py:3"]
    run_program(main, "run", f"--trace={svg}", str(program))
    ElementTree.fromstring(svg.read_text())
