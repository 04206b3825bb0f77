"""Milliseconds a training step: NumPy by hand and every style of Dusk, taking turns on the same batches.

    python examples/digits/speed.py --rounds 40

The least time of a style is what its code costs; the median is what one meets on this machine as busy as it is.
"""

import argparse
import json
import statistics
import sys
import time
from pathlib import Path

import styles
from rich.console import Console
from rich.table import Table

import data

WARM_UP = 5


def measure(rounds, length):
    """Seconds a step, by style: one entry a round; in each round every style takes the same `length` steps."""
    batches = styles.batches(data.load(), 1)
    steps = {name: style() for name, style in styles.STYLES.items()}
    seconds = {name: [] for name in steps}
    for number in range(WARM_UP + rounds):
        for name, step in steps.items():
            begin = time.perf_counter()
            for x, t in batches[name][:length]:
                float(step(x, t))
            if number >= WARM_UP:
                seconds[name].append((time.perf_counter() - begin) / length)
    return seconds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--length", type=int, default=10)
    parser.add_argument("--out", type=Path, default=Path(".demo"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)

    seconds = measure(options.rounds, options.length)
    least = {name: min(times) * 1e3 for name, times in seconds.items()}
    median = {name: statistics.median(times) * 1e3 for name, times in seconds.items()}
    table = Table(title="64-128-10 perceptron, batch 64, float64: ms a step", title_justify="left")
    for heading in ("", "least", "median", "NumPy / it"):
        table.add_column(heading, justify="right" if heading else "left")
    for name in seconds:
        table.add_row(name, f"{least[name]:.4f}", f"{median[name]:.4f}", f"{least['NumPy by hand'] / least[name]:.2f}x")
    Console().print(table)
    (options.out / "digits_speed.json").write_text(json.dumps({"least_ms": least, "median_ms": median}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
