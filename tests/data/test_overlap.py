"""Batches are made while the program computes: seen in a timeline that both write to."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from dusk import engine
from dusk.data import Loader
from dusk.engine import Span, Timeline


def test_loading_overlaps_with_computing() -> None:
    alone, ahead = epoch(workers=0), epoch(workers=1)
    assert alone.overlap_s() == 0
    busy = ahead.busy()
    assert len(busy) == 2
    assert ahead.overlap_s() > 0.5 * min(busy.values())
    whole = max(span.ended for span in ahead.spans) - min(span.began for span in ahead.spans)
    assert whole < 0.9 * sum(busy.values())


def epoch(workers: int) -> Timeline:
    """Ten batches that take 10 ms to read, and as long to compute on a device."""
    with engine.timeline() as seen:

        def read(sample: Any) -> Any:
            began = time.perf_counter()
            time.sleep(0.01)
            seen.note(Span("read", f"loader {workers}", began, time.perf_counter()))
            return sample

        with Loader(np.arange(10), 1, transform=read, workers=workers) as loader:
            for _ in loader:
                engine.push(lambda: time.sleep(0.01), writes=["model"], device="cpu:1").wait()
    return seen
