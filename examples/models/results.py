"""What the trainings have in common: their options, and what they leave in a folder."""

import argparse
import json
from pathlib import Path

SKIPPED = 5  # the exit status of a training whose data are not on this machine
NO_PICTURE = "no picture: Matplotlib is not installed (the extra `plot`)"


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
    """Curves `{label: (x, y)}` as a PNG file, where Matplotlib is installed; those of many points are thin."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        print(NO_PICTURE)
        return
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    for label, (x, y) in curves.items():
        fine = len(x) > 100
        axes.plot(x, y, label=label, linewidth=0.8 if fine else 1.6, color="0.7" if fine else None)
    axes.set(xlabel=xlabel, ylabel=ylabel)
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    figure.savefig(path, dpi=120)
    print(f"saved {path}")


def plot(history, path):
    """A history's curves as a PNG file, where Matplotlib is installed."""
    try:
        history.plot(path)
    except ImportError:
        print(NO_PICTURE)
    else:
        print(f"saved {path}")
