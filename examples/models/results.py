"""What the trainings have in common: their options, and what they leave in a folder."""

import argparse
import json
from pathlib import Path

SKIPPED = 5  # the exit status of a training whose data are not on this machine


def options(description, **arguments):
    """What the command line says: `--out` (a folder, which is made), `--seed`, and `arguments` with their defaults."""
    parser = argparse.ArgumentParser(description=description.partition("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("build/models"), help="folder of pictures and numbers")
    parser.add_argument("--seed", type=int, default=0)
    for name, default in arguments.items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    return given


def write(out, name, **facts):
    """Keep the facts of a training for the table of `make models`."""
    (out / f"{name}.json").write_text(json.dumps(facts))


def draw(path, curves, xlabel, ylabel):
    """Curves `{label: (x, y)}` as a PNG file, where Matplotlib is installed; the first, of many points, is thin."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        print("no picture: Matplotlib is not installed (the extra `plot`)")
        return
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    for label, (x, y) in curves.items():
        axes.plot(x, y, label=label, **({"marker": "o", "markersize": 3} if axes.lines else {"linewidth": 0.8, "color": "0.7"}))
    axes.set(xlabel=xlabel, ylabel=ylabel)
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    figure.savefig(path, dpi=120)
    print(f"saved {path}")
