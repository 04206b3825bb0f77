"""Pictures of what consistency costs and brings: `python scripts/consistency.py [FOLDER]` (default docs/pictures).

A logistic regression learns scikit-learn's digits in a virtual cluster of eight workers, of which one is slow, or now
one and now another is; each draws its samples from all digits, or has only some of them.
"""

from __future__ import annotations

import io
import random
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np

from dusk.kvstore import VirtualCluster

Array = np.ndarray[Any, Any]
PICTURES = Path("docs/pictures")
WORKERS, ROUNDS, BATCH = 8, 150, 32
STALENESS = (0, 1, 3, float("inf"))
NAMES = {0: "BSP (staleness 0)", 1: "SSP, staleness 1", 3: "SSP, staleness 3", float("inf"): "ASP (no bound)"}
RATE = 0.4


def one_slow(rank: int, clock: int) -> float:
    """One worker is four times slower than the others."""
    return 4.0 if rank == WORKERS - 1 else 1.0


def changing(rank: int, clock: int) -> float:
    """Each step of each worker has one chance in eight to take four times as long."""
    return 4.0 if random.Random(rank * 10_007 + clock).random() < 1 / 8 else 1.0


Case = tuple[Any, bool]
CASES: dict[str, Case] = {  # how long steps take, and whether each worker has only some of the digits
    "one slow worker": (one_slow, False),
    "slow steps here and there": (changing, False),
    "one slow worker, each has two of the digits": (one_slow, True),
}


def digits() -> tuple[Array, Array]:
    from sklearn.datasets import load_digits

    pixels, labels = load_digits(return_X_y=True)
    return np.hstack([pixels / 16.0, np.ones((len(pixels), 1))]), np.eye(10)[labels]


def probabilities(weights: Array, pixels: Array) -> Array:
    scores = pixels @ weights
    powers = np.exp(scores - scores.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def trained(staleness: float, compute: Any, sorted_: bool) -> tuple[Array, dict[str, Any]]:
    """Times, rounds and losses at each step, and the outcome of the run."""
    pixels, labels = digits()
    if sorted_:
        order = np.argsort(labels.argmax(1), kind="stable")
        pixels, labels = pixels[order], labels[order]
    curve: list[tuple[float, float, float]] = []

    def step(rank: int, clock: int, values: dict[str, Array]) -> dict[str, Array]:
        weights, done = values["weights"], len(curve) / WORKERS
        if len(curve) % WORKERS == 0:
            right = (probabilities(weights, pixels) * labels).sum(1)
            curve.append((cluster.now_s, done, float(-np.log(right + 1e-12).mean())))
        else:
            curve.append((np.nan, done, np.nan))
        first, last = (rank, rank + 1) if sorted_ else (0, WORKERS)
        bounds = len(pixels) * first // WORKERS, len(pixels) * last // WORKERS
        batch = np.random.default_rng([rank, clock]).integers(*bounds, BATCH)
        wrong = probabilities(weights, pixels[batch]) - labels[batch]
        return {"weights": pixels[batch].T @ wrong * (-RATE / BATCH)}

    cluster = VirtualCluster(WORKERS, 2, staleness=staleness, update="add", compute=compute, delay=0.01)
    made = cluster.run(step, {"weights": np.zeros((65, 10))}, ROUNDS)
    kept = np.array([point for point in curve if point[0] == point[0]])
    waited = sum(made.waited_s.values()) / WORKERS
    return kept, {"seconds": made.seconds, "waited": waited, "staleness": made.staleness}


def saved(figure: Any, path: Path) -> None:
    """As SVG, with one digit after the point; elsewhere than in the documentation as PNG, too."""
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    path.with_suffix(".svg").write_text(re.sub(r"\d+\.\d\d+", lambda found: f"{float(found[0]):.1f}", text.getvalue()))
    if path.parent != PICTURES:
        figure.savefig(path.with_suffix(".png"), dpi=80)


def drawn(folder: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    matplotlib.rcParams |= {"svg.hashsalt": "dusk", "svg.fonttype": "none"}  # the same picture is the same text
    folder.mkdir(parents=True, exist_ok=True)
    found = {(name, s): trained(s, *case) for name, case in CASES.items() for s in STALENESS}
    for (name, s), (curve, made) in found.items():
        first = next((f"{time:.0f}" for time, _, loss in curve if loss < 0.3), "-")
        print(f"{name}, {NAMES[s]}: {made['seconds']:.0f} s, {made['waited']:.0f} s waiting, "
              f"loss {curve[-1][2]:.3f} in the end, below 0.3 after {first} s, "
              f"staleness up to {max(made['staleness'])}")  # fmt: skip
    figure, axes = pyplot.subplots(3, 2, figsize=(10, 9.6), sharey=True, layout="constrained")
    for row, name in zip(axes, CASES, strict=True):
        for s in STALENESS:
            curve, _ = found[name, s]
            for axis, x in zip(row, (curve[:, 0], curve[:, 1]), strict=True):
                axis.plot(x, curve[:, 2], label=NAMES[s], linewidth=1.3)
        for axis, what in zip(row, ("virtual seconds", "steps of all workers / workers"), strict=True):
            axis.set(xlabel=what, yscale="log", title=name)
            axis.grid(alpha=0.3)
        row[0].set_ylabel("loss on all digits")
    axes[0][0].legend()
    saved(figure, folder / "consistency")
    figure, axes = pyplot.subplots(2, 4, figsize=(11, 4.6), sharey="row", layout="constrained")
    for row, name in zip(axes, list(CASES)[:2], strict=True):
        for axis, s in zip(row, STALENESS, strict=True):
            counts = found[name, s][1]["staleness"]
            behind = sorted(counts)
            axis.bar(behind, [counts[b] / counts.total() for b in behind], width=max(0.8, max(behind) / 40))
            axis.set(title=f"{NAMES[s]}\n{name}", xlabel="rounds that a step's values lack")
            if max(behind) <= 3:
                axis.set(xlim=(-0.6, 3.6), xticks=range(4))
            axis.title.set_fontsize(9)
        row[0].set_ylabel("share of the steps")
    saved(figure, folder / "staleness")


if __name__ == "__main__":
    drawn(Path(sys.argv[1] if len(sys.argv) > 1 else PICTURES))
