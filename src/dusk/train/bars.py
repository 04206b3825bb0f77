"""Progress bars with the rate and the time that remains; nothing where nobody watches."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Any, Generic, TypeVar

T = TypeVar("T")

_EVERY_S = 0.25


class progress(Generic[T]):  # noqa: N801 - reads as `enumerate` does
    """Goes through `items` and shows how far it is: count, rate, time that remains, and what `show` was given last.

    Values may be arrays that are computed still: they are looked at four times a second at most, and never where the
    bar is not shown, as where standard error is no terminal (`shown` says otherwise). It goes away, and leaves the
    terminal as it was, when the loop ends or is left. In `with progress(items) as bar:` that is when the block ends.

    >>> for x in (bar := progress([1, 2, 3], "squares")):
    ...     bar.show(square=x * x)
    """

    def __init__(
        self, items: Iterable[T], text: str = "", total: int | None = None, shown: bool | None = None, start: int = 0
    ) -> None:
        self._items, self._text, self._start = items, text, start
        self._total = total if total is not None else length(items)
        self._shown = shown
        self._bar: Any = None
        self._task: Any = None
        self._values: dict[str, Any] = {}
        self._done, self._last = start, 0.0

    def __enter__(self) -> progress[T]:
        self._open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    def __iter__(self) -> Iterator[T]:
        try:
            self._open()
            for item in self._items:
                yield item
                self._done += 1
                self._refresh()
        finally:
            self.close()

    def show(self, **values: Any) -> None:
        """Show numbers beside the bar."""
        self._values = values

    def close(self) -> None:
        """Take the bar away."""
        bar, self._bar = self._bar, None
        if bar is not None:
            bar.stop()

    def _open(self) -> None:
        if self._bar is not None or self._shown is False:
            return
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        console = Console(stderr=True)
        if self._shown is None and not (console.is_terminal or console.is_jupyter):
            return
        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=30),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}", markup=False),
            TimeRemainingColumn(),
            TextColumn("{task.fields[values]}", markup=False),
        )
        self._bar = Progress(*columns, console=console, transient=True, refresh_per_second=4)
        self._task = self._bar.add_task(self._text, total=self._total, completed=self._done, rate="", values="")
        self._began = time.monotonic()
        try:
            self._bar.start()
        except BaseException:  # an interrupt, say
            self.close()
            raise

    def _refresh(self) -> None:
        now = time.monotonic()
        if self._bar is None or now - self._last < _EVERY_S:
            return
        values = "  ".join(f"{name} {float(value):.4g}" for name, value in self._values.items())
        speed = (self._done - self._start) / max(now - self._began, 1e-9)
        rate = f"{speed:.1f}/s" if speed >= 1 else f"{1 / max(speed, 1e-9):.1f} s each"
        self._bar.update(self._task, completed=self._done, rate=rate, values=values)
        self._last = now


def length(items: Any) -> int | None:
    """How many items there are, where that is known."""
    try:
        return len(items)
    except TypeError:
        return None
