"""Progress bars: shown on terminals, silent elsewhere, gone when the loop is left."""

import io
from typing import Any

import pytest
import rich.console
import rich.progress

from dusk import train


class Number:
    """Counts how often it is looked at."""

    looks = 0

    def __float__(self) -> float:
        Number.looks += 1
        return 0.5


def test_nothing_is_shown_or_looked_at_where_nobody_watches(capfd: pytest.CaptureFixture[str]) -> None:
    Number.looks = 0
    seen = []
    for x in (bar := train.progress(range(5), "numbers")):
        bar.show(loss=Number())
        seen.append(x)
    assert seen == [0, 1, 2, 3, 4] and capfd.readouterr() == ("", "") and Number.looks == 0


def test_a_terminal_sees_count_rate_and_values(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    console = rich.console.Console

    def terminal(**_: Any) -> Any:
        return console(file=out, force_terminal=True, width=100, color_system=None)

    monkeypatch.setattr(rich.console, "Console", terminal)
    monkeypatch.setattr("dusk.train.bars._EVERY_S", 0.0)
    for _ in (bar := train.progress(iter(range(8)), "epoch [1]", total=8)):
        bar.show(loss=Number())
    text = out.getvalue()
    assert "epoch [1]" in text and "8/8" in text and "loss 0.5" in text and "/s" in text
    shown = out.getvalue()
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    left = out.getvalue()[len(shown) :]
    assert left.count("\x1b[?25l") == left.count("\x1b[?25h") == 1  # the cursor is back


def test_an_interrupt_while_the_bar_begins_leaves_the_terminal_sane(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(self: Any) -> None:
        started(self)
        raise KeyboardInterrupt

    out = io.StringIO()
    console, started = rich.console.Console, rich.progress.Progress.start
    monkeypatch.setattr(rich.console, "Console", lambda **_: console(file=out, force_terminal=True))
    monkeypatch.setattr(rich.progress.Progress, "start", start)
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert out.getvalue().count("\x1b[?25l") == out.getvalue().count("\x1b[?25h") == 1


def interrupted() -> None:
    with train.progress(range(9)) as bar:
        for _ in bar:
            raise KeyboardInterrupt


def test_no_length_is_needed() -> None:
    assert list(train.progress(x for x in "ab")) == ["a", "b"]
